"""Which way a move is made (pp. 35-36), and following it: path, levels, costs, where the unit is in the end."""

from __future__ import annotations

from itertools import pairwise

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.air import fly, skim, wige_flies
from lancemate.alphastrike.movement.context import LEVEL, Movement, Stretch, Way
from lancemate.alphastrike.movement.cost import price
from lancemate.alphastrike.movement.hexes import hex_by_hex
from lancemate.alphastrike.movement.jump import jump
from lancemate.alphastrike.movement.level import follow, through_buildings
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.swimming import is_amphibious, swims_submerged
from lancemate.alphastrike.movement.terrain import patch_of
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.kernel.errors import refuse


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
    elif m.way == "surface" and abs(m.command.elevation or 0.0) > LEVEL:
        m.path = m.battle.table.trace(m.points)
        through_buildings(m)  # which may say better why not
        message = f"{m.unit.id} stays on the ground and on the surface of water: leave out the elevation"
        raise refuse("no_such_elevation", message, "AS-MOV-028")
    elif crosses_nothing(m):
        walk_on_open_ground(m)
    elif m.travels or m.command.elevation is not None:
        m.path = m.battle.table.trace(m.points)
        if on_hexes(m.battle):
            m.path = hex_by_hex(m, m.path)
        follow(m)
        price(m)


def way_of(m: Movement) -> Way:
    """The way this move is made."""
    primary = m.unit.card.move.primary
    if m.mode == "jump":
        return "jump"
    own = hooks.movement_modes[m.mode].way
    if own is not None:
        return own
    if primary == "v":
        return "fly"
    if primary == "g" and wige_flies(m):
        return "skim"
    card = m.unit.card
    if not card.is_vehicle and not card.is_mobile_structure and "AMP" not in card.specials.codes:
        return "walk"
    if "AMP" in card.specials.codes and _stays_down(m):
        return "walk"
    return resting_way(m.battle, m.unit)


def _stays_down(m: Movement) -> bool:
    """A unit that could swim on the surface walks on the bottom: it is there already, or asks for a depth."""
    unit, wish = m.unit, m.command.elevation
    if not is_amphibious(m.battle, unit):
        return False
    if not (unit.card.is_mech or unit.card.is_protomech or swims_submerged(m.battle, unit)):
        return False
    below = unit.on_table and unit.elevation < m.battle.table.surface(unit.x, unit.y) - LEVEL
    return below or (wish is not None and wish < -LEVEL)


def crosses_nothing(m: Movement) -> bool:
    """Whether a move keeps to open ground, far from every edge: most do."""
    if not m.travels or m.command.elevation is not None or m.start_level != 0.0:
        return False
    return not m.near or m.battle.state.table.is_open(m.box)


def walk_on_open_ground(m: Movement) -> None:
    """What following and pricing the path would find, without looking for what is not there."""
    m.in_the_open = True
    patch = patch_of(m.battle, ())
    if len(m.points) == 2:
        m.stretches = (Stretch(m.inches, *m.points, patch, "land", 0.0),)
    else:
        table = m.battle.table
        m.stretches = tuple([Stretch(table.length(leg), *leg, patch, "land", 0.0) for leg in pairwise(m.points)])
    price(m)
