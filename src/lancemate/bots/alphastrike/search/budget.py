"""How long a player may think: so many nodes, or so many seconds. Only nodes are the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final

from lancemate.kernel.errors import InputError

NO_END: Final = 1 << 60
TIMES: Final = {"ms": 0.001, "s": 1.0}
A_SECOND: Final = 100_000  # nodes, on a slow machine: no single look may take more time than there is


class Budget:
    """``Budget(100_000)`` is so many nodes; ``Budget(seconds=0.5)`` is time by the clock."""

    __slots__ = ("_begin", "_clock", "_kept", "_used", "nodes", "seconds")

    def __init__(
        self, nodes: int | None = None, seconds: float | None = None, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.nodes = nodes
        self.seconds = seconds
        self._used = 0
        self._kept = 0.0
        self._clock = clock
        self._begin = clock()

    @classmethod
    def read(cls, text: int | str) -> Budget:
        """A whole number of nodes, or a time: ``100000``, ``"100000"``, ``"0.5s"``, ``"500ms"``."""
        written = str(text).strip()
        number, in_seconds = next(
            ((written.removesuffix(word), worth) for word, worth in TIMES.items() if written.endswith(word)),
            (written, None),
        )
        try:
            found = cls(int(number)) if in_seconds is None else cls(seconds=float(number) * in_seconds)
        except ValueError:
            found = cls(0)
        if not 0 < (found.seconds or found.nodes or 0) < NO_END:
            words = f"{text!r} is no budget: write a number of nodes, or a time as in 0.5s or 500ms"
            raise InputError(words, key="budget")
        return found

    def begin(self) -> Budget:
        """The same budget, unused."""
        return Budget(self.nodes, self.seconds, self._clock)

    def keep(self, share: float) -> None:
        """Keep that share of what is left for later; what was kept before is free again."""
        self._kept = 0.0
        left = self._nodes_unused if self.nodes is not None else self._seconds_left
        self._kept = max(0.0, left) * share

    def use(self, nodes: int) -> None:
        self._used += nodes

    @property
    def nodes_left(self) -> int:
        if self.nodes is not None:
            return max(0, self._nodes_unused - int(self._kept))
        return NO_END if self.seconds is None else max(0, min(NO_END, int(self._seconds_left * A_SECOND)))

    @property
    def spent(self) -> bool:
        return self.nodes_left == 0 or self.out_of_time

    @property
    def out_of_time(self) -> bool:
        """What has been begun is broken off for want of time only: nodes are counted when it is done."""
        return self.seconds is not None and self._seconds_left <= 0.0

    @property
    def _nodes_unused(self) -> int:
        assert self.nodes is not None
        return self.nodes - self._used

    @property
    def _seconds_left(self) -> float:
        assert self.seconds is not None
        return self._begin + self.seconds - self._kept - self._clock()


ENDLESS: Final = Budget()
