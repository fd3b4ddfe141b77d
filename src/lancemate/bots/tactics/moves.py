"""Which unit moves next, and where to: the best of its places, with the best facing there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.arcs import firing_arc
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.stats import current_move
from lancemate.bots.tactics.judging import Outlook, Situation, judge, situation
from lancemate.bots.tactics.places import Places, places
from lancemate.bots.tactics.worth import prize
from lancemate.field.compass import bearing, relative_bearing

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.bots.tactics.fire import FireTable
    from lancemate.bots.tactics.judging import Weights
    from lancemate.field.layout import Floats
    from lancemate.field.shapes import Point

REAR_FROM: Final = 150.0  # degrees off the facing
REAR_COST: Final = 0.35  # how much more a shot from behind costs, on average
FAR: Final = 0.25  # of a unit's worth is at stake within reach, or it had better run


class Option(NamedTuple):
    """A move and what is expected of it."""

    command: orders.Move
    score: float
    dealt: float = 0.0
    taken: float = 0.0


def next_unit(battle: Battle, waiting: list[Unit]) -> Unit:
    """Whose place matters least moves first: the slow before the fast, the cheap before the dear."""
    return min(waiting, key=lambda unit: (_span(battle, unit), prize(battle, unit).worth, unit.id))


def _span(battle: Battle, unit: Unit) -> float:
    return max(current_move(battle, unit, "ground"), current_move(battle, unit, "jump"))


def options(battle: Battle, unit: Unit, fires: FireTable, weights: Weights, count: int = 6) -> list[Option]:
    """The best moves of a unit, best first, every one of them legal."""
    around = situation(battle, unit, fires)
    where = places(battle, unit)
    if where is None:
        return []
    outlook = judge(battle, unit, where, around, fires, weights)
    found = list(_legal(battle, unit, where, outlook, around, count))
    if _out_of_it(outlook):
        running = places(battle, unit, sprint=True)
        if running is not None:
            ahead = judge(battle, unit, running, around, fires, weights)
            found += _legal(battle, unit, running, ahead, around, count)
    return sorted(found, key=lambda option: -option.score)[:count]


def _out_of_it(outlook: Outlook) -> bool:
    """Nothing to shoot at from anywhere: there is no harm in running."""
    return float(outlook.dealt.max(initial=0.0)) <= 1e-9


def _legal(
    battle: Battle, unit: Unit, where: Places, outlook: Outlook, around: Situation, count: int
) -> Iterator[Option]:
    """The best places as moves, as far as the rules allow them."""
    order = np.argsort(-np.round(outlook.score, 9), kind="stable")
    found = 0
    for row in order[: 4 * count].tolist():
        at = (float(where.stand.bodies[row, 0]), float(where.stand.bodies[row, 1]))
        facing = best_facing(battle, unit, at, around, outlook.gains[row], outlook.losses[row])
        command = where.command(row, facing)
        if not check_move(battle, command).legal:
            continue
        yield Option(command, float(outlook.score[row]), float(outlook.dealt[row]), float(outlook.taken[row]))
        found += 1
        if found == count:
            return


def best_facing(
    battle: Battle, unit: Unit, at: Point, around: Situation, gains: Floats, losses: Floats
) -> float | None:
    """The facing that bears on what is worth shooting at and turns no back to what is dangerous."""
    enemies = [enemy for enemy in around.enemies if enemy.at != at]
    if not enemies:
        return None
    arc = firing_arc(battle, unit).width / 2
    toward = {enemy.id: bearing(at, enemy.at) for enemy in enemies}
    wanted = _candidates(list(toward.values()))
    best, chosen = -1e9, 0.0
    for facing in wanted:
        value, ahead = 0.0, 0.0
        for column, enemy in enumerate(around.enemies):
            if enemy.at == at:
                continue
            off = abs(relative_bearing(facing, at, enemy.at))
            gain, loss = float(gains[column]), float(losses[column])
            if off <= arc:
                ahead = max(ahead, gain)
                value += 0.1 * gain
            if off > REAR_FROM - 5.0:
                value -= REAR_COST * loss
            value -= 1e-6 * off
        value += ahead
        if value > best + 1e-9:
            best, chosen = value, facing
    return chosen


def _candidates(bearings: list[float]) -> list[float]:
    """Straight at every enemy, and between every two."""
    found: dict[float, None] = {}
    for number, one in enumerate(bearings):
        found[float(round(one) % 360)] = None
        for other in bearings[number + 1 :]:
            turn = (other - one + 540.0) % 360.0 - 180.0
            found[float(round(one + turn / 2) % 360)] = None
    return list(found)[:40]
