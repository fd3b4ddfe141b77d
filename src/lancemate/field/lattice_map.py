"""A map of dots with terrain on it: where one may stand, what a step crosses, who is hidden from whom. Knows no rules.

An immutable value; a map that has changed in play is another one. What it works out it remembers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import Any, Final, NamedTuple

import numpy as np

from lancemate.field import lattice
from lancemate.field.errors import FieldError
from lancemate.field.lattice import ROW, Dot
from lancemate.field.lattice_layout import COVER_KINDS, Layout, building_at, lay_out
from lancemate.field.lattice_terrain import AREAS, BUILDING, CONTOUR, Feature, Span, check
from lancemate.field.layout import Floats, Ints

NOTHING, WALL, TRUNK, CONTOUR_LINE, FLOOR, BASEMENT, LOW_COVER, DEAD_ZONE = (
    "",
    "wall",
    "trunk",
    "contour",
    "floor",
    "basement",
    "low cover",
    "dead zone",
)
HIDERS: Final = (NOTHING, WALL, TRUNK, CONTOUR_LINE, FLOOR, BASEMENT, LOW_COVER, DEAD_ZONE)
MOST_HITS: Final = 256
MOST_REMEMBERED: Final = 100_000  # lines of sight
_numbers = count(1)


class Cover(NamedTuple):
    """Something shaded that a line crosses."""

    kind: str
    feature: str
    reached: float  # dots from the viewer
    counts: bool  # for a shot from there


class Seen(NamedTuple):
    """What hides one place from another, if anything does, and what the line crosses."""

    hidden_by: str  # one of HIDERS, empty where nothing does
    feature: str  # the piece of terrain that hides
    cover: tuple[Cover, ...]


class Step(NamedTuple):
    """What the line of a step crosses."""

    wall: str | None  # the feature that forbids it
    trunk: str | None
    edge: str | None  # a building whose roof it would leave
    contours: int
    kinds: tuple[str, ...]  # window, door, undergrowth ...


class WallCrossed(NamedTuple):
    """A wall that a line crosses, and where."""

    feature: str
    point: Dot
    wall: Span
    share: float  # of the line, from its beginning


class Lattice:
    """A map of ``depth`` rows of ``width`` dots."""

    kind: Final = "lattice"
    measure: Final = "dots"

    def __init__(self, width: int, depth: int, features: Iterable[Feature] = (), before: Lattice | None = None) -> None:
        """``before`` is a map of the same size of which this one keeps what has not changed."""
        self.width, self.depth = width, depth
        self.features = tuple(features)
        self.number = next(_numbers)
        names = Counter(one.id for one in self.features)
        known = set() if before is None else set(map(id, before.features))
        for one in self.features:
            if id(one) not in known:
                check(one)
            if names[one.id] > 1:
                raise FieldError(f"there are two pieces of terrain called {one.id!r}")
        self.buildings = tuple(one for one in self.features if one.kind == BUILDING)
        self.contours = tuple(one for one in self.features if one.kind == CONTOUR)
        if before is not None:
            self._keep(before)
        self._steps: dict[tuple[Dot, Dot, int], Step] = {}
        self._hiding: dict[tuple[object, ...], bool] = {}
        self._sights: dict[tuple[object, ...], Seen] = {}
        self._hits = np.zeros((MOST_HITS, 4))
        self._found = np.zeros(3 + len(COVER_KINDS), dtype=np.int64)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lattice):
            return NotImplemented
        return (self.width, self.depth, self.features) == (other.width, other.depth, other.features)

    def __hash__(self) -> int:
        return hash((self.width, self.depth, self.features))

    def __copy__(self) -> Lattice:
        return self

    def __deepcopy__(self, memo: object) -> Lattice:
        return self

    def __reduce__(self) -> tuple[type[Lattice], tuple[int, int, tuple[Feature, ...]]]:
        return Lattice, (self.width, self.depth, self.features)

    def feature(self, name: str) -> Feature | None:
        return next((one for one in self.features if one.id == name), None)

    def changed(self, *, add: Sequence[Feature] = (), without: Sequence[str] = ()) -> Lattice:
        """The map with other terrain."""
        kept = [one for one in self.features if one.id not in without]
        return Lattice(self.width, self.depth, (*kept, *add), before=self)

    def _keep(self, before: Lattice) -> None:
        """Take over what another map has worked out where this one is the same."""
        self.dots = before.dots
        if self.contours == before.contours:
            self._grounds = before._grounds
        if self.buildings == before.buildings:
            self._houses = before._houses

    # -- dots -------------------------------------------------------------------------------------------------

    def inside(self, dot: Dot) -> bool:
        """Whether a point is a dot of this map."""
        x, y = dot
        return 0 <= y < self.depth and 0 <= x < self.width and lattice.is_dot(dot)

    @cached_property
    def dots(self) -> tuple[Dot, ...]:
        return tuple(
            (column + 0.5 * (row % 2), float(row)) for row in range(self.depth) for column in range(self.width)
        )

    def neighbours(self, dot: Dot) -> Iterator[Dot]:
        """The dots next to one, as the scatter diagram numbers their directions."""
        for direction in lattice.STEPS:
            near = lattice.neighbour(dot, direction)
            if self.inside(near):
                yield near

    def on_edge(self, dot: Dot) -> tuple[str, ...]:
        """The edges of the map that a dot lies on."""
        x, y = dot
        last = self.width - 1 + 0.5 * (int(y) % 2)
        found = {"north": y == self.depth - 1, "east": x == last, "south": y == 0, "west": x == 0.5 * (int(y) % 2)}
        return tuple(name for name, on in found.items() if on)

    # -- levels -----------------------------------------------------------------------------------------------

    @cached_property
    def _grounds(self) -> dict[Dot, int]:
        return {dot: self._ground(dot) for dot in self.dots}

    def _ground(self, point: Dot) -> int:
        around = [one for one in self.contours if one.covers(point)]
        return min(around, key=_size).level if around else 0

    def ground(self, dot: Dot) -> int:
        """The level of the ground at a dot: that of the innermost contour around it."""
        found = self._grounds.get(dot)
        return self._ground(dot) if found is None else found

    @cached_property
    def _houses(self) -> dict[Dot, int]:
        found = {dot: building_at(self.buildings, dot) for dot in self.dots}
        return {dot: number for dot, number in found.items() if number >= 0}

    def house(self, dot: Dot) -> int:
        """The number of the building a dot lies in, or -1."""
        return self._houses.get(dot, -1)

    def building(self, dot: Dot) -> Feature | None:
        number = self._houses.get(dot, -1)
        return self.buildings[number] if number >= 0 else None

    def base(self, building: Feature) -> int:
        """The level of a building's ground floor."""
        return self.levels_of[building.id]

    def roof(self, building: Feature) -> int:
        return self.levels_of[building.id] + building.height

    def floors(self, building: Feature) -> range:
        """The levels under its roof; where stairs lead down from several floors there is a basement."""
        base = self.base(building)
        return range(base - 1 if building.stairways and building.height > 1 else base, self.roof(building))

    def has_stairway(self, dot: Dot) -> bool:
        building = self.building(dot)
        return building is not None and dot in building.stairways

    def is_indoors(self, dot: Dot, elevation: int) -> bool:
        """Whether there is a roof above a place."""
        building = self.building(dot)
        return building is not None and elevation < self.roof(building)

    @cached_property
    def levels_of(self) -> dict[str, int]:
        """The level of the ground on which each feature stands."""
        return {one.id: self._ground(_middle(one)) for one in self.features}

    # -- lines ------------------------------------------------------------------------------------------------

    @cached_property
    def layout(self) -> Layout:
        return lay_out(self.features, self.levels_of, self.dots)

    @cached_property
    def _pieces(self) -> tuple[Floats | Ints, ...]:
        """What stands on it, as the kernels of sight take it."""
        lay = self.layout
        return lay.walls, lay.opens, lay.areas, lay.corners, lay.trunks, lay.contours, lay.buildings

    @cached_property
    def _sight(self) -> Any:
        return self._kernels.sight

    @cached_property
    def _kernels(self) -> Any:
        from lancemate.field import kernels_lattice

        return kernels_lattice

    def step(self, a: Dot, b: Dot, elevation: int) -> Step:
        """What the line from a dot to one next to it crosses at a level."""
        key = (a, b, elevation)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = self._step(a, b, elevation)
        return found

    def _step(self, a: Dot, b: Dot, elevation: int) -> Step:
        lay, found = self.layout, self._found
        self._kernels.crossed(
            lay.walls,
            lay.opens,
            lay.areas,
            lay.corners,
            lay.trunks,
            lay.contours,
            a[0],
            a[1] * ROW,
            b[0],
            b[1] * ROW,
            float(elevation),
            found,
        )
        return Step(
            lay.wall_ids[found[0] - 1] if found[0] else None,
            lay.trunk_ids[found[1] - 1] if found[1] else None,
            lay.wall_ids[found[3] - 1] if found[3] else None,
            int(found[2]),
            tuple(kind for number, kind in enumerate(COVER_KINDS) if number and found[3 + number]),
        )

    def sight(
        self, a: Dot, ea: int, b: Dot, eb: int, terms: int, tree: int, *, prone_a: bool = False, prone_b: bool = False
    ) -> Seen:
        """What hides a place from another. ``terms`` says what counts, ``tree`` how many levels a tree is high."""
        code, piece, number = self._sight(
            *self._pieces,
            a[0],
            a[1] * ROW,
            float(ea),
            self.house(a),
            b[0],
            b[1] * ROW,
            float(eb),
            self.house(b),
            a == b and self.has_stairway(a),
            prone_a,
            prone_b,
            float(tree),
            terms,
            self._hits,
        )
        cover = [self._cover(row) for row in self._hits[:number].tolist()]
        cover.sort(key=lambda one: (one.reached, one.kind, one.feature))
        return Seen(HIDERS[code], self._named(code, piece), tuple(cover))

    def hides(self, a: Dot, ea: int, b: Dot, eb: int, terms: int, tree: int, prone_a: bool, prone_b: bool) -> bool:
        """Whether anything hides a place from another: the same question where nobody asks by what. Remembered."""
        key = (a, ea, b, eb, terms, tree, prone_a, prone_b)
        found = self._hiding.get(key)
        if found is None:
            if len(self._hiding) > MOST_REMEMBERED:
                self._hiding.clear()
            houses = self._houses
            code, _, _ = self._sight(
                *self._pieces,
                a[0],
                a[1] * ROW,
                float(ea),
                houses.get(a, -1),
                b[0],
                b[1] * ROW,
                float(eb),
                houses.get(b, -1),
                a == b and self.has_stairway(a),
                prone_a,
                prone_b,
                float(tree),
                terms,
                self._hits,
            )
            found = self._hiding[key] = bool(code)
        return found

    def seen(
        self, a: Dot, ea: int, b: Dot, eb: int, terms: int, tree: int, prone_a: bool = False, prone_b: bool = False
    ) -> Seen:
        """The same, remembered: whoever plays asks again and again for the same dots."""
        key = (a, ea, b, eb, terms, tree, prone_a, prone_b)
        found = self._sights.get(key)
        if found is None:
            if len(self._sights) > MOST_REMEMBERED:
                self._sights.clear()
            found = self._sights[key] = self.sight(a, ea, b, eb, terms, tree, prone_a=prone_a, prone_b=prone_b)
        return found

    def _cover(self, row: list[float]) -> Cover:
        kind, piece, reached, counts = row
        lay = self.layout
        ids = lay.wall_ids if kind <= 2 else lay.area_ids
        return Cover(COVER_KINDS[int(kind)], ids[int(piece)], reached, counts > 0)

    def _named(self, code: int, piece: int) -> str:
        """The feature that a piece belongs to: pieces are numbered walls, then trunks, then contours."""
        lay, hider = self.layout, HIDERS[code]
        if piece <= -2:
            return lay.area_ids[-2 - piece]
        if piece < 0 or not hider:
            return ""
        if hider == TRUNK:
            return lay.trunk_ids[piece]
        if hider == CONTOUR_LINE:
            return lay.contour_ids[piece]
        every = lay.wall_ids + lay.trunk_ids + lay.contour_ids
        return every[piece]

    def walls_between(self, a: Dot, b: Dot, level: int) -> list[WallCrossed]:
        """The walls that are closed at a level and that a line crosses, the nearest to its beginning first."""
        lay, found = self.layout, []
        shares = np.empty(len(lay.walls))
        line = (a[0], a[1] * ROW, b[0], b[1] * ROW)
        if not self._kernels.walls_met(lay.walls, lay.opens, *line, float(level), shares):
            return []
        for number in np.flatnonzero(shares >= 0.0).tolist():
            share = float(shares[number])
            point = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            u1, v1, u2, v2 = lay.walls[number, -4:].tolist()
            whole = (u1, v1 / ROW), (u2, v2 / ROW)
            found.append(WallCrossed(lay.wall_ids[number], point, whole, share))
        return sorted(found, key=lambda one: one.share)

    def sights(self, pairs: Floats, terms: int, tree: int) -> Ints:
        """For many pairs (rows from ``pair``) what hides them, as a number of HIDERS, and how much cover counts."""
        found = np.zeros((len(pairs), 2), dtype=np.int64)
        self._kernels.sights(
            *self._pieces,
            pairs,
            float(tree),
            terms,
            found,
        )
        return found

    def pair(self, a: Dot, ea: int, b: Dot, eb: int, *, prone_a: bool = False, prone_b: bool = False) -> list[float]:
        """Two places as ``sights`` takes them."""
        stairway = a == b and self.has_stairway(a)
        return [
            a[0],
            a[1] * ROW,
            float(ea),
            float(self.house(a)),
            b[0],
            b[1] * ROW,
            float(eb),
            float(self.house(b)),
            float(stairway),
            float(prone_a),
            float(prone_b),
        ]

    def pairs(self, starts: Sequence[tuple[Dot, int, bool]], ends: Sequence[tuple[Dot, int, bool]]) -> Floats:
        """Each of some places (dot, level, lying or not) with each of others, as ``sights`` takes them."""
        here, there = self._rows(starts), self._rows(ends)
        a, b = np.repeat(here, len(there), axis=0), np.tile(there, (len(here), 1))
        stairs = a[:, 5] * (a[:, 0] == b[:, 0]) * (a[:, 1] == b[:, 1])
        return np.column_stack((a[:, :4], b[:, :4], stairs, a[:, 4], b[:, 4]))

    def _rows(self, places: Sequence[tuple[Dot, int, bool]]) -> Floats:
        return np.array(
            [
                (at[0], at[1] * ROW, float(level), float(self.house(at)), float(prone), float(self.has_stairway(at)))
                for at, level, prone in places
            ]
        )


def _size(one: Feature) -> float:
    """The area of a contour, to tell which of two lies inside the other."""
    if one.circle is not None:
        return 3.14159265 * one.circle[2] ** 2
    corners = one.outline
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) * ROW / 2.0


def _middle(one: Feature) -> Dot:
    """A point that stands for a feature."""
    if one.circle is not None:
        return one.circle[0], one.circle[1]
    if one.kind in AREAS:
        xs, ys = [x for x, _ in one.outline], [y for _, y in one.outline]
        return sum(xs) / len(xs), sum(ys) / len(ys)
    if one.at is not None:
        return one.at
    if one.line is not None:
        (ax, ay), (bx, by) = one.line
        return (ax + bx) / 2, (ay + by) / 2
    return one.dots[0] if one.dots else (0.0, 0.0)
