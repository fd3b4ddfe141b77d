"""Lines of sight over hexes judged (pp. 69-70): what blocks them, what covers a target, what water does.

Takes the place of the inch table's own rulings where a battle is on hexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.hex_ranges import RANGES
from lancemate.alphastrike.combat.sight import (
    TOLERANCE,
    Look,
    Obstacle,
    behind_solid_terrain,
    deep_woods,
    in_water,
    solid_terrain,
    standing_in_water,
    surface_of_water,
    too_far_to_see,
    what_hides,
)
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import HEX, measured, told
from lancemate.field import layout

if TYPE_CHECKING:
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.bodies import Body

WOODS: Final = rules.table("AS-HEX-025", {"hexes of woods that block": 3})


@hooks.line_of_sight.rule("AS-HEX-013", when=HEX)
def a_floor_between(sight: Look) -> Obstacle | None:
    """Units next to each other see each other, but not from floor to floor of buildings that stand side by side."""
    target = sight.target
    if target is None or sight.seen.distance != sight.battle.state.table.contact:
        return None
    if abs(sight.eye.bottom - sight.at.bottom) <= TOLERANCE:
        return None
    if not (_indoors(sight, sight.eye) and _indoors(sight, sight.at)):
        return None
    text = f"{sight.viewer.id} and {target.id} are on different floors of buildings next to each other"
    return Obstacle("AS-HEX-013", text)


def _indoors(sight: Look, body: Body) -> bool:
    table = sight.battle.state.table
    houses = [one for one in table.features_at(body.x, body.y) if one.role == layout.SOLID]
    return any(body.bottom < table.surface(body.x, body.y) + house.height - TOLERANCE for house in houses)


@hooks.line_of_sight.rule("AS-HEX-028", part=1, when=HEX, replaces=surface_of_water)
def under_the_surface(sight: Look) -> Obstacle | None:
    """What is under water sees what is in or on the same water: others under it, and vessels, but nobody else."""
    target = sight.target
    ends = [unit for unit in (sight.viewer, target) if unit is not None]
    under = [unit for unit in ends if in_water(sight.battle, unit) == "complete"]
    if not under:
        return None
    above = next((unit for unit in ends if unit not in under), None)
    if sight.seen.same_water and (above is None or _swims(sight, above)) and target is not None:
        return None
    return Obstacle("AS-HEX-028", f"{under[0].id} is completely under water, and the other is not in that water")


def _swims(sight: Look, unit: Unit) -> bool:
    return unit.card.is_naval or in_water(sight.battle, unit) == "partial"


@hooks.line_of_sight.rule("AS-HEX-025", part=2, when=HEX, replaces=solid_terrain)
def solid_hexes(sight: Look) -> Obstacle | None:
    """Hills, buildings and the largest units block where they come between."""
    if sight.seen.hidden_target < 1.0 - TOLERANCE:
        return None
    return Obstacle("AS-HEX-025", f"{what_hides(sight)} comes between{chosen_for(sight)}")


@hooks.line_of_sight.rule("AS-HEX-025", part=3, when=HEX, replaces=deep_woods)
def three_hexes_of_woods(sight: Look) -> Obstacle | None:
    """Three hexes of woods that come between cannot be looked through."""
    count = measured(sight.battle, sight.seen.woods)
    if count < WOODS.of(sight)["hexes of woods that block"]:
        return None
    text = f"{count:g} hexes of woods come between{chosen_for(sight)}; 3 block the view"
    return Obstacle("AS-HEX-025", text, growth=True)


@hooks.line_of_sight.rule("AS-HEX-005", part=4, when=HEX, replaces=too_far_to_see)
def beyond_all_ranges(sight: Look) -> Obstacle | None:
    """Ground units neither see nor shoot farther than 21 hexes; what flies high does."""
    for unit in (sight.viewer, sight.target):
        if unit is not None and unit.card.is_aerospace and unit.airborne:
            return None
    last = RANGES.of(sight)["L"]
    if measured(sight.battle, sight.seen.distance) <= last:
        return None
    return Obstacle("AS-HEX-005", f"it is {told(sight.battle, sight.seen.distance)} away, and ranges end at {last}")


def chosen_for(sight: Look) -> str:
    """Where the line runs between hexes, for whom they were chosen."""
    return "" if sight.seen.favoured is None else f" (along a border the {sight.seen.favoured} has the choice)"


@hooks.partial_cover.rule("AS-HEX-026", part=1, when=HEX, replaces=behind_solid_terrain)
def behind_a_step(sight: Look) -> str | None:
    """A 'Mech behind solid ground one level higher than its own hex, towards an attacker who is no higher than it."""
    if sight.target is None or not sight.target.card.is_mech:
        return None
    return "AS-HEX-026" if TOLERANCE < sight.seen.hidden_target < 1.0 - TOLERANCE else None


@hooks.partial_cover.rule("AS-HEX-027", part=2, when=HEX, replaces=standing_in_water)
def wading(sight: Look) -> str | None:
    """A 'Mech in water of depth 1 is covered from every side, from above too."""
    target = sight.target
    if target is None or not target.card.is_mech or in_water(sight.battle, target) != "partial":
        return None
    return "AS-HEX-027"
