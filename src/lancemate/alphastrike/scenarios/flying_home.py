"""Forced Withdrawal in the air (p. 126): what flies goes home over its edge, by the first path that ends there.

Where it is at that edge already it leaves, and flies no more. What stands on the ground may take off for home, if that
is quicker. Must not know why it goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.flying import lies_ahead
from lancemate.alphastrike.measure.lines import far_end, on_edge
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import hovering
from lancemate.alphastrike.scenarios.homeward import NEVER, at_liberty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

LIFTOFF: Final = "liftoff"
BEYOND: Final = 1.0  # inches outside
STEP: Final = 5  # degrees between two ways that are tried


def flight_home(battle: Battle, unit: Unit, edges: tuple[str, ...]) -> orders.Move | None:
    """Over the edge where it is, else along the straightest path that ends at one of them; None where none may."""
    if unit.moved != "none":
        return None
    for command in (*leaving(battle, unit, edges), *flights_to(battle, unit, edges)):
        if check_move(battle, command).legal:
            return command
    return None


def leaving(battle: Battle, unit: Unit, edges: tuple[str, ...]) -> Iterator[orders.Move]:
    for edge in edges:
        if is_at(battle, unit, edge):
            yield orders.Move(unit.id, (outside(battle, edge, unit.at),), "fly")


def is_at(battle: Battle, unit: Unit, edge: str) -> bool:
    return not hovering.of(unit) and on_edge(battle.table, edge, unit.at)


def outside(battle: Battle, edge: str, at: Point) -> Point:
    x, y = at
    table = battle.table
    off = {"north": (x, table.depth + BEYOND), "south": (x, -BEYOND), "east": (table.width + BEYOND, y)}
    return off.get(edge, (-BEYOND, y))


def flights_to(battle: Battle, unit: Unit, edges: tuple[str, ...]) -> Iterator[orders.Move]:
    """Paths from where it is, those that turn it least first."""
    for turn in range(0, 181, STEP):
        for way in (unit.facing + turn, unit.facing - turn):
            facing = battle.table.snap_facing(way)
            if lies_ahead(unit, facing) and ends_at(battle, far_end(battle.table, unit.at, facing), edges):
                yield orders.Move(unit.id, (), "fly", facing)


# -- from the ground ------------------------------------------------------------------------------------------


def turns_by_air(battle: Battle, unit: Unit, edges: tuple[str, ...], at: Point, facing: float) -> int:
    """Turns until a craft on the ground is out that takes off from a place: it rises in the first of them and flies in
    the second, or in the third if no way home lies ahead of it. NEVER for whoever cannot take off there.
    """
    if not unit.card.is_aerospace or unit.airborne or LIFTOFF not in hooks.movement_modes:
        return NEVER
    free = at_liberty(battle, unit)
    one = free.units[unit.id]
    one.x, one.y, one.facing = *at, facing
    rises = check_move(free, take_off(one))
    if not rises.legal or rises.at is None:
        return NEVER
    if rises.at == one.at:  # straight up, and then wherever it likes
        return 2
    ahead = (free.table.snap_facing(facing + turn) for turn in range(-90, 91, STEP))
    return 2 if any(ends_at(free, far_end(free.table, rises.at, way), edges) for way in ahead) else 3


def take_off(unit: Unit) -> orders.Move:
    return orders.Move(unit.id, (), LIFTOFF)


def ends_at(battle: Battle, end: Point, edges: tuple[str, ...]) -> bool:
    return any(on_edge(battle.table, edge, end) for edge in edges)
