"""Dropping troops (p. 160): out of the sky from low, from high and by zipline, and how they come down.

Drops are announced with the transport's move and made at the end of the Movement Phase; those from high altitude fall
for a turn, in which only aircraft reach them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import height_of
from lancemate.alphastrike.air.flying import Plan
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.attack import PASS, Attack
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.lines import ON, off_line
from lancemate.alphastrike.movement.activation import move_made
from lancemate.alphastrike.movement.arrival import Arrival, arrive
from lancemate.alphastrike.movement.cargo import is_cargo
from lancemate.alphastrike.movement.context import SLACK, facing_meant
from lancemate.alphastrike.movement.doors import no_door, use_door
from lancemate.alphastrike.movement.entering import ALOFT, DROPPED, came, put, step_to
from lancemate.alphastrike.movement.modes import may_move_now
from lancemate.alphastrike.movement.passengers import passengers
from lancemate.alphastrike.movement.resting import resting_level, resting_way
from lancemate.alphastrike.movement.stacking import all_in_the_way, in_the_way, why_kept_free, why_not_stand
from lancemate.alphastrike.movement.transport import fits
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import check_side
from lancemate.alphastrike.play.events import Dismounted, Displaced
from lancemate.alphastrike.play.events.placing import placing_event
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import altitude, falling, flies
from lancemate.alphastrike.play.ids import RuleId, UnitId
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.play.state import TABLE, State, Unit
from lancemate.alphastrike.play.traits import AT_ONCE, FALL
from lancemate.alphastrike.play.words import flag, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit
from lancemate.field.shapes import Point
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.tally import SoFar

DROPS: Final = rules.option("dropping_troops", "AS-OPT-345", "units are dropped from transports in the air")

LOW, ZIPLINE, HIGH = "low", "zipline", "high"
NEEDED: Final = rules.table("AS-OPT-349", {"target number": 5, "inches a pip": 2.0})
LINES: Final = rules.table("AS-OPT-355", {"damage": 1})
LANDS_BADLY: Final = cause("drop", "AS-OPT-349", FALL, AT_ONCE)
BAYS: Final = rules.table("AS-OPT-345", ["PT", "MT", "VTM", "VTH", "VTS"])  # besides IT, for infantry
ALTITUDES: Final = {LOW: ("low", "middle"), HIGH: ("high", "extreme")}
AT: Final = Choice("at", "Comes down at", "point", "AS-OPT-350", needed=True)
FACING: Final = Choice("facing", "Facing", "number", "AS-MOV-005", most=360.0)

# Those who are on their way down this turn, in the order announced.
announced = battle_memory("drops", list[dict[str, JSON]], default=[], rule="AS-OPT-346")
dropped = unit_memory("dropped", bool, default=False, rule="AS-OPT-348", expires="turn")
unit_word(dropped, DROPS, flag)
unit_word(falling, DROPS, flag)


@placing_event
class Falls:
    """A unit has left its transport high above the table."""

    type: ClassVar[str] = "falls"
    unit: UnitId
    carrier: UnitId
    at: Point
    facing: float
    elevation: float
    altitude: str
    rule: RuleId = "AS-OPT-350"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.aboard, unit.riding = TABLE, None, False
        unit.x, unit.y = self.at
        unit.facing, unit.elevation, unit.airborne = self.facing, self.elevation, True
        unit.moved, unit.attacks = "dropped", (PASS,)
        unit.notes = {**unit.notes, **falling.entry(True), **altitude.entry(self.altitude)}


@event
class PointChosen:
    """Somebody who falls has chosen where to come down, which is its move."""

    type: ClassVar[str] = "point_chosen"
    unit: UnitId
    at: Point
    rule: RuleId = "AS-OPT-350"

    def apply(self, state: State) -> None:
        state.units[self.unit].moved = "dropped"


@event
class CameDown:
    """A unit that was dropped is on the ground, or what is left of it."""

    type: ClassVar[str] = "came_down"
    unit: UnitId
    roll: tuple[int, ...]  # and on a failure those for direction, distance and facing
    at: Point
    facing: float
    damage: int
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        gone = (falling.name, altitude.name)
        unit.notes = {**{k: v for k, v in unit.notes.items() if k not in gone}, **dropped.entry(True)}
        unit.airborne, unit.facing = False, self.facing


# -- who may be dropped ---------------------------------------------------------------------------------------


@rules.rule("AS-OPT-345", otherwise=None)
def why_not_drop(battle: Battle, carrier: Unit, unit: Unit) -> Refusal | None:
    """Out of a bay for its own kind; never as freight, and nothing that flies by itself."""
    if unit.aboard != carrier.id or unit.side != carrier.side:
        aboard = ", ".join(one.id for one in passengers(battle, carrier)) or "nobody"
        return Refusal("not_aboard", f"{unit.id} is not aboard {carrier.id}; aboard: {aboard}", "AS-OPT-345")
    if is_cargo(unit) or unit.card.is_aerospace:
        what = "is stowed as cargo" if is_cargo(unit) else "flies off by itself (mode launch)"
        return Refusal("cannot_drop", f"{unit.id} {what}: it cannot be dropped", "AS-OPT-345")
    bay = "IT" if unit.card.is_infantry else next((code for code in BAYS.of(battle) if fits(battle, unit, code)), "")
    if bay not in carrier.card.specials:
        text = f"{carrier.id} drops {unit.id} only out of a bay for its kind"
        return Refusal("cannot_drop", text, "AS-OPT-345")
    return no_door(battle, unit, carrier, cargo=False)


def how_it_drops(battle: Battle, carrier: Unit, unit: Unit) -> str:
    return ZIPLINE if by_zipline(battle, carrier, unit) else LOW


@rules.rule("AS-OPT-355", otherwise=False)
def by_zipline(battle: Battle, carrier: Unit, unit: Unit) -> bool:
    """Infantry on foot or with jets, and battle armor, slides down from a VTOL or an airship."""
    slow = carrier.card.move.primary in ("v", "i")
    card = unit.card
    return slow and (card.is_battle_armor or (card.is_conventional_infantry and card.move.primary in ("f", "j")))


@rules.rule("AS-OPT-346", otherwise=None)
def no_place_to_land(battle: Battle, carrier: Unit, unit: Unit, at: Point) -> Refusal | None:
    """On the table, where nobody stands and the unit may be."""
    if not battle.table.inside(*at, unit.radius - SLACK):
        return Refusal("off_table", f"{unit.id} comes down on the table", "AS-OPT-346")
    others = [one for one in all_in_the_way(battle, unit, at, seen=True) if one is not carrier]
    if others:
        return Refusal("stacking", f"{others[0].id} stands there: {unit.id} needs a free place", "AS-OPT-353")
    barred = why_not_stand(battle, unit, at, resting_way(battle, unit))
    if barred is None:
        return why_kept_free(battle, unit, at)
    return Refusal("barred", f"{unit.id} would be lost there: {barred.message}", "AS-OPT-346")


# -- from a VTOL ----------------------------------------------------------------------------------------------


@hooks.drops.rule("AS-OPT-355", when=DROPS)
def lets_them_down(m: Movement) -> bool:
    """Along its way, each at a point below it."""
    if any(m.battle.unit(asked.unit).riding for asked in m.command.unload):
        return False
    points = m.points or (m.unit.at,)
    for asked in m.command.unload:
        check_low(m.battle, m.unit, asked, points)
    return True


def check_low(battle: Battle, carrier: Unit, asked: orders.Unload, points: tuple[Point, ...]) -> None:
    """Refuse a drop that cannot be made from where the transport flies."""
    unit = battle.unit(asked.unit)
    refusal = why_not_drop(battle, carrier, unit)
    if refusal is None and asked.at is None:
        refusal = Refusal("no_place", f"name the point where {unit.id} comes down (at)", "AS-OPT-353")
    if refusal is None and asked.at is not None:
        at = battle.table.snap(asked.at)
        refusal = below_the_path(battle, carrier, points, at) or no_place_to_land(battle, carrier, unit, at)
    if refusal is not None:
        raise Refused(refusal)


@rules.rule("AS-OPT-353", otherwise=None)
def below_the_path(battle: Battle, carrier: Unit, points: tuple[Point, ...], at: Point) -> Refusal | None:
    """The points lie under the path of the transport."""
    legs = tuple(pairwise(points)) or ((points[0], points[0]),)
    if any(off_line(battle.table, leg, at) <= ON for leg in legs):
        return None
    text = f"{battle.table.name(at)} does not lie under the path of {carrier.id}"
    return Refusal("not_on_path", text, "AS-OPT-353")


@hooks.moved.rule("AS-OPT-355", when=DROPS)
def announces(m: Movement) -> bool | None:
    if m.command.unload and m.airborne and not m.unloading:
        for asked in m.command.unload:
            announce(m.battle, m.unit, asked, m.facing)
    return None


def announce(battle: Battle, carrier: Unit, asked: orders.Unload, heading: float) -> None:
    unit = battle.unit(asked.unit)
    use_door(battle, unit, carrier, cargo=False)
    facing = carrier.facing if asked.facing is None else facing_meant(battle, asked.facing)
    assert asked.at is not None
    drop: dict[str, JSON] = {
        "unit": unit.id,
        "at": list(battle.table.snap(asked.at)),
        "facing": facing,
        "how": how_it_drops(battle, carrier, unit),
        "heading": heading,
    }
    announced.note(battle, None, [*announced.of(battle.state), drop])


# -- from an aircraft -----------------------------------------------------------------------------------------


@hooks.flight_rules.rule("AS-OPT-353", when=DROPS)
def may_drop_from_there(plan: Plan) -> Refusal | None:
    """From low and middle altitude at points of the path; from higher up wherever they like, a turn later."""
    for asked in plan.command.unload:
        unit = plan.battle.unit(asked.unit)
        refusal = why_not_drop(plan.battle, plan.unit, unit)
        if refusal is not None:
            return refusal
        if plan.altitude in ALTITUDES[HIGH]:
            if asked.at is not None:
                return Refusal("too_high", f"{unit.id} falls from {plan.altitude} altitude: leave out at", "AS-OPT-350")
            continue
        check_low(plan.battle, plan.unit, asked, (plan.start, plan.end or plan.start))
    return None


@hooks.flight_made.rule("AS-OPT-350", when=DROPS)
def they_jump(plan: Plan) -> None:
    """From high up each falls behind the transport; from low down it is announced."""
    battle, carrier = plan.battle, plan.unit
    for asked in plan.command.unload:
        if plan.altitude in ALTITUDES[HIGH]:
            begin_to_fall(battle, carrier, battle.unit(asked.unit), plan)
        else:
            announce(battle, carrier, asked, plan.facing)


@rules.rule("AS-OPT-350")
def begin_to_fall(battle: Battle, carrier: Unit, unit: Unit, plan: Plan) -> None:
    use_door(battle, unit, carrier, cargo=False)
    high = height_of(battle, plan.altitude)
    put(battle, Falls(unit.id, carrier.id, plan.start, plan.facing, high, plan.altitude), ALOFT)


@hooks.unit_recruited.rule("AS-OPT-350", when=DROPS)
def falls_from_the_first(battle: Battle, unit: Unit) -> None:
    if falling.of(unit) and unit.on_table:
        unit.airborne, unit.attacks = True, (PASS,)
        unit.notes = {**unit.notes, **altitude.entry(altitude.of(unit) or HIGH)}


# -- the turn after -------------------------------------------------------------------------------------------


@hooks.deploys.rule("AS-OPT-350", when=DROPS)
def chooses_its_point(battle: Battle, command: orders.Deploy) -> bool:
    """In the next Movement Phase whoever falls names its point; that is its move."""
    unit = battle.unit(command.unit)
    if not falling.of(unit):
        return False
    if orders.Move not in battle.now.verbs:
        raise refuse("wrong_phase", f"{unit.id} names its point in {battle.course.where(orders.Move)}", "AS-OPT-350")
    check_side(battle, unit, "AS-OPT-350")
    if unit.moved != "none":
        raise refuse("already_moved", f"{unit.id} comes down in the next turn", "AS-OPT-350")
    at = battle.table.snap(command.at)
    answers = (hook(battle, unit, at) for hook in battle.hooks[hooks.may_fall_at])
    refusal = no_place_to_land(battle, unit, unit, at) or next((answer for answer in answers if answer), None)
    if refusal is not None:
        raise Refused(refusal)
    aim_for(battle, unit, at, facing_meant(battle, command.facing))
    move_made(battle, unit)
    return True


def aim_for(battle: Battle, unit: Unit, at: Point, facing: float) -> None:
    drop: dict[str, JSON] = {"unit": unit.id, "at": list(at), "facing": facing, "how": HIGH, "heading": 0.0}
    announced.note(battle, None, [*announced.of(battle.state), drop])
    battle.emit(PointChosen(unit.id, at))


@hooks.offers.rule("AS-OPT-350", when=DROPS)
def may_choose(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.notes or not falling.of(unit) or orders.Move not in battle.now.verbs or not may_move_now(battle, unit):
        return None
    return (offer(orders.Deploy(unit.id, unit.at), "Choose where it comes down", "AS-OPT-350", AT, FACING),)


@hooks.passed_move.rule("AS-OPT-350", when=DROPS)
def straight_down(battle: Battle, unit: Unit) -> bool | None:
    """Whoever chooses nothing comes down below itself, or as near to it as the table is."""
    if not unit.notes or not falling.of(unit):
        return None
    aim_for(battle, unit, onto_the_table(battle, unit, unit.at), unit.facing)
    return True


@hooks.may_move.rule("AS-OPT-352", part=-9, when=DROPS)
def falls_and_does_nothing(m: Movement) -> Refusal | None:
    if not falling.of(m.unit):
        return None
    text = f"{m.unit.id} falls: it chooses where it comes down (deploy), and moves no more this turn"
    return Refusal("falls", text, "AS-OPT-352")


@hooks.may_attack.rule("AS-OPT-352", part=hooks.ABLE, when=DROPS)
def fights_nobody(attack: Attack) -> Refusal | None:
    """Neither while it falls nor in the turn in which it comes down."""
    unit = attack.attacker
    if falling.of(unit):
        return Refusal("falls", f"{unit.id} falls and attacks nobody", "AS-OPT-352")
    if not dropped.of(unit):
        return None
    text = f"{unit.id} has just come down: it neither moves nor attacks this turn"
    return Refusal("dropped", text, "AS-OPT-348")


@hooks.may_attack.rule("AS-OPT-351", part=hooks.AIM, when=DROPS)
def only_from_the_air(attack: Attack) -> Refusal | None:
    """Whoever falls is reached by aircraft alone."""
    target = attack.target
    if target is None or not falling.of(target) or flies(attack.platform):
        return None
    return Refusal("falls", f"{target.id} falls high above: only units in the air attack it", "AS-OPT-351")


@hooks.keeps_no_control.rule("AS-OPT-351", when=DROPS)
def has_nothing_to_steer(battle: Battle, unit: Unit) -> str | None:
    return "AS-OPT-351" if falling.of(unit) else None


@hooks.to_hit.seeing("AS-OPT-351", part=ToHit.RELIEVED, when=DROPS)
def is_no_aircraft(attack: Attack, so_far: SoFar) -> Modifier | None:
    """What makes aircraft hard to hit does not count for those who fall."""
    if attack.target is None or not falling.of(attack.target):
        return None
    back = so_far.take_back(lambda part: part.rule in ("AS-AER-026", "AS-COM-074"))
    return Modifier("It falls", int(back), "AS-OPT-351") if back else None


# -- coming down ----------------------------------------------------------------------------------------------


@hooks.movement_ends.rule("AS-OPT-346", when=DROPS)
def all_come_down(battle: Battle) -> None:
    """At the end of the last movement of a turn, in the order announced."""
    later = battle.course.turn[battle.course.turn.index(battle.state.phase) + 1 :]
    if any(orders.Move in battle.course.entries[name].verbs for name in later):
        return
    for drop in reversed(announced.of(battle.state)):
        battle.then("come_down", drop=drop)
    if announced.of(battle.state):
        announced.note(battle, None, [])


@rules.task("come_down")
def come_down(battle: Battle, drop: dict[str, Any]) -> None:
    """Roll for one of them, and put it where that leads."""
    unit, how = battle.units[drop["unit"]], drop["how"]
    if not unit.in_play or unit.doomed is not None:
        return
    x, y = drop["at"]
    roll, thrown, at, facing, points = landing(battle, unit, (float(x), float(y)), drop)
    by = {ZIPLINE: "AS-OPT-355", LOW: "AS-OPT-353", HIGH: "AS-OPT-350"}[how]
    battle.emit(CameDown(unit.id, (*roll, *thrown), at, facing, points, by))
    if why_not_stand(battle, unit, at, resting_way(battle, unit)) is not None:
        settle_at(battle, unit, at, facing)
        lost_in_the_ground(battle, unit)
        return
    settle_at(battle, unit, at, facing)
    if points:
        hurt(battle, unit.id, points, LANDS_BADLY.itself)
    if not moves_over(battle, unit, at):
        came(battle, unit, DROPPED)


def settle_at(battle: Battle, unit: Unit, at: Point, facing: float) -> None:
    level = resting_level(battle, unit, *at)
    if unit.aboard is None:
        step_to(battle, Displaced(unit.id, at, level, "AS-OPT-348"))
    else:
        step_to(battle, Dismounted(unit.id, unit.aboard, at, facing, level, "dropped", "AS-OPT-348"))


Landing = tuple[tuple[int, ...], tuple[int, ...], Point, float, int]


@rules.rule("AS-OPT-349", otherwise=lambda battle, unit, at, drop: ((), (), at, float(drop["facing"]), 0))
def landing(battle: Battle, unit: Unit, at: Point, drop: dict[str, Any]) -> Landing:
    """On 5 or more where it wanted; else it scatters, is hurt, and looks anywhere."""
    if any(hook(battle, unit) for hook in battle.hooks[hooks.lands_safely]):
        return (), (), at, float(drop["facing"]), 0
    row = NEEDED.of(battle)
    roll = battle.roll(2)
    short = int(row["target number"]) - dice_sum(battle, roll)
    if short <= 0:
        return roll, (), at, float(drop["facing"]), 0
    thrown = battle.roll(3)
    far = row["inches a pip"] * thrown[1]
    where = scatter(battle, battle.table, at, thrown[0], far, north=float(drop["heading"]))
    facing = battle.table.snap_facing(60.0 * (thrown[2] - 1))
    points = hurt_on_the_line(battle, short) if drop["how"] == ZIPLINE else short
    return roll, thrown, onto_the_table(battle, unit, battle.table.snap(where)), facing, points


@rules.rule("AS-OPT-355", otherwise=lambda battle, short: short)
def hurt_on_the_line(battle: Battle, short: int) -> int:
    """On a line it is never worse than a point."""
    return LINES.of(battle)["damage"]


def onto_the_table(battle: Battle, unit: Unit, at: Point) -> Point:
    """The nearest place with the whole base on the table."""
    table, inside = battle.table, unit.radius
    x = min(max(at[0], inside), table.width - inside)
    y = min(max(at[1], inside), table.depth - inside)
    return table.snap((x, y))


@rules.rule("AS-OPT-346", otherwise=None)
def lost_in_the_ground(battle: Battle, unit: Unit) -> None:
    """Whoever comes down where it may not be is lost."""
    doom(battle, unit, "it came down where it could not be", "AS-OPT-346", LANDS_BADLY.itself, wait=False)


@rules.rule("AS-OPT-347", otherwise=False)
def moves_over(battle: Battle, unit: Unit, at: Point) -> bool:
    """Where somebody stands its owner puts it beside: there it has come down."""
    if not unit.on_table or in_the_way(battle, unit, at) is None:
        return False
    arrive(battle, unit, at, Arrival("AS-OPT-347", way=DROPPED.name))
    return True


@hooks.target_moved.rule("AS-OPT-351", part=-2, kinds=("dropped", "fly", "none"), when=DROPS)
def nothing_while_it_falls(attack: Attack) -> Modifier | None:
    """On its way down it is attacked as in the air, where movement does not count."""
    target = attack.target
    if target is None or not falling.of(target):
        return None
    return Modifier("Target falling", 0, "AS-OPT-351")


@hooks.target_moved.rule("AS-OPT-348", "AS-OPT-354", part=-1, kinds="dropped", when=DROPS)
def just_came_down(attack: Attack) -> Modifier | None:
    """In the turn of its arrival it is hard to hit, whatever its Move."""
    target = attack.target
    if target is None or not dropped.of(target):
        return None
    return Modifier("Target dropped", 3, "AS-OPT-348")
