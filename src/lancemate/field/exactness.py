"""How exact a measure is: what kernels and everybody else agree on. Kernels are made of it, so it is never compiled."""

from __future__ import annotations

from math import floor
from typing import Final

TINY: Final = 1e-9  # inches: how thick an edge is, and what two measures may differ by and be the same


def tidy(inches: float) -> float:
    """A measure without its rounding error, so that six inches are six."""
    return floor(inches * 1e12 + 0.5) / 1e12
