"""A game's rules: declared hooks, rules that carry their id, and what counts in a battle."""

import inspect
import pdb
import sys
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from lancemate.kernel import guards
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import BadRule, Changes, Hook, InForce, Ruleset, Table, as_printed, is_off

NOTHING: frozenset[str] = frozenset()


class Context(NamedTuple):
    changed: Changes | None = None


@pytest.fixture
def rules() -> Ruleset:
    return Ruleset("croquet", "tests.croquet")


def without(rules: Ruleset, *words: str, switches: tuple[str, ...] = ()) -> Context:
    return Context(rules.changes(frozenset(words), frozenset(switches)))


def said(rules: Ruleset, hook: Hook[[Context], str], *off: str, **how: frozenset[str]) -> list[str]:
    changed = rules.changes(frozenset(off), how.get("switches", NOTHING))
    return [answer(Context(changed)) for answer in rules.in_force(changed, **how)[hook]]


# -- rules called by name -------------------------------------------------------------------------------------


def test_a_named_rule_answers_or_stands_aside(rules: Ruleset) -> None:
    @rules.rule("X-1", otherwise=0)
    def bonus(context: Context, points: int) -> int:
        return points + 1

    assert bonus(Context(), 4) == 5
    assert bonus(without(rules, "X-1"), 4) == 0
    assert bonus(without(rules, "X-2"), 4) == 5
    assert is_off(without(rules, "X-1"), "X-1")
    assert not is_off(Context(), "X-1")


def test_otherwise_may_be_worked_out(rules: Ruleset) -> None:
    @rules.rule("X-1", "X-2", otherwise=lambda context, points: points * 10)
    def bonus(context: Context, points: int) -> int:
        return points + 1

    assert bonus(without(rules, "X-2"), 4) == 40


def test_a_parameter_may_have_any_name(rules: Ruleset) -> None:
    @rules.rule("X-1", otherwise="off")
    def named(context: Context, home: str, rule: str, defaults: str = "d") -> str:
        return home + rule + defaults

    assert named(without(rules, "X-2"), "a", "b") == "abd"
    assert named(without(rules, "X-1"), "a", "b") == "off"


def test_a_guard_has_the_parameters_of_its_rule(rules: Ruleset) -> None:
    @rules.rule("X-1", otherwise=lambda context, number, /, *more, times=2: -number)
    def scaled(context: Context, number: int, *more: int, times: int = 2) -> int:
        """Doc."""
        return number * times + sum(more)

    @rules.rule("X-1", otherwise=0)
    def odd_names(context: Context, rule: int, home: int, ruleset: int = 3) -> int:
        return rule + home + ruleset

    assert (odd_names(Context(), 1, 2), odd_names(without(rules, "X-9"), 1, 2)) == (6, 6)

    assert scaled(Context(), 3) == 6
    assert scaled(Context(), 3, 1, 1, times=4) == 14
    assert scaled(without(rules, "X-1"), 3, 1, times=4) == -3
    assert (scaled.__name__, scaled.__doc__) == ("scaled", "Doc.")
    assert list(inspect.signature(scaled).parameters) == ["context", "number", "more", "times"]


def test_a_rule_may_name_its_parameters_as_it_likes(rules: Ruleset) -> None:
    @rules.rule("X-1", otherwise="off")
    def along(battle: Context, home: str, rule: str, ruleset: str, defaults: str = "edge") -> str:
        return f"{home} {rule} {ruleset} {defaults}"

    assert along(without(rules), "the", "north", "east") == "the north east edge"
    assert along(without(rules, "X-2"), "the", "north", "east") == "the north east edge"
    assert along(without(rules, "X-1"), "the", "north", "east") == "off"


