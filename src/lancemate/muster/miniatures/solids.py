"""Convex solids of few faces, the stuff of miniatures: x to the right, y up, z ahead. The base has radius 1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from typing import Literal, NamedTuple

Vec = tuple[float, float, float]
Size = tuple[float, float]  # across, and from front to back (or up)
Tone = Literal["paint", "trim", "shade", "metal", "gun", "glass", "glow", "cloth", "wall", "roof"]


class Solid(NamedTuple):
    tone: Tone
    points: tuple[Vec, ...]
    faces: tuple[tuple[int, ...], ...]


def add(a: Vec, b: Vec) -> Vec:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec, b: Vec) -> Vec:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def times(a: Vec, k: float) -> Vec:
    return (a[0] * k, a[1] * k, a[2] * k)


def dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec, b: Vec) -> Vec:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a: Vec) -> Vec:
    return times(a, 1 / (math.hypot(*a) or 1))


def _middle(points: Sequence[Vec]) -> Vec:
    return times(reduce(add, points, (0.0, 0.0, 0.0)), 1 / (len(points) or 1))


def normal_of(points: Sequence[Vec], face: Sequence[int]) -> Vec:
    a, b, c = (points[at] for at in face[:3])
    return unit(cross(sub(b, a), sub(c, a)))


def _solid(tone: Tone, points: Sequence[Vec], faces: Iterable[Sequence[int]]) -> Solid:
    """A solid whose faces all look outwards, whichever way round they were named."""
    heart = _middle(points)

    def outward(face: Sequence[int]) -> tuple[int, ...]:
        away = sub(_middle([points[at] for at in face]), heart)
        return tuple(reversed(face)) if dot(normal_of(points, face), away) < 0 else tuple(face)

    return Solid(tone, tuple(points), tuple(map(outward, faces)))


_BOX = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def limb(tone: Tone, start: Vec, to: Vec, thick: Size, end: Size | None = None) -> Solid:
    """A block from one point to another that may be thicker at one end."""
    way = unit(sub(to, start))
    guide: Vec = (0, 0, 1) if abs(way[0]) > 0.9 else (1, 0, 0)
    side = unit(sub(guide, times(way, dot(guide, way))))
    other = cross(way, side)

    def ring(at: Vec, size: Size) -> list[Vec]:
        w, d = size
        return [add(at, add(times(side, (i * w) / 2), times(other, (j * d) / 2))) for i, j in _CORNERS]

    return _solid(tone, [*ring(start, thick), *ring(to, end or thick)], _BOX)


def block(tone: Tone, at: Vec, size: Vec, top: Size | None = None) -> Solid:
    """A block by its middle: across, up, deep."""
    (x, y, z), (w, h, d) = at, size
    return limb(tone, (x, y - h / 2, z), (x, y + h / 2, z), (w, d), top or (w, d))


def tube(tone: Tone, start: Vec, to: Vec, radius: float, end: float | None = None, sides: int = 8) -> Solid:
    """A round piece from one point to another."""
    way = unit(sub(to, start))
    guide: Vec = (1, 0, 0) if abs(way[1]) > 0.9 else (0, 1, 0)
    side = unit(cross(way, guide))
    other = cross(way, side)
    angles = [((i + 0.5) * 2 * math.pi) / sides for i in range(sides)]

    def ring(at: Vec, r: float) -> list[Vec]:
        return [add(at, add(times(side, r * math.cos(one)), times(other, r * math.sin(one)))) for one in angles]

    faces = [[*range(sides)], [*range(sides, 2 * sides)], *_walls(sides)]
    return _solid(tone, [*ring(start, radius), *ring(to, max(radius if end is None else end, 0.001))], faces)


def _walls(count: int) -> list[list[int]]:
    return [[i, (i + 1) % count, count + ((i + 1) % count), count + i] for i in range(count)]


def slab(tone: Tone, outline: Sequence[Size], low: float, high: float) -> Solid:
    """A flat slab over an outline of x and z."""
    count = len(outline)
    points = [*((x, low, z) for x, z in outline), *((x, high, z) for x, z in outline)]
    return _solid(tone, points, [[*range(count)], [*range(count, 2 * count)], *_walls(count)])


_LEVELS = (-1, -0.75, -0.35, 0.05, 0.45, 0.8, 1)


def ball(tone: Tone, at: Vec, radius: float, high: float, sides: int = 10) -> list[Solid]:
    """A ball of rings one upon the other."""

    def wide(y: float) -> float:
        return radius * math.sqrt(max(0.03, 1 - y * y))

    return [
        tube(tone, add(at, (0, below * high, 0)), add(at, (0, y * high, 0)), wide(below), wide(y), sides)
        for below, y in pairwise(_LEVELS)
    ]


def mirrored(piece: Solid) -> Solid:
    """The same piece on the other side."""
    points = tuple((-x, y, z) for x, y, z in piece.points)
    return Solid(piece.tone, points, tuple(tuple(reversed(face)) for face in piece.faces))


def pair(*pieces: Solid) -> list[Solid]:
    return [*pieces, *map(mirrored, pieces)]


def moved(pieces: Iterable[Solid], by: Vec, scale: float = 1) -> list[Solid]:
    return [piece._replace(points=tuple(add(times(point, scale), by) for point in piece.points)) for piece in pieces]
