"""Skidding (pp. 74-75): who goes fast on paved ground or ice may lose control, and runs into what is in the way.

The control roll falls on the way of a move, an inch after half of the Move has been made on such ground; who fails it
slides on from there, and that was its move. What it suffers and does is felt at once. Must not know bots or the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import SKID_ATTACKS, SKIDS, SPRINTING_SKID
from lancemate.alphastrike.asking.odds import TWO_DICE
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.combat.attack import Attack, modifiers, succeeds
from lancemate.alphastrike.combat.charge import charge_damage
from lancemate.alphastrike.damage import motive
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.measure.contact import CONTACT_RISE
from lancemate.alphastrike.movement.ambush import uncover
from lancemate.alphastrike.movement.arrival import move_over
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Skid
from lancemate.alphastrike.movement.control import Check, Dice, control_trial, in_control, missed_by
from lancemate.alphastrike.movement.cost import is_slippery
from lancemate.alphastrike.movement.entering import SLID, came, led_along, met_by, step_to, take, whereabouts
from lancemate.alphastrike.movement.level import footing
from lancemate.alphastrike.movement.on_the_way import BREAK, Trial, Trouble
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.stacking import in_the_way, others
from lancemate.alphastrike.movement.terrain import going, patch_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import ControlRolled, Skidded, SkidStruck
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.footprint import section_nearest
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.play.traits import COLLISION
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.buildings import BUILT, section_at, structure_at
from lancemate.alphastrike.urban.collapse import damage_feature

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

SKIDDING: Final = rules.option("skidding", "AS-URB-026", "who goes fast on paved ground or ice may skid")

rules.also("AS-URB-028", SKIDS)
rules.also("AS-URB-028", SPRINTING_SKID)
rules.also("AS-URB-038", SKID_ATTACKS)

ON_WHEELS: Final = ("t", "w", "w(b)", "w(m)")
ICE: Final = "ice"
FURTHER: Final = 1.0  # inches beyond half of the Move at which control is rolled for
# Degrees off the facing at the start of the phase, by the die.
SKID: Final = cause("skid", "AS-URB-031", COLLISION)
COLLIDES: Final = cause("collision", "AS-URB-034", COLLISION)
DIRECTIONS: Final = rules.table("AS-URB-029", {1: -60.0, 2: -60.0, 3: 0.0, 4: 0.0, 5: 60.0, 6: 60.0})


# -- the risk -------------------------------------------------------------------------------------------------


@rules.rule("AS-URB-025", otherwise=True)
def may_skid(battle: Battle, unit: Unit) -> bool:
    """'Mechs, ProtoMechs, and what runs on wheels or tracks."""
    card = unit.card
    return card.is_mech or card.is_protomech or (card.is_vehicle and card.move.primary in ON_WHEELS)


@hooks.skid_risk.rule("AS-URB-026", when=SKIDDING)
def risk_of(m: Movement) -> Skid | None:
    """More than half of the Move on slippery ground, and an inch more: there control is rolled for."""
    along = loses_grip_at(m)
    if along is None:
        return None
    parts = control_parts(m)
    return Skid(total(parts), parts, _point_at(m, along))


def loses_grip_at(m: Movement) -> float | None:
    """So many inches along its path a unit may lose control, or None."""
    if m.way not in ("walk", "surface") or not m.travels or m.exit_edge is not None or not may_skid(m.battle, m.unit):
        return None
    left = current_move(m.battle, m.unit) / 2
    along = 0.0
    for stretch in m.stretches:
        if is_slippery(stretch):
            if stretch.length > left + LEVEL:
                return min(_in_whole_hexes(m, along + left + FURTHER), m.inches)
            left -= stretch.length
        along += stretch.length
    return None


def _in_whole_hexes(m: Movement, along: float) -> float:
    """On hexes nobody stands between two: an inch into one is all of it."""
    scale = m.battle.table.scale
    return ceil((along - LEVEL) / scale) * scale if on_hexes(m.battle) else along


