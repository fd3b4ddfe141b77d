"""Pages as PDF. Knows marks and the PDF library; must not know what the marks mean."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from lancemate.muster.printing.drawing import Box, Disc, Mark, Page, Stroke, Text
from lancemate.muster.printing.letters import runs, width_of

DASHES: Final = (3, 2)


def to_pdf(pages: Sequence[Page], *, title: str) -> bytes:
    """All pages as one PDF document; the same pages give the same bytes."""
    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Lancemate")
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        for mark in page.marks:
            _draw(canvas, mark, page.height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Canvas, mark: Mark, height: float) -> None:
    """PDF counts from the bottom, we from the top."""
    match mark:
        case Text():
            canvas.setFillGray(mark.shade)
            x = mark.x
            for font, letters in runs(mark.text, mark.bold):
                canvas.setFont(font, mark.size)
                canvas.drawString(x, height - mark.y, letters)
                x += width_of(letters, mark.size, mark.bold)
        case Box():
            _pens(canvas, mark.line, mark.fill, mark.shade)
            paint = {"stroke": int(mark.line > 0), "fill": int(mark.fill is not None)}
            bottom = height - mark.y - mark.height
            if mark.radius:
                canvas.roundRect(mark.x, bottom, mark.width, mark.height, mark.radius, **paint)
            else:
                canvas.rect(mark.x, bottom, mark.width, mark.height, **paint)
        case Disc():
            _pens(canvas, mark.line, mark.fill, mark.shade)
            paint = {"stroke": int(mark.line > 0), "fill": int(mark.fill is not None)}
            canvas.circle(mark.x, height - mark.y, mark.radius, **paint)
        case Stroke():
            _pens(canvas, mark.line, None, mark.shade)
            canvas.setDash(*DASHES) if mark.dashed else canvas.setDash()
            canvas.line(mark.x1, height - mark.y1, mark.x2, height - mark.y2)
            canvas.setDash()


def _pens(canvas: Canvas, line: float, fill: float | None, shade: float) -> None:
    canvas.setLineWidth(line)
    canvas.setStrokeGray(shade)
    if fill is not None:
        canvas.setFillGray(fill)
