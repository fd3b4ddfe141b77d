"""Scenarios (pp. 126-134): a data file says what a battle is about, small rules hung on hooks make it so.

``plan`` is what a scenario is made of, ``files`` reads it, ``arranging`` puts it on a table. Every block of a plan
(hold, flags, escape ...) switches on the rules of one room here; a battle without a scenario pays for none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.scenarios.goals import Goal


def objectives(battle: Battle, side: str) -> list[Goal]:
    """Where a side should be and why, most important first; empty where only the enemy matters."""
    from lancemate.alphastrike.scenarios.goals import goals

    return goals(battle, side)
