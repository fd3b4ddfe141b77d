"""Tables as spreadsheets write them, turned into the keys of a card. docs/imports.md lists the columns.

Knows separators, headings and how a cell becomes a value, the headings of other programs too; must not know files or
where cards go.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import meant
from lancemate.kernel.values import frozen
from lancemate.muster.imports import megamek, mekbay, mul
from lancemate.muster.imports.texts import short

MOST_ROWS: Final = 50_000
MOST_COLUMNS: Final = 200
LONGEST_CELL: Final = 4_000

WHOLE: Final = ("size", "tmm", "ov", "armor", "structure", "threshold", "pv", "elements")
TEXTS: Final = (
    *("id", "name", "chassis", "model", "type", "move", "role", "damage", "legs", "era", "source", "note"),
    *("years", "tech", "level"),
)
LISTS: Final = ("specials", "factions", "books")
BRACKETS: Final = {"short": "S", "medium": "M", "long": "L", "extreme": "E"}
ARCS: Final = ("front", "nose", "left", "right", "aft")
FLAGS: Final = ("superheavy",)
BY_NOSE: Final = ("DS", "DA", "SC")  # whose front arc is called so
FORCE: Final = ("group", "pilot", "skill", "armor lost", "structure lost", "destroyed")
COLUMNS: Final = (*TEXTS, *WHOLE, "height", "tons", "year", *LISTS, *BRACKETS, *ARCS, *FLAGS, "mul", *FORCE)
NEEDED: Final = ("name", "type", "size", "move", "armor", "structure")
# What MekBay writes of each arc, and MegaMek of minimal damage.
CLASSES: Final = ("STD", "CAP", "MSL", "SCAP", "specials")
OF_ARCS: Final = {
    f"{theirs}arc {one.lower()}": (arc, one)
    for theirs, arc in (("front", "front"), ("rear", "aft"), ("left", "left"), ("right", "right"))
    for one in CLASSES
}
# What MegaMek writes of each arc, all in one cell.
WHOLE_ARCS: Final = {"front arc": "front", "left arc": "left", "right arc": "right", "rear arc": "aft"}
MINIMAL: Final = {
    **{"s*": "short", "m*": "medium", "l*": "long", "e*": "extreme"},
    **{f"bfdamage{bracket}min": bracket for bracket in ("short", "medium", "long", "extreme")},
    "bfdamageextememin": "extreme",
}
# What the old Master Unit List calls its columns; a few of its others are called as ours are and mean something else.
OF_THE_LIST: Final = {
    **{f"bf{name}": name for name in ("type", "size", "move", "tmm", "armor", "structure", "threshold")},
    **{f"bfdamage{bracket}": bracket for bracket in ("short", "medium", "long", "extreme")},
    **{"bfoverheat": "ov", "bfpointvalue": "pv", "bfabilities": "specials", "id": "mul", "role.name": "role"},
    **{"technology.name": "tech", "type": "type of the list", "skill": "skill of the list"},
}
# Columns of other programs that say nothing a card needs.
KNOWN_ELSEWHERE: Final = frozenset(
    {
        *("adjustedpv", "cost", "techrating", "publishedrs", "tags", "usesov", "usesth", "usese", "usesarcs", "bv"),
        *("eraid", "erastart", "groupname", "battlevalue", "type of the list", "skill of the list"),
        *("technology.id", "role.id", "type.id", "type.name"),
        *("image", "imageurl", "image url", "img", "icon", "fluffimage"),
    }
)
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
    "arm": "armor",
    "str": "structure",
    "thr": "threshold",
    "movement": "move",
    "dmgs": "short",
    "dmgm": "medium",
    "dmgl": "long",
    "dmge": "extreme",
    "dmg s/m/l": "damage",
    "mul_id": "mul",
    "mul id": "mul",
    "date": "year",
    "introduced": "year",
    "date introduced": "year",
    "dateintroduced": "year",
    "tonnage": "tons",
    "mass": "tons",
    "weight": "tons",
    "rules": "level",
    "rules level": "level",
    "techbase": "tech",
    "technology": "tech",
    "tro": "books",
    "sources": "books",
    "armordamage": "armor lost",
    "structuredamage": "structure lost",
}
# Programs that write tables, and columns that nobody else has.
WRITERS: Final = {
    mul.LIST: ("bftype", "bfmove"),
    megamek.PROGRAM: ("mul id", "s*", "point value"),
    mekbay.PROGRAM: ("usesov", "usesarcs", "dmgs"),
}
_YES: Final = {"yes": True, "true": True, "x": True, "1": True, "no": False, "false": False, "0": False}
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:[.,]0+)?")


@frozen
class Rows:
    """A table: for each row the line it begins on and its filled cells by column; and the columns nobody reads."""

    rows: list[tuple[int, Mapping[str, str]]]
    columns: tuple[str, ...]
    unread: tuple[str, ...]
    writer: str | None = None  # the program whose table it is, as its columns show

    @property
    def is_force(self) -> bool:
        """Its units have crews or groups."""
        return "group" in self.columns or "skill" in self.columns


def is_heading(line: str) -> bool:
    """Several of its cells are names of columns."""
    return _is_heading(line.split(_delimiter(line)))


def _is_heading(cells: Iterable[str]) -> bool:
    found = {*_names([*cells])}
    return len(found.intersection((*NEEDED, "chassis"))) >= len(NEEDED) // 2


def _delimiter(heading: str) -> str:
    return max("\t;,", key=heading.count)


def _names(cells: Sequence[str]) -> list[str]:
    """The columns as we call them, whoever wrote the heading."""
    names = [" ".join(cell.strip().strip('"').lower().split()) for cell in cells]
    also = ALSO | OF_THE_LIST if _writer(cells) == mul.LIST else ALSO
    return [also.get(name, name) for name in names]


def rows(text: str) -> Rows:
    """The rows below the heading, which need not be the first line."""
    lines = text.splitlines(keepends=True)
    first = next((line for line in lines if is_heading(line)), next((line for line in lines if line.strip()), ""))
    reader = csv.reader(lines, delimiter=_delimiter(first))
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        return rows_of(_numbered(reader))
    except csv.Error as error:
        raise InputError(f"this is not a table: {error}", line=reader.line_num) from None
    finally:
        csv.field_size_limit(before)


def _numbered(reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    line = 1
    for cells in reader:
        begins, line = line, getattr(reader, "line_num", line) + 1
        yield begins, cells


def rows_of(lines: Iterable[tuple[int, list[str]]]) -> Rows:
    """The same for cells that are told apart already."""
    given = list(_filled(lines))
    at = next((number for number, (_, cells) in enumerate(given[:10]) if _is_heading(cells)), 0)
    if not given:
        raise InputError("the table is empty: its first line names the columns")
    columns, unread = _heading(given[at][1], given[at][0])
    found: list[tuple[int, Mapping[str, str]]] = []
    for line, cells in given[at + 1 :]:
        if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
            found.append((line, {"": "it has more cells than the heading"}))
            continue
        by_column = zip(columns, cells, strict=False)
        found.append((line, {column: cell.strip() for column, cell in by_column if column and cell.strip()}))
    return Rows(found, tuple(filter(None, columns)), unread, _writer(given[at][1]))


def _writer(cells: Iterable[str]) -> str | None:
    headings = {cell.strip().strip('"').lower() for cell in cells}
    return next((name for name, signs in WRITERS.items() if headings.issuperset(signs)), None)


def _filled(lines: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    for number, (line, cells) in enumerate(lines):
        if number > MOST_ROWS:
            raise InputError(f"the table has more than {MOST_ROWS:,} rows", line=line)
        if any(cell.strip() for cell in cells):
            yield line, cells


def _heading(cells: list[str], line: int) -> tuple[list[str], tuple[str, ...]]:
    """The columns, those that are not read without a name; and what these are called."""
    if len(cells) > MOST_COLUMNS:
        raise InputError(f"{len(cells)} columns are more than the {MOST_COLUMNS} that are read", line=line)
    names = _names(cells)
    columns: list[str] = []
    unread: list[str] = []
    for cell, name in zip(cells, names, strict=True):
        if name and name not in COLUMNS and not any(name in others for others in (OF_ARCS, WHOLE_ARCS, MINIMAL)):
            near = meant(name, COLUMNS)
            if near is not None and near not in names and name not in KNOWN_ELSEWHERE:
                raise InputError(f'"{short(cell, 40)}" is no column of a unit table; did you mean {near}?', line=line)
            unread += [] if name in KNOWN_ELSEWHERE else [short(cell, 40)]
            name = ""
        if name and name in columns:
            raise InputError(f"the column {name} stands twice", line=line)
        columns.append(name)
    missing = [name for name in NEEDED if name not in columns and not (name == "name" and "chassis" in columns)]
    if missing:
        raise InputError(f"the columns {', '.join(missing)} are missing", line=line)
    return columns, tuple(unread)


def called(cells: Mapping[str, str]) -> str:
    """The name of the unit in a row."""
    return cells.get("name") or " ".join(filter(None, (cells.get("chassis"), cells.get("model"))))


def card_data(cells: Mapping[str, str], writer: str | None = None) -> dict[str, object]:
    """The keys of a card from one row; ``writer`` is the program whose table it is."""
    if "" in cells:
        raise InputError(f"The row cannot be read: {cells['']}.")
    data: dict[str, object] = {key: cells[key] for key in (*TEXTS, *LISTS) if key in cells}
    data |= {"name": called(cells)} if called(cells) else {}
    data |= _told_by(writer, cells)
    data |= {key: _whole(cells[key], key) for key in WHOLE if key in cells}
    if writer == mul.LIST and not data.get("tmm"):
        data.pop("tmm", None)  # the list leaves most at 0
    if "id" not in data and (unit_id := mul.id_of(cells.get("mul", ""))):
        data["id"] = unit_id
    data |= {key: _yes_or_no(cells[key], key) for key in FLAGS if key in cells}
    data |= {key: _number(cells[key], key) for key in ("height", "tons") if key in cells}
    if not data.get("tons"):
        data.pop("tons", None)
    data |= _introduced(cells.get("year", ""))
    if "type" in data:
        data["type"] = str(data["type"]).upper()
    for key in ("factions", "books"):
        if isinstance(text := data.get(key), str):
            data[key] = [part.strip() for part in re.split("[;,]", text) if part.strip()]
    if cast(int, data.get("threshold", 0)) <= 0:
        data.pop("threshold", None)
    least = {column for flag, column in MINIMAL.items() if _YES.get(cells.get(flag, "").lower())}
    by_bracket = {
        letter: "0*" if key in least and cells[key] == "0" else cells[key]
        for key, letter in BRACKETS.items()
        if key in cells
    }
    if by_bracket:
        if "damage" in data:
            raise InputError("Give damage, or short, medium and long; not both.", key="damage")
        data["damage"] = by_bracket
    arcs: dict[str, dict[str, object]] = {arc: {"damage": cells[arc]} for arc in ARCS if arc in cells}
    for column, (arc, kind) in OF_ARCS.items():
        if cells.get(column, "-").strip("0/- "):
            arcs.setdefault(arc_named(arc, data.get("type")), {})[kind] = cells[column]
    arcs |= _whole_arcs(cells, data.get("type"))
    return data | ({"arcs": arcs} if arcs else {})


def _told_by(writer: str | None, cells: Mapping[str, str]) -> dict[str, object]:
    """Whose values these are; MekBay's column of sources names books."""
    if writer is None:
        return {}
    told: dict[str, object] = {"source": writer}
    if writer == mekbay.PROGRAM and cells.get("source"):
        told["books"] = mul.books_of(cells["source"])
    return told


def arc_named(arc: str, unit_type: object) -> str:
    """What the card of such a unit calls an arc: spacecraft have a nose."""
    return "nose" if arc == "front" and unit_type in BY_NOSE else arc


def _whole_arcs(cells: Mapping[str, str], unit_type: object) -> dict[str, dict[str, object]]:
    """Arcs that have a cell each; where none of them holds anything, the unit does not fire by arc."""
    found = {arc: megamek.arc(cells[column]) for column, arc in WHOLE_ARCS.items() if column in cells}
    return {arc_named(arc, unit_type): parts for arc, parts in found.items()} if any(found.values()) else {}


def _introduced(cell: str) -> dict[str, object]:
    """A year; a word in its place is an era, and a zero is nothing."""
    if not cell.strip("0-"):
        return {}
    return {"year": int(cell)} if cell.isascii() and cell.isdecimal() and len(cell) < 5 else {"era": cell}


def lost(cells: Mapping[str, str], column: str) -> int:
    """Damage that a unit of a force has suffered."""
    return _whole(cells[column], column) if column in cells else 0


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
