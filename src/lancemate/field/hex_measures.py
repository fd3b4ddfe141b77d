"""Measuring in hexes of 2 inches: names, distances, neighbours, facings and edges of a map of so many columns and rows.

What inches.py is to the inch table. It knows no terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, isfinite
from typing import Any, Final

import numpy as np

from lancemate.field import compass, hexgrid
from lancemate.field.bodies import TINY, BaseT, Body, RoundBase
from lancemate.field.compass import HexSide, direction
from lancemate.field.errors import FieldError
from lancemate.field.hexgrid import ACROSS, COLUMN, CORNER, MOST, WAYS, Axial, Cell
from lancemate.field.inches import EDGES
from lancemate.field.layout import Bools, Floats, Ints
from lancemate.field.shapes import Bounds, Point

SNUG: Final = 0.01  # inches short of a hex that still reach it
ARC: Final = 1e-6  # inches off the line of an arc that make no difference


class HexMeasures:
    """The hexes of a map, without what stands on them."""

    __slots__ = ("_at", "_axials", "_centres", "_next", "_numbers", "columns", "depth", "rows", "width")

    kind: Final = "hex"
    measure: Final = "hexes"
    scale: Final = ACROSS
    spacing: Final = ACROSS
    contact: Final = ACROSS
    edges: Final = EDGES

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = int(columns), int(rows)
        if not (1 <= self.columns <= MOST and 1 <= self.rows <= MOST):
            raise FieldError(f"a hex map has 1 to {MOST} columns and rows, not {columns} x {rows}")
        self.width: Final = (self.columns - 1) * COLUMN + 2.0 * CORNER
        self.depth: Final = 2.0 * self.rows + 1.0
        self._numbers, self._centres, self._axials, self._next = _lattice(self.columns, self.rows)
        self._at: Final = {point: number for number, point in enumerate(self._centres)}

    # Names

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows, as scripts give them."""
        return self.columns, self.rows

    def name(self, at: Point) -> str:
        """The hex a point lies in, as people say it."""
        return hexgrid.name_of(self._cell(at))

    def named(self, text: str) -> Point | None:
        """The middle of the hex called so, on the map or just off it; None where there is no such hex."""
        cell = hexgrid.cell_named(text)
        if cell is None or cell[0] > self.columns + 1 or cell[1] > self.rows + 1:
            return None
        return self.middle(cell)

    def written(self, data: Any) -> Any:
        """Plain data with the middles of hexes as their names."""
        if isinstance(data, list):
            if len(data) == 2 and isinstance(data[0], float) and isinstance(data[1], (int, float)):
                at = (data[0], float(data[1]))
                cell = self._cell(at) if isfinite(at[0] + at[1]) else (-1, -1)
                if 0 <= cell[0] <= self.columns + 1 and 0 <= cell[1] <= self.rows + 1 and self.middle(cell) == at:
                    return hexgrid.name_of(cell)
            return [self.written(item) for item in data]
        if isinstance(data, dict):
            return {key: self.written(item) for key, item in data.items()}
        return data

    # Points

    @property
    def centre(self) -> Point:
        return self.middle(((self.columns + 1) // 2, (self.rows + 1) // 2))

    def distance(self, a: Point, b: Point) -> float:
        one, other = self._axial(a), self._axial(b)
        east, south = other[0] - one[0], other[1] - one[1]
        return float(abs(east) + abs(south) + abs(east + south))

    def within(self, a: Point, b: Point, reach: float) -> bool:
        return self.distance(a, b) <= reach

    def closer(self, a: Point, b: Point, reach: float) -> bool:
        """In the same hex they always are."""
        away = self.distance(a, b)
        return away < reach or away == 0.0

    def apart(self, a: Point, radius: float, b: Point, other: float = 0.0) -> float:
        return self.distance(a, b)

    def distances(self, points: Floats, at: Point) -> Floats:
        east, south = self._axial_arrays(points)
        one = self._axial(at)
        de, ds = east - one[0], south - one[1]
        found: Floats = np.abs(de) + np.abs(ds) + np.abs(de + ds)
        return found

    def length(self, points: Sequence[Point]) -> float:
        return float(sum([self.distance(a, b) for a, b in pairwise(points)]))

    def part_way(self, a: Point, b: Point, far: float) -> Point:
        return b if self.distance(a, b) <= far else self.on_line(a, b, far)

    def on_line(self, a: Point, b: Point, far: float) -> Point:
        """Hex by hex towards the other, never farther than asked; beyond it on the same bearing."""
        count = int((far + SNUG) // ACROSS)
        one, other = self._axial(a), self._axial(b)
        apart = hexgrid.steps(one, other)
        if 0 <= count <= apart:
            return self.middle(hexgrid.cell_of(hexgrid.walk(one, other)[count]))
        east, north = compass.heading(self.snap(a), self.snap(b)) or (1.0, 0.0)
        x, y = self.snap(a)
        return self.snap((x + east * ACROSS * count, y + north * ACROSS * count))

    def beyond(self, at: Point, degrees: float, far: float) -> Point:
        x, y = self.snap(at)
        east, north = direction(degrees)
        return self.snap((x + far * east, y + far * north))

    def nearest_on(self, a: Point, b: Point, at: Point) -> Point:
        cells = hexgrid.walk(self._axial(a), self._axial(b))
        goal = self._axial(at)
        return self.middle(hexgrid.cell_of(min(cells, key=lambda cell: hexgrid.steps(cell, goal))))

    def entries(self, points: Sequence[Point], at: Point, reach: float, slack: float = 0.0) -> list[float]:
        """At the border of the hex before the one that is too near."""
        found: list[float] = []
        done = 0.0
        for a, b in pairwise(self.ways(points)):
            now, before = self.distance(b, at), self.distance(a, at)
            if now < before and (now < reach - slack or now == 0.0):
                found.append(done)
            done += ACROSS
        return found

    def points_at(self, a: Point, b: Point, centre: Point, reach: float) -> list[Point]:
        return [at for at in self.ways((a, b)) if self.distance(at, centre) == ACROSS * (reach // ACROSS)]

    def those_near(self, box: Bounds, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        west, south, east, north = box
        found: list[BaseT] = []
        for base in bases:
            wide = radius + base.radius + ACROSS
            if west - wide <= base.x <= east + wide and south - wide <= base.y <= north + wide:
                found.append(base)
        return found

    def neighbours(self, at: Point) -> tuple[Point, ...]:
        number = self._number(at)
        if number is None:
            east, south = self._axial(at)
            cells = [hexgrid.cell_of((east + de, south + ds)) for de, ds in WAYS]
            return tuple([self.middle(cell) for cell in cells if cell in self._numbers])
        return tuple([self._centres[other] for other in self._next[number] if other >= 0])

    def snap(self, at: Point) -> Point:
        return at if at in self._at else self.middle(hexgrid.cell_near(at, self.rows))

    def snap_facing(self, degrees: float) -> float:
        return 60.0 * ((degrees % 360.0 + 30.0) // 60.0) % 360.0

    def roughly_toward(self, a: Point, b: Point) -> float:
        return self.snap_facing(90.0 * round(self.bearing(a, b) / 90.0))

    def ways(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Every hex of a way along points, each next to the one before."""
        cells: list[Axial] = [self._axial(points[0])] if points else []
        for point in points[1:]:
            cells += hexgrid.walk(cells[-1], self._axial(point))[1:]
        return tuple([self.middle(hexgrid.cell_of(cell)) for cell in cells])

    # Bases and bodies: a base is its hex

    def footprint(self, radius: float) -> float:
        return 0.0

    def side_by_side(self, one: float, other: float) -> float:
        return ACROSS

    def gap(self, a: Body, b: Body) -> float:
        return self.distance(a.at, b.at)

    def gap_to(self, base: RoundBase, at: Point) -> float:
        return self.distance((base.x, base.y), at)

    def touch(self, a: Body, b: Body, tolerance: float = ACROSS, *, rise: float = inf) -> bool:
        return self.distance(a.at, b.at) <= ACROSS and abs(a.bottom - b.bottom) <= rise + TINY

    def overlap(self, a: Body, b: Body) -> bool:
        return self._axial(a.at) == self._axial(b.at)

    def overlapped(self, at: Point, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        x, y = self.snap(at)
        return [base for base in bases if base.x == x and base.y == y]

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
        taken = {self.snap(body.at) for body in occupied}
        x, y = self.snap(at)
        ranked = sorted(
            (self.distance(spot, at), (spot[0] - x) * (spot[0] - x) + (spot[1] - y) * (spot[1] - y), number)
            for number, spot in enumerate(self._centres)
            if spot not in taken
        )
        for far, _, number in ranked:
            if far > reach:
                return
            spot = self._centres[number]
            if accept is None or accept(*spot):
                yield spot

    # Facings

    def bearing(self, a: Point, b: Point) -> float:
        return compass.bearing(self.snap(a), self.snap(b))

    def relative_bearing(self, facing: float, a: Point, b: Point) -> float:
        return compass.relative_bearing(facing, self.snap(a), self.snap(b))

    def heading(self, a: Point, b: Point) -> Point | None:
        return compass.heading(self.snap(a), self.snap(b))

    def ahead(self, facing: float, a: Point, b: Point) -> float:
        """In the straight measure of the sheet: what lies exactly abreast is 0."""
        east, north = direction(facing)
        off = (b[0] - a[0]) * east + (b[1] - a[1]) * north
        return 0.0 if abs(off) < ARC else off

    def aside(self, facing: float, a: Point, b: Point) -> float:
        east, north = direction(facing)
        off = (b[0] - a[0]) * north - (b[1] - a[1]) * east
        return 0.0 if abs(off) < ARC else off

    def beside(self, at: Point, facing: float, right: float, ahead: float) -> Point:
        east, north = direction(facing)
        return self.snap((at[0] + right * north + ahead * east, at[1] - right * east + ahead * north))

    def share_in_arc(self, centre: Point, facing: float, half_width: float, target: Point, radius: float) -> float:
        """A hex belongs to the arc that holds the larger part of it; one that is cut in halves to the shooter's."""
        if self._axial(centre) == self._axial(target):
            return 1.0
        off = abs(self.relative_bearing(facing, centre, target))
        return 1.0 if off <= half_width + ARC else 0.0

    def fronts(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        ahead, _ = _off(points, others, facings)
        found: Bools = ahead >= -ARC
        return found

    def rears(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        ahead, square = _off(points, others, facings)
        found: Bools = (ahead < 0.0) & (ahead * ahead > 0.75 * square + ARC)
        return found

    def in_arcs(self, points: Floats, others: Floats, facings: Sequence[float], half_widths: Sequence[float]) -> Bools:
        ahead, square = _off(points, others, facings)
        cosine = np.array([direction(width)[1] if width < 180.0 else -2.0 for width in half_widths])
        found: Bools = ahead >= cosine[None, :] * np.sqrt(square) - ARC
        return found

    def side_struck(self, target: Point, facing: float, attacker: Point) -> HexSide:
        return compass.hex_side_hit(self.snap(target), facing, self.snap(attacker))

    # Edges: counted in hexes from the edge, the outermost ones at half of one

    def inside(self, x: float, y: float, radius: float = 0.0) -> bool:
        return (x, y) in self._at or hexgrid.cell_near((x, y), self.rows) in self._numbers

    def leaves(self, box: Bounds) -> bool:
        west, south, east, north = box
        return west < CORNER - 0.5 or south < 0.5 or east > self.width - CORNER + 0.5 or north > self.depth - 0.5

    def distance_to_edge(self, edge: str, at: Point, radius: float = 0.0) -> float:
        """In inches, from the middle of a hex: 1 from the outermost row or column, 2 more for each further in."""
        column, row = self._cell(at)
        if edge == "south":
            return ACROSS * (self.rows - row) + 1.0
        if edge == "north":
            return ACROSS * (row - 1) + 1.0
        return ACROSS * (column - 1 if edge == "west" else self.columns - column) + 1.0

    def distances_to_edge(self, edge: str, points: Floats, radius: float = 0.0) -> Floats:
        return np.array([self.distance_to_edge(edge, (x, y)) for x, y in points[:, :2].tolist()], dtype=np.float64)

    def nearest_edge(self, at: Point) -> str:
        return min(EDGES, key=lambda edge: abs(self.distance_to_edge(edge, at)))

    def onto_edge(self, edge: str, at: Point, before: float = 0.0) -> Point:
        """The hex of an edge straight ahead, so many whole hexes before it, or off the map where that is below 0."""
        column, row = self._cell(at)
        deep = int((before + TINY) // ACROSS)
        if edge in ("south", "north"):
            return self.middle((column, self.rows - deep if edge == "south" else 1 + deep))
        return self.middle((1 + deep if edge == "west" else self.columns - deep, row))

    def along_edge(self, edge: str, aside: float, deep: float) -> Point:
        width, depth = self.width, self.depth
        at = {
            "south": (width / 2 + aside, deep),
            "north": (width / 2 - aside, depth - deep),
            "west": (deep, depth / 2 - aside),
            "east": (width - deep, depth / 2 + aside),
        }[edge]
        return self._onto_map(at)

    def across(self, edge: str) -> float:
        return self.depth if edge in ("south", "north") else self.width

    def strip(self, edge: str, deep: float) -> tuple[float, float, float, float]:
        """A box that holds the middles of just the hexes so deep along an edge."""
        width, depth = self.width, self.depth
        count = int((deep + TINY) // ACROSS)
        rows, columns = min(depth, ACROSS * count + 0.75), min(width, COLUMN * count + (CORNER - COLUMN / 2.0))
        return {
            "south": (0.0, 0.0, width, rows),
            "north": (0.0, depth - rows, width, rows),
            "west": (0.0, 0.0, columns, depth),
            "east": (width - columns, 0.0, columns, depth),
        }[edge]

    def edge_crossed(self, a: Point, b: Point) -> tuple[str, Point]:
        """Across which edge a way leaves, and the last hex before it does."""
        cells = hexgrid.walk(self._axial(a), self._axial(b))
        last = cells[0]
        column, row = hexgrid.cell_of(cells[-1])
        for cell in cells:
            column, row = hexgrid.cell_of(cell)
            if (column, row) not in self._numbers:
                break
            last = cell
        edge = "west" if column < 1 else "east" if column > self.columns else "north" if row < 1 else "south"
        return edge, self.middle(hexgrid.cell_of(last))

    # Which hex

    def _cell(self, at: Point) -> Cell:
        return hexgrid.cell_near(at, self.rows)

    def _axial(self, at: Point) -> Axial:
        number = self._at.get(at)
        return hexgrid.axial(self._cell(at)) if number is None else self._axials[number]

    def _axial_arrays(self, points: Floats) -> tuple[Floats, Floats]:
        """The axial pairs of many middles of hexes."""
        east = np.rint((points[:, 0] - CORNER) / COLUMN) + 1.0
        return east, np.rint((2.0 * self.rows + 2.0 - points[:, 1] - east - 1.0) / 2.0)

    def middle(self, cell: Cell) -> Point:
        """The middle of a hex, on the map or off it."""
        number = self._numbers.get(cell)
        return hexgrid.centre_of(cell, self.rows) if number is None else self._centres[number]

    def _number(self, at: Point) -> int | None:
        number = self._at.get(at)
        return self._numbers.get(self._cell(at)) if number is None else number

    def number_at(self, at: Point) -> int:
        """The number of the hex that is meant by a point, on the map or next to it."""
        return self._at[self._onto_map(at)]

    def _onto_map(self, at: Point) -> Point:
        """The hex of the map that is meant by a point near it."""
        column, row = self._cell(at)
        return self.middle((min(max(column, 1), self.columns), min(max(row, 1), self.rows)))


def _off(points: Floats, others: Floats, facings: Sequence[float]) -> tuple[Floats, Floats]:
    """How far in front of each of the others (columns) each point (row) lies, and the square of how far away."""
    dx = points[:, None, 0] - others[None, :, 0]
    dy = points[:, None, 1] - others[None, :, 1]
    ways = np.array([direction(facing) for facing in facings]).reshape(-1, 2)
    ahead: Floats = dx * ways[None, :, 0] + dy * ways[None, :, 1]
    return ahead, dx * dx + dy * dy


Lattice = tuple[dict[Cell, int], tuple[Point, ...], tuple[Axial, ...], tuple[tuple[int, ...], ...]]


@lru_cache(maxsize=64)
def _lattice(columns: int, rows: int) -> Lattice:
    """Numbers, middles, axial pairs and neighbours of all hexes: the same for all maps of a size."""
    cells = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    numbers = {cell: number for number, cell in enumerate(cells)}
    pairs = tuple(hexgrid.axial(cell) for cell in cells)
    around = tuple(
        tuple(numbers.get(hexgrid.cell_of((east + de, south + ds)), -1) for de, ds in WAYS) for east, south in pairs
    )
    return numbers, tuple(hexgrid.centre_of(cell, rows) for cell in cells), pairs, around


@lru_cache(maxsize=64)
def next_array(columns: int, rows: int) -> Ints:
    return np.array(_lattice(columns, rows)[3], dtype=np.int64)


@lru_cache(maxsize=64)
def centre_array(columns: int, rows: int) -> Floats:
    return np.array(_lattice(columns, rows)[1], dtype=np.float64)
