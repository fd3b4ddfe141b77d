"""The interface of bots: what goes wrong in one costs its side no more than a turn to act."""

import contextlib
import time

import pytest

from lancemate import bots
from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.ruleset import rules
from lancemate.bots.alphastrike.view import View
from lancemate.bots.games import least
from lancemate.bots.player import Playthrough
from lancemate.kernel.errors import InputError, Refusal
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


class Stubborn:
    """Takes no notice of being interrupted, as far as that goes."""

    def choose(self, view, decision):
        while True:
            with contextlib.suppress(Exception):
                time.sleep(5)


class Leaves:
    def choose(self, view, decision):
        raise SystemExit(3)


class Panics:
    def choose(self, view, decision):
        raise BaseException("the end of all things")


class Says:
    def __init__(self, answer):
        self.answer = answer

    def choose(self, view, decision):
        return self.answer


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


def fight(red, turns=2, **more):
    real = battle(unit("r1", (10, 10)), unit("b1", (10, 40), 180.0), phase="movement")
    return bots.play(real, {"red": red, "blue": Passes()}, turns=turns, **more)


@pytest.mark.parametrize(
    ("player", "kind", "text"),
    [
        (Raises, "raised", "no idea"),
        (Leaves, "raised", "SystemExit: 3"),
        (Panics, "raised", "the end of all things"),
        (Babbles, "nonsense", "attack!"),
        (Cheats, "illegal", "r1"),
    ],
)
def test_a_bad_bot_passes(player, kind, text):
    report = fight(player())
    assert report.turns == 2
    assert {fault.kind for fault in report.faults} == {kind}
    assert {fault.side for fault in report.faults} == {"red"}
    assert text in report.faults[0].text


NONSENSE = [
    None,
    Unspeakable(),
    orders.Pass(None),
    orders.Pass([]),
    orders.Move("r1", None),
    orders.Move("r1", 5),
    orders.Move("r1", (("a", "b"),)),
    orders.Move("r1", ((1.0, 2.0, 3.0),)),
    orders.Move("r1", ((20.0, 12.0),), facing=float("nan")),
    orders.Move("r1", ((float("inf"), 12.0),)),
    orders.Move("r1", ((20.0, 12.0),), hull_down="perhaps"),
    orders.Move("r1", unload=(3,)),
    orders.Attack("r1", None),
    orders.Attack("r1", "b1", using=5),
    orders.Attack("r1", orders.PointTarget("here"), "artillery"),
    orders.Deploy("r1", "somewhere"),
    orders.Resign,
]


@pytest.mark.parametrize("answer", NONSENSE, ids=lambda answer: type(answer).__name__)
def test_a_command_with_nonsense_in_it_is_nonsense(answer):
    report = fight(Says(answer), turns=1)
    assert {fault.kind for fault in report.faults} == {"nonsense"}
    assert report.turns == 1


@pytest.mark.parametrize(
    "answer",
    [orders.Resign("blue"), orders.Toggle("b1", "OVERHEAT", True), orders.Pass("b1"), orders.Attack("b1", "r1")],
)
def test_nobody_speaks_for_the_enemy(answer):
    report = fight(Says(answer), turns=1)
    assert report.outcome is None
    assert {fault.kind for fault in report.faults} == {"illegal"}
    real = battle(unit("r1", (10, 10)), unit("b1", (10, 40), 180.0), phase="movement")
    assert not bots.View(real, "red").allows(answer)


def test_switching_on_and_off_for_ever_ends_in_a_pass():
    report = fight(Says(orders.Toggle("r1", "OVERHEAT", True)), turns=1)
    assert {fault.kind for fault in report.faults} == {"nonsense"}
    assert len(report.faults) == 3  # the move, the pass and the end of the phase that red did not think of


def test_whatever_an_error_says_is_told_in_one_plain_line():
    class Shouts:
        def choose(self, view, decision):
            raise ValueError("one\n\x1b[31mtwo" + "!" * 10_000)

    fault = fight(Shouts(), turns=1).faults[0]
    assert fault.text.startswith("ValueError: one [31mtwo!!")
    assert len(fault.text) <= 500


def test_lists_for_tuples_are_understood():
    assert fight(Says(orders.Move("r1", [[10.0, 12.0]], "ground")), turns=1).faults[0].phase == "combat"


