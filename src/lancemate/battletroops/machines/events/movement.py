"""Machines on the move: steps, turns, jumps, where their weapons point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.battletroops.machines.events.writing import carry, change, handled, machine_of, spend
from lancemate.battletroops.play.state import GONE, State
from lancemate.field.lattice import Dot
from lancemate.kernel.events import event
from lancemate.kernel.explain import Cost
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class ModeDeclared:
    """It walks, runs or jumps in this turn; its weapons point to the front again."""

    type: ClassVar[str] = "mode"
    unit: UnitId
    mode: Word
    rule: RuleId = "BT-MEC-002"

    def apply(self, state: State) -> None:
        change(state, self.unit, mode=self.mode, sections={}, turned=False)


@event
class MachineStepped:
    type: ClassVar[str] = "machine_step"
    unit: UnitId
    at: Dot
    elevation: int
    cost: int
    parts: tuple[Cost, ...]
    mode: Word
    forward: bool
    way: int
    carried: tuple[UnitId, ...] = ()

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        unit = state.units[self.unit]
        before = unit.at
        unit.x, unit.y = self.at
        unit.elevation, unit.moved = self.elevation, self.mode
        machine = machine_of(state, self.unit)
        turned = machine.turned and not self.forward
        change(state, self.unit, dots=machine.dots + 1, way=self.way, turned=turned)
        carry(state, self.carried, before, self.at, self.elevation)


@event
class MachineTurned:
    type: ClassVar[str] = "turned"
    unit: UnitId
    facing: int
    carried: tuple[UnitId, ...] = ()
    rule: RuleId = "BT-MEC-007"

    def apply(self, state: State) -> None:
        unit, machine = state.units[self.unit], machine_of(state, self.unit)
        turn = 60.0 * ((self.facing - machine.facing) % 6)
        change(state, self.unit, facing=self.facing, turned=True)
        carry(state, self.carried, unit.at, unit.at, unit.elevation, turn)


@event
class SectionsPointed:
    """Where its weapons point until it moves again."""

    type: ClassVar[str] = "sections"
    unit: UnitId
    sections: Mapping[str, Word]
    turret: Dot | None
    rule: RuleId = "BT-MEC-029"

    def apply(self, state: State) -> None:
        worked = handled(state, self.unit, "turret")
        turret = machine_of(state, self.unit).turret if self.turret is None else self.turret
        change(state, self.unit, sections=dict(self.sections), turret=turret, handled=worked)


@event
class MachineTookOff:
    type: ClassVar[str] = "mech_took_off"
    unit: UnitId
    rule: RuleId = "BT-MEC-022"

    def apply(self, state: State) -> None:
        state.units[self.unit].airborne = True


@event
class MachineLanded:
    type: ClassVar[str] = "mech_landed"
    unit: UnitId
    elevation: int
    rule: RuleId = "BT-MEC-022"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.elevation, unit.airborne = self.elevation, False


@event
class Exited:
    """It has left the map, with everybody on board."""

    type: ClassVar[str] = "machine_exited"
    unit: UnitId
    edge: Word
    cost: int

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        for unit in state.units.values():
            if self.unit in (unit.id, unit.riding, unit.aboard):
                unit.place, unit.exited, unit.arc = GONE, True, None


@event
class TurnOfMachines:
    """A side begins to move: what its machines did in the last turn is over."""

    type: ClassVar[str] = "machines_ready"
    units: tuple[UnitId, ...]
    rule: RuleId = "BT-MEC-002"

    def apply(self, state: State) -> None:
        for name in self.units:
            ready = machine_of(state, name).ramp == "down"
            change(
                state,
                name,
                mode="",
                dots=0,
                fired=(),
                harm=0,
                shaken=False,
                turned=False,
                fired_area=False,
                loaded=False,
                ramp_ready=ready,
                handled=(),
            )
