"""The edges of the table: coming on across the home edge (p. 30), staying on, and leaving where a rule lets units go.

Hook ``may_exit`` (battle, unit, edge) -> str | None names the rule by which a unit may leave across an edge, hook
``edge_closed`` (battle, unit, edge) -> Refusal | None why nobody does, whatever else lets it go.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import SLACK, Movement, rounded
from lancemate.alphastrike.movement.getting_off import disembark
from lancemate.alphastrike.movement.passengers import passengers
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.play.edges import opposite_edge
from lancemate.alphastrike.play.events import Exited
from lancemate.alphastrike.play.state import ABOARD, RESERVE
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point


def home_edge(battle: Battle, side: str) -> str | None:
    """The side's own edge, or the one opposite the other side's."""
    homes = {each.name: each.home for each in battle.setup.sides}
    other = homes[battle.opponent(side)]
    return homes[side] or (opposite_edge(other) if other else None)


def set_course(m: Movement) -> None:
    """Find the points of the path: from where the unit stands or comes on, to where it ends or leaves."""
    unit, command = m.unit, m.command
    for x, y in command.path:
        if not isfinite(x + y):
            raise refuse("bad_path", "every point of a path is a pair of finite numbers", "AS-MOV-001")
    if not isfinite((command.elevation or 0.0) + (command.cruise or 0.0)):
        raise refuse("bad_number", "elevation and cruise are finite numbers", "AS-MOV-040")
    path = tuple(map(rounded, command.path))
    if unit.place == RESERVE:
        start = enter(m, path)
        path = path[1:] if path[0] == start else path
        m.start_level = resting_level(m.battle, unit, *start)
    elif unit.place == ABOARD:
        start, path = _off_the_transport(m, path)
    else:
        start = unit.at
    m.go_along((start, *path))
    west, south, east, north = m.box
    table = m.battle.state.table
    if west < 0.0 or south < 0.0 or east > table.width or north > table.depth:
        m.go_along(_on_the_table(m, m.points))
    m.end_level = m.start_level


def _off_the_transport(m: Movement, path: tuple[Point, ...]) -> tuple[Point, tuple[Point, ...]]:
    """A unit in a bay begins beside its transport, at the first point of its path."""
    if not path:
        message = f"{m.unit.id} is aboard {m.unit.aboard}: the first point of its path is where it disembarks"
        raise refuse("aboard", message, "AS-MOV-077")
    m.disembarks = disembark(m, path[0])
    m.start_level = m.disembarks.elevation
    return path[0], path[1:]


@rules.rule("AS-INT-055", otherwise=lambda m, path: path[0])
def enter(m: Movement, path: tuple[Point, ...]) -> Point:
    """Units come on anywhere along their home edge; Move is counted from there."""
    unit, table = m.unit, m.battle.table
    if not path:
        message = f"{unit.id} is not on the board yet: name a path that begins at its home edge, or pass"
        raise refuse("off_board", message, "AS-INT-055")
    x, y = path[0]
    home = home_edge(m.battle, unit.side)
    edges = {"south": (x, 0.0), "north": (x, table.depth), "west": (0.0, y), "east": (table.width, y)}
    if home is None:
        return min(edges.values(), key=lambda edge: abs(edge[0] - x) + abs(edge[1] - y))
    return edges[home]


def _on_the_table(m: Movement, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The points, all on the table; a last one beyond the edge becomes the place where the unit leaves."""
    table = m.battle.table
    for number, (x, y) in enumerate(points):
        if table.inside(x, y):
            continue
        if number < len(points) - 1 or number == 0:
            message = f"the path of {m.unit.id} leaves the table at ({x:g}, {y:g}): keep every point on the table"
            raise refuse("off_table", message, "AS-INT-004")
        edge, at = _crossing(m.battle, points[number - 1], (x, y))
        for closed in m.battle.hooks[hooks.edge_closed]:
            refusal: Refusal | None = closed(m.battle, m.unit, edge)
            if refusal is not None:
                raise Refused(refusal)
        for hook in m.battle.hooks[hooks.may_exit]:
            by: str | None = hook(m.battle, m.unit, edge)
            if by is not None:
                m.exit_edge, m.exit_rule = edge, by
                return (*points[:-1], at)
        message = f"{m.unit.id} may not leave the table across the {edge} edge: end the path on the table"
        raise refuse("off_table", message, "AS-INT-004")
    return points


def _crossing(battle: Battle, inside: Point, outside: Point) -> tuple[str, Point]:
    """Which edge a segment leaves the table by, and where."""
    (ax, ay), (bx, by) = inside, outside
    table = battle.table
    best, edge = 1.0, ""
    for name, a, b, limit in (
        ("south", ay, by, 0.0),
        ("north", ay, by, table.depth),
        ("west", ax, bx, 0.0),
        ("east", ax, bx, table.width),
    ):
        beyond = b < limit if limit == 0.0 else b > limit
        if beyond and (limit - a) / (b - a) <= best:
            best, edge = (limit - a) / (b - a), name
    return edge, rounded((ax + best * (bx - ax), ay + best * (by - ay)))


def leave_the_table(battle: Battle, unit: Unit, edge: str, by: str) -> None:
    """A unit and all that it carries leave over an edge; hook ``unit_exited`` (battle, unit, edge) hears of each."""
    for leaver in (unit, *passengers(battle, unit)):
        battle.emit(Exited(leaver.id, edge, by))
        for hook in battle.hooks[hooks.unit_exited]:
            hook(battle, leaver, edge)


@hooks.may_end.rule("AS-INT-055")
def whole_base_on_board(m: Movement) -> Refusal | None:
    """A unit ends with its whole base on the board."""
    if m.exit_edge is not None or m.boarding is not None or not m.travels:
        return None
    table, reach = m.battle.state.table, m.unit.radius - SLACK
    if table.inside(*m.end, reach):
        return None
    if m.unit.on_table and not table.inside(*m.points[0], reach):
        return None
    message = f"the base of {m.unit.id} would hang over the edge: end at least {m.unit.radius:g} inches inside"
    return Refusal("off_table", message, "AS-INT-055")
