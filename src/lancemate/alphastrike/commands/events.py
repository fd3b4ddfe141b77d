"""What a force does by its special command abilities, and what of it is remembered of the whole battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from lancemate.alphastrike.play.events.placing import leaving_event, placing_event
from lancemate.alphastrike.play.ids import RuleId, Sentence, SideId, UnitId, Word
from lancemate.alphastrike.play.state import RESERVE, TABLE, State, comes_on_later, off_map
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event
from lancemate.kernel.memory import Key

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

T = TypeVar("T")


@event
class Commanded:
    """A command ability is used, or one of its effects begins; a note of the battle goes with it."""

    type: ClassVar[str] = "commanded"
    side: SideId
    words: Sentence
    key: Word
    value: JSON
    rule: RuleId

    def apply(self, state: State) -> None:
        state.notes = {**state.notes, self.key: self.value}


@event
class CommandRolled:
    """The dice of a command ability, and what came of them."""

    type: ClassVar[str] = "command_roll"
    side: SideId
    ability: Word
    roll: tuple[int, ...]
    result: Sentence
    rule: RuleId

    def apply(self, state: State) -> None:
        """What comes of them has events of its own."""


@leaving_event
class LeftForAWhile:
    """A unit goes on off the map; where it means to come back is its own affair."""

    type: ClassVar[str] = "off_map"
    unit: UnitId
    edge: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place = RESERVE
        unit.notes = {**unit.notes, **off_map.entry(True)}


@placing_event
class CameBack:
    """A unit that was off the map is on it again."""

    type: ClassVar[str] = "came_back"
    unit: UnitId
    at: tuple[float, float]
    facing: float
    elevation: float
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, (unit.x, unit.y) = TABLE, self.at
        unit.facing, unit.elevation = self.facing, self.elevation
        unit.notes = {**unit.notes, **off_map.entry(False)}


@event
class HeldBack:
    """A unit is kept off the map for now."""

    type: ClassVar[str] = "held_back"
    unit: UnitId
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.notes = {**unit.notes, **off_map.entry(True)}


@event
class ReadyToEnter:
    """A unit that was kept off the map may come on with its next move."""

    type: ClassVar[str] = "ready_to_enter"
    unit: UnitId
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.notes = {**unit.notes, **off_map.entry(False), **comes_on_later.entry(True)}


def proclaim(battle: Battle, key: Key[T], side: str, words: str, value: T) -> None:
    """Tell what a side does by a command ability, and keep it in the notes of the battle."""
    battle.emit(Commanded(side, words, key.name, key.checked(value), key.rule))
