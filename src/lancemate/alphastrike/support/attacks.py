"""Support as it is used (pp. 54-56): an attack of a side, announced while it is its turn in the Combat Phase.

The order is ``attack: {side, kind: support, using, target}``. It is nobody's attack: no unit's turn is spent by it. Air
cover is asked for before the dice (air_cover.py); whom it strikes is worked out in targets.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of
from lancemate.alphastrike.combat.area import Shock, shake
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.damage.damage import Hit, after_armor, take_hit
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import AttackMade, HitLanded, Scattered
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.air_cover import NONE, RULES, question, send
from lancemate.alphastrike.support.catalogue import (
    AIMED,
    ARTILLERY,
    BOMBING,
    COVER,
    FAMILIES,
    STRAFING,
    STRIKE,
    TYPES,
    title_of,
    words_of,
)
from lancemate.alphastrike.support.events import SupportUsed
from lancemate.alphastrike.support.stock import is_spent, nothing_left
from lancemate.alphastrike.support.targets import (
    STRIP,
    blows_at,
    is_overhead,
    is_sheltered,
    rings_of,
    strafed,
    structures_at,
)
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.collapse import damage_feature
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

KIND: Final = "support"
FRONT: Final = "front"
_AREA: Final = hooks.FROM_AREA
HOW: Final = {STRIKE: hooks.FROM_SHOT, STRAFING: hooks.FROM_STRAFING}  # as what armor takes it; all others are areas
SCATTER_STEP: Final = 2.0  # inches per point of the die


# -- may it be used -------------------------------------------------------------------------------------------


@rules.verb(orders.SupportAttack)
def do_support(battle: Battle, command: orders.SupportAttack) -> None:
    refusal = unheard_of(battle, command) or not_now(battle, command.side) or why_not(battle, command)
    if refusal is not None:
        raise Refused(refusal)
    announce(battle, command)
    go_on(battle, command)


def unheard_of(battle: Battle, command: orders.SupportAttack) -> Refusal | None:
    """It names a side that is there and support that is aimed in the Combat Phase."""
    if command.side not in battle.sides:
        known = " and ".join(battle.sides)
        return Refusal("unknown_side", f"there is no side {command.side!r}; there are {known}", "AS-INT-005")
    if command.kind != KIND:
        text = f"an attack of a side is of the kind {KIND}, not {command.kind}"
        return Refusal("unknown_kind", text, "AS-COM-003")
    family = FAMILIES.get(command.using)
    if family is None:
        text = f"there is no support called {command.using!r}; {nearest(command.using, TYPES.of(battle))}"
        return Refusal("unknown_support", text, "AS-BAT-003")
    if family == COVER:
        text = f"{words_of(command.using)} answers an attack from the air, when its player is asked"
        return Refusal("not_an_attack", text, RULES[command.using])
    if family not in AIMED:
        return Refusal("not_an_attack", "minefields lie on the table; nobody fires them", "AS-BAT-018")
    return None


@rules.rule("AS-BAT-005", otherwise=None)
def not_now(battle: Battle, side: str) -> Refusal | None:
    """Support is used in its side's own part of the Combat Phase, before, between or after the attacks of its units."""
    if orders.SupportAttack not in battle.now.verbs:
        where = battle.course.where(orders.SupportAttack)
        text = f"support is used in {where}; this is the {battle.now.title.lower()}"
        return Refusal("wrong_phase", text, "AS-BAT-005")
    if battle.state.to_act != side:
        text = f"{battle.state.to_act} is to act; {side} uses its support in its own part of the phase"
        return Refusal("not_your_turn", text, "AS-BAT-005")
    return None


def why_not(battle: Battle, command: orders.SupportAttack) -> Refusal | None:
    """The first rule that forbids it, whosever turn it is."""
    match FAMILIES[command.using]:
        case family if family == STRIKE:
            aim = not_a_unit(battle, command)
        case family if family == STRAFING:
            aim = not_a_strip(battle, command)
        case _:
            aim = not_a_point(battle, command)
    return nothing_left(battle, command.side, command.using) or aim


@rules.rule("AS-BAT-009", otherwise=None)
def not_a_unit(battle: Battle, command: orders.SupportAttack) -> Refusal | None:
    """A strike is flown against one unit of the enemy on the table that is not itself in flight."""
    target = unit_aimed_at(battle, command)
    if target is None:
        return Refusal("not_a_target", f"a {words_of(command.using)} is flown against a unit: name one", "AS-BAT-009")
    if target.side == command.side:
        text = f"{target.id} is on {command.side}'s own side; strikes are flown against enemies"
        return Refusal("not_a_target", text, "AS-BAT-009")
    if not target.on_table or is_overhead(target):
        text = f"{target.id} cannot be struck: name a unit on the table that is not a craft in flight"
        return Refusal("not_a_target", text, "AS-BAT-009")
    if is_sheltered(battle, target):
        text = f"{target.id} is completely under water, where no support reaches it"
        return Refusal("submerged", text, "AS-BAT-008")
    return None


