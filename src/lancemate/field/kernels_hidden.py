"""How much of a body solid things hide from another's eye. Plain arrays in, plain numbers out.

This module must not know units, dice or rules: a body is (x, y, radius, bottom, height).
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from lancemate.field.exactness import TINY
from lancemate.field.jit import kernel, kernel_of
from lancemate.field.kernels import (
    crossings,
    disc_span,
    misses_box,
    misses_line,
    sort_in_place,
    touches,
)
from lancemate.field.layout import (
    BASE,
    CIRCLE,
    CX,
    CY,
    HEIGHT,
    HILL,
    HOLLOW,
    PART_END,
    PART_START,
    ROLE,
    SHAPE,
    SOLID,
    V_END,
    V_START,
    Bools,
    Floats,
    Geometry,
    Ints,
    R,
)

EVEN = 1e-8  # of the width of a target: how exact the hidden share of a strip is that no straight edge bounds
HALVINGS = 24
GLANCES = 4  # columns of a target that somebody looks at who only guesses
FREE = 2.0  # inches from the base edge within which the terrain a body occupies does not intervene

Five = tuple[float, float, float, float, float]
# Scratch space: cuts, spans, hills, woods, marks, candidates, cover, outlines.
Work = tuple[Floats, Floats, Floats, Floats, Floats, Ints, Bools, Floats]


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
    cuts, spans, _, _, _, who, _, _ = work
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
        if (role != HILL and role != SOLID and role != HOLLOW) or ignored[f] or feat[f, BASE] + feat[f, HEIGHT] <= low:
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
def highest_ray(
    geo: Geometry, solids: Floats, v: Five, t: Five, offset: float, found: int, work: Work, cover: Bools
) -> float:
    """The highest ray from the eye that grazes something on its way to a column of the target, off its middle."""
    cuts, spans, rec, _, _, who, _, _ = work
    feat = geo[0]
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    dx = lx - offset * ly / length
    dy = ly + offset * lx / length
    free_v, free_t = free_inches(v, t, length)
    slack = TINY / length
    eye = v[3] + v[4]
    bottom = t[3]
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
            elif feat[f, ROLE] == HOLLOW:
                z = rim_ray(eye, feat[f, BASE], a, b)
                if z > bottom + TINY:
                    cover[f] = True
                ray = max(ray, z)
            elif c1 - c0 > slack:
                z = grazing(eye, feat[f, BASE] + feat[f, HEIGHT], c0, c1)
                if z > bottom + TINY:
                    cover[f] = True
                ray = max(ray, z)
    if hills > 0:
        ray = max(ray, hill_ray(rec, hills, eye, bottom, slack, cuts, cover))
    if solids.shape[0] > 0:
        ray = max(ray, body_ray(solids, v, t, dx, dy, slack))
    return ray


@kernel
def rim_ray(eye: float, level: float, a: float, b: float) -> float:
    """The highest ray that grazes the rim of a hollow, where the line goes down into it and where it comes out."""
    ray = -inf
    if a > 1e-9:
        ray = grazing(eye, level, a, a)
    if b < 1.0 - 1e-9:
        ray = max(ray, grazing(eye, level, b, b))
    return ray


@kernel
def free_inches(v: Five, t: Five, length: float) -> tuple[float, float]:
    """Shares of the way up to which, and from which, what a body stands in does not intervene."""
    return min(1.0, (v[2] + FREE) / length), max(0.0, 1.0 - (t[2] + FREE) / length)


@kernel
def note_edge(edges: Floats, n: int, offset: float, radius: float) -> int:
    """Keep the place of an outline on the target's width, if there it is; how many are kept then."""
    if -radius < offset < radius and n < edges.shape[0]:
        edges[n] = offset
        n += 1
    return n


@kernel
def disc_edges(
    x: float, y: float, r: float, planes: tuple[float, float, float], v: Five, t: Five, edges: Floats, n: int
) -> int:
    """Where a disc begins and ends on the target's width as the eye sees it, and where it is cut off by the planes."""
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    along = ((x - v[0]) * lx + (y - v[1]) * ly) / length
    across = ((y - v[1]) * lx - (x - v[0]) * ly) / length
    far2 = along * along + across * across
    if far2 > r * r:
        tangent = sqrt(far2 - r * r)
        for side in (-r, r):
            ahead = along * tangent - across * side
            if ahead > TINY:
                n = note_edge(edges, n, length * (across * tangent + along * side) / ahead, t[2])
    for plane in planes:
        off = plane * length - along
        if plane > 0.0 and off * off < r * r:
            half = sqrt(r * r - off * off)
            n = note_edge(edges, n, (across - half) / plane, t[2])
            n = note_edge(edges, n, (across + half) / plane, t[2])
    return n


