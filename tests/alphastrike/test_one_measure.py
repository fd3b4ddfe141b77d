"""Rules ask the measuring room how far it is: none measures on the table itself or does sums with coordinates."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import lancemate.alphastrike
from lancemate.rulebook import ledger

ROOMS: Final = Path(lancemate.alphastrike.__file__).parent
BETWEEN: Final = ("gap", "gap_to", "apart", "distance", "distance_to", "closer", "within", "covered", "touch")
SUMS: Final = ("hypot", "sqrt", "dist", "atan2")
# No rules: what measures, what tells and asks, what is printed or read.
OTHERS: Final = ("measure", "telling", "asking", "scripts", "cards", "appendix", "play")

# Modules that measure for themselves, why, and how often. The numbers may only become smaller.
WAYS, DRAWN, HOT, BASE, CARD = (
    "the geometry of a way or a line: how long it is, where it leads past a point",
    "what is drawn before there is a battle, on a bare map",
    "asked so often that it measures by itself, on the ground only",
    "what the measuring room itself stands on",
    "where sections lie on a card, which stands on no table",
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
    "damage/sections.py": (2, CARD),
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


# What measures in field/ itself, and is no rule's to bring in.
IN_THE_FIELD: Final = ("distance", "edge_distance", "gap", "hypot", "nearest_on", "within", "bearing")


def measured(source: str) -> Iterator[str]:
    """Everything in a module that measures on a table, or does sums with coordinates."""
    tree = ast.parse(source)
    tables, halves = tables_of(tree), coordinates_of(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("math", "lancemate.field")):
            wrong = SUMS if node.module == "math" else IN_THE_FIELD
            yield from (name.name for name in node.names if name.name in wrong)
        elif (
            (isinstance(node, ast.Attribute) and node.attr in SUMS and ast.unparse(node.value) == "math")
            or asks_the_table(node, tables)
            or subtracts(node, halves)
        ):
            yield ast.unparse(node)


def tables_of(tree: ast.Module) -> frozenset[str]:
    """What a module calls a table: by its usual names, or by one of its own."""
    found = {"table", "field", "here"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith(".table"):
            found |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.arg) and node.annotation is not None and ast.unparse(node.annotation) == "Space":
            found.add(node.arg)
    return frozenset(found)


def coordinates_of(tree: ast.Module) -> frozenset[str]:
    """Names for the two halves of where somebody is."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith((".at", ".centroid()")):
            halves = [one for target in node.targets if isinstance(target, ast.Tuple) for one in target.elts]
            found |= {one.id for one in halves if isinstance(one, ast.Name)}
    return frozenset(found)


def asks_the_table(node: ast.AST, tables: frozenset[str]) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in BETWEEN:
        return False
    return ast.unparse(node.func.value).rpartition(".")[2] in tables


def subtracts(node: ast.AST, halves: frozenset[str]) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Sub, ast.Mult)):
        return False
    return is_half(node.left, halves) and is_half(node.right, halves)


def is_half(node: ast.expr, halves: frozenset[str]) -> bool:
    """One coordinate of something: ``unit.x``, ``unit.at[0]`` or a name for either."""
    if isinstance(node, ast.Subscript):
        return ast.unparse(node.value).endswith(".at")
    if isinstance(node, ast.Name):
        return node.id in halves
    return isinstance(node, ast.Attribute) and node.attr in ("x", "y")


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


@pytest.mark.parametrize(
    "text",
    [
        "import math\nfar = math.hypot(1.0, 2.0)",
        "space = battle.table\nfar = space.distance(a, b)",
        "def far(ground: Space): return ground.within(a, b, 2.0)",
        "far = a.at[0] - b.at[0]",
        "ax, ay = a.at\nbx, by = b.at\nfar = (ax - bx) ** 2 + (ay - by) ** 2",
        "from lancemate.field.measure import distance as far",
    ],
)
def test_sums_under_another_name_are_seen(text: str) -> None:
    assert list(measured(text))


def test_who_measures_flat_names_a_rule_of_the_ledger() -> None:
    """``flat`` leaves altitude out: the id says which rule allows it."""
    named = [
        rule
        for _, source in rule_rooms()
        for rule in re.findall(r"\bflat\([^\"()]*(?:\([^()]*\))?[^\"()]*\"([^\"]+)\"", source)
    ]
    assert len(named) > 10
    assert [rule for rule in named if ledger.page(rule) is None] == []
