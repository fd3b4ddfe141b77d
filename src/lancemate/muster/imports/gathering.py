"""Entries of a source become cards: each goes through the gate, gets an id, and is settled with a card at hand.

Knows ids and which card counts; must not know how any source is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue
from lancemate.muster.imports.availability import Availability, number_of
from lancemate.muster.imports.checking import check
from lancemate.muster.imports.report import Rejected, Report, Taken
from lancemate.muster.imports.settling import settled
from lancemate.muster.imports.shelf import NOTHING_THERE, Shelf, folded
from lancemate.muster.imports.texts import LONGEST_ID, id_for, is_id, short

Watch = Callable[[int, int], None]  # how many of how many are done
EVERY: Final = 100  # entries between two words of it


class Entry:
    """One unit of a source: where it stands, what it is called there, and how its keys are got at."""

    __slots__ = ("name", "read", "where")

    def __init__(self, where: str, name: object, read: Callable[[], Mapping[str, object]]) -> None:
        self.where = where
        self.name = short(name) if isinstance(name, str) else ""
        self.read = read


def refusing(reason: str) -> Callable[[], Mapping[str, object]]:
    def refuse() -> Mapping[str, object]:
        raise InputError(reason)

    return refuse


@dataclass(frozen=True, slots=True)
class Manner:
    """How a source is taken in: beside which cards it will lie, and what is done where both have a unit."""

    leave_out_unknown: bool = False
    here: Shelf = field(default=NOTHING_THERE)
    replacing: bool = False
    watch: Watch | None = None


@dataclass(slots=True)
class _Found:
    """An entry that is a sound card; its id may still change."""

    entry: Entry
    card: Card
    remarks: list[str]


def gathered(
    entries: Sequence[Entry],
    source: str,
    notes: tuple[str, ...],
    manner: Manner,
    told: Availability | None = None,
) -> Report:
    found: list[_Found] = []
    rejected: list[Rejected] = []
    for number, entry in enumerate(entries):
        if manner.watch is not None and number % EVERY == 0:
            manner.watch(number, len(entries))
        try:
            data = entry.read()
            if told is not None:
                data = {**data, **told.of(str(data.get("id", "")))}
            checked = check(data, leave_out_unknown=manner.leave_out_unknown)
        except InputError as error:
            rejected.append(_rejected(entry, error))
            continue
        found.append(_Found(entry, _with_id(checked.card), list(checked.remarks)))
    _share_numbers(found, manner.here)
    taken = _settle(found, rejected, manner)
    if manner.watch is not None:
        manner.watch(len(entries), len(entries))
    return Report(source, tuple(taken.values()), tuple(rejected), notes, availability=told)


def _rejected(entry: Entry, error: InputError) -> Rejected:
    return Rejected(entry.name, entry.where, short(error.message, 600))


def _with_id(card: Card) -> Card:
    unit_id = card.id if is_id(card.id) else id_for(card.name)
    if catalogue.is_built_in(unit_id):
        unit_id = f"own_{unit_id}"
    return card if unit_id == card.id else replace(card, id=unit_id)


def _share_numbers(found: Iterable[_Found], here: Shelf) -> None:
    """Of several units with one number of the list one keeps the plain id; the others' ids say which they are."""
    sharing: dict[str, list[_Found]] = {}
    for one in found:
        if number_of(one.card.id) is not None:
            sharing.setdefault(one.card.id, []).append(one)
    for unit_id, group in sharing.items():
        shared = len({folded(one.card.name) for one in group}) > 1
        owner = here.name_of(unit_id) if shared else None  # one alone may well be spelt otherwise there
        for one in group:
            name = folded(one.card.name)
            known = here.names.get(name, "")
            if known.startswith(f"{unit_id}_"):
                one.card = replace(one.card, id=known)
                continue
            owner = owner or one.card.name
            if name != folded(owner):
                own = f"{unit_id}_{id_for(one.card.name)}"[:LONGEST_ID]
                one.card = replace(one.card, id=own)
                one.remarks.append(f'It shares the number {number_of(unit_id)} with {owner}; ask for it as "{own}".')


def _settle(found: Iterable[_Found], rejected: list[Rejected], manner: Manner) -> dict[str, Taken]:
    taken: dict[str, Taken] = {}
    names = {folded(card.name) for card in catalogue.all()}
    for one in found:
        try:
            if one.card.id in taken:
                raise InputError(f"It has the id {one.card.id}, as has {taken[one.card.id].where} of the same file.")
            card, remarks = one.card, one.remarks
            before = _before(card, manner.here)
            if before is not None:
                result = settled(card, before, replacing=manner.replacing)
                card = result.card
                remarks += [result.remark] if result.remark is not None else []
                if card.id in taken:
                    raise InputError(f"It is the unit {card.id}, as is {taken[card.id].where} of the same file.")
        except InputError as error:
            rejected.append(_rejected(one.entry, error))
            continue
        if folded(card.name) in names:
            remarks.append(f'Another unit has the same name; ask for this one as "{card.id}".')
        names.add(folded(card.name))
        taken[card.id] = Taken(card, one.entry.where, tuple(remarks))
    return taken


def _before(card: Card, here: Shelf) -> Card | None:
    """The card of the same unit at hand: by its id, or by name where one of the two has no number."""
    unit_id = card.id if card.id in here else here.names.get(folded(card.name))
    if unit_id is None:
        return None
    try:
        before = here.card(unit_id)
    except InputError:
        return None  # it can be read no more: the new one takes its place
    if unit_id == card.id:
        return before
    numbered = number_of(unit_id) is not None and number_of(card.id) is not None
    return before if not numbered and before.type == card.type and before.source != card.source else None
