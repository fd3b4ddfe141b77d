"""Running text in columns over as many pages as it takes. Knows paragraphs and pages; must not know units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lancemate.muster.printing.drawing import BLACK, Mark, Page, Stroke
from lancemate.muster.printing.letters import Words, broken, line, set_line
from lancemate.muster.printing.paper import Paper

MARGIN: Final = 40.0
GUTTER: Final = 20.0
LEADING: Final = 1.2
BETWEEN: Final = 0.35  # of a line, between paragraphs

Paragraph = Sequence[Words]


def in_columns(
    paper: Paper, title: str, paragraphs: Iterable[Paragraph], *, size: float = 8.0, columns: int = 2
) -> list[Page]:
    """Pages with a title and the paragraphs under it; no paragraph is torn apart unless it is longer than a column."""
    width, height = paper.size
    each = (width - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    top, bottom = MARGIN + 30.0, height - MARGIN
    pages: list[Page] = []
    column, y = columns, bottom
    for paragraph in paragraphs:
        lines = broken(paragraph, size, each)
        whole = len(lines) * size * LEADING
        if y + min(whole, bottom - top) > bottom:
            column, y = column + 1, top
        for words in lines:
            if y + size > bottom:
                column, y = column + 1, top
            if column >= columns:
                pages.append(Page(width, height, title, _titled(title, width)))
                column, y = 0, top
            pages[-1].marks += set_line(MARGIN + column * (each + GUTTER), y + size, words, size)
            y += size * LEADING
        y += size * LEADING * BETWEEN
    return pages


def _titled(title: str, width: float) -> list[Mark]:
    within = width - 2 * MARGIN
    return [
        line(MARGIN, MARGIN + 14, title, 15.0, bold=True, within=within, least=9.0),
        Stroke(MARGIN, MARGIN + 20, width - MARGIN, MARGIN + 20, 0.9, BLACK),
    ]
