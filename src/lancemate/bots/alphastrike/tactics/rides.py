"""Transports: who gets on to be there sooner, where a carrier takes its passengers, and where they step off.

A passenger that steps off may attack at once, so a place is worth more to a carrier from which its passengers do
something. Must not know how a place is judged, only that it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.passengers import Boarding, passengers
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.transport import BOARDING, find_room
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.stats import current_move
from lancemate.bots.alphastrike.tactics.judging import judge, situation
from lancemate.bots.alphastrike.tactics.places import Places
from lancemate.bots.alphastrike.tactics.worth import prize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.fire import FireTable
    from lancemate.bots.alphastrike.tactics.judging import Weights
    from lancemate.field.layout import Floats
    from lancemate.field.shapes import Point

WAYS: Final = tuple(30.0 * number for number in range(12))  # around a carrier
HURRY: Final = 0.1  # of a passenger's worth, for every 12 inches it has still to be carried
CLOSE: Final = 6.0  # inches from an enemy at which passengers are where they are needed
SNUG: Final = 1e-4  # inches between bases that still touch


class Rider(NamedTuple):
    """A passenger, and how good it is to it to step off, or to stay aboard, at each of its carrier's places."""

    unit: Unit
    off: Floats  # where it would do nothing, it stays
    aboard: Floats

    def steps_off(self, row: int) -> bool:
        return bool(self.off[row] > self.aboard[row])


def riders(battle: Battle, carrier: Unit, where: Places, fires: FireTable, weights: Weights) -> list[Rider]:
    """What a carrier's places mean to everyone aboard."""
    found = []
    for unit in passengers(battle, carrier):
        if any(hook(battle, unit) for hook in battle.hooks[hooks.lost_outside]):
            continue
        there = Places(unit.id, where.stand, ("dismounted",) * len(where), where.source, where.cost)
        outlook = judge(battle, unit, there, situation(battle, unit, fires), fires, weights)
        aboard = _still_to_go(battle, unit, where)
        found.append(Rider(unit, np.where(outlook.dealt > 1e-9, outlook.score, aboard), aboard))
    return found


def _still_to_go(battle: Battle, unit: Unit, where: Places) -> Floats:
    """What it costs a passenger that it is not where it is needed yet."""
    enemies = [enemy.at for enemy in battle.on_table(battle.opponent(unit.side))]
    if not enemies:
        return np.zeros(len(where))
    near = np.min([battle.table.distances(where.stand.bodies, at) for at in enemies], axis=0)
    cost: Floats = -HURRY * prize(battle, unit).worth * np.maximum(0.0, near - CLOSE) / 12.0
    return cost


def worth_to(aboard: Sequence[Rider]) -> Floats | float:
    """What a carrier's places are worth to its passengers."""
    return sum((np.maximum(one.off, one.aboard) for one in aboard), np.float64(0.0))


def put_down(battle: Battle, command: orders.Move, row: int, aboard: Sequence[Rider]) -> orders.Move:
    """The same move with everybody stepping off who does better outside, as far as there is room."""
    for rider in aboard:
        if rider.steps_off(row):
            command = next(_ways_off(battle, command, rider.unit), command)
    return command


def _ways_off(battle: Battle, command: orders.Move, rider: Unit) -> Iterator[orders.Move]:
    """Ways to step off at the end of a move, toward the enemy first; an air vehicle may have to land for it."""
    carrier = battle.units[command.unit]
    end = command.path[-1] if command.path else carrier.at
    enemies = [one for one in battle.on_table() if one.side != rider.side]
    far = battle.table.side_by_side(carrier.radius, rider.radius) + SNUG
    table = battle.table
    points = [table.snap(table.beyond(end, way, far)) for way in WAYS]
    points.sort(key=lambda at: min((table.distance(at, one.at) for one in enemies), default=0.0))
    for elevation in (command.elevation, 0.0) if carrier.airborne else (command.elevation,):
        for at in points:
            near = min(enemies, key=lambda one: table.distance(at, one.at), default=None)
            facing = None
            if near is not None and near.at != at:
                facing = table.snap_facing(float(round(table.bearing(at, near.at)) % 360))
            unload = orders.Unload(rider.id, at, facing)
            whole = replace(command, elevation=elevation, unload=(*command.unload, unload))
            if check_move(battle, whole).legal:
                yield whole


def boarding(battle: Battle, unit: Unit) -> Iterator[tuple[orders.Move, float]]:
    """Moves with which a unit gets on a faster carrier that has yet to move, and the inches it gains by it."""
    own = max(current_move(battle, unit, "ground"), current_move(battle, unit, "jump"))
    for carrier in battle.on_table(unit.side):
        if carrier is unit or carrier.moved != "none" or carrier.doomed is not None:
            continue
        gained = current_move(battle, carrier, "ground") - own
        far = own + battle.table.side_by_side(unit.radius, carrier.radius) - BOARDING
        if gained <= 0.0 or battle.table.distance(unit.at, carrier.at) > far:
            continue
        if not isinstance(find_room(battle, unit, carrier), Boarding):
            continue
        command = orders.Move(unit.id, _way_to(battle, unit, carrier), "ground", board=carrier.id)
        if check_move(battle, command).legal:
            yield command, gained


def _way_to(battle: Battle, unit: Unit, carrier: Unit) -> tuple[Point, ...]:
    """Straight to where the bases touch."""
    table = battle.table
    gap = table.distance(unit.at, carrier.at)
    reach = table.side_by_side(unit.radius, carrier.radius) + SNUG
    if gap <= reach + SNUG:
        return ()
    return table.ways((unit.at, table.snap(table.part_way(unit.at, carrier.at, gap - reach))))[1:]
