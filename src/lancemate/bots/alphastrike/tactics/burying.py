"""Mines before the first turn: a sensible player lays them where the enemy has to walk. Guesses, no rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement.reach import going_of, way_for
from lancemate.alphastrike.options.minefields.burying import left_to_lay, why_not_bury
from lancemate.alphastrike.options.minefields.fields import MINEFIELDS, hidden_mines
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scenarios.goals import goals
from lancemate.alphastrike.scenarios.line import runner, way_through
from lancemate.alphastrike.turn.deployment import deployment_areas

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.view import View
    from lancemate.field.shapes import Point

STARTS: Final = 16  # places of the enemy's zone from which it sets out
GOALS: Final = 8  # places that it may be after
STRIDE: Final = 1.0  # inches between two places of a way
FAR: Final = 90.0  # inches of Move that a way may cost at most
AGAIN: Final = 0.5  # what a field is worth on a way that is mined already
CLEAR: Final = 2.0  # inches beyond its zone: who has just set out may go around

Way = tuple["Point", ...]


def mines_at_setup(view: View) -> orders.Deploy | None:
    """One more field, the densest first, where most ways of the enemy lead."""
    battle = view.battle
    if MINEFIELDS not in battle.options or not view.is_time_to(orders.Deploy):
        return None
    left, units = left_to_lay(battle, view.side), [one for one in battle.units.values() if one.side == view.side]
    if not left or not units:
        return None
    key = ("ways of the enemy", battle.table.number, view.side)
    ways = battle.remember(key, lambda: ways_of_the_enemy(battle, view.side, units))
    laid = [one.at for one in hidden_mines(battle) if one.side == view.side]
    counts = [AGAIN ** sum(_passes(battle, way, at) for at in laid) for way in ways]
    spots = {battle.table.snap(point) for way in ways for point in way}
    value = {
        at: sum(count for way, count in zip(ways, counts, strict=True) if _passes(battle, way, at)) for at in spots
    }
    ranked = sorted(spots, key=lambda at: (-value[at], at))
    fits = (at for at in ranked if why_not_bury(battle, view.side, left[0], at) is None)
    found = next(fits, None)
    return None if found is None else orders.Deploy(units[0].id, found, mines=left[0])


def ways_of_the_enemy(battle: Battle, side: str, units: Sequence[Unit]) -> list[Way]:
    """The cheapest ways from where the enemy takes the field to what it is after, for one who walks as most do."""
    foe = battle.opponent(side)
    walker = min(units, key=lambda one: (not one.card.is_mech, one.card.size, one.id))
    going = going_of(battle, walker, way_for(battle, walker, "ground"))
    ends = list(aims(battle, side))
    found: list[Way] = []
    for start in starts(battle, foe):
        reach = battle.table.reachable(start, walker.radius, FAR, going, spacing=STRIDE)
        if len(reach):
            found += [reach.way_to(reach.nearest(*end)) for end in ends]
    return [tuple(point for point in way if is_open(battle, foe, point)) for way in found]


def starts(battle: Battle, foe: str) -> Iterator[Point]:
    """Places along the front of where the enemy takes the field."""
    for area in deployment_areas(battle, foe):
        yield from (battle.table.snap(at) for at in along((area.x, area.y, area.width, area.depth), STARTS))


def along(strip: tuple[float, float, float, float], count: int) -> Iterator[Point]:
    """Places along the middle of a strip, its longer way."""
    x, y, width, depth = strip
    for part in ((number + 0.5) / count for number in range(count)):
        yield (x + part * width, y + depth / 2) if width >= depth else (x + width / 2, y + part * depth)


def aims(battle: Battle, side: str) -> Iterator[Point]:
    """What the enemy is after: its way out, what the scenario is about, or whoever stands in the way."""
    foe = battle.opponent(side)
    scenario = battle.setup.scenario
    edge = way_through(battle) if scenario is not None and scenario.escape is not None else None
    if edge is not None and runner(battle) == foe:
        yield from along(battle.table.strip(edge, 2.0), GOALS)
        return
    told = [goal.point for goal in goals(battle, foe) if goal.what in ("hold", "take", "scan")][:GOALS]
    if told:
        yield from told
        return
    for area in deployment_areas(battle, side):
        yield area.x + area.width / 2, area.y + area.depth / 2


def is_open(battle: Battle, foe: str, at: Point) -> bool:
    """Beyond the ground on which the enemy is drawn up."""
    return not any(
        area.x - CLEAR <= at[0] <= area.x + area.width + CLEAR
        and area.y - CLEAR <= at[1] <= area.y + area.depth + CLEAR
        for area in deployment_areas(battle, foe)
    )


def _passes(battle: Battle, way: Way, at: Point) -> bool:
    """Whether a way leads through a field around a point."""
    table = battle.table
    return any(table.distance(table.nearest_on(*leg, at), at) < STRIDE for leg in pairwise(way))
