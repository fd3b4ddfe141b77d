"""Shapes drawn by chance: irregular patches, blocks, discs. Knows geometry and luck; must not know terrain or rules."""

from __future__ import annotations

from collections.abc import Mapping

from lancemate.field.compass import direction
from lancemate.field.measure import length
from lancemate.field.shapes import Circle, Line, Point, Polygon, Rect, Shape
from lancemate.kernel.dice import Generator


def between(luck: Generator, least: float, most: float) -> float:
    """A number of inches, to two decimals so that it is written as it is."""
    return round(least + (most - least) * luck.uniform(), 2)


def weighted(luck: Generator, weights: Mapping[str, int]) -> str:
    """A name, each as likely as its weight says."""
    left = luck.below(sum(weights.values()))
    for name, weight in weights.items():
        left -= weight
        if left < 0:
            return name
    raise AssertionError("the weights add up")


def blob(luck: Generator, at: Point, reach: float) -> Polygon:
    """An irregular patch around a point."""
    corners = 5 + luck.below(4)
    points = []
    for k in range(corners):
        dx, dy = direction(360.0 * k / corners)
        far = reach * (0.55 + 0.45 * luck.uniform())
        points.append((round(at[0] + far * dx, 2), round(at[1] + far * dy, 2)))
    return Polygon(tuple(points))


def block(luck: Generator, at: Point, reach: float) -> Rect:
    wide, deep = between(luck, 0.8 * reach, 1.6 * reach), between(luck, 0.8 * reach, 1.6 * reach)
    return Rect(round(at[0] - wide / 2, 2), round(at[1] - deep / 2, 2), wide, deep)


def disc(luck: Generator, at: Point, reach: float) -> Circle:
    return Circle(at[0], at[1], round(reach * (0.6 + 0.4 * luck.uniform()), 2))


def area(shape: Shape) -> float:
    """Square inches under a shape; of a bent line, as if it were straight."""
    match shape:
        case Circle(_, _, r):
            return 3.14159 * r * r
        case Rect(_, _, width, depth):
            return width * depth
        case Polygon(points):
            pairs = zip(points, points[1:] + points[:1], strict=True)
            return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2.0
        case Line(points, width):
            return width * length(points)
    raise AssertionError(f"no area for {shape!r}")


# -- turning and mirroring ------------------------------------------------------------------------------------


def mirrored(shape: Shape, width: float, depth: float) -> Shape:
    """The shape as the other side would see it: turned half around the middle of a table."""

    def turn(point: Point) -> Point:
        return round(width - point[0], 2), round(depth - point[1], 2)

    match shape:
        case Circle(x, y, r):
            return Circle(*turn((x, y)), r)
        case Rect(x, y, wide, deep):
            return Rect(*turn((x + wide, y + deep)), wide, deep)
        case Polygon(points):
            return Polygon(tuple(turn(point) for point in points))
        case Line(points, wide):
            return Line(tuple(turn(point) for point in points), wide)
    raise AssertionError(f"no mirror for {shape!r}")


def laid_across(shape: Shape, width: float) -> Shape:
    """The shape on a table turned by a quarter, whose west edge was the south edge of one so wide."""

    def turn(point: Point) -> Point:
        return point[1], round(width - point[0], 2)

    match shape:
        case Circle(x, y, r):
            return Circle(*turn((x, y)), r)
        case Rect(x, y, wide, deep):
            return Rect(*turn((x + wide, y)), deep, wide)
        case Polygon(points):
            return Polygon(tuple(turn(point) for point in points))
        case Line(points, wide):
            return Line(tuple(turn(point) for point in points), wide)
    raise AssertionError(f"no turn for {shape!r}")
