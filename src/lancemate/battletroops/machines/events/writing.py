"""How events write into what is known of a machine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lancemate.battletroops.play.machine import Machine
from lancemate.battletroops.play.state import State
from lancemate.field.lattice import STEPS, Dot, bearing, beyond, nearest_dot, neighbour, true_distance
from lancemate.kernel.naming import UnitId


def machine_of(state: State, unit: UnitId) -> Machine:
    found = state.units[unit].machine
    assert found is not None
    return found


def change(state: State, unit: UnitId, **fields: Any) -> None:
    """Write other values into what is known of a machine."""
    state.units[unit].machine = replace(machine_of(state, unit), **fields)


def handled(state: State, unit: UnitId, what: str) -> tuple[str, ...]:
    return (*machine_of(state, unit).handled, what)


def spend(state: State, unit: UnitId, cost: int) -> None:
    if state.acting == unit:
        state.mp_left -= cost
        state.mp_moved += cost


def carry(state: State, carried: tuple[UnitId, ...], before: Dot, after: Dot, level: int, turn: float = 0.0) -> None:
    """Whoever is carried goes where his dot of the template goes; one whom that takes off the map climbs across."""
    for name in carried:
        rider = state.units[name]
        rider.elevation = level
        if rider.aboard is None:
            far, way = true_distance(before, rider.at), bearing(before, rider.at)
            rider.x, rider.y = nearest_dot(beyond(after, way + turn, far)) if far else after
        else:
            rider.x, rider.y = after
    for name in carried:
        if not state.map.inside(state.units[name].at):
            _climb_across(state, name, carried, after)


def _climb_across(state: State, name: UnitId, carried: tuple[UnitId, ...], centre: Dot) -> None:
    """To the nearest dot of the machine that is on the map and where nobody else rides."""
    rider = state.units[name]
    taken = {state.units[other].at for other in carried if other != name and state.units[other].aboard is None}
    around = (centre, *(neighbour(centre, way) for way in STEPS))
    free = [dot for dot in around if state.map.inside(dot) and dot not in taken] or [centre]
    rider.x, rider.y = min(free, key=lambda dot: (round(true_distance(rider.at, dot), 6), dot))
