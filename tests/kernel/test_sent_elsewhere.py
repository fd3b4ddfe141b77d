"""A battle under way can be sent to another process, or copied through and through, and is played on alike there."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lancemate import compiled
from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Setup
from lancemate.battletroops.play.battle import Battle as Skirmish
from lancemate.bots.alphastrike.playout import playout
from lancemate.bots.alphastrike.view import View
from lancemate.bots.battletroops.playout import playout as skirmish_on
from lancemate.kernel.codec import digest
from lancemate.kernel.dice import Dice, Generator, SealedDice, SeededDice, TapeDice, TapeThenMore
from lancemate.kernel.errors import InputError, LancemateError, OutOfDice, Refused, refuse
from lancemate.kernel.events import public
from lancemate.lab.battlefields import duel, duel_on_hexes
from lancemate.lab.bench_troops import skirmish
from lancemate.lab.exhaust import anything
from lancemate.lab.forces import IN_THE_AIR, random_setup
from rules.table import battle as small_battle
from rules.table import unit

Copying = Callable[[Battle], Battle]


def sent(battle: Battle) -> Battle:
    there: Battle = pickle.loads(pickle.dumps(battle))
    return there


@pytest.fixture(params=[sent, copy.deepcopy], ids=["sent", "copied"])
def copying(request: pytest.FixtureRequest) -> Copying:
    how: Copying = request.param
    return how


def told(battle: Battle | Skirmish) -> str:
    happened = [public(event) for event in battle.journal.events]
    return digest([battle.hash(), happened, [public(command) for command in battle.journal.commands]])


def check_alike(battle: Battle, copying: Copying, seed: int, turns: int = 2) -> None:
    """The copy is the same to the last word, now and after more of it; playing it leaves the battle alone."""
    there, before = copying(battle), told(battle)
    assert told(there) == before
    playout(there, Generator(seed), turns=turns)
    assert told(battle) == before
    playout(battle, Generator(seed), turns=turns)
    assert told(there) == told(battle)
    assert told(battle) != before or battle.outcome is not None


@pytest.mark.parametrize("without", [frozenset[str](), frozenset({"AS-COM-052", "AS-MOV-010"})])
@pytest.mark.parametrize("setup", [duel(), duel_on_hexes()], ids=["inches", "hexes"])
def test_a_battle_under_way_is_played_on_alike(setup: Setup, without: frozenset[str], copying: Copying) -> None:
    battle = Battle(setup, 3, without=without)
    check_alike(battle, copying, 1)
    check_alike(battle, copying, 2)


@pytest.mark.parametrize("seed", range(24))
def test_so_is_one_of_any_kind(seed: int, copying: Copying) -> None:
    luck = Generator(seed)
    battle = Battle(anything(luck) if seed % 3 else random_setup(luck, IN_THE_AIR), seed)
    playout(battle, luck, turns=1)
    check_alike(battle, copying, seed, turns=1)


def test_so_is_one_of_the_other_game() -> None:
    battle = Skirmish(skirmish(), 5)
    skirmish_on(battle, Generator(5), turns=1)
    for there in (pickle.loads(pickle.dumps(battle)), copy.deepcopy(battle)):
        assert told(there) == told(battle)
        skirmish_on(there, Generator(6), turns=1)
        mine = battle.clone()
        skirmish_on(mine, Generator(6), turns=1)
        assert told(there) == told(mine) != told(battle)


def test_what_a_side_knows_travels_as_it_is() -> None:
    """Who lies hidden is neither in it nor among the phases and rules that it goes by."""
    units = [unit("r1", (20, 12)), unit("b1", (20, 22)), unit("b2", (30, 22), state={"hidden": True})]
    battle = small_battle(*units, options=["hidden_units"])
    known = known_to(battle, "red")
    there = sent(known)
    assert "b2" not in there.units
    assert b"b2" not in pickle.dumps(known)
    assert there.hash() == known.hash()
    assert [one.command for one in offers(there, "red")] == [one.command for one in offers(known, "red")]
    view = View(battle, "red")
    again: View = pickle.loads(pickle.dumps(view))
    assert (again.side, again.battle.hash()) == ("red", view.battle.hash())


def test_rules_are_the_same_functions_there() -> None:
    battle = Battle(duel(), 3, without={"AS-COM-052"})
    there = sent(battle)
    assert there.hooks == battle.hooks
    assert there.changed is not None
    assert there.changed.off == {"AS-COM-052"} == there.off
    assert there.memory == {}


def test_the_phases_of_a_battle_travel_by_themselves() -> None:
    flight = Battle(random_setup(Generator(1), IN_THE_AIR), 1)
    course = flight.course
    assert course.claiming
    for one in (pickle.loads(pickle.dumps(course)), copy.copy(course), copy.deepcopy(course)):
        assert (one.entries, one.turn, one.claiming) == (course.entries, course.turn, course.claiming)


@pytest.mark.parametrize(
    "dice",
    [SeededDice(4), TapeDice([1, 2, 3, 4, 5, 6, 6]), SealedDice("5eed" * 16), TapeThenMore((1, 2, 3), SeededDice(4))],
    ids=lambda dice: type(dice).__name__,
)
def test_dice_fall_there_as_they_would_here(dice: Dice) -> None:
    dice.roll(2)
    there: Dice = pickle.loads(pickle.dumps(dice))
    assert there.roll(5) == dice.roll(5)


@pytest.mark.parametrize(
    "error",
    [refuse("no_way", "there is a wall", "AS-MOV-010"), InputError("odd", file="a.yaml", line=3), OutOfDice("no more")],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_from_there(error: LancemateError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))
    if isinstance(error, Refused):
        assert back.refusal == error.refusal


ON = """
import pickle, sys
from pathlib import Path
battle = pickle.loads(Path(sys.argv[1]).read_bytes())  # before anything of the game has been imported
from lancemate import compiled
from lancemate.bots.alphastrike.playout import playout
from lancemate.kernel.dice import Generator
playout(battle, Generator(9), turns=2)
print(compiled.is_in_use(), battle.hash())
"""


@pytest.mark.parametrize("seed", [1, 3])
def test_a_process_that_has_just_begun_plays_on(seed: int, tmp_path: Path) -> None:
    battle = Battle(random_setup(Generator(seed), IN_THE_AIR), seed)
    playout(battle, Generator(seed), turns=1)
    file = tmp_path / "battle"
    file.write_bytes(pickle.dumps(battle))
    playout(battle, Generator(9), turns=2)
    done = subprocess.run([sys.executable, "-c", ON, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(compiled.is_in_use()), battle.hash()]
