"""What rules remember: declared once, typed, secret or not, and forgotten in time. On a game of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.memory import Memory, Noted, Remembered


@dataclass
class Pawn:
    id: str
    notes: Mapping[str, JSON] = field(default_factory=dict)


@dataclass
class Board:
    units: dict[str, Pawn]
    notes: Mapping[str, JSON] = field(default_factory=dict)


class Game:
    def __init__(self) -> None:
        self.state = Board({"a": Pawn("a"), "b": Pawn("b")})
        self.events: list[Any] = []

    def emit(self, event: Any) -> None:
        self.events.append(event)
        event.apply(self.state)


def test_without_a_note_the_default_holds() -> None:
    steps = Memory().of_units("steps", int, default=3, rule="X-1")
    pawn = Pawn("a")
    assert steps.of(pawn) == 3
    pawn.notes = {"other": 1}
    assert steps.of(pawn) == 3


def test_notes_are_written_by_events() -> None:
    memory, game = Memory(), Game()
    steps = memory.of_units("steps", int, default=0, rule="X-1")
    score = memory.of_battle("score", dict[str, int], default={}, rule="X-2")
    steps.note(game, game.state.units["a"], 2)
    steps.remember(game, game.state.units["b"], 1, "X-9")
    score.note(game, None, {"white": 4})
    assert game.events == [
        Noted("a", "steps", 2, "X-1"),
        Remembered("b", "steps", 1, "X-9"),
        Noted(None, "score", {"white": 4}, "X-2"),
    ]
    assert [steps.of(pawn) for pawn in game.state.units.values()] == [2, 1]
    assert score.of(game.state) == {"white": 4}


def test_a_key_is_declared_once() -> None:
    memory = Memory()
    memory.of_units("steps", int, default=0, rule="X-1")
    memory.of_battle("steps", int, default=0, rule="X-1")
    with pytest.raises(TypeError, match="the note 'steps' of a unit is declared twice"):
        memory.of_units("steps", str, default="", rule="X-2")


def test_two_games_know_nothing_of_one_another() -> None:
    one, other = Memory(), Memory()
    one.of_units("steps", int, default=0, secret=True, rule="X-1")
    other.of_units("steps", int, default=0, rule="Y-1")
    assert one.is_secret("steps")
    assert not other.is_secret("steps")


def test_secret_is_what_is_declared_so_whatever_it_is_called() -> None:
    memory = Memory()
    memory.of_units("orders", str, default="", secret=True, rule="X-1")
    memory.of_battle("plans", dict[str, str], default={}, secret=True, rule="X-1")
    memory.of_units("secretary", str, default="", rule="X-1")
    assert memory.is_secret("orders")
    assert memory.is_secret("plans")
    assert not memory.is_secret("secretary")
    assert not memory.is_secret("nothing of the kind")


@pytest.mark.parametrize(
    ("kind", "default", "value", "words"),
    [
        (bool, False, 1, "x is true or false, not 1"),
        (int, 0, True, "x is a whole number, not true"),
        (int, 0, 1.5, "x is a whole number, not 1.5"),
        (float, 0.0, "far", "x is a number, not 'far'"),
        (str, None, 3, "x is a text or nothing, not 3"),
        (str, "", None, "x is a text, not nothing"),
        (list[str], [], "abc", "x is a list of texts, not 'abc'"),
        (list[int], [], [1, "two"], "x is a list of whole numbers, not a list"),
        (dict[str, int], {}, {"red": "two"}, "x is a mapping of whole numbers, not a mapping"),
        (dict[str, JSON], {}, [], "x is a mapping, not a list"),
    ],
)
def test_a_value_of_another_type_is_refused(kind: Any, default: Any, value: Any, words: str) -> None:
    game, memory = Game(), Memory()
    key = memory.of_units("x", kind, default=default, rule="X-1")
    with pytest.raises(InputError, match=words):
        key.note(game, game.state.units["a"], value)
    assert game.events == []
    with pytest.raises(InputError, match=f"^notes.x: {words}$"):
        memory.of_units.checked({"x": value}, "notes")


def test_a_default_is_of_its_own_type() -> None:
    with pytest.raises(InputError, match="steps is a whole number, not 'none'"):
        Memory().of_units("steps", int, default="none", rule="X-1")  # type: ignore[call-overload]


def test_an_unknown_note_names_the_nearest() -> None:
    memory = Memory()
    memory.of_units("prey", str, default=None, rule="X-1")
    memory.of_units("routed", bool, default=False, rule="X-1")
    with pytest.raises(InputError, match=r"^notes: no rule remembers 'pray'; did you mean prey\?$"):
        memory.of_units.checked({"pray": "b"}, "notes")
    assert memory.of_units.checked({"prey": None, "routed": True}, "notes") == {"prey": None, "routed": True}


@pytest.mark.parametrize("moment", ["phase", "turn", "End Phase"])
def test_what_expires_is_noted_back_in_its_moment_and_no_other(moment: str) -> None:
    memory, game = Memory("phase", "turn", "End Phase"), Game()
    steps = memory.of_units("steps", int, default=0, expires=moment, rule="X-1")
    light = memory.of_battle("light", str, default="day", expires=moment, rule="X-2")
    lasting = memory.of_units("lasting", int, default=0, rule="X-3")
    steps.note(game, game.state.units["b"], 2)
    light.note(game, None, "dusk")
    lasting.note(game, game.state.units["a"], 7)
    game.events.clear()
    for other in {"phase", "turn", "End Phase"} - {moment}:
        memory.forget(game, other)
    assert game.events == []
    memory.forget(game, moment)
    memory.forget(game, moment)
    assert game.events == [Noted(None, "light", "day", "X-2"), Noted("b", "steps", 0, "X-1")]
    assert lasting.of(game.state.units["a"]) == 7


def test_what_expires_together_is_forgotten_in_one_order() -> None:
    memory, game = Memory("turn"), Game()
    for name in ("zeal", "anger", "mirth"):
        key = memory.of_units(name, int, default=0, expires="turn", rule="X-1")
        key.note(game, game.state.units["a"], 1)
    game.events.clear()
    memory.forget(game, "turn")
    assert [event.key for event in game.events] == ["anger", "mirth", "zeal"]


def test_nothing_expires_with_a_moment_that_never_comes() -> None:
    with pytest.raises(TypeError, match="the note 'steps' expires with 'turn'; it can with dawn, dusk"):
        Memory("dawn", "dusk").of_units("steps", int, default=0, expires="turn", rule="X-1")


def test_notes_inside_another_last_as_long_as_that() -> None:
    keys = Memory().about("flag")
    carrier = keys("carrier", str, default=None, rule="X-1")
    assert carrier.read({"carrier": "a"}) == "a"
    assert carrier.entry("b") == {"carrier": "b"}
    with pytest.raises(TypeError, match="no shorter than its whole"):
        keys("since", int, default=0, expires="turn", rule="X-1")


def test_a_copy_can_be_rid_of_a_note() -> None:
    blinded = Memory().of_units("blinded", bool, default=False, rule="X-1")
    pawn = Pawn("a", {"blinded": True, "other": 1})
    blinded.erase(pawn)
    assert pawn.notes == {"other": 1}
