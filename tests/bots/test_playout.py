"""Random playouts: legal to the last command, the same for the same numbers, busy rather than quick."""

import os
import subprocess
import sys
from collections import Counter

from lancemate import compiled
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.playout import playout, step
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import duel

MOST_CALLS = 170.0  # raise it only with a reason: each one more takes half a percent of the time


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


COUNTING = """
import sys
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.playout import playout
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import duel

calls = decisions = 0

def count(frame, event, arg):
    global calls
    calls += event in ("call", "c_call")

playout(Battle(duel(), 20), Generator(20))  # what is worked out once for all battles is no part of a decision
for seed in range(3):
    battle = Battle(duel(), seed)
    sys.setprofile(count)
    decisions += playout(battle, Generator(seed))
    sys.setprofile(None)
print(calls / decisions)
"""


def test_a_decision_asks_no_more_than_it_must() -> None:
    """What is not in play costs nothing: the calls of fixed playouts are counted, since no timing is steady enough.

    In a process of its own: where another test has changed the rules, every rule has a guard in front of it.
    """
    as_written = {**os.environ, compiled.CHOICE: compiled.PYTHON}
    done = subprocess.run([sys.executable, "-c", COUNTING], capture_output=True, text=True, check=True, env=as_written)
    assert float(done.stdout) < MOST_CALLS
