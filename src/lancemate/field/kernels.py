"""The arithmetic every question to an inch table rests on: distance, containment, levels, crossings.

A table arrives as a plain tuple of three arrays (packed by ``layout.py``): one row per feature in drawing order, one
row per part a feature is the union of (polygons and exact circles), and the corners of the polygons.
Only + - * / and square roots are used. This module must not know units, dice or rules, nor any Python object.
"""

from __future__ import annotations

from math import inf, sqrt

from lancemate.field import exactness
from lancemate.field.exactness import TINY
from lancemate.field.jit import exported, kernel, kernel_of
from lancemate.field.layout import (
    BASE,
    BRIDGE,
    CIRCLE,
    CX,
    CY,
    DEPTH,
    HEIGHT,
    HILL,
    HOLLOW,
    MAX_X,
    MAX_Y,
    MIN_X,
    MIN_Y,
    PART_END,
    PART_START,
    ROLE,
    SHAPE,
    V_END,
    V_START,
    WATER,
    Floats,
    Geometry,
    R,
)

tidy = kernel(exactness.tidy)


@kernel
def segment_distance(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance from a point to a segment."""
    dx = bx - ax
    dy = by - ay
    length2 = dx * dx + dy * dy
    t = 0.0
    if length2 > 0.0:
        t = ((px - ax) * dx + (py - ay) * dy) / length2
        t = min(1.0, max(0.0, t))
    ex = px - (ax + t * dx)
    ey = py - (ay + t * dy)
    return sqrt(ex * ex + ey * ey)


@kernel
def part_distance(parts: Floats, verts: Floats, p: int, x: float, y: float) -> float:
    """Distance from a point to one part; 0 inside it."""
    if parts[p, SHAPE] == CIRCLE:
        dx = x - parts[p, CX]
        dy = y - parts[p, CY]
        return max(0.0, sqrt(dx * dx + dy * dy) - float(parts[p, R]))
    first = int(parts[p, V_START])
    last = int(parts[p, V_END])
    inside = False
    nearest = inf
    j = last - 1
    for i in range(first, last):
        ax, ay, bx, by = verts[j, 0], verts[j, 1], verts[i, 0], verts[i, 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        nearest = min(nearest, segment_distance(x, y, ax, ay, bx, by))
        j = i
    return 0.0 if inside else nearest


@exported("f8(UniTuple(f8[:, ::1], 3), i8, f8, f8)")
def feature_distance(geo: Geometry, f: int, x: float, y: float) -> float:
    """Distance from a point to a feature; 0 inside it."""
    feat, parts, verts = geo
    nearest = inf
    for p in range(int(feat[f, PART_START]), int(feat[f, PART_END])):
        nearest = min(nearest, part_distance(parts, verts, p, x, y))
    return nearest


@kernel
def touches(geo: Geometry, f: int, x: float, y: float, radius: float) -> bool:
    """Whether a disc reaches a feature (its edge belongs to it)."""
    feat = geo[0]
    reach = radius + TINY
    if x + reach < feat[f, MIN_X] or x - reach > feat[f, MAX_X]:
        return False
    if y + reach < feat[f, MIN_Y] or y - reach > feat[f, MAX_Y]:
        return False
    return feature_distance(geo, f, x, y) <= reach


@kernel
def misses_box(feat: Floats, f: int, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a feature's bounds and a box lie apart."""
    return bool(feat[f, MAX_X] < x0 or feat[f, MIN_X] > x1 or feat[f, MAX_Y] < y0 or feat[f, MIN_Y] > y1)


@kernel
def misses_line(feat: Floats, f: int, ax: float, ay: float, nx: float, ny: float, r: float) -> bool:
    """Whether a feature's bounds lie further than ``r`` to one side of the line through a with the unit normal n."""
    across = (0.5 * (feat[f, MIN_X] + feat[f, MAX_X]) - ax) * nx + (0.5 * (feat[f, MIN_Y] + feat[f, MAX_Y]) - ay) * ny
    reach = 0.5 * ((feat[f, MAX_X] - feat[f, MIN_X]) * abs(nx) + (feat[f, MAX_Y] - feat[f, MIN_Y]) * abs(ny))
    return bool(abs(across) > reach + r + TINY)


@exported("Tuple((f8, f8, b1, b1))(UniTuple(f8[:, ::1], 3), f8, f8)")
def levels(geo: Geometry, x: float, y: float) -> tuple[float, float, bool, bool]:
    """Elevation of the ground and of the surface; whether there is water, and a bridge.

    A later hill covers water and fills hollows; of several waters and hollows the last one counts.
    """
    feat = geo[0]
    top = 0.0
    depth = 0.0
    wet = False
    deck = -inf
    for f in range(feat.shape[0]):
        role = feat[f, ROLE]
        if role in (HILL, WATER, BRIDGE, HOLLOW) and touches(geo, f, x, y, 0.0):
            if role == HILL:
                top += feat[f, HEIGHT]
                depth = 0.0
                wet = False
            elif role == BRIDGE:
                deck = feat[f, BASE] + feat[f, HEIGHT]
            else:
                depth = feat[f, DEPTH]
                wet = bool(role == WATER)
    ground = top - depth
    return ground, max(top if wet else ground, deck), wet, bool(deck > -inf)


@kernel_of("void(f8[::1], i8)")
def sort_in_place(values: Floats, count: int) -> None:
    """Few values, mostly in order already."""
    for i in range(1, count):
        value = values[i]
        j = i - 1
        while j >= 0 and values[j] > value:
            values[j + 1] = values[j]
            j -= 1
        values[j + 1] = value


@kernel_of("i8(f8[:, ::1], i8)")
def merge(spans: Floats, count: int) -> int:
    """Sort stretches and join those that overlap or meet; how many are left."""
    if count < 2:
        return count
    for i in range(1, count):
        a, b = spans[i, 0], spans[i, 1]
        j = i - 1
        while j >= 0 and spans[j, 0] > a:
            spans[j + 1, 0] = spans[j, 0]
            spans[j + 1, 1] = spans[j, 1]
            j -= 1
        spans[j + 1, 0] = a
        spans[j + 1, 1] = b
    kept = 0
    for i in range(1, count):
        if spans[i, 0] <= spans[kept, 1] + 1e-12:
            spans[kept, 1] = max(spans[kept, 1], spans[i, 1])
        else:
            kept += 1
            spans[kept, 0] = spans[i, 0]
            spans[kept, 1] = spans[i, 1]
    return kept + 1


@kernel
def disc_span(ax: float, ay: float, dx: float, dy: float, x: float, y: float, r: float) -> tuple[float, float]:
    """The stretch of a + t d, 0 <= t <= 1, inside a disc; (1, 0) when there is none."""
    fx = ax - x
    fy = ay - y
    a = dx * dx + dy * dy
    b = fx * dx + fy * dy
    root = b * b - a * (fx * fx + fy * fy - r * r)
    if root <= 0.0 or a == 0.0:
        return 1.0, 0.0
    root = sqrt(root)
    return max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)


