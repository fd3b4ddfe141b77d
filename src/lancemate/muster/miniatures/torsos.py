"""The torsos of 'Mechs: like a man's, round as a barrel, broad at the shoulders, or a hull over the legs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from lancemate.muster.miniatures.solids import Solid, Tone, Vec, block, limb, pair, tube
from lancemate.muster.miniatures.traits import Traits, chance


class Measures(Protocol):
    """How large a 'Mech is built."""

    @property
    def hip(self) -> float: ...
    @property
    def wide(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def deep(self) -> float: ...


def _waist(build: Measures) -> Solid:
    hip, wide, deep = build.hip, build.wide, build.deep
    return limb("shade", (0, hip + 0.04, 0), (0, hip + 0.22, 0), (wide * 0.42, deep * 0.5))


def _pack(build: Measures, y: float) -> list[Solid]:
    """What a torso has on its back: a pack with slits that let the heat out."""
    wide, high, deep = build.wide, build.high, build.deep
    slits = [
        block("gun", (0, y + dy * high, -deep * 0.52 - 0.1), (wide * 0.36, high * 0.07, 0.04))
        for dy in (-0.16, 0, 0.16)
    ]
    return [block("shade", (0, y, -deep * 0.52), (wide * 0.6, high * 0.66, 0.2), (wide * 0.48, 0.14)), *slits]


def _chest(build: Measures, traits: Traits) -> list[Solid]:
    """Broad above, a head between the shoulders."""
    hip, wide, high, deep = build.hip, build.wide, build.high, build.deep
    top = hip + 0.12 + high
    tone: Tone = "trim" if traits.industrial else "paint"
    plate = ((wide * 0.24, hip + high * 0.45, deep * 0.42), (wide * 0.25, hip + high * 0.8, deep * 0.52))
    return [
        _waist(build),
        limb(tone, (0, hip + 0.16, 0), (0, hip + high * 0.72, 0.02), (wide * 0.6, deep * 0.7), (wide * 0.98, deep)),
        limb(tone, (0, hip + high * 0.71, 0.02), (0, top, 0), (wide * 0.98, deep), (wide * 0.78, deep * 0.78)),
        limb("shade", (0, top - 0.02, 0), (0, top + 0.06, 0), (wide * 0.6, deep * 0.7), (wide * 0.46, deep * 0.5)),
        *pair(limb("trim", *plate, (wide * 0.3, 0.08), (wide * 0.36, 0.08))),
        *_pack(build, hip + high * 0.66),
        *_head((0, top + 0.14, 0.08), 0.22 + chance(traits.luck, 6) * 0.08, traits.luck),
    ]


def _barrel(build: Measures, traits: Traits) -> list[Solid]:
    """A round chest with its cockpit in front, and no neck."""
    hip, wide, high, deep = build.hip, build.wide, build.high, build.deep
    middle, top = hip + high * 0.6, hip + 0.16 + high
    tone: Tone = "trim" if traits.industrial else "paint"
    broad = (wide * 1.08, deep * 1.14)
    front = ((0, middle - high * 0.34, deep * 0.5), (0, middle + high * 0.02, deep * 0.6))
    cockpit = ((0, middle + high * 0.14, deep * 0.5), (0, middle + high * 0.36, deep * 0.36))
    gun = tube("gun", (wide * 0.2, top - 0.02, 0.1), (wide * 0.2, top, 0.1 + deep * 0.75), 0.08, 0.07, 7)
    return [
        _waist(build),
        limb(tone, (0, hip + 0.12, 0), (0, middle, 0.04), (wide * 0.68, deep * 0.78), broad),
        limb(tone, (0, middle - 0.01, 0.04), (0, top, -0.02), broad, (wide * 0.7, deep * 0.66)),
        limb("glass", *cockpit, (wide * 0.34, 0.1), (wide * 0.26, 0.1)),
        limb("trim", *front, (wide * 0.4, 0.07), (wide * 0.6, 0.07)),
        block("shade", (0, top + 0.04, -deep * 0.05), (wide * 0.5, 0.12, deep * 0.5), (wide * 0.32, deep * 0.3)),
        *([gun] if traits.luck % 2 else ()),
        *_pack(build, hip + high * 0.62),
    ]


def _wedge(build: Measures, traits: Traits) -> list[Solid]:
    """Narrow at the waist and broad at the shoulders, with a crest."""
    hip, wide, high, deep = build.hip, build.wide, build.high, build.deep
    top = hip + 0.16 + high
    tone: Tone = "trim" if traits.industrial else "paint"
    plate = ((0, hip + high * 0.34, deep * 0.28), (0, top - 0.05, deep * 0.44))
    collar = ((wide * 0.2, top - 0.02, 0), (wide * 0.44, top + 0.1, -0.04))
    crest = limb("trim", (0, top + 0.2, 0.14), (0, top + 0.36, -0.14), (0.05, 0.12), (0.03, 0.08))
    return [
        _waist(build),
        limb(tone, (0, hip + 0.14, 0), (0, top, 0), (wide * 0.44, deep * 0.5), (wide * 1.04, deep * 0.86)),
        limb("trim", *plate, (wide * 0.14, 0.08), (wide * 0.44, 0.1)),
        *pair(limb("shade", *collar, (deep * 0.7, 0.14), (deep * 0.5, 0.08))),
        *_pack(build, hip + high * 0.72),
        *_head((0, top + 0.13, 0.06), 0.2 + chance(traits.luck, 8) * 0.06, traits.luck),
        *([crest] if chance(traits.luck, 7) < 0.6 else ()),
    ]


def _head(at: Vec, wide: float, luck: int) -> list[Solid]:
    x, y, z = at
    front = z + wide * 0.5
    eyes = (
        [block("glass", (x, y + 0.02, front), (wide * 0.78, 0.08, 0.07))]
        if luck % 3
        else pair(block("glass", (x + wide * 0.22, y + 0.02, front), (wide * 0.26, 0.08, 0.07)))
    )
    return [
        block("paint", at, (wide, 0.24, wide * 1.1), (wide * 0.7, wide * 0.7)),
        block("shade", (x, y - 0.07, front), (wide * 0.6, 0.08, 0.08)),
        *eyes,
    ]


def hull(build: Measures, traits: Traits) -> list[Solid]:
    """A hull that lies over the legs, with its cockpit in the nose."""
    hip, wide, high, deep = build.hip, build.wide, build.high, build.deep
    y = hip + 0.1 + high * 0.45
    far = deep * (1.1 if traits.quad else 0.95)
    nose = ((0, y, far * 0.33), (0, y - high * 0.08, far * 0.95))
    cockpit = ((0, y + high * 0.24, far * 0.5), (0, y + high * 0.1, far * 0.92))
    side = ((wide * 0.42, y - high * 0.05, -far * 0.36), (wide * 0.44, y - high * 0.05, far * 0.12))
    return [
        limb("shade", (0, hip, 0), (0, y - high * 0.2, 0), (wide * 0.5, deep * 0.6)),
        limb("paint", (0, y, -far * 0.62), (0, y, far * 0.35), (wide * 0.74, high * 0.66), (wide * 0.86, high * 0.82)),
        limb(
            "shade",
            (0, y - 0.02, -far * 0.6),
            (0, y - 0.02, -far * 0.86),
            (wide * 0.6, high * 0.5),
            (wide * 0.4, high * 0.3),
        ),
        limb("paint", *nose, (wide * 0.7, high * 0.74), (wide * 0.3, high * 0.34)),
        limb("glass", *cockpit, (wide * 0.34, 0.16), (wide * 0.18, 0.12)),
        block("trim", (0, y + high * 0.43, -far * 0.18), (wide * 0.5, 0.1, far * 0.66), (wide * 0.36, far * 0.46)),
        *pair(
            limb("metal", *side, (0.1, high * 0.36), (0.12, high * 0.44)),
            block("gun", (wide * 0.45, y - high * 0.05, far * 0.14), (0.08, high * 0.34, 0.04)),
        ),
        tube("gun", (0, y - high * 0.42, far * 0.4), (0, y - high * 0.44, far * 0.84), 0.05, 0.04, 6),
    ]


TORSOS: Final[dict[str, Callable[[Measures, Traits], list[Solid]]]] = {
    "soldier": _chest,
    "brawler": _barrel,
    "lancer": _wedge,
    "walker": hull,
}
