"""The table of attacks, played."""

from crossings.attack.probes import PROBES
from crossings.attack.scenes import SCENES
from lancemate.alphastrike.hooks import attack_kinds
from lancemate.alphastrike.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Every kind of attack there is."""
    rules.load()
    return set(attack_kinds)
