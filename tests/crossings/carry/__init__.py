"""The table of what is carried, played."""

from crossings.carry.probes import PROBES
from crossings.carry.scenes import SCENES
from lancemate.battletroops import hooks
from lancemate.battletroops.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Everything that somebody may do on the spot."""
    rules.load()
    return set(hooks.deeds)
