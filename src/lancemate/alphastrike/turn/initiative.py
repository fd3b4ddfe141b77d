"""The Initiative Phase (p. 30): two dice for each side, and who acts first this turn.

Sum ``initiative`` (battle, side) of Modifiers is added to a side's roll. Hooks: ``initiative_settled`` (battle) ->
(winner, rule) | None spares the dice, ``initiative_rolled`` (battle, rolled) hears the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.play.clock import next_phase
from lancemate.alphastrike.play.events import InitiativeRolled
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.phases import CLOCK, INITIATIVE, TurnPhase
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.tally import SoFar

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


def begin_initiative(battle: Battle) -> None:
    next_phase(battle)
    roll_initiative(battle)


@rules.rule(
    "AS-INT-058", otherwise=lambda battle: battle.emit(InitiativeRolled({}, battle.sides[1], battle.sides[0], 0))
)
def roll_initiative(battle: Battle) -> None:
    """Both sides roll 2D6, ties again; the lower roll acts first in movement and combat."""
    given = without_dice(battle)
    if given is not None:
        announce(battle, given)
        return
    parts = {side: initiative_parts(battle, side) for side in battle.sides}
    ties = 0
    while True:
        rolls = {side: battle.roll(2) for side in battle.sides}
        found = standing(battle, rolls, parts)
        if found is not None:
            break
        ties += 1
    announce(battle, InitiativeRolled(rolls, *found, ties, bonus=bonus_of(parts), parts=parts))


def without_dice(battle: Battle) -> InitiativeRolled | None:
    """Initiative that is not rolled for this turn: hook ``initiative_settled``."""
    for hook in battle.hooks[hooks.initiative_settled]:
        found: tuple[str, str] | None = hook(battle)
        if found is not None:
            winner, by = found
            return InitiativeRolled({}, winner, battle.opponent(winner), 0, by, dict.fromkeys(battle.sides, 0))
    return None


def margin_of(battle: Battle, rolled: InitiativeRolled) -> int:
    """By how much Initiative was won; one that was not rolled for is won by 1."""
    if not rolled.rolls:
        return 1
    totals = [dice_sum(battle, roll) + rolled.bonus.get(side, 0) for side, roll in rolled.rolls.items()]
    return abs(totals[0] - totals[1])


Rolls = Mapping[str, tuple[int, ...]]
Parts = Mapping[str, tuple[Modifier, ...]]


def standing(battle: Battle, rolls: Rolls, parts: Parts) -> tuple[str, str] | None:
    """Who wins and who loses with these dice; None for a tie."""
    first, second = battle.sides
    one = dice_sum(battle, rolls[first]) + total(parts[first])
    two = dice_sum(battle, rolls[second]) + total(parts[second])
    if one == two:
        return None
    return (first, second) if one > two else (second, first)


def bonus_of(parts: Parts) -> dict[str, int]:
    return {side: total(added) for side, added in parts.items()}


def announce(battle: Battle, rolled: InitiativeRolled) -> None:
    battle.emit(rolled)
    for hook in battle.hooks[hooks.initiative_rolled]:
        hook(battle, rolled)


def initiative_parts(battle: Battle, side: str) -> tuple[Modifier, ...]:
    """What is added to a side's roll, as named parts."""
    asked = battle.hooks[hooks.initiative]
    found = [part for hook in asked if (part := hook(battle, side)) is not None] if asked else []
    parts = [*all_of_them(battle, tuple(found))] if len(found) > 1 else found
    later = battle.hooks[hooks.initiative.later]
    if later:
        so_far = SoFar(parts)
        for sees in later:
            less = sees(battle, side, so_far)
            if less is not None:
                parts.append(less)
    return tuple(parts)


@rules.rule("AS-SCA-010", otherwise=lambda battle, parts: parts[:1])
def all_of_them(battle: Battle, parts: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What different abilities add to Initiative adds up; nothing limits it."""
    return parts


CLOCK.add(TurnPhase(name=INITIATIVE, title="Initiative Phase", begin=begin_initiative))
