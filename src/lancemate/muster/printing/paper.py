"""Sheets of paper: their sizes, and where cards lie on them. Knows no units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from lancemate.muster.printing.card_face import HEIGHT, WIDTH
from lancemate.muster.printing.drawing import GREY, Mark, Stroke

COLUMNS: Final = 2
ROWS: Final = 4
CROP: Final = 9.0  # long
AWAY: Final = 2.0  # of a crop mark from the card


class Paper(StrEnum):
    a4 = "a4"
    letter = "letter"

    @property
    def size(self) -> tuple[float, float]:
        return _SIZES[self]


_SIZES: Final = {Paper.a4: (210 / 25.4 * 72, 297 / 25.4 * 72), Paper.letter: (8.5 * 72, 11.0 * 72)}


class Place(NamedTuple):
    """A card's place: which sheet, which column, which row it begins in."""

    sheet: int
    column: int
    row: int

    def corner(self, paper: Paper) -> tuple[float, float]:
        x, y = margins(paper)
        return x + self.column * WIDTH, y + self.row * HEIGHT


def margins(paper: Paper) -> tuple[float, float]:
    width, height = paper.size
    return (width - COLUMNS * WIDTH) / 2, (height - ROWS * HEIGHT) / 2


def laid_out(heights: Iterable[int]) -> Iterator[Place]:
    """Places for cards that are so many rows high, in reading order; small ones fill the gaps that large ones leave."""
    taken: set[Place] = set()
    first = 0
    for height in heights:
        place = next(place for place in _places(first) if _is_free(place, height, taken))
        taken |= {Place(place.sheet, place.column, place.row + more) for more in range(height)}
        while all(Place(first, column, row) in taken for column in range(COLUMNS) for row in range(ROWS)):
            first += 1
        yield place


def _places(sheet: int) -> Iterator[Place]:
    while True:
        yield from (Place(sheet, column, row) for row in range(ROWS) for column in range(COLUMNS))
        sheet += 1


def _is_free(place: Place, height: int, taken: set[Place]) -> bool:
    rows = range(place.row, place.row + height)
    return rows.stop <= ROWS and all(Place(place.sheet, place.column, row) not in taken for row in rows)


def crop_marks(paper: Paper) -> list[Mark]:
    """Where to cut, outside the cards."""
    x, y = margins(paper)
    right, bottom = x + COLUMNS * WIDTH, y + ROWS * HEIGHT
    marks: list[Mark] = []
    for column in range(COLUMNS + 1):
        at = x + column * WIDTH
        marks.append(Stroke(at, y - AWAY - CROP, at, y - AWAY, 0.4, GREY))
        marks.append(Stroke(at, bottom + AWAY, at, bottom + AWAY + CROP, 0.4, GREY))
    for row in range(ROWS + 1):
        at = y + row * HEIGHT
        marks.append(Stroke(x - AWAY - CROP, at, x - AWAY, at, 0.4, GREY))
        marks.append(Stroke(right + AWAY, at, right + AWAY + CROP, at, 0.4, GREY))
    return marks
