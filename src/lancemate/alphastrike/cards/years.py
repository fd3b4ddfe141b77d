"""Spans of years, in which somebody fields a unit: ``2571-2780 3068-``. Knows numbers, no history."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from lancemate.kernel.errors import InputError

_SPAN: Final = re.compile(r"([0-9]{1,4})(?:(-)([0-9]{1,4})?)?")
MOST_SPANS: Final = 40


class Span(NamedTuple):
    """Years from the first to the last, both included; without a last one it goes on."""

    first: int
    last: int | None = None

    def meets(self, first: int, last: int | None = None) -> bool:
        """Some year of it lies between these two, both included."""
        return (last is None or self.first <= last) and (self.last is None or self.last >= first)

    def __str__(self) -> str:
        if self.last == self.first:
            return str(self.first)
        return f"{self.first}-{self.last if self.last is not None else ''}"


Years = tuple[Span, ...]


@lru_cache(maxsize=4096)
def parse_years(text: str) -> Years:
    """Read ``3025``, ``3020-3049`` or ``3068-``; of several, with spaces or commas between, in the order of time."""
    found: list[Span] = []
    for piece in text.replace("–", "-").replace(",", " ").split():
        match = _SPAN.fullmatch(piece)
        if match is None:
            raise InputError(f'"{piece[:40]}" is no span of years: write 3025, 3020-3049 or 3068-.')
        first = int(match[1])
        span = Span(first, int(match[3]) if match[3] else None if match[2] else first)
        if span.last is not None and span.last < span.first:
            raise InputError(f'"{piece}" ends before it begins.')
        found.append(span)
    if len(found) > MOST_SPANS:
        raise InputError(f"{len(found)} spans of years are more than the {MOST_SPANS} that are read.")
    return joined(found)


def joined(spans: Iterable[Span]) -> Years:
    """The same years in as few spans as will do."""
    result: list[Span] = []
    for span in sorted(spans):
        before = result[-1] if result else None
        if before is not None and (before.last is None or span.first <= before.last + 1):
            last = None if before.last is None or span.last is None else max(before.last, span.last)
            result[-1] = Span(before.first, last)
        else:
            result.append(span)
    return tuple(result)


def years_text(years: Years) -> str:
    return " ".join(map(str, years))


def meet(years: Years, first: int, last: int | None = None) -> bool:
    """Some of these years lie between the two; without a last one, from the first on."""
    return any(span.meets(first, last) for span in years)
