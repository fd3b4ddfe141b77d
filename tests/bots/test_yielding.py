"""Levels for people give a lost battle up; nobody else does, and never where something else is still to be had."""

from __future__ import annotations

import pytest

from lancemate import bots
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots import View
from lancemate.bots.alphastrike.yielding import EARLIEST, is_lost
from rules.scenes import FIGHT, FLAG, scene
from rules.table import battle, unit

FOUR = [unit(f"b{n}", (10.0 * n, 40), 180) for n in range(1, 5)]


def cornered(turn: int = EARLIEST, **more: object) -> Battle:
    return battle(unit("r1", (20, 6), state={"armor": 0}), *FOUR, phase="movement", turn=turn, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", ["recruit", "regular", "veteran", "elite"])
def test_a_level_for_people_gives_up_what_is_lost(level: str) -> None:
    fight = cornered()
    command = bots.make(level, seed=1).choose(View(fight, "red"), None)
    assert command == orders.Resign("red")
    fight.do(command)
    assert fight.outcome is not None
    assert fight.outcome.winner == "blue"


@pytest.mark.parametrize("name", ["tactical", "random"])
def test_other_bots_fight_to_the_last(name: str) -> None:
    assert bots.make(name, seed=1).choose(View(cornered(), "red"), None) != orders.Resign("red")


def test_nobody_gives_up_early_or_with_a_friend_or_a_fair_chance() -> None:
    assert is_lost(cornered(), "red")
    assert not is_lost(cornered(), "blue")
    assert not is_lost(cornered(EARLIEST - 1), "red")
    assert not is_lost(battle(unit("r1", (20, 6)), unit("r2", (30, 6)), *FOUR, turn=EARLIEST), "red")
    assert not is_lost(battle(unit("r1", (20, 6)), unit("b1", (20, 40)), unit("b2", (30, 40)), turn=EARLIEST), "red")


def test_whoever_came_alone_fights_until_it_is_hurt() -> None:
    assert not is_lost(battle(unit("r1", (20, 6)), *FOUR, turn=EARLIEST), "red")


def test_a_goal_may_still_be_reached() -> None:
    few = [unit(f"b{n}", (8.0 * n, 40), 180) for n in range(1, 5)]
    for about, lost in ((FIGHT, True), (FLAG, False)):
        fight = scene(unit("r1", (20, 6), state={"armor": 0}), *few, use=about, turn=EARLIEST)
        assert is_lost(fight, "red") is lost
