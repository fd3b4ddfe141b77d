"""The table of measure, played."""

from crossings.measure.probes import PROBES
from crossings.measure.scenes import SCENES

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    return set(SCENES)
