"""Getting off (pp. 38-39), as it happens: at the end of the carrier's move, or when the carrier is destroyed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement.ambush import make_room
from lancemate.alphastrike.movement.arrival import Arrival, arrive
from lancemate.alphastrike.movement.cargo import is_cargo, unpack
from lancemate.alphastrike.movement.context import SLACK, Movement
from lancemate.alphastrike.movement.doors import use_door
from lancemate.alphastrike.movement.entering import SPILLED, STEPPED_OFF, came, step_to
from lancemate.alphastrike.movement.getting_off import why_not_step_into
from lancemate.alphastrike.movement.passengers import Unloading, disembarked
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.movement.stacking import in_the_way
from lancemate.alphastrike.play.boarders import boarding
from lancemate.alphastrike.play.events import Dismounted
from lancemate.alphastrike.play.state import ABOARD, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import RISE

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

BEARINGS: Final = tuple(30.0 * k for k in range(12))  # where around a carrier riders come off


def unload(m: Movement) -> None:
    """Tell who has got off; what lay on the way may have left fewer of them."""
    for each in [one for one in m.unloading if one.unit.aboard == m.unit.id]:
        step_off(m.battle, each, m.unit)
        came(m.battle, each.unit, STEPPED_OFF)


def step_off(battle: Battle, each: Unloading, carrier: Unit) -> None:
    """Tell that one of them is off; what it has come to is asked when its way is over."""
    unit = each.unit
    cargo = is_cargo(unit)
    if not unit.riding:
        use_door(battle, unit, carrier, cargo=cargo)
    step_to(battle, Dismounted(unit.id, carrier.id, each.at, each.facing, each.elevation, each.moved, each.rule))
    if cargo:
        unpack(battle, unit, carrier)
    elif each.moved == "none":
        disembarked.note(battle, unit, battle.state.turn)
    make_room(battle, unit)


# -- off a destroyed carrier ----------------------------------------------------------------------------------


def carrier_destroyed(battle: Battle, carrier: Unit) -> None:
    """Put down whoever is left of those on a unit that has just been taken off the table: who rode outside, or has
    lived through the blast inside, an enemy's boarders among them.
    """
    left = [unit for unit in battle.units.values() if unit.place == ABOARD and unit.aboard == carrier.id]
    for rider in left:
        if boarding.of(rider) is not None:
            boarding.remember(battle, rider, None)
        thrown_off(battle, rider, carrier)


@rules.rule("AS-MOV-073", "AS-DMG-028")
def thrown_off(battle: Battle, rider: Unit, carrier: Unit) -> None:
    """Riders come off alive, beside the wreck; where there is no room, as near as they could walk to it."""
    reach = battle.table.side_by_side(rider.radius, carrier.radius)
    around = [battle.table.snap(battle.table.beyond(carrier.at, way, reach)) for way in BEARINGS]
    free = [at for at in around if _may_come_off(battle, rider, at, carrier)]
    arrive(battle, rider, carrier.at, Arrival("AS-MOV-073", carrier.id, "dismounted", SPILLED.name), free)


def _may_come_off(battle: Battle, rider: Unit, at: Point, carrier: Unit) -> bool:
    x, y = at
    table = battle.table
    if not table.inside(x, y, rider.radius - SLACK) or in_the_way(battle, rider, at) is not None:
        return False
    if abs(resting_level(battle, rider, x, y) - resting_level(battle, rider, *carrier.at)) > RISE:
        return False
    return why_not_step_into(battle, rider, at) is None
