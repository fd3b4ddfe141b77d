"""Ground becomes other ground in terrain/ alone: whoever else would draw on the table is found here."""

import ast
from collections.abc import Iterator
from pathlib import Path

import lancemate.alphastrike

ROOT = Path(lancemate.alphastrike.__file__).parent

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


def calls(path: Path) -> Iterator[tuple[str, int]]:
    """What a module calls by these names, and where."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in PAINTS:
                yield name, node.lineno


def test_nobody_else_draws_on_the_table() -> None:
    found = [
        f"{where}:{line} {name}"
        for path in sorted(ROOT.rglob("*.py"))
        for where in [path.relative_to(ROOT).as_posix()]
        for name, line in calls(path)
        if not where.startswith(PAINTS[name])
    ]
    assert found == [], "say what becomes of the ground in terrain/becoming.py, and let that draw it"


def test_each_of_them_is_used_where_it_may_be() -> None:
    """A name that nobody calls any more is struck from the list."""
    used = {name for path in ROOT.rglob("*.py") for name, _ in calls(path)}
    assert set(PAINTS) == used
