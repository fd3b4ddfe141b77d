"""Attacks of machines, and on them: shots, salvos, blows, feet, charges laid."""

from __future__ import annotations

from typing import ClassVar

from lancemate.battletroops.arms.weapons import SATCHEL
from lancemate.battletroops.machines.events.writing import change, machine_of
from lancemate.battletroops.play.load import use_up
from lancemate.battletroops.play.state import State
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class MachineFired:
    """One of its weapons has been fired: its heat, its round."""

    type: ClassVar[str] = "machine_fired"
    unit: UnitId
    mount: int
    using: Word
    heat: int
    cost: int
    once: bool
    area: bool
    rule: RuleId = "BT-MEC-023"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        machine = machine_of(state, self.unit)
        rounds = list(machine.rounds)
        left = rounds[self.mount]
        if left is not None:
            rounds[self.mount] = left - 1
        change(
            state,
            self.unit,
            heat_taken=machine.heat_taken + self.heat,
            rounds=tuple(rounds),
            fired=(*machine.fired, self.mount) if self.once else machine.fired,
            fired_area=machine.fired_area or self.area,
        )


@event
class ShotAtMachine:
    """A weapon is fired at a machine."""

    type: ClassVar[str] = "shot_at_machine"
    unit: UnitId
    target: UnitId
    using: Word
    kind: Word
    distance: int
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    cost: int
    rule: RuleId

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        unit = state.units[self.unit]
        if unit.is_soldier and self.using in unit.ammo:
            unit.ammo = {**unit.ammo, self.using: unit.ammo[self.using] - 1}


@event
class SalvoHit:
    """How many missiles of a salvo hit."""

    type: ClassVar[str] = "salvo"
    unit: UnitId
    using: Word
    roll: tuple[int, ...]
    hits: int
    rule: RuleId = "BT-MEC-090"

    def apply(self, state: State) -> None:
        pass


@event
class SteppedOn:
    type: ClassVar[str] = "stepped_on"
    unit: UnitId
    target: UnitId
    number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    killed: bool
    rule: RuleId = "BT-MEC-036"

    def apply(self, state: State) -> None:
        if self.killed:
            target = state.units[self.target]
            target.track = target.track[:11] + "X"


@event
class Planted:
    type: ClassVar[str] = "planted"
    unit: UnitId
    target: UnitId
    leg: Word
    roll: tuple[int, ...]
    number: int
    set: bool
    cost: int
    rule: RuleId = "BT-MEC-044"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        if self.set:
            use_up(state.units[self.unit], SATCHEL)


@event
class PhysicalAttack:
    """A punch, kick, push, charge or Death From Above."""

    type: ClassVar[str] = "physical"
    unit: UnitId
    target: UnitId
    kind: Word
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    cost: int
    rule: RuleId

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
