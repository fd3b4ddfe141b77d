"""Where a base can get to for so much: an any-angle search over a grid, every straight stretch priced exactly.

Plain arrays in, plain arrays out. It must not know who moves or why something is barred: prices arrive as numbers.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from lancemate.field.exactness import TINY
from lancemate.field.jit import exported, kernel
from lancemate.field.kernels import crossings, disc_span, room_for, touches
from lancemate.field.kernels_paths import edge_marks, nearby, touch_spans
from lancemate.field.layout import (
    BASE,
    BRIDGE,
    DEPTH,
    HEIGHT,
    HILL,
    HOLLOW,
    ROLE,
    WATER,
    Bools,
    Floats,
    Geometry,
    Ints,
)

# Prices: per feature, extra cost per inch and three flags; then the numbers that hold everywhere.
Prices = tuple[
    Floats, Bools, Bools, Bools
]  # extra, barred to the base, overrides what lies under it, allowed only here
Terms = tuple[float, float, float, bool]  # cost per inch of level, steepest change per inch, base radius, only flagged
Scratch = tuple[Floats, Floats, Floats, Floats, Ints]  # cuts, spans, marks, steps, features nearby

# Both as signatures.
PRICES = "Tuple((f8[::1], b1[::1], b1[::1], b1[::1]))"
TERMS = "Tuple((f8, f8, f8, b1))"

GROUND, SURFACE, DECK = 0, 1, 2
GRAZE = 1e-6  # inches a base may overlap what it only grazes


@kernel
def here(geo: Geometry, x: float, y: float, near: Ints, mode: int, prices: Prices, only: bool) -> tuple[float, float]:
    """The elevation a mover is at, and the cost of an inch there; infinite where it may not be.

    It walks on the bottom of water, moves on the surface, or walks on the bottom except on bridges.
    """
    extra, _, overrides, allowed = prices
    feat = geo[0]
    cost = 0.0
    wet = 0.0
    top = 0.0
    depth = 0.0
    dry = 0.0
    deck = -inf
    may = not only
    for f in near:
        if not touches(geo, f, x, y, 0.0):
            continue
        role = feat[f, ROLE]
        may = may or allowed[f]
        if role == HILL:
            top += feat[f, HEIGHT]
            depth = 0.0
            dry = 0.0
            wet = 0.0
        elif role == WATER:
            depth = feat[f, DEPTH]
            dry = 0.0
        elif role == HOLLOW:
            depth = feat[f, DEPTH]
            dry = depth
            wet = 0.0
        elif role == BRIDGE:
            deck = feat[f, BASE] + feat[f, HEIGHT]
        if overrides[f]:
            cost = extra[f]
            wet = 0.0
        elif role == WATER:
            wet = extra[f]
        else:
            cost += extra[f]
    level = top - depth
    if mode == SURFACE or (mode == DECK and deck > -inf):
        level = max(top - dry, deck)
    return level, 1.0 + cost + wet if may else inf


@kernel
def barred_way(
    geo: Geometry,
    ax: float,
    ay: float,
    dx: float,
    dy: float,
    reach: float,
    near: Ints,
    prices: Prices,
    scratch: Scratch,
) -> bool:
    """Whether the base touches barred terrain on the way where its centre is on nothing that overrides it."""
    _, barred, overrides, _ = prices
    cuts, spans, marks, _, _ = scratch
    for f in near:
        if not barred[f]:
            continue
        n = touch_spans(geo, f, ax, ay, dx, dy, reach, cuts, spans)
        for m in range(n):
            marks[2 * m] = spans[m, 0]
            marks[2 * m + 1] = spans[m, 1]
        for m in range(n):
            at = marks[2 * m]
            for g in near:
                if g > f and overrides[g]:
                    count = crossings(geo, g, ax, ay, dx, dy, cuts, spans)
                    for k in range(count):
                        if spans[k, 0] <= at + TINY:
                            at = max(at, spans[k, 1])
            if marks[2 * m + 1] - at > TINY:
                return True
    return False


@kernel
def stretch_cost(
    geo: Geometry,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    mode: int,
    prices: Prices,
    terms: Terms,
    blocked: Floats,
    scratch: Scratch,
) -> float:
    """Exact cost of a straight stretch, level changes included; infinite when it may not be taken."""
    level_cost, steepest, radius, only = terms
    cuts, spans, marks, steps, around = scratch
    dx = bx - ax
    dy = by - ay
    length = sqrt(dx * dx + dy * dy)
    for s in range(blocked.shape[0]):
        t0, t1 = disc_span(ax, ay, dx, dy, blocked[s, 0], blocked[s, 1], blocked[s, 2] + radius - GRAZE)
        if t1 > t0:
            return inf
    reach = max(0.0, radius - GRAZE)
    near = around[: nearby(geo[0], ax, ay, bx, by, reach, around)]
    if near.shape[0] == 0:
        return inf if only else length
    if barred_way(geo, ax, ay, dx, dy, reach, near, prices, scratch):
        return inf
    count = edge_marks(geo, ax, ay, bx, by, near, cuts, spans, marks)
    cost = 0.0
    level, _ = here(geo, ax, ay, near, mode, prices, only)
    n = 0
    t0 = 0.0
    for k in range(count + 1):
        last = k == count
        t1 = 1.0 if last else marks[k]
        t = 1.0 if last else 0.5 * (t0 + t1)
        now, rate = here(geo, ax + t * dx, ay + t * dy, near, mode, prices, only)
        if abs(now - level) > TINY:
            steps[2 * n] = t0 * length
            steps[2 * n + 1] = now - level
            n += 1
            cost += level_cost * abs(now - level)
            level = now
        if not last:
            if rate == inf:
                return inf
            cost += (t1 - t0) * length * rate
        t0 = t1
    for i in range(n):
        change = 0.0
        for k in range(i, n):
            if k > i and steps[2 * k] - steps[2 * i] >= 1.0 - TINY:
                break
            change += steps[2 * k + 1]
            if abs(change) > steepest + TINY:
                return inf
    return cost


@kernel
def scratch_for(geo: Geometry) -> Scratch:
    size = 4 * room_for(geo)
    return (
        np.empty(size),
        np.empty((size, 2)),
        np.empty(size),
        np.empty(2 * size),
        np.empty(geo[0].shape[0], dtype=np.int64),
    )


@kernel
def push(heap: Ints, keys: Floats, size: int, node: int, key: float) -> int:
    """Add to a binary heap, smallest key first, then smallest node."""
    i = size
    while i > 0:
        up = (i - 1) // 2
        if keys[up] < key or (keys[up] == key and heap[up] <= node):
            break
        heap[i] = heap[up]
        keys[i] = keys[up]
        i = up
    heap[i] = node
    keys[i] = key
    return size + 1


@kernel
def pop(heap: Ints, keys: Floats, size: int) -> int:
    """Take the first of a binary heap away; how many are left."""
    size -= 1
    node = heap[size]
    key = keys[size]
    i = 0
    while True:
        down = 2 * i + 1
        if down >= size:
            break
        right = down + 1
        if right < size and (keys[right] < keys[down] or (keys[right] == keys[down] and heap[right] < heap[down])):
            down = right
        if key < keys[down] or (key == keys[down] and node <= heap[down]):
            break
        heap[i] = heap[down]
        keys[i] = keys[down]
        i = down
    heap[i] = node
    keys[i] = key
    return size


@exported(
    "Tuple((f8[::1], i8[::1]))(UniTuple(f8[:, ::1], 3), UniTuple(f8, 2), UniTuple(f8, 2), f8, f8, i8,"
    f"{PRICES}, {TERMS}, f8[:, ::1], i8[::1])"
)
def explore(
    geo: Geometry,
    bounds: tuple[float, float],
    start: tuple[float, float],
    allowance: float,
    spacing: float,
    mode: int,
    prices: Prices,
    terms: Terms,
    blocked: Floats,
    sources: Ints,
) -> tuple[Floats, Ints]:
    """Cheapest cost of every grid point around the start (infinite beyond the allowance), and whence it is reached.

    Nodes are numbered row by row in a square around the start; the search begins at the ``sources`` among them. A
    node's way is a straight stretch from its parent, so open ground costs what a ruler says, whatever the angle.
    """
    half = int(allowance / spacing)
    side = 2 * half + 1
    count = side * side
    cost = np.full(count, inf)
    parent = np.full(count, -1, dtype=np.int64)
    done = np.zeros(count, dtype=np.bool_)
    tried = np.full(count, -1, dtype=np.int64)
    tried_cost = np.empty(count)
    heap = np.empty(16 * count, dtype=np.int64)
    keys = np.empty(16 * count)
    scratch = scratch_for(geo)
    radius = terms[2]
    queued = half - half
    for home in sources:
        cost[home] = 0.0
        parent[home] = home
        queued = push(heap, keys, queued, home, 0.0)
    while queued > 0:
        u = heap[0]
        queued = pop(heap, keys, queued)
        if done[u]:
            continue
        done[u] = True
        ui = u % side
        uj = u // side
        p = parent[u]
        px = start[0] + (p % side - half) * spacing
        py = start[1] + (p // side - half) * spacing
        ux = start[0] + (ui - half) * spacing
        uy = start[1] + (uj - half) * spacing
        for way in range(9):
            vi = ui + way % 3 - 1
            vj = uj + way // 3 - 1
            if way == 4 or vi < 0 or vj < 0 or vi >= side or vj >= side:
                continue
            v = vj * side + vi
            vx = start[0] + (vi - half) * spacing
            vy = start[1] + (vj - half) * spacing
            edge = radius - TINY
            if done[v] or vx < edge or vy < edge or vx > bounds[0] - edge or vy > bounds[1] - edge:
                continue
            direct = sqrt((vx - px) * (vx - px) + (vy - py) * (vy - py))
            if cost[p] + direct > allowance + TINY:
                continue
            if tried[v] != p:
                tried[v] = p
                tried_cost[v] = stretch_cost(geo, px, py, vx, vy, mode, prices, terms, blocked, scratch)
            best = cost[p] + tried_cost[v]
            whence = p
            if p != u and tried_cost[v] > direct + TINY:
                step = cost[u] + stretch_cost(geo, ux, uy, vx, vy, mode, prices, terms, blocked, scratch)
                if step < best:
                    best = step
                    whence = u
            if best < cost[v] - TINY and best <= allowance + TINY:
                cost[v] = best
                parent[v] = whence
                queued = push(heap, keys, queued, v, best)
    return cost, parent


@exported(f"f8[::1](UniTuple(f8[:, ::1], 3), UniTuple(f8, 2), f8[:, ::1], i8, {PRICES}, {TERMS})")
def stretches(geo: Geometry, at: tuple[float, float], ends: Floats, mode: int, prices: Prices, terms: Terms) -> Floats:
    """What the straight stretch from a point to each of the ends costs."""
    scratch = scratch_for(geo)
    nobody = np.empty((0, 3))
    costs = np.empty(ends.shape[0])
    for k in range(ends.shape[0]):
        costs[k] = stretch_cost(geo, at[0], at[1], ends[k, 0], ends[k, 1], mode, prices, terms, nobody, scratch)
    return costs
