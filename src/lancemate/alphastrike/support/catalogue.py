"""What support there is and what it costs (pp. 54-55): the levels players agree on, and the Battlefield Support Table.

Knows the tables; must not know what any of it does.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched, Table

STRIKE, BOMBING, STRAFING, COVER, ARTILLERY, MINEFIELD = range(6)
FROM_THE_AIR: Final = (STRIKE, BOMBING, STRAFING)  # what air cover may turn away
AIMED: Final = (*FROM_THE_AIR, ARTILLERY)  # what is used in the Combat Phase

LEVELS: Final = rules.table(
    "AS-BAT-001", {"extraction_raid": 5, "objective_raid": 12, "diversionary_raid": 20, "planetary_assault": 35}
)


class Row(NamedTuple):
    """A line of the table: target number, damage, damage in the outer area, cost."""

    number: int
    damage: int
    outer: int
    cost: float


TYPES: Final = rules.table(
    "AS-BAT-003",
    {
        "light_strike": Row(5, 1, 0, 2),
        "light_bombing": Row(5, 1, 0, 3),
        "heavy_strike": Row(6, 2, 0, 3),
        "heavy_bombing": Row(7, 2, 0, 4),
        "strafing": Row(7, 2, 0, 5),
        "light_air_cover": Row(0, 0, 0, 1),
        "heavy_air_cover": Row(0, 0, 0, 2),
        "thumper": Row(7, 1, 0, 2),
        "sniper": Row(8, 2, 0, 3),
        "long_tom": Row(9, 3, 1, 5),
        "light_minefield": Row(9, 1, 0, 0.5),
        "medium_minefield": Row(8, 2, 0, 2),
        "heavy_minefield": Row(7, 3, 0, 4),
    },
)

# What each kind of air cover needs against each attack.
COVER_NUMBERS: Final[Table[dict[str, dict[str, int]]]] = rules.table(
    "AS-BAT-003",
    {
        "light_air_cover": {
            "light_strike": 3,
            "light_bombing": 4,
            "heavy_strike": 9,
            "strafing": 11,
            "heavy_bombing": 11,
        },
        "heavy_air_cover": {
            "light_strike": 9,
            "light_bombing": 9,
            "heavy_strike": 5,
            "strafing": 6,
            "heavy_bombing": 6,
        },
    },
)

FAMILIES: Final = {
    "light_strike": STRIKE,
    "light_bombing": BOMBING,
    "heavy_strike": STRIKE,
    "heavy_bombing": BOMBING,
    "strafing": STRAFING,
    "light_air_cover": COVER,
    "heavy_air_cover": COVER,
    "thumper": ARTILLERY,
    "sniper": ARTILLERY,
    "long_tom": ARTILLERY,
    "light_minefield": MINEFIELD,
    "medium_minefield": MINEFIELD,
    "heavy_minefield": MINEFIELD,
}

PROPER_NAMES: Final = {"long_tom": "Long Tom", "thumper": "Thumper", "sniper": "Sniper"}


def words_of(kind: str) -> str:
    """What players call it: ``light strike``."""
    return PROPER_NAMES.get(kind) or kind.replace("_", " ")


def title_of(kind: str) -> str:
    """The same as the first words of a line."""
    words = words_of(kind)
    return words[:1].upper() + words[1:]


def cost_of(by: Switched, kind: str) -> float:
    return TYPES.of(by)[kind].cost
