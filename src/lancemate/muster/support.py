"""What to buy of battlefield support, for whoever does not want to choose: programs, and players in a hurry.

Most of it goes into what does damage, some into air cover against the same, a little into mines on the enemy's way.
The same seed buys the same; nobody who does not know it can tell what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from lancemate.alphastrike.play.edges import opposite_edge
from lancemate.alphastrike.play.setup import Purchase
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import over_budget, radius_of, total_cost
from lancemate.alphastrike.support.catalogue import COVER, FAMILIES, MINEFIELD, cost_of
from lancemate.field.shapes import Point
from lancemate.field.space import Space
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.muster.force import Force

# How often each is thought of: by what it does for its points, as far as anybody can tell beforehand.
LIKED: Final = {
    "heavy_strike": 6,
    "heavy_bombing": 5,
    "light_bombing": 4,
    "strafing": 4,
    "light_strike": 4,
    "sniper": 1,
    "thumper": 1,
    "long_tom": 1,
    "heavy_air_cover": 4,
    "light_air_cover": 2,
    "light_minefield": 2,
    "medium_minefield": 2,
    "heavy_minefield": 1,
}
MOST_OF: Final = {COVER: 0.25, MINEFIELD: 0.25}  # of all points
TRIES: Final = 40  # places thought of for each minefield
BETWEEN: Final = (0.5, 0.72)  # how far mines lie from home, of the way to the enemy's edge

Fits = Callable[[Purchase], bool]


def planned(force: Force, points: float) -> tuple[Purchase, ...]:
    """What a force was mustered with, if it can be paid for."""
    bought = tuple(Purchase(kind) for kind in force.support)
    wrong = over_budget(total_cost(bought), points)
    if wrong is not None:
        raise InputError(f"{force.name}: {wrong}")
    return bought


def advised(points: float, table: Space, home: str | None, seed: int, fits: Fits | None = None) -> tuple[Purchase, ...]:
    """A list for so many points; ``fits`` says where a minefield may lie."""
    luck = Generator(seed)
    bought: list[Purchase] = []
    spent = {COVER: 0.0, MINEFIELD: 0.0}
    left = points
    while True:
        open_to = [kind for kind in LIKED if _affordable(kind, left, spent, points)]
        if not open_to:
            return tuple(bought)
        kind = _drawn(open_to, luck)
        one: Purchase | None = Purchase(kind)
        if FAMILIES[kind] == MINEFIELD:
            one = _laid(kind, table, home, luck, bought, fits)
            spent[MINEFIELD] += cost_of(rules, kind) if one is not None else points
        elif FAMILIES[kind] == COVER:
            spent[COVER] += cost_of(rules, kind)
        if one is not None:
            bought.append(one)
            left -= cost_of(rules, kind)


def _affordable(kind: str, left: float, spent: dict[int, float], points: float) -> bool:
    family, cost = FAMILIES[kind], cost_of(rules, kind)
    return cost <= left and (family not in MOST_OF or spent[family] + cost <= MOST_OF[family] * points)


def _drawn(kinds: Sequence[str], luck: Generator) -> str:
    return luck.choice([kind for kind in kinds for _ in range(LIKED[kind])])


def _laid(
    kind: str, table: Space, home: str | None, luck: Generator, bought: Sequence[Purchase], fits: Fits | None
) -> Purchase | None:
    """A minefield on the enemy's way, on dry ground, apart from all others."""
    apart = 2 * radius_of(rules, table, hidden=False)
    others = [one.at for one in bought if one.at is not None]
    for at in _places(table, home, luck):
        one = Purchase(kind, at)
        dry = not any(feature.role_name == "water" for feature in table.features_at(*at))
        if dry and not any(table.closer(at, other, apart) for other in others) and (fits is None or fits(one)):
            return one
    return None


def _places(table: Space, home: str | None, luck: Generator) -> Iterator[Point]:
    edge = opposite_edge(home) if home is not None else None
    for _ in range(TRIES):
        share = BETWEEN[0] + (BETWEEN[1] - BETWEEN[0]) * luck.uniform()
        x, y = 0.1 + 0.8 * luck.uniform(), share
        if edge == "south":
            y = 1.0 - share
        elif edge in ("east", "west"):
            x, y = (share if edge == "east" else 1.0 - share), x
        elif edge is None:
            y = 0.1 + 0.8 * luck.uniform()
        yield table.snap((round(table.width * x, 1), round(table.depth * y, 1)))
