"""The measuring tape: anyone may measure anything at any time, and it commits nobody to anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops.combat.throwing import place_meant
from lancemate.battletroops.play.orders import PointTarget
from lancemate.battletroops.sight.look import look, look_at, stand
from lancemate.battletroops.sight.ranges import reach, watches
from lancemate.kernel.errors import refuse
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


@frozen
class Measurement:
    distance: int
    line_of_sight: str
    hidden_by: str
    cover: tuple[str, ...]
    in_arc: bool


def measure(battle: Battle, start: str, end: str | PointTarget) -> Measurement:
    """What lies between a soldier and another, or a standing man at a place."""
    unit = battle.unit(start)
    if isinstance(end, PointTarget):
        if not battle.map.inside(end.point):
            raise refuse("off_the_map", f"{list(end.point)} is no dot of the map", "BT-CMP-017")
        there = place_meant(battle, end)
    else:
        other = battle.unit(end)
        if not other.on_map:
            raise refuse("not_on_the_map", f"{other.id} is not on the map", "BT-COM-010")
        there = stand(battle, other)
    if not unit.on_map:
        raise refuse("not_on_the_map", f"{unit.id} is not on the map", "BT-COM-010")
    seen = look(battle, stand(battle, unit), there) if isinstance(end, PointTarget) else look_at(battle, unit, other)
    return Measurement(
        reach(battle, unit.at, there.at),
        seen.state,
        seen.hidden_by,
        tuple(cover.kind for cover in seen.covers),
        unit.arc is not None and watches(battle, unit.at, unit.arc, there.at),
    )
