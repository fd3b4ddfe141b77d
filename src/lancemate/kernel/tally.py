"""A sum while it is added up, for parts that depend on the others: halves, floors, relief. Knows no game.

All that looks back on a sum does so by these words, so that "at least", "instead" and "to a minimum of +0" mean the
same wherever a rule says them, and no two rules take back the same point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Part(Protocol):
    """A named part of a number."""

    @property
    def label(self) -> str: ...

    @property
    def value(self) -> float: ...

    @property
    def rule(self) -> str: ...


class SoFar:
    """The parts of a sum up to here, and how much of single ones has been taken back since."""

    __slots__ = ("_back", "parts")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self._back: dict[int, float] = {}

    @property
    def total(self) -> float:
        found = 0.0
        for part in self.parts:
            found += part.value
        return found

    def left_of(self, wanted: Callable[[Part], bool]) -> float:
        """What some of its parts come to, less what others have taken back of them."""
        found = 0.0
        for place, part in enumerate(self.parts):
            if wanted(part):
                found += part.value - self._back.get(place, 0.0)
        return found

    def take_back(self, wanted: Callable[[Part], bool], most: float | None = None) -> float:
        """Take back of those parts that some rule wants, each to +0 at the least and no more than ``most`` in all.

        The answer is what to add to the sum. Of parts above and below 0 the greater side is relieved, and never
        by more than they come to.
        """
        whole = self.left_of(wanted)
        sign = 1.0 if whole > 0 else -1.0
        give = whole * sign if most is None else min(most, whole * sign)
        rest = give
        for place, part in enumerate(self.parts):
            if rest <= 0:
                break
            left = (part.value - self._back.get(place, 0.0)) * sign
            if left > 0 and wanted(part):
                taken = min(rest, left)
                self._back[place] = self._back.get(place, 0.0) + taken * sign
                rest -= taken
        return -give * sign

    def less(self, by: float, least: float) -> float:
        """What a loss takes off the sum that leaves it so much at the least; one that is below stays where it is."""
        return -max(0.0, min(by, self.total - least))

    def instead(self, value: float) -> float:
        """What makes the sum this number, whatever it was."""
        return value - self.total
