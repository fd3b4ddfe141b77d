"""The benchmark beside another checkout: both trees are really played, and what is no checkout is refused.

How fast anything is depends on the machine, so no test here asks for that.
"""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lancemate.cli import bench as command
from lancemate.kernel.errors import InputError
from lancemate.lab import bench_trees

HERE = Path(__file__).parents[2]


def test_a_tree_is_measured_beside_another() -> None:
    told = CliRunner().invoke(
        command.app, ["--against", str(HERE), "--json", "--rounds", "1", "--scale", "0.1"], catch_exceptions=False
    )
    assert told.exit_code == 0
    width, start = json.loads(told.stdout)["figures"]
    assert (width["name"], width["goal"], width["peer"]) == ("width", 1.05, f"the tree {HERE.name}")
    assert (start["name"], start["goal"]) == ("run", 0.4)
    assert width["ours"]["median"] > 0.0
    assert start["theirs"]["median"] > 0.0


def test_a_folder_that_is_no_checkout_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no checkout of lancemate"):
        bench_trees.against(tmp_path)
