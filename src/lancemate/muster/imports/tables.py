"""Tables as spreadsheets write them (CSV), turned into the keys of a card. docs/imports.md lists the columns.

Knows separators, headings and how a cell becomes a value; must not know files or where cards go.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from typing import Final

from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.imports.texts import short

MOST_ROWS: Final = 50_000
MOST_COLUMNS: Final = 60
LONGEST_CELL: Final = 4_000

WHOLE: Final = ("size", "tmm", "ov", "armor", "structure", "threshold", "pv", "elements")
TEXTS: Final = ("id", "name", "chassis", "model", "type", "move", "role", "damage", "legs", "era", "source", "note")
LISTS: Final = ("specials", "factions")
BRACKETS: Final = {"short": "S", "medium": "M", "long": "L", "extreme": "E"}
ARCS: Final = ("front", "nose", "left", "right", "aft")
FLAGS: Final = ("superheavy",)
COLUMNS: Final = (*TEXTS, *WHOLE, "height", *LISTS, *BRACKETS, *ARCS, *FLAGS)
NEEDED: Final = ("name", "type", "size", "move", "armor", "structure")
# Headings that people and other programs use.
ALSO: Final = {
    "unit": "name",
    "variant": "model",
    "class": "chassis",
    "sz": "size",
    "mv": "move",
    "tp": "type",
    "s": "short",
    "m": "medium",
    "l": "long",
    "e": "extreme",
    "overheat": "ov",
    "armour": "armor",
    "th": "threshold",
    "abilities": "specials",
    "special": "specials",
    "special abilities": "specials",
    "points": "pv",
    "point value": "pv",
    "faction": "factions",
    "rear": "aft",
}
_YES: Final = {"yes": True, "true": True, "x": True, "1": True, "no": False, "false": False, "0": False}
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:[.,]0+)?")


def is_heading(line: str) -> bool:
    """Several of its cells are names of columns."""
    return sum(_column(cell) in NEEDED for cell in line.split(_delimiter(line))) >= len(NEEDED) // 2


def _delimiter(heading: str) -> str:
    return max("\t;,", key=heading.count)


def _column(cell: str) -> str:
    name = " ".join(cell.strip().strip('"').lower().split())
    return ALSO.get(name, name)


def rows(text: str) -> list[tuple[int, Mapping[str, str]]]:
    """The rows below the heading: the line each begins on, and its filled cells by column."""
    lines = text.splitlines(keepends=True)
    first = next((line for line in lines if line.strip()), "")
    reader = csv.reader(lines, delimiter=_delimiter(first))
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        return list(_rows(reader))
    except csv.Error as error:
        raise InputError(f"this is not a table: {error}", line=reader.line_num) from None
    finally:
        csv.field_size_limit(before)


def _rows(reader: Iterator[list[str]]) -> Iterator[tuple[int, Mapping[str, str]]]:
    columns: list[str] | None = None
    line = 1
    for number, cells in enumerate(reader):
        if number > MOST_ROWS:
            raise InputError(f"the table has more than {MOST_ROWS:,} rows", line=line)
        begins, line = line, getattr(reader, "line_num", line) + 1
        if not any(cell.strip() for cell in cells):
            continue
        if columns is None:
            columns = _heading(cells, begins)
            continue
        if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
            yield begins, {"": "it has more cells than the heading"}
            continue
        yield begins, {column: cell.strip() for column, cell in zip(columns, cells, strict=False) if cell.strip()}
    if columns is None:
        raise InputError("the table is empty: its first line names the columns")


def _heading(cells: list[str], line: int) -> list[str]:
    if len(cells) > MOST_COLUMNS:
        raise InputError(f"{len(cells)} columns are more than the {MOST_COLUMNS} that are read", line=line)
    columns = []
    for cell in cells:
        name = _column(cell)
        if name and name not in COLUMNS:
            raise InputError(f'"{short(cell, 40)}" is no column of a unit table; {nearest(name, COLUMNS)}', line=line)
        if name and name in columns:
            raise InputError(f"the column {name} stands twice", line=line)
        columns.append(name)
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise InputError(f"the columns {', '.join(missing)} are missing", line=line)
    return columns


def card_data(cells: Mapping[str, str]) -> dict[str, object]:
    """The keys of a card from one row."""
    if "" in cells:
        raise InputError(f"The row cannot be read: {cells['']}.")
    data: dict[str, object] = {key: cells[key] for key in (*TEXTS, *LISTS) if key in cells}
    data |= {key: _whole(cells[key], key) for key in WHOLE if key in cells}
    data |= {key: _yes_or_no(cells[key], key) for key in FLAGS if key in cells}
    if "height" in cells:
        data["height"] = _number(cells["height"], "height")
    if "type" in data:
        data["type"] = str(data["type"]).upper()
    if "factions" in data:
        data["factions"] = [part.strip() for part in re.split("[;,]", cells["factions"]) if part.strip()]
    by_bracket = {letter: cells[key] for key, letter in BRACKETS.items() if key in cells}
    if by_bracket:
        if "damage" in data:
            raise InputError("Give damage, or short, medium and long; not both.", key="damage")
        data["damage"] = by_bracket
    arcs = {arc: {"damage": cells[arc]} for arc in ARCS if arc in cells}
    return data | ({"arcs": arcs} if arcs else {})


def _whole(cell: str, key: str) -> int:
    if _WHOLE_NUMBER.fullmatch(cell) is None:
        raise InputError(f'"{short(cell, 40)}" is not a whole number.', key=key)
    return int(re.split("[.,]", cell)[0])


def _number(cell: str, key: str) -> float:
    try:
        return float(cell.replace(",", ".")[:20])
    except ValueError:
        raise InputError(f'"{short(cell, 40)}" is not a number.', key=key) from None


def _yes_or_no(cell: str, key: str) -> bool:
    if cell.lower() not in _YES:
        raise InputError(f'"{short(cell, 40)}" is neither yes nor no.', key=key)
    return _YES[cell.lower()]
