"""Strips of ground: how long one is, and how far its ends lie apart. Knows no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancemate.alphastrike.measure.lines import Line
    from lancemate.field.space import Space


def strip_length(table: Space, line: Line) -> float:
    """In inches; on hexes a strip is a row of them, and the first counts like all others."""
    return table.distance(*line) + _first(table)


def between_ends(table: Space, length: float) -> float:
    """How far the ends of a strip of that length lie apart: on hexes the middles of the first and the last."""
    return length - _first(table)


def told_length(table: Space, length: float) -> str:
    """As players say it."""
    if table.kind != "hex":
        return f"{length:.4g} inches long"
    count = length / table.scale
    return "a single hex" if count == 1.0 else f"a row of {count:g} hexes"


def _first(table: Space) -> float:
    return table.scale if table.kind == "hex" else 0.0
