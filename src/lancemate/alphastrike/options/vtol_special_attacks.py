"""VTOL special attacks (pp. 173-174): strafing and bombing runs that are announced with the move that makes them.

The attacks themselves are those of fighters (air/striking.py, air/bombing.py), at the height the VTOL flew at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.bombs import WEIGHT, carried
from lancemate.alphastrike.air.attacks import BOMB, DIVE, RUN, STRAFE, TYPES
from lancemate.alphastrike.air.bombing import (
    FALLING,
    bomb,
    bombs_aboard,
    dropped_by,
    parts_of,
    reach_of,
    rings,
    strength,
)
from lancemate.alphastrike.air.bombing import resolve as resolve_bomb
from lancemate.alphastrike.air.striking import STRIP, is_in_strip, is_out_of_sight, names_in, strafed, view_from_above
from lancemate.alphastrike.air.striking import resolve as resolve_strafing
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.cards.pilot_names import GROUND_HUGGER
from lancemate.alphastrike.combat.amount import card_value
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.sight import Ruling
from lancemate.alphastrike.combat.tohit import airborne_vtol_or_wige
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.measure.lines import ON, off_line
from lancemate.alphastrike.measure.strips import between_ends, strip_length, told_length
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.pilots.flyers import HUGGER
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.play.words import anything, order_word, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

VTOLS: Final = rules.option(
    "vtol_special_attacks", "AS-OPT-550", "VTOLs strafe and bomb what they fly over", title="VTOL strafing and bombing"
)

KINDS: Final = (RUN, BOMB)
FLAT: Final = rules.table("AS-OPT-556", {"in the place of its movement": 2})
HARDER: Final = rules.table("AS-OPT-551", {"strafing": 3})
rules.also("AS-OPT-552", WEIGHT)
MODES: Final = ("ground", "sprint")

# What a VTOL has announced with its move: {kind, line or point, height, heading, reach}.
run = unit_memory("run", dict[str, JSON], default={}, rule="AS-OPT-550", expires="turn")


def is_vtol(unit: Unit) -> bool:
    return unit.card.is_vehicle and unit.card.move.primary == "v"


def shown(battle: Battle, unit: Unit) -> JSON:
    told = run.of(unit)
    return {key: told[key] for key in ("kind", "line", "too", "point", "height") if key in told} or None


unit_word(run, VTOLS, anything, shows=shown)
order_word("move", "strafe", VTOLS)
order_word("move", "strafe_too", VTOLS)
order_word("move", "bomb", VTOLS)


# -- announcing it --------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-OPT-550", when=VTOLS)
def not_such_a_strip(m: Movement) -> Refusal | None:
    """Ten inches of the straight way that it flies, at one height."""
    wanted = m.command.strafe
    if wanted is None:
        return None
    length, table = STRIP.of(m.battle)["length"], m.battle.table
    refusal = _not_flying(m, "AS-OPT-550")
    if refusal is not None:
        return refusal
    if m.command.strafe_too is not None:
        return not_such_strips(m, wanted.line, m.command.strafe_too.line)
    if abs(strip_length(table, wanted.line) - length) > ON or _leg_with(m, *wanted.line) is None:
        text = f"the strip is {told_length(table, length)}, of a straight part of the way that {m.unit.id} flies"
        return Refusal("not_a_strip", text, "AS-OPT-550")
    return None


@hooks.may_end.rule("AS-SPA-033", when=VTOLS)
def second_without_first(m: Movement) -> Refusal | None:
    if m.command.strafe_too is None or m.command.strafe is not None:
        return None
    return Refusal("not_a_strip", f"the second strip of {m.unit.id} needs a first one (strafe)", "AS-SPA-033")


def not_such_strips(m: Movement, *lines: tuple[Point, Point]) -> Refusal | None:
    """A Ground-Hugger breaks its run into two strips of at least 2 inches, together 10."""
    if not has(m.battle, m.unit, GROUND_HUGGER):
        return Refusal("no_such_ability", f"{m.unit.id} strafes one strip: it is no {GROUND_HUGGER}", "AS-SPA-033")
    least, most = HUGGER.of(m.battle)["shortest strip"], STRIP.of(m.battle)["length"]
    table = m.battle.table
    lengths = [strip_length(table, line) for line in lines]
    if min(lengths) < least - ON or sum(lengths) > most + ON or any(_leg_with(m, *line) is None for line in lines):
        text = (
            f"each of its two strips is at least {told_length(table, least)}, both together are at most"
            f" {told_length(table, most)}, of straight parts of its way"
        )
        return Refusal("not_a_strip", text, "AS-SPA-033")
    return None


@hooks.may_end.rule("AS-OPT-553", when=VTOLS)
def not_on_its_way(m: Movement) -> Refusal | None:
    """Bombs fall on one point of its way, and in the same turn it strafes nothing."""
    wanted = m.command.bomb
    if wanted is None:
        return None
    refusal = _not_flying(m, "AS-OPT-553")
    if refusal is not None:
        return refusal
    if m.command.strafe is not None:
        return Refusal("one_run", f"{m.unit.id} makes one run a turn: say strafe or bomb", "AS-OPT-553")
    if not dropped_by(m.battle, m.unit):
        return Refusal("no_bombs", f"{m.unit.id} carries no bombs that it could drop", "AS-OPT-553")
    if _leg_with(m, wanted.point) is None:
        return Refusal("not_on_path", f"{m.unit.id} bombs a point that it flies over", "AS-OPT-553")
    return None


def _not_flying(m: Movement, by: str) -> Refusal | None:
    if is_vtol(m.unit) and m.way == "fly" and m.stretches and height_on_the_way(m) > LEVEL:
        return None
    return Refusal("not_in_the_air", f"only a VTOL that flies somewhere makes such a run: {m.unit.id} does not", by)


def height_on_the_way(m: Movement) -> float:
    """How high above the ground it flies, where it begins."""
    return m.stretches[0].level - m.battle.table.surface(*m.points[0]) if m.stretches else 0.0


def _leg_with(m: Movement, *points: Point) -> tuple[Point, Point] | None:
    """The straight part of its way on which points lie."""
    table = m.battle.table
    return next((leg for leg in _straights(m) if all(off_line(table, leg, at) <= ON for at in points)), None)


def _straights(m: Movement) -> Iterator[tuple[Point, Point]]:
    """Its way from turn to turn: legs that go on in the same direction, as from hex to hex, are one."""
    table = m.battle.table
    legs = [leg for leg in pairwise(m.points) if leg[0] != leg[1]]
    for _, straight in groupby(legs, key=lambda leg: round(table.bearing(*leg), 3) % 360.0):
        whole = [*straight]
        yield whole[0][0], whole[-1][1]


@hooks.may_move.rule("AS-OPT-552", part=-1, when=VTOLS)
def too_heavy_to_lift_off(m: Movement) -> Refusal | None:
    """Bombs that leave it no Move keep a VTOL on the ground."""
    unit, order = m.unit, m.command
    if not is_vtol(unit) or not carried(unit) or not (order.path or order.elevation):
        return None
    if current_move(m.battle, unit) > 0:
        return None
    text = f"{unit.id} carries {len(carried(unit))} bombs, which leave it no Move: it cannot lift off"
    return Refusal("too_heavy", text, "AS-OPT-552")


@hooks.moved.rule("AS-OPT-550", when=VTOLS)
def run_is_recorded(m: Movement) -> bool | None:
    """Where, and how high above the ground it was there."""
    strafe, drop = m.command.strafe, m.command.bomb
    if (strafe is None and drop is None) or not m.unit.on_table or m.unit.at != m.end:
        return None
    table = m.battle.table
    told: dict[str, JSON]
    if strafe is not None:
        middle = table.part_way(*strafe.line, table.distance(*strafe.line) / 2)
        told = {"kind": STRAFE, "line": [[*end] for end in strafe.line]}
        if m.command.strafe_too is not None:
            told["too"] = [[*end] for end in m.command.strafe_too.line]
        leg = _leg_with(m, *strafe.line)
    else:
        assert drop is not None
        middle, leg = drop.point, _leg_with(m, drop.point)
        told = {"kind": BOMB, "point": [*drop.point]}
    high = round(m.stretches[0].level - table.surface(*middle), 4)
    heading = table.bearing(*leg) if leg is not None else m.facing
    reach = max((reach_of(m.battle, one) for one in dropped_by(m.battle, m.unit)), default=1.0)
    run.note(m.battle, m.unit, {**told, "height": high, "heading": heading, "reach": reach})
    return None


@hooks.move_choices.rule("AS-OPT-550", when=VTOLS)
def may_strafe(battle: Battle, unit: Unit) -> Choice | None:
    if not is_vtol(unit):
        return None
    apart = between_ends(battle.table, STRIP.of(battle)["length"])
    return Choice("strafe", "Strafe 10 inches of its way", "line", "AS-OPT-550", modes=MODES, most=apart)


@hooks.move_choices.rule("AS-SPA-033", when=VTOLS)
def may_strafe_twice(battle: Battle, unit: Unit) -> Choice | None:
    if not is_vtol(unit) or not has(battle, unit, GROUND_HUGGER):
        return None
    table = battle.table
    half = STRIP.of(battle)["length"] / 2 // table.scale * table.scale
    apart = between_ends(table, half)
    return Choice("strafe_too", "Strafe in two strips", "line", "AS-SPA-033", modes=MODES, most=apart)


@hooks.move_choices.rule("AS-OPT-553", when=VTOLS)
def may_bomb(battle: Battle, unit: Unit) -> Choice | None:
    if not is_vtol(unit) or not dropped_by(battle, unit):
        return None
    return Choice("bomb", "Bomb a point of its way", "point", "AS-OPT-553", modes=MODES)


# -- making it ------------------------------------------------------------------------------------------------


@hooks.kind_meant.rule("AS-OPT-551", when=VTOLS)
def strafes_as_a_vtol(battle: Battle, unit: Unit, command: orders.Attack) -> str | None:
    """The run that was announced."""
    return RUN if command.kind == STRAFE and is_vtol(unit) else None


@hooks.may_attack.rule("AS-OPT-555", part=hooks.CARRIED, traits=trait.AERIAL, when=VTOLS)
def only_runs(attack: Attack) -> Refusal | None:
    """VTOLs neither strike nor bomb from high up."""
    if not is_vtol(attack.attacker):
        return None
    text = f"{attack.attacker.id} is a VTOL: it strafes or bombs what it has flown over (kind strafe or bomb)"
    return Refusal("not_for_vtols", text, "AS-OPT-555")


@hooks.may_attack.rule("AS-OPT-550", part=hooks.AIM, kinds=RUN, when=VTOLS)
def nothing_announced(attack: Attack) -> Refusal | None:
    """Only what was announced with the move, and whoever is in the strip."""
    target = attack.target
    if not lines_of(attack.attacker):
        text = f"{attack.attacker.id} has announced no strafing run with its move"
        return Refusal("no_run", text, "AS-OPT-550")
    if target is not None and target not in strafed_by(attack.battle, attack.attacker):
        return Refusal("not_in_the_strip", f"{target.id} is not in the strip", "AS-OPT-550")
    return None


@hooks.may_attack.rule("AS-OPT-553", part=hooks.AIM, kinds=BOMB, when=VTOLS)
def no_point_announced(attack: Attack) -> Refusal | None:
    if point_of(attack.attacker) is not None:
        return None
    return Refusal("no_run", f"{attack.attacker.id} has announced no bombing run with its move", "AS-OPT-553")


@hooks.may_attack.rule("AS-OPT-554", part=hooks.POWER, kinds=BOMB, when=VTOLS)
def what_it_drops(attack: Attack) -> Refusal | None:
    """Bombs that it carries."""
    return bombs_aboard(attack)


def lines_of(unit: Unit) -> tuple[tuple[Point, Point], ...]:
    """The strip that a VTOL has announced to strafe, or both."""
    told = run.of(unit)
    return tuple(_line(told[key]) for key in ("line", "too") if key in told)


def _line(line: JSON) -> tuple[Point, Point]:
    assert isinstance(line, list)
    (ax, ay), (bx, by) = [[float(str(each)) for each in end] for end in line if isinstance(end, list)]
    return (ax, ay), (bx, by)


def point_of(unit: Unit) -> Point | None:
    """The point that it has announced to bomb."""
    point = run.of(unit).get("point")
    return (float(str(point[0])), float(str(point[1]))) if isinstance(point, list) else None


def told_of(unit: Unit, key: str) -> float:
    return float(str(run.of(unit).get(key, 0.0)))


def strafed_by(battle: Battle, unit: Unit) -> list[Unit]:
    """Everybody in its strips, once."""
    found = {one.id: one for line in lines_of(unit) for one in strafed(battle, line) if one is not unit}
    return [*found.values()]


@hooks.reaches.rule("AS-OPT-551", when=VTOLS)
def as_far_as_it_was_high(attack: Attack) -> float | None:
    """The range is the height that was recorded."""
    return told_of(attack.attacker, "height") if attack.kind in KINDS else None


@hooks.blind_sight.rule("AS-OPT-551", when=VTOLS)
def seen_on_the_run(attack: Attack) -> Ruling | None:
    """The ground lies open below it; woods and water around the target still count."""
    return view_from_above(attack) if attack.kind in KINDS else None


@hooks.bears.rule("AS-OPT-551", when=VTOLS)
def bears_on_the_run(attack: Attack, mount: Mount) -> bool | None:
    return True if attack.kind in KINDS else None


@hooks.hit_direction.rule("AS-OPT-551", part=-1, when=VTOLS)
def from_above_is_front(attack: Attack) -> str | None:
    """What comes from above strikes the front."""
    return "front" if attack.kind == RUN else None


@hooks.to_hit.rule("AS-OPT-551", part=hooks.OTHER, kinds=RUN, when=VTOLS)
def strafing_is_harder(attack: Attack) -> Modifier | None:
    return Modifier("Strafing", HARDER.of(attack)["strafing"], "AS-OPT-551")


@hooks.to_hit.rule("AS-OPT-554", part=hooks.OTHER, kinds=BOMB, when=VTOLS)
def as_a_fighter_bombs(attack: Attack) -> Modifier | None:
    """As hard as dive bombing is for fighters."""
    value = TYPES.of(attack)[DIVE]["modifier"]
    assert isinstance(value, int)
    return Modifier("Dive bombing", value, "AS-OPT-554")


@rules.rule("AS-OPT-551", otherwise=lambda attack: Strength())
def strafing_strength(attack: Attack) -> Strength:
    """All of the damage at that range, unlike a fighter's."""
    return card_value(attack)


