"""The table of who may fire, played."""

from crossings.aim import REGISTERED
from crossings.aim.scenes import SCENES
from crossings.shots.probes import PROBES

__all__ = ["PROBES", "REGISTERED", "SCENES"]
