"""Who sees whom: how much is hidden, behind how many inches of what. Plain arrays in, plain numbers out.

The single and the batched question run the same scalar functions, so that they agree by construction.
This module must not know units, dice or rules: a body is (x, y, radius, bottom, height).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from lancemate.field.exactness import TINY
from lancemate.field.jit import exported, kernel, kernel_of
from lancemate.field.kernels import (
    crossings,
    levels,
    merge,
    misses_box,
    misses_line,
    room_for,
    sort_in_place,
    tidy,
    touches,
)
from lancemate.field.kernels_hidden import FREE, Five, Work, hidden, roughly_hidden
from lancemate.field.layout import (
    FEATURE_COLUMNS,
    HEIGHT,
    HILL,
    PART_COLUMNS,
    ROLE,
    VEIL,
    WATER,
    WOODS,
    Bools,
    Floats,
    Geometry,
)

Six = tuple[float, float, float, float, float, float]


def sheet_of(geo: Geometry) -> Floats:
    """A table on one sheet of numbers, its geometry and scratch space, as ``unfold`` finds them.

    A call then hands over one array instead of a dozen, which costs more than the answer. One sheet per table is
    enough: a kernel runs from start to end before any other thread may call it.
    """
    features, size = len(geo[0]), room_for(geo)
    counts = np.array([features, len(geo[1]), len(geo[2]), size], dtype=np.float64)
    room = np.zeros(50 * size + 72 + 3 * (features + 1) + features)
    return np.concatenate([counts, geo[0].ravel(), geo[1].ravel(), geo[2].ravel(), room])


@kernel
def unfold(sheet: Floats) -> tuple[Geometry, Work]:
    """The geometry on a sheet, and scratch space large enough for any sight line on it."""
    features, parts, corners, size = int(sheet[0]), int(sheet[1]), int(sheet[2]), int(sheet[3])
    a = 4
    b = a + features * FEATURE_COLUMNS
    c = b + parts * PART_COLUMNS
    d = c + corners * 2
    geo = (
        sheet[a:b].reshape((features, FEATURE_COLUMNS)),
        sheet[b:c].reshape((parts, PART_COLUMNS)),
        sheet[c:d].reshape((corners, 2)),
    )
    e = d + 4 * size + 8
    f = e + 2 * size
    g = f + 6 * size
    h = g + 32 * size
    i = h + 2 * size
    j = i + 3 * (features + 1)
    k = j + features
    work = (
        sheet[d:e],
        sheet[e:f].reshape((size, 2)),
        sheet[f:g].reshape((size, 6)),
        sheet[g:h].reshape((16 * size, 2)),
        sheet[h:i],
        sheet[i:j].view(np.int64).reshape((features + 1, 3)),
        sheet[j:k].view(np.bool_)[:features],
        sheet[k:],
    )
    return geo, work


@kernel
def hill_spans(geo: Geometry, v: Five, lx: float, ly: float, work: Work) -> int:
    """The stretches of the line on hills, with their heights, in the hill rows of the workspace."""
    cuts, spans, rec, _, _, _, _, _ = work
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
def canopy_spans(
    height: float, start: float, end: float, eye: float, fall: float, hills: int, work: Work, n: int
) -> int:
    """Append the parts of a stretch on which the line runs below treetops of that height to the workspace's woods.

    The trees stand on the hills found before, point by point; the line falls so much from the eye. How many there are.
    """
    cuts, _, rec, woods, _, _, _, _ = work
    cuts[0] = start
    cuts[1] = end
    c = 2
    for i in range(hills):
        for e in range(2):
            if start < rec[i, e] < end:
                cuts[c] = rec[i, e]
                c += 1
    sort_in_place(cuts, c)
    for k in range(c - 1):
        p = cuts[k]
        q = cuts[k + 1]
        mid = 0.5 * (p + q)
        top = height + TINY
        for i in range(hills):
            if rec[i, 0] < mid < rec[i, 1]:
                top += rec[i, 2]
        if fall > 0.0:
            q = min(q, (top - eye) / fall)
        elif fall < 0.0:
            p = max(p, (top - eye) / fall)
        elif eye > top:
            continue
        if q > p:
            woods[n, 0] = p
            woods[n, 1] = q
            n += 1
    return n


@kernel
def veiled(geo: Geometry, ignored: Bools, v: Five, t: Five, work: Work, inches: Floats) -> tuple[float, float]:
    """Inches of woods (and other see-through volumes) on the line from the viewer's eye to the middle of the target.

    Raises each feature's ``inches``, intervening and in all; returns both for all woods together, overlaps once.
    Whether the line is inside is judged in three dimensions; its inches are those a tape on the table reads, between
    the base edges, less the first inches of an occupied feature.
    """
    cuts, spans, _, woods, _, _, _, _ = work
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
            n_all = canopy_spans(feat[f, HEIGHT], a, b, eye, fall, hills, work, n_crossed)
            for k in range(n_crossed, n_all):
                counts_from = max(woods[k, 0], free_v)
                counts_to = min(woods[k, 1], free_t)
                own_crossed += woods[k, 1] - woods[k, 0]
                if counts_to > counts_from:
                    own_counted += counts_to - counts_from
                    if role == WOODS:
                        kept[n_counted, 0] = counts_from
                        kept[n_counted, 1] = counts_to
                        n_counted += 1
            if role == WOODS:
                n_crossed = n_all
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
    cuts, spans, _, _, marks, _, _, _ = work
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
def both_ways(
    geo: Geometry,
    solids: Floats,
    ignored: Bools,
    v: Five,
    t: Five,
    work: Work,
    cover: Bools,
    inches: Floats,
) -> Six:
    """One ruling, both ways: hidden target, hidden viewer, woods, all woods, water, distance."""
    area = hidden(geo, solids, ignored, v, t, work, cover)
    back = hidden(geo, solids, ignored, t, v, work, work[6])
    there, there_all = veiled(geo, ignored, v, t, work, inches)
    here, here_all = veiled(geo, ignored, t, v, work, inches)
    wet = 1.0 if same_water(geo, v, t, work) else 0.0
    dx = t[0] - v[0]
    dy = t[1] - v[1]
    distance = max(0.0, tidy(sqrt(dx * dx + dy * dy) - (v[2] + t[2])))
    return area, back, max(there, here), max(there_all, here_all), wet, distance


@exported(f"UniTuple(f8, 6)(f8[::1], f8[:, ::1], b1[::1], b1[::1], f8[:, ::1], {', '.join(['f8'] * 10)})")
def sight(
    sheet: Floats,
    solids: Floats,
    ignored: Bools,
    cover: Bools,
    inches: Floats,
    vx: float,
    vy: float,
    vr: float,
    vb: float,
    vh: float,
    tx: float,
    ty: float,
    tr: float,
    tb: float,
    th: float,
) -> Six:
    """One ruling. What covers the target, and how many inches of each feature lie on the line, is written down."""
    geo, work = unfold(sheet)
    return both_ways(geo, solids, ignored, (vx, vy, vr, vb, vh), (tx, ty, tr, tb, th), work, cover, inches)


@exported("void(f8[::1], f8[:, ::1], b1[::1], f8[:, ::1], f8[:, ::1], f8[:, ::1], b1[:, ::1], f8[:, :, ::1])")
def sights(
    sheet: Floats,
    solids: Floats,
    ignored: Bools,
    viewers: Floats,
    targets: Floats,
    out: Floats,
    cover: Bools,
    inches: Floats,
) -> None:
    """Many rulings, row by row."""
    geo, work = unfold(sheet)
    for i in range(viewers.shape[0]):
        v = (viewers[i, 0], viewers[i, 1], viewers[i, 2], viewers[i, 3], viewers[i, 4])
        t = (targets[i, 0], targets[i, 1], targets[i, 2], targets[i, 3], targets[i, 4])
        answer = both_ways(geo, solids, ignored, v, t, work, cover[i], inches[i])
        out[0, i], out[1, i], out[2, i], out[3, i], out[4, i], out[5, i] = answer


@exported("void(f8[::1], f8[:, ::1], b1[::1], f8[:, ::1], f8[:, ::1], f8, f8, f8[:, ::1], f8[:, :, ::1])")
def glances(
    sheet: Floats,
    solids: Floats,
    ignored: Bools,
    viewers: Floats,
    targets: Floats,
    far: float,
    most: float,
    inches: Floats,
    out: Floats,
) -> None:
    """From everybody at everybody, roughly, for guesses: distance, hidden target, hidden viewer, woods, all woods.

    Whoever is farther off, or more of whom is hidden, is not looked at any closer.
    """
    geo, work = unfold(sheet)
    for i in range(viewers.shape[0]):
        v = (viewers[i, 0], viewers[i, 1], viewers[i, 2], viewers[i, 3], viewers[i, 4])
        for j in range(targets.shape[0]):
            t = (targets[j, 0], targets[j, 1], targets[j, 2], targets[j, 3], targets[j, 4])
            dx = t[0] - v[0]
            dy = t[1] - v[1]
            distance = max(0.0, tidy(sqrt(dx * dx + dy * dy) - (v[2] + t[2])))
            out[0, i, j] = distance
            if distance > far:
                out[1, i, j] = 1.0
                out[2, i, j] = 1.0
                continue
            area = roughly_hidden(geo, solids, ignored, v, t, work)
            back = area if area > most else roughly_hidden(geo, solids, ignored, t, v, work)
            out[1, i, j] = area
            out[2, i, j] = back
            if area <= most and back <= most:
                there, there_all = veiled(geo, ignored, v, t, work, inches)
                here, here_all = veiled(geo, ignored, t, v, work, inches)
                out[3, i, j] = max(there, here)
                out[4, i, j] = max(there_all, here_all)
