"""Saves and determinism: the same setup, seed and commands are the same battle, in any process, after any load."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Attack, Command, EndPhase, Move
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.alphastrike.scripts.running import load_script, run_script, script_from_data
from lancemate.alphastrike.scripts.saves import load, save, save_text
from lancemate.kernel.codec import digest
from lancemate.kernel.dice import Generator, SeededDice
from lancemate.kernel.errors import InputError
from lancemate.kernel.events import event_data
from lancemate.kernel.scripting import broken_seal
from players import play
from rules.table import battle, unit

TERRAIN: list[dict[str, Any]] = [
    {"kind": "woods", "rect": [20, 17, 10, 3]},
    {"kind": "hill", "height": 2, "circle": [40, 24, 5]},
    {"kind": "water", "depth": 1, "polygon": [[5, 20], [15, 20], [12, 28]]},
    {"kind": "building", "height": 4, "type": "medium", "rect": [50, 20, 4, 4]},
    {"kind": "road", "line": [[0, 10], [30, 12], [72, 10]], "width": 2},
]


def skirmish(seed: int = 7, phase: str = "initiative") -> Battle:
    """Two small lances close enough to hurt each other."""
    return battle(
        unit("r1", (20, 12), specials=["JMPS1"], move='8"/6"j'),
        unit("r2", (26, 12), skill=3, damage="4/4/3", ov=2),
        unit("r3", (32, 12), type="CV", move='10"t', tmm=2, structure=3),
        unit("b1", (20, 26), facing=180, move='6"j'),
        unit("b2", (26, 26), facing=180, state={"armor": 1, "heat": 2, "crits": {"mp": 1}}),
        unit("b3", (32, 26), facing=180, type="BA", move='6"j', armor=3, structure=2, specials=["CAR4"]),
        terrain=TERRAIN,
        seed=seed,
        phase=phase,
        options=["forced_withdrawal"],
    )


def journal(fight: Battle) -> str:
    """Everything that has happened, as one number."""
    return digest([[event_data(event) for event in fight.journal.events], fight.journal.dice])


@given(st.integers(0, 2**32))
def test_a_load_at_any_step_gives_the_same_battle(seed: int) -> None:
    fight = skirmish(seed)
    chance = Generator(seed)
    for _ in range(18):
        loaded = load(json.loads(json.dumps(save(fight))))
        assert loaded.hash() == fight.hash()
        assert journal(loaded) == journal(fight)
        assert loaded.setup == fight.setup
        state = chance.state
        if not play(fight, chance, 1):
            break
        play(loaded, Generator(state), 1)
        assert loaded.hash() == fight.hash()


@given(st.integers(0, 2**32))
def test_clones_go_their_own_ways(seed: int) -> None:
    fight = skirmish(seed)
    play(fight, Generator(seed), 5)
    before, told = fight.hash(), journal(fight)
    one, two = fight.clone(), fight.clone()
    play(one, Generator(seed + 1), 6)
    assert (fight.hash(), journal(fight)) == (before, told)
    play(fight, Generator(seed + 2), 6)
    assert (two.hash(), journal(two)) == (before, told)
    play(two, Generator(seed + 1), 6)
    assert (two.hash(), journal(two)) == (one.hash(), journal(one))


PLAYED_ELSEWHERE = """
import json, sys
sys.path[:0] = {path!r}
from alphastrike.test_saves import journal, play, skirmish
from lancemate.kernel.dice import Generator
answers = []
for seed in (1, 2, 3):
    fight = skirmish(seed)
    play(fight, Generator(seed), 40)
    answers.append([fight.hash(), journal(fight)])
