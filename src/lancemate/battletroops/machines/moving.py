"""Moving templates over the dots (pp. 25-28, 32): steps, turns, jumps, and what they run into."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.crashing import MachinePace, crash, machine_pace
from lancemate.battletroops.machines.events import (
    Dropped,
    Exited,
    HeatTaken,
    MachineStepped,
    MachineTookOff,
    MachineTurned,
    ModeDeclared,
    SectionsPointed,
    TurnOfMachines,
)
from lancemate.battletroops.machines.falling import WENT_DOWN, departs, skid, surface, touch_down, try_to_stand
from lancemate.battletroops.machines.heat import moving_heat
from lancemate.battletroops.machines.piloting import stays_in_control
from lancemate.battletroops.machines.riding import shown
from lancemate.battletroops.machines.skidding import vehicle_skid
from lancemate.battletroops.machines.speed import (
    FLANK,
    JUMP,
    MODES,
    RUN,
    converted_cost,
    points_for,
    speed_now,
    usual_mode,
)
from lancemate.battletroops.machines.templates import radius_of, turned
from lancemate.battletroops.movement.activation import activate, check_activation, end_activation
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.arriving import ENTERS, MOVES, TOUCHES, arrive, way
from lancemate.battletroops.movement.costs import TERRAIN
from lancemate.battletroops.movement.plan import OFF, PRONE, STAND, STEP, Plan, Stride, spelled_out
from lancemate.battletroops.options.buildings_damage import strength
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.play.orders import Move
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot, direction_between, distance, true_distance
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.explain import Cost

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

LEFT, RIGHT, FLY, LAND, DROP = "left", "right", "fly", "land", "drop_down"
TURNS: Final = {LEFT: -1, RIGHT: 1}
DROVE: Final = way("drove or strode", "BT-MEC-006", ENTERS, TOUCHES, MOVES)
TOUCHED_DOWN: Final = way("touched down", "BT-MEC-022", ENTERS, TOUCHES, MOVES)

# The arcs that the weapons of a section may cover.
SECTIONS = rules.table(
    "BT-MEC-028",
    {
        "right_arm": ("front", "right_forward", "right_side"),
        "left_arm": ("front", "left_forward", "left_side"),
        "right_torso": ("front", "right_forward"),
        "left_torso": ("front", "left_forward"),
        "head": ("front",),
        "centre_torso": ("front",),
        "left_leg": ("front",),
        "right_leg": ("front",),
    },
)
# Those that have counters; the others always point to the front.
COUNTERS = rules.table("BT-CMP-010", {"left_arm", "right_arm", "left_torso", "right_torso"})


# -- the plan ---------------------------------------------------------------------------------------------------------


def plan_machine(battle: Battle, unit: Unit, command: Move) -> Plan:
    """A move of a machine, with the first reason against it if there is one."""
    plan = Plan(unit, command)
    machine = unit.machine
    assert machine is not None
    mode = mode_meant(unit, command)
    if mode in MODES[unit.kind]:
        plan.allowance = max(0, int(sum(part.value for part in points_for(battle, unit, mode))))
    plan.refusal = wrong_mode(battle, unit, mode) or _lay_out(battle, plan, mode) or why_not_point(battle, plan)
    if plan.refusal is None and plan.leaves:
        plan.refusal = stays_put(battle, unit) or on_another(battle, plan)
    for hook in battle.hooks[hooks.may_move]:
        if plan.refusal is not None:
            break
        plan.refusal = hook(battle, plan)
    if plan.refusal is None:
        plan.refusal = cannot_pay(battle, left_in(battle, unit, mode), plan.cost, "this move")
    if plan.refusal is None and command.charge is not None:
        plan.refusal = hooks.questions["why not charge"](battle, unit, command, plan)
    return plan


def mode_meant(unit: Unit, command: Move) -> str:
    """Scripts may leave out the usual mode."""
    if command.mode == "walk" and unit.machine is not None:
        return unit.machine.mode or usual_mode(unit)
    return command.mode


def left_in(battle: Battle, unit: Unit, mode: str) -> int:
    if battle.state.acting == unit.id:
        return battle.state.mp_left
    return max(0, int(sum(part.value for part in points_for(battle, unit, mode))))


@rules.rule("BT-MEC-002", otherwise=None)
def wrong_mode(battle: Battle, unit: Unit, mode: str) -> Refusal | None:
    """It is declared before the first step whether it walks, runs or jumps."""
    machine = unit.machine
    assert machine is not None
    if mode not in MODES[unit.kind]:
        known = ", ".join(MODES[unit.kind])
        return Refusal("no_such_mode", f"a {unit.kind} moves by {known}, not by {mode!r}", "BT-MEC-002")
    declared = machine.mode or usual_mode(unit)  # whoever has struck or fired first has the MP of his usual mode
    if battle.state.acting == unit.id and declared != mode:
        return Refusal("declared", f"{unit.id} has declared to {declared} in this turn", "BT-MEC-002")
    if machine.fired_area:
        return Refusal("has_fired", f"{unit.id} has fired at the end of its movement", "BT-MEC-023")
    return None


def _lay_out(battle: Battle, plan: Plan, mode: str) -> Refusal | None:
    if mode == JUMP:
        return _lay_out_jump(battle, plan)
    unit, machine = plan.unit, plan.unit.machine
    assert machine is not None
    at, elevation, facing, down = unit.at, unit.elevation, machine.facing, machine.is_down
    turns, moved, free = machine.turned, machine.dots > 0, False
    for part in spelled_out(plan.command.path, at):
        if plan.strides and plan.strides[-1].what == OFF:
            return Refusal("gone", "whoever has left the map goes nowhere else", "BT-MOV-002")
        if part in TURNS:
            refusal = None if free else why_not_turn(battle, unit, turns, moved) or must_stand(battle, unit, down)
            if refusal is not None:
                return refusal
            facing, turns = turned(facing, TURNS[str(part)]), not free
            plan.strides.append(Stride(str(part), at, elevation, 0))
        elif part == STAND:
            if not down:
                return Refusal("standing", f"{unit.id} stands already", "BT-MEC-018")
            cost = battle.setup.settings.stand_cost
            plan.strides.append(Stride(STAND, at, battle.map.ground(at), cost))
            down, free, elevation = False, True, battle.map.ground(at)
        elif part == PRONE and unit.kind == MECH:
            if down:
                return Refusal("prone", f"{unit.id} lies already", "BT-MEC-018")
            plan.strides.append(Stride(DROP, at, elevation, converted_cost(battle, 1)))
            down = True
        elif part == OFF:
            if not battle.map.on_edge(at):
                return Refusal("not_at_the_edge", "one leaves the map from a dot at its edge", "BT-MOV-002")
            plan.strides.append(Stride(OFF, at, elevation, TERRAIN.of(battle)["off"]))
        elif isinstance(part, tuple):
            one = must_stand(battle, unit, down) or _pace(battle, unit, at, elevation, facing, part, mode)
            if isinstance(one, Refusal):
                return one
            plan.strides.append(Stride(STEP, one.at, one.elevation, one.cost, one.parts))
            ahead = direction_between(at, part) != turned(facing, 3)
            turns = turns and not ahead and unit.kind == MECH
            at, elevation, moved, free = one.at, one.elevation, True, False
        else:
            text = f"{part!r} is no part of this path; there are dots, left, right, stand, off"
            return Refusal("no_such_step", text, "BT-MEC-006")
    return None


@rules.rule("BT-MEC-018", otherwise=None)
def must_stand(battle: Battle, unit: Unit, down: bool) -> Refusal | None:
    """Whatever has fallen, or hangs on a wall, must stand up before it moves."""
    return Refusal("fallen", f"{unit.id} has fallen: it must stand up first", "BT-MEC-018") if down else None


def why_not_turn(battle: Battle, unit: Unit, turns: bool, moved: bool) -> Refusal | None:
    return vehicle_turns(battle, unit, turns, moved) if unit.kind == VEHICLE else mech_turns(battle, unit, turns)


@rules.rule("BT-MEC-007", otherwise=None)
def mech_turns(battle: Battle, unit: Unit, turns: bool) -> Refusal | None:
    """It turns by one step, free of cost, before it has gone forward again."""
    if not turns:
        return None
    return Refusal("has_turned", f"{unit.id} must go forward before it turns again", "BT-MEC-007")


@rules.rule("BT-MEC-064", otherwise=None)
def vehicle_turns(battle: Battle, unit: Unit, turns: bool, moved: bool) -> Refusal | None:
    """A vehicle turns by one step after each dot."""
    if moved and not turns:
        return None
    return Refusal("has_turned", f"{unit.id} turns only after a dot that it has moved, one step", "BT-MEC-064")


def _pace(
    battle: Battle, unit: Unit, at: Dot, elevation: int, facing: int, to: Dot, mode: str
) -> MachinePace | Refusal:
    if not battle.map.inside(to):
        return Refusal("off_the_map", f"{list(to)} is no dot of the map", "BT-MOV-002")
    way = direction_between(at, to) if distance(at, to) == 1 else None
    if way is None:
        return Refusal("not_adjacent", f"{list(to)} is not next to {list(at)}", "BT-MEC-006")
    refusal = one_of_its_triangles(battle, unit, facing, way, mode)
    if refusal is not None:
        return refusal
    return machine_pace(battle, unit, at, elevation, to)


def one_of_its_triangles(battle: Battle, unit: Unit, facing: int, way: int, mode: str) -> Refusal | None:
    """Where a template may be shifted to."""
    back = way == turned(facing, 3)
    if back and mode in (RUN, FLANK):
        return Refusal("backward", f"{unit.id} does not {mode} backward", "BT-MEC-004")
    if unit.kind == VEHICLE:
        return straight_on(battle, unit, facing, way)
    return ahead_or_back(battle, unit, facing, way)


@rules.rule("BT-MEC-006", otherwise=None)
def ahead_or_back(battle: Battle, unit: Unit, facing: int, way: int) -> Refusal | None:
    """Forward, forward to the left or to the right, or back."""
    if (way - facing) % 6 in (0, 1, 5, 3):
        return None
    return Refusal("not_ahead", f"{unit.id} steps forward, half left, half right or back", "BT-MEC-006")


@rules.rule("BT-MEC-064", otherwise=None)
def straight_on(battle: Battle, unit: Unit, facing: int, way: int) -> Refusal | None:
    """A vehicle moves straight ahead or straight back."""
    if (way - facing) % 6 in (0, 3):
        return None
    return Refusal("not_ahead", f"{unit.id} moves straight ahead or straight back", "BT-MEC-064")


def stays_put(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a vehicle may not leave its dot: question ``may drive``."""
    found: Refusal | None = hooks.questions["may drive"](battle, unit)
    return found


