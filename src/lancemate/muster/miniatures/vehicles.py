"""Vehicles: on tracks, wheels, an air cushion, rails or water, and what flies low."""

from __future__ import annotations

import math
from collections.abc import Callable

from lancemate.muster.miniatures.solids import Solid, block, limb, pair, slab, tube
from lancemate.muster.miniatures.traits import Traits


def vehicle(traits: Traits) -> list[Solid]:
    return _GROUND.get(traits.going, _tracks)(traits)


def _wide(traits: Traits) -> float:
    return 0.34 + traits.size * 0.07


def _high(traits: Traits) -> float:
    return 0.2 + traits.size * 0.05


def _tracks(traits: Traits) -> list[Solid]:
    w, h = _wide(traits), _high(traits)
    return [
        *pair(
            limb("gun", (w + 0.12, 0.16, -0.86), (w + 0.12, 0.16, 0.86), (0.24, 0.3)),
            limb("shade", (w + 0.12, 0.33, -0.82), (w + 0.12, 0.33, 0.78), (0.28, 0.07)),
            *(tube("metal", (w + 0.23, 0.15, z), (w + 0.26, 0.15, z), 0.11, 0.11, 8) for z in (-0.6, -0.2, 0.2, 0.6)),
        ),
        limb("paint", (0, 0.22 + h / 2, -0.84), (0, 0.22 + h / 2, 0.5), (w * 2, h), (w * 2, h)),
        limb("trim", (0, 0.22 + h / 2, 0.48), (0, 0.16 + h * 0.3, 0.92), (w * 2, h), (w * 1.7, h * 0.4)),
        block("metal", (0, 0.24 + h, -0.66), (w * 1.3, 0.05, 0.26)),
        *_weapons(traits, 0.22 + h),
    ]


def _wheels(traits: Traits) -> list[Solid]:
    w, h = _wide(traits) * 0.95, _high(traits)
    axles = (-0.64, -0.22, 0.22, 0.64) if traits.size > 2 else (-0.56, 0, 0.56)
    turning: list[Solid] = []
    for z in axles:
        turning.append(tube("gun", (w * 0.8, 0.2, z), (w + 0.16, 0.2, z), 0.2, 0.2, 10))
        turning.append(tube("metal", (w + 0.15, 0.2, z), (w + 0.18, 0.2, z), 0.09, 0.08, 8))
    body = (w * 1.9, h * 1.1)
    return [
        *pair(*turning),
        limb("paint", (0, 0.28 + h / 2, -0.88), (0, 0.28 + h / 2, 0.46), body, body),
        limb("trim", (0, 0.28 + h / 2, 0.45), (0, 0.24 + h * 0.3, 0.94), body, (w * 1.3, h * 0.5)),
        limb("glass", (0, 0.3 + h * 0.82, 0.52), (0, 0.3 + h * 0.52, 0.74), (w * 1.1, 0.1), (w * 0.9, 0.1)),
        *_weapons(traits, 0.28 + h * 1.05),
    ]


def _hover(traits: Traits) -> list[Solid]:
    w, h = _wide(traits), _high(traits)
    skirt = (
        (-w - 0.18, -0.85),
        (w + 0.18, -0.85),
        (w + 0.22, 0.35),
        (w * 0.55, 0.98),
        (-w * 0.55, 0.98),
        (-w - 0.22, 0.35),
    )
    deck = ((-w, -0.8), (w, -0.8), (w + 0.04, 0.3), (w * 0.42, 0.86), (-w * 0.42, 0.86), (-w - 0.04, 0.3))
    fan = 0.46 + h * 0.6
    return [
        slab("gun", skirt, 0.03, 0.2),
        slab("paint", deck, 0.2, 0.22 + h * 0.8),
        limb("glass", (0, 0.24 + h * 0.8, 0.3), (0, 0.2 + h * 0.6, 0.68), (w * 0.8, 0.14), (w * 0.5, 0.08)),
        *pair(
            tube("metal", (w * 0.5, fan, -0.82), (w * 0.5, fan, -0.6), 0.22, 0.22, 10),
            tube("gun", (w * 0.5, fan, -0.6), (w * 0.5, fan, -0.57), 0.17, 0.17, 10),
        ),
        *_weapons(traits, 0.22 + h * 0.8),
    ]


