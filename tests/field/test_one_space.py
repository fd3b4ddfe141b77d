"""Space is asked of the map: nobody outside field/ works out a distance, an angle or a contact for himself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import lancemate

HOUSE = Path(lancemate.__file__).parent
FORBIDDEN = {"hypot", "dist", "atan2", "arctan2", "norm", "sin", "cos", "tan", "radians", "deg2rad"}
AXES = {0: "x", 1: "y"}
# What the map answers; angles as such, without places, are free to everybody.
ASKED_OF_THE_MAP = {
    "lancemate.field.measure": {"distance", "length", "nearest_on"},
    "lancemate.field.bodies": {"centre_distance", "edge_distance", "touching", "overlapping", "free_spots"},
    "lancemate.field.compass": {
        "bearing",
        "relative_bearing",
        "hex_side_hit",
        "fraction_of_base_in_arc",
        "heading",
        "move_by",
        "scatter",
        "scatter_ahead",
    },
    "lancemate.field.nearest": {"nearest_point"},
}
EXCEPT = {
    "alphastrike/combat/structures.py": "sections lie apart on the inch table alone",
    "alphastrike/commands/preparing.py": "pieces are laid out anew before there is a battle",
    "alphastrike/damage/sections.py": "sections lie on a card, before there is a map",
    "alphastrike/options/advanced_buildings/": "sides and corners of a building are its own, no places of the map",
    "alphastrike/play/footprint.py": "sections lie on a card, before there is a map",
    "alphastrike/support/targets.py": "a strip that is laid across the table is no piece of it",
    "lab/peers/shapely_sight.py": "a second opinion about sight must not ask the first",
    "lab/pricing.py": "errors add up in squares; that is no distance",
    "lab/strength.py": "errors add up in squares; that is no distance",
    "muster/battlefields/": "draws a table before there is one to ask",
    "muster/miniatures/": "turns a figure on its base, on paper",
    "muster/printing/faces.py": "the same",
    "muster/printing/templates.py": "arrows on a sheet of paper",
}


def is_square(node: ast.expr) -> bool:
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Pow):
        return isinstance(node.right, ast.Constant) and node.right.value == 2
    return isinstance(node.op, ast.Mult) and ast.dump(node.left) == ast.dump(node.right)


def axis(node: ast.expr) -> str | None:
    """Which coordinate this is, if it looks like one: ``unit.x``, ``at[0]``, ``points[:, 1]`` or plain ``y``."""
    match node:
        case ast.Attribute(attr="x" | "y" as name) | ast.Name(id="x" | "y" as name):
            return name
        case ast.Subscript(slice=ast.Constant(value=0 | 1 as number)):
            return AXES[number]
        case ast.Subscript(slice=ast.Tuple(elts=[_, ast.Constant(value=0 | 1 as number)])):
            return AXES[number]
    return None


def is_difference(left: ast.expr, right: ast.expr) -> bool:
    """Of the same coordinate of two places."""
    return axis(left) is not None and axis(left) == axis(right) and ast.dump(left) != ast.dump(right)


def is_distance(node: ast.expr) -> bool:
    """What the map has measured, perhaps less something already."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name.startswith("distance")
        case ast.BinOp(op=ast.Sub(), left=left):
            return is_distance(left)
    return False


def is_radius(node: ast.expr) -> bool:
    """Of a base, as it stands; what the map makes of bases (``side_by_side``) is an answer of its own."""
    names = {getattr(part, "attr", None) or getattr(part, "id", None) for part in ast.walk(node)}
    return not isinstance(node, ast.Call) and "radius" in names


def offences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Sub(), left=left, right=right) if is_difference(left, right):
                yield node.lineno, "a difference of coordinates"
            case ast.BinOp(op=ast.Sub(), left=left, right=right) if is_distance(left) and is_radius(right):
                yield node.lineno, "a distance less a base"
            case ast.BinOp(op=ast.Add(), left=left, right=right) if is_square(left) and is_square(right):
                yield node.lineno, "a sum of squares"
            case ast.Call(func=ast.Attribute(attr="sum", value=summed)) if is_square(summed):
                yield node.lineno, "a sum of squares"
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in FORBIDDEN:
                yield node.lineno, name
            case ast.ImportFrom(module=str(module), names=names):
                taken = {one.name for one in names} & (ASKED_OF_THE_MAP.get(module, set()) | FORBIDDEN)
                yield from ((node.lineno, name) for name in sorted(taken))


def found_in(path: Path) -> list[str]:
    place = path.relative_to(HOUSE).as_posix()
    return [f"{place}:{line}: {what}" for line, what in offences(ast.parse(path.read_text(encoding="utf-8")))]


def test_nobody_measures_space_but_the_map() -> None:
    modules = [path for path in sorted(HOUSE.rglob("*.py")) if "field" not in path.relative_to(HOUSE).parts[:1]]
    assert len(modules) > 200
    excused = tuple(EXCEPT)
    places = {path: path.relative_to(HOUSE).as_posix() for path in modules}
    assert [line for path in modules if not places[path].startswith(excused) for line in found_in(path)] == []


def test_every_exception_is_still_needed() -> None:
    for place in EXCEPT:
        where = HOUSE / place
        assert any(found_in(path) for path in (where.rglob("*.py") if where.is_dir() else [where])), place


def test_what_the_lint_sees() -> None:
    text = """
from math import dist, sqrt
from lancemate.field.compass import bearing
far = sqrt(dx * dx + dy * dy)
near = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach * reach
angle = math.atan2(dy, dx)
lengths = np.sqrt((apart * apart).sum(axis=2))
fine = sqrt(left / whole) + share * share
east = unit.x - at[0]
gap = table.distance(a.at, b.at) - a.radius - b.radius
turn = cos(angle)
near = table.distance(a.at, b.at) - SLACK
"""
    assert sorted(offences(ast.parse(text))) == [
        (2, "dist"),
        (3, "bearing"),
        (4, "a sum of squares"),
        (5, "a difference of coordinates"),
        (5, "a difference of coordinates"),
        (5, "a sum of squares"),
        (6, "atan2"),
        (7, "a sum of squares"),
        (9, "a difference of coordinates"),
        (10, "a distance less a base"),
        (10, "a distance less a base"),
        (11, "cos"),
    ]
