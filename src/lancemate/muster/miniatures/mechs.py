"""'Mechs and ProtoMechs: on two legs or four, thin or broad, with what they carry in arms and on shoulders."""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.muster.miniatures.solids import Solid, Tone, Vec, block, limb, mirrored, moved, pair, tube
from lancemate.muster.miniatures.torsos import TORSOS, hull
from lancemate.muster.miniatures.traits import Traits, chance


class Build(NamedTuple):
    hip: float
    wide: float
    high: float
    deep: float
    leg: float
    arm: float


# From light to assault: taller, and broader still.
BUILDS: Final = {
    1: Build(0.98, 0.66, 0.5, 0.5, 0.22, 0.17),
    2: Build(1.08, 0.82, 0.6, 0.6, 0.28, 0.21),
    3: Build(1.16, 0.98, 0.72, 0.68, 0.34, 0.26),
    4: Build(1.2, 1.16, 0.86, 0.8, 0.42, 0.32),
}
STYLES: Final = ("soldier", "walker", "brawler", "lancer", "soldier", "walker")
PLACES: Final[tuple[Vec, ...]] = ((0, 0, 0.42), (-0.48, 0, 0.05), (0.48, 0, 0.05), (-0.26, 0, -0.46), (0.26, 0, -0.46))


def _style_of(traits: Traits) -> tuple[str, str, str]:
    """How a design is built, and its arms: by what it carries, and otherwise by its name."""
    if traits.quad:
        return "beast", "gun", "gun"
    luck = traits.luck
    style = STYLES[int(chance(luck, 1) * 6)]
    if traits.missiles and not traits.cannon and not traits.melee and chance(luck, 2) < 0.4:
        return style, "rack", "rack"
    if style == "walker" or chance(luck, 3) < 0.3:
        right, left = "gun", "gun"
    else:
        right, left = ("gun", "fist") if chance(luck, 4) < 0.5 else ("fist", "fist")
    return style, "fist" if traits.melee else right, left


def mech(traits: Traits) -> list[Solid]:
    build = BUILDS[traits.size]
    style, right, left = _style_of(traits)
    if style == "beast":
        return [*_four_legs(build), *hull(build, traits), *_carried(build, traits)]
    stride = 0.1 + chance(traits.luck, 5) * 0.1  # nobody stands to attention
    leg = _bird_leg if style == "walker" else _man_leg
    return [
        *_hips(build),
        *leg(build, stride),
        *map(mirrored, leg(build, -stride)),
        *TORSOS[style](build, traits),
        *_arm_of(build, traits, right, low=style == "walker", first=True),
        *map(mirrored, _arm_of(build, traits, left, low=style == "walker", first=False)),
        *_carried(build, traits),
    ]


def _hips(build: Build) -> list[Solid]:
    hip, wide, leg = build.hip, build.wide, build.leg
    return [
        block("shade", (0, hip, 0), (wide * 0.5, 0.2, 0.32)),
        limb("paint", (0, hip + 0.08, 0.17), (0, hip - 0.2, 0.24), (wide * 0.26, 0.07), (wide * 0.16, 0.05)),
        *pair(tube("metal", (wide * 0.2, hip, 0), (wide * 0.3 + leg * 0.45, hip, 0), leg * 0.36, leg * 0.36, 8)),
    ]


def _man_leg(build: Build, ahead: float) -> list[Solid]:
    """The right leg, so far ahead of the other."""
    hip, leg = build.hip, build.leg
    x = build.wide * 0.3
    kx, ky, kz = knee = (x * 1.15, hip * 0.53, 0.14 + ahead * 0.7)
    foot: Vec = (x * 1.28, 0.14, -0.06 + ahead)
    back = ((kx, ky - 0.1, kz - leg * 0.4), (foot[0], foot[1] + 0.12, foot[2] - leg * 0.55))
    return [
        limb("paint", (x, hip - 0.02, 0), knee, (leg * 0.9, leg * 1.05), (leg * 0.72, leg * 0.8)),
        tube("metal", (kx - leg * 0.45, ky, kz), (kx + leg * 0.45, ky, kz), leg * 0.3, leg * 0.3, 8),
        block("trim", (kx, ky + 0.02, kz + leg * 0.42), (leg * 0.72, hip * 0.17, 0.07), (leg * 0.5, 0.05)),
        limb("paint", (kx, ky - 0.05, kz), foot, (leg * 0.72, leg * 0.8), (leg * 1.15, leg * 1.2)),
        limb("shade", *back, (leg * 0.5, 0.06), (leg * 0.7, 0.1)),
        *_foot_of(foot, leg),
    ]


