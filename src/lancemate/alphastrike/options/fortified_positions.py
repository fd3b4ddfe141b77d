"""Fortified positions (p. 168): whoever may dig them, and who fights from them.

Infantry with TRN digs without this module too (abilities/trenches.py). What a position of one's own digging is to
infantry in the open belongs to the options of infantry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.trenches import (
    CODE,
    KIND,
    behind_earthworks,
    digging_offered,
    infantry_to_cover,
    is_fortified,
    may_fortify,
    positions_appear,
    trenches_are_dug,
    why_not_fortify,
    why_not_here,
)
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.offer import Offer
from lancemate.alphastrike.play.words import terrain_kinds
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

FORTIFIED: Final = rules.option(
    "fortified_positions", "AS-OPT-465", "engineers dig positions for infantry, vehicles and ProtoMechs"
)
POSITION: Final = rules.table("AS-OPT-466", {"target number": 2})
RADIUS: Final = 1.0
terrain_kinds.add(KIND, (FORTIFIED, "optional_abilities"))


def is_engineer(unit: Unit) -> bool:
    """Any ground unit with TRN, and infantry with ENG."""
    return (unit.has(CODE) and unit.card.is_ground_unit) or (unit.has("ENG") and unit.card.is_infantry)


@rules.rule("AS-OPT-465", when=FORTIFIED, replaces=why_not_fortify)
def why_not_dig(battle: Battle, unit: Unit) -> Refusal | None:
    """An engineer that stands still and attacks nobody for a turn; not in buildings or water."""
    if not is_engineer(unit):
        text = f"{unit.id} digs no positions: that takes TRN, or infantry with ENG"
        return Refusal("no_such_ability", text, "AS-OPT-465")
    return why_not_here(battle, unit)


@hooks.offers.rule("AS-OPT-465", when=FORTIFIED, replaces=may_fortify)
def may_dig(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    return digging_offered(battle, unit, "AS-OPT-465")


@hooks.end_phase.rule("AS-OPT-465", part=hooks.FIRES, when=FORTIFIED, replaces=trenches_are_dug)
def positions_are_dug(battle: Battle) -> bool | None:
    """It is there from the End Phase on, around its builders, for the rest of the scenario."""
    return positions_appear(battle, RADIUS, "AS-OPT-465")


@hooks.to_hit.rule("AS-OPT-466", part=hooks.OTHER, types=("CI", "BA"), when=FORTIFIED, replaces=behind_earthworks)
def infantry_in_a_position(attack: Attack) -> Modifier | None:
    """Infantry in it is harder to hit, except by heat and by what strikes an area."""
    target = infantry_to_cover(attack)
    if target is None or target.airborne or not is_fortified(attack.battle, target.at):
        return None
    return Modifier("Fortified position", POSITION.of(attack)["target number"], "AS-OPT-466")


@hooks.finds_cover.rule("AS-OPT-466", when=FORTIFIED)
def hull_down_in_a_position(battle: Battle, unit: Unit, at: Point) -> str | None:
    """Vehicles and ProtoMechs need not look for a place that was made for them."""
    fits = unit.card.is_vehicle or unit.card.is_protomech
    return "AS-OPT-466" if fits and is_fortified(battle, at) else None
