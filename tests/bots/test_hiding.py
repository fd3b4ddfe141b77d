"""Players that are programs hide units on purpose, and never do anything that is not allowed."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.options.concealing_unit_data.tokens import with_tokens
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.scenarios.plan import Hold, Scenario
from lancemate.bots import View
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.hiding import PATIENCE, is_worth_it
from lancemate.bots.alphastrike.tactics.judging import situation
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.player import play
from rules.table import battle, unit

WOODS = [{"kind": "woods", "rect": [10, 2, 50, 14]}, {"kind": "woods", "rect": [10, 32, 50, 14]}]
SECRETS = ("hidden_units", "concealing_unit_data", "battlefield_intelligence", "optional_abilities")


def about_to_deploy(*options: str, terrain: Any = WOODS) -> Battle:
    lances = [unit(f"{side}{n}", specials=["RCN"] if n < 3 else []) for side in "rb" for n in range(1, 5)]
    made = battle(*lances, terrain=terrain, phase="deployment", options=options)
    return Battle(with_tokens(made.setup, 3), 7) if "concealing_unit_data" in options else made


def placed(fight: Battle, player: TacticalPlayer) -> orders.Deploy:
    command = player.choose(View(fight, "red"), None)
    assert isinstance(command, orders.Deploy)
    return command


def test_a_tactical_player_hides_all_of_its_force_or_nobody() -> None:
    fight = about_to_deploy("hidden_units")
    player = TacticalPlayer(1)
    for _ in range(4):
        command = placed(fight, player)
        assert command.hidden
        fight.do(command)
    assert all(hidden.of(one) for one in fight.units.values() if one.side == "red")
    assert not placed(about_to_deploy("hidden_units"), TacticalPlayer(1, ambushes=False)).hidden
    few = about_to_deploy("hidden_units")
    agreed = Battle(replace(few.setup, settings={"hidden_units": {"red": 2}}), 7)
    assert not placed(agreed, player).hidden
    bare = about_to_deploy("hidden_units", terrain=[{"kind": "woods", "rect": [10, 2, 2.2, 2.2]}])
    assert not placed(bare, player).hidden


def test_nobody_waits_where_more_is_to_be_won_than_the_field() -> None:
    fight = about_to_deploy("hidden_units")
    assert is_worth_it(fight)
    hill = replace(fight.setup, scenario=Scenario("hill", "Hill", hold=Hold()))
    assert not is_worth_it(Battle(hill, 7))


def in_woods(*friends: Any, phase: str = "movement") -> Battle:
    lying = unit("r1", (20, 10), state={"hidden": True})
    return battle(lying, *friends, unit("b1", (60, 40), 180), options=("hidden_units",), phase=phase)


def test_it_comes_out_when_friends_fight_far_from_it() -> None:
    elsewhere = in_woods(unit("r2", (60, 30)))
    assert TacticalPlayer(1).choose(View(elsewhere, "red"), None) == orders.Act("r1", "reveal")
    lying, foe = unit("r1", (20, 10), state={"hidden": True}), unit("b1", (20, 26), 180)
    at_its_feet = battle(lying, unit("r2", (24, 10)), foe, options=("hidden_units",), phase="movement")
    assert isinstance(TacticalPlayer(1).choose(View(at_its_feet, "red"), None), orders.Move)


def test_nobody_begins_a_fight_in_which_more_is_lost_than_won() -> None:
    """One against one that aims as well, and one against an enemy who looks the other way."""
    lying = unit("r1", (20, 10), state={"hidden": True})
    for facing, comes_out in ((180, False), (0, True)):
        fight = battle(lying, unit("b1", (20, 14), facing), options=("hidden_units",))
        command = TacticalPlayer(1).choose(View(fight, "red"), None)
        assert (command == orders.Act("r1", "reveal")) is comes_out


def test_whoever_has_waited_long_enough_comes_out_and_moves() -> None:
    fight = in_woods()
    fight.state.turn = PATIENCE
    assert TacticalPlayer(1).choose(View(fight, "red"), None) == orders.Act("r1", "reveal")


def test_who_sees_nobody_goes_and_looks_for_them() -> None:
    fight = battle(
        unit("r1", (20, 10)), unit("b1", (20, 44), 180, state={"hidden": True}), phase="movement", options=SECRETS[:1]
    )
    command = TacticalPlayer(1).choose(View(fight, "red"), None)
    assert isinstance(command, orders.Move)
    assert command.mode != "sprint"
    assert command.path[-1][1] > 14


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
