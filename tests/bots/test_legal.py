"""A bot never makes an illegal command: battles with random forces of every kind, terrain and options."""

import pytest

from lancemate import bots
from lancemate.alphastrike.play.battle import Battle
from lancemate.kernel.dice import Generator
from lancemate.lab.forces import random_setup

HUNDRED = 100


def faults(name, seeds, turns):
    """Whatever the bot did wrong in battles against itself."""
    found = []
    for seed in seeds:
        battle = Battle(random_setup(Generator(seed)), seed)
        players = {side: bots.make(name, seed=seed + place) for place, side in enumerate(battle.sides)}
        found += [(seed, fault) for fault in bots.play(battle, players, turns=turns).faults]
    return found


@pytest.mark.parametrize(
    ("name", "seeds"), [("tactical", range(20, 26)), ("search", range(40, 42)), ("random", range(8))]
)
def test_nothing_illegal_in_a_few_battles(name, seeds):
    assert faults(name, seeds, 3) == []


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(10))
def test_nothing_illegal_in_a_thousand_battles(chunk):
    """Eight hundred of the tactical bot, two hundred of the searching one."""
    name, turns = ("tactical", 6) if chunk < 8 else ("search", 3)
    assert faults(name, range(HUNDRED * chunk, HUNDRED * (chunk + 1)), turns) == []