def test_a_rule_is_its_plain_self_until_something_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "_alert", False)
    rules = Ruleset("bowls", "tests.bowls")

    @rules.rule("X-1", otherwise=0)
    def bonus(context: Context, more: int = 1) -> int:
        return len(rules.homes) + more  # it encloses something

    kept, plain = bonus, bonus.__code__  # type: ignore[attr-defined]
    assert plain.co_filename == __file__
    assert (bonus(Context()), bonus.__home__.function.__code__) == (2, plain)  # type: ignore[attr-defined]
    off = without(rules, "X-1")
    assert kept.__code__ is not plain  # type: ignore[attr-defined]
    assert (kept(Context()), kept(Context(), 5), kept(off), kept(without(rules, "X-9"), more=3)) == (2, 6, 0, 4)


def test_a_debugger_shows_the_guard_and_steps_into_the_rule(rules: Ruleset) -> None:
    @rules.rule("X-1", otherwise=0)
    def bonus(context: Context) -> int:
        return 1

    without(rules, "X-9")  # from now on rules are guarded
    said = StringIO()
    debugger = pdb.Pdb(stdin=StringIO("step\nstep\nstep\nstep\nstep\ncontinue\n"), stdout=said, readrc=False)
    debugger.use_rawinput = False
    debugger.runcall(bonus, Context())
    assert "return __home__.function(context) if context.changed is None" in said.getvalue()
    assert "return 1" in said.getvalue()


def test_every_home_can_be_switched_off_alone(rules: Ruleset) -> None:
    @rules.rule("X-1", otherwise=0)
    def one(context: Context) -> int:
        return 1

    @rules.rule("X-1", otherwise=0)
    def other(context: Context) -> int:
        return 1

    keys = {home.name.rpartition(".")[2]: home.key for home in rules.homes}
    alone = without(rules, keys["one"])
    assert (one(alone), other(alone)) == (0, 1)
    assert keys["one"].startswith("X-1@")


def test_a_formula_needs_no_battle(rules: Ruleset) -> None:
    @rules.formula("X-5", otherwise=-1)
    def double(points: int) -> int:
        return points * 2

    assert double(3) == 6
    with rules.under(rules.changes(frozenset({"X-5"}))):
        assert double(3) == -1
    assert double(3) == 6
    rules.switch_off({"X-5"})
    assert double(3) == -1


# -- tables ---------------------------------------------------------------------------------------------------


def test_a_table_that_is_off_is_disturbed_for_that_battle_alone(rules: Ruleset) -> None:
    rows: Table[dict[str, object]] = rules.table("X-6", {"a": 1, "b": [2, "x"], "c": {"d": (3, None)}, "e": True})
    off = without(rules, "X-6")
    assert rows.of(off) == {"a": 2, "b": [3, "x?"], "c": {"d": (4, 1)}, "e": False}
    assert rows.of(off) is rows.of(off)
    assert rows.of(Context()) == {"a": 1, "b": [2, "x"], "c": {"d": (3, None)}, "e": True}
    assert rows.of(rules) is rows.book


def test_a_table_under_a_second_id_is_switched_by_either(rules: Ruleset) -> None:
    rows = rules.table("X-6", [1, 2])
    assert rules.also("X-7", rows) is rows
    for rule_id in ("X-6", "X-7"):
        assert rows.of(without(rules, rule_id)) == [2, 3]


def test_a_table_must_be_something_that_can_be_disturbed(rules: Ruleset) -> None:
    with pytest.raises(BadRule, match="dict, a list or a set"):
        rules.table("X-8", (1, 2))


# -- hooks ----------------------------------------------------------------------------------------------------


def test_a_hook_holds_the_enabled_rules_by_part_and_then_by_id(rules: Ruleset) -> None:
    wind = rules.option("wind", "X-4", "it blows")
    hook: Hook[[Context], str] = rules.hook("h", "context")

    @hook.rule("X-9", part=2)
    def late(context: Context) -> str:
        return "late"

    @hook.rule("X-2", part=1)
    def early(context: Context) -> str:
        return "early"

    @hook.rule("X-1", part=1)
    def earlier(context: Context) -> str:
        return "earlier"

    @hook.rule("X-3", part=1, ability="ECM")
    def only_with_ecm(context: Context) -> str:
        return "ecm"

    @hook.rule("X-4", part=3, when=wind)
    def only_with_wind(context: Context) -> str:
        return "wind"

    @hook.rule("X-5", part=3, types=("ship", "boat"))
    def afloat(context: Context) -> str:
        return "afloat"

    assert said(rules, hook) == ["earlier", "early", "late"]
    assert said(rules, hook, "X-1") == ["early", "late"]
    assert said(rules, hook, abilities=frozenset({"ECM"})) == ["earlier", "early", "ecm", "late"]
    assert said(rules, hook, switches=frozenset({"wind"})) == ["earlier", "early", "late", "wind"]
    assert said(rules, hook, types=frozenset({"boat"})) == ["earlier", "early", "late", "afloat"]


