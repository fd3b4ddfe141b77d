"""Templates to cut out (p. 216): circles for what hits an area, with numbers for the scatter, and a strip for strafing.

Drawn in their true size. Knows shapes; must not know units.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, TypedDict

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.printing.drawing import GREY, Box, Disc, Mark, Page, Stroke
from lancemate.muster.printing.letters import line
from lancemate.muster.printing.paper import Paper

INCH: Final = 72.0
MARGIN: Final = 24.0
GAP: Final = 12.0
STRIP: Final = 6.0  # inches long


class Templates(TypedDict):
    """Inches, and numbers around the rim."""

    small: float
    large: float
    rim_numbers: int
    strafing_width: float


TEMPLATES: Final = rules.table("AS-FOR-129", Templates(small=2.0, large=6.0, rim_numbers=6, strafing_width=2.0))


def template_page(paper: Paper = Paper.a4) -> Page:
    width, height = paper.size
    page = Page(width, height, "Templates")
    large, small = TEMPLATES.of(rules)["large"] * INCH / 2, TEMPLATES.of(rules)["small"] * INCH / 2
    y = MARGIN + large
    page.marks += _circle(width / 2, y, large, TEMPLATES.of(rules)["large"])
    y += large + GAP + small
    for x in (width / 2 - small - GAP, width / 2 + small + GAP):
        page.marks += _circle(x, y, small, TEMPLATES.of(rules)["small"]) + _rim(x, y, small)
    y += small + GAP
    page.marks += _strip((width - STRIP * INCH) / 2, y)
    return page


def _circle(x: float, y: float, radius: float, inches: float) -> list[Mark]:
    cross: list[Mark] = [
        Stroke(x - 6, y, x + 6, y, 0.6),
        Stroke(x, y - 6, x, y + 6, 0.6),
    ]
    label = line(x, y + 17, f'{inches:g}"', 9.0, bold=True, anchor="middle")
    return [Disc(x, y, radius, line=0.9), *cross, label]


def _rim(x: float, y: float, radius: float) -> list[Mark]:
    """Numbers clockwise, the first at the top."""
    marks: list[Mark] = []
    for number in range(TEMPLATES.of(rules)["rim_numbers"]):
        angle = 2 * pi * number / TEMPLATES.of(rules)["rim_numbers"]
        ahead, aside = cos(angle), sin(angle)
        marks.append(
            Stroke(x + aside * radius, y - ahead * radius, x + aside * (radius - 7), y - ahead * (radius - 7), 0.9)
        )
        at = radius - 16
        marks.append(line(x + aside * at, y - ahead * at + 4, str(number + 1), 11.0, bold=True, anchor="middle"))
    return marks


def _strip(x: float, y: float) -> list[Mark]:
    width, long = TEMPLATES.of(rules)["strafing_width"] * INCH, STRIP * INCH
    middle = y + width / 2
    return [
        Box(x, y, long, width, line=0.9),
        Stroke(x, middle, x + long, middle, 0.6, GREY, dashed=True),
        line(
            x + long / 2,
            middle - 4,
            f'Strafing, {TEMPLATES.of(rules)["strafing_width"]:g}" wide',
            9.0,
            bold=True,
            anchor="middle",
        ),
    ]
