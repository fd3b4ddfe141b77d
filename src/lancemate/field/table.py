"""The inch table: an immutable map of features that answers where things are, how high, how far, and who sees whom.

Features are drawn in order. Elevation at a point is the sum of the heights of all hills containing it. Woods stand on
the ground under them point by point; a building stands on the surface under its centroid. Water lies in the surface it
is drawn on, its bottom ``depth`` below; a hill drawn later covers it; of two waters the later one's depth counts.
A bridge deck is level: its height above the highest surface at the points that give its outline.
The table must not know units' rules, dice or modifiers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from math import inf, isfinite
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from lancemate.field import layout
from lancemate.field.bodies import Body
from lancemate.field.errors import FieldError
from lancemate.field.exactness import TINY
from lancemate.field.inches import Inches
from lancemate.field.layout import Bools, Floats, Geometry
from lancemate.field.measure import WHOLE
from lancemate.field.nearest import nearest_point
from lancemate.field.numbering import NUMBERS
from lancemate.field.paths import Leg, Level, Path, steps_of
from lancemate.field.shapes import Bounds, Line, Point
from lancemate.field.sightlines import USUAL, Crossing, Favour, Glances, Sight, SightArrays, SightTerms
from lancemate.field.terrain import Feature, shape_of
from lancemate.field.travel import Going, Reach, TowardEdge, TowardPoint, explore

if TYPE_CHECKING:
    from lancemate.field.compiled import Compiled

ENTERS: Final = -1e-6  # a base sweeping past an edge it only grazes does not enter
K = TypeVar("K")
V = TypeVar("V")

TILE: Final = 16.0  # inches: the side of the squares by which features are looked up
MOST_KEPT: Final = 20_000  # answers about places
MOST_CHANGES: Final = 32  # boxes to look at before another table is asked
EDGE: Final = 2.0 * TINY
NEAR: Final = 1.0  # inches around a square inch without terrain that are bare too
HALF_DIAGONAL: Final = 0.7072  # of a square inch
NO_SOLIDS: Final[Floats] = np.empty((0, 5))
FLAGS: Final = np.dtype(np.bool_)  # to name a type anew takes numpy longer than to make a small array
NUMBERED: Final = np.dtype(np.int64)
USUAL_ROOM: Final = 256  # numbers: enough for what most paths cross


class Table(Inches):
    """A table of so many inches with its terrain. Sharing it is free: nothing ever changes it."""

    __slots__ = (
        "_bare",
        "_compiled",
        "_eastward",
        "_former",
        "_geo",
        "_hash",
        "_levels",
        "_nothing",
        "_sheet",
        "_stacks",
        "_tiles",
        "_touched",
        "_veils",
        "by_id",
        "depth",
        "features",
        "has_water",
        "has_woods",
        "highest_water",
        "number",
        "width",
    )

    def __init__(self, width: float, depth: float, features: Iterable[Feature] = ()) -> None:
        self.width = float(width)
        self.depth = float(depth)
        self.features: Final = tuple(features)
        self.by_id: Final = {feature.id: feature for feature in self.features}
        self._hash: Final = hash((self.width, self.depth, tuple(self.by_id)))
        self.number: Final = next(NUMBERS)  # of this very table in this process: a short name for caches, no more
        self._bare: dict[tuple[float, float], bool] = {}  # by the middle of each square inch
        self._levels: dict[tuple[float, float], tuple[float, float]] = {}
        self._touched: dict[tuple[float, float, float], tuple[Feature, ...]] = {}
        self._stacks: dict[tuple[int, ...], tuple[Feature, ...]] = {}
        self._former: tuple[Table, tuple[Bounds, ...]] | None = None  # one like it, but for what lies in some boxes
        self._geo: Geometry | None = None
        self._compiled: Compiled | None = None
        self._sheet: Floats = NO_SOLIDS
        self._veils: Final = any(feature.role == layout.VEIL for feature in self.features)
        self.has_water: Final = any(feature.role == layout.WATER for feature in self.features)
        self.has_woods: Final = any(feature.role == layout.WOODS for feature in self.features)
        self._nothing: Bools = np.zeros(len(self.features), dtype=np.bool_)
        if not (isfinite(self.width) and isfinite(self.depth) and self.width > 0.0 and self.depth > 0.0):
            raise FieldError(f"a table needs a positive width and depth, not {width!r} x {depth!r}")
        if len(self.by_id) < len(self.features):
            ids = [feature.id for feature in self.features]
            twice = next(one for i, one in enumerate(ids) if one in ids[:i])
            raise FieldError(f"terrain {twice!r}: two features have this id")
        bounds = [feature.shape.bounds() for feature in self.features]
        eastward = sorted(range(len(bounds)), key=bounds.__getitem__)
        # Features and the boxes they lie in, from the west; the same by tiles.
        self._eastward: Final = tuple([(bounds[f], self.features[f]) for f in eastward])
        self._tiles: dict[Bounds, tuple[tuple[Bounds, Feature], ...]] = {}
        self.highest_water: Final = _highest_water(self.features, bounds)
        for feature, (x0, y0, x1, y1) in zip(self.features, bounds, strict=True):
            if x1 <= 0.0 or y1 <= 0.0 or x0 >= self.width or y0 >= self.depth:
                raise FieldError(f"terrain {feature.id!r}: it lies off the {self.width:g} x {self.depth:g} table")

    def __repr__(self) -> str:
        return f"Table({self.width:g}, {self.depth:g}, {len(self.features)} features)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self.width, self.depth, self.features) == (other.width, other.depth, other.features)

    def __hash__(self) -> int:
        return self._hash

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: object) -> Table:
        return self

    def __reduce__(self) -> tuple[type[Table], tuple[float, float, tuple[Feature, ...]]]:
        return Table, (self.width, self.depth, self.features)

    # Changing terrain makes a new table

    def with_feature(self, feature: Feature) -> Table:
        """The table with a feature added on top, or put in the place of the one with the same id."""
        if feature.id in self.by_id:
            kept = tuple(feature if old.id == feature.id else old for old in self.features)
        else:
            kept = (*self.features, feature)
        return self._changed(feature.id, kept)

    def without_feature(self, feature_id: str) -> Table:
        """The table with a feature taken away."""
        if feature_id not in self.by_id:
            raise FieldError(f"there is no terrain {feature_id!r}")
        return self._changed(feature_id, tuple(old for old in self.features if old.id != feature_id))

    def _changed(self, feature_id: str, features: tuple[Feature, ...]) -> Table:
        """The table with one feature changed. What is known of places that this does not reach stays known."""
        table = Table(self.width, self.depth, features)
        changed = [box for one in (self, table) for box, feature in one._eastward if feature.id == feature_id]
        reached = _reached(changed, [_footing(box, feature) for box, feature in table._eastward])
        former, before = self._former or (self, ())
        if len(before) + len(reached) > MOST_CHANGES:
            former, before = self, ()
            self._former = None  # or every table there ever was would be kept
        if len(reached) <= MOST_CHANGES:
            table._former = (former, before + reached)
        return table

    def _as_before(self, west: float, south: float, east: float, north: float) -> Table | None:
        """The table this one was made of, where it says the same about a box: it may know the answer already."""
        known = self._former
        if known is None:
            return None
        former, changed = known
        box = _grown((west, south, east, north))
        for other in changed:
            if _meet(box, other):
                return None
        return former

    # Points and bases

    def ground(self, x: float, y: float) -> float:
        """Elevation of the solid ground: a hill's top, the bottom of water."""
        return (self._levels.get((x, y)) or self._find_levels(x, y))[0]

    def surface(self, x: float, y: float) -> float:
        """Elevation of the ground, the water's surface or the bridge deck."""
        return (self._levels.get((x, y)) or self._find_levels(x, y))[1]

    def features_at(self, x: float, y: float) -> tuple[Feature, ...]:
        """The features at a point, top one last. Edges belong to their feature."""
        bare = self._bare.get((x + WHOLE - WHOLE, y + WHOLE - WHOLE))
        return () if bare else self.features_touched(x, y, 0.0)

    def features_touched(self, x: float, y: float, radius: float) -> tuple[Feature, ...]:
        """The features any part of a base touches, top one last."""
        if radius <= NEAR:
            bare = self._bare.get((x + WHOLE - WHOLE, y + WHOLE - WHOLE))
            if bare or (bare is None and self._is_bare(x, y)):
                return ()
        found = self._touched.get((x, y, radius))
        if found is None:
            before = self._as_before(x - radius, y - radius, x + radius, y + radius)
            if before is not None:
                found = before.features_touched(x, y, radius)
            else:
                found = self._stack(self._rows_touched(x, y, radius))
            _kept(self._touched, (x, y, radius), found)
        return found

    def is_open(self, box: Bounds) -> bool:
        """Whether no feature can lie in a box (west, south, east, north), judged roughly: by the boxes they lie in."""
        x0, y0, x1, y1 = box
        tiles = (
            x0 / TILE + WHOLE - WHOLE,
            y0 / TILE + WHOLE - WHOLE,
            x1 / TILE + WHOLE - WHOLE,
            y1 / TILE + WHOLE - WHOLE,
        )
        near = self._tiles.get(tiles)
        for (west, south, east, north), _ in self._around(tiles) if near is None else near:
            if west <= x1 and east >= x0 and south <= y1 and north >= y0:
                return False
        return True

    def levels(self, points: Floats) -> tuple[Floats, Floats, Bools]:
        """Elevations of the ground and of the surface at many points (rows x, y), and where a bridge carries."""
        geo, compiled = self.arrays()
        found = [compiled.levels(geo, x, y) for x, y in points.tolist()]
        rows = np.array([one[:2] for one in found], dtype=np.float64).reshape(-1, 2)
        return rows[:, 0], rows[:, 1], np.array([one[3] for one in found], dtype=np.bool_)

    def features_in(self, box: Bounds, margin: float = 0.0) -> list[Feature]:
        """The features that may lie in a box or so far around it, judged as roughly."""
        x0, y0, x1, y1 = box
        if margin:
            x0, y0, x1, y1 = x0 - margin, y0 - margin, x1 + margin, y1 + margin
        tiles = (
            x0 / TILE + WHOLE - WHOLE,
            y0 / TILE + WHOLE - WHOLE,
            x1 / TILE + WHOLE - WHOLE,
            y1 / TILE + WHOLE - WHOLE,
        )
        near = self._tiles.get(tiles)
        found: list[Feature] = []
        for (west, south, east, north), feature in self._around(tiles) if near is None else near:
            if west <= x1 and east >= x0 and south <= y1 and north >= y0:
                found.append(feature)
        return found

    def in_woods(self, bodies: Floats) -> Bools:
        """Which of many bases (rows that begin with x, y, radius) touch woods."""
        touched = np.zeros(len(bodies), dtype=np.bool_)
        if self.has_woods:
            woods = frozenset(f for f, feature in enumerate(self.features) if feature.role == layout.WOODS)
            for row, (x, y, radius) in enumerate(bodies[:, :3].tolist()):
                touched[row] = not woods.isdisjoint(self._rows_touched(x, y, radius))
        return touched

    def distance_to(self, feature_id: str, x: float, y: float, radius: float = 0.0) -> float:
        """Distance from a point, or a base around it, to the nearest edge of a feature; 0 inside it, less a base."""
        if feature_id not in self.by_id:
            return self.distance((x, y), self.nearest_of(feature_id, (x, y))) - radius
        geo, compiled = self.arrays()
        return compiled.feature_distance(geo, self._index(feature_id), float(x), float(y)) - radius

    def nearest_of(self, feature_id: str, at: Point) -> Point:
        """The point of a feature, or of a section of one, nearest to another; that one itself inside it."""
        return nearest_point(shape_of(self.by_id, feature_id), at)

    # Paths

    def trace(self, points: Sequence[Sequence[float]], *, level: Level = "ground") -> Path:
        """The exact path of a base's centre along a polyline."""
        compiled = self._compiled or self.arrays()[1]
        where = self._points(points)
        told = np.empty(USUAL_ROOM)
        size = compiled.trace(self._sheet, where, told)
        if size > len(told):
            told = np.empty(size)
            compiled.trace(self._sheet, where, told)
        first_ground, first_surface, last_ground, last_surface, *rest = told[:size].tolist()
        legs: list[Leg] = []
        begin = 0
        while begin < len(rest):
            x0, y0, x1, y1, length, low, high, count = rest[begin : begin + 8]
            end = begin + 8 + int(count)
            features = self._stack([int(f) for f in rest[begin + 8 : end]])
            legs.append(Leg(length, (x0, y0), (x1, y1), features, low, high))
            begin = end
        ends = (first_ground, last_ground) if level == "ground" else (first_surface, last_surface)
        way = tuple(legs)
        return Path(tuple([(x, y) for x, y in where.tolist()]), way, steps_of(way, level, *ends), level)

    def features_swept(self, points: Sequence[Sequence[float]], radius: float) -> tuple[tuple[Feature, float], ...]:
        """The features a base enters along a polyline, each with the distance travelled when it does, in that order.

        A base that only grazes an edge on its way does not enter.
        """
        geo, compiled = self.arrays()
        entry = compiled.sweep(geo, self._points(points), radius + ENTERS)
        met = [(self.features[f], float(entry[f])) for f in (entry < inf).nonzero()[0].tolist()]
        return tuple(sorted(met, key=_when))

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
        """Places a base can get to, and proposed ways: never through ``blocked`` bodies, nor ending on ``occupied``."""
        return explore(self, start, radius, allowance, going, blocked=blocked, occupied=occupied, spacing=spacing)

    def toward(self, goal: Point, radius: float, going: Going, *, spacing: float = 1.0) -> TowardPoint:
        """What it costs a base to get to a point from anywhere."""
        return TowardPoint(self, goal, radius, going, spacing)

    def toward_edge(self, edge: str, radius: float, going: Going, *, spacing: float = 1.0) -> TowardEdge:
        """What it costs a base to get to an edge of the table from anywhere."""
        return TowardEdge(self, edge, radius, going, spacing)

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
        """What lies between two bodies. ``solids`` hide like terrain; ``ignoring`` names terrain that does not.

        A table leaves nothing to choose: whom to ``favour``, and the ``terms`` of hexes, make no difference here.
        """
        compiled = self._compiled or self.arrays()[1]
        size = len(self.features)
        cover = np.zeros(size, FLAGS)
        inches = np.zeros((2, size))
        solid = np.array(solids, dtype=np.float64).reshape(-1, 5) if solids else NO_SOLIDS
        ignored = self._mask(ignoring) if ignoring else self._nothing
        vx, vy, vr, vb, vh = viewer  # one by one: a call that unpacks them takes a tenth longer
        tx, ty, tr, tb, th = target
        area, back, woods, crossed, wet, distance = compiled.sight(
            self._sheet, solid, ignored, cover, inches, vx, vy, vr, vb, vh, tx, ty, tr, tb, th
        )
        hiding: tuple[str, ...] = ()
        crossings: tuple[Crossing, ...] = ()
        if area > 0.0:
            hiding = tuple(compress(self.by_id, cover.tobytes()))
        if crossed > 0.0 or self._veils:
            every = inches[1]
            crossings = tuple(
                [
                    Crossing(self.features[f].id, inch, inches.item(0, f))
                    for f in every.nonzero()[0].tolist()
                    if (inch := every.item(f)) > TINY
                ]
            )
        return Sight(area, back, woods, crossed, hiding, crossings, wet > 0.0, distance)

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
        _, compiled = self.arrays()
        v = np.ascontiguousarray(viewers, dtype=np.float64).reshape(-1, 5)
        t = np.ascontiguousarray(targets, dtype=np.float64).reshape(-1, 5)
        if len(v) != len(t):
            raise FieldError(f"{len(v)} viewers cannot be paired with {len(t)} targets")
        size = len(self.features)
        out = np.zeros((6, len(v)))
        cover = np.zeros((len(v), size), dtype=np.bool_)
        inches = np.zeros((len(v), 2, size))
        compiled.sights(
            self._sheet,
            np.array(solids, dtype=np.float64).reshape(-1, 5) if solids else NO_SOLIDS,
            self._mask(ignoring) if ignoring else self._nothing,
            v,
            t,
            out,
            cover,
            inches,
        )
        area, back, woods, crossed, wet, distance = out
        return SightArrays(area, back, woods, crossed, wet > 0.0, distance, cover, inches[:, 1], inches[:, 0])

    def glances(
        self, viewers: Floats, targets: Floats, far: float, most: float, *, solids: Sequence[Body] = ()
    ) -> Glances:
        """Rough looks, for guesses: whoever is farther off, or more of whom is hidden, is not seen."""
        _, compiled = self.arrays()
        v = np.ascontiguousarray(viewers, dtype=np.float64).reshape(-1, 5)
        t = np.ascontiguousarray(targets, dtype=np.float64).reshape(-1, 5)
        out = np.zeros((5, len(v), len(t)))
        compiled.glances(
            self._sheet,
            np.array(solids, dtype=np.float64).reshape(-1, 5) if solids else NO_SOLIDS,
            self._nothing,
            v,
            t,
            far,
            most,
            np.zeros((2, len(self.features))),
            out,
        )
        return Glances(*out)

    # Inside

    def arrays(self) -> tuple[Geometry, Compiled]:
        """The table as the kernels see it, and the kernels: loaded when first asked."""
        geo, compiled = self._geo, self._compiled
        if geo is None or compiled is None:
            from lancemate.field.compiled import COMPILED

            geo, compiled = layout.pack(self.features), COMPILED
            self._stand(geo, compiled)
            self._sheet = compiled.sheet_of(geo)
            self._geo, self._compiled = geo, compiled
        return geo, compiled

    def _is_bare(self, x: float, y: float) -> bool:
        """Whether there is no terrain near the square inch a point lies in: asked once for each."""
        if not (0.0 <= x <= self.width and 0.0 <= y <= self.depth):
            return False
        square = (x + WHOLE - WHOLE, y + WHOLE - WHOLE)
        bare = self._bare.get(square)
        if bare is None:
            (mx, my), reach = square, NEAR + HALF_DIAGONAL
            before = self._as_before(mx - reach, my - reach, mx + reach, my + reach)
            bare = not self._rows_touched(mx, my, reach) if before is None else before._is_bare(x, y)
            self._bare[square] = bare
        return bare

    def _around(self, tiles: Bounds) -> tuple[tuple[Bounds, Feature], ...]:
        """What may lie on the tiles from one corner to the other, from the west, each with the box it lies in."""
        x0, y0, x1, y1 = [(tile + side) * TILE for tile, side in zip(tiles, (-0.5, -0.5, 0.5, 0.5), strict=True)]
        before = self._as_before(x0, y0, x1, y1)
        if before is not None:
            return _kept(self._tiles, tiles, before._tiles.get(tiles) or before._around(tiles))
        found = [
            (box, feature)
            for box, feature in self._eastward
            if box[0] <= x1 and box[2] >= x0 and box[1] <= y1 and box[3] >= y0
        ]
        return _kept(self._tiles, tiles, tuple(found))

    def _rows_touched(self, x: float, y: float, radius: float) -> list[int]:
        """The numbers of the features any part of a base touches, looked for anew."""
        geo, compiled = self.arrays()
        rows = np.empty(len(self.features), NUMBERED)
        found = compiled.features_within(geo, float(x), float(y), float(radius), rows)
        numbers: list[int] = rows[:found].tolist() if found else []
        return numbers

    def _stack(self, rows: list[int]) -> tuple[Feature, ...]:
        """Features by their numbers; the same ones are always the same tuple, so that others may know it again."""
        if not rows:
            return ()
        key = tuple(rows)
        found = self._stacks.get(key)
        if found is None:
            found = self._stacks[key] = tuple([self.features[f] for f in rows])
        return found

    def _find_levels(self, x: float, y: float) -> tuple[float, float]:
        if self._is_bare(x, y):
            return _kept(self._levels, (x, y), (0.0, 0.0))
        before = self._as_before(x, y, x, y)
        if before is not None:
            return _kept(self._levels, (x, y), before._levels.get((x, y)) or before._find_levels(x, y))
        geo, compiled = self.arrays()
        return _kept(self._levels, (x, y), compiled.levels(geo, float(x), float(y))[:2])

    def _stand(self, geo: Geometry, compiled: Compiled) -> None:
        """Find the elevation every building and bridge stands on, and the most a hill can."""
        feat = geo[0]
        hills = [f for f, feature in enumerate(self.features) if feature.role == layout.HILL]
        for f in hills:
            feat[f, layout.BASE] = sum(
                feat[g, layout.HEIGHT] for g in hills if g != f and _boxes_meet(feat[f], feat[g])
            )
        for f, feature in enumerate(self.features):
            if feature.role == layout.SOLID:
                x, y = feature.shape.centroid()
                feat[f, layout.BASE] = compiled.levels(geo, x, y)[1]
            elif feature.role == layout.HOLLOW:
                feat[f, layout.BASE] = sum(
                    feat[g, layout.HEIGHT] for g in hills if g < f and _boxes_meet(feat[f], feat[g])
                )
            elif feature.role == layout.BRIDGE:
                hidden = (feat[:, layout.ROLE] == layout.BRIDGE).nonzero()[0]
                bare = (feat.copy(), geo[1], geo[2])
                bare[0][hidden, layout.ROLE] = layout.FLAT
                feat[f, layout.BASE] = max(compiled.levels(bare, x, y)[1] for x, y in feature.shape.corners())

    def _index(self, feature_id: str) -> int:
        for f, feature in enumerate(self.features):
            if feature.id == feature_id:
                return f
        raise FieldError(f"there is no terrain {feature_id!r}")

    def _mask(self, ids: Collection[str]) -> Bools:
        return np.array([feature.id in ids for feature in self.features], dtype=np.bool_)

    def _points(self, points: Sequence[Sequence[float]]) -> Floats:
        where = np.array(points, dtype=np.float64)
        if where.ndim != 2 or where.shape[1] != 2 or not isfinite(sum([x + y for x, y in points])):
            raise FieldError("a path is a list of points, each a pair of finite numbers")
        return where


