"""Who gets along on water and under it: abilities say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def is_amphibious(battle: Battle, unit: Unit) -> bool:
    """It enters and leaves water freely and moves on its surface."""
    return any(swims(battle, unit) for swims in battle.hooks[hooks.amphibious])


def swims_submerged(battle: Battle, unit: Unit) -> bool:
    """Under water it moves as a submarine does."""
    return any(swims(battle, unit) for swims in battle.hooks[hooks.swims_submerged])
