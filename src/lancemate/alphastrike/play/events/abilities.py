"""Abilities switched on and off, used up and rolled for."""

from __future__ import annotations

from typing import ClassVar

from lancemate.alphastrike.play.state import State
from lancemate.kernel.events import event


@event
class SwitchPlanned:
    """A switch announced for the coming End Phase."""

    type: ClassVar[str] = "toggle_planned"
    unit: str
    ability: str
    on: bool
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        others = tuple(switch for switch in unit.planned if switch[0] != self.ability)
        unit.planned = (*others, (self.ability, self.on))


@event
class Toggled:
    type: ClassVar[str] = "toggled"
    unit: str
    ability: str
    on: bool
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        code = frozenset({self.ability})
        unit.switched_off = unit.switched_off - code if self.on else unit.switched_off | code


@event
class AbilitySpent:
    type: ClassVar[str] = "ability_spent"
    unit: str
    ability: str
    rule: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.spent = unit.spent | {self.ability}


@event
class DieRolled:
    """A roll that no other event tells of."""

    type: ClassVar[str] = "roll"
    unit: str | None
    purpose: str
    roll: tuple[int, ...]
    result: str
    rule: str

    def apply(self, state: State) -> None:
        return None
