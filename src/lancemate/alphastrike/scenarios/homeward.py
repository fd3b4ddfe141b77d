"""The quickest way to an edge of the table: how many turns a unit needs, and the move to begin with.

A grid search proposes; the move itself is judged by the rules of movement. Must not know why a unit goes there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, inf
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import numpy as np

from lancemate.alphastrike.air.flying import may_hover
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.reach import going_of, reach, way_for
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.state import everything
from lancemate.alphastrike.play.stats import current_move
from lancemate.field.travel import Going, Reach, TowardEdge

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space

SPACING: Final = 1.0  # inches between two places of the search
STEP: Final = 0.5  # inches by which a move is shortened until it is allowed
PLACES: Final = 60  # places to try where the straight way is barred
NEVER: Final = 99  # turns

# Of robots that are jammed.
blinded = unit_memory("blinded", bool, default=False, rule="AS-SCN-013")

Edges = tuple[str, ...]


class WayHome(NamedTuple):
    command: orders.Move
    end: Point


# -- how long -------------------------------------------------------------------------------------------------


def turns_home(battle: Battle, unit: Unit, at: Point, edges: Edges) -> int:
    """Turns until a unit that is at a place touches one of the edges, on foot or by jumping."""
    return min(
        _turns(inches_home(battle, unit, at, edges, mode), pace(battle, unit, mode)) for mode in ("ground", "jump")
    )


def pace(battle: Battle, unit: Unit, mode: str) -> float:
    """Inches a turn: its Move, or for wings that taxi their Thrust."""
    if mode == "ground" and unit.card.is_aerospace and not may_hover(battle, unit):
        return current_move(battle, unit, "thrust")
    return current_move(battle, unit, mode)


def _turns(inches: float, move: float) -> int:
    if inches <= SLACK:
        return 0
    return NEVER if move <= 0.0 or inches == inf else ceil(inches / move - 1e-6)


def inches_home(battle: Battle, unit: Unit, at: Point, edges: Edges, mode: str = "ground") -> float:
    """Inches of Move to the nearest of the edges."""
    straight = min((max(0.0, battle.table.distance_to_edge(edge, at, unit.radius)) for edge in edges), default=inf)
    if straight <= SLACK or mode == "jump" or way_for(battle, unit, mode) in ("fly", "jump"):
        return straight

    going = going_of(battle, unit, way_for(battle, unit, "ground"))

    def work_out() -> float:
        known = min(_toward(battle, unit, going, edge).cost(at) for edge in edges)
        if known < inf:
            return known
        # It stands where it may not go: only a search from there knows the way out.
        found = _search(battle, unit, at)
        return min(float(_costs(battle, found, edge, unit.radius).min(initial=inf)) for edge in edges)

    # The prices are ruled anew every time; how far it is at these prices is a measure.
    key = ("inches home", battle.table.number, going.key, unit.radius, at, edges)
    return cast(float, battle.remember(key, work_out))


def _toward(battle: Battle, unit: Unit, going: Going, edge: str) -> TowardEdge:
    table, radius = battle.table, unit.radius
    key = ("toward edge", table.number, going.key, radius, edge)
    return cast(TowardEdge, battle.remember(key, lambda: table.toward_edge(edge, radius, going, spacing=SPACING)))


def _search(battle: Battle, unit: Unit, at: Point) -> Reach:
    """Every place of the table a unit could walk to, and what that costs."""
    table = battle.table
    far = 2.0 * (table.width + table.depth)
    return table.reachable(
        at, unit.radius, far, going_of(battle, unit, way_for(battle, unit, "ground")), spacing=SPACING
    )


def _costs(battle: Battle, found: Reach, edge: str, radius: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What it costs to touch an edge by way of each place; infinite where the edge is not straight ahead."""
    left = battle.table.distances_to_edge(edge, found.points, radius)
    costs: np.ndarray[tuple[int], np.dtype[np.float64]] = np.where(
        left <= SPACING, found.costs + np.maximum(left, 0.0), inf
    )
    return costs


# -- the way --------------------------------------------------------------------------------------------------


def way_home(battle: Battle, unit: Unit, edges: Edges) -> WayHome | None:
    """The move that brings a unit to one of the edges as early as possible; None when no move brings it nearer."""
    if not edges or unit.moved != "none":
        return None
    # A ruling, and a dear one: it holds as long as nothing at all has changed.
    key = ("way home", unit.id, edges, everything(battle.state))
    return cast(WayHome | None, battle.remember(key, lambda: _way_home(battle, unit, edges)))


