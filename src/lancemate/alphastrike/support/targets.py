"""Whom support strikes (pp. 54-56): who is where it comes down, and what each of them takes.

Areas and strips spare nobody, friend or foe. Must not know dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.area import away_from, radius_of, reached_apart
from lancemate.alphastrike.combat.attack import Ring
from lancemate.alphastrike.combat.blast import NOWHERE, Impact
from lancemate.alphastrike.damage.causes import Source, cause
from lancemate.alphastrike.play.footprint import section_named
from lancemate.alphastrike.play.setup import SUPPORT as SUPPLIED
from lancemate.alphastrike.play.traits import AREA, ARTILLERY, ATTACK, BOMB, EXPLOSIVE, FROM_ABOVE, STRAFING, SUPPORT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support import catalogue
from lancemate.alphastrike.support.catalogue import BOMBING, FAMILIES, TYPES, title_of
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.field.bodies import TINY
from lancemate.field.nearest import nearest_point
from lancemate.field.shapes import Line
from lancemate.field.terrain import Feature

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.area import Standing, away_from
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

KIND: Final = "support"
BOMB_REACH: Final = 2.0  # inches from the point of impact
OFF_THE_GROUND: Final = 1.0  # from so many inches on a flyer is no ground unit
STRIP: Final = rules.table("AS-BAT-012", {"length": 10.0, "width": 2.0})

Ends = tuple[tuple[float, float], tuple[float, float]]


class Struck(NamedTuple):
    """A unit that is attacked, or one section of it."""

    unit: Unit
    section: str | None


STRIKES: Final = cause("support strike", "AS-BAT-009", ATTACK, SUPPORT, FROM_ABOVE, word=KIND)
STRAFES: Final = cause("support strafing", "AS-BAT-012", ATTACK, SUPPORT, FROM_ABOVE, STRAFING, word=KIND)
BOMBS: Final = cause("support bombs", "AS-BAT-010", ATTACK, SUPPORT, FROM_ABOVE, AREA, EXPLOSIVE, BOMB, word=KIND)
SHELLS: Final = cause("support artillery", "AS-BAT-016", ATTACK, SUPPORT, AREA, EXPLOSIVE, ARTILLERY, word=KIND)
CAUSES: Final = {
    catalogue.STRIKE: STRIKES,
    catalogue.STRAFING: STRAFES,
    catalogue.BOMBING: BOMBS,
    catalogue.ARTILLERY: SHELLS,
}


def source_of(side: str | None, using: str) -> Source:
    """Whose support does harm, and what it is."""
    return CAUSES[FAMILIES[using]].of(side)


def aimed_at(battle: Battle, name: str) -> Struck:
    """A unit that is named, or one of its sections."""
    found = section_named(battle.units, name)
    return Struck(*found) if found is not None else Struck(battle.units[name], None)


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


@rules.rule("AS-BAT-007", otherwise=lambda battle, at: battle.table.surface(*at))
def level_of(battle: Battle, at: Point) -> float | None:
    """How high anybody stands makes no difference."""
    return None


def impact_of(battle: Battle, source: Source, using: str, at: Point) -> Impact:
    """Bombs or a shell that come down at a point."""
    rule = "AS-BAT-010" if FAMILIES[using] == BOMBING else "AS-BAT-016"
    circles, said = rings_of(battle, using), "AS-BAT-003"
    return Impact(
        at, circles, source, title_of(using), rule, level_of(battle, at), said=said, knocks_down=strikes_all(battle)
    )


@rules.rule("AS-BAT-007", otherwise=False)
def strikes_all(battle: Battle) -> bool:
    """Buildings in the area keep nothing off those inside, and take the damage themselves."""
    return True


@hooks.spared.rule("AS-BAT-008", when=SUPPLIED)
def water_shelters(battle: Battle, impact: Impact, struck: Unit | Feature) -> bool:
    """Nobody completely under water is reached by support."""
    if SUPPORT not in impact.source.traits or isinstance(struck, Feature):
        return False
    return is_sheltered(battle, struck)


def rings_of(battle: Battle, using: str) -> tuple[Ring, ...]:
    """The areas of bombs or a shell, from the middle outwards."""
    return (bombed if FAMILIES[using] == BOMBING else shelled)(battle, TYPES.of(battle)[using])


@rules.rule("AS-BAT-010", otherwise=NOWHERE)
def bombed(battle: Battle, row: catalogue.Row) -> tuple[Ring, ...]:
    """Bombs hurt everybody within 2 inches of where they fall."""
    return (Ring(BOMB_REACH, Strength(row.damage)),)


@rules.rule("AS-BAT-016", otherwise=NOWHERE)
def shelled(battle: Battle, row: catalogue.Row) -> tuple[Ring, ...]:
    """A shell hurts everybody under its template; that of a Long Tom has a second one around it."""
    return Ring(radius_of(battle, 2), Strength(row.damage)), Ring(radius_of(battle, 6), Strength(row.outer))


def felt_around(battle: Battle, using: str) -> tuple[tuple[float, int], ...]:
    """The same as the ground feels it."""
    return tuple((ring.radius, ring.damage.points) for ring in rings_of(battle, using))


# -- strips ---------------------------------------------------------------------------------------------------


@rules.rule("AS-BAT-012", otherwise=())
def strafed(battle: Battle, line: Ends) -> tuple[Struck, ...]:
    """Ground units any part of whose base is in the strip, of mobile structures each section by itself."""
    return tuple(
        Struck(unit, section)
        for unit in battle.on_table()
        if not (is_off_the_ground(battle, unit) or is_sheltered(battle, unit))
        for section, standing in reached_apart(battle, unit)
        if _is_in(battle, line, standing)
    )


def _is_in(battle: Battle, line: Ends, standing: Standing) -> bool:
    """Whether a base is in the strip; on hexes that is a row of them, from end to end."""
    table, at = battle.table, (standing.x, standing.y)
    if on_hexes(battle):
        return away_from(battle, standing, table.nearest_on(*line, at)) <= TINY
    return away_from(battle, standing, nearest_point(Line(line, STRIP.of(battle)["width"]), at)) <= TINY
