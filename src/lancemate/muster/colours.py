"""Colour schemes that a force may wear: main colour, trim, shade. Of our own making; a matter of looks alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest


class Colours(NamedTuple):
    paint: str
    trim: str
    shade: str


SCHEMES: Final = {
    "azure": Colours("#2b70b8", "#c3dcf0", "#22384f"),
    "amber": Colours("#cf7f1c", "#f6dca6", "#5b3f20"),
    "crimson": Colours("#a8262f", "#e9c9c0", "#43181c"),
    "forest": Colours("#3f6b3a", "#c9d6a0", "#23371f"),
    "desert": Colours("#b9975b", "#efe1bd", "#5c4a2b"),
    "slate": Colours("#5f6b77", "#d5dde3", "#2d343b"),
    "snow": Colours("#cfd8dd", "#8fa3b0", "#6d7c86"),
    "night": Colours("#30353f", "#b3402f", "#16191f"),
    "violet": Colours("#6a4a9c", "#dccbf0", "#312247"),
    "jade": Colours("#1f8a78", "#c4ecdf", "#124a41"),
    "rust": Colours("#8a4b2d", "#d9b08a", "#3f2416"),
    "gold": Colours("#c9a227", "#2c2f36", "#6b5512"),
}


def colours_named(text: str) -> str:
    """The scheme of this name."""
    name = text.strip().casefold()
    if name not in SCHEMES:
        raise InputError(f"there are no colours {text[:40]!r}; {nearest(text[:40], SCHEMES)}")
    return name
