"""Heat from outside, the heat scale, shutting down and starting up."""

from __future__ import annotations

from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, UnitId
from lancemate.alphastrike.play.state import State
from lancemate.kernel.events import event


@event
class HeatReceived:
    """Heat from outside, counted now and felt in the End Phase."""

    type: ClassVar[str] = "heat_received"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    amount: int
    special: bool  # from a HT attack: these are capped
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.heat_taken += self.amount
        if self.special:
            unit.heat_special_taken += self.amount


@event
class HeatChanged:
    type: ClassVar[str] = "heat"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    before: int
    after: int
    parts: tuple[Modifier, ...]
    rule: RuleId = "AS-HEA-017"

    def apply(self, state: State) -> None:
        state.units[self.unit].heat = self.after


@event
class ShutDown:
    type: ClassVar[str] = "shutdown"
    unit: UnitId
    shutdown: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].shutdown = self.shutdown
