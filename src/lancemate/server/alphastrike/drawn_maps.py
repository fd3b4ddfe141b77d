"""A map that a player has drawn, laid out for a battle: ``map`` and ``terrain`` as in scripts, within limits.

Never reads a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lancemate.alphastrike.scripts.positions import table_from_data
from lancemate.field.maps import Map
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.server.messages import check_plain

MOST_PIECES: Final = 400
MOST_CORNERS: Final = 4_000  # of all pieces together
LARGEST: Final = {"table": 120, "hex": 60}  # inches, and hexes
SMALLEST: Final = {"table": 12, "hex": 6}


def ground_of(data: Mapping[str, JSON], where: str = "") -> Map:
    """The map that a player has drawn, checked piece by piece. Keys in complaints begin with ``where``."""
    given, terrain = data.get("map"), data.get("terrain", [])
    if not isinstance(given, dict) or not isinstance(terrain, list) or set(data) - {"map", "terrain"}:
        raise InputError("a map of one's own has the keys map and terrain", key=where.rstrip(".") or None)
    if "board" in given:
        raise InputError("a map of one's own is drawn, and names no file", key=f"{where}map.board")
    check_plain(dict(data), where.rstrip("."))
    kind = "hex" if given.get("kind") == "hex" else "table"
    for key in ("width", "depth"):
        size = given.get(key, LARGEST[kind])
        if not isinstance(size, int | float) or not SMALLEST[kind] <= size <= LARGEST[kind]:
            words = "hexes" if kind == "hex" else "inches"
            raise InputError(f"a map has {SMALLEST[kind]} to {LARGEST[kind]} {words} here", key=f"{where}map.{key}")
    corners = sum(_corners(piece) for piece in terrain)
    if len(terrain) > MOST_PIECES or corners > MOST_CORNERS:
        raise InputError(f"a map has {MOST_PIECES} pieces with {MOST_CORNERS} corners at most", key=f"{where}terrain")
    try:
        return table_from_data({"map": given, "terrain": terrain})
    except InputError as error:
        raise InputError(error.plain, key=f"{where}{error.key or 'map'}") from None


def _corners(piece: JSON) -> int:
    values = piece.values() if isinstance(piece, dict) else ()
    return max((len(value) for value in values if isinstance(value, list)), default=0)
