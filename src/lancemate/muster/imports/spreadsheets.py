"""Spreadsheets (XLSX) as rows of texts: the first sheet, and of it what its cells say. Knows the archive, no game."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from lancemate.kernel.errors import InputError
from lancemate.muster.imports.markup import parse_markup

MOST_PARTS: Final = 200
LARGEST_PART: Final = 40_000_000  # bytes, unpacked
MOST_ELEMENTS: Final = 3_000_000
MOST_COLUMNS: Final = 200
TEXTS: Final = "xl/sharedStrings.xml"
_SHEET: Final = re.compile(r"xl/worksheets/sheet([0-9]{1,4})\.xml")
_PLACE: Final = re.compile(r"([A-Z]{1,3})[0-9]+")
_WHOLE: Final = re.compile(r"(-?[0-9]+)\.0+")


def is_spreadsheet(raw: bytes) -> bool:
    return raw.startswith(b"PK\x03\x04") and b"xl/" in raw


def sheet_rows(raw: bytes) -> list[list[str]]:
    """The rows of the first sheet, each cell as text."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            sheets = _sheets(archive)
            texts = _shared(archive) if TEXTS in archive.namelist() else []
            return list(_rows(_part(archive, sheets[0]), texts))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        raise InputError("this spreadsheet is damaged, or locked with a password: save it as CSV instead") from None


def _sheets(archive: zipfile.ZipFile) -> list[str]:
    names = archive.namelist()
    if len(names) > MOST_PARTS:
        raise InputError("this archive holds more parts than any spreadsheet: save the table as CSV instead")
    found = sorted((int(sheet[1]), name) for name in names if (sheet := _SHEET.fullmatch(name)) is not None)
    if not found:
        raise InputError("this archive holds no sheet: unpack it, or save the table as CSV")
    return [name for _, name in found]


def _part(archive: zipfile.ZipFile, name: str) -> Element:
    with archive.open(name) as stream:
        content = stream.read(LARGEST_PART + 1)
    if len(content) > LARGEST_PART:
        raise InputError(f"unpacked, this spreadsheet is larger than {LARGEST_PART // 1_000_000} MB")
    return parse_markup(content, most=MOST_ELEMENTS)


def _shared(archive: zipfile.ZipFile) -> list[str]:
    return ["".join(text.text or "" for text in entry.iter("t")) for entry in _part(archive, TEXTS).iter("si")]


def _rows(sheet: Element, texts: list[str]) -> Iterator[list[str]]:
    for row in sheet.iter("row"):
        cells: dict[int, str] = {}
        for number, cell in enumerate(row.iter("c")):
            place = _PLACE.fullmatch(cell.get("r", ""))
            at = _column(place[1]) if place is not None else number
            if at < MOST_COLUMNS:
                cells[at] = _text(cell, texts)
        yield [cells.get(at, "") for at in range(max(cells, default=-1) + 1)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _text(cell: Element, texts: list[str]) -> str:
    kind, value = cell.get("t", "n"), cell.findtext("v") or ""
    if kind == "inlineStr":
        return "".join(text.text or "" for text in cell.iter("t"))
    if kind == "s":
        return texts[int(value)] if value.isdecimal() and len(value) < 9 and int(value) < len(texts) else ""
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    whole = _WHOLE.fullmatch(value)
    return whole[1] if whole is not None else value
