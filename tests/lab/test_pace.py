"""How soon bots give people something to see: what is counted, and what is told of it."""

import json

import pytest

from lancemate.cli.main import main
from lancemate.lab.pace import Pace, paces, summed


def test_the_first_shot_and_the_first_blood_of_a_battle() -> None:
    (one,) = paces("recruit", ["plain"], seed=3, battles=1, turns=3)
    assert one.theme == "plain"
    assert one.shot is not None
    assert one.blood is None or one.blood >= one.shot
    assert one.turns == 3
    assert [one] == list(paces("recruit", ["plain"], seed=3, battles=1, turns=3))


def test_what_many_battles_come_to() -> None:
    found = [Pace("plain", 1, 2, 9, 9), Pace("woods", 3, 5, 11, 11), Pace("moon", None, None, None, 12)]
    told = summed("recruit", found)
    assert (told.battles, told.shot, told.blood, told.soon, told.late) == (3, 3.0, 5.0, 1, 2)
    assert told.latest_shot == float("inf")
    assert told.idle == ("moon",)
    assert not Pace("plain", 5, 5, None, 12).idle
    assert Pace("plain", 6, 6, None, 12).idle


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[object, str]:
    with pytest.raises(SystemExit) as left:
        main(["lab", "pace", *words])
    heard = capsys.readouterr()
    return left.value.code, heard.out + heard.err


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    short = ("--themes", "plain", "--battles", "1", "--turns", "1")
    status, text = told(capsys, "--levels", "random", *short)
    assert status == 0
    assert "random, plain: turn 1" in text
    status, text = told(capsys, "--levels", "nobody")
    assert status == 2
    assert "there is no bot 'nobody'" in text
    _, text = told(capsys, "--levels", "recruit", *short, "--json")
    assert json.loads(text)[0]["battles"] == 1
