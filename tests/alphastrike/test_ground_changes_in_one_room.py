"""Ground becomes other ground in terrain/ alone: whoever else would draw on the table is found here."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lancemate.alphastrike
from sources import calls, writes

ROOT = Path(lancemate.alphastrike.__file__).parent


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


# What paints on the table, and who may: structures rise and fall, smoke drifts, setups are drawn.
PAINTS: dict[str, tuple[str, ...]] = {
    "open_up": ("terrain/",),
    "turn_into": ("terrain/", "urban/collapse.py"),
    "form": ("terrain/", "abilities/bridgelayers.py", "options/hidden_units/positions.py"),
    "TerrainChanged": ("terrain/", "play/events/"),
    "TerrainOpened": ("terrain/", "play/events/"),
    "TerrainFormed": ("terrain/", "play/events/"),
    "with_feature": ("play/", "commands/preparing.py", "options/fire_and_smoke/events.py", "options/advanced_terrain/"),
    "without_feature": ("play/", "options/fire_and_smoke/events.py"),
}


# Where the table of a battle is put in the place of another: the events that say so, and what reads or asks.
LAYS = ("play/", "asking/odds.py", "options/fire_and_smoke/events.py", "options/advanced_terrain/")


def drawn(where: str, tree: ast.Module) -> list[str]:
    """What a module paints with that it may not, by whatever name."""
    found = [
        f"{where}:{call.lineno} {name}"
        for name, call in calls(tree)
        if name in PAINTS and not where.startswith(PAINTS[name])
    ]
    laid = writes(tree, frozenset({"table"})) if not where.startswith(LAYS) else set()
    return found + [f"{where} .{name} =" for name in sorted(laid)]


def test_nobody_else_draws_on_the_table() -> None:
    found = [mark for where, tree in sources() for mark in drawn(where, tree)]
    assert found == [], "say what becomes of the ground in terrain/becoming.py, and let that draw it"


def test_each_of_them_is_used_where_it_may_be() -> None:
    """A name that nobody calls any more is struck from the list."""
    assert set(PAINTS) <= {name for _, tree in sources() for name, _ in calls(tree)}


@pytest.mark.parametrize(
    "text",
    [
        "battle.emit(TerrainOpened('wood1', ()))",
        "battle.emit(ground.TerrainFormed('rough1', {}))",
        "from lancemate.alphastrike.play.events import TerrainChanged as Burnt\nbattle.emit(Burnt('wood1', 'rough'))",
        "lay = table.with_feature\nlay(piece)",
        "def rule(battle):\n    battle.state.table = battle.table",
        "setattr(battle.state, 'table', bare)",
    ],
)
def test_whoever_draws_past_the_room_is_noticed(text: str) -> None:
    assert drawn("options/somewhere.py", ast.parse(text))
