"""Probes (pp. 61, 158) that reach 12, 16 and 24 inches for whatever the book gives 18 and 26 elsewhere."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.abilities.probes import PROBE_RANGES
from lancemate.alphastrike.ruleset import rules

OPTION: Final = rules.option(
    "probes_reach_16",
    "AS-SPC-066",
    "active probes reach 16 inches and Bloodhounds 24, in whatever they do but find hidden units",
    title="Probes reach 16 and 24 inches",
)
LIKE_SIGHT: Final = ("ability", "sight", "blips", "record sheets")
rules.table(
    "AS-SPC-066",
    {**PROBE_RANGES.book, **dict.fromkeys(LIKE_SIGHT, PROBE_RANGES.book["sight"])},
    when=OPTION,
    replaces=PROBE_RANGES,
)
