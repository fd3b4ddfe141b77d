"""Which signs belong in a text that others read: none that cannot be seen, none that turn what follows around.

The one list for files, messages and imports. Knows no game.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

CONTROLS: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f"  # what a terminal may obey; a text of several lines has tabs and ends
HALVES: Final = "\ud800-\udfff"
# Soft hyphens, fillers, marks and overrides of direction, ends of lines, spaces without width, and tags.
UNSEEN: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
JOINING: Final = "\u200c\u200d\ufe00-\ufe0f"  # they make one picture of several signs: in talk, never in a name

# For models: a word or a name in one line, and what people say to each other.
PRINTABLE: Final = rf"^[^\x00-\x1f\x7f-\x9f{UNSEEN}{JOINING}]*$"
SAYABLE: Final = rf"^[^\x00-\x1f\x7f-\x9f{UNSEEN}]*$"

_UNFIT: Final = re.compile(f"[{CONTROLS}{HALVES}{UNSEEN}{JOINING}]")
_STEERING: Final = re.compile(f"[{UNSEEN}{JOINING}]")


def unfit(text: str) -> str | None:
    """The first sign of a text that belongs in none."""
    found = None if text.isascii() and text.isprintable() else _UNFIT.search(text)
    return found[0] if found is not None else None


def without_unseen(text: str) -> str:
    return _STEERING.sub("", text)


def sounds(name: str) -> str:
    """What a name comes to for whoever reads it quickly: without its case, its spaces and its stops."""
    plain = unicodedata.normalize("NFKD", without_unseen(name)).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
