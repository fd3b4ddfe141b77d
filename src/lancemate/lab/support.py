"""Battlefield support for random battles: agreed on in one of a few, bought beforehand or in play.

Everything follows from the generator. Must not know what any of it does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lancemate.alphastrike.play.setup import BATTLEFIELD_SUPPORT, Purchase, Setup, Side
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.buying import BEFORE_THE_TURN, HIDDEN_UNITS, check_support
from lancemate.alphastrike.support.catalogue import FAMILIES, LEVELS, MINEFIELD, TYPES, cost_of
from lancemate.field.space import Space
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError

AGREED: Final = 4  # one battle in so many has support
MOST: Final = 10  # pieces of support of a side


def supported(setup: Setup, luck: Generator) -> Setup:
    """The same battle, in some cases with support."""
    if luck.below(AGREED):
        return setup
    level = luck.choice(list(LEVELS.of(rules)))
    agreed: dict[str, JSON] = {"level": level}
    if setup.phase in BEFORE_THE_TURN and luck.below(2):
        return replace(setup, settings={BATTLEFIELD_SUPPORT: {**agreed, "buying": True}})
    given = replace(setup, settings={BATTLEFIELD_SUPPORT: agreed})
    hidden = HIDDEN_UNITS in setup.options
    for number in range(2):
        one = replace(given.sides[number], support=_list(setup.table, LEVELS.of(rules)[level], hidden, luck))
        sides: tuple[Side, Side] = (one, given.sides[1]) if number == 0 else (given.sides[0], one)
        try:
            check_support(with_it := replace(given, sides=sides), "sides")
        except InputError:  # two minefields have come to lie on one another
            continue
        given = with_it
    return given


def _list(table: Space, points: float, hidden: bool, luck: Generator) -> tuple[Purchase, ...]:
    bought: list[Purchase] = []
    for _ in range(MOST):
        kind = luck.choice(list(TYPES.of(rules)))
        if cost_of(rules, kind) <= points:
            points -= cost_of(rules, kind)
            at = table.snap((round(table.width * luck.uniform(), 1), round(table.depth * luck.uniform(), 1)))
            mine = Purchase(kind, at, hidden and luck.below(2) == 0)
            bought.append(mine if FAMILIES[kind] == MINEFIELD else Purchase(kind))
    return tuple(bought)
