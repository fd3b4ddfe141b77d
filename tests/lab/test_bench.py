"""The benchmark: rounds that take turns, figures that say whether a goal is met, peers that may be missing.

How fast anything is depends on the machine, so no test here asks for that.
"""

import json
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner

from lancemate.alphastrike.play.battle import Battle
from lancemate.cli import bench as command
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab import bench, bench_trees
from lancemate.lab.battlefields import duel, proving_ground
from lancemate.lab.bench import Figure, Round, Spread, Trial


def trial(ours: Sequence[float], theirs: Sequence[float], *, goal: float | None = 0.5, more: bool = True) -> Trial:
    def prepare(scale: float) -> tuple[Round, Round]:
        return lambda number: ours[number], lambda number: theirs[number]

    return Trial("made-up", "Made up", "a second", "somebody", goal, more, prepare)


def test_a_figure_is_the_median_of_rounds_that_took_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "check_peers", lambda: None)
    (figure,) = bench.run([trial([99.0, 1.0, 3.0, 2.0], [99.0, 4.0, 4.0, 4.0])], rounds=3)
    assert figure.ours == Spread(2.0, 1.0, 3.0)  # the first round only warms up
    assert figure.theirs == Spread(4.0, 4.0, 4.0)
    assert figure.ratio == 0.5
    assert figure.met is True


@pytest.mark.parametrize(
    ("ratio", "goal", "more", "met"),
    [
        (0.5, 0.5, True, True),
        (0.4, 0.5, True, False),
        (3.9, 4.0, False, True),
        (4.1, 4.0, False, False),
        (1.0, None, True, None),
    ],
)
def test_a_goal_is_met_from_above_or_from_below(ratio: float, goal: float | None, more: bool, met: bool | None) -> None:
    spread = Spread(1.0, 1.0, 1.0)
    assert Figure("a", "A", "s", spread, "b", spread, ratio, goal, more).met is met


def test_a_missing_peer_is_one_sentence_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None if name == "catanatron" else object())
    with pytest.raises(LancemateError, match=r"beside catanatron, not installed here: .*lancemate\[bench\]"):
        bench.check_peers()


@pytest.mark.parametrize("one", [one for one in bench.TRIALS if one.name != "start"], ids=lambda one: str(one.name))
def test_every_measurement_runs_beside_its_peer(one: Trial) -> None:
    pytest.importorskip("catanatron")
    ours, theirs = one.prepare(0.0001)
    assert ours(0) > 0.0
    assert theirs(0) > 0.0


def test_start_up_is_measured_by_starting() -> None:
    ours, theirs = next(one for one in bench.TRIALS if one.name == "start").prepare(0.0001)
    assert ours(1) > 0.0
    assert theirs(1) > 0.0


def test_the_proving_ground_is_as_announced() -> None:
    table = proving_ground()
    assert (table.width, table.depth, len(table.features)) == (72.0, 48.0, 25)
    assert table == proving_ground()
    assert len(Battle(duel(), 1).units) == 8
    assert len(Battle(duel(lances=3), 1).units) == 24
    assert sum(len(formation.members) for formation in bench.large_force().formations) >= 100


# -- the command ----------------------------------------------------------------------------------------------


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "check_peers", lambda: None)
    monkeypatch.setattr(command, "check_peers", lambda: None)
    monkeypatch.setattr(command, "TRIALS", (trial([1.0, 2.0], [4.0, 8.0]),))


@pytest.mark.usefixtures("made_up")
def test_the_command_prints_a_table() -> None:
    result = CliRunner().invoke(command.app, ["--rounds", "1", "--only", "made-up"], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "Made up" in result.output
    assert "0.25" in result.output
    assert "≥ 0.5" in result.output


@pytest.mark.usefixtures("made_up")
def test_the_command_prints_json() -> None:
    result = CliRunner().invoke(command.app, ["--json", "--rounds", "1", "--only", "made-up"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["rounds"] == 1
    (figure,) = data["figures"]
    assert figure["name"] == "made-up"
    assert figure["ours"] == {"median": 2.0, "least": 2.0, "most": 2.0}
    assert figure["ratio"] == 0.25
    assert figure["met"] is False


@pytest.mark.usefixtures("made_up")
def test_an_unknown_measurement_is_refused_with_those_there_are() -> None:
    result = CliRunner().invoke(command.app, ["--only", "speed"])
    assert isinstance(result.exception, InputError)
    assert "there is no measurement 'speed'; there are made-up" in str(result.exception)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("words", [("--scale", "inf"), ("--scale", "nan"), ("--scale", "0"), ("--rounds", "-1")])
def test_rounds_of_no_size_are_refused(words: tuple[str, str]) -> None:
    result = CliRunner().invoke(command.app, words)
    assert result.exit_code == 2
    assert f"Invalid value for '{words[0]}'" in result.output


def test_the_code_of_the_page_needs_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.shutil, "which", lambda name, path=None: None)
    page = next(one for one in bench.TRIALS if one.name == "page-search")
    with pytest.raises(LancemateError, match=r"needs Node\.js"):
        page.prepare(1.0)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("name", bench_trees.NAMES)
def test_what_needs_another_checkout_says_so(name: str) -> None:
    result = CliRunner().invoke(command.app, ["--only", name])
    assert isinstance(result.exception, InputError)
    assert f"{name} is measured beside another checkout: add --against FOLDER" in str(result.exception)


def test_most_decisions_of_the_peer_leave_nothing_to_choose() -> None:
    """Hence those with a choice are measured on their own."""
    catan = pytest.importorskip("lancemate.lab.peers.catan")
    played, found = catan.random_game(3), catan.choices(3)
    assert 0 < found < played / 2
