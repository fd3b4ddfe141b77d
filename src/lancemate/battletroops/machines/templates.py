"""The round templates of machines (p. 5): the dots they cover, their arcs, their legs. Geometry and its rulings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules
from lancemate.field import lattice
from lancemate.field.lattice import BEARINGS, TOUCH, Dot, bearing, neighbour, true_distance, turn_between
from lancemate.field.lattice_terrain import aside

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

FRONT, RIGHT_FORWARD, RIGHT_SIDE, REAR, LEFT_SIDE, LEFT_FORWARD = (
    *("front", "right_forward", "right_side"),
    *("rear", "left_side", "left_forward"),
)
LEFT, RIGHT = "left", "right"

# A 'Mech's six arcs, by the turn from its facing to their middle line, and how wide each is.
MECH_TEMPLATE = rules.table(
    "BT-CMP-014",
    {
        "arcs": {FRONT: 0, RIGHT_FORWARD: 60, RIGHT_SIDE: 120, REAR: 180, LEFT_SIDE: 240, LEFT_FORWARD: 300},
        "width": 60,
        "radius": 2.0,
        "covers": 1.8,  # the dots: its centre, the six around it, and the six between those further out
        "left_leg": (-1, -2),  # turns of 60 degrees from its facing to the dots of a leg
        "right_leg": (1, 2),
        "gap": (0, 3),
    },
)
# The arcs of a hull: their middle lines and widths.
VEHICLE_TEMPLATE = rules.table(
    "BT-CMP-013",
    {
        "arcs": {FRONT: (0, 120), RIGHT: (90, 60), REAR: (180, 120), LEFT: (270, 60)},
        "radius": 1.0,
        "black": 0.5,
    },
)
FALLEN_TEMPLATE = rules.table("BT-CMP-015", {"length": 5, "half_width": 1.0})

# Where a blow comes from, as BattleTech counts it: three arcs are the front of a 'Mech.
SIDES: Final = {
    FRONT: FRONT,
    RIGHT_FORWARD: FRONT,
    LEFT_FORWARD: FRONT,
    RIGHT_SIDE: RIGHT,
    LEFT_SIDE: LEFT,
    REAR: REAR,
}


def turned(direction: int, turns: int) -> int:
    """A direction so many steps of 60 degrees further to the right."""
    return (direction - 1 + turns) % 6 + 1


@rules.formula("BT-MEC-005", otherwise=True)
def fits_the_lattice(facing: float) -> bool:
    """A template faces one of the six directions of the dots."""
    return facing in BEARINGS.values()


def direction_of(facing: float) -> int:
    """The direction that a facing means; north-east where it says nothing."""
    return next((number for number, value in BEARINGS.items() if value == facing), 3)


# -- what a template covers -------------------------------------------------------------------------------------------


@cache
def disc(at: Dot, radius: float) -> tuple[Dot, ...]:
    """The dots within a circle, the middle first."""
    found = [dot for dot in _near(at, int(radius) + 1) if true_distance(at, dot) <= radius + TOUCH]
    return tuple(sorted(found, key=lambda dot: (round(true_distance(at, dot), 9), dot)))


def _near(at: Dot, far: int) -> Iterator[Dot]:
    for row in range(int(at[1]) - far, int(at[1]) + far + 1):
        shift = 0.5 * ((row - int(at[1])) % 2)
        for column in range(-far - 1, far + 2):
            yield at[0] + column + shift, float(row)


@cache
def capsule(at: Dot, direction: int, length: int, half_width: float) -> tuple[Dot, ...]:
    """The dots of a Fallen template: those within its half width of the line from its feet to its head."""
    end = neighbour(at, direction, length - 1)
    found = [dot for dot in _near(at, length + 1) if aside((at, end), dot) <= half_width + TOUCH]
    return tuple(sorted(found, key=lambda dot: (lattice.distance(at, dot), dot)))


def covered(battle: Battle, unit: Unit) -> tuple[Dot, ...]:
    """The dots under a machine, its centre first."""
    machine = unit.machine
    assert machine is not None
    if machine.fallen:
        return fallen_dots(battle, unit.at, machine.fallen)
    if unit.kind == MECH:
        return disc(unit.at, float(MECH_TEMPLATE.of(battle)["covers"]))  # type: ignore[arg-type]
    return disc(unit.at, radius_of(battle, unit))


def fallen_dots(battle: Battle, at: Dot, direction: int) -> tuple[Dot, ...]:
    table = FALLEN_TEMPLATE.of(battle)
    return capsule(at, direction, int(table["length"]), table["half_width"])


def radius_of(battle: Battle, unit: Unit) -> float:
    table = MECH_TEMPLATE.of(battle) if unit.kind == MECH else VEHICLE_TEMPLATE.of(battle)
    return float(table["radius"])  # type: ignore[arg-type]


def touch(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether two templates touch: their discs do."""
    return true_distance(one.at, other.at) <= radius_of(battle, one) + radius_of(battle, other) + TOUCH


