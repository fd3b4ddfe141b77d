"""Whether forces suit a scenario (pp. 126-133): even, or one of them larger by as much as it may be.

Knows numbers of units and points; must not know how forces are built.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.points import MATCH
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.plan import Scenario

RECOMMENDED: Final = rules.table("AS-SCN-003", {"units": 40})

TINY: Final = 1e-9


class ForceStrength(NamedTuple):
    """A force in two numbers."""

    units: int
    points: int


def unbalanced(scenario: Scenario, forces: Mapping[str, ForceStrength]) -> str | None:
    """What is wrong with the forces of two sides, in one sentence; nothing in a campaign."""
    if balance_is_free(scenario):
        return None
    one, two = forces
    for role, share in scenario.larger.items():
        larger = scenario.sides.get(role)
        if larger is not None and larger in forces:
            other = two if larger == one else one
            return too_large(larger, forces[larger], other, forces[other], share)
    return uneven(one, forces[one], two, forces[two])


@rules.formula("AS-SCN-020", otherwise=False)
def balance_is_free(scenario: Scenario) -> bool:
    """In a campaign the players bring what they have."""
    return scenario.campaign


@rules.formula("AS-SCN-006", otherwise=None)
def uneven(one: str, first: ForceStrength, two: str, second: ForceStrength) -> str | None:
    """Two forces of a battle that stands alone have the same number of units, and Point Values that match."""
    if first.units != second.units:
        text = f"{one} has {first.units} units and {two} {second.units}"
        return f"{text}; a battle that stands alone needs as many on each side"
    if abs(first.points - second.points) * 100 > MATCH.of(rules)["tolerance_percent"] * max(
        first.points, second.points
    ):
        return f"{one} has {first.points} points and {two} {second.points}; more than 5 percent apart is no match"
    return None


@rules.formula("AS-SCN-050", otherwise=None)
def too_large(larger: str, force: ForceStrength, other: str, enemy: ForceStrength, share: float) -> str | None:
    """One side may have more units, by a share rounded down, and points to match; never fewer."""
    most = ForceStrength(int(enemy.units * (1 + share) + TINY), int(enemy.points * (1 + share) + TINY))
    slack = MATCH.of(rules)["tolerance_percent"] / 100
    if not enemy.units <= force.units <= most.units:
        text = f"{larger} has {force.units} units; against {enemy.units} of {other}"
        return f"{text} it may have {enemy.units} to {most.units}"
    if not enemy.points * (1 - slack) - TINY <= force.points <= most.points * (1 + slack) + TINY:
        text = f"{larger} has {force.points} points; against {enemy.points} of {other}"
        return f"{text} it may have {enemy.points} to {most.points}"
    return None


@rules.formula("AS-SCN-020", otherwise=())
def campaign_advice(scenario: Scenario, options: frozenset[str]) -> tuple[str, ...]:
    """What players of a campaign should think of before they begin."""
    if not scenario.campaign:
        return ()
    offset = "what each side brings carries over from battle to battle: give the weaker one a boon, or accept the odds"
    withdrawal = "in a campaign the option forced_withdrawal is advised"
    return (offset, *((withdrawal,) if "forced_withdrawal" not in options else ()), *game_master())


@rules.formula("AS-SCN-021", otherwise=())
def game_master() -> tuple[str, ...]:
    return ("most players share one side; an impartial one builds and runs the other and chooses what comes next",)


def too_many(scenario: Scenario, forces: Mapping[str, ForceStrength]) -> str | None:
    """Advice: how large the forces had better be."""
    most = scenario.units or RECOMMENDED.of(rules)["units"]
    crowd = next((side for side, force in forces.items() if force.units > most), None)
    if crowd is None:
        return None
    return f"{crowd} has {forces[crowd].units} units; {scenario.name} is best played with {most} or fewer on each side"
