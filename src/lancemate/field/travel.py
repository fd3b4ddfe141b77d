"""Where a base can go: what the going costs, and the places in reach. It must not know whose going it is.

The search proposes; a rule prices the proposed polyline again, exactly and by its own lights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from math import inf, sqrt
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

import numpy as np

from lancemate.field import layout
from lancemate.field.bodies import OVERLAP, Body
from lancemate.field.layout import Bools, Floats, Geometry, Ints
from lancemate.field.shapes import Point
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.field.compiled import Compiled
    from lancemate.field.hexes import HexMap
    from lancemate.field.table import Table

Water: TypeAlias = Literal["bottom", "surface", "barred"]

_GROUND: Final = 0
_SURFACE: Final = 1
_DECK: Final = 2


@frozen
class Going:
    """What moving costs and where it may not lead, by kind of terrain. An inch in the open costs 1."""

    extra: Mapping[str, float] = field(default_factory=dict)  # per inch, by kind; kinds add up
    prohibited: frozenset[str] = frozenset()  # kinds no part of the base may touch
    level_cost: float = 0.0  # per inch up or down
    max_step: float = inf  # inches up or down within any inch of way
    water: Water = "bottom"  # walk on the bottom, move on the surface, or stay out
    depth_extra: tuple[tuple[float, float], ...] = ()  # (from this depth, extra per inch), deepest that applies
    overrides: frozenset[str] = frozenset()  # kinds on which nothing drawn under them counts: roads, bridges
    only: frozenset[str] = frozenset()  # kinds the centre must stay on; none named: anywhere
    bridges: bool = True  # cross bridges on the deck, not under it
    firm: frozenset[str] = frozenset()  # kinds of water that carry a base like ground
    by_kind: frozenset[str] = frozenset()  # kinds of water priced by ``extra`` alone, however deep

    @property
    def key(self) -> tuple[object, ...]:
        """All of it, to remember by what a search with these prices has found."""
        rest = (self.level_cost, self.max_step, self.water, self.depth_extra, self.overrides, self.only, self.bridges)
        return tuple(sorted(self.extra.items())), self.prohibited, rest, self.firm, self.by_kind


@frozen
class Reach:
    """The places a base may end at, what the proposed way there costs, and the way itself."""

    points: Floats  # one row x, y per place
    costs: Floats
    _nodes: Ints
    _parents: Ints
    _start: Point
    _spacing: float
    _side: int

    def __len__(self) -> int:
        return len(self.costs)

    def way_to(self, place: int) -> tuple[Point, ...]:
        """The proposed polyline from the start to a place, by its number."""
        node = int(self._nodes[place])
        way = [self._point(node)]
        while int(self._parents[node]) != node:
            node = int(self._parents[node])
            way.append(self._point(node))
        return tuple(reversed(way))

    def nearest(self, x: float, y: float) -> int:
        """The number of the place nearest to a point: of equals, the first."""
        dx = self.points[:, 0] - x
        dy = self.points[:, 1] - y
        return int(np.argmin(dx * dx + dy * dy))

    def _point(self, node: int) -> Point:
        half = self._side // 2
        row, column = divmod(node, self._side)
        return self._start[0] + (column - half) * self._spacing, self._start[1] + (row - half) * self._spacing


@frozen
class HexReach(Reach):
    """The same on hexes: a place is a hex, and a way names every hex on it."""

    _middles: Floats  # of all hexes of the map

    def _point(self, node: int) -> Point:
        x, y = self._middles[node].tolist()
        return x, y


def explore(
    table: Table,
    start: Point,
    radius: float,
    allowance: float,
    going: Going,
    *,
    blocked: Sequence[Body] = (),
    occupied: Sequence[Body] = (),
    spacing: float = 0.5,
) -> Reach:
    """Where a base can get to: never through ``blocked`` bodies, never ending on ``occupied`` ones."""
    geo, compiled = _firm(table, going)
    prices = _prices(table, going, start, radius)
    home = (float(start[0]), float(start[1]))
    side = 2 * int(float(allowance) / float(spacing)) + 1
    costs, parents = compiled.explore(
        geo,
        (table.width, table.depth),
        home,
        float(allowance),
        float(spacing),
        _mode(going),
        prices,
        _terms(going, radius),
        np.array([_in_the_way(body, home, radius) for body in blocked], dtype=np.float64).reshape(-1, 3),
        np.array([side // 2 * side + side // 2]),
    )
    nodes = np.flatnonzero(np.isfinite(costs))
    points = np.empty((len(nodes), 2))
    points[:, 0] = home[0] + (nodes % side - side // 2) * spacing
    points[:, 1] = home[1] + (nodes // side - side // 2) * spacing
    room = np.ones(len(nodes), dtype=np.bool_)
    for body in occupied:
        dx = points[:, 0] - body.x
        dy = points[:, 1] - body.y
        apart = max(0.0, body.radius + radius - OVERLAP)
        room &= dx * dx + dy * dy >= apart * apart
    return Reach(points[room], costs[nodes[room]], nodes[room], parents, home, float(spacing), side)


def _in_the_way(body: Body, start: Point, radius: float) -> tuple[float, float, float]:
    """A body to go around; one that is touched at the start, if only by a rounded hair, does not hold the base fast."""
    dx, dy = body.x - start[0], body.y - start[1]
    return body.x, body.y, min(body.radius, max(0.0, sqrt(dx * dx + dy * dy) - radius))


class Toward(Protocol):
    """What it costs a base to get somewhere from anywhere on a map, worked out once for all places."""

    def near(self, points: Floats) -> Floats:
        """About what it costs from many points."""
        ...


class ToAnEdge(Toward, Protocol):
    """The same for an edge."""

    def cost(self, at: Point) -> float:
        """What it costs from a point."""
        ...


class HexToward:
    """On hexes: what it costs from every one of them."""

    def __init__(self, space: HexMap, costs: Floats) -> None:
        self.space, self._costs = space, costs

    def near(self, points: Floats) -> Floats:
        return np.array([self.cost((x, y)) for x, y in points[:, :2].tolist()], dtype=np.float64)

    def cost(self, at: Point) -> float:
        return float(self._costs[self.space.number_at(at)])


class TowardPoint:
    """What it costs a base to get to a point from anywhere on a table, worked out once for all places."""

    def __init__(self, table: Table, goal: Point, radius: float, going: Going, spacing: float = 1.0) -> None:
        self.table, self.radius, self.spacing = table, float(radius), float(spacing)
        self._prices, self._mode, self._terms = _prices(table, going, goal, radius), _mode(going), _terms(going, radius)
        self._geo, self._compiled = _firm(table, going)
        self._search(goal, 1, 1)

    def _search(self, start: Point, count: int, step: int) -> None:
        """From so many places of the grid, each one step after the other."""
        table, far = self.table, 2.0 * (self.table.width + self.table.depth)
        half = int(far / self.spacing)
        self._start, self._side = (float(start[0]), float(start[1])), 2 * half + 1
        self._costs, self._parents = self._compiled.explore(
            self._geo,
            (table.width, table.depth),
            self._start,
            far,
            self.spacing,
            self._mode,
            self._prices,
            self._terms,
            np.empty((0, 3)),
            half * self._side + half + step * np.arange(count),
        )

    def near(self, points: Floats) -> Floats:
        """About what it costs from many points: what the place of the grid next to each of them costs."""
        half = self._side // 2
        columns = np.rint((points[:, 0] - self._start[0]) / self.spacing).astype(np.int64) + half
        rows = np.rint((points[:, 1] - self._start[1]) / self.spacing).astype(np.int64) + half
        found: Floats = self._costs[rows * self._side + columns]
        return found


class TowardEdge(TowardPoint):
    """The same for an edge of the table, anywhere along it."""

    def __init__(self, table: Table, edge: str, radius: float, going: Going, spacing: float = 1.0) -> None:
        self.table, self.edge, self.radius, self.spacing = table, edge, float(radius), float(spacing)
        self._prices, self._mode, self._terms = _prices(table, going, None, radius), _mode(going), _terms(going, radius)
        self._geo, self._compiled = _firm(table, going)
        corners = {"north": (radius, table.depth - radius), "east": (table.width - radius, radius)}
        far = 2.0 * (table.width + table.depth)
        upright = edge in ("south", "north")
        along = table.width if upright else table.depth
        count = max(0, int((along - 2.0 * radius) / self.spacing)) + 1
        self._search(corners.get(edge, (radius, radius)), count, 1 if upright else 2 * int(far / self.spacing) + 1)

    def cost(self, at: Point) -> float:
        """From a point: straight ahead, or by way of one of the places around it or where their own ways lead."""
        x, y = float(at[0]), float(at[1])
        half, table, radius = self._side // 2, self.table, self.radius
        ahead = {
            "south": (x, radius),
            "north": (x, table.depth - radius),
            "west": (radius, y),
            "east": (table.width - radius, y),
        }[self.edge]
        column = round((x - self._start[0]) / self.spacing) + half
        row = round((y - self._start[1]) / self.spacing) + half
        around = [(row + dy) * self._side + column + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        places = [place for place in around if self._costs[place] < inf]
        via = np.array([*places, *(int(self._parents[place]) for place in places)], dtype=np.int64)
        ends = np.empty((len(via) + 1, 2))
        ends[0] = ahead
        ends[1:, 0] = self._start[0] + (via % self._side - half) * self.spacing
        ends[1:, 1] = self._start[1] + (via // self._side - half) * self.spacing
        costs = self._compiled.stretches(self._geo, (x, y), ends, self._mode, self._prices, self._terms)
        costs[1:] += self._costs[via]
        return float(costs.min())


def _firm(table: Table, going: Going) -> tuple[Geometry, Compiled]:
    """The arrays of a table, with the water that carries made solid."""
    geo, compiled = table.arrays()
    if not going.firm or not any(feature.kind in going.firm for feature in table.features):
        return geo, compiled
    features = geo[0].copy()
    features[[feature.kind in going.firm for feature in table.features], layout.ROLE] = layout.FLAT
    return (features, geo[1], geo[2]), compiled


def _mode(going: Going) -> int:
    return _SURFACE if going.water == "surface" else _DECK if going.bridges else _GROUND


def _terms(going: Going, radius: float) -> tuple[float, float, float, bool]:
    return float(going.level_cost), float(going.max_step), float(radius), bool(going.only)


def _prices(table: Table, going: Going, start: Point | None, radius: float) -> tuple[Floats, Bools, Bools, Bools]:
    extra: list[float] = []
    barred: list[bool] = []
    # Terrain the base already stands in does not shut it in: leaving is the mover's own affair.
    reach = max(0.0, radius - OVERLAP)
    standing_in = {feature.id for feature in table.features_touched(*start, reach)} if start is not None else set()
    for feature in table.features:
        cost = going.extra.get(feature.kind, 0.0)
        priced = feature.kind in going.by_kind or feature.kind in going.firm
        if feature.role == layout.WATER and going.water == "bottom" and not priced:
            cost += max(((depth, more) for depth, more in going.depth_extra if feature.depth >= depth), default=(0, 0))[
                1
            ]
        extra.append(cost)
        wet_and_barred = feature.role == layout.WATER and going.water == "barred"
        barred.append((wet_and_barred or feature.kind in going.prohibited) and feature.id not in standing_in)
    return (
        np.array(extra, dtype=np.float64),
        np.array(barred, dtype=np.bool_),
        np.array([feature.kind in going.overrides for feature in table.features], dtype=np.bool_),
        np.array([feature.kind in going.only for feature in table.features], dtype=np.bool_),
    )
