"""Pages as PDF. Knows marks and the PDF library; must not know what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from pydyf import PDF, Array, Dictionary, Stream, String

from lancemate.muster.printing.drawing import Box, Disc, Mark, Page, Polygon, Stroke, Text
from lancemate.muster.printing.helvetica import CODES, FIRST, NAMES
from lancemate.muster.printing.letters import stretches

DASHES: Final = (3, 2)
FONTS: Final = {False: "Helvetica", True: "Helvetica-Bold"}
ROUND: Final = 0.5523  # how far the handles of a quarter of a circle reach, in radii


def to_pdf(pages: Sequence[Page], *, title: str) -> bytes:
    """All pages as one PDF document; the same pages give the same bytes."""
    document = PDF()
    document.info.update({"Title": String(title.encode("utf-8", "replace").decode()), "Creator": String("Lancemate")})
    fonts = _fonts(document)
    for page in pages:
        drawn = Stream(compress=True)
        for mark in page.marks:
            _draw(drawn, mark, page.height)
        document.add_object(drawn)
        document.add_page(
            Dictionary(
                {
                    "Type": "/Page",
                    "Parent": document.pages.reference,
                    "MediaBox": Array([0, 0, page.width, page.height]),
                    "Resources": Dictionary({"Font": fonts.reference}),
                    "Contents": drawn.reference,
                }
            )
        )
    file = BytesIO()
    document.write(file, identifier=True)
    return file.getvalue()


def _fonts(document: PDF) -> Dictionary:
    """Helvetica twice, for the letters of western Europe and for what they lack, and both bold.

    Each is an object of its own: some readers look for a font by its number.
    """
    others = Dictionary({"Type": "/Encoding", "Differences": Array([FIRST, *(f"/{name}" for name in NAMES)])})
    fonts = {
        _font(bold, other): Dictionary(
            {
                **{"Type": "/Font", "Subtype": "/Type1", "BaseFont": f"/{FONTS[bold]}"},
                "Encoding": others if other else "/WinAnsiEncoding",
            }
        )
        for bold in FONTS
        for other in (False, True)
    }
    for font in fonts.values():
        document.add_object(font)
    named = Dictionary({name: font.reference for name, font in fonts.items()})
    document.add_object(named)
    return named


def _font(bold: bool, other: bool) -> str:
    return f"{'Bold' if bold else 'Plain'}{'Other' if other else ''}"


def _draw(drawn: Stream, mark: Mark, height: float) -> None:
    """PDF counts from the bottom, we from the top."""
    match mark:
        case Text():
            _write(drawn, mark, height - mark.y)
        case Box():
            _outline(drawn, mark.x, height - mark.y - mark.height, mark.width, mark.height, mark.radius)
            _paint(drawn, mark)
        case Disc():
            left, bottom = mark.x - mark.radius, height - mark.y - mark.radius
            _outline(drawn, left, bottom, 2 * mark.radius, 2 * mark.radius, mark.radius)
            _paint(drawn, mark)
        case Polygon():
            (x, y), *others = mark.points
            drawn.move_to(x, height - y)
            for x, y in others:
                drawn.line_to(x, height - y)
            drawn.close()
            _paint(drawn, mark)
        case Stroke():
            _pen(drawn, mark.line, mark.shade)
            drawn.set_dash(DASHES if mark.dashed else (), 0)
            drawn.move_to(mark.x1, height - mark.y1)
            drawn.line_to(mark.x2, height - mark.y2)
            drawn.stroke()
            drawn.set_dash((), 0)


def _write(drawn: Stream, mark: Text, y: float) -> None:
    drawn.set_color_rgb(mark.shade, mark.shade, mark.shade)
    for part in stretches(mark.text, mark.size, mark.bold):
        drawn.begin_text()
        drawn.set_font_size(_font(mark.bold, part.other), mark.size)
        drawn.move_text_to(mark.x + part.right, y + part.up)
        coded = bytes(map(CODES.__getitem__, part.letters)) if part.other else part.letters.encode("cp1252")
        drawn.show_text_string(coded)
        drawn.end_text()


def _outline(drawn: Stream, x: float, y: float, width: float, height: float, radius: float) -> None:
    """A box whose corners are quarters of a circle."""
    if not radius:
        drawn.rectangle(x, y, width, height)
        return
    right, top, handle = x + width, y + height, radius * (1 - ROUND)
    drawn.move_to(x + radius, y)
    drawn.line_to(right - radius, y)
    drawn.curve_to(right - handle, y, right, y + handle, right, y + radius)
    drawn.line_to(right, top - radius)
    drawn.curve_to(right, top - handle, right - handle, top, right - radius, top)
    drawn.line_to(x + radius, top)
    drawn.curve_to(x + handle, top, x, top - handle, x, top - radius)
    drawn.line_to(x, y + radius)
    drawn.curve_to(x, y + handle, x + handle, y, x + radius, y)
    drawn.close()


def _paint(drawn: Stream, mark: Box | Disc | Polygon) -> None:
    if mark.fill is not None:
        drawn.set_color_rgb(mark.fill, mark.fill, mark.fill)
    if mark.line > 0:
        _pen(drawn, mark.line, mark.shade)
    match mark.fill is not None, mark.line > 0:
        case True, True:
            drawn.fill_and_stroke()
        case True, False:
            drawn.fill()
        case False, True:
            drawn.stroke()
        case _:
            drawn.end()


def _pen(drawn: Stream, line: float, shade: float) -> None:
    drawn.set_line_width(line)
    drawn.set_color_rgb(shade, shade, shade, stroke=True)
