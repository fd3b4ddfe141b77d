"""How a unit gets along (pp. 35-36), by the letter after its Move: which ways there are, and which one a move uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.movement.air import fly, is_airborne, skim, wige_flies
from lancemate.alphastrike.movement.context import LEVEL, Movement, Way
from lancemate.alphastrike.movement.cost import price
from lancemate.alphastrike.movement.jump import jump
from lancemate.alphastrike.movement.level import follow, standing_level
from lancemate.kernel.errors import refuse
from lancemate.kernel.rules import rule

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit


def work_out_way(m: Movement) -> None:
    """Find the way of a move and follow it: path, levels, costs, and where the unit is in the end."""
    m.way = way_of(m)
    if m.command.cruise is not None and m.way != "fly":
        raise refuse(
            "cannot_fly", f"only VTOLs fly at a height of their own, not {m.unit.id}: leave out cruise", "AS-MOV-040"
        )
    if m.way == "fly":
        fly(m)
    elif m.way == "skim":
        skim(m)
    elif m.way == "jump":
        jump(m, resting_way(m.battle, m.unit))
    elif m.travels or m.command.elevation is not None:
        m.path = m.battle.table.trace(m.points)
        follow(m)
        price(m)


def way_of(m: Movement) -> Way:
    """The way this move is made."""
    primary = m.unit.card.move.primary
    if m.mode == "jump":
        return "jump"
    if primary == "v":
        return "fly"
    if primary == "g" and wige_flies(m):
        return "skim"
    if _stays_down(m):
        return "walk"
    return resting_way(m.battle, m.unit)


def _stays_down(m: Movement) -> bool:
    """A unit that could swim on the surface walks on the bottom: it is there already, or asks for a depth."""
    unit, wish = m.unit, m.command.elevation
    if not unit.has("AMP") or not (unit.card.is_mech or unit.card.is_protomech or unit.has("UMU")):
        return False
    below = unit.on_table and unit.elevation < m.battle.table.surface(unit.x, unit.y) - LEVEL
    return below or (wish is not None and wish < -LEVEL)


def resting_way(battle: Battle, unit: Unit) -> Way:
    """The way a unit moves, and stands, on the ground and the water."""
    primary = unit.card.move.primary if unit.card.is_vehicle else ""
    if primary == "s":
        return "swim" if dives(battle, unit) else "surface"
    if (primary in ("h", "g") and hovers(battle, unit)) or (primary == "n" and sails(battle, unit)):
        return "surface"
    if unit.has("AMP") or primary == "v":
        return "surface"
    return "walk"


@rule("AS-MOV-035", otherwise=False)
def hovers(battle: Battle, unit: Unit) -> bool:
    """Hovercraft, and WiGEs on the ground, treat water of any depth as clear: they stay on its surface."""
    return True


@rule("AS-MOV-036", otherwise=False)
def sails(battle: Battle, unit: Unit) -> bool:
    """Ships move on the surface of water."""
    return True


@rule("AS-MOV-038", otherwise=False)
def dives(battle: Battle, unit: Unit) -> bool:
    """Submersibles move in three dimensions, from the surface to the bottom."""
    return True


def resting_level(battle: Battle, unit: Unit, x: float, y: float) -> float:
    """The elevation a unit has when it is put down at a point: on the ground or a bridge, on the water or in it."""
    way = resting_way(battle, unit)
    return standing_level(battle, unit, x, y, "surface" if way == "swim" else way)


__all__ = ["is_airborne", "resting_level", "resting_way", "way_of", "work_out_way"]
