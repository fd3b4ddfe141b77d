"""The table of movement points, played."""

from crossings.points.probes import PROBES
from crossings.points.scenes import SCENES

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    """Parts of an allowance are rules: the hook of the table has them."""
    return set(SCENES)
