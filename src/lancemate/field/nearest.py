"""The point of a shape that is nearest to another point. Knows shapes; must not know tables or rules."""

from __future__ import annotations

from math import inf, sqrt

from lancemate.field.shapes import Corners, Disc, Line, Point, Shape


def nearest_point(shape: Shape, to: Point) -> Point:
    """The point of a shape nearest to another one; that one itself when it lies inside."""
    x, y = to
    best, where = inf, to
    for part in shape.parts():
        near = _nearest_on_disc(part, x, y) if isinstance(part, Disc) else _nearest_on_polygon(part, x, y)
        gap = (near[0] - x) * (near[0] - x) + (near[1] - y) * (near[1] - y)
        if gap < best:
            best, where = gap, near
    return where


def section_near(line: Line, to: Point) -> int:
    """The number of the section that is nearest to a point, of those that are left of a line: of equals the first."""
    left = [number for number in range(1, line.sections + 1) if number not in line.gone]
    return min(left, key=lambda number: _square(nearest_point(line.section(number), to), to))


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])


def _nearest_on_disc(disc: Disc, x: float, y: float) -> Point:
    dx, dy = x - disc.x, y - disc.y
    distance = sqrt(dx * dx + dy * dy)
    return (x, y) if distance <= disc.r else (disc.x + dx / distance * disc.r, disc.y + dy / distance * disc.r)


def _nearest_on_polygon(corners: Corners, x: float, y: float) -> Point:
    inside = False
    best, where = inf, corners[0]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0  # corners may coincide
        near = (ax + t * dx, ay + t * dy)
        gap = (near[0] - x) * (near[0] - x) + (near[1] - y) * (near[1] - y)
        if gap < best:
            best, where = gap, near
    return (x, y) if inside else where
