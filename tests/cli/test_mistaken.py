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
    def run(content: str | bytes, *words: str, name: str = "file.yaml") -> str:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(SystemExit) as left:
            main([*words, str(file)])
        assert left.value.code == 2
        said = capsys.readouterr().err
        assert said.startswith(f"lancemate: {file}: this is ")
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
