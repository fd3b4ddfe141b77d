"""Pursuit Lances (p. 120): hunters of scouts, and the Probe and Sweep kinds."""

from __future__ import annotations

from collections.abc import Sequence

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import Bonus, three_quarters
from lancemate.muster.formations.requirements import (
    ALL,
    Needs,
    Requirement,
    at_least,
    both,
    damage,
    damage_above,
    move,
    percent,
    percent_normally,
    size_up_to,
)


@rules.formula("AS-FOR-067", otherwise=())
def pursuit_lance() -> tuple[Requirement, ...]:
    return (
        Needs(ALL, size_up_to(2)),
        Needs(percent_normally(75), move(12)),
        Needs(at_least(1), damage_above("M", 1)),
    )


@rules.formula("AS-FOR-068", otherwise=())
def blood_stalkers(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Three quarters of the units; they may hunt one enemy formation together instead of a unit each."""
    note = "against one enemy formation until it is destroyed, or each against a unit"
    return (Bonus("AS-FOR-068", ("Blood Stalker",), three_quarters(len(units)), note=note),)


@rules.formula("AS-FOR-069", otherwise=())
def probe_lance() -> tuple[Requirement, ...]:
    return (Needs(ALL, size_up_to(3)), Needs(percent(75), move(10)), Needs(ALL, damage("M", 2)))


@rules.formula("AS-FOR-070", otherwise=())
def sweep_lance() -> tuple[Requirement, ...]:
    return (Needs(ALL, both(size_up_to(2), move(10), damage("S", 2))),)