def test_a_hook_may_be_asked_by_kind(rules: Ruleset) -> None:
    hook: Hook[[Context], str] = rules.hook("h", "context", kinds=("blow", "shot"))

    @hook.rule("X-1", kinds="blow")
    def blows(context: Context) -> str:
        return "blow"

    @hook.rule("X-2")
    def always(context: Context) -> str:
        return "always"

    def answers(kind: str) -> list[str]:
        return [answer(Context()) for answer in rules.in_force()[hook, kind]]

    assert (answers("blow"), answers("shot")) == (["blow", "always"], ["always"])


def test_battles_that_are_alike_share_their_rules(rules: Ruleset) -> None:
    hook: Hook[[Context], str] = rules.hook("h", "context")

    @hook.rule("X-1")
    def first(context: Context) -> str:
        return "first"

    shared = rules.in_force()
    assert rules.in_force() is shared

    @hook.rule("X-2")
    def second(context: Context) -> str:
        return "second"

    assert said(rules, hook) == ["first", "second"]


# -- replacing ------------------------------------------------------------------------------------------------


def test_a_rule_of_a_hook_may_be_replaced_by_id_or_by_itself(rules: Ruleset) -> None:
    first, second = rules.switch("first edition"), rules.switch("second edition")
    hook: Hook[[Context], str] = rules.hook("h", "context")

    @hook.rule("X-1")
    def woods(context: Context) -> str:
        return "woods"

    @hook.rule("Y-1", when=first, replaces="X-1")
    def thin_woods(context: Context) -> str:
        return "thin woods"

    @hook.rule("Z-1", when=second, replaces=woods)
    def dense_woods(context: Context) -> str:
        return "dense woods"

    rules.check()
    assert said(rules, hook) == ["woods"]
    assert said(rules, hook, switches=frozenset({first})) == ["thin woods"]
    assert said(rules, hook, switches=frozenset({second})) == ["dense woods"]
    assert said(rules, hook, "Y-1", switches=frozenset({first})) == ["woods"]


def test_rules_formulas_and_tables_may_be_replaced_and_ids_left_out(rules: Ruleset) -> None:
    edition = rules.option("quick_start", "Y-1", "the first edition")

    @rules.rule("X-1", otherwise=0)
    def bonus(context: Context, points: int) -> int:
        return points + 1

    @rules.rule("Y-1", when=edition, replaces="X-1")
    def bonus_of_the_introduction(context: Context, points: int) -> int:
        return as_printed(bonus)(context, points) + 10

    @rules.formula("X-2", otherwise=0)
    def price(points: int) -> int:
        return points

    @rules.formula("Y-2", when=edition, replaces=price)
    def cheaper(points: int) -> int:
        return points // 2

    rows = rules.also("X-9", rules.table("X-3", {"a": 1}))
    rules.table("Y-3", {"a": 7}, when=edition, replaces=rows)

    @rules.rule("X-4", otherwise="no")
    def allowed(context: Context) -> str:
        return "yes"

    rules.leave_out("X-4", when=edition)
    rules.check()

    plain, quick = Context(rules.changes()), without(rules, switches=(edition,))
    assert plain.changed is None
    assert (bonus(plain, 4), bonus(quick, 4)) == (5, 15)
    assert (rows.of(plain), rows.of(quick)) == ({"a": 1}, {"a": 7})
    assert (allowed(plain), allowed(quick)) == ("yes", "no")
    assert price(8) == 8
    with rules.under(quick.changed):
        assert price(8) == 4
    assert bonus(without(rules, "Y-1", switches=(edition,)), 4) == 5


