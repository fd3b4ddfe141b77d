"""Bodies on the table: upright cylinders, how far apart they are, whether they touch, where there is room for one.

It knows circles and heights; it must not know units, sides or rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from typing import Final, NamedTuple, Protocol, TypeVar

from lancemate.field.compass import direction
from lancemate.field.exactness import TINY as TINY
from lancemate.field.exactness import tidy
from lancemate.field.shapes import Point

CONTACT: Final = 0.05  # inches: closer than this is base to base
OVERLAP: Final = 1e-6  # inches two bases may share and still only touch


class Body(NamedTuple):
    """A cylinder standing at an elevation: the centre of its base, its radius, its bottom and its height."""

    x: float
    y: float
    radius: float
    bottom: float
    height: float

    @property
    def top(self) -> float:
        return self.bottom + self.height

    @property
    def at(self) -> Point:
        return self.x, self.y


class RoundBase(Protocol):
    """Whatever stands on a round base."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def radius(self) -> float: ...


BaseT = TypeVar("BaseT", bound=RoundBase)


def centre_distance(a: Body, b: Body) -> float:
    dx = a.x - b.x
    dy = a.y - b.y
    return sqrt(dx * dx + dy * dy)


def edge_distance(a: Body, b: Body) -> float:
    """Horizontal distance from base edge to base edge; 0 when they meet."""
    return max(0.0, tidy(centre_distance(a, b) - (a.radius + b.radius)))


def touching(a: Body, b: Body, tolerance: float = CONTACT, *, rise: float = inf) -> bool:
    """Base to base, and not further apart in elevation than ``rise``."""
    dx, dy, near = a.x - b.x, a.y - b.y, a.radius + b.radius + tolerance + CONTACT
    if dx * dx + dy * dy > near * near:  # by far the most
        return False
    return edge_distance(a, b) <= tolerance + TINY and abs(a.bottom - b.bottom) <= rise + TINY


def overlapping(a: Body, b: Body) -> bool:
    """Whether the bases share table space, seen from above; bases that only touch do not."""
    return centre_distance(a, b) < a.radius + b.radius - OVERLAP


def free_spots(
    x: float,
    y: float,
    radius: float,
    occupied: Sequence[Body],
    *,
    accept: Callable[[float, float], bool] | None = None,
    reach: float = 24.0,
    spacing: float = 0.25,
) -> Iterator[Point]:
    """Places for a base, nearest to (x, y) first, that overlap no occupied base and that ``accept`` agrees to.

    First the exact nearest ones (against one base, or wedged between two), then rings ever further out.
    """
    rings = [(body.x, body.y, body.radius + radius) for body in occupied]
    spots = [(x, y), *_beside(x, y, rings), *_between(rings)]
    steps = int(reach / spacing)
    for ring in range(1, steps + 1):
        distance = ring * spacing
        directions = max(8, 8 * round(distance))
        for k in range(directions):
            dx, dy = direction(360.0 * k / directions)
            spots.append((x + distance * dx, y + distance * dy))
    ranked = sorted(((px - x) * (px - x) + (py - y) * (py - y), i, px, py) for i, (px, py) in enumerate(spots))
    for distance2, _, px, py in ranked:
        if distance2 > reach * reach:
            return
        if _free(px, py, rings) and (accept is None or accept(px, py)):
            yield px, py


Ring = tuple[float, float, float]


def _free(x: float, y: float, rings: Sequence[Ring]) -> bool:
    for cx, cy, r in rings:
        dx, dy = x - cx, y - cy
        if sqrt(dx * dx + dy * dy) < r - OVERLAP:
            return False
    return True


def _beside(x: float, y: float, rings: Sequence[Ring]) -> Iterator[Point]:
    for cx, cy, r in rings:
        dx, dy = x - cx, y - cy
        distance = sqrt(dx * dx + dy * dy)
        if distance < TINY:
            yield cx, cy + r
        elif distance < r:
            yield cx + dx / distance * r, cy + dy / distance * r


def _between(rings: Sequence[Ring]) -> Iterator[Point]:
    for i, (ax, ay, ar) in enumerate(rings):
        for bx, by, br in rings[i + 1 :]:
            dx, dy = bx - ax, by - ay
            distance2 = dx * dx + dy * dy
            if distance2 < TINY or distance2 > (ar + br) * (ar + br):
                continue
            along = (ar * ar - br * br + distance2) / (2.0 * distance2)
            square = ar * ar / distance2 - along * along
            if square < 0.0:
                continue
            aside = sqrt(square)
            for sign in (1.0, -1.0):
                yield ax + along * dx - sign * aside * dy, ay + along * dy + sign * aside * dx
