"""How wide letters are, where lines break, and which font has a letter.

Every PDF reader has Helvetica, and Arial and Liberation Sans are exactly as wide, so that a page comes out alike
everywhere. Letters of the rest of Europe are letters with a mark on them; others lose their accents, and Greek and
Cyrillic ones are written in Latin. Must not know units.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from lancemate.kernel.values import frozen
from lancemate.muster.printing.drawing import BLACK, Anchor, Text
from lancemate.muster.printing.helvetica import BELOW, CODES, MARKS, STROKE, WIDTHS, place_of
from lancemate.muster.printing.romanized import ROMANIZED

MISSING: Final = "?"
LIKE: Final = ROMANIZED | {
    **{"Đ": "Ð", "Ħ": "H", "ŋ": "n", "Ŋ": "N", "ŧ": "t", "Ŧ": "T", "ə": "e", "Ə": "E", "ĸ": "k", "ẞ": "SS"},
    **{"−": "–", "≤": "<=", "≥": ">=", "≠": "<>", "‐": "-", "′": "'", "ʼ": "'"},
}
STRUCK: Final = {"đ": "d", "ħ": "h"}
UNSEEN: Final = frozenset({"Cf", "Mn", "Me"})  # marks without a letter, and signs that only steer the others
DOTS: Final = "..."
STEP: Final = 0.25  # points by which a text is made smaller until it fits


@lru_cache(maxsize=4096)
def _drawn(letter: str) -> tuple[str, str]:
    """What stands for a letter: itself, a letter and the mark on it, its bare form, or the sign for no letter."""
    known = WIDTHS[False]
    if letter in known:
        return letter, ""
    if letter in LIKE:
        return LIKE[letter], ""
    if letter in STRUCK:
        return STRUCK[letter], STROKE
    if unicodedata.category(letter) in UNSEEN:
        return "", ""
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 2 and parts[0] in known and parts[1] in MARKS:
        return ("ı" if parts[0] == "i" and parts[1] not in BELOW else parts[0]), parts[1]
    signs = unicodedata.normalize("NFKD", letter)
    bare = "".join(LIKE.get(sign, sign) for sign in signs if not unicodedata.combining(sign))
    return (bare if bare and all(sign in known for sign in bare) else MISSING), ""


def _all_drawn(text: str) -> list[tuple[str, str]]:
    """Letters that come in two parts, as some machines write them, are put together first."""
    return [_drawn(letter) for letter in unicodedata.normalize("NFC", text)]


@frozen
class Stretch:
    """Letters that one font draws, so far to the right and up. ``other``: the font for what western Europe lacks."""

    right: float
    up: float
    letters: str
    other: bool


def stretches(text: str, size: float, bold: bool) -> Iterator[Stretch]:
    """A text font by font, then the marks on its letters."""
    drawn = _all_drawn(text)
    right = 0.0
    for other, group in groupby("".join(letters for letters, _ in drawn), key=CODES.__contains__):
        letters = "".join(group)
        yield Stretch(right, 0.0, letters, other)
        right += width_of(letters, size, bold)
    right = 0.0
    for letters, mark in drawn:
        if mark:
            aside, up = place_of(mark, letters, bold)
            yield Stretch(right + aside * size / 1000.0, up * size / 1000.0, mark, True)
        right += width_of(letters, size, bold)


@lru_cache(maxsize=16384)
def _width_of_one(text: str, bold: bool) -> float:
    return sum(WIDTHS[bold][sign] for letters, _ in _all_drawn(text) for sign in letters) / 1000.0


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