def strafing_parts(attack: Attack) -> tuple[Modifier, ...]:
    label = f"Damage at {RANGE_NAMES[attack.bracket]} range"
    return (Modifier(label, strafing_strength(attack).points, "AS-OPT-551"),)


def single(attack: Attack, target: str) -> Attack:
    return Attack(attack.battle, replace(attack.command, target=target))


def attacks_of(attack: Attack) -> dict[str, Attack]:
    """A strafing run as the attacks it consists of."""
    battle, unit = attack.battle, attack.attacker
    names = names_in(battle, lines_of(unit), strafed_by(battle, unit))
    return {name: single(attack, name) for name in names}


def strafe(attack: Attack) -> None:
    """Everybody in the strip, one after the other."""
    battle, unit = attack.battle, attack.attacker
    targets = names_in(battle, lines_of(unit), strafed_by(battle, unit))
    if targets:
        attack.battle.then("strafe_next", command=attack.command, targets=targets)
    else:
        resolve_strafing(attack, (), 0, (), False)


def drop(attack: Attack) -> None:
    """Bomb by bomb on the point announced; a miss drifts off the way it flew."""
    point = point_of(attack.attacker)
    assert point is not None
    heading = told_of(attack.attacker, "heading")
    bomb(Attack(attack.battle, replace(attack.command, target=orders.PointTarget(point), facing=heading)))


