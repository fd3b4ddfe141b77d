"""Pages as SVG. Knows marks and SVG; must not know what the marks mean."""

from __future__ import annotations

import re
from typing import Final

from lancemate.kernel.markup import escape, quoteattr
from lancemate.muster.printing.drawing import BLACK, Box, Disc, Mark, Page, Polygon, Stroke, Text

# All as wide as the letters that pages are laid out with; the first that a machine has is used.
FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"
POINTS_TO_THE_INCH: Final = 72

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(page: Page) -> str:
    """One page as one SVG document, in its true size."""
    width, height = (f"{side / POINTS_TO_THE_INCH:.4f}in" for side in (page.width, page.height))
    title = _clean(page.title)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {_number(page.width)} {_number(page.height)}" role="img" aria-label={quoteattr(title)} '
        f'font-family="{FONTS}">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        *map(_drawn, page.marks),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _drawn(mark: Mark) -> str:
    match mark:
        case Text():
            return _text(mark)
        case Box():
            rounded = f' rx="{_number(mark.radius)}"' if mark.radius else ""
            place = f'x="{_number(mark.x)}" y="{_number(mark.y)}"'
            size = f'width="{_number(mark.width)}" height="{_number(mark.height)}"'
            return f"<rect {place} {size}{rounded}{_paint(mark.fill, mark.line, mark.shade)}/>"
        case Disc():
            place = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"'
            return f"<circle {place}{_paint(mark.fill, mark.line, mark.shade)}/>"
        case Stroke():
            ends = f'x1="{_number(mark.x1)}" y1="{_number(mark.y1)}" x2="{_number(mark.x2)}" y2="{_number(mark.y2)}"'
            dashes = ' stroke-dasharray="3 2"' if mark.dashed else ""
            return f"<line {ends}{_paint(None, mark.line, mark.shade, closed=False)}{dashes}/>"
        case Polygon():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in mark.points)
            return f'<polygon points="{points}"{_paint(mark.fill, mark.line, mark.shade)}/>'


def _text(mark: Text) -> str:
    bold = ' font-weight="bold"' if mark.bold else ""
    shade = f' fill="{_grey(mark.shade)}"' if mark.shade != BLACK else ""
    # Where a machine has none of the fonts, the letters are squeezed into the room they were measured for.
    room = f' textLength="{_number(mark.width)}" lengthAdjust="spacingAndGlyphs"' if mark.width else ""
    place = f'x="{_number(mark.x)}" y="{_number(mark.y)}" font-size="{_number(mark.size)}"'
    return f"<text {place}{bold}{shade}{room}>{escape(_clean(mark.text))}</text>"


def _paint(fill: float | None, line: float, shade: float, *, closed: bool = True) -> str:
    inside = (f' fill="{_grey(fill)}"' if fill is not None else ' fill="none"') if closed else ""
    edge = f' stroke="{_grey(shade)}" stroke-width="{_number(line)}"' if line else ""
    return inside + edge


def _grey(shade: float) -> str:
    return "#" + f"{round(shade * 255):02x}" * 3


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub(" ", text)
