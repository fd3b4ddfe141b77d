"""How wide letters are, where lines break, and which font has a letter.

Every PDF reader has Helvetica, and Arial and Liberation Sans are exactly as wide, so that a page comes out alike
everywhere. Letters it lacks come from the Vera that ReportLab brings along, or lose their accents. Must not know units.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

from lancemate.kernel.values import frozen
from lancemate.muster.printing.drawing import BLACK, Anchor, Text

PLAIN: Final = {False: "Helvetica", True: "Helvetica-Bold"}
OTHER: Final = {False: "Vera", True: "VeraBd"}
MISSING: Final = "?"
DOTS: Final = "..."
STEP: Final = 0.25  # points by which a text is made smaller until it fits


@cache
def _other_font(bold: bool) -> TTFont:
    font = TTFont(OTHER[bold], f"{OTHER[bold]}.ttf")
    registerFont(font)
    return font


def _is_plain(letter: str) -> bool:
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return letter.isprintable()


@lru_cache(maxsize=4096)
def _drawn(letter: str, bold: bool) -> tuple[str, str]:
    """The font for a letter, and what stands for it there: itself, its bare form, or the sign for no letter."""
    if _is_plain(letter):
        return PLAIN[bold], letter
    known = _other_font(bold).face.charToGlyph
    if ord(letter) in known:
        return OTHER[bold], letter
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(sign))
    if bare and all(map(_is_plain, bare)):
        return PLAIN[bold], bare
    return PLAIN[bold], MISSING


def runs(text: str, bold: bool) -> Iterator[tuple[str, str]]:
    """Stretches of a text that one font can draw."""
    for font, letters in groupby((_drawn(letter, bold) for letter in text), key=lambda drawn: drawn[0]):
        yield font, "".join(letter for _, letter in letters)


@lru_cache(maxsize=16384)
def _width_of_one(text: str, bold: bool) -> float:
    return sum(stringWidth(letters, font, 1000.0) for font, letters in runs(text, bold)) / 1000.0


def width_of(text: str, size: float, bold: bool = False) -> float:
    return _width_of_one(text, bold) * size


def line(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    bold: bool = False,
    anchor: Anchor = "start",
    shade: float = BLACK,
    within: float | None = None,
    least: float | None = None,
) -> Text:
    """One line of text. ``within`` is how wide it may be: it is made smaller down to ``least``, then cut short."""
    text = text.strip()
    if within is not None:
        text, size = fitted(text, size, within, bold=bold, least=size if least is None else least)
    width = width_of(text, size, bold)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return Text(left, y, text, size, width, bold, shade)


def fitted(text: str, size: float, within: float, *, bold: bool = False, least: float) -> tuple[str, float]:
    while size - STEP >= least and width_of(text, size, bold) > within:
        size -= STEP
    if width_of(text, size, bold) <= within:
        return text, size
    while text and width_of(text + DOTS, size, bold) > within:
        text = text[:-1].rstrip()
    return text + DOTS, size


@frozen
class Words:
    """A stretch of a paragraph in one weight."""

    text: str
    bold: bool = False


def broken(paragraph: Iterable[Words], size: float, within: float) -> list[list[Words]]:
    """A paragraph in lines no wider than that. A word that is wider than a line is broken inside."""
    space = width_of(" ", size)
    lines: list[list[Words]] = [[]]
    left = within
    for part in paragraph:
        for word in part.text.split():
            for piece in _pieces(word, size, within, part.bold):
                width = width_of(piece, size, part.bold)
                if lines[-1] and width + space > left + 1e-6:
                    lines.append([])
                    left = within
                left -= width + (space if lines[-1] else 0.0)
                lines[-1].append(Words(piece, part.bold))
    return lines if lines[-1] else lines[:-1]


def _pieces(word: str, size: float, within: float, bold: bool) -> Iterator[str]:
    while width_of(word, size, bold) > within and len(word) > 1:
        cut = next(
            (cut for cut in range(len(word) - 1, 0, -1) if width_of(word[:cut], size, bold) <= within),
            1,
        )
        yield word[:cut]
        word = word[cut:]
    yield word


def set_line(x: float, y: float, words: Iterable[Words], size: float, shade: float = BLACK) -> Iterator[Text]:
    """The texts of one broken line; neighbours of one weight are joined."""
    space = width_of(" ", size)
    for bold, parts in groupby(words, key=lambda part: part.bold):
        text = " ".join(part.text for part in parts)
        yield line(x, y, text, size, bold=bold, shade=shade)
        x += width_of(text, size, bold) + space
