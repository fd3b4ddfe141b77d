"""A game's clock: entries in an order that no import decides, steps between them, only the phases a battle needs."""

from typing import Any

import pytest

from lancemate.kernel.clock import Clock, Phase


def entry(name: str, **more: Any) -> Phase[Any]:
    return Phase(name=name, title=name.title(), **more)


def day(*more: Phase[Any]) -> Clock[Phase[Any]]:
    clock: Clock[Phase[Any]] = Clock(before=("dawn",), turn=("work", "rest"), over=("night",))
    for one in (entry("night"), entry("rest", verbs=frozenset({str})), *more, entry("work"), entry("dawn")):
        clock.add(one)
    return clock


def test_phases_follow_one_another_in_the_order_of_the_game() -> None:
    course = day().opened("a day")
    assert course.turn == ("work", "rest")
    assert [course.after("work"), course.after("rest")] == ["rest", "work"]
    assert list(course.entries) == ["dawn", "work", "rest", "night"]
    assert day().names() == ("dawn", "work", "rest")


def test_steps_stand_after_theirs_whichever_was_entered_first() -> None:
    tea, scones, walk = entry("tea", after="work"), entry("scones", after="tea"), entry("walk", after="work")
    for more in ((tea, scones, walk), (walk, scones, tea)):
        assert day(*more).opened("a day").turn == ("work", "tea", "scones", "walk", "rest")


def test_a_step_is_part_of_itself_unless_it_says_of_what() -> None:
    assert entry("work").part_of == "work"
    assert entry("tea", after="work", part_of="work").part_of == "work"


def test_a_phase_that_nobody_needs_is_not_there() -> None:
    clock = day(entry("tea", after="work", when=lambda battle: battle == "a day in England"))
    assert clock.opened("a day in England").turn == ("work", "tea", "rest")
    course = clock.opened("a day")
    assert course.turn == ("work", "rest")
    assert "tea" not in course.entries


def test_it_says_where_a_command_belongs() -> None:
    course = day(entry("tea", after="rest", verbs=frozenset({str, int}))).opened("a day")
    assert course.where(str) == "the Rest or the Tea"
    assert course.where(int) == "the Tea"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (entry("tea"), "two places or none"),
        (entry("work", after="dawn"), "two places or none"),
        (entry("rest"), "already"),
    ],
)
def test_a_wrong_entry_fails_at_once(wrong: Phase[Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        day(wrong)


def test_an_entry_after_one_that_there_is_not_is_found() -> None:
    with pytest.raises(ValueError, match="tea"):
        day(entry("tea", after="siesta")).opened("a day")
