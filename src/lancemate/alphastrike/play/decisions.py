"""Answers to the questions a battle asks its players, the switches they may turn, and whose word a command is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import BattleOver, SwitchPlanned
from lancemate.alphastrike.play.standing import EVERY_TURN, stand_by
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@rules.verb(orders.Decide)
def do_decide(battle: Battle, command: orders.Decide) -> None:
    if battle.state.decision is None:
        acting = battle.state.to_act
        raise refuse("no_decision", f"no decision is waiting; {acting or 'nobody'} is to act", "AS-INT-057")
    asked = battle.state.decision
    if command.always and asked.of_units and asked.kind not in EVERY_TURN:
        text = "units come and go: an answer that names one cannot stand for the rest of the battle"
        raise refuse("no_standing_answer", text, asked.rule)
    battle.decide(command.side, command.choice)
    if command.always:
        stand_by(battle, command.side, asked.kind, command.choice, more=asked.of_units)


@rules.verb(orders.Toggle)
def do_toggle(battle: Battle, command: orders.Toggle) -> None:
    """Announce a switch; it is made in the coming End Phase. Rules that own a switch answer on ``may_toggle``."""
    unit = battle.unit(command.unit)
    if not unit.in_play:
        raise refuse("not_in_play", f"{unit.id} is no longer in play", "AS-INT-031")
    for hook in battle.hooks[hooks.may_toggle]:
        answer: str | Refusal | None = hook(battle, unit, command.switch, command.on)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        if answer is not None:
            battle.emit(SwitchPlanned(unit.id, command.switch, command.on, answer))
            return
    raise refuse("no_such_switch", f"{_no_switch(unit, command.ability)}; {_switches(battle, unit)}", "AS-SPC-047")


def _no_switch(unit: Unit, ability: str) -> str:
    return (
        f"{ability} of {unit.id} cannot be switched" if unit.has(ability) else f"{unit.id} has no {ability} to switch"
    )


def _switches(battle: Battle, unit: Unit) -> str:
    """What its player may switch on and off: hook ``switches``."""
    found = (hook(battle, unit) for hook in battle.hooks[hooks.switches])
    labels = [f"{switch.label} ({switch.ability})" for switch in found if switch is not None]
    return f"there are switches for its {' and '.join(labels)}" if labels else "it has nothing to switch"


@rules.verb(orders.Resign)
def do_resign(battle: Battle, command: orders.Resign) -> None:
    if command.side not in battle.sides:
        known = " and ".join(battle.sides)
        raise refuse("unknown_side", f"there is no side {command.side!r}; there are {known}", "AS-INT-005")
    battle.emit(BattleOver(battle.opponent(command.side), f"{command.side} has resigned", "AS-INT-064"))


def side_of(battle: Battle, command: orders.Command) -> str | None:
    """Whose command it is: the side it names, or that of its unit, or the side to act."""
    if isinstance(command, (orders.Decide, orders.Standing, orders.Resign, orders.SupportAttack, orders.Buy)):
        return command.side
    if isinstance(command, orders.EndPhase):
        return battle.state.to_act
    unit = battle.units.get(command.unit)
    return unit.side if unit is not None else None
