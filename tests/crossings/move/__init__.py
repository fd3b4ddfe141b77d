"""The table of moving, played."""

from crossings.move.probes import PROBES
from crossings.move.scenes import SCENES
from lancemate.battletroops.movement.arriving import WAYS
from lancemate.battletroops.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Every way to come to a dot that the program knows."""
    rules.load()
    return set(WAYS)
