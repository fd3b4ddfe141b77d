"""Mines under machines (p. 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA_EFFECT, SATCHEL
from lancemate.battletroops.damage.causes import BLAST as BURST
from lancemate.battletroops.damage.causes import cause, source
from lancemate.battletroops.machines.damage import KICK, MECH_LOCATIONS, after_damage, mark, strike
from lancemate.battletroops.machines.templates import arc_towards, covered, off_facing, side_towards
from lancemate.battletroops.movement.arriving import TOUCHES
from lancemate.battletroops.options.mines import ANTI_VEHICULAR, BLAST, OPTION, VIBRABOMB, MineExploded, lying
from lancemate.battletroops.play.machine import VEHICLE
from lancemate.battletroops.play.state import Mine
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import shifted

if TYPE_CHECKING:
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Explosive, Unit
    from lancemate.field.lattice import Dot

ANTI_VEHICLE = rules.table("BT-MEC-050", {"damage": 6})
MINES: Final = {
    ANTI_VEHICULAR: cause("anti-vehicular mine", f"{ANTI_VEHICULAR} mine", "BT-MEC-050", BURST),
    VIBRABOMB: cause("vibrabomb", f"{VIBRABOMB} mine", "BT-MEC-051", BURST),
}
VIBRATION = rules.table("BT-MEC-051", {"damage": 10, "tolerance": 10})


@hooks.arrives.rule("BT-MEC-050", part=hooks.DETONATED, types=("mech", "vehicle"), when=OPTION)
def anti_vehicular(battle: Battle, unit: Unit, by: Way) -> None:
    """Any part of a template over its dot sets it off: points to the leg, or the side, that is over it."""
    _under(battle, unit, by, ANTI_VEHICULAR, ANTI_VEHICLE.of(battle)["damage"], "BT-MEC-050")


@hooks.arrives.rule("BT-MEC-051", part=hooks.DETONATED, types=("mech", "vehicle"), when=OPTION)
def vibrabombs(battle: Battle, unit: Unit, by: Way) -> None:
    """The same, but only for machines of about the weight it is set to."""
    _under(battle, unit, by, VIBRABOMB, VIBRATION.of(battle)["damage"], "BT-MEC-051")


def _under(battle: Battle, unit: Unit, by: Way, kind: str, points: int, rule: str) -> None:
    machine = unit.machine
    if machine is None or TOUCHES not in by.traits:
        return
    dots = swept(battle, unit, by)
    for mine in lying(battle, kind):
        if mine.at not in dots or mine.elevation != unit.elevation or not sets_off(battle, mine, machine.tons):
            continue
        battle.emit(MineExploded(unit.id, mine, rule))
        if not machine.destroyed:
            roll = part_rolled(battle, unit, mine)
            mark(battle, unit, MINES[kind], points, part_over(battle, unit, mine, roll), roll=roll)
            after_damage(battle, unit)


def swept(battle: Battle, unit: Unit, by: Way) -> set[Dot]:
    """Every dot over which its template has come."""
    found = set(covered(battle, unit))
    for at in by.path:
        found |= {shifted(dot, unit.at, at) for dot in covered(battle, unit)}
    return found


def sets_off(battle: Battle, mine: Mine, tons: int) -> bool:
    return mine.weight is None or abs(mine.weight - tons) <= VIBRATION.of(battle)["tolerance"]


def part_rolled(battle: Battle, unit: Unit, mine: Mine) -> tuple[int, ...]:
    """A die where a mine lies right between the legs of a 'Mech."""
    off = off_facing(unit, mine.at)
    between = mine.at == unit.at or min(off % 180.0, 180.0 - off % 180.0) < 1e-6
    return battle.roll(1) if unit.kind != VEHICLE and between else ()


def part_over(battle: Battle, unit: Unit, mine: Mine, roll: tuple[int, ...]) -> str:
    """The leg on that side of a 'Mech, by a die where it is right between them; the side of a vehicle."""
    if unit.kind == VEHICLE:
        return arc_towards(battle, unit, mine.at)
    if roll:
        return MECH_LOCATIONS.of(battle)[KICK]["front"][roll[0] - 1]
    return "right_leg" if off_facing(unit, mine.at) < 180.0 else "left_leg"


@hooks.exploded.rule("BT-MEC-049", types=("mech", "vehicle"), when=OPTION)
def small_mines(battle: Battle, one: Explosive) -> None:
    """A mine against men does to the machine on it what a satchel charge does: to a leg of a 'Mech."""
    if one.weapon != BLAST:
        return
    unit = battle.units[one.by]
    if unit.machine is not None:
        points = AREA_EFFECT.of(battle)[SATCHEL]["apv"]
        small = source(BLAST, "BT-MEC-049", BURST, by=unit)
        strike(battle, unit, small, points, side_towards(battle, unit, one.at), KICK)
