"""Who fields a unit, and when (pp. 110-111): yes, no, or nobody knows.

Knows names, years and tags; which factions there are is known in factions.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.eras import ERAS, LONGEST_YEAR, book_eras, era_named
from lancemate.alphastrike.cards.years import Span, Years, meet, parse_years
from lancemate.kernel.errors import InputError


class Answer(Enum):
    NO = "no"
    UNKNOWN = "unknown"
    YES = "yes"


YES, NO, UNKNOWN = Answer.YES, Answer.NO, Answer.UNKNOWN
EXTINCT: Final = "extinct"  # an entry of lists that names no faction


class Record(NamedTuple):
    """What is known of a unit; names are folded."""

    everybodys: bool = False  # invented for exercises
    fielded: Mapping[str, Years] = {}
    tags: frozenset[str] = frozenset()
    years: Years = ()
    begins: int | None = None


def name_folded(text: str) -> str:
    return " ".join(text.casefold().split())


def record_of(card: Card) -> Record:
    return Record(
        card.training,
        {name_folded(name): years for name, years in card.fielded.items()},
        frozenset(map(name_folded, card.factions)),
        card.years,
        card.year if card.year is not None else _beginning(card.era),
    )


def record_of_data(data: Mapping[str, object]) -> Record:
    """The same from the keys of a unit file; what cannot be read is not known."""
    fielded, tags, year = data.get("fielded"), data.get("factions"), data.get("year")
    era = data.get("era")
    return Record(
        bool(data.get("training")),
        {name_folded(str(name)): _years(years) for name, years in fielded.items()} if isinstance(fielded, dict) else {},
        frozenset(name_folded(str(tag)) for tag in tags) if isinstance(tags, list) else frozenset(),
        _years(data.get("years")),
        year if isinstance(year, int) else _beginning(str(era)) if era else None,
    )


def available(record: Record, lists: Collection[str] | None, span: Span | None) -> Answer:
    """Whether somebody fields it in some year of a span; ``lists`` are folded names of the faction's own tags."""
    if record.everybodys:
        return YES
    then = YES if span is None else _in_years(record, span)
    if lists is None:
        return then
    if record.fielded:
        own = [record.fielded[name] for name in lists if name in record.fielded]
        return YES if any(span is None or meet(years, *span) for years in own) else NO
    if record.tags:
        return NO if record.tags.isdisjoint(lists) else then
    return NO if then is NO else UNKNOWN


def _in_years(record: Record, span: Span) -> Answer:
    if record.years:
        return YES if meet(record.years, *span) else NO
    spans = [years for name, years in record.fielded.items() if name != EXTINCT]
    if spans:
        return YES if any(meet(years, *span) for years in spans) else NO
    if record.begins is not None:
        return NO if span.last is not None and record.begins > span.last else YES
    return UNKNOWN


def span_named(text: str) -> Span:
    """The years of an era, or one year."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_YEAR:
        return Span(int(text), int(text))
    era = era_named(text)
    return Span(era.begins, era.ends)


def span_or_year(text: str) -> str:
    """An era by its own name, or a year as it is."""
    return text if text.isascii() and text.isdigit() and len(text) <= LONGEST_YEAR else era_named(text).name


@lru_cache(maxsize=256)
def _beginning(era: str | None) -> int | None:
    """The first year of an era, or a year that stands in its place."""
    if era is None:
        return None
    if era.isascii() and era.isdigit():
        return int(era)
    wanted = name_folded(era)
    return next((one.begins for one in (*ERAS, *book_eras()) if name_folded(one.name) == wanted), None)


def _years(text: object) -> Years:
    try:
        return parse_years(str(text)) if text else ()
    except InputError:
        return ()
