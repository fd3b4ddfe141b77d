"""The book's arithmetic: three ways of rounding, margins of a roll, modifiers and multipliers.

Knows numbers only; must not know units or attacks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from lancemate.kernel.rules import formula

# Halves and thirds of inches are not exact in binary; what differs by less than this is the same number.
TOLERANCE: Final = 1e-9


def _to_even(value: float) -> int:
    return round(value)


@formula("AS-INT-018", otherwise=_to_even)
def round_up(value: float) -> int:
    """Any fraction goes to the next higher number."""
    return math.ceil(value - TOLERANCE)


@formula("AS-INT-018", otherwise=_to_even)
def round_down(value: float) -> int:
    """Any fraction is dropped."""
    return math.floor(value + TOLERANCE)


@formula("AS-INT-018", otherwise=_to_even)
def round_normally(value: float) -> int:
    """Below the half down, from the half on up."""
    return math.floor(value + 0.5 + TOLERANCE)


@formula("AS-INT-017", otherwise=lambda value, times=1, plus=0, rounded=round_down: rounded(value))
def modified(value: float, times: float = 1, plus: float = 0, rounded: Callable[[float], int] = round_down) -> int:
    """Multipliers first, then modifiers, then rounding, once."""
    return rounded(value * times + plus)


@formula("AS-INT-003", otherwise=max)
def dice_sum(roll: tuple[int, ...]) -> int:
    """So many D6 are so many dice added up."""
    return sum(roll)


@formula("AS-INT-016", otherwise=None)
def margin_of_success(roll: int, target_number: int) -> int | None:
    """By how much a roll made its target number; none when it failed."""
    return roll - target_number if roll >= target_number else None


@formula("AS-INT-016", otherwise=None)
def margin_of_failure(roll: int, target_number: int) -> int | None:
    """By how much a roll missed its target number; none when it succeeded."""
    return target_number - roll if roll < target_number else None


def margin_of(roll: int, target_number: int) -> int | None:
    """The margin of success, or below zero that of failure."""
    failure = margin_of_failure(roll, target_number)
    return margin_of_success(roll, target_number) if failure is None else -failure
