"""Initiative (p. 8): once in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.play.events import InitiativeRolled
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.explain import Modifier, total

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


def roll_initiative(battle: Battle) -> None:
    """Two dice for each side as they are listed; ties are thrown again."""
    parts = {side: _modifiers(battle, side) for side in battle.sides}
    ties = 0
    while True:
        rolls = {side: battle.roll(2) for side in battle.sides}
        sums = {side: sum(roll) + total(parts[side]) for side, roll in rolls.items()}
        one, other = battle.sides
        if sums[one] != sums[other]:
            break
        ties += 1
    first = goes_first(battle, sums)
    battle.emit(InitiativeRolled(rolls, parts, first, ties))


def _modifiers(battle: Battle, side: str) -> tuple[Modifier, ...]:
    answers = (hook(battle, side) for hook in battle.hooks[hooks.initiative])
    return tuple(part for part in answers if part is not None)


@rules.rule("BT-SEQ-001", otherwise=lambda battle, sums: min(sums, key=sums.__getitem__))
def goes_first(battle: Battle, sums: dict[str, int]) -> str:
    """The higher sum is Side A, which moves first in every turn."""
    return max(sums, key=sums.__getitem__)
