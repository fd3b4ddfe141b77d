"""How far points are apart, and how exact a measure is: what every room of space agrees on."""

from __future__ import annotations

from math import floor, sqrt
from typing import Final

_POWERS: Final = tuple(10.0**places for places in range(10))

TINY: Final = 1e-9  # inches: how thick an edge is, and what two measures may differ by and be the same


def tidy(inches: float) -> float:
    """A measure without its rounding error, so that six inches are six."""
    return floor(inches * 1e12 + 0.5) / 1e12


def rounded(value: float, places: int) -> float:
    """What ``round`` gives, in a third of the time: that one is asked only where two numbers are nearly as near."""
    parts = _POWERS[places]
    exact = value * parts
    near = (exact + 0.5) // 1.0
    return near / parts if -0.499 < near - exact < 0.499 else round(value, places)


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far two points are apart."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return sqrt(dx * dx + dy * dy)
