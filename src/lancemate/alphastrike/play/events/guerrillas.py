"""A unit that joins a battle in the middle of it (p. 101)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.state import TABLE, State, Unit
from lancemate.kernel.events import event


@event
class GuerrillasJoined:
    """Men out of the houses around have joined a unit: one more unit of infantry stands there from now on."""

    type: ClassVar[str] = "joined"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("skill",)}
    unit: UnitId
    joined: UnitId
    at: tuple[float, float]
    elevation: float
    skill: int
    move: Word
    damage: Word
    armor: int
    structure: int
    radius: float
    height: float
    rule: RuleId = "AS-SPA-079"

    def apply(self, state: State) -> None:
        leader = state.units[self.unit]
        data: dict[str, object] = {"name": "Guerrillas", "type": "CI", "size": 1, "move": self.move, "tmm": 0}
        data |= {"damage": self.damage, "armor": self.armor, "structure": self.structure}
        card = card_from_data(data)
        state.units[self.joined] = Unit(
            id=self.joined,
            side=leader.side,
            card=card,
            skill=self.skill,
            radius=self.radius,
            height=self.height,
            armor=card.armor,
            structure=card.structure,
            place=TABLE,
            x=self.at[0],
            y=self.at[1],
            facing=leader.facing,
            elevation=self.elevation,
        )
