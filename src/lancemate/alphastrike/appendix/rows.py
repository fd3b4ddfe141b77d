"""How rows of the appendix look. Words for units are those of the Movement Cost Table's key."""

from __future__ import annotations

from typing import NamedTuple


class TerrainRow(NamedTuple):
    """Move per inch on top of the base, who may not enter, or who alone may, and who pays otherwise."""

    cost: float
    prohibited: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    others: tuple[tuple[str, float], ...] = ()
    hazardous: bool = False  # units may bog down or be damaged
    like: str = ""  # it is priced as this terrain


class BuildingRow(NamedTuple):
    """A building: Move to pass through an inch, Construction Factor, what an inch carries, what it absorbs."""

    move: int
    cf_least: int
    cf_most: int
    cf_usual: int
    weight: int
    absorbs_for_infantry: int
    absorbs_for_others: int
    collapse: str  # damage per 4 inches of height


class Munition(NamedTuple):
    """A munition: to hit and damage as printed (a star: its own rule says more), and the abilities that fire it."""

    title: str
    to_hit: str
    damage: str
    needs: tuple[str, ...]
