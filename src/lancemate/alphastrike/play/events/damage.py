"""Points marked, critical and motive rolls, wounds and when they are felt, destruction."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from lancemate.alphastrike.play.events.placing import leaving_event
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, Sentence, UnitId, Word
from lancemate.alphastrike.play.state import GONE, State
from lancemate.kernel.events import event


@event
class DamageMarked:
    """Points marked off armor and structure; what is left follows."""

    type: ClassVar[str] = "damage"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    armor: int
    structure: int
    armor_left: int
    structure_left: int
    cause: Word
    rule: RuleId = "AS-DMG-026"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.armor, unit.structure = self.armor_left, self.structure_left


@event
class CriticalRolled:
    type: ClassVar[str] = "critical"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    cause: Word
    roll: tuple[int, ...]
    result: Word
    modifiers: tuple[Modifier, ...] = ()
    rule: RuleId = "AS-DMG-033"

    def apply(self, state: State) -> None:
        return None


@event
class CriticalCancelled:
    type: ClassVar[str] = "critical_cancelled"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    cause: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        return None


@event
class MotiveRolled:
    type: ClassVar[str] = "motive"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    roll: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    result: Word
    rule: RuleId = "AS-DMG-053"

    def apply(self, state: State) -> None:
        return None


@event
class Wounded:
    """A lasting effect has been suffered; it is felt from the End Phase on, or at once."""

    type: ClassVar[str] = "wounded"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    effect: Word
    at_once: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.at_once:
            unit.wounds = (*unit.wounds, self.effect)
        else:
            unit.fresh = (*unit.fresh, self.effect)


@event
class EffectsFelt:
    """End Phase: what was suffered this turn begins to count."""

    type: ClassVar[str] = "effects"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    effects: tuple[Word, ...]
    rule: RuleId = "AS-INT-061"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.wounds = (*unit.wounds, *self.effects)
        unit.fresh, unit.felt = (), self.effects


@event
class Stunned:
    type: ClassVar[str] = "stunned"
    unit: UnitId
    stunned: bool
    rule: RuleId = "AS-DMG-044"

    def apply(self, state: State) -> None:
        state.units[self.unit].stunned = self.stunned


@event
class Doomed:
    """Marked as destroyed; it leaves the table in the End Phase."""

    type: ClassVar[str] = "doomed"
    unit: UnitId
    reason: Sentence
    rule: RuleId
    carrier: UnitId | None = field(default=None, metadata={"hidden": True})  # that it was aboard

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if unit.doomed is None:
            unit.doomed = self.reason


@leaving_event
class Destroyed:
    type: ClassVar[str] = "destroyed"
    unit: UnitId
    reason: Sentence
    rule: RuleId
    carrier: UnitId | None = field(default=None, metadata={"hidden": True})  # that it was aboard

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.fell = unit.on_table
        unit.destroyed, unit.place, unit.aboard, unit.riding = True, GONE, None, False
