"""The table that a unit takes: its base, or the circles of its sections; and which section a name means.

Knows where sections lie; must not know what they are good for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import Body

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card, SectionCard
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space

SECTION_RADIUS: Final = 1.0  # inches: one section of a mobile structure
INCHES: Final = "table"  # the kind of map on which sections lie apart; on others a unit stands in one place
SLASH: Final = "/"  # between a unit and one of its sections, or of its crew


def reach_of(card: Card) -> float:
    """How far the sections of a design reach from its middle."""
    return max(hypot(*section.at) for section in card.sections) + SECTION_RADIUS


@rules.rule("AS-BAT-127", otherwise=())
def sections_of(battle: Battle, unit: Unit) -> tuple[SectionCard, ...]:
    """A mobile structure is several joined sections, each with a card of its own, that move as one."""
    return unit.card.sections


def section_body(battle: Battle, unit: Unit, section: SectionCard) -> Body:
    """The circle of one section where the unit stands now."""
    return _circle(battle.table, unit, section, unit.at, unit.facing, unit.elevation)


def _circle(table: Space, unit: Unit, section: SectionCard, at: Point, facing: float, level: float) -> Body:
    x, y = table.beside(at, facing, *section.at) if table.kind == INCHES else at
    return Body(x, y, SECTION_RADIUS, level, unit.height)


def footprint(
    battle: Battle, unit: Unit, at: Point | None = None, facing: float | None = None, level: float | None = None
) -> tuple[Body, ...]:
    """The circles that a unit stands on, here and now or somewhere else."""
    x, y = unit.at if at is None else at
    bottom = unit.elevation if level is None else level
    sections = sections_of(battle, unit) if unit.sections else ()
    if not sections or battle.table.kind != INCHES:
        return (Body(x, y, unit.radius, bottom, unit.height),)
    turned = unit.facing if facing is None else facing
    return tuple([_circle(battle.table, unit, section, (x, y), turned, bottom) for section in sections])


def circles(battle: Battle, units: Iterable[Unit]) -> list[Body]:
    """All that these units stand on."""
    found: list[Body] = []
    for unit in units:
        found += footprint(battle, unit) if unit.sections else (unit.body,)
    return found


def any_overlap(battle: Battle, ones: Iterable[Body], others: Iterable[Body], slack: float = 0.0) -> bool:
    """Whether any of these circles shares more space than that with any of those; on hexes, whether they share one."""
    here, there = [one._replace(radius=one.radius - slack) for one in ones], list(others)
    return any(battle.table.overlap(one, other) for one in here for other in there)


def any_touch(battle: Battle, ones: Iterable[Body], others: Iterable[Body], rise: float) -> bool:
    """Whether any of these circles is in contact with any of those."""
    there = list(others)
    return any(battle.table.touch(one, other, rise=rise) for one in ones for other in there)


def section_card(unit: Unit, name: str | None) -> SectionCard | None:
    return next((section for section in unit.card.sections if section.name == name), None)


def section_named(units: Mapping[str, Unit], name: str) -> tuple[Unit, str] | None:
    """The unit and the section that ``ms1/bow`` means; None where it means no section."""
    owner, slash, section = name.rpartition(SLASH)
    unit = units.get(owner) if slash else None
    return (unit, section) if unit is not None and section_card(unit, section) is not None else None


def names_to_aim_at(unit: Unit) -> tuple[str, ...]:
    """What attacks on a unit name: itself, or each of its sections that still stands."""
    if not unit.sections:
        return (unit.id,)
    return tuple([f"{unit.id}{SLASH}{section.name}" for section in unit.sections if not section.destroyed])


def section_nearest(battle: Battle, unit: Unit, at: Point) -> str | None:
    """The section of a mobile structure that is nearest to a point, of those that still stand."""
    standing = [one for one, left in zip(unit.card.sections, unit.sections, strict=True) if not left.destroyed]
    near = sorted((battle.table.distance(section_body(battle, unit, one).at, at), one.name) for one in standing)
    return near[0][1] if near else None


def owner_of(units: Mapping[str, Unit], name: str) -> Unit | None:
    """The unit that a name means, or whose section it means."""
    found = units.get(name)
    if found is not None:
        return found
    section = section_named(units, name)
    return section[0] if section is not None else None
