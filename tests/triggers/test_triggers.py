"""Whatever a script may put into a state, play brings about: each key has a battle of orders after which it stands.

A rule that asks for a state is proven by a state that is put in, and may all the same never come into play. Here
nothing is put in of what a battle is about: ``triggers.yaml`` names for every key the battle that brings it about.
"""

from functools import cache
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.memory import memory
from lancemate.alphastrike.scripts.running import load_script, run_script
from lancemate.kernel.documents import read_document
from triggers.reaching import reached

HERE = Path(__file__).parent
TRIGGERS: dict[str, str] = {key: str(name) for key, name in read_document(HERE / "triggers.yaml").data.items()}
# What is said before a battle and never comes about in one, and why.
AGREED = {
    "state.group": "who moves together is settled when forces are built",
    "unit.aggression": "robots are told how to behave before the battle",
    "unit.blip": "a unit begins as a token; in play it is identified, and never becomes one again",
    "unit.bombs": "they are loaded before the battle; in play they are used up",
    "unit.freight": "goods lie in a hold from the start: no order loads them",
    "unit.implants": "a crew has them or has not",
    "unit.post": "a robot is told its post before the battle",
}


@cache
def played(name: str) -> Battle:
    script = load_script(HERE / "battles" / f"{name}.yaml")
    report = run_script(script)
    assert [outcome.refusal for outcome in report.outcomes if not outcome.accepted] == []
    assert report.dice_left == 0
    return report.battle


@pytest.mark.parametrize("key", TRIGGERS)
def test_play_brings_it_about(key: str) -> None:
    assert key in reached(played(TRIGGERS[key]))


def test_every_key_has_its_trigger_or_is_agreed_on() -> None:
    """Asked of a fresh process: other tests declare keys of their own."""
    program = f"""
import sys
sys.path.insert(0, {str(HERE.parent)!r})
from lancemate.alphastrike.ruleset import rules
rules.load()
from triggers.reaching import every_key
print(*sorted(every_key()))
"""
    asked = run([executable, "-c", program], capture_output=True, text=True, check=True)
    known, there = {*TRIGGERS, *AGREED}, {*asked.stdout.split()}
    assert not there - known, "write a battle that brings it about, and name it in triggers.yaml"
    assert not known - there, "nothing of that name is left"
    assert not TRIGGERS.keys() & AGREED.keys()


@pytest.mark.parametrize("name", sorted({*TRIGGERS.values()}))
def test_what_came_about_may_be_put_in(name: str) -> None:
    for unit in played(name).units.values():
        assert memory.of_units.checked(unit.notes, unit.id) == unit.notes


def test_no_battle_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("battles/*.yaml")} == {*TRIGGERS.values()}


def test_what_nobody_brings_about_is_not_found() -> None:
    """A battle is asked for what came about in it, not for what its setup says."""
    battle = played("out_of_the_hold")
    assert "unit.ready" in reached(battle)
    assert "place.table" not in reached(battle)
    assert "state.heat" not in reached(battle)