def _way_home(battle: Battle, unit: Unit, edges: Edges) -> WayHome | None:
    free = at_liberty(battle, unit)
    best: tuple[tuple[int, float], WayHome] | None = None
    for found in _candidates(free, free.units[unit.id], edges):
        rank = (turns_home(battle, unit, found.end, edges), inches_home(battle, unit, found.end, edges))
        if best is None or rank < best[0]:
            best = rank, found
    if best is None or best[0][1] >= inches_home(battle, unit, unit.at, edges) - SLACK:
        return None
    return best[1]


def at_liberty(battle: Battle, unit: Unit) -> Battle:
    """A copy of the battle, in which the unit may go where it likes."""
    free = battle.clone()
    free.units[unit.id].withdrawing = False
    blinded.erase(free.units[unit.id])
    return free


def _candidates(battle: Battle, unit: Unit, edges: Edges) -> Iterator[WayHome]:
    """Along the cheapest way, straight by jumping, and where both are barred wherever it is nearer."""
    found = [
        way for edge in edges for way in (_on_foot(battle, unit, edge), _jumping(battle, unit, edge)) if way is not None
    ]
    yield from found
    if not found:
        yield from _around(battle, unit, edges)


def _on_foot(battle: Battle, unit: Unit, edge: str) -> WayHome | None:
    if way_for(battle, unit, "ground") == "fly":
        return _farthest(battle, unit, (unit.at, battle.table.onto_edge(edge, unit.at, unit.radius)), "ground")
    found = _search(battle, unit, unit.at)
    costs = _costs(battle, found, edge, unit.radius)
    if not len(costs) or costs.min() == inf:
        return None
    way = found.way_to(int(costs.argmin()))
    return _farthest(battle, unit, (*way, battle.table.onto_edge(edge, way[-1], unit.radius)), "ground")


def _jumping(battle: Battle, unit: Unit, edge: str) -> WayHome | None:
    if current_move(battle, unit, "jump") <= 0.0:
        return None
    return _farthest(battle, unit, (unit.at, battle.table.onto_edge(edge, unit.at, unit.radius)), "jump")


def _farthest(battle: Battle, unit: Unit, way: tuple[Point, ...], mode: str) -> WayHome | None:
    """The longest part of a way that the unit may go this turn."""
    whole = sum(battle.table.distance(a, b) for a, b in pairwise(way))
    far = min(whole, pace(battle, unit, mode) + 2.0)  # a road or a minimum move may add something
    while far > STEP:
        points = _part(battle.table, way, far)
        if not points:
            return None
        command = orders.Move(unit.id, points[-1:] if mode == "jump" else points, mode)
        if check_move(battle, command).legal:
            return WayHome(command, points[-1])
        far -= STEP
    return None


def _part(table: Space, way: tuple[Point, ...], far: float) -> tuple[Point, ...]:
    """The points of a way after its first, up to so many inches along it; corners only, or every hex."""
    if table.kind == "hex":
        return tuple(dict.fromkeys(table.ways(way)[1 : 1 + int((far + SLACK) // table.spacing)]))
    points: list[Point] = []
    for a, b in pairwise(way):
        length = table.distance(a, b)
        if length >= far:
            points.append(table.part_way(a, b, far))
            break
        points.append(b)
        far -= length
    return tuple(table.snap(point) for point in _corners(table, way[0], points))


def _corners(table: Space, start: Point, points: list[Point]) -> list[Point]:
    """Without the points that lie straight between their neighbours, or twice in the same place."""
    kept: list[Point] = []
    for number, here in enumerate(points):
        before = kept[-1] if kept else start
        if table.distance(before, here) < 1e-6:
            continue
        if number + 1 < len(points):
            after = points[number + 1]
            straight = table.distance(table.nearest_on(before, after, here), here) < 1e-9
            if straight and table.distance(here, after) > 1e-6:
                continue
        kept.append(here)
    return kept


def _around(battle: Battle, unit: Unit, edges: Edges) -> Iterator[WayHome]:
    """Places in reach, those nearest to an edge first."""
    for mode in ("ground", "jump"):
        if pace(battle, unit, mode) <= 0.0:
            continue
        places = reach(battle, unit, mode)
        away = [min(battle.table.distance_to_edge(edge, (x, y)) for edge in edges) for x, y in places.points.tolist()]
        for place in sorted(range(len(away)), key=lambda place: (away[place], place))[:PLACES]:
            command = places.move_to(place)
            preview = check_move(battle, command)
            if preview.legal and preview.at is not None and command.path:
                yield WayHome(command, preview.at)
                break
