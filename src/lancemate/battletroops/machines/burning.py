"""Machines in fire (p. 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.houses import house_harmed
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.machines.events import Burst, HeatTaken
from lancemate.battletroops.machines.templates import covered
from lancemate.battletroops.movement.arriving import dots_entered
from lancemate.battletroops.options.area_effect import DotsLit
from lancemate.battletroops.options.fire import BURNT, OPTION, POINTS, SCORCHED, is_burning
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules

if TYPE_CHECKING:
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

HEAT = rules.table("BT-MEC-054", {"enters": 1, "stops": 2})
CATCHES = rules.table("BT-MEC-055", {"from": 8})


@hooks.arrives.rule("BT-MEC-054", part=hooks.SCORCHED, types="mech", when=OPTION)
def through_flames(battle: Battle, unit: Unit, by: Way) -> None:
    """Heat for each burning dot that its centre enters."""
    dots = burning_dots(battle, unit, by) if unit.kind == MECH else 0
    if dots:
        battle.emit(HeatTaken(unit.id, HEAT.of(battle)["enters"] * dots, "fire", "BT-MEC-054"))


def burning_dots(battle: Battle, unit: Unit, by: Way) -> int:
    """How many of the dots that its centre has entered are on fire."""
    return sum(is_burning(battle, dot, unit.elevation) for dot in dots_entered(unit, by))


@hooks.stays.rule("BT-MEC-054", types="mech", when=OPTION)
def stops_in_flames(battle: Battle, unit: Unit) -> None:
    """More of it where it stops on one."""
    if unit.kind == MECH and is_burning(battle, unit.at, unit.elevation):
        battle.emit(HeatTaken(unit.id, HEAT.of(battle)["stops"], "fire", "BT-MEC-054"))


@hooks.arrives.rule("BT-MEC-055", part=hooks.SCORCHED, types="vehicle", when=OPTION)
def riders_burn(battle: Battle, unit: Unit, by: Way) -> None:
    """A vehicle passes unharmed; whoever rides outside is burnt by each dot it enters."""
    if unit.kind != VEHICLE:
        return
    for _ in range(burning_dots(battle, unit, by)):
        for rider in list(battle.units.values()):
            if rider.riding == unit.id and rider.able:
                wound(battle, rider, SCORCHED, POINTS.of(battle)["start_or_enter"])


@hooks.stays.rule("BT-MEC-055", types="vehicle", when=OPTION)
def may_catch_fire(battle: Battle, unit: Unit) -> None:
    """One that ends on a burning dot may burn itself, inside and out: flames on every dot, and burns for all aboard."""
    machine = unit.machine
    if unit.kind != VEHICLE or machine is None or machine.burning:
        return
    if not is_burning(battle, unit.at, unit.elevation):
        return
    number = CATCHES.of(battle)["from"]
    roll = battle.roll(2)
    burns = sum(roll) >= number
    battle.emit(Burst(unit.id, roll, number, burns))
    if not burns:
        return
    dots = tuple(
        dot for dot in covered(battle, unit) if battle.map.inside(dot) and not is_burning(battle, dot, unit.elevation)
    )
    if dots:
        battle.emit(DotsLit("Fire", dots, unit.elevation, "BT-MEC-055"))
        house_harmed(battle, unit, dots)


@hooks.side_ends.rule("BT-MEC-054", types="mech", when=OPTION)
def stood_in_flames(battle: Battle, side: str) -> None:
    """So it is with one that has not been activated at all."""
    for unit in list(battle.of_side(side)):
        if not unit.acted and unit.kind == MECH and unit.on_map and not unit.dead:
            stops_in_flames(battle, unit)


@hooks.side_ends.rule("BT-MEC-055", part=-1, types="vehicle", when=OPTION)
def stood_in_the_fire(battle: Battle, side: str) -> None:
    """And a vehicle: it may catch fire."""
    for unit in list(battle.of_side(side)):
        if not unit.acted and unit.kind == VEHICLE and unit.on_map and not unit.dead:
            may_catch_fire(battle, unit)


@hooks.side_ends.rule("BT-MEC-055", types="vehicle", when=OPTION)
def inside_burns(battle: Battle, side: str) -> None:
    """Whoever is still inside a burning vehicle when his side has moved is burnt as one who stays in fire."""
    for unit in list(battle.of_side(side)):
        vehicle = battle.units.get(unit.aboard or "")
        if vehicle is not None and vehicle.machine is not None and vehicle.machine.burning and unit.conscious:
            wound(battle, unit, BURNT, POINTS.of(battle)["end_or_drop"])