def _point_at(m: Movement, along: float) -> Point:
    table = m.battle.table
    for start, end in zip(m.points, m.points[1:], strict=False):
        length = table.distance(start, end)
        if along <= length + LEVEL:
            return table.snap(table.part_way(start, end, along))
        along -= length
    return m.end


def control_parts(m: Movement) -> tuple[Modifier, ...]:
    """Skill, the Move there is, sprinting, and how many legs it stands on."""
    unit, rows = m.unit, SKIDS.of(m)
    move = current_move(m.battle, unit)
    row = next(value for limit, value in rows.items() if move <= limit + LEVEL)
    parts = [Modifier("Skill", unit.skill, "AS-URB-027")]
    if row:
        parts.append(Modifier(f"Move of {move:g}", row, "AS-URB-028"))
    if m.mode == "sprint":
        parts.append(Modifier("Sprinting", SPRINTING_SKID.of(m)["sprinting"], "AS-URB-028"))
    steady = stands_firm(m)
    if steady is not None:
        parts.append(steady)
    skilled = (hook(m) for hook in m.battle.hooks[hooks.skid_modifiers])
    return (*parts, *in_control(m.battle, unit), *(part for part in skilled if part is not None))


@rules.rule("AS-URB-027", otherwise=None)
def stands_firm(m: Movement) -> Modifier | None:
    """Four legs are steadier than three, and three than two."""
    legs = m.unit.card.legs
    if legs == "quad":
        return Modifier("Four legs", -2, "AS-URB-027")
    return Modifier("Three legs", -1, "AS-URB-027") if legs == "tripod" else None


@hooks.move_danger.rule("AS-URB-031", when=SKIDDING)
def danger_of_skidding(m: Movement) -> float:
    """Points that a skid costs on average, with a collision in every other one."""
    if loses_grip_at(m) is None:
        return 0.0
    number, size = total(control_parts(m)), m.unit.card.size
    slides = ((number - sum(faces), float(chance)) for faces, chance in TWO_DICE if sum(faces) < number)
    return sum((chance * (2 * short / 4 + size / 2) for short, chance in slides), 0.0)


# -- the control roll -----------------------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-URB-026", when=SKIDDING)
def control_is_rolled(m: Movement) -> Sequence[Trial]:
    along = loses_grip_at(m)
    if along is None:
        return ()
    parts = control_parts(m)
    judge = partial(keeps_its_feet, parts=parts, at=_point_at(m, along))
    return (control_trial(along, BREAK + 1, lambda m: Check(m.unit, total(parts), "not to skid"), judge),)


def keeps_its_feet(m: Movement, roll: Dice, parts: tuple[Modifier, ...], at: Point) -> Trouble | None:
    """2D6 against Skill and the modifiers of the table; who fails slides on."""
    number = total(parts)
    short = missed_by(m.battle, number, roll) or 0
    m.battle.emit(ControlRolled(m.unit.id, roll, number, parts, short <= 0, at))
    if short <= 0:
        return None
    facing, far = m.start_facing, skid_distance(m, short)
    return Trouble(lambda here: skid(here, facing, far), stops=ends_the_move(m))


@rules.rule("AS-URB-027", otherwise=0.0)
def skid_distance(m: Movement, short: int) -> float:
    """Two inches for every point that was missing."""
    return 2.0 * short


@rules.rule("AS-URB-030", otherwise=False)
def ends_the_move(m: Movement) -> bool:
    """When the skid is over, so is the move."""
    return True


# -- the skid -------------------------------------------------------------------------------------------------


class Stop(NamedTuple):
    """What ends a slide after so many inches: a piece of terrain, a change of level, the edge; or nothing does."""

    along: float
    collides: bool
    structure: Feature | None = None


