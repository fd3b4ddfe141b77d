"""Coordinates (p. 159): a place as two numbers, from the west and from the north, for what is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.ruleset import rules
from lancemate.field.measure import rounded
from lancemate.kernel.errors import refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

COORDINATES: Final = rules.option(
    "coordinate_system", "AS-OPT-340", "places are written down from the west and the north edge"
)


@rules.rule("AS-OPT-340", otherwise=lambda battle, at: at)
def coordinates(battle: Battle, at: Point) -> Point:
    """Inches from the west edge, then from the north edge: 0,0 is the north-west corner."""
    return rounded(at[0], 4), rounded(battle.table.depth - at[1], 4)


@rules.rule("AS-OPT-341", otherwise=lambda battle, what, at, **more: {"what": what})
def record(battle: Battle, what: str, at: Point, **more: Any) -> dict[str, Any]:
    """What is written down of a place: X first, then Y, what is there, and whatever else qualifies it."""
    x, y = coordinates(battle, at)
    return {"x": x, "y": y, "what": what, **more}


@hooks.measures.entry("coordinates")
def measure_coordinates(battle: Battle, name: str) -> Mapping[str, Any]:
    """Where a unit, or the middle of a piece of terrain, is."""
    unit, feature = battle.units.get(name), battle.table.by_id.get(name)
    if unit is not None and unit.on_table:
        return record(battle, "unit", unit.at, facing=unit.facing)
    if unit is None and feature is not None:
        return record(battle, feature.kind, feature.shape.centroid())
    raise refuse("unknown_target", f"there is nothing called {name!r} on the table", "AS-OPT-340")
