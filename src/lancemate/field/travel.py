"""Where a base can go: what the going costs, and the places in reach. It must not know whose going it is.

The search proposes; a rule prices the proposed polyline again, exactly and by its own lights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from lancemate.field import layout
from lancemate.field.bodies import OVERLAP, Body
from lancemate.field.layout import Bools, Floats, Ints
from lancemate.field.shapes import Point

if TYPE_CHECKING:
    from lancemate.field.table import Table

Water: TypeAlias = Literal["bottom", "surface", "barred"]

_GROUND: Final = 0
_SURFACE: Final = 1
_DECK: Final = 2


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
    geo, compiled = table.arrays()
    prices = _prices(table, going, start, radius)
    mode = _SURFACE if going.water == "surface" else _DECK if going.bridges else _GROUND
    home = (float(start[0]), float(start[1]))
    costs, parents = compiled.explore(
        geo,
        (table.width, table.depth),
        home,
        float(allowance),
        float(spacing),
        mode,
        prices,
        (float(going.level_cost), float(going.max_step), float(radius), bool(going.only)),
        np.array([(body.x, body.y, body.radius) for body in blocked], dtype=np.float64).reshape(-1, 3),
    )
    side = 2 * int(float(allowance) / float(spacing)) + 1
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


def _prices(table: Table, going: Going, start: Point, radius: float) -> tuple[Floats, Bools, Bools, Bools]:
    extra: list[float] = []
    barred: list[bool] = []
    # Terrain the base already stands in does not shut it in: leaving is the mover's own affair.
    standing_in = {feature.id for feature in table.features_touched(*start, max(0.0, radius - OVERLAP))}
    for feature in table.features:
        cost = going.extra.get(feature.kind, 0.0)
        if feature.role == layout.WATER and going.water == "bottom":
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
