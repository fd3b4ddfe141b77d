"""Numbers that explain themselves: a label, a value, the ledger rule behind it and its page. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from lancemate.kernel.parts import Cost, Modifier, total

__all__ = ["Cost", "Modifier", "cost", "listed", "modifier", "total"]


# The same few parts make up target numbers and Moves again and again: these make each of them once.
if TYPE_CHECKING:
    modifier, cost = Modifier, Cost
else:
    modifier, cost = cache(Modifier), cache(Cost)


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
