"""docs/house.md shows the example house rules as they are in their files, and each does what it says."""

import re
from pathlib import Path

import pytest
from tests.rules.table import battle, unit

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.files import find, known
from lancemate.kernel import house
from lancemate.muster.battlefields import find_theme, generate

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "house"
SHOWN = [
    *("ability/HOUSE.yaml", "ability/steady_beams.py", "option/cool_legs.py", "edition/pub_edition.py"),
    *("scenario/scenarios/last-bus.yaml", "theme/themes/dunes.yaml", "game/darts.py"),
]


def test_the_page_shows_the_files_as_they_are() -> None:
    page = (ROOT / "docs" / "house.md").read_text()
    blocks = re.findall(r"```(?:python|yaml)\n(.*?)```", page, re.DOTALL)
    assert blocks == [(EXAMPLES / name).read_text() for name in SHOWN]


def test_the_scenario_and_the_theme() -> None:
    with house.for_now(EXAMPLES / "scenario", EXAMPLES / "theme"):
        assert known()[-1] == "last-bus"
        assert (find("last-bus").build().turns, find("last-bus").build(["night-bus"]).turns) == (6, 4)
        table = generate(find_theme("dunes"), 48, 48, 7)
        kinds = [feature.kind for feature in table.features]
        assert set(kinds) == {"hill", "rough"}
    assert "last-bus" not in known()


def test_a_rule_can_be_tried_and_forgotten() -> None:
    rules.load()
    with rules.for_now():
        option = rules.option("tried_out", "AS-COM-052", "an option for a moment")
        assert option in rules.options
    assert "tried_out" not in rules.options
    fought = battle(unit("r1", (10, 10)), unit("b1", (10, 20), facing=180))
    assert preview_attack(fought, orders.Attack("r1", "b1")).legal


@pytest.mark.parametrize("name", ["ability", "option", "edition", "game"])
def test_every_id_is_explained_where_it_is_used(name: str) -> None:
    """Each example's code cites ids of the ledger beside it, and of the book only to replace or leave out."""
    (ledger,) = (EXAMPLES / name).glob("*.yaml")
    (code,) = (EXAMPLES / name).glob("*.py")
    own = set(re.findall(rf"{ledger.stem}-\d{{3}}", code.read_text()))
    assert own == set(re.findall(rf"^- id: ({ledger.stem}-\d{{3}})$", ledger.read_text(), re.MULTILINE))
