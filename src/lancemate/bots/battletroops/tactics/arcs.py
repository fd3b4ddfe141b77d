"""The best arc for every spot a man may come to, all of them weighed at once.

Points are lethal ones to be expected. Must not know what else a spot is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from lancemate.battletroops.asking.ways import Spot
from lancemate.bots.battletroops.tactics.odds import BURSTS
from lancemate.field.lattice import Dot, bearing
from lancemate.field.layout import Floats

OTHERS: Final = 0.35  # of what a second target in an arc is worth to one who fires once
LOOKOUT: Final = 0.25  # points for a hidden enemy in whose direction one watches
WIDER: Final = 0.02  # for every MP of an arc
DIGITS: Final = 9  # sums of floats may differ in what follows


class BestArc(NamedTuple):
    """What an arc of one size is worth, towards which of the aims."""

    size: int
    gain: float
    aim: int


def best_arcs(
    spots: Sequence[Spot], aims: Sequence[Dot], worth: Floats, widths: dict[int, float], *, bursts: bool
) -> list[list[BestArc]]:
    """For each spot the best direction of every size. ``worth`` is that of a shot from each spot at each aim."""
    if not aims or not spots or not widths:
        return [[] for _ in spots]
    turned = np.array([[bearing(spot[0], aim) for aim in aims] for spot in spots])
    apart = np.array([[spot[0] != aim for aim in aims] for spot in spots])
    off = np.abs(turned[:, :, None] - turned[:, None, :])
    off = np.minimum(off, 360.0 - off)
    both = apart[:, :, None] & apart[:, None, :]
    unseen = (worth == 0.0)[:, None, :]
    found: list[list[BestArc]] = [[] for _ in spots]
    for size, width in widths.items():
        inside = (off <= width / 2) & both
        hits = np.where(inside, worth[:, None, :], 0.0)
        total = hits.sum(axis=2)
        if bursts:
            gain = BURSTS * total
        else:
            top = hits.max(axis=2)
            gain = top + OTHERS * (total - top)
        gain += LOOKOUT * (inside & unseen).sum(axis=2) + WIDER * size
        gain = np.where(apart, gain, 0.0).round(DIGITS)
        for number, aim in enumerate(gain.argmax(axis=1).tolist()):
            found[number].append(BestArc(size, float(gain[number, aim]), aim))
    return found
