"""The tactical player itself: puts its thoughts about moves, shots and the rest together into one command at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.commands.temper import GO as RAGE
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.turn.buying import QUESTION as BUYING
from lancemate.bots.alphastrike.support import AIR_COVER, air_cover, best_sortie, purchase_order
from lancemate.bots.alphastrike.tactics.answers import coolant, jamming, sensible
from lancemate.bots.alphastrike.tactics.boarding import boarding_deed
from lancemate.bots.alphastrike.tactics.burying import mines_at_setup
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.flights import best_flight
from lancemate.bots.alphastrike.tactics.forms import in_another_form
from lancemate.bots.alphastrike.tactics.guns import plotted, standing_off
from lancemate.bots.alphastrike.tactics.hiding import coming_out, hidden_start
from lancemate.bots.alphastrike.tactics.judging import DEFAULT, Weights
from lancemate.bots.alphastrike.tactics.lights import light_switch
from lancemate.bots.alphastrike.tactics.mines import detonation, laying
from lancemate.bots.alphastrike.tactics.moves import MoveOption, next_unit, options
from lancemate.bots.alphastrike.tactics.objectives import deed_of, relief, sturdiest
from lancemate.bots.alphastrike.tactics.runs import with_a_run
from lancemate.bots.alphastrike.tactics.shots import Gunner
from lancemate.bots.alphastrike.tactics.talents import another_prey, best_prey, provoking, rage_pays
from lancemate.bots.alphastrike.tactics.worth import prize
from lancemate.kernel.dice import Generator
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Hit
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.view import View
    from lancemate.kernel.agenda import Decision


@frozen
class Nerve:
    """How well a player keeps its head: how often, of a hundred times, it takes anything that comes to its mind."""

    slips: int = 0
    thoughts: int = 6  # moves that come to its mind
    overheats: bool = True
    presses: bool = False  # of what comes to its mind it does what brings it to the enemy


STEADY: Final = Nerve()
NEAR: Final = 6.0  # inches: everything hits well from there
MISTAKES: Final = 8  # attacks that the rules forbid after all, before it thinks of nothing else


class TacticalPlayer:
    """Looks one exchange ahead, and minds what the scenario is about unless it is made blind to ``objectives``.

    Where units may lie hidden, some do, unless it is told to lay no ``ambushes``; likewise for ``mines`` that it lays,
    ``runs`` of its VTOLs, special ``munitions``, and ``shells``: artillery, and whatever is fired at what others see.
    Its guns stand beyond the table where points are plotted for them, unless ``stands_off`` says always or never.
    """

    def __init__(
        self,
        seed: int,
        weights: Weights = DEFAULT,
        nerve: Nerve = STEADY,
        *,
        objectives: bool = True,
        ambushes: bool = True,
        mines: bool = True,
        runs: bool = True,
        shells: bool = True,
        munitions: bool = True,
        stands_off: bool | None = None,
    ) -> None:
        self.luck = Generator(seed)
        self.weights = weights if objectives else replace(weights, purpose=0.0)
        self.nerve = nerve
        self.ambushes = ambushes
        self.stands_off = stands_off
        self.fires = FireTable(shells=shells)
        self.mines = mines
        self.runs = runs
        self.gunner = Gunner(overheats=nerve.overheats, purposeful=objectives, shells=shells, munitions=munitions)

    def choose(self, view: View, decision: Decision | None) -> orders.Command:
        command = self._wish(view, decision)
        for _ in range(MISTAKES):
            if command is not None and view.allows(command):
                return command
            if not isinstance(command, orders.Attack):
                break
            self.gunner.put_aside(command)
            command = self._wish(view, decision)
        return view.instead_of(command)

    def _wish(self, view: View, decision: Decision | None) -> orders.Command | None:
        """What it would like to do, as far as it has thought about the rules."""
        if decision is not None:
            return self._decide(view, decision)
        return self._put_down(view) or self._act(view)

    def _decide(self, view: View, decision: Decision) -> orders.Command:
        if decision.kind == BUYING:
            return purchase_order(view.battle, view.side, self.luck.next64())
        if decision.kind == AIR_COVER:
            return orders.Decide(view.side, air_cover(view.battle, decision))
        choice = (
            self._talented(view, decision)
            or sensible(decision)
            or ("front" if "front" in decision.choices else decision.choices[0])
        )
        if self.weights.purpose and decision.kind.endswith("commander"):
            choice = sturdiest(view.battle, decision.choices) or choice
        return orders.Decide(view.side, choice)

    def _talented(self, view: View, decision: Decision) -> str | None:
        """Answers that need a look at the battle."""
        if decision.kind == "stalk" and decision.unit is not None:
            return best_prey(view.battle, view.battle.units[decision.unit], decision.choices, self.fires)
        return RAGE if decision.kind == "berserk" and rage_pays(view.battle, view.side) else None

    def _put_down(self, view: View) -> orders.Command | None:
        if view.battle.setup.scenario is None or not self.weights.purpose:
            return None
        return relief(view.battle, view.to_move())

    def _act(self, view: View) -> orders.Command | None:
        secret: orders.Command | None = mines_at_setup(view) if self.mines else None
        if secret is None and self.ambushes:
            secret = hidden_start(view) or coming_out(view)
        if secret is None and (plotted(view) if self.stands_off is None else self.stands_off):
            secret = standing_off(view)
        if secret is not None:
            return secret
        if view.is_time_to(orders.Deploy):
            return self._keep_in_the_air(view)
        blast = detonation(view.battle, view.side)
        if blast is not None:
            return blast
        moving = view.to_move()
        if moving:
            jam = jamming(view.battle, view.side)
            if jam is not None:
                return jam
            hunt = another_prey(view.battle, moving, self.fires)
            if hunt is not None:
                return hunt
            mover = next_unit(view.battle, moving, self.weights)
            left_behind = laying(view.battle, mover) if self.mines else None
            return left_behind or self._move(view, mover)
        if view.is_time_to(orders.Attack):
            return self._call_in(view, self._shoot(view))
        return None

    def _keep_in_the_air(self, view: View) -> orders.Command | None:
        """Aircraft come on in flight, where they may; all others are placed as usual."""
        flyers = (orders.Pass(unit.id) for unit in view.to_deploy() if unit.card.is_aerospace)
        return next(filter(view.allows, flyers), None)

    def _call_in(self, view: View, command: orders.Command) -> orders.Command:
        """When its units are done, the support of its side may still strike, and switches may be turned."""
        if not isinstance(command, orders.EndPhase):
            return command
        sortie = best_sortie(view.battle, view.side, _cost_of_hit)
        if sortie is not None and view.allows(sortie.command):
            return sortie.command
        return light_switch(view.battle, view.side) or coolant(view.battle, view.side) or command

    def _move(self, view: View, unit: Unit) -> orders.Command | None:
        if unit.card.is_aerospace:
            return best_flight(view.battle, unit)
        count = self.nerve.thoughts if self.nerve.slips else 1
        found = options(view.battle, unit, self.fires, self.weights, count)
        if not found:
            return None
        if not self._slips():
            another = in_another_form(view.battle, unit, found[0], self.weights)
            if another is not None:
                return another
            command = provoking(view.battle, unit, found[0].command)
            return with_a_run(view.battle, unit, command, self.gunner) if self.runs else command
        return self.luck.choice(forward(view.battle, unit, found) if self.nerve.presses else found).command

    def _shoot(self, view: View) -> orders.Command:
        battle = view.battle
        deed = boarding_deed(battle, view.side, view.to_attack())
        if deed is None and self.weights.purpose:
            deed = deed_of(battle, view.to_attack())
        if deed is not None:
            return deed
        if self._slips():
            any_ = [one for unit in view.to_attack() for one in self.gunner.valued(battle, unit) if one.gain > 0]
            if any_:
                return self.luck.choice(any_).shot.command
        best = self.gunner.best_of(battle, view.to_attack())
        return best.shot.command if best is not None else orders.EndPhase()

    def _slips(self) -> bool:
        return bool(self.nerve.slips) and self.luck.below(100) < self.nerve.slips


def forward(battle: Battle, unit: Unit, found: Sequence[MoveOption]) -> Sequence[MoveOption]:
    """The third of some moves that serves the scenario most; where none does more for it, that leads to the enemy."""
    served = sorted((option.purpose for option in found), reverse=True)
    if served[0] - served[-1] < 1e-9:
        return nearest(battle, unit, found)
    return [option for option in found if option.purpose >= served[(len(served) - 1) // 3]]


def nearest(battle: Battle, unit: Unit, found: Sequence[MoveOption]) -> Sequence[MoveOption]:
    """The third of some moves that ends nearest to an enemy; whoever is as near as it should be is near enough."""
    enemies = [enemy.at for enemy in battle.on_table(battle.opponent(unit.side))]
    if not enemies:
        return found

    def away(option: MoveOption) -> float:
        end = option.command.path[-1] if option.command.path else unit.at
        return max(NEAR, min(battle.table.distance(end, enemy) for enemy in enemies))

    bound = sorted(map(away, found))[(len(found) - 1) // 3]
    return [option for option in found if away(option) <= bound]


def _cost_of_hit(battle: Battle, hit: Hit) -> float:
    return prize(battle, battle.units[hit.unit]).loss(hit.points)
