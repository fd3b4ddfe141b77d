"""Random playouts: legal to the last command, the same for the same numbers, busy rather than quick."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from lancemate import compiled
from lancemate.alphastrike.options.groups import presets
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Setup
from lancemate.bots.alphastrike.playout import playout, step
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab.battlefields import duel
from lancemate.lab.exhaust import anything
from lancemate.lab.forces import IN_THE_AIR, random_setup
from rules.commanders import commanded, one
from rules.table import battle as small_battle
from rules.table import unit
from rules.test_drones import ROBOT
from rules.test_large import hatch

MOST_CALLS = 169.5  # raise it only with a reason: each one more takes half a percent of the time
MOST_LINES = 659.0  # of source, each time one is run: a loop that calls nothing is seen here


def test_a_playout_ends_with_the_battle_or_after_so_many_turns() -> None:
    battle = Battle(duel(), 1)
    decisions = playout(battle, Generator(1), turns=3)
    assert decisions == len(battle.journal.commands)
    assert battle.outcome is not None or battle.state.turn == 4
    over = Battle(duel(), 2)
    playout(over, Generator(2), turns=400)
    assert over.outcome is not None
    assert playout(over, Generator(3)) == 0


def test_the_same_numbers_give_the_same_battle() -> None:
    one, other = Battle(duel(), 5), Battle(duel(), 5)
    assert playout(one, Generator(6), turns=4) == playout(other, Generator(6), turns=4)
    assert one.hash() == other.hash()
    playout(other, Generator(7), turns=1)
    assert one.hash() != other.hash()


def test_units_act_when_they_can() -> None:
    """Passing costs next to nothing: a mix with many passes would flatter every figure measured with it."""
    battle = Battle(duel(), 8)
    playout(battle, Generator(8), turns=12)
    kinds = Counter(type(command) for command in battle.journal.commands)
    assert kinds[orders.Move] + kinds[orders.Attack] > kinds.total() / 2
    assert kinds[orders.Pass] < kinds.total() / 3
    modes = Counter(command.mode for command in battle.journal.commands if isinstance(command, orders.Move))
    assert modes["ground"] > modes["standstill"]
    assert modes["jump"] > 0


def test_a_step_tells_what_it_did() -> None:
    battle = Battle(duel(), 9)
    luck = Generator(9)
    for _ in range(40):
        assert step(battle, luck) is battle.journal.commands[-1]


def test_a_playout_of_a_copy_leaves_the_battle_alone() -> None:
    battle = Battle(duel(), 10)
    playout(battle, Generator(1), turns=1)
    before = battle.hash()
    playout(battle.clone(), Generator(2), turns=2)
    assert battle.hash() == before


# -- battles of every kind ------------------------------------------------------------------------------------


def with_everything(luck: Generator) -> Setup:
    """Any battle at all, with the options of the largest preset besides its own."""
    found = anything(luck)
    return replace(found, options=found.options | frozenset(presets()["everything"].options))


def in_the_air(luck: Generator) -> Setup:
    return random_setup(luck, IN_THE_AIR)


@pytest.mark.parametrize(
    ("draw", "first", "last"),
    [
        (anything, 0, 120),
        (in_the_air, 0, 80),
        (with_everything, 0, 60),
        *(
            pytest.param(draw, 1000, 2500, marks=pytest.mark.slow, id=f"many battles of {draw.__name__}")
            for draw in (anything, in_the_air, with_everything)
        ),
    ],
)
def test_battles_of_every_kind_are_played(draw: Callable[[Generator], Setup], first: int, last: int) -> None:
    played = 0
    for seed in range(first, last):
        try:
            battle = Battle(draw(Generator(seed)), seed)
        except InputError:  # what was drawn does not go with one of the options
            continue
        until = battle.state.turn + 4
        playout(battle, Generator(seed), turns=4)
        assert battle.outcome is not None or battle.state.turn == until
        played += 1
    assert played > 0.7 * (last - first)


def test_whoever_waits_in_the_bay_of_a_ship_on_the_ground_is_asked() -> None:
    """Such a ship makes no move of its own, so nobody else is left to move for its side."""
    asked = set()
    for seed in range(6):
        battle = hatch(2, "MT6D2")
        playout(battle, Generator(seed), turns=1)
        assert battle.state.turn == 2
        moves = (one for one in battle.journal.commands if isinstance(one, orders.Move | orders.Pass))
        asked |= {(type(one), one.unit) for one in moves if one.unit in ("r10", "r11")}
    assert asked == {(kind, name) for kind in (orders.Move, orders.Pass) for name in ("r10", "r11")}


def test_robots_move_when_it_is_their_turn() -> None:
    units = [unit("r1", (20, 4)), unit("r2", (30, 4), **ROBOT), unit("b1", (20, 44)), unit("b2", (30, 44), **ROBOT)]
    for seed in range(4):
        battle = small_battle(*units, seed=seed, options=("robotic_drones",), phase="initiative")
        luck = Generator(seed)
        while battle.state.phase == "movement":
            whose = "2" if battle.state.acting == "robots" else "1"
            command = step(battle, luck)
            assert isinstance(command, orders.Move | orders.Pass)
            assert command.unit[1] == whose
        assert all(one.moved != "none" for one in battle.on_table())


def test_a_word_given_is_kept() -> None:
    """Nobody of a formation that is committed holds its fire. Without weapons that takes a blow."""
    places = {"r1": (20, 20.7, 0), "r2": (18.7, 22, 90), "r3": (21.3, 22, 270)}
    own = [one(name, (x, y), facing, damage="0/0/0") for name, (x, y, facing) in places.items()]
    for seed in range(8):
        battle = commanded(
            *own,
            one("b1", (20, 22), 180, armor=9),
            red=["Tactical Experts (Combined Fire)"],
            formations=[{"name": "Alpha", "members": [*places]}],
            phase="combat",
        )
        battle.do(orders.Act("r1", "concentrate", "b1"))
        luck = Generator(seed)
        while battle.state.to_act == "red":
            step(battle, luck)
        blows = [command for command in battle.journal.commands if isinstance(command, orders.Attack)]
        assert {(blow.unit, blow.target) for blow in blows} == {(name, "b1") for name in places}


# -- what a decision costs ------------------------------------------------------------------------------------

COUNTING = """
import sys
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.playout import playout
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import duel

