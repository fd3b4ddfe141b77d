"""The lattice of dots: rows of dots, every other row shifted by half a dot. Plain geometry, no terrain, no rules.

A point is (x, y): x dots to the east, y rows to the north. Dots of even rows have a whole x, dots of odd rows x and a
half. Rows lie less than a dot apart (``ROW``): lengths, bearings and circles are true ones, counted in dots.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Final, TypeAlias

Dot: TypeAlias = tuple[float, float]

ROW: Final = sqrt(3.0) / 2.0  # from one row to the next
TOUCH: Final = 1e-6

# The six directions as the scatter diagram numbers them, clockwise from west.
STEPS: Final[dict[int, Dot]] = {
    1: (-1.0, 0.0),
    2: (-0.5, 1.0),
    3: (0.5, 1.0),
    4: (1.0, 0.0),
    5: (0.5, -1.0),
    6: (-0.5, -1.0),
}
BEARINGS: Final[dict[int, float]] = {1: 270.0, 2: 330.0, 3: 30.0, 4: 90.0, 5: 150.0, 6: 210.0}


def is_dot(point: Dot) -> bool:
    """Whether a point is one of the pattern, on a map without end."""
    x, y = point
    return y == int(y) and (x - 0.5 * (int(y) % 2)) == int(x - 0.5 * (int(y) % 2))


def nearest_dot(point: Dot) -> Dot:
    """The dot of the pattern that lies nearest to a point; of two as near the one further south-west."""
    x, y = point
    rows = (float(int(y // 1)), float(int(y // 1) + 1))
    candidates = []
    for row in rows:
        half = 0.5 * (int(row) % 2)
        column = (x - half) // 1
        candidates += [(column + half, row), (column + 1.0 + half, row)]
    return min(candidates, key=lambda dot: (round(true_distance(point, dot), 9), dot[1], dot[0]))


def neighbour(dot: Dot, direction: int, steps: int = 1) -> Dot:
    """The dot so many steps away in one of the six directions."""
    dx, dy = STEPS[direction]
    return dot[0] + steps * dx, dot[1] + steps * dy


def shifted(dot: Dot, start: Dot, end: Dot) -> Dot:
    """Where a dot comes to with something that goes from one place to another."""
    return dot[0] + end[0] - start[0], dot[1] + end[1] - start[1]


def distance(a: Dot, b: Dot) -> int:
    """Steps between two dots by the shortest way."""
    across, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    return int(up + max(0.0, across - up / 2.0))


def true_distance(a: Dot, b: Dot) -> float:
    """As the crow flies, in dots."""
    return hypot(a[0] - b[0], (a[1] - b[1]) * ROW)


def bearing(a: Dot, b: Dot) -> float:
    """The compass bearing from one point to another: 0 north, 90 east."""
    return degrees(atan2(b[0] - a[0], (b[1] - a[1]) * ROW)) % 360.0


def beyond(at: Dot, towards: float, far: float) -> Dot:
    """The point so far away on a bearing, as the crow flies."""
    return at[0] + far * sin(radians(towards)), at[1] + far * cos(radians(towards)) / ROW


def turn_between(one: float, other: float) -> float:
    """The angle between two bearings, 0 to 180."""
    off = abs(one - other) % 360.0
    return min(off, 360.0 - off)


def in_arc(at: Dot, towards: Dot, width: float, point: Dot) -> bool:
    """Whether a point lies in a wedge from one dot towards another; its edge belongs to it, its own dot does not."""
    if point == at:
        return False
    return turn_between(bearing(at, towards), bearing(at, point)) <= width / 2.0 + TOUCH


def direction_between(a: Dot, b: Dot) -> int | None:
    """The direction of a straight row of dots from one to another, or None where there is none."""
    steps = distance(a, b)
    for number in STEPS:
        if steps and neighbour(a, number, steps) == b:
            return number
    return None


def row_of_dots(a: Dot, b: Dot) -> tuple[Dot, ...] | None:
    """The dots after the first one of a straight row, the last included; None where the row is not straight."""
    number = direction_between(a, b)
    if number is None:
        return None
    return tuple(neighbour(a, number, steps) for steps in range(1, distance(a, b) + 1))


def on_line(a: Dot, b: Dot, dot: Dot) -> bool:
    """Whether a dot lies on the straight line between two others, and is neither of them."""
    if dot in (a, b):
        return False
    ax, ay, bx, by = 2 * (dot[0] - a[0]), dot[1] - a[1], 2 * (b[0] - a[0]), b[1] - a[1]
    if ax * by != ay * bx:  # whole numbers, so exact
        return False
    along, whole = ax * bx + 4 * ay * by, bx * bx + 4 * by * by
    return 0 < along < whole


def passed(a: Dot, b: Dot, within: float = 0.5) -> Iterator[tuple[float, Dot]]:
    """The dots that the line from one point to another passes no farther than that, with how far along it they lie."""
    length = true_distance(a, b)
    if not length:
        return
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) * ROW / length
    low, high = sorted((a[1], b[1]))
    found = []
    for row in range(int(low) - 1, int(high) + 2):
        y = (row - a[1]) * ROW
        half = 0.5 * (row % 2)
        left = min(a[0], b[0]) - 1.0
        column = int(left - half) - 1
        while column + half <= max(a[0], b[0]) + 1.0:
            x = column + half - a[0]
            along, aside = x * ux + y * uy, abs(x * uy - y * ux)
            if aside <= within + TOUCH and -TOUCH <= along <= length + TOUCH:
                found.append((along, (column + half, float(row))))
            column += 1
    yield from sorted(found)
