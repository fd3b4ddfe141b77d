"""The table of what is between two dots, played."""

from crossings.between.probes import PROBES
from crossings.between.scenes import SCENES
from lancemate.field import lattice_terrain

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Every kind of terrain that a script may name."""
    return set(lattice_terrain.KINDS)
