"""How long a player may think: so many nodes, or so many seconds. Only nodes are the same on every machine."""

from __future__ import annotations

from time import perf_counter


class Budget:
    """``Budget(60)`` is 60 nodes; ``Budget(seconds=0.5)`` is time."""

    __slots__ = ("_begin", "_used", "nodes", "seconds")

    def __init__(self, nodes: float | None = None, seconds: float | None = None) -> None:
        self.nodes = nodes
        self.seconds = seconds
        self._used = 0
        self._begin = perf_counter()

    def begin(self) -> Budget:
        """The same budget, unused."""
        return Budget(self.nodes, self.seconds)

    def use(self, nodes: int) -> None:
        self._used += nodes

    @property
    def used(self) -> int:
        return self._used

    @property
    def spent(self) -> bool:
        if self.nodes is not None and self._used >= self.nodes:
            return True
        return self.seconds is not None and perf_counter() - self._begin >= self.seconds
