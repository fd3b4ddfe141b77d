"""What a lost mobile structure leaves behind (p. 66): ultra-heavy rubble, and ruin where an airborne one comes down.

Knows where its sections were; must not know how it was lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.credit import killed_by
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.play.flight import path_of
from lancemate.alphastrike.play.footprint import SECTION_RADIUS, footprint
from lancemate.alphastrike.play.traits import FALL
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import BURIES, become
from lancemate.alphastrike.terrain.conversion import fell
from lancemate.alphastrike.urban.buildings import BUILT, structures
from lancemate.alphastrike.urban.collapse import ULTRA_RUBBLE, bring_down
from lancemate.field.shapes import Circle, Circles

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

CRUSHED: Final = cause("a falling giant", "AS-BAT-136", FALL)
CRASH: Final = 2.0  # times the diameter of its longest section: how wide the place is where an airborne one falls


@hooks.unit_destroyed.rule("AS-BAT-133", types="MS")
def leaves_rubble(battle: Battle, unit: Unit) -> None:
    """All the ground that it stood on is ultra-heavy rubble from now on."""
    if not unit.sections or not battle.table.inside(*unit.at):
        return
    at = path_of(unit)[1]
    if unit.airborne:
        comes_down(battle, unit, at)
    rounds = tuple([(body.x, body.y, body.radius) for body in footprint(battle, unit, at)])
    become(battle, BURIES, ULTRA_RUBBLE, Circles(rounds), "AS-BAT-133")


@rules.rule("AS-BAT-136")
def comes_down(battle: Battle, unit: Unit, at: Point) -> None:
    """Units, buildings, woods and jungle where the path of an airborne structure ends that falls are all destroyed.

    Of a wall only the sections there are, and woods stand on around the place. What was woods is rough ground.
    """
    reach = CRASH * SECTION_RADIUS
    source = CRUSHED.of(killed_by.of(unit))
    for other in [one for one in battle.on_table() if one is not unit and within(battle, at, one, reach)]:
        if not other.airborne:
            doom(battle, other, f"{unit.id} fell on it", "AS-BAT-136", source, wait=False)
    for feature in [one for one in structures(battle) if one.kind in BUILT]:
        if within(battle, at, feature, reach):
            bring_down(battle, feature, "AS-BAT-136", source)
    fell(battle, Circle(*at, reach), "AS-BAT-136")
