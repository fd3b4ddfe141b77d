"""Every battle script beside this file is run; what it expects must happen."""

import re
from pathlib import Path

import pytest

from lancemate.cli.games import game_of
from lancemate.kernel.documents import read_document

SCRIPTS = sorted(Path(__file__).parent.rglob("*.yaml"))
CITED = re.compile(r"(as|bt)_[a-z]{3}_\d{3}|(qs|as1)_\d{3}")  # the rule that a script is called after


def cited(path: Path) -> list[pytest.MarkDecorator]:
    found = CITED.match(path.stem)
    return [pytest.mark.rule(found[0].upper().replace("_", "-"))] if found else []


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem, marks=cited(path)) for path in SCRIPTS])
def test_battle(path: Path) -> None:
    source = read_document(path)
    game = game_of(source)
    script = game.read(source)
    assert script.title, "a battle script in the tests has a title"
    assert script.expect, "a battle script in the tests expects something"
    report = game.run(script)
    assert report.unmet == []
    assert report.dice_left == 0
