"""Lines between the dots of a lattice: what they cross, and whether one soldier's height sees another's.

Plain arrays in, plain numbers out. The single and the batched question run the same scalar function, so that they agree
by construction. This module must not know units or rules: whoever asks says in ``terms`` what counts.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from lancemate.field.jit import exported, kernel
from lancemate.field.layout import Floats, Ints

# What stands on a map, as signatures: walls, openings, areas, corners, trunks, contours; then buildings.
PIECES = "f8[:, ::1], i8[:, ::1], f8[:, ::1], f8[:, ::1], f8[:, ::1], f8[:, ::1]"
HOUSES = f"{PIECES}, f8[:, ::1]"

EPS = 1e-6
LOWEST = -8

# What may hide a soldier.
CLEAR, BY_WALL, BY_TRUNK, BY_CONTOUR, BY_FLOOR, BY_BASEMENT, BY_LOW_COVER, BY_DEAD_ZONE = range(8)

# What counts: bits of ``terms``.
(
    WALLS,
    TRUNKS,
    CONTOURS,
    OPENINGS,
    FLOORS,
    STAIRS,
    LOW_COVER,
    ROOFS,
    DEAD_ZONES,
    COVER,
    OVERLOOKED,
    OWN_COVER,
    HEIGHTS,
) = (1 << number for number in range(13))

BRANCHES, FIRE = 5, 7  # areas that never hide anybody
FLAMES = 1.0  # levels that they reach above the ground
DOOR = 2


@kernel
def aside(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from a line."""
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0
    if length > 0.0:
        t = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length))
    ex, ey = px - ax - t * dx, py - ay - t * dy
    return sqrt(ex * ex + ey * ey)


