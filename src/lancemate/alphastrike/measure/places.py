"""Where things are, for whoever measures: on which bases, or along which line, and how high above everything else.

Knows no rule. What stands at a place is the business of terrain/, how far it is that of apart.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from lancemate.alphastrike.play.flight import is_overhead, path_of
from lancemate.alphastrike.play.footprint import footprint
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.terrain.ground import top_of, whole_of
from lancemate.field import layout
from lancemate.field.bodies import Body
from lancemate.field.shapes import Point
from lancemate.field.terrain import Feature

if TYPE_CHECKING:
    from lancemate.alphastrike.measure.lines import Line
    from lancemate.alphastrike.play.battle import Battle

STEP: Final = 0.25  # inches between the points of a line that terrain is measured from


class Place(NamedTuple):
    """Bases that stand somewhere, one for a unit and several for a ship of sections; or a line that is flown along,
    and how many inches its altitude counts for."""

    bodies: tuple[Body, ...]
    path: Line | None = None
    altitude: float = 0.0

    @property
    def at(self) -> Point:
        """The middle of the first of its bases."""
        return self.bodies[0].at


# Whatever may be measured from or to: units where they are, bases and points where they are said to be; and terrain.
Standing: TypeAlias = Unit | Place | Body | Point
Thing: TypeAlias = Standing | Feature


def here(battle: Battle, unit: Unit) -> Place:
    """Where a unit is now."""
    if unit.notes and is_overhead(unit):
        return Place((unit.body._replace(radius=0.0),), path_of(unit), unit.elevation)
    return Place(footprint(battle, unit) if unit.sections else (unit.body,))


def there(battle: Battle, unit: Unit, at: Point, facing: float | None = None, level: float | None = None) -> Place:
    """Where a unit would be at another point; as high as it is, unless a level is given."""
    if unit.sections:
        return Place(footprint(battle, unit, at, facing, level))
    bottom = unit.elevation if level is None else level
    return Place((unit.body._replace(x=at[0], y=at[1], bottom=bottom),))


def spot(battle: Battle, at: Point, radius: float = 0.0) -> Place:
    """A point of the ground, or something round that lies there: a marker, a flag, a field. In water it may be looked
    for at the bottom and on the surface."""
    ground, surface = battle.table.ground(*at), battle.table.surface(*at)
    return Place((Body(*at, radius, min(ground, surface), abs(surface - ground)),))


def place_of(battle: Battle, thing: Standing) -> Place:
    """Where a thing is that has a place of its own; terrain has too many."""
    if isinstance(thing, Unit):
        return here(battle, thing)
    if isinstance(thing, Place):
        return thing
    return Place((thing,)) if isinstance(thing, Body) else spot(battle, thing)


def along(line: Line) -> Place:
    """A line on the ground as a place."""
    return Place((Body(*line[0], 0.0, 0.0, 0.0),), line)


def points_of(battle: Battle, line: Line) -> Iterator[Point]:
    """A line as points, close enough together for whoever looks at what lies under it."""
    start, end = line
    far = battle.table.distance(start, end)
    for step in range(int(far / STEP) + 1):
        yield battle.table.part_way(start, end, step * STEP)
    yield end


def levels_of(battle: Battle, feature: Feature) -> tuple[float, float]:
    """The levels between which a piece of terrain stands: its foot and its top."""
    whole = battle.table.by_id.get(whole_of(battle.table, feature), feature)
    if whole.role == layout.SOLID:
        top = top_of(battle, whole, 0.0)
        return top - whole.height, top
    foot = battle.table.surface(*feature.shape.centroid())
    return foot, foot + max(0.0, feature.height)


def roof_at(battle: Battle, at: Point) -> float:
    """The level that whatever comes down from above meets at a point: a roof, or else the surface of the ground."""
    found = [one for one in battle.table.features_at(*at) if one.role == layout.SOLID]
    level = battle.table.surface(*at)
    return max((top_of(battle, one, 0.0) for one in found), default=level)
