"""Rehearsals: a move is carried out on a copy of the battle, everyone else moves as the tactical player would, and when
the Combat Phase begins the rules are asked what both sides may expect of it.

Numbers leave out what is rare; a copy of the battle does not. Knows how to try a move, not which moves to try.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.bots.alphastrike.search.budget import ENDLESS, Budget
from lancemate.bots.alphastrike.tactics.exchange import exchange
from lancemate.bots.alphastrike.tactics.moves import next_unit, options
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.bots.alphastrike.tactics.survey import stance
from lancemate.bots.alphastrike.view import accepted, movable

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.aims import Aim
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.fire import FireTable
    from lancemate.bots.alphastrike.tactics.judging import Weights
    from lancemate.bots.alphastrike.tactics.shots import Shot
    from lancemate.bots.alphastrike.tactics.survey import Survey


class Rehearser(Gunner):
    """Remembers, from one rehearsal to the next, what a shot between two units comes to that stand as they stood. A
    third unit that would hide the one or shield the other is taken to be where it was. Good for the Movement Phase of
    one turn."""

    def __init__(self, *, wear: float) -> None:
        super().__init__(wear=wear)
        self._known: dict[object, tuple[Shot, ...]] = {}

    def _at(self, battle: Battle, unit: Unit, choice: Aim) -> tuple[Shot, ...]:
        key = choice, unit.id, stance(unit), stance(battle.units[choice.target])
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = super()._at(battle, unit, choice)
        return found


def rehearsed(
    battle: Battle,
    side: str,
    move: orders.Move,
    fires: FireTable,
    weights: Weights,
    gunner: Gunner,
    budget: Budget = ENDLESS,
    survey: Survey | None = None,
) -> float | None:
    """What a side may expect of the turn after a move, what is good about the place itself aside; None when the rules
    forbid it, or time is up before the end."""
    twin = battle.clone()
    if not accepted(twin, move):
        return None
    turn, merit = twin.state.turn, 0.0
    while twin.outcome is None and orders.Move in twin.now.verbs and twin.state.turn == turn:
        if budget.out_of_time:
            return None
        merit += _step(twin, side, fires, weights, survey)
    if twin.outcome is not None or orders.Attack not in twin.now.verbs:
        return merit
    if budget.out_of_time:
        return None
    dealt, taken = exchange(twin, side, gunner)
    return dealt - taken + merit


def _step(battle: Battle, side: str, fires: FireTable, weights: Weights, survey: Survey | None) -> float:
    """Whoever is to act does what the tactical player would; how good the place it takes is for the side."""
    asked = battle.state.decision
    if asked is not None:
        battle.do(orders.Decide(asked.side, asked.choices[0]))
        return 0.0
    assert battle.state.to_act is not None
    unit = next_unit(battle, movable(battle, battle.state.to_act), weights)
    for option in options(battle, unit, fires, weights, 1, survey=survey):
        if accepted(battle, option.command):
            merit = option.merit(weights)
            return merit if unit.side == side else -merit
    battle.do(least_move(battle, unit))
    return 0.0
