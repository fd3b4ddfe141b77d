"""Reads whatever units and forces are kept in, of any kind we know, and says what came of every entry.

Knows which reader a source needs, and what a source is that holds neither; must not know the shelf's file, the network
or a page. Nothing a source holds can do more than be refused.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import Document, parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, shown
from lancemate.kernel.strange_files import check_not_strange
from lancemate.kernel.values import frozen
from lancemate.muster.force import Force
from lancemate.muster.force_files import force_from_document
from lancemate.muster.imports import jeffs, megamek, mekbay, mekbay_catalogue, mul, names, tables, tables_of_forces
from lancemate.muster.imports.availability import Availability, availability
from lancemate.muster.imports.finding import Known
from lancemate.muster.imports.gathering import Entry, Manner, gathered, refusing
from lancemate.muster.imports.report import Enlisted, Report
from lancemate.muster.imports.rosters import Roster, enlist
from lancemate.muster.imports.seeming import seeming
from lancemate.muster.imports.shelf import shelf
from lancemate.muster.imports.spreadsheets import is_spreadsheet, sheet_rows

MAX_BYTES: Final = 32_000_000
MOST_UNITS: Final = 50_000
WITH_LINES: Final = 300_000  # characters of JSON up to which it is told on what line an entry stands
OWN_FORMAT: Final = "lancemate units"
NOTHING_KNOWN: Final = (
    "this is nothing that units or forces are kept in. Known are: answers of the Master Unit List (JSON), MekBay's "
    "catalogue (JSON), share links, CSV, XLSX and stored forces, exports of Jeff's BattleTech Tools, MegaMek's unit "
    "lists (MUL) and Alpha Strike values, tables (CSV), our own YAML, and lists of units by name"
)
A_BATTLE: Final = (
    "this is a battle, neither units nor a force: open it among the files of the lobby, or with `lancemate play FILE`"
)
WITHOUT_FACTIONS: Final = (
    "Who fields these units is not known: read eras.json and factions.json together with units.json for that."
)
ELSEWHERE: Final = ("map", "board", "design")  # nothing that units or forces are kept in


class Kind(StrEnum):
    mul = "mul"
    csv = "csv"
    yaml = "yaml"


@frozen
class Allowed:
    """What a source may use. YAML takes a hundred times as long to read as JSON."""

    bytes: int = MAX_BYTES
    units: int = MOST_UNITS
    yaml_bytes: int = MAX_BYTES


def read_file(path: str | Path, *, kind: Kind | None = None, manner: Manner | None = None) -> Report:
    """Read a file. Only one that cannot be read at all is an error; a bad entry is part of the report."""
    (report,) = read_files([path], kind=kind, manner=manner)
    return report


def read_files(
    paths: Iterable[str | Path], *, kind: Kind | None = None, manner: Manner | None = None
) -> tuple[Report, ...]:
    """The same for several; those that are parts of one catalogue are read as one."""
    reports: list[Report] = []
    parts: dict[str, mekbay_catalogue.Catalogue] = {}
    for path in map(Path, paths):
        if path.is_dir():
            raise InputError("this is a folder, not a file", file=str(path))
        try:
            with path.open("rb") as stream:
                size = os.fstat(stream.fileno()).st_size
                raw = stream.read(mekbay_catalogue.HEAD)
                if kind is None and mekbay_catalogue.is_catalogue(raw):
                    if size > mekbay_catalogue.LARGEST:
                        raise InputError(f"the file is larger than {mekbay_catalogue.LARGEST // 1_000_000} MB")
                    stream.seek(0)
                    parts[str(path)] = mekbay_catalogue.read_catalogue(stream)
                    continue
                raw += stream.read(MAX_BYTES + 1 - len(raw))
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from None
        except InputError as error:
            raise error.at(file=str(path)) from None
        reports.append(read_bytes(raw, source=str(path), kind=kind or kind_of(path.name), manner=manner))
    if parts:
        reports.insert(0, read_parts(parts, manner=manner))
    return tuple(reports)


def read_parts(
    parts: Mapping[str, mekbay_catalogue.Catalogue], *, notes: tuple[str, ...] = (), manner: Manner | None = None
) -> Report:
    """Parts of one catalogue, by where they come from."""
    source = ", ".join(parts)
    whole = mekbay_catalogue.together(parts.values())
    notes = (f"MekBay's catalogue: {whole.words}.", *notes)
    return _Reading(source, notes, (), Allowed(), manner or _manner()).catalogue(whole)


def kind_of(name: str) -> Kind | None:
    """What the end of a file's name says."""
    suffix = Path(name).suffix.lower()
    return {".csv": Kind.csv, ".tsv": Kind.csv, ".yaml": Kind.yaml, ".yml": Kind.yaml}.get(suffix)


