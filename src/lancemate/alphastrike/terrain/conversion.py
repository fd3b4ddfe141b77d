"""How much ground bears before it becomes other ground (p. 173), and what it becomes.

One area is what a template of 2 inches covers; what lies at its middle counts for all of it. When its factor is used up
the terrain is gone in that circle, stands on around it, and the new terrain is a piece of its own. Must not know who
attacks the ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import (
    BREAKS,
    DIGS,
    FLATTENS,
    FLATTENS_DENSEST,
    ULTRA,
    WEARS,
    become,
    sink,
    turn,
)
from lancemate.alphastrike.terrain.ground import AREAS, factors, wear
from lancemate.field.shapes import Circle
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.ruleset import Switched

RADIUS: Final = 1.0  # of an area
DUG: Final = 1.0  # inches that ground is deeper afterwards
PIT: Final = "pit"
BARE: Final = ("clear", "rough", "sand", "pavement", "dirt_road", "gravel_road", "paved_road")  # nothing grows there
SHEETS: Final = ("ice", "magma_crust")  # they break, with all that lies on them
LIES_ABOVE: Final = (*AREAS, "geyser", "emi", "hill", "hollow", PIT)  # the ground is what is under it


class Conversion(NamedTuple):
    """A Terrain Factor, and the kind of terrain that is left when it is used up."""

    factor: int
    becomes: str


FACTORS: Final = rules.table(
    "AS-OPT-541",
    {
        "clear": Conversion(200, PIT),
        "rough": Conversion(200, PIT),
        "deep_snow": Conversion(12, "mud"),
        "dirt_road": Conversion(6, "rough"),
        "gravel_piles": Conversion(30, "rough"),
        "gravel_road": Conversion(15, "rough"),
        "ice": Conversion(12, "water"),
        "jungle": Conversion(25, "rough"),
        "magma_crust": Conversion(9, "magma_liquid"),
        "pavement": Conversion(60, "rough"),
        "paved_road": Conversion(45, "rough"),
        "planted_fields": Conversion(9, "rough"),
        "sand": Conversion(30, PIT),
        "tundra": Conversion(21, "rough"),
        "woods": Conversion(20, "rough"),
    },
)


# -- what lies there ------------------------------------------------------------------------------------------


def row_of(feature: Feature | None) -> str:
    """The row of the table that a piece of terrain is in; without any it is open ground."""
    if feature is None:
        return "clear"
    if feature.role_name == "woods":
        return next((row for row in ("woods", "jungle") if row in feature.kind), feature.kind)
    return f"{feature.properties.get('surface', 'paved')}_road" if feature.kind == "road" else feature.kind


def convertible(by: Switched, features: tuple[Feature, ...]) -> Feature | None:
    """Of what lies on a place, the uppermost that grows there or covers the ground, and has a Terrain Factor."""
    rows = FACTORS.of(by)
    found = (feature for feature in reversed(features) if row_of(feature) in rows and row_of(feature) not in BARE)
    return next(found, None)


class Ground(NamedTuple):
    """What has to be worn down first at a place: a piece of terrain, or (without one) open ground."""

    feature: Feature | None
    row: str


def ground_at(battle: Battle, at: Point) -> Ground | None:
    """The uppermost terrain of a place, where it can be converted; what stands on it must be destroyed first."""
    rows = FACTORS.of(battle)
    for feature in reversed(battle.table.features_at(*at)):
        if feature.kind not in LIES_ABOVE:
            row = row_of(feature)
            return Ground(feature, row) if row in rows and "road" not in feature.properties else None
    return Ground(None, "clear") if "clear" in rows else None


def factor_left(battle: Battle, at: Point, feature: Feature | None) -> int:
    """What is left of the Terrain Factor of the area around a place."""
    name = None if feature is None else feature.id
    middle = list(area_of(battle, at, name))
    known = (one["left"] for one in factors.of(battle.state) if one["point"] == middle and one["terrain"] == name)
    given = FACTORS.of(battle)[row_of(feature)].factor
    left = next(known, given if feature is None else feature.properties.get("tf", given))
    return int(left) if isinstance(left, (int, float)) else 0


def area_of(battle: Battle, at: Point, name: str | None) -> Point:
    """The middle of the area that a place lies in: one that is worn already or burns, or the place itself."""
    worn = (one for one in factors.of(battle.state) if one["terrain"] == name and one["left"])
    middles = [_pair(one["point"]) for one in worn]
    near = next((middle for middle in middles if battle.table.within(middle, at, RADIUS)), None)
    burning = (one.shape.centroid() for one in battle.table.features_at(*at) if one.kind == "fire")
    return near or next(burning, battle.table.snap(at))


def _pair(point: JSON) -> Point:
    x, y = point if isinstance(point, list) else (0.0, 0.0)
    assert isinstance(x, (int, float))
    assert isinstance(y, (int, float))
    return x, y


def becomes(by: Switched, feature: Feature | None) -> str:
    """The kind that a piece of terrain, or open ground, turns into."""
    kind = FACTORS.of(by)[row_of(feature)].becomes
    if feature is None:
        return kind
    return ultra(by) if feature.kind.startswith(ULTRA) else kind


@rules.rule("AS-OPT-002", otherwise="rough")
def ultra(by: Switched) -> str:
    """What is left of the densest woods and jungle is the roughest ground."""
    return "ultra_rough"


# -- wearing it down ------------------------------------------------------------------------------------------


def erode(battle: Battle, at: Point, points: int, by: str, ground: Ground | None = None) -> None:
    """Take points off the Terrain Factor of the area around a place; without any left it becomes other ground.

    Unless ``ground`` says what is struck, it is what grows there.
    """
    feature = convertible(battle, battle.table.features_at(*at)) if ground is None else ground.feature
    if ground is None and feature is None:
        return
    at = area_of(battle, at, None if feature is None else feature.id)
    left = max(0, factor_left(battle, at, feature) - points)
    wear(battle, at, None if feature is None else feature.id, left, by)
    if not left:
        convert(battle, at, feature, by)


def convert(battle: Battle, at: Point, feature: Feature | None, by: str) -> None:
    """An area becomes what the table says. A road stays one, in bad repair; ice over nothing leaves nothing."""
    kind, place = becomes(battle, feature), Circle(*at, RADIUS)
    if kind == PIT:
        sink(battle, DIGS, kind, place, DUG, by, piece=feature)
    elif feature is not None and feature.kind in SHEETS:
        dry = feature.kind == "ice" and not feature.depth
        become(battle, BREAKS, None if dry else kind, place, by, keys={"depth": feature.depth})
    elif feature is not None and is_road(feature):
        become(battle, WEARS, kind, place, by, keys={"road": "damaged"})
    else:
        become(battle, WEARS, kind, place, by, piece=feature)


def is_road(feature: Feature) -> bool:
    """A road stays one, however much it is torn up; paved ground does not."""
    return feature.kind == "road"


def fell(battle: Battle, place: Circle, by: str) -> None:
    """Woods and jungle that are destroyed at once become what they do when their Terrain Factor is used up."""
    turn(battle, FLATTENS_DENSEST, ultra(battle), place, by)
    turn(battle, FLATTENS, "rough", place, by)
