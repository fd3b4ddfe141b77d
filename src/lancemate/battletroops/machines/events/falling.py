"""Machines that keep or lose their feet: control rolls, falls, skids, getting up."""

from __future__ import annotations

from typing import ClassVar

from lancemate.battletroops.machines.events.writing import carry, change, spend
from lancemate.battletroops.play.state import GONE, State
from lancemate.field.lattice import Dot
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class PilotingRolled:
    type: ClassVar[str] = "piloting"
    unit: UnitId
    why: Word
    number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    succeeds: bool
    rule: RuleId = "BT-MEC-010"

    def apply(self, state: State) -> None:
        pass


@event
class Fell:
    """It lies face down in a direction, or hangs on a building."""

    type: ClassVar[str] = "fell"
    unit: UnitId
    direction: int
    propped: bool
    elevation: int
    why: Word
    roll: tuple[int, ...]
    rule: RuleId = "BT-MEC-011"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.elevation = self.elevation
        change(
            state,
            self.unit,
            fallen=0 if self.propped else self.direction,
            propped=self.propped,
            sections={},
            turret=None,
        )


@event
class Dropped:
    """A 'Mech lies down of its own will."""

    type: ClassVar[str] = "mech_drops"
    unit: UnitId
    direction: int
    cost: int
    rule: RuleId = "BT-MEC-004"

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        change(state, self.unit, fallen=self.direction, sections={})


@event
class MachineStood:
    type: ClassVar[str] = "mech_stood_up"
    unit: UnitId
    cost: int
    stands: bool
    facing: int
    rule: RuleId = "BT-MEC-018"

    def apply(self, state: State) -> None:
        spend(state, self.unit, self.cost)
        if self.stands:
            state.units[self.unit].elevation = state.map.ground(state.units[self.unit].at)
            change(state, self.unit, fallen=0, propped=False, facing=self.facing)


@event
class Slid:
    """It skids or is pushed to another place; off the map it is out of the game."""

    type: ClassVar[str] = "slid"
    unit: UnitId
    at: Dot
    elevation: int
    off: bool
    rule: RuleId
    carried: tuple[UnitId, ...] = ()
    roll: tuple[int, ...] = ()

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        before = unit.at
        if self.off:
            unit.place, unit.exited = GONE, True
            for rider in state.units.values():
                if self.unit in (rider.riding, rider.aboard):
                    rider.place, rider.exited = GONE, True
            return
        unit.x, unit.y = self.at
        unit.elevation = self.elevation
        carry(state, self.carried, before, self.at, self.elevation)