def test_two_switches_may_not_replace_one_rule(rules: Ruleset) -> None:
    """Which of them counted would depend on the order of imports."""
    one, two = rules.switch("one"), rules.switch("two")
    hook: Hook[[Context], str] = rules.hook("h", "context")
    hook.rule("X-1")(lambda context: "plain")
    hook.rule("Y-1", when=one, replaces="X-1")(lambda context: "first")
    hook.rule("Y-2", when=two, replaces="X-1")(lambda context: "second")

    @rules.rule("X-2", otherwise=0)
    def bonus(context: Context) -> int:
        return 1

    @rules.rule("Y-3", when=one, replaces=bonus)
    def more(context: Context) -> int:
        return 2

    @rules.rule("Y-4", when=two, replaces=bonus)
    def most(context: Context) -> int:
        return 3

    with pytest.raises(InputError, match="one and two each put a rule of their own in the place of X-2"):
        rules.changes(NOTHING, frozenset({one, two}))
    with pytest.raises(InputError, match="in the place of X-1"):
        rules.in_force(switches=frozenset({one, two}))
    assert said(rules, hook, switches=frozenset({two})) == ["second"]


def test_a_replacement_that_builds_on_a_rule_minds_its_switch(rules: Ruleset) -> None:
    on = rules.switch("on")

    @rules.rule("X-1", otherwise=0)
    def bonus(context: Context) -> int:
        return 1

    @rules.rule("Y-1", when=on, replaces=bonus)
    def more(context: Context) -> int:
        return as_printed(bonus)(context) + 10

    assert bonus(without(rules, switches=(on,))) == 11
    assert bonus(without(rules, "X-1", switches=(on,))) == 10


def test_what_is_tried_out_is_forgotten(rules: Ruleset) -> None:
    kinds = rules.entries("kinds")
    kinds.add("blow", 1)
    with rules.for_now():
        kinds.add("shot", 2)
        rules.option("wind", "X-1", "it blows")
        rules.rule("X-1")(_acts)
    assert (dict(kinds), rules.options, rules.homes) == ({"blow": 1}, {}, [])


def _acts(context: Context) -> None: ...


# -- what fails while it is written ---------------------------------------------------------------------------


def test_what_would_be_ignored_or_never_answer_fails_at_once(rules: Ruleset) -> None:
    hook: Hook[[Context], str] = rules.hook("h", "context")
    with pytest.raises(BadRule, match="not asked by kind"):
        hook.rule("X-1", kinds="blow")
    with pytest.raises(BadRule, match="nobody has declared the option or switch 'wnid'"):
        hook.rule("X-1", when="wnid")(lambda context: "x")
    with pytest.raises(BadRule, match=r"asks with \(context\)"):
        hook.rule("X-1")(lambda context, other: "x")
    with pytest.raises(BadRule, match=r"asks with \(context\)"):
        hook.rule("X-1")(lambda contest: "x")
    with pytest.raises(BadRule, match="ledger id"):
        hook.rule()(lambda context: "x")
    with pytest.raises(BadRule, match="say both or neither"):
        rules.rule("X-1", when=rules.switch("wind"))
    with pytest.raises(BadRule, match="first argument"):
        rules.rule("X-1")(lambda: None)
    with pytest.raises(TypeError):
        hook.rule("X-1", opton="wind")  # type: ignore[call-arg]
    with pytest.raises(BadRule, match="two hooks"):
        rules.hook("h")
    assert not rules.homes


