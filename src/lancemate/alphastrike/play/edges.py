"""The edges of the table, and which lies across from which."""

from __future__ import annotations

from typing import Final

from lancemate.kernel.errors import InputError

EDGES: Final = ("north", "east", "south", "west")


def opposite_edge(edge: str) -> str:
    """The other side's home edge."""
    if edge not in EDGES:
        raise InputError(f"there is no edge {edge!r}; there are {', '.join(EDGES)}", key="home")
    return EDGES[(EDGES.index(edge) + 2) % 4]
