"""The searching player. Before each of its moves it works out, for both sides, the places the tactical player would
think of, and looks ahead over them to the end of the Movement Phase: its move, the answer, the answer to that, as deep
as its budget goes, and the exchange of fire at the end of it. It is anytime: a smaller budget only makes it shallower.

A node is one position valued. With a budget of nodes the same seed gives the same battle on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.movement.planner import check_move
from lancemate.bots.search import kernels
from lancemate.bots.search.budget import Budget
from lancemate.bots.search.model import Model, build
from lancemate.bots.tactics.exchange import Tally, Volley, fire_plan, prizes
from lancemate.bots.tactics.judging import DEFAULT, Weights
from lancemate.bots.tactics.player import TacticalPlayer

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.bots.tactics.shots import Valued
    from lancemate.bots.view import View

NODES: Final = 40_000  # positions valued before each move
OWN: Final = 8  # places of each of its own units
OTHERS: Final = 7  # and of the enemy's
MANY: Final = 70  # places of a mode from which they are chosen
DEEPEST: Final = 6  # moves that are all tried


class Try(NamedTuple):
    """A move to be tried: which unit, which of its places, and what it has come to so far."""

    unit: int
    row: int
    value: float


class SearchPlayer(TacticalPlayer):
    """Looks ahead to the end of the turn."""

    def __init__(self, seed: int, budget: Budget | None = None, weights: Weights = DEFAULT) -> None:
        super().__init__(seed, weights)
        self.budget = budget or Budget(NODES)

    # -- moves ------------------------------------------------------------------------------------------------

    def _act(self, view: View) -> orders.Command | None:
        moving = [unit for unit in view.to_move() if unit.on_table]
        if moving and view.enemies:
            command = self._best_move(view.battle, view.side, moving)
            if command is not None:
                return command
        return super()._act(view)

    def _best_move(self, battle: Battle, side: str, moving: list[Unit]) -> orders.Command | None:
        model = build(battle, side, self.fires, self.weights, OWN, OTHERS, MANY)
        names = [unit.id for unit in model.camps[0].units]
        ours = [names.index(unit.id) for unit in moving if unit.id in names]
        for one in self._ranked(model, ours):
            command = model.camps[0].posts[one.row].command
            if command is not None and check_move(battle, command).legal:
                return command
        return None

    def _ranked(self, model: Model, ours: list[int]) -> list[Try]:
        """Every move of its own, best first, as far as the budget let it see."""
        budget = self.budget.begin()
        first, last = model.runs[0], model.runs[1]
        found = [Try(unit, row, 0.0) for unit in ours for row in range(int(first[unit]), int(last[unit]))]
        found = [one._replace(value=self._look(model, one, 0, -1e18, budget)) for one in found]
        found.sort(key=lambda one: -round(one.value, 9))
        for depth in range(1, min(DEEPEST, len(model.steps) - 1) + 1):
            deeper: list[Try] = []
            best = -1e18
            for one in found:
                if budget.spent:
                    break
                value = self._look(model, one, depth, best, budget)
                best = max(best, value)
                deeper.append(one._replace(value=value))
            if budget.spent:
                # Only what was seen through to the same depth can be compared.
                seen = sorted(deeper[:-1], key=lambda one: -round(one.value, 9))
                return seen + found[len(seen) :]
            found = sorted(deeper, key=lambda one: -round(one.value, 9))
        return found

    def _look(self, model: Model, one: Try, depth: int, low: float, budget: Budget) -> float:
        """What a move comes to when so many answers to it are tried."""
        ours, theirs = model.camps
        at0, at1 = ours.first.copy(), theirs.first.copy()
        at0[one.unit] = one.row
        order0 = np.array([unit for unit in model.order[0] if unit != one.unit], dtype=np.int64)
        turns = (np.array(model.steps[1:], dtype=np.int64), order0, np.array(model.order[1], dtype=np.int64))
        nodes = np.array([0, budget.nodes_left], dtype=np.int64)
        marked = np.zeros(max(len(at0), len(at1)))
        value = kernels.look(
            model.tables, model.rolls, model.runs, turns, at0, at1, 0, 0, 0, depth, low, 1e18, marked, nodes
        )
        budget.use(int(nodes[0]))
        return value

    # -- shots ------------------------------------------------------------------------------------------------

    def _shoot(self, view: View) -> orders.Command:
        """The first shot of the plan that takes most in all."""
        battle = view.battle
        firing = [self.gunner.valued(battle, unit) for unit in view.to_attack()]
        ready = [[one for one in valued if one.gain > 1e-9] for valued in firing]
        ready = [valued for valued in ready if valued]
        if not ready:
            return orders.EndPhase()
        start = Tally(prizes(battle, battle.on_table(battle.opponent(view.side))))
        plans = [[_volley(start, one) for one in valued] for valued in ready]
        best, chosen = -1e9, ready[0][0]
        for number, valued in enumerate(ready):
            for one, volley in zip(valued, plans[number], strict=True):
                tally = start.clone()
                gained = tally.gain(volley)
                tally.add(volley)
                gained += fire_plan(tally, [other for place, other in enumerate(plans) if place != number])
                if gained > best + 1e-9:
                    best, chosen = gained, one
        return chosen.shot.command


def _volley(tally: Tally, valued: Valued) -> Volley:
    shot = valued.shot
    target = shot.command.target
    name = target if isinstance(target, str) and target in tally.prizes else next(iter(tally.prizes))
    plain = shot.chance * tally.prizes[name].mean_loss(shot.points)
    return Volley(name, shot.chance if shot.points else 0.0, shot.points, plain - valued.gain)
