"""The chassis of a unit and its variant: two halves of a name. A spectator sees the first, the card says the second."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card

DESIGNATION: Final = re.compile(r"(?=.*\d)(?=.*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*")  # as in BLR-1G


def chassis_of(card: Card) -> str:
    """The chassis alone; where the card does not name it, its name without what designates the variant."""
    if card.chassis:
        return card.chassis
    plain = card.name.replace(card.model, "") if card.model else card.name
    words = [word for word in plain.split() if not DESIGNATION.fullmatch(word)]
    return " ".join(words) or card.name


def model_of(card: Card) -> str:
    """The variant; where the card does not name it, whatever of its name is not the chassis."""
    if card.model:
        return card.model
    return " ".join(word for word in card.name.split() if word not in chassis_of(card).split())
