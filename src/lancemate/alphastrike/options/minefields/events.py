"""What happens with minefields."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, TerrainId, UnitId, Word
from lancemate.alphastrike.play.state import State
from lancemate.field.shapes import Point
from lancemate.kernel.events import event


@event
class MinesTested:
    """A unit has come into a minefield, or jumped over it: the roll of whether that goes off."""

    type: ClassVar[str] = "mines_tested"
    feature: TerrainId
    unit: UnitId
    mines: Word
    density: int
    target_number: int
    modifiers: tuple[Modifier, ...]  # of the roll
    roll: tuple[int, ...]
    goes_off: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        return None

    def under(self, name: str) -> MinesTested:
        """The same, of a field that goes by another name now."""
        return replace(self, feature=name)


@event
class MinesWentOff:
    """A minefield explodes under all who are in it; by command of a unit, or because one has come into it."""

    type: ClassVar[str] = "mines_went_off"
    feature: TerrainId
    at: Point
    mines: Word
    density: int
    left: int
    by_command: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        return None
