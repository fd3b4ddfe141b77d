"""Anti-TSM warheads (pp. 148-149): what they do to myomer that cannot bear them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.amount import ADDED, MUNITION
from lancemate.alphastrike.options.alternate_munitions.firing import Round, fires, less, more
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.amount import Reckoning
    from lancemate.alphastrike.combat.attack import Attack, Settled
    from lancemate.alphastrike.play.explain import Modifier
    from lancemate.alphastrike.play.state import Unit

WARHEAD: Final = "anti_tsm"
WEAK: Final = ("TSMX", "TSI")
POISON: Final = rules.table("AS-OPT-139", {"less": 1, "more": 2})


def is_weak(unit: Unit) -> bool:
    """It has prototype myomer, or implants of it."""
    return any(unit.has(code) for code in WEAK)


def poisons(attack: Attack) -> Round | None:
    """Such warheads at somebody whom they hurt."""
    return fires(attack, WARHEAD) if attack.target is not None and is_weak(attack.target) else None


@hooks.damage.rule("AS-OPT-139", part=MUNITION, when=OPTION)
def warheads_weaken(work: Reckoning) -> Modifier | None:
    """A point less to anybody."""
    one = fires(work.attack, WARHEAD)
    return None if one is None else less(work, one, POISON.of(work)["less"], "AS-OPT-139")


@hooks.damage.rule("AS-OPT-139", "AS-SPC-161", part=ADDED, when=OPTION)
def myomer_suffers(work: Reckoning) -> Modifier | None:
    """Two points more to whoever has prototype myomer."""
    one = poisons(work.attack)
    return None if one is None else more(one, POISON.of(work)["more"], "AS-OPT-139")


@hooks.hit_causes.rule("AS-OPT-139", when=OPTION)
def myomer_fails(attack: Attack, settled: Settled) -> str | None:
    """And a critical hit, whatever armor is left."""
    return WARHEAD if poisons(attack) is not None else None