def runs(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """The strafing run that was announced, as an order."""
    if VTOLS in battle.options and lines_of(unit):
        yield orders.Attack(unit.id, orders.RunTarget(), STRAFE)


def bombing_runs(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    if VTOLS in battle.options and point_of(unit) is not None and carried(unit):
        yield orders.Attack(unit.id, orders.RunTarget(), BOMB, bombs=carried(unit))


def whole_attack(attack: Attack) -> str:
    """It takes the place of the VTOL's other attacks."""
    return "weapon"


attack_kind(
    Kind(
        RUN,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.ALL_WEAPONS, trait.FROM_ABOVE, trait.STRAFING),
        when=VTOLS,
        words="strafing",
        slot=whole_attack,
        strength=strafing_strength,
        explain=strafing_parts,
        begin=strafe,
        resolve=resolve_strafing,
        several=attacks_of,
        ready=runs,
    )
)
attack_kind(
    Kind(
        BOMB,
        traits=trait.traits(*FALLING),
        when=VTOLS,
        words="bombing",
        slot=whole_attack,
        strength=strength,
        explain=parts_of,
        begin=drop,
        resolve=resolve_bomb,
        rings=rings,
        ready=bombing_runs,
    )
)


# -- firing back ----------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-556", otherwise=False)
def fires_from_inside(attack: Attack) -> bool:
    """Who was strafed or bombed fires at the VTOL where it came over."""
    target = attack.target
    return target is not None and bool(target.notes) and bool(run.of(target)) and not fires_from_outside(attack)


@rules.rule("AS-OPT-557", otherwise=False)
def fires_from_outside(attack: Attack) -> bool:
    """All others fire at it where it is now."""
    unit, target = attack.platform, attack.target
    if target is None or trait.SHOT not in attack.traits or unit.airborne:
        return True
    lines, point = lines_of(target), point_of(target)
    if lines:
        return not any(is_in_strip(attack.battle, line, unit) for line in lines)
    return point is None or not within(attack.battle, unit, point, told_of(target, "reach"))


@hooks.reaches.rule("AS-OPT-556", when=VTOLS)
def up_to_where_it_was(attack: Attack) -> float | None:
    return told_of(attack.target, "height") if attack.target is not None and fires_from_inside(attack) else None


@hooks.bears.rule("AS-OPT-556", when=VTOLS)
def bears_straight_up(attack: Attack, mount: Mount) -> bool | None:
    return True if fires_from_inside(attack) else None


@hooks.blind_sight.rule("AS-OPT-556", when=VTOLS)
def seen_overhead(attack: Attack) -> Ruling | None:
    """Nothing is in the way of a shot straight up, unless one is under water or inside of something."""
    if not fires_from_inside(attack) or attack.indirect:
        return None
    if is_out_of_sight(attack.battle, attack.platform):
        return Ruling("blocked", rule="AS-OPT-556", reason="it is under water or inside of something, and sees no sky")
    return Ruling("clear")


@hooks.hit_direction.rule("AS-OPT-556", part=-1, when=VTOLS)
def struck_from_below(attack: Attack) -> str | None:
    """As with all ground-to-air fire it is the front that is struck."""
    return "front" if fires_from_inside(attack) else None


@hooks.target_moved.rule("AS-OPT-556", part=-2, when=VTOLS)
def flat_modifier(attack: Attack) -> Modifier | None:
    """The same for every VTOL, in the place of its movement and of being in the air."""
    if not fires_from_inside(attack):
        return None
    return Modifier("VTOL on its run", FLAT.of(attack)["in the place of its movement"], "AS-OPT-556")


@hooks.to_hit.rule("AS-OPT-556", part=hooks.OTHER, types=("CV", "SV"), when=VTOLS, replaces=airborne_vtol_or_wige)
def airborne_but_for_those_below(attack: Attack) -> Modifier | None:
    return None if fires_from_inside(attack) else airborne_vtol_or_wige(attack)
