"""The table of aiming, played."""

from crossings.aim import scenes
from crossings.aim.probes import PROBES
from lancemate.battletroops import hooks
from lancemate.battletroops.ruleset import rules

__all__ = ["PROBES", "REGISTERED", "SCENES"]

SCENES = {name: scene for name, scene in scenes.SCENES.items() if scenes.WAYS[name].rolls}


def REGISTERED() -> set[str]:
    """Who may fire in reaction, and every kind of attack that is an order."""
    rules.load()
    return {*hooks.unit_kinds, *hooks.attack_kinds}
