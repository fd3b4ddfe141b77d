"""Support as it is used (pp. 54-56): an attack of a side, announced while it is its turn in the Combat Phase.

The order is ``attack: {side, kind: support, using, target}``. It is nobody's attack: no unit's turn is spent by it. Air
cover is asked for before the dice (air_cover.py); whom it strikes is worked out in targets.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of
from lancemate.alphastrike.combat.area import Shock
from lancemate.alphastrike.combat.blast import Fallen, blast, comes_down
from lancemate.alphastrike.combat.scatter import scatter
from lancemate.alphastrike.damage import damage as harm
from lancemate.alphastrike.damage.damage import as_struck
from lancemate.alphastrike.damage.reckoning import Blow, reckon
from lancemate.alphastrike.measure.strips import strip_length, told_length
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import AttackMade, Scattered
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.footprint import names_to_aim_at, owner_of
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
    KIND,
    STRIP,
    Struck,
    aimed_at,
    felt_around,
    impact_of,
    is_overhead,
    is_sheltered,
    source_of,
    strafed,
)
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

FRONT: Final = "front"
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
    return not_a_section(battle, target, str(command.target))


@rules.rule("AS-BAT-130", otherwise=None)
def not_a_section(battle: Battle, target: Unit, name: str) -> Refusal | None:
    """Of a mobile structure one section that still stands is struck."""
    names = names_to_aim_at(target)
    if not target.sections or name in names or len(names) == 1:
        return None
    return Refusal("no_section", f"name the section of {target.id} to strike: {', '.join(names)}", "AS-BAT-130")


def unit_aimed_at(battle: Battle, command: orders.SupportAttack) -> Unit | None:
    """The unit that is named, or of which a section is, as far as that side knows of it."""
    unit = owner_of(battle.units, command.target) if isinstance(command.target, str) else None
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
    wanted = told_length(table, length)
    if not isinstance(target, orders.LineTarget):
        text = (
            f"strafing is aimed along a strip, {wanted}: say target: {{line: [{a_place(battle)}, {a_place(battle)}]}}"
        )
        return Refusal("not_a_strip", text, "AS-BAT-012")
    given = strip_length(table, target.line)
    if abs(given - length) > SLACK:
        text = f"the strip is {wanted}; this one is {told_length(table, given)}"
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
    target, using, side = command.target, command.using, command.side
    if isinstance(target, orders.LineTarget):
        strafe(battle, side, using, strafed(battle, target.line))
    elif isinstance(target, orders.PointTarget):
        burst(battle, side, using, target.point)
    else:
        assert isinstance(target, str)
        strike(battle, side, using, aimed_at(battle, target))


# -- what it needs and what it does ---------------------------------------------------------------------------


@rules.rule("AS-BAT-006", otherwise=())
def number_parts(battle: Battle, using: str) -> tuple[Modifier, ...]:
    """The number of the table, whatever the range, the ground, the weather and the target's pace."""
    return (Modifier(title_of(using), TYPES.of(battle)[using].number, "AS-BAT-006"),)


def damage_parts(battle: Battle, using: str, points: int) -> tuple[Modifier, ...]:
    """The damage of the table."""
    return (Modifier(title_of(using), points, "AS-BAT-003"),)


def blow_on(battle: Battle, side: str, using: str, struck: Struck, *, lucky: bool) -> Blow:
    """A hit on one unit, or one section, that was aimed at."""
    parts = damage_parts(battle, using, TYPES.of(battle)[using].damage)
    return Blow(struck.unit.id, source_of(side, using), parts, section=struck.section, natural_12=lucky)


def is_hit(battle: Battle, using: str, roll: tuple[int, ...]) -> bool:
    return dice_sum(battle, roll) >= total(number_parts(battle, using))


@rules.rule("AS-BAT-009", otherwise=None)
def strike(battle: Battle, side: str, using: str, struck: Struck) -> None:
    """One roll; success is one hit in the front."""
    _attack(battle, side, using, struck, "AS-BAT-009")


def strafe(battle: Battle, side: str, using: str, found: Iterable[Struck]) -> None:
    """Every unit in the strip is attacked by itself."""
    for struck in found:
        _attack(battle, side, using, struck, "AS-BAT-012")


def _attack(battle: Battle, side: str, using: str, struck: Struck, rule: str) -> None:
    roll = battle.roll(2, lambda thrown: (is_hit(battle, using, thrown), thrown == (6, 6)))
    hit = is_hit(battle, using, roll)
    blow = blow_on(battle, side, using, struck, lucky=roll == (6, 6))
    points = reckon(battle, blow)
    parts = number_parts(battle, using)
    battle.emit(
        AttackMade(
            attacker=None,
            target=struck.unit.id,
            point=None,
            kind=KIND,
            using=using,
            target_number=total(parts),
            modifiers=parts,
            roll=roll,
            hit=hit,
            margin=margin_of(battle, dice_sum(battle, roll), total(parts)),
            direction=FRONT if hit else None,
            damage=points.damage if hit else None,
            damage_parts=points.parts if hit else (),
            section=struck.section,
            rule=rule,
        )
    )
    if hit:
        harm.strike(battle, as_struck(blow, points))
    for hook in battle.hooks[hooks.comes_down]:
        hook(battle, Fallen(blow.source, struck.unit.at, struck.unit.at if hit else None, hits_ground=False))


def burst(battle: Battle, side: str, using: str, point: Point) -> None:
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
    source, shock = source_of(side, using), None
    if lands is not None:
        blast(battle, impact_of(battle, source, using, lands))
        shock = Shock(lands, felt_around(battle, using))
    comes_down(battle, Fallen(source, point, lands), shock)


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
