"""Rulers and markers to cut out (pp. 166-172): profiles to judge a line of sight by, and what lies on the table.

Drawn in their true size. Knows shapes; must not know units.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.cards.bases import PRACTICAL_SIZES
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.printing.drawing import GREY, Box, Disc, Mark, Page, Stroke
from lancemate.muster.printing.letters import line
from lancemate.muster.printing.paper import Paper

INCH: Final = 72.0
MARGIN: Final = 24.0
GAP: Final = 14.0
# The four profiles, by the row of the table that gives their size.
PROFILES: Final = {
    "mech": "'Mech",
    "superheavy_mech": "Superheavy 'Mech",
    "infantry": "Infantry, vehicle",
    "protomech": "ProtoMech",
}
WIDE: Final = ("Fire", "Fire", "Light smoke", "Heavy smoke", "Fortified", "Fortified")  # 2 inches across
SMALL: Final = (*(f"Blip {letter}" for letter in "ABCDEF"), *(f"Shell {number}" for number in range(1, 7)))  # 1 inch
WIDE_ACROSS, SMALL_ACROSS = 2.0, 1.0


def ruler_page(paper: Paper = Paper.a4) -> Page:
    """The profiles of units, each with lines at one third and two thirds of its height and of its width."""
    width, height = paper.size
    page = Page(width, height, "Sight rulers")
    x, y = MARGIN, MARGIN
    for kind, name in PROFILES.items():
        size = PRACTICAL_SIZES.of(rules)[kind]
        page.marks += _profile(x, y, size["diameter"] * INCH, size["height"] * INCH, name)
        x += size["diameter"] * INCH + GAP
    return page


def _profile(x: float, y: float, wide: float, high: float, name: str) -> list[Mark]:
    marks: list[Mark] = [Box(x, y, wide, high, line=0.9)]
    for third in (1, 2):
        down, across = y + third * high / 3, x + third * wide / 3
        marks.append(Stroke(x, down, x + wide, down, 0.6))
        marks.append(Stroke(across, y, across, y + high, 0.6, GREY, dashed=True))
    label = line(x + wide / 2, y + high + 12, name, 7.5, bold=True, anchor="middle")
    told = line(x + wide / 2, y + high + 22, f'{high / INCH:g}" x {wide / INCH:g}"', 7.0, anchor="middle")
    return [*marks, label, told]


def marker_page(paper: Paper = Paper.a4) -> Page:
    """Markers for fires, smoke and positions, for blips and for shells on their way."""
    width, height = paper.size
    page = Page(width, height, "Markers")
    below = _rows(page, WIDE, WIDE_ACROSS * INCH, MARGIN)
    _rows(page, SMALL, SMALL_ACROSS * INCH, below)
    return page


def _rows(page: Page, names: tuple[str, ...], across: float, y: float) -> float:
    """Discs side by side, row by row; where the last row ends."""
    fit = max(1, int((page.width - 2 * MARGIN + GAP) // (across + GAP)))
    for number, name in enumerate(names):
        row, place = divmod(number, fit)
        x = MARGIN + place * (across + GAP) + across / 2
        middle = y + row * (across + GAP) + across / 2
        page.marks += [
            Disc(x, middle, across / 2, line=0.9),
            line(x, middle + 3, name, 8.0, bold=True, anchor="middle"),
        ]
    return y + (1 + (len(names) - 1) // fit) * (across + GAP)
