"""'Mechs that walk over soldiers (p. 29), and soldiers who walk under 'Mechs (p. 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import CRUSH, cause
from lancemate.battletroops.damage.wounds import how_he_is, killed
from lancemate.battletroops.machines.events import SteppedOn
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.movement.arriving import MOVES, TOUCHES
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

FULL_MP: Final = 8
HEIGHTS: Final = {MECH: 4, VEHICLE: 1}  # in levels
CRUSHED: Final = cause("crushed", "feet", "BT-MEC-036", CRUSH)
SPARED: Final = rules.option("vehicles_spare_men", "BT-MEC-062", "vehicles pass over soldiers without harm to them")
STEPPING = rules.table("BT-MEC-036", {"avoid": 5, "per_mp_below_8": 1, "inside_building": 3})


@hooks.arrives.rule("BT-MEC-036", part=hooks.TRODDEN, types="mech")
def treads(battle: Battle, unit: Unit, by: Way) -> None:
    """Whoever is on the dot that its centre enters gets out of the way, or is killed."""
    if unit.kind == MECH:
        run_over(battle, unit, by)


@hooks.arrives.rule("BT-MEC-062", part=hooks.TRODDEN, types="vehicle")
def drives_over(battle: Battle, unit: Unit, by: Way) -> None:
    """So does a vehicle, which uses the rules of 'Mechs: whom it carries it does not harm."""
    if unit.kind == VEHICLE:
        run_over(battle, unit, by)


rules.leave_out(drives_over, when=SPARED)


def run_over(battle: Battle, machine: Unit, by: Way) -> None:
    """Everybody on its centre dot, where it has come of its own will: men get out of the way of what slides."""
    if MOVES not in by.traits or TOUCHES not in by.traits:
        return
    tall = HEIGHTS[machine.kind]
    for unit in list(battle.units.values()):
        here = unit.is_soldier and unit.on_map and unit.riding is None and unit.at == machine.at and unit.able
        if here and machine.elevation <= unit.elevation < machine.elevation + tall:
            avoid(battle, machine, unit)


def avoid(battle: Battle, machine: Unit, unit: Unit) -> None:
    """Two dice, harder for who is slow and for who is inside a house that it walks through."""
    parts = avoid_parts(battle, unit)
    roll, was = battle.roll(2), how_he_is(battle, unit)
    dies = sum(roll) < total(parts)
    battle.emit(SteppedOn(machine.id, unit.id, total(parts), parts, roll, dies))
    if dies:
        killed(battle, unit, CRUSHED, was)


def avoid_parts(battle: Battle, unit: Unit) -> tuple[Modifier, ...]:
    table = STEPPING.of(battle)
    parts = [Modifier("Out of the way", table["avoid"], "BT-MEC-036")]
    slow = FULL_MP - allowance(battle, unit)
    if slow > 0:
        parts.append(Modifier("Slow", slow * table["per_mp_below_8"], "BT-MEC-036"))
    if battle.map.is_indoors(unit.at, unit.elevation):
        parts.append(Modifier("Inside a building", table["inside_building"], "BT-MEC-036"))
    return tuple(parts)
