"""Ground for random battles of BattleTroops: houses of every height, woods, hills and walls, one to a square.

Plain data of battle scripts; must not know what the rules make of it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator

Piece: TypeAlias = dict[str, JSON]

SQUARE: Final = 9  # dots and rows that one piece of terrain has to itself


def ground(luck: Generator, width: int, depth: int, *, fire: bool = False) -> list[Piece]:
    """Terrain for a map: no two pieces but furniture in houses lie on one another."""
    found: list[Piece] = []
    for top in range(1, depth - SQUARE + 1, SQUARE):
        for left in range(1, width - SQUARE + 1, SQUARE):
            found += _piece(luck, left, top, len(found) + 1)
    if fire and luck.below(3) == 0:
        row = luck.below(depth)
        dots: list[JSON] = [[x + 0.5 * (row % 2), row] for x in range(3)]
        found.append({"id": "burning", "kind": "fire", "dots": dots})
    return found


def _piece(luck: Generator, left: int, top: int, number: int) -> list[Piece]:
    makers = (_house, _house, _house, _wood, _bushes, _hill, _wall)
    return luck.choice(makers)(luck, left, top, number)


def house(name: str, left: int, top: int, wide: int, deep: int, height: int, *, rooms: bool = True) -> Piece:
    """A house with a door to the south and to the north, windows all around, a stairway and perhaps two rooms."""
    west, south = left + 0.75, top + 0.5
    east, north = west + wide, south + deep
    middle = west + wide // 2
    stair_row = top + 2
    stairs: list[JSON] = [[left + 1 + 0.5 * (stair_row % 2), stair_row]]
    windows: list[JSON] = [
        [west + 0.5, south, west + 1.5, south],
        [east - 1.5, north, east - 0.5, north],
        [west, south + deep / 2 - 0.5, west, south + deep / 2 + 0.5],
        [east, south + deep / 2 - 0.5, east, south + deep / 2 + 0.5],
    ]
    doors: list[JSON] = [[middle - 0.5, south, middle + 0.5, south], [middle - 0.5, north, middle + 0.5, north]]
    piece: Piece = {
        "id": name,
        "kind": "building",
        "height": height,
        "rect": [west, south, wide, deep],
        "windows": windows,
        "doors": doors,
        "stairways": stairs,
    }
    if rooms and wide > 4:
        inner = west + wide - 2
        piece["walls"] = [[inner, south, inner, north]]
        doors.append([inner, south + 1, inner, south + 2])
    return piece


def _house(luck: Generator, left: int, top: int, number: int) -> list[Piece]:
    wide, deep = 4 + luck.below(4), 4 + luck.below(4)
    name = f"house{number}"
    found = [house(name, left, top, wide, deep, 1 + luck.below(4), rooms=luck.below(2) == 0)]
    found[0]["type"] = luck.choice(("light", "medium", "heavy", "hardened"))
    if luck.below(2) == 0:
        found.append({"id": f"desk{number}", "kind": "furniture", "rect": [left + 2.25, top + 1.25, 1, 0.5]})
        if luck.below(2) == 0:
            found[-1]["elevation"] = 1 if int(str(found[0]["height"])) > 1 else 0
    return found


def _wood(luck: Generator, left: int, top: int, number: int) -> list[Piece]:
    places = [(left + 1 + 3 * column, top + 1 + 3 * row) for column in range(3) for row in range(3)]
    luck.shuffle(places)
    return [
        {"id": f"tree{number}_{count}", "kind": "tree", "at": [x + 0.5, y + 0.5], "branches": 0.8 + 0.2 * luck.below(3)}
        for count, (x, y) in enumerate(places[: 2 + luck.below(4)])
    ]


def _bushes(luck: Generator, left: int, top: int, number: int) -> list[Piece]:
    name = f"bush{number}"
    if luck.below(3) == 0:
        return [{"id": name, "kind": "undergrowth", "circle": [left + 4, top + 4, 1.6 + 0.5 * luck.below(4)]}]
    return [{"id": name, "kind": "undergrowth", "rect": [left + 1.25, top + 0.5, 3 + luck.below(4), 3 + luck.below(4)]}]


def _hill(luck: Generator, left: int, top: int, number: int) -> list[Piece]:
    level = luck.choice((1, 1, 1, -1))
    found: list[Piece] = [
        {"id": f"hill{number}", "kind": "contour", "level": level, "rect": [left + 0.25, top + 0.5, 7, 7]}
    ]
    if luck.below(2) == 0:
        found.append(
            {"id": f"top{number}", "kind": "contour", "level": 2 * level, "rect": [left + 2.25, top + 2.5, 3, 3]}
        )
    return found


def _wall(luck: Generator, left: int, top: int, number: int) -> list[Piece]:
    height = 1 + luck.below(2)
    if luck.below(2):
        return [
            {"id": f"wall{number}", "kind": "wall", "height": height, "line": [left, top + 3.5, left + 6.25, top + 3.5]}
        ]
    return [
        {"id": f"wall{number}", "kind": "wall", "height": height, "line": [left + 3.25, top, left + 3.25, top + 6.5]}
    ]
