"""Every battle script beside this file is run; what it expects must happen."""

from pathlib import Path

import pytest

from lancemate.alphastrike.scripts.running import load_script, run_script
from lancemate.muster.catalogue import find

SCRIPTS = sorted(Path(__file__).parent.glob("*.yaml"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_battle(path: Path) -> None:
    script = load_script(path, find_card=find)
    assert script.title, "a battle script in the tests has a title"
    assert script.expect, "a battle script in the tests expects something"
    report = run_script(script)
    assert report.unmet == []
    assert report.dice_left == 0
