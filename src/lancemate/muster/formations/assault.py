"""Assault Lances (p. 118): firepower and armor, and the fast kind."""

from __future__ import annotations

from collections.abc import Sequence

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import EACH_TURN, Bonus, named_each_turn
from lancemate.muster.formations.requirements import (
    ALL,
    JUMPS,
    Bars,
    Needs,
    OneOf,
    Requirement,
    armor,
    at_least,
    damage,
    either,
    ground_move,
    percent,
    role,
    size,
    size_from,
)

STANDING_ASIDE = 2  # units


@rules.formula("AS-FOR-050", otherwise=())
def assault_lance() -> tuple[Requirement, ...]:
    """Three large units and no light one, well armored, most of them hard hitters, around a Juggernaut or Snipers."""
    return (
        Needs(at_least(3), size_from(3)),
        Bars(size(1)),
        Needs(ALL, armor(5)),
        Needs(percent(75), damage("M", 3)),
        OneOf((Needs(at_least(1), role("Juggernaut")), Needs(at_least(2), role("Sniper")))),
    )


@rules.formula("AS-FOR-051", otherwise=())
def shock(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """One of two abilities, chosen for the scenario; who has it changes from turn to turn."""
    note = "the ability is chosen for the scenario"
    return (named_each_turn("AS-FOR-051", "Demoralizer", "Multi-Tasker", units=units, note=note),)


@rules.formula("AS-FOR-052", otherwise=())
def fast_assault_lance() -> tuple[Requirement, ...]:
    """An Assault Lance that runs or jumps."""
    return (*assault_lance(), Needs(ALL, either(ground_move(10), JUMPS)))


@rules.formula("AS-FOR-052", otherwise=())
def fast_shock(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """On top of it two units a turn push through; they may be the same."""
    return (*shock(units), Bonus("AS-FOR-052", ("Stand-Aside",), STANDING_ASIDE, EACH_TURN))
