"""What stands on a lattice of dots: buildings with their walls and openings, trees, bushes, contours. Knows no rules.

Points are those of the lattice (dots and rows); radii are true ones.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from lancemate.field.errors import FieldError
from lancemate.field.lattice import ROW, TOUCH, Dot
from lancemate.kernel.values import frozen

Span: TypeAlias = tuple[Dot, Dot]

BUILDING, WALL, TREE = "building", "wall", "tree"
UNDERGROWTH, FURNITURE, SPLINTERS, CONTOUR = "undergrowth", "furniture", "splinters", "contour"
FIRE, RUBBLE, BREACH = "fire", "rubble", "breach"
KINDS: Final = (BUILDING, WALL, TREE, UNDERGROWTH, FURNITURE, CONTOUR, FIRE, RUBBLE, BREACH, SPLINTERS)
AREAS: Final = (BUILDING, UNDERGROWTH, FURNITURE, CONTOUR, SPLINTERS)
LINES: Final = (WALL, BREACH)
ON_DOTS: Final = (FIRE, RUBBLE)

LOWEST, HIGHEST = -8, 50  # levels there may be


@frozen
class Feature:
    """One piece of terrain. What its kind does not need stays empty."""

    id: str
    kind: str
    outline: tuple[Dot, ...] = ()  # of an area with corners
    circle: tuple[float, float, float] | None = None  # of a round one
    line: Span | None = None
    at: Dot | None = None  # the trunk of a tree
    dots: tuple[Dot, ...] = ()
    level: int = 0  # of a contour
    elevation: int | None = None  # where it is not on the ground
    height: int = 1  # in levels
    storeys: int | None = None  # how many have the plan of the ground floor; all, unless it says
    type: str = "medium"
    cf: int | None = None
    windows: tuple[Span, ...] = ()
    doors: tuple[Span, ...] = ()
    walls: tuple[Span, ...] = ()  # inside a building
    stairways: tuple[Dot, ...] = ()
    trunk: float = 0.2
    branches: float = 1.0

    @property
    def edges(self) -> tuple[Span, ...]:
        """The sides of its outline."""
        return tuple(zip(self.outline, (*self.outline[1:], *self.outline[:1]), strict=True))

    def covers(self, point: Dot) -> bool:
        """Whether a point lies on it; its edge belongs to it."""
        if self.circle is not None:
            x, y, radius = self.circle
            return (point[0] - x) ** 2 + ((point[1] - y) * ROW) ** 2 <= (radius + TOUCH) ** 2
        return any(aside(edge, point) <= TOUCH for edge in self.edges) or encloses(self.outline, point)


def encloses(outline: tuple[Dot, ...], point: Dot) -> bool:
    """Whether a point lies inside an outline."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def aside(span: Span, point: Dot) -> float:
    """How far a point is from a line, as the crow flies."""
    (ax, ay), (bx, by) = span
    dx, dy, px, py = bx - ax, (by - ay) * ROW, point[0] - ax, (point[1] - ay) * ROW
    length = dx * dx + dy * dy
    t = 0.0 if not length else max(0.0, min(1.0, (px * dx + py * dy) / length))
    return float(((px - t * dx) ** 2 + (py - t * dy) ** 2) ** 0.5)


def along(span: Span, point: Dot) -> float:
    """Where on a line a point lies: 0 at its beginning, 1 at its end."""
    (ax, ay), (bx, by) = span
    dx, dy = bx - ax, (by - ay) * ROW
    return ((point[0] - ax) * dx + (point[1] - ay) * ROW * dy) / (dx * dx + dy * dy)


def lies_on(span: Span, part: Span) -> bool:
    """Whether a line is part of another."""
    return all(aside(span, point) <= TOUCH for point in part)


def check(feature: Feature) -> None:
    """Raise FieldError where a feature cannot be."""
    if feature.kind in AREAS and feature.circle is None and (len(feature.outline) < 3 or not _area(feature.outline)):
        raise FieldError(f"the outline of {feature.id} has no area")
    if feature.kind in AREAS and feature.circle is not None and feature.circle[2] <= 0:
        raise FieldError(f"the circle of {feature.id} has no area")
    if feature.kind != BUILDING:
        return
    if feature.circle is not None:
        raise FieldError(f"the building {feature.id} needs straight walls: a polygon or a rect")
    for what, openings in (("window", feature.windows), ("door", feature.doors)):
        for span in openings:
            if not any(lies_on(wall, span) for wall in (*feature.edges, *feature.walls)):
                raise FieldError(f"a {what} of {feature.id} lies on none of its walls: {_words(span)}")
    for dot in feature.stairways:
        if not encloses(feature.outline, dot):
            raise FieldError(f"a stairway of {feature.id} lies outside: {list(dot)}")


def _area(outline: tuple[Dot, ...]) -> bool:
    doubled = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True))
    return abs(doubled) > TOUCH


def _words(span: Span) -> str:
    return f"{list(span[0])} to {list(span[1])}"
