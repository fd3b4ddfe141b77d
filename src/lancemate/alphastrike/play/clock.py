"""The turn (pp. 30-31): how one phase follows another, and the commands that belong to the clock itself.

Knows that there are phases (phases.py); what happens in one of them is entered by the room that plays it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import (
    PhaseBegan,
    TurnBegan,
)
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.play.parties import acts_now, party_of
from lancemate.alphastrike.play.state import GONE, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


# -- turns and phases -----------------------------------------------------------------------------------------


def begin_turn(battle: Battle, turn: int) -> None:
    battle.emit(TurnBegan(turn))
    battle.then("begin_phase", phase=battle.course.turn[0])
    memory.forget(battle, "turn")
    for hook in battle.hooks[hooks.turn_begins]:  # what they put on the agenda comes before Initiative
        hook(battle)


@rules.task("begin_phase")
def begin_phase(battle: Battle, phase: str) -> None:
    memory.forget(battle, "phase")
    entry = battle.course[phase]
    battle.emit(PhaseBegan(phase, entry.acts(battle)))
    for hook in battle.hooks[hooks.phase_begins]:
        hook(battle, phase)
    if entry.begin is not None:
        entry.begin(battle)


def next_phase(battle: Battle) -> None:
    """This phase is over: the next one begins."""
    battle.then("begin_phase", phase=phase_after(battle, battle.state.phase))


def _without_the_last(battle: Battle, phase: str) -> str:
    following = battle.course.after(phase)
    return following if following != battle.course.turn[-1] else battle.course.turn[0]


@rules.rule("AS-INT-057", otherwise=_without_the_last)
def phase_after(battle: Battle, phase: str) -> str:
    """Four phases in a fixed order, again and again."""
    return battle.course.after(phase)


# -- who may do what now --------------------------------------------------------------------------------------


def check_phase(battle: Battle, command: type[Any], what: str) -> None:
    """Refuse a command in a phase that it does not belong to."""
    if command not in battle.course.entries[battle.state.phase].verbs:
        text = f"{what} in {battle.course.where(command)}; this is the {battle.now.title.lower()}"
        raise refuse("wrong_phase", text, "AS-INT-057")


def check_side(battle: Battle, unit: Unit, by: str) -> None:
    if unit.place == GONE:
        raise refuse("not_in_play", f"{unit.id} is no longer in play", "AS-INT-031")
    if battle.state.to_act != unit.side or (battle.hooks[hooks.acts_apart] and not acts_now(battle, unit)):
        text = f"{battle.state.party} is to act; {unit.id} belongs to {party_of(battle, unit)}"
        raise refuse("not_your_turn", text, by)


# -- commands of the clock ------------------------------------------------------------------------------------


@rules.verb(orders.Pass)
def do_pass(battle: Battle, command: orders.Pass) -> None:
    unit = battle.unit(command.unit)
    passes = battle.now.passes
    if passes is None:
        raise refuse("wrong_phase", f"there is nothing to pass in the {battle.now.title.lower()}", "AS-INT-057")
    passes(battle, unit)


@rules.verb(orders.EndPhase)
def do_end_phase(battle: Battle, command: orders.EndPhase) -> None:
    side, phase = battle.state.party, battle.now
    if side is None:
        raise refuse("wrong_phase", f"nobody is to act in the {phase.title.lower()}", "AS-INT-057")
    if phase.ends is None:
        raise refuse("wrong_phase", f"the {phase.title.lower()} ends by itself", "AS-INT-057")
    phase.ends(battle, side)
