"""The searching player. Before each of its moves it works out, for both sides, the places the tactical player would
think of, and looks ahead over them to the end of the Movement Phase: its move, the answer, the answer to that, as deep
as its budget goes, and the exchange of fire at the end of it. The moves that come out best are then rehearsed on copies
of the battle, and the one that does best there is made. It is anytime: a smaller budget only makes it shallower.

A node is one position valued, and every move of a rehearsal costs as much as many of them. With a budget of nodes the
same seed gives the same battle on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.search import kernels
from lancemate.bots.alphastrike.search.budget import Budget
from lancemate.bots.alphastrike.search.model import Model, Post, build
from lancemate.bots.alphastrike.search.rehearsal import Rehearser, rehearsed
from lancemate.bots.alphastrike.tactics.exchange import Tally, fire_plan, prizes, volley
from lancemate.bots.alphastrike.tactics.judging import DEFAULT, Weights
from lancemate.bots.alphastrike.tactics.moves import next_unit, options
from lancemate.bots.alphastrike.tactics.objectives import deed_of
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.bots.alphastrike.tactics.survey import Survey

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.search.kernels import Turns
    from lancemate.bots.alphastrike.view import View
    from lancemate.field.layout import Ints
    from lancemate.field.shapes import Point

NODES: Final = 100_000  # positions valued before each move
OWN: Final = 10  # places of each of its own units
OTHERS: Final = 10  # and of the enemy's
DEEPEST: Final = 6  # moves that are all tried
MORE: Final = 1  # moves that are rehearsed after the best one of every unit, of the unit whose is best of all
NEAR: Final = 3.0  # inches between two places that are much the same
REHEARSAL: Final = 1_000  # nodes that every move of a rehearsal costs
SHARE: Final = 0.75  # of the budget that is kept for rehearsals
WEAR: Final = 1.2  # of a unit's worth, for all its points: what they mean on average from the first to the last


class Try(NamedTuple):
    """A move to be tried: which unit, which of its places, and what it has come to so far."""

    unit: int
    row: int
    value: float


class Hope(NamedTuple):
    """A move, and what may be expected of the turn after it."""

    command: orders.Move
    value: float


class SearchPlayer(TacticalPlayer):
    """Looks ahead to the end of the turn."""

    def __init__(self, seed: int, budget: Budget | None = None, weights: Weights = DEFAULT) -> None:
        super().__init__(seed, weights)
        self.budget = budget or Budget(NODES)
        self.gunner = Gunner(purposeful=True, wear=WEAR)
        self.rehearser, self.survey = Rehearser(wear=WEAR), Survey()
        self._when: tuple[object, ...] = ()

    # -- moves ------------------------------------------------------------------------------------------------

    def _act(self, view: View) -> orders.Command | None:
        moving = [unit for unit in view.to_move() if unit.on_table and unit.doomed is None]
        if moving and any(enemy.doomed is None for enemy in view.enemies):
            command = self._best_move(view.battle, view.side, moving)
            if command is not None:
                return command
        return super()._act(view)

    def _best_move(self, battle: Battle, side: str, moving: list[Unit]) -> orders.Command | None:
        budget = self.budget.begin()
        self._remember(battle)
        model = build(battle, side, self.fires, self.weights, OWN, OTHERS, budget, self.survey)
        if model is None:
            return None
        names = [unit.id for unit in model.camps[0].units]
        ours = [names.index(unit.id) for unit in moving if unit.id in names]
        budget.keep(SHARE)
        ranked = [model.camps[0].posts[one.row] for one in self._ranked(model, ours, budget)]
        budget.keep(0.0)
        mover = next_unit(battle, moving, self.weights)
        usual = options(battle, mover, self.fires, self.weights, 1, survey=self.survey)
        moves = {option.command: option.merit(self.weights) for option in usual}
        moves |= _commands(best_of_every_unit(ranked))
        best = self._best_rehearsed(battle, side, moves, len(model.steps), budget)
        if best is None:
            return next((command for command in moves if check_move(battle, command).legal), None)
        others = _commands(elsewhere(battle, ranked, best.command, moves))
        other = self._best_rehearsed(battle, side, others, len(model.steps), budget)
        return other.command if other is not None and other.value > best.value + 1e-9 else best.command

    def _remember(self, battle: Battle) -> None:
        """What it has worked out about shots and places holds until somebody is hurt, or the turn is over."""
        harm = tuple(
            (unit.id, unit.place, unit.heat, unit.armor, unit.structure, unit.wounds) for unit in battle.units.values()
        )
        when = battle.table, battle.state.turn, harm
        if when != self._when:
            self._when, self.rehearser, self.survey = when, Rehearser(wear=WEAR), Survey()

    def _best_rehearsed(
        self, battle: Battle, side: str, moves: Mapping[orders.Move, float], steps: int, budget: Budget
    ) -> Hope | None:
        """Of moves, each with what is good about its place, the one after which most may be expected of the turn."""
        best = None
        for command, merit in moves.items():
            if budget.spent:
                break
            value = rehearsed(battle, side, command, self.fires, self.weights, self.rehearser, budget, self.survey)
            budget.use(REHEARSAL * steps)
            if value is not None and (best is None or value + merit > best.value + 1e-9):
                best = Hope(command, value + merit)
        return best

    def _ranked(self, model: Model, ours: list[int], budget: Budget) -> list[Try]:
        """Every move of its own, best first, as far as the budget let it see."""
        first, last = model.runs[0], model.runs[1]
        found = [Try(unit, row, 0.0) for unit in ours for row in range(int(first[unit]), int(last[unit]))]
        at_first = takewhile(lambda one: not budget.out_of_time, found)
        found = _best_first([one._replace(value=self._look(model, one, 0, -1e18, budget)) for one in at_first])
        for depth in range(1, min(DEEPEST, len(model.steps) - 1) + 1):
            deeper: list[Try] = []
            best = -1e18
            for one in found:
                if budget.spent:
                    # Only what was seen through to the same depth can be compared.
                    return _best_first(deeper[:-1]) + found[len(deeper[:-1]) :]
                value = self._look(model, one, depth, best, budget)
                best = max(best, value)
                deeper.append(one._replace(value=value))
            found = _best_first(deeper)
        return found

    def _look(self, model: Model, one: Try, depth: int, low: float, budget: Budget) -> float:
        """What a move comes to when so many answers to it are tried."""
        at, turns = _start(model, one)
        nodes = np.array([0, budget.nodes_left], dtype=np.int64)
        marked = np.zeros(max(len(at[0]), len(at[1])))
        with _faced(model, one):
            value = kernels.look(
                model.tables, model.rolls, model.runs, turns, *at, 0, 0, 0, depth, low, 1e18, marked, nodes
            )
        budget.use(int(nodes[0]))
        return value

    # -- shots ------------------------------------------------------------------------------------------------

    def _shoot(self, view: View) -> orders.Command:
        """The first shot of the plan that takes most in all."""
        battle, budget = view.battle, self.budget.begin()
        deed = deed_of(battle, view.to_attack()) if self.weights.purpose else None
        if deed is not None:
            return deed
        firing = [self.gunner.valued(battle, unit) for unit in view.to_attack()]
        ready = [[one for one in valued if one.gain > 1e-9] for valued in firing]
        ready = [valued for valued in ready if valued]
        if not ready:
            return orders.EndPhase()
        start = Tally(prizes(battle, battle.on_table(battle.opponent(view.side))))
        plans = [[volley(start, one) for one in valued] for valued in ready]
        shots = [(one, number, place) for number, valued in enumerate(ready) for place, one in enumerate(valued)]
        shots.sort(key=lambda shot: -shot[0].gain)  # if time is up, the best by itself has been thought of
        best, chosen = (-1e9, 0.0), shots[0][0]
        for one, number, place in shots:
            if budget.out_of_time:
                break
            planned = plans[number][place]
            tally = start.clone()
            gained = tally.gain(planned)
            tally.add(planned)
            gained += fire_plan(tally, [other for who, other in enumerate(plans) if who != number])
            # Of the shots of one plan the greatest comes first: what it does may change the rest.
            if (round(gained, 6), one.gain) > best:
                best, chosen = (round(gained, 6), one.gain), one
        return chosen.shot.command


def best_of_every_unit(ranked: Iterable[Post]) -> list[Post]:
    """Who goes first matters as much as where to."""
    found: dict[str, Post] = {}
    for post in ranked:
        found.setdefault(post.unit, post)
    return list(found.values())


def elsewhere(battle: Battle, ranked: Iterable[Post], best: orders.Move, tried: Iterable[orders.Move]) -> list[Post]:
    """The best places of the unit that the best move is of, but for those near one that has been tried."""
    places = [(move.mode, _end(battle, move)) for move in tried if move.unit == best.unit]
    found: list[Post] = []
    for post in ranked:
        if post.unit == best.unit and post.command is not None and len(found) < MORE:
            end = _end(battle, post.command)
            if not any(mode == post.mode and battle.table.closer(end, at, NEAR) for mode, at in places):
                found.append(post)
                places.append((post.mode, end))
    return found


def _commands(posts: Iterable[Post]) -> dict[orders.Move, float]:
    """The moves to places, and what is good about each."""
    return {post.command: post.merit for post in posts if post.command is not None}


def _end(battle: Battle, move: orders.Move) -> Point:
    return move.path[-1] if move.path else battle.units[move.unit].at


def _start(model: Model, one: Try) -> tuple[tuple[Ints, Ints], Turns]:
    """Where everyone stands after a move, and who moves next in which order."""
    at0, at1 = model.camps[0].first.copy(), model.camps[1].first.copy()
    at0[one.unit] = one.row
    order0 = np.array([unit for unit in model.order[0] if unit != one.unit], dtype=np.int64)
    steps = np.array(model.steps[1:], dtype=np.int64)
    return (at0, at1), (steps, order0, np.array(model.order[1], dtype=np.int64))


@contextmanager
def _faced(model: Model, one: Try) -> Iterator[None]:
    """The unit that moves keeps the facing it has chosen, whatever the others do after it."""
    hurt = model.tables[0]
    free = hurt[one.row].copy()
    hurt[one.row] = model.faced[one.row]
    try:
        yield
    finally:
        hurt[one.row] = free


def _best_first(found: list[Try]) -> list[Try]:
    return sorted(found, key=lambda one: -round(one.value, 9))
