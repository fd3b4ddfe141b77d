"""What is played in a battle, asked once for it and all its copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


def played(battle: Battle) -> frozenset[str]:
    """What rules are switched on by here: options, abilities, terrain, weather."""
    on: frozenset[str] = battle.remember("switches", lambda: battle.setup.switches)
    return on
