"""The table of hurting, played."""

from crossings.hurt.probes import PROBES
from crossings.hurt.scenes import SCENES
from lancemate.battletroops import hooks
from lancemate.battletroops.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Everything that explodes."""
    rules.load()
    return set(hooks.explosions)
