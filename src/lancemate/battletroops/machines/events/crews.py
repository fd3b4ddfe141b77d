"""People and vehicles: getting on and off, ramps, hatches."""

from __future__ import annotations

from typing import ClassVar

from lancemate.battletroops.machines.events.writing import change, handled, spend
from lancemate.battletroops.play.state import State
from lancemate.field.lattice import Dot
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class Boarded:
    type: ClassVar[str] = "boarded"
    unit: UnitId
    vehicle: UnitId
    outside: bool
    cost: int
    rule: RuleId

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        unit = state.units[self.unit]
        if self.outside:
            unit.riding, unit.prone = self.vehicle, False
        else:
            unit.aboard, unit.arc, unit.prone = self.vehicle, None, False
        change(state, self.vehicle, loaded=True)


@event
class GotOff:
    type: ClassVar[str] = "got_off"
    unit: UnitId
    vehicle: UnitId
    at: Dot
    elevation: int
    cost: int
    rule: RuleId
    climbs: bool = True  # of his own will

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        unit = state.units[self.unit]
        if unit.prepared == "Light MG" and unit.primary != "Light MG":
            unit.prepared, unit.arc = unit.primary or "none", None
        unit.riding, unit.aboard = None, None
        unit.x, unit.y = self.at
        unit.elevation, unit.moved = self.elevation, "walk"
        if self.climbs:
            change(state, self.vehicle, loaded=True)


@event
class RampMoved:
    type: ClassVar[str] = "ramp"
    unit: UnitId
    ramp: Word
    rule: RuleId = "BT-MEC-072"

    def apply(self, state: State) -> None:
        change(state, self.unit, ramp=self.ramp, ramp_ready=False, handled=handled(state, self.unit, "ramp"))


@event
class HatchMoved:
    """The commander looks out of his hatch, or closes it."""

    type: ClassVar[str] = "hatch"
    unit: UnitId
    hatch: Word
    commander: UnitId
    rule: RuleId = "BT-MEC-076"

    def apply(self, state: State) -> None:
        change(state, self.unit, hatch=self.hatch, handled=handled(state, self.unit, "hatch"))
        vehicle, man = state.units[self.unit], state.units[self.commander]
        man.x, man.y = vehicle.at
        man.elevation = vehicle.elevation
        if self.hatch == "open":
            man.aboard, man.riding, man.prepared = None, self.unit, "Light MG"
        else:
            man.aboard, man.riding, man.prepared, man.arc = self.unit, None, man.primary or "none", None
