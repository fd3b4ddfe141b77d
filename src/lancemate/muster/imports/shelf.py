"""The shelf of imported units: one file among the user's data, found by id or by name.

Knows where the file is and how cards get on and off it; must not know what a card was imported from, nor the cards
that come with the game. No path is ever made from what a card says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.kernel.errors import InputError
from lancemate.kernel.folders import data_folder, write_whole
from lancemate.muster.searching.facts import Facts

FORMAT: Final = "lancemate units"
VERSION: Final = 1
MAX_BYTES: Final = 128_000_000

Told = Callable[[str], Mapping[str, object]]


def place() -> Path:
    """The file with the imported units; it need not be there."""
    return data_folder() / "units" / "imported.json"


def folded(name: str) -> str:
    """A name as it is compared: letter case and extra spaces do not matter."""
    return " ".join(name.casefold().split())


class Shelf:
    """What the file holds. Cards are made when somebody asks for them: thousands may lie here."""

    def __init__(self, entries: Mapping[str, Mapping[str, object]], file: Path) -> None:
        self._entries = entries
        self._file = file
        self._cards: dict[str, Card] = {}
        self._facts: dict[str, Facts] = {}
        self._ids: dict[str, str] = {}
        for names in (_own_names, _other_names):
            for unit_id, data in entries.items():
                for name in names(unit_id, data):
                    self._ids.setdefault(folded(name), unit_id)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, unit_id: object) -> bool:
        return unit_id in self._entries

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._entries)

    @property
    def names(self) -> Mapping[str, str]:
        """Every name a unit answers to, folded, with the id of the unit."""
        return self._ids

    def name_of(self, unit_id: str) -> str | None:
        """What the unit with this id is called here, if there is one."""
        name = self._entries.get(unit_id, {}).get("name")
        return name if isinstance(name, str) else None

    def find(self, name: str) -> Card | None:
        """The card with this name or id, if it lies here."""
        unit_id = self._ids.get(folded(name))
        return self.card(unit_id) if unit_id is not None else None

    def card(self, unit_id: str) -> Card:
        if unit_id not in self._cards:
            try:
                self._cards[unit_id] = card_from_data(self._entries[unit_id])
            except InputError as error:
                raise InputError(
                    f'The imported unit "{unit_id}" cannot be used any more ({error.message}). Import it again.',
                    file=str(self._file),
                ) from None
        return self._cards[unit_id]

    def cards(self, ids: Iterable[str] | None = None) -> tuple[Card, ...]:
        """Every card that can be read, in the order of import; or those with these ids."""
        return tuple(self._readable(self._entries if ids is None else ids))

    def facts(self) -> Mapping[str, Facts]:
        """What a search can ask of each, by id."""
        if len(self._facts) < len(self._entries):
            self._facts = {unit_id: Facts(data) for unit_id, data in self._entries.items()}
        return self._facts

    @cached_property
    def factions(self) -> tuple[str, ...]:
        """Every name of a faction on a card."""
        found: dict[str, None] = {}
        for data in self._entries.values():
            for key in ("fielded", "factions"):
                names = data.get(key)
                found |= dict.fromkeys(names if isinstance(names, list | dict) else ())
        return tuple(found)

    def _readable(self, ids: Iterable[str]) -> Iterator[Card]:
        for unit_id in ids:
            try:
                yield self.card(unit_id)
            except InputError:
                continue


def shelf() -> Shelf:
    """What lies there now. The file is read once, and again when it has changed."""
    file = place()
    try:
        now = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return NOTHING_THERE
    return _read(file, now.st_mtime_ns, now.st_size, now.st_ino)


def holding(cards: Iterable[Card]) -> Shelf:
    """A shelf of no file, with these cards on it."""
    return Shelf({card.id: card_to_data(card) for card in cards}, Path())


def put(cards: Iterable[Card], told: Told | None = None) -> int:
    """Lay cards on the shelf; one that has the id of an older one takes its place.

    ``told`` gives keys that cards there get besides, by the id of the unit; so many of those that lay there had any.
    """
    here = shelf()
    entries = {unit_id: here._entries[unit_id] for unit_id in here.ids}
    entries |= {card.id: card_to_data(card) for card in cards}
    more = {unit_id: told(unit_id) for unit_id in entries} if told is not None else {}
    entries |= {unit_id: {**entries[unit_id], **keys} for unit_id, keys in more.items() if keys}
    _write(entries)
    return sum(bool(keys) for keys in more.values())


def remove(ids: Iterable[str]) -> None:
    here, gone = shelf(), {*ids}
    _write({unit_id: here._entries[unit_id] for unit_id in here.ids if unit_id not in gone})


@lru_cache(maxsize=2)
def _read(file: Path, changed: int, size: int, inode: int) -> Shelf:
    if size > MAX_BYTES:
        raise _damaged(file, f"it is larger than {MAX_BYTES // 1_000_000} MB")
    try:
        data = json.loads(file.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from None
    except (ValueError, RecursionError):
        raise _damaged(file, "it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise _damaged(file, f"it is not marked as {FORMAT}, version {VERSION}")
    units = data.get("units")
    if not isinstance(units, list):
        raise _damaged(file, "it holds no list of units")
    entries = {unit["id"]: unit for unit in units if isinstance(unit, dict) and isinstance(unit.get("id"), str)}
    return Shelf(entries, file)


def _damaged(file: Path, problem: str) -> InputError:
    return InputError(
        f"this file of imported units is damaged: {problem}. Move it away and import the units again.", file=str(file)
    )


def _write(entries: Mapping[str, Mapping[str, object]]) -> None:
    units = ",\n".join(json.dumps(data, ensure_ascii=False) for data in entries.values())
    text = f'{{"format": "{FORMAT}", "version": {VERSION}, "units": [\n{units}\n]}}\n'
    write_whole(place(), text.encode())


def _own_names(unit_id: str, data: Mapping[str, object]) -> Iterator[str]:
    yield unit_id
    if isinstance(name := data.get("name"), str):
        yield name


def _other_names(unit_id: str, data: Mapping[str, object]) -> Iterator[str]:
    """Some lists put the model first, some last: either will do."""
    chassis, model = data.get("chassis"), data.get("model")
    if isinstance(chassis, str) and isinstance(model, str) and chassis and model:
        yield f"{model} {chassis}"
        yield f"{chassis} {model}"


NOTHING_THERE: Final = Shelf({}, Path())
