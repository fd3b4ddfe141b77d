"""How far it is between any two things (pp. 43, 48, 187), and which line on the table leads from one to the other.

From base edge to base edge, on hexes from hex to hex. On the ground levels count for nothing (that is how ranges are
measured) but in areas of effect; to and from what flies it is the nearest point of its path, and its altitude on top. A
rule that ignores altitude as well measures ``flat`` and says which rule allows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike.measure import lines
from lancemate.alphastrike.measure.places import Place, Thing, along, here, place_of, points_of, spot
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY, Body
from lancemate.field.terrain import Feature

if TYPE_CHECKING:
    from lancemate.alphastrike.measure.lines import Line
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point


def apart(battle: Battle, one: Thing, other: Thing) -> float:
    """From the edge of one thing to the edge of another, altitude included; nothing where they meet."""
    if isinstance(one, Unit) and isinstance(other, Unit) and _is_plain(one) and _is_plain(other):  # by far the most
        return battle.state.table.gap(one.body, other.body)
    if isinstance(one, Feature):
        one, other = other, one
    if isinstance(one, Feature):
        raise TypeError("two pieces of terrain are measured where they are drawn")
    start = place_of(battle, one)
    if isinstance(other, Feature):
        return max(0.0, _to_terrain(battle, start, other)) + start.altitude
    end = place_of(battle, other)
    flat_ = max(0.0, _between(battle, start, end))
    return flat_ if start.path is None and end.path is None else flat_ + altitude_between(battle, start, end)


def _is_plain(unit: Unit) -> bool:
    """It stands on one base."""
    return not unit.sections and not (unit.notes and is_overhead(unit))


@rules.rule("AS-AER-006", otherwise=0.0)
def altitude_between(battle: Battle, one: Place, other: Place) -> float:
    """What altitude adds: inches of its own to and from the ground, between two in the air the difference."""
    return abs(one.altitude - other.altitude)


def within(battle: Battle, one: Thing, other: Thing, reach: float) -> bool:
    """No farther apart than that."""
    return apart(battle, one, other) <= reach + TINY


def passes(battle: Battle, line: Line, thing: Thing, reach: float) -> bool:
    """Whether a line on the table, or what moves along it, comes so near to a thing, seen from above."""
    if isinstance(thing, Feature):
        return any(within(battle, at, thing, reach) for at in points_of(battle, line))
    return _between(battle, along(line), place_of(battle, thing)) <= reach + TINY


def terrain_on(battle: Battle, line: Line, reach: float = 0.0) -> list[Feature]:
    """The pieces of terrain that a line crosses or comes so near to, where it goes straight down as well."""
    start, end = line
    if start == end:
        return [*battle.table.features_touched(*start, reach)]
    return [feature for feature, _ in battle.table.features_swept(line, reach)]


def flat(battle: Battle, rule: str, one: Thing, other: Thing) -> float:
    """The same as if all lay on the table, whatever ``rule`` says so; less than nothing where bases overlap."""
    if isinstance(one, Feature):
        one, other = other, one
    assert not isinstance(one, Feature)
    start = place_of(battle, one)
    if isinstance(other, Feature):
        return _to_terrain(battle, start, other)
    return _between(battle, start, place_of(battle, other))


def line_between(battle: Battle, one: Thing, other: Thing) -> Line:
    """The line on the table from one thing to another: from middle to middle, or where a path comes nearest."""
    assert not isinstance(one, Feature)
    start = place_of(battle, one)
    if isinstance(other, Feature):
        at = _nearest_to(battle, start, other)
        return at, battle.table.nearest_of(other.id, at)
    end = place_of(battle, other)
    if start.path is not None and end.path is not None:
        return lines.nearest_points(battle.table, start.path, end.path)
    if start.path is not None:
        return battle.table.nearest_on(*start.path, end.at), end.at
    if end.path is not None:
        return start.at, battle.table.nearest_on(*end.path, start.at)
    return start.at, end.at


class Beam(NamedTuple):
    """A straight line through the air, from one thing to another: its ends on the table, and how high each is."""

    start: Point
    end: Point
    altitudes: tuple[float, float]

    def nearest(self, battle: Battle, place: Place) -> Place:
        """Where it passes a place, seen from above."""
        table, line = battle.table, (self.start, self.end)
        if place.path is None:
            return self.at(battle, table.nearest_on(*line, place.at))
        return self.at(battle, lines.nearest_points(table, line, place.path)[0])

    def places(self, battle: Battle, step: float) -> Iterator[Place]:
        """Places on it between its ends, so far from one to the next."""
        far = battle.table.distance(self.start, self.end)
        for number in range(1, int(far / step) + 1):
            yield self.at(battle, battle.table.part_way(self.start, self.end, number * step))

    def at(self, battle: Battle, point: Point) -> Place:
        """One of its points, as high as it is there."""
        low, high = self.altitudes
        if low == high == 0.0:
            return spot(battle, point)
        far = battle.table.distance(self.start, self.end)
        share = battle.table.distance(self.start, point) / far if far else 0.0
        return Place((Body(*point, 0.0, 0.0, 0.0),), (point, point), low + share * (high - low))


def beam(battle: Battle, one: Thing, other: Thing) -> Beam:
    """What two things have between them: sight, signals, jamming."""
    start, end = line_between(battle, one, other)
    return Beam(start, end, (_altitude(one), _altitude(other)))


def _altitude(thing: Thing) -> float:
    if isinstance(thing, Unit):
        return thing.elevation if thing.notes and is_overhead(thing) else 0.0
    return thing.altitude if isinstance(thing, Place) else 0.0


def over(battle: Battle, unit: Unit, at: Point) -> Point:
    """Where a unit comes nearest to a point: its place, or a point of its path."""
    place = here(battle, unit)
    return place.at if place.path is None else battle.table.nearest_on(*place.path, at)


def _between(battle: Battle, one: Place, other: Place) -> float:
    """Flat, and less than nothing where bases overlap."""
    table = battle.state.table
    if one.path is not None and other.path is not None:
        return lines.apart(table, one.path, other.path)
    if one.path is not None:
        one, other = other, one
    if other.path is not None:
        return min([table.apart(body.at, body.radius, table.nearest_on(*other.path, body.at)) for body in one.bodies])
    return min([table.apart(a.at, a.radius, b.at, b.radius) for a in one.bodies for b in other.bodies])


def _to_terrain(battle: Battle, place: Place, feature: Feature) -> float:
    if place.path is not None:
        return min([battle.table.distance_to(feature.id, *at) for at in points_of(battle, place.path)])
    return min([battle.table.distance_to(feature.id, *body.at, body.radius) for body in place.bodies])


def _nearest_to(battle: Battle, place: Place, feature: Feature) -> Point:
    looks = [body.at for body in place.bodies] if place.path is None else list(points_of(battle, place.path))
    return min(looks, key=lambda at: battle.table.distance_to(feature.id, *at))
