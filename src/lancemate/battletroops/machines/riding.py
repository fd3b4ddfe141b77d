"""Soldiers in and on vehicles (pp. 32-33): climbing on and off, ramps, fighting while riding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.reaction import come_to, expose
from lancemate.battletroops.combat.tohit import MODIFIERS
from lancemate.battletroops.damage.causes import FALL, cause
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.machines.events import Boarded, GotOff, RampMoved
from lancemate.battletroops.machines.options import VEHICLES
from lancemate.battletroops.machines.templates import covered, lies_in
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.arriving import ENTERS, MOVES, TOUCHES, arrive, way
from lancemate.battletroops.movement.plan import PRONE, Plan, Stride, left_to, plan_move
from lancemate.battletroops.play.events import ArcSet
from lancemate.battletroops.play.machine import DOWN, UP, VEHICLE
from lancemate.battletroops.play.orders import Act, Move, Offer
from lancemate.battletroops.play.state import Arc
from lancemate.battletroops.play.traits import BLOW, PERSON
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot, distance, true_distance
from lancemate.field.lattice_terrain import SPLINTERS, UNDERGROWTH, Feature
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.damage.wounds import Harm
    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

GET_OFF: Final = "get_off"
CARRIER = rules.table("BT-MEC-070", {"capacity": 7, "mp": 2})
FALLING_OFF = rules.table("BT-MEC-074", {"damage": 1})
OFF_A_VEHICLE: Final = cause("falling off a vehicle", "fall", "BT-MEC-074", FALL)
RODE: Final = way("rode there", "BT-MEC-075")
ALIGHTED: Final = way("got off", "BT-MEC-073", ENTERS, TOUCHES, MOVES)
FELL_OFF: Final = way("fell off a vehicle", "BT-MEC-074", TOUCHES)


@hooks.underfoot.rule("BT-MEC-065", types="vehicle")
def onto_a_vehicle(battle: Battle, at: Dot, elevation: int) -> Cost | None:
    """Two points for every dot of a vehicle that a soldier enters."""
    for unit in battle.units.values():
        if unit.kind == VEHICLE and unit.on_map and unit.elevation == elevation and at in covered(battle, unit):
            return Cost(f"onto {unit.id}", 2, "BT-MEC-065")
    return None


@hooks.questions.entry("carried")
def carried(battle: Battle, vehicle: Unit) -> tuple[str, ...]:
    """Who goes where the machine goes: those inside, and those who ride outside."""
    inside = [unit.id for unit in battle.units.values() if unit.aboard == vehicle.id]
    return (*inside, *(unit.id for unit in battle.units.values() if rides(battle, unit, vehicle)))


def _on_its_dots(battle: Battle, unit: Unit, vehicle: Unit) -> bool:
    return unit.is_soldier and unit.on_map and unit.at in covered(battle, vehicle)


@rules.rule("BT-MEC-075", otherwise=_on_its_dots)
def rides(battle: Battle, unit: Unit, vehicle: Unit) -> bool:
    """Only who has mounted travels with it; others who stand on its dots are left behind."""
    return unit.riding == vehicle.id


# -- climbing on ------------------------------------------------------------------------------------------------------


def crew_man(battle: Battle, unit: Unit) -> bool:
    """Whether he belongs to the crew of a vehicle."""
    head, dot, _ = unit.id.rpartition(".")
    owner = battle.units.get(head) if dot else None
    return owner is not None and owner.kind == VEHICLE


@hooks.may_move.rule("BT-MEC-070", types="vehicle")
def boarding(battle: Battle, plan: Plan) -> Refusal | None:
    """Into a carrier by its centre dot, with its ramp down; seven of them at most."""
    if plan.command.board is None or plan.command.outside:
        return None
    vehicle = _vehicle(battle, plan)
    if isinstance(vehicle, Refusal):
        return vehicle
    machine = vehicle.machine
    assert machine is not None
    if not machine.apc:
        return Refusal("no_carrier", f"{vehicle.id} carries nobody inside", "BT-MEC-070")
    if plan.at != vehicle.at:
        return Refusal("not_there", f"one boards {vehicle.id} on its centre dot {list(vehicle.at)}", "BT-MEC-070")
    crew = [unit for unit in battle.units.values() if unit.aboard == vehicle.id and not crew_man(battle, unit)]
    if len(crew) >= CARRIER.of(battle)["capacity"]:
        return Refusal("full", f"{vehicle.id} carries {CARRIER.of(battle)['capacity']} soldiers", "BT-MEC-070")
    plan.more_cost = CARRIER.of(battle)["mp"]
    return ramp_is_up(battle, vehicle) or halts(battle, vehicle)


@hooks.may_move.rule("BT-MEC-073", types="vehicle")
def climbing_on(battle: Battle, plan: Plan) -> Refusal | None:
    """Outside there is room for one on each dot; the vehicle stands still in that turn."""
    if plan.command.board is None or not plan.command.outside:
        return None
    vehicle = _vehicle(battle, plan)
    if isinstance(vehicle, Refusal):
        return vehicle
    if plan.at not in covered(battle, vehicle):
        return Refusal("not_there", f"{list(plan.at)} is no dot of {vehicle.id}", "BT-MEC-073")
    if any(unit.riding == vehicle.id and unit.at == plan.at and unit.conscious for unit in battle.units.values()):
        return Refusal("occupied", f"somebody rides on that dot of {vehicle.id}", "BT-MEC-073")
    plan.more_cost = 0 if plan.strides else CARRIER.of(battle)["mp"]
    return stands_still(battle, vehicle)


def _vehicle(battle: Battle, plan: Plan) -> Unit | Refusal:
    vehicle = battle.unit(str(plan.command.board))
    good = vehicle.kind == VEHICLE and vehicle.side == plan.unit.side and vehicle.on_map and not vehicle.dead
    if good and plan.unit.is_soldier and plan.elevation == vehicle.elevation:
        return vehicle
    return Refusal("no_such_vehicle", f"{vehicle.id} is no vehicle of theirs to ride on", "BT-MEC-070")


@rules.rule("BT-MEC-072", otherwise=None)
def ramp_is_up(battle: Battle, vehicle: Unit) -> Refusal | None:
    """The ramp was let down one turn ahead, so that the enemy had a chance."""
    machine = vehicle.machine
    assert machine is not None
    if machine.ramp == DOWN and machine.ramp_ready:
        return None
    return Refusal("ramp", f"the ramp of {vehicle.id} must be down since before this turn", "BT-MEC-072")


@rules.rule("BT-MEC-071", otherwise=None)
def halts(battle: Battle, vehicle: Unit) -> Refusal | None:
    """A carrier does not move in a turn in which somebody gets in or out."""
    if vehicle.moved == "none":
        return None
    return Refusal("has_moved", f"{vehicle.id} has moved in this turn", "BT-MEC-071")


@rules.rule("BT-MEC-073", otherwise=None)
def stands_still(battle: Battle, vehicle: Unit) -> Refusal | None:
    """Nor where somebody climbs on or off."""
    if vehicle.moved == "none":
        return None
    return Refusal("has_moved", f"{vehicle.id} has moved in this turn", "BT-MEC-073")


@hooks.questions.entry("may drive")
def may_drive(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a machine does not leave its dot."""
    machine = unit.machine
    assert machine is not None
    if unit.kind != VEHICLE:
        return None
    if machine.ramp == DOWN or (machine.loaded and "ramp" in machine.handled):
        return loading(battle, unit)
    return climbed_on(battle, unit) if machine.loaded else None


