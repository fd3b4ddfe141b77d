"""Abilities switched on and off, used up and rolled for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, Sentence, UnitId, Word
from lancemate.alphastrike.play.state import State
from lancemate.kernel.events import event


@event
class SwitchPlanned:
    """A switch announced for the coming End Phase."""

    type: ClassVar[str] = "toggle_planned"
    unit: UnitId
    ability: Word
    on: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        turned = self.ability.partition(":")[0]
        others = tuple(switch for switch in unit.planned if switch[0].partition(":")[0] != turned)
        unit.planned = (*others, (self.ability, self.on))


@event
class Toggled:
    type: ClassVar[str] = "toggled"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    ability: Word
    on: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        code = frozenset({self.ability})
        unit.switched_off = unit.switched_off - code if self.on else unit.switched_off | code


@event
class AbilitySpent:
    type: ClassVar[str] = "ability_spent"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    ability: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.spent = unit.spent | {self.ability}


@event
class ArmorMended:
    """Armor that a unit has got back."""

    type: ClassVar[str] = "armor_mended"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    armor: int
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].armor += self.armor


@event
class DeviceWorked:
    """What a beacon, a taser or the like did to the unit it hit: the dice, if any were thrown, and what came of it."""

    type: ClassVar[str] = "device"
    on_sheet: ClassVar[bool] = True
    attacker: UnitId
    unit: UnitId
    using: Word
    roll: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    result: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        return None


@event
class Detonated:
    """A unit has blown itself up, in the place of an attack."""

    type: ClassVar[str] = "detonated"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    at: tuple[float, float]
    damage: int
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.attacks = (*unit.attacks, "detonate")


@event
class DieRolled:
    """A roll that no other event tells of. A number that has a Skill in it stands apart from the sentences."""

    type: ClassVar[str] = "roll"
    on_sheet: ClassVar[bool] = True
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("target_number",)}
    unit: UnitId | None
    purpose: Sentence
    roll: tuple[int, ...]
    result: Sentence
    rule: RuleId
    others: tuple[UnitId, ...] = field(default=(), metadata={"sparse": True})  # of whom the sentences speak besides
    target_number: int = field(default=0, metadata={"sparse": True})  # where the unit's Skill is in it

    def apply(self, state: State) -> None:
        return None
