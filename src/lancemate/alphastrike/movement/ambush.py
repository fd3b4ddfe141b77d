"""Enemies that lie hidden (pp. 134, 168) and those who run into them: found out by that, never by a refusal before it.

Whoever moves onto a hidden enemy is stopped in front of it; whoever is put down on one is put beside it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.arrival import move_over
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement
from lancemate.alphastrike.movement.planner import work_out
from lancemate.alphastrike.movement.stacking import all_in_the_way
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
    """A hidden enemy in the way, and how many inches of the path lie before it."""

    enemy: Unit
    along: float


def meet(battle: Battle, unit: Unit, enemy: Unit) -> None:
    """A hidden enemy is hidden no longer from whoever met it; who stands in its place is put down beside it."""
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
    """The move as far as it gets before it runs into a hidden enemy, and that enemy."""
    bump: Bump | None = None
    if m.travels and m.exit_edge is None and m.boarding is None:
        for other in m.battle.state.units.values():
            if other.notes and other.on_table and other.hidden_from(m.unit.side):
                met = _bump(m, other)
                if met is not None and (bump is None or met.along < bump.along):
                    bump = met
    if bump is None:
        return m, None
    kept = replace(m.command, charge=None, dfa=None, board=None, unload=(), hull_down=None)
    table = m.battle.table
    path = tuple(table.snap(point) for point in _cut(table, m.points, bump.along)[1:])
    for command in (
        replace(kept, path=path),
        replace(kept, path=path, mode="ground"),
        orders.Move(m.unit.id, mode="standstill", facing=kept.facing),
    ):
        shorter = Movement(m.battle, command)
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
    for along in entries if m.way not in ("jump", "fly") else ():
        if abs(level_at(m, along) - enemy.elevation) <= LEVEL:
            return Bump(enemy, along)
    return Bump(enemy, entries[-1]) if entries and table.closer(m.end, enemy.at, reach - SLACK) else None


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