def skid(m: Movement, facing: float, far: float) -> None:
    """Slide, strike what is in the way, and take the harm of it, in this order."""
    battle, unit = m.battle, m.unit
    die = battle.roll(1, lambda faces: turned(m, faces[0]))
    table, start = battle.table, unit.at
    way = (facing + turned(m, die[0])) % 360.0
    stop = _stop_of(battle, unit, way, far)
    end, before = table.beyond(start, way, stop.along), whereabouts(unit)
    led = led_along(battle, unit, (start, end), unit.elevation)
    done, struck, ground = stop.along, None, False
    for other, along in _met_on(battle, unit, led) if stop.along > 0.0 else ():
        at = table.snap(table.beyond(start, way, along))
        into = other.id if isinstance(other, Unit) else None
        step_to(battle, Skidded(unit.id, at, unit.elevation, facing, round(along, 4), die, into))
        die = ()  # told once
        if isinstance(other, Trial):
            trouble = take(led, other)
            if not unit.on_table or unit.doomed is not None or (trouble is not None and trouble.stops):
                done, ground = along, True
                break
            continue
        if hits_on_the_way(battle, unit, other):
            if other.card.is_infantry:
                hurt(battle, other.id, scattered_troops(battle, unit), SKID.by(unit))
                continue
            done, struck = along, other
            break
    if not ground:
        at = table.snap(table.beyond(start, way, done))
        into = struck.id if struck else None
        step_to(battle, Skidded(unit.id, at, unit.elevation, facing, round(done, 4), die, into))
        _collide(battle, unit, done, stop if struck is None else None, struck)
    slid = skid_damage(battle, done)
    if slid and unit.on_table and unit.doomed is None:
        hurt(battle, unit.id, slid, SKID.by(unit))
    came(battle, unit, SLID, before, led)


def _met_on(battle: Battle, unit: Unit, led: Movement) -> list[tuple[Unit | Trial, float]]:
    """Whom a slide comes to, and what the ground does on its way, in the order of their places."""
    met: list[tuple[Unit | Trial, float]] = [*_units_on(battle, unit, led.end)]
    met += [(trial, along) for along, trial in met_by(led)]
    return sorted(met, key=lambda one: one[1])


@hooks.moved.rule("AS-URB-034", when=SKIDDING)
def ends_beside(m: Movement) -> bool | None:
    """Who has slid past somebody and ends in that one's place is put down beside it."""
    unit = m.unit
    if not unit.on_table or unit.at == m.end or in_the_way(m.battle, unit, unit.at) is None:
        return None
    move_over(m.battle, unit)
    return True


@rules.rule("AS-URB-029", otherwise=0.0)
def turned(m: Movement, die: int) -> float:
    """By the template: ahead is where it looked when the phase began."""
    return DIRECTIONS.of(m)[die]


def _collide(battle: Battle, unit: Unit, inches: float, stop: Stop | None, struck: Unit | None) -> None:
    """What was struck suffers first, then the one that struck it; a vehicle's drive suffers last."""
    if struck is None and (stop is None or not stop.collides):
        return
    force = force_of(battle, unit, inches)
    if struck is not None:
        hurt(battle, struck.id, force, COLLIDES.by(unit), section=section_nearest(battle, struck, unit.at))
    elif stop is not None and stop.structure is not None:
        damage_feature(battle, stop.structure, force, "AS-URB-037", COLLIDES.by(unit))
    hurt(battle, unit.id, own_harm(battle, unit), COLLIDES.by(unit))
    if unit.card.is_vehicle and unit.on_table and unit.doomed is None and shakes_the_drive(battle):
        motive.check(battle, unit.id, False)


# -- what is in the way ---------------------------------------------------------------------------------------


def _stop_of(battle: Battle, unit: Unit, way: float, far: float) -> Stop:
    table = battle.table
    room = far
    if not table.inside(*table.beyond(unit.at, way, far), unit.radius):
        room = _room_ahead(battle, unit, way, far)
    if room <= LEVEL:
        return Stop(0.0, False)
    met = stopped_by_terrain(battle, unit, table.beyond(unit.at, way, room))
    return Stop(room, False) if met is None else met


def _room_ahead(battle: Battle, unit: Unit, way: float, far: float) -> float:
    """How far a base may slide before it hangs over the edge of the table."""
    table = battle.table
    least, most = 0.0, far
    for _ in range(40):
        half = (least + most) / 2
        least, most = (half, most) if table.inside(*table.beyond(unit.at, way, half), unit.radius) else (least, half)
    return least


