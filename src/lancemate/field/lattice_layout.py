"""The terrain of a lattice laid out as arrays for its kernels. Knows shapes; must not know rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from lancemate.field.lattice import ROW, Dot, true_distance
from lancemate.field.lattice_terrain import (
    BREACH,
    BUILDING,
    CONTOUR,
    FIRE,
    FURNITURE,
    LOWEST,
    RUBBLE,
    SPLINTERS,
    TREE,
    UNDERGROWTH,
    WALL,
    Feature,
    Span,
    along,
    encloses,
    lies_on,
)
from lancemate.field.layout import Floats, Ints

# What lines may cross, by number. The first two are openings in walls, the others areas.
COVER_KINDS: Final = ("", "window", "door", UNDERGROWTH, FURNITURE, "branches", SPLINTERS, FIRE)
WINDOW_COVER, DOOR_COVER, UNDERGROWTH_COVER, FURNITURE_COVER, BRANCHES_COVER, SPLINTERS_COVER, FIRE_COVER = range(1, 8)

# Columns of a wall: the piece, base and top, its building (-1: none), whether it is an outer one, the whole wall.
WALL_COLUMNS: Final = 12
# Columns of an area: kind, level, whether that level alone counts, first corner and their number, or a circle.
AREA_COLUMNS: Final = 8
# Columns of a trunk: its circle, its ground, and the four dots next to it.
TRUNK_COLUMNS: Final = 12

NEAR: Final = 4.0  # dots and rows within which the four dots next to a trunk lie
RUBBLE_REACH: Final = 1.0
FIRE_REACH: Final = 0.4


class Layout(NamedTuple):
    """All that lines are held against. ``opens`` are levels (as bits) at which a wall is a window, or a door."""

    walls: Floats
    opens: Ints
    wall_ids: tuple[str, ...]
    areas: Floats
    corners: Floats
    area_ids: tuple[str, ...]
    trunks: Floats
    trunk_ids: tuple[str, ...]
    contours: Floats
    contour_ids: tuple[str, ...]
    buildings: Floats  # base and top


def bit(level: int) -> int:
    return 1 << (level - LOWEST)


def bits(first: int, last: int) -> int:
    return sum(bit(level) for level in range(first, last + 1))


class _Stretch(NamedTuple):
    """A part of a wall, from one share of its length to another, with the levels at which it is open."""

    begin: float
    end: float
    window: int = 0
    door: int = 0


def _opened(stretches: list[_Stretch], begin: float, end: float, window: int, door: int) -> list[_Stretch]:
    """The same with a part of it open at some levels."""
    result = []
    for one in stretches:
        low, high = max(one.begin, begin), min(one.end, end)
        if high <= low:
            result.append(one)
            continue
        if one.begin < low:
            result.append(one._replace(end=low))
        result.append(_Stretch(low, high, one.window | window, one.door | door))
        if high < one.end:
            result.append(one._replace(begin=high))
    return result


def _reach(span: Span, dot: Dot, radius: float) -> tuple[float, float] | None:
    """The part of a line that lies within a circle, as shares of its length."""
    (ax, ay), (bx, by) = span
    dx, dy, px, py = bx - ax, (by - ay) * ROW, ax - dot[0], (ay - dot[1]) * ROW
    a, b, c = dx * dx + dy * dy, 2 * (px * dx + py * dy), px * px + py * py - radius * radius
    inner = b * b - 4 * a * c
    if inner <= 0:
        return None
    low, high = (-b - inner**0.5) / (2 * a), (-b + inner**0.5) / (2 * a)
    low, high = max(0.0, low), min(1.0, high)
    return (low, high) if high > low else None


def _point(span: Span, share: float) -> Dot:
    (ax, ay), (bx, by) = span
    return ax + share * (bx - ax), ay + share * (by - ay)


def lay_out(features: Iterable[Feature], grounds: dict[str, int], dots: Iterable[Dot]) -> Layout:
    """``grounds`` are the levels on which features stand."""
    features = tuple(features)
    buildings = [one for one in features if one.kind == BUILDING]
    walls: list[tuple[float, ...]] = []
    opens: list[tuple[int, int]] = []
    wall_ids: list[str] = []
    holes = [one for one in features if one.kind in (RUBBLE, BREACH)]
    for span, owner, base, top, number, outer in _walls(features, buildings, grounds):
        stretches = [_Stretch(0.0, 1.0)]
        if owner.kind == BUILDING:
            stretches = _with_openings(stretches, span, owner, base, top, outer)
        for hole in holes:
            for begin, end, levels in _holes(span, hole, base, top):
                stretches = _opened(stretches, begin, end, levels, 0)
        for one in stretches:
            (x1, y1), (x2, y2) = _point(span, one.begin), _point(span, one.end)
            (u1, v1), (u2, v2) = span
            piece = (x1, y1 * ROW, x2, y2 * ROW, base, top, number, float(outer), u1, v1 * ROW, u2, v2 * ROW)
            walls.append(piece)
            opens.append((one.window, one.door))
            wall_ids.append(owner.id)
    areas, corners, area_ids = _areas(features, buildings, grounds)
    trees = [one for one in features if one.kind == TREE and one.at is not None]
    every = tuple(dots)
    contours = [one for one in features if one.kind == CONTOUR]
    return Layout(
        np.array(walls, dtype=np.float64).reshape(-1, WALL_COLUMNS),
        np.array(opens, dtype=np.int64).reshape(-1, 2),
        tuple(wall_ids),
        areas,
        corners,
        area_ids,
        np.array([_trunk(one, grounds, every) for one in trees], dtype=np.float64).reshape(-1, TRUNK_COLUMNS),
        tuple(one.id for one in trees),
        np.array(
            [(a[0], a[1] * ROW, b[0], b[1] * ROW, one.level) for one in contours for a, b in _rim(one)],
            dtype=np.float64,
        ).reshape(-1, 5),
        tuple(one.id for one in contours for _ in _rim(one)),
        np.array([(grounds[one.id], grounds[one.id] + one.height) for one in buildings], dtype=np.float64).reshape(
            -1, 2
        ),
    )


def _rim(one: Feature) -> tuple[Span, ...]:
    """The outline of a contour; a round one has 64 sides."""
    if one.circle is None:
        return one.edges
    x, y, radius = one.circle
    turns = np.linspace(0.0, 2.0 * np.pi, 65)
    points = [(float(x + radius * np.cos(turn)), float(y + radius * np.sin(turn) / ROW)) for turn in turns]
    return tuple(pairwise(points))


def _walls(
    features: tuple[Feature, ...], buildings: list[Feature], grounds: dict[str, int]
) -> Iterator[tuple[Span, Feature, int, int, int, bool]]:
    for number, one in enumerate(buildings):
        base = grounds[one.id]
        for span in one.edges:
            yield span, one, base, base + one.height, number, True
        for span in one.walls:
            yield span, one, base, base + one.height, number, False
    for one in features:
        if one.kind == WALL and one.line is not None:
            base = grounds[one.id]
            yield one.line, one, base, base + one.height, -1, True


def _with_openings(
    stretches: list[_Stretch], span: Span, owner: Feature, base: int, top: int, outer: bool
) -> list[_Stretch]:
    alike = base + (owner.height if owner.storeys is None else owner.storeys)
    above, inside = bits(base, alike - 1), bits(base - 1, alike - 1)
    for window in owner.windows:
        if lies_on(span, window):
            stretches = _opened(stretches, *_shares(span, window), above, 0)
    for door in owner.doors:
        if lies_on(span, door):
            stretches = _opened(stretches, *_shares(span, door), 0, bit(base) if outer else inside)
    return stretches


def _shares(span: Span, part: Span) -> tuple[float, float]:
    one, other = sorted(along(span, point) for point in part)
    return one, other


def _holes(span: Span, hole: Feature, base: int, top: int) -> Iterator[tuple[float, float, int]]:
    """Where rubble or a breach opens a wall, and at which levels."""
    levels = bits(base, top - 1) if hole.elevation is None else bit(hole.elevation)
    if hole.kind == BREACH and hole.line is not None:
        if lies_on(span, hole.line):
            yield *_shares(span, hole.line), bit(hole.elevation or 0)
        return
    for dot in hole.dots:
        reach = _reach(span, dot, RUBBLE_REACH)
        if reach is not None:
            yield *reach, levels


def _areas(
    features: tuple[Feature, ...], buildings: list[Feature], grounds: dict[str, int]
) -> tuple[Floats, Floats, tuple[str, ...]]:
    rows: list[tuple[float, ...]] = []
    corners: list[tuple[float, float]] = []
    ids: list[str] = []
    kinds = {UNDERGROWTH: UNDERGROWTH_COVER, FURNITURE: FURNITURE_COVER, SPLINTERS: SPLINTERS_COVER}
    for one in features:
        ground = grounds[one.id]
        if one.kind in kinds:
            level = ground if one.elevation is None else one.elevation
            exact = float(one.kind == FURNITURE or one.elevation is not None)
            if one.circle is not None:
                x, y, radius = one.circle
                rows.append((kinds[one.kind], level, exact, 0, 0, x, y * ROW, radius))
            else:
                rows.append((kinds[one.kind], level, exact, len(corners), len(one.outline), 0, 0, 0))
                corners += [(x, y * ROW) for x, y in one.outline]
            ids.append(one.id)
        elif one.kind == TREE and one.at is not None:
            rows.append((BRANCHES_COVER, ground, 0.0, 0, 0, one.at[0], one.at[1] * ROW, one.branches))
            ids.append(one.id)
        elif one.kind == FIRE:
            for dot in one.dots:
                level = ground if one.elevation is None else one.elevation
                house = 1.0 + building_at(buildings, dot)
                rows.append((FIRE_COVER, level, house, 0, 0, dot[0], dot[1] * ROW, FIRE_REACH))
                ids.append(one.id)
    return (
        np.array(rows, dtype=np.float64).reshape(-1, AREA_COLUMNS),
        np.array(corners, dtype=np.float64).reshape(-1, 2),
        tuple(ids),
    )


def _trunk(tree: Feature, grounds: dict[str, int], dots: tuple[Dot, ...]) -> tuple[float, ...]:
    assert tree.at is not None
    at = tree.at
    around = (dot for dot in dots if abs(dot[0] - at[0]) <= NEAR and abs(dot[1] - at[1]) <= NEAR)
    near = sorted(around, key=lambda dot: (round(true_distance(at, dot), 9), dot))[:4]
    near += [(-9.0, -9.0)] * (4 - len(near))
    flat = [number for x, y in near for number in (x, y * ROW)]
    return at[0], at[1] * ROW, tree.trunk, float(grounds[tree.id]), *flat


def building_at(buildings: Iterable[Feature], dot: Dot) -> int:
    """The number of the building that a dot lies in, or -1."""
    for number, one in enumerate(buildings):
        if encloses(one.outline, dot):
            return number
    return -1
