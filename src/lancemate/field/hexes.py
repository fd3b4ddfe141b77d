"""The hex map: an immutable map of hexes that answers what the inch table answers, counted in hexes of 2 inches.

Everything is in a hex: bases take up no room beside it. The level of a hex is what the last hill drawn on it says, 0
without one, below 0 a sinkhole. Water lies at the level of the lowest land that adjoins it, its bottom ``depth`` below.
Terrain of other shapes than hexes covers the hexes whose middles it covers. The map must not know units' rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lancemate.field import compass, hexgrid, layout
from lancemate.field.bodies import TINY, BaseT, Body, RoundBase
from lancemate.field.compass import HexSide, direction
from lancemate.field.errors import FieldError
from lancemate.field.hexgrid import ACROSS, COLUMN, CORNER, MOST, WAYS, Axial, Cell, Hexes
from lancemate.field.inches import EDGES
from lancemate.field.layout import Bools, Floats, Ints
from lancemate.field.numbering import NUMBERS
from lancemate.field.paths import Leg, Level, Path, steps_of
from lancemate.field.shapes import Bounds, Point
from lancemate.field.sightlines import USUAL, Crossing, Favour, Sight, SightArrays, SightTerms
from lancemate.field.terrain import DEFAULT_HEIGHTS, Feature
from lancemate.field.travel import Going, HexReach, HexToward, Reach

if TYPE_CHECKING:
    from lancemate.field.kernels_hexes import Grid

SNUG: Final = 0.01  # inches short of a hex that still reach it
ARC: Final = 1e-6  # inches off the line of an arc that make no difference
NO_SOLIDS: Final[Floats] = np.empty((0, 5))


class HexMap:
    """A map of so many columns and rows of hexes with its terrain. Sharing it is free: nothing ever changes it."""

    __slots__ = (
        "_at",
        "_axials",
        "_bottom",
        "_centres",
        "_deck",
        "_depths",
        "_grid",
        "_hash",
        "_land",
        "_next",
        "_nothing",
        "_numbers",
        "_prices",
        "_stacks",
        "_terms",
        "by_id",
        "columns",
        "depth",
        "features",
        "has_water",
        "has_woods",
        "highest_water",
        "number",
        "rows",
        "width",
    )

    kind: Final = "hex"
    measure: Final = "hexes"
    scale: Final = ACROSS
    spacing: Final = ACROSS
    contact: Final = ACROSS
    edges: Final = EDGES

    def __init__(self, columns: int, rows: int, features: Iterable[Feature] = ()) -> None:
        self.columns, self.rows = int(columns), int(rows)
        self.features: Final = tuple(features)
        self.by_id: Final = {feature.id: feature for feature in self.features}
        self.number: Final = next(NUMBERS)
        if not (1 <= self.columns <= MOST and 1 <= self.rows <= MOST):
            raise FieldError(f"a hex map has 1 to {MOST} columns and rows, not {columns} x {rows}")
        if len(self.by_id) < len(self.features):
            ids = [feature.id for feature in self.features]
            twice = next(one for n, one in enumerate(ids) if one in ids[:n])
            raise FieldError(f"terrain {twice!r}: two features have this id")
        self._hash: Final = hash((self.columns, self.rows, tuple(self.by_id)))
        self.width: Final = (self.columns - 1) * COLUMN + 2.0 * CORNER
        self.depth: Final = 2.0 * self.rows + 1.0
        self._numbers, self._centres, self._axials, self._next = _lattice(self.columns, self.rows)
        self._at: Final = {point: number for number, point in enumerate(self._centres)}
        self.has_water: Final = any(feature.role == layout.WATER for feature in self.features)
        self.has_woods: Final = any(feature.role == layout.WOODS for feature in self.features)
        stacks: list[list[Feature]] = [[] for _ in self._centres]
        for feature in self.features:
            for number in self._covered_by(feature):
                stacks[number].append(feature)
        kept: dict[tuple[str, ...], tuple[Feature, ...]] = {}
        self._stacks: Final = tuple(kept.setdefault(tuple(one.id for one in stack), tuple(stack)) for stack in stacks)
        self._land, self._bottom, self._depths, self._deck = self._levels()
        wet = [land for land, depth in zip(self._land, self._depths, strict=True) if depth >= 0.0]
        self.highest_water: Final = max(wet, default=-inf)
        self._grid: Grid | None = None
        self._nothing: Final[Bools] = np.zeros(len(self.features), dtype=np.bool_)
        self._prices: dict[object, tuple[Floats, Floats]] = {}
        self._terms: dict[tuple[SightTerms, Favour], Floats] = {}

    def __repr__(self) -> str:
        return f"HexMap({self.columns}, {self.rows}, {len(self.features)} features)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HexMap):
            return NotImplemented
        return (self.columns, self.rows, self.features) == (other.columns, other.rows, other.features)

    def __hash__(self) -> int:
        return self._hash

    def __copy__(self) -> HexMap:
        return self

    def __deepcopy__(self, memo: object) -> HexMap:
        return self

    def __reduce__(self) -> tuple[type[HexMap], tuple[int, int, tuple[Feature, ...]]]:
        return HexMap, (self.columns, self.rows, self.features)

    # Changing terrain makes a new map

    def with_feature(self, feature: Feature) -> HexMap:
        """The map with a feature added on top, or put in the place of the one with the same id."""
        if feature.id in self.by_id:
            kept = tuple(feature if old.id == feature.id else old for old in self.features)
        else:
            kept = (*self.features, feature)
        return HexMap(self.columns, self.rows, kept)

    def without_feature(self, feature_id: str) -> HexMap:
        """The map with a feature taken away."""
        if feature_id not in self.by_id:
            raise FieldError(f"there is no terrain {feature_id!r}")
        return HexMap(self.columns, self.rows, (old for old in self.features if old.id != feature_id))

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

    # Terrain

    def ground(self, x: float, y: float) -> float:
        """Level of the solid ground: a hill's top, the bottom of water."""
        number = self._number((x, y))
        return 0.0 if number is None else self._bottom[number]

    def surface(self, x: float, y: float) -> float:
        """Level of the ground, the water's surface or the bridge deck."""
        number = self._number((x, y))
        if number is None:
            return 0.0
        deck = self._deck[number]
        return self._land[number] if deck is None or deck < self._land[number] else deck

    def is_open(self, box: Bounds) -> bool:
        """Whether there is nothing at all in the hexes of a box, judged roughly."""
        return not self.features or not self.features_in(box)

    def features_in(self, box: Bounds, margin: float = 0.0) -> list[Feature]:
        x0, y0, x1, y1 = box[0] - margin - TINY, box[1] - margin - TINY, box[2] + margin + TINY, box[3] + margin + TINY
        first = max(1, int((x0 - CORNER) // COLUMN) + 1)
        last = min(self.columns, int((x1 - CORNER) // COLUMN) + 2)
        found: dict[str, Feature] = {}
        for column in range(first, last + 1):
            start = (column - 1) * self.rows
            top = int((self.depth - y1) // ACROSS) - 1
            low = int((self.depth - y0) // ACROSS) + 1
            for number in range(start + max(0, top), start + min(self.rows, low + 1)):
                stack = self._stacks[number]
                if stack and x0 <= self._centres[number][0] <= x1 and y0 <= self._centres[number][1] <= y1:
                    found.update({feature.id: feature for feature in stack})
        return [feature for feature in self.features if feature.id in found] if found else []

    def features_at(self, x: float, y: float) -> tuple[Feature, ...]:
        number = self._number((x, y))
        return () if number is None else self._stacks[number]

    def features_touched(self, x: float, y: float, radius: float) -> tuple[Feature, ...]:
        """Those of its hex; those of hexes around it where so much room is asked for."""
        if radius < ACROSS:
            return self.features_at(x, y)
        near = {
            feature.id
            for number, spot in enumerate(self._centres)
            if self._stacks[number] and self.distance(spot, (x, y)) <= radius + TINY
            for feature in self._stacks[number]
        }
        return tuple(feature for feature in self.features if feature.id in near)

    def features_swept(self, points: Sequence[Sequence[float]], radius: float) -> tuple[tuple[Feature, float], ...]:
        met: dict[str, tuple[Feature, float]] = {}
        for step, at in enumerate(self.ways([(x, y) for x, y in points])):
            for feature in self.features_at(*at):
                met.setdefault(feature.id, (feature, ACROSS * step))
        return tuple(met.values())

    def levels(self, points: Floats) -> tuple[Floats, Floats, Bools]:
        """Levels of the ground and of the surface at many points (rows x, y), and where a bridge carries."""
        found = [(self.ground(x, y), self.surface(x, y), self._deck_at((x, y))) for x, y in points[:, :2].tolist()]
        rows = np.array([one[:2] for one in found], dtype=np.float64).reshape(-1, 2)
        return rows[:, 0], rows[:, 1], np.array([one[2] for one in found], dtype=np.bool_)

    def in_woods(self, bodies: Floats) -> Bools:
        if not self.has_woods:
            return np.zeros(len(bodies), dtype=np.bool_)
        return np.array(
            [
                any(feature.role == layout.WOODS for feature in self.features_at(x, y))
                for x, y in bodies[:, :2].tolist()
            ],
            dtype=np.bool_,
        )

    def distance_to(self, feature_id: str, x: float, y: float, radius: float = 0.0) -> float:
        """From a hex to the nearest hex of a feature; 0 inside it."""
        return self.distance(self.nearest_of(feature_id, (x, y)), (x, y))

    def nearest_of(self, feature_id: str, at: Point) -> Point:
        """The hex of a feature nearest to another."""
        feature = self.by_id.get(feature_id)
        if feature is None:
            raise FieldError(f"there is no terrain {feature_id!r}")
        return min(
            [self._centres[number] for number in self._covered_by(feature)],
            key=lambda spot: (self.distance(spot, at), spot),
        )

    # Ways

    def trace(self, points: Sequence[Sequence[float]], *, level: Level = "ground") -> Path:
        """The path hex by hex: every leg lies in the hex that is entered."""
        where = self.ways([(float(x), float(y)) for x, y in points])
        legs = tuple(
            [Leg(ACROSS, a, b, self.features_at(*b), self.ground(*b), self.surface(*b)) for a, b in pairwise(where)]
        )
        height = self.ground if level == "ground" else self.surface
        return Path(where, legs, steps_of(legs, level, height(*where[0]), height(*where[-1])), level)

    def reachable(
        self,
        start: Point,
        radius: float,
        allowance: float,
        going: Going,
        *,
        blocked: Sequence[Body] = (),
        occupied: Sequence[Body] = (),
        spacing: float = 0.5,
    ) -> Reach:
        """Hexes a unit can get to, and the way there: never through ``blocked`` bodies, nor ending on ``occupied``."""
        from lancemate.field import kernels_hexes

        home = self.number_at(start)
        rates, levels = self._going(going, home)
        shut = np.zeros(len(rates), dtype=np.bool_)
        for body in blocked:
            number = self._number(body.at)
            if number is not None and number != home:
                shut[number] = True
        costs, parents = kernels_hexes.explore(
            self._around(),
            rates,
            levels,
            float(going.level_cost),
            float(going.max_step),
            shut,
            np.array([home]),
            np.zeros(1),
            float(allowance),
        )
        taken = {self._number(body.at) for body in occupied}
        nodes = np.array([n for n in np.flatnonzero(np.isfinite(costs)).tolist() if n not in taken], dtype=np.int64)
        return HexReach(
            self._points()[nodes], costs[nodes], nodes, parents, self._centres[home], ACROSS, 1, self._points()
        )

    def toward(self, goal: Point, radius: float, going: Going, *, spacing: float = 1.0) -> HexToward:
        """What it costs a unit to get to a hex from anywhere."""
        number = self.number_at(goal)
        return self._toward(going, [number], number)

    def toward_edge(self, edge: str, radius: float, going: Going, *, spacing: float = 1.0) -> HexToward:
        """What it costs a unit to get to the hexes along an edge from anywhere."""
        sources = [n for n, spot in enumerate(self._centres) if self.distance_to_edge(edge, spot) == 1.0]
        return self._toward(going, sources, None)

    def _toward(self, going: Going, sources: list[int], home: int | None) -> HexToward:
        from lancemate.field import kernels_hexes

        rates, levels = self._going(going, home)
        begin = np.array([rates[source] for source in sources])
        around = self._around()
        terms = float(going.level_cost), float(going.max_step)
        shut = np.zeros(len(rates), dtype=np.bool_)
        costs, _ = kernels_hexes.explore(around, rates, levels, *terms, shut, np.array(sources), begin, inf)
        # From a hex: by way of the best of those next to it, whatever its own terrain costs.
        rise = np.abs(levels[around] - levels[:, None])
        via = np.where((around >= 0) & (rise <= terms[1] + TINY), costs[around] + terms[0] * rise, inf).min(axis=1)
        via[np.array(sources)] = 0.0
        return HexToward(self, via)

    def _around(self) -> Ints:
        found: Ints = _next_array(self.columns, self.rows)
        return found

    def _points(self) -> Floats:
        found: Floats = _centre_array(self.columns, self.rows)
        return found

    def _going(self, going: Going, home: int | None) -> tuple[Floats, Floats]:
        """What it costs to enter every hex, and the level a mover has there. Terrain it stands in does not bar it."""
        inside = frozenset(feature.id for feature in self._stacks[home]) if home is not None else frozenset()
        key = (going.key, inside)
        found = self._prices.get(key)
        if found is None:
            if len(self._prices) > 200:
                self._prices.clear()
            known: dict[tuple[Feature, ...], float] = {}
            rates = np.empty(len(self._stacks))
            levels = np.array(self._land if going.water == "surface" else self._bottom, dtype=np.float64)
            for number, stack in enumerate(self._stacks):
                if stack not in known:
                    known[stack] = _rate(going, stack, inside)
                rates[number] = known[stack]
                if going.firm and any(one.kind in going.firm for one in stack):
                    levels[number] = self._land[number]
                deck = self._deck[number]
                if deck is not None and (going.water == "surface" or going.bridges):
                    levels[number] = max(deck, self._land[number]) if going.bridges else self._land[number]
            found = self._prices[key] = rates, levels
        return found

    # Sight

    def sight(
        self,
        viewer: Body,
        target: Body,
        *,
        solids: Sequence[Body] = (),
        ignoring: Collection[str] = (),
        favour: Favour = "target",
        terms: SightTerms = USUAL,
    ) -> Sight:
        """What lies between two bodies, hex by hex."""
        from lancemate.field import kernels_hexes

        size = len(self.features)
        cover = np.zeros(size, dtype=np.bool_)
        inches = np.zeros((2, size))
        area, back, woods, crossed, wet, distance, chosen = kernels_hexes.sight(
            self._as_grid(),
            self._terms_for(terms, favour),
            np.array(solids, dtype=np.float64).reshape(-1, 5) if solids else NO_SOLIDS,
            self._mask(ignoring) if ignoring else self._nothing,
            cover,
            inches,
            np.array(viewer),
            np.array(target),
        )
        hiding: tuple[str, ...] = ()
        crossings: tuple[Crossing, ...] = ()
        if area > 0.0:
            hiding = tuple([self.features[f].id for f in cover.nonzero()[0].tolist()])
        met = (inches[1] > TINY).nonzero()[0].tolist() if size else []
        if met:
            crossings = tuple([Crossing(self.features[f].id, float(inches[1, f]), float(inches[0, f])) for f in met])
        side = favour if chosen > 0.0 else None
        return Sight(area, back, woods, crossed, hiding, crossings, wet > 0.0, distance, side)

    def sights(
        self,
        viewers: Floats,
        targets: Floats,
        *,
        solids: Sequence[Body] = (),
        ignoring: Collection[str] = (),
        favour: Favour = "target",
        terms: SightTerms = USUAL,
    ) -> SightArrays:
        """The same for many pairs at once: rows of x, y, radius, bottom, height."""
        from lancemate.field import kernels_hexes

        v = np.ascontiguousarray(viewers, dtype=np.float64).reshape(-1, 5)
        t = np.ascontiguousarray(targets, dtype=np.float64).reshape(-1, 5)
        if len(v) != len(t):
            raise FieldError(f"{len(v)} viewers cannot be paired with {len(t)} targets")
        size = len(self.features)
        out = np.zeros((7, len(v)))
        cover = np.zeros((len(v), size), dtype=np.bool_)
        inches = np.zeros((len(v), 2, size))
        kernels_hexes.sights(
            self._as_grid(),
            self._terms_for(terms, favour),
            np.array(solids, dtype=np.float64).reshape(-1, 5) if solids else NO_SOLIDS,
            self._mask(ignoring) if ignoring else self._nothing,
            v,
            t,
            out,
            cover,
            inches,
        )
        area, back, woods, crossed, wet, distance, chosen = out
        return SightArrays(
            area, back, woods, crossed, wet > 0.0, distance, cover, inches[:, 1], inches[:, 0], chosen > 0.0
        )

    def met(self, a: Point, b: Point) -> list[tuple[str, ...]]:
        """The names of the hexes between two, in order; those along a border come in pairs."""
        found = hexgrid.met(self._axial(a), self._axial(b))
        return [
            tuple(hexgrid.name_of(hexgrid.cell_of(at)) for at in (one.at, one.partner) if at is not None)
            for one in found
        ]

    # Inside

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

    def _deck_at(self, at: Point) -> bool:
        number = self._number(at)
        return number is not None and self._deck[number] is not None

    def _covered_by(self, feature: Feature) -> list[int]:
        """The hexes of a feature; of one drawn with another shape those whose middles it covers, or the nearest."""
        shape = feature.shape
        if isinstance(shape, Hexes):
            off = next((cell for cell in shape.cells if cell not in self._numbers), None)
            if off is not None:
                where = f"the {self.columns} x {self.rows} map has no hex {hexgrid.name_of(off)}"
                raise FieldError(f"terrain {feature.id!r}: {where}")
            return [self._numbers[cell] for cell in shape.cells]
        from lancemate.field.compiled import COMPILED

        geo, room = layout.pack([feature]), np.empty(1, dtype=np.int64)
        west, south, east, north = shape.bounds()
        found = [
            number
            for number, (x, y) in enumerate(self._centres)
            if west <= x <= east and south <= y <= north and COMPILED.features_within(geo, x, y, 0.0, room)
        ]
        return found or [self.number_at(shape.centroid())]

    def _levels(self) -> tuple[list[float], list[float], list[float], list[float | None]]:
        """Per hex: land or water's surface, the bottom, the depth of water (below 0: none), the deck of a bridge."""
        land = [0.0] * len(self._centres)
        depths = [-1.0] * len(self._centres)
        for number, stack in enumerate(self._stacks):
            for feature in stack:
                if feature.role == layout.HILL:
                    below = 0.0 if feature.kind == "hill" else land[number]  # a heap lies on the level of its hex
                    land[number], depths[number] = below + feature.height, -1.0
                elif feature.role == layout.WATER:
                    depths[number] = feature.depth
                elif feature.role == layout.HOLLOW:
                    land[number], depths[number] = land[number] - feature.depth, -1.0
        if self.has_water:
            self._fill(land, depths)
        bottom = [level - max(0.0, depth) for level, depth in zip(land, depths, strict=True)]
        deck: list[float | None] = [None] * len(land)
        for feature in self.features:
            if feature.role == layout.BRIDGE:
                numbers = self._covered_by(feature)
                level = max(land[number] for number in numbers) + feature.height
                for number in numbers:
                    deck[number] = level
        return land, bottom, depths, deck

    def _fill(self, land: list[float], depths: list[float]) -> None:
        """Every water stands as high as the lowest land that adjoins it."""
        done: set[int] = set()
        for first, depth in enumerate(depths):
            if depth < 0.0 or first in done:
                continue
            body, rim, waiting = [], [], [first]
            done.add(first)
            while waiting:
                number = waiting.pop()
                body.append(number)
                for other in self._next[number]:
                    if other < 0:
                        continue
                    if depths[other] < 0.0:
                        rim.append(land[other])
                    elif other not in done:
                        done.add(other)
                        waiting.append(other)
            level = min(rim, default=land[first])
            for number in body:
                land[number] = level

    def _as_grid(self) -> Grid:
        if self._grid is None:
            rows = {feature.id: f for f, feature in enumerate(self.features)}
            starts = np.cumsum([0, *(len(stack) for stack in self._stacks)])
            feats = [rows[feature.id] for stack in self._stacks for feature in stack]
            self._grid = (
                self.columns,
                self.rows,
                np.array(self._land, dtype=np.float64),
                np.array(self._bottom, dtype=np.float64),
                np.array(self._depths, dtype=np.float64),
                starts.astype(np.int64),
                np.array(feats, dtype=np.int64),
                np.array([feature.role for feature in self.features], dtype=np.int64),
                np.array([_height(feature) for feature in self.features], dtype=np.float64),
            )
        return self._grid

    def _terms_for(self, terms: SightTerms, favour: Favour) -> Floats:
        found = self._terms.get((terms, favour))
        if found is None:
            rest = [float(value) for value in terms]
            found = self._terms[terms, favour] = np.array([rest[0], float(favour == "target"), *rest[1:]])
        return found

    def _mask(self, ids: Collection[str]) -> Bools:
        return np.array([feature.id in ids for feature in self.features], dtype=np.bool_)


def _height(feature: Feature) -> float:
    """Of woods only a height of their own; 0 stands for the usual one."""
    usual = feature.role == layout.WOODS and feature.height == DEFAULT_HEIGHTS.get(feature.kind)
    return 0.0 if usual else feature.height


def _rate(going: Going, stack: tuple[Feature, ...], inside: frozenset[str]) -> float:
    """What it costs to enter a hex with these features on one another."""
    cost, wet, barred = 0.0, 0.0, False
    may = not going.only
    for feature in stack:
        may = may or feature.kind in going.only
        extra = going.extra.get(feature.kind, 0.0)
        water = feature.role == layout.WATER and feature.kind not in going.firm
        if feature.role == layout.HILL:
            wet = 0.0
        if water and going.water == "bottom" and feature.kind not in going.by_kind:
            deepest = max((pair for pair in going.depth_extra if feature.depth >= pair[0]), default=(0.0, 0.0))
            extra += deepest[1]
        if feature.kind in going.overrides:
            cost, wet, barred = extra, 0.0, False
        elif water:
            wet = extra
        else:
            cost += extra
        closed = feature.kind in going.prohibited or (water and going.water == "barred")
        barred = barred or (closed and feature.id not in inside)
    return inf if barred or not may else ACROSS * (1.0 + cost + wet)


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
def _next_array(columns: int, rows: int) -> Ints:
    return np.array(_lattice(columns, rows)[3], dtype=np.int64)


@lru_cache(maxsize=64)
def _centre_array(columns: int, rows: int) -> Floats:
    return np.array(_lattice(columns, rows)[1], dtype=np.float64)
