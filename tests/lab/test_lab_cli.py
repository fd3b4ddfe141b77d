"""`lancemate lab duel`, `tournament` and `pv` as their users run them."""

from __future__ import annotations

import doctest
import html
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lancemate.cli.main import main
from lancemate.lab.plots import have_plots

ODD = Path(__file__).parent / "odd_bots.py"
LIGHT = "STG-3R Stinger, LCT-1V Locust"
QUICK = ("--turns", "2", "--table", "24x24", "--terrain", "3")
DUEL = ("duel", "--red", LIGHT, "--blue", LIGHT, "--bots", "random,random", *QUICK)
LAB = (sys.executable, "-m", "lancemate.cli.main", "lab")


def lab(*words: str) -> int:
    """Run it in this process; the status it leaves with."""
    with pytest.raises(SystemExit) as left:
        main(["lab", *words])
    return int(left.value.code or 0)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No workers: everything is played in this process, which is quicker where workers do not matter."""
    monkeypatch.setattr("lancemate.cli.lab_contests.jobs_named", lambda text: 0)


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# -- a duel ---------------------------------------------------------------------------------------------------


def test_one_worker_or_two_leave_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lab(*DUEL, "--battles", "4", "--jobs", "1", "-o", str(tmp_path / "one")) == 0
    said = capsys.readouterr().out
    assert lab(*DUEL, "--battles", "3", "--jobs", "2", "-o", str(tmp_path / "two"), "--no-plots") == 0
    assert lab(*DUEL, "--battles", "4", "--jobs", "2", "-o", str(tmp_path / "two"), "--resume") == 0
    one, two = files(tmp_path / "one"), files(tmp_path / "two")
    assert one == two
    assert len(one["battles.jsonl"].splitlines()) == 4
    plots = [f"plots/{name}.{kind}" for name in ("margin", "turns", "units", "win_rate") for kind in ("png", "svg")]
    assert sorted(one) == ["battles.jsonl", "plan.json", *plots, "report.html", "summary.json"]
    assert all(one[name].startswith(b"\x89PNG" if name.endswith("png") else b"<?xml") for name in plots)
    assert "STG-3R Stinger" in said
    assert "Battles: 4, draws:" in said

    summary = json.loads(one["summary.json"])
    sides = summary["sides"]
    assert sides["red"]["won"] + sides["blue"]["won"] + summary["draws"] == summary["battles"] == 4
    assert sides["red"]["share"]["low"] < sides["red"]["share"]["value"] < sides["red"]["share"]["high"]
    assert {unit["battles"] for unit in summary["units"]} == {4}

    page = one["report.html"].decode()  # needs nothing but itself
    assert page.count("data:image/svg+xml;base64,") == 4
    assert not re.findall(r'(?:src|href)="(?!data:)', page)
    assert re.findall(r"<figcaption>(.*?):? ", page) == ["How", "How", "How", "What"]
    assert "Seed 1; tables of 24 by 24 inches with 3 pieces of terrain; at most 2 turns." in page
    for word in ("Result", "points killed", "LCT-1V Locust", "draws half"):
        assert word in page


@pytest.mark.usefixtures("here")
def test_without_matplotlib_there_is_a_report_and_a_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert have_plots()
    monkeypatch.setattr("lancemate.lab.plots.have_plots", lambda: False)
    assert lab(*DUEL, "--battles", "1", "-o", str(tmp_path)) == 0
    assert "pip install 'lancemate[lab]'" in capsys.readouterr().out
    assert sorted(files(tmp_path)) == ["battles.jsonl", "plan.json", "report.html", "summary.json"]


@pytest.mark.usefixtures("here")
def test_faults_of_bots_are_told_and_leave_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bots", f"{ODD}:Raises,random", "--battles", "1", "--no-plots", "--json")
    assert lab(*DUEL, *words, "-o", str(tmp_path)) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["faults"][f"{ODD}:Raises (red)"]["raised"] >= 1
    assert "RuntimeError: I have lost my map" in (tmp_path / "report.html").read_text()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "--force", "LCT-1V Locust", "--bots", f"random,{ODD}:Raises"),
        ("pv", "--units", "STG-3R Stinger, LCT-1V Locust", "--bot", f"{ODD}:Raises"),
    ],
)
def test_faults_are_told_whatever_is_played(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lab(*words, *QUICK, "--battles", "1", "--no-plots", "-o", str(tmp_path)) == 1
    assert f"{ODD}:Raises raised an error" in capsys.readouterr().out
    assert json.loads((tmp_path / "summary.json").read_text())["faults"][f"{ODD}:Raises"]["raised"] >= 1


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, here: None) -> None:
    words = [*LAB, *DUEL, "--battles", "500", "--jobs", "2", "-o", str(tmp_path), "--no-plots"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    file = tmp_path / "battles.jsonl"
    end = time.monotonic() + 60
    while time.monotonic() < end and not (file.exists() and file.stat().st_size):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: everybody is told, the workers too
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert errors == ""
    assert "Interrupted: what is done is kept, --resume goes on." in out
    done = len(file.read_text().splitlines())
    assert 0 < done < 500
    assert f"Battles: {done}," in out
    assert lab(*DUEL, "--battles", str(done + 1), "-o", str(tmp_path), "--no-plots", "--resume") == 0
    assert len(file.read_text().splitlines()) == done + 1


def test_ray_and_a_worker_that_dies_change_nothing(tmp_path: Path, here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same battles on a real Ray, one of whose workers dies, and in one process."""
    words = (*DUEL, "--bots", f"{ODD}:DiesOnce,random", "--battles", "3", "--no-plots")
    died = tmp_path / "died"
    monkeypatch.setenv("LANCEMATE_DIED", str(died))
    ray = [*LAB, *words, "--jobs", "2", "--on", "ray", "-o", str(tmp_path / "ray")]
    subprocess.run(ray, check=True, timeout=400, stdout=subprocess.DEVNULL)
    assert died.exists()
    assert lab(*words, "-o", str(tmp_path / "here")) == 0
    assert files(tmp_path / "ray") == files(tmp_path / "here")
    assert len((tmp_path / "ray" / "battles.jsonl").read_text().splitlines()) == 3


