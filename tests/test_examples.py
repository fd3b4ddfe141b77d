"""What newcomers read is run as it stands: the notebooks cell by cell, the tutorial line by line."""

import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from lancemate.alphastrike.play.battle import Battle

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def run(notebook: Path) -> dict[str, Any]:
    """Every cell, one after the other, as Jupyter runs them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{notebook.name}, cell {number}", "exec"), names)
    return names


def test_there_are_four() -> None:
    assert {file.stem for file in NOTEBOOKS} == {
        "compare_forces",
        "price_an_ability",
        "watch_a_battle",
        "write_a_bot",
    }


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_no_output_is_kept(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells)


def test_watching(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(ROOT / "examples" / "notebooks" / "watch_a_battle.ipynb")
    assert isinstance(names["battle"], Battle)
    assert names["played"].faults == []
    assert "Turn 1" in capsys.readouterr().out


def test_comparing(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(ROOT / "examples" / "notebooks" / "compare_forces.ipynb")
    assert names["tally"].battles == 6
    assert names["share"].low < names["share"].value < names["share"].high
    assert "GRF-1N Griffin" in capsys.readouterr().out


def test_pricing(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(ROOT / "examples" / "notebooks" / "price_an_ability.ipynb")
    assert sorted(one.name for one in names["worth"]) == ["ECM", "Sniper"]
    assert "better pilots won" in capsys.readouterr().out


def test_writing_a_bot(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(ROOT / "examples" / "notebooks" / "write_a_bot.ipynb")
    assert names["won"]["red"] >= names["won"]["blue"]
    assert f"needs {names['shot'].target_number}" in capsys.readouterr().out


def test_the_tutorial() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "tutorial.md"), module_relative=False)
    assert found.attempted > 12
    assert not found.failed