def on_another(battle: Battle, plan: Plan) -> Refusal | None:
    """Templates do not end on one another."""
    unit = plan.unit
    if plan.command.charge is not None or any(one.what == OFF for one in plan.strides):
        return None
    for other in battle.units.values():
        if other.machine is not None and other is not unit and other.on_map:
            refusal = apart(battle, unit, other, plan.at)
            if refusal is not None:
                return refusal
    return None


@rules.rule("BT-MEC-083", otherwise=None)
def apart(battle: Battle, unit: Unit, other: Unit, at: Dot) -> Refusal | None:
    """No two templates lie on one another when a turn is over."""
    if true_distance(at, other.at) >= radius_of(battle, unit) + radius_of(battle, other) - 1e-6:
        return None
    return Refusal("occupied", f"{unit.id} would end on {other.id}", "BT-MEC-083")


def _lay_out_jump(battle: Battle, plan: Plan) -> Refusal | None:
    """A flight over dots, whatever is below; it lands facing as it likes."""
    unit, machine = plan.unit, plan.unit.machine
    assert machine is not None
    refusal = why_not_jump(battle, unit)
    if refusal is not None:
        return refusal
    at = unit.at
    for part in spelled_out(plan.command.path, at):
        if part in TURNS:
            plan.strides.append(Stride(str(part), at, surface(battle, at), 0))
            continue
        if not isinstance(part, tuple) or not battle.map.inside(part) or distance(at, part) != 1:
            return Refusal("not_adjacent", f"{part} is not the next dot of a flight", "BT-MEC-022")
        at = part
        plan.strides.append(Stride(FLY, at, surface(battle, at), 1, (Cost("jump", 1, "BT-MEC-022"),)))
    house = battle.map.building(at)
    if house is not None and strength(battle, house) < machine.tons:
        return Refusal("too_weak", f"the roof of {house.id} does not bear {machine.tons} tons", "BT-MEC-022")
    plan.strides.append(Stride(LAND, at, surface(battle, at), 0))
    return None


