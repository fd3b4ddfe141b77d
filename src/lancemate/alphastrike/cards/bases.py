"""How big the bodies of units are: base diameters and heights by unit kind, in inches. Must not know cards."""

from __future__ import annotations

from math import pi, sqrt
from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched, Table

# Practical volumes, height and diameter.
PRACTICAL_SIZES: Final[Table[dict[str, dict[str, float]]]] = rules.table(
    "AS-OPT-511",
    {
        "mech": {"height": 2.0, "diameter": 1.25},
        "superheavy_mech": {"height": 3.0, "diameter": 1.5},
        "protomech": {"height": 1.0, "diameter": 1.0},
        "infantry": {"height": 1.0, "diameter": 1.25},
        "vehicle": {"height": 1.0, "diameter": 1.25},
        "fighter": {"height": 1.0, "diameter": 1.25},
    },
)

# Boxes (length, width, height) and round hulls (diameter, height) of units without a miniature.
UNCOMMON_SIZES: Final[Table[dict[str, dict[str, float]]]] = rules.table(
    "AS-OPT-512",
    {
        "airship_large": {"length": 4.0, "width": 1.5, "height": 1.5},
        "airship_very_large": {"length": 6.0, "width": 2.5, "height": 2.5},
        "airship_super_large": {"length": 9.0, "width": 3.5, "height": 3.5},
        "naval_large": {"length": 6.0, "width": 2.0, "height": 5.0},
        "naval_very_large": {"length": 12.0, "width": 3.0, "height": 7.0},
        "naval_super_large": {"length": 18.0, "width": 4.0, "height": 10.0},
        "small_craft_aerodyne": {"length": 3.0, "width": 2.5, "height": 2.0},
        "small_craft_spheroid": {"diameter": 2.0, "height": 3.0},
        "dropship_aerodyne_1": {"length": 5.0, "width": 4.0, "height": 3.0},
        "dropship_aerodyne_2": {"length": 8.0, "width": 6.0, "height": 5.0},
        "dropship_aerodyne_3": {"length": 12.0, "width": 8.0, "height": 7.0},
        "dropship_spheroid_1": {"diameter": 4.0, "height": 6.0},
        "dropship_spheroid_2": {"diameter": 8.0, "height": 10.0},
        "dropship_spheroid_3": {"diameter": 12.0, "height": 14.0},
    },
)

# Heights for sight and submersion.
HEIGHTS: Final[Table[dict[str, float]]] = rules.table(
    "AS-OPT-314",
    {
        "mech": 2.0,
        "superheavy_mech": 3.0,
        "protomech": 1.0,
        "vehicle": 1.0,
        "infantry": 1.0,
        "fighter": 1.0,
        "submarine": 1.0,
        "large": 2.0,
        "small_craft": 2.0,
        "very_large": 3.0,
        "super_large": 4.0,
        "dropship_aerodyne": 5.0,
        "dropship_spheroid": 10.0,
    },
)

# Footprints. The book gives none for large vehicles on land: they take those of airships of the same class.
DIAMETERS: Final[Table[dict[str, float]]] = rules.table(
    "AS-INT-006",
    {
        **{kind: size["diameter"] for kind, size in PRACTICAL_SIZES.book.items()},
        "submarine": PRACTICAL_SIZES.book["vehicle"]["diameter"],
    },
)
LAND_HULLS: Final = {"large": "airship_large", "very_large": "airship_very_large", "super_large": "airship_super_large"}


# The circle that a unit with one of these abilities covers at least, in inches across.
FOOTPRINTS: Final = rules.table("AS-SPC-104", {"LG": 2.0, "VLG": 4.0, "SLG": 6.0})
rules.also("AS-SPC-153", FOOTPRINTS)
rules.also("AS-SPC-166", FOOTPRINTS)


class Base(NamedTuple):
    """A unit's body: a round footprint and a height."""

    diameter: float
    height: float

    @property
    def radius(self) -> float:
        return self.diameter / 2.0


def base_of(by: Switched, kind: str) -> Base:
    """The body of a kind of unit, such as ``mech``, ``large`` or ``dropship_spheroid_2``."""
    return Base(_diameter(by, kind), _height(by, kind))


def practical_base_of(by: Switched, kind: str) -> Base:
    """The same with the heights of the practical line-of-sight tables, where they have their own."""
    own = PRACTICAL_SIZES.of(by).get(kind) or UNCOMMON_SIZES.of(by).get(kind)
    return Base(_diameter(by, kind), own["height"] if own else _height(by, kind))


def _diameter(by: Switched, kind: str) -> float:
    if kind in DIAMETERS.of(by):
        return DIAMETERS.of(by)[kind]
    size = UNCOMMON_SIZES.of(by)[LAND_HULLS.get(kind, kind)]
    # A box becomes the circle of the same area, since every base is round here.
    return size["diameter"] if "diameter" in size else 2.0 * sqrt(size["length"] * size["width"] / pi)


def _height(by: Switched, kind: str) -> float:
    """The height listed for the kind, or for the longest class its name contains."""
    if kind in HEIGHTS.of(by):
        return HEIGHTS.of(by)[kind]
    classes = [name for name in HEIGHTS.of(by) if name in kind]
    if not classes:
        raise KeyError(kind)
    return HEIGHTS.of(by)[max(classes, key=len)]
