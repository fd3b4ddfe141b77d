"""The tables of crossings: how decisions are read, what counts, what is recorded, what is shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from lancemate.cli.main import main
from lancemate.rulebook import crossings
from lancemate.rulebook.crossings import BadTable, Cell, Count, count, faults, read_played, table_of, write_played

WAYS = {
    "shot": {"words": "a shot", "ids": ["AS-DMG-008"], "traits": "attack, weapon"},
    "shell": {"words": "a shell", "ids": ["AS-COM-104"], "is": "artillery, flak", "traits": ["attack", "area"]},
    "storm": {"words": "a storm", "ids": ["AS-BAT-103"]},
}


def made(*cells: str, **more: Any) -> Any:
    rules = {"armor": {"words": "armor", "ids": ["AS-SPC-131"], "cells": list(cells)}}
    return table_of("made up", {"title": "Made up", "words": "By us.", "ways": WAYS, "rules": rules, **more})


def verdicts(*cells: str) -> list[str]:
    return [cell.verdict for cell in made(*cells).cells]


def test_a_name_goes_before_traits_and_the_first_line_that_fits_before_all_others() -> None:
    assert verdicts("yes p. 2 for attack", "no p. 1 for others") == ["yes", "yes", "no"]
    assert verdicts("no p. 1 for others", "yes p. 2 for attack") == ["no", "no", "no"]
    assert verdicts("no p. 3 for attack & area", "yes p. 2 for attack") == ["yes", "no", "undecided"]
    assert verdicts("yes p. 2 for attack, storm", "no p. 4 for shell") == ["yes", "no", "yes"]
    assert verdicts("yes p. 2 for attack & not area, storm") == ["yes", "undecided", "yes"]


def test_a_decision_says_where_it_stands_and_may_say_why() -> None:
    one = made(
        "yes AS-SPC-131 for shot",
        "no ruling AS-SPC-134 for shell because it lies\n beside",
        "cannot meet for storm because of us",
    )
    assert one.cells == (
        Cell("shot", "armor", "yes", "AS-SPC-131, p. 88"),
        Cell("shell", "armor", "no", "ruling AS-SPC-134", "it lies beside"),
        Cell("storm", "armor", "cannot meet", "", "of us"),
    )
    assert one.cell("shell", "armor") is one.cells[1]
    assert one.ways["shell"].stands_for == ("artillery", "flak")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("perhaps p. 3 for shot", "cannot read"),
        ("yes for shot", "need a page"),
        ("cannot meet for shot", "a reason"),
        ("yes p. 3 for gun", "no way is"),
        ("yes p. 3 for weapon, no p. 3 for attack", "no way is"),
    ],
)
def test_what_cannot_be_read_is_no_decision(line: str, complaint: str) -> None:
    with pytest.raises(BadTable, match=complaint):
        made(line)


def test_a_way_is_named_once() -> None:
    with pytest.raises(BadTable, match="shell is decided twice"):
        made("yes p. 3 for shell", "no p. 3 for shell")


def test_a_ruling_must_be_in_the_ledger() -> None:
    assert faults(made("no p. 88 for others")) == []
    assert faults(made("no ruling AS-DMG-008 for shot")) == ["shot and armor: AS-DMG-008 has no ruling"]


def test_what_was_seen_is_played_and_fails_where_the_book_says_otherwise() -> None:
    one = made("yes p. 1 for shot", "no p. 1 for shell", "cannot meet for storm because of us")
    assert count(one, {}) == Count(3, 3, 1, 0, 0)
    assert count(one, {"shot": {"armor": True}, "shell": {"armor": True}}) == Count(3, 3, 1, 2, 1)
    assert count(made(), {"shot": {"armor": True}}) == Count(3, 0, 0, 0, 0)


def test_the_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    seen = {"harm": {"shot": {"armor": True, "credit": False}, "storm": {"armor": False}}, "sums": {}}
    write_played(seen, tmp_path / "played.json")
    assert read_played(tmp_path / "played.json") == seen
    assert read_played(tmp_path / "none.json") == {}


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    one = made("yes p. 1 for shot", "no p. 1 for shell because of us")
    monkeypatch.setattr(crossings, "names", lambda game=None: ("made up",))
    monkeypatch.setattr(crossings, "table", lambda name: one)
    monkeypatch.setattr(crossings, "read_played", lambda: {"made up": {"shell": {"armor": True}}})

    def show(*words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as left:
            main(["rules", "crossings", *words])
        assert left.value.code == status
        printed = capsys.readouterr()
        return printed.err if status else printed.out

    return show


def test_the_command_counts(shown: Any) -> None:
    head, first, overall = shown().splitlines()
    assert head.split() == ["Table", "cells", "decided", "cannot", "meet", "played", "failing"]
    assert first.split() == ["made", "up", "3", "2", "0", "1", "1", "Made", "up"]
    assert overall.split() == ["overall", "3", "2", "0", "1", "1"]


def test_the_command_shows_a_table_and_its_cells(shown: Any) -> None:
    lines = shown("--table", "made up").splitlines()
    assert [line.split() for line in lines[4:7]] == [["shot", "+"], ["shell", "!"], ["storm", "?"]]
    assert shown("--table", "made up", "--way", "shell").split() == (
        ["shell", "armor", "no", "p.", "1", "of", "us", "(plays", "otherwise)"]
    )
    assert len(shown("--table", "made up", "--rule", "armor").splitlines()) == 3
    assert "it has shot, shell, storm" in shown("--table", "made up", "--way", "gun", status=2)
    assert "name the table" in shown("--way", "shell", status=2)


def test_programs_get_all_of_it(shown: Any) -> None:
    assert json.loads(shown("--json")) == {
        "tables": {"made up": {"cells": 3, "decided": 2, "cannot_meet": 0, "played": 1, "failing": 1}},
        "overall": {"cells": 3, "decided": 2, "cannot_meet": 0, "played": 1, "failing": 1},
    }
    cells = json.loads(shown("--json", "--table", "made up"))["cells"]
    assert cells[1] == {
        "way": "shell",
        "rule": "armor",
        "verdict": "no",
        "where": "p. 1",
        "why": "of us",
        "seen": True,
    }


def test_each_game_has_tables_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    games = {game: crossings.names(game) for game in ("alphastrike", "battletroops")}
    assert sorted(sum(games.values(), ())) == list(crossings.names())
    assert {crossings.table(name).game for name in games["battletroops"]} == {"battletroops"}
    assert crossings.table("harm").game == "alphastrike"

    def show(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            main(["rules", "crossings", *words])
        printed = capsys.readouterr()
        return int(left.value.code or 0), printed.out + printed.err

    status, text = show("--game", "battletroops")
    assert status == 0
    assert [line.split()[0] for line in text.splitlines()[1:-1]] == list(games["battletroops"])
    assert "those of alphastrike, battletroops" in show("--game", "chess")[1]
    assert "harm is a table of alphastrike" in show("--game", "battletroops", "--table", "harm")[1]