def unit_aimed_at(battle: Battle, command: orders.SupportAttack) -> Unit | None:
    """The unit that is named, as far as that side knows of it."""
    unit = battle.units.get(command.target) if isinstance(command.target, str) else None
    return None if unit is not None and unit.notes and unit.hidden_from(command.side) else unit


def not_a_point(battle: Battle, command: orders.SupportAttack) -> Refusal | None:
    """Bombs and shells are aimed at a point of the table."""
    rule = "AS-BAT-015" if FAMILIES[command.using] == ARTILLERY else "AS-BAT-010"
    if not isinstance(command.target, orders.PointTarget):
        return wants_a_point(battle, command, rule)
    if not battle.table.inside(*command.target.point):
        return Refusal("off_table", "the point of impact lies on the table", rule)
    return None


@rules.rule("AS-BAT-015", otherwise=None)
def wants_a_point(battle: Battle, command: orders.SupportAttack, rule: str) -> Refusal:
    """Nobody sees the target for the guns: they are given a place and no unit."""
    text = f"{words_of(command.using)} is aimed at a point of the table: say target: {{point: {a_place(battle)}}}"
    return Refusal("not_a_point", text, rule)


def a_place(battle: Battle) -> str:
    """How a place is written on this map."""
    return '"0507"' if on_hexes(battle) else "[x, y]"


@rules.rule("AS-BAT-012", otherwise=None)
def not_a_strip(battle: Battle, command: orders.SupportAttack) -> Refusal | None:
    """A strip of ground, 10 inches long, that lies on the table."""
    table, length, target = battle.table, STRIP.of(battle)["length"], command.target
    if not isinstance(target, orders.LineTarget):
        long = f"{length / table.scale:g} {table.measure}"
        text = (
            f"strafing is aimed along a strip of {long}: say target: {{line: [{a_place(battle)}, {a_place(battle)}]}}"
        )
        return Refusal("not_a_strip", text, "AS-BAT-012")
    given = table.distance(*target.line)
    if abs(given - length) > SLACK:
        text = f"the strip is {length / table.scale:g} {table.measure} long; this one has {given / table.scale:.4g}"
        return Refusal("not_a_strip", text, "AS-BAT-012")
    if not all(battle.table.inside(*end) for end in target.line):
        return Refusal("off_table", "the strip lies on the table, from end to end", "AS-BAT-012")
    return None


# -- the way to the dice --------------------------------------------------------------------------------------


def announce(battle: Battle, command: orders.SupportAttack) -> None:
    """Show the one piece that is used, and its target; nobody learns what else there is."""
    target = command.target
    battle.emit(
        SupportUsed(
            command.side,
            command.using,
            target if isinstance(target, str) else None,
            target.point if isinstance(target, orders.PointTarget) else None,
            target.line if isinstance(target, orders.LineTarget) else None,
            is_spent(battle, command.using),
        )
    )


def go_on(battle: Battle, command: orders.SupportAttack) -> None:
    """Ask for air cover while there is any; then the attack is made."""
    asked = question(battle, command)
    if asked is not None:
        battle.ask(asked, "air_cover", command=command)
    else:
        resolve(battle, command)


@rules.task("air_cover")
def answer_air_cover(battle: Battle, command: orders.SupportAttack, choice: str) -> None:
    if choice == NONE:
        resolve(battle, command)
    elif not send(battle, battle.opponent(command.side), choice, command.using):
        go_on(battle, command)


def resolve(battle: Battle, command: orders.SupportAttack) -> None:
    """Roll it and hurt whom it strikes."""
    target, using = command.target, command.using
    if isinstance(target, str):
        strike(battle, using, battle.units[target])
    elif isinstance(target, orders.LineTarget):
        strafe(battle, using, strafed(battle, target.line))
    else:
        burst(battle, using, target.point)


# -- what it needs and what it does ---------------------------------------------------------------------------


@rules.rule("AS-BAT-006", otherwise=())
def number_parts(battle: Battle, using: str) -> tuple[Modifier, ...]:
    """The number of the table, whatever the range, the ground, the weather and the target's pace."""
    return (Modifier(title_of(using), TYPES.of(battle)[using].number, "AS-BAT-006"),)


def damage_parts(battle: Battle, using: str, points: int, target: Unit | None = None) -> tuple[Modifier, ...]:
    """The damage of the table, and what the armor of whoever takes it makes of that."""
    own = (Modifier(title_of(using), points, "AS-BAT-003"),)
    return own if target is None else (*own, *after_armor(battle, target, points, HOW.get(FAMILIES[using], _AREA)))


def is_hit(battle: Battle, using: str, roll: tuple[int, ...]) -> bool:
    return dice_sum(battle, roll) >= total(number_parts(battle, using))


