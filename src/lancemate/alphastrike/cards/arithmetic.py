"""The book's arithmetic: three ways of rounding, margins of a roll, modifiers and multipliers.

Knows numbers only; must not know units or attacks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched

# Halves and thirds of inches are not exact in binary; what differs by less than this is the same number.
TOLERANCE: Final = 1e-9


Rounding = Callable[[Switched, float], int]


def _to_even(by: Switched, value: float) -> int:
    return round(value)


@rules.rule("AS-INT-018", otherwise=_to_even)
def round_up(by: Switched, value: float) -> int:
    """Any fraction goes to the next higher number."""
    return math.ceil(value - TOLERANCE)


@rules.rule("AS-INT-018", otherwise=_to_even)
def round_down(by: Switched, value: float) -> int:
    """Any fraction is dropped."""
    return math.floor(value + TOLERANCE)


@rules.rule("AS-INT-018", otherwise=_to_even)
def round_normally(by: Switched, value: float) -> int:
    """Below the half down, from the half on up."""
    return math.floor(value + 0.5 + TOLERANCE)


@rules.rule("AS-INT-017", otherwise=lambda by, value, times=1, plus=0, rounded=round_down: rounded(by, value))
def modified(by: Switched, value: float, times: float = 1, plus: float = 0, rounded: Rounding = round_down) -> int:
    """Multipliers first, then modifiers, then rounding, once."""
    return rounded(by, value * times + plus)


@rules.rule("AS-INT-003", otherwise=lambda by, roll: max(roll))
def dice_sum(by: Switched, roll: tuple[int, ...]) -> int:
    """So many D6 are so many dice added up."""
    return sum(roll)


@rules.rule("AS-INT-016", otherwise=None)
def margin_of_success(by: Switched, roll: int, target_number: int) -> int | None:
    """By how much a roll made its target number; none when it failed."""
    return roll - target_number if roll >= target_number else None


@rules.rule("AS-INT-016", otherwise=None)
def margin_of_failure(by: Switched, roll: int, target_number: int) -> int | None:
    """By how much a roll missed its target number; none when it succeeded."""
    return target_number - roll if roll < target_number else None


def margin_of(by: Switched, roll: int, target_number: int) -> int | None:
    """The margin of success, or below zero that of failure."""
    failure = margin_of_failure(by, roll, target_number)
    return margin_of_success(by, roll, target_number) if failure is None else -failure
