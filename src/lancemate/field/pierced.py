"""Shapes with holes in them: woods with clearings, ice with openings; and what of a shape lies in such a hole.

What is left is cut into polygons, so that everything that works on parts of shapes works on these too. A hole is round
or has straight sides and no corner that points inwards. Round ones and round outlines are drawn with many corners; a
hole is never smaller than its circle. Plane geometry only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from lancemate.field.compass import direction
from lancemate.field.hexgrid import Cell, Hexes, cell_near, centre_of
from lancemate.field.shapes import Bounds, Circle, Circles, Corners, Disc, Part, Point, Polygon, Shape, signed_area
from lancemate.kernel.values import frozen

Hole: TypeAlias = Part

SIDES: Final = 16  # of a hole
ROUND: Final = 64  # of an outline that was round
LEAST: Final = 1e-7  # square inches that are worth keeping
NEAR: Final = 1e-5  # inches between corners that are two


@frozen
class Pierced(Shape):
    """Another shape without what lies in its holes."""

    whole: Shape
    holes: tuple[Hole, ...]

    def parts(self) -> tuple[Part, ...]:
        return _left(self.whole, self.holes)

    def corners(self) -> Corners:
        return self.whole.corners()

    def centroid(self) -> Point:
        return self.whole.centroid()

    def fault(self) -> str | None:
        return self.whole.fault() or (None if self.parts() else "nothing of it is left")

    def bounds(self) -> Bounds:
        return self.whole.bounds()


def pierce(shape: Shape, hole: Hole) -> Shape | None:
    """A shape without what lies in a hole; None when nothing is left of it. Of hexes those in it are gone."""
    if isinstance(shape, Hexes):
        gone = _cells_in(shape, hole)
        cells = tuple([cell for cell in shape.cells if cell not in gone])
        return Hexes(cells, shape.rows) if cells else None
    whole, holes = (shape.whole, shape.holes) if isinstance(shape, Pierced) else (shape, ())
    left = Pierced(whole, (*holes, hole))
    return left if left.parts() else None


def shared(shape: Shape, hole: Hole) -> tuple[Shape, ...]:
    """What of a shape lies in a hole: pieces that may overlap, or nothing where they only touch."""
    if isinstance(shape, Hexes):
        spots = [centre_of(cell, shape.rows) for cell in shape.cells if cell in _cells_in(shape, hole)]
        return (Circles(tuple([(x, y, 1.0) for x, y in spots])),) if spots else ()
    rim = _rim(hole)
    found: list[Shape] = []
    for part in shape.parts():
        if isinstance(part, Disc) and isinstance(hole, Disc) and _holds(hole, part):
            found.append(Circle(*part))
            continue
        inner = _outline(part)
        for a, b in zip(rim, (*rim[1:], rim[0]), strict=True):
            inner = _clip(inner, a, b)
        inner = _tidy(inner)
        if len(inner) > 2 and abs(signed_area(inner)) > LEAST:
            found.append(Polygon(inner))
    if len(found) == 1 and isinstance(found[0], Polygon) and isinstance(hole, Disc):
        whole = abs(signed_area(rim)) - abs(signed_area(found[0].points)) <= LEAST
        return (Circle(*hole),) if whole else tuple(found)
    return tuple(found)


def _holds(outer: Disc, inner: Disc) -> bool:
    reach = outer.r - inner.r
    east, north = inner.x - outer.x, inner.y - outer.y
    return reach >= 0.0 and east * east + north * north <= reach * reach


def _cells_in(shape: Hexes, hole: Hole) -> frozenset[Cell]:
    """The hexes whose middles lie in a hole, or the one that its own middle lies in."""
    inside = [cell for cell in shape.cells if _lies_in(centre_of(cell, shape.rows), hole)]
    middle = (hole.x, hole.y) if isinstance(hole, Disc) else Polygon(hole).centroid()
    return frozenset(inside) or frozenset([cell_near(middle, shape.rows)])


def _lies_in(at: Point, hole: Hole) -> bool:
    if isinstance(hole, Disc):
        east, north = at[0] - hole.x, at[1] - hole.y
        return east * east + north * north <= hole.r * hole.r + LEAST
    rim = _rim(hole)
    return min([_side(a, b, at) for a, b in zip(rim, (*rim[1:], rim[0]), strict=True)]) >= -LEAST


def _tidy(corners: Corners) -> Corners:
    """Without corners that lie on one another."""
    kept: list[Point] = []
    for x, y in corners:
        if not kept or abs(kept[-1][0] - x) > NEAR or abs(kept[-1][1] - y) > NEAR:
            kept.append((x, y))
    while len(kept) > 1 and abs(kept[-1][0] - kept[0][0]) <= NEAR and abs(kept[-1][1] - kept[0][1]) <= NEAR:
        kept.pop()
    return tuple(kept)


@lru_cache(maxsize=512)
def _left(whole: Shape, holes: tuple[Hole, ...]) -> tuple[Part, ...]:
    pieces: list[Corners] = [_outline(part) for part in whole.parts()]
    for hole in holes:
        pieces = [left for piece in pieces for left in _without(piece, hole)]
    return tuple(pieces)


def _outline(part: Part) -> Corners:
    return _around(part.x, part.y, part.r, ROUND) if isinstance(part, Disc) else part


def _around(x: float, y: float, r: float, sides: int) -> Corners:
    """Corners on a circle, anticlockwise."""
    ways = [direction(-360.0 * k / sides) for k in range(sides)]
    return tuple((x + r * east, y + r * north) for east, north in ways)


def _rim(hole: Hole) -> Corners:
    """The corners of a hole, anticlockwise."""
    if isinstance(hole, Disc):
        return _around(hole.x, hole.y, hole.r / direction(180.0 / SIDES)[1], SIDES)
    return hole if signed_area(hole) > 0.0 else hole[::-1]


def _without(piece: Corners, hole: Hole) -> Iterator[Corners]:
    """What lies on the far side of each side of the hole, in turn, until only the hole is left."""
    rim = _rim(hole)
    xs, ys = [px for px, _ in piece], [py for _, py in piece]
    if max(xs) <= min(x for x, _ in rim) or min(xs) >= max(x for x, _ in rim):
        yield piece
        return
    if max(ys) <= min(y for _, y in rim) or min(ys) >= max(y for _, y in rim):
        yield piece
        return
    inner = piece
    for a, b in zip(rim, (*rim[1:], rim[0]), strict=True):
        outer = _clip(inner, b, a)
        if len(outer) > 2 and abs(signed_area(outer)) > LEAST:
            yield outer
        inner = _clip(inner, a, b)
        if len(inner) < 3:
            return


def _side(a: Point, b: Point, at: Point) -> float:
    """On which side of the line from a to b a point lies: above 0 on the left."""
    return (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])


def _clip(piece: Corners, a: Point, b: Point) -> Corners:
    """The part of a polygon on the left of the line from a to b."""
    kept: list[Point] = []
    sides = [_side(a, b, at) for at in piece]
    for k, (x, y) in enumerate(piece):
        (px, py), before, here = piece[k - 1], sides[k - 1], sides[k]
        if (before < 0.0) != (here < 0.0):
            t = before / (before - here)
            kept.append((px + t * (x - px), py + t * (y - py)))
        if here >= 0.0:
            kept.append((x, y))
    return tuple(kept)
