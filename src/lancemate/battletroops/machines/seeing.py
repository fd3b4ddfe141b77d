"""Who sees machines, and what they see (pp. 28, 32): their height, any dot of a template, legs and hulls in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.templates import VEHICLE_TEMPLATE, covered, legs
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import HEIGHTS as SOLDIERS
from lancemate.battletroops.sight.look import Look, Place, look, terms
from lancemate.field.lattice import TOUCH, Dot, on_line
from lancemate.field.lattice_terrain import aside

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

LEVELS = rules.table("BT-MEC-026", {"standing": 4, "fallen": 1, "jumping": 5})


@hooks.questions.entry("place of a machine")
def seat_of(battle: Battle, unit: Unit) -> Place:
    """Where it sees from, and is seen at: its centre dot, at the level of its head."""
    return Place(unit.at, unit.elevation + height(battle, unit) - 1, False, unit.id)


def height(battle: Battle, unit: Unit) -> int:
    """How many levels tall it is; in the air it counts as above what it crosses."""
    machine = unit.machine
    assert machine is not None
    if unit.kind == VEHICLE:
        return vehicle_height(battle)
    how = "jumping" if unit.airborne else "fallen" if machine.fallen else "standing"
    return LEVELS.of(battle)[how]


@rules.rule("BT-MEC-067", otherwise=4)
def vehicle_height(battle: Battle) -> int:
    """A vehicle is as tall as a soldier who stands."""
    return 1


@hooks.questions.entry("look at a machine")
def look_at_machine(battle: Battle, viewer: Unit, target: Unit) -> Look:
    """The best view of any dot of its template. Machines look at its centre, as they see from theirs."""
    start = hooks.questions["stand"](battle, viewer)
    centre = seat_of(battle, target)
    found = look(battle, start, centre)
    if not viewer.is_soldier:
        return found
    for dot in dots_to_see(battle, target):
        if found.clear and not found.covers:
            break
        other = look(battle, start, centre._replace(at=dot))
        if other.clear and (not found.clear or len(other.covers) < len(found.covers)):
            found = other._replace(to=dot)
    return found


def dots_to_see(battle: Battle, target: Unit) -> tuple[Dot, ...]:
    """The dots of a template outside of buildings that its centre is not in."""
    home = battle.map.building(target.at)
    dots = of_a_vehicle(battle, target) if target.kind == VEHICLE else of_a_mech(battle, target)
    return tuple(dot for dot in dots if battle.map.inside(dot) and battle.map.building(dot) is home)


@rules.rule("BT-MEC-025", otherwise=())
def of_a_mech(battle: Battle, target: Unit) -> tuple[Dot, ...]:
    """A soldier needs a line to any point of the template."""
    return covered(battle, target)


@rules.rule("BT-MEC-067", otherwise=())
def of_a_vehicle(battle: Battle, target: Unit) -> tuple[Dot, ...]:
    """To any dot of a vehicle, though it sees from its centre alone."""
    return covered(battle, target)


def terrain_between(battle: Battle, other: Place, machine: Unit, levels: int, at: Dot | None = None) -> bool:
    """Whether terrain of at least so many levels stands between a place and a machine, or a dot on the way to it."""
    eye = max(other.elevation, machine.elevation + levels - 1)
    more = SOLDIERS.of(battle)["soldier"]
    tree = SOLDIERS.of(battle)["tree"]
    inside = battle.map.is_indoors(other.at, other.elevation)
    first = other.elevation if inside else eye
    to = machine.at if at is None else at
    seen = battle.map.sight(other.at, first + more, to, eye + more, terms(battle), tree)
    return bool(seen.hidden_by) and seen.hidden_by not in ("floor", "dead zone", "low cover")


def stands_tall(machine: Unit) -> bool:
    """A 'Mech on its feet."""
    return machine.kind == MECH and machine.machine is not None and not machine.machine.fallen


@rules.rule("BT-MEC-026", otherwise=False)
def half_hidden(battle: Battle, other: Place, machine: Unit) -> bool:
    """Terrain of two or three levels hides a 'Mech's legs: partial cover, and no fire from them."""
    return stands_tall(machine) and terrain_between(battle, other, machine, 2)


# -- in the way -------------------------------------------------------------------------------------------------------


@hooks.in_the_way.rule("BT-MEC-027", types="mech")
def legs_in_the_way(battle: Battle, start: Place, end: Place) -> Look | None:
    """The legs of a standing 'Mech hide what is behind them; between them one sees, unless one is too high up."""
    high = max(start.elevation, end.elevation)
    for unit in battle.units.values():
        if unit.kind != MECH or not unit.on_map or unit.airborne or unit.id in (start.unit, end.unit):
            continue
        if high >= unit.elevation + 4:
            continue
        feet = legs(battle, unit)
        if not feet:
            continue
        for leg in ("left_leg", "right_leg"):
            if any(on_line(start.at, end.at, dot) for dot in feet[leg]):
                return Look(f"a leg of {unit.id}", "BT-MEC-027")
        if high > unit.elevation + 2 and any(on_line(start.at, end.at, dot) for dot in feet["gap"]):
            return Look(f"{unit.id}, which stands in the way", "BT-MEC-027")
    return None


@hooks.in_the_way.rule("BT-MEC-068", types="vehicle")
def hulls_in_the_way(battle: Battle, start: Place, end: Place) -> Look | None:
    """The black part of a vehicle hides as terrain of one level does, but not its own centre dot."""
    black: float = VEHICLE_TEMPLATE.of(battle)["black"]  # type: ignore[assignment]
    for unit in battle.units.values():
        if unit.kind != VEHICLE or not unit.on_map or unit.id in (start.unit, end.unit):
            continue
        if unit.at in (start.at, end.at) or max(start.elevation, end.elevation) > unit.elevation:
            continue
        if aside((start.at, end.at), unit.at) < black - TOUCH:
            return Look(f"the hull of {unit.id}", "BT-MEC-068")
    return None
