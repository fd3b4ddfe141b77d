"""What a player remembers of places while it tries the moves of one turn out on copies of the battle: where a unit
could go, what walls are worth to it there, and what each place is against an enemy that stands as it stood. Guesses, no
rulings: whether a third unit has moved into the way since is left to the rules, who judge the move that is chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.bots.alphastrike.tactics.indoors import indoors
from lancemate.bots.alphastrike.tactics.places import Places, places

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.layout import Floats


class Against(NamedTuple):
    """What is to be expected of one enemy, by place."""

    gain: Floats  # what the unit may take from it
    chance: Floats  # that it hits the unit
    loss: Floats  # what it may take from the unit
    hurt: Floats  # points of a hit
    distance: Floats


class Survey:
    """Good for the Movement Phase of one turn."""

    def __init__(self) -> None:
        self._places: dict[object, Places | None] = {}
        self._indoors: dict[int, Floats] = {}
        self._against: dict[object, Against] = {}

    def places(self, battle: Battle, unit: Unit, *, sprint: bool, many: int) -> Places | None:
        key = unit.id, unit.place, stance(unit), sprint, many
        if key not in self._places:
            self._places[key] = places(battle, unit, sprint=sprint, many=many)
        return self._places[key]

    def indoors(self, battle: Battle, unit: Unit, where: Places) -> Floats:
        if id(where) not in self._indoors:
            self._indoors[id(where)] = indoors(battle, unit, where)
        return self._indoors[id(where)]

    def recall(self, where: Places, enemy: Unit, seen: bool) -> Against | None:
        return self._against.get((id(where), enemy.id, stance(enemy), seen))

    def keep(self, where: Places, enemy: Unit, seen: bool, against: Against) -> None:
        self._against[id(where), enemy.id, stance(enemy), seen] = against


def stance(unit: Unit) -> tuple[object, ...]:
    """All that changes about a unit while everyone moves."""
    return unit.x, unit.y, unit.elevation, unit.facing, unit.moved, unit.declared
