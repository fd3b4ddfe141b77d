"""Water around a unit: how deep it is there, how deep the unit is in it, how much of the unit it covers.

Knows levels only; must not know how units move through water (movement/) or fight in it (sight, tohit).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

Submersion: TypeAlias = Literal["none", "partial", "complete"]

TINY: Final = 1e-6
MAGMA: Final = "magma_liquid"


def depth_of(features: Iterable[Feature]) -> float | None:
    """The depth of the water where these features lie on one another, or None: a later hill or hollow ends it."""
    depth = None
    for feature in features:
        role = feature.role_name
        if role == "water":
            depth = feature.depth
        elif role in ("hill", "hollow"):
            depth = None
    return depth


def water_at(battle: Battle, x: float, y: float) -> float | None:
    """The depth of the water at a point, or None where there is none. Depth 0 is water."""
    table = battle.state.table
    return depth_of(table.features_touched(x, y, 0.0)) if table.has_water else None


def water_depth(battle: Battle, unit: Unit) -> float:
    """The depth of the water at a unit's place, whether it is in it, on it or above it; 0 where there is none."""
    return water_at(battle, unit.x, unit.y) or 0.0


def own_depth(battle: Battle, unit: Unit) -> float:
    """How far the unit's lowest part is below the surface of the water; 0 on the surface, on a bridge or on land."""
    table = battle.state.table
    if unit.elevation >= table.highest_water or unit.elevation >= table.surface(unit.x, unit.y):
        return 0.0
    depth = water_at(battle, unit.x, unit.y)
    if not depth:
        return 0.0
    below = table.ground(unit.x, unit.y) + depth - unit.elevation
    return below if below > TINY else 0.0


@rules.rule("AS-COM-019", "AS-MOV-031", otherwise="none")
def submersion(battle: Battle, unit: Unit) -> Submersion:
    """Completely under water from its own height on, partially from a depth of 1."""
    below = own_depth(battle, unit)
    if below < 1.0 - TINY:
        return "none"
    return "complete" if below >= unit.height - TINY else "partial"


def is_underwater(battle: Battle, unit: Unit) -> bool:
    return submersion(battle, unit) == "complete"


def is_molten(battle: Battle, unit: Unit) -> bool:
    """What is around a unit there is magma, and no water at all."""
    wet = None
    for feature in battle.state.table.features_at(unit.x, unit.y):
        if feature.role_name in ("water", "hill"):
            wet = feature
    return wet is not None and wet.kind == MAGMA


def is_flooded(battle: Battle, unit: Unit) -> bool:
    """Under water that comes in where it can: magma does not."""
    return is_underwater(battle, unit) and not is_molten(battle, unit)
