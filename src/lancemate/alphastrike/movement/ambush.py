"""Enemies that lie hidden (pp. 134, 168) and those who run into them: found out by that, never by a refusal before it.

Whoever moves onto a hidden enemy is stopped in front of it, unless it may slip through; whoever is put down on one is
put beside it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.arrival import move_over
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement
from lancemate.alphastrike.movement.planner import work_out
from lancemate.alphastrike.movement.stacking import all_in_the_way, slips_through
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space


@hooks.knowledge.rule("AS-SCN-071")
def hidden_units_are_unknown(battle: Battle, side: str | None, unit: Unit) -> Degree | None:
    """Nobody but its own side knows of a hidden unit."""
    return Degree.NOTHING if hidden.of(unit) else None


@hooks.lost_with.rule("AS-SCN-071")
def lost_unseen(battle: Battle, carrier: Unit, passenger: Unit) -> None:
    """Of what goes down with a hidden unit nobody else hears either."""
    if hidden.of(carrier) and not hidden.of(passenger):
        hidden.note(battle, passenger, True, "AS-SCN-071")


class Bump(NamedTuple):
    """A hidden enemy in the way, how many inches of the path lie before it, and whether the path ends there."""

    enemy: Unit
    along: float
    ends: bool


def meet(battle: Battle, unit: Unit, enemy: Unit) -> None:
    """A hidden enemy is hidden no longer from whoever met it; who stands in its place is put down beside it."""
    if hidden.of(enemy):
        uncover(battle, enemy)
    if enemy in all_in_the_way(battle, unit, unit.at):
        move_over(battle, unit)


def uncover(battle: Battle, unit: Unit, by: str = "AS-OPT-474") -> None:
    """It lies hidden no longer: hook ``came_out``."""
    hidden.note(battle, unit, False, by)
    for hook in battle.hooks[hooks.came_out]:
        hook(battle, unit, by)


@rules.rule("AS-SCN-071", "AS-OPT-474", otherwise=lambda m: (m, None))
def stopped_short(m: Movement) -> tuple[Movement, Unit | None]:
    """The move as far as it gets before it runs into a hidden enemy that bars its way, and that enemy."""
    if not m.travels or m.exit_edge is not None or m.boarding is not None:
        return m, None
    for bump in _bumps(m):
        past = _slips_past(m, bump)
        if past is None:
            return _cut_short(m, bump)
        m = past
    return m, None


def _bumps(m: Movement) -> list[Bump]:
    """The hidden enemies in its way, nearest first."""
    units = m.battle.state.units.values()
    hiding = [other for other in units if other.notes and other.on_table and other.hidden_from(m.unit.side)]
    found = [bump for bump in (_bump(m, other) for other in hiding) if bump is not None]
    return sorted(found, key=lambda bump: bump.along)


def _slips_past(m: Movement, bump: Bump) -> Movement | None:
    """The same move through the hidden enemy, if enemies do not bar its way, it does not end there, and it can pay."""
    if bump.ends or not slips_through(m.battle, m.unit):
        return None
    past = Movement(m.battle, m.command)
    past.through_hidden = (*m.through_hidden, bump.enemy.id)
    try:
        work_out(past)
    except Refused:
        return None
    past.fees = m.fees  # a pause before it is told without what it will cost: nobody knows of it yet
    return past


def met_on_the_way(m: Movement, ambusher: Unit | None) -> None:
    """Whom a move has led through lies hidden no longer, nor does who stopped it."""
    for name in m.through_hidden:
        if hidden.of(m.battle.units[name]):
            uncover(m.battle, m.battle.units[name])
    if ambusher is not None:
        meet(m.battle, m.unit, ambusher)


def _cut_short(m: Movement, bump: Bump) -> tuple[Movement, Unit | None]:
    kept = replace(m.command, charge=None, dfa=None, board=None, unload=(), hull_down=None)
    table = m.battle.table
    path = tuple(table.snap(point) for point in _cut(table, m.points, bump.along)[1:])
    for command in (
        replace(kept, path=path),
        replace(kept, path=path, mode="ground"),
        orders.Move(m.unit.id, mode="standstill", facing=kept.facing),
    ):
        shorter = Movement(m.battle, command)
        shorter.through_hidden = m.through_hidden
        try:
            work_out(shorter)
        except Refused:
            continue
        return shorter, bump.enemy
    return m, bump.enemy


def _bump(m: Movement, enemy: Unit) -> Bump | None:
    """Where a move runs into an enemy: on the ground anywhere on the way, in the air where it ends."""
    reach = m.unit.radius + enemy.radius
    table = m.battle.table
    entries = table.entries(m.points, enemy.at, reach, SLACK)
    ends = bool(entries) and table.closer(m.end, enemy.at, reach - SLACK)
    for along in entries if m.way not in ("jump", "fly") else ():
        if abs(level_at(m, along) - enemy.elevation) <= LEVEL:
            return Bump(enemy, along, ends)
    return Bump(enemy, entries[-1], ends) if ends else None


def level_at(m: Movement, along: float) -> float:
    """The level of a move so many inches on its way."""
    for stretch in m.stretches:
        if along <= stretch.length + LEVEL:
            return stretch.level
        along -= stretch.length
    return m.end_level


def _cut(table: Space, points: tuple[Point, ...], along: float) -> tuple[Point, ...]:
    """The first inches of a path."""
    kept: list[Point] = [points[0]]
    left = along
    for leg in pairwise(points):
        length = table.length(leg)
        if length >= left:
            kept.append(table.part_way(*leg, left))
            break
        kept.append(leg[1])
        left -= length
    return tuple(kept)


@rules.rule("AS-SCN-071", "AS-OPT-474", otherwise=None)
def make_room(battle: Battle, unit: Unit) -> None:
    """Somebody has been put down on a hidden enemy: that one is found, and the newcomer put down beside it."""
    there = all_in_the_way(battle, unit, unit.at) if unit.on_table else []
    for other in there:
        if other.hidden_from(unit.side):
            meet(battle, unit, other)
