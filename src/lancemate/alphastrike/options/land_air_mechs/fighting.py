"""Land-Air 'Mechs in combat (p. 178) and in the bays of transports. How they are damaged stands in play/stats.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.options.forms import form
from lancemate.alphastrike.options.land_air_mechs.forms import AIRMECH, FIGHTER, LAMS, code_of
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

UNSTEADY: Final = rules.table("AS-OPT-625", {"attacks of an AirMech": 2})
HARD_TO_HIT: Final = rules.table("AS-OPT-626", {"attacks on an AirMech": 1})
# The type as which each form fits bays; an AirMech fits none.
BAYS: Final = rules.table("AS-OPT-629", {FIGHTER: "AF", AIRMECH: ""})


def is_airmech(unit: Unit) -> bool:
    return code_of(unit.card) is not None and form.of(unit) == AIRMECH


@hooks.may_attack.rule("AS-OPT-621", part=hooks.ABLE, traits=trait.PHYSICAL, when=LAMS)
def fighters_strike_nobody(attack: Attack) -> Refusal | None:
    """A fighter is an aerospace unit, and those make no physical attacks."""
    unit = attack.attacker
    if code_of(unit.card) is None or form.of(unit) != FIGHTER:
        return None
    text = f"{unit.id} is a fighter now and strikes nobody with its limbs: attack by kind weapon, or from above"
    return Refusal("cannot_strike", text, "AS-OPT-621")


@hooks.to_hit.rule("AS-OPT-625", part=hooks.ATTACKER, when=LAMS)
def unsteady(attack: Attack) -> Modifier | None:
    """Whatever an AirMech attacks with, it hits less easily."""
    if not is_airmech(attack.attacker):
        return None
    return Modifier("AirMech", UNSTEADY.of(attack)["attacks of an AirMech"], "AS-OPT-625")


@hooks.to_hit.rule("AS-OPT-626", part=hooks.TARGET, when=LAMS)
def hard_to_hit(attack: Attack) -> Modifier | None:
    """An AirMech is hard to hit; this stands for what other WiGEs have in the air."""
    if attack.target is None or not is_airmech(attack.target):
        return None
    return Modifier("AirMech target", HARD_TO_HIT.of(attack)["attacks on an AirMech"], "AS-OPT-626")


@hooks.bay_type.rule("AS-OPT-629", when=LAMS)
def fits_by_its_form(battle: Battle, unit: Unit) -> tuple[str, str] | None:
    """As a 'Mech it rides in the bays of 'Mechs, as a fighter in those of fighters."""
    if code_of(unit.card) is None:
        return None
    return BAYS.of(battle).get(form.of(unit), unit.card.type), "AS-OPT-629"
