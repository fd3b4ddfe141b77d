"""Body armour: how many blocks it covers and what it weighs (p. 18)."""

from __future__ import annotations

from lancemate.battletroops.ruleset import rules

ARMOR = rules.table(
    "BT-WPN-006",
    {
        "Helmet": {"blocks": 0, "mp": 0},
        "Flak Vest": {"blocks": 2, "mp": -1},
        "Flak Body Suit": {"blocks": 4, "mp": -2},
        "Combat Armor": {"blocks": 6, "mp": -3},
    },
)
