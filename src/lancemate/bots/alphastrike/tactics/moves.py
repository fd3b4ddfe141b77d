"""Which unit moves next, and where to: the best of its places, with the best facing there."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.arcs import firing_arc
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.tactics.judging import MOST_ENEMIES, Outlook, Situation, judge, situation
from lancemate.bots.alphastrike.tactics.objectives import (
    OUT,
    Errand,
    beside,
    errand_of,
    precious,
    pursue,
    stakes,
    stride,
    way_out,
)
from lancemate.bots.alphastrike.tactics.places import IN_A_CROWD, MANY, Places, places
from lancemate.bots.alphastrike.tactics.rides import Rider, boarding, put_down, riders, worth_to
from lancemate.bots.alphastrike.tactics.rushes import rushes
from lancemate.bots.alphastrike.tactics.worth import prize
from lancemate.field.compass import direction, facing_of, halfway

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.fire import FireTable
    from lancemate.bots.alphastrike.tactics.judging import Weights
    from lancemate.bots.alphastrike.tactics.survey import Survey
    from lancemate.field.layout import Floats
    from lancemate.field.shapes import Point

BACK: Final = -0.82  # cosine of the angle off the facing from which on it is the back, with some room
SIDES_OF_A_HEX: Final = tuple(direction(60.0 * side) for side in range(6))
LEGAL: Final = 24  # places asked about for each one that is wanted: others may stand there, or in the way
WARY: Final = 60  # places looked at where ground may be dangerous
REAR_COST: Final = 0.35  # how much more a shot from behind costs, on average


class MoveOption(NamedTuple):
    """A move and what is expected of it."""

    command: orders.Move
    score: float
    dealt: float = 0.0
    taken: float = 0.0
    purpose: float = 0.0  # what of the score is for the scenario's sake

    def merit(self, weights: Weights) -> float:
        """What is good about it whoever shoots at whom."""
        return self.score - self.dealt + weights.taken * self.taken


class Prospects(NamedTuple):
    """Where a unit could go, and what is to be expected there; the same for whom it carries."""

    where: Places
    outlook: Outlook
    aboard: Sequence[Rider] = ()


def next_unit(battle: Battle, waiting: list[Unit], weights: Weights) -> Unit:
    """Whose place matters least moves first: the slow before the fast, the cheap before the dear, and who must not be
    lost for the scenario's sake after all others."""
    last = precious(battle, waiting[0].side) if weights.purpose else {}
    return min(
        waiting, key=lambda unit: (last.get(unit.id, 1.0), stride(battle, unit), prize(battle, unit).worth, unit.id)
    )


def options(
    battle: Battle,
    unit: Unit,
    fires: FireTable,
    weights: Weights,
    count: int = 6,
    many: int = MANY,
    survey: Survey | None = None,
) -> list[MoveOption]:
    """The best moves of a unit, best first, every one of them legal; ``many`` places of each mode are looked at, or
    what a ``survey`` remembers of them."""
    if len(list(battle.on_table(battle.opponent(unit.side)))) > MOST_ENEMIES:
        many = min(many, IN_A_CROWD)
    errand = errand_of(battle, unit) if weights.purpose else None
    around = situation(battle, unit, fires, stakes(battle, unit.side) if weights.purpose else {})
    seen = prospects(battle, unit, around, fires, weights, many=many, survey=survey)
    if seen is None:
        return []
    found = list(_legal(battle, unit, seen, around, count))
    found += charges(battle, unit, seen)
    if errand is not None:
        found += _for_the_errand(battle, unit, errand, around, fires, weights, count)
    if (around.enemies and out_of_it(seen.outlook)) or (errand is not None and errand.hurries):
        running = prospects(battle, unit, around, fires, weights, sprint=True, many=many, survey=survey)
        if running is not None:
            found += _legal(battle, unit, running, around, count)
    if out_of_it(seen.outlook):
        found += lifts(battle, unit, seen, weights)
    return sorted(found, key=lambda option: -option.score)[:count]


def _for_the_errand(
    battle: Battle,
    unit: Unit,
    errand: Errand,
    around: Situation,
    fires: FireTable,
    weights: Weights,
    count: int,
) -> Iterator[MoveOption]:
    """Moves that end exactly where the scenario wants the unit, or take it off the table."""
    leaving = way_out(battle, unit, errand)
    if leaving is not None:
        yield MoveOption(leaving, OUT, purpose=OUT)
    there = beside(battle, unit, errand)
    if there is not None:
        outlook = pursue(battle, unit, there, judge(battle, unit, there, around, fires, weights), errand)
        yield from _legal(battle, unit, Prospects(there, outlook), around, count)