def test_the_report_says_who_fought_and_how_to_have_it_once_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], here: None
) -> None:
    words = (*DUEL, "--battles", "3", "--seed", "1")
    assert lab(*words, "-o", str(tmp_path / "one"), "--no-plots", "--jobs", "2") == 0
    summary = json.loads((tmp_path / "one" / "summary.json").read_text())
    assert [row["points"] for row in summary["forces"]] == ["14", "18", "32"] * 2
    assert {row["unit"] for row in summary["forces"]} == {"STG-3R Stinger", "LCT-1V Locust", f"all of {LIGHT}"}
    for unit in summary["units"]:
        low, middle, high = (unit["marked_a_battle"][key] for key in ("low", "value", "high"))
        assert low <= middle <= high
        assert middle == pytest.approx(unit["marked"] / unit["battles"])
        assert unit["share_lived"]["low"] < unit["share_lived"]["high"]
    page = (tmp_path / "one" / "report.html").read_text()
    assert html.escape(f"Once more: {summary['command']}") in page
    assert "<h2>Forces</h2>" in page
    assert shlex.split(summary["command"]) == ["lancemate", "lab", *words[:7], "--battles", "3", "--seed", "1", *QUICK]
    assert lab(*shlex.split(summary["command"])[2:], "-o", str(tmp_path / "two"), "--no-plots") == 0
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.usefixtures("here")
def test_a_second_try_writes_over_or_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = (*DUEL, "--battles", "1", "--no-plots")
    assert lab(*words) == 0
    assert lab(*words, "--seed", "2") == 2
    assert "--overwrite to begin anew" in capsys.readouterr().err
    assert lab(*words, "--seed", "2", "--overwrite") == 0
    assert json.loads((tmp_path / "out" / "plan.json").read_text())["seed"] == 2
    before = files(tmp_path)
    capsys.readouterr()
    assert lab(*words, "--seed", "3", "--no-files") == 0
    assert "Battles: 1," in capsys.readouterr().out
    assert files(tmp_path) == before
    assert lab(*words, "--no-files", "--resume") == 2
    assert lab(*words, "--overwrite", "--resume") == 2
    assert "choose one" in capsys.readouterr().err
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "plan.json").write_text('{"holiday": "by the sea"}')
    assert lab(*words, "-o", str(theirs), "--overwrite") == 2
    assert (theirs / "plan.json").read_text() == '{"holiday": "by the sea"}'


