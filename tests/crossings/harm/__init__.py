"""The table of harm, played."""

from crossings.harm.probes import PROBES
from crossings.harm.scenes import SCENES
from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import CAUSES
from lancemate.alphastrike.play import traits
from lancemate.alphastrike.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]

HARMLESS = {traits.DEED, traits.DEVICE}


def REGISTERED() -> set[str]:
    """All causes of harm, and the kinds of attack that do any."""
    rules.load()
    return {*CAUSES, *(name for name, kind in hooks.attack_kinds.items() if not HARMLESS & kind.traits)}