def test_what_nobody_could_know_is_no_fault():
    """Somebody huge and hidden stands in the line of fire: as far as red can know, its attack was allowed."""
    huge = unit("b1", (10, 20), 180.0, type="MS", size=4, move='2"t', specials=["SLG"], height=8)
    real = battle(unit("r1", (10, 10)), huge, unit("b2", (10, 30), 180.0))
    real.units["b1"].notes = {"hidden": True}
    game = Playthrough(real, {"red": Says(orders.Attack("r1", "b2"))})
    assert game.step() != orders.Attack("r1", "b2")
    assert (game.report.faults, game.report.surprises) == ([], 1)


def test_a_move_onto_somebody_hidden_ends_before_it():
    real = battle(unit("r1", (10, 10)), unit("b1", (10, 14), 180.0), unit("b2", (40, 40)), phase="movement")
    real.units["b1"].notes = {"hidden": True}
    command = orders.Move("r1", ((10.0, 14.0),), "ground")
    game = Playthrough(real, {"red": Says(command)})
    assert game.step() == command
    assert (game.report.faults, game.report.surprises) == ([], 0)
    assert real.units["r1"].at == (10, 12.75)


def test_a_slow_bot_that_takes_no_notice_is_stopped_too():
    begin = time.perf_counter()
    assert fight(Stubborn(), patience=0.05).count("slow") == 3
    assert time.perf_counter() - begin < 3


def test_who_watches_is_told_before_every_choice_how_long_it_may_take():
    told = []
    report = fight(Passes(), patience=30.0, watch=told.append)
    assert told == [30.0] * report.decisions
    fight(Passes(), watch=told.append)  # nobody is in a hurry
    assert len(told) == report.decisions


def test_the_report_says_what_went_wrong_where():
    fault = fight(Raises(), turns=1).faults[0]
    assert (fault.side, fault.turn, fault.phase, fault.kind) == ("red", 1, "movement", "raised")
    assert fault.text == "ZeroDivisionError: no idea"


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
    with pytest.raises(InputError, match=r"a budget stands in brackets: search\(20ms\)"):
        bots.make("search:20ms", seed=1)


def test_bots_of_ones_own(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n    def choose(self, view, decision):\n        return view.rest()\n\nclass Not: pass\n"
    )
    player = bots.make(f"{file}:Mine", seed=3)
    assert fight(player).faults == []
    with pytest.raises(InputError, match="no method choose"):
        bots.make(f"{file}:Not", seed=3)
    with pytest.raises(InputError, match="cannot be loaded: AttributeError"):
        bots.make(f"{file}:Other", seed=3)


def test_bots_with_the_same_name_in_different_folders(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(f"class Mine:\n    name = {folder!r}\n    choose = print\n")
    assert [bots.make(f"{tmp_path / folder / 'mine.py'}:Mine", seed=1).name for folder in ("one", "two")] == [
        "one",
        "two",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("raise SystemExit(1)", "cannot be loaded: SystemExit"),
        ("class Mine(", "cannot be loaded: SyntaxError"),
        ("class Mine:\n    def __init__(self, strength): ...", "cannot be made: TypeError"),
        ("class Mine:\n    def __init__(self, seed): 1 / 0", "cannot be made: ZeroDivisionError"),
    ],
)
def test_bots_that_cannot_be_had(tmp_path, text, message):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(InputError, match=message):
        bots.make(f"{tmp_path / 'mine.py'}:Mine", seed=1)
    with pytest.raises(InputError, match="cannot be loaded"):
        bots.make(f"{tmp_path / 'absent.py'}:Mine", seed=1)


def test_what_a_side_must_do_and_cannot_know_the_referee_does():
    """As long as an enemy hides nobody may stay where it is (a rule of our own)."""
    foes = [unit("b1", (40, 40), 180.0), unit("b2", (10, 30), 180.0, state={"hidden": True})]
    with rules.for_now():

        @hooks.may_stay.rule("AS-SPA-019")
        def keeps_moving(battle, unit):
            hides = any(one.hidden_from(unit.side) for one in battle.on_table())
            return Refusal("no_rest", "somebody hides", "AS-SPA-019") if hides else None

        @hooks.driven.rule("AS-SPA-019")
        def goes_on(battle, unit):
            return orders.Move(unit.id, ((unit.x + 1.0, unit.y),)) if keeps_moving(battle, unit) else None

        real = battle(unit("r1", (10, 10)), *foes, options=["hidden_units"], phase="movement", first="red")
        assert real.refusal_of(View(real, "red").rest()) is not None
        command = least(real, "red")
        assert (type(command), command.unit) == (orders.Move, "r1")
        played = bots.play(real, {side: bots.make("random", seed=1) for side in real.sides}, turns=1)
        assert played.faults == []
