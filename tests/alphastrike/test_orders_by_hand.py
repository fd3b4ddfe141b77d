"""Orders that somebody filled by hand: what is plainly meant is obeyed, what makes no sense is refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy
import pytest

from lancemate import (
    Attack,
    Battle,
    Decide,
    EndPhase,
    InputError,
    Move,
    Pass,
    PointTarget,
    Refused,
    Toggle,
    check_move,
    load,
    measure,
    open_battle,
    preview_attack,
    save,
)
from lancemate.kernel.sound import sound

DUEL: dict[str, Any] = {
    "map": {"kind": "table", "width": 36, "depth": 36},
    "sides": [
        {"name": "red", "units": [{"id": "r1", "unit": "MAD-3R Marauder", "at": [10, 10], "facing": 0}]},
        {"name": "blue", "units": [{"id": "b1", "unit": "MAD-3R Marauder", "at": [10, 20], "facing": 180}]},
    ],
    "seed": 3,
}


def duel(phase: str) -> Battle:
    return open_battle({**DUEL, "start": {"turn": 1, "phase": phase, "first": "red"}})


def test_lists_are_paths_too() -> None:
    one, other = duel("movement"), duel("movement")
    path: Any = [[10, 14]]
    assert check_move(one, Move("r1", path)) == check_move(one, Move("r1", ((10.0, 14.0),)))
    one.do(Move("r1", path))
    other.do(Move("r1", ((10.0, 14.0),)))
    assert one.hash() == other.hash()
    assert len(one.journal.commands) == 1


NONSENSE: list[tuple[str, Any, Any]] = [
    ("movement", Move, {"unit": "r1", "mode": 5}),
    ("movement", Move, {"unit": "r1", "path": 5}),
    ("movement", Move, {"unit": "r1", "facing": "north"}),
    ("movement", Move, {"unit": "r1", "board": b"b1"}),
    ("movement", Move, {"unit": ["r1"]}),
    ("movement", Move, {"unit": "r1", "facing": 10**400}),
    ("movement", Pass, {"unit": None}),
    ("movement", Toggle, {"unit": "r1", "ability": 3.5}),
    ("movement", Decide, {"side": object, "choice": "yes"}),
    ("combat", Attack, {"unit": "r1", "target": "b1", "kind": 7}),
    ("combat", Attack, {"unit": "r1", "target": (10, 20)}),
    ("combat", Attack, {"unit": "r1", "target": "b1", "overheat": "much"}),
]


@pytest.mark.parametrize(("phase", "kind", "given"), NONSENSE)
def test_nonsense_is_refused_and_nothing_has_happened(phase: str, kind: Any, given: Any) -> None:
    battle = duel(phase)
    before = battle.hash()
    with pytest.raises(Refused):
        battle.do(kind(**given))
    assert battle.refusal_of(kind(**given)) is not None
    assert (battle.hash(), battle.journal.commands, battle.journal.dice) == (before, [], [])
    if kind is Move:
        assert not check_move(battle, Move(**given)).legal
    if kind is Attack:
        assert not preview_attack(battle, Attack(**given)).legal


WORDS: dict[str, dict[str, Any]] = {"movement": {"unit": "r1"}, "combat": {"unit": "r1", "target": "b1"}}
JUNK: list[Any] = [
    *(7, -1, 2.5, 10**30, -(10**400), float("nan"), float("-inf"), True, "", " ", "r1", "\ud800", b"r1", 1j),
    *((), [], {}, {"r1"}, (None,), [["a", "b"]], ((float("nan"), 1.0),), {"line": 1}, range(3), object, object()),
]


@pytest.mark.parametrize(
    ("phase", "kind", "name"),
    [
        (phase, kind, field.name)
        for phase, kind in (("movement", Move), ("combat", Attack))
        for field in dataclasses.fields(kind)
    ],
)
def test_whatever_is_taken_can_be_saved_and_loaded(phase: str, kind: Any, name: str) -> None:
    """Nothing that a rule happens not to look at comes into the journal unread."""
    battle = duel(phase)
    for junk in JUNK:
        order, twin = kind(**{**WORDS[phase], name: junk}), battle.clone()
        foreseen = check_move(twin, order) if kind is Move else preview_attack(twin, order)
        try:
            twin.do(order)
        except Refused:
            assert (twin.hash(), twin.journal.commands, twin.journal.dice) == (battle.hash(), [], [])
            assert not foreseen.legal or name == "rear"  # which nobody looks at beforehand
        else:
            assert foreseen.legal
            assert load(save(twin)).hash() == twin.hash()


def test_a_word_of_an_option_that_is_off_is_refused() -> None:
    """It would change nothing, and nobody could read it in a save."""
    battle = duel("combat")
    order = Attack("r1", "b1", arson=True)
    assert not preview_attack(battle, order).legal
    with pytest.raises(Refused, match="arson is a word of the option fire_and_smoke, which is off"):
        battle.do(order)


def test_numbers_of_numpy_are_numbers() -> None:
    one, other = duel("movement"), duel("movement")
    path: Any = numpy.array([[10.0, 14.0]])
    facing: Any = numpy.float32(90.0)
    one.do(Move("r1", path, facing=facing))
    other.do(Move("r1", ((10.0, 14.0),), facing=90.0))
    assert one.journal.commands == other.journal.commands
    assert one.hash() == other.hash()
    shots = duel("combat")
    points: Any = numpy.int64(1)
    shots.do(Attack("r1", "b1", overheat=points))
    assert shots.journal.commands == [Attack("r1", "b1", overheat=1)]


def test_a_target_may_be_written_as_in_a_script() -> None:
    place: Any = {"point": [10, 20]}
    assert sound(Attack("r1", place)) == Attack("r1", PointTarget((10.0, 20.0)))
    for odd in ({"point": [10]}, {"at": [10, 20]}, {"point": "here"}, PointTarget(5)):  # type: ignore[arg-type]
        with pytest.raises(Refused, match="target cannot be"):
            sound(Attack("r1", odd))  # type: ignore[arg-type]


def test_an_order_that_is_as_it_should_be_stays_the_same() -> None:
    for order in (EndPhase(), Pass("r1"), Move("r1", ((1.0, 2.0),), facing=0.0), Attack("r1", "b1", abilities=("x",))):
        assert sound(order) is order


def test_the_refusal_names_the_field() -> None:
    refused = duel("movement").refusal_of(Move("r1", facing="north"))  # type: ignore[arg-type]
    assert refused is not None
    assert refused.refusal.code == "malformed"
    assert refused.message == "this is no Move that anybody could obey: facing cannot be 'north'"


def test_an_error_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(battle: Battle, command: Pass) -> None:
        raise TypeError("ours")

    battle = duel("movement")
    monkeypatch.setitem(Battle.ruleset.verbs, Pass, stumbles)
    with pytest.raises(TypeError, match="ours"):
        battle.do(Pass("r1"))


def test_nobody_has_such_a_name() -> None:
    battle = duel("movement")
    for name in (5, None, ["r1"], b"r1"):
        with pytest.raises(Refused, match="there is no unit"):
            battle.unit(name)
    with pytest.raises(Refused, match="there is no side 5"):
        battle.view(5)


def test_a_place_to_measure_to_may_be_a_list() -> None:
    battle = duel("movement")
    place: Any = [10, 14]
    assert measure(battle, "r1", place) == measure(battle, "r1", (10.0, 14.0))
    for odd in ([10], ("a", "b"), 5):
        with pytest.raises(Refused, match="target cannot be"):
            measure(battle, "r1", odd)  # type: ignore[arg-type]


def test_a_seed_is_a_whole_number() -> None:
    """Found out when the battle is opened, not when the first die is thrown."""
    setup = duel("movement").setup
    seed: Any = numpy.int64(3)
    assert Battle(setup, seed).hash() == Battle(setup, 3).hash()
    assert save(Battle(setup, seed))["seed"] == 3
    for odd in (5.0, "5", None):
        with pytest.raises(InputError, match="a battle has a whole number for a seed"):
            Battle(setup, odd)  # type: ignore[arg-type]


def test_rules_may_be_left_out_by_any_list() -> None:
    setup = duel("movement").setup
    one = Battle(setup, 3, without={"AS-COM-052"})
    assert [Battle(setup, 3, without=given).off for given in (["AS-COM-052"], ("AS-COM-052",))] == [one.off] * 2


@pytest.mark.parametrize("loose", [{"overheat": 1.0}, {"overheat": 1, "spotter_attacks": 0}])
def test_what_is_as_good_as_a_number_or_a_word_is_taken_for_it(loose: dict[str, Any]) -> None:
    """And found out before the dice are thrown: they cannot be taken back."""
    one, other = duel("combat"), duel("combat")
    one.do(Attack("r1", "b1", **loose))
    other.do(Attack("r1", "b1", overheat=1))
    assert one.hash() == other.hash()
    assert one.journal.dice == other.journal.dice