def read_bytes(
    raw: bytes,
    *,
    source: str,
    kind: Kind | None = None,
    manner: Manner | None = None,
    notes: tuple[str, ...] = (),
    others: Iterable[Card] = (),
    allowed: Allowed | None = None,
) -> Report:
    """The same for what has been read already. Without a ``kind`` the look of it decides.

    ``others`` are cards at hand besides those of the catalogue, for forces that only name their units.
    """
    allowed = allowed or Allowed()
    if len(raw) > allowed.bytes:
        raise InputError(f"the file is larger than {allowed.bytes / 1_000_000:g} MB", file=source)
    reading = _Reading(source, notes, others, allowed, manner or _manner())
    try:
        report = reading.report(raw, kind)
    except InputError as error:
        _check_not_elsewhere(raw, source)
        raise error.at(file=source) from None
    if not report.taken and not report.enlisted:
        _check_not_elsewhere(raw, source)
    return report


def _check_not_elsewhere(raw: bytes, source: str) -> None:
    """What held nothing is told by its name, if it belongs somewhere else."""
    found = seeming(raw)
    if found is not None and found.kind in ELSEWHERE:
        raise InputError(f"this is {found.words}", file=source) from None


class _Reading:
    """One source on its way into a report."""

    def __init__(
        self, source: str, notes: tuple[str, ...], others: Iterable[Card], allowed: Allowed, manner: Manner
    ) -> None:
        self.source, self.notes, self.manner = source, notes, manner
        self.others, self.allowed = others, allowed

    def report(self, raw: bytes, kind: Kind | None) -> Report:
        if kind is None and mekbay_catalogue.is_catalogue(raw):
            return self.catalogue(mekbay_catalogue.read_catalogue(io.BytesIO(raw)))
        if is_spreadsheet(raw):
            return self._table(tables.rows_of(enumerate(sheet_rows(raw), start=1)))
        if _is_unit_list(raw):
            return self._force(megamek.roster_of(raw))
        check_not_strange(raw)
        text, remarks = _decoded(raw)
        self.notes += remarks
        match kind:
            case Kind.mul:
                return self._units(_from_mul(_json(text)))
            case Kind.csv:
                return self._table(tables.rows(text))
            case Kind.yaml:
                return self._document(self._parsed(text))
        return self._recognised(text)

    def _recognised(self, text: str) -> Report:
        query = mekbay.link_query(text)
        if query is not None:
            return self._force(mekbay.roster_of_link(query))
        if text.lstrip()[:1] in ("{", "["):
            return self._json(text)
        if megamek.is_page_of_values(text):
            return self._units(
                [Entry(f"line {line}", name, partial(dict, data)) for line, name, data in megamek.pages_of_values(text)]
            )
        if any(tables.is_heading(line) for line in text.lstrip()[:4_000].splitlines()[:5]):
            return self._table(tables.rows(text))
        listed = names.roster_of(text, self._known())
        if listed is not None:
            return self._force(listed)
        try:
            document = self._parsed(text)
        except InputError:
            if not names.looks_like_a_document(text):
                raise InputError(NOTHING_KNOWN) from None
            raise
        return self._document(document)

    def _parsed(self, text: str) -> Document:
        if len(text) > self.allowed.yaml_bytes:
            raise InputError(f"a YAML file may have {self.allowed.yaml_bytes:,} bytes here: send it as JSON")
        return parse_document(text)

    def _json(self, text: str) -> Report:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return self._document(self._parsed(text))  # YAML may begin so too, and the complaint names the line
        if isinstance(data, dict) and mekbay.is_stored(data):
            return self._force(mekbay.roster_of_stored(data))
        if jeffs.is_force(data) or jeffs.is_group(data) or jeffs.is_unit(data):
            return self._force(jeffs.roster_of(data))
        if isinstance(data, list) and data and all(jeffs.is_unit(one) for one in data):
            return self._force(jeffs.roster_of(data))
        if '"BF' in text[:20_000] or '"Units"' in text[:20_000]:
            return self._units(_from_mul(data))
        return self._document(parse_document(text) if len(text) <= WITH_LINES else Document(data))

    def _document(self, document: Document) -> Report:
        """Our own: a force, or cards."""
        data = document.data
        if isinstance(data, Mapping) and ("sides" in data or "save" in data):
            raise InputError(A_BATTLE)
        if isinstance(data, Mapping) and ("formations" in data or data.get("lancemate") == "force"):
            return self._own_force(force_from_document(document))
        if not isinstance(data, Mapping | list):
            raise InputError(NOTHING_KNOWN)
        return self._units(_from_own(document))

    def _own_force(self, force: Force) -> Report:
        enlisted = tuple(
            Enlisted(member.card.name, "this file", formation.name)
            for formation in force.formations
            for member in formation.members
        )
        return Report(self.source, notes=self.notes, seems="a force file", force=force, enlisted=enlisted)

    def _table(self, table: tables.Rows) -> Report:
        if table.unread:
            words = ", ".join(f'"{name}"' for name in table.unread[:20])
            self.notes += (f"These columns say nothing that a card needs and were not read: {words}.",)
        _check_number(table.rows, self.allowed.units)
        if table.is_force:
            return self._force(tables_of_forces.roster_of(table))
        read = partial(tables.card_data, writer=table.writer)
        return self._units([Entry(f"line {line}", tables.called(row), partial(read, row)) for line, row in table.rows])

    def _known(self) -> Known:
        return Known(self.others)

    def _force(self, roster: Roster) -> Report:
        report = enlist(roster, self.source, self._known(), leave_out_unknown=self.manner.leave_out_unknown)
        return replace(report, notes=self.notes + report.notes)

    def catalogue(self, found: mekbay_catalogue.Catalogue) -> Report:
        """MekBay's units, and who fields them when; either may come without the other."""
        told = availability(found.eras, found.factions) if found.eras or found.factions else None
        if found.units and told is None:
            self.notes += (WITHOUT_FACTIONS,)
        return self._units([_mekbay_entry(number, unit) for number, unit in enumerate(found.units)], told)

    def _units(self, entries: Sequence[Entry], told: Availability | None = None) -> Report:
        _check_number(entries, self.allowed.units)
        return gathered(entries, self.source, self.notes, self.manner, told)


