"""What machines lose: armour, parts, speed, their pilots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.battletroops.machines.events.writing import change, machine_of
from lancemate.battletroops.play.state import State
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class MachineHit:
    """Points are marked on armour, then on the structure of a location."""

    type: ClassVar[str] = "machine_damage"
    unit: UnitId
    cause: Word
    points: int
    location: Word
    table: Word
    roll: tuple[int, ...]
    armor: Mapping[str, int]
    structure: Mapping[str, int]
    rule: RuleId

    def apply(self, state: State) -> None:
        machine = machine_of(state, self.unit)
        change(
            state,
            self.unit,
            armor={**machine.armor, **self.armor},
            structure={**machine.structure, **self.structure},
            harm=machine.harm + self.points,
        )


@event
class Shaken:
    """It has taken so much in a turn that it rolls to stay upright: once."""

    type: ClassVar[str] = "shaken"
    unit: UnitId
    rule: RuleId = "BT-MEC-094"

    def apply(self, state: State) -> None:
        change(state, self.unit, shaken=True)


@event
class CriticalRolled:
    type: ClassVar[str] = "critical"
    unit: UnitId
    location: Word
    roll: tuple[int, ...]
    hits: int
    blown_off: bool
    rule: RuleId = "BT-MEC-093"

    def apply(self, state: State) -> None:
        pass


@event
class PartHit:
    """Something inside is wrecked."""

    type: ClassVar[str] = "part_hit"
    unit: UnitId
    part: Word
    roll: tuple[int, ...]
    structure: Mapping[str, int]
    rule: RuleId = "BT-MEC-093"

    def apply(self, state: State) -> None:
        machine = machine_of(state, self.unit)
        armor = {**machine.armor, **{name: 0 for name in self.structure if name in machine.armor}}
        change(
            state,
            self.unit,
            crits=(*machine.crits, self.part),
            structure={**machine.structure, **self.structure},
            armor=armor,
        )


@event
class MotiveHit:
    type: ClassVar[str] = "motive"
    unit: UnitId
    roll: tuple[int, ...]
    speed_lost: int
    driving: int
    rule: RuleId = "BT-MEC-097"

    def apply(self, state: State) -> None:
        change(state, self.unit, speed_lost=self.speed_lost, driving=self.driving)


@event
class Slowed:
    """What has happened to it on its way leaves it fewer points than it had."""

    type: ClassVar[str] = "slowed"
    unit: UnitId
    mp: int  # in all
    rule: RuleId = "BT-SEQ-007"

    def apply(self, state: State) -> None:
        lost = state.mp_whole - self.mp
        state.mp_whole, state.mp_left = self.mp, max(0, state.mp_left - lost)


@event
class MachineDestroyed:
    type: ClassVar[str] = "machine_destroyed"
    unit: UnitId
    why: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        change(state, self.unit, destroyed=True, turret=None, sections={})
        unit = state.units[self.unit]
        unit.arc, unit.stunned = None, False


@event
class PilotHurt:
    type: ClassVar[str] = "pilot_hurt"
    unit: UnitId
    hits: int
    why: Word
    rule: RuleId = "BT-MEC-099"

    def apply(self, state: State) -> None:
        change(state, self.unit, pilot_hits=self.hits, awake=machine_of(state, self.unit).awake and self.hits < 6)


@event
class ConsciousnessRolled:
    type: ClassVar[str] = "consciousness"
    unit: UnitId
    number: int
    roll: tuple[int, ...]
    awake: bool
    rule: RuleId = "BT-MEC-038"

    def apply(self, state: State) -> None:
        change(state, self.unit, awake=self.awake)
