"""Striking and strafing what lies under a flight path (pp. 181-183)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import AIR, altitude_of, height_of
from lancemate.alphastrike.air.attacks import (
    EXPANDED_RANGES,
    STRAFE,
    STRIKE,
    is_from_above,
    looks_down,
)
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.aims import Aim
from lancemate.alphastrike.combat.amount import fires_energy
from lancemate.alphastrike.combat.area import reached_apart
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.multi_arc import mount_damage, mount_slot
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.resolution import ask_direction, make_attack
from lancemate.alphastrike.combat.resolution import resolve as resolve_one
from lancemate.alphastrike.combat.sight import Ruling, in_water, without_a_line
from lancemate.alphastrike.damage.reckoning import minimal_rounded
from lancemate.alphastrike.measure.apart import flat, passes
from lancemate.alphastrike.measure.lines import ON, off_line
from lancemate.alphastrike.measure.strips import between_ends, strip_length, told_length
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies, hovering, path_of
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.buildings import BUILT, shelter_of
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Around
    from lancemate.alphastrike.combat.area import Standing
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

HALF_WIDTH: Final = rules.table("AS-AER-018", {"to either side": 1.0})
STRIP: Final = rules.table("AS-AER-019", {"length": 10.0})

BY_BRACKET: Final = rules.option(
    "strike_damage_by_bracket", "AS-AER-035", "a strike from the air does the damage of its range, not always Short"
)


BY_ALTITUDE: Final = rules.option(
    "hovering_range_by_altitude", "AS-AER-095", "who hovers strikes at the range of its altitude, however far off"
)
HOT_STRIKES: Final = rules.option(
    "strike_brings_heat", "AS-AER-035", "a strike from the air brings the heat of HT, as strafing brings half of it"
)


# -- where it goes --------------------------------------------------------------------------------------------


def is_target(battle: Battle, unit: Unit) -> bool:
    """Somebody on the ground, or not far above it."""
    return unit.on_table and not flies(unit)


def under_path(battle: Battle, attacker: Unit, target: Unit | Feature | None) -> bool:
    """Some part of a base, or of a building, lies within an inch of the flight path of another unit."""
    return target is not None and is_near(battle, path_of(attacker), target)


def is_near(battle: Battle, line: tuple[Point, Point], target: Unit | Feature) -> bool:
    """It lies within an inch of a line, in part."""
    if on_hexes(battle) and isinstance(target, Unit):
        return in_a_hex_of(battle, line, target)
    return passes(battle, line, target, HALF_WIDTH.of(battle)["to either side"])


@rules.rule("AS-HEX-015", otherwise=True)
def in_a_hex_of(battle: Battle, line: tuple[Point, Point], target: Unit) -> bool:
    """On a hex map an attack path is a line of hexes, and what is attacked stands in one of them, not above it."""
    return not target.airborne and off_line(battle.table, line, target.at) <= ON


@hooks.may_attack.rule("AS-AER-018", part=hooks.AIM, traits=trait.AERIAL, but=(trait.STRAFING, trait.AREA), when=AIR)
def lies_under_path(attack: Attack) -> Refusal | None:
    """What is struck lies under the flight path; who hovers looks for targets all around."""
    unit, target = attack.attacker, attack.target
    if target is None and not strikes_a_building(attack):
        return Refusal("not_a_target", f"{unit.id} strikes one unit or one building: name it", "AS-AER-020")
    if target is not None and flies(target):
        return Refusal("not_a_target", f"{target.id} is in the air: attack it without a kind", "AS-AER-020")
    if hovering.of(unit) or under_path(attack.battle, unit, target or attack.feature):
        return None
    if on_hexes(attack.battle) and target is not None and target.airborne:
        text = f"{target.id} is in the air: on hexes {unit.id} strikes what stands on the ground"
        return Refusal("not_under_path", text, "AS-HEX-015")
    reach = HALF_WIDTH.of(attack)["to either side"]
    text = f"{attack.target_name} does not lie within {reach:g} inch of the flight path of {unit.id}"
    return Refusal("not_under_path", text, "AS-AER-018")


@rules.rule("AS-URB-012", otherwise=False)
def strikes_a_building(attack: Attack) -> bool:
    """Buildings and walls are attacked like anybody, from the air as well."""
    return attack.feature is not None and attack.feature.kind in BUILT and attack.kind_rules.strength(attack).harms


def strip_of(attack: Attack) -> tuple[Point, Point] | None:
    """The middle of the strip that is strafed."""
    target = attack.command.target
    return target.line if isinstance(target, orders.LineTarget) else None


@hooks.may_attack.rule("AS-AER-019", part=hooks.AIM, kinds=STRAFE, when=AIR)
def strip_on_path(attack: Attack) -> Refusal | None:
    """Ten inches of the flight path; who hovers at low altitude strafes ahead of itself."""
    unit, line, length = attack.attacker, strip_of(attack), STRIP.of(attack)["length"]
    table = attack.battle.table
    if line is None:
        text = f"strafing is aimed along {length:g} inches of the flight path: say target: {{line: [[x, y], [x, y]]}}"
        return Refusal("not_a_strip", text, "AS-AER-019")
    least, most = lengths_of(attack)
    if not least - ON <= strip_length(table, line) <= most + ON:
        wanted = told_length(table, most)
        wanted = wanted if least == most else f"at least {told_length(table, least)} and at most {wanted}"
        text = f"the strip is {wanted}; this one is {told_length(table, strip_length(table, line))}"
        return Refusal("not_a_strip", text, "AS-AER-019")
    path = (unit.at, table.beyond(unit.at, unit.facing, length)) if hovering.of(unit) else path_of(unit)
    if any(off_line(table, path, end) > ON for end in line):
        return Refusal("not_on_path", f"the strip does not lie on the flight path of {unit.id}", "AS-AER-019")
    return None


def lengths_of(attack: Attack) -> tuple[float, float]:
    """The shortest and the longest strip: hook ``strip_lengths`` (attack) -> (least, most) | None."""
    for hook in attack.battle.hooks[hooks.strip_lengths]:
        found = hook(attack)
        if found is not None:
            return found
    length = STRIP.of(attack)["length"]
    return length, length


# -- sight and range ------------------------------------------------------------------------------------------


def is_out_of_sight(battle: Battle, unit: Unit) -> bool:
    """Under water, or inside of something."""
    return in_water(battle, unit) == "complete" or shelter_of(battle, unit) is not None


@hooks.blind_sight.rule("AS-AER-017", when=AIR)
def seen_from_above(attack: Attack) -> Ruling | None:
    """The ground lies open; woods and water around the target still count."""
    return view_from_above(attack) if looks_down(attack) else None


def view_from_above(attack: Attack) -> Ruling:
    battle, target = attack.battle, attack.target
    if target is None:
        return Ruling("clear")
    return without_a_line(battle, target, target.body)


@hooks.may_attack.rule(
    "AS-AER-017", part=hooks.SIGHT, traits=trait.AERIAL, but=(trait.STRAFING, trait.AREA, trait.TORPEDO), when=AIR
)
def hidden_from_above(attack: Attack) -> Refusal | None:
    """What is under water or inside a building is not struck, not even through its roof."""
    target = attack.target
    if target is None or not is_out_of_sight(attack.battle, target):
        return None
    text = f"{target.id} is under water or inside a building, where only bombs reach it"
    return Refusal("no_line_of_sight", text, "AS-AER-017")


@hooks.reaches.rule("AS-AER-024", when=AIR)
def range_from_above(attack: Attack) -> float | None:
    """The range to the ground is the altitude."""
    return height_of(attack, altitude_of(attack.attacker)) + off_its_path(attack) if is_from_above(attack) else None


@rules.rule("AS-AER-095", otherwise=0.0)
def off_its_path(attack: Attack) -> float:
    """Who hovers strikes what lies around it, and how far it is to there counts as for those who fire back at it."""
    unit, target = attack.attacker, attack.target or attack.feature
    if target is None or not hovering.of(unit) or trait.STRAFING in attack.traits:
        return 0.0
    return max(0.0, flat(attack.battle, "AS-AER-095", unit, target))


@rules.rule("AS-AER-095", when=BY_ALTITUDE, replaces=off_its_path)
def straight_down(attack: Attack) -> float:
    """The altitude alone, however far off the target is."""
    return 0.0


@hooks.may_attack.rule("AS-AER-024", part=hooks.POWER, traits=trait.AERIAL, when=AIR)
def too_high_to_aim(attack: Attack) -> Refusal | None:
    """At Extreme range only where ground units fight at it as well."""
    if attack.bracket != "E" or EXPANDED_RANGES in attack.battle.options:
        return None
    text = f"from extreme altitude the ground is at extreme range, which needs the option {EXPANDED_RANGES}"
    return Refusal("out_of_range", text, "AS-AER-024")


# -- damage ---------------------------------------------------------------------------------------------------


def fired_at_short(attack: Attack) -> Strength:
    return mount_damage(attack.battle, attack.attacker, attack.mount).at("S")


def strike_strength(attack: Attack) -> Strength:
    return strike_value(attack)


@rules.rule("AS-AER-035", "AS-AER-020", otherwise=NONE)
def strike_value(attack: Attack) -> Strength:
    """The Short value, however high the unit flies."""
    return fired_at_short(attack)


@rules.rule("AS-AER-035", when=BY_BRACKET, replaces=strike_value)
def strike_value_by_bracket(attack: Attack) -> Strength:
    """The value of the range that the altitude counts as."""
    return mount_damage(attack.battle, attack.attacker, attack.mount).at(attack.bracket)


@rules.rule("AS-AER-034", otherwise=fired_at_short)
def strafing_strength(attack: Attack) -> Strength:
    """Half of the Short value, at least 1; all of it where every weapon is an energy weapon."""
    return halved(attack, fired_at_short(attack))


def halved(attack: Attack, value: Strength) -> Strength:
    """What strafing leaves of the damage of a range."""
    if fires_energy(attack):
        return value
    if value.minimal:
        return Strength(minimal_rounded(attack, 0))
    return Strength(max(1, round_normally(attack, value.points / 2))) if value.points else NONE


def strike_parts(attack: Attack) -> tuple[Modifier, ...]:
    label = f"Damage at {RANGE_NAMES['S']} range"
    return (Modifier(label, strike_strength(attack).points, "AS-AER-035"),)


def strafing_parts(attack: Attack) -> tuple[Modifier, ...]:
    whole, half = fired_at_short(attack).points, strafing_strength(attack).points
    parts = [Modifier(f"Damage at {RANGE_NAMES['S']} range", whole, "AS-AER-034")]
    return (*parts, Modifier("Strafing", half - whole, "AS-AER-034")) if half != whole else tuple(parts)


@hooks.heat_brought.rule("AS-AER-034", "AS-AER-077", part=hooks.IN_FLIGHT, when=AIR)
def heat_from_the_air(attack: Attack, heat: int) -> int | None:
    """Strafing brings half of the heat, at least 1; in all else aerospace units bring none."""
    if not flies(attack.attacker) or trait.ARTILLERY in attack.traits:
        return None
    return max(1, round_normally(attack, heat / 2)) if heat and trait.STRAFING in attack.traits else 0


@hooks.heat_brought.rule("AS-AER-035", part=hooks.IN_FLIGHT, when=HOT_STRIKES, replaces=heat_from_the_air)
def heat_of_a_strike(attack: Attack, heat: int) -> int | None:
    """A strike brings all the heat of its range; all else as ever."""
    return None if attack.kind == STRIKE else heat_from_the_air(attack, heat)


@hooks.may_attack.rule("AS-AER-035", part=hooks.POWER, kinds=(STRIKE, STRAFE), when=AIR)
def has_something_to_fire(attack: Attack) -> Refusal | None:
    """Without a Short value there is nothing to strike with, and no special weapon takes its place."""
    unit = attack.attacker
    if attack.command.using is not None:
        text = f"{unit.id} fires all its weapons at the ground; {attack.command.using} is not used from the air"
        return Refusal("not_a_weapon", text, "AS-AER-035")
    if attack.kind_rules.strength(attack).harms:
        return None
    return Refusal("no_damage", f"{unit.id} does no damage at short range", "AS-COM-061")


@hooks.hit_direction.rule("AS-AER-031", part=-1, when=AIR)
def from_above_is_front(attack: Attack) -> str | None:
    """What comes from above strikes the front."""
    return "front" if is_from_above(attack) else None


# -- striking -------------------------------------------------------------------------------------------------


@rules.rule("AS-AER-016", "AS-AER-028", otherwise=None)
def strike(attack: Attack) -> None:
    """Sight, arc, range, number, one roll, damage; a miss has no effect."""
    make_attack(attack)


def strikes(around: Around) -> list[Aim]:
    """Everybody under the path, with every arc that serves."""
    battle, unit = around.battle, around.unit
    if not flies(unit):
        return []
    below = [enemy for enemy in around.enemies if is_target(battle, enemy)]
    near = [enemy for enemy in below if hovering.of(unit) or under_path(battle, unit, enemy)]
    pieces = [battle.table.by_id[name] for name in around.terrain if name in battle.table.by_id]
    houses = [one for one in pieces if one.kind in BUILT and (hovering.of(unit) or under_path(battle, unit, one))]
    arcs = tuple(unit.card.arcs) if unit.card.is_multi_arc else (None,)
    names = [*(enemy.id for enemy in near), *(house.id for house in houses)]
    return [Aim(name, STRIKE, None, None, arc) for name in names for arc in arcs]


def slot_of(attack: Attack) -> str:
    return mount_slot(attack, attack.mount)


# -- strafing -------------------------------------------------------------------------------------------------


@rules.rule("AS-AER-019", otherwise=())
def strafed(battle: Battle, line: tuple[Point, Point]) -> tuple[Unit, ...]:
    """Everybody on the ground with some part of its base in the strip, friend or foe, landed aircraft included."""
    found = [unit for unit in battle.on_table() if is_target(battle, unit) and not unit.airborne]
    near = [unit for unit in found if is_in_strip(battle, line, unit)]
    return tuple(unit for unit in near if not is_out_of_sight(battle, unit))


def is_in_strip(battle: Battle, line: tuple[Point, Point], unit: Unit) -> bool:
    """Some part of its base, or of one of its sections, lies on the strip."""
    return any(True for _ in in_strip(battle, line, unit))


def in_strip(battle: Battle, line: tuple[Point, Point], unit: Unit) -> Iterator[str]:
    """What attacks on a strip name of a unit: itself, or each section with some part of its circle there."""
    for section, standing in reached_apart(battle, unit):
        if in_a_hex_of(battle, line, unit) if on_hexes(battle) else _is_on(battle, line, standing):
            yield unit.id if section is None else f"{unit.id}{SLASH}{section}"


def _is_on(battle: Battle, line: tuple[Point, Point], standing: Standing) -> bool:
    """Some part of a base lies on the strip, which ends square at both ends."""
    table, facing, half = battle.table, battle.table.bearing(*line), HALF_WIDTH.of(battle)["to either side"]
    at = standing.x, standing.y
    along, aside = table.ahead(facing, line[0], at), abs(table.aside(facing, line[0], at))
    beyond = max(0.0, -along, along - table.distance(*line))
    return table.within((beyond, max(0.0, aside - half)), (0.0, 0.0), standing.radius + TINY)


def names_in(battle: Battle, lines: Iterable[tuple[Point, Point]], units: Iterable[Unit]) -> tuple[str, ...]:
    """All that is attacked of units in some strips, each once."""
    strips = tuple(lines)
    return tuple(dict.fromkeys(name for unit in units for line in strips for name in in_strip(battle, line, unit)))


def single(attack: Attack, target: str) -> Attack:
    """The same attack on one of those in the strip."""
    return Attack(attack.battle, replace(attack.command, target=target))


def strafing_of(attack: Attack) -> dict[str, Attack]:
    """Strafing as the attacks it consists of."""
    line = strip_of(attack)
    if line is None:
        return {}
    names = names_in(attack.battle, (line,), strafed(attack.battle, line))
    return {name: single(attack, name) for name in names}


def strafe(attack: Attack) -> None:
    """Everybody in the strip, one after the other."""
    line = strip_of(attack)
    assert line is not None
    command = attack.command
    targets = names_in(attack.battle, (line,), strafed(attack.battle, line))
    if not targets:
        resolve_one(attack, (), False, None)
        return
    attack.battle.then("strafe_next", command=command, targets=targets)


@rules.task("strafe_next")
def strafe_next(battle: Battle, command: orders.Attack, targets: tuple[str, ...]) -> None:
    first, *rest = targets
    if rest:
        battle.then("strafe_next", command=command, targets=tuple(rest))
    strafe_one(battle, replace(command, target=first))


@rules.rule("AS-AER-027", otherwise=None)
def strafe_one(battle: Battle, command: orders.Attack) -> None:
    """An attack roll against each unit in the strip; a miss misses that unit only."""
    make_attack(Attack(battle, command))


def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    """One unit in the strip is hit or missed."""
    if hit and attack.target is not None:
        ask_direction(attack, roll)
    else:
        resolve_one(attack, roll, hit, None)


def strips(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Strips worth strafing: one around each enemy under the path."""
    if not flies(unit):
        return
    table, whole_strip = battle.table, STRIP.of(battle)["length"]
    length = between_ends(table, whole_strip)
    path = (unit.at, table.beyond(unit.at, unit.facing, whole_strip)) if hovering.of(unit) else path_of(unit)
    whole = table.distance(*path)
    if whole < length - ON:
        return
    arcs = tuple(unit.card.arcs) if unit.card.is_multi_arc else (None,)
    enemies = [one for one in battle.on_table(battle.opponent(unit.side)) if is_target(battle, one)]
    offered: set[tuple[Point, Point]] = set()
    for enemy in enemies:
        if under_path(battle, unit, enemy):
            along = table.distance(path[0], table.nearest_on(*path, enemy.at))
            begin = min(max(0.0, along - length / 2.0), whole - length)
            line = (table.part_way(*path, begin), table.part_way(*path, begin + length))
            line = (table.snap(line[0]), table.snap(line[1]))
            if line not in offered:
                offered.add(line)
                for arc in arcs:
                    yield orders.Attack(unit.id, orders.LineTarget(line), STRAFE, arc=arc)


AT_THE_GROUND: Final = (trait.ATTACK, trait.WEAPON, trait.ALL_WEAPONS, trait.AERIAL, trait.FROM_ABOVE)
attack_kind(
    Kind(
        STRIKE,
        traits=trait.traits(*AT_THE_GROUND),
        words="strike from the air",
        slot=slot_of,
        strength=strike_strength,
        explain=strike_parts,
        begin=strike,
        aims=strikes,
    )
)
attack_kind(
    Kind(
        STRAFE,
        traits=trait.traits(*AT_THE_GROUND, trait.STRAFING),
        words="strafing",
        slot=slot_of,
        strength=strafing_strength,
        explain=strafing_parts,
        begin=strafe,
        resolve=resolve,
        several=strafing_of,
        ready=strips,
    )
)
