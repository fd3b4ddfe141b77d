"""Battlefield support for programs that play: what they buy, where they aim it, when fighters fly against the enemy's.

What a strike may do is asked of the rules (asking/support.py); what that is worth, of the player who asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.asking.support import strip_through, support_hits
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.support.air_cover import NONE
from lancemate.alphastrike.support.attacks import why_not
from lancemate.alphastrike.support.buying import points_agreed
from lancemate.alphastrike.support.catalogue import AIMED, FAMILIES, STRAFING, STRIKE, cost_of
from lancemate.alphastrike.support.stock import left_of
from lancemate.kernel.errors import Refused
from lancemate.muster.support import advised

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Hit
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Purchase
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.agenda import Decision
    from lancemate.kernel.codec import JSON

CROWD: Final = 9.0  # inches between two enemies that one attack may strike
MOST_POINTS: Final = 20  # looked at for one kind of support
BEARINGS: Final = (0.0, 45.0, 90.0, 135.0)
GOOD_ENOUGH: Final = 0.55  # of the points a strike may cost the enemy for each point paid: later ones may be better
LAST_TURNS: Final = 3  # from so many turns on anything is better than nothing
BIG: Final = 0.45  # the chance from which on fighters are worth sending

AIR_COVER: Final = "air_cover"  # the question whether fighters fly

Worth = Callable[["Battle", "Hit"], float]


class Sortie(NamedTuple):
    """An attack of its support and what it gains."""

    command: orders.SupportAttack
    gain: float


def purchase_order(battle: Battle, side: str, seed: int) -> orders.Buy:
    """What a program buys before the first turn."""
    home = next(one.home for one in battle.setup.sides if one.name == side)
    points = points_agreed(battle.setup.settings) or 0.0
    bought = advised(points, battle.table, home, seed, lambda one: _lies(battle, side, one))
    return orders.Buy(side, tuple(one.type if one.at is None else orders.Laid(one.type, one.at) for one in bought))


def _lies(battle: Battle, side: str, one: Purchase) -> bool:
    assert one.at is not None
    try:
        battle.clone().do(orders.Buy(side, (orders.Laid(one.type, one.at),)))
    except Refused:
        return False
    return True


def best_sortie(battle: Battle, side: str, worth: Worth) -> Sortie | None:
    """The attack that gains most for what it costs, if it is good enough for now."""
    best: Sortie | None = None
    for using in dict.fromkeys(left_of(battle, side)):
        if FAMILIES[using] in AIMED:
            for command in _aims(battle, side, using):
                sortie = Sortie(command, _gain(battle, command, worth))
                if sortie.gain > 1e-9 and (best is None or _merit(battle, sortie) > _merit(battle, best) + 1e-9):
                    best = sortie
    if best is None:
        return None
    late = battle.state.turn >= LAST_TURNS
    return best if late or _points(battle, best.command) >= GOOD_ENOUGH * cost_of(battle, best.command.using) else None


def _merit(battle: Battle, sortie: Sortie) -> float:
    return sortie.gain / cost_of(battle, sortie.command.using)


def _gain(battle: Battle, command: orders.SupportAttack, worth: Worth) -> float:
    """What it is likely to take from enemies, less what it takes from friends."""
    total = 0.0
    for chance, hit in support_hits(battle, command):
        sign = 1.0 if battle.units[hit.unit].side != command.side else -1.2
        total += sign * float(chance) * worth(battle, hit)
    return total


def _points(battle: Battle, command: orders.SupportAttack) -> float:
    hits = support_hits(battle, command)
    return float(sum(chance * hit.points for chance, hit in hits if battle.units[hit.unit].side != command.side))


def _aims(battle: Battle, side: str, using: str) -> Iterator[orders.SupportAttack]:
    """Where it could be aimed: at enemies, between those who stand together, along those who stand in a line."""
    enemies = [one for one in battle.on_table(battle.opponent(side)) if one.doomed is None]
    if FAMILIES[using] == STRIKE:
        found = [orders.SupportAttack(side, using, enemy.id) for enemy in enemies]
    elif FAMILIES[using] == STRAFING:
        found = [orders.SupportAttack(side, using, orders.LineTarget(strip)) for strip in _strips(battle, enemies)]
    else:
        found = [orders.SupportAttack(side, using, orders.PointTarget(at)) for at in _points_at(battle, enemies)]
    yield from (command for command in found if why_not(battle, command) is None)


def _points_at(battle: Battle, enemies: list[Unit]) -> list[Point]:
    table = battle.table
    points = [table.snap(one.at) for one in enemies]
    for one, other in combinations(enemies, 2):
        apart = table.distance(one.at, other.at)
        if apart <= CROWD:
            points.append(table.snap(table.part_way(one.at, other.at, apart / 2)))
    return points[:MOST_POINTS]


def _strips(battle: Battle, enemies: list[Unit]) -> Iterator[tuple[Point, Point]]:
    table = battle.table
    for one in enemies[:MOST_POINTS]:
        yield from (strip_through(battle, one.at, bearing) for bearing in BEARINGS)
    for one, other in combinations(enemies, 2):
        apart = table.distance(one.at, other.at)
        if 0.0 < apart <= CROWD + 1.0:
            middle = table.part_way(one.at, other.at, apart / 2)
            yield strip_through(battle, middle, table.bearing(one.at, other.at))


def air_cover(battle: Battle, decision: Decision) -> str:
    """Fighters fly against what they are likely to turn away: the best chance, of equal ones the cheaper."""
    offered = [kind for kind in decision.choices if kind != NONE]
    numbers = decision.facts.get("numbers")
    needs = {kind: _number(numbers, kind) for kind in offered}
    best = min(offered, key=lambda kind: (needs[kind], cost_of(battle, kind)), default=NONE)
    return best if best != NONE and _chance(needs[best]) >= BIG else NONE


def _number(numbers: JSON, kind: str) -> int:
    number = numbers.get(kind) if isinstance(numbers, dict) else None
    return number if isinstance(number, int) else 13


def _chance(number: int) -> float:
    return sum(6 - abs(7 - rolled) for rolled in range(number, 13)) / 36