print(json.dumps(answers))
"""


def test_another_process_with_another_hash_seed_plays_the_same() -> None:
    here = []
    for seed in (1, 2, 3):
        fight = skirmish(seed)
        play(fight, Generator(seed), 40)
        here.append([fight.hash(), journal(fight)])
    tests = str(Path(__file__).parents[1])
    for hash_seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", PLAYED_ELSEWHERE.format(path=[tests])],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == here


def test_the_setup_comes_back_exactly() -> None:
    setup = skirmish().setup
    assert setup_from_data(json.loads(json.dumps(setup_to_data(setup)))) == setup


def test_a_save_is_a_script_that_runs(tmp_path: Path) -> None:
    fight = skirmish(3)
    play(fight, Generator(3), 20)
    path = tmp_path / "battle.json"
    path.write_text(save_text(fight))
    report = run_script(load_script(path))
    assert report.accepted
    assert report.battle.hash() == fight.hash()
    assert load(json.loads(path.read_text())).hash() == fight.hash()


def test_a_tape_is_saved_with_what_is_left_of_it() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 20), facing=180), dice=[6, 5, 1, 2, 3, 4])
    fight.do(Attack("r1", "b1"))
    loaded = load(save(fight))
    assert loaded.journal.dice == fight.journal.dice == [6, 5]
    fight.do(EndPhase())
    loaded.do(EndPhase())
    assert fight.do(Attack("b1", "r1")) == loaded.do(Attack("b1", "r1"))


def test_dice_changed_on_the_way_are_saved_too() -> None:
    fight = skirmish(5)
    play(fight, Generator(5), 10)
    fight.dice = SeededDice(99)
    play(fight, Generator(6), 10)
    loaded = load(save(fight))
    play(fight, Generator(7), 10)
    play(loaded, Generator(7), 10)
    assert (loaded.hash(), journal(loaded)) == (fight.hash(), journal(fight))


def test_rules_switched_off_stay_off() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 20)), without=["AS-COM-052"])
    assert load(save(fight)).off == fight.off


def test_a_seal_fits_dice_that_were_changed_on_the_way() -> None:
    fight = skirmish(3, phase="combat")
    fight.do(Attack("r2", "b2"))
    fight.dice = SeededDice(11)
    data = save(fight)
    script = script_from_data(data)
    assert broken_seal(script, run_script(script).battle) is None
    shorter = script_from_data({**data, "commands": []})
    assert broken_seal(shorter, run_script(shorter).battle) == "it does not come out as it was saved"


def damaged(change: Any) -> InputError:
    fight = skirmish(3, phase="combat")
    fight.do(Attack("r2", "b2"))
    data: Any = json.loads(json.dumps(save(fight)))
    change(data)
    with pytest.raises(InputError) as caught:
        load(data)
    return caught.value


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        (lambda data: data.pop("save"), None, "not a saved battle"),
        (lambda data: data["save"].update(format=99), "save.format", "of format 99; this version reads format 1"),
        (lambda data: data["save"].update(format="new"), "save.format", "a whole number"),
        (lambda data: data["save"].pop("hash"), "save", "the key hash is missing"),
        (lambda data: data["save"].update(hash="0" * 64), "save.hash", "the file is damaged"),
        (lambda data: data["save"].update(colour="red"), "save.colour", "unknown key"),
        (lambda data: data.update(seed=4), "save.hash", "the file is damaged"),
        (lambda data: data["commands"].clear(), "save.hash", "the file is damaged"),
        (lambda data: data["commands"].append({"attack": {"unit": "r2", "target": "b2"}}), "commands.1", "damaged"),
        (lambda data: data["commands"].append({"measure": {"from": "r2", "to": "b2"}}), "commands.1", "no measure"),
        (lambda data: data["sides"][0]["units"][0].update(at=["a", 1]), "sides.0.units.0.at.0", "a number"),
        (lambda data: data.update(save=3), None, "not a saved battle"),
    ],
)
def test_a_damaged_save_is_refused_in_one_sentence(change: Any, key: str | None, words: str) -> None:
    error = damaged(change)
    assert error.key == key
    assert words in error.message


def test_a_pending_decision_is_saved() -> None:
    """A shot along the corner of two hex sides asks the target's player; the save stands before the answer."""
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 20), facing=30.0), dice=[6, 5, 1, 1])
    fight.do(Attack("r1", "b1"))
    loaded = load(save(fight))
    assert loaded.decision == fight.decision
    assert loaded.hash() == fight.hash()


def test_commands_are_saved_to_the_last_digit() -> None:
    fight = skirmish(1)
    chance = Generator(11)
    commands: list[Command] = play(fight, chance, 30)
    assert any(isinstance(command, Move) for command in commands)
    assert load(save(fight)).journal.commands == commands
