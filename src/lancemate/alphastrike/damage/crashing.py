"""Vehicles that can move no more come down (pp. 36, 51): out of the air, or to the bottom of the water."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.damage.destruction import wound
from lancemate.alphastrike.movement.air import crash as come_down
from lancemate.alphastrike.movement.air import roof_at
from lancemate.alphastrike.movement.arrival import move_over
from lancemate.alphastrike.movement.entering import FELL, came, put, step_to
from lancemate.alphastrike.play.events import Crashed, Displaced
from lancemate.alphastrike.play.stats import CRASHED
from lancemate.alphastrike.play.traits import AFTERMATH, AT_ONCE, COLLISION, FALL
from lancemate.alphastrike.terrain.water import is_underwater

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CRASH: Final = cause("crash", "AS-MOV-042", FALL, COLLISION, AFTERMATH, AT_ONCE)
SINKING: Final = cause("sinking", "AS-DMG-057", AFTERMATH, AT_ONCE)

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
    before = step_to(battle, Crashed(unit.id, _below(battle, unit), by))
    wound(battle, unit, CRASHED, by, wait=False)
    hurt(battle, unit.id, 1, CRASH.itself if by == "AS-DMG-056" else CRASH.by(unit))
    came(battle, unit, FELL, before)
    move_over(battle, unit)  # a flight may end over the edge or over somebody


@hooks.stopped_for_good.rule("AS-DMG-057")
def goes_down(battle: Battle, unit: Unit) -> None:
    """A unit under water that can move no more sinks to the bottom and takes a point of damage."""
    bottom = battle.table.ground(unit.x, unit.y)
    if is_underwater(battle, unit):
        if unit.elevation > bottom:
            put(battle, Displaced(unit.id, unit.at, bottom, "AS-DMG-057"), FELL)
        hurt(battle, unit.id, 1, SINKING.itself)
