"""The land of a battle script: its map, table or hexes, and every piece of terrain on it, checked key by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lancemate.alphastrike.play.words import read_terrain_words, terrain_types, terrain_words
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.hexes import LARGEST_LEVEL, board_of, read_hex_name, read_size
from lancemate.alphastrike.terrain.placement import fault_of
from lancemate.alphastrike.turn.preparation import TABLE_SIZE
from lancemate.alphastrike.urban.buildings import CASTLE_BRIAN, CONSTRUCTION, GROUPS, USUAL_TYPE
from lancemate.field.data import feature_from_data
from lancemate.field.errors import FieldError
from lancemate.field.hexes import HexMap
from lancemate.field.maps import Map
from lancemate.field.table import Table
from lancemate.field.terrain import KIND_ROLES, Feature
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, read_number, read_points, read_whole

LARGEST_TABLE: Final = 1000.0
MOST_TERRAIN: Final = 2000
_TERRAIN_KEYS: Final = (
    *("id", "kind", "polygon", "rect", "circle", "line", "hexes", "width", "height", "depth"),
    *("type", "cf", "levels", "role", "frozen_solid", "broken", "build", "hangar"),
)
_KEYS_OF: Final = {"frozen_solid": "ice", "broken": "rail"}  # keys that only one kind of terrain has
_ALL_SHAPES: Final = ("polygon", "rect", "circle", "line", "hexes")
_SHAPES: Final = {"rect": ("x", "y", "width", "depth"), "circle": ("x", "y", "radius")}


def read_table(reader: Reader) -> Map:
    given = reader.raw("map") or {}
    sheet = Reader(given, reader.path("map"), known=("kind", "width", "depth", "board"), what="a map")
    if "board" in sheet and sheet.raw("kind") != "hex":
        raise sheet.wrong("board", "a board file is a hex map: say kind: hex")
    if sheet.one_of("kind", ("table", "hex"), "table") == "hex":
        return hex_map(reader, sheet)
    width = sheet.number("width", TABLE_SIZE.of(rules)["width"], least=1.0, most=LARGEST_TABLE)
    depth = sheet.number("depth", TABLE_SIZE.of(rules)["depth"], least=1.0, most=LARGEST_TABLE)
    features = read_terrain(reader, lambda *pieces: Table(width, depth, pieces))
    return Table(width, depth, features.values())


def hex_map(reader: Reader, sheet: Reader) -> HexMap:
    """The map that the script draws, or that of a board file with what the script adds to it."""
    board = board_of(sheet) if "board" in sheet else None
    columns, rows = board.size if board is not None else read_size(sheet)
    features = read_terrain(reader, lambda *pieces: HexMap(columns, rows, pieces), rows)
    drawn = {feature.id: feature for feature in board.features} if board is not None else {}
    return HexMap(columns, rows, (drawn | features).values())


def read_terrain(reader: Reader, lay: Callable[..., Map], rows: int = 0) -> dict[str, Feature]:
    """All terrain of a script; each piece is laid on the map alone, so that a complaint names the right line."""
    rules.load()
    features: dict[str, Feature] = {}
    places: dict[str, str] = {}
    for number, (where, data) in enumerate(reader.items("terrain"), start=1):
        feature = _feature(data, where, number, rows)
        if feature.id in features:
            raise InputError(f"there are two pieces of terrain called {feature.id!r}", key=f"{where}.id")
        features[feature.id] = feature
        places[feature.id] = where
        if len(features) > MOST_TERRAIN:
            raise InputError(f"a table has {MOST_TERRAIN:,} pieces of terrain at most", key=where)
        try:
            lay(feature)
        except FieldError as error:
            raise InputError(error.message, key=where) from None
    whole = lay(*features.values())
    for name, where in places.items():
        if fault := fault_of(whole, features[name]):
            raise InputError(fault, key=where)
    return features


def _feature(data: JSON, where: str, number: int, rows: int = 0) -> Feature:
    """One piece of terrain; shapes and numbers are checked here so that a complaint can name the key."""
    reader = Reader(data, where, known=(*_TERRAIN_KEYS, *terrain_words), what="a piece of terrain")
    reader.need("kind")
    kind = reader.one_of("kind", KIND_ROLES)
    clean: dict[str, object] = {"id": reader.text("id", f"{kind}{number}"), "kind": kind}
    for key in ("polygon", "line"):
        if key in reader:
            clean[key] = read_points(reader.raw(key), reader.path(key))
    for key, names in _SHAPES.items():
        if key in reader:
            numbers = [read_number(value, place) for place, value in reader.items(key)]
            if len(numbers) != len(names):
                raise reader.wrong(key, f"a {key} is [{', '.join(names)}], not {len(numbers)} numbers")
            clean[key] = numbers
    if "hexes" in reader and rows:
        clean["hexes"] = [read_hex_name(name, place) for place, name in reader.items("hexes")]
    for key in ("height", "depth", "width", "cf", "levels"):
        if key in reader:
            sinkhole = key == "height" and kind == "hill" and rows > 0
            clean[key] = reader.number(key, least=-LARGEST_LEVEL if sinkhole else 0.0)
    if "type" in reader:
        clean["type"] = reader.one_of("type", terrain_types.get(kind) or tuple(CONSTRUCTION.of(rules)))
    elif kind in terrain_types:
        clean["type"] = terrain_types[kind][0]
    if "role" in reader:
        clean["role"] = reader.text("role")
    for key in ("build", "hangar"):
        if key in reader and kind != "building":
            raise reader.wrong(key, f"only a building has a {key}, not a {kind}")
    if "build" in reader:
        clean["build"] = reader.one_of("build", GROUPS)
        if clean["build"] == CASTLE_BRIAN and clean.get("type", USUAL_TYPE) not in ("heavy", "hardened"):
            raise reader.wrong("build", "a Castle Brian is heavy or hardened")
    if "hangar" in reader:
        clean["hangar"] = reader.flag("hangar")
    for key, owner in _KEYS_OF.items():
        if key in reader and kind != owner:
            raise reader.wrong(key, f"only {owner} has a {key}, not {kind}")
    if "frozen_solid" in reader:
        clean["frozen_solid"] = reader.flag("frozen_solid")
    clean |= read_terrain_words(reader, kind)
    if "broken" in reader:
        clean["broken"] = [read_whole(number, place, 1, 9999) for place, number in reader.items("broken")]
    known = ("hexes",) if rows else ("polygon", "rect", "circle", "line")
    shapes = [key for key in _ALL_SHAPES if key in reader]
    wrong = next((key for key in shapes if key not in known), None)
    if wrong is not None:
        other = "hexes: say which with the key hexes" if rows else "inches: hexes are for a map of kind hex"
        raise reader.wrong(wrong, f"this map is one of {other}")
    if len(shapes) != 1:
        choice = "hexes" if rows else f"one of {', '.join(known)}"
        raise InputError(f"a piece of terrain has {choice}; here are {len(shapes)}", key=where)
    if ("width" in clean) != (shapes[0] == "line"):
        problem = "a line needs a width" if shapes[0] == "line" else f"a width belongs to a line, not to a {shapes[0]}"
        raise InputError(problem, key=where)
    if kind == "rail" and shapes[0] not in ("line", "hexes"):
        raise InputError(f"a rail is a line with a width, not a {shapes[0]}", key=where)
    try:
        return feature_from_data(clean, rows)
    except FieldError as error:
        raise InputError(error.message, key=where) from None
