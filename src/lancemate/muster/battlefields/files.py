"""Tables as files: the keys ``map`` and ``terrain`` of a battle script, and nothing else. Some come with the game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from lancemate.alphastrike.scripts.positions import table_from_data
from lancemate.field.data import feature_to_data
from lancemate.field.maps import Map
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.documents import Document, parse_document, read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest

# Drawn by hand, exactly alike for both sides.
HAND_MADE: Final = ("crossroads", "twin-ridges", "old-quarry")


def find_table(name: str) -> Map:
    """A table that comes with the game by its name, or one of your own by the path of its file."""
    if name in HAND_MADE:
        return _packaged(name)
    if name.endswith((".yaml", ".yml", ".json")):
        return read_table(Path(name))
    raise InputError(f"there is no table {name!r}; {nearest(name, HAND_MADE)} (a file ends in .yaml)", key="map")


@cache
def _packaged(name: str) -> Map:
    text = files(__package__).joinpath("tables", f"{name}.yaml").read_text(encoding="utf-8")
    return _read(parse_document(text, file=f"{name}.yaml"))


def read_table(path: Path) -> Map:
    """The table of a file; a whole battle script will do too."""
    return _read(read_document(path))


def _read(source: Document) -> Map:
    if not isinstance(source.data, dict) or not {"map", "terrain"} & source.data.keys():
        raise source.located(InputError("a table is a mapping with the keys map and terrain"))
    try:
        return table_from_data({key: source.data[key] for key in ("map", "terrain") if key in source.data})
    except InputError as error:
        raise source.located(error) from None


def table_to_data(field: Map) -> dict[str, JSON]:
    """What ``read_table`` reads."""
    return {
        "map": dict(zip(("kind", "width", "depth"), (field.kind, *field.size), strict=True)),
        "terrain": encode([feature_to_data(feature) for feature in field.features]),
    }
