"""Sight and ways over hexes, compiled. Whole numbers decide which hexes a line meets, so that nothing is off by a hair.

Plain arrays in, plain arrays out. It must not know units or what is made of its answers.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from lancemate.field.jit import exported, kernel
from lancemate.field.kernels_travel import pop, push
from lancemate.field.layout import HILL, SOLID, VEIL, WOODS, Bools, Floats, Ints

# A map as the kernels see it: columns and rows; per hex the land or the surface of water, the bottom, the depth of
# water (below 0 where there is none), where its features begin; the features; and per feature its role and height.
Grid = tuple[int, int, Floats, Floats, Floats, Ints, Ints, Ints, Floats]
GRID = "Tuple((i8, i8, f8[::1], f8[::1], f8[::1], i8[::1], i8[::1], i8[::1], f8[::1]))"

# What the rules of a game settle about sight, by place in an array.
TOUCHED, FAVOURED, ENDS, GROUND, TREETOPS, BUILDINGS, VEILS, NEAR, INCHES, BOTTOM = range(10)
TERMS = 10

COLUMN = sqrt(3.0)
CORNER = 2.0 / sqrt(3.0)


@kernel
def index_at(columns: int, rows: int, x: float, y: float) -> int:
    """The number of the hex whose middle is at a point; below 0 off the map."""
    column = int(np.rint((x - CORNER) / COLUMN)) + 1
    low = 1 if column % 2 == 0 else 0
    row = int(np.rint((2.0 * rows + 2.0 - y - low) / 2.0))
    if column < 1 or row < 1 or column > columns or row > rows:
        return -1
    return (column - 1) * rows + row - 1


@kernel
def number_of(columns: int, rows: int, east: int, south: int) -> int:
    """The number of a hex by its axial pair; below 0 off the map."""
    low = 1 if east % 2 == 0 else 0
    row = (2 * south + east + 1 - low) // 2
    if east < 1 or row < 1 or east > columns or row > rows:
        return -1
    return (east - 1) * rows + row - 1


@kernel
def between(level: float, eye: float, top: float, from_viewer: int, from_target: int, near: float) -> bool:
    """Whether something so high comes between two units: as high as both, or as the one it is next to."""
    if level >= eye and level >= top:
        return True
    return near > 0.0 and ((from_viewer == 1 and level >= eye) or (from_target == 1 and level >= top))


@kernel
def weigh(
    grid: Grid,
    terms: Floats,
    solids: Floats,
    ignored: Bools,
    cell: int,
    x: float,
    y: float,
    far: tuple[int, int],
    eye: float,
    foot: float,
    top: float,
    sunk: bool,
) -> tuple[bool, int, bool, bool]:
    """What one hex does to a line: it blocks, so many woods in it come between, it covers the target, it is dry."""
    _, _, land, bottom, depth, starts, feats, role, height = grid
    from_viewer, from_target = far
    near = terms[NEAR]
    blocks = False
    covers = False
    woods = 0
    dry = True
    ground = 0.0
    if cell >= 0:
        ground = bottom[cell] if sunk and terms[BOTTOM] > 0.0 else land[cell]
        dry = depth[cell] <= 0.0
        if terms[GROUND] > 0.0:
            blocks = between(ground, eye, top, from_viewer, from_target, near)
            covers = from_target == 1 and abs(ground - foot - 1.0) < 1e-9
        for k in range(starts[cell], starts[cell + 1]):
            f = feats[k]
            if ignored[f]:
                continue
            if role[f] == SOLID:
                roof = land[cell] + height[f] * terms[BUILDINGS]
                blocks = blocks or between(roof, eye, top, from_viewer, from_target, near)
                covers = covers or (from_target == 1 and abs(roof - foot - 1.0) < 1e-9 and terms[BUILDINGS] > 0.0)
            elif role[f] == WOODS:
                tall = height[f] if height[f] > 0.0 else terms[TREETOPS]
                if tall > 0.0 and between(ground + tall, eye, top, from_viewer, from_target, near):
                    woods = 1
    for s in range(solids.shape[0]):
        if abs(solids[s, 0] - x) < 0.5 and abs(solids[s, 1] - y) < 0.5:
            head = solids[s, 3] + solids[s, 4]
            blocks = blocks or between(head, eye, top, from_viewer, from_target, near)
            covers = covers or (from_target == 1 and abs(head - foot - 1.0) < 1e-9)
    return blocks, woods, covers and eye <= top, dry


@kernel
def mark(
    grid: Grid,
    terms: Floats,
    ignored: Bools,
    cell: int,
    far: tuple[int, int],
    eye: float,
    foot: float,
    top: float,
    sunk: bool,
    cover: Bools,
    inches: Floats,
) -> None:
    """Note which features of a hex hide something or are looked through."""
    _, _, land, bottom, _, starts, feats, role, height = grid
    if cell < 0:
        return
    from_viewer, from_target = far
    near = terms[NEAR]
    ground = bottom[cell] if sunk and terms[BOTTOM] > 0.0 else land[cell]
    solid = terms[GROUND] > 0.0 and (
        between(ground, eye, top, from_viewer, from_target, near)
        or (from_target == 1 and abs(ground - foot - 1.0) < 1e-9 and eye <= top)
    )
    for k in range(starts[cell], starts[cell + 1]):
        f = feats[k]
        if ignored[f]:
            continue
        if role[f] == SOLID:
            roof = land[cell] + height[f] * terms[BUILDINGS]
            hides = between(roof, eye, top, from_viewer, from_target, near)
            if hides or (from_target == 1 and abs(roof - foot - 1.0) < 1e-9 and eye <= top and terms[BUILDINGS] > 0.0):
                cover[f] = True
        elif role[f] == WOODS or role[f] == VEIL:
            tall = height[f] if role[f] == WOODS and height[f] > 0.0 else terms[TREETOPS]
            if role[f] == VEIL:
                tall = height[f] * terms[VEILS]
            if tall > 0.0 and between(ground + tall, eye, top, from_viewer, from_target, near):
                inches[0, f] += terms[INCHES]
                inches[1, f] += terms[INCHES]
        elif solid and role[f] == HILL:
            cover[f] = True


@kernel
def hexes_apart(de: int, ds: int) -> int:
    return (abs(de) + abs(ds) + abs(de + ds)) // 2


@exported(f"UniTuple(f8, 7)({GRID}, f8[::1], f8[:, ::1], b1[::1], b1[::1], f8[:, ::1], f8[::1], f8[::1])")
def sight(
    grid: Grid,
    terms: Floats,
    solids: Floats,
    ignored: Bools,
    cover: Bools,
    inches: Floats,
    viewer: Floats,
    target: Floats,
) -> tuple[float, float, float, float, float, float, float]:
    """What lies between two bodies: hidden share both ways, inches of woods twice, same water, distance, a choice."""
    columns, rows, land, _, depth, _, _, _, _ = grid
    one = index_at(columns, rows, viewer[0], viewer[1])
    other = index_at(columns, rows, target[0], target[1])
    ae, be = int(np.rint((viewer[0] - CORNER) / COLUMN)) + 1, int(np.rint((target[0] - CORNER) / COLUMN)) + 1
    # Axial pairs from coordinates, so that places off the map have them too.
    a_south = int(np.rint((2.0 * rows + 2.0 - viewer[1] - ae - 1.0) / 2.0))
    b_south = int(np.rint((2.0 * rows + 2.0 - target[1] - be - 1.0) / 2.0))
    de, ds = be - ae, b_south - a_south
    away = hexes_apart(de, ds)
    eye = viewer[3] + viewer[4]
    foot = target[3]
    top = target[3] + target[4]
    wet = one >= 0 and other >= 0 and depth[one] > 0.0 and depth[other] > 0.0
    sunk = wet and eye <= land[one] + 1e-9 and top <= land[other] + 1e-9
    most = max(abs(ds - de), abs(2 * ds + de), abs(ds + 2 * de))
    aside_e = 0
    aside_s = 0
    along_border = True
    if de == ds:
        aside_e, aside_s = 1, -1
    elif de == -2 * ds:
        aside_e, aside_s = 0, 1
    elif ds == -2 * de:
        aside_e, aside_s = 1, 0
    else:
        along_border = False
    whole = 2 * de * de + 2 * ds * ds + 2 * de * ds
    blocked = False
    covered = False
    chosen = False
    surely = 0  # woods that lie on the line whoever chooses
    perhaps = 0  # and those that a choice may put there
    cover_lost = 0  # woods given up for cover
    favoured = terms[FAVOURED] > 0.0
    step_e = 1 if de >= 0 else -1
    for k in range(abs(de) + 1):
        east = k * step_e
        if de == 0:
            low, high = min(0, ds), max(0, ds)
        else:
            p = (3 * east * ds - most) / (3 * de)
            q = (3 * east * ds + most) / (3 * de)
            low, high = int(np.floor(min(p, q))) - 1, int(np.ceil(max(p, q))) + 1
        for south in range(low, high + 1):
            off = 3 * (east * ds - south * de)
            if abs(off) > most:
                continue
            along = 2 * east * de + 2 * south * ds + east * ds + south * de
            end = (east == 0 and south == 0) or (east == de and south == ds)
            if end:
                if terms[ENDS] <= 0.0:
                    continue
            elif along <= 0 or along >= whole:
                continue
            inside = end or abs(off) < most
            if not inside and (terms[TOUCHED] <= 0.0 or (along_border and off < 0)):
                continue
            far = (hexes_apart(east, south), hexes_apart(de - east, ds - south))
            cell = number_of(columns, rows, ae + east, a_south + south)
            x = CORNER + (ae + east - 1) * COLUMN
            y = 2.0 * rows + 2.0 - (2 * (a_south + south) + ae + east + 1)
            blocks, woods, covers, dry = weigh(grid, terms, solids, ignored, cell, x, y, far, eye, foot, top, sunk)
            if inside:
                blocked = blocked or blocks
                covered = covered or covers
                surely += woods
                wet = wet and (end or not dry)
                mark(grid, terms, ignored, cell, far, eye, foot, top, sunk, cover, inches)
                continue
            if not along_border:
                # A single corner: the hex counts for the side that is favoured by it.
                if favoured:
                    chosen = chosen or blocks or woods > 0 or covers
                    blocked = blocked or blocks
                    covered = covered or covers
                    perhaps += woods
                    wet = wet and not dry
                    mark(grid, terms, ignored, cell, far, eye, foot, top, sunk, cover, inches)
                continue
            sign = -1 if aside_e * ds - aside_s * de > 0 else 1
            pe, ps = east + sign * aside_e, south + sign * aside_s
            partner = number_of(columns, rows, ae + pe, a_south + ps)
            pfar = (hexes_apart(pe, ps), hexes_apart(de - pe, ds - ps))
            px = CORNER + (ae + pe - 1) * COLUMN
            py = 2.0 * rows + 2.0 - (2 * (a_south + ps) + ae + pe + 1)
            pblocks, pwoods, pcovers, pdry = weigh(
                grid, terms, solids, ignored, partner, px, py, pfar, eye, foot, top, sunk
            )
            first = 4 * int(blocks) + 2 * int(covers) + woods
            second = 4 * int(pblocks) + 2 * int(pcovers) + pwoods
            chosen = chosen or first != second
            mine = first >= second if favoured else first <= second
            if favoured:
                wet = wet and not dry and not pdry
                if max(woods, pwoods) > (woods if mine else pwoods):
                    cover_lost += 1
            else:
                wet = wet and (not dry or not pdry)
            if mine:
                blocked = blocked or blocks
                covered = covered or covers
                perhaps += woods
                mark(grid, terms, ignored, cell, far, eye, foot, top, sunk, cover, inches)
            else:
                blocked = blocked or pblocks
                covered = covered or pcovers
                perhaps += pwoods
                mark(grid, terms, ignored, partner, pfar, eye, foot, top, sunk, cover, inches)
    count = surely + perhaps
    if cover_lost and not blocked and count < 3 <= count + cover_lost:
        count += cover_lost  # trees that end the sight are worse for who looks than a cover
    hidden = 1.0 if blocked else 0.5 if covered else 0.0
    seen_through = terms[INCHES] * count
    return (
        hidden,
        1.0 if blocked else 0.0,
        seen_through,
        seen_through,
        1.0 if wet else 0.0,
        2.0 * away,
        1.0 if chosen else 0.0,
    )


@exported(f"void({GRID}, f8[::1], f8[:, ::1], b1[::1], f8[:, ::1], f8[:, ::1], f8[:, ::1], b1[:, ::1], f8[:, :, ::1])")
def sights(
    grid: Grid,
    terms: Floats,
    solids: Floats,
    ignored: Bools,
    viewers: Floats,
    targets: Floats,
    out: Floats,
    cover: Bools,
    inches: Floats,
) -> None:
    """The same for many pairs."""
    for n in range(viewers.shape[0]):
        found = sight(grid, terms, solids, ignored, cover[n], inches[n], viewers[n], targets[n])
        for k in range(7):
            out[k, n] = found[k]


@exported("Tuple((f8[::1], i8[::1]))(i8[:, ::1], f8[::1], f8[::1], f8, f8, b1[::1], i8[::1], f8[::1], f8)")
def explore(
    next_to: Ints,
    rates: Floats,
    levels: Floats,
    level_cost: float,
    steepest: float,
    shut: Bools,
    sources: Ints,
    begin: Floats,
    allowance: float,
) -> tuple[Floats, Ints]:
    """Cheapest cost of every hex (infinite beyond the allowance), and whence it is reached.

    The search begins in the ``sources``, at so much each. ``rates`` are what it costs to enter a hex, infinite where
    nobody may; ``shut`` are hexes that others bar.
    """
    count = rates.shape[0]
    cost = np.full(count, inf)
    parent = np.full(count, -1, dtype=np.int64)
    done = np.zeros(count, dtype=np.bool_)
    heap = np.empty(8 * count + 8, dtype=np.int64)
    keys = np.empty(8 * count + 8)
    queued = count - count
    for n in range(sources.shape[0]):
        home = sources[n]
        if begin[n] < cost[home]:
            cost[home] = begin[n]
            parent[home] = home
            queued = push(heap, keys, queued, home, begin[n])
    while queued > 0:
        u = heap[0]
        queued = pop(heap, keys, queued)
        if done[u]:
            continue
        done[u] = True
        for way in range(6):
            v = next_to[u, way]
            if v < 0 or done[v] or shut[v] or rates[v] == inf:
                continue
            rise = abs(levels[v] - levels[u])
            if rise > steepest + 1e-9:
                continue
            whole = cost[u] + rates[v] + level_cost * rise
            if whole < cost[v] - 1e-9 and whole <= allowance + 1e-9:
                cost[v] = whole
                parent[v] = u
                queued = push(heap, keys, queued, v, whole)
    return cost, parent
