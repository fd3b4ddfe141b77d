"""Carrying out a move: everything is worked out first, then told in the order it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.air import crash
from lancemate.alphastrike.movement.ambush import meet, stopped_short
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.entry import leave_the_table
from lancemate.alphastrike.movement.hull_down import position_cost, tries
from lancemate.alphastrike.movement.modes import wants_to_move
from lancemate.alphastrike.movement.planner import work_out
from lancemate.alphastrike.movement.stepping_off import put_down, unload
from lancemate.alphastrike.movement.transport import board
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import check_mover, move_made
from lancemate.alphastrike.play.events import Declared, LeftHullDown, Moved
from lancemate.alphastrike.ruleset import rules
from lancemate.field.measure import rounded

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


@rules.verb(orders.Move)
def do_move(battle: Battle, command: orders.Move) -> None:
    m = Movement(battle, command)
    check_mover(battle, m.unit)
    work_out(m)
    m, ambusher = stopped_short(m)
    carry_out(m)
    if ambusher is not None:
        meet(battle, m.unit, ambusher)
    # What a move brings about may need steps of its own: they are taken before anybody else moves.
    move_made(battle, m.unit)
    aftermath(m)


def carry_out(m: Movement) -> None:
    """Tell a move that has been worked out: getting up or off, the move itself, what it announces."""
    battle, unit, command = m.battle, m.unit, m.command
    attempts = tries(m) if command.hull_down else []
    if m.disembarks is not None:
        put_down(battle, m.disembarks, battle.unit(str(unit.aboard)))
    if unit.hull_down and wants_to_move(m):
        battle.emit(LeftHullDown(unit.id, position_cost(battle, unit), "AS-MOV-063"))
    battle.emit(
        Moved(
            unit=unit.id,
            mode=m.recorded,
            path=m.points[1:],
            at=m.end,
            facing=m.facing,
            elevation=m.end_level,
            cost=rounded(m.cost, 6),
            allowance=m.allowance,
            inches=rounded(m.inches, 6),
            airborne=m.airborne,
            parts=m.parts,
            allowed=m.allowed,
            landing=m.landing,
        )
    )
    for attempt in attempts:
        battle.emit(attempt)
    if m.exit_edge is not None:
        leave_the_table(battle, unit, m.exit_edge, m.exit_rule)
    if m.boarding is not None:
        board(m)
    if command.charge is not None:
        battle.emit(Declared(unit.id, "charge", command.charge, "AS-COM-093"))
    if command.dfa is not None:
        battle.emit(Declared(unit.id, "dfa", command.dfa, "AS-COM-093"))


def aftermath(m: Movement) -> None:
    """Tell what follows from a move: passengers step off, an air vehicle comes down."""
    battle, unit = m.battle, m.unit
    if m.unloading:
        unload(m)
    if m.crash is not None:
        crash(battle, unit, m.crash)
    for hook in battle.hooks[hooks.moved]:
        hook(m)