def _highest_water(features: Sequence[Feature], bounds: Sequence[Bounds]) -> float:
    """No surface of water lies higher: at most on all hills around it together."""
    highest = -inf
    for water, (west, south, east, north) in zip(features, bounds, strict=True):
        if water.role == layout.WATER:
            hills = [
                hill.height
                for hill, (x0, y0, x1, y1) in zip(features, bounds, strict=True)
                if hill.role == layout.HILL and x0 <= east and x1 >= west and y0 <= north and y1 >= south
            ]
            highest = max(highest, sum(height for height in hills if height > 0.0))
    return highest


def _meet(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _reached(changed: list[Bounds], boxes: list[Bounds]) -> tuple[Bounds, ...]:
    """A change, what it lies on or under, and so on: buildings stand on hills, bridges on whatever is at their ends.

    Of more than anyone would look at it is enough to know that they are more.
    """
    found = changed
    left = [box for box in boxes if box not in changed]
    for box in map(_grown, found):  # which grow in number meanwhile
        found += [other for other in left if _meet(box, other)]
        left = [other for other in left if not _meet(box, other)]
        if len(found) > MOST_CHANGES:
            break
    return tuple(found)


def _footing(box: Bounds, feature: Feature) -> Bounds:
    """The box a feature lies in, and what carries it: also under sections of a bridge that are no longer there."""
    if not isinstance(feature.shape, Line) or not feature.shape.gone:
        return box
    xs, ys = zip(*feature.shape.points, strict=True)
    return min(box[0], *xs), min(box[1], *ys), max(box[2], *xs), max(box[3], *ys)


def _grown(box: Bounds) -> Bounds:
    """A box and the edges of what lies beside it, which are as thick as that."""
    return box[0] - EDGE, box[1] - EDGE, box[2] + EDGE, box[3] + EDGE


def _when(met: tuple[Feature, float]) -> float:
    return met[1]


def _kept(answers: dict[K, V], key: K, answer: V) -> V:
    """Keep an answer for the next time, as long as there are not too many."""
    if len(answers) >= MOST_KEPT:
        answers.clear()
    answers[key] = answer
    return answer


def _boxes_meet(a: Floats, b: Floats) -> bool:
    return bool(
        a[layout.MIN_X] <= b[layout.MAX_X]
        and b[layout.MIN_X] <= a[layout.MAX_X]
        and a[layout.MIN_Y] <= b[layout.MAX_Y]
        and b[layout.MIN_Y] <= a[layout.MAX_Y]
    )
