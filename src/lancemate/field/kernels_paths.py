"""Cuts a polyline at every terrain edge, and finds what a moving disc runs into. Plain arrays in, plain arrays out.

This module must not know movement rules: it measures, others price.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from lancemate.field.exactness import TINY
from lancemate.field.jit import exported, kernel
from lancemate.field.kernels import (
    crossings,
    disc_span,
    feature_distance,
    levels,
    merge,
    misses_box,
    misses_line,
    polygon_spans,
    room_for,
    sort_in_place,
    tidy,
    touches,
)
from lancemate.field.kernels_sight import unfold
from lancemate.field.layout import (
    CIRCLE,
    CX,
    CY,
    PART_END,
    PART_START,
    SHAPE,
    V_END,
    V_START,
    Floats,
    Geometry,
    Ints,
    R,
)


@kernel
def nearby(feat: Floats, ax: float, ay: float, bx: float, by: float, reach: float, near: Ints) -> int:
    """List the features whose bounds come within reach of a segment; how many there are."""
    dx = bx - ax
    dy = by - ay
    length = sqrt(dx * dx + dy * dy)
    edge = reach + TINY
    x0, x1 = min(ax, bx) - edge, max(ax, bx) + edge
    y0, y1 = min(ay, by) - edge, max(ay, by) + edge
    n = 0
    for f in range(feat.shape[0]):
        if misses_box(feat, f, x0, y0, x1, y1):
            continue
        if length > TINY and misses_line(feat, f, ax, ay, -dy / length, dx / length, edge):
            continue
        near[n] = f
        n += 1
    return n


@kernel
def edge_marks(
    geo: Geometry,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    near: Ints,
    cuts: Floats,
    spans: Floats,
    marks: Floats,
) -> int:
    """Parameters in (0, 1], in order and without repeats, at which the segment meets the edge of a nearby feature."""
    feat, parts, verts = geo
    dx = bx - ax
    dy = by - ay
    length = sqrt(dx * dx + dy * dy)
    n = 0
    for f in near:
        count = crossings(geo, f, ax, ay, dx, dy, cuts, spans)
        for m in range(count):
            marks[n] = spans[m, 0]
            marks[n + 1] = spans[m, 1]
            n += 2
        # A segment that runs along an edge does not cross it: the edge's own ends are where it begins and stops.
        for p in range(int(feat[f, PART_START]), int(feat[f, PART_END])):
            for i in range(int(parts[p, V_START]), int(parts[p, V_END])):
                ex = verts[i, 0] - ax
                ey = verts[i, 1] - ay
                if abs(dx * ey - dy * ex) <= TINY * length:
                    t = (dx * ex + dy * ey) / (length * length)
                    if 0.0 < t < 1.0:
                        marks[n] = t
                        n += 1
    sort_in_place(marks, n)
    kept = 0
    last = 0.0
    for k in range(n):
        if (marks[k] - last) * length > TINY and (1.0 - marks[k]) * length > TINY:
            last = marks[k]
            marks[kept] = last
            kept += 1
    marks[kept] = 1.0
    return kept + 1


@kernel
def write_down(numbers: Floats, count: int, told: Floats, begin: int) -> int:
    """Put numbers where there is room for them; where those after them begin."""
    for k in range(count):
        if begin + k < told.shape[0]:
            told[begin + k] = numbers[k]
    return begin + count


@exported("i8(f8[::1], f8[:, ::1], f8[::1])")
def trace(sheet: Floats, points: Floats, told: Floats) -> int:
    """Legs of a polyline, number after number. How many there are: where ``told`` has less room, what fits is told.

    First ground and surface at the first and at the last point. Then of every leg x0, y0, x1, y1, length, ground,
    surface, how many features it is on, and those.
    """
    geo, _ = unfold(sheet)
    feat = geo[0]
    size = 4 * room_for(geo)
    cuts = np.empty(size)
    spans = np.empty((size, 2))
    marks = np.empty(size)
    near = np.empty(feat.shape[0], dtype=np.int64)
    here = np.empty(feat.shape[0], dtype=np.int64)
    leg = np.empty(8 + feat.shape[0])
    last = points.shape[0] - 1
    first_ground, first_surface, _, _ = levels(geo, points[0, 0], points[0, 1])
    last_ground, last_surface, _, _ = levels(geo, points[last, 0], points[last, 1])
    leg[0], leg[1], leg[2], leg[3] = first_ground, first_surface, last_ground, last_surface
    total = write_down(leg, 4, told, 0)
    for s in range(last):
        ax, ay, bx, by = points[s, 0], points[s, 1], points[s + 1, 0], points[s + 1, 1]
        dx, dy = bx - ax, by - ay
        if dx * dx + dy * dy <= TINY * TINY:
            continue
        length = sqrt(dx * dx + dy * dy)
        found = nearby(feat, ax, ay, bx, by, 0.0, near)
        count = edge_marks(geo, ax, ay, bx, by, near[:found], cuts, spans, marks)
        on = -1  # features of the leg under way, none yet
        t0 = 0.0
        for k in range(count):
            t1 = marks[k]
            t = 0.5 * (t0 + t1)
            n = 0
            for f in near[:found]:
                if touches(geo, f, ax + t * dx, ay + t * dy, 0.0):
                    here[n] = f
                    n += 1
            same = n == on
            for i in range(n):
                same = same and leg[8 + i] == here[i]
            if not same:
                if on >= 0:
                    total = write_down(leg, 8 + on, told, total)
                on = n
                leg[8 : 8 + n] = here[:n]
                leg[0] = tidy(ax + t0 * dx)
                leg[1] = tidy(ay + t0 * dy)
                leg[4] = 0.0
                leg[5], leg[6], _, _ = levels(geo, ax + t * dx, ay + t * dy)
                leg[7] = on
            leg[2] = tidy(ax + t1 * dx) if t1 < 1.0 else bx
            leg[3] = tidy(ay + t1 * dy) if t1 < 1.0 else by
            leg[4] = tidy(leg[4] + (t1 - t0) * length)
            t0 = t1
        total = write_down(leg, 8 + on, told, total)
    return total


@exported("i8(UniTuple(f8[:, ::1], 3), f8, f8, f8, i8[::1])")
def features_within(geo: Geometry, x: float, y: float, reach: float, found: Ints) -> int:
    """Write down the features a disc reaches, in drawing order. How many there are."""
    n = 0
    for f in range(geo[0].shape[0]):
        if touches(geo, f, x, y, reach):
            found[n] = f
            n += 1
    return n


@kernel
def touch_spans(
    geo: Geometry, f: int, ax: float, ay: float, dx: float, dy: float, reach: float, cuts: Floats, spans: Floats
) -> int:
    """Stretches of a + t d along which a disc of radius ``reach`` touches a feature: merged, in order, in ``spans``."""
    feat, parts, verts = geo
    if reach <= 0.0:
        return crossings(geo, f, ax, ay, dx, dy, cuts, spans)
    box = np.empty((4, 2))
    n = 0
    for p in range(int(feat[f, PART_START]), int(feat[f, PART_END])):
        if parts[p, SHAPE] == CIRCLE:
            t0, t1 = disc_span(ax, ay, dx, dy, parts[p, CX], parts[p, CY], parts[p, R] + reach)
            if t1 > t0:
                spans[n, 0] = t0
                spans[n, 1] = t1
                n += 1
            continue
        first = int(parts[p, V_START])
        last = int(parts[p, V_END])
        n = polygon_spans(verts, first, last, ax, ay, dx, dy, cuts, spans, n)
        j = last - 1
        for i in range(first, last):
            t0, t1 = disc_span(ax, ay, dx, dy, verts[i, 0], verts[i, 1], reach)
            if t1 > t0:
                spans[n, 0] = t0
                spans[n, 1] = t1
                n += 1
            ex = verts[i, 0] - verts[j, 0]
            ey = verts[i, 1] - verts[j, 1]
            length = sqrt(ex * ex + ey * ey)
            nx = -ey / length * reach
            ny = ex / length * reach
            box[0, 0] = verts[j, 0] + nx
            box[0, 1] = verts[j, 1] + ny
            box[1, 0] = verts[i, 0] + nx
            box[1, 1] = verts[i, 1] + ny
            box[2, 0] = verts[i, 0] - nx
            box[2, 1] = verts[i, 1] - ny
            box[3, 0] = verts[j, 0] - nx
            box[3, 1] = verts[j, 1] - ny
            n = polygon_spans(box, 0, 4, ax, ay, dx, dy, cuts, spans, n)
            j = i
    return merge(spans, n)


@exported("f8[::1](UniTuple(f8[:, ::1], 3), f8[:, ::1], f8)")
def sweep(geo: Geometry, points: Floats, reach: float) -> Floats:
    """Distance along a polyline at which a disc first reaches each feature; infinite if it never does."""
    feat = geo[0]
    size = 4 * room_for(geo)
    cuts = np.empty(size)
    spans = np.empty((size, 2))
    entry = np.full(feat.shape[0], inf)
    near = max(reach, 0.0)
    for f in range(feat.shape[0]):
        if feature_distance(geo, f, points[0, 0], points[0, 1]) <= reach:
            entry[f] = 0.0
    along = 0.0
    for s in range(points.shape[0] - 1):
        ax, ay, bx, by = points[s, 0], points[s, 1], points[s + 1, 0], points[s + 1, 1]
        length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        if length <= TINY:
            continue
        for f in range(feat.shape[0]):
            if entry[f] < inf:
                continue
            if misses_box(feat, f, min(ax, bx) - near, min(ay, by) - near, max(ax, bx) + near, max(ay, by) + near):
                continue
            if touch_spans(geo, f, ax, ay, bx - ax, by - ay, near, cuts, spans) > 0:
                entry[f] = along + spans[0, 0] * length
        along += length
    return entry