def _bird_leg(build: Build, ahead: float) -> list[Solid]:
    hip, leg = build.hip, build.leg
    x = build.wide * 0.34
    kx, ky, kz = knee = (x * 1.1, hip * 0.56, -0.3 + ahead * 0.6)
    foot: Vec = (x * 1.2, 0.15, 0.06 + ahead)
    rod = ((kx, ky - 0.04, kz - leg * 0.36), (foot[0], foot[1] + 0.06, foot[2] - leg * 0.5))
    return [
        limb("paint", (x, hip + 0.05, 0.06), knee, (leg * 0.95, leg * 1.1), (leg * 0.7, leg * 0.8)),
        tube("metal", (kx - leg * 0.42, ky, kz), (kx + leg * 0.42, ky, kz), leg * 0.34, leg * 0.34, 8),
        limb("paint", knee, foot, (leg * 0.66, leg * 0.72), (leg * 0.95, leg)),
        limb("metal", *rod, (0.05, 0.05)),
        *_foot_of(foot, leg),
    ]


def _foot_of(foot: Vec, leg: float) -> list[Solid]:
    """A sole, two toes and a heel."""
    x, y, z = foot
    heel = ((x, y * 0.4, z - leg * 0.5), (x, y * 0.25, z - leg * 0.95))
    return [
        block("shade", (x, y * 0.45, z + leg * 0.05), (leg * 1.2, y * 0.9, leg * 1.2), (leg * 1.05, leg)),
        *(
            limb(
                "paint",
                (x + side * leg * 0.32, y * 0.5, z + leg * 0.5),
                (x + side * leg * 0.46, y * 0.28, z + leg * 1.25),
                (leg * 0.46, y * 0.9),
                (leg * 0.36, y * 0.5),
            )
            for side in (-1, 1)
        ),
        limb("metal", *heel, (leg * 0.5, y * 0.6), (leg * 0.34, y * 0.4)),
    ]


def _four_legs(build: Build) -> list[Solid]:
    hip, leg = build.hip, build.leg
    x = build.wide * 0.36

    def at(z: float) -> list[Solid]:
        return [
            limb(
                "paint", (x, hip, z * 0.7), (x * 1.5, hip * 0.62, z), (leg * 0.85, leg * 0.85), (leg * 0.65, leg * 0.65)
            ),
            tube("metal", (x * 1.3, hip * 0.63, z), (x * 1.7, hip * 0.63, z), leg * 0.34, leg * 0.34, 8),
            limb(
                "shade",
                (x * 1.5, hip * 0.64, z),
                (x * 1.55, 0.1, z * 1.25),
                (leg * 0.75, leg * 0.75),
                (leg * 0.6, leg * 0.6),
            ),
            block("paint", (x * 1.55, 0.07, z * 1.3), (leg * 1.15, 0.14, leg * 1.45), (leg * 0.8, leg)),
        ]

    return [*pair(*at(0.42)), *pair(*at(-0.42))]


def _arm_of(build: Build, traits: Traits, kind: str, *, low: bool, first: bool) -> list[Solid]:
    """A right arm: with a hand, a weapon in its place, or a box of missiles."""
    hip, wide, high, deep, arm = build.hip, build.wide, build.high, build.deep, build.arm
    x, y = wide * 0.5 + arm * 0.74, hip + 0.12 + high * 0.5 if low else hip + high * 0.94
    if kind == "rack":
        return _rack(build, x, y)
    raised = 0.1 if first else -0.04  # the one aims, the other hangs
    shoulder = (
        [limb("metal", (wide * 0.36, y, 0), (x, y, 0), (0.18, 0.18))]
        if low
        else [
            block("trim", (x, y + 0.08, 0), (arm * 1.5, arm * 1.1, deep * 0.8), (arm * 1.05, deep * 0.5)),
            limb("shade", (wide * 0.42, y - 0.02, 0), (x, y - 0.02, 0), (arm * 0.8, arm * 0.8)),
        ]
    )
    if kind == "gun":
        return [*shoulder, *_gun(build, traits, x, y, raised, low=low, first=first)]
    ex, ey, ez = elbow = (x * 1.08, y - high * 0.56, -0.06)
    wx, wy, wz = wrist = (x * 1.05, y - high * 0.64 + raised, 0.42)
    hand: Vec = (wx, wy, wz + arm * 0.34)
    barrel = (
        (wx + arm * 0.3, wy + arm * 0.5, wz - 0.3),
        (wx + arm * 0.3, wy + arm * 0.5, wz + 0.24 + traits.size * 0.04),
    )
    return [
        *shoulder,
        limb("paint", (x, y, 0), elbow, (arm * 0.82, arm * 0.9), (arm * 0.7, arm * 0.75)),
        tube("metal", (ex - arm * 0.45, ey, ez), (ex + arm * 0.45, ey, ez), arm * 0.34, arm * 0.34, 7),
        limb("paint", elbow, wrist, (arm * 0.9, arm * 0.95), (arm * 1.12, arm * 1.12)),
        block("shade", hand, (arm * 0.8, arm * 0.8, arm * 0.6), (arm * 0.7, arm * 0.5)),
        *(_hatchet(hand, high) if first and traits.melee else [tube("gun", *barrel, arm * 0.2, arm * 0.17, 6)]),
    ]


