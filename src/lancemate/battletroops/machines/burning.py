"""Machines in fire (p. 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.machines.events import Burst, HeatTaken
from lancemate.battletroops.machines.templates import covered
from lancemate.battletroops.options.area_effect import DotsLit
from lancemate.battletroops.options.fire import CAUSE, OPTION, POINTS, is_burning
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

HEAT = rules.table("BT-MEC-054", {"enters": 1, "stops": 2})
CATCHES = rules.table("BT-MEC-055", {"from": 8})


@hooks.arrives.rule("BT-MEC-054", types="mech", when=OPTION)
def through_flames(battle: Battle, unit: Unit) -> None:
    """Heat for each burning dot that its centre enters."""
    if unit.kind == MECH and unit.moved != "none" and is_burning(battle, unit.at, unit.elevation):
        battle.emit(HeatTaken(unit.id, HEAT.of(battle)["enters"], "fire", "BT-MEC-054"))


@hooks.stays.rule("BT-MEC-054", types="mech", when=OPTION)
def stops_in_flames(battle: Battle, unit: Unit) -> None:
    """More of it where it stops on one."""
    if unit.kind == MECH and is_burning(battle, unit.at, unit.elevation):
        battle.emit(HeatTaken(unit.id, HEAT.of(battle)["stops"], "fire", "BT-MEC-054"))


@hooks.arrives.rule("BT-MEC-055", types="vehicle", when=OPTION)
def riders_burn(battle: Battle, unit: Unit) -> None:
    """A vehicle passes unharmed; whoever rides outside is burnt by each dot it enters."""
    if unit.kind != VEHICLE or unit.moved == "none" or not is_burning(battle, unit.at, unit.elevation):
        return
    for rider in list(battle.units.values()):
        if rider.riding == unit.id and rider.able:
            wound(battle, rider, CAUSE, POINTS.of(battle)["start_or_enter"])


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


@hooks.side_ends.rule("BT-MEC-055", types="vehicle", when=OPTION)
def inside_burns(battle: Battle, side: str) -> None:
    """Whoever is still inside a burning vehicle when his side has moved is burnt as one who stays in fire."""
    for unit in list(battle.of_side(side)):
        vehicle = battle.units.get(unit.aboard or "")
        if vehicle is not None and vehicle.machine is not None and vehicle.machine.burning and unit.conscious:
            wound(battle, unit, CAUSE, POINTS.of(battle)["end_or_drop"])
