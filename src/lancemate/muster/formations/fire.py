"""Fire Lances (p. 119): long-range weapons; fire support, artillery, direct fire and anti-air."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import Bonus, named_each_turn
from lancemate.muster.formations.requirements import (
    ALL,
    Needs,
    Requirement,
    at_least,
    damage,
    percent,
    role,
    size_from,
    special,
)


@rules.formula("AS-FOR-057", otherwise=())
def fire_lance() -> tuple[Requirement, ...]:
    return (Needs(percent(75), role("Missile Boat", "Sniper")),)


@rules.formula("AS-FOR-058", otherwise=())
def snipers(units: Sequence[Member]) -> tuple[Bonus, ...]:
    return (named_each_turn("AS-FOR-058", "Sniper", units=units),)


@rules.formula("AS-FOR-059", otherwise=())
def fire_support_lance() -> tuple[Requirement, ...]:
    return (Needs(at_least(3), special("IF")),)


@rules.formula("AS-FOR-059", otherwise=())
def oblique_attackers(units: Sequence[Member]) -> tuple[Bonus, ...]:
    return (named_each_turn("AS-FOR-059", "Oblique Attacker", units=units),)


@rules.formula("AS-FOR-060", otherwise=())
def artillery_fire_lance() -> tuple[Requirement, ...]:
    return (Needs(at_least(2), special("ART")),)


@rules.formula("AS-FOR-060", otherwise=())
def oblique_artillerymen(units: Sequence[Member]) -> tuple[Bonus, ...]:
    return (named_each_turn("AS-FOR-060", "Oblique Artilleryman", units=units),)


@rules.formula("AS-FOR-061", otherwise=())
def direct_fire_lance() -> tuple[Requirement, ...]:
    return (Needs(at_least(2), size_from(3)), Needs(ALL, damage("L", 2)))


@rules.formula("AS-FOR-061", otherwise=())
def weapon_specialists(units: Sequence[Member]) -> tuple[Bonus, ...]:
    return (named_each_turn("AS-FOR-061", "Weapon Specialist", units=units),)


@rules.formula("AS-FOR-062", otherwise=())
def anti_air_lance() -> tuple[Requirement, ...]:
    """A Fire Lance with guns for the purpose."""
    return (*fire_lance(), Needs(at_least(2), special("FLK", "AC", "ART")))


@rules.formula("AS-FOR-062", otherwise=())
def anti_aircraft_specialists(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """The effect of a command ability, for single units; whoever supports them learns abilities of pilots only."""
    return (replace(named_each_turn("AS-FOR-062", "Anti-Aircraft Specialists", units=units), copied=False),)
