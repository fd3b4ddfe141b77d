"""Turns, phases, initiative and whose turn it is; the end of the battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import GroupId, RuleId, Sentence, SideId, Word
from lancemate.alphastrike.play.phases import OVER
from lancemate.alphastrike.play.state import State
from lancemate.kernel.agenda import Outcome
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
    phase: Word
    to_act: SideId | None

    def apply(self, state: State) -> None:
        state.phase = self.phase
        state.hand_to(self.to_act)
        state.first = state.first or state.to_act  # in a battle that opens before anybody has rolled for it
        state.done = frozenset()
        state.quota = ()


@event
class InitiativeRolled:
    type: ClassVar[str] = "initiative"
    rolls: Mapping[SideId, tuple[int, ...]]
    winner: SideId
    loser: SideId
    rerolled: int  # how many ties were thrown again before
    rule: RuleId = "AS-INT-058"
    bonus: Mapping[SideId, int] = field(default_factory=dict)  # what was added to each roll, in all
    parts: Mapping[SideId, tuple[Modifier, ...]] = field(default_factory=dict)  # and of what it is the sum

    def apply(self, state: State) -> None:
        state.first = self.loser


@event
class TurnPassed:
    """Another side is to act, with so many items to move before the next comparison."""

    type: ClassVar[str] = "to_act"
    to_act: SideId | None
    quota: tuple[tuple[SideId, int], ...] = ()

    def apply(self, state: State) -> None:
        if self.to_act is not None and "/" in self.to_act:
            state.hand_to(self.to_act)
        else:
            state.to_act, state.acting = self.to_act, ""
        state.quota = self.quota


@event
class SideDone:
    type: ClassVar[str] = "side_done"
    side: SideId
    phase: Word

    def apply(self, state: State) -> None:
        state.done = state.done | {self.side}


@event
class GroupMoves:
    """A lance, Star or Point has begun its joint activation (None: it has ended)."""

    type: ClassVar[str] = "group"
    group: GroupId | None

    def apply(self, state: State) -> None:
        state.moving_group = self.group


@event
class FreshTurn:
    """End of turn: movement markers and attack notes are taken off every unit."""

    type: ClassVar[str] = "turn_ended"
    turn: int
    rule: RuleId = "AS-INT-063"

    def apply(self, state: State) -> None:
        for unit in state.units.values():
            unit.moved, unit.inches, unit.declared, unit.attacks, unit.targets = "none", 0.0, None, (), ()
            unit.overheat = unit.heat_taken = unit.heat_special_taken = 0
            unit.spotted, unit.spotter_promise = None, False
            unit.planned = unit.felt = ()


@event
class BattleOver:
    type: ClassVar[str] = "battle_over"
    winner: SideId | None
    reason: Sentence
    rule: RuleId

    def apply(self, state: State) -> None:
        state.outcome = Outcome(self.winner, self.reason, self.rule)
        state.phase, state.to_act = OVER, None
