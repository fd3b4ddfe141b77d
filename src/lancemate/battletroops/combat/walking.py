"""Carrying out a move, one step at a time, with the fire it draws (pp. 9-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.reaction import come_to
from lancemate.battletroops.movement.activation import activate, check_activation, end_activation
from lancemate.battletroops.movement.arriving import CLIMBED, SETS_OUT, WALKED
from lancemate.battletroops.movement.plan import LEVEL, OFF, PRONE, STAND, Left, Stride, plan_move, standing_on
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import ArcSet, Exited, LevelChanged, Stepped, StoodUp, WentProne
from lancemate.battletroops.play.state import Arc
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


@rules.verb(orders.Move)
def do_move(battle: Battle, command: orders.Move) -> None:
    unit = battle.unit(command.unit)
    if unit.machine is not None:
        drive = hooks.unit_kinds[unit.kind].move
        assert drive is not None
        drive(battle, unit, command)
        return
    check_activation(battle, unit)
    plan = plan_move(battle, unit, command)
    if plan.refusal is not None:
        raise Refused(plan.refusal)
    activate(battle, unit)
    arc = None if command.arc is None else Arc(command.arc.size, command.arc.towards)
    if command.board is not None:
        outside, cost = command.outside, plan.more_cost
        battle.then("board", unit=unit.id, vehicle=command.board, outside=outside, cost=cost, arc=arc)
        arc = None
    strides = tuple(plan.strides)
    if plan.leaves and not unit.exposed:
        battle.then("walk", unit=unit.id, strides=strides, arc=arc, left=None)
        come_to(battle, unit, SETS_OUT)
    else:
        walk(battle, unit.id, strides, arc, None)


@rules.task("walk")
def walk(battle: Battle, unit: str, strides: tuple[Stride, ...], arc: Arc | None, left: Left | None) -> None:
    """The next step of a move; the rest is lost where the activation has ended."""
    one = battle.units[unit]
    if battle.state.acting != unit or not one.able:
        return
    if strides:
        if standing_on(battle, one.at, one.elevation, one) is None:
            left = one.at, one.elevation
        if len(strides) > 1 or arc is not None:
            battle.then("walk", unit=unit, strides=strides[1:], arc=arc, left=left)
        take(battle, one, strides[0], left)
    elif arc is not None:
        battle.emit(ArcSet(unit, arc, arc.size))
        for hook in battle.hooks[hooks.arc_set]:
            hook(battle, one)
        end_activation(battle, one)


def take(battle: Battle, unit: Unit, stride: Stride, left: Left | None) -> None:
    """One part of a move; on every dot and floor he comes to he may be shot at."""
    if stride.what == PRONE:
        battle.emit(WentProne(unit.id, stride.cost))
    elif stride.what == STAND:
        battle.emit(StoodUp(unit.id, stride.cost))
    elif stride.what in hooks.strides:
        hooks.strides[stride.what](battle, unit, stride)
    elif stride.what == OFF:
        for hook in battle.hooks[hooks.leaves]:
            hook(battle, unit)
        battle.emit(Exited(unit.id, battle.map.on_edge(unit.at)[0], stride.cost))
        end_activation(battle, unit)
    else:
        if stride.what == LEVEL:
            battle.emit(LevelChanged(unit.id, stride.elevation, stride.cost, stride.parts))
        else:
            battle.emit(Stepped(unit.id, stride.at, stride.elevation, stride.cost, stride.parts))
        come_to(battle, unit, CLIMBED if stride.what == LEVEL else WALKED, left)
