"""Measuring on the inch table: straight lines, round bases, compass bearings, four edges.

These are the plain questions of a Space (space.py) that need no terrain. It must not know units, sides or rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt
from typing import Any, Final

import numpy as np

from lancemate.field import bodies, compass
from lancemate.field import measure as straight
from lancemate.field.bodies import CONTACT, TINY, BaseT, Body
from lancemate.field.compass import HexSide, direction
from lancemate.field.layout import Bools, Floats
from lancemate.field.measure import WHOLE
from lancemate.field.shapes import Bounds, Point

EDGES: Final = ("south", "north", "west", "east")
REAR: Final = 0.75  # square of the cosine of 30 degrees: the rear is a sixth of all directions
PLACES: Final = 4  # decimals a coordinate and a facing are kept to
SHORT: Final = 10.0**PLACES
GRID: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # from north, clockwise


class Inches:
    """The measures of a table of ``width`` by ``depth`` inches."""

    __slots__ = ()

    width: float
    depth: float

    kind: Final = "table"
    measure: Final = "inches"
    scale: Final = 1.0
    spacing: Final = 1.0
    contact: Final = CONTACT

    # Names: places on a table have none

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.depth

    def name(self, at: Point) -> str:
        return f"({at[0]:g}, {at[1]:g})"

    def named(self, text: str) -> Point | None:
        return None

    def written(self, data: Any) -> Any:
        return data

    # Points

    @property
    def centre(self) -> Point:
        return self.width / 2, self.depth / 2

    def distance(self, a: Point, b: Point) -> float:
        dx, dy = a[0] - b[0], a[1] - b[1]
        return sqrt(dx * dx + dy * dy)

    def apart(self, a: Point, radius: float, b: Point, other: float = 0.0) -> float:
        dx, dy = a[0] - b[0], a[1] - b[1]
        return sqrt(dx * dx + dy * dy) - radius - other

    def within(self, a: Point, b: Point, reach: float) -> bool:
        dx, dy = a[0] - b[0], a[1] - b[1]
        return dx * dx + dy * dy <= reach * reach

    def closer(self, a: Point, b: Point, reach: float) -> bool:
        dx, dy = a[0] - b[0], a[1] - b[1]
        return dx * dx + dy * dy < reach * reach

    def distances(self, points: Floats, at: Point) -> Floats:
        dx, dy = points[:, 0] - at[0], points[:, 1] - at[1]
        found: Floats = np.sqrt(dx * dx + dy * dy)
        return found

    def length(self, points: Sequence[Point]) -> float:
        total = 0.0
        for (ax, ay), (bx, by) in pairwise(points):
            total += sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        return total

    def part_way(self, a: Point, b: Point, far: float) -> Point:
        return b if straight.distance(a, b) <= far else self.on_line(a, b, far)

    def on_line(self, a: Point, b: Point, far: float) -> Point:
        east, north = compass.heading(a, b) or (1.0, 0.0)
        return a[0] + east * far, a[1] + north * far

    def beyond(self, at: Point, degrees: float, far: float) -> Point:
        dx, dy = direction(degrees)
        return at[0] + far * dx, at[1] + far * dy

    def nearest_on(self, a: Point, b: Point, at: Point) -> Point:
        return straight.nearest_on(a, b, at)

    def entries(self, points: Sequence[Point], at: Point, reach: float, slack: float = 0.0) -> list[float]:
        found: list[float] = []
        done = 0.0
        cx, cy = at
        for (ax, ay), (bx, by) in pairwise(points):
            length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
            if length > 0.0:
                ux, uy = (bx - ax) / length, (by - ay) / length
                along = (cx - ax) * ux + (cy - ay) * uy
                off2 = (cx - ax) * (cx - ax) + (cy - ay) * (cy - ay) - along * along
                if off2 < (reach - slack) * (reach - slack):
                    entry = along - sqrt(reach * reach - off2)
                    if entry <= length and along > slack:
                        found.append(done + max(0.0, entry))
            done += length
        return found

    def points_at(self, a: Point, b: Point, centre: Point, reach: float) -> list[Point]:
        (ax, ay), (bx, by), (cx, cy) = a, b, centre
        dx, dy, fx, fy = bx - ax, by - ay, ax - cx, ay - cy
        square, half, rest = dx * dx + dy * dy, 2.0 * (fx * dx + fy * dy), fx * fx + fy * fy - reach * reach
        inside = half * half - 4.0 * square * rest
        if square == 0.0 or inside < 0.0:
            return []
        root = sqrt(inside)
        shares = ((-half - root) / (2.0 * square), (-half + root) / (2.0 * square))
        return [(ax + share * dx, ay + share * dy) for share in shares if 0.0 <= share <= 1.0]

    def those_near(self, box: Bounds, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        west, south, east, north = box
        found: list[BaseT] = []
        for base in bases:
            reach, x = radius + base.radius, base.x
            if x < west - reach or x > east + reach:
                continue
            y = base.y
            if y >= south - reach and y <= north + reach:
                found.append(base)
        return found

    def neighbours(self, at: Point) -> tuple[Point, ...]:
        x, y = at
        step = self.spacing
        around = [(x + step * dx, y + step * dy) for dx, dy in GRID]
        return tuple([place for place in around if self.inside(*place)])

    def snap(self, at: Point) -> Point:
        # Most points are short enough already: to see that is much quicker than to round them.
        x, y = at
        if (x * SHORT + WHOLE - WHOLE) / SHORT != x:
            x = round(x, PLACES)
        if (y * SHORT + WHOLE - WHOLE) / SHORT != y:
            y = round(y, PLACES)
        return x, y

    def snap_facing(self, degrees: float) -> float:
        turned = degrees % 360.0
        return turned if turned + WHOLE - WHOLE == turned else round(turned, PLACES) % 360.0

    def ways(self, points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(points)

    # Bases and bodies

    def footprint(self, radius: float) -> float:
        return radius

    def side_by_side(self, one: float, other: float) -> float:
        return one + other

    def gap(self, a: Body, b: Body) -> float:
        return bodies.edge_distance(a, b)

    def gap_to(self, base: bodies.RoundBase, at: Point) -> float:
        dx, dy = base.x - at[0], base.y - at[1]
        return max(0.0, sqrt(dx * dx + dy * dy) - base.radius)

    def touch(self, a: Body, b: Body, tolerance: float = CONTACT, *, rise: float = inf) -> bool:
        return bodies.touching(a, b, tolerance, rise=rise)

    def overlap(self, a: Body, b: Body) -> bool:
        return bodies.overlapping(a, b)

    def overlapped(self, at: Point, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        x, y = at
        found: list[BaseT] = []
        for base in bases:
            reach = radius + base.radius
            dx = x - base.x
            if -reach < dx < reach:
                dy = y - base.y
                if dx * dx + dy * dy < reach * reach:
                    found.append(base)
        return found

    def covered(self, at: Point, reach: float, bases: Iterable[BaseT]) -> list[BaseT]:
        return [base for base in bases if self.gap_to(base, at) <= reach + TINY]

    def free_spots(
        self,
        at: Point,
        radius: float,
        occupied: Sequence[Body],
        *,
        accept: Callable[[float, float], bool] | None = None,
        reach: float = 24.0,
    ) -> Iterator[Point]:
        return bodies.free_spots(*at, radius, occupied, accept=accept, reach=reach)

    # Facings

    def heading(self, a: Point, b: Point) -> Point | None:
        return compass.heading(a, b)

    def fronts(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        ahead, _ = _off(points, others, facings)
        found: Bools = ahead >= -TINY
        return found

    def rears(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        ahead, square = _off(points, others, facings)
        found: Bools = (ahead < 0.0) & (ahead * ahead > REAR * square)
        return found

    def in_arcs(self, points: Floats, others: Floats, facings: Sequence[float], half_widths: Sequence[float]) -> Bools:
        ahead, square = _off(points, others, facings)
        cosine = np.array([direction(width)[1] if width < 180.0 else -2.0 for width in half_widths])
        found: Bools = ahead >= cosine[None, :] * np.sqrt(square) - TINY
        return found

    def roughly_toward(self, a: Point, b: Point) -> float:
        dx, dy = b[0] - a[0], b[1] - a[1]
        if abs(dx) > abs(dy):
            return 90.0 if dx > 0.0 else 270.0
        return 0.0 if dy > 0.0 else 180.0

    def bearing(self, a: Point, b: Point) -> float:
        return compass.bearing(a, b)

    def relative_bearing(self, facing: float, a: Point, b: Point) -> float:
        return compass.relative_bearing(facing, a, b)

    def ahead(self, facing: float, a: Point, b: Point) -> float:
        east, north = direction(facing)
        return (b[0] - a[0]) * east + (b[1] - a[1]) * north

    def aside(self, facing: float, a: Point, b: Point) -> float:
        east, north = direction(facing)
        return (b[0] - a[0]) * north - (b[1] - a[1]) * east

    def beside(self, at: Point, facing: float, right: float, ahead: float) -> Point:
        east, north = direction(facing)
        return at[0] + right * north + ahead * east, at[1] - right * east + ahead * north

    def share_in_arc(self, centre: Point, facing: float, half_width: float, target: Point, radius: float) -> float:
        return compass.fraction_of_base_in_arc(centre, facing, half_width, target, radius)

    def side_struck(self, target: Point, facing: float, attacker: Point) -> HexSide:
        return compass.hex_side_hit(target, facing, attacker)

    # Edges

    edges: Final = EDGES

    def inside(self, x: float, y: float, radius: float = 0.0) -> bool:
        reach = radius - TINY
        return reach <= x <= self.width - reach and reach <= y <= self.depth - reach

    def distance_to_edge(self, edge: str, at: Point, radius: float = 0.0) -> float:
        if edge == "south":
            return at[1] - radius
        if edge == "north":
            return self.depth - at[1] - radius
        return (at[0] if edge == "west" else self.width - at[0]) - radius

    def distances_to_edge(self, edge: str, points: Floats, radius: float = 0.0) -> Floats:
        x, y = points[:, 0], points[:, 1]
        found: Floats = {"south": y, "north": self.depth - y, "west": x, "east": self.width - x}[edge]
        return found - radius

    def nearest_edge(self, at: Point) -> str:
        return min(EDGES, key=lambda edge: abs(self.distance_to_edge(edge, at)))

    def onto_edge(self, edge: str, at: Point, before: float = 0.0) -> Point:
        if edge == "south":
            return at[0], before
        if edge == "north":
            return at[0], self.depth - before
        return (before, at[1]) if edge == "west" else (self.width - before, at[1])

    def along_edge(self, edge: str, aside: float, deep: float) -> Point:
        width, depth = self.width, self.depth
        return {
            "south": (width / 2 + aside, deep),
            "north": (width / 2 - aside, depth - deep),
            "west": (deep, depth / 2 - aside),
            "east": (width - deep, depth / 2 + aside),
        }[edge]

    def strip(self, edge: str, deep: float) -> tuple[float, float, float, float]:
        width, depth = self.width, self.depth
        return {
            "south": (0.0, 0.0, width, deep),
            "north": (0.0, depth - deep, width, deep),
            "west": (0.0, 0.0, deep, depth),
            "east": (width - deep, 0.0, deep, depth),
        }[edge]

    def across(self, edge: str) -> float:
        return self.depth if edge in ("south", "north") else self.width

    def leaves(self, box: Bounds) -> bool:
        return box[0] < 0.0 or box[1] < 0.0 or box[2] > self.width or box[3] > self.depth

    def edge_crossed(self, a: Point, b: Point) -> tuple[str, Point]:
        (ax, ay), (bx, by) = a, b
        best, edge = 1.0, ""
        for name, start, end, limit in (
            ("south", ay, by, 0.0),
            ("north", ay, by, self.depth),
            ("west", ax, bx, 0.0),
            ("east", ax, bx, self.width),
        ):
            past = end < limit if limit == 0.0 else end > limit
            if past and (limit - start) / (end - start) <= best:
                best, edge = (limit - start) / (end - start), name
        return edge, self.snap((ax + best * (bx - ax), ay + best * (by - ay)))


def _off(points: Floats, others: Floats, facings: Sequence[float]) -> tuple[Floats, Floats]:
    """How far in front of each of the others (columns) each point (row) lies, and the square of how far away."""
    dx = points[:, None, 0] - others[None, :, 0]
    dy = points[:, None, 1] - others[None, :, 1]
    ways = np.array([direction(facing) for facing in facings])
    ahead: Floats = dx * ways[None, :, 0] + dy * ways[None, :, 1]
    return ahead, dx * dx + dy * dy
