"""Players that are programs hide units on purpose, and never do anything that is not allowed."""

import pytest

from lancemate.alphastrike.options.concealing_unit_data.tokens import with_tokens
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import hidden
from lancemate.bots import View
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.player import play
from rules.table import battle, unit

WOODS = [{"kind": "woods", "rect": [10, 2, 50, 14]}, {"kind": "woods", "rect": [10, 32, 50, 14]}]
SECRETS = ("hidden_units", "concealing_unit_data", "battlefield_intelligence", "optional_abilities")


def about_to_deploy(*options: str) -> Battle:
    lances = [unit(f"{side}{n}", specials=["RCN"] if n < 3 else []) for side in "rb" for n in range(1, 5)]
    made = battle(*lances, terrain=WOODS, phase="deployment", options=options)
    return Battle(with_tokens(made.setup, 3), 7) if "concealing_unit_data" in options else made


def test_a_tactical_player_hides_a_third_of_its_force() -> None:
    fight = about_to_deploy("hidden_units")
    player = TacticalPlayer(1)
    command = player.choose(View(fight, "red"), None)
    assert isinstance(command, orders.Deploy)
    assert command.hidden
    fight.do(command)
    assert [one.id for one in fight.units.values() if hidden.of(one)] == [command.unit]
    following = player.choose(View(fight, "red"), None)
    assert isinstance(following, orders.Deploy)
    assert not following.hidden
    open_minded = TacticalPlayer(1, ambushes=False).choose(View(about_to_deploy("hidden_units"), "red"), None)
    assert isinstance(open_minded, orders.Deploy)
    assert not open_minded.hidden


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
