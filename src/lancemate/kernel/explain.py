"""Numbers that explain themselves: a label, a value, the ledger rule behind it and its page. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple


class Modifier(NamedTuple):
    """One named part of a number."""

    label: str
    value: int
    rule: str


class Cost(NamedTuple):
    """One named part of a movement cost or allowance, in whatever a game counts."""

    label: str
    value: float
    rule: str


# The same few parts make up target numbers and Moves again and again: these make each of them once.
if TYPE_CHECKING:
    modifier, cost = Modifier, Cost
else:
    modifier, cost = cache(Modifier), cache(Cost)


def total(parts: Iterable[Modifier]) -> int:
    number = 0
    for part in parts:
        number += part.value
    return number


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
