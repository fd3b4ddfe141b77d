"""What eyes and sensors have of a unit under concealed unit data (pp. 157-158), and what stealth takes off it.

Sight is asked for here without its limits of distance: each rule of the chapter has its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import covers, hostile_fields
from lancemate.alphastrike.cards.pilot_names import HUMAN_TRO
from lancemate.alphastrike.combat.sight import Look, Obstacle, adjacent_sees, measured_between
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

DISTANCE: Final = ("AS-COM-007", "AS-BAT-076")  # rules that end sight by distance alone
JAMMERS: Final = frozenset(("ECM", "AECM", "LECM", "WAT", "NOVA"))
COATS: Final = frozenset(("STL", "MAS", "LMAS"))
ANGEL: Final = "AECM"


def in_the_way(battle: Battle, viewer: Unit, target: Unit) -> Obstacle | None:
    """What blocks the line between two units, however far they are apart."""
    eye, at = viewer.body, target.body
    sight = Look(battle, viewer, target, eye, at, measured_between(battle, viewer, target, eye, at))
    if adjacent_sees(sight):
        return None
    found = (hook(sight) for hook in battle.hooks[hooks.line_of_sight])
    return next((one for one in found if one is not None and one.rule not in DISTANCE), None)


def has_coat(unit: Unit) -> bool:
    """It is built not to be noticed: stealth or mimetic armor."""
    return not unit.card.all_codes.isdisjoint(COATS)


def fields_around(battle: Battle, unit: Unit) -> list[bool]:
    """The friendly jamming fields that cover a unit: whether each is an Angel's."""
    fields = hostile_fields(battle, battle.opponent(unit.side))
    return [field.angel for field in fields if covers(battle, field, unit)]


@rules.rule("AS-OPT-322", otherwise=False)
def only_seen(battle: Battle, unit: Unit) -> bool:
    """Stealth, mimetic armor, any jammer of its own or a friend's around it: it is identified by eye alone."""
    return has_coat(unit) or not unit.card.all_codes.isdisjoint(JAMMERS) or bool(fields_around(battle, unit))


def only_boosted_probes(battle: Battle, unit: Unit) -> bool:
    """It is jammers alone that shield it, and no Angel among them: a boosted probe (BH) feels it all the same."""
    return not has_coat(unit) and ANGEL not in unit.card.all_codes and not any(fields_around(battle, unit))


LEARNED: Final = rules.table("AS-SPA-038", {"within": 12.0})
BY_HEART: Final = "LPRB"  # what a Human TRO does without


@rules.rule("AS-SPA-038", otherwise=False)
def knows_by_heart(battle: Battle, viewer: Unit, unit: Unit) -> bool:
    """A Human TRO knows every machine near by as a light probe would; who lies hidden it has not seen at all."""
    if not has(battle, viewer, HUMAN_TRO):
        return False
    return within(battle, viewer, unit, LEARNED.of(battle)["within"])
