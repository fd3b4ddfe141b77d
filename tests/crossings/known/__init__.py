"""The table of what is known, played."""

from crossings.known.probes import PROBES
from crossings.known.scenes import SCENES

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Nothing is registered of what players may ask."""
    return set(SCENES)
