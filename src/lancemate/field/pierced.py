"""Shapes with round holes in them: woods with clearings, ice with openings.

What is left is cut into polygons, so that everything that works on parts of shapes works on these too. Holes and round
outlines are drawn with many corners; a hole is never smaller than its circle. Plane geometry only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from lancemate.field.compass import direction
from lancemate.field.hexgrid import Hexes, cell_near
from lancemate.field.shapes import Bounds, Corners, Disc, Part, Point, Shape, signed_area
from lancemate.kernel.values import frozen

Hole: TypeAlias = tuple[float, float, float]  # x, y, radius

SIDES: Final = 16  # of a hole
ROUND: Final = 64  # of an outline that was round
LEAST: Final = 1e-7  # square inches that are worth keeping


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
    """A shape without what lies in a circle; None when nothing is left of it. Of hexes the one it lies in is gone."""
    if isinstance(shape, Hexes):
        gone = cell_near((hole[0], hole[1]), shape.rows)
        cells = tuple(cell for cell in shape.cells if cell != gone)
        return Hexes(cells, shape.rows) if cells else None
    whole, holes = (shape.whole, shape.holes) if isinstance(shape, Pierced) else (shape, ())
    left = Pierced(whole, (*holes, hole))
    return left if left.parts() else None


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


def _without(piece: Corners, hole: Hole) -> Iterator[Corners]:
    """What lies on the far side of each side of the hole, in turn, until only the hole is left."""
    x, y, r = hole
    xs, ys = [px for px, _ in piece], [py for _, py in piece]
    if max(xs) <= x - r or min(xs) >= x + r or max(ys) <= y - r or min(ys) >= y + r:
        yield piece
        return
    rim = _around(x, y, r / direction(180.0 / SIDES)[1], SIDES)
    inner = piece
    for a, b in zip(rim, (*rim[1:], rim[0]), strict=True):
        outer = _clip(inner, b, a)
        if len(outer) > 2 and abs(signed_area(outer)) > LEAST:
            yield outer
        inner = _clip(inner, a, b)
        if len(inner) < 3:
            return


def _clip(piece: Corners, a: Point, b: Point) -> Corners:
    """The part of a polygon on the left of the line from a to b."""
    kept: list[Point] = []
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in piece]
    for k, (x, y) in enumerate(piece):
        (px, py), before, here = piece[k - 1], sides[k - 1], sides[k]
        if (before < 0.0) != (here < 0.0):
            t = before / (before - here)
            kept.append((px + t * (x - px), py + t * (y - py)))
        if here >= 0.0:
            kept.append((x, y))
    return tuple(kept)