@rules.rule("BT-MEC-071", otherwise=None)
def loading(battle: Battle, unit: Unit) -> Refusal | None:
    """With its ramp down, or infantry getting in or out, a carrier stays; it may fire."""
    return Refusal("loading", f"{unit.id} halts: its ramp is down, or somebody gets in or out", "BT-MEC-071")


@rules.rule("BT-MEC-073", otherwise=None)
def climbed_on(battle: Battle, unit: Unit) -> Refusal | None:
    """So does any vehicle onto or off which somebody climbs."""
    return Refusal("loading", f"{unit.id} halts: somebody climbs on or off", "BT-MEC-073")


@rules.task("board")
def board(battle: Battle, unit: str, vehicle: str, outside: bool, cost: int, arc: Arc | None) -> None:
    """The end of his way: he is in, or on it; a rider may set his arc."""
    one = battle.units[unit]
    if battle.state.acting != unit or not one.able or battle.units[vehicle].dead:
        return
    battle.emit(Boarded(unit, vehicle, outside, cost, "BT-MEC-073" if outside else "BT-MEC-070"))
    if outside and arc is not None:
        battle.emit(ArcSet(unit, arc, arc.size))
    if not outside or arc is not None:
        end_activation(battle, one)


# -- getting off ------------------------------------------------------------------------------------------------------


