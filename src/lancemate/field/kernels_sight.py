"""Who hides whom, and behind how many inches of what. Plain arrays in, plain numbers out.

The single and the batched question run the same scalar functions, so that they agree by construction.
This module must not know units, dice or rules: a body is (x, y, radius, bottom, height).
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from lancemate.field.jit import kernel, kernel_of
from lancemate.field.kernels import (
    crossings,
    disc_span,
    levels,
    merge,
    misses_box,
    misses_line,
    room_for,
    sort_in_place,
    tidy,
    touches,
)
from lancemate.field.layout import BASE, HEIGHT, HILL, ROLE, SOLID, VEIL, WATER, WOODS, Bools, Floats, Geometry, Ints
from lancemate.field.measure import TINY

COLUMNS = 18  # of a silhouette: divides by two and by three, so a wall at a half or a third is met exactly
FREE = 2.0  # inches from the base edge within which the terrain a body occupies does not intervene

Five = tuple[float, float, float, float, float]
Eight = tuple[float, float, float, float, float, float, float, float]
Work = tuple[Floats, Floats, Floats, Floats, Floats, Ints, Bools]


@kernel
def workspace(geo: Geometry) -> Work:
    """Scratch space large enough for any sight line on this table: cuts, spans, hills, woods, marks, candidates, cover.

    One per table is enough: a kernel runs from start to end before any other thread may call it.
    """
    size = room_for(geo)
    return (
        np.empty(4 * size + 8),
        np.empty((size, 2)),
        np.empty((size, 6)),
        np.empty((16 * size, 2)),
        np.empty(2 * size),
        np.empty((geo[0].shape[0] + 1, 3), dtype=np.int64),
        np.empty(geo[0].shape[0], dtype=np.bool_),
    )


@kernel
def grazing(eye: float, top: float, t0: float, t1: float) -> float:
    """Height at t = 1 below which a solid of that top, from t0 to t1, hides everything from the eye at t = 0."""
    if top - eye > TINY:
        return inf if t0 <= 1e-12 else eye + (top - eye) / t0
    return eye + (top - eye) / t1


@kernel_of("f8(f8[:, ::1], i8, f8, f8, f8, f8[::1], b1[::1])")
def hill_ray(rec: Floats, hills: int, eye: float, bottom: float, slack: float, cuts: Floats, cover: Bools) -> float:
    """The highest grazing ray over hills. Where hills overlap their heights add up; a place counts if any of them does.

    Rows of ``rec``: stretch from, to, height, and the part of the stretch that intervenes from, to, feature.
    """
    if hills == 1:
        if rec[0, 4] - rec[0, 3] <= slack:
            return -inf
        z = grazing(eye, rec[0, 2], rec[0, 3], rec[0, 4])
        if z > bottom + TINY:
            cover[int(rec[0, 5])] = True
        return z
    n = 0
    for i in range(hills):
        for c in (0, 1, 3, 4):
            cuts[n] = rec[i, c]
            n += 1
    sort_in_place(cuts, n)
    best = -inf
    for k in range(n - 1):
        a = cuts[k]
        b = cuts[k + 1]
        if b - a <= slack:
            continue
        mid = (a + b) * 0.5
        top = 0.0
        counts = False
        for i in range(hills):
            if rec[i, 0] < mid < rec[i, 1]:
                top += rec[i, 2]
                counts = counts or rec[i, 3] < mid < rec[i, 4]
        if counts:
            z = grazing(eye, top, a, b)
            best = max(best, z)
            if z > bottom + TINY:
                for i in range(hills):
                    if rec[i, 3] < mid < rec[i, 4]:
                        cover[int(rec[i, 5])] = True
    return best


@kernel
def is_self(solids: Floats, s: int, v: Five, t: Five) -> bool:
    """Whether a solid body is the viewer or the target, who never hide themselves."""
    x = solids[s, 0]
    y = solids[s, 1]
    return bool(abs(x - v[0]) + abs(y - v[1]) < TINY or abs(x - t[0]) + abs(y - t[1]) < TINY)


@kernel
def body_ray(solids: Floats, v: Five, t: Five, dx: float, dy: float, slack: float) -> float:
    """The highest grazing ray over big bodies that count as solid."""
    best = -inf
    for s in range(solids.shape[0]):
        if is_self(solids, s, v, t):
            continue
        t0, t1 = disc_span(v[0], v[1], dx, dy, solids[s, 0], solids[s, 1], solids[s, 2])
        if t1 - t0 > slack:
            best = max(best, grazing(v[3] + v[4], solids[s, 3] + solids[s, 4], t0, t1))
    return best


@kernel
def candidates(geo: Geometry, ignored: Bools, v: Five, t: Five, work: Work, nx: float, ny: float) -> int:
    """List the solid features that may stand in the way, and how the 2-inch freedom applies at either end of the line.

    0: the body is not in it; 1: what lies beyond the free inches intervenes; 2: the line leaves it within them.
    """
    cuts, spans, _, _, _, who, _ = work
    feat = geo[0]
    x0 = min(v[0], t[0] - t[2] * abs(nx))
    x1 = max(v[0], t[0] + t[2] * abs(nx))
    y0 = min(v[1], t[1] - t[2] * abs(ny))
    y1 = max(v[1], t[1] + t[2] * abs(ny))
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    low = min(v[3] + v[4], t[3])  # what rises no higher than the eye and the target's feet hides nothing
    found = 0
    for f in range(feat.shape[0]):
        role = feat[f, ROLE]
        if (role != HILL and role != SOLID) or ignored[f] or feat[f, BASE] + feat[f, HEIGHT] <= low:
            continue
        if misses_box(feat, f, x0, y0, x1, y1) or misses_line(feat, f, v[0], v[1], nx, ny, t[2]):
            continue
        who[found, 0] = f
        who[found, 1] = 0
        who[found, 2] = 0
        at_viewer = touches(geo, f, v[0], v[1], 0.0)
        at_target = touches(geo, f, t[0], t[1], 0.0)
        if at_viewer or at_target:
            n = crossings(geo, f, v[0], v[1], lx, ly, cuts, spans)
            if at_viewer:
                leaves = spans[0, 1] if n > 0 and spans[0, 0] <= 1e-12 else 0.0
                who[found, 1] = 2 if leaves * length <= v[2] + FREE + TINY else 1
            if at_target:
                enters = spans[n - 1, 0] if n > 0 and spans[n - 1, 1] >= 1.0 - 1e-12 else 1.0
                who[found, 2] = 2 if (1.0 - enters) * length <= t[2] + FREE + TINY else 1
        found += 1
    return found


@kernel
def share_below(ray: float, bottom: float, height: float) -> float:
    """How much of an upright line lies below a ray, less rounding error at its ends."""
    if height <= TINY:
        return 1.0 if ray > bottom + TINY else 0.0
    share = (ray - bottom) / height
    if share < TINY:
        return 0.0
    return 1.0 if share > 1.0 - TINY else share


@kernel
def hidden(
    geo: Geometry, solids: Floats, ignored: Bools, v: Five, t: Five, work: Work, cover: Bools
) -> tuple[float, float, float]:
    """How much of a target's silhouette solid things hide from a viewer: its area, its middle column, whole columns.

    The silhouette is the rectangle diameter x height through the target's centre, square to the line, in COLUMNS
    columns; in each the hidden height is exact, since solids stand on the ground: all below the highest grazing ray.
    """
    cuts, spans, rec, _, _, who, _ = work
    feat = geo[0]
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    if length < TINY:
        return 0.0, 0.0, 0.0
    nx = -ly / length
    ny = lx / length
    found = candidates(geo, ignored, v, t, work, nx, ny)
    bodies = solids.shape[0]
    if found == 0 and bodies == 0:
        return 0.0, 0.0, 0.0
    free_v = min(1.0, (v[2] + FREE) / length)
    free_t = max(0.0, 1.0 - (t[2] + FREE) / length)
    slack = TINY / length
    eye = v[3] + v[4]
    bottom = t[3]
    area = 0.0
    whole = 0.0
    middle = 0.0
    for k in range(COLUMNS + 1):
        offset = 0.0 if k == COLUMNS else t[2] * ((2.0 * k + 1.0) / COLUMNS - 1.0)
        dx = lx + offset * nx
        dy = ly + offset * ny
        ray = -inf
        hills = 0
        for i in range(found):
            f = who[i, 0]
            n = crossings(geo, f, v[0], v[1], dx, dy, cuts, spans)
            for m in range(n):
                a = spans[m, 0]
                b = spans[m, 1]
                c0 = a
                c1 = b
                if who[i, 1] > 0:
                    c0 = b if who[i, 1] == 2 and a <= 1e-12 else max(a, free_v)
                if who[i, 2] > 0:
                    c1 = a if who[i, 2] == 2 and b >= 1.0 - 1e-12 else min(b, free_t)
                if feat[f, ROLE] == HILL:
                    rec[hills, 0] = a
                    rec[hills, 1] = b
                    rec[hills, 2] = feat[f, HEIGHT]
                    rec[hills, 3] = c0
                    rec[hills, 4] = c1
                    rec[hills, 5] = f
                    hills += 1
                elif c1 - c0 > slack:
                    z = grazing(eye, feat[f, BASE] + feat[f, HEIGHT], c0, c1)
                    if z > bottom + TINY:
                        cover[f] = True
                    ray = max(ray, z)
        if hills > 0:
            ray = max(ray, hill_ray(rec, hills, eye, bottom, slack, cuts, cover))
        if bodies > 0:
            ray = max(ray, body_ray(solids, v, t, dx, dy, slack))
        share = share_below(ray, bottom, t[4])
        if k == COLUMNS:
            middle = share
        else:
            area += share
            if share == 1.0:
                whole += 1.0
    return area / COLUMNS, middle, whole / COLUMNS


@kernel
def hill_spans(geo: Geometry, v: Five, lx: float, ly: float, work: Work) -> int:
    """The stretches of the line on hills, with their heights, in the hill rows of the workspace."""
    cuts, spans, rec, _, _, _, _ = work
    feat = geo[0]
    x0, x1 = min(v[0], v[0] + lx), max(v[0], v[0] + lx)
    y0, y1 = min(v[1], v[1] + ly), max(v[1], v[1] + ly)
    hills = 0
    for g in range(feat.shape[0]):
        if feat[g, ROLE] != HILL or misses_box(feat, g, x0, y0, x1, y1):
            continue
        n = crossings(geo, g, v[0], v[1], lx, ly, cuts, spans)
        for m in range(n):
            rec[hills, 0] = spans[m, 0]
            rec[hills, 1] = spans[m, 1]
            rec[hills, 2] = feat[g, HEIGHT]
            hills += 1
    return hills


@kernel_of("f8(f8[:, ::1], i8)")
def span_sum(spans: Floats, count: int) -> float:
    """Length of a union of stretches."""
    n = merge(spans, count)
    total = 0.0
    for i in range(n):
        total += spans[i, 1] - spans[i, 0]
    return total


@kernel
def veiled(geo: Geometry, ignored: Bools, v: Five, t: Five, work: Work, inches: Floats) -> tuple[float, float]:
    """Inches of woods (and other see-through volumes) on the line from the viewer's eye to the middle of the target.

    Raises each feature's ``inches``, intervening and in all; returns both for all woods together, overlaps once.
    Whether the line is inside is judged in three dimensions; its inches are those a tape on the table reads, between
    the base edges, less the first inches of an occupied feature.
    """
    cuts, spans, rec, woods, _, _, _ = work
    feat = geo[0]
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    if length <= v[2] + t[2] + TINY:
        return 0.0, 0.0
    x0, x1 = min(v[0], t[0]), max(v[0], t[0])
    y0, y1 = min(v[1], t[1]), max(v[1], t[1])
    eye = v[3] + v[4]
    fall = t[3] + 0.5 * t[4] - eye
    start = v[2] / length
    end = 1.0 - t[2] / length
    hills = -1
    half = woods.shape[0] // 2
    kept = woods[half:]
    n_counted = 0
    n_crossed = 0
    for f in range(feat.shape[0]):
        role = feat[f, ROLE]
        if (role != WOODS and role != VEIL) or ignored[f] or misses_box(feat, f, x0, y0, x1, y1):
            continue
        if misses_line(feat, f, v[0], v[1], -ly / length, lx / length, 0.0):
            continue
        if hills < 0:
            hills = hill_spans(geo, v, lx, ly, work)
        n = crossings(geo, f, v[0], v[1], lx, ly, cuts, spans)
        if n == 0:
            continue
        free_v = start
        free_t = end
        if touches(geo, f, v[0], v[1], v[2]):
            free_v = (v[2] + FREE) / length
        if touches(geo, f, t[0], t[1], t[2]):
            free_t = 1.0 - (t[2] + FREE) / length
        own_counted = 0.0
        own_crossed = 0.0
        for m in range(n):
            a = max(spans[m, 0], start)
            b = min(spans[m, 1], end)
            if b <= a:
                continue
            cuts[0] = a
            cuts[1] = b
            c = 2
            for i in range(hills):
                for e in range(2):
                    if a < rec[i, e] < b:
                        cuts[c] = rec[i, e]
                        c += 1
            sort_in_place(cuts, c)
            for k in range(c - 1):
                p = cuts[k]
                q = cuts[k + 1]
                mid = 0.5 * (p + q)
                top = feat[f, HEIGHT] + TINY
                for i in range(hills):
                    if rec[i, 0] < mid < rec[i, 1]:
                        top += rec[i, 2]
                if fall > 0.0:
                    q = min(q, (top - eye) / fall)
                elif fall < 0.0:
                    p = max(p, (top - eye) / fall)
                elif eye > top:
                    continue
                if q <= p:
                    continue
                own_crossed += q - p
                counts_from = max(p, free_v)
                counts_to = min(q, free_t)
                counts = counts_to > counts_from
                if counts:
                    own_counted += counts_to - counts_from
                if role == WOODS:
                    woods[n_crossed, 0] = p
                    woods[n_crossed, 1] = q
                    n_crossed += 1
                    if counts:
                        kept[n_counted, 0] = counts_from
                        kept[n_counted, 1] = counts_to
                        n_counted += 1
        n_crossed = merge(woods, n_crossed)
        n_counted = merge(kept, n_counted)
        inches[0, f] = max(inches[0, f], tidy(own_counted * length))
        inches[1, f] = max(inches[1, f], tidy(own_crossed * length))
    return tidy(span_sum(kept, n_counted) * length), tidy(span_sum(woods, n_crossed) * length)


@kernel
def same_water(geo: Geometry, v: Five, t: Five, work: Work) -> bool:
    """Whether the straight line between two centres runs through water all the way."""
    if not (levels(geo, v[0], v[1])[2] and levels(geo, t[0], t[1])[2]):
        return False
    cuts, spans, _, _, marks, _, _ = work
    feat = geo[0]
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    marks[0] = 0.0
    marks[1] = 1.0
    n = 2
    for f in range(feat.shape[0]):
        if feat[f, ROLE] == WATER or feat[f, ROLE] == HILL:
            count = crossings(geo, f, v[0], v[1], lx, ly, cuts, spans)
            for m in range(count):
                marks[n] = spans[m, 0]
                marks[n + 1] = spans[m, 1]
                n += 2
    sort_in_place(marks, n)
    for k in range(n - 1):
        if marks[k + 1] - marks[k] > TINY:
            at = 0.5 * (marks[k] + marks[k + 1])
            if not levels(geo, v[0] + at * lx, v[1] + at * ly)[2]:
                return False
    return True


@kernel
def sight(
    geo: Geometry,
    solids: Floats,
    ignored: Bools,
    v: Five,
    t: Five,
    work: Work,
    cover: Bools,
    inches: Floats,
) -> Eight:
    """One ruling, both ways: hidden target, hidden viewer, middle, whole columns, woods, all woods, water, distance."""
    area, middle, whole = hidden(geo, solids, ignored, v, t, work, cover)
    back = hidden(geo, solids, ignored, t, v, work, work[6])[0]
    there, there_all = veiled(geo, ignored, v, t, work, inches)
    here, here_all = veiled(geo, ignored, t, v, work, inches)
    wet = 1.0 if same_water(geo, v, t, work) else 0.0
    dx = t[0] - v[0]
    dy = t[1] - v[1]
    distance = max(0.0, tidy(sqrt(dx * dx + dy * dy) - (v[2] + t[2])))
    return area, back, middle, whole, max(there, here), max(there_all, here_all), wet, distance


@kernel
def sights(
    geo: Geometry,
    solids: Floats,
    ignored: Bools,
    viewers: Floats,
    targets: Floats,
    work: Work,
    out: Floats,
    cover: Bools,
    inches: Floats,
) -> None:
    """Many rulings, row by row."""
    for i in range(viewers.shape[0]):
        v = (viewers[i, 0], viewers[i, 1], viewers[i, 2], viewers[i, 3], viewers[i, 4])
        t = (targets[i, 0], targets[i, 1], targets[i, 2], targets[i, 3], targets[i, 4])
        answer = sight(geo, solids, ignored, v, t, work, cover[i], inches[i])
        out[0, i], out[1, i], out[2, i], out[3, i], out[4, i], out[5, i], out[6, i], out[7, i] = answer
