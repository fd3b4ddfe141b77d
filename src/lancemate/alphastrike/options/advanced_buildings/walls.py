"""The outside of a building: its walls by name, which of them a shot meets, and where a gun in one stands."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.field.shapes import Rect, Shape, signed_area

if TYPE_CHECKING:
    from lancemate.field.shapes import Point

ROOF: Final = "roof"
INSIDE: Final = "inside"  # where a garrison is
COMPASS: Final = ("south", "east", "north", "west")  # the sides of a rectangle, in the order of its corners


class Wall(NamedTuple):
    name: str
    start: Point
    end: Point

    @property
    def middle(self) -> Point:
        return (self.start[0] + self.end[0]) / 2.0, (self.start[1] + self.end[1]) / 2.0


def walls_of(shape: Shape) -> tuple[Wall, ...]:
    """Every outer wall, anticlockwise: by the compass of a rectangle, by number of other shapes."""
    corners = shape.corners()
    names = COMPASS if isinstance(shape, Rect) else tuple(str(number) for number in range(1, len(corners) + 1))
    sides = list(pairwise((*corners, corners[0])))
    turned = signed_area(corners) < 0.0
    return tuple(Wall(name, *(side[::-1] if turned else side)) for name, side in zip(names, sides, strict=True))


def wall_met(shape: Shape, source: Point) -> str:
    """The wall in which a line from somewhere to the middle of a building first meets its outline."""
    middle = shape.centroid()
    met = [(t, wall.name) for wall in walls_of(shape) if (t := _crossing(source, middle, wall)) is not None]
    return min(met)[1] if met else walls_of(shape)[0].name


def _crossing(a: Point, b: Point, wall: Wall) -> float | None:
    """How far along the way from a to b it crosses a wall, of 1."""
    (cx, cy), (dx, dy) = wall.start, wall.end
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], dx - cx, dy - cy
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return None
    t = ((cx - a[0]) * sy - (cy - a[1]) * sx) / across
    u = ((cx - a[0]) * ry - (cy - a[1]) * rx) / across
    return t if 0.0 <= t <= 1.0 and -1e-9 <= u <= 1.0 + 1e-9 else None


def is_outside(wall: Wall, at: Point) -> bool:
    """Whether a point lies in front of a wall's outer face."""
    (ax, ay), (bx, by) = wall.start, wall.end
    return (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax) < -1e-9


def outward(wall: Wall, far: float) -> Point:
    """The point so far in front of the middle of a wall."""
    (ax, ay), (bx, by) = wall.start, wall.end
    length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) ** 0.5 or 1.0
    x, y = wall.middle
    return x + (by - ay) / length * far, y - (bx - ax) / length * far


def footprint_of(shape: Shape) -> tuple[float, float]:
    """Length and width of the box a building stands in."""
    west, south, east, north = shape.bounds()
    return east - west, north - south
