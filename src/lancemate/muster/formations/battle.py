"""Battle Lances (pp. 117-118): the line of battle, and its light, medium and heavy kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lancemate.alphastrike.pilots.luck import pool_for
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import START, Bonus
from lancemate.muster.formations.requirements import (
    Bars,
    Needs,
    Pairs,
    Requirement,
    at_least,
    percent,
    role,
    share_of,
    size,
    size_from,
)

TWO_PAIRS: Final = 4  # units


@rules.formula("AS-FOR-045", otherwise=())
def battle_lance() -> tuple[Requirement, ...]:
    """Half of it large, three units for the line; large vehicles in pairs of one model."""
    return (
        Needs(percent(50), size_from(3)),
        Pairs(_even_half, size_from(3)),
        Needs(at_least(3), role("Brawler", "Sniper", "Skirmisher")),
    )


def _even_half(units: int) -> int:
    """Pairs are even: a quota that is odd is one more."""
    half = share_of(units, 50)
    return half + half % 2


@rules.formula("AS-FOR-046", otherwise=())
def lucky_pool(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Rerolls that any of its units may use, two more than it has units when the battle begins."""
    return (Bonus("AS-FOR-046", ("Lucky",), len(units), START, pool=pool_for(len(units))),)


@rules.formula("AS-FOR-047", otherwise=())
def light_battle_lance() -> tuple[Requirement, ...]:
    return (
        Needs(percent(75), size(1)),
        Bars(size_from(4)),
        Pairs(lambda units: TWO_PAIRS, size(1)),
        Needs(at_least(1), role("Scout")),
    )


@rules.formula("AS-FOR-048", otherwise=())
def medium_battle_lance() -> tuple[Requirement, ...]:
    return (Needs(percent(50), size(2)), Bars(size_from(4)), Pairs(lambda units: TWO_PAIRS, size(2)))


@rules.formula("AS-FOR-049", otherwise=())
def heavy_battle_lance() -> tuple[Requirement, ...]:
    return (Needs(percent(50), size_from(3)), Bars(size(1)), Pairs(lambda units: TWO_PAIRS, size_from(3)))