@rules.rule("AS-BAT-009", otherwise=None)
def strike(battle: Battle, using: str, target: Unit) -> None:
    """One roll; success is one hit in the front."""
    _attack(battle, using, target, "AS-BAT-009")


def strafe(battle: Battle, using: str, units: Iterable[Unit]) -> None:
    """Every unit in the strip is attacked by itself."""
    for unit in units:
        _attack(battle, using, unit, "AS-BAT-012")


def _attack(battle: Battle, using: str, target: Unit, rule: str) -> None:
    roll = battle.roll(2, lambda thrown: (is_hit(battle, using, thrown), thrown == (6, 6)))
    hit = is_hit(battle, using, roll)
    harm = damage_parts(battle, using, TYPES.of(battle)[using].damage, target)
    points = total(harm)
    parts = number_parts(battle, using)
    battle.emit(
        AttackMade(
            attacker=None,
            target=target.id,
            point=None,
            kind=KIND,
            using=using,
            target_number=total(parts),
            modifiers=parts,
            roll=roll,
            hit=hit,
            margin=margin_of(battle, dice_sum(battle, roll), total(parts)),
            direction=FRONT if hit else None,
            damage=points if hit else None,
            damage_parts=harm if hit else (),
            rule=rule,
        )
    )
    if hit:
        take_hit(battle, hit_on(target, points, lucky=roll == (6, 6)))


def hit_on(target: Unit, points: int, *, lucky: bool) -> Hit:
    """A hit on one unit that was aimed at."""
    return Hit(target.id, points, cause=KIND, natural_12=lucky)


def blast_on(target: Unit, points: int, section: str | None) -> Hit:
    """What an area does to one of those in it; it was aimed at none of them."""
    return Hit(target.id, points, cause=KIND, area=True, section=section)


def burst(battle: Battle, using: str, point: Point) -> None:
    """Bombs and shells: a miss comes down somewhere else."""
    roll = battle.roll(2, lambda thrown: is_hit(battle, using, thrown))
    hit = is_hit(battle, using, roll)
    parts = number_parts(battle, using)
    bombs = FAMILIES[using] == BOMBING
    battle.emit(
        AttackMade(
            attacker=None,
            target=None,
            point=point,
            kind=KIND,
            using=using,
            target_number=total(parts),
            modifiers=parts,
            roll=roll,
            hit=hit,
            margin=margin_of(battle, dice_sum(battle, roll), total(parts)),
            rule="AS-BAT-010" if bombs else "AS-BAT-015",
        )
    )
    lands = point if hit else drift(battle, using, point)
    if lands is not None:
        explode(battle, using, lands)


def drift(battle: Battle, using: str, point: Point) -> Point | None:
    """Roll where a miss comes down: direction, then distance. None when it leaves the table."""
    (way,) = battle.roll(1)
    (far,) = battle.roll(1)
    lands = impact(battle, using, point, way, far)
    gone = not battle.table.inside(*lands)
    rule = "AS-BAT-011" if FAMILIES[using] == BOMBING else "AS-BAT-017"
    battle.emit(Scattered(None, point, lands, (way, far), gone, rule))
    return None if gone else lands


def impact(battle: Battle, using: str, point: Point, way: int, far: int) -> Point:
    """Where a miss comes down."""
    return (bombs_drift if FAMILIES[using] == BOMBING else shells_drift)(battle, point, way, far)


@rules.rule("AS-BAT-011", otherwise=lambda battle, point, way, far: point)
def bombs_drift(battle: Battle, point: Point, way: int, far: int) -> Point:
    """Twice the second die in inches, on the direction of the first; 1 is north."""
    return _drifted(battle, point, way, far)


@rules.rule("AS-BAT-017", otherwise=lambda battle, point, way, far: point)
def shells_drift(battle: Battle, point: Point, way: int, far: int) -> Point:
    """Shells drift as bombs do."""
    return _drifted(battle, point, way, far)


def _drifted(battle: Battle, point: Point, way: int, far: int) -> Point:
    return battle.table.snap(scatter(battle, battle.table, point, way, far * SCATTER_STEP))


def explode(battle: Battle, using: str, point: Point) -> None:
    """Everybody in the area is hurt, in the order of the battle; then what is built there."""
    rule = "AS-BAT-010" if FAMILIES[using] == BOMBING else "AS-BAT-016"
    structures = structures_at(battle, using, point)
    for unit, points, section in blows_at(battle, using, point):
        parts = damage_parts(battle, using, points, unit)
        battle.emit(HitLanded(None, unit.id, KIND, FRONT, total(parts), parts, rule=rule, section=section))
        take_hit(battle, blast_on(unit, total(parts), section))
    for feature, points in structures:
        parts = damage_parts(battle, using, points)
        battle.emit(HitLanded(None, feature.id, KIND, FRONT, points, parts, rule="AS-BAT-007", at_terrain=True))
        damage_feature(battle, feature, points, "AS-BAT-007")
    shake(battle, Shock(point, rings_of(battle, using)))
