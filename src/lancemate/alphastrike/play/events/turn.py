"""Turns, phases, initiative and whose turn it is; the end of the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.play.state import Outcome, State
from lancemate.kernel.events import event


@event
class TurnBegan:
    type: ClassVar[str] = "turn"
    turn: int

    def apply(self, state: State) -> None:
        state.turn = self.turn


@event
class PhaseBegan:
    type: ClassVar[str] = "phase"
    phase: str
    to_act: str | None

    def apply(self, state: State) -> None:
        state.phase = self.phase
        state.to_act = self.to_act
        state.done = frozenset()
        state.quota = ()


@event
class InitiativeRolled:
    type: ClassVar[str] = "initiative"
    rolls: Mapping[str, tuple[int, ...]]
    winner: str
    loser: str
    rerolled: int  # how many ties were thrown again before
    rule: str = "AS-INT-058"

    def apply(self, state: State) -> None:
        state.first = self.loser


@event
class TurnPassed:
    """Another side is to act, with so many items to move before the next comparison."""

    type: ClassVar[str] = "to_act"
    to_act: str | None
    quota: tuple[tuple[str, int], ...] = ()

    def apply(self, state: State) -> None:
        state.to_act = self.to_act
        state.quota = self.quota


@event
class SideDone:
    type: ClassVar[str] = "side_done"
    side: str
    phase: str

    def apply(self, state: State) -> None:
        state.done = state.done | {self.side}


@event
class GroupMoves:
    """A lance, Star or Point has begun its joint activation (None: it has ended)."""

    type: ClassVar[str] = "group"
    group: str | None

    def apply(self, state: State) -> None:
        state.moving_group = self.group


@event
class FreshTurn:
    """End of turn: movement markers and attack notes are taken off every unit."""

    type: ClassVar[str] = "turn_ended"
    turn: int
    rule: str = "AS-INT-063"

    def apply(self, state: State) -> None:
        for unit in state.units.values():
            unit.moved, unit.inches, unit.declared, unit.attacks, unit.targets = "none", 0.0, None, (), ()
            unit.overheat = unit.heat_taken = unit.heat_special_taken = 0
            unit.spotted, unit.spotter_promise = None, False
            unit.planned = unit.felt = ()


@event
class BattleOver:
    type: ClassVar[str] = "battle_over"
    winner: str | None
    reason: str
    rule: str

    def apply(self, state: State) -> None:
        state.outcome = Outcome(self.winner, self.reason, self.rule)
        state.phase, state.to_act = "over", None
