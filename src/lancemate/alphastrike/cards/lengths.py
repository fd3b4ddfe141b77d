"""Inches, centimetres and metres (p. 24). The game is played in inches; the rest is for display."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.ruleset import rules

MEASURES: Final = rules.table("AS-INT-001", {"cm": 2.5, "cm_exact": 2.54, "metres": 7.5})


def centimetres(inches: float, *, exact: bool = False) -> float:
    """What a metric tape shows; the book rounds an inch to 2.5 cm."""
    return inches * (MEASURES.of(rules)["cm_exact"] if exact else MEASURES.of(rules)["cm"])