def _vtol(traits: Traits) -> list[Solid]:
    w, y = 0.16 + traits.size * 0.05, 1.0
    blades = []
    for degrees in (20, 110):
        s, c = math.sin((degrees * math.pi) / 180), math.cos((degrees * math.pi) / 180)
        blades.append(
            limb("gun", (-1.02 * c, y + w * 1.75, -1.02 * s), (1.02 * c, y + w * 1.75, 1.02 * s), (0.09, 0.025))
        )
    return [
        *stand(y - 0.2),
        limb("paint", (0, y, -0.3), (0, y, 0.34), (w * 1.8, w * 2.1), (w * 1.7, w * 1.9)),
        limb("glass", (0, y, 0.33), (0, y - w * 0.3, 0.72), (w * 1.6, w * 1.7), (w * 0.7, w * 0.8)),
        limb("paint", (0, y + w * 0.4, -0.28), (0, y + w * 0.7, -0.98), (w, w), (w * 0.45, w * 0.5)),
        limb("trim", (0, y + w * 0.5, -0.9), (0, y + w * 2.4, -1.04), (0.05, 0.24), (0.05, 0.16)),
        *pair(
            limb("shade", (w * 0.9, y - w * 0.3, 0.06), (w * 2.6, y - w * 0.5, 0), (0.28, 0.07), (0.2, 0.06)),
            tube("gun", (w * 2.3, y - w * 0.7, -0.1), (w * 2.3, y - w * 0.7, 0.34), 0.08, 0.07, 6),
        ),
        tube("metal", (0, y + w, 0), (0, y + w * 1.7, 0), 0.06, 0.05, 6),
        *blades,
    ]


def _wige(traits: Traits) -> list[Solid]:
    w = 0.2 + traits.size * 0.05
    return [
        *stand(0.34),
        limb("paint", (0, 0.52, -0.9), (0, 0.52, 0.5), (w * 1.6, w * 1.3), (w * 1.7, w * 1.5)),
        limb("glass", (0, 0.54, 0.48), (0, 0.46, 0.98), (w * 1.5, w * 1.2), (w * 0.5, w * 0.5)),
        *pair(
            limb("trim", (w * 0.7, 0.5, -0.1), (0.94, 0.36, -0.3), (0.7, 0.1), (0.44, 0.07)),
            limb("shade", (0.94, 0.36, -0.52), (0.94, 0.36, 0.1), (0.08, 0.24), (0.06, 0.16)),
        ),
        limb("trim", (0, 0.6, -0.8), (0, 1.02, -0.98), (0.06, 0.34), (0.06, 0.2)),
        limb("trim", (-0.4, 1, -0.98), (0.4, 1, -0.98), (0.2, 0.05)),
        *(_weapons(traits, 0.7) if traits.turret else ()),
    ]


def _boat(traits: Traits) -> list[Solid]:
    w = _wide(traits) * 0.95
    hull = ((-w * 0.8, -1.1), (w * 0.8, -1.1), (w, 0.2), (0, 1.25), (-w, 0.2))
    deck = ((-w * 0.86, -1.14), (w * 0.86, -1.14), (w * 1.08, 0.25), (0, 1.36), (-w * 1.08, 0.25))
    return [
        slab("shade", hull, 0.02, 0.16),
        slab("paint", deck, 0.16, 0.36),
        block("trim", (0, 0.52, -0.36), (w * 1.1, 0.34, 0.62), (w * 0.9, 0.5)),
        block("glass", (0, 0.58, -0.03), (w * 0.8, 0.12, 0.06)),
        tube("metal", (0, 0.68, -0.5), (0, 1.15, -0.5), 0.04, 0.02, 5),
        *_weapons(traits._replace(turret=True), 0.36, 0.42),
    ]


