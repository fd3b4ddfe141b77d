"""Anytime look-ahead: every move worth thinking of is tried on a copy of the battle, the rest of the Movement Phase is
played there as the tactical player would for both sides, and the exchange of fire that follows is weighed.

A node is one move made on a copy. With a budget of nodes the same seed gives the same battle on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import commands as orders
from lancemate.bots.search.budget import Budget
from lancemate.bots.tactics.exchange import Tally, Volley, exchange, fire_plan, prizes
from lancemate.bots.tactics.judging import DEFAULT, Weights
from lancemate.bots.tactics.moves import Option, next_unit, options
from lancemate.bots.tactics.player import TacticalPlayer
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle
    from lancemate.alphastrike.state import Unit
    from lancemate.bots.tactics.shots import Valued
    from lancemate.bots.view import View

NODES: Final = 60  # moves played on copies before each of its own
THOUGHTS: Final = 5  # moves of a unit that are tried
QUICK: Final = 45  # places of a mode looked at when a move is only imagined
PRIOR: Final = 0.25  # how much the tactical player's own opinion of a move counts beside the look ahead


class SearchPlayer(TacticalPlayer):
    """Looks ahead to the end of the turn."""

    def __init__(self, seed: int, budget: float | None = None, weights: Weights = DEFAULT) -> None:
        super().__init__(seed, weights)
        self.budget = Budget(NODES if budget is None else budget)

    # -- moves ------------------------------------------------------------------------------------------------

    def _act(self, view: View) -> orders.Command | None:
        moving = view.to_move()
        if moving:
            return self._best_move(view, moving)
        return super()._act(view)

    def _best_move(self, view: View, moving: list[Unit]) -> orders.Command:
        budget = self.budget.begin()
        battle, side = view.battle, view.side
        best, chosen = -1e9, None
        for option in self._thoughts(battle, moving, budget):
            value = PRIOR * option.score + self._look_ahead(battle, side, option.command, budget)
            if value > best + 1e-9:
                best, chosen = value, option.command
            if budget.spent:
                break
        if chosen is None:
            return orders.Pass(next_unit(battle, moving).id)
        return chosen

    def _thoughts(self, battle: Battle, moving: list[Unit], budget: Budget) -> Iterator[Option]:
        """Moves to try: the best of every unit first, then the second best, and so on."""
        first = next_unit(battle, moving)
        order = [first, *(unit for unit in moving if unit is not first)]
        found = []
        for unit in order:
            found.append(options(battle, unit, self.fires, self.weights, THOUGHTS))
            budget.use(1)
        for rank in range(THOUGHTS):
            for all_of_them in found:
                if rank < len(all_of_them):
                    yield all_of_them[rank]

    def _look_ahead(self, battle: Battle, side: str, command: orders.Command, budget: Budget) -> float:
        """What the turn comes to if this move is made and everyone goes on as the tactical player would."""
        twin = battle.clone()
        try:
            twin.do(command)
        except Refused:
            return -1e9
        while twin.state.phase == "movement" and twin.state.decision is None and twin.outcome is None:
            self._imagine(twin)
            budget.use(1)
        dealt, taken = exchange(twin, side, self.fires)
        return dealt - taken

    def _imagine(self, twin: Battle) -> None:
        """Make the next move on a copy, whosever it is."""
        from lancemate.alphastrike.sequence import counts_for_movement, item_of

        state = twin.state
        waiting = [unit for unit in twin.units.values() if unit.side == state.to_act and counts_for_movement(unit)]
        if state.moving_group is not None:
            waiting = [unit for unit in waiting if item_of(twin, unit) == state.moving_group]
        unit = next_unit(twin, waiting)
        found = options(twin, unit, self.fires, self.weights, 1, QUICK)
        twin.do(found[0].command if found else orders.Pass(unit.id))

    # -- shots ------------------------------------------------------------------------------------------------

    def _shoot(self, view: View) -> orders.Command:
        """The first shot of the plan that takes most in all."""
        battle = view.battle
        firing = [(unit, self.gunner.valued(battle, unit)) for unit in view.to_attack()]
        ready = [(unit, [one for one in valued if one.gain > 1e-9]) for unit, valued in firing]
        ready = [(unit, valued) for unit, valued in ready if valued]
        if not ready:
            return orders.EndPhase()
        start = Tally(prizes(battle, battle.on_table(battle.opponent(view.side))))
        plans = [[_volley(start, one) for one in valued] for _, valued in ready]
        best, chosen = -1e9, ready[0][1][0]
        for number, (_, valued) in enumerate(ready):
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
