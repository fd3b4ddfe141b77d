"""How far points are apart, as every room of space agrees on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias

Place: TypeAlias = tuple[float, float]

_POWERS: Final = tuple(10.0**places for places in range(10))

# One and a half times two to the 52nd. With this added and taken away again a number is the whole one next to it:
# there is no room left for what comes after the point. That is much quicker than to ask for what it has in full.
WHOLE: Final = 6755399441055744.0


def rounded(value: float, places: int) -> float:
    """What ``round`` gives, in a third of the time: that one is asked only where two numbers are nearly as near."""
    parts = _POWERS[places]
    exact = value * parts
    near = exact + WHOLE - WHOLE
    return near / parts if -0.499 < near - exact < 0.499 else round(value, places)


def distance(a: Place, b: Place) -> float:
    """How far two points are apart."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)


def length(points: Sequence[Place]) -> float:
    """How long a way along points is."""
    total = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        total += sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return total


def nearest_on(a: Place, b: Place, at: Place) -> Place:
    """The point of a straight way that is nearest to another."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0 if square <= 0.0 else ((at[0] - ax) * dx + (at[1] - ay) * dy) / square
    t = min(1.0, max(0.0, t))
    return ax + t * dx, ay + t * dy