@pytest.mark.usefixtures("here")
def test_an_edited_bot_is_another_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.py"
    code = "from lancemate.bots.alphastrike.random_player import RandomPlayer as Mine\n"
    mine.write_text(code)
    contests = {
        "duel": (*DUEL, "--bots", f"{mine}:Mine,random"),
        "cup": ("tournament", "--force", LIGHT, "--bots", f"random,{mine}:Mine", *QUICK),
        "worth": ("pv", "--units", LIGHT, "--bot", f"{mine}:Mine", *QUICK),
    }
    for name, words in contests.items():
        assert lab(*words, "--battles", "1", "-o", str(tmp_path / name), "--no-plots") == 0
        assert lab(*words, "--battles", "2", "-o", str(tmp_path / name), "--no-plots", "--resume") == 0
    mine.write_text(f"{code}# a better one\n")
    capsys.readouterr()
    for name, words in contests.items():
        assert lab(*words, "--battles", "3", "-o", str(tmp_path / name), "--no-plots", "--resume") == 2
        assert "battles of an older bot, whose file has changed since" in capsys.readouterr().err


# -- tournaments and point values -----------------------------------------------------------------------------


@pytest.mark.usefixtures("here")
def test_a_tournament_of_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tournament", "--force", LIGHT, "--bots", "tactical,random,recruit", "--battles", "2", "--turns", "5")
    assert lab(*words, "--table", "24x24", "-o", str(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "Standings" in said
    assert "6 battles, 2 planned for every pair" in said
    told = json.loads((tmp_path / "summary.json").read_text())
    assert sorted(one["name"] for one in told["standings"]) == ["random", "recruit", "tactical"]
    for one in told["standings"]:
        assert one["won"] + one["lost"] + one["drawn"] == 4
        assert one["elo"]["low"] < one["elo"]["value"] < one["elo"]["high"]
    assert {"plots/ladder.png", "plots/ladder.svg"} <= set(files(tmp_path))


@pytest.mark.usefixtures("here")
def test_point_values_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "pv",
        "--units",
        "STG-3R Stinger,LCT-1V Locust,PNT-9R Panther",
        "--bot",
        "random",
        "--battles",
        "2",
        *QUICK,
    )
    assert lab(*words, "-o", str(tmp_path)) == 0
    told = json.loads((tmp_path / "summary.json").read_text())
    assert told["battles"] == 3
    assert sorted((one["name"], one["battles"]) for one in told["units"]) == [
        ("LCT-1V Locust", 2),
        ("PNT-9R Panther", 2),
        ("STG-3R Stinger", 2),
    ]
    assert {"plots/point_values.png", "plots/point_values.svg"} <= set(files(tmp_path))
    assert lab(*words, "-o", str(tmp_path), "--resume", "--battles", "4") == 0
    assert json.loads((tmp_path / "summary.json").read_text())["battles"] == 6
    assert '"bot": "random"' in (tmp_path / "plan.json").read_text()


@pytest.mark.usefixtures("here")
def test_abilities_priced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "pv",
        "--ability",
        "Sniper",
        "--ability",
        "ECM",
        "--force",
        "STG-3R Stinger,LCT-1V Locust",
        "--bot",
        "random",
    )
    assert lab(*words, "--battles", "2", *QUICK, "-o", str(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "the book charges" in said
    told = json.loads((tmp_path / "summary.json").read_text())
    assert told["battles"] == 6
    assert sorted((one["name"], one["charged"], one["battles"]) for one in told["abilities"]) == [
        ("ECM", None, 2),
        ("Sniper", 3, 2),
    ]
    assert {"plots/abilities.png", "plots/abilities.svg"} <= set(files(tmp_path))
    assert lab(*words, "-o", str(tmp_path), *QUICK, "--resume", "--battles", "3") == 0
    assert json.loads((tmp_path / "summary.json").read_text())["battles"] == 9
    assert lab("pv", "--ability", "Snipper", "-o", str(tmp_path / "x")) == 2
    assert "there is no ability 'Snipper'; did you mean Sniper?" in capsys.readouterr().err


def test_the_guide_says_what_happens() -> None:
    found = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "lab.md"), module_relative=False)
    assert found.attempted > 5
    assert not found.failed


