"""Looks at drawn pages for the tests: what overlaps, what lies outside, what can be read."""

from collections.abc import Iterable
from itertools import combinations

from lancemate.muster.printing.drawing import Box, Disc, Mark, Polygon, Stroke, Text

Bounds = tuple[float, float, float, float]


def bounds(mark: Mark) -> Bounds:
    """Left, top, right and bottom."""
    match mark:
        case Text():
            return mark.x, mark.y - 0.72 * mark.size, mark.x + mark.width, mark.y + 0.21 * mark.size
        case Box():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Disc():
            return mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius
        case Polygon():
            across, down = zip(*mark.points, strict=True)
            return min(across), min(down), max(across), max(down)
        case Stroke():
            return min(mark.x1, mark.x2), min(mark.y1, mark.y2), max(mark.x1, mark.x2), max(mark.y1, mark.y2)


def meet(one: Bounds, other: Bounds, slack: float = 0.35) -> bool:
    return (
        one[0] + slack < other[2]
        and other[0] + slack < one[2]
        and one[1] + slack < other[3]
        and other[1] + slack < one[3]
    )


def overlaps(marks: Iterable[Mark]) -> list[tuple[object, object]]:
    """Texts that run into each other, or into bubbles."""
    seen = [(mark, bounds(mark)) for mark in marks if isinstance(mark, Text | Disc) and getattr(mark, "text", "x")]
    return [
        (one, other)
        for (one, here), (other, there) in combinations(seen, 2)
        if meet(here, there) and not (isinstance(one, Disc) and isinstance(other, Disc))
    ]


def outside(marks: Iterable[Mark], width: float, height: float) -> list[Mark]:
    return [
        mark
        for mark in marks
        for left, top, right, bottom in [bounds(mark)]
        if left < -0.01 or top < -0.01 or right > width + 0.01 or bottom > height + 0.01
    ]


def words(marks: Iterable[Mark]) -> str:
    return " ".join(mark.text for mark in marks if isinstance(mark, Text))
