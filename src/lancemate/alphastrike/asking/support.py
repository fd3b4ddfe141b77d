"""Battlefield support before anyone commits to it: what an attack would need, whom it may strike, what is on offer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.asking.odds import ONE_DIE, TWO_DICE
from lancemate.alphastrike.asking.outcomes import Outcomes, outcomes_of_hits
from lancemate.alphastrike.combat.blast import as_landed, reached, settled
from lancemate.alphastrike.damage.damage import as_struck
from lancemate.alphastrike.damage.reckoning import reckon
from lancemate.alphastrike.measure.strips import between_ends
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.alphastrike.support.attacks import (
    blow_on,
    damage_parts,
    impact,
    is_hit,
    not_now,
    number_parts,
    unheard_of,
    why_not,
)
from lancemate.alphastrike.support.catalogue import AIMED, FAMILIES, STRAFING, STRIKE, TYPES, title_of
from lancemate.alphastrike.support.stock import left_of
from lancemate.alphastrike.support.targets import STRIP, aimed_at, impact_of, source_of, strafed
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Hit
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

POINT: Final = Choice("target", "Point", "point", "AS-BAT-010", needed=True)
STRIP_CHOICE: Final = Choice("target", "Strip", "line", "AS-BAT-012", needed=True)


@frozen
class SupportPreview:
    """What can be known beforehand of an attack that belongs to a side."""

    legal: bool
    reason: Refusal | None
    target_number: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    damage: int | None = None  # points of a hit; of an area, in its middle
    damage_parts: tuple[Modifier, ...] = ()
    hit_probability: float = 0.0
    expected_damage: float = 0.0  # on enemies, less what friends take
    struck: tuple[str, ...] = ()  # who is there, if it comes down where it is aimed
    outcomes: Outcomes | None = None


def preview_support(battle: Battle, command: orders.SupportAttack, *, outcomes: bool = True) -> SupportPreview:
    """Everything about it: allowed or not, the number, whom it strikes, how likely what is; air cover is left out."""
    try:
        command = battle.sound(command)
    except Refused as refused:
        return SupportPreview(False, refused.refusal)
    unknown = unheard_of(battle, command)
    if unknown is not None:
        return SupportPreview(False, unknown)
    reason, using = why_not(battle, command), command.using
    parts, points = number_parts(battle, using), TYPES.of(battle)[using].damage
    told = SupportPreview(
        reason is None,
        reason,
        total(parts),
        parts,
        points,
        damage_parts(battle, using, points),
        float(hit_chance(battle, using)),
    )
    if reason is not None:
        return told
    hits = support_hits(battle, command)
    target = command.target if isinstance(command.target, str) else None
    return replace(
        told,
        expected_damage=float(gain_of(battle, command.side, hits)),
        struck=struck_by(battle, command),
        outcomes=outcomes_of_hits(battle, target, 1 - hit_chance(battle, using), hits) if outcomes else None,
    )


def hit_chance(battle: Battle, using: str) -> Fraction:
    return sum((chance for faces, chance in TWO_DICE if is_hit(battle, using, faces)), Fraction(0))


def gain_of(battle: Battle, side: str, hits: list[tuple[Fraction, Hit]]) -> Fraction:
    """Points to be expected on enemies, less those on friends."""
    units = battle.units
    return sum((chance * hit.points * (1 if units[hit.unit].side != side else -1) for chance, hit in hits), Fraction(0))


def struck_by(battle: Battle, command: orders.SupportAttack) -> tuple[str, ...]:
    """Who is there, if it comes down where it is aimed."""
    target = command.target
    if isinstance(target, str):
        return (aimed_at(battle, target).unit.id,)
    if isinstance(target, orders.LineTarget):
        return tuple(dict.fromkeys(struck.unit.id for struck in strafed(battle, target.line)))
    comes_down = impact_of(battle, source_of(command.side, command.using), command.using, target.point)
    return tuple(dict.fromkeys(one.unit for one in reached(battle, comes_down)))


def support_hits(battle: Battle, command: orders.SupportAttack) -> list[tuple[Fraction, Hit]]:
    """Every blow it may deal, with its chance; the same blow from several places is one."""
    found: dict[Hit, Fraction] = {}
    for chance, hit in _hits(battle, command):
        found[hit] = found.get(hit, Fraction(0)) + chance
    return [(chance, hit) for hit, chance in found.items()]


def _hits(battle: Battle, command: orders.SupportAttack) -> Iterator[tuple[Fraction, Hit]]:
    target, using, side = command.target, command.using, command.side
    if isinstance(target, orders.PointTarget):
        for chance, point in _bursts(battle, using, target.point):
            area = impact_of(battle, source_of(side, using), using, point)
            yield from (
                (chance, as_landed(area, one, settled(battle, area, one), None)) for one in reached(battle, area)
            )
        return
    aims = strafed(battle, target.line) if isinstance(target, orders.LineTarget) else (aimed_at(battle, target),)
    for struck in aims:
        for faces, chance in TWO_DICE:
            if is_hit(battle, using, faces):
                blow = blow_on(battle, side, using, struck, lucky=faces == (6, 6))
                yield chance, as_struck(blow, reckon(battle, blow))


def _bursts(battle: Battle, using: str, aimed: Point) -> Iterator[tuple[Fraction, Point]]:
    """Where bombs or shells may come down on the table, and how likely."""
    yield hit_chance(battle, using), aimed
    miss = 1 - hit_chance(battle, using)
    for (way,), _ in ONE_DIE if miss else ():
        for (far,), _ in ONE_DIE:
            lands = impact(battle, using, aimed, way, far)
            if battle.table.inside(*lands):
                yield miss / 36, lands


# -- what is on offer -----------------------------------------------------------------------------------------


def support_offers(battle: Battle, side: str) -> Iterator[Offer]:
    """What a side may do with its support now: at every enemy, at a point, along a strip."""
    if not_now(battle, side) is not None:
        return
    for using in dict.fromkeys(left_of(battle, side)):
        if FAMILIES[using] in AIMED:
            yield from _offers(battle, side, using)


def _offers(battle: Battle, side: str, using: str) -> Iterator[Offer]:
    name = title_of(using)
    enemies = list(battle.on_table(battle.opponent(side)))
    if FAMILIES[using] == STRIKE:
        for enemy in enemies:
            command = orders.SupportAttack(side, using, enemy.id)
            if why_not(battle, command) is None:
                yield offer(command, f"{name} against {enemy.id}", "AS-BAT-009")
        return
    middle = enemies[0].at if enemies else battle.table.centre
    if FAMILIES[using] == STRAFING:
        command = orders.SupportAttack(side, using, orders.LineTarget(strip_through(battle, middle, 0.0)))
        choose = STRIP_CHOICE
    else:
        command = orders.SupportAttack(side, using, orders.PointTarget(battle.table.snap(middle)))
        choose = POINT
    if why_not(battle, command) is None:
        yield offer(command, name, choose.rule, choose)


def strip_through(battle: Battle, middle: Point, bearing: float) -> tuple[Point, Point]:
    """A strip around a point on a bearing, pushed along until it lies on the table."""
    table, length = battle.table, between_ends(battle.table, STRIP.of(battle)["length"])
    for back in range(int(length) + 1):
        for behind in (length / 2 + back / 2, length / 2 - back / 2):
            start = table.beyond(middle, bearing + 180.0, behind)
            end = table.on_line(start, table.beyond(start, bearing, 2 * length), length)
            if table.inside(*start) and table.inside(*end):
                return start, end
    start = table.beyond(table.centre, bearing + 180.0, length / 2)
    return start, table.on_line(start, table.beyond(start, bearing, 2 * length), length)
