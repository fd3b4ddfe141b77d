"""`lancemate run`: the story, the JSON, the picture, the status, and one clear message for a wrong script."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lancemate import open_battle, save
from lancemate.cli.main import main
from lancemate.kernel.codec import JSON

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


def test_what_a_program_asks_for_loads_no_library_of_the_command_line(script: Path) -> None:
    """Nor one for reading cards, nor one for large matrices' threads: together a third of a start."""
    code = (
        "import os, sys\nfrom lancemate.cli.main import main\n"
        f"try:\n  main(['run', {str(script)!r}, '--json'])\nexcept SystemExit:\n"
        "  loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "  print(os.environ['OPENBLAS_NUM_THREADS'], *loaded, file=sys.stderr)"
    )
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    threads, *loaded = done.stderr.split()
    assert threads == "1"
    assert not {"typer", "click", "rich", "pydantic", "numba", "email", "asyncio"} & set(loaded)


@pytest.mark.parametrize("words", [["--json"], ["--json", "--json"], ["--json", "--view", "red"]])
def test_the_short_form_and_the_long_one_are_the_same(
    words: list[str], script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for order in ([str(script), *words], [*words, str(script)]):
        with pytest.raises(SystemExit) as left:
            main(["run", *order])
        assert left.value.code == 0
        assert json.loads(capsys.readouterr().out)["outcomes"][0]["accepted"] is True


def test_a_preview_of_a_move_tells_the_sum_of_its_cost(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    woods = "terrain: [{kind: woods, rect: [10, 6, 4, 2]}]\n"
    question = "commands: [{preview: {move: {unit: r1, path: [[12, 8.5]]}}}]\n"
    script.write_text(woods + SCRIPT.replace("phase: combat", "phase: movement").partition("commands:")[0] + question)
    with pytest.raises(SystemExit):
        main(["run", str(script)])
    told = 'costs 6.5" = 2.5 clear ground (p. 32) + 2 woods (p. 32) + 2 woods (+1 an inch) (p. 34) of 8".'
    assert told in capsys.readouterr().out


def test_a_side_reads_the_refusal_of_a_question(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script.write_text(SCRIPT + "  - measure: {from: r1, to: nobody}\n")
    with pytest.raises(SystemExit) as left:
        main(["run", str(script), "--json", "--view", "blue"])
    assert left.value.code == 1
    shot, question = json.loads(capsys.readouterr().out)["outcomes"]
    assert shot["events"]
    assert question["accepted"] is False
    assert question["error"]["code"] == "unknown_target"


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
    ("change", "said"),
    [
        ({}, ""),
        ({"without": ["AS-COM-052"]}, "saved with AS-COM-052 switched off, and is run with every rule"),
        ({"hash": "0" * 64}, "does not come out as it was saved"),
    ],
)
def test_a_save_that_is_another_battle_says_so(
    change: dict[str, JSON], said: str, script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = save(open_battle(script))
    assert isinstance(data["save"], dict)
    data["save"].update(change)
    script.write_text(json.dumps(data))
    with pytest.raises(SystemExit) as left:
        main(["run", str(script)])
    assert left.value.code == (1 if said else 0)
    told = capsys.readouterr().err
    assert said in told
    assert bool(told) == bool(said)


def refused(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """The one line that a command leaves with 2 for."""
    with pytest.raises(SystemExit) as left:
        main([*map(str, words)])
    said = capsys.readouterr()
    assert left.value.code == 2
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    return said.err


CARD = "card: {name: T, type: BM, size: 3, move: 8, damage: 2/2/2, armor: 3, structure: 3, specials: [CASEE]}"


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ("dice: [6, 5]", "dice: [6, 7]", "12: dice.1", "between 1 and 6"),
        ("dice: [6, 5]", "dice: [0, 6]", "12: dice.0", "between 1 and 6"),
        ("dice: [6, 5]", "dice: [2.5]", "12: dice.0", "a whole number"),
        ("dice: [6, 5]", "dice: [6]", "12: dice", "in commands.0 (attack)"),
        ("dice: [6, 5]", "dice: [6, 5]\ndice: [1]", "13", "stands here twice"),
        ("title:", "tittle:", "2: tittle", "did you mean title?"),
        ("target: b1", "target: b1, overheta: 1", "14: commands.0.attack.overheta", "did you mean overheat?"),
        ("width: 48", "width: wide", "3: map.width", "here belongs a number"),
        ("width: 48", "width: .nan", "3: map.width", "finite"),
        ("width: 48", "width: -5", "3: map.width", "between 1 and 1000"),
        ("width: 48", "width: 99999999999999999999999999", "3: map.width", "between 1 and 1000"),
        ("at: [12, 4]", "at: [12, 400]", "7: sides.0.units.0.at", "off the table"),
        ("at: [12, 4]", "at: [12, .inf]", "7: sides.0.units.0.at.1", "finite"),
        ("at: [12, 4]", "at: [.nan, 4]", "7: sides.0.units.0.at.0", "finite"),
        ("at: [12, 4]", "at: [12, 13]", "10: sides.1.units.0.at", "overlap"),
        ("at: [12, 4]", "at: here", "7: sides.0.units.0.at", "not 'here'"),
        ("facing: 180", "facing: .nan", "10: sides.1.units.0.facing", "finite"),
        ("- attack: {unit: r1, target: b1}", "- move: {unit: r1, path: [[.inf, 1]]}", "14: commands.0.move", "finite"),
        ("unit: MAD-3R Marauder", CARD, "7: sides.0.units.0.card.specials", '"CASEE" is not a special ability'),
        ("unit: MAD-3R Marauder", CARD, "7: sides.0.units.0.card.specials", "did you mean CASE?"),
        ("MAD-3R Marauder", "MAD-3R Maurader", "7: sides.0.units.0.unit", "Marauder"),
        ("title: A first shot", "game: []", "2: game", "cannot be played here"),
        ("title: A first shot", "title: [", "4", "not YAML"),
        ("title: A first shot", "title: &a [*a]", "2: title.0", "stands inside itself"),
        ("title: A first shot", "title: !!python/name:os.system x", "2", "is not allowed"),
        ("title: A first shot", "title: " + "[" * 50_000, "2: title.0", "nested more than 40 deep"),
        ("title: A first shot", "title: a\0b", "2", "U+0000"),
        ("[12, 4]}", "[12, 4], state: {armor: 99}}", "7: sides.0.units.0.state.armor", "more than the"),
        ("[12, 4]}", "[12, 4], state: {tmm: 9}}", "7: sides.0.units.0.state.tmm", "follows from"),
    ],
)
def test_a_wrong_script_is_one_message_and_status_2(
    script: Path, old: str, new: str, where: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in SCRIPT
    script.write_text(SCRIPT.replace(old, new, 1))
    picture = script.with_suffix(".svg")
    for more in ((), ("--json",)):
        said = refused(capsys, "run", script, "--svg", picture, *more)
        assert said.startswith(f"lancemate: {script}:{where}")
        assert words in said
        assert not picture.exists()


def test_a_bomb_of_aliases_is_refused(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    script.write_text("\n".join(rows))
    assert "more than 500,000 values" in refused(capsys, "run", script)


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    huge, noise = tmp_path / "huge.yaml", tmp_path / "noise.yaml"
    with huge.open("wb") as stream:
        stream.truncate(100_000_000)
    noise.write_bytes(bytes(range(255, 0, -1)))
    none, loop = tmp_path / "none.yaml", tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    for path, words in (
        (huge, "larger than 5 MB"),
        (noise, "not UTF-8 text"),
        (none, "cannot be read"),
        (loop, "cannot be read"),
        (tmp_path, "folder"),
    ):
        said = refused(capsys, "run", path)
        assert said.startswith(f"lancemate: {path}")
        assert words in said


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_nobody_may_read(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script.chmod(0)
    assert "cannot be read: Permission denied" in refused(capsys, "run", script)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_full_disk_is_one_message(script: Path, more: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "lancemate.cli.main", "run", str(script), *more]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "lancemate: the output cannot be written: No space left on device\n"


def test_the_picture(script: Path) -> None:
    picture = script.with_suffix(".svg")
    done = lancemate("run", script, "--svg", picture)
    assert done.returncode == 0, done.stderr
    assert picture.read_text().startswith("<svg")
    assert "r1" in picture.read_text()
    elsewhere = script.parent / "made" / "where.svg"
    assert lancemate("run", script, "--svg", elsewhere).returncode == 0
    assert elsewhere.read_text() == picture.read_text()
    for wrong, problem in (
        (script / "x.svg", "cannot be written"),
        ("", "is a folder"),
        (script, "is the script itself"),
    ):
        done = lancemate("run", script, "--svg", wrong)
        assert done.returncode == 2
        assert problem in done.stderr
    assert script.read_text() == SCRIPT
    assert lancemate("run", script, "--svg", picture).returncode == 0  # drawn anew
    assert "<svg" in lancemate("run", script, "--svg", "/dev/stdout").stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("attack: {unit: marauder, target: archr}", "no unit and no terrain 'archr'; did you mean archer?"),
        ("attack: {unit: maruder, target: archer}", "no unit 'maruder' in this battle; did you mean marauder?"),
    ],
)
def test_a_typo_of_a_unit_or_its_target_gets_a_suggestion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str, said: str
) -> None:
    path = tmp_path / "typo.yaml"
    names = SCRIPT.replace("id: r1", "id: marauder").replace("id: b1", "id: archer")
    path.write_text(names.replace("attack: {unit: r1, target: b1}", wrong))
    with pytest.raises(SystemExit) as left:
        main(["run", str(path)])
    assert left.value.code == 1
    assert said in capsys.readouterr().out