@rules.rule("BT-MEC-022", otherwise=Refusal("no_jump", "this 'Mech does not jump", "BT-MEC-022"))
def why_not_jump(battle: Battle, unit: Unit) -> Refusal | None:
    """It has jets, has not moved otherwise in this turn, and stands."""
    machine = unit.machine
    assert machine is not None
    if not speed_now(battle, unit, JUMP):
        return Refusal("no_jump_jets", f"{unit.id} has no jump jets", "BT-MEC-022")
    if machine.is_down:
        return Refusal("fallen", f"{unit.id} has fallen: it must stand up first", "BT-MEC-018")
    if machine.dots:
        return Refusal("has_moved", f"{unit.id} has jumped in this turn", "BT-MEC-022")
    return None


def why_not_point(battle: Battle, plan: Plan) -> Refusal | None:
    """Where the sections, or a turret, may point."""
    command, unit = plan.command, plan.unit
    if command.turret is not None and (unit.machine is None or "turret" not in unit.machine.structure):
        return Refusal("no_turret", f"{unit.id} has no turret", "BT-MEC-069")
    for section, arc in (command.sections or {}).items():
        refusal = wrong_arc(battle, unit, section, arc)
        if refusal is not None:
            return refusal
    return None


@rules.rule("BT-MEC-029", otherwise=None)
def wrong_arc(battle: Battle, unit: Unit, section: str, arc: str) -> Refusal | None:
    """Each arm and side torso points into one of the arcs it is allowed; the others to the front."""
    allowed = SECTIONS.of(battle).get(section)
    if unit.kind != MECH or allowed is None:
        return Refusal("no_such_section", f"{unit.id} has no section {section!r} to point", "BT-MEC-029")
    if section not in COUNTERS.of(battle) and arc != "front":
        return Refusal("fixed", f"the {section.replace('_', ' ')} of {unit.id} points to the front", "BT-CMP-010")
    if arc in allowed:
        return None
    text = f"the {section.replace('_', ' ')} of {unit.id} covers {', '.join(allowed)}, not {arc}"
    return Refusal("wrong_arc", text, "BT-MEC-028")


