"""Places on the table that players who are programs think of: geometry, and nothing of rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.deployment import ZONE
from lancemate.alphastrike.movement.entry import home_edge

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.field.shapes import Point

FACING: Final = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}  # away from an edge
STEP: Final = 1.5  # inches between two places of a zone


def home_zone(battle: Battle, unit: Unit, step: float = STEP) -> Iterator[tuple[Point, float]]:
    """Places in a unit's deployment zone and the facing to take there: from its far rim back, from the middle out."""
    table, home = battle.table, home_edge(battle, unit.side)
    across = table.width if home in (None, "south", "north") else table.depth
    deepest = ZONE["depth"] if home is not None else table.depth
    least = unit.radius + 0.01
    for row in range(int((deepest - 2 * least) / step) + 1):
        deep = deepest - least - row * step
        for aside in _from_the_middle(across, least, step):
            yield _from_edge(home, table.width, table.depth, aside, deep), FACING[home or "south"]


def _from_the_middle(across: float, least: float, step: float) -> Iterator[float]:
    middle = across / 2
    yield middle
    for number in range(1, int((middle - least) / step) + 1):
        yield middle + number * step
        yield middle - number * step


def _from_edge(home: str | None, width: float, depth: float, aside: float, deep: float) -> Point:
    places = {
        "north": (aside, depth - deep),
        "west": (deep, aside),
        "east": (width - deep, aside),
    }
    x, y = places.get(home or "", (aside, deep))
    return round(x, 4), round(y, 4)