# -- what cannot be done --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "random"), "name two bots with a comma between them"),
        (("--bots", "random,taktical"), "there is no bot 'taktical'; did you mean tactical?"),
        (("--bots", ",random"), "there is no bot ''; there are random, tactical"),
        (("--bots", "tactical(5),random"), "tactical cannot be given a budget; search and elite can"),
        (("--bots", f"{ODD}:Raises(5),random"), "Raises cannot be given a budget"),
        (("--red", "nobody"), 'No force "nobody"'),
        (("--red", "SPR-6D Sparrowhawk"), "has no unit that fights on the ground"),
        (("--blue", "missing.yaml"), "missing.yaml"),
        (("--table", "48"), "write width and depth in inches"),
        (("--table", "4x4"), "a table is 18 to 120 inches wide and deep"),
        (("--jobs", "many"), "give 1 or more, or auto"),
        (("--on", "moon"), "say local, ray, or the address of a Ray cluster"),
        (("--options", "magic"), "unknown option 'magic'"),
        (("--theme", "sea"), "there is no theme or table 'sea'"),
        (("--scenario", "picnic"), "there is no scenario 'picnic'"),
        (("--scenario", "stand-up-fight", "--variations", "tea"), "variation"),
        (("--variations", "timed"), "--variations: name the --scenario"),
    ],
)
def test_bad_input_is_told_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert lab(*DUEL, *words, "-o", str(tmp_path / "out")) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "Traceback" not in told
    assert not (tmp_path / "out" / "report.html").exists()


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").touch()
    assert lab(*DUEL, "-o", str(tmp_path / "out")) == 2
    assert capsys.readouterr().err == f"lancemate: {tmp_path / 'out'} is a file; choose a folder\n"


def test_a_tournament_needs_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lab("tournament", "--force", LIGHT, "-o", str(tmp_path)) == 2
    assert "at least 2 contestants" in capsys.readouterr().err
    assert lab("tournament", "--force", LIGHT, "--force", LIGHT, "-o", str(tmp_path)) == 2
    assert "takes part twice" in capsys.readouterr().err


def test_units_that_cannot_be_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lab("pv", "--units", "LCT-1V Locust,STG-3R Stinger", "--theme", "sea", "-o", str(tmp_path)) == 2
    assert "there is no theme or table 'sea'" in capsys.readouterr().err
    assert lab("pv", "--units", "LCT-1V Locust,lct-1v locust", "-o", str(tmp_path)) == 2
    assert "at least two" in capsys.readouterr().err
    assert lab("pv", "--units", "SPR-6D Sparrowhawk,LCT-1V Locust", "-o", str(tmp_path)) == 2
    assert "at least two that fight on the ground" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_a_report_that_finds_no_room(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "report.html").symlink_to("/dev/full")
    assert lab(*DUEL, "--battles", "1", "--no-plots", "-o", str(tmp_path)) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert len((tmp_path / "battles.jsonl").read_text().splitlines()) == 1
