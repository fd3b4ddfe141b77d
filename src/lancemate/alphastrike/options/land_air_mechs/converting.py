"""Changing the form at the start of a move (p. 177), and what may be done of that: in the air, and on the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.candidates import ALTITUDE, FACING, beginnings
from lancemate.alphastrike.air.flying import SLACK, Plan, too_short
from lancemate.alphastrike.damage.causes import own_doing
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.lines import ON, far_end, off_line
from lancemate.alphastrike.movement.air import may_land
from lancemate.alphastrike.movement.entering import step_to
from lancemate.alphastrike.movement.level import SKIMMING
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.options.forms import form
from lancemate.alphastrike.options.land_air_mechs.forms import (
    AIRMECH,
    CALLED,
    FIGHTER,
    LAMS,
    MECH,
    Converted,
    check_form,
    forms_of,
)
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import LEVELS, LOW, ON_THE_GROUND, ceiling, flies
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.state import ABOARD, RESERVE
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

AHEAD: Final = 90.0  # degrees to either side: its front arc
TOKENS: Final = (0.5, 0.35, 0.65, 0.2, 0.8)  # of the path, where a fighter may come down as an AirMech
WAY: Final = Choice("path", "Comes down at, and goes on", "path", "AS-OPT-623", needed=True)
BEGIN: Final = Choice("path", "Begins at", "path", "AS-AER-002")


@hooks.converts.rule("AS-OPT-621", when=LAMS)
def takes_form(battle: Battle, command: orders.Move) -> orders.Move | None:
    """A change of form costs nothing and comes before the move, which is made in the new form."""
    unit, wanted = battle.unit(command.unit), command.convert
    assert wanted is not None
    check_form(battle, unit, wanted)
    if unit.place == ABOARD:
        text = f"{unit.id} is aboard {unit.aboard}, in a bay for {CALLED[form.of(unit)]}: it leaves that as it is"
        raise refuse("aboard", text, "AS-OPT-629")
    rest = replace(command, convert=None)
    if wanted == form.of(unit):
        return rest
    way = WAYS.get((form.of(unit), wanted)) if unit.place != RESERVE else None
    return (way or on_the_spot)(battle, unit, wanted, rest)


def on_the_spot(battle: Battle, unit: Unit, wanted: str, rest: orders.Move) -> orders.Move:
    """On the ground, or before it comes on, nothing else changes."""
    step_to(battle, Converted(unit.id, wanted, unit.at, unit.facing, unit.elevation, unit.airborne))
    return rest


# -- out of the sky -------------------------------------------------------------------------------------------


def fighter_to_mech(battle: Battle, unit: Unit, wanted: str, rest: orders.Move) -> orders.Move:
    if flies(unit):
        falls_on_its_legs(battle, unit)
        return rest
    return on_the_spot(battle, unit, wanted, rest)


@rules.rule("AS-OPT-622", otherwise=None)
def falls_on_its_legs(battle: Battle, unit: Unit) -> None:
    """A fighter that grows legs in the air crashes at once, and is lost."""
    step_to(battle, Converted(unit.id, MECH, unit.at, unit.facing, unit.elevation, True, True, "AS-OPT-622"))
    doom(battle, unit, "it fell from the sky as a BattleMech", "AS-OPT-622", own_doing(unit), wait=False)


def fighter_to_airmech(battle: Battle, unit: Unit, wanted: str, rest: orders.Move) -> orders.Move:
    if not flies(unit):
        return on_the_spot(battle, unit, wanted, rest)
    if not rest.path:
        text = f"{unit.id} comes down as an AirMech: its path names the point of its flight where it does"
        raise refuse("bad_path", text, "AS-OPT-623")
    token = battle.table.snap(rest.path[0])
    facing = down_the_path(battle, unit, rest, token)
    high = resting_level(battle, unit, *token) + SKIMMING
    step_to(battle, Converted(unit.id, AIRMECH, token, facing, high, True, rule="AS-OPT-623"))
    return replace(rest, path=rest.path[1:], mode="ground", altitude=None)


@rules.rule("AS-OPT-623", otherwise=lambda battle, unit, command, token: unit.facing)
def down_the_path(battle: Battle, unit: Unit, command: orders.Move, token: Point) -> float:
    """A flight path at low altitude that ends at the token, from where it goes on as an AirMech."""
    table = battle.table
    if command.altitude not in (None, LOW):
        raise refuse("too_high", f"{unit.id} comes down from low altitude", "AS-OPT-623")
    if not table.inside(*token, unit.radius - SLACK) or token == unit.at:
        raise refuse("off_table", f"{unit.id} comes down at a point of its path over the table", "AS-OPT-623")
    facing = table.snap_facing(table.bearing(unit.at, token))
    plan = Plan(battle, unit, command, unit.at, facing, LOW, 0.0, far_end(table, unit.at, facing))
    too_short(plan)
    assert plan.end is not None
    if off_line(table, (plan.start, plan.end), token) > ON:
        raise refuse("not_on_path", f"{table.name(token)} does not lie on a path of {unit.id}", "AS-OPT-623")
    return facing


# -- into the sky ---------------------------------------------------------------------------------------------


def airmech_to_fighter(battle: Battle, unit: Unit, wanted: str, rest: orders.Move) -> orders.Move:
    """It is in the air where it is now, whether it has been skimming or has just left the ground."""
    if rest.mode != "fly":
        raise refuse("must_fly", f"{unit.id} turns into a fighter to fly: say mode fly", "AS-OPT-624")
    from_where_it_is(battle, unit, rest)
    step_to(battle, Converted(unit.id, FIGHTER, unit.at, unit.facing, unit.elevation, True, rule="AS-OPT-624"))
    return replace(rest, path=(), facing=unit.facing if rest.facing is None else rest.facing, elevation=None)


@rules.rule("AS-OPT-624", otherwise=None)
def from_where_it_is(battle: Battle, unit: Unit, command: orders.Move) -> None:
    """Its path begins at its place and leads into its front arc."""
    table = battle.table
    if command.path and (len(command.path) > 1 or table.distance(command.path[0], unit.at) > ON):
        raise refuse("bad_path", f"the path of {unit.id} begins where it is", "AS-OPT-624")
    facing = unit.facing if command.facing is None else command.facing
    if abs((facing - unit.facing + 180.0) % 360.0 - 180.0) > AHEAD + ON:
        raise refuse("front_arc", f"{unit.id} flies off into its front arc", "AS-OPT-624")


def mech_to_fighter(battle: Battle, unit: Unit, wanted: str, rest: orders.Move) -> orders.Move:
    takes_off_by_the_book(battle, unit, rest)
    return on_the_spot(battle, unit, wanted, rest)


@rules.rule("AS-OPT-624", otherwise=None)
def takes_off_by_the_book(battle: Battle, unit: Unit, command: orders.Move) -> None:
    """From its legs a 'Mech becomes a fighter on a runway, or by way of an AirMech."""
    if ON_THE_GROUND in battle.options and command.mode != "fly":
        return
    runway = f"take off from a runway (mode liftoff, option {ON_THE_GROUND})"
    text = f"{unit.id} stands on its legs: it may {runway}, or become an AirMech this turn and a fighter in the next"
    raise refuse("grounded", text, "AS-OPT-624")


