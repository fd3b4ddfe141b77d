"""Files of another kind than the one wanted are told apart, with what to do with them."""

import json
from pathlib import Path

import pytest

from lancemate.cli.main import main

MASTER_LIST = json.dumps({"Units": [{"Id": 39, "Name": "Atlas AS7-D", "BFPointValue": 52}]})
TABLE = "name,type,size,move,armor,structure,short,medium,long,pv\nAtlas,BM,4,6,10,8,5,5,2,52\n"
FORCE = "name: Ours\nformations:\n- name: A\n  units: [{unit: Marauder MAD-3R}]\n"
BATTLE = "title: Duel\nsides: []\n"
CARDS = "units:\n- {name: Ours, type: BM}\n"


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(content: str | bytes, *words: str, name: str = "file.yaml", line: bool = False) -> str:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(SystemExit) as left:
            main([*words, str(file)])
        assert left.value.code == 2
        said = capsys.readouterr().err
        assert said.startswith(f"lancemate: {file}:" if line else f"lancemate: {file}: this is ")
        assert said.count("\n") == 1
        return said

    return run


@pytest.mark.parametrize("words", [["run"], ["force", "show"], ["units", "import"], ["verify"], ["play"]])
@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.4\n\xff\xfe", "a PDF, which can be read and printed only"),
        (b"PK\x03\x04 and so on", "a ZIP archive, a spreadsheet"),
        (b"\x89PNG\r\n", "a picture"),
        (b"\n <!DOCTYPE html><p>", "a web page"),
    ],
)
def test_a_file_that_is_no_text_of_ours_is_named(told, words: list[str], content: bytes, what: str) -> None:
    assert f"this is {what}" in told(content, *words)


@pytest.mark.parametrize("words", [["run"], ["force", "show"], ["force", "check"], ["verify"], ["play"]])
@pytest.mark.parametrize(
    ("content", "what"),
    [(MASTER_LIST, "a list of the Master Unit List"), (TABLE, "a table of units"), (CARDS, "a file of unit cards")],
)
def test_a_list_of_units_says_where_it_goes(told, words: list[str], content: str, what: str) -> None:
    said = told(content, *words)
    assert what in said
    assert "lancemate units import" in said


def test_a_force_is_no_battle_and_a_battle_no_force(told) -> None:
    assert "a force, no battle: `lancemate new --red" in told(FORCE, "run")
    assert "a battle, no force: `lancemate play" in told(BATTLE, "force", "show")


@pytest.mark.parametrize(
    ("content", "name", "what"),
    [
        ("# Ours\n\nA tour: of: the game.\n", "README.md", "a page of text (Markdown)"),
        ("# Ours\n\nA tour: of: the game.\n", "notes", "a page of text (Markdown)"),
        ('"""A bot."""\nclass Mine: pass\n', "mine.py", "a Python program"),
    ],
)
@pytest.mark.parametrize("words", [["run"], ["play"], ["force", "show"]])
def test_text_that_is_no_data_is_named(told, words: list[str], content: str, name: str, what: str) -> None:
    said = told(content, *words, name=name)
    assert f"this is {what}" in said
    assert "YAML or JSON, such as a battle script, a save or a force" in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("title: one: two", "a second colon in one line"),
        ("terrain: [a, b", "a list that is not closed"),
        ("map: {kind: table", "a mapping that is not closed"),
        ("map:\n\tkind: table", "a tab, or a sign"),
        ('title: "Duel', "a quote that is not closed"),
        ("map:\n  kind: table\n width: 3", "an indentation that does not fit"),
    ],
)
def test_a_slip_in_yaml_is_told_in_words_for_people(told, line: str, words: str) -> None:
    assert words in told(line, "run", line=True)
