"""Mines before the first turn: a sensible player lays them where the enemy has to walk. Guesses, no rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
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
GOALS: Final = 5  # places that it may be after
STRIDE: Final = 1.0  # inches between two places of a way
HURRY: Final = 3.0  # how much more an inch that is left to go counts than one that is gone
FAR: Final = 90.0  # inches of Move that a way may cost at most
AGAIN: Final = 0.5  # what a field is worth on a way that is mined already
LATER: Final = 0.5  # how much less it is worth at the end of a way: harm counts from the turn it is done
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
    worth: dict[Point, float] = {}
    for way in ways:
        again = AGAIN ** sum(any(is_on(battle, at, point) for point in way) for at in laid)
        for number, point in enumerate(way):
            worth[point] = worth.get(point, 0.0) + again * (1.0 - LATER * number / len(way))
    squares: dict[tuple[int, int], list[Point]] = {}
    for point in worth:
        squares.setdefault(square_of(point), []).append(point)
    value = {at: sum(worth[other] for other in near(squares, at) if is_on(battle, at, other)) for at in worth}
    ranked = sorted(value, key=lambda at: (-round(value[at], 6), at))
    found = next((at for at in ranked if why_not_bury(battle, view.side, left[0], at) is None), None)
    return None if found is None else orders.Deploy(units[0].id, found, mines=left[0])


def ways_of_the_enemy(battle: Battle, side: str, units: Sequence[Unit]) -> list[Way]:
    """The cheapest ways from where the enemy takes the field to what it is after, for one who walks as most do."""
    foe = battle.opponent(side)
    walker = min(units, key=lambda one: (not one.card.is_mech, one.card.size, one.id))
    going = going_of(battle, walker, way_for(battle, walker, "ground"))
    out, ends = way_out(battle, foe), list(aims(battle, side))
    found: list[Way] = []
    for start in starts(battle, foe):
        reach = battle.table.reachable(start, walker.radius, FAR, going, spacing=STRIDE)
        if len(reach) and out is not None:
            costs = reach.costs + HURRY * battle.table.distances_to_edge(out, reach.points)
            found.append(reach.way_to(int(costs.argmin())))
        elif len(reach):
            found += [reach.way_to(reach.nearest(*end)) for end in ends]
    return [way for way in (in_steps(battle, foe, way) for way in found) if way]


def way_out(battle: Battle, foe: str) -> str | None:
    """The edge over which the enemy wants to leave."""
    scenario = battle.setup.scenario
    if scenario is None or scenario.escape is None or runner(battle) != foe:
        return None
    return way_through(battle)


def in_steps(battle: Battle, foe: str, way: Way) -> Way:
    """Places along a way beyond the ground on which the enemy is drawn up, each once."""
    table = battle.table
    steps: dict[Point, None] = {}
    for here, there in pairwise(way):
        apart = table.distance(here, there)
        for number in range(int(apart / STRIDE) + 1):
            at = table.snap(table.part_way(here, there, min(apart, number * STRIDE)))
            steps[round(at[0], 2), round(at[1], 2)] = None
    return tuple(at for at in steps if is_open(battle, foe, at))


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
    """What the enemy is after: what the scenario is about, or whoever stands in the way."""
    told = [one.point for one in goals(battle, battle.opponent(side)) if one.what in ("hold", "take", "scan")][:GOALS]
    if told:
        yield from told
        return
    for area in deployment_areas(battle, side):
        yield from along((area.x, area.y, area.width, area.depth), GOALS)


def is_open(battle: Battle, foe: str, at: Point) -> bool:
    """Beyond the ground on which the enemy is drawn up."""
    return not any(
        area.x - CLEAR <= at[0] <= area.x + area.width + CLEAR
        and area.y - CLEAR <= at[1] <= area.y + area.depth + CLEAR
        for area in deployment_areas(battle, foe)
    )


def square_of(at: Point) -> tuple[int, int]:
    """The square, a stride wide, in which a place lies."""
    return int(at[0] // STRIDE), int(at[1] // STRIDE)


def near(squares: Mapping[tuple[int, int], list[Point]], at: Point) -> Iterator[Point]:
    """All places less than a stride away, and a few more: to measure all of them would take seconds."""
    x, y = square_of(at)
    for column, row in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
        yield from squares.get((column, row), ())


def is_on(battle: Battle, at: Point, point: Point) -> bool:
    """Whether a place of a way lies in a field around another."""
    return battle.table.distance(at, point) < STRIDE