@hooks.questions.entry("get off")
def get_off(battle: Battle, plan: Plan, to: Dot) -> Refusal | Stride:
    """The first dot of one who rides: two points, and he is on his feet."""
    unit = plan.unit
    vehicle = battle.units[str(unit.riding or unit.aboard)]
    machine = vehicle.machine
    assert machine is not None
    dots, rule = covered(battle, vehicle), "BT-MEC-070"
    if machine.destroyed:
        refusal = ways_out(battle, vehicle, unit, to)
        rule = "BT-MEC-082"
    elif crew_man(battle, unit):
        refusal = Refusal("crew", f"the crew stays with {vehicle.id}", "BT-MEC-082")
    elif unit.aboard is not None:
        behind = to == vehicle.at or (to in dots and lies_in(battle, vehicle, "rear", to))
        text = f"one leaves {vehicle.id} by its centre dot or to the rear"
        refusal = None if behind else Refusal("no_way_out", text, "BT-MEC-070")
        refusal = refusal or ramp_is_up(battle, vehicle) or halts(battle, vehicle)
    else:
        rule = "BT-MEC-073"
        near = distance(unit.at, to) <= 1
        refusal = None if near else Refusal("not_adjacent", f"{list(to)} is not next to him", "BT-MOV-002")
        refusal = refusal or stands_still(battle, vehicle)
    if refusal is not None:
        return refusal
    cost = CARRIER.of(battle)["mp"]
    return Stride(GET_OFF, to, battle.map.ground(to), cost, (Cost("getting off", cost, rule),))


@rules.rule("BT-MEC-082", otherwise=Refusal("no_way_out", "nobody leaves a wreck", "BT-MEC-082"))
def ways_out(battle: Battle, vehicle: Unit, unit: Unit, to: Dot) -> Refusal | None:
    """Out of a wreck by its centre dot; out of a carrier to the rear as well."""
    machine = vehicle.machine
    assert machine is not None
    rear = machine.apc and to in covered(battle, vehicle) and lies_in(battle, vehicle, "rear", to)
    if to == vehicle.at or rear or unit.riding is not None:
        return None
    return Refusal("no_way_out", f"one leaves {vehicle.id} by its centre dot {list(vehicle.at)}", "BT-MEC-082")


@hooks.strides.entry(GET_OFF)
def gets_off(battle: Battle, unit: Unit, stride: Stride) -> None:
    vehicle = str(unit.riding or unit.aboard)
    battle.emit(GotOff(unit.id, vehicle, stride.at, stride.elevation, stride.cost, stride.parts[0].rule))
    come_to(battle, unit, ALIGHTED)


@hooks.arrives.rule("BT-MEC-075", part=hooks.SEEN, types="vehicle")
def carried_along(battle: Battle, unit: Unit, by: Way) -> None:
    """Whoever rides outside comes where the vehicle comes, and touches nothing there."""
    if unit.kind == VEHICLE:
        for rider in list(battle.units.values()):
            if rider.riding == unit.id and rider.able:
                arrive(battle, rider, RODE)


# -- in the open ------------------------------------------------------------------------------------------------------


def shown(battle: Battle, machine: Unit, *, setting_out: bool = False) -> None:
    """Whoever may shoot at a machine where it is, or at somebody on it, does now; as it sets out, once in a turn."""
    for one in (*reversed(in_the_open(battle, machine)), machine):  # what is put on the agenda last comes first
        if not (setting_out and one.exposed):
            expose(battle, one, "BT-COM-001")


@rules.rule("BT-MEC-074", "BT-MEC-078", otherwise=())
def in_the_open(battle: Battle, machine: Unit) -> tuple[Unit, ...]:
    """Riders, and a commander in his hatch, come through the same arcs as what they ride on."""
    return tuple([unit for unit in battle.units.values() if unit.riding == machine.id and unit.able])


@hooks.to_hit.rule("BT-MEC-074", part=hooks.COVER, traits=PERSON, but=BLOW, types="vehicle")
def in_clear_terrain(aim: Aim) -> Modifier | None:
    """What grows around the vehicle is no cover for who rides on it."""
    if aim.whom.riding is None:
        return None
    between = [one.feature for one in aim.look.covers]
    found = sum(one.id in between and _grows_at(one, aim.at) for one in aim.battle.map.features)
    return Modifier("Rides in the clear", -MODIFIERS.of(aim)["partial_cover"] * found, "BT-MEC-074") if found else None


def _grows_at(one: Feature, at: Dot) -> bool:
    if one.at is not None:
        return true_distance(one.at, at) <= one.branches
    return one.kind in (UNDERGROWTH, SPLINTERS) and one.covers(at)


