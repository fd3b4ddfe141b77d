"""Searchlights as the tactical player uses them: a light is worth its while where it helps more guns than it serves.

Who switches one on hits as by day and is hit as by day. A guess about odds, no ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.asking.offers import toggles
from lancemate.alphastrike.environment.light import SRCH
from lancemate.alphastrike.environment.notes import lights
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.conditions import DARKNESS
from lancemate.alphastrike.play.stats import stats
from lancemate.bots.alphastrike.tactics.played import played

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

IN_REACH: Final = 24.0  # inches within which guns matter next turn
CLEARLY: Final = 1.2  # how much better it must be to be worth a change


def light_switch(battle: Battle, side: str) -> orders.Toggle | None:
    """A searchlight of a side that should be turned, or None."""
    if DARKNESS not in played(battle):
        return None
    for unit in battle.on_table(side):
        for offered in toggles(battle, unit):
            command = offered.command
            if isinstance(command, orders.Toggle) and command.switch == SRCH and _is_wise(battle, unit, command.on):
                return command
    return None


def _is_wise(battle: Battle, unit: Unit, on: bool) -> bool:
    enemies = list(_near(battle, unit, battle.opponent(unit.side)))
    friends = list(_near(battle, unit, unit.side))
    # What stands in a light of its own is seen anyway, and who carries one sees without ours.
    shown = sum(_guns(battle, friend) for friend in friends) if any(not lights.of(one) for one in enemies) else 0.0
    served = sum(_guns(battle, enemy) for enemy in enemies if not lights.of(enemy))
    return shown > CLEARLY * served if on else served > CLEARLY * shown


def _near(battle: Battle, unit: Unit, side: str) -> Iterator[Unit]:
    for other in battle.on_table(side):
        if other.doomed is None and battle.table.distance(unit.at, other.at) <= IN_REACH:
            yield other


def _guns(battle: Battle, unit: Unit) -> float:
    damage = stats(battle, unit).damage
    return max(damage.S.points, damage.M.points) + 0.5 * damage.L.points
