"""Initiative (p. 8): once in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.play.events import InitiativeRolled
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.explain import Modifier, total
from lancemate.rulebook.wording import dice

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


SUBTRACT, KEEP = "subtract", "keep"
Rolls = dict[str, tuple[int, ...]]


def roll_initiative(battle: Battle, ties: int = 0) -> None:
    """Two dice for each side as they are listed; ties are thrown again."""
    compare(battle, {side: battle.roll(2) for side in battle.sides}, {}, ties)


def compare(battle: Battle, rolls: Rolls, answers: dict[str, str], ties: int) -> None:
    """Once the dice lie, whoever may subtract from his is asked, as the sides are listed; then the sums count."""
    parts = {side: _tactics(battle, side) for side in battle.sides}
    for side in battle.sides:
        if parts[side] and side not in answers:
            told = "; ".join(f"{name} has rolled {dice(roll)}" for name, roll in rolls.items())
            text = f"{told}: does {side} subtract {-total(parts[side])}? The higher sum moves first"
            question = Decision(side, "tactics", text, (SUBTRACT, KEEP), parts[side][0].rule)
            battle.ask(question, "tactics_decided", side=side, rolls=rolls, answers=answers, ties=ties)
            return
    used = {side: found if answers.get(side) == SUBTRACT else () for side, found in parts.items()}
    sums = {side: sum(roll) + total(used[side]) for side, roll in rolls.items()}
    one, other = battle.sides
    if sums[one] == sums[other]:
        roll_initiative(battle, ties + 1)
    else:
        battle.emit(InitiativeRolled(rolls, used, goes_first(battle, sums), ties))


@rules.task("tactics_decided")
def tactics_decided(battle: Battle, side: str, rolls: Rolls, answers: dict[str, str], ties: int, choice: str) -> None:
    compare(battle, rolls, {**answers, side: choice}, ties)


def _tactics(battle: Battle, side: str) -> tuple[Modifier, ...]:
    answers = (hook(battle, side) for hook in battle.hooks[hooks.tactics])
    return tuple(part for part in answers if part is not None)


@rules.rule("BT-SEQ-001", otherwise=lambda battle, sums: min(sums, key=sums.__getitem__))
def goes_first(battle: Battle, sums: dict[str, int]) -> str:
    """The higher sum is Side A, which moves first in every turn."""
    return max(sums, key=sums.__getitem__)
