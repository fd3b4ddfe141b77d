"""Striker or Cavalry Lances (pp. 118-119): fast units, light and heavy."""

from __future__ import annotations

from collections.abc import Sequence

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import Bonus, three_quarters
from lancemate.muster.formations.requirements import (
    ALL,
    Bars,
    Needs,
    Requirement,
    at_least,
    damage_above,
    either,
    ground_move,
    jump,
    move,
    percent,
    role,
    size,
    size_from,
    size_up_to,
)


@rules.formula("AS-FOR-053", otherwise=())
def striker_lance() -> tuple[Requirement, ...]:
    """Everybody fast, nobody of the largest, half of it Strikers or Skirmishers."""
    return (
        Needs(ALL, either(ground_move(10), jump(8))),
        Bars(size_from(4)),
        Needs(percent(50), role("Striker", "Skirmisher")),
    )


@rules.formula("AS-FOR-054", otherwise=())
def speed_demons(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Three quarters of the units, fixed when the force is built."""
    return (Bonus("AS-FOR-054", ("Speed Demon",), three_quarters(len(units))),)


@rules.formula("AS-FOR-055", otherwise=())
def light_striker_lance() -> tuple[Requirement, ...]:
    return (
        Needs(ALL, move(10)),
        Bars(size_from(3)),
        Needs(at_least(2), damage_above("L", 0)),
        Needs(at_least(2), role("Striker", "Skirmisher")),
    )


@rules.formula("AS-FOR-056", otherwise=())
def heavy_striker_lance() -> tuple[Requirement, ...]:
    return (
        Needs(ALL, move(8)),
        Needs(at_least(3), size(3)),
        Bars(size_up_to(1)),
        Needs(at_least(1), damage_above("L", 1)),
        Needs(at_least(2), role("Striker", "Skirmisher")),
    )
