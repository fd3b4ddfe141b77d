"""Where some terrain may lie (pp. 56, 58): what players agree on before a battle, and a script must keep to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.ruleset import rules
from lancemate.field.shapes import Disc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.field.shapes import Point
    from lancemate.field.space import Space
    from lancemate.field.terrain import Feature

NEAR_BUILDINGS: Final = 6.0  # inches
HIGHEST_PILE: Final = 2.0
CLEAR: Final = ("road", "pavement", "hill", "building", "wall", "heavy_industrial")
ALL_ROUND: Final = tuple(22.5 * k for k in range(16))


def fault_of(table: Space, feature: Feature) -> str | None:
    """Why a piece of terrain may not lie where it does, or None."""
    if feature.kind == "heavy_industrial":
        return out_of_place(table, feature)
    return too_high_a_pile(table, feature) if feature.kind == "gravel_piles" else None


def _outline(table: Space, feature: Feature) -> Iterator[Point]:
    """Points on the edge of a piece, and half-way between its corners."""
    for part in feature.shape.parts():
        if isinstance(part, Disc):
            yield from (table.beyond((part.x, part.y), way, part.r) for way in ALL_ROUND)
        else:
            for a, b in zip(part, (*part[1:], part[0]), strict=True):
                yield a
                yield (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


@rules.formula("AS-BAT-035", otherwise=None)
def out_of_place(table: Space, feature: Feature) -> str | None:
    """Heavy industrial ground takes the place of clear or paved ground within 6 inches of some building."""
    spots = [feature.shape.centroid(), *_outline(table, feature)]
    inside = [spot for spot in spots if feature in table.features_at(*spot)]
    below = {one.kind for x, y in inside for one in table.features_at(x, y)[: table.features_at(x, y).index(feature)]}
    if not below <= set(CLEAR):
        wrong = ", ".join(sorted(kind.replace("_", " ") for kind in below - set(CLEAR)))
        return f"heavy industrial ground lies on clear or paved ground only, not on {wrong} (AS-BAT-035)"
    near = [one for one in table.features if one.kind == "building"]
    if any(table.distance_to(one.id, *spot) <= NEAR_BUILDINGS + 1e-6 for one in near for spot in spots):
        return None
    return "heavy industrial ground lies within 6 inches of a building (AS-BAT-035)"


@rules.formula("AS-BAT-032", otherwise=None)
def too_high_a_pile(table: Space, feature: Feature) -> str | None:
    """A pile rises no more than 2 inches above the lowest ground beside it."""
    on = [spot for spot in (feature.shape.centroid(), *_outline(table, feature)) if table.inside(*spot)]
    levels = [table.ground(*spot) for spot in on if feature in table.features_at(*spot)]
    if not levels:
        return None
    beside = [level - feature.height for level in levels]
    if max(levels) - min(beside) <= HIGHEST_PILE + 1e-6:
        return None
    return "a gravel pile rises at most 2 inches above the lowest ground beside it (AS-BAT-032)"
