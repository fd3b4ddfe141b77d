"""How much ground bears before it becomes other ground (p. 173), and what it becomes.

One area is what a template of 2 inches covers; what lies at its middle counts for all of it. Woods and fields that go
on beyond it stay as they are, worn but standing, until all of a piece is covered. Must not know who attacks the ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import factors, form, turn_into, wear
from lancemate.field.shapes import Circle

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.ruleset import Switched

RADIUS: Final = 1.0  # of an area
DUG: Final = 1.0  # inches that ground is deeper afterwards


class Conversion(NamedTuple):
    """A Terrain Factor, and the kind of terrain that is left when it is used up."""

    factor: int
    becomes: str


FACTORS: Final = rules.table(
    "AS-OPT-541",
    {
        "deep_snow": Conversion(12, "mud"),
        "gravel_piles": Conversion(30, "rough"),
        "ice": Conversion(12, "water"),
        "jungle": Conversion(25, "rough"),
        "magma_crust": Conversion(9, "magma_liquid"),
        "planted_fields": Conversion(9, "rough"),
        "sand": Conversion(30, "pit"),
        "tundra": Conversion(21, "rough"),
        "woods": Conversion(20, "rough"),
    },
)


def convertible(by: Switched, features: tuple[Feature, ...]) -> Feature | None:
    """Of what lies on a place, the uppermost that has a Terrain Factor."""
    rows = FACTORS.of(by)
    return next((feature for feature in reversed(features) if _row(feature) in rows), None)


def _row(feature: Feature) -> str:
    return "woods" if feature.role_name == "woods" and "woods" in feature.kind else feature.kind


def factor_left(battle: Battle, at: Point, feature: Feature) -> int:
    """What is left of the Terrain Factor of an area."""
    known = (
        one["left"] for one in factors.of(battle.state) if one["point"] == list(at) and one["terrain"] == feature.id
    )
    given = feature.properties.get("tf", FACTORS.of(battle)[_row(feature)].factor)
    left = next(known, given)
    return int(left) if isinstance(left, (int, float)) else 0


def erode(battle: Battle, at: Point, points: int, by: str) -> None:
    """Take points off the Terrain Factor of the area around a place; without any left it becomes other ground."""
    feature = convertible(battle, battle.table.features_at(*at))
    if feature is None:
        return
    left = max(0, factor_left(battle, at, feature) - points)
    wear(battle, at, feature.id, left, by)
    if left:
        return
    becomes = FACTORS.of(battle)[_row(feature)].becomes
    if feature.role_name in ("woods", "veil", "hill"):
        if all(battle.table.within(at, corner, RADIUS) for corner in feature.shape.corners()):
            turn_into(battle, feature.id, becomes, by)
    else:
        deep = (
            {"depth": DUG if becomes == "pit" else feature.depth} if becomes in ("water", "magma_liquid", "pit") else {}
        )
        form(battle, becomes, Circle(*at, RADIUS), by, **deep)
