"""What happens to single sections of mobile structures."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.state import Section, State, Unit
from lancemate.kernel.events import event


def _replaced(unit: Unit, section: Section) -> tuple[Section, ...]:
    return tuple([section if one.name == section.name else one for one in unit.sections])


def _one(unit: Unit, name: str) -> Section:
    return next(one for one in unit.sections if one.name == name)


@event
class SectionDamaged:
    """Points marked off one section; what is left of it follows. The whole has what all of them have together."""

    type: ClassVar[str] = "section_damage"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    section: Word
    armor: int
    structure: int
    armor_left: int
    structure_left: int
    cause: Word
    rule: RuleId = "AS-BAT-130"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        old = _one(unit, self.section)
        unit.sections = _replaced(unit, replace(old, armor=self.armor_left, structure=self.structure_left))
        unit.armor, unit.structure = unit.armor - self.armor, unit.structure - self.structure


@event
class SectionCritical:
    """A roll on the table of mobile structures."""

    type: ClassVar[str] = "section_critical"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    section: Word
    cause: Word
    roll: tuple[int, ...]
    result: Word
    rule: RuleId = "AS-BAT-131"

    def apply(self, state: State) -> None:
        return None


@event
class SectionWounded:
    """A section has suffered an effect; it is felt from the End Phase on, or at once."""

    type: ClassVar[str] = "section_wounded"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    section: Word
    effect: Word
    at_once: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        old = _one(unit, self.section)
        if self.at_once:
            new = replace(old, wounds=(*old.wounds, self.effect))
        else:
            new = replace(old, fresh=(*old.fresh, self.effect))
        unit.sections = _replaced(unit, new)


@event
class SectionFelt:
    """End Phase: what a section suffered this turn begins to count, what it has got over is gone."""

    type: ClassVar[str] = "section_effects"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    section: Word
    effects: tuple[Word, ...]
    over: tuple[Word, ...]
    lost: bool
    rule: RuleId = "AS-BAT-132"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        old = _one(unit, self.section)
        kept = tuple([wound for wound in old.wounds if wound not in self.over])
        new = replace(old, wounds=(*kept, *self.effects), fresh=(), lost=self.lost)
        unit.sections = _replaced(unit, new)
