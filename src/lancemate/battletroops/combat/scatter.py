"""Where a miss comes down (p. 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.battletroops.play.events import Scattered
from lancemate.battletroops.ruleset import rules
from lancemate.field import lattice
from lancemate.field.lattice import Dot

if TYPE_CHECKING:
    from lancemate.battletroops.combat.kinds import Attempt
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.sight.look import Place

# The rosette on the map: the six directions, clockwise from west.
DIRECTIONS = rules.table("BT-CMP-027", dict(lattice.STEPS))


class Landing(NamedTuple):
    at: Dot
    elevation: int
    stopped_by: str | None = None


def scattered(battle: Battle, attempt: Attempt, end: Place, distance: int | None) -> Landing:
    """Roll for the direction and, unless it is said, the distance."""
    start = origin(battle, attempt, end)
    (direction,) = battle.roll(1)
    far = how_far(battle) if distance is None else distance
    landing = drifts(battle, start, direction, far)
    roll = (direction, far) if distance is None else (direction,)
    there = landing.at, landing.elevation, landing.stopped_by
    battle.emit(Scattered(attempt.unit.id, start.at, direction, far, *there, roll, "BT-COM-035"))
    return falls_down_stairs(battle, landing)


def _at_the_target(battle: Battle, attempt: Attempt, end: Place) -> Landing:
    return Landing(end.at, end.elevation)


@rules.rule("BT-COM-034", otherwise=_at_the_target)
def origin(battle: Battle, attempt: Attempt, end: Place) -> Landing:
    """The target dot, or the dot before the first cover that counts."""
    covers = attempt.look.covers if attempt.look is not None else ()
    if not covers:
        return Landing(end.at, end.elevation)
    unit = attempt.unit
    before = [dot for far, dot in lattice.passed(unit.at, end.at) if far < covers[0].reached and battle.map.inside(dot)]
    at = before[-1] if before else unit.at
    same_house = battle.map.building(at) is not None and battle.map.building(at) == battle.map.building(unit.at)
    return Landing(at, unit.elevation if same_house else battle.map.ground(at))


@rules.rule("BT-COM-035", otherwise=0)
def how_far(battle: Battle) -> int:
    """A die of dots."""
    (far,) = battle.roll(1)
    return far


def drifts(battle: Battle, start: Landing, direction: int, far: int) -> Landing:
    """Dot by dot, until something stops it."""
    here = start
    dx, dy = DIRECTIONS.of(battle)[direction]
    for _ in range(far):
        to = here.at[0] + dx, here.at[1] + dy
        if not battle.map.inside(to):
            return here._replace(stopped_by="the edge of the map")
        stopped = stops_scatter(battle, here, to)
        if stopped is not None:
            return here._replace(stopped_by=stopped)
        inside = battle.map.building(here.at) is not None and battle.map.building(to) is not None
        indoors = inside or battle.map.is_indoors(to, here.elevation)
        here = Landing(to, here.elevation if indoors else battle.map.ground(to))
    return here


@rules.rule("BT-COM-036", otherwise=None)
def stops_scatter(battle: Battle, here: Landing, to: Dot) -> str | None:
    """It stops before a wall or a trunk, and passes doors, windows, bushes and branches."""
    step = battle.map.step(here.at, to, here.elevation)
    return step.wall or step.trunk


@rules.rule("BT-COM-037", otherwise=lambda battle, landing: landing)
def falls_down_stairs(battle: Battle, landing: Landing) -> Landing:
    """On a stairway it drops to the next floor down, if there is one."""
    building = battle.map.building(landing.at)
    if building is None or landing.at not in building.stairways:
        return landing
    base = battle.map.base(building)
    lowest = base - 1 if building.height > 1 else base
    return landing._replace(elevation=max(lowest, landing.elevation - 1))
