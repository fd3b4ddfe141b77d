"""Whatever rules are left out, an order is carried out or refused, and of one that is refused nothing comes."""

from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.ruleset import rules
from lancemate.bots.battletroops.random_play import proposals
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, Refused
from lancemate.lab.battletroops.exhaust import odd_jobs
from lancemate.lab.battletroops.setups import random_setup

rules.load()
IDS = sorted({name for home in rules.homes for name in home.ids})
STEPS, TURNS = 60, 6
# Each of these battles ended in an exception once, at an order that made no sense to the rules that were left.
BROKEN = (4, 9, 10, 16, 18, 27, 33, 57, 103, 120, 260, 453)


def play(seed: int, steps: int = STEPS) -> int:
    """A random battle without a random set of rules; how many orders were carried out."""
    luck = Generator(seed)
    one_in = 1 + luck.below(30)
    without = frozenset(name for name in IDS if luck.below(one_in) == 0)
    try:
        battle = Battle(random_setup(luck), seed, without=without)
    except InputError:
        return 0  # what only a rule makes possible cannot be set up without it
    done = 0
    while done < steps and battle.outcome is None and battle.state.turn <= TURNS:
        for command in chain(odd_jobs(battle, luck), proposals(battle, luck)):
            told = len(battle.journal.events)
            try:
                battle.do(command)
            except Refused:
                assert len(battle.journal.events) == told, f"{command} was refused, and yet something came of it"
                continue
            done += 1
            break
        else:
            break
    return done


@pytest.mark.parametrize("seed", BROKEN)
def test_battles_that_broke_go_on(seed: int) -> None:
    assert play(seed, 150) > 0


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some.integers(0, 10_000_000))
def test_nothing_but_refusals_comes_of_an_order(seed: int) -> None:
    assert play(seed) <= STEPS
