"""What happens to machines. Each event writes itself into the state; dice and decisions are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from lancemate.battletroops.play.machine import Machine
from lancemate.battletroops.play.state import GONE, State
from lancemate.field.lattice import Dot, bearing, beyond, nearest_dot, true_distance
from lancemate.field.lattice_map import Lattice
from lancemate.field.lattice_terrain import RUBBLE, SPLINTERS, TREE, UNDERGROWTH, Feature
from lancemate.kernel.events import event
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word


def machine_of(state: State, unit: UnitId) -> Machine:
    found = state.units[unit].machine
    assert found is not None
    return found


def change(state: State, unit: UnitId, **fields: Any) -> None:
    """Write other values into what is known of a machine."""
    state.units[unit].machine = replace(machine_of(state, unit), **fields)


def _handled(state: State, unit: UnitId, what: str) -> tuple[str, ...]:
    return (*machine_of(state, unit).handled, what)


def _spend(state: State, unit: UnitId, cost: int) -> None:
    if state.acting == unit:
        state.mp_left -= cost
        state.mp_moved += cost


def _carry(state: State, carried: tuple[UnitId, ...], before: Dot, after: Dot, turn: float = 0.0) -> None:
    """Whoever is carried goes where his dot of the template goes."""
    for name in carried:
        rider = state.units[name]
        if rider.aboard is None:
            far, way = true_distance(before, rider.at), bearing(before, rider.at)
            rider.x, rider.y = nearest_dot(beyond(after, way + turn, far)) if far else after
        else:
            rider.x, rider.y = after


# -- moving -----------------------------------------------------------------------------------------------------------


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
        _spend(state, self.unit, self.cost)
        unit = state.units[self.unit]
        before = unit.at
        unit.x, unit.y = self.at
        unit.elevation, unit.moved = self.elevation, self.mode
        machine = machine_of(state, self.unit)
        turned = machine.turned and not self.forward
        change(state, self.unit, dots=machine.dots + 1, way=self.way, turned=turned)
        _carry(state, self.carried, before, self.at)


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
        _carry(state, self.carried, unit.at, unit.at, turn)


@event
class SectionsPointed:
    """Where its weapons point until it moves again."""

    type: ClassVar[str] = "sections"
    unit: UnitId
    sections: Mapping[str, Word]
    turret: Dot | None
    rule: RuleId = "BT-MEC-029"

    def apply(self, state: State) -> None:
        handled = _handled(state, self.unit, "turret")
        turret = machine_of(state, self.unit).turret if self.turret is None else self.turret
        change(state, self.unit, sections=dict(self.sections), turret=turret, handled=handled)


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
        _spend(state, self.unit, self.cost)
        change(state, self.unit, fallen=self.direction, sections={})


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
class MachineStood:
    type: ClassVar[str] = "mech_stood_up"
    unit: UnitId
    cost: int
    stands: bool
    facing: int
    rule: RuleId = "BT-MEC-018"

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost)
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
        _carry(state, self.carried, before, self.at)


@event
class Exited:
    """It has left the map, with everybody on board."""

    type: ClassVar[str] = "machine_exited"
    unit: UnitId
    edge: Word
    cost: int

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost)
        for unit in state.units.values():
            if self.unit in (unit.id, unit.riding, unit.aboard):
                unit.place, unit.exited, unit.arc = GONE, True, None


# -- terrain ----------------------------------------------------------------------------------------------------------


def numbered(field: Lattice, kind: str) -> str:
    taken = {one.id for one in field.features}
    number = 1 + sum(one.kind == kind for one in field.features)
    while f"{kind}{number}" in taken:
        number += 1
    return f"{kind}{number}"


@event
class Crushed:
    """Trees and bushes become splinters, walls around dots rubble: over their whole height, or on one level."""

    type: ClassVar[str] = "crushed"
    unit: UnitId
    rubble: tuple[Dot, ...]
    elevation: int | None
    trees: tuple[Word, ...]
    rule: RuleId
    cost: int = 0

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost)
        add: list[Feature] = []
        field = state.map
        if self.rubble:
            add.append(Feature(numbered(field, RUBBLE), RUBBLE, dots=self.rubble, elevation=self.elevation))
        number = 0
        for name in self.trees:
            one = field.feature(name)
            if one is None:
                continue
            number += 1
            called = f"{name}_{SPLINTERS}"
            if one.kind == TREE and one.at is not None:
                add.append(Feature(called, SPLINTERS, circle=(*one.at, one.branches)))
            elif one.kind == UNDERGROWTH:
                add.append(Feature(called, SPLINTERS, outline=one.outline, circle=one.circle, elevation=one.elevation))
        state.map = field.changed(add=add, without=self.trees)


# -- dice -------------------------------------------------------------------------------------------------------------


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


# -- damage -----------------------------------------------------------------------------------------------------------


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
class MachineDestroyed:
    type: ClassVar[str] = "machine_destroyed"
    unit: UnitId
    why: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        change(state, self.unit, destroyed=True, turret=None, sections={})
        state.units[self.unit].arc = None


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


# -- heat -------------------------------------------------------------------------------------------------------------


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


# -- fire -------------------------------------------------------------------------------------------------------------


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
            state.units[self.unit].satchel = False


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


# -- people and vehicles ----------------------------------------------------------------------------------------------


@event
class Boarded:
    type: ClassVar[str] = "boarded"
    unit: UnitId
    vehicle: UnitId
    outside: bool
    cost: int
    rule: RuleId

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost)
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

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost)
        unit = state.units[self.unit]
        if unit.prepared == "Light MG" and unit.primary != "Light MG":
            unit.prepared, unit.arc = unit.primary or "none", None
        unit.riding, unit.aboard = None, None
        unit.x, unit.y = self.at
        unit.elevation, unit.moved = self.elevation, "walk"
        change(state, self.vehicle, loaded=True)


@event
class RampMoved:
    type: ClassVar[str] = "ramp"
    unit: UnitId
    ramp: Word
    rule: RuleId = "BT-MEC-072"

    def apply(self, state: State) -> None:
        change(state, self.unit, ramp=self.ramp, ramp_ready=False, handled=_handled(state, self.unit, "ramp"))


@event
class HatchMoved:
    """The commander looks out of his hatch, or closes it."""

    type: ClassVar[str] = "hatch"
    unit: UnitId
    hatch: Word
    commander: UnitId
    rule: RuleId = "BT-MEC-076"

    def apply(self, state: State) -> None:
        change(state, self.unit, hatch=self.hatch, handled=_handled(state, self.unit, "hatch"))
        vehicle, man = state.units[self.unit], state.units[self.commander]
        man.x, man.y = vehicle.at
        man.elevation = vehicle.elevation
        if self.hatch == "open":
            man.aboard, man.riding, man.prepared = None, self.unit, "Light MG"
        else:
            man.aboard, man.riding, man.prepared, man.arc = self.unit, None, man.primary or "none", None


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
