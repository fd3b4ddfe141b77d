"""The interface of bots: what goes wrong in one costs its side no more than a turn to act."""

import time

import pytest

from lancemate import bots
from lancemate.alphastrike import commands as orders
from lancemate.kernel.errors import InputError
from rules.table import battle, unit


class Passes:
    def choose(self, view, decision):
        return view.rest()


class Raises:
    def choose(self, view, decision):
        raise ZeroDivisionError("no idea")


class Babbles:
    def choose(self, view, decision):
        return "attack!"


class Cheats:
    def choose(self, view, decision):
        return orders.Attack("r1", "r1")


class Sleeps:
    def choose(self, view, decision):
        time.sleep(5)


def fight(red, turns=2, **more):
    real = battle(unit("r1", (10, 10)), unit("b1", (10, 40), 180.0), phase="movement")
    return bots.play(real, {"red": red, "blue": Passes()}, turns=turns, **more)


@pytest.mark.parametrize(
    ("player", "kind", "text"),
    [(Raises, "raised", "no idea"), (Babbles, "nonsense", "attack!"), (Cheats, "illegal", "r1")],
)
def test_a_bad_bot_passes(player, kind, text):
    report = fight(player())
    assert report.turns == 2
    assert {fault.kind for fault in report.faults} == {kind}
    assert {fault.side for fault in report.faults} == {"red"}
    assert text in report.faults[0].text


def test_a_slow_bot_is_no_longer_asked():
    begin = time.perf_counter()
    report = fight(Sleeps(), turns=4, patience=0.05)
    assert report.count("slow") == 3
    assert time.perf_counter() - begin < 3


def test_random_players_are_always_allowed_what_they_do():
    for seed in range(4):
        real = battle(
            *(
                unit(f"{side}{n}", (10 + 4 * n, y), specials=["ECM"])
                for side, y in (("r", 12), ("b", 30))
                for n in (1, 2)
            ),
            phase="initiative",
            seed=seed,
        )
        players = {"red": bots.make("random", seed=seed), "blue": bots.make("random", seed=seed + 100)}
        assert bots.play(real, players, turns=6).faults == []


def test_unknown_bots():
    with pytest.raises(InputError, match="did you mean random"):
        bots.make("randon", seed=1)
    with pytest.raises(InputError, match="cannot be loaded"):
        bots.make("no.such.module:Bot", seed=1)


def test_bots_of_ones_own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n    def choose(self, view, decision):\n        return view.rest()\n\nclass Not: pass\n"
    )
    player = bots.make(f"{file}:Mine", seed=3)
    assert fight(player).faults == []
    with pytest.raises(InputError, match="no method choose"):
        bots.make(f"{file}:Not", seed=3)
