"""The card of a crew that takes up arms (p. 68). Knows what is printed, nothing else."""

from __future__ import annotations

from functools import cache
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import Damage
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table

CREW: Final[Table[dict[str, str]]] = rules.table(
    "AS-SPC-085", {"move": '2"f', "damage": "1/1/0", "armor": "2", "structure": "1"}
)


@cache
def crew_card(move: str, damage: str, armor: int, structure: int) -> Card:
    """Foot infantry, a few men strong."""
    return Card("Crew", "CI", 1, Move.parse(move, infantry=True), Damage.parse(damage), armor, structure)
