"""`lancemate run`: the story, the JSON, the picture, the status, and one clear message for a wrong script."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
title: A first shot
map: {kind: table, width: 48, depth: 36}
sides:
  - name: red
    units:
      - {id: r1, unit: MAD-3R Marauder, at: [12, 4]}
  - name: blue
    units:
      - {id: b1, unit: MAD-3R Marauder, at: [12, 14], facing: 180}
start: {phase: combat, first: red}
dice: [6, 5]
commands:
  - attack: {unit: r1, target: b1}
"""


def lancemate(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lancemate.cli.main", *map(str, words)], capture_output=True, text=True, check=False
    )


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "battle.yaml"
    path.write_text(SCRIPT)
    return path


def test_the_story(script: Path) -> None:
    done = lancemate("run", script)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith("A first shot\n")
    assert "Marauder (r1) fires at Marauder (b1)" in done.stdout
    assert "It needs " in done.stdout
    assert "(p. " in done.stdout


def test_one_json_document(script: Path) -> None:
    done = lancemate("run", script, "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["outcomes"][0]["accepted"] is True
    assert data["outcomes"][0]["events"][0]["type"] == "attack"
    assert data["state"]["units"]["r1"]["side"] == "red"


def test_a_rejected_command_leaves_with_1(script: Path) -> None:
    script.write_text(SCRIPT + "  - attack: {unit: r1, target: b1}\n")
    done = lancemate("run", script)
    assert done.returncode == 1
    assert "Not allowed (attack r1)" in done.stdout
    done = lancemate("run", script, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["outcomes"][1]["error"]["rule"].startswith("AS-")


def test_expectations_that_are_not_met_leave_with_1(script: Path) -> None:
    script.write_text(SCRIPT + "expect: {state: {turn: 2}}\n")
    done = lancemate("run", script)
    assert done.returncode == 1
    assert "Not as expected: state.turn: expected 2, found 1" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ("dice: [6, 5]", "dice: [6, 7]", "12: dice.1", "between 1 and 6"),
        ("dice: [6, 5]", "dice: [6]", "12: dice", "in commands.0 (attack)"),
        ("title:", "tittle:", "2: tittle", "did you mean title?"),
        ("at: [12, 4]", "at: [12, 400]", "7: sides.0.units.0.at", "off the table"),
        ("at: [12, 4]", "at: [12, .inf]", "7: sides.0.units.0.at.1", "finite"),
        ("at: [12, 4]", "at: [12, 13]", "10: sides.1.units.0.at", "overlap"),
        ("MAD-3R Marauder", "MAD-3R Maurader", "7: sides.0.units.0.unit", "Marauder"),
        ("title: A first shot", "title: [", "4", "not YAML"),
        ("[12, 4]}", "[12, 4], state: {armor: 99}}", "7: sides.0.units.0.state.armor", "more than the"),
        ("[12, 4]}", "[12, 4], state: {tmm: 9}}", "7: sides.0.units.0.state.tmm", "follows from"),
    ],
)
def test_a_wrong_script_is_one_message_and_status_2(script: Path, old: str, new: str, where: str, words: str) -> None:
    assert old in SCRIPT
    script.write_text(SCRIPT.replace(old, new, 1))
    picture = script.with_suffix(".svg")
    for more in ((), ("--json",)):
        done = lancemate("run", script, "--svg", picture, *more)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith(f"lancemate: {script}:{where}")
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert not picture.exists()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as stream:
        stream.truncate(100_000_000)
    for path, words in ((huge, "larger than 5 MB"), (tmp_path / "none.yaml", "cannot be read"), (tmp_path, "folder")):
        done = lancemate("run", path)
        assert done.returncode == 2
        assert done.stdout == ""
        assert str(path) in done.stderr
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_the_picture(script: Path) -> None:
    picture = script.with_suffix(".svg")
    done = lancemate("run", script, "--svg", picture)
    assert done.returncode == 0, done.stderr
    assert picture.read_text().startswith("<svg")
    assert "r1" in picture.read_text()
    done = lancemate("run", script, "--svg", script.parent / "no" / "where.svg")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
