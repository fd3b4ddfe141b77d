"""The named parts of a number: a label, a value, the ledger rule behind it. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


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


def total(parts: Iterable[Modifier]) -> int:
    number = 0
    for part in parts:
        number += part.value
    return number