def _gun(build: Build, traits: Traits, x: float, y: float, raised: float, *, low: bool, first: bool) -> list[Solid]:
    high, deep, arm = build.high, build.deep, build.arm
    long = (0.72 if traits.cannon else 0.46) + traits.size * 0.06
    start: Vec = (x, y - 0.02, -deep * 0.45) if low else (x * 1.04, y - high * 0.42, -0.14)
    to: Vec = (x, y - 0.02, deep * 0.4) if low else (x * 1.05, y - high * 0.46 + raised, 0.42)

    def muzzle(dy: float, share: float, thick: float) -> list[Solid]:
        end = to[2] + long * share
        return [
            tube("gun", (to[0], to[1] + dy, to[2] - 0.04), (to[0], to[1] + dy, end), thick, thick * 0.85, 7),
            tube(
                "metal", (to[0], to[1] + dy, end - 0.09), (to[0], to[1] + dy, end + 0.02), thick * 1.25, thick * 1.2, 7
            ),
        ]

    upper = limb(
        "paint", (x, y, 0), (x * 1.04, y - high * 0.46, -0.04), (arm * 0.8, arm * 0.85), (arm * 0.66, arm * 0.7)
    )
    plate = ((start[0], start[1] + arm * 0.62, start[2] + 0.06), (to[0], to[1] + arm * 0.5, to[2] - 0.08))
    one = traits.cannon and first
    return [
        *(() if low else (upper,)),
        limb("paint", start, to, (arm * 1.15, arm * 1.3), (arm * 0.95, arm * 1.05)),
        limb("trim", *plate, (arm * 0.6, 0.06), (arm * 0.5, 0.05)),
        *(
            muzzle(0, 1, arm * 0.34)
            if one
            else muzzle(arm * 0.24, 1, arm * 0.2) + muzzle(-arm * 0.26, 0.66, arm * 0.17)
        ),
    ]


def _hatchet(hand: Vec, high: float) -> list[Solid]:
    x, y, z = hand
    return [
        limb("metal", (x, y - 0.1, z), (x + 0.03, y + high, z + 0.14), (0.07, 0.07)),
        limb(
            "glow",
            (x + 0.03, y + high * 0.72, z + 0.12),
            (x + 0.03, y + high * 1.14, z + 0.16),
            (0.06, 0.52),
            (0.06, 0.32),
        ),
    ]


def _rack(build: Build, x: float, y: float) -> list[Solid]:
    """A box of tubes in the place of an arm."""
    arm = build.arm
    w, h, d = arm * 1.7, arm * 1.6, build.deep * 1.1
    places = [(x + i * w, y + 0.06 + j * h) for i in (-0.26, 0.26) for j in (-0.26, 0.26)]
    return [
        limb("metal", (build.wide * 0.38, y, 0), (x, y, 0), (0.18, 0.18)),
        block("paint", (x, y + 0.06, 0), (w, h, d), (w * 0.86, d * 0.96)),
        block("trim", (x, y + 0.06 + h * 0.52, 0), (w * 0.6, 0.05, d * 0.7)),
        *(tube("gun", (i, j, d * 0.5), (i, j, d * 0.5 + 0.04), arm * 0.26, arm * 0.24, 6) for i, j in places),
    ]


def _carried(build: Build, traits: Traits) -> list[Solid]:
    """Launchers on the shoulders, jump jets on the back, dishes and long guns."""
    hip, wide, high, deep, size = build.hip, build.wide, build.high, build.deep, traits.size
    top = hip + 0.14 + high
    found: list[Solid] = []
    if traits.missiles:
        tone: Tone = "trim"
        pod = [
            block(tone, (wide * 0.36, top + 0.16, 0.02), (0.26 + size * 0.03, 0.24 + size * 0.02, 0.42)),
            block("gun", (wide * 0.36, top + 0.16, 0.25), (0.2 + size * 0.02, 0.17, 0.05)),
        ]
        found += pair(*pod) if traits.luck % 2 else pod
    if traits.jumps:
        jet = ((wide * 0.22, hip + high * 0.9, -deep * 0.55), (wide * 0.24, hip + high * 0.2, -deep * 0.66))
        found += pair(tube("metal", *jet, 0.09, 0.13, 6))
    if traits.sensors:
        found.append(tube("metal", (-wide * 0.34, top, -0.08), (-wide * 0.4, top + 0.55, -0.1), 0.02, 0.012, 4))
        dish = ((-wide * 0.2, top + 0.04, -0.14), (-wide * 0.2, top + 0.12, -0.05))
        found.append(tube("trim", *dish, 0.05, 0.13, 8))
    if traits.artillery or (traits.quad and not traits.missiles):
        found.append(tube("gun", (0.08, top + 0.06, -0.2), (0.08, top + 0.3, 0.85), 0.09, 0.07, 7))
    return found


def protos(traits: Traits) -> list[Solid]:
    """Several small ones on one base."""
    one = mech(traits._replace(size=1, luck=traits.luck + 1))
    return [piece for at in PLACES for piece in moved(one, at, 0.5)]
