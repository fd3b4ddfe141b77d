"""Taxiing and taking off (pp. 141-142)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import height_of, is_airship, thrust_of
from lancemate.alphastrike.air.flying import Plan, lies_ahead, may_hover, says_too_much
from lancemate.alphastrike.hazards.bogging import may_set_out
from lancemate.alphastrike.hazards.breaking import burst_ice
from lancemate.alphastrike.measure.lines import ON
from lancemate.alphastrike.movement.columns import KEY
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.entering import ALOFT, put
from lancemate.alphastrike.movement.modes import Mode, OwnWay, aerospace_moves_otherwise, may_move_now
from lancemate.alphastrike.movement.planner import MovePreview, check_move
from lancemate.alphastrike.options.aerospace_on_ground_map.events import LiftedOff
from lancemate.alphastrike.options.aerospace_on_ground_map.runways import (
    GROUND,
    LIFTOFF,
    ground_along,
    needs_no_runway,
    run_up,
    width_for,
)
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.boarders import is_boarded, shaken
from lancemate.alphastrike.play.events.ground import bogged
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.flight import LOW, ON_THE_GROUND, climbing
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.state import TABLE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Allowance
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

# The key of the Movement Cost Table, in which what has wings (a) counts among the wheeled.
ON_WHEELS: Final = rules.table(
    "AS-OPT-071",
    {
        "Mechs": {"types": ["BM", "IM"]},
        "IndustrialMechs": {"types": ["IM"]},
        "ProtoMechs": {"types": ["PM"]},
        "Infantry": {"types": ["CI", "BA"]},
        "Vehicles": {"codes": ["v", "g", "w", "w(b)", "w(m)", "t", "h", "r", "", "n", "s", "a"]},
        "Air": {"codes": ["v", "g"]},
        "Ground": {"codes": ["w", "w(b)", "w(m)", "t", "h", "g", "r", "", "a"]},
        "Naval": {"codes": ["n", "s"]},
        "Hover": {"codes": ["h"]},
        "Sub": {"codes": ["s"]},
        "Tracked": {"codes": ["t"]},
        "VTOL": {"codes": ["v"]},
        "Wheeled": {"codes": ["w", "w(b)", "w(m)", "a"]},
        "WiGE": {"codes": ["g"]},
        "Rail": {"codes": ["r"]},
        "Aerospace": {"types": ["DS"]},
    },
    when=GROUND,
    replaces=KEY,
)
ALONG: Final = 1.0  # degrees by which a facing may be off that was rounded


# -- beginning landed -----------------------------------------------------------------------------------------


@hooks.may_stay_off.rule("AS-OPT-070", when=GROUND)
def begins_in_flight(battle: Battle, unit: Unit) -> str | None:
    """A unit that spends Thrust begins landed or in flight, as its player likes."""
    return "AS-OPT-070" if unit.card.is_aerospace else None


# -- taxiing --------------------------------------------------------------------------------------------------


def is_aerodyne(battle: Battle, unit: Unit) -> bool:
    return unit.card.is_aerospace and not may_hover(battle, unit)


def is_grounded(unit: Unit) -> bool:
    return unit.card.is_aerospace and unit.place == TABLE and not unit.airborne


@hooks.may_move.rule("AS-OPT-071", part=-2, when=GROUND, replaces=aerospace_moves_otherwise)
def wings_taxi(m: Movement) -> Refusal | None:
    """On the ground an aerodyne rolls like a wheeled vehicle; in the air nobody walks."""
    if not m.unit.card.is_aerospace or is_grounded(m.unit):
        return None
    return Refusal("aerospace", f"{m.unit.id} is not on the ground: it flies (mode fly)", "AS-MOV-047")


@hooks.may_move.rule("AS-OPT-077", part=-1, when=GROUND)
def no_wheels(m: Movement) -> Refusal | None:
    """Spheroids and airships go straight up and come straight down, and nowhere on the ground."""
    if not is_grounded(m.unit) or not may_hover(m.battle, m.unit) or not m.command.path:
        return None
    return Refusal("cannot_taxi", f"{m.unit.id} cannot move on the ground: it may lift off", "AS-OPT-077")


@hooks.allowance.rule("AS-OPT-071", part=Allowance.SPENT, when=GROUND)
def taxi_move(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """As many inches as it has Thrust."""
    if mode != "ground" or not is_grounded(unit) or not is_aerodyne(battle, unit):
        return None
    return Cost("Thrust", thrust_of(battle, unit), "AS-OPT-071")


# -- taking off -----------------------------------------------------------------------------------------------


def runway(battle: Battle, unit: Unit) -> tuple[Point, Point]:
    """From the middle of its base, along its facing."""
    return unit.at, battle.table.beyond(unit.at, unit.facing, run_up(battle, unit))


def why_not_up(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit cannot take off, or None."""
    if ON_THE_GROUND not in battle.options:
        text = f"nobody takes off or lands here: the option {ON_THE_GROUND} is not on"
        return Refusal("aerospace", text, "AS-MOV-047")
    if not is_grounded(unit):
        return Refusal("not_grounded", f"{unit.id} is not on the ground", "AS-OPT-072")
    refusal = straight_up(battle, unit) if needs_no_runway(battle, unit) else from_runway(battle, unit)
    if refusal is not None:
        return refusal
    return next((why for hook in battle.hooks[hooks.may_lift_off] if (why := hook(battle, unit)) is not None), None)