@kernel
def outline_edges(geo: Geometry, solids: Floats, v: Five, t: Five, found: int, work: Work) -> int:
    """The places on the target's width at which the outline of a solid thing begins or ends, in the order of its width.

    Those are the corners of polygons and the tangents of discs as the eye sees them, and the points where an outline
    leaves the way between the two: at the target, and where the free inches of a body inside end.
    """
    _, _, _, _, _, who, _, edges = work
    feat, parts, verts = geo
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    square = lx * lx + ly * ly
    length = sqrt(square)
    free_v, free_t = free_inches(v, t, length)
    n = 0
    for i in range(found):
        f = who[i, 0]
        planes = (1.0, free_v if who[i, 1] > 0 else -1.0, free_t if who[i, 2] > 0 else -1.0)
        for p in range(int(feat[f, PART_START]), int(feat[f, PART_END])):
            if parts[p, SHAPE] == CIRCLE:
                n = disc_edges(parts[p, CX], parts[p, CY], parts[p, R], planes, v, t, edges, n)
                continue
            last = int(parts[p, V_END]) - 1
            before = ((verts[last, 0] - v[0]) * lx + (verts[last, 1] - v[1]) * ly) / square
            aside = ((verts[last, 1] - v[1]) * lx - (verts[last, 0] - v[0]) * ly) / length
            for k in range(int(parts[p, V_START]), last + 1):
                along = ((verts[k, 0] - v[0]) * lx + (verts[k, 1] - v[1]) * ly) / square
                across = ((verts[k, 1] - v[1]) * lx - (verts[k, 0] - v[0]) * ly) / length
                if TINY < along <= 1.0:
                    n = note_edge(edges, n, across / along, t[2])
                for plane in planes:
                    if plane > 0.0 and (before < plane) != (along < plane):
                        u = (plane - before) / (along - before)
                        n = note_edge(edges, n, (aside + u * (across - aside)) / plane, t[2])
                before, aside = along, across
    for s in range(solids.shape[0]):
        if not is_self(solids, s, v, t):
            n = disc_edges(solids[s, 0], solids[s, 1], solids[s, 2], (1.0, -1.0, -1.0), v, t, edges, n)
    sort_in_place(edges, n)
    return n


@kernel
def strip_hidden(
    geo: Geometry, solids: Floats, v: Five, t: Five, west: float, east: float, found: int, work: Work, cover: Bools
) -> float:
    """Share of the target's height that is hidden, summed up over a strip of its width between two outlines.

    Along one straight edge it changes evenly, and three columns give it exactly. Where it does not (a round wall, one
    edge rising over another) the strip is halved until Simpson's rule is good to ``EVEN``.
    """
    rest = np.empty((HALVINGS + 2, 5))
    inside = (east - west) * 1e-7  # an outline itself belongs to either side
    bottom, height = t[3], t[4]
    rest[0, 0] = west
    rest[0, 1] = east
    for k, offset in enumerate((west + inside, 0.5 * (west + east), east - inside)):
        rest[0, 2 + k] = share_below(highest_ray(geo, solids, v, t, offset, found, work, cover), bottom, height)
    total = 0.0
    n = 1
    while n > 0:
        n -= 1
        a, b, first, middle, last = rest[n, 0], rest[n, 1], rest[n, 2], rest[n, 3], rest[n, 4]
        width = b - a
        if abs(first + last - 2.0 * middle) <= TINY:
            total += width * middle
            continue
        left = share_below(highest_ray(geo, solids, v, t, a + 0.25 * width, found, work, cover), bottom, height)
        right = share_below(highest_ray(geo, solids, v, t, b - 0.25 * width, found, work, cover), bottom, height)
        whole = (first + 4.0 * middle + last) / 6.0
        halves = (first + 4.0 * left + 2.0 * middle + 4.0 * right + last) / 12.0
        if width * abs(halves - whole) <= EVEN * t[2] or n >= HALVINGS:
            total += width * halves
            continue
        half = 0.5 * (a + b)
        rest[n, 0], rest[n, 1], rest[n, 2], rest[n, 3], rest[n, 4] = a, half, first, left, middle
        n += 1
        rest[n, 0], rest[n, 1], rest[n, 2], rest[n, 3], rest[n, 4] = half, b, middle, right, last
        n += 1
    return total


@kernel
def hidden(geo: Geometry, solids: Floats, ignored: Bools, v: Five, t: Five, work: Work, cover: Bools) -> float:
    """How much of a target's silhouette solid things hide from a viewer.

    The silhouette is the rectangle diameter x height through the target's centre, square to the line. Solids stand on
    the ground: in each column they hide all below the highest grazing ray.
    """
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    if length < TINY:
        return 0.0
    found = candidates(geo, ignored, v, t, work, -ly / length, lx / length)
    if found == 0 and solids.shape[0] == 0:
        return 0.0
    if t[2] <= TINY:
        return share_below(highest_ray(geo, solids, v, t, 0.0, found, work, cover), t[3], t[4])
    edges = work[7]
    n = outline_edges(geo, solids, v, t, found, work)
    total = 0.0
    west = -t[2]
    for k in range(n + 1):
        east = edges[k] if k < n else t[2]
        if east - west > TINY:
            total += strip_hidden(geo, solids, v, t, west, east, found, work, cover)
            west = east
    share = total / (2.0 * t[2])
    return 1.0 if share > 1.0 - TINY else share if share > TINY else 0.0


@kernel
def roughly_hidden(geo: Geometry, solids: Floats, ignored: Bools, v: Five, t: Five, work: Work) -> float:
    """The same at a glance: the mean of a few columns, wherever outlines begin and end."""
    lx = t[0] - v[0]
    ly = t[1] - v[1]
    length = sqrt(lx * lx + ly * ly)
    if length < TINY:
        return 0.0
    found = candidates(geo, ignored, v, t, work, -ly / length, lx / length)
    if found == 0 and solids.shape[0] == 0:
        return 0.0
    total = 0.0
    for k in range(GLANCES):
        offset = t[2] * ((2 * k + 1) / GLANCES - 1.0)
        total += share_below(highest_ray(geo, solids, v, t, offset, found, work, work[6]), t[3], t[4])
    return total / GLANCES
