"""The Initiative Phase (p. 30): two dice for each side, and who acts first this turn.

Hooks: ``initiative`` (battle, side) -> int | None adds to a side's roll, ``initiative_rolled`` (battle, rolled) hears
the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.play.clock import next_phase
from lancemate.alphastrike.play.events import InitiativeRolled
from lancemate.alphastrike.play.phases import CLOCK, INITIATIVE, TurnPhase
from lancemate.alphastrike.ruleset import rules

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
    first, second = battle.sides
    ties = 0
    while True:
        rolls = {first: battle.roll(2), second: battle.roll(2)}
        one = dice_sum(battle, rolls[first]) + initiative_bonus(battle, first)
        two = dice_sum(battle, rolls[second]) + initiative_bonus(battle, second)
        if one != two:
            break
        ties += 1
    winner, loser = (first, second) if one > two else (second, first)
    rolled = InitiativeRolled(rolls, winner, loser, ties)
    battle.emit(rolled)
    for hook in battle.hooks[hooks.initiative_rolled]:
        hook(battle, rolled)


def initiative_bonus(battle: Battle, side: str) -> int:
    bonus = 0
    for hook in battle.hooks[hooks.initiative]:
        bonus += hook(battle, side) or 0
    return bonus


CLOCK.add(TurnPhase(name=INITIATIVE, title="Initiative Phase", begin=begin_initiative))
