"""Places to go to: geometry the random player needs, and nothing of rules."""

from __future__ import annotations

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.field.shapes import Point
from lancemate.kernel.dice import Generator


def beside(battle: Battle, unit: Unit, other: Unit) -> Point:
    """Where a unit coming straight at another stands in base contact with it."""
    return battle.table.on_line(other.at, unit.at, battle.table.side_by_side(unit.radius, other.radius))


def around(battle: Battle, luck: Generator, at: Point, far: float) -> Point:
    """A point so far away in a random direction."""
    return battle.table.beyond(at, luck.below(72) * 5.0, far)


def on_table(battle: Battle, unit: Unit, point: Point) -> Point:
    """The nearest point at which the whole base lies on the table."""
    table, reach = battle.table, unit.radius
    x = min(max(point[0], reach), table.width - reach)
    y = min(max(point[1], reach), table.depth - reach)
    return x, y


def facing_to(battle: Battle, start: Point, end: Point) -> float:
    """The whole degree, or the side of a hex, that looks from one point at another."""
    whole = float(round(battle.table.bearing(start, end)) % 360) if start != end else 0.0
    return battle.table.snap_facing(whole)


def enemies(battle: Battle, unit: Unit) -> list[Unit]:
    return [other for other in battle.on_table() if other.side != unit.side]


def friends(battle: Battle, unit: Unit) -> list[Unit]:
    return [other for other in battle.on_table(unit.side) if other is not unit]


def nearest(battle: Battle, unit: Unit, others: list[Unit]) -> Unit | None:
    return min(others, key=lambda other: battle.table.distance(other.at, unit.at), default=None)
