"""Texts from strangers made safe to print, to compare and to use as an id. Knows letters, no game."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

from lancemate.kernel.letters import without_unseen

LONGEST: Final = 500
LONGEST_ID: Final = 80

_NOT_IN_IDS: Final = re.compile(r"[^a-z0-9]+")
_ID: Final = re.compile(rf"[a-z0-9_]{{1,{LONGEST_ID}}}")
_NO_LETTERS: Final = frozenset({"Cc", "Cs", "Cn", "Co", "Zl", "Zp"})


def clean(text: str) -> str:
    """Without what is no letter: control characters, halves of characters, marks that turn the writing round."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = "".join(" " if unicodedata.category(letter) in _NO_LETTERS else letter for letter in text)
    return " ".join(unicodedata.normalize("NFC", without_unseen(kept)).split())


def short(text: str, length: int = 80) -> str:
    """Enough of a text to recognise it by."""
    text = clean(text)
    return text if len(text) <= length else text[: length - 3] + "..."


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def id_for(name: str) -> str:
    """An id of plain letters for any name at all."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = _NOT_IN_IDS.sub("_", plain).strip("_")[:LONGEST_ID].strip("_")
    return slug or "unit_" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12]
