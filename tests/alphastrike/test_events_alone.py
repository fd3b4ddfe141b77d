"""Only events change what is true in a battle: applied to the opening state they give the state it has come to.

The agenda is left out of the comparison: it is the engine's own bookmark (kernel/engine.py).
"""

from collections.abc import Iterator
from itertools import chain

import pytest

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.setup import Setup
from lancemate.alphastrike.play.state import State
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.lab.exhaust import odd_jobs
from lancemate.lab.forces import random_setup
from lancemate.lab.missions import random_mission
from rules.table import battle as small_battle
from rules.table import unit

COMMANDS = 60


class Recorded(Battle):
    """A battle that remembers how it stood before anything had happened."""

    __slots__ = ("opening",)

    opening: State

    def emit(self, event: BattleEvent) -> None:
        if not self.journal.events:
            self.opening = self.state.clone()
        super().emit(event)

    def from_events(self) -> State:
        state = self.opening.clone()
        for event in self.journal.events:
            event.apply(state)
        state.agenda = self.state.agenda
        return state


def _some_command(fight: Battle, luck: Generator) -> Iterator[orders.Command]:
    return chain(odd_jobs(fight, luck), proposals(fight, luck))


def check(setup: Setup, seed: int, luck: Generator) -> None:
    fight = Recorded(setup, seed)
    for _ in range(COMMANDS):
        if fight.outcome is not None:
            break
        for command in _some_command(fight, luck):
            try:
                fight.do(command)
            except Refused:
                continue
            break
        assert fight.from_events() == fight.state, fight.journal.commands[-1]


@pytest.mark.parametrize("seed", range(12))
def test_random_battles(seed: int) -> None:
    luck = Generator(seed)
    check(random_setup(luck), seed, luck)


@pytest.mark.parametrize("seed", range(8))
def test_random_missions(seed: int) -> None:
    luck = Generator(seed)
    check(random_mission(luck), seed, luck)


@pytest.mark.parametrize("phase", ["deployment", "initiative", "movement", "combat", "end"])
def test_battles_that_open_in_any_phase_with_nobody_named_first(phase: str) -> None:
    red, blue = (None, None) if phase == "deployment" else ((20.0, 12.0), (20.0, 30.0))
    setup = small_battle(unit("r1", red), unit("b1", blue), phase=phase, first=None).setup
    check(setup, 1, Generator(1))
