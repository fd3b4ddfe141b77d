"""The table of machines under fire, played."""

from crossings.dents.probes import PROBES
from crossings.dents.scenes import SCENES
from lancemate.battletroops.damage.causes import CAUSES
from lancemate.battletroops.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """What harms and is no weapon, so far as it harms machines."""
    rules.load()
    return set(CAUSES)
