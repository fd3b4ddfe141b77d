"""Mapsheets: the two that come with the game, and others by theme and seed. Plain data of scripts; knows no battle."""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

WIDTH, DEPTH = 22, 39
THEMES: Final = ("town", "rural")
TURNED: Final = " turned"
Piece = dict[str, Any]


@cache
def sheets() -> dict[str, dict[str, Any]]:
    """The sheets that come with the game, by name."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted(files(__package__).joinpath("sheets").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".yaml"):
            data: Any = parse_document(file.read_text(encoding="utf-8"), file=file.name).data
            found[data["name"]] = data
    return found


def sheet(name: str) -> list[Piece]:
    """The terrain of a sheet; ``town:7`` is made from a theme and a seed, ``town block turned`` lies upside down."""
    if name.endswith(TURNED):
        return [turned(one) for one in sheet(name.removesuffix(TURNED))]
    theme, colon, seed = name.partition(":")
    if colon and theme in THEMES and seed.isdecimal():
        return made(theme, int(seed))
    if name not in sheets():
        raise InputError(f"there is no mapsheet {name!r}; {nearest(name, [*sheets(), *THEMES])}", key="map")
    return [dict(one) for one in sheets()[name]["terrain"]]


def side_by_side(names: list[str]) -> tuple[dict[str, Any], list[Piece]]:
    """Several sheets in a row from west to east, as one map with its terrain."""
    pieces: list[Piece] = []
    for number, name in enumerate(names):
        for one in sheet(name):
            moved = shifted(one, number * WIDTH)
            if number:
                moved["id"] = f"{moved['id']}_{number + 1}"
            pieces.append(moved)
    return {"kind": "lattice", "width": WIDTH * len(names), "depth": DEPTH}, pieces


def shifted(one: Piece, by: float) -> Piece:
    """A piece of terrain further to the east."""
    moved = dict(one)
    for key in ("rect", "circle", "at"):
        if key in moved:
            moved[key] = [moved[key][0] + by, *moved[key][1:]]
    for key in ("windows", "doors", "walls"):
        if key in moved:
            moved[key] = [[x1 + by, y1, x2 + by, y2] for x1, y1, x2, y2 in moved[key]]
    if "stairways" in moved:
        moved["stairways"] = [[x + by, y] for x, y in moved["stairways"]]
    if "line" in moved:
        x1, y1, x2, y2 = moved["line"]
        moved["line"] = [x1 + by, y1, x2 + by, y2]
    return moved


def turned(one: Piece) -> Piece:
    """A piece of terrain on a sheet turned by half a circle: beside one that is not, neither edge is favoured."""
    east, north = WIDTH - 1, DEPTH - 1
    moved = dict(one)
    if "rect" in moved:
        x, y, wide, deep = moved["rect"]
        moved["rect"] = [east - x - wide, north - y - deep, wide, deep]
    for key in ("windows", "doors", "walls"):
        if key in moved:
            moved[key] = [[east - x1, north - y1, east - x2, north - y2] for x1, y1, x2, y2 in moved[key]]
    for key in ("circle", "at"):
        if key in moved:
            x, y, *rest = moved[key]
            moved[key] = [east - x, north - y, *rest]
    if "stairways" in moved:
        moved["stairways"] = [[east - x, north - y] for x, y in moved["stairways"]]
    if "line" in moved:
        x1, y1, x2, y2 = moved["line"]
        moved["line"] = [east - x1, north - y1, east - x2, north - y2]
    return moved


# -- made by theme and seed -------------------------------------------------------------------------------------------


def made(theme: str, seed: int) -> list[Piece]:
    """A sheet that the same theme and seed always give again."""
    dice = random.Random(f"{theme} {seed}")
    return _town(dice) if theme == "town" else _rural(dice)


def house(name: str, x: int, y: int, wide: int, deep: int, height: int, kind: str) -> Piece:
    """A building over so many dots and rows, with windows all around, a door to the south, rooms and stairs."""
    west, south = x - 0.25 - 0.5 * 0, y - 0.5
    east, north = west + wide, south + deep
    middle = x + wide // 2
    windows = [[at + 0.25, edge, at + 1.0, edge] for edge in (south, north) for at in range(x + 1, x + wide - 2, 2)]
    windows = [one for one in windows if not (one[1] == south and one[0] < middle + 1 and one[2] > middle - 1)]
    windows += [[side, row - 0.4, side, row + 0.4] for side in (west, east) for row in range(y + 1, y + deep - 1, 2)]
    made_of: Piece = {
        "id": name,
        "kind": "building",
        "type": kind,
        "height": height,
        "rect": [west, south, wide, deep],
        "windows": windows,
        "doors": [[middle - 0.5, south, middle + 0.5, south]],
    }
    if deep >= 6:
        wall = y + deep // 2 - 0.5
        made_of["walls"] = [[west, wall, east, wall]]
        made_of["doors"].append([middle - 0.5, wall, middle + 0.5, wall])
    if height > 1:
        row = y + deep - 2
        made_of["stairways"] = [[x + 1 + 0.5 * (row % 2), row]]
    return made_of


def _town(dice: random.Random) -> list[Piece]:
    pieces: list[Piece] = []
    for column in range(2):
        for row in range(3):
            wide, deep = dice.choice((6, 7, 8)), dice.choice((6, 7, 8))
            x, y = 1 + column * 11 + dice.randrange(2), 3 + row * 12 + dice.randrange(3)
            height = dice.choice((1, 2, 2, 3, 4))
            kind = dice.choice(("light", "medium", "medium", "heavy"))
            pieces.append(house(f"house{len(pieces) + 1}", x, y, wide, deep, height, kind))
    for number in range(dice.randrange(2, 5)):
        pieces.append({"id": f"tree{number + 1}", "kind": "tree", "at": [10.5, 5 + number * 8]})
    return pieces


def _rural(dice: random.Random) -> list[Piece]:
    wide, deep = 10, 10
    pieces = [house("hall", 6, 14, wide, deep, dice.choice((2, 3)), "heavy")]
    pieces.append(house("barn", 1 + dice.randrange(2), 29, 7, 5, 1, "light"))
    pieces.append(house("shed", 14, 3 + dice.randrange(3), 5, 4, 1, "light"))
    for number in range(6):
        at = [dice.randrange(1, 20) + 0.5, dice.choice((1, 9, 11, 26, 36)) - 0.0]
        pieces.append({"id": f"tree{number + 1}", "kind": "tree", "at": at})
    for number in range(3):
        x, y = dice.randrange(1, 17) + 0.25, dice.choice((6.5, 25.5, 34.5))
        pieces.append({"id": f"bush{number + 1}", "kind": "undergrowth", "rect": [x, y, 3, 2]})
    pieces.append({"id": "knoll", "kind": "contour", "level": 1, "rect": [15.25, 30.5, 5, 5]})
    return pieces
