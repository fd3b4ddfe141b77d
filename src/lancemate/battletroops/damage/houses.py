"""The one gate through which a building is harmed: breached, crashed into, set on fire, fallen on (pp. 26-31).

What becomes of its walls is in the events; here is who hears whose deed it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lancemate.battletroops import hooks

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice import Dot


def house_harmed(battle: Battle, unit: Unit, dots: Iterable[Dot]) -> None:
    """A unit has harmed the buildings on some dots: hook ``building_hurt``."""
    if not battle.hooks[hooks.building_hurt]:
        return
    for name in dict.fromkeys(house.id for dot in dots if (house := battle.map.building(dot)) is not None):
        for hook in battle.hooks[hooks.building_hurt]:
            hook(battle, unit, name)