@kernel_of("i8(f8[:, ::1], i8, i8, f8, f8, f8, f8, f8[::1], f8[:, ::1], i8)")
def polygon_spans(
    verts: Floats,
    first: int,
    last: int,
    ax: float,
    ay: float,
    dx: float,
    dy: float,
    cuts: Floats,
    spans: Floats,
    n: int,
) -> int:
    """Append the stretches of a + t d inside a polygon to ``spans``; how many there are then."""
    hits = 0
    jx = verts[last - 1, 0] - ax
    jy = verts[last - 1, 1] - ay
    js = dx * jy - dy * jx
    for i in range(first, last):
        ix = verts[i, 0] - ax
        iy = verts[i, 1] - ay
        side = dx * iy - dy * ix
        if (js > 0.0) != (side > 0.0):
            u = js / (js - side)
            if abs(dx) >= abs(dy):
                cuts[hits] = (jx + u * (ix - jx)) / dx
            else:
                cuts[hits] = (jy + u * (iy - jy)) / dy
            hits += 1
        jx, jy, js = ix, iy, side
    sort_in_place(cuts, hits)
    for k in range(0, hits - 1, 2):
        t0 = max(0.0, cuts[k])
        t1 = min(1.0, cuts[k + 1])
        if t1 > t0:
            spans[n, 0] = t0
            spans[n, 1] = t1
            n += 1
    return n


@kernel
def crossings(geo: Geometry, f: int, ax: float, ay: float, dx: float, dy: float, cuts: Floats, spans: Floats) -> int:
    """Stretches [t0, t1] of the segment a + t d, 0 <= t <= 1, inside a feature: merged, in order, in ``spans``."""
    feat, parts, verts = geo
    n = 0
    for p in range(int(feat[f, PART_START]), int(feat[f, PART_END])):
        if parts[p, SHAPE] == CIRCLE:
            t0, t1 = disc_span(ax, ay, dx, dy, parts[p, CX], parts[p, CY], parts[p, R])
            if t1 > t0:
                spans[n, 0] = t0
                spans[n, 1] = t1
                n += 1
        else:
            n = polygon_spans(verts, int(parts[p, V_START]), int(parts[p, V_END]), ax, ay, dx, dy, cuts, spans, n)
    return merge(spans, n)


@kernel
def room_for(geo: Geometry) -> int:
    """More stretches than any line can have on this table."""
    return int(geo[2].shape[0] + 2 * geo[1].shape[0] + 4)
