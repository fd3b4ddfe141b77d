"""Whole prints: sheets of eight cards, the page of abilities that found no room on them, force sheets before them.

Knows how the pages follow each other; what is on a card or a force sheet is drawn elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.special_codes import explain
from lancemate.alphastrike.cards.specials import Special
from lancemate.muster.force import Force
from lancemate.muster.printing.card_face import HEIGHT, WIDTH, Face, draw_face
from lancemate.muster.printing.columns import in_columns
from lancemate.muster.printing.drawing import GREY, Page, moved
from lancemate.muster.printing.force_sheet import force_pages
from lancemate.muster.printing.large_face import draw_large_face
from lancemate.muster.printing.letters import Words, line
from lancemate.muster.printing.paper import Paper, crop_marks, laid_out, margins
from lancemate.muster.printing.units import PrintedUnit, of_cards, of_force

FOOT: Final = 5.6


def card_face(unit: PrintedUnit) -> Face:
    return draw_large_face(unit) if unit.card.is_multi_arc else draw_face(unit)


def card_page(card: Card, skill: int | None = 4) -> Page:
    """One card by itself."""
    (unit,) = of_cards([card], [skill])
    face = card_face(unit)
    return Page(WIDTH, face.height, unit.title, face.marks)


def card_sheets(units: Sequence[PrintedUnit], paper: Paper = Paper.a4, *, title: str = "Cards") -> list[Page]:
    """Sheets of eight cards with marks where to cut, then what the abilities do that found no room on a card."""
    faces = [card_face(unit) for unit in units]
    sheets: list[Page] = []
    places = laid_out(round(face.height / HEIGHT) for face in faces)
    for face, place in zip(faces, places, strict=True):
        while len(sheets) <= place.sheet:
            sheets.append(Page(*paper.size, title, crop_marks(paper)))
        sheets[place.sheet].marks += moved(face.marks, *place.corner(paper))
    pages = sheets + reference_pages((special for face in faces for special in face.left), paper)
    return _numbered(pages, title, paper)


def force_print(force: Force, paper: Paper = Paper.a4) -> list[Page]:
    """The force sheet, then its cards."""
    return force_pages(force, paper) + card_sheets(of_force(force), paper, title=force.name)


def reference_pages(specials: Iterable[Special], paper: Paper) -> list[Page]:
    """What abilities do, each once."""
    once = {special.text: special for special in specials}
    paragraphs = [
        [Words(text, bold=True), Words(f"({special.ability.name})"), Words(explain(special))]
        for text, special in sorted(once.items())
    ]
    return in_columns(paper, "Special abilities", paragraphs)


def _numbered(pages: list[Page], title: str, paper: Paper) -> list[Page]:
    width, height = paper.size
    _, margin = margins(paper)
    base = height - min(margin, 40.0) / 2 + 4
    for number, page in enumerate(pages, 1):
        page.marks.append(
            line(width / 2, base, f"{title} - {number} of {len(pages)}", FOOT, anchor="middle", shade=GREY)
        )
    return pages