def prospects(
    battle: Battle,
    unit: Unit,
    around: Situation,
    fires: FireTable,
    weights: Weights,
    *,
    sprint: bool = False,
    many: int = MANY,
    survey: Survey | None = None,
) -> Prospects | None:
    """Every place a unit could take, judged for it and for whom it carries."""
    where = (places if survey is None else survey.places)(battle, unit, sprint=sprint, many=many)
    if where is None:
        return None
    outlook = judge(battle, unit, where, around, fires, weights, survey)
    if weights.purpose:
        outlook = pursue(battle, unit, where, outlook, errand_of(battle, unit))
    aboard = riders(battle, unit, where, fires, weights)
    if aboard:
        outlook = outlook._replace(score=outlook.score + worth_to(aboard))
    return Prospects(where, outlook, aboard)


def out_of_it(outlook: Outlook) -> bool:
    """Nothing to shoot at from anywhere: there is no harm in running, unless nobody knows where the enemy lies."""
    return float(outlook.dealt.max(initial=0.0)) <= 1e-9


def charges(battle: Battle, unit: Unit, seen: Prospects) -> Iterator[MoveOption]:
    """Moves that end in an enemy and gain something: nobody is shot at from there, but all else is as at the places
    around."""
    where, outlook = seen.where, seen.outlook
    for rush in rushes(battle, unit):
        if rush.strike > rush.recoil:
            away = battle.table.distances(where.stand.bodies, rush.at)
            row = int(np.argmin(np.round(away * away, 6)))
            score = float(outlook.score[row] - outlook.dealt[row]) + rush.strike - rush.recoil
            yield MoveOption(rush.command, score, rush.strike, float(outlook.taken[row]), float(outlook.purpose[row]))


def lifts(battle: Battle, unit: Unit, seen: Prospects, weights: Weights) -> Iterator[MoveOption]:
    """Getting on a carrier: as good as the best place, and nearer by what the carrier is faster."""
    outlook = seen.outlook
    best = int(np.argmax(np.round(outlook.score, 9)))
    worth = prize(battle, unit).worth
    for command, gained in boarding(battle, unit):
        score = float(outlook.score[best]) + weights.approach * worth * gained / 12.0
        yield MoveOption(command, score, 0.0, float(outlook.taken[best]), float(outlook.purpose[best]))


def _legal(battle: Battle, unit: Unit, seen: Prospects, around: Situation, count: int) -> Iterator[MoveOption]:
    """The best places as moves, as far as the rules allow them; where ground is dangerous, less what it may cost."""
    outlook = seen.outlook
    order = np.argsort(-np.round(outlook.score, 9), kind="stable")
    found: list[MoveOption] = []
    many = max(WARY, LEGAL * count) if battle.hooks[hooks.move_danger] else LEGAL * count
    for row in order[:many].tolist():
        score, dealt, taken, purpose = (
            float(part[row]) for part in (outlook.score, outlook.dealt, outlook.taken, outlook.purpose)
        )
        if len(found) >= count and score <= found[count - 1].score:
            break  # no place after this one is better, however safe
        command = command_at(battle, unit, seen, row, around)
        preview = check_move(battle, command)
        if not preview.legal or (preview.brings_down and battle.setup.scenario is not None):
            continue  # what a scenario is about may be the very building that would fall
        risk = prize(battle, unit).loss(ceil(preview.danger)) if preview.danger else 0.0
        insort(found, MoveOption(command, score - risk, dealt, taken + risk, purpose), key=lambda one: -one.score)
    yield from found[:count]


def command_at(battle: Battle, unit: Unit, seen: Prospects, row: int, around: Situation) -> orders.Move:
    """The move to a place: faced as is best there, and with everyone stepping off who should."""
    where, outlook = seen.where, seen.outlook
    at = (float(where.stand.bodies[row, 0]), float(where.stand.bodies[row, 1]))
    facing = best_facing(battle, unit, at, around, outlook.gains[row], outlook.losses[row])
    if unit.sections:
        facing = None  # it fires from every section, and turns slowly
    return put_down(battle, where.command(row, facing), row, seen.aboard)


def best_facing(
    battle: Battle, unit: Unit, at: Point, around: Situation, gains: Floats, losses: Floats
) -> float | None:
    """The facing that bears on what is worth shooting at and turns no back to what is dangerous."""
    rows = []
    for enemy, gain, loss in zip(around.enemies, gains.tolist(), losses.tolist(), strict=True):
        way = battle.table.heading(at, enemy.at)
        if way is not None:
            rows.append((*way, gain, loss))
    if not rows:
        return None
    arc = firing_arc(battle, unit).width / 2
    within = direction(arc)[1] - 1e-9 if arc < 180.0 else -2.0  # the cosine of the widest angle that bears
    best, chosen = -1e9, (0.0, 1.0)
    ways = [(dx, dy) for dx, dy, _, _ in rows]
    for east, north in SIDES_OF_A_HEX if battle.table.kind == "hex" else _candidates(ways):
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
    return float(round(facing_of(chosen)) % 360)


def _candidates(ways: list[Point]) -> Iterator[Point]:
    """Straight at every enemy, and between every two of the first few."""
    yield from ways
    for number, one in enumerate(ways[:6]):
        for other in ways[number + 1 : 6]:
            way = halfway(one, other)
            if way is not None:
                yield way