def _submarine(traits: Traits) -> list[Solid]:
    r = 0.22 + traits.size * 0.04
    return [
        tube("shade", (0, 0.24, -1.1), (0, 0.24, -0.6), r * 0.3, r, 9),
        tube("paint", (0, 0.24, -0.6), (0, 0.24, 0.7), r, r, 9),
        tube("trim", (0, 0.24, 0.7), (0, 0.24, 1.15), r, r * 0.35, 9),
        limb("shade", (0, 0.4, 0.1), (0, 0.82, 0.06), (r * 0.7, 0.5), (r * 0.5, 0.36)),
        tube("metal", (0, 0.8, 0.06), (0, 1.1, 0.06), 0.03, 0.03, 5),
        *pair(limb("metal", (0.05, 0.24, -0.95), (0.42, 0.24, -1.02), (0.2, 0.04))),
    ]


def _rail(traits: Traits) -> list[Solid]:
    w = _wide(traits)
    return [
        *pair(*(tube("gun", (w * 0.6, 0.14, z), (w * 0.75, 0.14, z), 0.14, 0.14, 8) for z in (-0.7, -0.35, 0.35, 0.7))),
        block("metal", (0, 0.26, 0), (w * 1.6, 0.14, 2)),
        block("paint", (0, 0.58, -0.2), (w * 1.6, 0.5, 1.4), (w * 1.4, 1.3)),
        limb("trim", (0, 0.55, 0.5), (0, 0.42, 0.98), (w * 1.5, 0.5), (w * 1.1, 0.24)),
        *_weapons(traits, 0.84),
    ]


_GROUND: dict[str, Callable[[Traits], list[Solid]]] = {
    "tracks": _tracks,
    "wheels": _wheels,
    "hover": _hover,
    "vtol": _vtol,
    "wige": _wige,
    "boat": _boat,
    "submarine": _submarine,
    "rail": _rail,
}


def _weapons(traits: Traits, y: float, z: float = -0.12) -> list[Solid]:
    """A turret where the card has one, otherwise guns in the hull."""
    size = traits.size
    w = 0.24 + size * 0.05
    found: list[Solid] = []
    if traits.turret or traits.artillery:
        found.append(block("trim", (0, y + 0.13, z), (w * 2, 0.26, w * 2.1), (w * 1.5, w * 1.5)))
        found.append(limb("paint", (0, y + 0.14, z + w * 0.9), (0, y + 0.14, z + w * 1.3), (w * 1.1, 0.18)))
    muzzle = y + (0.15 if traits.turret or traits.artillery else -0.05)
    start = z + (w * 1.1 if traits.turret else 0.5)
    if traits.artillery:
        found.append(tube("gun", (0, y + 0.2, z), (0, y + 0.62, z + 1.25), 0.09, 0.07, 8))
    elif traits.armed and (traits.cannon or (traits.turret and not traits.missiles)):
        to = (0, muzzle + 0.02, start + 0.55 + size * 0.08)
        found.append(tube("gun", (0, muzzle, start), to, 0.06 + size * 0.008, 0.05, 6))
    elif traits.armed and not traits.missiles:
        found += pair(tube("gun", (0.16, muzzle, start), (0.16, muzzle, start + 0.42), 0.045, 0.04, 6))
    if traits.missiles:
        found += pair(
            block("metal", (w * 1.05, y + 0.26, z - 0.05), (0.26, 0.24, 0.46)),
            block("gun", (w * 1.05, y + 0.26, z + 0.19), (0.2, 0.18, 0.04)),
        )
    if traits.sensors:
        found.append(tube("metal", (-w * 0.7, y + 0.2, z - 0.3), (-w * 0.7, y + 0.8, z - 0.34), 0.02, 0.012, 4))
    return found


def stand(to: float) -> list[Solid]:
    """The rod that holds up what flies."""
    return [tube("glass", (0, 0, 0), (0, to, 0), 0.05, 0.035, 5)]
