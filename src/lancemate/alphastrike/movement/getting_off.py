"""Getting off (pp. 38-39), before it happens: who may step off where, after a carrier's move or out of a bay."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.cargo import hold_is_busy, is_cargo
from lancemate.alphastrike.movement.context import SLACK, Movement, facing_meant
from lancemate.alphastrike.movement.doors import no_way_through
from lancemate.alphastrike.movement.passengers import Unloading, disembarked, passengers
from lancemate.alphastrike.movement.resting import resting_level, resting_way
from lancemate.alphastrike.movement.stacking import why_kept_free, why_not_stand
from lancemate.alphastrike.movement.transport import BOARDING
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.footprint import circles, footprint
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Allowance
from lancemate.alphastrike.terrain.hexes import contact_rule, touching
from lancemate.field.bodies import Body
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

Bodies: TypeAlias = tuple[Body, ...]  # what a transport stands on


@hooks.move_choices.rule("AS-MOV-066")
def may_set_down(battle: Battle, unit: Unit) -> Choice | None:
    """Whoever is aboard may step off where the move ends."""
    riders = tuple(rider.id for rider in passengers(battle, unit))
    return Choice("unload", "Set down", "landings", "AS-MOV-066", among=riders) if riders else None


def plan_unloading(m: Movement) -> None:
    """Check where passengers step off at the end of their carrier's move."""
    if m.exit_edge is not None:
        raise refuse("off_table", f"{m.unit.id} leaves the table: nobody can step off", "AS-MOV-066")
    if m.airborne and any(hook(m) for hook in m.battle.hooks[hooks.drops]):
        return
    carrier = footprint(m.battle, m.unit, m.end, m.facing, m.end_level)
    planned: list[Unloading] = []
    for asked in m.command.unload:
        unit = m.battle.unit(asked.unit)
        if unit.aboard != m.unit.id or unit.side != m.unit.side or any(each.unit is unit for each in planned):
            aboard = ", ".join(each.id for each in passengers(m.battle, m.unit)) or "nobody"
            raise refuse("not_aboard", f"{unit.id} is not aboard {m.unit.id}; aboard: {aboard}", "AS-MOV-066")
        planned.append(step_off(m, unit, asked, carrier, planned))
    m.unloading = tuple(planned)


def step_off(m: Movement, unit: Unit, asked: orders.Unload, carrier: Bodies, planned: list[Unloading]) -> Unloading:
    battle = m.battle
    if asked.at is None:
        raise refuse("no_place", f"say where {unit.id} steps off (at)", "AS-MOV-066")
    at = battle.table.snap(asked.at)
    refusal = (
        drop_refusal(m, unit)
        or (None if unit.riding else no_way_through(battle, unit, m.unit, cargo=is_cargo(unit)))
        or spent_refusal(battle, unit, m.unit)
        or beside_the_way(m, unit, at, carrier)
        or why_no_room(battle, unit, at, m.unit, carrier, planned)
        or why_not_step_into(battle, unit, at)
    )
    if refusal is not None:
        raise Refused(refusal)
    facing = unit.facing if asked.facing is None else facing_meant(battle, asked.facing)
    moved, by = after_stepping_off(battle, unit, dropped=m.airborne)
    off = Unloading(unit, at, facing, resting_level(battle, unit, *at), moved, by)
    return off if not asked.path else goes_on(m, asked, off, carrier, planned)


def goes_on(m: Movement, asked: orders.Unload, off: Unloading, carrier: Bodies, planned: list[Unloading]) -> Unloading:
    """Where a passenger gets to that goes on after stepping off: hook ``steps_on``."""
    unit = off.unit
    for hook in m.battle.hooks[hooks.steps_on]:
        further: Unloading | None = hook(m, asked, off)
        if further is not None:
            refusal = why_no_room(m.battle, unit, further.at, m.unit, carrier, planned)
            refusal = refusal or why_not_step_into(m.battle, unit, further.at)
            if refusal is not None:
                raise Refused(refusal)
            return further
    raise refuse("dismounted", f"{unit.id} moves no more after getting off: leave out its path", "AS-SCA-040")


def after_stepping_off(battle: Battle, unit: Unit, *, dropped: bool) -> tuple[str, str]:
    """The movement state a passenger is left in, and the rule behind it."""
    if dropped:
        return "dropped", "AS-MOV-067"
    if unit.card.is_infantry or unit.riding:
        return dismounted(battle, unit), "AS-MOV-066"
    return "none", "AS-MOV-077"


@rules.rule("AS-MOV-068", otherwise="none")
def dismounted(battle: Battle, unit: Unit) -> str:
    """It moves no more this turn, has no TMM and counts as moved on the ground, never as standing still."""
    return "dismounted"


@rules.rule("AS-MOV-067", otherwise=None)
def drop_refusal(m: Movement, unit: Unit) -> Refusal | None:
    """From the air only infantry that can jump, battle armor and paratroops get off."""
    if not m.airborne:
        return None
    card = unit.card
    if card.is_infantry and (card.move.jump or card.is_battle_armor or jumps_with_a_parachute(m, unit)):
        return None
    message = f"{m.unit.id} must land for {unit.id} to get off: only jump-capable infantry leaves it in the air"
    return Refusal("carrier_airborne", message, "AS-MOV-067")


