"""How high units are on hex maps (p. 69): levels above the hex they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched, Table

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card

HEIGHTS: Final[Table[dict[str, float]]] = rules.table(
    "AS-HEX-021",
    {
        "mech": 2.0,
        "superheavy": 3.0,
        "protomech": 1.0,
        "vehicle": 1.0,
        "infantry": 1.0,
        "battle_armor": 1.0,
        "fighter": 1.0,
        "submarine": 1.0,
        "large_vehicle": 2.0,
        "small_craft": 2.0,
        "very_large": 3.0,
        "super_large": 4.0,
        "aerodyne_dropship": 5.0,
        "spheroid_dropship": 10.0,
        "mobile_structure": 2.0,
    },
)
AIRBORNE_LARGE: Final = 2.0


def hex_height(by: Switched, card: Card) -> float:
    """The height of a card's unit."""
    if card.height is not None:
        return card.height
    listed = HEIGHTS.of(by)[card.base_kind]
    return afloat_or_aloft(by, card, listed)


@rules.rule("AS-HEX-022", otherwise=lambda by, card, listed: listed)
def afloat_or_aloft(by: Switched, card: Card, listed: float) -> float:
    """Vessels rise one level above the water, however large; what flies is one level high, large ones two."""
    if card.is_naval:
        return min(listed, 1.0)
    if card.move.primary in ("v", "g"):
        return AIRBORNE_LARGE if card.is_large else min(listed, 1.0)
    return listed
