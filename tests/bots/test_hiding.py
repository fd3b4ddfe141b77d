"""Players that are programs hide units on purpose, and never do anything that is not allowed."""

from typing import Any

import pytest

from lancemate.alphastrike.options.concealing_unit_data.tokens import with_tokens
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import hidden
from lancemate.bots import View
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.judging import situation
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.player import play
from rules.table import battle, unit

WOODS = [{"kind": "woods", "rect": [10, 2, 50, 14]}, {"kind": "woods", "rect": [10, 32, 50, 14]}]
SECRETS = ("hidden_units", "concealing_unit_data", "battlefield_intelligence", "optional_abilities")


def about_to_deploy(*options: str, slow: tuple[int, ...] = (3, 4)) -> Battle:
    lances = [
        unit(f"{side}{n}", specials=["RCN"] if n < 3 else [], move='4"' if n in slow else '8"')
        for side in "rb"
        for n in range(1, 5)
    ]
    made = battle(*lances, terrain=WOODS, phase="deployment", options=options)
    return Battle(with_tokens(made.setup, 3), 7) if "concealing_unit_data" in options else made


def placed(fight: Battle, player: TacticalPlayer) -> orders.Deploy:
    command = player.choose(View(fight, "red"), None)
    assert isinstance(command, orders.Deploy)
    return command


def test_a_tactical_player_hides_who_is_slow_and_no_more_than_half_of_its_force() -> None:
    fight = about_to_deploy("hidden_units", slow=(2, 3, 4))
    player = TacticalPlayer(1)
    for _ in range(2):
        command = placed(fight, player)
        assert command.hidden
        fight.do(command)
    lying = [one.id for one in fight.units.values() if hidden.of(one)]
    assert len(lying) == 2
    assert "r1" not in lying
    assert not placed(fight, player).hidden
    assert not placed(about_to_deploy("hidden_units", slow=()), player).hidden
    assert not placed(about_to_deploy("hidden_units"), TacticalPlayer(1, ambushes=False)).hidden


def in_woods(*friends: Any, phase: str = "movement") -> Battle:
    lying = unit("r1", (20, 10), state={"hidden": True})
    return battle(lying, *friends, unit("b1", (60, 40), 180), options=("hidden_units",), phase=phase)


def test_it_comes_out_when_it_is_needed() -> None:
    near_a_friend = in_woods(unit("r2", (60, 30)))
    assert TacticalPlayer(1).choose(View(near_a_friend, "red"), None) == orders.Act("r1", "reveal")
    quiet = in_woods(unit("r2", (20, 4)))
    assert isinstance(TacticalPlayer(1).choose(View(quiet, "red"), None), orders.Move)


def test_nobody_fears_less_because_of_friends_whom_the_enemy_does_not_know() -> None:
    hidden_friend = in_woods(unit("r2", (58, 36)))
    around = situation(hidden_friend, hidden_friend.units["r2"], FireTable())
    assert around.threats.sum() == 0.0
    known = in_woods(unit("r2", (58, 36)), unit("r3", (56, 36)))
    assert situation(known, known.units["r2"], FireTable()).threats.sum() > 0.0


def test_it_shows_itself_for_a_good_shot() -> None:
    near = battle(
        *(unit("r1", (20, 10), state={"hidden": True}), unit("r2", (60, 4)), unit("b1", (20, 14), 180)),
        options=("hidden_units",),
    )
    assert TacticalPlayer(1).choose(View(near, "red"), None) == orders.Act("r1", "reveal")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [("hidden_units",), SECRETS])
def test_whole_battles_without_a_fault(options: tuple[str, ...], seed: int) -> None:
    fight = about_to_deploy(*options)
    players = {"red": TacticalPlayer(seed), "blue": RandomPlayer(seed) if seed % 2 else TacticalPlayer(seed + 9)}
    report = play(fight, players, turns=8)
    assert report.faults == []
    assert report.decisions > 20
