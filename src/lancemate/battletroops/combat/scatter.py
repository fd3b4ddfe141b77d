"""Where a miss comes down (p. 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.tohit import covers_of
from lancemate.battletroops.play.events import ExplosivePlaced, Scattered
from lancemate.battletroops.play.state import Explosive
from lancemate.battletroops.ruleset import rules
from lancemate.field import lattice
from lancemate.field.lattice import Dot

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle

# The rosette on the map: the six directions, clockwise from west.
DIRECTIONS = rules.table("BT-CMP-027", dict(lattice.STEPS))


class Landing(NamedTuple):
    at: Dot
    elevation: int
    stopped_by: str | None = None


def goes_astray(aim: Aim, far: int | None, shell: str) -> None:
    """A miss comes down elsewhere: so many dots away, or as many as a die says. ``shell``: what explodes there."""
    battle = aim.battle
    start = origin(aim)
    (direction,) = battle.roll(1)
    dots = how_far(battle) if far is None else far
    landing = drifts(battle, start, direction, dots)
    roll = (direction, dots) if far is None else (direction,)
    there = landing.at, landing.elevation, landing.stopped_by
    battle.emit(Scattered(aim.shooter.id, start.at, direction, dots, *there, roll, "BT-COM-035"))
    put_down(aim, falls_down_stairs(battle, landing), shell)


def put_down(aim: Aim, landing: Landing, shell: str) -> None:
    """It lies there until it explodes."""
    unit = aim.shooter
    aim.battle.emit(ExplosivePlaced(Explosive(shell, landing.at, landing.elevation, unit.side, unit.id)))


def meant(aim: Aim) -> Landing:
    """Where it was to come down: at a machine, on its centre dot."""
    if aim.target is None:
        return Landing(aim.end.at, aim.end.elevation)
    return Landing(aim.at, aim.target.elevation)


@rules.rule("BT-COM-034", otherwise=meant)
def origin(aim: Aim) -> Landing:
    """The target dot, or the dot before the first cover that counts."""
    covers, battle, unit = covers_of(aim), aim.battle, aim.shooter
    to = aim.look.to or aim.at
    reached = [covers[0].reached] if covers else []
    for hook in battle.hooks[hooks.caught_by]:
        far = hook(aim)
        if far is not None:
            reached.append(far)
    if not reached:
        return meant(aim)
    before = [dot for far, dot in lattice.passed(unit.at, to) if far < min(reached) and battle.map.inside(dot)]
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
