"""Activations, steps, arcs, what is made ready."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from lancemate.battletroops.play.state import GONE, MAP, Arc, State
from lancemate.field.lattice import Dot
from lancemate.kernel.events import event
from lancemate.kernel.explain import Cost
from lancemate.kernel.naming import RuleId, UnitId, Word


@event
class Activated:
    type: ClassVar[str] = "activated"
    unit: UnitId
    mp: int
    parts: tuple[Cost, ...]
    rule: RuleId = "BT-SEQ-004"

    def apply(self, state: State) -> None:
        state.acting, state.mp_left, state.mp_moved = self.unit, self.mp, 0
        state.mp_whole = self.mp
        state.afoot = state.settled = False
        state.units[self.unit].acted = True


@event
class ActivationEnded:
    type: ClassVar[str] = "activation_ended"
    unit: UnitId

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.acting, state.mp_left, state.mp_moved = None, 0, 0


@event
class Exposed:
    """Whoever may shoot at him where he stands is asked now, and not again."""

    type: ClassVar[str] = "exposed"
    unit: UnitId
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].exposed = True


def _spend(state: State, unit: UnitId, cost: int, *, moving: bool) -> None:
    if state.acting == unit:
        state.mp_left -= cost
        state.mp_moved += cost if moving else 0


@event
class Stepped:
    """He is on another dot."""

    type: ClassVar[str] = "step"
    unit: UnitId
    at: Dot
    elevation: int
    cost: int
    parts: tuple[Cost, ...]
    mode: Word = "walk"

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=True)
        unit = state.units[self.unit]
        if unit.jump_pack and not state.map.is_indoors(unit.at, unit.elevation):
            state.afoot = True
        unit.x, unit.y = self.at
        unit.elevation, unit.moved, unit.place = self.elevation, self.mode, MAP


@event
class LevelChanged:
    """He has gone up or down a stairway."""

    type: ClassVar[str] = "level"
    unit: UnitId
    elevation: int
    cost: int
    parts: tuple[Cost, ...]

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=True)
        unit = state.units[self.unit]
        unit.elevation, unit.moved = self.elevation, "walk"


@event
class WentProne:
    type: ClassVar[str] = "prone"
    unit: UnitId
    cost: int
    rule: RuleId = "BT-MOV-015"

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=True)
        state.units[self.unit].prone = True


@event
class StoodUp:
    type: ClassVar[str] = "stood_up"
    unit: UnitId
    cost: int
    rule: RuleId = "BT-MOV-017"

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=True)
        state.units[self.unit].prone = False


@event
class PutBack:
    """He comes to lie on the last free dot he had left."""

    type: ClassVar[str] = "put_back"
    unit: UnitId
    at: Dot
    elevation: int
    rule: RuleId = "BT-MOV-008"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.elevation = self.elevation


@event
class Exited:
    """He has left the map."""

    type: ClassVar[str] = "exited"
    unit: UnitId
    edge: Word
    cost: int

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=True)
        unit = state.units[self.unit]
        unit.place, unit.exited, unit.arc, unit.moved = GONE, True, None, "walk"


@event
class ArcSet:
    type: ClassVar[str] = "arc"
    unit: UnitId
    arc: Arc
    cost: int
    rule: RuleId = "BT-MOV-012"

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=False)
        state.units[self.unit].arc = self.arc


@event
class Prepared:
    type: ClassVar[str] = "prepared"
    unit: UnitId
    what: Word
    cost: int
    rule: RuleId = field(default="BT-MOV-018")

    def apply(self, state: State) -> None:
        _spend(state, self.unit, self.cost, moving=False)
        state.units[self.unit].prepared = self.what