@rules.rule("AS-SPC-123", otherwise=False)
def jumps_with_a_parachute(m: Movement, unit: Unit) -> bool:
    """Paratroops leave a transport in the air as jump infantry does."""
    return unit.has("PAR")


def spent_refusal(battle: Battle, unit: Unit, carrier: Unit) -> Refusal | None:
    """Units other than infantry pay for getting off, so they must have a move left; a hold empties slowly."""
    if is_cargo(unit):
        if hold_is_busy(battle, carrier):
            message = f"{carrier.id} has loaded or unloaded a unit as cargo this turn; it does one a turn"
            return Refusal("hold_busy", message, "AS-MOV-078")
        return None
    if unit.moved == "none" or ((unit.card.is_infantry or unit.riding) and same_turn(battle, unit)):
        return None
    return Refusal("already_moved", f"{unit.id} has spent its move this turn and stays aboard", "AS-MOV-077")


@rules.rule("AS-MOV-069", otherwise=False)
def same_turn(battle: Battle, unit: Unit) -> bool:
    """Infantry may get on, ride, get off and attack, all in one turn."""
    return True


def beside_the_way(m: Movement, unit: Unit, at: Point, carrier: Bodies) -> Refusal | None:
    """Beside the transport where its move ends, or on the way where its formation does so."""
    refusal = beside(m.battle, unit, at, carrier, flying=m.airborne)
    if refusal is None:
        return None
    stops = [stop for hook in m.battle.hooks[hooks.stops_on_the_way] for stop in hook(m, unit, at)]
    return None if any(beside(m.battle, unit, at, (stop,), flying=m.airborne) is None for stop in stops) else refusal


@rules.rule("AS-MOV-066", "AS-MOV-077", otherwise=None)
def beside(battle: Battle, unit: Unit, at: Point, carrier: Bodies, *, flying: bool) -> Refusal | None:
    """Passengers are put down in base contact with their transport."""
    level = carrier[0].bottom if flying else resting_level(battle, unit, *at)
    own = Body(at[0], at[1], unit.radius, level, unit.height)
    if any(touching(battle, own, body) for body in carrier):
        return None
    text = f"{unit.id} steps off in base contact with its transport"
    return Refusal("not_in_contact", text, contact_rule(battle, "AS-MOV-066"))


def why_no_room(
    battle: Battle, unit: Unit, at: Point, transport: Unit, carrier: Bodies, planned: list[Unloading]
) -> Refusal | None:
    """Why others are in the way of a passenger stepping off, or None."""
    x, y = at
    taken = [(body.x, body.y, body.radius, transport.id) for body in carrier]
    taken += [(each.at[0], each.at[1], each.unit.radius, each.unit.id) for each in planned]
    seen = [other for other in battle.on_table() if not other.hidden_from(unit.side)]
    others = [one for one in seen if one is not transport and one is not unit]
    taken += [(body.x, body.y, body.radius, one.id) for one in others for body in circles(battle, (one,))]
    for ox, oy, radius, name in taken:
        reach = radius + unit.radius - SLACK
        if battle.table.closer(at, (ox, oy), reach):
            message = f"{name} stands where {unit.id} would step off: choose another side of {transport.id}"
            return Refusal("stacking", message, "AS-MOV-007")
    if not battle.table.inside(x, y, unit.radius - SLACK):
        message = f"{unit.id} would step off the table: choose a place with its whole base inside"
        return Refusal("off_table", message, "AS-INT-055")
    return why_kept_free(battle, unit, at)


@rules.rule("AS-MOV-075", otherwise=None)
def why_not_step_into(battle: Battle, unit: Unit, at: Point) -> Refusal | None:
    """Nobody gets off into prohibited terrain."""
    return why_not_stand(battle, unit, at, resting_way(battle, unit))


# -- out of a bay by itself -----------------------------------------------------------------------------------


def disembark(m: Movement, at: Point) -> Unloading:
    """A unit in a bay begins its own move beside its transport, at the first point of its path."""
    battle, unit = m.battle, m.unit
    assert unit.aboard is not None
    transport = battle.unit(unit.aboard)
    carrier = footprint(battle, transport)
    refusal = (
        no_way_through(battle, unit, transport, cargo=False)
        or beside(battle, unit, at, carrier, flying=False)
        or why_no_room(battle, unit, at, transport, carrier, [])
        or why_not_step_into(battle, unit, at)
    )
    if refusal is not None:
        raise Refused(refusal)
    m.fees.append(disembarking_fee(m))
    return Unloading(unit, at, unit.facing, resting_level(battle, unit, *at), "none", "AS-MOV-077")


@rules.rule("AS-MOV-077", otherwise=Cost("Disembark", 0.0, "AS-MOV-077"))
def disembarking_fee(m: Movement) -> Cost:
    return Cost("Disembark", BOARDING, "AS-MOV-077")


@hooks.allowance.rule("AS-MOV-077", part=Allowance.SPENT)
def paid_for_getting_off(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Disembarking costs two inches of Move; the rest may be used."""
    if unit.notes and disembarked.of(unit) == battle.state.turn:
        return Cost("Disembarked", -BOARDING, "AS-MOV-077")
    return None
