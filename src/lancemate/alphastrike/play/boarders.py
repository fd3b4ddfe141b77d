"""Who has boarded whom, as plain facts: notes of grapples, boarding parties and crews under arms (pp. 67-68).

The rules of it are in boarding/; must not know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.state import ABOARD, EMPLACED, Unit

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

# The ship that a transport holds on to, and the enemy's ship that infantry has boarded.
grappling = unit_memory(
    "grappling", str, default=None, rule="AS-BAT-143", told="has a grapple on {}", untold="has let go"
)
boarding = unit_memory("boarding", str, default=None, rule="AS-BAT-145")
# The turn in which a grapple was last made sure of, and whether it will be ended.
held = unit_memory("held", int, default=0, rule="AS-BAT-144")
releasing = unit_memory("releasing", bool, default=False, rule="AS-BAT-144", told="will let go")
# A ship whose crew has taken up arms, and one that nobody mans any more.
crew_out = unit_memory(
    "crew_out", bool, default=False, rule="AS-BAT-150", told="arms its crew", untold="has its crew at their posts again"
)
crewless = unit_memory(
    "crewless", bool, default=False, rule="AS-BAT-150", told="is manned by nobody", untold="is manned again"
)
# The turn in which a ship lifted off or ran into something.
shaken = unit_memory("shaken", int, default=0, rule="AS-BAT-147")


def inside(battle: Battle, ship: Unit) -> Iterator[Unit]:
    """Everybody in a ship, friend or foe; not those who cling to its outside."""
    for unit in battle.state.units.values():
        if unit.place == ABOARD and unit.aboard == ship.id and not unit.riding:
            yield unit


def boarders(battle: Battle, ship: Unit) -> list[Unit]:
    """The enemy's infantry in a ship."""
    return [unit for unit in inside(battle, ship) if unit.side != ship.side and boarding.of(unit) == ship.id]


def defenders(battle: Battle, ship: Unit) -> list[Unit]:
    """The ship's own infantry, its crew under arms included."""
    return [unit for unit in inside(battle, ship) if unit.side == ship.side and unit.card.is_infantry]


def ship_of(battle: Battle, unit: Unit) -> Unit | None:
    """The ship that a unit is inside of."""
    if unit.place != ABOARD or unit.aboard is None or unit.riding:
        return None
    return battle.state.units.get(unit.aboard)


def is_boarded(battle: Battle, ship: Unit) -> bool:
    return bool(boarders(battle, ship))


def stands(ship: Unit) -> bool:
    """It is there to be fought for: on the table, or part of it as a building is."""
    return ship.on_table or ship.place == EMPLACED
