"""The hex map: an immutable map of hexes that answers what the inch table answers, counted in hexes of 2 inches.

Everything is in a hex: bases take up no room beside it. The level of a hex is what the last hill drawn on it says, 0
without one, below 0 a sinkhole. Water lies at the level of the lowest land that adjoins it, its bottom ``depth`` below.
Terrain of other shapes than hexes covers the hexes whose middles it covers. The map must not know units' rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np

from lancemate.field import hexgrid, layout
from lancemate.field.bodies import TINY, Body
from lancemate.field.errors import FieldError
from lancemate.field.hex_measures import HexMeasures, centre_array, next_array
from lancemate.field.hexgrid import ACROSS, COLUMN, CORNER, Hexes
from lancemate.field.layout import Bools, Floats, Ints
from lancemate.field.numbering import NUMBERS
from lancemate.field.paths import Leg, Level, Path, steps_of
from lancemate.field.shapes import Bounds, Point
from lancemate.field.sightlines import USUAL, Crossing, Favour, Glances, Sight, SightArrays, SightTerms
from lancemate.field.terrain import DEFAULT_HEIGHTS, Feature
from lancemate.field.travel import Going, HexReach, HexToward, Reach

if TYPE_CHECKING:
    from lancemate.field.kernels_hexes import Grid

NO_SOLIDS: Final[Floats] = np.empty((0, 5))


class HexMap(HexMeasures):
    """A map of so many columns and rows of hexes with its terrain. Sharing it is free: nothing ever changes it."""

    __slots__ = (
        "_bottom",
        "_deck",
        "_depths",
        "_grid",
        "_hash",
        "_land",
        "_nothing",
        "_prices",
        "_stacks",
        "_terms",
        "by_id",
        "features",
        "has_water",
        "has_woods",
        "highest_water",
        "number",
    )

    def __init__(self, columns: int, rows: int, features: Iterable[Feature] = ()) -> None:
        super().__init__(columns, rows)
        self.features: Final = tuple(features)
        self.by_id: Final = {feature.id: feature for feature in self.features}
        self.number: Final = next(NUMBERS)
        if len(self.by_id) < len(self.features):
            ids = [feature.id for feature in self.features]
            twice = next(one for n, one in enumerate(ids) if one in ids[:n])
            raise FieldError(f"terrain {twice!r}: two features have this id")
        self._hash: Final = hash((self.columns, self.rows, tuple(self.by_id)))
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
        found: Ints = next_array(self.columns, self.rows)
        return found

    def _points(self) -> Floats:
        found: Floats = centre_array(self.columns, self.rows)
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

    def glances(
        self, viewers: Floats, targets: Floats, far: float, most: float, *, solids: Sequence[Body] = ()
    ) -> Glances:
        """On hexes nothing is gained by guessing: whole rulings, from everybody at everybody."""
        rows, columns = len(viewers), len(targets)
        found = self.sights(np.repeat(viewers, columns, axis=0), np.tile(targets, (rows, 1)), solids=solids)
        parts = (found.distance, found.hidden_target, found.hidden_viewer, found.woods, found.woods_crossed)
        return Glances(*(part.reshape((rows, columns)) for part in parts))

    def met(self, a: Point, b: Point) -> list[tuple[str, ...]]:
        """The names of the hexes between two, in order; those along a border come in pairs."""
        found = hexgrid.met(self._axial(a), self._axial(b))
        return [
            tuple(hexgrid.name_of(hexgrid.cell_of(at)) for at in (one.at, one.partner) if at is not None)
            for one in found
        ]

    # Inside

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
