"""Turns, phases, initiative, questions and answers; the end of the battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.battletroops.play.state import MAP, State
from lancemate.kernel.agenda import Decision, Outcome
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier
from lancemate.kernel.naming import RuleId, Sentence, SideId, UnitId, Word


@event
class TurnBegan:
    type: ClassVar[str] = "turn"
    turn: int

    def apply(self, state: State) -> None:
        state.turn = self.turn
        state.losses_before = state.losses


@event
class PhaseBegan:
    type: ClassVar[str] = "phase"
    phase: Word
    to_act: SideId | None

    def apply(self, state: State) -> None:
        state.phase = self.phase
        state.to_act, state.side_done = self.to_act, False


@event
class InitiativeRolled:
    type: ClassVar[str] = "initiative"
    rolls: Mapping[SideId, tuple[int, ...]]
    modifiers: Mapping[SideId, tuple[Modifier, ...]]
    first: SideId
    ties: int
    rule: RuleId = "BT-SEQ-001"

    def apply(self, state: State) -> None:
        state.first = self.first


@event
class SideBegan:
    """A side begins to move: what it watched and did before is over."""

    type: ClassVar[str] = "side"
    side: SideId
    arcs: tuple[UnitId, ...]  # of those whose arcs are taken away
    rule: RuleId = "BT-SEQ-003"

    def apply(self, state: State) -> None:
        state.to_act, state.side_done = self.side, False
        state.acting = None
        for name in self.arcs:
            state.units[name].arc = None
        for unit in state.units.values():
            if unit.side == self.side:
                unit.moved, unit.fired, unit.acted, unit.exposed = "none", False, False, False
                if unit.enters is not None and unit.place == MAP:
                    unit.enters = None


@event
class SideDone:
    """A side has moved: nobody of it does anything more."""

    type: ClassVar[str] = "side_done"
    side: SideId

    def apply(self, state: State) -> None:
        state.acting, state.side_done = None, True
        state.mp_left = 0


@event
class DecisionAsked:
    type: ClassVar[str] = "decision"
    decision: Decision

    def apply(self, state: State) -> None:
        state.decision = self.decision


@event
class Decided:
    type: ClassVar[str] = "decided"
    side: SideId
    kind: Word
    choice: Word
    shooters: tuple[UnitId, ...]
    rule: RuleId

    def apply(self, state: State) -> None:
        state.decision = None


@event
class BattleOver:
    type: ClassVar[str] = "over"
    winner: SideId | None
    reason: Sentence
    rule: RuleId

    def apply(self, state: State) -> None:
        state.outcome = Outcome(self.winner, self.reason, self.rule)
        state.phase = "over"
        state.to_act, state.decision, state.agenda = None, None, ()
