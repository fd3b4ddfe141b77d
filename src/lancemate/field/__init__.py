"""Space without game rules: the inch table and the hex map, terrain and bodies on them, paths, sight and arcs."""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.field.bodies import Body, centre_distance, edge_distance, free_spots, overlapping, touching
    from lancemate.field.compass import bearing, fraction_of_base_in_arc, hex_side_hit, relative_bearing
    from lancemate.field.errors import FieldError
    from lancemate.field.hexes import HexMap
    from lancemate.field.hexgrid import Hexes
    from lancemate.field.paths import Leg, LevelChange, Path
    from lancemate.field.picture import Token
    from lancemate.field.shapes import Circle, Circles, Line, Point, Polygon, Rect, Shape, line, polygon
    from lancemate.field.sightlines import Crossing, Sight, SightArrays
    from lancemate.field.space import Space
    from lancemate.field.table import Table
    from lancemate.field.terrain import Feature
    from lancemate.field.travel import Going, Reach

__all__ = [
    "Body",
    "Circle",
    "Circles",
    "Crossing",
    "Feature",
    "FieldError",
    "Going",
    "HexMap",
    "Hexes",
    "Leg",
    "LevelChange",
    "Line",
    "Path",
    "Point",
    "Polygon",
    "Reach",
    "Rect",
    "Shape",
    "Sight",
    "SightArrays",
    "Space",
    "Table",
    "Token",
    "bearing",
    "centre_distance",
    "edge_distance",
    "fraction_of_base_in_arc",
    "free_spots",
    "hex_side_hit",
    "line",
    "overlapping",
    "polygon",
    "relative_bearing",
    "touching",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
