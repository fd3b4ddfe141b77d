"""The players of BattleTroops: legal, blind to secrets, and the tactical one fights as a soldier would."""

from pathlib import Path

import pytest
from tests.battletroops.field import battle, man
from typer.testing import CliRunner

from lancemate import bots
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.bots.battletroops.tactics.player import TacticalPlayer
from lancemate.bots.battletroops.view import View
from lancemate.cli.lab import app
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import InputError
from lancemate.lab.battletroops.contests import Contest, entry, play, setup_of

GAME = "battletroops"
SHOP = {"id": "shop", "kind": "building", "height": 2, "rect": [3.75, 5.5, 6, 5], "doors": [[6.25, 5.5, 7.25, 5.5]]}


def tactical(fought: Battle, side: str) -> orders.Command:
    view = View(fought, side)
    command: orders.Command = TacticalPlayer(1).choose(view, view.decision)
    return command


def test_whoever_sees_an_enemy_watches_him() -> None:
    fought = battle([man("r1", (4, 2))], [man("b1", (4, 8))])
    command = tactical(fought, "red")
    assert isinstance(command, orders.Move)
    assert command.arc is not None
    assert command.arc.towards == (4.0, 8.0)


def test_nobody_runs_across_an_arc_that_is_watched_by_an_automatic_weapon() -> None:
    blue = man("b1", (10, 10), "Blazer", arc=(6, (10, 4)))
    fought = battle([man("r1", (10, 2))], [blue])
    command = tactical(fought, "red")
    assert isinstance(command, orders.Move)
    assert len([part for part in command.path if not isinstance(part, str)]) <= 1


def test_a_grenade_is_made_ready_for_a_crowd_and_thrown() -> None:
    crowd = [man("b1", (4, 6)), man("b2", (5, 6)), man("b3", (4, 5), prone=True)]
    fought = battle([man("r1", (4, 2))], crowd)
    assert tactical(fought, "red") == orders.Act("r1", "prepare", "Hand Grenade")
    fought.do(orders.Act("r1", "prepare", "Hand Grenade"))
    thrown = tactical(fought, "red")
    assert isinstance(thrown, orders.Attack)
    assert thrown.kind == "throw"


def test_a_weapon_is_taken_up_again() -> None:
    fought = battle([man("r1", (4, 2), prepared="Hand Grenade")], [man("b1", (4, 14))])
    assert tactical(fought, "red") == orders.Act("r1", "prepare", "Rifle")


def test_bursts_are_fired_at_every_chance_and_single_shots_are_saved() -> None:
    blue = [man("b1", (10, 14), "Pistol", arc=(6, (10, 2))), man("b2", (11, 10), "SMG", arc=(6, (10, 2)))]
    fought = battle([man("r1", (10, 2), prone=True)], blue)
    fought.do(orders.Move("r1", ((9.5, 1.0),)))
    answer = tactical(fought, "blue")
    assert answer == orders.Decide("blue", ("b2",))


def test_other_questions_are_answered_too() -> None:
    fought = battle([man("r1", (10, 2))], [man("b1", (10, 14))])
    fought.state.decision = Decision("red", "roll", "What now?", ("this", "that"), "BT-SEQ-004")
    assert tactical(fought, "red") == orders.Decide("red", "this")


def test_hidden_men_are_not_seen() -> None:
    """Two worlds that differ in a hidden man only: the bot does the same in both."""
    red = [man("r1", (4, 2)), man("r2", (6, 2))]
    seen = [man("b1", (12, 14))]
    hidden = [*seen, man("b2", (6, 8), hidden=6)]
    one = battle(red, seen, terrain=[SHOP], options=["hidden_units"])
    other = battle(red, hidden, terrain=[SHOP], options=["hidden_units"])
    assert tactical(one, "red") == tactical(other, "red")
    assert View(other, "red").enemies == View(one, "red").enemies
    assert [unit.id for unit in View(other, "blue").units] == ["b1", "b2"]


def test_the_least_is_always_allowed() -> None:
    fought = battle([man("r1", (4, 2))], [man("b1", (4, 8), arc=(6, (4, 2)))])
    fought.do(View(fought, "red").rest())
    assert View(fought, "blue").rest() == orders.Decide("blue", "hold")
    assert not View(fought, "red").allows(orders.Decide("blue", "hold"))
    assert not View(fought, "blue").allows(orders.EndPhase())


@pytest.mark.parametrize("name", bots.names(GAME))
def test_every_bot_plays_without_a_fault(name: str) -> None:
    contest = Contest(entry("mixed", name), entry("rifles", name), turns=3)
    result = play(contest, 0)
    assert result.faults == ()
    assert result.decisions > 5


def test_tactical_beats_random() -> None:
    contest = Contest(entry("mixed", "tactical"), entry("mixed", "random"), turns=12)
    results = [play(contest, number) for number in range(4)]
    assert [one.winner for one in results] == ["red"] * 4


def test_neighbours_share_the_ground_and_exchange_the_edges() -> None:
    contest = Contest(entry("rifles"), entry("lasers"))
    one, other, third = (setup_of(contest, number) for number in (0, 1, 2))
    assert one.map == other.map != third.map
    assert [side.home for side in one.sides] == [side.home for side in other.sides][::-1]
    assert play(contest, 1) == play(contest, 1)


def test_what_is_no_squad_is_told() -> None:
    with pytest.raises(InputError, match="is no squad"):
        entry("rifels")
    with pytest.raises(InputError, match="there is no bot"):
        entry("rifles", "tacticle")
    with pytest.raises(InputError, match="too many"):
        entry(",".join(["Rifle"] * 21))


def test_a_duel_on_the_command_line(tmp_path: Path) -> None:
    words = ["duel", "--game", GAME, "--red", "rifles", "--blue", "Rifle,SMG", "--bots", "random,random", "--no-plots"]
    result = CliRunner().invoke(app, [*words, "--battles", "2", "--jobs", "1", "--turns", "2", "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "2 battles" in result.output
    assert "dots" in result.output
    assert (tmp_path / "battles.jsonl").exists()