# -- on the ride ------------------------------------------------------------------------------------------------------


@hooks.may_move.rule("BT-MEC-074", types="vehicle")
def no_lying_down(battle: Battle, plan: Plan) -> Refusal | None:
    """On a vehicle nobody gains anything by lying down."""
    unit = plan.unit
    lies = unit.is_soldier and unit.riding is not None and any(one.what == PRONE for one in plan.strides)
    return Refusal("riding", f"{unit.id} rides on {unit.riding}: he cannot lie down", "BT-MEC-074") if lies else None


@hooks.unseats.rule("BT-MEC-074", types="vehicle")
def falls_off(battle: Battle, harm: Harm) -> None:
    """Whom wounds would make fall prone falls off instead, and takes a point more."""
    unit = harm.unit
    if unit.riding is None or not harm.down or crew_man(battle, unit):
        return
    battle.emit(GotOff(unit.id, unit.riding, unit.at, battle.map.ground(unit.at), 0, "BT-MEC-074", climbs=False))
    harm.came = FELL_OFF
    wound(battle, unit, OFF_A_VEHICLE, FALLING_OFF.of(battle)["damage"])


@hooks.may_watch.rule("BT-MEC-070", types="vehicle")
def sees_nothing(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    """Whoever is inside has no arc."""
    if unit.aboard is None:
        return None
    return Refusal("aboard", f"{unit.id} is inside {unit.aboard}", "BT-MEC-070")


@hooks.may_activate.rule("BT-MEC-082", part=4, types="vehicle")
def at_their_posts(battle: Battle, unit: Unit) -> Refusal | None:
    """The crew of a vehicle that still runs does nothing of its own, but for a commander in his hatch."""
    if unit.aboard is None or not crew_man(battle, unit):
        return None
    vehicle = battle.units[unit.aboard]
    return None if vehicle.dead else Refusal("crew", f"{unit.id} serves {vehicle.id}", "BT-MEC-082")


# -- ramps ------------------------------------------------------------------------------------------------------------


@hooks.deeds.entry("ramp")
def move_ramp(battle: Battle, unit: Unit, command: Act) -> None:
    refusal = why_not_ramp(battle, unit, str(command.what))
    if refusal is not None:
        raise Refused(refusal)
    hooks.questions["activate machine"](battle, unit)
    battle.emit(RampMoved(unit.id, str(command.what)))


@rules.rule("BT-MEC-072", otherwise=None)
def why_not_ramp(battle: Battle, unit: Unit, what: str) -> Refusal | None:
    """A carrier's ramp is up or down."""
    machine = unit.machine
    if machine is None or not machine.apc or what not in (UP, DOWN):
        return Refusal("no_ramp", f"{unit.id} has no ramp that could be {what}", "BT-MEC-072")
    if machine.ramp == what:
        return Refusal("done", f"the ramp of {unit.id} is {what} already", "BT-MEC-072")
    if "ramp" in machine.handled:
        return Refusal("has_moved", f"the ramp of {unit.id} has moved in this turn", "BT-MEC-072")
    return None


@hooks.offers.rule("BT-MEC-070", types="vehicle", when=VEHICLES)
def riding_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Ramps, boarding, getting off."""
    found: list[Offer] = []
    if unit.kind == VEHICLE:
        for what in (UP, DOWN):
            if why_not_ramp(battle, unit, what) is None:
                found.append(offer(Act(unit.id, "ramp", what), f"Ramp {what}", "BT-MEC-072"))
        return tuple(found)
    if not unit.is_soldier:
        return None
    for vehicle in battle.of_side(unit.side):
        if vehicle.kind != VEHICLE or not vehicle.on_map or distance(unit.at, vehicle.at) > 3:
            continue
        for outside in (False, True):
            command = Move(unit.id, (), board=vehicle.id, outside=outside)
            free = unit.riding is None and unit.aboard is None
            if free and left_to(battle, unit) >= 2 and plan_move(battle, unit, command).refusal is None:
                found.append(offer(command, f"Board {vehicle.id}", "BT-MEC-070"))
        if vehicle.id in (unit.riding, unit.aboard):
            for dot in covered(battle, vehicle):
                command = Move(unit.id, (dot,))
                if battle.map.inside(dot) and plan_move(battle, unit, command).refusal is None:
                    found.append(offer(command, f"Get off at {list(dot)}", "BT-MEC-070"))
    return tuple(found)
