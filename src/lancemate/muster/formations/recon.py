"""Recon Lances (pp. 119-120): the eyes of a force, light and heavy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import START, Bonus, for_all
from lancemate.muster.formations.requirements import (
    ALL,
    Needs,
    Requirement,
    at_least,
    both,
    move,
    role,
    share_of,
    size,
    size_from,
)

ABILITIES: Final = ("Eagle's Eyes", "Forward Observer", "Maneuvering Ace")


@rules.formula("AS-FOR-063", otherwise=())
def recon_lance() -> tuple[Requirement, ...]:
    return (Needs(ALL, move(10)), Needs(at_least(2), role("Scout", "Striker")))


@rules.formula("AS-FOR-064", otherwise=())
def keen_eyes(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """One of three abilities for every unit, for the whole scenario."""
    return (for_all("AS-FOR-064", *ABILITIES, units=units),)


@rules.formula("AS-FOR-065", otherwise=())
def light_recon_lance() -> tuple[Requirement, ...]:
    return (Needs(ALL, both(size(1), move(12), role("Scout"))),)


@rules.formula("AS-FOR-065", otherwise=())
def eyes_of_each(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Each unit has one of the three, not all the same."""
    return (for_all("AS-FOR-065", *ABILITIES, units=units, kinds=len(ABILITIES)),)


@rules.formula("AS-FOR-066", otherwise=())
def heavy_recon_lance() -> tuple[Requirement, ...]:
    return (
        Needs(ALL, move(8)),
        Needs(at_least(2), move(10)),
        Needs(at_least(1), size_from(3)),
        Needs(at_least(2), role("Scout")),
    )


@rules.formula("AS-FOR-066", otherwise=())
def eyes_of_half(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """One of the three for half of the units, rounded up."""
    return (Bonus("AS-FOR-066", ABILITIES, share_of(len(units), 50), START, up_to=True),)
