"""Formations of the air (pp. 121-123): Air Lances, and squadrons of six, or Stars of ten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import Member
from lancemate.muster.formations.bonuses import START, Bonus
from lancemate.muster.formations.requirements import (
    ALL,
    FIGHTER,
    Needs,
    Requirement,
    over,
    percent,
    role,
    special,
)
from lancemate.muster.organisation import FIGHTER_SIZES
from lancemate.muster.roles import role_of

SPEED_DEMON: Final = "Speed Demon"
SLOW: Final = 9  # Thrust
LONG_RANGE: Final = 2  # units
FIGHTERS: Final = Needs(ALL, FIGHTER)  # support aircraft, small craft and DropShips form Transport Squadrons only


# -- Air Lances -----------------------------------------------------------------------------------------------


def lance_and_flight(units: Sequence[Member]) -> tuple[tuple[Member, ...], tuple[Member, ...]]:
    """The ground units, which alone count for the formation type, and the fighters."""
    ground = tuple(unit for unit in units if not unit.card.is_fighter)
    return ground, tuple(unit for unit in units if unit.card.is_fighter)


@rules.formula("AS-FOR-079", otherwise=None)
def no_air_lance(units: Sequence[Member]) -> str | None:
    """What keeps a formation from being an Air Lance, or None: ground units and two fighters of one model."""
    ground, flight = lance_and_flight(units)
    if len(flight) != FIGHTER_SIZES.of(rules)["flight"]:
        return f"an Air Lance has two fighters, not {len(flight)}"
    if flight[0].card.name != flight[1].card.name:
        return f"the two fighters are of one model, not {flight[0].card.name} and {flight[1].card.name}"
    others = [unit.card.name for unit in ground if unit.card.is_infantry or unit.card.is_aerospace]
    return f"{others[0]} is no ground unit other than infantry" if others else None


# -- squadrons ------------------------------------------------------------------------------------------------


@rules.formula("AS-FOR-080", otherwise=())
def unpaired(units: Sequence[Member]) -> tuple[str, ...]:
    """The models of which an odd fighter is left: fighters fly in pairs of one model."""
    models = Counter(unit.card.name for unit in units if unit.card.is_fighter)
    return tuple(model for model, count in models.items() if count % 2)


@rules.formula("AS-FOR-081", otherwise=())
def interceptor_squadron() -> tuple[Requirement, ...]:
    return (FIGHTERS, Needs(over(50), role("Interceptor")))


@rules.formula("AS-FOR-081", otherwise=())
def interceptors(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """The slower ones keep up with the others, and two shoot far."""
    slow = tuple(place for place, unit in enumerate(units) if unit.card.move.thrust <= SLOW)
    faster = (Bonus("AS-FOR-081", (SPEED_DEMON,), len(slow), eligible=slow),) if slow else ()
    return (*faster, Bonus("AS-FOR-081", ("Range Master (Long)",), LONG_RANGE, up_to=True))


@rules.formula("AS-FOR-082", otherwise=())
def superiority_squadron() -> tuple[Requirement, ...]:
    return (FIGHTERS, Needs(over(50), role("Interceptor", "Fast Dogfighter")))


@rules.formula("AS-FOR-082", otherwise=())
def superiority(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Up to two of three abilities for each of up to half of the fighters."""
    abilities = ("Blood Stalker", "Ride the Wash", "Hot Dog")
    half = round_down(rules, len(units) / 2)
    return (Bonus("AS-FOR-082", abilities, half, START, kinds=len(abilities), each=2, up_to=True),)


@rules.formula("AS-FOR-083", otherwise=())
def fire_support_squadron() -> tuple[Requirement, ...]:
    return (FIGHTERS, Needs(percent(50), role("Fire Support")), Needs(ALL, role("Fire Support", "Dogfighter")))


@rules.formula("AS-FOR-083", otherwise=())
def pairs_in_support(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Two pairs of fighters, an ability for each pair, not the same."""
    abilities = ("Golden Goose", "Ground-Hugger", "Hot Dog", "Shaky Stick")
    return (Bonus("AS-FOR-083", abilities, 4, START, kinds=2, same=2, in_pairs=True),)


@rules.formula("AS-FOR-084", otherwise=())
def strike_squadron() -> tuple[Requirement, ...]:
    return (FIGHTERS, Needs(over(50), role("Attack Fighter", "Dogfighter")))


@rules.formula("AS-FOR-084", otherwise=())
def strikers(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """Up to half of the fighters are quick, all the others good bombers."""
    return (Bonus("AS-FOR-084", (SPEED_DEMON,), round_down(rules, len(units) / 2), rest="Golden Goose", up_to=True),)


@rules.formula("AS-FOR-085", otherwise=())
def electronic_warfare_squadron() -> tuple[Requirement, ...]:
    return (FIGHTERS, Needs(over(50), special("PRB", "AECM", "BH", "ECM", "LPRB", "LECM", "LTAG", "TAG", "WAT")))


DISRUPTION: Final = "Communications Disruption"


@rules.formula("AS-FOR-086", otherwise=())
def disruption(units: Sequence[Member], command_abilities: Sequence[str] = ()) -> tuple[Bonus, ...]:
    """The squadron disrupts one enemy formation on a 6; its owner names it, where the force can do the like anyway."""
    victim = "named by its owner" if DISRUPTION in command_abilities else "found by chance"
    note = f"on a 6 for one turn, the victim {victim}; units on the ground only with a fighter over their map"
    return (Bonus("AS-FOR-086", (DISRUPTION,), 0, START, copied=False, note=note),)


@rules.formula("AS-FOR-087", otherwise=())
def transport_squadron() -> tuple[Requirement, ...]:
    return (Needs(percent(50), role("Transport")),)


@rules.formula("AS-FOR-087", otherwise=())
def transports(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """One of three abilities for everybody who carries."""
    carrying = tuple(place for place, unit in enumerate(units) if role_of(unit.card) == "Transport")
    abilities = ("Dust-Off", "Ride the Wash", "Wind Walker")
    return (Bonus("AS-FOR-087", abilities, len(carrying), eligible=carrying),)
