"""A collection of miniatures: how many of each unit there are, loose and in boxes, and what a force lacks of it.

It is kept as a table (CSV) with the columns of ``COLUMNS``, which the page reads and writes too
(web/src/muster/collecting.ts). Boxes are a user's own lists.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.errors import InputError
from lancemate.muster.force import Force

COLUMNS: Final = ("box", "boxes", "id", "name", "count")
MOST: Final = 99  # of one miniature, or of one box
LARGEST: Final = 2_000_000  # bytes


@dataclass
class Box:
    """What is in a box, by id of the unit, and how many of the box there are."""

    name: str
    units: dict[str, int] = field(default_factory=dict)
    have: int = 0


@dataclass
class Collection:
    loose: dict[str, int] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)  # rows that could not be read, each with its reason

    @property
    def counts(self) -> Counter[str]:
        """All there is of each unit."""
        total = Counter(self.loose)
        for box in self.boxes.values():
            for unit, count in box.units.items():
                total[unit] += count * box.have
        return +total

    def missing(self, force: Force) -> dict[Card, int]:
        """What a force needs beyond what there is."""
        have = self.counts
        needed = Counter(member.card for member in force.members)
        return {card: count - have[card.id] for card, count in needed.items() if count > have[card.id]}


def read_collection(file: Path, find: Callable[[str], Card]) -> Collection:
    """The collection of a CSV file; ``find`` gives the card of an id or a name."""
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from None
    if len(raw) > LARGEST:
        raise InputError(f"is larger than {LARGEST // 1_000_000} MB, too much for a collection", file=str(file))
    try:
        return parse_collection(raw.decode("utf-8-sig"), find)
    except UnicodeDecodeError:
        raise InputError("is no text: save it as CSV in UTF-8", file=str(file)) from None
    except InputError as error:
        raise InputError(error.message, file=str(file)) from None


def parse_collection(text: str, find: Callable[[str], Card]) -> Collection:
    """Read the table; rows that make no sense are refused one by one, the rest counts."""
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        head = [cell.strip().casefold() for cell in next(rows, [])]
        if "name" not in head and "id" not in head:
            raise InputError(f"the first line names the columns: {', '.join(COLUMNS)}; name or id has to be there")
        found = Collection()
        for number, row in enumerate(rows, start=2):
            if any(cell.strip() for cell in row):
                _take(found, dict(zip(head, (cell.strip() for cell in row), strict=False)), number, find)
    except csv.Error as error:
        raise InputError(f"is no table that can be read ({error})") from None
    return found


def _take(found: Collection, row: Mapping[str, str], number: int, find: Callable[[str], Card]) -> None:
    wanted = row.get("id") or row.get("name") or ""
    box_name = row.get("box", "")
    try:
        if box_name:
            box = found.boxes.setdefault(box_name, Box(box_name))
            box.have = _count(row.get("boxes") or "0", 0)
            if not wanted:
                return
        card = _card(row, find)
        count = _count(row.get("count") or "1", 1)
    except InputError as error:
        found.refused.append(f"line {number}: {error.message}")
        return
    units = found.boxes[box_name].units if box_name else found.loose
    units[card.id] = min(MOST, units.get(card.id, 0) + count)


def _card(row: Mapping[str, str], find: Callable[[str], Card]) -> Card:
    """By its id, or else by its name."""
    names = [text for key in ("id", "name") if (text := row.get(key))]
    if not names:
        raise InputError("no unit is named")
    for text in names[:-1]:
        try:
            return find(text)
        except InputError:
            continue
    return find(names[-1])


def _count(text: str, least: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= MOST:
        raise InputError(f"{text[:20]!r} is no number from {least} to {MOST}")
    return int(text)


def collection_text(collection: Collection, name_of: Callable[[str], str]) -> str:
    """The collection as its table."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    table.writerows(_rows(collection, name_of))
    return out.getvalue()


def _rows(collection: Collection, name_of: Callable[[str], str]) -> Iterator[tuple[str, str, str, str, str]]:
    for unit, count in collection.loose.items():
        yield "", "", unit, _harmless(name_of(unit)), str(count)
    for box in collection.boxes.values():
        if not box.units:
            yield _harmless(box.name), str(box.have), "", "", ""
        for unit, count in box.units.items():
            yield _harmless(box.name), str(box.have), unit, _harmless(name_of(unit)), str(count)


def _harmless(text: str) -> str:
    """Nothing that a spreadsheet would take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "@") else text