# -- making it --------------------------------------------------------------------------------------------------------


def do_move(battle: Battle, unit: Unit, command: Move) -> None:
    check_activation(battle, unit)
    plan = plan_machine(battle, unit, command)
    if plan.refusal is not None:
        raise Refused(plan.refusal)
    begin(battle, unit, mode_meant(unit, command))
    battle.then("drive", unit=unit.id, strides=tuple(plan.strides), command=command)
    if plan.leaves:
        shown(battle, unit, setting_out=True)


def begin(battle: Battle, unit: Unit, mode: str) -> None:
    """Declare how it moves, and activate it."""
    if battle.state.acting != unit.id or not (unit.machine and unit.machine.mode):
        battle.emit(ModeDeclared(unit.id, mode))
    activate(battle, unit)


@rules.task("drive")
def drive(battle: Battle, unit: str, strides: tuple[Stride, ...], command: Move) -> None:
    """The next part of a move; the rest is lost where the activation has ended or it has fallen."""
    one = battle.units[unit]
    machine = one.machine
    assert machine is not None
    if battle.state.acting != unit or not one.able or not one.on_map:
        return
    if strides and strides[0].cost > battle.state.mp_left:
        if one.airborne:
            _land(battle, one, Stride(LAND, one.at, surface(battle, one.at), 0))
        strides, command = (), replace(command, charge=None)  # it has come as far as it can
    if strides:
        battle.then("drive", unit=unit, strides=strides[1:], command=command)
        _take(battle, one, strides[0], machine.mode)
        return
    if command.sections is not None or command.turret is not None:
        pointed = {name: arc for name, arc in (command.sections or {}).items() if arc != "front"}
        turret = None if command.turret is None else command.turret.towards
        battle.emit(SectionsPointed(unit, pointed, turret))
    if command.arc is not None:
        hooks.questions["pintle arc"](battle, one, command.arc)
    if command.charge is not None:
        hooks.questions["charge"](battle, one, battle.units[command.charge])