@rules.rule("AS-URB-033", otherwise=None)
def stopped_by_terrain(battle: Battle, unit: Unit, end: Point) -> Stop | None:
    """A building, a change of level, water and ground it may not enter end a slide at their edge."""
    way = resting_way(battle, unit)
    before: tuple[Feature, ...] = ()
    barred = False
    along = 0.0
    for number, leg in enumerate(battle.table.trace((unit.at, end)).legs):
        patch = patch_of(battle, leg.features)
        now = footing(battle, unit, way, patch, leg.ground, leg.surface, unit.elevation)
        built = [feature for feature in patch.solid if feature.kind in BUILT and feature not in before]
        wet = [one for one in leg.features if one.role_name == "water" and one.kind != ICE and one not in before]
        refused = going(battle, unit, patch, now.medium, by_road=False).refusal is not None
        if built and (number or not _is_inside(battle, unit, built[-1])):
            return Stop(along, True, section_at(built[-1], leg.start))
        if not now.low - LEVEL <= unit.elevation <= now.high + LEVEL:
            return Stop(along, True)
        if number and ((wet and now.medium != "deck") or (refused and not barred)):
            return Stop(along, True)
        before, barred = leg.features, refused
        along += leg.length
    return None


def _is_inside(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return structure_at(battle, unit.at) == feature


def _units_on(battle: Battle, unit: Unit, end: Point) -> list[tuple[Unit, float]]:
    """Everybody on the ground whose base a slide would touch, in the order in which it does."""
    table = battle.table
    found = []
    for other in others(battle, unit):
        if other.airborne or abs(other.elevation - unit.elevation) > CONTACT_RISE + LEVEL:
            continue
        entries = table.entries((unit.at, end), other.at, unit.radius + other.radius, SLACK)
        if entries:
            found.append((other, entries[0]))
    return sorted(found, key=lambda one: one[1])


def hits_on_the_way(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether a slide strikes a unit that it comes to: a charge that nobody wanted."""
    if other.hidden_from(unit.side):
        uncover(battle, other)
    attack = Attack(battle, orders.Attack(unit.id, other.id, "charge"))
    parts = (*modifiers(attack), unintended(battle, other))
    number = total(parts)
    roll = battle.roll(2, lambda faces: succeeds(attack, number, dice_sum(attack, faces)))
    hit = succeeds(attack, number, dice_sum(attack, roll))
    battle.emit(SkidStruck(unit.id, other.id, roll, number, parts, hit))
    return hit


def unintended(battle: Battle, other: Unit) -> Modifier:
    if other.card.is_infantry:
        return Modifier("Skids into infantry", against_infantry(battle), "AS-URB-035")
    return Modifier("Skids into it", against_units(battle), "AS-URB-034")


@rules.rule("AS-URB-034", otherwise=0)
def against_units(battle: Battle) -> int:
    return SKID_ATTACKS.of(battle)["unit"]


@rules.rule("AS-URB-035", otherwise=0)
def against_infantry(battle: Battle) -> int:
    return SKID_ATTACKS.of(battle)["infantry"]


# -- what it does ---------------------------------------------------------------------------------------------


@rules.rule("AS-URB-031", otherwise=0)
def skid_damage(battle: Battle, inches: float) -> int:
    """A point for every four inches skidded in full."""
    return round_down(battle, (inches + LEVEL) / 4)


@rules.rule("AS-URB-035", otherwise=0)
def scattered_troops(battle: Battle, unit: Unit) -> int:
    """Infantry is struck by the Size of what slides through it, however far it came."""
    return unit.card.size


@rules.rule("AS-URB-036", otherwise=0)
def own_harm(battle: Battle, unit: Unit) -> int:
    """A collision costs the one that slides its own Size."""
    return unit.card.size


@rules.rule("AS-URB-036", otherwise=False)
def shakes_the_drive(battle: Battle) -> bool:
    """Any collision brings a vehicle a motive check."""
    return True


@rules.rule("AS-URB-037", otherwise=0)
def force_of(battle: Battle, unit: Unit, inches: float) -> int:
    """What is struck suffers as from a charge over the inches skidded."""
    return charge_damage(battle, inches, unit.card.size)