@rules.rule("AS-OPT-072", otherwise=None)
def from_runway(battle: Battle, unit: Unit) -> Refusal | None:
    """An aerodyne needs two Thrust and fourteen inches of clear or paved, level ground ahead; units do not matter."""
    need = LIFTOFF.of(battle)["thrust"]
    if thrust_of(battle, unit) < need or unit.shutdown:
        return Refusal("no_thrust", f"{unit.id} needs {need:g} Thrust to take off", "AS-OPT-072")
    line = runway(battle, unit)
    length = battle.table.distance(*line)
    if not battle.table.inside(*line[1]):
        return Refusal("no_runway", f"there are not {length:g} inches of table ahead of {unit.id}", "AS-OPT-072")
    ground = ground_along(battle, line, width_for(battle, unit))
    if ground.rough or ground.uneven:
        text = f"{unit.id} needs {length:g} inches of clear or paved, level ground ahead of it"
        return Refusal("no_runway", text, "AS-OPT-072")
    return None


@rules.rule("AS-OPT-078", otherwise=None)
def straight_up(battle: Battle, unit: Unit) -> Refusal | None:
    """An airship needs any Thrust at all, a spheroid two."""
    need = 1 if is_airship(battle, unit) else 2
    if thrust_of(battle, unit) >= need and not unit.shutdown:
        return None
    return Refusal("no_thrust", f"{unit.id} needs {need} Thrust to lift off", "AS-OPT-078")


def not_so(battle: Battle, command: orders.Move) -> Refusal | None:
    """A unit takes off along its facing, to low altitude: the next move turns and climbs."""
    unit = battle.unit(command.unit)
    refusal = says_too_much(battle, command, "AS-OPT-073")
    if refusal is not None:
        return refusal
    if any(battle.table.distance(point, unit.at) > ON for point in command.path):
        return Refusal(
            "bad_path", f"{unit.id} takes off along its facing, with its whole move: name no path", "AS-OPT-073"
        )
    if command.altitude not in (None, LOW):
        return Refusal("too_high", f"{unit.id} takes off to low altitude", "AS-OPT-074")
    if needs_no_runway(battle, unit) or command.facing is None:
        return None
    if abs((command.facing - unit.facing + 180.0) % 360.0 - 180.0) <= ALONG:
        return None
    return Refusal("front_arc", f"{unit.id} takes off along its facing", "AS-OPT-073")


