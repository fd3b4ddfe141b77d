"""Landing (pp. 141-142): where, the roll, landing damage, crashes, and what a spheroid does to the ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import height_of, is_airship, powerless, thrust_of, thrust_to_spend
from lancemate.alphastrike.air.control import (
    IN_ATMOSPHERE,
    LANDING,
    UNFIT_AREA,
    UNFIT_LANDING,
    all_in_all,
    come_to_the_end,
)
from lancemate.alphastrike.air.flying import (
    SLACK,
    Plan,
    begin_path,
    check_flight,
    check_flyer,
    climbs_slowly,
    hover_reach,
    tell,
    too_short,
)
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.causes import cause, own_doing
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.environment.air import lands_upright
from lancemate.alphastrike.hazards.breaking import burst_ice
from lancemate.alphastrike.measure.lines import ON, far_end, off_line
from lancemate.alphastrike.movement.activation import move_made
from lancemate.alphastrike.movement.control import Check, Dice, control_step, dice_of, missed_by
from lancemate.alphastrike.movement.entering import LANDED, PUT_BESIDE, came, put, step_to
from lancemate.alphastrike.movement.modes import Mode, OwnWay, may_move_now
from lancemate.alphastrike.movement.planner import Landing, MovePreview
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.movement.stacking import in_the_way, why_kept_free
from lancemate.alphastrike.options.aerospace_on_ground_map.events import Landed, LandingRolled
from lancemate.alphastrike.options.aerospace_on_ground_map.runways import (
    GROUND,
    Ground,
    ground_along,
    ground_at,
    needs_no_runway,
    run_out,
    width_for,
)
from lancemate.alphastrike.options.fire_and_smoke.areas import FIRE
from lancemate.alphastrike.options.fire_and_smoke.starting import FireTested, all_around_burns, number_at
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Displaced
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.flight import LOW, ON_THE_GROUND, flies, hovering, path_of
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.stats import THRUSTER
from lancemate.alphastrike.play.traits import FALL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import BURIES, CRATERS, become, sink
from lancemate.alphastrike.terrain.conversion import fell
from lancemate.alphastrike.terrain.water import water_at
from lancemate.alphastrike.urban.collapse import bring_down
from lancemate.field.shapes import Circle
from lancemate.kernel.errors import Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

ROLL: Final = rules.table(
    "AS-OPT-083",
    {
        IN_ATMOSPHERE: 2,
        "Thruster Hit": 4,
        "No Thrust, or shut down": 6,
        UNFIT_AREA: 2,
        "Paved landing area": -2,
    },
)
FURTHER: Final = 0.25  # inches between places to stop at, where the base would hang over the edge
CRATER: Final = rules.table("AS-OPT-081", {"diameter": 4.0, "level": 1.0})
WRECK: Final = rules.table("AS-OPT-086", {"diameter": 4, "burns on": 6})
HARD_LANDING: Final = cause("landing", "AS-OPT-084", FALL)


@dataclass(slots=True)
class Descent:
    """A landing while it is worked out."""

    plan: Plan
    ground: Ground
    aimed: Point  # where it means to come down
    token: Point  # and where it stops, if something is in the way
    fit: bool

    @property
    def damage(self) -> int:
        return landing_damage(self.plan.battle, self.plan.unit, self.ground)


# -- working it out -------------------------------------------------------------------------------------------


def descend(battle: Battle, command: orders.Move) -> Descent:
    """Everything about a landing, or the rule that forbids it."""
    unit = battle.unit(command.unit)
    check_flyer(battle, unit, command)
    if ON_THE_GROUND not in battle.options:
        raise refuse("aerospace", f"nobody lands here: the option {ON_THE_GROUND} is not on", "AS-MOV-047")
    if command.altitude not in (None, LOW):
        raise refuse("too_high", f"{unit.id} lands from low altitude: leave out altitude", "AS-OPT-076")
    table = battle.table
    path = tuple(table.snap(point) for point in command.path)
    if not path or len(path) > 2:
        raise refuse("bad_path", f"name the point where {unit.id} comes down", "AS-OPT-079")
    plan = Plan(battle, unit, command, unit.at, unit.facing, LOW, thrust_to_spend(battle, unit), rule="AS-OPT-076")
    spot = path[-1]
    if not table.inside(*spot, unit.radius - SLACK):
        raise refuse("off_table", f"{unit.id} lands with its whole base on the table", "AS-OPT-079")
    if hovering.of(unit):
        within_hover(plan, spot)
        if not powerless(battle, unit):
            climbs_slowly(plan)
        plan.end = spot
    else:
        begin_path(plan, path[0] if len(path) == 2 else None)
        plan.facing = table.snap_facing(table.bearing(plan.start, spot))
        plan.facing = plan.facing if command.facing is None else table.snap_facing(command.facing)
        plan.end = far_end(table, plan.start, plan.facing)
        too_short(plan)
        on_the_path(plan, spot)
        plan.end = spot
    check_flight(plan)
    descent = straight_down(plan, spot) if needs_no_runway(battle, unit) else down_the_runway(plan, spot)
    refusal = why_kept_free(battle, unit, descent.token)
    if refusal is not None:
        raise Refused(refusal)
    return descent


@rules.rule("AS-OPT-079", otherwise=None)
def within_hover(plan: Plan, spot: Point) -> None:
    """Who hovers comes down within reach of its drift."""
    try:
        hover_reach(plan, spot)
    except Refused as refused:
        raise refuse("out_of_reach", refused.refusal.message, "AS-OPT-079") from None


@rules.rule("AS-OPT-079", otherwise=None)
def on_the_path(plan: Plan, spot: Point) -> None:
    """All others come down on their path."""
    assert plan.end is not None
    if off_line(plan.battle.table, (plan.start, plan.end), spot) > ON:
        text = f"{plan.battle.table.name(spot)} does not lie on the path of {plan.unit.id}"
        raise refuse("out_of_reach", text, "AS-OPT-079")


def down_the_runway(plan: Plan, spot: Point) -> Descent:
    """The last ten inches before the token are the runway; what is in the way there stops the unit."""
    battle, unit = plan.battle, plan.unit
    table, length = battle.table, run_out(battle, unit)
    flown = table.distance(plan.start, spot)
    run = min(length, flown)
    begin = table.part_way(spot, plan.start, run)
    ground = ground_along(battle, (begin, spot), width_for(battle, unit), unit.radius)
    token = stopped_at(plan, begin, spot, ground)
    fit = flown >= length - ON and not ground.rough and not ground.uneven
    return Descent(plan, ground, spot, token, fit)


@rules.rule("AS-OPT-076", otherwise=lambda plan, begin, spot, ground: spot)
def stopped_at(plan: Plan, begin: Point, spot: Point, ground: Ground) -> Point:
    """At the end of the run, or with the base against the first thing in the way on it, all of it on the table."""
    if ground.stop is None:
        return spot
    table, radius = plan.battle.table, plan.unit.radius
    first, run = max(0.0, ground.stop), table.distance(begin, spot)
    steps = int(max(0.0, run - first) / FURTHER) + 1
    on = (table.snap(table.part_way(begin, spot, first + FURTHER * step)) for step in range(steps))
    return next((at for at in on if table.inside(*at, radius - SLACK)), spot)


@rules.rule("AS-OPT-080", otherwise=lambda plan, spot: Descent(plan, Ground(), spot, spot, True))
def straight_down(plan: Plan, spot: Point) -> Descent:
    """An airship needs clear or paved, level ground; a spheroid comes down nearly anywhere that is level."""
    battle, unit = plan.battle, plan.unit
    ground = ground_at(battle, unit, spot)
    if is_airship(battle, unit) and (ground.rough or ground.uneven):
        raise refuse("no_place", f"{unit.id} lands on clear or paved, level ground", "AS-OPT-080")
    if ground.uneven:
        raise refuse("no_place", f"{unit.id} lands on level ground", "AS-OPT-080")
    return Descent(plan, ground, spot, spot, not ground.rough and not ground.uneven)


# -- the roll -------------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-083", otherwise=lambda battle, unit, fit, paved: ())
def roll_modifiers(battle: Battle, unit: Unit, fit: bool, paved: bool) -> tuple[Modifier, ...]:
    """What makes coming down harder or easier."""
    rows = ROLL.of(battle)
    counts = {
        IN_ATMOSPHERE: battle.setup.conditions.atmosphere != "vacuum",
        "Thruster Hit": THRUSTER in unit.wounds,
        "No Thrust, or shut down": unit.shutdown or thrust_of(battle, unit) <= 0,
        UNFIT_AREA: not fit,
        "Paved landing area": paved,
    }
    return tuple(Modifier(label, rows[label], "AS-OPT-083") for label, holds in counts.items() if holds)


def landing_number(battle: Battle, unit: Unit, fit: bool, paved: bool) -> tuple[Modifier, ...]:
    """The whole number: the table, the state of the crew, and what its pilot makes of it."""
    skill = Modifier("Skill", unit.skill, "AS-OPT-082")
    why = LANDING if fit else UNFIT_LANDING
    return all_in_all(battle, unit, why, [skill, *roll_modifiers(battle, unit, fit, paved)])


@rules.rule("AS-OPT-082", otherwise=False)
def has_to_roll(battle: Battle) -> bool:
    """Every landing is a Control Roll; who fails crashes."""
    return True


class Approach(NamedTuple):
    """Who comes down, on what sort of ground, or to which carrier."""

    unit: Unit
    fit: bool = True
    paved: bool = False
    carrier: str | None = None


def comes_down(battle: Battle, approach: Approach, roll: Dice, choice: str, step: str, /, **data: Any) -> bool | None:
    """Whether a unit comes down well; None while its player is asked about the dice of the step."""
    if not has_to_roll(battle):
        return True
    unit, fit, paved, carrier = approach
    parts = landing_number(battle, unit, fit, paved)
    number = total(parts)
    dice = dice_of(battle, Check(unit, number, "to land"), roll, choice, step, **data)
    if dice is None:
        return None
    success = missed_by(battle, number, dice) is None
    battle.emit(LandingRolled(unit.id, dice, number, parts, success, carrier))
    return success


@rules.rule("AS-OPT-084", otherwise=0)
def landing_damage(battle: Battle, unit: Unit, ground: Ground) -> int:
    """As many points as its Size, where something is in the way; spheroids mind uneven ground only."""
    hurt = ground.uneven if lands_upright(battle, unit.card) else ground.rough or ground.uneven
    return unit.card.size if hurt else 0


def land(battle: Battle, command: orders.Move) -> bool:
    descent = descend(battle, command)
    plan, unit = descent.plan, descent.plan.unit
    plan.end = descent.token
    ground = {"fit": descent.fit, "paved": descent.ground.paved, "zone": descent.aimed, "damage": descent.damage}
    tell(plan)
    control_step(battle, unit, "land", unit=unit.id, **ground)
    return True


@rules.task("land")
def landing_roll(
    battle: Battle, unit: str, fit: bool, paved: bool, zone: Point, damage: int, roll: Dice = (), choice: str = ""
) -> None:
    """Come down well or badly; that was the move."""
    one, rest = battle.units[unit], {"unit": unit, "fit": fit, "paved": paved, "zone": zone, "damage": damage}
    success = comes_down(battle, Approach(one, fit, paved), roll, choice, "land", **rest)
    if success is None:
        return
    if success and damage:
        side = "rear" if lands_upright(battle, one.card) else "front"
        hurt(battle, unit, damage, HARD_LANDING.itself, side)
    if not success or (damage and one.doomed is not None):
        crash(battle, one, zone)
    move_made(battle, one)


@rules.rule("AS-OPT-085", otherwise=None)
def crash(battle: Battle, unit: Unit, zone: Point) -> None:
    """A unit that crashes is lost with all that it carries."""
    come_to_the_end(battle, unit)
    burst_ice(battle, zone, unit.radius)
    doom(battle, unit, "it crashed as it landed", "AS-OPT-085", HARD_LANDING.itself, wait=False)
    if unit.card.is_dropship:
        leaves_a_wreck(battle, zone)


@rules.rule("AS-OPT-086", otherwise=None)
def leaves_a_wreck(battle: Battle, zone: Point) -> None:
    """A DropShip leaves ultra rubble where it meant to come down."""
    reach = WRECK.of(battle)["diameter"] / 2.0
    become(battle, BURIES, "ultra_rubble", Circle(*zone, reach), "AS-OPT-086")
    wreck_burns(battle, zone, reach)


@rules.rule("AS-OPT-086", otherwise=None)
def wreck_burns(battle: Battle, zone: Point, reach: float) -> None:
    """Where there is fire it may burst into flames, unless nothing can burn there."""
    if FIRE not in battle.options or number_at(battle, zone, False) is None:
        return
    number = WRECK.of(battle)["burns on"]
    roll = battle.roll(2)
    lit = dice_sum(battle, roll) >= number
    parts = (Modifier("Crash of a DropShip", number, "AS-OPT-086"),)
    battle.emit(FireTested(zone, roll, number, parts, lit, "AS-OPT-086"))
    if lit:
        all_around_burns(battle, zone, reach, "AS-OPT-086")


def preview_landing(battle: Battle, command: orders.Move) -> MovePreview:
    """What a landing would be, with its roll."""
    thrust = thrust_to_spend(battle, battle.unit(command.unit))
    try:
        descent = descend(battle, command)
    except Refused as refused:
        return MovePreview(False, refused.refusal, command.mode, 0.0, 0.0, 0.0, thrust=thrust)
    plan = descent.plan
    parts = landing_number(battle, plan.unit, descent.fit, descent.ground.paved)
    return MovePreview(
        legal=True,
        reason=None,
        mode="land",
        inches=0.0,
        cost=0.0,
        allowance=thrust,
        at=plan.start,
        elevation=height_of(plan, LOW),
        airborne=True,
        flight=(plan.start, descent.token),
        thrust=thrust,
        landing=Landing(total(parts), parts, descent.damage),
    )


hooks.movement_modes.add("land", Mode("land", "Land", "landed", own=OwnWay(land, preview_landing)))


# -- on the ground --------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-OPT-076", "AS-OPT-079", part=hooks.COMING_DOWN, when=GROUND)
def is_down(battle: Battle) -> bool | None:
    """Whoever has come down well is on the ground from the End Phase on."""
    landed = None
    for unit in list(battle.units.values()):
        if flies(unit) and unit.on_table and unit.moved == "land":
            settle(battle, unit)
            landed = True
    return landed


def settle(battle: Battle, unit: Unit) -> None:
    """It meets the ground as that is; only then does its fire make something else of it."""
    at = path_of(unit)[1]
    before = step_to(battle, Landed(unit.id, at, resting_level(battle, unit, *at)))
    upright = lands_upright(battle, unit.card) and not ground_at(battle, unit, at).paved
    if upright:
        scorches(battle, unit)
    get_out_of_the_way(battle, unit)
    came(battle, unit, LANDED, before)
    if upright and unit.on_table:
        leaves_a_crater(battle, unit)


@rules.rule("AS-OPT-081", otherwise=None)
def scorches(battle: Battle, unit: Unit) -> None:
    """Under a spheroid woods become rough and buildings rubble, unless the ground is paved."""
    for feature in battle.table.features_touched(*unit.at, unit.radius):
        if feature.kind == "building":
            bring_down(battle, feature, "AS-OPT-081", own_doing(unit), over=unit)
    fell(battle, Circle(*unit.at, unit.radius), "AS-OPT-081")


@rules.rule("AS-OPT-081", otherwise=None)
def leaves_a_crater(battle: Battle, unit: Unit) -> None:
    """When it is down the ground sinks by a level; where it has come down in water or magma, no ground does."""
    rows, at = CRATER.of(battle), unit.at
    if water_at(battle, *at) is None:
        radius = max(unit.radius, rows["diameter"] / 2.0)
        sink(battle, CRATERS, "hollow", Circle(*at, radius), rows["level"], "AS-OPT-081")


@rules.rule("AS-OPT-079", otherwise=None)
def get_out_of_the_way(battle: Battle, unit: Unit) -> None:
    """Units under it are assumed to have made room: they stand at the rim of its base."""
    table = battle.table
    for _ in range(len(battle.units)):
        other = in_the_way(battle, unit, unit.at)
        if other is None:
            return
        way = table.bearing(unit.at, other.at) if other.at != unit.at else 0.0
        reach = unit.radius + other.radius + ON
        around = [table.snap(table.beyond(unit.at, way + 15.0 * step, reach)) for step in range(24)]
        free = [at for at in around if table.inside(*at, other.radius) and in_the_way(battle, other, at) is None]
        if not free:
            return
        put(battle, Displaced(other.id, free[0], resting_level(battle, other, *free[0]), "AS-OPT-079"), PUT_BESIDE)


# -- offers ---------------------------------------------------------------------------------------------------


@hooks.offers.rule("AS-OPT-076", when=GROUND)
def may_land(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Coming down somewhere on its path: the middle of the table to begin with."""
    if not flies(unit) or orders.Move not in battle.now.verbs or not may_move_now(battle, unit):
        return None
    spot = unit.at if hovering.of(unit) else battle.table.snap(battle.table.centre)
    command = orders.Move(unit.id, (spot,), "land")
    if not preview_landing(battle, command).legal:
        return None
    return (offer(command, "Land", "AS-OPT-076", Choice("path", "Comes down at", "path", "AS-OPT-079")),)
