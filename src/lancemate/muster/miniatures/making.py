"""The miniature of a card, for paper: the same solids as the page makes (web/src/miniatures), which a test sees to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from lancemate.muster.miniatures.craft import aerodyne, fighter, spheroid
from lancemate.muster.miniatures.mechs import mech, protos
from lancemate.muster.miniatures.solids import Solid
from lancemate.muster.miniatures.standing import armored, fort, infantry, section
from lancemate.muster.miniatures.traits import Traits
from lancemate.muster.miniatures.vehicles import vehicle

MAKERS: Final[dict[str, Callable[[Traits], list[Solid]]]] = {
    "mech": mech,
    "proto": protos,
    "vehicle": vehicle,
    "infantry": infantry,
    "armor": armored,
    "fighter": fighter,
    "aerodyne": aerodyne,
    "spheroid": spheroid,
    "fort": fort,
    "structure": section,
}


@lru_cache(maxsize=256)
def miniature_of(traits: Traits) -> tuple[Solid, ...]:
    """Solids over a base of radius 1 that looks along z."""
    return tuple(MAKERS[traits.kind](traits))
