"""Places on the table that players who are programs think of: geometry, and nothing of rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.deployment import Area, deployment_areas
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.scenarios.zones import FACING as TOWARD
from lancemate.alphastrike.scenarios.zones import edge_named

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.field.shapes import Point

FACING: Final = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}  # away from an edge
STEP: Final = 1.5  # inches between two places of a zone


def home_zone(battle: Battle, unit: Unit, step: float = STEP) -> Iterator[tuple[Point, float]]:
    """Places where a unit may start and the facing to take there: from the front back, from the middle out."""
    home = home_edge(battle, unit.side) or "south"
    facing = start_facing(battle, unit.side, home)
    for area in deployment_areas(battle, unit.side):
        for at in _places(area, home, unit.radius + 0.01, step):
            if area.within is None or area.holds(battle, *at, unit.radius):
                yield at, facing


def start_facing(battle: Battle, side: str, home: str) -> float:
    """Away from the home edge, or where the scenario says."""
    scenario = battle.setup.scenario
    start = scenario.start_of(side) if scenario is not None else None
    return TOWARD[edge_named(start.faces, home)] if start is not None and start.faces is not None else FACING[home]


def _places(area: Area, home: str, least: float, step: float) -> Iterator[Point]:
    """A grid over an area, its rows parallel to the home edge, the one furthest from it first."""
    upright = home in ("south", "north")
    wide, deep = (area.width, area.depth) if upright else (area.depth, area.width)
    x, y = (area.x, area.y) if upright else (area.y, area.x)
    for row in range(int((deep - 2 * least) / step) + 1):
        away = row * step + least
        along = y + deep - away if home in ("south", "west") else y + away
        for aside in _from_the_middle(wide, least, step):
            at = (x + aside, along) if upright else (along, x + aside)
            yield round(at[0], 4), round(at[1], 4)


def _from_the_middle(across: float, least: float, step: float) -> Iterator[float]:
    middle = across / 2
    yield middle
    for number in range(1, int((middle - least) / step) + 1):
        yield middle + number * step
        yield middle - number * step
