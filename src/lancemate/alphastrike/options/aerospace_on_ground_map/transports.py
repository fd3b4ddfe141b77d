"""Leaving and entering transports by air (pp. 142-143): launching and recovery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import altitude_of, height_of, is_airship, thrust_of
from lancemate.alphastrike.air.events import Flew
from lancemate.alphastrike.air.flying import Plan, may_hover, says_too_much
from lancemate.alphastrike.measure.lines import ON, apart, far_end
from lancemate.alphastrike.movement.activation import move_made
from lancemate.alphastrike.movement.context import facing_meant
from lancemate.alphastrike.movement.control import Dice, control_step
from lancemate.alphastrike.movement.doors import doors_of, kind_in_bays, no_door, note_passing, passed
from lancemate.alphastrike.movement.entering import ALOFT, put
from lancemate.alphastrike.movement.modes import Mode, OwnWay, may_move_now
from lancemate.alphastrike.movement.planner import Landing, MovePreview
from lancemate.alphastrike.options.aerospace_on_ground_map.events import LiftedOff
from lancemate.alphastrike.options.aerospace_on_ground_map.landing import Approach, comes_down, crash, landing_number
from lancemate.alphastrike.options.aerospace_on_ground_map.runways import GROUND, LIFTOFF
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Mounted
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.flight import LOW, ON_THE_GROUND, fights, flies, path_of
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.state import ABOARD
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

# The bays that units fly out of and into, by their type.
BAYS: Final = rules.table("AS-OPT-087", {"AT": ["AF", "CF"], "ST": ["SC"]})
DECKS: Final = {"FD": "flight deck", "HELI": "helipad"}
LARGEST: Final = rules.table("AS-OPT-093", {"size of others": 3})

# How many have left each bay this turn.
launched = unit_memory("launched", dict[str, int], default={}, rule="AS-OPT-092", expires="turn")


# -- who may --------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-087", otherwise=None)
def own_bay(battle: Battle, unit: Unit, carrier: Unit) -> str | None:
    """The bay that a fighter or small craft flies out of and into."""
    for bay, types in BAYS.of(battle).items():
        if kind_in_bays(battle, unit)[0] in types and carrier.has(bay):
            return bay
    return None


def deck_for(battle: Battle, unit: Unit, carrier: Unit) -> str | None:
    """A deck that serves a unit."""
    return flight_deck(battle, unit, carrier) or helipad(battle, unit, carrier)


@rules.rule("AS-SPC-096", otherwise=None)
def flight_deck(battle: Battle, unit: Unit, carrier: Unit) -> str | None:
    """For fighters, small craft, fixed-wing vehicles, airships and VTOLs."""
    if not carrier.has("FD") or not small_enough(battle, unit):
        return None
    flies_by_thrust = unit.card.is_aerospace and not unit.card.is_dropship
    return "FD" if flies_by_thrust or is_vtol(unit) else None


@rules.rule("AS-SPC-098", otherwise=None)
def helipad(battle: Battle, unit: Unit, carrier: Unit) -> str | None:
    """For units with VTOL movement, and nobody else."""
    return "HELI" if carrier.has("HELI") and is_vtol(unit) and small_enough(battle, unit) else None


def is_vtol(unit: Unit) -> bool:
    return unit.card.is_vehicle and unit.card.move.primary == "v"


@rules.rule("AS-OPT-093", otherwise=True)
def small_enough(battle: Battle, unit: Unit) -> bool:
    """Aerospace units of any weight class, all others up to Size 3."""
    return unit.card.type not in ("CV", "SV") or unit.card.size <= LARGEST.of(battle)["size of others"]


def way_in(battle: Battle, unit: Unit, carrier: Unit) -> str | None:
    """A bay or a deck by which a unit leaves or enters a transport.

    Fixed-wing vehicles and airships fly into no bay: they have decks only.
    """
    return own_bay(battle, unit, carrier) or deck_for(battle, unit, carrier)


@rules.rule("AS-OPT-092", otherwise=None)
def no_door_free(battle: Battle, carrier: Unit, bay: str) -> Refusal | None:
    """As many a turn as the bay has doors."""
    if launched.of(carrier).get(bay, 0) < (doors_of(battle, carrier, bay) or 1):
        return None
    return Refusal("no_door", f"every door of {carrier.id} ({bay}) has let one go this turn", "AS-OPT-092")


@rules.rule("AS-OPT-093", otherwise=None)
def deck_taken(battle: Battle, carrier: Unit, deck: str) -> Refusal | None:
    """One unit a turn starts from a deck or comes down on it."""
    if not passed.of(carrier).get(deck, 0):
        return None
    return Refusal("no_deck", f"the {DECKS[deck]} of {carrier.id} has served a unit this turn", "AS-OPT-093")


def no_way_through(battle: Battle, unit: Unit, carrier: Unit, bay: str) -> Refusal | None:
    """Why a unit gets neither in nor out by air: a deck that is taken, or doors that are jammed or used up."""
    return deck_taken(battle, carrier, bay) if bay in DECKS else no_door(battle, unit, carrier, cargo=False)


def note_launch(battle: Battle, carrier: Unit, bay: str) -> None:
    note_passing(battle, carrier, bay)
    used = launched.of(carrier)
    launched.remember(battle, carrier, {**used, bay: used.get(bay, 0) + 1})


@hooks.uses_a_deck.rule("AS-OPT-088", when=GROUND)
def vtols_use_decks(battle: Battle, unit: Unit, carrier: Unit) -> str | Refusal | None:
    """VTOLs come and go by helipads and flight decks."""
    if not is_vtol(unit):
        return None
    deck = deck_for(battle, unit, carrier)
    if deck is None:
        text = f"{carrier.id} has no helipad or flight deck for {unit.id} (up to Size 3)"
        return Refusal("no_deck", text, "AS-OPT-088")
    return deck_taken(battle, carrier, deck) or deck


# -- launching ------------------------------------------------------------------------------------------------


def why_not_launch(battle: Battle, command: orders.Move) -> Refusal | None:
    """Why a unit may not be launched, or None."""
    unit = battle.unit(command.unit)
    if ON_THE_GROUND not in battle.options or not unit.card.is_aerospace:
        return Refusal("aerospace", f"{unit.id} cannot be launched here", "AS-MOV-047")
    carrier = battle.units[unit.aboard] if unit.place == ABOARD and unit.aboard is not None else None
    if carrier is None or not carrier.on_table:
        return Refusal("not_aboard", f"{unit.id} is aboard no transport on the table", "AS-OPT-087")
    bay = way_in(battle, unit, carrier)
    if bay is None:
        text = f"{carrier.id} has no bay or deck from which {unit.id} could be launched"
        return Refusal("no_bay", text, "AS-OPT-087")
    refusal = says_too_much(battle, command, "AS-OPT-090")
    if refusal is not None:
        return refusal
    high = altitude_of(carrier)
    if flies(carrier) and command.altitude not in (None, high):
        return Refusal("wrong_altitude", f"{unit.id} is launched at the altitude of {carrier.id}: {high}", "AS-OPT-091")
    if not flies(carrier) and command.altitude not in (None, LOW):
        return Refusal("too_high", f"{unit.id} leaves {carrier.id} to low altitude", "AS-OPT-089")
    one_each = None if bay in DECKS else no_door_free(battle, carrier, bay)
    return too_weak(battle, unit) or one_each or no_way_through(battle, unit, carrier, bay)


@rules.rule("AS-OPT-090", otherwise=None)
def too_weak(battle: Battle, unit: Unit) -> Refusal | None:
    """A launch asks for the Thrust of taking off."""
    need = 1 if is_airship(battle, unit) else LIFTOFF.of(battle)["thrust"]
    if thrust_of(battle, unit) >= need and not unit.shutdown:
        return None
    return Refusal("no_thrust", f"{unit.id} needs {need:g} Thrust to be launched", "AS-OPT-090")


@rules.rule("AS-OPT-091", otherwise=lambda battle, carrier, facing: (carrier.at, carrier.at))
def launch_path(battle: Battle, carrier: Unit, facing: float) -> tuple[Point, Point]:
    """From the transport to the edge of the table."""
    return carrier.at, far_end(battle.table, carrier.at, facing)


def launched_along(battle: Battle, command: orders.Move) -> Flew | LiftedOff:
    unit = battle.unit(command.unit)
    assert unit.aboard is not None
    carrier = battle.units[unit.aboard]
    facing = carrier.facing if command.facing is None else facing_meant(battle, command.facing)
    from_below = None if flies(carrier) else off_the_ground(battle, unit, carrier, facing)
    if from_below is not None:
        return from_below
    high = altitude_of(carrier)
    path = launch_path(battle, carrier, facing)
    return Flew(unit.id, "launch", carrier.at, facing, high, height_of(battle, high), path, rule="AS-OPT-091")


@rules.rule("AS-OPT-089", otherwise=None)
def off_the_ground(battle: Battle, unit: Unit, carrier: Unit, facing: float) -> LiftedOff | None:
    """Out of a transport that stands, launching is taking off: the whole move; the path is laid in the next one."""
    hovers = may_hover(battle, unit)
    return LiftedOff(unit.id, carrier.at, LOW, height_of(battle, LOW), hovers, "AS-OPT-089", facing)


def launch(battle: Battle, command: orders.Move) -> None:
    refusal = why_not_launch(battle, command)
    if refusal is not None:
        raise Refused(refusal)
    unit = battle.unit(command.unit)
    assert unit.aboard is not None
    carrier = battle.units[unit.aboard]
    told = launched_along(battle, command)
    bay = way_in(battle, unit, carrier)
    assert bay is not None
    put(battle, told, ALOFT)
    note_launch(battle, carrier, bay)


def preview_launch(battle: Battle, command: orders.Move) -> MovePreview:
    refusal = why_not_launch(battle, command)
    thrust = thrust_of(battle, battle.unit(command.unit))
    if refusal is not None:
        return MovePreview(False, refusal, "launch", 0.0, 0.0, 0.0, thrust=thrust)
    told = launched_along(battle, command)
    path = told.flight if isinstance(told, Flew) else None
    return MovePreview(True, None, "launch", 0.0, 0.0, thrust, at=told.at, airborne=True, flight=path, thrust=thrust)


hooks.movement_modes.add("launch", Mode("launch", "Launch", "was launched", own=OwnWay(launch, preview_launch)))


@hooks.leaves_by_itself.rule("AS-OPT-091", when=GROUND)
def may_be_launched(battle: Battle, unit: Unit) -> bool:
    """Whoever is aboard a transport from which it could be launched has a move to make."""
    if unit.place != ABOARD or not unit.card.is_aerospace or unit.aboard is None:
        return False
    carrier = battle.units[unit.aboard]
    return carrier.on_table and carrier.side == unit.side and way_in(battle, unit, carrier) is not None


@hooks.offers.rule("AS-OPT-091", when=GROUND)
def launches(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if unit.place != ABOARD or orders.Move not in battle.now.verbs or not may_move_now(battle, unit):
        return None
    command = orders.Move(unit.id, (), "launch")
    if why_not_launch(battle, command) is not None:
        return None
    return (offer(command, "Launch", "AS-OPT-091", Choice("facing", "Heading", "number", "AS-AER-003", most=360.0)),)


# -- recovery -------------------------------------------------------------------------------------------------


@hooks.flight_rules.rule("AS-OPT-091", "AS-OPT-089", part=1, when=GROUND)
def meets_its_transport(plan: Plan) -> Refusal | None:
    """The two paths cross at one altitude, nobody fights, and there is a bay with a free door, or a deck."""
    name = plan.command.board
    if name is None:
        return None
    battle, unit, carrier = plan.battle, plan.unit, plan.battle.unit(name)
    if carrier.side != unit.side or not carrier.on_table or carrier is unit:
        return Refusal("no_transport", f"{carrier.id} is no transport of {unit.side} on the table", "AS-OPT-087")
    if not flies(carrier) and deck_for(battle, unit, carrier) is None:
        return no_deck(battle, unit, carrier)
    bay = way_in(battle, unit, carrier)
    if bay is None:
        return Refusal("no_bay", f"{carrier.id} has no bay for {unit.id}", "AS-OPT-087")
    return paths_meet(plan, carrier) or no_way_through(battle, unit, carrier, bay)


@rules.rule("AS-OPT-089", otherwise=None)
def no_deck(battle: Battle, unit: Unit, carrier: Unit) -> Refusal | None:
    """A transport on the ground takes nobody back by air without a flight deck."""
    return Refusal("no_deck", f"{carrier.id} is on the ground and has no flight deck for {unit.id}", "AS-OPT-089")


@rules.rule("AS-OPT-091", otherwise=None)
def paths_meet(plan: Plan, carrier: Unit) -> Refusal | None:
    table, end = plan.battle.table, plan.end or plan.start
    near = ON if flies(carrier) else carrier.radius
    if apart(table, (plan.start, end), path_of(carrier)) > near:
        return Refusal("paths_apart", f"the paths of {plan.unit.id} and {carrier.id} do not cross", "AS-OPT-091")
    if flies(carrier) and plan.altitude != altitude_of(carrier):
        text = f"{plan.unit.id} meets {carrier.id} at its altitude, {altitude_of(carrier)}"
        return Refusal("wrong_altitude", text, "AS-OPT-091")
    fighting = {name for fight in fights(plan.battle.state) for name in (fight.attacker, fight.defender)}
    if not fighting.isdisjoint((plan.unit.id, carrier.id)):
        return Refusal("engaged", "neither may be engaged in the air", "AS-OPT-091")
    return None


@rules.rule("AS-OPT-090", otherwise=True)
def caught(battle: Battle, unit: Unit, carrier: Unit, roll: Dice, choice: str, /, **data: Any) -> bool | None:
    """A landing roll, without runway and without anything in the way."""
    return comes_down(battle, Approach(unit, carrier=carrier.id), roll, choice, "recover", **data)


@hooks.flight_made.rule("AS-OPT-090", when=GROUND)
def recovered(plan: Plan) -> bool:
    """It is aboard at once, or it crashes."""
    name = plan.command.board
    if name is None:
        return False
    control_step(plan.battle, plan.unit, "recover", unit=plan.unit.id, carrier=name, zone=plan.start)
    return True


@rules.task("recover")
def recover(battle: Battle, unit: str, carrier: str, zone: Point, roll: Dice = (), choice: str = "") -> None:
    one, ship = battle.units[unit], battle.units[carrier]
    bay = way_in(battle, one, ship)
    success = caught(battle, one, ship, roll, choice, unit=unit, carrier=carrier, zone=zone)
    if success is None:
        return
    if not success:
        crash(battle, one, zone)
    else:
        if bay is not None:
            note_passing(battle, ship, bay)
        battle.emit(Mounted(unit, carrier, False, "AS-OPT-090"))
    move_made(battle, one)


@hooks.flight_preview.rule("AS-OPT-090", when=GROUND)
def recovery_roll(plan: Plan) -> Landing | None:
    if plan.command.board is None:
        return None
    parts = landing_number(plan.battle, plan.unit, True, False)
    return Landing(total(parts), parts, 0)
