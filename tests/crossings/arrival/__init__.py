"""The table of arrival, played."""

from crossings.arrival.probes import PROBES
from crossings.arrival.scenes import SCENES
from lancemate.alphastrike import hooks

__all__ = ["PROBES", "REGISTERED", "SCENES"]


def REGISTERED() -> set[str]:
    return set(hooks.arrivals)