def _lose_the_rest(battle: Battle, unit: Unit) -> None:
    """What was planned beyond this is not done."""
    battle.state.agenda = tuple(
        task for task in battle.state.agenda if not (task.name == "drive" and task.data["unit"] == unit.id)
    )


def _take(battle: Battle, unit: Unit, stride: Stride, mode: str) -> None:
    machine = unit.machine
    assert machine is not None
    if stride.what in TURNS:
        _turn(battle, unit, turned(machine.facing, TURNS[stride.what]), mode)
    elif stride.what == STAND:
        try_to_stand(battle, unit, stride.cost)
        if unit.machine is not None and unit.machine.is_down:
            _lose_the_rest(battle, unit)
    elif stride.what == DROP:
        battle.emit(Dropped(unit.id, machine.facing, stride.cost))
        arrive(battle, unit, WENT_DOWN)
    elif stride.what == OFF:
        departs(battle, unit)
        battle.emit(Exited(unit.id, battle.map.on_edge(unit.at)[0], stride.cost))
        end_activation(battle, unit, unwillingly=True)
    elif stride.what == LAND:
        _land(battle, unit, stride)
    else:
        _step(battle, unit, stride, mode)


def _turn(battle: Battle, unit: Unit, facing: int, mode: str) -> None:
    """While it runs on pavement it may lose its feet, or slide."""
    machine = unit.machine
    assert machine is not None
    battle.emit(MachineTurned(unit.id, facing, hooks.questions["carried"](battle, unit)))
    if machine.dots and mode in (RUN, FLANK) and loses_its_feet(battle, unit):
        _lose_the_rest(battle, unit)
        way = machine.way
        if unit.kind == VEHICLE:
            vehicle_skid(battle, unit, way)
        else:
            skid(battle, unit, way)


@rules.rule("BT-MEC-019", otherwise=False)
def loses_its_feet(battle: Battle, unit: Unit) -> bool:
    """All clear ground is paved: whoever turns while running rolls each time."""
    return not stays_in_control(battle, unit, "turning at a run")


def _step(battle: Battle, unit: Unit, stride: Stride, mode: str) -> None:
    machine = unit.machine
    assert machine is not None
    if not machine.dots and mode != JUMP:
        heat = moving_heat(mode, 1)
        if heat and unit.kind == MECH:
            battle.emit(HeatTaken(unit.id, heat, mode, "BT-MEC-037"))
    before = unit.at
    way = direction_between(before, stride.at) or machine.facing
    forward = unit.kind == VEHICLE or way != turned(machine.facing, 3)
    if mode == JUMP:
        unit_in_the_air(battle, unit)
    pace = None if mode == JUMP else machine_pace(battle, unit, before, unit.elevation, stride.at)
    carried = hooks.questions["carried"](battle, unit)
    at, level = stride.at, stride.elevation
    battle.emit(MachineStepped(unit.id, at, level, stride.cost, stride.parts, mode, forward, way, carried))
    shown(battle, unit)
    if mode != JUMP:
        if isinstance(pace, MachinePace):
            crash(battle, unit, pace)
        arrive(battle, unit, DROVE)


def unit_in_the_air(battle: Battle, unit: Unit) -> None:
    if not unit.airborne:
        battle.emit(MachineTookOff(unit.id))


def _land(battle: Battle, unit: Unit, stride: Stride) -> None:
    machine = unit.machine
    assert machine is not None
    touch_down(battle, unit, stride.elevation)
    arrive(battle, unit, TOUCHED_DOWN)


@hooks.side_begins.rule("BT-MEC-002", types=("mech", "vehicle"))
def ready_again(battle: Battle, side: str) -> None:
    """Its machines may fire and move again."""
    names = tuple(unit.id for unit in battle.of_side(side) if unit.machine is not None)
    if names:
        battle.emit(TurnOfMachines(names))
