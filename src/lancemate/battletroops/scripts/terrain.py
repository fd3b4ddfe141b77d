"""The map of a battle script: dots, rows and what stands on them. Knows the public names of the format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lancemate.battletroops.ruleset import rules
from lancemate.field.errors import FieldError
from lancemate.field.lattice import Dot, is_dot
from lancemate.field.lattice_map import Lattice
from lancemate.field.lattice_terrain import (
    AREAS,
    BREACH,
    BUILDING,
    CONTOUR,
    FIRE,
    HIGHEST,
    KINDS,
    LINES,
    LOWEST,
    ON_DOTS,
    RUBBLE,
    TREE,
    WALL,
    Feature,
    Span,
)
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, read_number, read_point, read_points, shown

LARGEST: Final = 200
MOST_TERRAIN: Final = 2000
WIDTH, DEPTH = 22, 39  # a mapsheet
TYPES: Final = ("light", "medium", "heavy", "hardened")
_SHAPES: Final = ("polygon", "rect", "circle")
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    BUILDING: (*_SHAPES, "height", "type", "cf", "windows", "doors", "walls", "stairways"),
    WALL: ("line", "height", "type", "cf"),
    TREE: ("at", "trunk", "branches"),
    CONTOUR: (*_SHAPES, "level"),
    FIRE: ("dots", "elevation"),
    RUBBLE: ("dots", "elevation"),
    BREACH: ("line", "elevation"),
}
_NEEDS: Final[Mapping[str, str]] = {FIRE: "fire", RUBBLE: "buildings_damage", BREACH: "buildings_damage"}


def read_map(reader: Reader, options: frozenset[str]) -> Lattice:
    """The keys ``map`` and ``terrain``."""
    sheet = Reader(reader.raw("map") or {}, reader.path("map"), known=("kind", "width", "depth"), what="a map")
    sheet.one_of("kind", ("lattice",), "lattice")
    width, depth = (
        sheet.whole("width", WIDTH, least=1, most=LARGEST),
        sheet.whole("depth", DEPTH, least=1, most=LARGEST),
    )
    features: dict[str, Feature] = {}
    for number, (where, data) in enumerate(reader.items("terrain"), start=1):
        one = _feature(data, where, number, options)
        if one.id in features:
            raise InputError(f"there are two pieces of terrain called {one.id!r}", key=f"{where}.id")
        if len(features) >= MOST_TERRAIN:
            raise InputError(f"a map has {MOST_TERRAIN:,} pieces of terrain at most", key=where)
        features[one.id] = one
        try:
            Lattice(width, depth, [one])  # one at a time, so that the complaint names the right line
        except FieldError as error:
            raise InputError(error.message, key=where) from None
    return Lattice(width, depth, features.values())


def _feature(data: JSON, where: str, number: int, options: frozenset[str]) -> Feature:
    every = tuple(dict.fromkeys(key for keys in _KEYS.values() for key in keys))
    first = Reader(data, where, known=("id", "kind", *every), what="a piece of terrain")
    first.need("kind")
    kind = first.one_of("kind", KINDS)
    keys = _KEYS.get(kind, (*_SHAPES, "elevation"))
    reader = Reader(data, where, known=("id", "kind", *keys), what=f"terrain of the kind {kind}")
    needed = _NEEDS.get(kind)
    if needed is not None and needed not in options:
        raise reader.wrong("kind", f"terrain of the kind {kind} needs the option {needed}")
    outline, circle = _area(reader, kind)
    return Feature(
        reader.text("id", f"{kind}{number}"),
        kind,
        outline=outline,
        circle=circle,
        line=_line(reader, kind),
        at=_trunk(reader, kind),
        dots=_dots(reader, "dots", needed=kind in ON_DOTS),
        level=reader.whole("level", least=-7, most=30) if kind == CONTOUR else 0,
        elevation=reader.whole("elevation", least=LOWEST, most=HIGHEST) if "elevation" in reader else None,
        height=reader.whole("height", 1, least=1, most=30),
        storeys=None if same_plan() else 1,
        type=reader.one_of("type", TYPES, "medium"),
        cf=reader.whole("cf", most=999) if "cf" in reader else None,
        windows=_lines(reader, "windows"),
        doors=_lines(reader, "doors"),
        walls=_lines(reader, "walls"),
        stairways=_dots(reader, "stairways"),
        trunk=reader.number("trunk", 0.2, least=0.01, most=5.0),
        branches=reader.number("branches", 1.0, least=0.01, most=20.0),
    )


@rules.formula("BT-CMP-020", otherwise=False)
def same_plan() -> bool:
    """Every storey has the windows, inner walls and stairways of the ground floor; only outer doors are there alone."""
    return True


def _area(reader: Reader, kind: str) -> tuple[tuple[Dot, ...], tuple[float, float, float] | None]:
    if kind not in AREAS:
        return (), None
    shapes = [key for key in _SHAPES if key in reader]
    if len(shapes) != 1:
        raise InputError(f"an area has one of polygon, rect and circle; here are {len(shapes)}", key=reader.where)
    if shapes[0] == "polygon":
        return read_points(reader.raw("polygon"), reader.path("polygon")), None
    numbers = [read_number(value, place) for place, value in reader.items(shapes[0])]
    wanted = ("x", "y", "width", "depth") if shapes[0] == "rect" else ("x", "y", "radius")
    if len(numbers) != len(wanted):
        raise reader.wrong(shapes[0], f"a {shapes[0]} is [{', '.join(wanted)}], not {len(numbers)} numbers")
    if shapes[0] == "circle":
        return (), (numbers[0], numbers[1], numbers[2])
    x, y, w, d = numbers
    if w <= 0 or d <= 0:
        raise reader.wrong("rect", "a rect has a width and a depth above 0")
    return ((x, y), (x + w, y), (x + w, y + d), (x, y + d)), None


def _span(value: object, where: str) -> Span:
    """Two points, or their four numbers."""
    if isinstance(value, (list, tuple)) and len(value) == 4:
        a, b, c, d = (read_number(part, f"{where}.{place}") for place, part in enumerate(value))
        span = (a, b), (c, d)
    elif isinstance(value, (list, tuple)) and len(value) == 2:
        span = read_point(value[0], f"{where}.0"), read_point(value[1], f"{where}.1")
    else:
        raise InputError(f"here belongs a line [x, y, x, y], not {shown(value)}", key=where)
    if span[0] == span[1]:
        raise InputError("a line has two different ends", key=where)
    return span


def _line(reader: Reader, kind: str) -> Span | None:
    if kind not in LINES:
        return None
    reader.need("line")
    return _span(reader.raw("line"), reader.path("line"))


def _lines(reader: Reader, key: str) -> tuple[Span, ...]:
    return tuple(_span(value, where) for where, value in reader.items(key))


def _dots(reader: Reader, key: str, *, needed: bool = False) -> tuple[Dot, ...]:
    found = []
    for where, value in reader.items(key):
        point = read_point(value, where)
        if not is_dot(point):
            raise InputError(f"{list(point)} is no dot: odd rows are half a dot to the east", key=where)
        found.append(point)
    if needed and not found:
        raise InputError(f"the key {key} is missing", key=reader.where)
    return tuple(found)


def _trunk(reader: Reader, kind: str) -> Dot | None:
    if kind != TREE:
        return None
    reader.need("at")
    return reader.point("at")


# -- writing --------------------------------------------------------------------------------------------------------


def feature_to_data(one: Feature) -> dict[str, JSON]:
    """A feature as a script would say it."""
    data: dict[str, JSON] = {"id": one.id, "kind": one.kind}
    if one.outline:
        data["polygon"] = [list(point) for point in one.outline]
    if one.circle is not None:
        data["circle"] = list(one.circle)
    if one.line is not None:
        data["line"] = [list(point) for point in one.line]
    if one.at is not None:
        data["at"], data["trunk"], data["branches"] = list(one.at), one.trunk, one.branches
    if one.dots:
        data["dots"] = [list(dot) for dot in one.dots]
    if one.kind == CONTOUR:
        data["level"] = one.level
    if one.elevation is not None:
        data["elevation"] = one.elevation
    if one.kind in (BUILDING, WALL):
        data["height"], data["type"] = one.height, one.type
        if one.cf is not None:
            data["cf"] = one.cf
    for key in ("windows", "doors", "walls"):
        spans: tuple[Span, ...] = getattr(one, key)
        if spans:
            data[key] = [[list(point) for point in span] for span in spans]
    if one.stairways:
        data["stairways"] = [list(dot) for dot in one.stairways]
    return data
