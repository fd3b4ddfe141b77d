"""What a force does by its special command abilities, and what of it is remembered of the whole battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from lancemate.alphastrike.play.ids import RuleId, Sentence, SideId, Word
from lancemate.alphastrike.play.state import State
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


def proclaim(battle: Battle, key: Key[T], side: str, words: str, value: T) -> None:
    """Tell what a side does by a command ability, and keep it in the notes of the battle."""
    battle.emit(Commanded(side, words, key.name, key.checked(value), key.rule))
