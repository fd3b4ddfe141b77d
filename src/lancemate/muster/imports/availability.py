"""Who fields which unit when, as lists tell it: for each era and faction the numbers of the Master Unit List.

Knows eras, factions and numbers of units; must not know cards or files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from lancemate.alphastrike.cards.eras import ERAS
from lancemate.alphastrike.cards.years import Span, joined, years_text
from lancemate.kernel.values import frozen
from lancemate.muster.factions import find_faction
from lancemate.muster.imports import mul
from lancemate.muster.imports.values import items, mapping, text, whole

EXTINCT: Final = 3  # a number among the factions for what nobody has any more
EXTINCT_NAME: Final = "Extinct"
MOST_ERAS: Final = 60
_NUMBER: Final = re.compile(r"(?:own_)?mul_([0-9]{1,9})(?:_.*)?")


def number_of(unit_id: str) -> int | None:
    """The number of the Master Unit List in the id of a unit."""
    found = _NUMBER.fullmatch(unit_id)
    return int(found[1]) if found is not None else None


@frozen
class Availability:
    """For each number the keys of a card that say who fields it when."""

    keys: Mapping[int, Mapping[str, object]]
    eras: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()

    def of(self, unit_id: str) -> Mapping[str, object]:
        number = number_of(unit_id)
        return self.keys.get(number, {}) if number is not None else {}


def availability(eras: Iterable[object], factions: Iterable[object]) -> Availability:
    """From lists of eras and of factions as MekBay keeps them; either may be empty."""
    told = [one for one in eras if isinstance(one, Mapping)]
    spans = _spans(told)
    bits = {era: 1 << place for place, era in enumerate(spans)}
    written: dict[int, str] = {}

    def years(mask: int) -> str:
        if mask not in written:
            written[mask] = years_text(joined(spans[era] for era, bit in bits.items() if mask & bit))
        return written[mask]

    general: dict[int, int] = {}
    for one in told:
        _note(general, items(one, "units"), bits.get(whole(one, "id") or 0, 0))
    by_faction: dict[int, dict[str, int]] = {}
    names: dict[str, None] = {}
    for one in (one for one in factions if isinstance(one, Mapping)):
        name = _faction(one)
        if not name:
            continue
        names[name] = None
        for era, units in mapping(one, "eras").items():
            bit = bits.get(int(era) if era.isascii() and era.isdecimal() and len(era) < 10 else 0, 0)
            for number in _numbers(units if isinstance(units, list) else ()):
                fielded = by_faction.setdefault(number, {})
                fielded[name] = fielded.get(name, 0) | bit
    keys: dict[int, Mapping[str, object]] = {}
    for number in {**general, **by_faction}:
        fielded = by_faction.get(number, {})
        anybody = general.get(number, 0)
        for name, mask in fielded.items():
            anybody |= mask if name != EXTINCT_NAME else 0
        found = {"years": years(anybody), "fielded": {name: years(mask) for name, mask in fielded.items() if mask}}
        keys[number] = {key: value for key, value in found.items() if value}
    return Availability(keys, tuple(_name(era) for era in told), tuple(names))


def _spans(eras: Iterable[Mapping[str, object]]) -> dict[int, Span]:
    """The years of each era by its number: ours where we know it, by number or by name, and else the list's own."""
    ours = {era.name.casefold(): Span(era.begins, era.ends) for era in ERAS}
    found = {number: ours[name.casefold()] for number, name in mul.ERAS.items()}
    for one in eras:
        number, between = whole(one, "id"), mapping(one, "years")
        known = ours.get(_name(one).casefold())
        begins, ends = whole(between, "from"), whole(between, "to")
        if number is None or (known is None and begins is None) or len(found) >= MOST_ERAS:
            continue
        last = ends if ends is not None and 0 < ends < 9999 else None
        begins = max(begins or 1, 1)
        found[number] = known or Span(begins, last if last is None or last >= begins else begins)
    return found


def _name(one: Mapping[str, object]) -> str:
    return " ".join(text(one, "name").split())[:120]


def _faction(one: Mapping[str, object]) -> str:
    """Its name as we spell it, if we know it."""
    if whole(one, "id") == EXTINCT:
        return EXTINCT_NAME
    known = find_faction(_name(one))
    return known.name if known is not None else _name(one)


def _note(masks: dict[int, int], units: Iterable[object], bit: int) -> None:
    for number in _numbers(units):
        masks[number] = masks.get(number, 0) | bit


def _numbers(units: Iterable[object]) -> Iterator[int]:
    for number in units:
        if isinstance(number, int) and 0 < number < 10**9:
            yield number
