"""Questions to a player and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import ClassVar

from lancemate.alphastrike.play.ids import RuleId, SideId, UnitId, Word
from lancemate.alphastrike.play.state import Decision, State
from lancemate.kernel.events import event


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
    choice: UnitId | Word
    rule: RuleId
    of_unit: bool = field(default=False, metadata={"hidden": True})  # a unit was chosen

    def apply(self, state: State) -> None:
        state.decision = None

    def names(self, what: str) -> Iterator[str]:
        if what == ("unit" if self.of_unit else "word"):
            yield self.choice
