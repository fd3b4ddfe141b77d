"""The sight ruling once more, on Shapely: what a careful user of a general geometry library would write.

It shares no arithmetic with the table's kernels: it is their oracle in the tests and their rival in the benchmark.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lancemate.field import Body, Circle, Feature, Line, Table

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

COLUMNS = 18  # in which a silhouette is looked at, one by one
FREE = 2.0
TINY = 1e-9
SMOOTH = 256  # segments to a quarter of a circle

Span = tuple[float, float]


class PeerSight(NamedTuple):
    hidden_target: float
    hidden_viewer: float
    woods: float
    distance: float


def geometry_of(feature: Feature) -> BaseGeometry:
    """A feature's shape as a Shapely geometry; circles become polygons of very many sides."""
    import shapely

    shape = feature.shape
    if isinstance(shape, Circle):
        return shapely.Point(shape.x, shape.y).buffer(shape.r, quad_segs=SMOOTH)
    if isinstance(shape, Line):
        half = shape.width / 2.0
        bars = [
            shapely.LineString(pair).buffer(half, cap_style="flat")
            for pair in zip(shape.points, shape.points[1:], strict=False)
        ]
        bends = [shapely.Point(point).buffer(half, quad_segs=SMOOTH) for point in shape.points[1:-1]]
        return shapely.union_all([*bars, *bends])
    return shapely.Polygon(shape.corners())


class Peer:
    """A table's solid terrain and woods, ready to be asked who sees whom."""

    def __init__(self, table: Table, columns: int = COLUMNS) -> None:
        import shapely

        self.columns = columns
        self.features = table.features
        self.shapes = [geometry_of(feature) for feature in table.features]
        for shape in self.shapes:
            shapely.prepare(shape)
        self.index = shapely.STRtree(self.shapes)
        self.tops = [
            table.surface(*feature.shape.centroid()) + feature.height if feature.role_name == "solid" else 0.0
            for feature in table.features
        ]

    def sight(self, viewer: Body, target: Body, solids: Sequence[Body] = ()) -> PeerSight:
        apart = float(np.hypot(target.x - viewer.x, target.y - viewer.y))
        return PeerSight(
            self.hidden(viewer, target, solids),
            self.hidden(target, viewer, solids),
            max(self.woods(viewer, target), self.woods(target, viewer)),
            max(0.0, apart - viewer.radius - target.radius),
        )

    def hidden(self, viewer: Body, target: Body, solids: Sequence[Body]) -> float:
        """Share of the target's silhouette that hills, buildings and solid bodies hide from the viewer's eye."""
        import shapely

        eye = np.array([viewer.x, viewer.y])
        line = np.array([target.x, target.y]) - eye
        length = float(np.hypot(*line))
        if length < TINY:
            return 0.0
        across = np.array([-line[1], line[0]]) / length
        offsets = target.radius * ((2.0 * np.arange(self.columns) + 1.0) / self.columns - 1.0)
        ends = eye + line + offsets[:, None] * across
        rays = shapely.linestrings([[eye, end] for end in ends])
        centre = shapely.LineString([eye, eye + line])
        free = (viewer.radius + FREE) / length, 1.0 - (target.radius + FREE) / length
        hills: list[list[tuple[Span, Span, float]]] = [[] for _ in range(self.columns)]
        highest = np.full(self.columns, -np.inf)
        for f in sorted(self.index.query(shapely.MultiLineString(list(rays)).convex_hull, predicate="intersects")):
            feature, shape = self.features[f], self.shapes[f]
            if feature.role_name not in ("hill", "solid"):
                continue
            inside = shape.covers(shapely.Point(eye)), shape.covers(shapely.Point(eye + line))
            whole = self._leaves_early(shape, centre, eye, line, inside, viewer, target)
            for k, piece in enumerate(shapely.intersection(rays, shape)):
                for span in spans(piece, eye, ends[k] - eye):
                    kept = _intervening(span, inside, whole, free)
                    if feature.role_name == "hill":
                        hills[k].append((span, kept, feature.height))
                    elif kept[1] - kept[0] > TINY / length:
                        highest[k] = max(highest[k], _graze(viewer.top, self.tops[f], kept))
        for body in solids:
            if body in (viewer, target):
                continue
            disc = shapely.Point(body.x, body.y).buffer(body.radius, quad_segs=SMOOTH)
            for k, piece in enumerate(shapely.intersection(rays, disc)):
                for span in spans(piece, eye, ends[k] - eye):
                    highest[k] = max(highest[k], _graze(viewer.top, body.top, span))
        for k, stack in enumerate(hills):
            highest[k] = max(highest[k], _over_hills(stack, viewer.top, length))
        return float(np.clip((highest - target.bottom) / target.height, 0.0, 1.0).mean())

    @staticmethod
    def _leaves_early(
        shape: BaseGeometry,
        centre: BaseGeometry,
        eye: np.ndarray,
        line: np.ndarray,
        inside: tuple[bool, bool],
        viewer: Body,
        target: Body,
    ) -> tuple[bool, bool]:
        """Whether the centre line is out of the feature within the free inches, at either end."""
        if not any(inside):
            return False, False
        length = float(np.hypot(*line))
        found = spans(centre.intersection(shape), eye, line)
        near = [b for a, b in found if a <= 1e-12] or [0.0]
        far = [a for a, b in found if b >= 1.0 - 1e-12] or [1.0]
        return (
            inside[0] and near[0] * length <= viewer.radius + FREE + TINY,
            inside[1] and (1.0 - far[0]) * length <= target.radius + FREE + TINY,
        )

    def woods(self, viewer: Body, target: Body) -> float:
        """Inches of intervening woods on the line from the viewer's eye to the middle of the target."""
        import shapely

        eye = np.array([viewer.x, viewer.y])
        line = np.array([target.x, target.y]) - eye
        length = float(np.hypot(*line))
        if length <= viewer.radius + target.radius + TINY:
            return 0.0
        ray = shapely.LineString([eye, eye + line])
        near = sorted(self.index.query(ray, predicate="intersects"))
        ground = [
            (span, self.features[f].height)
            for f in near
            if self.features[f].role_name == "hill"
            for span in spans(ray.intersection(self.shapes[f]), eye, line)
        ]
        fall = target.bottom + target.height / 2.0 - viewer.top
        counted: list[Span] = []
        for f in near:
            feature, shape = self.features[f], self.shapes[f]
            if feature.role_name != "woods":
                continue
            in_it = [shape.distance(shapely.Point(body.x, body.y)) <= body.radius + TINY for body in (viewer, target)]
            low = (viewer.radius + FREE * in_it[0]) / length
            high = 1.0 - (target.radius + FREE * in_it[1]) / length
            for a, b in spans(ray.intersection(shape), eye, line):
                marks = sorted({a, b, *(t for span, _ in ground for t in span if a < t < b)})
                for p, q in itertools.pairwise(marks):
                    middle = (p + q) / 2.0
                    top = feature.height + TINY + sum(h for (s, e), h in ground if s < middle < e)
                    if fall > 0.0:
                        q = min(q, (top - viewer.top) / fall)
                    elif fall < 0.0:
                        p = max(p, (top - viewer.top) / fall)
                    elif viewer.top > top:
                        continue
                    if min(q, high) > max(p, low):
                        counted.append((max(p, low), min(q, high)))
        return _union_length(counted) * length