def overlap(battle: Battle, one: Unit, other: Unit) -> bool:
    return true_distance(one.at, other.at) < radius_of(battle, one) + radius_of(battle, other) - TOUCH


def machines_at(battle: Battle, at: Dot, elevation: int) -> Iterator[Unit]:
    """The machines whose templates lie over a dot."""
    for unit in battle.units.values():
        if unit.machine is not None and unit.on_map and unit.elevation == elevation and at in covered(battle, unit):
            yield unit


# -- legs -------------------------------------------------------------------------------------------------------------


def legs(battle: Battle, unit: Unit) -> dict[str, tuple[Dot, ...]]:
    """The dots of a standing 'Mech's feet, and of the gap between them."""
    machine, table = unit.machine, MECH_TEMPLATE.of(battle)
    if machine is None or unit.kind != MECH or machine.fallen:
        return {}

    def dots(key: str) -> tuple[Dot, ...]:
        turns: tuple[int, ...] = table[key]  # type: ignore[assignment]
        return tuple(neighbour(unit.at, turned(machine.facing, turn)) for turn in turns)

    return {"left_leg": dots("left_leg"), "right_leg": dots("right_leg"), "gap": (unit.at, *dots("gap"))}


# -- arcs -------------------------------------------------------------------------------------------------------------


def off_facing(unit: Unit, point: Dot) -> float:
    """The turn from a machine's facing to a point, clockwise, 0 to 360."""
    assert unit.machine is not None
    return (bearing(unit.at, point) - BEARINGS[unit.machine.facing]) % 360.0


def arcs_of(battle: Battle, unit: Unit) -> dict[str, tuple[float, float]]:
    """The middle line and the width of each of its arcs."""
    if unit.kind == VEHICLE:
        hull: dict[str, tuple[float, float]] = VEHICLE_TEMPLATE.of(battle)["arcs"]  # type: ignore[assignment]
        return hull
    table = MECH_TEMPLATE.of(battle)
    middles: dict[str, float] = table["arcs"]  # type: ignore[assignment]
    return {name: (middle, float(table["width"])) for name, middle in middles.items()}  # type: ignore[arg-type]


def lies_in(battle: Battle, unit: Unit, arc: str, point: Dot) -> bool:
    """Whether a point lies in one of a machine's arcs; the edge belongs to it."""
    middle, width = arcs_of(battle, unit)[arc]
    return point != unit.at and turn_between(off_facing(unit, point), middle) <= width / 2.0 + TOUCH


def arc_towards(battle: Battle, unit: Unit, point: Dot) -> str:
    """The arc that a point lies in; on an edge the first of them."""
    return next((name for name in arcs_of(battle, unit) if lies_in(battle, unit, name, point)), FRONT)


def side_towards(battle: Battle, unit: Unit, point: Dot) -> str:
    """The side of a machine that a blow from a point strikes."""
    arc = arc_towards(battle, unit, point)
    return arc if unit.kind == VEHICLE else SIDES[arc]
