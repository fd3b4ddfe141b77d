"""Shots, blows, throws, and what explodes."""

from __future__ import annotations

from typing import ClassVar, Final

from lancemate.battletroops.play.load import use_up
from lancemate.battletroops.play.state import Explosive, State
from lancemate.field.lattice import Dot
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class ShotFired:
    type: ClassVar[str] = "shot"
    unit: UnitId
    target: UnitId
    using: Word
    distance: int
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    automatic: bool

    def apply(self, state: State) -> None:
        if not self.automatic:
            state.units[self.unit].fired = True


@event
class ArcRemoved:
    type: ClassVar[str] = "arc_removed"
    unit: UnitId
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].arc = None


@event
class Announced:
    """A hand-to-hand attack is announced: it is made when the target's side begins to move."""

    type: ClassVar[str] = "hand_to_hand"
    unit: UnitId
    target: UnitId
    using: Word
    cost: int
    rule: RuleId = "BT-COM-028"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        unit = state.units[self.unit]
        unit.hand_to_hand, unit.blow = self.target, self.using


@event
class HandToHandOver:
    """An announced attack is made now, or has come to nothing."""

    type: ClassVar[str] = "hand_to_hand_over"
    unit: UnitId
    target: UnitId
    lapsed: bool
    rule: RuleId = "BT-COM-028"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.hand_to_hand, unit.blow = None, None


@event
class BlowStruck:
    type: ClassVar[str] = "blow"
    unit: UnitId
    target: UnitId
    using: Word
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    rule: RuleId = "BT-COM-030"

    def apply(self, state: State) -> None:
        pass


PLACED: Final = "place"  # put down on one's own dot


@event
class Thrown:
    """A grenade has been thrown, or an area weapon fired."""

    type: ClassVar[str] = "throw"
    unit: UnitId
    using: Word
    target: Dot
    elevation: int
    distance: int
    cost: int
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    kind: Word = "throw"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
            state.settled = self.kind == PLACED and state.mp_moved > 0
        use_up(state.units[self.unit], self.using)


@event
class Scattered:
    type: ClassVar[str] = "scatter"
    unit: UnitId
    origin: Dot
    direction: int
    distance: int
    at: Dot
    elevation: int
    stopped_by: Word | None
    roll: tuple[int, ...]  # the direction, and the distance where that is not fixed
    rule: RuleId

    def apply(self, state: State) -> None:
        pass


@event
class ExplosivePlaced:
    type: ClassVar[str] = "explosive"
    explosive: Explosive

    def apply(self, state: State) -> None:
        state.explosives = (*state.explosives, self.explosive)


@event
class Exploded:
    type: ClassVar[str] = "explosion"
    explosive: Explosive
    rule: RuleId

    def apply(self, state: State) -> None:
        rest = list(state.explosives)
        if self.explosive in rest:
            rest.remove(self.explosive)
        state.explosives = tuple(rest)
