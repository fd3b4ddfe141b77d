"""Forces that aim by ranges of their own (pp. 103, 107): Brawlers from near, Sharp Shooters from afar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import BRAWLERS, SHARP_SHOOTERS, commanded
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.tohit import aiming_bracket
from lancemate.alphastrike.commands.having import commands_of, is_for
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.ruleset import Table

NEAR: Final = rules.table("AS-SCA-018", {"S": -1, "M": 2, "L": 5, "E": 10, "H": 10})
FAR: Final = rules.table("AS-SCA-051", {"S": 1, "M": 2, "L": 3, "E": 4, "H": 6})
SETS: Final = (BRAWLERS, SHARP_SHOOTERS)


@rules.rule("AS-SCA-012", otherwise=None)
def own_ranges(battle: Battle, unit: Unit) -> str | None:
    """The one set of ranges that a unit has learned in the place of the usual one: with it a Sniper gains no more."""
    if not any(side.command_abilities for side in battle.setup.sides):
        return None
    for ability in commands_of(battle, unit.side):
        if ability.name in SETS and is_for(battle, ability, unit):
            return ability.name
    return None


def _otherwise(attack: Attack, name: str, table: Table[dict[str, int]], by: str) -> Modifier | None:
    """How much a range of one's own differs from the usual one."""
    if not attack.is_weapon or attack.has_flat_range or own_ranges(attack.battle, attack.attacker) != name:
        return None
    bracket = aiming_bracket(attack)
    change = table.of(attack)[bracket] - RANGES.of(attack)[bracket]["modifier"]
    return Modifier(name, change, by) if change else None


@hooks.to_hit.rule("AS-SCA-018", part=ToHit.OTHER_RANGE, when=commanded(BRAWLERS))
def brawlers(attack: Attack) -> Modifier | None:
    """Brutal at close quarters, and lost at long range."""
    return _otherwise(attack, BRAWLERS, NEAR, "AS-SCA-018")


@hooks.to_hit.rule("AS-SCA-051", part=ToHit.OTHER_RANGE, when=commanded(SHARP_SHOOTERS))
def sharp_shooters(attack: Attack) -> Modifier | None:
    """Trained to hit from afar."""
    return _otherwise(attack, SHARP_SHOOTERS, FAR, "AS-SCA-051")
