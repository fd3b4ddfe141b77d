"""Each viewer's own numbers: commands that somebody does not hear of leave no gap in what that viewer counts.

A game numbers its commands through; of these ``whole`` numbers a viewer knows only how many it has heard of so far.
Knows who missed what; must not know sockets, storage or rules.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable

from lancemate.server.telling import SPECTATORS


class Numbers:
    """Which commands of a game each viewer has missed, by their whole numbers. Mostly nobody misses any."""

    def __init__(self) -> None:
        self._missed: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, n: int, missed: Iterable[str]) -> None:
        """These viewers do not hear of command ``n``."""
        for viewer in missed:
            insort(self._missed[viewer], n)

    def hears(self, viewer: str | None, n: int) -> bool:
        missed = self._of(viewer)
        place = bisect_left(missed, n)
        return place == len(missed) or missed[place] != n

    def own(self, viewer: str | None, n: int) -> int:
        """How many of the first ``n`` commands a viewer has heard of: the number of the last of them."""
        return n - bisect_right(self._of(viewer), n)

    def whole(self, viewer: str | None, own: int) -> int:
        """How many commands there were at most while a viewer had heard of so many."""
        return own + sum(n - place <= own for place, n in enumerate(self._of(viewer), start=1))

    def _of(self, viewer: str | None) -> list[int]:
        return self._missed.get(viewer or SPECTATORS, [])