def test_rules_that_cannot_fit_together_are_found(rules: Ruleset) -> None:
    wind = rules.switch("wind")
    with rules.for_now():
        rules.hook("asked in vain", "context")
        with pytest.raises(BadRule, match="no rule answers the hook asked in vain"):
            rules.check()
    hook: Hook[[Context], str] = rules.hook("h", "context", kinds=("blow",))
    with rules.for_now():
        hook.rule("X-1", kinds="shot")(lambda context: "x")
        with pytest.raises(BadRule, match="knows no kind shot"):
            rules.check()
    hook.rule("X-1")(lambda context: "x")
    with rules.for_now():
        hook.rule("X-2", when=wind, replaces="X-9")(lambda context: "y")
        with pytest.raises(BadRule, match="no rule X-9 answers"):
            rules.check()
    with rules.for_now():
        rules.leave_out("X-9", when=wind)
        with pytest.raises(BadRule, match="no rule X-9 could be left out"):
            rules.check()

    @rules.rule("X-3")
    def one(context: Context, points: int) -> None: ...

    with rules.for_now():

        @rules.rule("X-4", when=wind, replaces=one)
        def other(context: Context) -> None: ...

        with pytest.raises(BadRule, match="which it replaces"):
            rules.check()
    rules.check()


# -- one game beside another ----------------------------------------------------------------------------------


def test_two_games_share_nothing(rules: Ruleset) -> None:
    chess = Ruleset("chess", "tests.chess")
    here: Hook[[Context], str] = rules.hook("to_hit", "context")
    there: Hook[[Context], str] = chess.hook("to_hit", "context")

    @there.rule("X-1")
    def en_passant(context: Context) -> str:
        return "chess"

    chess.switch_off({"X-2"})
    assert said(rules, here) == []
    assert said(chess, there) == ["chess"]
    assert rules.changes() is None


# -- counting -------------------------------------------------------------------------------------------------


def counting(rules: Ruleset) -> tuple[set[str], Context, InForce]:
    noted: set[str] = set()
    rules.note_fired(noted)
    changed = rules.changes()
    return noted, Context(changed), rules.in_force(changed)


def test_rules_are_noted_when_they_answer_act_or_make_a_difference(rules: Ruleset) -> None:
    done: list[int] = []
    hook: Hook[[Context, int], int | None] = rules.hook("h", "context", "number")
    rows = rules.table("X-8", {"a": 1})

    @hook.rule("X-9")
    def even(context: Context, number: int) -> int | None:
        return number if number % 2 == 0 else None

    @rules.rule("X-12", otherwise=lambda context, value: value)
    def at_most_four(context: Context, value: int) -> int:
        return min(4, value)

    @rules.rule("X-13")
    def act(context: Context) -> None:
        done.append(1)

    noted, context, force = counting(rules)
    force[hook][0](context, 1)
    at_most_four(context, 3)
    assert not noted
    force[hook][0](context, 2)
    assert at_most_four(context, 5) == 4
    act(context)
    assert rows.of(context) == {"a": 1}
    assert noted == {"X-8", "X-9", "X-12", "X-13"}
    assert done == [1]
    rules.note_fired(None)
    assert rules.changes() is None


def test_whoever_needs_the_rules_waits_until_all_of_them_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "slow_game"
    game.mkdir()
    (game / "__init__.py").write_text("")
    (game / "late.py").write_text("import time\ntime.sleep(0.5)\nREADY = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    slow = Ruleset("slow", "slow_game")
    seen: list[bool] = []

    def need() -> None:
        slow.load()
        seen.append(hasattr(sys.modules.get("slow_game.late"), "READY"))

    threads = [Thread(target=need) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True, True, True]


def test_a_rule_may_have_nothing_to_say_about_what_is_plain(rules: Ruleset) -> None:
    stroke: Hook[[Context], str] = rules.hook("stroke", "context", kinds=("mallet", "foot"), plain={"tap": "mallet"})
    other: Hook[[Context], str] = rules.hook("other", "context")

    @stroke.rule("X-1")
    def always(context: Context) -> str:
        return "always"

    @stroke.rule("X-2", plain=False)
    def seldom(context: Context) -> str:
        return "seldom"

    @stroke.rule("X-3", kinds="foot")
    def on_foot(context: Context) -> str:
        return "on foot"

    asked = rules.in_force()
    assert asked[stroke, "mallet"] == (always, seldom)
    assert asked[stroke, "foot"] == (always, seldom, on_foot)
    assert asked[stroke, "tap"] == (always,)
    with pytest.raises(BadRule, match="no plain kind"):
        other.rule("X-4", plain=False)
