"""Command Lances (p. 120): the commander, who leads under him, and the lance around each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_down, round_up
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import COMMANDER, LIEUTENANT, Force, Member
from lancemate.muster.formations.bonuses import BUILDING, Bonus
from lancemate.muster.formations.requirements import (
    IN_COMMAND,
    VEHICLE,
    Needs,
    Requirement,
    at_least,
    both,
    percent,
    role,
)

STAFF: Final = ("Sniper", "Missile Boat", "Skirmisher", "Juggernaut")
ESCORT: Final = ("Brawler", "Striker", "Scout")
ABILITIES: Final = (
    "Antagonizer",
    "Blood Stalker",
    "Combat Intuition",
    "Eagle's Eyes",
    "Marksman",
    "Multi-Tasker",
)
TACTICAL_GENIUS: Final = "Tactical Genius"
UNITS_TO_A_LIEUTENANT: Final = 6


@rules.formula("AS-FOR-071", otherwise=())
def command_lance() -> tuple[Requirement, ...]:
    """Somebody in command, half of it for the staff, one unit to guard them."""
    return (Needs(at_least(1), IN_COMMAND), Needs(percent(50), role(*STAFF)), Needs(at_least(1), role(*ESCORT)))


@rules.formula("AS-FOR-073", otherwise=())
def staff(units: Sequence[Member]) -> tuple[Bonus, ...]:
    """An ability of its own for half of those who do not command, and tactical genius for the one who does."""
    leader = leader_of(units)
    others = tuple(place for place in range(len(units)) if place != leader)
    chosen = Bonus(
        "AS-FOR-073", ABILITIES, round_up(rules, len(others) / 2), BUILDING, kinds=len(ABILITIES), eligible=others
    )
    if leader is None:
        return (chosen,)
    return (chosen, _genius(units[leader], leader))


def _genius(commander: Member, place: int) -> Bonus:
    """A commander who has it already wins the Initiative more easily instead."""
    if TACTICAL_GENIUS in commander.bought:
        note = "the commander has it already, so the force adds 1 to its Initiative rolls"
        return Bonus("AS-FOR-073", (TACTICAL_GENIUS,), 0, eligible=(), copied=False, note=note)
    return Bonus("AS-FOR-073", (TACTICAL_GENIUS,), 1, eligible=(place,), copied=False)


@rules.formula("AS-FOR-073", otherwise=0)
def initiative_bonus(units: Sequence[Member]) -> int:
    """What a Command Lance adds to the Initiative when its commander was a tactical genius anyway."""
    leader = leader_of(units)
    return 1 if leader is not None and TACTICAL_GENIUS in units[leader].bought else 0


def leader_of(units: Sequence[Member]) -> int | None:
    """The place of the commander, or else of the first lieutenant."""
    for rank in (COMMANDER, LIEUTENANT):
        for place, unit in enumerate(units):
            if unit.command == rank:
                return place
    return None


@rules.formula("AS-FOR-074", otherwise=())
def vehicle_command_lance() -> tuple[Requirement, ...]:
    """Somebody in command, and two vehicles for the staff, of whatever model."""
    return (Needs(at_least(1), IN_COMMAND), Needs(at_least(2), both(VEHICLE, role(*STAFF))))


@rules.formula("AS-FOR-072", otherwise=())
def odd_command(force: Force) -> tuple[str, ...]:
    """What speaks against who is in command of a force: one commander, and few lieutenants."""
    commanders = [member for member in force.members if member.command == COMMANDER]
    lieutenants = [member for member in force.members if member.command == LIEUTENANT]
    machines, most = _machines(force), most_lieutenants(force)
    odd: list[str] = []
    if not commanders:
        odd.append("no unit is designated as the commander of the force")
    elif len(commanders) > 1:
        names = ", ".join(member.called for member in commanders)
        odd.append(f"a force has one commander, not {len(commanders)} ({names})")
    if len(lieutenants) > most:
        odd.append(
            f"{machines} units that are not infantry have {most or 'no'} lieutenants at most, not {len(lieutenants)}"
        )
    return tuple(odd)


def most_lieutenants(force: Force) -> int:
    return round_down(rules, _machines(force) / UNITS_TO_A_LIEUTENANT)


def _machines(force: Force) -> int:
    return sum(not member.card.is_infantry for member in force.members)