def spans(piece: BaseGeometry, start: np.ndarray, way: np.ndarray) -> list[Span]:
    """The stretches of a ray that a Shapely intersection consists of, as fractions of the ray."""
    import shapely

    along = way / float(way @ way)
    found = []
    for part in shapely.get_parts(piece):
        if part.geom_type == "LineString" and not part.is_empty:
            fractions = (shapely.get_coordinates(part) - start) @ along
            found.append((float(fractions.min()), float(fractions.max())))
    return sorted(found)


def _graze(eye: float, top: float, span: Span) -> float:
    """Height on the target below which a wall of that top hides everything."""
    if top - eye > TINY:
        return eye + (top - eye) / span[0] if span[0] > 1e-12 else float("inf")
    return eye + (top - eye) / span[1]


def _intervening(span: Span, inside: tuple[bool, bool], whole: tuple[bool, bool], free: Span) -> Span:
    """The part of a stretch that does not belong to the free inches of who stands in it."""
    a, b = span
    if inside[0]:
        a = b if whole[0] and a <= 1e-12 else max(a, free[0])
    if inside[1]:
        b = a if whole[1] and b >= 1.0 - 1e-12 else min(b, free[1])
    return a, b


def _over_hills(stack: Sequence[tuple[Span, Span, float]], eye: float, length: float) -> float:
    best = float("-inf")
    marks = sorted({t for span, kept, _ in stack for t in (*span, *kept)})
    for a, b in itertools.pairwise(marks):
        if b - a <= TINY / length:
            continue
        middle = (a + b) / 2.0
        here = [entry for entry in stack if entry[0][0] < middle < entry[0][1]]
        if any(kept[0] < middle < kept[1] for _, kept, _ in here):
            best = max(best, _graze(eye, sum(height for _, _, height in here), (a, b)))
    return best


def _union_length(found: Iterable[Span]) -> float:
    total = 0.0
    reached = float("-inf")
    for a, b in sorted(found):
        total += max(0.0, b - max(a, reached))
        reached = max(reached, b)
    return total
