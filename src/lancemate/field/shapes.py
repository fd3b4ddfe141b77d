"""The shapes terrain comes in. Plane geometry only: no heights, no rules.

Shapes are exact. A circle stays a circle; a line with a width is the union of one rectangle per segment and a disc at
every inner corner (flat ends, rounded bends). Points on an edge belong to the shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from lancemate.field.errors import FieldError
from lancemate.kernel.values import frozen

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, ...]
Bounds: TypeAlias = tuple[float, float, float, float]

LEAST_AREA: Final = 1e-9
LEAST_SIDE: Final = 1e-6  # inches between neighbouring points
MOST_POINTS: Final = 1000  # of an outline: every side is held against every other
SECTION: Final = 2.0  # inches of a line that may be taken out of it alone


class Disc(NamedTuple):
    """A round part of a shape."""

    x: float
    y: float
    r: float


Part: TypeAlias = Corners | Disc


class Shape:
    """A region of the table. Subclasses say which parts it is the union of."""

    __slots__ = ()

    def parts(self) -> tuple[Corners | Disc, ...]:
        raise NotImplementedError

    def corners(self) -> Corners:
        """The points that stand for the whole outline: where a level deck looks for its banks."""
        raise NotImplementedError

    def centroid(self) -> Point:
        raise NotImplementedError

    def fault(self) -> str | None:
        """What is wrong with the shape, or None."""
        raise NotImplementedError

    def bounds(self) -> Bounds:
        return _bounds(self)


@lru_cache(maxsize=4096)  # every change of a table asks for all of them
def _bounds(shape: Shape) -> Bounds:
    xs: list[float] = []
    ys: list[float] = []
    for part in shape.parts():
        if isinstance(part, Disc):
            xs += (part.x - part.r, part.x + part.r)
            ys += (part.y - part.r, part.y + part.r)
        else:
            xs += [x for x, _ in part]
            ys += [y for _, y in part]
    return min(xs), min(ys), max(xs), max(ys)


@frozen
class Polygon(Shape):
    """A simple polygon, either way round, the last corner joined to the first."""

    points: Corners

    def parts(self) -> tuple[Part, ...]:
        return (self.points,)

    def corners(self) -> Corners:
        return self.points

    def centroid(self) -> Point:
        area = 0.0
        x = 0.0
        y = 0.0
        ox, oy = self.points[0]
        for (ax, ay), (bx, by) in _edges(self.points):
            cross = (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
            area += cross
            x += (ax + bx - 2.0 * ox) * cross
            y += (ay + by - 2.0 * oy) * cross
        return ox + x / (3.0 * area), oy + y / (3.0 * area)

    def fault(self) -> str | None:
        if problem := _not_finite(self.points):
            return problem
        if not 3 <= len(self.points) <= MOST_POINTS:
            return f"a polygon has 3 to {MOST_POINTS:,} corners, not {len(self.points):,}"
        edges = list(_edges(self.points))
        if any(_same(a, b) for a, b in edges):
            return "two neighbouring corners are the same point"
        if problem := _self_crossing(edges):
            return problem
        if abs(signed_area(self.points)) < LEAST_AREA:
            return "its area is zero"
        return None


@frozen
class Rect(Shape):
    """South-west corner, width to the east, depth to the north."""

    x: float
    y: float
    width: float
    depth: float

    def corners(self) -> Corners:
        right, top = self.x + self.width, self.y + self.depth
        return ((self.x, self.y), (right, self.y), (right, top), (self.x, top))

    def parts(self) -> tuple[Part, ...]:
        return (self.corners(),)

    def centroid(self) -> Point:
        return self.x + self.width / 2.0, self.y + self.depth / 2.0

    def fault(self) -> str | None:
        if problem := _not_finite([(self.x, self.y), (self.width, self.depth)]):
            return problem
        if self.width <= 0.0 or self.depth <= 0.0:
            return f"a rectangle needs a positive width and depth, not {self.width:g} x {self.depth:g}"
        return "its area is zero" if self.width * self.depth < LEAST_AREA else None


@frozen
class Circle(Shape):
    x: float
    y: float
    r: float

    def parts(self) -> tuple[Part, ...]:
        return (Disc(self.x, self.y, self.r),)

    def corners(self) -> Corners:
        x, y, r = self.x, self.y, self.r
        return ((x + r, y), (x, y + r), (x - r, y), (x, y - r))

    def centroid(self) -> Point:
        return self.x, self.y

    def fault(self) -> str | None:
        if problem := _not_finite([(self.x, self.y), (self.r, 0.0)]):
            return problem
        if self.r <= 0.0:
            return f"a circle needs a positive radius, not {self.r:g}"
        return "its area is zero" if self.r * self.r < LEAST_AREA else None


@frozen
class Circles(Shape):
    """Several circles together, each (x, y, radius): what a unit of many sections leaves behind."""

    rounds: tuple[tuple[float, float, float], ...]

    def parts(self) -> tuple[Part, ...]:
        return tuple([Disc(*one) for one in self.rounds])

    def corners(self) -> Corners:
        return tuple([corner for one in self.rounds for corner in Circle(*one).corners()])

    def centroid(self) -> Point:
        """Of all of them, each by its size; where that is not in any, of the nearest."""
        sizes = [r * r for _, _, r in self.rounds]
        x = sum(one[0] * size for one, size in zip(self.rounds, sizes, strict=True)) / sum(sizes)
        y = sum(one[1] * size for one, size in zip(self.rounds, sizes, strict=True)) / sum(sizes)
        near = min(self.rounds, key=lambda one: (one[0] - x) * (one[0] - x) + (one[1] - y) * (one[1] - y))
        inside = (near[0] - x) * (near[0] - x) + (near[1] - y) * (near[1] - y) <= near[2] * near[2]
        return (x, y) if inside else (near[0], near[1])

    def fault(self) -> str | None:
        if not 1 <= len(self.rounds) <= MOST_POINTS:
            return f"there are 1 to {MOST_POINTS:,} circles, not {len(self.rounds):,}"
        return next((fault for one in self.rounds if (fault := Circle(*one).fault()) is not None), None)


@frozen
class Line(Shape):
    """A polyline with a width: roads, rivers, bridges. ``gone`` are the sections of it that are no longer there.

    Sections are 2 inches long and count from 1 at the first point; the last one may be shorter.
    """

    points: Corners
    width: float
    gone: tuple[int, ...] = ()

    def parts(self) -> tuple[Part, ...]:
        half = self.width / 2.0
        parts: list[Part] = []
        corners: list[Part] = []
        for run in self.runs():
            for (ax, ay), (bx, by) in pairwise(run):
                length = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
                nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
                parts.append(((ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny), (ax + nx, ay + ny)))
            corners.extend(Disc(x, y, half) for x, y in run[1:-1])
        return (*parts, *corners)

    def runs(self) -> tuple[Corners, ...]:
        """The polylines that are left of it: itself as long as nothing is gone."""
        if not self.gone:
            return (self.points,)
        runs: list[Corners] = []
        start: int | None = None
        for number in range(1, self.sections + 2):
            there = number <= self.sections and number not in self.gone
            if there and start is None:
                start = number
            elif not there and start is not None:
                runs.append(self._between((start - 1) * SECTION, (number - 1) * SECTION))
                start = None
        return tuple(runs)

    @property
    def length(self) -> float:
        return sum(self._lengths())

    @property
    def sections(self) -> int:
        """How many there are, those that are gone included."""
        return max(1, math.ceil(self.length / SECTION - LEAST_SIDE))

    def section(self, number: int) -> Line:
        """One of them, as a line of its own."""
        return Line(self._between((number - 1) * SECTION, number * SECTION), self.width)

    def _lengths(self) -> list[float]:
        return [
            math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) for (ax, ay), (bx, by) in pairwise(self.points)
        ]

    def _between(self, start: float, end: float) -> Corners:
        """The piece of the polyline from so far along it to so far."""
        found: list[Point] = []
        along = 0.0
        for (ax, ay), (bx, by), length in zip(self.points, self.points[1:], self._lengths(), strict=False):
            for at in (max(start, along), min(end, along + length)):
                if along <= at <= along + length and start <= at <= end:
                    t = (at - along) / length
                    point = (ax + t * (bx - ax), ay + t * (by - ay))
                    if not found or not _same(found[-1], point):
                        found.append(point)
            along += length
        return tuple(found)

    def corners(self) -> Corners:
        return self.points

    def centroid(self) -> Point:
        """The point half way along."""
        lengths = self._lengths()
        left = sum(lengths) / 2.0
        for (ax, ay), (bx, by), length in zip(self.points, self.points[1:], lengths, strict=False):
            if left <= length:
                t = left / length
                return ax + t * (bx - ax), ay + t * (by - ay)
            left -= length
        return self.points[-1]

    def fault(self) -> str | None:
        if problem := _not_finite([*self.points, (self.width, 0.0)]):
            return problem
        if not 2 <= len(self.points) <= MOST_POINTS:
            return f"a line has 2 to {MOST_POINTS:,} points, not {len(self.points):,}"
        if self.width <= 0.0:
            return f"a line needs a positive width, not {self.width:g}"
        if any(_same(a, b) for a, b in pairwise(self.points)):
            return "two neighbouring points are the same"
        if self.gone and not all(1 <= number <= self.sections for number in self.gone):
            return f"it has sections 1 to {self.sections}, not {', '.join(str(number) for number in self.gone)}"
        if self.gone and not self.runs():
            return "nothing of it is left"
        return None


def polygon(points: Sequence[Sequence[float]]) -> Polygon:
    return Polygon(_points(points))


def line(points: Sequence[Sequence[float]], width: float, gone: Sequence[int] = ()) -> Line:
    return Line(_points(points), float(width), tuple(sorted(set(gone))))


def signed_area(points: Corners) -> float:
    """Positive when the corners run anticlockwise."""
    ox, oy = points[0]
    return sum((ax - ox) * (by - oy) - (bx - ox) * (ay - oy) for (ax, ay), (bx, by) in _edges(points)) / 2.0


def _points(points: Sequence[Sequence[float]]) -> Corners:
    if any(len(point) != 2 for point in points):
        raise FieldError("every point is a pair of numbers, x and y")
    return tuple((float(x), float(y)) for x, y in points)


def _edges(points: Corners) -> zip[tuple[Point, Point]]:
    return zip(points, points[1:] + points[:1], strict=True)


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < LEAST_SIDE and abs(a[1] - b[1]) < LEAST_SIDE


def _not_finite(points: Sequence[Point]) -> str | None:
    for x, y in points:
        if not (math.isfinite(x) and math.isfinite(y)):
            return "every number must be finite"
    return None


def _self_crossing(edges: Sequence[tuple[Point, Point]]) -> str | None:
    count = len(edges)
    boxes = [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in edges]
    for i in range(count):
        west, east, south, north = boxes[i]
        for j in range(i + 1, count):
            x0, x1, y0, y1 = boxes[j]
            if x0 > east or x1 < west or y0 > north or y1 < south:
                continue
            if j == i + 1 or (i == 0 and j == count - 1):
                if _folds_back(edges[i], edges[j]):
                    return f"it folds back on itself at corner {j if j == i + 1 else 0}"
            elif _meet(*edges[i], *edges[j]):
                return f"it crosses itself (sides {i + 1} and {j + 1})"
    return None


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _folds_back(one: tuple[Point, Point], two: tuple[Point, Point]) -> bool:
    """Whether two sides that share a corner lie on top of one another."""
    shared = one[1] if one[1] == two[0] else one[0]
    a = one[0] if shared == one[1] else one[1]
    b = two[1] if shared == two[0] else two[0]
    dot = (a[0] - shared[0]) * (b[0] - shared[0]) + (a[1] - shared[1]) * (b[1] - shared[1])
    return _side(shared, a, b) == 0.0 and dot > 0.0


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd share a point."""
    p, q, r, s = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if ((p > 0.0) != (q > 0.0)) and ((r > 0.0) != (s > 0.0)) and 0.0 not in (p, q, r, s):
        return True
    return (
        (p == 0.0 and _between(a, b, c))
        or (q == 0.0 and _between(a, b, d))
        or (r == 0.0 and _between(c, d, a))
        or (s == 0.0 and _between(c, d, b))
    )


def _between(a: Point, b: Point, c: Point) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
