"""Places to go to: geometry the random player needs, and nothing of rules."""

from __future__ import annotations

from math import sqrt

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.field.compass import bearing, direction
from lancemate.field.shapes import Point
from lancemate.kernel.dice import Generator


def toward(start: Point, end: Point, far: float) -> Point:
    """The point so far along the line from one to the other, or the other where that is nearer."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    distance = sqrt(dx * dx + dy * dy)
    if distance <= far:
        return end
    return start[0] + dx / distance * far, start[1] + dy / distance * far


def beside(unit: Unit, other: Unit) -> Point:
    """Where a unit coming straight at another stands in base contact with it."""
    dx, dy = unit.x - other.x, unit.y - other.y
    distance = sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return other.x + unit.radius + other.radius, other.y
    reach = (unit.radius + other.radius) / distance
    return other.x + dx * reach, other.y + dy * reach


def around(luck: Generator, at: Point, far: float) -> Point:
    """A point so far away in a random direction."""
    dx, dy = direction(luck.below(72) * 5.0)
    return at[0] + far * dx, at[1] + far * dy


def rounded(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)


def on_table(battle: Battle, unit: Unit, point: Point) -> Point:
    """The nearest point at which the whole base lies on the table."""
    table, reach = battle.table, unit.radius
    x = min(max(point[0], reach), table.width - reach)
    y = min(max(point[1], reach), table.depth - reach)
    return x, y


def facing_to(start: Point, end: Point) -> float:
    """The whole degree that looks from one point at another."""
    return float(round(bearing(start, end)) % 360) if start != end else 0.0


def enemies(battle: Battle, unit: Unit) -> list[Unit]:
    return [other for other in battle.on_table() if other.side != unit.side]


def friends(battle: Battle, unit: Unit) -> list[Unit]:
    return [other for other in battle.on_table(unit.side) if other is not unit]


def nearest(unit: Unit, others: list[Unit]) -> Unit | None:
    return min(others, key=lambda other: (other.x - unit.x) ** 2 + (other.y - unit.y) ** 2, default=None)
