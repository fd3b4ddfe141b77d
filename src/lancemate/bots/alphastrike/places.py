"""Places on the table that players who are programs think of, and where a force is drawn up before a battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.play.events import Deployed
from lancemate.alphastrike.scenarios.zones import FACING as TOWARD
from lancemate.alphastrike.scenarios.zones import edge_named
from lancemate.alphastrike.turn.deployment import Area, deployment_areas
from lancemate.kernel.errors import InputError, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

FACING: Final = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}  # away from an edge
STEP: Final = 1.5  # inches between two places of a zone


def home_zone(battle: Battle, unit: Unit, step: float = STEP) -> Iterator[tuple[Point, float]]:
    """Places where a unit may start and the facing to take there: from the front back, from the middle out."""
    home = home_edge(battle, unit.side) or "south"
    for area in deployment_areas(battle, unit.side):
        behind = _edge_behind(battle, area, home)
        facing = start_facing(battle, unit.side, home, behind)
        for at in _on_map(battle, _places(area, behind, unit.radius + 0.01, step)):
            if (area.within is None and battle.table.kind != "hex") or area.holds(battle, *at, unit.radius):
                yield at, battle.table.snap_facing(facing)


def _on_map(battle: Battle, places: Iterator[Point]) -> Iterator[Point]:
    """The same as places of the map: on hexes each of them once."""
    if battle.table.kind != "hex":
        yield from places
        return
    yield from dict.fromkeys(battle.table.snap(at) for at in places)


def drawn_up(scratch: Battle, muster: Muster, step: float) -> Muster:
    """The unit at the first place of its home zone that is free for it, which it then takes in the battle given."""
    unit, table = scratch.units[muster.id], scratch.table
    for at, facing in home_zone(scratch, unit, step):
        try:
            check_standing_place(scratch, unit, *at, facing)
        except Refused:
            continue
        scratch.emit(Deployed(unit.id, at, facing, resting_level(scratch, unit, *at)))
        return replace(muster, at=at, facing=facing)
    wide, deep = table.size
    raise InputError(f"{muster.card.name} finds no place on a table of {wide:g} x {deep:g} {table.measure}")


def start_facing(battle: Battle, side: str, home: str, behind: str | None = None) -> float:
    """Where the scenario says, or away from the edge behind: the home edge, unless the side starts at another."""
    scenario = battle.setup.scenario
    start = scenario.start_of(side) if scenario is not None else None
    if start is not None and start.faces is not None:
        return TOWARD[edge_named(start.faces, home)]
    return FACING[behind or home]


def _edge_behind(battle: Battle, area: Area, home: str) -> str:
    """The edge at the back of whoever stands there: the enemy's, where all of it lies on the enemy's half."""
    table = battle.table
    beyond = {
        "south": area.y >= table.depth / 2,
        "north": area.y + area.depth <= table.depth / 2,
        "west": area.x >= table.width / 2,
        "east": area.x + area.width <= table.width / 2,
    }
    return edge_named("enemy", home) if beyond[home] else home


def _places(area: Area, behind: str, least: float, step: float) -> Iterator[Point]:
    """A grid over an area, its rows parallel to an edge, the one furthest from it first."""
    upright = behind in ("south", "north")
    wide, deep = (area.width, area.depth) if upright else (area.depth, area.width)
    x, y = (area.x, area.y) if upright else (area.y, area.x)
    for row in range(int((deep - 2 * least) / step) + 1):
        away = row * step + least
        along = y + deep - away if behind in ("south", "west") else y + away
        for aside in _from_the_middle(wide, least, step):
            at = (x + aside, along) if upright else (along, x + aside)
            yield round(at[0], 4), round(at[1], 4)


def _from_the_middle(across: float, least: float, step: float) -> Iterator[float]:
    middle = across / 2
    yield middle
    for number in range(1, int((middle - least) / step) + 1):
        yield middle + number * step
        yield middle - number * step
