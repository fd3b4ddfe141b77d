"""The edges of the table: coming on across the home edge (p. 30), staying on, and leaving where a rule lets units go.

Hook ``may_exit`` (battle, unit, edge) -> str | None names the rule by which a unit may leave across an edge, hook
``edge_closed`` (battle, unit, edge) -> Refusal | None why nobody does, whatever else lets it go.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import SLACK, Movement
from lancemate.alphastrike.movement.getting_off import disembark
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
    path = tuple(map(m.battle.state.table.snap, command.path))
    if unit.place == RESERVE:
        start = enter(m, path)
        path = path[1:] if path[0] == start else path
        m.start_level = resting_level(m.battle, unit, *start)
    elif unit.place == ABOARD:
        start, path = _off_the_transport(m, path)
    else:
        start = (unit.x, unit.y)
    m.go_along((start, *path))
    if m.battle.state.table.leaves(m.box):
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
    home = home_edge(m.battle, unit.side) or table.nearest_edge(path[0])
    nearest = table.nearest_edge(path[0])
    if nearest != home and nearest in other_ways_in(m.battle, unit):
        home = nearest
    return table.onto_edge(home, path[0])


def other_ways_in(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The edges besides its home by which a unit may come on: hook ``entry_edges``."""
    found = (hook(battle, unit) or () for hook in battle.hooks[hooks.entry_edges])
    return tuple(dict.fromkeys(edge for edges in found for edge in edges))


def _on_the_table(m: Movement, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The points, all on the table; a last one beyond the edge becomes the place where the unit leaves."""
    table = m.battle.table
    for number, (x, y) in enumerate(points):
        if table.inside(x, y):
            continue
        if number < len(points) - 1 or number == 0:
            message = f"the path of {m.unit.id} leaves the table at {table.name((x, y))}: keep every point on the table"
            raise refuse("off_table", message, "AS-INT-004")
        edge, at = table.edge_crossed(points[number - 1], (x, y))
        if m.command.returns is not None:
            m.exit_edge, m.exit_rule = edge, off_the_map(m, edge)
            return (*points[:-1], at)
        m.exit_edge, m.exit_rule = edge, way_out(m.battle, m.unit, edge)
        return (*points[:-1], at)
    return points


def way_out(battle: Battle, unit: Unit, edge: str) -> str:
    """The rule by which a unit may leave across an edge; refused where there is none, or where nobody does."""
    for closed in battle.hooks[hooks.edge_closed]:
        refusal: Refusal | None = closed(battle, unit, edge)
        if refusal is not None:
            raise Refused(refusal)
    for hook in battle.hooks[hooks.may_exit]:
        by: str | None = hook(battle, unit, edge)
        if by is not None:
            return by
    message = f"{unit.id} may not leave the table across the {edge} edge: end the path on the table"
    raise refuse("off_table", message, "AS-INT-004")


def off_the_map(m: Movement, edge: str) -> str:
    """The rule by which a unit goes on off the map: hook ``leaves_for_a_while``."""
    for hook in m.battle.hooks[hooks.leaves_for_a_while]:
        answer: str | Refusal | None = hook(m, edge)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        if answer is not None:
            for closed in m.battle.hooks[hooks.edge_closed]:
                refusal: Refusal | None = closed(m.battle, m.unit, edge)
                if refusal is not None:
                    raise Refused(refusal)
            return answer
    raise refuse("off_table", f"{m.unit.id} cannot leave the table and come back: leave out returns", "AS-SCA-045")


def leave_the_table(battle: Battle, unit: Unit, edge: str, by: str) -> None:
    """A unit and all that it carries leave over an edge; hook ``unit_exited`` (battle, unit, edge) hears of each."""
    for leaver in (unit, *[other for other in battle.units.values() if other.aboard == unit.id]):
        battle.emit(Exited(leaver.id, edge, by))
        for hook in battle.hooks[hooks.unit_exited]:
            hook(battle, leaver, edge)


@hooks.may_end.rule("AS-INT-055")
def whole_base_on_board(m: Movement) -> Refusal | None:
    """A unit ends with its whole base on the board."""
    if m.exit_edge is not None or m.boarding is not None or not m.travels or m.unit.sections:
        return None
    table, reach = m.battle.state.table, m.unit.radius - SLACK
    if table.inside(*m.end, reach):
        return None
    if m.unit.on_table and not table.inside(*m.points[0], reach):
        return None
    message = f"the base of {m.unit.id} would hang over the edge: end at least {m.unit.radius:g} inches inside"
    return Refusal("off_table", message, "AS-INT-055")
