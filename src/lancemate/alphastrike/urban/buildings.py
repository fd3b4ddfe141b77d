"""What a building or a wall is (pp. 72-74): its row of the table, its floors and its roof, and who is in it.

A unit is in a building when the centre of its base is. Knows nothing of moves, attacks or what makes a building fall.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.appendix.battlefield import BUILDINGS
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import nearest_section, sections, top_of, whole_of
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.appendix.rows import BuildingRow
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

rules.also("AS-URB-002", BUILDINGS)

USUAL_TYPE: Final = "medium"
BUILT: Final = ("building", "wall")
STANDARD, FORTRESS, CASTLE_BRIAN = "standard", "fortress", "castle_brian"
# The groups of rows by what scripts call them.
GROUPS: Final = {STANDARD: "standard", FORTRESS: "gun emplacement or fortress", CASTLE_BRIAN: "Castle Brian"}

AROUND: Final = ((2e-4, 0.0), (-2e-4, 0.0), (0.0, 2e-4), (0.0, -2e-4))  # more than a point is rounded by

# Construction Factor of a standard building whose script gives none.
CONSTRUCTION: Final = rules.table("AS-URB-001", {"light": 2, "medium": 3, "heavy": 4, "hardened": 16})
RAIL: Final = "rail"
# Each section of a rail is a structure of its own.
RAILS: Final = rules.table("AS-BAT-059", {"cf": 5})


# -- the structure --------------------------------------------------------------------------------------------


def type_of(feature: Feature) -> str:
    """Light, medium, heavy or hardened."""
    return str(feature.properties.get("type", USUAL_TYPE))


def build_of(feature: Feature) -> str:
    """Standard, fortress or Castle Brian. Only fortresses are hardened."""
    given = str(feature.properties.get("build", STANDARD))
    return FORTRESS if given == STANDARD and type_of(feature) == "hardened" else given


def is_hangar(feature: Feature) -> bool:
    return bool(feature.properties.get("hangar"))


def row_of(by: Switched, feature: Feature) -> BuildingRow:
    """The row of the Buildings Table a structure belongs to. Small and large ones differ in nothing but their CF."""
    kind = type_of(feature)
    if feature.kind == "wall":
        return wall_row(by, kind)
    rows = BUILDINGS.of(by)[GROUPS[build_of(feature)]]
    return rows[f"{kind}, small"] if f"{kind}, small" in rows else rows[kind]


@rules.rule("AS-URB-023", otherwise=lambda by, kind: BUILDINGS.of(by)["gun emplacement or fortress"][f"{kind}, small"])
def wall_row(by: Switched, kind: str) -> BuildingRow:
    """Walls have rows of their own: the factor is that of a breach two inches wide."""
    return BUILDINGS.of(by)["wall"][kind]


def construction_factor(by: Switched, feature: Feature) -> int | None:
    """How much damage a structure takes before it falls; none for terrain that does not, nor for a bridge without."""
    given = feature.properties.get("cf")
    if feature.kind in BUILT and given is None:
        standard = feature.kind == "building" and build_of(feature) == STANDARD
        return CONSTRUCTION.of(by)[type_of(feature)] if standard else row_of(by, feature).cf_usual
    if feature.kind == RAIL:
        return RAILS.of(by)["cf"] if given is None else int(given)
    return int(given) if given is not None and feature.kind in (*BUILT, "bridge") else None


def structures(battle: Battle) -> Iterator[Feature]:
    """Everything that damage brings down, each where it breaks alone: of a wall or a rail its sections."""
    for feature in battle.table.features:
        if construction_factor(battle, feature) is not None:
            yield from sections(feature) or (feature,)


def factor_left(battle: Battle, feature: Feature) -> int:
    """What is left of its Construction Factor."""
    return max(0, (construction_factor(battle, feature) or 0) - battle.state.terrain_damage.get(feature.id, 0))


# -- floors and roof ------------------------------------------------------------------------------------------


def structure_at(battle: Battle, at: Point) -> Feature | None:
    """The building or wall at a point, the top one of several."""
    found = built_at(battle, at)
    return found[-1] if found else None


def section_at(feature: Feature, at: Point) -> Feature:
    """The section of a wall that is nearest to a point; what has no sections is one itself."""
    return nearest_section(feature, at) or feature


def roof_of(battle: Battle, feature: Feature) -> float:
    """The level of its roof: a building stands level, and a wall on one level from end to end."""
    return top_of(battle, battle.table.by_id.get(whole_of(battle.table, feature), feature), 0.0)


class Occupant(NamedTuple):
    unit: Unit
    height: float  # above the foot of the structure
    on_roof: bool


def occupants(battle: Battle, feature: Feature) -> list[Occupant]:
    """Units whose centre lies inside a building or on its roof; what flies over it is neither."""
    return [
        place
        for unit in battle.on_table()
        if any(section_at(one, unit.at) == feature for one in built_at(battle, unit.at))
        and (place := place_in(battle, unit, feature))
    ]


def built_at(battle: Battle, at: Point) -> list[Feature]:
    """Who stands on an outline, to the last hair, is outside."""
    table, (x, y) = battle.state.table, at
    touched = table.features_at(x, y)
    if not touched:  # by far the most places
        return []
    found = [feature for feature in touched if feature.kind in BUILT]
    for dx, dy in AROUND if found else ():
        there = table.features_at(x + dx, y + dy)
        found = [feature for feature in found if feature in there]
    return found


def place_in(battle: Battle, unit: Unit, feature: Feature) -> Occupant | None:
    """Where in or on a structure a unit is whose centre lies in its outline; None for what flies over it."""
    top = roof_of(battle, feature)
    if unit.airborne or unit.elevation > top + LEVEL:
        return None
    return Occupant(unit, unit.elevation - (top - feature.height), unit.elevation >= top - LEVEL)


def shelter_of(battle: Battle, unit: Unit) -> Feature | None:
    """The building a unit is inside of; nobody is inside a wall, nor on a roof inside of what is under it."""
    for feature in reversed(built_at(battle, unit.at)):
        if feature.kind == "building":
            place = place_in(battle, unit, feature)
            if place is not None and not place.on_roof:
                return feature
    return None
