"""Stands of infantry, squads of battle armor, gun emplacements and the sections of mobile structures."""

from __future__ import annotations

import math
from typing import Final

from lancemate.muster.miniatures.solids import Size, Solid, Vec, block, limb, moved, pair, slab, tube
from lancemate.muster.miniatures.traits import Traits

MEN: Final[tuple[Vec, ...]] = (
    *((0, 0, 0.55), (-0.42, 0, 0.34), (0.42, 0, 0.34), (-0.66, 0, -0.1), (0, 0, 0.02), (0.66, 0, -0.1)),
    *((-0.36, 0, -0.44), (0.36, 0, -0.44), (0, 0, -0.66)),
)
SUITS: Final[tuple[Vec, ...]] = ((0, 0, 0.5), (-0.52, 0, 0.06), (0.52, 0, 0.06), (-0.3, 0, -0.5), (0.3, 0, -0.5))


def infantry(traits: Traits) -> list[Solid]:
    men = enumerate(MEN[: traits.men])
    return [piece for i, at in men for piece in moved(_man(i % 4 == 1 and traits.missiles), at)]


def armored(traits: Traits) -> list[Solid]:
    return [piece for at in SUITS[: max(4, traits.men)] for piece in moved(_suit(traits), at)]


def _man(tube_on_shoulder: bool) -> list[Solid]:
    return [
        *pair(limb("cloth", (0.05, 0.3, 0), (0.08, 0, 0.02), (0.08, 0.1))),
        limb("paint", (0, 0.28, 0), (0, 0.52, 0.02), (0.16, 0.12), (0.22, 0.14)),
        block("trim", (0, 0.6, 0.02), (0.12, 0.13, 0.13), (0.09, 0.1)),
        tube("gun", (0.1, 0.55, -0.2), (0.1, 0.6, 0.3), 0.04, 0.04, 5)
        if tube_on_shoulder
        else limb("gun", (0.07, 0.4, 0.02), (-0.02, 0.44, 0.28), (0.04, 0.05)),
    ]


def _suit(traits: Traits) -> list[Solid]:
    return [
        *pair(
            limb("paint", (0.09, 0.4, 0), (0.14, 0.06, 0.02), (0.13, 0.15), (0.17, 0.2)),
            block("shade", (0.14, 0.04, 0.05), (0.17, 0.08, 0.24)),
            limb("paint", (0.24, 0.66, 0), (0.28, 0.36, 0.1), (0.13, 0.14), (0.12, 0.12)),
            block("trim", (0.24, 0.68, 0), (0.17, 0.16, 0.2)),
        ),
        limb("paint", (0, 0.36, 0), (0, 0.78, 0.02), (0.26, 0.22), (0.38, 0.3)),
        block("glass", (0, 0.7, 0.17), (0.18, 0.07, 0.04)),
        tube("gun", (0.29, 0.38, 0.08), (0.29, 0.4, 0.42), 0.05, 0.045, 6),
        *(pair(block("metal", (0.1, 0.62, -0.2), (0.12, 0.34, 0.14))) if traits.jumps else ()),
        *([block("metal", (-0.16, 0.9, 0), (0.18, 0.14, 0.26))] if traits.missiles else ()),
    ]


def _ring(radius: float) -> list[Size]:
    angles = [((i + 0.5) * math.pi) / 4 for i in range(8)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def fort(traits: Traits) -> list[Solid]:
    return [
        slab("wall", _ring(0.85), 0, 0.45),
        slab("roof", _ring(0.7), 0.45, 0.6),
        block("paint", (0, 0.8, 0), (0.7, 0.4, 0.7), (0.5, 0.5)),
        *(pair(tube("gun", (0.14, 0.82, 0.3), (0.14, 0.86, 1.05), 0.07, 0.06, 6)) if traits.armed else ()),
        *(pair(block("metal", (0.46, 0.9, 0), (0.2, 0.24, 0.44))) if traits.missiles else ()),
    ]


def section(traits: Traits) -> list[Solid]:
    return [
        *pair(block("gun", (0.6, 0.12, 0), (0.3, 0.24, 1.7))),
        slab("wall", _ring(0.92), 0.2, 0.7),
        slab("paint", _ring(0.6), 0.7, 1.1),
        block("trim", (0, 1.3, 0), (0.5, 0.4, 0.5), (0.34, 0.34)),
        *([tube("gun", (0, 1.3, 0.2), (0, 1.36, 1), 0.08, 0.06, 6)] if traits.armed else ()),
    ]