# -- onto its legs --------------------------------------------------------------------------------------------


def airmech_to_mech(battle: Battle, unit: Unit, wanted: str, rest: orders.Move) -> orders.Move:
    """It comes down where it skims, if a WiGE could."""
    if unit.airborne and not may_land(battle, unit, unit.at):
        text = f"{unit.id} cannot come down where it is: fly on, and land on clear or paved ground"
        raise refuse("no_place", text, "AS-OPT-621")
    low = unit.elevation - SKIMMING if unit.airborne else unit.elevation
    step_to(battle, Converted(unit.id, MECH, unit.at, unit.facing, low, False))
    return rest


WAYS: Final[dict[tuple[str, str], Callable[[Battle, Unit, str, orders.Move], orders.Move]]] = {
    (FIGHTER, MECH): fighter_to_mech,
    (FIGHTER, AIRMECH): fighter_to_airmech,
    (AIRMECH, FIGHTER): airmech_to_fighter,
    (AIRMECH, MECH): airmech_to_mech,
    (MECH, FIGHTER): mech_to_fighter,
}


# -- offers ---------------------------------------------------------------------------------------------------


@hooks.offers.rule("AS-OPT-621", when=LAMS)
def may_change(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """A move in every other form that can be made, with one already in it."""
    if not forms_of(battle, unit.card) or orders.Move not in battle.now.verbs or battle.state.to_act != unit.side:
        return None
    if not may_move_now(battle, unit):
        return None
    others = [other for other in forms_of(battle, unit.card) if other != form.of(unit)]
    found = [first_of(battle, unit, other) for other in others]
    return tuple(one for one in found if one is not None)


def first_of(battle: Battle, unit: Unit, wanted: str) -> Offer | None:
    """The first move in a form that the rules allow and that does not end in a crash."""
    for command in tries(battle, unit, wanted):
        asked = check_move(battle, command)
        if asked.legal and not asked.crashes:
            return offer(command, f"Turn into {CALLED[wanted]}", "AS-OPT-621", *said(battle, unit, command))
    return None


def tries(battle: Battle, unit: Unit, wanted: str) -> Iterator[orders.Move]:
    """Moves with which a unit might take a form."""
    here = orders.Move(unit.id, convert=wanted)
    if wanted == FIGHTER and (unit.place == RESERVE or form.of(unit) == AIRMECH):
        yield from (replace(here, mode="fly", path=path, facing=way) for path, way in flights_off(battle, unit))
    elif wanted == FIGHTER:
        yield replace(here, mode="liftoff")
    elif wanted == AIRMECH and flies(unit):
        yield from (replace(here, path=(token,), elevation=0.0) for token in tokens(battle, unit))
    elif not flies(unit) and unit.place != RESERVE:
        yield here


def flights_off(battle: Battle, unit: Unit) -> Iterator[tuple[tuple[Point, ...], float]]:
    """Ways up: ahead and to the sides, or across the table from where it comes on."""
    table = battle.table
    if unit.place != RESERVE:
        yield from (((), table.snap_facing(unit.facing + turn)) for turn in (0.0, 60.0, -60.0))
        return
    for at in beginnings(battle, unit):
        if at is not None:
            yield (at,), table.snap_facing(table.bearing(at, table.centre))


def tokens(battle: Battle, unit: Unit) -> Iterator[Point]:
    """Places on the ways across the table where a fighter might come down."""
    table = battle.table
    for way in (unit.facing, *(30.0 * turn for turn in range(12))):
        end = far_end(table, unit.at, table.snap_facing(way))
        whole = table.distance(unit.at, end)
        yield from (table.snap(table.part_way(unit.at, end, share * whole)) for share in TOKENS if whole > 1.0)


def said(battle: Battle, unit: Unit, command: orders.Move) -> tuple[Choice, ...]:
    """What may be said of such a move."""
    if command.mode == "fly":
        most = ceiling.of(unit)
        known = LEVELS if most is None else LEVELS[: LEVELS.index(most) + 1]
        more = (BEGIN,) if unit.place == RESERVE else ()
        return (*more, FACING, replace(ALTITUDE, among=known))
    if command.mode == "liftoff":
        return ()
    turn = Choice("facing", "Facing", "number", "AS-MOV-005", most=360.0)
    return (WAY, turn) if command.path else (replace(WAY, label="Way", needed=False), turn)
