"""Before the battle (pp. 28-30): who decides what while the table is made ready.

Knows the order of the decisions, not the terrain, forces or scenarios that are chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.dice import Dice

TABLE_SIZE: Final = rules.table("AS-INT-004", {"width": 72.0, "depth": 48.0})

OBJECTIVES: Final = rules.table("AS-INT-052", {"at_least": 4, "per_side": 2})


class SetupChoice(NamedTuple):
    """One decision of the preparation: whose it is, and which rule gives it to them."""

    side: str
    what: str
    rule: str


class SetupRoll(NamedTuple):
    winner: str
    loser: str
    rolls: dict[str, tuple[int, ...]]
    rerolled: int


@rules.formula("AS-INT-035", otherwise=lambda sides, dice: SetupRoll(sides[1], sides[0], {}, 0))
def setup_initiative(sides: tuple[str, str], dice: Dice) -> SetupRoll:
    """Each side rolls 2D6 once for the whole preparation; ties are rolled again."""
    ties = 0
    while True:
        rolls = {side: dice.roll(2) for side in sides}
        one, two = (sum(rolls[side]) for side in sides)
        if one != two:
            break
        ties += 1
    winner, loser = sides if one > two else sides[::-1]
    return SetupRoll(winner, loser, rolls, ties)


@rules.formula("AS-INT-036", otherwise=lambda roll: SetupChoice(roll.loser, "scenario", "AS-INT-036"))
def scenario_choice(roll: SetupRoll) -> SetupChoice:
    """The winner names the scenario, or a plain fight to the last."""
    return SetupChoice(roll.winner, "scenario", "AS-INT-036")


@rules.formula("AS-INT-050", otherwise=lambda roll: SetupChoice(roll.winner, "terrain", "AS-INT-050"))
def terrain_placement(roll: SetupRoll) -> SetupChoice:
    """The loser lays out the terrain both have agreed on."""
    return SetupChoice(roll.loser, "terrain", "AS-INT-050")


@rules.formula("AS-INT-051", otherwise=lambda roll: SetupChoice(roll.loser, "home_edge", "AS-INT-051"))
def home_edge_choice(roll: SetupRoll) -> SetupChoice:
    """When the terrain lies, the winner takes any of the four edges."""
    return SetupChoice(roll.winner, "home_edge", "AS-INT-051")


@rules.formula("AS-INT-053", otherwise=lambda roll: (SetupChoice(roll.winner, "objectives", "AS-INT-053"),))
def objective_placement(roll: SetupRoll) -> tuple[SetupChoice, ...]:
    """The loser places first, each side the objectives its opponent is after, in its own zone."""
    return tuple(SetupChoice(side, "objectives", "AS-INT-053") for side in (roll.loser, roll.winner))


@rules.formula("AS-SCN-004", otherwise=lambda roll, each: (terrain_placement(roll),))
def terrain_in_turns(roll: SetupRoll, each: int) -> tuple[SetupChoice, ...]:
    """In a scenario the sides lay down terrain piece by piece in turn, so many each; the loser begins."""
    return tuple(SetupChoice(side, "terrain", "AS-SCN-004") for _ in range(each) for side in (roll.loser, roll.winner))


def preparation(
    roll: SetupRoll, *, objectives: bool = False, deployed: bool = False, terrain: int = 0
) -> Iterator[SetupChoice]:
    """Every decision in its order. In a scenario each side lays down so many pieces of ``terrain``."""
    yield scenario_choice(roll)
    yield from terrain_in_turns(roll, terrain) if terrain else (terrain_placement(roll),)
    yield home_edge_choice(roll)
    if objectives:
        yield from objective_placement(roll)
    if deployed:
        yield SetupChoice(roll.winner, "deploy_first_or_second", "AS-INT-056")


# -- the quick-start rules ------------------------------------------------------------------------------------


@rules.formula("QS-004", otherwise=())
def choice_of_armies(roll: SetupRoll) -> tuple[SetupChoice, ...]:
    """The higher roll chooses its army list first, the lower last."""
    return SetupChoice(roll.winner, "army_first", "QS-004"), SetupChoice(roll.loser, "army_last", "QS-004")


@rules.formula("QS-006", otherwise=())
def agreed_table(roll: SetupRoll) -> tuple[SetupChoice, ...]:
    """Terrain is agreed on; then the winner takes an edge, and the other side has the opposite one."""
    both = f"{roll.winner} and {roll.loser}"
    return SetupChoice(both, "terrain_agreed", "QS-006"), SetupChoice(roll.winner, "home_edge", "QS-006")


@rules.formula("QS-005", otherwise=None)
def uneven(one: Sequence[int], two: Sequence[int]) -> str | None:
    """Why a battle of units worth so many points is not even: numbers and points are equal, or it is not."""
    if len(one) != len(two):
        return f"{len(one)} units against {len(two)} are not even"
    return None if sum(one) == sum(two) else f"{sum(one)} points against {sum(two)} are not even"


def quick_preparation(roll: SetupRoll) -> Iterator[SetupChoice]:
    """The same for an introductory game."""
    yield from choice_of_armies(roll)
    yield from agreed_table(roll)


@rules.formula("AS-INT-037", otherwise=None)
def over_limit(points: int, limit: int) -> str | None:
    """What is wrong with a force of so many points against the agreed limit, in one sentence."""
    if points <= limit:
        return None
    return f"the force costs {points} points, {points - limit} more than the agreed {limit}"


@rules.formula("AS-INT-052", otherwise=None)
def wrong_objectives(placed: dict[str, int]) -> str | None:
    """Four objectives or more, an equal share in each side's zone."""
    if sum(placed.values()) < OBJECTIVES.of(rules)["at_least"]:
        return f"at least {OBJECTIVES.of(rules)['at_least']} objectives are needed, not {sum(placed.values())}"
    if len(set(placed.values())) > 1:
        shares = ", ".join(f"{side} {count}" for side, count in placed.items())
        return f"each side gets the same number of objectives, not {shares}"
    return None
