"""The measuring tape (p. 24): anyone may measure anything at any time, and it commits nobody to anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.multi_arc import mount_bears, mounts_of
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.striking import hit_direction
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import measured
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import refuse
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.sight import Ruling
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@frozen
class Measurement:
    """From one unit to another, or to terrain or a point. Distance and woods in the way in inches, or in hexes."""

    distance: float
    range: str
    line_of_sight: str
    sight_state: str  # clear, obstructed or blocked, as the book says
    woods: float
    in_arc: bool
    direction: str | None  # the side of the other unit that faces the first


def measure(battle: Battle, start: str, end: str | tuple[float, float]) -> Measurement:
    """What lies between a unit and another unit, a piece of terrain or a point."""
    unit = battle.unit(start)
    check_measurable(battle, unit)
    target = end if isinstance(end, str) else orders.PointTarget(end)
    attack = Attack(battle, battle.sound(orders.Attack(start, target)))
    if attack.target is not None:
        check_measurable(battle, attack.target)
    return Measurement(
        distance=round(measured(battle, attack.distance), 4),
        range=RANGE_NAMES[attack.bracket],
        line_of_sight=attack.sight.status,
        sight_state=sight_state(battle, attack.sight),
        woods=round(measured(battle, attack.sight.woods), 4),
        in_arc=any(mount_bears(attack, mount) for mount in mounts_of(battle, unit)),
        direction=hit_direction(attack) if attack.target is not None else None,
    )


@rules.rule("AS-INT-015", otherwise="clear")
def sight_state(battle: Battle, ruling: Ruling) -> str:
    """Clear when nothing is in the way, obstructed by what can be seen through or past, or blocked."""
    if ruling.status == "blocked":
        return "blocked"
    in_the_way = ruling.woods_touched or ruling.crossings or ruling.status == "partial" or ruling.hidden_target > TINY
    return "obstructed" if in_the_way else "clear"


@rules.rule("AS-INT-002", otherwise=lambda battle, unit: _forbid(unit))
def check_measurable(battle: Battle, unit: Unit) -> None:
    """Free measuring: any player, any moment, as long as there is something on the table to measure."""
    if not unit.on_table:
        raise refuse("not_on_table", f"{unit.id} is not on the table; measure between units that are", "AS-INT-002")


def _forbid(unit: Unit) -> None:
    raise refuse("no_measuring", f"{unit.id} may not be measured", "AS-INT-002")
