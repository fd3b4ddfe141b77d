"""How armies are organised (p. 25): the smallest group of each faction and what larger ones are made of."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table

GROUP_SIZES: Final = rules.table("AS-INT-014", {"lance": 4, "Star": 5, "Level II": 6})

LARGER_GROUPS: Final[Table[dict[str, tuple[str, int, int]]]] = rules.table(
    "AS-INT-014",
    {
        "company": ("lance", 3, 3),
        "battalion": ("company", 3, 3),
        "regiment": ("battalion", 3, 3),
        "Binary": ("Star", 2, 2),
        "Trinary": ("Star", 3, 3),
        "Cluster": ("Binary or Trinary", 3, 5),
        "Galaxy": ("Cluster", 3, 5),
    },
)


def units_in(group: str) -> int:
    """How many units a group of the Inner Sphere or the Clans has at full strength, counted down to its base groups."""
    if group in GROUP_SIZES.of(rules):
        return GROUP_SIZES.of(rules)[group]
    part, count, _ = LARGER_GROUPS.of(rules)[group]
    return count * units_in("Trinary" if part == "Binary or Trinary" else part)
