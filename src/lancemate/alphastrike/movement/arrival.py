"""Arriving where there is no room (p. 32): as near as the unit could walk, its own player choosing between equals."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import SLACK, Movement
from lancemate.alphastrike.movement.cost import price
from lancemate.alphastrike.movement.entering import PUT_BESIDE, put
from lancemate.alphastrike.movement.level import follow, too_steep
from lancemate.alphastrike.movement.resting import resting_level, resting_way
from lancemate.alphastrike.movement.stacking import base_stays_clear, in_the_way, others, why_kept_free, why_not_stand
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import Dismounted, Displaced
from lancemate.alphastrike.play.footprint import circles
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refused, refuse
from lancemate.kernel.ruleset import is_off

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

hooks.question_kinds.add("placement", "where a unit is put down")

STAND_BESIDE, ARRIVE_LATER, ARRIVE_AT = ROOM_SOUGHT = ("stand_beside", "arrive_later", "arrive_at")  # tasks
FARTHEST: Final = 24.0  # inches within which a place is looked for
EQUAL: Final = 1e-3  # inches of Move that do not make a place nearer


class Arrival(NamedTuple):
    """By which rule a unit arrives, off which carrier if any, and the movement state it is left in."""

    rule: str
    carrier: str | None = None
    moved: str = "ground"
    way: str = PUT_BESIDE.name


def arrive(battle: Battle, unit: Unit, at: Point, why: Arrival, places: list[Point] | None = None) -> None:
    """Put a unit down at a place, or as near to it as there is room. ``places`` are offered first, if there are any.

    While somebody is asked where another one goes, this one waits.
    """
    if battle.decision is not None:
        battle.then(ARRIVE_LATER, unit=unit.id, at=at, why=tuple(why), places=tuple(places or ()))
        return
    choices = places or nearest_places(battle, unit, at)
    if not choices:
        for hook in battle.hooks[hooks.finds_no_place]:
            hook(battle, unit)
    elif len(choices) == 1:
        _put(battle, unit, choices[0], why)
    else:
        named = {f"{x:g}, {y:g}": (x, y) for x, y in choices}
        battle.ask(
            Decision(
                side=unit.side,
                kind="placement",
                question=f"where is {unit.id} put down?",
                choices=tuple(named),
                rule=why.rule,
                unit=unit.id,
                facts={"near": list(at)},
            ),
            ARRIVE_AT,
            unit=unit.id,
            rule=why.rule,
            carrier=why.carrier,
            moved=why.moved,
            way=why.way,
        )


@rules.task(ARRIVE_LATER)
def arrive_later(
    battle: Battle, unit: str, at: Point, why: tuple[str, str | None, str, str], places: tuple[Point, ...]
) -> None:
    """Put a unit down after another one, where there is room still."""
    mover = battle.units[unit]
    free = [(x, y) for x, y in places if in_the_way(battle, mover, (x, y)) is None]
    arrive(battle, mover, (at[0], at[1]), Arrival(*why), free)


@rules.task(ARRIVE_AT)
def arrive_at(battle: Battle, unit: str, rule: str, carrier: str | None, moved: str, way: str, choice: str) -> None:
    x, y = choice.split(", ")
    _put(battle, battle.units[unit], (float(x), float(y)), Arrival(rule, carrier, moved, way))


def _put(battle: Battle, unit: Unit, at: Point, why: Arrival) -> None:
    level, way = resting_level(battle, unit, *at), hooks.arrivals.get(why.way)
    assert way is not None
    if why.carrier is not None:
        put(battle, Dismounted(unit.id, why.carrier, at, unit.facing, level, why.moved, why.rule), way)
    else:
        put(battle, Displaced(unit.id, at, level, why.rule), way)


def has_no_room(battle: Battle, unit: Unit) -> bool:
    """It stands in another's place, or was stopped while it came over the edge and hangs over that."""
    hangs = not unit.sections and not battle.table.inside(*unit.at, unit.radius - SLACK)
    return unit.on_table and (hangs or in_the_way(battle, unit, unit.at) is not None)


def move_over(battle: Battle, unit: Unit) -> None:
    """Have a unit that has no room put down as near to its place as it can, once all that brought it there is over."""
    battle.then(STAND_BESIDE, unit=unit.id)


@rules.task(STAND_BESIDE)
def stand_beside(battle: Battle, unit: str) -> None:
    newcomer = battle.units[unit]
    if has_no_room(battle, newcomer):
        arrive(battle, newcomer, newcomer.at, Arrival("AS-MOV-008"))


def check_standing_place(battle: Battle, unit: Unit, x: float, y: float, facing: float | None = None) -> None:
    """Refuse to put a unit down off the board, in another's space or in terrain it may not be in."""
    if not battle.table.inside(x, y, unit.radius - SLACK):
        raise refuse("off_table", f"the base of {unit.id} would hang over the edge of the table", "AS-INT-055")
    other = in_the_way(battle, unit, (x, y), facing=facing, seen=True)
    if other is not None:
        raise refuse("stacking", f"{other.id} stands there: put {unit.id} beside it", "AS-MOV-007")
    refusal = why_not_stand(battle, unit, (x, y), resting_way(battle, unit)) or why_kept_free(battle, unit, (x, y))
    if refusal is not None:
        raise Refused(refusal)


@rules.rule("AS-MOV-008", otherwise=lambda battle, unit, at: [battle.table.snap(at)])
def nearest_places(battle: Battle, unit: Unit, at: Point) -> list[Point]:
    """The free places a unit could reach from a spot for the least Move; none when it could go nowhere from there."""
    way = resting_way(battle, unit)
    occupied = circles(battle, others(battle, unit))
    best = inf
    found: list[Point] = []
    for spot in battle.table.free_spots(at, unit.radius, occupied, reach=FARTHEST):
        place = battle.table.snap(spot)
        if battle.table.distance(at, place) > best + EQUAL:
            break
        if not battle.table.inside(*place, unit.radius - SLACK) or why_not_stand(battle, unit, place, way) is not None:
            continue
        if why_kept_free(battle, unit, place) is not None:
            continue
        cost = walk_cost(battle, unit, at, place)
        if cost < best - EQUAL:
            best, found = cost, [place]
        elif cost <= best + EQUAL and place not in found:
            found.append(place)
    return found if best < inf else []


def walk_cost(battle: Battle, unit: Unit, start: Point, end: Point) -> float:
    """The Move a unit would spend from one spot straight to another; infinite when it may not go that way."""
    m = Movement(battle, orders.Move(unit.id, (end,)))
    m.way = resting_way(battle, unit)
    m.go_along((start, end))
    m.start_level = resting_level(battle, unit, *start)
    m.path = battle.table.trace(m.points)
    try:
        follow(m)
        price(m)
    except Refused:
        return inf
    if not is_off(m, "AS-MOV-024") and too_steep(m) is not None:
        return inf
    if not is_off(m, "AS-MOV-027") and base_stays_clear(m) is not None:
        return inf
    return sum(part.value for part in m.parts)
