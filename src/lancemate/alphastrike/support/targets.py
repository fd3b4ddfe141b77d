"""Whom support strikes (pp. 54-56): who is where it comes down, and what each of them takes.

Areas and strips spare nobody, friend or foe. Must not know dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.combat.area import distance_from, radius_of, reached_apart
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.catalogue import BOMBING, FAMILIES, TYPES
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.alphastrike.urban.buildings import structures
from lancemate.field.bodies import TINY
from lancemate.field.nearest import nearest_point
from lancemate.field.shapes import Line

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.area import Standing
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

BOMB_REACH: Final = 2.0  # inches from the point of impact
OFF_THE_GROUND: Final = 1.0  # from so many inches on a flyer is no ground unit
STRIP: Final = rules.table("AS-BAT-012", {"length": 10.0, "width": 2.0})

Ends = tuple[tuple[float, float], tuple[float, float]]


class Blow(NamedTuple):
    """One unit in an area, or one section of it, and the points it takes."""

    unit: Unit
    points: int
    section: str | None


# -- who cannot be struck -------------------------------------------------------------------------------------


@rules.rule("AS-BAT-008", otherwise=False)
def is_sheltered(battle: Battle, unit: Unit) -> bool:
    """Nothing reaches a unit that is completely under water."""
    return is_underwater(battle, unit)


def is_overhead(unit: Unit) -> bool:
    """Aircraft in flight are above all this."""
    return unit.airborne and unit.card.is_aerospace


def is_off_the_ground(battle: Battle, unit: Unit) -> bool:
    """A VTOL or WiGE in the air is no ground unit."""
    return unit.airborne and unit.elevation - battle.table.ground(unit.x, unit.y) >= OFF_THE_GROUND - TINY


# -- areas ----------------------------------------------------------------------------------------------------


@rules.rule("AS-BAT-007", otherwise=distance_from)
def away(battle: Battle, unit: Standing, point: Point) -> float:
    """How far a unit's base is from the point of impact; how high it stands makes no difference."""
    return battle.table.gap_to(unit, point)


def blows_at(battle: Battle, using: str, point: Point) -> tuple[Blow, ...]:
    """Everybody an area attack hurts that comes down at a point."""
    return (bombed if FAMILIES[using] == BOMBING else shelled)(battle, using, point)


def rings_of(battle: Battle, using: str) -> tuple[tuple[float, int], ...]:
    """The areas of bombs or a shell, from the middle outwards: how far each reaches, and what it does there."""
    row = TYPES.of(battle)[using]
    if FAMILIES[using] == BOMBING:
        return ((BOMB_REACH, row.damage),)
    return ((radius_of(battle, 2), row.damage), (radius_of(battle, 6), row.outer))


@rules.rule("AS-BAT-010", otherwise=())
def bombed(battle: Battle, using: str, point: Point) -> tuple[Blow, ...]:
    """Bombs hurt everybody within 2 inches of where they fall."""
    return _blows(battle, point, rings_of(battle, using))


@rules.rule("AS-BAT-016", otherwise=())
def shelled(battle: Battle, using: str, point: Point) -> tuple[Blow, ...]:
    """A shell hurts everybody under its template; that of a Long Tom has a second one around it."""
    return _blows(battle, point, rings_of(battle, using))


def _blows(battle: Battle, point: Point, rings: tuple[tuple[float, int], ...]) -> tuple[Blow, ...]:
    found: list[Blow] = []
    for unit in battle.on_table():
        if is_overhead(unit) or is_sheltered(battle, unit):
            continue
        for section, standing in reached_apart(battle, unit):
            far = away(battle, standing, point)
            points = next((damage for reach, damage in rings if far <= reach + TINY), 0)
            if points:
                found.append(Blow(unit, points, section))
    return tuple(found)


@rules.rule("AS-BAT-007", otherwise=())
def structures_at(battle: Battle, using: str, point: Point) -> tuple[tuple[Feature, int], ...]:
    """Buildings in the area keep nothing off those inside, and take the damage themselves."""
    rings = rings_of(battle, using)
    found: list[tuple[Feature, int]] = []
    for feature in structures(battle):
        far = battle.table.distance_to(feature.id, *point)
        points = next((damage for reach, damage in rings if far <= reach + TINY), 0)
        if points:
            found.append((feature, points))
    return tuple(found)


# -- strips ---------------------------------------------------------------------------------------------------


@rules.rule("AS-BAT-012", otherwise=())
def strafed(battle: Battle, line: Ends) -> tuple[Unit, ...]:
    """Ground units any part of whose base is in the strip."""
    return tuple(_on_the_ground(battle, _touched(battle, line)))


def _touched(battle: Battle, line: Ends) -> Iterable[Unit]:
    """Who is in the strip; on hexes that is a row of them, from end to end."""
    table = battle.table
    if on_hexes(battle):
        return (unit for unit in battle.on_table() if table.gap_to(unit, table.nearest_on(*line, unit.at)) <= TINY)
    strip = Line(line, STRIP.of(battle)["width"])
    return (unit for unit in battle.on_table() if table.gap_to(unit, nearest_point(strip, unit.at)) <= TINY)


def _on_the_ground(battle: Battle, units: Iterable[Unit]) -> Iterable[Unit]:
    return (unit for unit in units if not (is_off_the_ground(battle, unit) or is_sheltered(battle, unit)))
