"""Terrain as people write it: ``{id, kind, rect | circle | polygon | line + width | hexes, height ...}``, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lancemate.field.errors import FieldError
from lancemate.field.hexgrid import Cell, Hexes, cell_named
from lancemate.field.pierced import Pierced
from lancemate.field.shapes import Circle, Circles, Disc, Line, Part, Polygon, Rect, Shape, line, polygon
from lancemate.field.terrain import DEFAULT_DEPTHS, DEFAULT_HEIGHTS, Feature

_SHAPES: Final = ("polygon", "rect", "circle", "circles", "line", "hexes")
_KNOWN: Final = frozenset({"id", "kind", "height", "depth", "width", "broken", "holes", *_SHAPES})


def feature_from_data(data: Mapping[str, Any], rows: int = 0) -> Feature:
    """A feature, its hexes those of a map of so many rows; other keys are kept as its properties."""
    shapes = [key for key in _SHAPES if key in data]
    if len(shapes) != 1:
        raise FieldError(f"terrain {data.get('id')!r} needs exactly one of {', '.join(_SHAPES)}")
    properties = {key: value for key, value in data.items() if key not in _KNOWN}
    kind = str(data["kind"])
    more = {"depth": DEFAULT_DEPTHS.get(kind, 0.0)}
    more |= {key: float(data[key]) for key in ("height", "depth") if key in data}
    shape = _shape(shapes[0], data, rows)
    if "holes" in data:
        shape = Pierced(shape, tuple([_hole(hole) for hole in data["holes"]]))
    return Feature(str(data["id"]), kind, shape, properties=properties, **more)


def _hole(given: Sequence[Any]) -> Part:
    """A round hole is [x, y, radius], any other the list of its corners."""
    if isinstance(given[0], Sequence):
        return tuple([(float(x), float(y)) for x, y in given])
    x, y, radius = given
    return Disc(float(x), float(y), float(radius))


def _shape(key: str, data: Mapping[str, Any], rows: int) -> Shape:
    given = data[key]
    if key == "hexes":
        return Hexes(tuple(_cell(data, name) for name in given), rows)
    if key == "polygon":
        return polygon(given)
    if key == "line":
        return line(given, data["width"], data.get("broken", ()))
    if key == "circles":
        return Circles(tuple([(float(x), float(y), float(r)) for x, y, r in given]))
    numbers = [float(number) for number in given]
    if key == "rect" and len(numbers) == 4:
        return Rect(*numbers)
    if key == "circle" and len(numbers) == 3:
        return Circle(*numbers)
    wanted = "x, y, width, depth" if key == "rect" else "x, y, radius"
    raise FieldError(f"terrain {data.get('id')!r}: a {key} is [{wanted}]")


def _cell(data: Mapping[str, Any], name: object) -> Cell:
    cell = cell_named(name) if isinstance(name, str) else None
    if cell is None:
        known = "a hex is called by its column and row, in quotes, as in '0507'"
        raise FieldError(f"terrain {data.get('id')!r}: {name!r} is no hex; {known}")
    return cell


def _hole_to_data(hole: Part) -> list[Any]:
    return list(hole) if isinstance(hole, Disc) else [list(corner) for corner in hole]


def feature_to_data(feature: Feature) -> dict[str, Any]:
    data: dict[str, Any] = {"id": feature.id, "kind": feature.kind}
    shape = feature.shape
    if isinstance(shape, Pierced):
        data["holes"], shape = [_hole_to_data(hole) for hole in shape.holes], shape.whole
    match shape:
        case Polygon(points):
            data["polygon"] = [list(point) for point in points]
        case Rect(x, y, width, depth):
            data["rect"] = [x, y, width, depth]
        case Circle(x, y, radius):
            data["circle"] = [x, y, radius]
        case Circles(rounds):
            data["circles"] = [list(one) for one in rounds]
        case Line(points, width, gone):
            data["line"], data["width"] = [list(point) for point in points], width
            if gone:
                data["broken"] = list(gone)
    if isinstance(shape, Hexes):
        data["hexes"] = shape.names
    if feature.height != DEFAULT_HEIGHTS.get(feature.kind, 0.0):
        data["height"] = feature.height
    if feature.depth != DEFAULT_DEPTHS.get(feature.kind, 0.0):
        data["depth"] = feature.depth
    return {**data, **feature.properties}
