"""Whether tables are fair and bots play for what counts: the figures and how they are counted."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lancemate import bots
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Setup, Side
from lancemate.cli.main import main
from lancemate.lab.balance import TRIALS, Finding, Trial, edges, eyes, fair, mirrored, telling
from lancemate.lab.contests import Contest, setup_of
from lancemate.lab.ledger import Collected, Terms
from lancemate.lab.results import GivenUp
from lancemate.lab.statistics import wilson
from lancemate.muster.battlefields import find_theme, generate

LOCUST = "LCT-1V Locust"


def contest() -> Contest:
    red, blue = mirrored(LOCUST)
    return Contest(red, blue, seed=4, turns=4, width=36.0, depth=48.0, theme="plain")


def test_every_scenario_of_the_book_has_a_trial() -> None:
    assert {trial.scenario for trial in TRIALS} == {
        "stand-up-fight",
        "capture-the-flag",
        "king-of-the-hill",
        "hold-the-line",
        "reconnaissance",
    }


def test_what_is_fair_and_what_is_telling() -> None:
    assert fair(wilson(45, 100))
    assert fair(wilson(55, 100))
    assert not fair(wilson(44, 100))
    assert not fair(wilson(56, 100))
    assert telling(wilson(70, 100))
    assert not telling(wilson(69, 100))


def test_edges_are_counted_by_theme(tmp_path: Path) -> None:
    found = list(edges(contest(), ["plain", "woods"], 2, Terms(tmp_path, 0)))
    assert [one.name for one in found] == ["plain", "woods"]
    assert all(one.battles == 2 and 0.0 <= one.share.low <= one.share.value <= one.share.high for one in found)
    assert {file.parent.name for file in tmp_path.glob("*/battles.jsonl")} == {"plain", "woods"}
    assert list(edges(contest(), ["plain"], 2, Terms(tmp_path, 0, resume=True))) == found[:1]


def test_a_battle_turned_round_is_the_same_battle() -> None:
    """On a table whose halves are images of one another neither edge is favoured, not even where places are equal."""
    red, blue = mirrored("WVR-6R Wolverine, LCT-1V Locust")
    width, depth = 36.0, 48.0
    table = generate(find_theme("woods"), width, depth, 1, symmetric=True)
    one = replace(setup_of(Contest(red, blue, seed=1, width=width, depth=depth), 0), table=table)
    turned = tuple(
        replace(muster, at=(width - muster.at[0], depth - muster.at[1]), facing=(muster.facing + 180.0) % 360.0)
        for muster in one.units
        if muster.at is not None
    )
    other = replace(one, sides=(Side("red", "north"), Side("blue", "south")), units=turned)

    def ends(setup: Setup) -> list[tuple[float, float, int]]:
        battle = Battle(setup, 5)
        bots.play(battle, {side: bots.make("tactical", seed=3) for side in battle.sides}, turns=8)
        return [(unit.x, unit.y, unit.armor + unit.structure) for unit in battle.units.values()]

    for (x, y, left), (turned_x, turned_y, turned_left) in zip(ends(one), ends(other), strict=True):
        assert (x, y) == pytest.approx((width - turned_x, depth - turned_y), abs=0.01)
        assert left == turned_left


def test_the_one_who_sees_plays_every_role(tmp_path: Path) -> None:
    hill = Trial("hill", "king-of-the-hill", force=LOCUST)
    (found,) = eyes(replace(contest(), turns=12), [hill], 4, Terms(tmp_path, 0))
    assert isinstance(found, Finding)
    assert found.battles == 4
    assert found.share.value > 0.5
    plans = [json.loads((tmp_path / f"hill-{half}" / "plan.json").read_text()) for half in (1, 2)]
    assert [(plan["red"]["bot"], plan["blue"]["bot"]) for plan in plans] == [
        ("tactical", "blind"),
        ("blind", "tactical"),
    ]


def test_the_commands_say_what_they_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lancemate.cli.lab_balance.jobs_named", lambda text: 0)  # in this very process
    words = ["--themes", "plain", "--force", LOCUST, "--battles", "2", "--jobs", "1", "-o", str(tmp_path), "--json"]
    with pytest.raises(SystemExit) as left:
        main(["lab", "balance", *words])
    (told,) = json.loads(capsys.readouterr().out)
    assert told["name"] == "plain"
    assert left.value.code == (0 if told["passed"] else 1)


@pytest.mark.parametrize("command", ["balance", "objectives"])
def test_ctrl_c_ends_all_of_it(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only the theme or the half of a scenario that is being played."""
    played: list[int] = []

    def interrupted(*words: object) -> Collected:
        played.append(1)
        return Collected([], [], interrupted=True)

    monkeypatch.setattr("lancemate.lab.balance.duel", interrupted)
    with pytest.raises(SystemExit) as left:
        main(["lab", command, "-o", str(tmp_path)])
    assert left.value.code == 130
    assert len(played) == 1
    assert "--resume goes on" in capsys.readouterr().err


def test_battles_that_could_not_be_played_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Collected([], [GivenUp(0, "the table is on fire")])
    monkeypatch.setattr("lancemate.lab.balance.duel", lambda *words: found)
    (finding,) = edges(contest(), ["plain"], 1, Terms(None, 0))
    assert (finding.given_up, finding.passed) == (1, False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["balance", "--themes", "plian"], "did you mean plain?"),
        (["objectives", "--scenarios", "king"], "king-of-the-hill"),
        (["balance", "--force", "nobody.yaml"], "nobody.yaml"),
    ],
)
def test_what_will_not_do(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["lab", *words])
    assert left.value.code == 2
    assert said in capsys.readouterr().err
