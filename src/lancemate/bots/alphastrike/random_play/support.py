"""Support to try: every type that a side has left, at enemies, at points and along strips, and lists to buy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lancemate.alphastrike.asking.support import strip_through
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.support.buying import HIDDEN_UNITS, points_agreed
from lancemate.alphastrike.support.catalogue import FAMILIES, MINEFIELD, STRAFING, STRIKE, TYPES, cost_of
from lancemate.alphastrike.support.stock import left_of
from lancemate.bots.alphastrike.random_play.places import around
from lancemate.field.shapes import Point
from lancemate.kernel.dice import Generator

OFTEN: Final = 3  # one in so many times a side uses its support
SLIPS: Final = 12  # one in so many aims is of the wrong kind
LISTS: Final = 4  # lists that are tried before nothing is bought


def support_attacks(battle: Battle, side: str, luck: Generator) -> Iterator[orders.SupportAttack]:
    """Now and then something of what a side has left."""
    left = left_of(battle, side)
    if left and luck.below(OFTEN) == 0:
        for _ in range(OFTEN):
            who = side if luck.below(SLIPS) else battle.opponent(side)
            yield orders.SupportAttack(who, using := luck.choice(left), _aim(battle, side, using, luck))


def _aim(battle: Battle, side: str, using: str, luck: Generator) -> str | orders.PointTarget | orders.LineTarget:
    units = list(battle.on_table(battle.opponent(side))) or list(battle.on_table())
    target = luck.choice(units) if units else None
    family = FAMILIES[using] if luck.below(SLIPS) else luck.below(MINEFIELD)
    if family == STRIKE:
        return target.id if target is not None else luck.choice(list(battle.units))
    middle = around(battle, luck, target.at if target is not None else battle.table.centre, 2.0 * luck.below(3))
    if family == STRAFING:
        return orders.LineTarget(strip_through(battle, middle, 15.0 * luck.below(24)))
    return orders.PointTarget(battle.table.snap(middle))


def lists(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Buy]:
    """Lists of support to buy, some of them too dear or laid where they may not lie."""
    points = points_agreed(battle.setup.settings) or 0.0
    for _ in range(LISTS):
        bought: list[str | orders.Laid] = []
        left = points + luck.below(2)
        while left > 0 and len(bought) < 2 * LISTS + 2:
            kind = luck.choice(list(TYPES.of(battle)))
            left -= cost_of(battle, kind)
            mine = orders.Laid(kind, _place(battle, luck), HIDDEN_UNITS in battle.options and luck.below(2) == 0)
            bought.append(mine if FAMILIES[kind] == MINEFIELD else kind)
        yield orders.Buy(side, tuple(bought))


def _place(battle: Battle, luck: Generator) -> Point:
    table = battle.table
    return table.snap((round(table.width * luck.uniform(), 1), round(table.depth * luck.uniform(), 1)))
