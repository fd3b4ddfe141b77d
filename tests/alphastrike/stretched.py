"""A second kind of map, made for tests: a table on which every inch of its coordinates counts double.

It answers every question of a Space with the help of an inch table twice as wide and deep. Whoever measures by
coordinates instead of asking gets half of everything.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import inf
from typing import Any

import numpy as np

from lancemate.field import Body, Feature, Path, Point, Reach, Sight, SightArrays, Table
from lancemate.field.bodies import CONTACT, BaseT, RoundBase
from lancemate.field.compass import HexSide
from lancemate.field.layout import Bools, Floats
from lancemate.field.paths import Level
from lancemate.field.shapes import Bounds
from lancemate.field.sightlines import USUAL, Favour, Glances, SightTerms
from lancemate.field.travel import Going, Toward, TowardEdge

TIMES = 2.0
_NUMBERS = count(-1, -1)


def up(at: Sequence[float]) -> Point:
    return TIMES * at[0], TIMES * at[1]


def down(at: Point) -> Point:
    return at[0] / TIMES, at[1] / TIMES


def larger(body: Body) -> Body:
    return body._replace(x=TIMES * body.x, y=TIMES * body.y)


def rows(points: Floats) -> Floats:
    moved = np.array(points, dtype=np.float64)
    moved[:, :2] *= TIMES
    return moved


def boxed(box: Bounds) -> Bounds:
    return TIMES * box[0], TIMES * box[1], TIMES * box[2], TIMES * box[3]


class Stretched:
    """The map. Terrain is drawn on the table under it, in true inches."""

    kind = "stretched"
    measure = "true inches"
    scale = 1.0
    spacing = 1.0
    contact = CONTACT

    def __init__(self, inner: Table) -> None:
        self.inner = inner
        self.number = next(_NUMBERS)
        self.width, self.depth = inner.width / TIMES, inner.depth / TIMES
        self.features, self.by_id = inner.features, inner.by_id
        self.has_water, self.has_woods, self.highest_water = inner.has_water, inner.has_woods, inner.highest_water
        self.edges = inner.edges

    def __deepcopy__(self, memo: object) -> "Stretched":
        return self

    @property
    def centre(self) -> Point:
        return down(self.inner.centre)

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.depth

    def name(self, at: Point) -> str:
        return self.inner.name(at)

    def named(self, text: str) -> Point | None:
        return None

    def written(self, data: Any) -> Any:
        return data

    def ways(self, points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(points)

    def footprint(self, radius: float) -> float:
        return radius

    def side_by_side(self, one: float, other: float) -> float:
        return one + other

    def distance(self, a: Point, b: Point) -> float:
        return self.inner.distance(up(a), up(b))

    def apart(self, a: Point, radius: float, b: Point, other: float = 0.0) -> float:
        return self.inner.apart(up(a), radius, up(b), other)

    def within(self, a: Point, b: Point, reach: float) -> bool:
        return self.inner.within(up(a), up(b), reach)

    def closer(self, a: Point, b: Point, reach: float) -> bool:
        return self.inner.closer(up(a), up(b), reach)

    def distances(self, points: Floats, at: Point) -> Floats:
        return self.inner.distances(rows(points), up(at))

    def length(self, points: Sequence[Point]) -> float:
        return self.inner.length([up(point) for point in points])

    def part_way(self, a: Point, b: Point, far: float) -> Point:
        return down(self.inner.part_way(up(a), up(b), far))

    def on_line(self, a: Point, b: Point, far: float) -> Point:
        return down(self.inner.on_line(up(a), up(b), far))

    def beyond(self, at: Point, degrees: float, far: float) -> Point:
        return down(self.inner.beyond(up(at), degrees, far))

    def nearest_on(self, a: Point, b: Point, at: Point) -> Point:
        return down(self.inner.nearest_on(up(a), up(b), up(at)))

    def entries(self, points: Sequence[Point], at: Point, reach: float, slack: float = 0.0) -> list[float]:
        return self.inner.entries([up(point) for point in points], up(at), reach, slack)

    def points_at(self, a: Point, b: Point, centre: Point, reach: float) -> list[Point]:
        return [down(point) for point in self.inner.points_at(up(a), up(b), up(centre), reach)]

    def those_near(self, box: Bounds, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        return [base for base in bases if self._is_near(boxed(box), base, radius + base.radius)]

    def _is_near(self, box: Bounds, base: RoundBase, reach: float) -> bool:
        x, y = up((base.x, base.y))
        return box[0] - reach <= x <= box[2] + reach and box[1] - reach <= y <= box[3] + reach

    def neighbours(self, at: Point) -> tuple[Point, ...]:
        return tuple(down(point) for point in self.inner.neighbours(up(at)))

    def snap(self, at: Point) -> Point:
        return down(self.inner.snap(up(at)))

    def roughly_toward(self, a: Point, b: Point) -> float:
        return self.inner.roughly_toward(up(a), up(b))

    def snap_facing(self, degrees: float) -> float:
        return self.inner.snap_facing(degrees)

    def gap(self, a: Body, b: Body) -> float:
        return self.inner.gap(larger(a), larger(b))

    def gap_to(self, base: RoundBase, at: Point) -> float:
        return self.inner.gap_to(Body(TIMES * base.x, TIMES * base.y, base.radius, 0.0, 0.0), up(at))

    def touch(self, a: Body, b: Body, tolerance: float = CONTACT, *, rise: float = inf) -> bool:
        return self.inner.touch(larger(a), larger(b), tolerance, rise=rise)

    def overlap(self, a: Body, b: Body) -> bool:
        return self.inner.overlap(larger(a), larger(b))

    def overlapped(self, at: Point, radius: float, bases: Iterable[BaseT]) -> list[BaseT]:
        return [base for base in bases if self.closer(at, (base.x, base.y), radius + base.radius)]

    def covered(self, at: Point, reach: float, bases: Iterable[BaseT]) -> list[BaseT]:
        return [base for base in bases if self.gap_to(base, at) <= reach + 1e-9]

    def free_spots(
        self,
        at: Point,
        radius: float,
        occupied: Sequence[Body],
        *,
        accept: Callable[[float, float], bool] | None = None,
        reach: float = 24.0,
    ) -> Iterator[Point]:
        return map(down, self.inner.free_spots(up(at), radius, [larger(body) for body in occupied], reach=reach))

    def bearing(self, a: Point, b: Point) -> float:
        return self.inner.bearing(up(a), up(b))

    def relative_bearing(self, facing: float, a: Point, b: Point) -> float:
        return self.inner.relative_bearing(facing, up(a), up(b))

    def heading(self, a: Point, b: Point) -> Point | None:
        return self.inner.heading(up(a), up(b))

    def ahead(self, facing: float, a: Point, b: Point) -> float:
        return self.inner.ahead(facing, up(a), up(b))

    def aside(self, facing: float, a: Point, b: Point) -> float:
        return self.inner.aside(facing, up(a), up(b))

    def beside(self, at: Point, facing: float, right: float, ahead: float) -> Point:
        return down(self.inner.beside(up(at), facing, right, ahead))

    def share_in_arc(self, centre: Point, facing: float, half_width: float, target: Point, radius: float) -> float:
        return self.inner.share_in_arc(up(centre), facing, half_width, up(target), radius)

    def fronts(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        return self.inner.fronts(rows(points), rows(others), facings)

    def rears(self, points: Floats, others: Floats, facings: Sequence[float]) -> Bools:
        return self.inner.rears(rows(points), rows(others), facings)

    def in_arcs(self, points: Floats, others: Floats, facings: Sequence[float], half_widths: Sequence[float]) -> Bools:
        return self.inner.in_arcs(rows(points), rows(others), facings, half_widths)

    def side_struck(self, target: Point, facing: float, attacker: Point) -> HexSide:
        return self.inner.side_struck(up(target), facing, up(attacker))

    def inside(self, x: float, y: float, radius: float = 0.0) -> bool:
        return self.inner.inside(*up((x, y)), radius)

    def leaves(self, box: Bounds) -> bool:
        return self.inner.leaves(boxed(box))

    def distance_to_edge(self, edge: str, at: Point, radius: float = 0.0) -> float:
        return self.inner.distance_to_edge(edge, up(at), radius)

    def distances_to_edge(self, edge: str, points: Floats, radius: float = 0.0) -> Floats:
        return self.inner.distances_to_edge(edge, rows(points), radius)

    def nearest_edge(self, at: Point) -> str:
        return self.inner.nearest_edge(up(at))

    def onto_edge(self, edge: str, at: Point, before: float = 0.0) -> Point:
        return down(self.inner.onto_edge(edge, up(at), before))

    def along_edge(self, edge: str, aside: float, deep: float) -> Point:
        return down(self.inner.along_edge(edge, aside, deep))

    def across(self, edge: str) -> float:
        return self.inner.across(edge)

    def strip(self, edge: str, deep: float) -> tuple[float, float, float, float]:
        x, y, width, depth = self.inner.strip(edge, deep)
        return x / TIMES, y / TIMES, width / TIMES, depth / TIMES

    def edge_crossed(self, a: Point, b: Point) -> tuple[str, Point]:
        edge, at = self.inner.edge_crossed(up(a), up(b))
        return edge, down(at)

    def with_feature(self, feature: Feature) -> "Stretched":
        return Stretched(self.inner.with_feature(feature))

    def without_feature(self, feature_id: str) -> "Stretched":
        return Stretched(self.inner.without_feature(feature_id))

    def ground(self, x: float, y: float) -> float:
        return self.inner.ground(*up((x, y)))

    def surface(self, x: float, y: float) -> float:
        return self.inner.surface(*up((x, y)))

    def is_open(self, box: Bounds) -> bool:
        return self.inner.is_open(boxed(box))

    def features_in(self, box: Bounds, margin: float = 0.0) -> Sequence[Feature]:
        return self.inner.features_in(boxed(box), margin)

    def features_at(self, x: float, y: float) -> tuple[Feature, ...]:
        return self.inner.features_at(*up((x, y)))

    def features_touched(self, x: float, y: float, radius: float) -> tuple[Feature, ...]:
        return self.inner.features_touched(*up((x, y)), radius)

    def features_swept(self, points: Sequence[Sequence[float]], radius: float) -> tuple[tuple[Feature, float], ...]:
        return self.inner.features_swept([up(point) for point in points], radius)

    def levels(self, points: Floats) -> tuple[Floats, Floats, Bools]:
        return self.inner.levels(rows(points))

    def in_woods(self, bodies: Floats) -> Bools:
        return self.inner.in_woods(rows(bodies))

    def distance_to(self, feature_id: str, x: float, y: float, radius: float = 0.0) -> float:
        return self.inner.distance_to(feature_id, *up((x, y)), radius)

    def nearest_of(self, feature_id: str, at: Point) -> Point:
        return down(self.inner.nearest_of(feature_id, up(at)))

    def trace(self, points: Sequence[Sequence[float]], *, level: Level = "ground") -> Path:
        path = self.inner.trace([up(point) for point in points], level=level)
        legs = tuple(leg._replace(start=down(leg.start), end=down(leg.end)) for leg in path.legs)
        steps = tuple(step._replace(at=down(step.at)) for step in path.steps)
        return path._replace(points=tuple(down(point) for point in path.points), legs=legs, steps=steps)

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
        found = self.inner.reachable(
            up(start),
            radius,
            allowance,
            going,
            blocked=[larger(body) for body in blocked],
            occupied=[larger(body) for body in occupied],
            spacing=spacing,
        )
        return replace(found, points=found.points / TIMES, _start=down(found._start), _spacing=found._spacing / TIMES)

    def toward(self, goal: Point, radius: float, going: Going, *, spacing: float = 1.0) -> Toward:
        raise NotImplementedError

    def toward_edge(self, edge: str, radius: float, going: Going, *, spacing: float = 1.0) -> TowardEdge:
        raise NotImplementedError

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
        around = [larger(body) for body in solids]
        return self.inner.sight(larger(viewer), larger(target), solids=around, ignoring=ignoring, favour=favour)

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
        around = [larger(body) for body in solids]
        return self.inner.sights(rows(viewers), rows(targets), solids=around, ignoring=ignoring, favour=favour)

    def glances(
        self, viewers: Floats, targets: Floats, far: float, most: float, *, solids: Sequence[Body] = ()
    ) -> Glances:
        around = [larger(body) for body in solids]
        return self.inner.glances(rows(viewers), rows(targets), far, most, solids=around)


class Borderline(Stretched):
    """The same, where every line of sight runs along a border: the side the rules favour sees woods or none."""

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
        plain = super().sight(viewer, target, solids=solids, ignoring=ignoring, favour=favour)
        woods = 9.0 if favour == "target" else 0.0
        return plain._replace(woods=woods, woods_crossed=woods, favoured=favour)

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
        plain = super().sights(viewers, targets, solids=solids, ignoring=ignoring, favour=favour)
        woods = np.full(len(viewers), 9.0 if favour == "target" else 0.0)
        return plain._replace(woods=woods, woods_crossed=woods, chosen=np.ones(len(viewers), dtype=np.bool_))