@kernel
def meets(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> float:
    """Where a line first touches another, as a share of its length; -1 where it does not."""
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    length, other = sqrt(ux * ux + uy * uy), sqrt(vx * vx + vy * vy)
    if length == 0.0 or other == 0.0:
        return -1.0
    c = (ux * (cy - ay) - uy * (cx - ax)) / length
    d = (ux * (dy - ay) - uy * (dx - ax)) / length
    if (c > EPS and d > EPS) or (c < -EPS and d < -EPS):
        return -1.0
    a = (vx * (ay - cy) - vy * (ax - cx)) / other
    b = (vx * (by - cy) - vy * (bx - cx)) / other
    if (a > EPS and b > EPS) or (a < -EPS and b < -EPS):
        return -1.0
    if abs(c) <= EPS and abs(d) <= EPS:  # both on one line
        first = ((cx - ax) * ux + (cy - ay) * uy) / (length * length)
        last = ((dx - ax) * ux + (dy - ay) * uy) / (length * length)
        low, high = min(first, last), max(first, last)
        slack = EPS / length
        if high < -slack or low > 1.0 + slack:
            return -1.0
        return min(1.0, max(0.0, low))
    whole = ux * vy - uy * vx
    if whole == 0.0:
        return -1.0
    return min(1.0, max(0.0, ((cx - ax) * vy - (cy - ay) * vx) / whole))


@kernel
def meets_circle(ax: float, ay: float, bx: float, by: float, x: float, y: float, r: float) -> float:
    """The same for a disc."""
    if aside(x, y, ax, ay, bx, by) > r + EPS:
        return -1.0
    ux, uy, px, py = bx - ax, by - ay, ax - x, ay - y
    a, b, c = ux * ux + uy * uy, 2.0 * (px * ux + py * uy), px * px + py * py - r * r
    if c <= 0.0 or a == 0.0:
        return 0.0
    inner = max(0.0, b * b - 4.0 * a * c)
    return min(1.0, max(0.0, (-b - sqrt(inner)) / (2.0 * a)))


@kernel
def meets_area(areas: Floats, corners: Floats, n: int, ax: float, ay: float, bx: float, by: float) -> float:
    """The same for an area: 0 where the line begins in it."""
    count = int(areas[n, 4])
    if count == 0:
        return meets_circle(ax, ay, bx, by, areas[n, 5], areas[n, 6], areas[n, 7])
    start = int(areas[n, 3])
    odd = False
    first = 2.0
    for k in range(count):
        cx, cy = corners[start + k, 0], corners[start + k, 1]
        m = start + (k + 1) % count
        dx, dy = corners[m, 0], corners[m, 1]
        if (cy > ay) != (dy > ay) and ax < cx + (ay - cy) * (dx - cx) / (dy - cy):
            odd = not odd
        t = meets(ax, ay, bx, by, cx, cy, dx, dy)
        if 0.0 <= t < first:
            first = t
    if odd:
        return 0.0
    return first if first <= 1.0 else -1.0


@kernel
def is_open(opens: Ints, n: int, level: float) -> int:
    """1 where a piece of wall is a window at a level, 2 a door, 0 a wall."""
    shift = int(level) - LOWEST
    if shift < 0 or shift > 61:
        return 0
    if (opens[n, 1] >> shift) & 1:
        return 2
    if (opens[n, 0] >> shift) & 1:
        return 1
    return 0


@exported("i8(f8[:, ::1], i8[:, ::1], f8, f8, f8, f8, f8, f8[::1])")
def walls_met(
    walls: Floats, opens: Ints, ax: float, ay: float, bx: float, by: float, level: float, shares: Floats
) -> int:
    """How many walls that are closed at a level a line meets; ``shares`` says where on it, -1 where it does not."""
    found = 0
    for n in range(len(walls)):
        shares[n] = -1.0
        if walls[n, 4] <= level < walls[n, 5] and is_open(opens, n, level) == 0:
            shares[n] = meets(ax, ay, bx, by, walls[n, 0], walls[n, 1], walls[n, 2], walls[n, 3])
            if shares[n] >= 0.0:
                found += 1
    return found


@exported(f"UniTuple(i8, 3)({HOUSES}, f8, f8, f8, i8, f8, f8, f8, i8, b1, b1, b1, f8, i8, f8[:, ::1])")
def sight(
    walls: Floats,
    opens: Ints,
    areas: Floats,
    corners: Floats,
    trunks: Floats,
    contours: Floats,
    buildings: Floats,
    ax: float,
    ay: float,
    ea: float,
    ha: int,
    bx: float,
    by: float,
    eb: float,
    hb: int,
    stairway: bool,
    prone_a: bool,
    prone_b: bool,
    tree: float,
    terms: int,
    hits: Floats,
) -> tuple[int, int, int]:
    """What hides the second from the first (and by which piece), and how many covers were noted in ``hits``.

    ``ha`` and ``hb`` are the buildings their dots lie in, or -1. A row of ``hits`` is a kind, a piece, how far from the
    first the line reaches it, and whether it counts for a shot.
    """
    high, low = max(ea, eb), min(ea, eb)
    a_roof = ha >= 0 and ea >= buildings[ha, 1]
    b_roof = hb >= 0 and eb >= buildings[hb, 1]
    a_in = ha >= 0 and not a_roof
    b_in = hb >= 0 and not b_roof
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    if length < EPS:
        if ea == eb:
            return CLEAR, -1, 0
        if stairway and high - low == 1.0 and terms & STAIRS:
            return CLEAR, -1, 0
        return (BY_FLOOR, -1, 0) if terms & FLOORS else (CLEAR, -1, 0)
    if ea != eb and ha >= 0 and ha == hb and terms & FLOORS:
        return BY_FLOOR, -1, 0
    a_under = a_in and ea < buildings[ha, 0]
    b_under = b_in and eb < buildings[hb, 0]
    if (a_under or b_under) and (ha != hb or ea != eb) and terms & ROOFS:
        return BY_BASEMENT, -1, 0
    code, piece, nearest, count = CLEAR, -1, 2.0, 0
    for n in range(len(walls)):
        if not terms & WALLS:
            break
        t = meets(ax, ay, bx, by, walls[n, 0], walls[n, 1], walls[n, 2], walls[n, 3])
        if t < 0.0:
            continue
        house, outer = int(walls[n, 6]), walls[n, 7] > 0.0
        top = walls[n, 5] if terms & HEIGHTS else walls[n, 4] + 1.0
        opening, level = 0, high
        entered_a, entered_b = a_in and ha == house, b_in and hb == house
        on_roof = (a_roof and ha == house) or (b_roof and hb == house)
        if house >= 0 and terms & ROOFS and on_roof and not entered_a and not entered_b:
            continue  # the edge of a roof is no wall for whoever stands on it
        if ea == eb:
            if high < top:
                opening = is_open(opens, n, high)
            if opening == 0 and high < top:
                if t < nearest:
                    code, piece, nearest = BY_WALL, n, t
                continue
        elif house >= 0 and (entered_a or entered_b):
            level = ea if entered_a else eb
            opening = is_open(opens, n, level)
            if opening == 0:
                if t < nearest:
                    code, piece, nearest = BY_WALL, n, t
                continue
            x, y = (ax, ay) if entered_a else (bx, by)
            if terms & FLOORS and aside(x, y, walls[n, 0], walls[n, 1], walls[n, 2], walls[n, 3]) >= 1.0 - EPS:
                if t < nearest:
                    code, piece, nearest = BY_FLOOR, n, t
                continue
        elif high < top:
            if t < nearest:
                code, piece, nearest = BY_WALL, n, t
            continue
        if opening == 0:  # it is not higher than both
            if not outer or not terms & DEAD_ZONES:
                continue
            near = aside(ax, ay, walls[n, 8], walls[n, 9], walls[n, 10], walls[n, 11]) < 1.0 - EPS
            near = near or aside(bx, by, walls[n, 8], walls[n, 9], walls[n, 10], walls[n, 11]) < 1.0 - EPS
            if near and high < top + 1.0 and t < nearest:
                code, piece, nearest = BY_DEAD_ZONE, n, t
            continue
        if not terms & OPENINGS:
            if t < nearest:
                code, piece, nearest = BY_WALL, n, t
            continue
        hidden = prone_a or prone_b
        if ea != eb:
            hidden = (entered_a and prone_a) or (entered_b and prone_b)
        if hidden and terms & LOW_COVER:
            if t < nearest:
                code, piece, nearest = BY_LOW_COVER, n, t
            continue
        counts = terms & COVER and (high <= level or not terms & OVERLOOKED)
        if counts and count < len(hits):
            hits[count, 0], hits[count, 1], hits[count, 2] = opening, n, t * length
            hits[count, 3] = 1.0 if t * length > 1.0 + EPS or not terms & OWN_COVER else 0.0
            count += 1
    for n in range(len(trunks)):
        if not terms & TRUNKS:
            break
        t = meets_circle(ax, ay, bx, by, trunks[n, 0], trunks[n, 1], trunks[n, 2])
        if t < 0.0 or t >= nearest or a_under:
            continue
        top = trunks[n, 3] + tree
        if top > high:
            code, piece, nearest = BY_TRUNK, n, t
        elif terms & DEAD_ZONES and high < top + 1.0:
            for k in range(4):
                x, y = trunks[n, 4 + 2 * k], trunks[n, 5 + 2 * k]
                if (abs(x - ax) < EPS and abs(y - ay) < EPS) or (abs(x - bx) < EPS and abs(y - by) < EPS):
                    code, piece, nearest = BY_DEAD_ZONE, len(walls) + n, t
    for n in range(len(contours)):
        if not terms & CONTOURS:
            break
        t = meets(ax, ay, bx, by, contours[n, 0], contours[n, 1], contours[n, 2], contours[n, 3])
        if t < 0.0 or t >= nearest or a_under:
            continue
        top = contours[n, 4]
        if top > high:
            code, piece, nearest = BY_CONTOUR, n, t
        elif terms & DEAD_ZONES and high < top + 1.0:
            near = aside(ax, ay, contours[n, 0], contours[n, 1], contours[n, 2], contours[n, 3]) < 1.0 - EPS
            near = near or aside(bx, by, contours[n, 0], contours[n, 1], contours[n, 2], contours[n, 3]) < 1.0 - EPS
            if near:
                code, piece, nearest = BY_DEAD_ZONE, len(walls) + len(trunks) + n, t
    for n in range(len(areas)):
        kind = int(areas[n, 0])
        level = areas[n, 1] + (tree if kind == BRANCHES else 0.0)
        top = level + (FLAMES if kind == FIRE else 0.0)
        if terms & OVERLOOKED and high > top:
            continue
        below = kind == FIRE and level == low and int(areas[n, 2]) == 1 + (ha if ea < eb else hb)
        if (areas[n, 2] > 0.0 or a_under) and level != high and not below:
            continue  # a floor is between them
        t = meets_area(areas, corners, n, ax, ay, bx, by)
        if t < 0.0:
            continue
        lying = (prone_a and level == ea) or (prone_b and level == eb)
        if lying and kind != BRANCHES and kind != FIRE and terms & LOW_COVER:
            if t < nearest:
                code, piece, nearest = BY_LOW_COVER, -2 - n, t
            continue
        if terms & COVER and count < len(hits):
            hits[count, 0], hits[count, 1], hits[count, 2] = kind, n, t * length
            hits[count, 3] = 1.0 if t * length > 1.0 + EPS or not terms & OWN_COVER else 0.0
            count += 1
    return code, piece, count


@exported(f"void({HOUSES}, f8[:, ::1], f8, i8, i8[:, ::1])")
def sights(
    walls: Floats,
    opens: Ints,
    areas: Floats,
    corners: Floats,
    trunks: Floats,
    contours: Floats,
    buildings: Floats,
    pairs: Floats,
    tree: float,
    terms: int,
    found: Ints,
) -> None:
    """The same for many pairs: rows x, y, level, building of both, stairway, prone, prone; into code and covers."""
    hits = np.zeros((64, 4))
    for n in range(len(pairs)):
        row = pairs[n]
        code, _, count = sight(
            walls,
            opens,
            areas,
            corners,
            trunks,
            contours,
            buildings,
            row[0],
            row[1],
            row[2],
            int(row[3]),
            row[4],
            row[5],
            row[6],
            int(row[7]),
            row[8] > 0.0,
            row[9] > 0.0,
            row[10] > 0.0,
            tree,
            terms,
            hits,
        )
        covers = 0
        for k in range(count):
            covers += int(hits[k, 3])
        found[n, 0], found[n, 1] = code, covers


@exported(f"void({PIECES}, f8, f8, f8, f8, f8, i8[::1])")
def crossed(
    walls: Floats,
    opens: Ints,
    areas: Floats,
    corners: Floats,
    trunks: Floats,
    contours: Floats,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    level: float,
    found: Ints,
) -> None:
    """What a step at a level crosses: a wall, a trunk (number and 1), contour lines, a roof's edge, then kinds."""
    found[:] = 0
    for n in range(len(walls)):
        if level >= walls[n, 5] and walls[n, 7] == 0.0:
            continue
        if level >= walls[n, 5] and walls[n, 6] < 0.0:
            continue
        if meets(ax, ay, bx, by, walls[n, 0], walls[n, 1], walls[n, 2], walls[n, 3]) < 0.0:
            continue
        if level >= walls[n, 5]:
            found[3] = n + 1
            continue
        opening = is_open(opens, n, level)
        if opening == 0:
            found[0] = n + 1
        else:
            found[3 + opening] += 1
    for n in range(len(trunks)):
        if level == trunks[n, 3] and meets_circle(ax, ay, bx, by, trunks[n, 0], trunks[n, 1], trunks[n, 2]) >= 0.0:
            found[1] = n + 1
    for n in range(len(contours)):
        if meets(ax, ay, bx, by, contours[n, 0], contours[n, 1], contours[n, 2], contours[n, 3]) >= 0.0:
            found[2] += 1
    for n in range(len(areas)):
        if areas[n, 1] == level and meets_area(areas, corners, n, ax, ay, bx, by) >= 0.0:
            found[3 + int(areas[n, 0])] += 1
