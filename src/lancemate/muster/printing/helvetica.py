"""Helvetica, which every reader of PDF has: how wide its letters are and what it calls them. Knows letters alone."""

from __future__ import annotations

from typing import Final

# Thousandths of the size, and the letters of western Europe (Windows-1252) that are so wide: plain, then bold.
PLAIN: Final = {
    191: "'",
    222: "ijl‚‘’",
    260: "|¦",
    278: " !,./:;I[\\]ft·ÌÍÎÏìíîï",
    333: "()-`r„ˆ‹“”˜›¡¨¯²³´¸¹",
    334: "{}",
    350: "•",
    355: '"',
    365: "º",
    370: "ª",
    389: "*",
    400: "°",
    469: "^",
    500: "Jcksvxyzšžçýÿ",
    537: "¶",
    556: "#$0123456789?L_abdeghnopqu€ƒ†‡–¢£¤¥§«µ»àáâãäåèéêëðñòóôõöùúûüþ",
    584: "+<=>~¬±×÷",
    611: "FTZŽ¿ßø",
    667: "&ABEKPSVXYŠŸÀÁÂÃÄÅÈÉÊËÝÞ",
    722: "CDHNRUwÇÐÑÙÚÛÜ",
    737: "©®",
    778: "GOQÒÓÔÕÖØ",
    833: "Mm",
    834: "¼½¾",
    889: "%æ",
    944: "Wœ",
    1000: "…‰Œ—™Æ",
    1015: "@",
}
BOLD: Final = {
    238: "'",
    278: " ,./I\\ijl‚‘’·ÌÍÎÏìíîï",
    280: "|¦",
    333: "!()-:;[]`ftˆ‹˜›¡¨¯²³´¸¹",
    350: "•",
    365: "º",
    370: "ª",
    389: "*r{}",
    400: "°",
    474: '"',
    500: "z„“”ž",
    556: "#$0123456789J_aceksvxy€ƒ†‡–š¢£¤¥§«¶»àáâãäåçèéêëýÿ",
    584: "+<=>^~¬±×÷",
    611: "?FLTZbdghnopquŽµ¿ßðñòóôõöøùúûüþ",
    667: "EPSVXYŠŸÈÉÊËÝÞ",
    722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    737: "©®",
    778: "GOQwÒÓÔÕÖØ",
    833: "M",
    834: "¼½¾",
    889: "%mæ",
    944: "Wœ",
    975: "@",
    1000: "…‰Œ—™Æ",
}

# What every reader has besides, in a font of its own with these codes: some letters, and marks to put on letters.
STROKE: Final = "\N{COMBINING SHORT STROKE OVERLAY}"
LETTERS: Final = {"Ł": "Lslash", "ł": "lslash", "ı": "dotlessi"}
MARKS: Final = {
    "\N{COMBINING GRAVE ACCENT}": "grave",
    "\N{COMBINING ACUTE ACCENT}": "acute",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "circumflex",
    "\N{COMBINING TILDE}": "tilde",
    "\N{COMBINING MACRON}": "macron",
    "\N{COMBINING BREVE}": "breve",
    "\N{COMBINING DOT ABOVE}": "dotaccent",
    "\N{COMBINING DIAERESIS}": "dieresis",
    "\N{COMBINING RING ABOVE}": "ring",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "hungarumlaut",
    "\N{COMBINING CARON}": "caron",
    "\N{COMBINING COMMA BELOW}": "cedilla",
    "\N{COMBINING CEDILLA}": "cedilla",
    "\N{COMBINING OGONEK}": "ogonek",
    STROKE: "macron",
}
BELOW: Final = frozenset("\N{COMBINING COMMA BELOW}\N{COMBINING CEDILLA}\N{COMBINING OGONEK}")
TALL: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZbdfhklt")
MARK_WIDTH: Final = 333
RAISED: Final = 190  # a mark stands on small letters, and so much higher on tall ones
FIRST: Final = 0x21
NAMES: Final = tuple((LETTERS | MARKS).values())
CODES: Final = {sign: FIRST + number for number, sign in enumerate(LETTERS | MARKS)}


def _widths(bold: bool) -> dict[str, int]:
    western = {letter: width for width, letters in (BOLD if bold else PLAIN).items() for letter in letters}
    return western | {"Ł": western["L"], "ł": western["l"], "ı": 278}


WIDTHS: Final = {bold: _widths(bold) for bold in (False, True)}


def place_of(mark: str, letter: str, bold: bool) -> tuple[int, int]:
    """How far to the right and how far up a mark is put on a letter."""
    free = WIDTHS[bold][letter] - MARK_WIDTH
    if mark == STROKE:  # through the stem, which a d has on its right and an h on its left
        return free if letter == "d" else 0, 0
    if mark in BELOW:
        return free if MARKS[mark] == "ogonek" else free // 2, 0
    return free // 2, RAISED if letter in TALL else 0
