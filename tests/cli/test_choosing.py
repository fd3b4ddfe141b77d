"""Asking a player for what is left open in a force."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lancemate.cli import choosing
from lancemate.cli.choosing import ask_for_choices
from lancemate.cli.main import main
from lancemate.muster.choosing import open_choices, questions
from lancemate.muster.force import Force, Formation
from lancemate.muster.force_files import find_force, force_text
from muster.recruits import force, units

ANVIL = Formation("Anvil", units((4, {"role": "Juggernaut", "size": 4, "armor": 8})), "Assault Lance")
HORSE = Formation("Horse", units((4, {"role": "Striker", "move": '12"'})), "Striker/Cavalry Lance")


def asked(one: Force, *answers: str) -> tuple[Force, list[str]]:
    said: Iterator[str] = iter(answers)
    told: list[str] = []
    return ask_for_choices(one, lambda text: next(said), told.append), told


@pytest.mark.rule("AS-FOR-016", "AS-FOR-051")
def test_a_choice_for_all_and_one_for_some() -> None:
    done, told = asked(force(ANVIL, HORSE), "2", "1", "1, 2 4")
    assert done.formations[0].choice == "Multi-Tasker"
    assert [member.granted for member in done.formations[1].members] == [("Speed Demon",)] * 2 + [(), ("Speed Demon",)]
    assert not [*open_choices(done)]
    assert any("Anvil: nobody has Demoralizer or Multi-Tasker" in text for text in told)


def test_whoever_leaves_it_open_may_and_nonsense_is_asked_again() -> None:
    one = force(ANVIL, HORSE)
    assert asked(one, "0", "")[0] == one
    done, told = asked(force(HORSE), "7", "1", "9", "1", "1, 2, 3")
    assert "write a number from 0 to 1" in told
    assert any("Horse has units 1 to 4, not '9'" in text for text in told)
    assert sum("Speed Demon" in member.granted for member in done.formations[0].members) == 3


@pytest.mark.rule("AS-SCA-031")
def test_who_comes_under_a_false_flag_is_asked() -> None:
    one = force(ANVIL, command_abilities=("False Flag", "Off-Map Movement"))
    assert [question.of for question in questions(one)] == ["Anvil", "command"]
    done, _ = asked(one, "1", "1", "2")
    assert [ability.units for ability in done.commands] == [("2",)]
    assert not [*questions(done)]


def test_at_a_terminal_and_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = tmp_path / "anvil.yaml", tmp_path / "chosen.yaml"
    file.write_text(force_text(replace(force(ANVIL), name="Hammer")))
    with pytest.raises(SystemExit, match="0"):
        main(["force", "choose", str(file), "-o", str(out)])
    assert find_force(str(out)).formations[0].choice is None
    answers = iter(["1"])
    monkeypatch.setattr(choosing, "input", lambda text: next(answers), raising=False)
    monkeypatch.setattr(choosing, "at_terminal", lambda: True)
    with pytest.raises(SystemExit, match="0"):
        main(["force", "choose", str(file), "-o", str(out), "--overwrite"])
    assert find_force(str(out)).formations[0].choice == "Demoralizer"
