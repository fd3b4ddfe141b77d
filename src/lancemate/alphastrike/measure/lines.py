"""Flight paths as lines: where one ends, how near two come, which part of one lies in an arc. Knows no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.arcs import Arc
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space

Line = tuple["Point", "Point"]

ON: Final = 0.02  # inches by which a point may be off a line or an edge and still count as on it


def far_end(table: Space, at: Point, facing: float) -> Point:
    """Where a line from a point along a facing leaves the table; the point itself where it leads off at once."""
    width, depth = table.width, table.depth
    beyond = table.beyond(at, facing, 2.0 * (width + depth))
    edge, end = table.edge_crossed(at, beyond)
    return end if edge else at


def on_an_edge(table: Space, at: Point) -> bool:
    """It lies on the very edge of the table."""
    return any(on_edge(table, edge, at) for edge in table.edges)


def on_edge(table: Space, edge: str, at: Point) -> bool:
    """It lies on this edge; corners belong to both."""
    outermost = 1.0 if table.kind == "hex" else 0.0  # inches from the middle of a hex at the edge
    return abs(table.distance_to_edge(edge, at)) <= ON + outermost and table.inside(*at, -ON)


def around(table: Space, a: Point, b: Point) -> float:
    """How far it is from one point of the edge to another, along the edge, the shorter way."""
    width, depth = table.width, table.depth
    whole = 2.0 * (width + depth)
    apart = abs(_along(table, a) - _along(table, b))
    return min(apart, whole - apart)


def _along(table: Space, at: Point) -> float:
    """How far a point of the edge lies from the south-west corner, going east."""
    width, depth = table.width, table.depth
    edge = min(("south", "east", "north", "west"), key=lambda one: abs(table.distance_to_edge(one, at)))
    x, y = at
    return {"south": x, "east": width + y, "north": 2 * width + depth - x, "west": 2 * (width + depth) - y}[edge]


def off_line(table: Space, line: Line, at: Point) -> float:
    """How far a point lies from a line."""
    return table.distance(table.nearest_on(*line, at), at)


def apart(table: Space, one: Line, other: Line) -> float:
    """How near two lines come to each other."""
    if _cross(table, one, other):
        return 0.0
    ends = [off_line(table, other, at) for at in one] + [off_line(table, one, at) for at in other]
    return min(ends)


def _cross(table: Space, one: Line, other: Line) -> bool:
    return _parts(table, one, other) and _parts(table, other, one)


def _parts(table: Space, line: Line, ends: Line) -> bool:
    """The ends lie on different sides of the line."""
    facing = table.bearing(*line)
    return table.aside(facing, line[0], ends[0]) * table.aside(facing, line[0], ends[1]) < 0.0


def nearest_in_arc(table: Space, line: Line, arc: Arc, origin: Point, facing: float) -> Point | None:
    """The nearest point of a line that lies in an arc, if any does."""
    nearest = table.nearest_on(*line, origin)
    if arc.width >= 360.0 or _bears(table, arc, origin, facing, nearest):
        return nearest
    limits = [arc.width / 2.0, -arc.width / 2.0] if not arc.corridor else [0.0, 180.0]
    meets = [_meets(table, line, origin, facing + arc.centre + limit) for limit in limits]
    inside = [at for at in (*line, *meets) if at is not None and _bears(table, arc, origin, facing, at)]
    return min(inside, key=lambda at: table.distance(origin, at), default=None)


def _bears(table: Space, arc: Arc, origin: Point, facing: float, at: Point) -> bool:
    if table.distance(origin, at) <= ON:
        return True
    if arc.corridor:
        ahead, aside = table.ahead(facing, origin, at), table.aside(facing, origin, at)
        return ahead >= -TINY and abs(aside) <= arc.corridor / 2.0 + TINY
    off = abs((table.relative_bearing(facing + arc.centre, origin, at) + 180.0) % 360.0 - 180.0)
    return off <= arc.width / 2.0 + ON


def _meets(table: Space, line: Line, origin: Point, bearing: float) -> Point | None:
    """Where a line is crossed by a ray."""
    (ax, ay), (bx, by) = line
    ux, uy = table.beyond((0.0, 0.0), bearing, 1.0)
    dx, dy = bx - ax, by - ay
    span = ux * dy - uy * dx
    if abs(span) <= TINY:
        return None
    ox, oy = ax - origin[0], ay - origin[1]
    far, along = (ox * dy - oy * dx) / span, (ox * uy - oy * ux) / span
    return (ax + along * dx, ay + along * dy) if far >= 0.0 and 0.0 <= along <= 1.0 else None


def nearest_points(table: Space, one: Line, other: Line) -> tuple[Point, Point]:
    """Where two lines come nearest to each other: a point of each."""
    if _cross(table, one, other):
        here = _meets(table, other, one[0], table.bearing(*one))
        if here is not None:
            return here, here
    pairs = [(at, table.nearest_on(*other, at)) for at in one] + [(table.nearest_on(*one, at), at) for at in other]
    return min(pairs, key=lambda pair: table.distance(*pair))