calls = lines = decisions = 0

def count_calls(frame, event, arg):
    global calls
    calls += event in ("call", "c_call")

def count_lines(frame, event, arg):
    global lines
    lines += event == "line"
    return count_lines

playout(Battle(duel(), 20), Generator(20))  # what is worked out once for all battles is no part of a decision
for seed in range(3):
    battle = Battle(duel(), seed)
    sys.settrace(count_lines)
    sys.setprofile(count_calls)
    decisions += playout(battle, Generator(seed))
    sys.setprofile(None)
    sys.settrace(None)
print(calls / decisions, lines / decisions)
"""

SLOW_RULE = """
from lancemate.alphastrike import hooks

def idle():
    pass

@hooks.to_hit.rule("AS-COM-052", part=hooks.OTHER)
def slow(attack):
    {}
"""


def counted(before: str = "") -> tuple[float, float]:
    """Calls and lines of a decision on fixed playouts, after something that changes the rules.

    In a process of its own: where another test has changed the rules, every rule has a guard in front of it.
    """
    as_written = {**os.environ, compiled.CHOICE: compiled.PYTHON}
    words = [sys.executable, "-c", before + COUNTING]
    calls, lines = subprocess.run(words, capture_output=True, text=True, check=True, env=as_written).stdout.split()
    return float(calls), float(lines)


def test_a_decision_asks_no_more_than_it_must() -> None:
    """What is not in play costs nothing: calls and lines are counted, since no timing is steady enough."""
    calls, lines = counted()
    assert calls < MOST_CALLS
    assert lines < MOST_LINES


@pytest.mark.parametrize("work", ["idle(); idle(); idle(); idle(); idle()", "[number for number in range(30)]"])
def test_one_slow_rule_for_every_attack_is_noticed(work: str) -> None:
    calls, lines = counted(SLOW_RULE.format(work))
    assert calls > MOST_CALLS or lines > MOST_LINES
