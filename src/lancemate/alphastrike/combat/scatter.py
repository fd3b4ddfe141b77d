"""Where shells and bombs drift to (p. 48): the dial printed on the template."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.field.compass import move_by
from lancemate.field.shapes import Point
from lancemate.kernel.ruleset import Switched, Table

# The dial printed on the template: plain numbers clockwise from north, and the set in parentheses off straight ahead.
SCATTER_DIAL: Final[Table[dict[str, dict[int, float]]]] = rules.table(
    "AS-DMG-023",
    {
        "plain": {1: 0.0, 2: 60.0, 3: 120.0, 4: 180.0, 5: 240.0, 6: 300.0},
        "parentheses": {1: -60.0, 2: -60.0, 3: 0.0, 4: 0.0, 5: 60.0, 6: 60.0},
    },
)


def scatter(by: Switched, point: Point, direction_die: int, distance: float, *, north: float = 0.0) -> Point:
    """Where something drifts to by the plain numbers; ``north`` is the bearing the 1 is turned to."""
    return move_by(point, north + SCATTER_DIAL.of(by)["plain"][direction_die], distance)


def scatter_ahead(by: Switched, point: Point, heading: float, direction_die: int, distance: float) -> Point:
    """Where something drifts to by the numbers in parentheses, which only veer off a heading."""
    return move_by(point, heading + SCATTER_DIAL.of(by)["parentheses"][direction_die], distance)
