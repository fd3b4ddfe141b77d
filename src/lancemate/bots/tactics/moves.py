"""Which unit moves next, and where to: the best of its places, with the best facing there."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.arcs import firing_arc
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.stats import current_move
from lancemate.bots.tactics.judging import Outlook, Situation, judge, situation
from lancemate.bots.tactics.places import MANY, Places, places
from lancemate.bots.tactics.worth import prize
from lancemate.field.compass import bearing, direction

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.bots.tactics.fire import FireTable
    from lancemate.bots.tactics.judging import Weights
    from lancemate.field.layout import Floats
    from lancemate.field.shapes import Point

BACK: Final = -0.82  # cosine of the angle off the facing from which on it is the back, with some room
REAR_COST: Final = 0.35  # how much more a shot from behind costs, on average


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


def options(
    battle: Battle, unit: Unit, fires: FireTable, weights: Weights, count: int = 6, many: int = MANY
) -> list[Option]:
    """The best moves of a unit, best first, every one of them legal; ``many`` places of each mode are looked at."""
    around = situation(battle, unit, fires)
    where = places(battle, unit, many=many)
    if where is None:
        return []
    outlook = judge(battle, unit, where, around, fires, weights)
    found = list(_legal(battle, unit, where, outlook, around, count))
    if _out_of_it(outlook):
        running = places(battle, unit, sprint=True, many=many)
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
    rows = []
    for enemy, gain, loss in zip(around.enemies, gains.tolist(), losses.tolist(), strict=True):
        dx, dy = enemy.x - at[0], enemy.y - at[1]
        far = sqrt(dx * dx + dy * dy)
        if far > 0.0:
            rows.append((dx / far, dy / far, gain, loss))
    if not rows:
        return None
    arc = firing_arc(battle, unit).width / 2
    within = direction(arc)[1] - 1e-9 if arc < 180.0 else -2.0  # the cosine of the widest angle that bears
    best, chosen = -1e9, (0.0, 1.0)
    for east, north in _candidates([(dx, dy) for dx, dy, _, _ in rows]):
        value, ahead = 0.0, 0.0
        for dx, dy, gain, loss in rows:
            cosine = dx * east + dy * north
            if cosine >= within:
                ahead = max(ahead, gain)
                value += 0.1 * gain
            if cosine < BACK:
                value -= REAR_COST * loss
            value += 1e-6 * cosine
        value += ahead
        if value > best + 1e-9:
            best, chosen = value, (east, north)
    return float(round(bearing((0.0, 0.0), chosen)) % 360)


def _candidates(ways: list[Point]) -> Iterator[Point]:
    """Straight at every enemy, and between every two of the first few."""
    yield from ways
    for number, (ax, ay) in enumerate(ways[:6]):
        for bx, by in ways[number + 1 : 6]:
            dx, dy = ax + bx, ay + by
            length = sqrt(dx * dx + dy * dy)
            if length > 1e-6:
                yield dx / length, dy / length
