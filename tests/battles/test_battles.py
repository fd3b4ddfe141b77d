"""Every battle script beside this file is run; what it expects must happen."""

from pathlib import Path

import pytest

from lancemate.cli.games import game_of
from lancemate.kernel.documents import read_document

SCRIPTS = sorted(Path(__file__).parent.glob("*.yaml"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_battle(path: Path) -> None:
    source = read_document(path)
    game = game_of(source)
    script = game.read(source)
    assert script.title, "a battle script in the tests has a title"
    assert script.expect, "a battle script in the tests expects something"
    report = game.run(script)
    assert report.unmet == []
    assert report.dice_left == 0
