"""The benchmark beside another checkout: both trees are really played, and what is no checkout is refused.

How fast anything is depends on the machine, so no test here asks for that.
"""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lancemate.cli import bench as command
from lancemate.kernel.errors import InputError
from lancemate.lab import bench, bench_trees

HERE = Path(__file__).parents[2]


def test_a_tree_is_measured_beside_another() -> None:
    told = CliRunner().invoke(
        command.app, ["--against", str(HERE), "--json", "--rounds", "1", "--scale", "0.1"], catch_exceptions=False
    )
    assert told.exit_code == 0
    width, crowd, start = json.loads(told.stdout)["figures"]
    assert (width["name"], width["goal"], width["peer"]) == ("width", 1.05, f"the tree {HERE.name}")
    assert (crowd["name"], crowd["goal"]) == ("crowd", 1.05)
    assert crowd["ours"]["median"] > 0.0
    assert (start["name"], start["goal"]) == ("run", 0.4)
    assert width["ours"]["median"] > 0.0
    assert start["theirs"]["median"] > 0.0


def test_a_folder_that_is_no_checkout_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "src" / "lancemate").mkdir(parents=True)
    with pytest.raises(InputError, match="no checkout of lancemate"):
        bench_trees.against(tmp_path)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    package = tmp_path / "tree" / "src" / "lancemate"
    (package / "cli").mkdir(parents=True)
    for folder in (package, package / "cli"):
        (folder / "__init__.py").touch()
    return tmp_path / "tree"


def test_a_tree_that_cannot_be_run_says_why(tree: Path) -> None:
    for trial in bench_trees.against(tree):
        _, theirs = trial.prepare(0.1)
        with pytest.raises(InputError, match=r"tree cannot be measured: .*No module named .?lancemate"):
            theirs(0)


def test_starts_are_measured_with_bytecode_that_litters_no_checkout(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever somebody stands, and whatever is said about bytecode, the tree is run that was named."""
    told = tmp_path / "told"
    (tree / "src" / "lancemate" / "cli" / "main.py").write_text(
        f"import lancemate.cli as own\nopen({str(told)!r}, 'a').write(f'{{own.__file__}} {{own.__cached__}}\\n')\n"
    )
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "lancemate").mkdir(parents=True)
    (elsewhere / "lancemate" / "__init__.py").write_text("raise SystemExit('the wrong tree')")
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    bench.as_installed.cache_clear()
    run = next(trial for trial in bench_trees.against(tree) if trial.name == bench_trees.RUN)
    _, theirs = run.prepare(1.0)
    theirs(0)
    where, compiled = told.read_text().splitlines()[-1].split()
    assert where == str(tree / "src" / "lancemate" / "cli" / "__init__.py")
    assert Path(compiled).is_file()
    assert not Path(compiled).is_relative_to(tree)
