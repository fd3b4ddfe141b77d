"""Carrying out a move: everything is worked out first, then told in the order it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.activation import check_mover, move_made, stayed
from lancemate.alphastrike.movement.air import crash
from lancemate.alphastrike.movement.allowance import to_spend
from lancemate.alphastrike.movement.ambush import met_on_the_way, stopped_short
from lancemate.alphastrike.movement.arrival import has_no_room, move_over
from lancemate.alphastrike.movement.context import LEVEL, Movement
from lancemate.alphastrike.movement.entering import CHANGED, WALKED, Entered, came, entered_by, way_made, whereabouts
from lancemate.alphastrike.movement.entry import leave_the_table
from lancemate.alphastrike.movement.hull_down import position_cost, tries
from lancemate.alphastrike.movement.modes import own_way, wants_to_move
from lancemate.alphastrike.movement.on_the_way import (
    Bookmark,
    Leg,
    Trial,
    can_go_on,
    cut_short,
    is_held,
    legs_left,
    legs_of,
    reach_left,
    rest_of,
    trials,
)
from lancemate.alphastrike.movement.planner import check_move, comes_down, turned, work_out
from lancemate.alphastrike.movement.stacking import beside
from lancemate.alphastrike.movement.stepping_off import step_off, unload
from lancemate.alphastrike.movement.transport import board
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Declared, LeftHullDown, Moved
from lancemate.alphastrike.play.events.ground import bogged, mired
from lancemate.alphastrike.play.state import ABOARD, GONE, TABLE, Unit, copy_unit
from lancemate.alphastrike.ruleset import rules
from lancemate.field.measure import rounded
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.events import HullDownTried

MOVE_ON: Final = "move_on"
CHANGED_MOVES: Final = "changed_moves"


@rules.verb(orders.Move)
def do_move(battle: Battle, command: orders.Move) -> None:
    mode = hooks.movement_modes.get(command.mode)
    own = mode.own if mode is not None else None
    if own is not None and own.before is not None:
        own.before(battle, command)
    check_mover(battle, battle.unit(command.unit))
    if command.convert is not None or (battle.hooks[hooks.comes_down_first] and comes_down(battle, command)):
        unit = battle.units[command.unit]
        before, flew = whereabouts(unit), unit.airborne
        command = convert(battle, command)
        if battle.hooks[hooks.entered] and (unit.airborne != flew or whereabouts(unit) != before):
            battle.then(CHANGED_MOVES, command=command)
            came(battle, unit, CHANGED, before)
            return
    if own is None and battle.state.units[command.unit].place != GONE:
        walk(battle, command)  # by far the most
    else:
        set_out(battle, command)


@rules.task(CHANGED_MOVES)
def changed_moves(battle: Battle, command: orders.Move) -> None:
    """A unit that has come down in another form makes the rest of its move, if what it has met lets it."""
    unit = battle.units[command.unit]
    stuck = bogged.of(unit) and mired.of(unit) == battle.state.turn
    if unit.place == GONE or (can_go_on(battle, unit) and not stuck and check_move(battle, command).legal):
        set_out(battle, command)
    else:
        move_made(battle, unit)
        stayed(battle, unit)


def set_out(battle: Battle, command: orders.Move) -> None:
    """Carry out an order that nothing forbids, in its own way or point by point."""
    own = own_way(command.mode)
    if battle.state.units[command.unit].place == GONE:
        move_made(battle, battle.unit(command.unit))
    elif own is None:
        walk(battle, command)
    elif not own.carry_out(battle, command):
        move_made(battle, battle.unit(command.unit))


def convert(battle: Battle, command: orders.Move) -> orders.Move:
    """A unit takes another form, unless it could not make the rest of its move in that."""
    refusal = check_move(battle, command).refusal
    if refusal is not None:
        raise Refused(refusal)
    return turned(battle, command)


def walk(battle: Battle, order: orders.Move) -> None:
    """Make a move that is worked out point by point: on foot, by jets, over or under water."""
    m = Movement(battle, order)
    work_out(m)
    if battle.hooks[hooks.held] and is_held(m):
        return
    command, ambusher, pauses = m.command, None, bool(battle.hooks[hooks.on_the_way])  # nothing else makes it pause
    start = copy_unit(m.unit) if pauses else m.unit
    for unit in beside(m) if m.travels else ():
        if unit.notes:  # whoever hides has that noted
            m, ambusher = stopped_short(m)
            break
    if pauses:
        make(m, ambusher, command, start, legs_of(m))
    else:
        carry_out(m)
        end(m, ambusher)


def make(
    m: Movement,
    ambusher: Unit | None,
    command: orders.Move,
    start: Unit,
    legs: Iterator[Leg],
    mark: Bookmark | None = None,
) -> None:
    """Make a move as far as it gets, or go on with one that had paused."""
    battle = m.battle
    leg = travel(m, legs, mark)
    trouble, bookmark = leg.trouble, leg.bookmark
    if trouble is None or bookmark is None:
        end(leg.move, ambusher if trouble is None else None, cut=leg.move is not m)
    elif trouble.question is not None:
        battle.ask(trouble.question, MOVE_ON, command=command, start=start, since=bookmark, roll=trouble.roll)
    else:
        battle.then(MOVE_ON, command=command, start=start, since=bookmark)
        trouble.then(leg.move)


def end(m: Movement, ambusher: Unit | None, *, cut: bool = False) -> None:
    """A unit has gone as far as it gets, perhaps ``cut`` short; tell what follows from that.

    Passengers step off, an air vehicle comes down, and rules hear of the move and of where it has led.
    """
    # What a move brings about may need steps of its own: they are taken before anybody else moves.
    battle, unit = m.battle, m.unit
    move_made(battle, unit)
    if ambusher is not None or m.through_hidden:
        met_on_the_way(m, ambusher)
    if cut and has_no_room(battle, unit):
        move_over(battle, unit)  # it was stopped on its way past a friend, or over the edge
    if m.unloading:
        unload(m)
    if m.crash is not None:
        crash(battle, unit, m.crash)
    for hook in battle.hooks[hooks.moved]:
        hook(m)
    answers = battle.hooks[hooks.entered]
    if answers:
        walked = m.way == "walk" and m.crash is None and m.disembarks is None
        here = Entered(unit, WALKED, None, m) if walked else entered_by(m)
        for answer in answers:
            if unit.place != TABLE:
                return
            answer(battle, here)


@rules.task(MOVE_ON)
def move_on(
    battle: Battle,
    command: orders.Move | None,
    start: Unit,
    since: Bookmark,
    roll: tuple[int, ...] = (),
    choice: str = "",
) -> None:
    """Go on with a move that had paused, if the unit still can; if its way is barred, or unknown, it ends there."""
    unit = battle.units[start.id]
    again = worked_out_again(battle, command, start) if command is not None else None
    if command is not None and again is not None and can_go_on(battle, unit):
        m, ambusher, known, had = again
        most = reach_left(m, since.gone, had)
        if most is not None:
            since = since._replace(most=most if since.most is None else min(most, since.most))
        make(m, ambusher, command, start, legs_left(m, known, since, roll, choice), since)
        return
    move_made(battle, unit)
    if has_no_room(battle, unit):
        move_over(battle, unit)  # its way ends among friends
    stayed(battle, unit)
    if again is not None and since.gone > 0.0:
        came(battle, unit, way_made(again[0]), None, cut_short(again[0], since.gone))


def worked_out_again(
    battle: Battle, command: orders.Move, start: Unit
) -> tuple[Movement, Unit | None, list[Trial], float] | None:
    """A move as it was planned, with its trials, by the unit as it was then, and what it had to spend."""
    unit = battle.units[command.unit]
    now = copy_unit(unit)
    _become(unit, start)
    try:
        m = Movement(battle, command)
        work_out(m)
        m, ambusher = stopped_short(m)
        return m, ambusher, trials(m), to_spend(battle, unit, m.way, m.mode)
    except Refused:
        return None
    finally:
        _become(unit, now)


def _become(unit: Unit, other: Unit) -> None:
    for field in fields(Unit):
        setattr(unit, field.name, getattr(other, field.name))


def travel(m: Movement, legs: Iterator[Leg], mark: Bookmark | None = None) -> Leg:
    """Make a move with all that happens on the way: its last leg, with what held the unit or made it pause."""
    leg = Leg(m, 0.0)
    for leg in legs:
        here, done, trouble, _ = leg
        if trouble is None:
            carry_out(here, done, begun=mark is not None)
            continue
        if done < here.inches - LEVEL or not (done or mark):
            go(here, done)
        if trouble.pauses:
            return leg
        trouble.then(here)
        leg = leg._replace(trouble=trouble if trouble.stops else None)
        if here is m and can_go_on(m.battle, m.unit) and (leg.trouble is None or m.exit_edge is not None):
            finish(m, tries(m) if m.command.hull_down else [])
    return leg


def carry_out(m: Movement, since: float = 0.0, *, begun: bool = False) -> None:
    """Tell a move that has been worked out, or its rest, and what it ends with."""
    attempts = tries(m) if m.command.hull_down else []
    if since < m.inches - LEVEL or not (since or begun):
        go(m, since)
    if attempts or m.exit_edge is not None or m.boarding is not None or m.command.charge or m.command.dfa:
        finish(m, attempts)


def go(m: Movement, since: float) -> None:
    """Tell how a unit gets up or off, and where it goes from so many inches on."""
    battle, unit = m.battle, m.unit
    if m.disembarks is not None and unit.place == ABOARD:
        step_off(battle, m.disembarks, battle.unit(str(unit.aboard)))
    if unit.hull_down and wants_to_move(m):
        battle.emit(LeftHullDown(unit.id, position_cost(battle, unit), "AS-MOV-063"))
    inches = rounded(m.inches, 6)  # what most moves cost
    battle.emit(
        Moved(
            unit=unit.id,
            mode=m.recorded,
            path=m.points[1:] if since <= 0.0 else rest_of(m, since),
            at=m.end,
            facing=m.facing,
            elevation=m.end_level,
            cost=inches if m.cost == inches else rounded(m.cost, 6),
            allowance=m.allowance,
            inches=inches,
            airborne=m.airborne,
            parts=m.parts,
            allowed=m.allowed,
            landing=m.landing,
        )
    )


def finish(m: Movement, attempts: Iterable[HullDownTried]) -> None:
    """Tell what a unit does where it has arrived, and what it announces."""
    battle, unit, command = m.battle, m.unit, m.command
    for attempt in attempts:
        battle.emit(attempt)
    if m.exit_edge is not None and command.returns is not None:
        for hook in battle.hooks[hooks.left_for_a_while]:
            hook(m)
    elif m.exit_edge is not None:
        leave_the_table(battle, unit, m.exit_edge, m.exit_rule)
    if m.boarding is not None:
        board(m)
    if command.charge is not None:
        battle.emit(Declared(unit.id, "charge", command.charge, "AS-COM-093"))
    if command.dfa is not None:
        battle.emit(Declared(unit.id, "dfa", command.dfa, "AS-COM-093"))
