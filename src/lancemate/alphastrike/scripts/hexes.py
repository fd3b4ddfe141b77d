"""Hex maps in battle scripts: hexes by their numbers, columns and rows, the six facings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from lancemate.alphastrike.terrain.hexes import FACINGS
from lancemate.field.boards import Board, read_board
from lancemate.field.errors import FieldError
from lancemate.field.hexes import HexMap
from lancemate.field.hexgrid import MOST, cell_named
from lancemate.field.shapes import Point
from lancemate.field.space import Space
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.order_data import Place
from lancemate.kernel.reading import Reader, read_point, shown

LARGEST_LEVEL: Final = 999.0
SHEET: Final = (16, 17)  # columns and rows unless said: a mapsheet


# Where board files are looked for: beside the script that names them. What comes from elsewhere reads no files.
_FOLDER: ContextVar[Path | None] = ContextVar("folder of the script", default=None)


@contextmanager
def boards_beside(file: str | None) -> Iterator[None]:
    """Board files that are named meanwhile stand beside this file."""
    token = _FOLDER.set(None if file is None else Path(file).parent)
    try:
        yield
    finally:
        _FOLDER.reset(token)


def board_of(sheet: Reader) -> HexMap:
    """The map of the board file that a script names."""
    name, folder = sheet.text("board"), _FOLDER.get()
    for key in ("width", "depth"):
        if key in sheet:
            raise sheet.wrong(key, "a board file has its own size")
    if folder is None:
        raise sheet.wrong("board", "only a script in a file of its own can name a board beside it")
    try:
        return read_board_file(folder / name).map
    except InputError as error:
        raise sheet.wrong("board", error.plain) from None


def read_board_file(path: Path) -> Board:
    """A board file; whatever is wrong with it is one sentence."""
    try:
        return read_board(path.read_text(encoding="utf-8", errors="replace"))
    except FieldError as error:
        raise InputError(f"{path.name}: {error.message}") from None
    except OSError as error:
        raise InputError(f"{path.name} cannot be read: {error.strerror}") from None


def read_size(sheet: Reader) -> tuple[int, int]:
    """How many columns and rows a map has."""
    columns, rows = SHEET
    return sheet.whole("width", columns, least=1, most=MOST), sheet.whole("depth", rows, least=1, most=MOST)


def read_hex_name(value: object, where: str) -> str:
    """The name of a hex."""
    if isinstance(value, str) and cell_named(value) is not None:
        return value
    in_quotes = ", in quotes," if isinstance(value, int) and not isinstance(value, bool) else ""
    raise InputError(f'{shown(value)} is no hex; write column and row{in_quotes} as in "0507"', key=where)


def reads_places(table: Space) -> Place:
    """How places are written on a map."""
    if table.kind != "hex":
        return read_point

    def read(value: object, where: str) -> Point:
        name = read_hex_name(value, where)
        found = table.named(name)
        if found is None:
            wide, deep = table.size
            raise InputError(f"there is no hex {name} on a map of {wide:g} by {deep:g} hexes", key=where)
        return found

    return read


def read_facing(table: Space, reader: Reader) -> float:
    facing = reader.number("facing")
    if table.kind == "hex" and facing not in FACINGS:
        raise reader.wrong("facing", f"a unit faces a side of its hex: 0, 60, 120, 180, 240 or 300, not {facing:g}")
    return facing


def with_coordinates(data: JSON, table: Space) -> JSON:
    """States and scenarios with the places of the map as coordinates, which is what everything else reads."""
    if table.kind != "hex":
        return data
    if isinstance(data, list):
        return [with_coordinates(item, table) for item in data]
    if isinstance(data, Mapping):
        return {
            key: _place(item, table) if key == "at" else with_coordinates(item, table) for key, item in data.items()
        }
    return data


def _place(value: JSON, table: Space) -> JSON:
    found = table.named(value) if isinstance(value, str) else None
    return value if found is None else list(found)
