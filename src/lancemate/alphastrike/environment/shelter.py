"""Where the wind does not blow (p. 63)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import top_of
from lancemate.alphastrike.terrain.water import is_underwater

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@rules.rule("AS-BAT-101", otherwise=False)
def is_sheltered(battle: Battle, unit: Unit) -> bool:
    """Under water, inside a building, or inside another unit."""
    if not unit.on_table:
        return not unit.riding
    return is_underwater(battle, unit) or is_inside(battle, unit)


def is_inside(battle: Battle, unit: Unit) -> bool:
    """It is in a building and not on its roof."""
    return any(
        feature.kind == "building" and unit.elevation < top_of(battle, feature, 0.0) - LEVEL
        for feature in battle.table.features_at(unit.x, unit.y)
    )
