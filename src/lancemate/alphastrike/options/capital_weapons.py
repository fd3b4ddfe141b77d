"""Capital and sub-capital weapons (pp. 156-157): at what flies, and from the air or the ground at points of the table.

Each weapon is an attack of its own besides the unit's others. At the ground it is a kind of artillery; missiles from
the ground at the ground fly as the largest cruise missiles do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.point_defense import missiles_thinned_out
from lancemate.alphastrike.air.altitude import altitude_of, height_of
from lancemate.alphastrike.air.attacks import CAPITAL as AT_AIRCRAFT
from lancemate.alphastrike.air.dogfight import bracket_in_the_air
from lancemate.alphastrike.appendix.optional import CAPITAL_WEAPONS as TABLE
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.area import Shock
from lancemate.alphastrike.combat.artillery import Burst, burst_at, drift
from lancemate.alphastrike.combat.attack import Attack, Kind, Ring, attack_kind, of_any_attack
from lancemate.alphastrike.combat.blast import NOWHERE, Fallen, Impact, blast, comes_down
from lancemate.alphastrike.combat.indirect import indirect_fire, spotter_attacks_too, spotter_movement
from lancemate.alphastrike.combat.ranges import RANGES, bracket_at
from lancemate.alphastrike.combat.resolution import finish, make_attack, tell
from lancemate.alphastrike.combat.sight import Ruling
from lancemate.alphastrike.combat.tohit import ATTACK, fire_control_hits, heat, movement_modifier, skill
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.options.advanced_artillery.events import Shell
from lancemate.alphastrike.options.advanced_artillery.landing import strike_ground
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED, MISSILES, cruise_turns
from lancemate.alphastrike.options.advanced_artillery.shooting import as_fired, correction, record
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.conditions import THIN, TRACE, VACUUM
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies, is_overhead
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.state import OFFBOARD
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CAPITAL: Final = rules.option(
    "capital_weapons", "AS-OPT-220", "capital and sub-capital weapons fire at aircraft and at the ground"
)

AT_THE_GROUND, TAG_POINT = "barrage", "tag_point"
KINDS: Final = (AT_AIRCRAFT, AT_THE_GROUND)
# Who carries each class, and what it is.
CLASSES: Final = rules.table(
    "AS-OPT-220",
    {
        "CAP": {"carrier": "aerospace", "small": "CAP or SDS-C at a small target"},
        "SCAP": {"carrier": "aerospace", "small": "SCAP or SDS-SC at a small target"},
        "MSL": {"carrier": "aerospace", "small": "MSL or SDS-CM at a small target"},
        "SDS-C": {"carrier": "ground", "small": "CAP or SDS-C at a small target"},
        "SDS-SC": {"carrier": "ground", "small": "SCAP or SDS-SC at a small target"},
        "SDS-CM": {"carrier": "ground", "small": "MSL or SDS-CM at a small target"},
    },
)
CODES: Final = ("CAP", "SCAP", "MSL", "SDS-C", "SDS-SC", "SDS-CM")
for _code in ("AS-SPC-082", "AS-SPC-152", "AS-SPC-114", "AS-SPC-148", "AS-SPC-150", "AS-SPC-149"):
    rules.also(_code, CLASSES)
rules.also("AS-OPT-224", TABLE)
BIG: Final = frozenset(("LG", "VLG", "SLG"))
# How far from its point a missile does all of its damage, and half; other weapons strike under a small template.
BLAST: Final = rules.table("AS-OPT-234", {"full": 4.0, "half": 6.0, "beam": 1.0})
TAGS: Final = {"TAG": "M", "LTAG": "S"}

# Points that a friend has designated this turn: {side: [[x, y], ...]}.
designated = battle_memory("designated", dict[str, JSON], default={}, rule="AS-OPT-231", expires="turn")


def codes_of(unit: Unit) -> list[tuple[str, str | None]]:
    """Its capital weapons, each with the arc it is in."""
    card = unit.card
    own = [(code, None) for code in CODES if code in card.specials]
    return [*own, *((code, name) for name, arc in card.arcs.items() for code in CODES if code in arc.weapons)]


# -- which attack it is ---------------------------------------------------------------------------------------


@hooks.kind_meant.rule("AS-OPT-221", "AS-AER-096", part=-1, when=CAPITAL)
def capital_attack(battle: Battle, unit: Unit, command: orders.Attack) -> str | None:
    """A capital weapon that is named is an attack of its own."""
    if command.using not in CLASSES.of(battle):
        return None
    return AT_THE_GROUND if command.kind in ("artillery", AT_THE_GROUND) else AT_AIRCRAFT


def slot_of(attack: Attack) -> str:
    return f"capital:{attack.code}:{attack.mount.name}"


@hooks.may_attack.rule("AS-OPT-221", part=hooks.SLOT, kinds=KINDS, when=CAPITAL)
def each_weapon_once(attack: Attack) -> Refusal | None:
    """Each makes one attack a turn."""
    if slot_of(attack) not in attack.attacker.attacks:
        return None
    text = f"{attack.code} ({attack.mount.name}) of {attack.attacker.id} has fired this turn"
    return Refusal("already_attacked", text, "AS-OPT-221")


@rules.rule("AS-OPT-221", otherwise=False)
def on_top(attack: Attack) -> bool:
    """In addition to all other attacks of the unit."""
    return True


@hooks.may_attack.rule("AS-OPT-221", part=hooks.AIM, kinds=AT_AIRCRAFT, when=CAPITAL)
def only_at_aircraft(attack: Attack) -> Refusal | None:
    """Directly at aerospace units in flight; at the ground as artillery."""
    target = attack.target
    if target is not None and target.airborne and is_overhead(target):
        return None
    text = f"{attack.code} is fired at aerospace units in the air, or as artillery at a point of the ground"
    return Refusal("not_a_target", text, "AS-OPT-221")


# -- range and damage -----------------------------------------------------------------------------------------


@hooks.counts_as.rule("AS-OPT-222", part=-1, when=CAPITAL)
def a_bracket_nearer(attack: Attack) -> str | None:
    """In the air a bracket nearer than for other weapons."""
    if attack.kind != AT_AIRCRAFT or not flies(attack.attacker):
        return None
    return nearer(attack, bracket_in_the_air(attack) or "S")


def nearer(attack: Attack, bracket: str) -> str:
    known = list(RANGES.of(attack))
    return known[max(0, known.index(bracket) - 1)]


@hooks.counts_as.rule("AS-OPT-223", part=-1, when=CAPITAL)
def always_near(attack: Attack) -> str | None:
    """From the ground everything that flies is at Short range."""
    return "S" if attack.kind == AT_AIRCRAFT and not flies(attack.attacker) else None


@rules.rule("AS-OPT-227", otherwise=NONE)
def strength_at_aircraft(attack: Attack) -> Strength:
    """All of its damage at the range that counts."""
    return value_at(attack, attack.bracket)


def value_at(attack: Attack, bracket: str) -> Strength:
    special = attack.mount.specials.get(attack.code or "") or attack.using
    if special is None:
        return NONE
    return special_damage(attack.battle, attack.attacker, special, attack.arc).at(bracket)


@hooks.may_attack.rule("AS-OPT-227", part=hooks.POWER, kinds=KINDS, when=CAPITAL)
def does_nothing(attack: Attack) -> Refusal | None:
    if attack.kind_rules.strength(attack).harms:
        return None
    return Refusal("no_damage", f"{attack.code} of {attack.attacker.id} does no damage at this range", "AS-OPT-227")


# -- the target number ----------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-225", part=hooks.OTHER, kinds=KINDS, when=CAPITAL)
def through_the_air(attack: Attack) -> Modifier | None:
    """In an atmosphere, unless it is thin or less."""
    if agreed(attack.battle).atmosphere in (THIN, TRACE, VACUUM):
        return None
    return Modifier("In atmosphere", TABLE.of(attack)["in atmosphere"] or 0, "AS-OPT-225")


@hooks.to_hit.rule("AS-OPT-226", part=hooks.OTHER, kinds=AT_AIRCRAFT, when=CAPITAL)
def small_target(attack: Attack) -> Modifier | None:
    """Large guns follow small craft badly; missiles do not mind."""
    target, weapon = attack.target, CLASSES.of(attack).get(attack.code or "")
    if target is None or weapon is None or not BIG.isdisjoint(target.card.all_codes):
        return None
    value = TABLE.of(attack)[weapon["small"]]
    return Modifier("Small target", value, "AS-OPT-226") if value else None


@hooks.to_hit.rule("AS-OPT-228", part=hooks.OTHER, ability="PNT", when=CAPITAL, replaces=missiles_thinned_out)
def missiles_are_met(attack: Attack) -> Modifier | None:
    """Point defense against capital missiles: one point unsettles them, two stop them."""
    part = missiles_thinned_out(attack)
    if part is None or attack.kind != AT_AIRCRAFT:
        return part
    return Modifier(part.label, TABLE.of(attack)["point defense, 1 damage"] or 0, "AS-OPT-228")


# -- at the ground --------------------------------------------------------------------------------------------


def from_the_air(attack: Attack) -> bool:
    return attack.attacker.airborne


@hooks.may_attack.rule("AS-OPT-229", part=hooks.ABLE, kinds=AT_THE_GROUND, when=CAPITAL)
def missiles_from_the_ground(attack: Attack) -> Refusal | None:
    """From the air any of them, from the ground missiles only; at a point."""
    unit = attack.attacker
    if attack.point is None or not attack.battle.table.inside(*attack.point):
        text = f"{attack.code} is aimed at a point of the table: say target: {{point: [x, y]}}"
        return Refusal("not_a_target", text, "AS-OPT-229")
    if from_the_air(attack) or attack.code in MISSILES:
        return None
    text = f"{unit.id} stands on the ground, where only missiles (MSL, SDS-CM) are fired at the ground"
    return Refusal("not_from_there", text, "AS-OPT-229")


@hooks.blind_sight.rule("AS-OPT-230", part=-1, when=CAPITAL)
def sees_the_ground(attack: Attack) -> Ruling | None:
    """From the air, or by coordinates, a point needs no line of sight."""
    if attack.kind != AT_THE_GROUND:
        return None
    return Ruling("clear") if from_the_air(attack) or is_far(attack) else None


def is_far(attack: Attack) -> bool:
    """A shot by the rules for artillery beyond the table."""
    if ADVANCED not in attack.battle.options or from_the_air(attack):
        return False
    if attack.platform.place == OFFBOARD:
        return True
    return attack.point is not None and apart(attack.battle, attack.platform, attack.point) > _long(attack)


def _long(attack: Attack) -> float:
    return RANGES.of(attack)["L"]["up_to"] + TINY


def number_at_the_ground(attack: Attack) -> tuple[Modifier, ...]:
    base = air_to_ground(attack) if from_the_air(attack) else surface_to_surface(attack)
    ever = of_any_attack(attack) if from_the_air(attack) or not is_far(attack) else ()
    more = (through_the_air(attack), a_friend_designates(attack), *ever)
    return (*base, *(part for part in more if part is not None))


@rules.rule("AS-OPT-230", otherwise=lambda attack: tuple(as_artillery(attack)))
def air_to_ground(attack: Attack) -> tuple[Modifier, ...]:
    """As easy as Skill makes it: nothing is left of what makes artillery hard."""
    parts = (skill(attack), fire_control_hits(attack), heat(attack))
    return tuple(part for part in parts if part is not None)


@rules.rule("AS-OPT-232", otherwise=lambda attack: air_to_ground(attack))
def surface_to_surface(attack: Attack) -> tuple[Modifier, ...]:
    """As artillery, and harder for whatever could move."""
    able = any(inches > 0 for _, inches in attack.attacker.card.move.modes)
    row = TABLE.of(attack)["surface to surface at a moving target"]
    moves = Modifier("Firer that can move", row or 0, "AS-OPT-232") if able else None
    base = (*as_fired(attack), *correction(attack)) if is_far(attack) else tuple(as_artillery(attack))
    return (*base, moves) if moves is not None else base


def as_artillery(attack: Attack) -> Iterator[Modifier]:
    """What any shell on the table would need."""
    own = (skill(attack), movement_modifier(attack, attack.platform), fire_control_hits(attack), heat(attack))
    spotted = (indirect_fire(attack), spotter_attacks_too(attack), spotter_movement(attack))
    yield from (part for part in (*own, *spotted) if part is not None)
    yield Modifier("Area effect", ATTACK.of(attack)["area effect"], "AS-COM-065")
    bracket = "E" if attack.distance > _long(attack) else "L"
    yield Modifier("Artillery", RANGES.of(attack)[bracket]["modifier"], "AS-COM-108")


@hooks.flight_turns.rule("AS-OPT-233", part=-1, when=CAPITAL)
def as_a_cruise_missile(attack: Attack) -> int | None:
    """Missiles from the ground fly as the largest cruise missiles; from the air all come down at once."""
    if attack.kind != AT_THE_GROUND:
        return None
    return cruise_turns(attack, attack.distance) if is_far(attack) else 0


def flies_for_turns(attack: Attack) -> bool:
    return is_far(attack) and bool(as_a_cruise_missile(attack))


def fire_at_the_ground(attack: Attack) -> None:
    """At once, or as a shell that is on its way."""
    if flies_for_turns(attack):
        record(attack)
    else:
        make_attack(attack)


@rules.rule("AS-OPT-234", otherwise=NONE)
def strength_at_the_ground(attack: Attack) -> Strength:
    """From the ground the Short value; from the air that of the altitude, a bracket nearer."""
    if not from_the_air(attack):
        return value_at(attack, "S")
    high = height_of(attack, altitude_of(attack.attacker)) if is_overhead(attack.attacker) else 0.0
    return value_at(attack, nearer(attack, bracket_at(attack, high)))


def blast_rings(attack: Attack) -> tuple[Ring, ...]:
    full, rows = strength_at_the_ground(attack), BLAST.of(attack)
    if attack.code not in MISSILES:
        return (Ring(rows["beam"], full),)
    return Ring(rows["full"], full), Ring(rows["half"], full.halved())


def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    """Tell it, let a miss drift as any shell does, and hurt whatever is there."""
    assert attack.point is not None
    tell(attack, roll, number, parts, hit)
    aimed = burst_at(attack.battle, attack.point)
    burst = aimed if hit else drift(attack, aimed)
    if burst is not None:
        explode(attack, burst)
    finish(attack, roll, hit)
    shock = shock_at(attack, burst.at) if burst is not None else None
    comes_down(attack.battle, Fallen(attack.source, aimed.at, burst.at if burst is not None else None), shock)


def shock_at(attack: Attack, at: Point) -> Shock:
    """What the ground feels of it."""
    return Shock(at, tuple((ring.radius, ring.damage.points) for ring in blast_rings(attack)))


def explode(attack: Attack, burst: Burst) -> None:
    """To units, section by section, and to buildings."""
    words, rule = attack.code or "", "AS-OPT-234"
    blast(attack.battle, Impact(burst.at, falls_around(attack), attack.source, words, rule, burst.level, attack))


@rules.rule("AS-OPT-234", otherwise=NOWHERE)
def falls_around(attack: Attack) -> tuple[Ring, ...]:
    """All of the damage near the point, half of it farther out."""
    return blast_rings(attack)


@hooks.lands_otherwise.rule("AS-OPT-233", when=CAPITAL)
def missile_comes_down(attack: Attack, shell: Shell) -> bool:
    """A missile that was on its way."""
    if shell.weapon not in MISSILES or shell.point is None:
        return False
    missile = Attack(attack.battle, shell.order, AT_THE_GROUND)

    def blow(burst: Burst, roll: tuple[int, ...] | None) -> None:
        explode(missile, burst)
        aimed = shell.point or burst.at
        comes_down(missile.battle, Fallen(missile.source, aimed, burst.at), shock_at(missile, burst.at))

    strike_ground(missile, shell, blow)
    return True


# -- designating a point --------------------------------------------------------------------------------------


@hooks.kind_meant.rule("AS-OPT-231", part=-1, when=CAPITAL)
def paints_a_point(battle: Battle, unit: Unit, command: orders.Attack) -> str | None:
    """Target Acquisition Gear aimed at a point of the table."""
    if command.using in TAGS and isinstance(command.target, orders.PointTarget):
        return TAG_POINT
    return None


@hooks.may_attack.rule("AS-OPT-231", part=hooks.AIM, kinds=TAG_POINT, when=CAPITAL)
def gear_that_reaches(attack: Attack) -> Refusal | None:
    unit, brackets = attack.attacker, list(RANGES.of(attack))
    most = TAGS.get(attack.code or "")
    if most is None or not works(attack.battle, unit, attack.code or ""):
        return Refusal("no_such_ability", f"{unit.id} has no TAG or LTAG that works", "AS-OPT-231")
    if attack.slot in unit.attacks:
        return Refusal("already_attacked", f"{unit.id} has painted something this turn", "AS-OPT-231")
    if brackets.index(attack.bracket) <= brackets.index(most):
        return None
    text = f"{attack.code} reaches {RANGES.of(attack)[most]['up_to']:g} inches"
    return Refusal("out_of_range", text, "AS-OPT-231")


def designate(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    battle, side = attack.battle, attack.attacker.side
    tell(attack, roll, number, parts, hit)
    if hit and attack.point is not None:
        before = designated.of(battle.state).get(side)
        points: JSON = [*(before if isinstance(before, list) else []), [*attack.point]]
        designated.note(battle, None, {**designated.of(battle.state), side: points})
    finish(attack, roll, hit)


@rules.rule("AS-OPT-231", otherwise=None)
def a_friend_designates(attack: Attack) -> Modifier | None:
    """A friend on the table has painted this very point this turn."""
    points = designated.of(attack.battle.state).get(attack.attacker.side)
    if attack.point is None or not isinstance(points, list) or [*attack.point] not in points:
        return None
    return Modifier("Designated by TAG", TABLE.of(attack)["ground target designated by TAG"] or 0, "AS-OPT-231")


# -- kinds ----------------------------------------------------------------------------------------------------


def shots_at_aircraft(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Every weapon at everything that flies, as orders."""
    if CAPITAL in battle.options:
        enemies = [one for one in battle.on_table(battle.opponent(unit.side)) if one.airborne and is_overhead(one)]
        for code, arc in codes_of(unit):
            yield from (orders.Attack(unit.id, enemy.id, using=code, arc=arc) for enemy in enemies)


