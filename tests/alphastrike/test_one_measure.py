"""Rules ask the measuring room how far it is: none measures on the table itself or does sums with coordinates."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import lancemate.alphastrike
from lancemate.rulebook import ledger

ROOMS: Final = Path(lancemate.alphastrike.__file__).parent
BETWEEN: Final = ("gap", "gap_to", "apart", "distance", "distance_to", "closer", "within", "covered", "touch")
SUMS: Final = ("hypot", "sqrt", "dist", "atan2")
# No rules: what measures, what tells and asks, what is printed or read.
OTHERS: Final = ("measure", "telling", "asking", "scripts", "cards", "appendix", "play")

# Modules that measure for themselves, why, and how often. The numbers may only become smaller.
WAYS, DRAWN, HOT, BASE = (
    "the geometry of a way or a line: how long it is, where it leads past a point",
    "what is drawn before there is a battle, on a bare map",
    "asked so often that it measures by itself, on the ground only",
    "what the measuring room itself stands on",
)
ALLOWED: Final[dict[str, tuple[int, str]]] = {
    "air/bombing.py": (1, WAYS),
    "air/flying.py": (5, WAYS),
    "air/striking.py": (4, WAYS),
    "air/writing.py": (1, WAYS),
    "combat/aims.py": (2, HOT),
    "combat/hex_ranges.py": (2, BASE),
    "combat/ranges.py": (1, HOT),
    "combat/structures.py": (2, WAYS),
    "commands/off_map.py": (1, WAYS),
    "commands/preparing.py": (1, DRAWN),
    "environment/tornado.py": (1, WAYS),
    "hazards/rails.py": (1, WAYS),
    "movement/ambush.py": (1, WAYS),
    "movement/arrival.py": (1, WAYS),
    "movement/getting_off.py": (1, WAYS),
    "movement/hexes.py": (1, WAYS),
    "movement/jump.py": (1, WAYS),
    "movement/on_the_way.py": (4, WAYS),
    "movement/stacking.py": (4, WAYS),
    "options/advanced_artillery/off_board.py": (3, WAYS),
    "options/aerospace_on_ground_map/landing.py": (2, WAYS),
    "options/aerospace_on_ground_map/runways.py": (1, WAYS),
    "options/aerospace_on_ground_map/taking_off.py": (2, WAYS),
    "options/external_cargo/setting_down.py": (2, WAYS),
    "options/external_cargo/towing.py": (1, WAYS),
    "options/hidden_units/finding.py": (1, WAYS),
    "options/land_air_mechs/converting.py": (2, WAYS),
    "options/minefields/laying.py": (1, WAYS),
    "options/robotic_drones/modes.py": (2, WAYS),
    "options/skidding.py": (1, WAYS),
    "options/vtol_special_attacks.py": (1, WAYS),
    "pilots/fear.py": (1, WAYS),
    "pilots/guerrillas.py": (1, WAYS),
    "pilots/rage.py": (7, WAYS),
    "scenarios/arranging.py": (2, DRAWN),
    "scenarios/buildings.py": (4, DRAWN),
    "scenarios/homeward.py": (5, WAYS),
    "support/buying.py": (1, DRAWN),
    "support/minefields.py": (1, WAYS),
    "terrain/conversion.py": (1, BASE),
    "terrain/hexes.py": (2, BASE),
    "terrain/placement.py": (1, DRAWN),
    "turn/deployment.py": (2, DRAWN),
}


def measured(source: str) -> Iterator[str]:
    """Everything in a module that measures on a table, or does sums with coordinates."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            yield from (name.name for name in node.names if name.name in SUMS)
        elif asks_the_table(node) or subtracts(node):
            yield ast.unparse(node)


def asks_the_table(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in BETWEEN:
        return False
    return ast.unparse(node.func.value).rpartition(".")[2] in ("table", "field", "here")


def subtracts(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Sub, ast.Mult)):
        return False
    return all(isinstance(one, ast.Attribute) and one.attr in ("x", "y") for one in (node.left, node.right))


def rule_rooms() -> Iterator[tuple[str, str]]:
    for path in sorted(ROOMS.rglob("*.py")):
        name = path.relative_to(ROOMS).as_posix()
        if name.split("/")[0] not in OTHERS:
            yield name, path.read_text()


def test_no_rule_measures_by_itself() -> None:
    """Ask ``measure.apart``, ``measure.contact`` or, for attacks, combat/ranges.py: they know where things are."""
    found = {name: list(measured(source)) for name, source in rule_rooms()}
    too_much = {name: all_of for name, all_of in found.items() if len(all_of) > ALLOWED.get(name, (0, ""))[0]}
    assert too_much == {}


def test_the_list_of_those_who_may_only_shrinks() -> None:
    found = {name: sum(1 for _ in measured(source)) for name, source in rule_rooms()}
    assert {name: count for name, (count, _) in ALLOWED.items() if found.get(name, 0) < count} == {}


def test_the_test_sees_what_it_looks_for() -> None:
    sums = "from math import hypot\nnear = a.x - b.x\nfar = battle.table.gap(a.body, b.body) + m.table.within(a, b, 2)"
    assert sorted(measured(sums)) == [
        "a.x - b.x",
        "battle.table.gap(a.body, b.body)",
        "hypot",
        "m.table.within(a, b, 2)",
    ]
    assert list(measured("apart(battle, a, b) + table.length(way)")) == []


def test_who_measures_flat_names_a_rule_of_the_ledger() -> None:
    """``flat`` leaves altitude out: the id says which rule allows it."""
    named = [
        rule
        for _, source in rule_rooms()
        for rule in re.findall(r"\bflat\([^\"()]*(?:\([^()]*\))?[^\"()]*\"([^\"]+)\"", source)
    ]
    assert len(named) > 10
    assert [rule for rule in named if ledger.page(rule) is None] == []
