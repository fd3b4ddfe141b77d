"""Bearings, arcs, hex sides and the scatter dial. Compass degrees: 0 north (+y), 90 east (+x).

It knows angles and circles; it must not know units, weapons or rules. Sines and arctangents are worked out here with
+ - * / and square roots only, so that they give the same bits on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from math import fmod, pi, sqrt
from typing import Final, Literal, TypeAlias

from lancemate.field.exactness import TINY
from lancemate.field.shapes import Point

HexSide: TypeAlias = Literal["front", "rear", "corner"]

REAR_FROM: Final = 150.0  # degrees off the facing: one hex side of six
# Degrees within which a line meets the corner of two hex sides: as much as coordinates of four decimals may be off.
CORNER: Final = 0.005

_EXACT: Final = {0.0: (0.0, 1.0), 30.0: (0.5, sqrt(3.0) / 2.0), 45.0: (sqrt(2.0) / 2.0, sqrt(2.0) / 2.0)}


@lru_cache(maxsize=4096)
def direction(degrees: float) -> Point:
    """The unit vector (east, north) of a bearing; exact at every multiple of 30 and 45 degrees."""
    angle = fmod(degrees, 360.0)
    if angle < 0.0:
        angle += 360.0
    quarter = int(angle // 90.0)
    rest = angle - 90.0 * quarter
    sine, cosine = _first_quarter(rest)
    for _ in range(quarter % 4):
        sine, cosine = cosine, -sine
    return sine, cosine


def _first_quarter(degrees: float) -> Point:
    if degrees > 45.0:
        cosine, sine = _first_quarter(90.0 - degrees)
        return sine, cosine
    if degrees in _EXACT:
        return _EXACT[degrees]
    a = degrees * pi / 180.0
    square = a * a
    sine = a
    cosine = 1.0
    term_s, term_c = a, 1.0
    for n in range(2, 24, 2):
        term_c *= -square / ((n - 1) * n)
        term_s *= -square / (n * (n + 1))
        cosine += term_c
        sine += term_s
    return sine, cosine


def arctangent(y: float, x: float) -> float:
    """The angle of (x, y) in radians, in (-pi, pi]; 0 for the origin."""
    if x == 0.0 and y == 0.0:
        return 0.0
    ax, ay = abs(x), abs(y)
    t = min(ax, ay) / max(ax, ay)
    for _ in range(2):
        t /= 1.0 + sqrt(1.0 + t * t)
    square = t * t
    total = 0.0
    for n in range(27, 0, -2):
        total = 1.0 / n - square * total
    angle = 4.0 * t * total
    if ay > ax:
        angle = pi / 2.0 - angle
    if x < 0.0:
        angle = pi - angle
    return -angle if y < 0.0 else angle


def bearing(a: Point, b: Point) -> float:
    """The compass bearing, in [0, 360), of b seen from a; 0 when they are the same point."""
    degrees = arctangent(b[0] - a[0], b[1] - a[1]) * 180.0 / pi
    nearest = round(degrees)
    if abs(degrees - nearest) < 1e-12:
        degrees = float(nearest)
    return degrees + 360.0 if degrees < 0.0 else degrees


def heading(a: Point, b: Point) -> Point | None:
    """The unit vector (east, north) of the way from a to b; None when they are the same point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = sqrt(dx * dx + dy * dy)
    return (dx / far, dy / far) if far > 0.0 else None


def halfway(one: Point, other: Point) -> Point | None:
    """The unit vector between two others; None where they point away from one another."""
    dx, dy = one[0] + other[0], one[1] + other[1]
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length > 1e-6 else None


def facing_of(vector: Point) -> float:
    """The bearing that a vector (east, north) points to."""
    return bearing((0.0, 0.0), vector)


def relative_bearing(facing: float, a: Point, b: Point) -> float:
    """The bearing of b seen from a that faces that way, in (-180, 180]: 0 dead ahead, 90 to the right."""
    turn = fmod(bearing(a, b) - facing, 360.0)
    if turn > 180.0:
        return turn - 360.0
    return turn + 360.0 if turn <= -180.0 else turn


