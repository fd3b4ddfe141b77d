"""Rules that carry their id and can be switched off, one by one."""

import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from lancemate.kernel import rules
from lancemate.kernel.rules import HOMES, Home, Hooks, formula, hooks_for, rule, switch_off, table


class Context(NamedTuple):
    off: frozenset[str] = frozenset()


@pytest.fixture(autouse=True)
def clean_registry() -> Iterator[None]:
    before = list(HOMES)
    off = rules.process_off
    rules.heed(frozenset({"X-1"}))
    yield
    HOMES[:] = before
    rules.process_off = off
    rules.note_fired(None)


def test_a_named_rule_answers_or_stands_aside() -> None:
    @rule("X-1", otherwise=0)
    def bonus(context: Context, points: int) -> int:
        return points + 1

    assert bonus(Context(), 4) == 5
    assert bonus(Context(frozenset({"X-1"})), 4) == 0
    assert bonus(Context(frozenset({"X-2"})), 4) == 5


def test_otherwise_may_be_worked_out() -> None:
    @rule("X-1", "X-2", otherwise=lambda context, points: points * 10)
    def bonus(context: Context, points: int) -> int:
        return points + 1

    assert bonus(Context(frozenset({"X-2"})), 4) == 40


def test_hooks_hold_the_enabled_rules_in_order_of_part() -> None:
    @rule("X-2", hook="h", part=2)
    def late(context: Context) -> str:
        return "late"

    @rule("X-1", hook="h", part=1)
    def early(context: Context) -> str:
        return "early"

    @rule("X-3", hook="h", part=1, ability="ECM")
    def only_with_ecm(context: Context) -> str:
        return "ecm"

    @rule("X-4", hook="h", part=3, option="wind")
    def only_with_wind(context: Context) -> str:
        return "wind"

    def said(**how: frozenset[str]) -> list[str]:
        return [function(Context()) for function in Hooks(**how)["h"]]

    assert said() == ["early", "late"]
    assert said(off=frozenset({"X-1"})) == ["late"]
    assert said(abilities=frozenset({"ECM"})) == ["early", "ecm", "late"]
    assert said(options=frozenset({"wind"})) == ["early", "late", "wind"]
    assert Hooks()["nothing"] == ()


def test_switching_off_reaches_formulas_and_disturbs_tables() -> None:
    @formula("X-5", otherwise=-1)
    def double(points: int) -> int:
        return points * 2

    rows = table("X-6", {"a": 1, "b": [2, "x"], "c": {"d": (3, None)}, "e": True})
    others = table("X-7", [1, 2])
    assert double(3) == 6
    switch_off({"X-5", "X-6"})
    assert double(3) == -1
    assert rows == {"a": 2, "b": [3, "x?"], "c": {"d": (4, 1)}, "e": False}
    assert others == [1, 2]


def test_a_table_must_be_something_that_can_be_disturbed() -> None:
    table("X-8", (1, 2))
    with pytest.raises(TypeError, match="dict, a list or a set"):
        switch_off({"X-8"})


def test_a_rule_of_a_hook_may_say_when_it_cannot_matter() -> None:
    @rule("X-14", hook="h", kinds="blow")
    def blows(context: Context) -> str:
        return "blow"

    @rule("X-15", hook="h", types=("ship", "boat"))
    def afloat(context: Context) -> str:
        return "afloat"

    @rule("X-16", hook="h")
    def always(context: Context) -> str:
        return "always"

    def answers(hooks: Hooks, kind: str) -> list[str]:
        return [function(Context()) for function in hooks.of("h", kind)]

    assert answers(Hooks(), "blow") == ["blow", "always"]
    assert answers(Hooks(), "shot") == ["always"]
    assert answers(Hooks(types=frozenset({"boat"})), "shot") == ["afloat", "always"]
    assert Hooks().of("nothing", "blow") == ()


def test_fired_rules_are_noted_only_when_they_answer() -> None:
    @rule("X-9", hook="h")
    def even(context: Context, number: int) -> int | None:
        return number if number % 2 == 0 else None

    @rule("X-11", otherwise=0)
    def named(context: Context) -> int:
        return 1

    noted: set[str] = set()
    rules.note_fired(noted)
    hooks = Hooks()
    for number in range(4):
        hooks["h"][0](Context(), number)
    named(Context())
    named(Context(frozenset({"X-11"})))
    assert noted == {"X-9", "X-11"}


def test_a_rule_fires_when_it_makes_a_difference_or_acts() -> None:
    done: list[int] = []

    @rule("X-12", otherwise=lambda context, value: value)
    def at_most_four(context: Context, value: int) -> int:
        return min(4, value)

    @rule("X-13")
    def act(context: Context) -> None:
        done.append(1)

    noted: set[str] = set()
    rules.note_fired(noted)
    assert [at_most_four(Context(), value) for value in (3, 4, 5)] == [3, 4, 4]
    act(Context())
    assert noted == {"X-12", "X-13"}
    assert done == [1]


PLAIN = """
from lancemate.kernel import rules
from lancemate.kernel.rules import rule

class Battle:
    def __init__(self, *off):
        self.off = frozenset(off)

@rule("X-14", otherwise=lambda battle, number, /, *more, times=2: -number)
def scaled(battle, number, *more, times=2):
    return number * times + sum(more)

held, plain = scaled, scaled.__code__
assert scaled(Battle("X-14"), 3) == 6  # nobody has been told to look out yet
assert rules._guarded[-1].function.__code__ is plain
rules.heed(frozenset())
assert scaled.__code__ is plain
rules.heed(frozenset({"X-14"}))
assert held is scaled and scaled.__code__ is not plain
assert held(Battle("X-14"), 3) == -3
assert held(Battle(), 3, 1, 1, times=4) == 14
assert scaled.__defaults__ is None and scaled.__kwdefaults__ == {"times": 2}
"""


def test_a_rule_is_its_plain_self_until_some_rule_is_off() -> None:
    subprocess.run([sys.executable, "-c", PLAIN], check=True)


def test_a_rule_needs_an_id() -> None:
    with pytest.raises(ValueError, match="ledger id"):
        rule()(lambda context: None)


def test_the_order_inside_a_hook_does_not_depend_on_the_order_of_imports() -> None:
    homes = [
        Home(
            ids=(f"X-{number}",),
            kind="function",
            name="",
            module=module,
            line=line,
            hook="h",
            function=lambda n=number: n,
        )
        for number, (module, line) in enumerate([("a", 3), ("a", 9), ("b", 1)])
    ]
    for order in (homes, homes[::-1]):
        HOMES[:] = order
        assert [hook() for hook in Hooks()["h"]] == [0, 1, 2]


def test_battles_that_are_alike_share_their_hooks_unless_somebody_counts() -> None:
    nothing: frozenset[str] = frozenset()

    @rule("X-1", hook="h")
    def first(context: Context) -> str:
        return "first"

    shared = hooks_for(nothing, nothing, nothing, nothing)
    assert hooks_for(nothing, nothing, nothing, nothing) is shared
    assert hooks_for(frozenset({"X-1"}), nothing, nothing, nothing)["h"] == ()

    @rule("X-2", hook="h")
    def second(context: Context) -> str:
        return "second"

    assert [hook(Context()) for hook in hooks_for(nothing, nothing, nothing, nothing)["h"]] == ["first", "second"]
    noted: set[str] = set()
    rules.note_fired(noted)
    counting = hooks_for(nothing, nothing, nothing, nothing)
    assert counting is not shared
    assert not noted
    counting["h"][0](Context())
    assert noted == {"X-1"}