def lift_off(battle: Battle, command: orders.Move) -> bool:
    """Up into the air; whether the ground holds it, so that the move ends in its own time."""
    unit = battle.unit(command.unit)
    refusal = why_not_up(battle, unit) or not_so(battle, command)
    if refusal is not None:
        raise Refused(refusal)
    if bogged.of(unit) and not may_set_out(battle, unit, command):
        return True
    runs, hovers = not needs_no_runway(battle, unit), may_hover(battle, unit)
    at, by = (over_the_end(battle, unit), "AS-OPT-073") if runs else (unit.at, "AS-OPT-078")
    stood = unit.at
    put(battle, LiftedOff(unit.id, at, LOW, height_of(battle, LOW), hovers, by), ALOFT)
    if unit.card.is_dropship:
        burst_ice(battle, stood, unit.radius)
    shakes_boarders(battle, unit)
    return False


@rules.rule("AS-BAT-147", otherwise=None)
def shakes_boarders(battle: Battle, unit: Unit) -> None:
    """Whoever fights inside a ship that lifts off aims worse this turn."""
    if is_boarded(battle, unit):
        shaken.remember(battle, unit, battle.state.turn)


@rules.rule("AS-OPT-073", otherwise=lambda battle, unit: unit.at)
def over_the_end(battle: Battle, unit: Unit) -> Point:
    """Taking off is the whole move, without a roll; it ends over the far end of the runway."""
    return battle.table.snap(runway(battle, unit)[1])


def preview_liftoff(battle: Battle, command: orders.Move) -> MovePreview:
    unit = battle.unit(command.unit)
    refusal = why_not_up(battle, unit) or not_so(battle, command)
    at = None if refusal is not None else over_the_end(battle, unit) if not needs_no_runway(battle, unit) else unit.at
    thrust, height = thrust_of(battle, unit), height_of(battle, LOW)
    return MovePreview(
        refusal is None, refusal, "liftoff", 0.0, 0.0, thrust, at=at, elevation=height, airborne=True, thrust=thrust
    )


def has_not_rolled(battle: Battle, command: orders.Move) -> None:
    """A unit that has taxied does not take off in the same turn."""
    unit = battle.unit(command.unit)
    if is_grounded(unit):
        taxied(battle, unit)


@rules.rule("AS-OPT-071", otherwise=None)
def taxied(battle: Battle, unit: Unit) -> None:
    if unit.moved == "ground" and unit.inches > 0:
        raise refuse("taxied", f"{unit.id} has taxied and cannot take off this turn", "AS-OPT-071")


hooks.movement_modes.add(
    "liftoff", Mode("liftoff", "Take off", "took off", own=OwnWay(lift_off, preview_liftoff, has_not_rolled))
)


# -- the first path after that --------------------------------------------------------------------------------


@hooks.flight_rules.rule("AS-OPT-074", when=GROUND)
def first_path(plan: Plan) -> Refusal | None:
    """After taking off an aerodyne flies ahead, at low or middle altitude."""
    unit = plan.unit
    if not climbing.of(unit):
        return None
    if not lies_ahead(unit, plan.facing):
        return Refusal("front_arc", f"{unit.id} has just taken off: it flies into its front arc", "AS-OPT-074")
    if plan.altitude not in (LOW, "middle"):
        text = f"{unit.id} has just taken off: it flies at low or middle altitude"
        return Refusal("too_high", text, "AS-OPT-074")
    return None


# -- offers ---------------------------------------------------------------------------------------------------


@hooks.offers.rule("AS-OPT-073", when=GROUND)
def may_leave_the_ground(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Taxiing and taking off, for whoever is on the ground."""
    if not is_grounded(unit) or orders.Move not in battle.now.verbs or not may_move_now(battle, unit):
        return None
    found: list[Offer] = []
    if why_not_up(battle, unit) is None:
        found.append(offer(orders.Move(unit.id, (), "liftoff"), "Take off", "AS-OPT-073"))
    still = orders.Move(unit.id)
    if is_aerodyne(battle, unit) and check_move(battle, still).legal:
        way = Choice("path", "Way", "path", "AS-OPT-071")
        turn = Choice("facing", "Facing", "number", "AS-MOV-005", most=360.0)
        found.append(offer(still, "Taxi", "AS-OPT-071", way, turn))
    return tuple(found)