def shots_at_the_ground(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Every weapon at the places where enemies stand, as orders."""
    if CAPITAL in battle.options:
        enemies = [one for one in battle.on_table(battle.opponent(unit.side)) if not is_overhead(one)]
        points = dict.fromkeys(battle.table.snap(enemy.at) for enemy in enemies)
        for code, arc in codes_of(unit):
            for point in points:
                yield orders.Attack(unit.id, orders.PointTarget(point), "artillery", code, arc=arc)


def points_to_paint(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Where enemies stand, for who has the gear, while a friend has something to fire there."""
    gear = next((code for code in TAGS if unit.active(code)), None)
    friends = battle.units_of(unit.side)
    if CAPITAL in battle.options and gear is not None and any(map(codes_of, friends)):
        for enemy in battle.on_table(battle.opponent(unit.side)):
            yield orders.Attack(unit.id, orders.PointTarget(battle.table.snap(enemy.at)), using=gear)


attack_kind(
    Kind(
        AT_AIRCRAFT,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.CAPITAL),
        when=CAPITAL,
        words="capital weapons",
        slot=slot_of,
        strength=strength_at_aircraft,
        extra=on_top,
        ready=shots_at_aircraft,
    )
)
attack_kind(
    Kind(
        AT_THE_GROUND,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.AREA, trait.EXPLOSIVE, trait.CAPITAL, trait.AFAR),
        when=CAPITAL,
        words="capital weapons at the ground",
        slot=slot_of,
        strength=strength_at_the_ground,
        begin=fire_at_the_ground,
        in_flight=flies_for_turns,
        resolve=resolve,
        extra=on_top,
        number=number_at_the_ground,
        rings=blast_rings,
        ready=shots_at_the_ground,
    )
)
attack_kind(
    Kind(
        TAG_POINT,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.DEVICE),
        when=CAPITAL,
        words="target acquisition gear",
        slot=lambda attack: attack.code or "TAG",
        strength=lambda attack: NONE,
        resolve=designate,
        extra=lambda attack: True,
        ready=points_to_paint,
    )
)
