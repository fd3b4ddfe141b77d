"""Reads `.board` files, the text format in which many programs keep mapsheets: a size, and one line for every hex.

    size 16 17
    hex 0101 0 "" "grass"
    hex 0102 1 "woods:1;foliage_elev:2" "grass"
    end

A line gives a hex, its level, its terrain (name, level, and exits that do not matter here) and a theme. What has no
counterpart is left out and reported with its line. Knows the format and the kinds of terrain; must not know rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from lancemate.field.errors import FieldError
from lancemate.field.hexes import HexMap
from lancemate.field.hexgrid import MOST, Cell, Hexes, axial, cell_named, name_of, steps
from lancemate.field.terrain import DEFAULT_DEPTHS, Feature
from lancemate.kernel.values import frozen

LONGEST: Final = 2_000_000  # characters
_LINE: Final = re.compile(r'hex\s+(\d{4})\s+(-?\d{1,3})\s+"([^"]*)"(?:\s+"([^"]*)")?\s*$', re.IGNORECASE)
_SIZE: Final = re.compile(r"size\s+(\d{1,4})\s+(\d{1,4})\s*$", re.IGNORECASE)

# What stands beside the terrain proper and says nothing of its own: heights are read with what they belong to.
SILENT: Final = frozenset(
    (
        *("foliage_elev", "bldg_elev", "bldg_cf", "bldg_class", "bldg_fluff", "bldg_armor", "bldg_basement_type"),
        *("bldg_base_collapsed", "bridge_elev", "bridge_cf", "road_fluff", "water_fluff", "ground_fluff", "fluff"),
        *("theme", "incline_top", "incline_bottom", "incline_high_top", "incline_high_bottom", "metal_content"),
    )
)
THEMES_OF_NO_MATTER: Final = ("option", "tag", "background", "note", "description")
WOODS: Final = {1: "woods", 2: "heavy_woods", 3: "ultra_heavy_woods"}
JUNGLE: Final = {1: "light_jungle", 2: "heavy_jungle", 3: "ultra_heavy_jungle"}
BUILDINGS: Final = {1: "light", 2: "medium", 3: "heavy", 4: "hardened"}
PLAIN: Final[dict[str, Callable[[int], str | None]]] = {
    "woods": WOODS.get,
    "jungle": JUNGLE.get,
    "rough": lambda level: {1: "rough", 2: "ultra_rough"}.get(level),
    "rubble": lambda level: "ultra_rubble" if level >= 6 else "rubble",
    "pavement": lambda level: "pavement",
    "road": lambda level: "road",
    "mud": lambda level: "mud",
    "sand": lambda level: "sand",
    "swamp": lambda level: {1: "swamp", 2: "quicksand", 3: "quicksand"}.get(level),
    "tundra": lambda level: "tundra",
    "snow": lambda level: "deep_snow" if level >= 2 else None,
    "magma": lambda level: {1: "magma_crust", 2: "magma_liquid"}.get(level),
    "fields": lambda level: "planted_fields",
    "planted_fields": lambda level: "planted_fields",
    "industrial": lambda level: "heavy_industrial",
    "heavy_industrial": lambda level: "heavy_industrial",
    "rail": lambda level: "rail",
    "geyser": lambda level: "geyser",
    "smoke": lambda level: {1: "light_smoke", 2: "heavy_smoke"}.get(level),
}


@frozen
class Board:
    """A map that was read, and what of its file could not be: one sentence with its line each."""

    map: HexMap
    left_out: tuple[str, ...] = ()


@dataclass(slots=True)
class _Sheet:
    """A file while it is read: hexes by what lies in them."""

    columns: int = 0
    rows: int = 0
    levels: dict[int, list[Cell]] = field(default_factory=dict)
    pieces: dict[tuple[str, int, int, str], list[Cell]] = field(default_factory=dict)  # kind, height, depth, type
    seen: set[Cell] = field(default_factory=set)
    left_out: list[str] = field(default_factory=list)


def read_board(text: str) -> Board:
    """The map of a file. What is wrong with the file itself is one sentence with its line."""
    if len(text) > LONGEST:
        raise FieldError("a board file is at most 2 MB")
    sheet = _Sheet()
    ended = False
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if words.lower() == "end":
            ended = True
            break
        try:
            _line(sheet, words, number)
        except FieldError as error:
            raise FieldError(f"line {number}: {error.message}") from None
    if not sheet.columns:
        raise FieldError("line 1: a board begins with its size, as in size 16 17")
    if not ended:
        sheet.left_out.append("the file does not close with the word end")
    return Board(HexMap(sheet.columns, sheet.rows, _features(sheet)), tuple(sheet.left_out))


def _line(sheet: _Sheet, words: str, number: int) -> None:
    first = words.split(maxsplit=1)[0].lower()
    if first == "size":
        found = _SIZE.match(words)
        if found is None or sheet.columns:
            raise FieldError("a size is two numbers, and there is one: size 16 17")
        sheet.columns, sheet.rows = int(found[1]), int(found[2])
        if not (1 <= sheet.columns <= MOST and 1 <= sheet.rows <= MOST):
            raise FieldError(f"a map has 1 to {MOST} columns and rows here, not {sheet.columns} by {sheet.rows}")
    elif first == "hex":
        _hex(sheet, words, number)
    elif first not in THEMES_OF_NO_MATTER:
        sheet.left_out.append(f"line {number}: {words[:40]!r} is no line of a board")


def _hex(sheet: _Sheet, words: str, number: int) -> None:
    if not sheet.columns:
        raise FieldError("the size comes before the first hex")
    found = _LINE.match(words)
    cell = cell_named(found[1]) if found is not None else None
    if found is None or cell is None:
        raise FieldError('a hex is written as in hex 0101 0 "woods:1" "grass"')
    if not (1 <= cell[0] <= sheet.columns and 1 <= cell[1] <= sheet.rows):
        raise FieldError(f"there is no hex {name_of(cell)} on a map of {sheet.columns} by {sheet.rows}")
    if cell in sheet.seen:
        raise FieldError(f"the hex {name_of(cell)} has been there already")
    sheet.seen.add(cell)
    if level := int(found[2]):
        sheet.levels.setdefault(level, []).append(cell)
    terrain: dict[str, int] = {}
    for entry in filter(None, (part.strip() for part in found[3].split(";"))):
        name, _, rest = entry.partition(":")
        value = rest.partition(":")[0].strip() or "1"
        if not re.fullmatch(r"-?\d{1,4}", value):
            sheet.left_out.append(f"line {number}: {entry[:40]!r} has no level that is a number")
            continue
        terrain[name.strip().lower()] = int(value)
    _terrain(sheet, cell, terrain, number)


def _terrain(sheet: _Sheet, cell: Cell, terrain: dict[str, int], number: int) -> None:
    for name, level in terrain.items():
        if name in SILENT:
            continue
        kind, height, depth, type_ = _piece(name, level, terrain)
        if kind is None:
            sheet.left_out.append(f"line {number}: {name}:{level} has no counterpart here and is left out")
            continue
        sheet.pieces.setdefault((kind, height, depth, type_), []).append(cell)


def _piece(name: str, level: int, terrain: dict[str, int]) -> tuple[str | None, int, int, str]:
    """Kind, height, depth and type of what a word means; 0 where the usual one will do."""
    if name == "water":
        return ("water" if level >= 0 else None), 0, level, ""
    if name == "ice":
        return "ice", 0, max(0, terrain.get("water", 0)), ""
    if name == "building":
        known_type = BUILDINGS.get(level)
        return ("building" if known_type else None), max(1, terrain.get("bldg_elev", 1)), 0, known_type or ""
    if name == "bridge":
        return "bridge", max(0, terrain.get("bridge_elev", 0)), 0, ""
    known = PLAIN.get(name)
    return (known(level) if known is not None else None), 0, 0, ""


def _features(sheet: _Sheet) -> list[Feature]:
    """Levels first, then water, then what stands on the ground; a building of several hexes is one."""
    rows = sheet.rows
    found = [Feature(f"level{n}", "hill", Hexes(tuple(sheet.levels[n]), rows), float(n)) for n in sorted(sheet.levels)]
    order = ("water", "ice", "magma_liquid", "pavement", "road")
    counts: dict[str, int] = {}
    for kind, height, depth, type_ in sorted(sheet.pieces, key=lambda key: (_rank(key[0], order), key)):
        cells = sheet.pieces[kind, height, depth, type_]
        for group in _joined(cells) if kind in ("building", "bridge") else [cells]:
            counts[kind] = counts.get(kind, 0) + 1
            more = {"height": float(height)} if height else {}
            more["depth"] = float(depth) if kind in ("water", "ice") else DEFAULT_DEPTHS.get(kind, 0.0)
            properties: dict[str, str | float] = {"type": type_} if type_ else {}
            if kind == "ice" and not depth:
                properties["frozen_solid"] = True  # a sheet on the ground: there is no water to fall into
            shape = Hexes(tuple(group), rows)
            found.append(Feature(f"{kind}{counts[kind]}", kind, shape, properties=properties, **more))
    return found


def _rank(kind: str, order: tuple[str, ...]) -> int:
    return order.index(kind) if kind in order else len(order)


def _joined(cells: list[Cell]) -> list[list[Cell]]:
    """Hexes that lie next to each other, together."""
    groups: list[list[Cell]] = []
    for cell in cells:
        near = [group for group in groups if any(steps(axial(cell), axial(other)) == 1 for other in group)]
        merged = [one for group in near for one in group] + [cell]
        groups = [group for group in groups if group not in near] + [merged]
    return [sorted(group) for group in groups]
