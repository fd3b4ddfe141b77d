"""Questions to a player and their answers."""

from __future__ import annotations

from typing import ClassVar

from lancemate.alphastrike.play.state import State
from lancemate.kernel.agenda import Decision
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
    side: str
    kind: str
    choice: str
    rule: str

    def apply(self, state: State) -> None:
        state.decision = None