def _manner() -> Manner:
    """As on this machine: beside the user's own shelf."""
    return Manner(here=shelf())


def _is_unit_list(raw: bytes) -> bool:
    """XML, but neither a picture nor a page."""
    start = raw[:400].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<?xml", b"<unit", b"<record")) and b"<svg" not in start and b"<html" not in start


def _decoded(raw: bytes) -> tuple[str, tuple[str, ...]]:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", "replace"), ()
    try:
        return raw.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace"), ("The file is not UTF-8; it was read as Windows-1252.",)


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        raise InputError("values are nested too deep") from None
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError("this is not JSON, so it is no list of the Master Unit List", line=line) from None


def _from_mul(data: object) -> list[Entry]:
    units = data.get("Units") if isinstance(data, dict) else data
    if isinstance(data, dict) and mul.is_record(data):
        units = [data]
    if not isinstance(units, list):
        raise InputError('this is no list of the Master Unit List: it has no "Units"')
    return [_mul_entry(number, unit) for number, unit in enumerate(units)]


def _mul_entry(number: int, unit: object) -> Entry:
    where = f"Units.{number}"
    if not isinstance(unit, dict):
        return Entry(where, None, refusing(f"A unit is an object, not {shown(unit)}."))
    return Entry(where, unit.get("Name"), partial(mul.card_data, unit))


def _mekbay_entry(number: int, unit: object) -> Entry:
    where = f"units.{number}"
    if not isinstance(unit, dict):
        return Entry(where, None, refusing(f"A unit is an object, not {shown(unit)}."))
    return Entry(where, mekbay_catalogue.name_of(unit), partial(mekbay_catalogue.card_data, unit))


def _from_own(document: Document) -> list[Entry]:
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
    return [_own_entry(_place(document, f"{prefix}{number}", number), unit) for number, unit in enumerate(data)]


def _place(document: Document, key: str, number: int) -> str:
    line = document.line(key)
    return f"line {line}" if line is not None else f"unit {number + 1}"


def _own_entry(where: str, unit: JSON) -> Entry:
    if not isinstance(unit, dict):
        return Entry(where, None, refusing(f"A unit is a mapping of keys, not {shown(unit)}."))
    return Entry(where, unit.get("name"), lambda: unit)


def _check_number(units: Sequence[object], most: int) -> None:
    if len(units) > most:
        raise InputError(f"{len(units):,} units are more than the {most:,} that one file may bring")
