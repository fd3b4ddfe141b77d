"""The face of a unit on its card: its miniature in greys, seen as the page shows it.

Knows how solids are seen; must not know how they are made.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.muster.miniatures.making import miniature_of
from lancemate.muster.miniatures.solids import Vec, dot, normal_of
from lancemate.muster.miniatures.traits import Traits, traits_of
from lancemate.muster.printing.drawing import Mark, Polygon

EYE: Final = 17  # degrees above the ground
TURN: Final = 14 * 2 * math.pi / 24  # it looks out of the picture, a little to the left
LIGHT: Final[Vec] = (-0.5, 0.62, -0.6)  # from before it, upper left
LEAST: Final = 2.1  # of the base: what is small stays smaller than what is large
LINE: Final = 0.12  # points
# How bright each tone is on paper, in full light.
GREYS: Final = {
    **{"paint": 0.84, "trim": 1.0, "shade": 0.58, "metal": 0.7, "gun": 0.36, "glass": 0.95, "glow": 0.95},
    **{"cloth": 0.6, "wall": 0.8, "roof": 0.66},
}

Seen = tuple[tuple[tuple[tuple[float, float], ...], float], ...]


def face_marks(card: Card, x: float, y: float, side: float) -> list[Mark]:
    """The miniature in a square, standing in the middle of its lower edge."""
    faces = seen(traits_of(card))
    across = [point[0] for outline, _ in faces for point in outline]
    down = [point[1] for outline, _ in faces for point in outline]
    wide, high = max(across) - min(across), max(down) - min(down)
    scale = side / max(LEAST, wide, high)
    left = x + side / 2 - scale * (min(across) + wide / 2)
    top = y + side - scale * max(down)
    return [
        Polygon(tuple((left + scale * i, top + scale * j) for i, j in outline), fill=grey, line=LINE, shade=grey * 0.4)
        for outline, grey in faces
    ]


@lru_cache(maxsize=256)
def seen(traits: Traits) -> Seen:
    """The faces that are seen, those behind first: outlines in units of the base, y down, and how bright they are."""
    slant = math.radians(EYE)
    up, over = math.sin(slant), math.cos(slant)
    sin, cos = math.sin(TURN), math.cos(TURN)
    eye: Vec = (0, up, -over)
    found: list[tuple[float, tuple[tuple[float, float], ...], float]] = []
    for piece in miniature_of(traits):
        points = [(x * cos + z * sin, y, z * cos - x * sin) for x, y, z in piece.points]
        depth = sum(dot(point, eye) for point in points) / len(points)
        for face in piece.faces:
            normal = normal_of(points, face)
            if dot(normal, eye) <= 0.01:
                continue
            light = 0.62 + 0.5 * max(-0.25, dot(normal, LIGHT))
            outline = tuple((points[at][0], -(points[at][2] * up + points[at][1] * over)) for at in face)
            found.append((depth, outline, min(1.0, GREYS[piece.tone] * min(1.0, light + 0.1))))
    found.sort(key=lambda one: one[0])
    return tuple((outline, grey) for _, outline, grey in found)
