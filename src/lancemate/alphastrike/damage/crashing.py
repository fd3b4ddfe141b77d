"""Vehicles that can move no more come down (pp. 36, 51): out of the air, or to the bottom of the water."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.damage import Hit, take_hit
from lancemate.alphastrike.damage.destruction import wound
from lancemate.alphastrike.movement.air import crash as come_down
from lancemate.alphastrike.movement.air import roof_at
from lancemate.alphastrike.play.events import Crashed, Displaced
from lancemate.alphastrike.play.stats import CRASHED
from lancemate.alphastrike.terrain.water import is_underwater

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ABOVE_GROUND: Final = 1.0 - 1e-6  # inches above the terrain from which on an air vehicle falls


@hooks.stopped_for_good.rule("AS-DMG-056")
def falls(battle: Battle, unit: Unit) -> None:
    """A VTOL or WiGE in the air comes straight down."""
    if unit.card.is_air_vehicle and unit.elevation - _below(battle, unit) >= ABOVE_GROUND:
        come_down(battle, unit, "AS-DMG-056")


def _below(battle: Battle, unit: Unit) -> float:
    """The ground, water, deck or roof under a unit."""
    return roof_at(battle, unit.x, unit.y)


@hooks.crashes.rule("AS-MOV-042")
def crash(battle: Battle, unit: Unit, by: str) -> None:
    """It lies where it came down, takes a point of damage and never moves again."""
    battle.emit(Crashed(unit.id, _below(battle, unit), by))
    wound(battle, unit, CRASHED, by, wait=False)
    _take_a_point(battle, unit, "crash")


@hooks.stopped_for_good.rule("AS-DMG-057")
def goes_down(battle: Battle, unit: Unit) -> None:
    """A unit under water that can move no more sinks to the bottom and takes a point of damage."""
    bottom = battle.table.ground(unit.x, unit.y)
    if is_underwater(battle, unit):
        if unit.elevation > bottom:
            battle.emit(Displaced(unit.id, unit.at, bottom, "AS-DMG-057"))
        _take_a_point(battle, unit, "sinking")


def _take_a_point(battle: Battle, unit: Unit, cause: str) -> None:
    take_hit(battle, Hit(unit.id, 1, cause=cause, attack=False, at_once=True))
