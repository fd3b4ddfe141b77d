"""Sheets of BattleTroops: pages filled from the top down, with a title and lines to write on. Knows no units."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lancemate.muster.printing.drawing import GREY, Box, Disc, Mark, Page, Stroke
from lancemate.muster.printing.letters import Words, broken, line, set_line
from lancemate.muster.printing.paper import Paper

MARGIN: Final = 36.0
SIZE: Final = 7.0
BUBBLE: Final = 3.0


class Filling:
    """Pages being filled; what does not fit any more begins another one."""

    def __init__(self, paper: Paper, title: str, about: str = "") -> None:
        self.width, self.height = paper.size
        self.inner = self.width - 2 * MARGIN
        self.title, self.about = title, about
        self.pages: list[Page] = []
        self.new_page()

    def new_page(self) -> None:
        page = Page(self.width, self.height, self.title)
        self.pages.append(page)
        self.y = MARGIN
        self.add(
            line(MARGIN, self.y + 12, self.title, 14.0, bold=True, within=self.inner * 0.6, least=8.0),
            line(self.width - MARGIN, self.y + 12, self.about, 8.0, anchor="end", within=self.inner * 0.38, least=5.0),
            Stroke(MARGIN, self.y + 17, self.width - MARGIN, self.y + 17, 1.0),
        )
        self.y += 24

    def need(self, height: float) -> None:
        if self.y + height > self.height - MARGIN:
            self.new_page()

    def add(self, *marks: Mark) -> None:
        self.pages[-1].marks += marks

    def heading(self, text: str) -> None:
        self.need(30)
        self.add(line(MARGIN, self.y + 9, text, 9.0, bold=True, within=self.inner, least=6.0))
        self.y += 13

    def paragraph(self, text: str, size: float = SIZE) -> None:
        for words in broken([Words(text)], size, self.inner):
            self.need(size + 2)
            self.add(*set_line(MARGIN, self.y + size, words, size))
            self.y += size + 2


def field(x: float, y: float, label: str, value: str, width: float) -> list[Mark]:
    """A word and what belongs there, on a line to write on."""
    return [
        line(x, y, label, 5.2, shade=GREY),
        line(x, y + 9, value, 8.0, bold=True, within=width - 4, least=5.0),
        Stroke(x, y + 11, x + width - 4, y + 11, 0.4, GREY),
    ]


def bubbles(x: float, y: float, count: int, most: float) -> tuple[list[Mark], float]:
    """So many discs to cross off, in rows no wider than that; and how high they are."""
    a_row = max(1, int(most // (2 * BUBBLE + 1.4)))
    marks: list[Mark] = [
        Disc(
            x + BUBBLE + (place % a_row) * (2 * BUBBLE + 1.4), y + BUBBLE + place // a_row * (2 * BUBBLE + 1.4), BUBBLE
        )
        for place in range(count)
    ]
    return marks, -(-count // a_row) * (2 * BUBBLE + 1.4)


def grid(x: float, y: float, width: float, rows: Iterable[tuple[str, ...]], height: float = 9.0) -> list[Mark]:
    """A table in frames, its first column as wide as two others."""
    marks: list[Mark] = []
    for row in rows:
        one = width / (len(row) + 1)
        left = x
        for place, text in enumerate(row):
            wide = one * (1 if place else 2)
            marks.append(Box(left, y, wide, height, 0.3))
            marks.append(line(left + 2, y + height - 2.6, text, 5.8, within=wide - 3, least=3.8))
            left += wide
        y += height
    return marks
