"""Reads a file of units of any kind we know and says what came of every entry.

Knows which reader a file needs; must not know the shelf. Nothing a file holds can do more than be refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import Document, parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, shown
from lancemate.kernel.strange_files import check_not_strange
from lancemate.muster import catalogue
from lancemate.muster.imports import mul, tables
from lancemate.muster.imports.checking import check
from lancemate.muster.imports.report import Rejected, Report, Taken
from lancemate.muster.imports.shelf import folded, shelf
from lancemate.muster.imports.texts import id_for, is_id, short

MAX_BYTES: Final = 32_000_000
MOST_UNITS: Final = 50_000
OWN_FORMAT: Final = "lancemate units"


class Kind(StrEnum):
    mul = "mul"
    csv = "csv"
    yaml = "yaml"


def read_file(path: str | Path, *, kind: Kind | None = None, leave_out_unknown: bool = False) -> Report:
    """Read a file of units. Only a file that cannot be read at all is an error; a bad entry is part of the report."""
    path = Path(path)
    if path.is_dir():
        raise InputError("this is a folder, not a file", file=str(path))
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from None
    suffix = {".csv": Kind.csv, ".tsv": Kind.csv, ".yaml": Kind.yaml, ".yml": Kind.yaml}.get(path.suffix.lower())
    return read_bytes(raw, source=str(path), kind=kind or suffix, leave_out_unknown=leave_out_unknown)


def read_bytes(
    raw: bytes,
    *,
    source: str,
    kind: Kind | None = None,
    leave_out_unknown: bool = False,
    notes: tuple[str, ...] = (),
) -> Report:
    """The same for what has been read already. Without a ``kind`` the look of it decides."""
    if len(raw) > MAX_BYTES:
        raise InputError(f"the file is larger than {MAX_BYTES // 1_000_000} MB", file=source)
    check_not_strange(raw, source)
    text, remarks = _decoded(raw)
    try:
        entries = _entries(text, kind or _kind(text), source)
    except InputError as error:
        raise error.at(file=source) from None
    return _gathered(entries, source, notes + remarks, leave_out_unknown)


class _Entry:
    """One unit of a source: where it stands, what it is called there, and how its keys are got at."""

    __slots__ = ("name", "read", "where")

    def __init__(self, where: str, name: object, read: Callable[[], Mapping[str, object]]) -> None:
        self.where = where
        self.name = short(name) if isinstance(name, str) else ""
        self.read = read


def _decoded(raw: bytes) -> tuple[str, tuple[str, ...]]:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", "replace"), ()
    try:
        return raw.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace"), ("The file is not UTF-8; it was read as Windows-1252.",)


def _kind(text: str) -> Kind:
    """What it looks like: JSON and YAML are one kind, the list's own records another, tables a third."""
    start = text.lstrip()
    if start[:1] in ("{", "["):
        return Kind.mul if '"BF' in start[:20_000] or '"Units"' in start[:20_000] else Kind.yaml
    return Kind.csv if tables.is_heading(start.partition("\n")[0]) else Kind.yaml


def _entries(text: str, kind: Kind, source: str) -> list[_Entry]:
    match kind:
        case Kind.mul:
            return _from_mul(text)
        case Kind.csv:
            return [
                _Entry(f"line {line}", cells.get("name"), partial(tables.card_data, cells))
                for line, cells in tables.rows(text)
            ]
        case Kind.yaml:
            return _from_own(parse_document(text, file=source))


def _from_mul(text: str) -> list[_Entry]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise InputError("values are nested too deep") from None
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError("this is not JSON, so it is no list of the Master Unit List", line=line) from None
    units = data.get("Units") if isinstance(data, dict) else data
    if isinstance(data, dict) and mul.is_record(data):
        units = [data]
    if not isinstance(units, list):
        raise InputError('this is no list of the Master Unit List: it has no "Units"')
    _check_number(units)
    return [_mul_entry(number, unit) for number, unit in enumerate(units)]


def _mul_entry(number: int, unit: object) -> _Entry:
    where = f"Units.{number}"
    if not isinstance(unit, dict):
        return _Entry(where, None, _refusing(f"A unit is an object, not {shown(unit)}."))
    return _Entry(where, unit.get("Name"), partial(mul.card_data, unit))


def _from_own(document: Document) -> list[_Entry]:
    data, prefix = document.data, ""
    if isinstance(data, dict) and "units" in data:
        head = Reader(data, known=("format", "version", "units"), what="a file of units")
        if head.text("format", OWN_FORMAT) != OWN_FORMAT:
            raise document.located(head.wrong("format", f"this should be {OWN_FORMAT}"))
        head.whole("version", 1, least=1, most=1)
        data, prefix = data["units"], "units."
    elif isinstance(data, dict):
        data = [data]
    if not isinstance(data, list):
        raise InputError("a file of units is a list of cards, or a mapping with the key units")
    _check_number(data)
    return [_own_entry(f"line {document.line(f'{prefix}{number}')}", unit) for number, unit in enumerate(data)]


def _own_entry(where: str, unit: JSON) -> _Entry:
    if not isinstance(unit, dict):
        return _Entry(where, None, _refusing(f"A unit is a mapping of keys, not {shown(unit)}."))
    return _Entry(where, unit.get("name"), lambda: unit)


def _check_number(units: Sequence[object]) -> None:
    if len(units) > MOST_UNITS:
        raise InputError(f"{len(units):,} units are more than the {MOST_UNITS:,} that one file may bring")


def _refusing(reason: str) -> Callable[[], Mapping[str, object]]:
    def refuse() -> Mapping[str, object]:
        raise InputError(reason)

    return refuse


def _gathered(entries: Iterable[_Entry], source: str, notes: tuple[str, ...], leave_out_unknown: bool) -> Report:
    taken: dict[str, Taken] = {}
    rejected: list[Rejected] = []
    names = {folded(card.name) for card in catalogue.all()}
    for entry in entries:
        try:
            one = _taken(entry, leave_out_unknown, names)
            if one.card.id in taken:
                raise InputError(f"It has the id {one.card.id}, as has {taken[one.card.id].where} of the same file.")
        except InputError as error:
            rejected.append(Rejected(entry.name, entry.where, short(error.message, 600)))
            continue
        taken[one.card.id] = one
        names.add(folded(one.card.name))
    return Report(source, tuple(taken.values()), tuple(rejected), notes)


def _taken(entry: _Entry, leave_out_unknown: bool, names: set[str]) -> Taken:
    checked = check(entry.read(), leave_out_unknown=leave_out_unknown)
    card, remarks = checked.card, list(checked.remarks)
    unit_id = card.id if is_id(card.id) else id_for(card.name)
    if catalogue.is_built_in(unit_id):
        unit_id = f"own_{unit_id}"
    if unit_id != card.id:
        card = replace(card, id=unit_id)
    if unit_id in shelf():
        remarks.append("It takes the place of the one imported before.")
    if folded(card.name) in names:
        remarks.append(f'Another unit has the same name; ask for this one as "{unit_id}".')
    return Taken(card, entry.where, tuple(remarks))
