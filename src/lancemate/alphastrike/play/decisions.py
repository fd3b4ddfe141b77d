"""Answers to the questions a battle asks its players, the switches they may turn, and whose word a command is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import BattleOver, Decided, SwitchPlanned
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SWITCHES: Final = {"STL": "stealth (STL)", "C3EM": "emergency master (C3EM)"}


@rules.verb(orders.Decide)
def do_decide(battle: Battle, command: orders.Decide) -> None:
    question = battle.state.decision
    if question is None:
        acting = battle.state.to_act
        raise refuse("no_decision", f"no decision is waiting; {acting or 'nobody'} is to act", "AS-INT-057")
    if command.side != question.side:
        raise refuse("not_your_decision", f"this decision belongs to {question.side}", question.rule)
    if command.choice not in question.choices:
        choices = ", ".join(question.choices)
        raise refuse("no_such_choice", f"{command.choice!r} is not a choice here; choose {choices}", question.rule)
    battle.emit(Decided(question.side, question.kind, command.choice, question.rule))
    battle.answer(command.choice)


@rules.verb(orders.Toggle)
def do_toggle(battle: Battle, command: orders.Toggle) -> None:
    """Announce a switch; it is made in the coming End Phase. Rules that own a switch answer on ``may_toggle``."""
    unit = battle.unit(command.unit)
    if not unit.in_play:
        raise refuse("not_in_play", f"{unit.id} is no longer in play", "AS-INT-031")
    for hook in battle.hooks[hooks.may_toggle]:
        answer: str | Refusal | None = hook(battle, unit, command.ability, command.on)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        if answer is not None:
            battle.emit(SwitchPlanned(unit.id, command.ability, command.on, answer))
            return
    raise refuse("no_such_switch", f"{_no_switch(unit, command.ability)}; {_switches(unit)}", "AS-SPC-047")


def _no_switch(unit: Unit, ability: str) -> str:
    return (
        f"{ability} of {unit.id} cannot be switched" if unit.has(ability) else f"{unit.id} has no {ability} to switch"
    )


def _switches(unit: Unit) -> str:
    """What its player may switch on and off."""
    switches = [words for code, words in SWITCHES.items() if unit.has(code)]
    if unit.card.is_mech:
        switches.append("running hot (OVERHEAT)")
    return f"there are switches for its {' and '.join(switches)}" if switches else "it has nothing to switch"


@rules.verb(orders.Resign)
def do_resign(battle: Battle, command: orders.Resign) -> None:
    if command.side not in battle.sides:
        known = " and ".join(battle.sides)
        raise refuse("unknown_side", f"there is no side {command.side!r}; there are {known}", "AS-INT-005")
    battle.emit(BattleOver(battle.opponent(command.side), f"{command.side} has resigned", "AS-INT-064"))


def side_of(battle: Battle, command: orders.Command) -> str | None:
    """Whose command it is: the side it names, or that of its unit, or the side to act."""
    if isinstance(command, (orders.Decide, orders.Resign)):
        return command.side
    if isinstance(command, orders.EndPhase):
        return battle.state.to_act
    unit = battle.units.get(command.unit)
    return unit.side if unit is not None else None