def hex_side_hit(target: Point, facing: float, attacker: Point) -> HexSide:
    """Which side of a hexagonal base a line from the attacker's centre comes in through: the rear one or another."""
    off = abs(relative_bearing(facing, target, attacker))
    if abs(off - REAR_FROM) <= CORNER:
        return "corner"
    return "rear" if off > REAR_FROM else "front"


def fraction_of_base_in_arc(
    centre: Point, facing: float, half_width_degrees: float, target: Point, target_radius: float
) -> float:
    """The share of a round base that lies in a wedge reaching without end from ``centre``."""
    if half_width_degrees >= 180.0:
        return 1.0
    if half_width_degrees > 90.0:
        return 1.0 - fraction_of_base_in_arc(centre, facing + 180.0, 180.0 - half_width_degrees, target, target_radius)
    if target_radius <= 0.0:
        off = abs(relative_bearing(facing, centre, target))
        return 1.0 if off <= half_width_degrees + TINY or target == centre else 0.0
    if half_width_degrees == 90.0:
        ahead = direction(facing)
        depth = ((target[0] - centre[0]) * ahead[0] + (target[1] - centre[1]) * ahead[1]) / target_radius
        return _half_plane(depth)
    return _settle(_wedge_area(centre, facing, half_width_degrees, target, target_radius) / pi)


def _half_plane(depth: float) -> float:
    """The share of a unit disc in a half-plane whose edge lies ``depth`` behind the disc's centre."""
    if depth >= 1.0:
        return 1.0
    if depth <= -1.0:
        return 0.0
    across = sqrt(1.0 - depth * depth)
    return _settle(0.5 + (arctangent(depth, across) + depth * across) / pi)


def _settle(fraction: float) -> float:
    """Take the rounding error off a share that is meant to be nothing, a half or all."""
    for exact in (0.0, 0.5, 1.0):
        if abs(fraction - exact) < 1e-11:
            return exact
    return min(1.0, max(0.0, fraction))


def _wedge_area(centre: Point, facing: float, half: float, target: Point, radius: float) -> float:
    """Area of a unit disc within a wedge, the wedge closed far behind the disc."""
    ax = (centre[0] - target[0]) / radius
    ay = (centre[1] - target[1]) / radius
    far = 2.0 * (sqrt(ax * ax + ay * ay) + 2.0)
    ahead, left, right = direction(facing), direction(facing - half), direction(facing + half)
    corners = (
        (ax, ay),
        (ax + far * right[0], ay + far * right[1]),
        (ax + far * (right[0] + ahead[0]), ay + far * (right[1] + ahead[1])),
        (ax + far * (left[0] + ahead[0]), ay + far * (left[1] + ahead[1])),
        (ax + far * left[0], ay + far * left[1]),
    )
    return sum(_slice(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))


def _slice(a: Point, b: Point) -> float:
    """Signed area that the unit disc shares with the triangle origin, a, b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return 0.0
    along = -(a[0] * dx + a[1] * dy) / square
    inner = along * along - (a[0] * a[0] + a[1] * a[1] - 1.0) / square
    if inner <= 0.0:
        return _sector(a, b)
    root = sqrt(inner)
    t0, t1 = max(0.0, along - root), min(1.0, along + root)
    if t0 >= t1:
        return _sector(a, b)
    p = (a[0] + t0 * dx, a[1] + t0 * dy)
    q = (a[0] + t1 * dx, a[1] + t1 * dy)
    area = (p[0] * q[1] - p[1] * q[0]) / 2.0
    if t0 > 0.0:
        area += _sector(a, p)
    if t1 < 1.0:
        area += _sector(q, b)
    return area


def _sector(a: Point, b: Point) -> float:
    return arctangent(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]) / 2.0


def move_by(point: Point, degrees: float, distance: float) -> Point:
    """The point that far away on that bearing."""
    dx, dy = direction(degrees)
    return point[0] + distance * dx, point[1] + distance * dy
