"""Terrain features: a shape, a height, a name. Space only: no rule of any game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from lancemate.field import layout
from lancemate.field.errors import FieldError
from lancemate.field.hexgrid import Hexes
from lancemate.field.shapes import Line, Shape
from lancemate.kernel.values import frozen

RoleName: TypeAlias = Literal["flat", "hill", "solid", "woods", "veil", "water", "bridge", "hollow"]

ROLE_NUMBERS: Final[Mapping[str, int]] = {
    "flat": layout.FLAT,
    "hill": layout.HILL,
    "solid": layout.SOLID,
    "woods": layout.WOODS,
    "veil": layout.VEIL,
    "water": layout.WATER,
    "bridge": layout.BRIDGE,
    "hollow": layout.HOLLOW,
}

# What a kind is to the eye and the foot. Any other kind is a veil when it has a height, and flat otherwise.
KIND_ROLES: Final[Mapping[str, RoleName]] = {
    "hill": "hill",
    "building": "solid",
    "wall": "solid",
    "woods": "woods",
    "light_woods": "woods",
    "heavy_woods": "woods",
    "ultra_heavy_woods": "woods",
    "jungle": "woods",
    "light_jungle": "woods",
    "heavy_jungle": "woods",
    "ultra_heavy_jungle": "woods",
    "water": "water",
    "bridge": "bridge",
    "road": "flat",
    "pavement": "flat",
    "rough": "flat",
    "rubble": "flat",
    "ultra_rubble": "flat",
    "deep_snow": "flat",
    "gravel_piles": "hill",
    "hazardous_liquid_pool": "water",
    "heavy_industrial": "woods",
    "ice": "water",
    "magma_liquid": "water",
    "magma_crust": "flat",
    "mud": "flat",
    "sand": "flat",
    "swamp": "flat",
    "tundra": "flat",
    "quicksand": "flat",
    "planted_fields": "veil",
    "rail": "flat",
    "ultra_rough": "flat",
    "light_smoke": "veil",
    "heavy_smoke": "veil",
    "geyser": "veil",
    "emi": "flat",
    "fire": "flat",
    "fortified": "flat",
    "dug_in": "flat",
    "minefield": "flat",
    "illumination": "flat",
    "hollow": "hollow",
    "pit": "hollow",
}

# Height above the ground of a kind whose height is not given.
DEFAULT_HEIGHTS: Final[Mapping[str, float]] = {
    "woods": 2.0,
    "light_woods": 2.0,
    "heavy_woods": 2.0,
    "ultra_heavy_woods": 3.0,
    "jungle": 2.0,
    "light_jungle": 4.0,
    "heavy_jungle": 4.0,
    "ultra_heavy_jungle": 6.0,
    "heavy_industrial": 2.0,
    "planted_fields": 2.0,
    "light_smoke": 2.0,
    "heavy_smoke": 4.0,
    "geyser": 4.0,
}

# Depth below the surface of a kind whose depth is not given; of crust it is that of what lies under it.
DEFAULT_DEPTHS: Final[Mapping[str, float]] = {"ice": 1.0, "magma_liquid": 2.0, "magma_crust": 2.0}


@frozen
class Feature:
    """One piece of terrain. ``height`` is above what lies under it, ``depth`` below the surface of water."""

    id: str
    kind: str
    shape: Shape
    height: float = math.nan  # not given: the usual height of the kind
    depth: float = 0.0
    properties: Mapping[str, str | float] = field(default_factory=dict)
    role_name: str = field(init=False, repr=False, compare=False)  # what it is to the eye and the foot
    role: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if math.isnan(self.height):
            object.__setattr__(self, "height", DEFAULT_HEIGHTS.get(self.kind, 0.0))
        object.__setattr__(self, "properties", MappingProxyType(dict(self.properties)))
        if problem := self.shape.fault():
            raise FieldError(f"terrain {self.id!r}: {problem}")
        for name, far in (("height", self.height), ("depth", self.depth)):
            sinkhole = name == "height" and self.kind == "hill"
            if not math.isfinite(far) or (far < 0.0 and not sinkhole):
                raise FieldError(f"terrain {self.id!r}: its {name} must be 0 or more, not {far:g}")
        # Its properties may say otherwise than its kind does.
        usual = KIND_ROLES.get(self.kind, "veil" if self.height > 0.0 else "flat")
        if self.kind == "hill" and self.height < 0.0 and not isinstance(self.shape, Hexes):
            usual = "hollow"  # ground that has sunk
            object.__setattr__(self, "depth", -self.height)
        role = str(self.properties.get("role", usual))
        if role not in ROLE_NUMBERS:
            raise FieldError(f"terrain {self.id!r}: there is no role {role!r}")
        object.__setattr__(self, "role_name", role)
        object.__setattr__(self, "role", ROLE_NUMBERS[role])

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[type[Feature], tuple[object, ...]]:
        return Feature, (self.id, self.kind, self.shape, self.height, self.depth, dict(self.properties))

    @property
    def solid(self) -> bool:
        """Whether it hides what stands behind it."""
        return self.role in (layout.HILL, layout.SOLID)


def shape_of(by_id: Mapping[str, Feature], name: str) -> Shape:
    """The shape of a piece of terrain, or of one section of it (``rail1/3``)."""
    found = by_id.get(name)
    if found is not None:
        return found.shape
    whole, _, number = name.rpartition("/")
    line = by_id[whole].shape if whole in by_id else None
    if not isinstance(line, Line) or not number.isdecimal() or not 1 <= int(number) <= line.sections:
        raise FieldError(f"there is no terrain {name!r}")
    return line.section(int(number))
