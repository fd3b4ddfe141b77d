"""Harm that strikes a unit, without anybody who deals it: for tests of what follows from it."""

from __future__ import annotations

from typing import Any

from lancemate.alphastrike.damage.causes import Source
from lancemate.alphastrike.damage.damage import Hit, hit_of
from lancemate.alphastrike.damage.damage import strike as strike_with
from lancemate.alphastrike.damage.reckoning import Settled
from lancemate.alphastrike.play.traits import traits

ATTACK = ("attack", "weapon")


def hit_on(
    fight: Any, name: str, points: int, *, by: str | None = None, words: tuple[str, ...] = ATTACK, **more: Any
) -> Hit:
    """So many points for a unit, of an attack if nothing is said."""
    side = fight.units[by].side if by is not None else None
    return hit_of(name, Settled(points, ()), Source("weapon", traits(*words), by, side), **more)


def strike(fight: Any, name: str, points: int, **more: Any) -> None:
    strike_with(fight, hit_on(fight, name, points, **more))
