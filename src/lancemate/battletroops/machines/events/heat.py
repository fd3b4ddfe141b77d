"""Heat, and what it leads to."""

from __future__ import annotations

from typing import ClassVar

from lancemate.battletroops.machines.events.writing import change, machine_of
from lancemate.battletroops.play.state import State
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class HeatTaken:
    type: ClassVar[str] = "heat_taken"
    unit: UnitId
    points: int
    why: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        change(state, self.unit, heat_taken=machine_of(state, self.unit).heat_taken + self.points)


@event
class InfernoBurns:
    type: ClassVar[str] = "inferno"
    unit: UnitId
    end_phases: int
    rule: RuleId = "BT-MEC-048"

    def apply(self, state: State) -> None:
        change(state, self.unit, inferno=self.end_phases)


@event
class HeatSettled:
    """The End Phase: what was taken, less what the sinks carry off."""

    type: ClassVar[str] = "heat"
    unit: UnitId
    taken: tuple[Modifier, ...]
    heat: int
    inferno: int
    rule: RuleId = "BT-MEC-037"

    def apply(self, state: State) -> None:
        change(state, self.unit, heat=self.heat, heat_taken=0, inferno=self.inferno)


@event
class AvoidRolled:
    """Whether it shuts down, starts again, or its ammunition explodes."""

    type: ClassVar[str] = "avoid"
    unit: UnitId
    what: Word
    number: int
    roll: tuple[int, ...]
    avoided: bool
    rule: RuleId = "BT-MEC-101"

    def apply(self, state: State) -> None:
        if self.what == "shutdown":
            change(state, self.unit, shutdown=not self.avoided)


@event
class Burst:
    """Fire has caught a vehicle: it burns inside and out."""

    type: ClassVar[str] = "vehicle_burns"
    unit: UnitId
    roll: tuple[int, ...]
    number: int
    burns: bool
    rule: RuleId = "BT-MEC-055"

    def apply(self, state: State) -> None:
        if self.burns:
            change(state, self.unit, burning=True)
