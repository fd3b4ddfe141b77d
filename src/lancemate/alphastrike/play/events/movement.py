"""Units come, move, board, step off, are pushed about, fall from the air and leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from lancemate.alphastrike.play.events.placing import leaving_event, placing_event
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.knowing import Degree, Knowing
from lancemate.alphastrike.play.state import ABOARD, GONE, TABLE, State
from lancemate.field.shapes import Point
from lancemate.kernel.events import event


@placing_event
class Deployed:
    type: ClassVar[str] = "deployed"
    unit: UnitId
    at: Point
    facing: float
    elevation: float

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place = TABLE
        unit.x, unit.y = self.at
        unit.facing, unit.elevation = self.facing, self.elevation


@placing_event
class Moved:
    """A unit has made its move (standing still is one). ``parts`` explain the cost, ``allowed`` the allowance."""

    type: ClassVar[str] = "moved"
    unit: UnitId
    mode: Word
    path: tuple[Point, ...]
    at: Point
    facing: float
    elevation: float
    cost: float
    allowance: float
    inches: float
    airborne: bool = False
    parts: tuple[Cost, ...] = ()
    allowed: tuple[Cost, ...] = ()
    rule: RuleId = "AS-MOV-001"
    landing: RuleId | None = None  # the rule by which an air vehicle has come down in one piece

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place = TABLE
        unit.x, unit.y = self.at
        unit.facing, unit.elevation = self.facing, self.elevation
        unit.moved, unit.inches = self.mode, self.inches
        unit.airborne = self.airborne

    def as_known(self, known: Knowing) -> Moved | None:
        """Where it goes everybody sees; what it could have done is on its card."""
        if known(self.unit) < Degree.TYPE:
            return None
        if known(self.unit) is Degree.TYPE:
            return replace(self, allowance=self.cost, parts=(), allowed=())
        return self


@event
class Passed:
    type: ClassVar[str] = "passed"
    unit: UnitId
    phase: Word
    moved: Word | None = None  # the movement state it is left in, when it passed its move
    rule: RuleId | None = None

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.moved is not None:
            unit.moved = self.moved
        else:
            unit.attacks = (*unit.attacks, "pass")


@event
class HullDownTried:
    type: ClassVar[str] = "hull_down"
    unit: UnitId
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    hull_down: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].hull_down = self.hull_down


@event
class LeftHullDown:
    type: ClassVar[str] = "left_hull_down"
    unit: UnitId
    cost: float
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].hull_down = False


@event
class Declared:
    """A charge or Death From Above announced in the Movement Phase."""

    type: ClassVar[str] = "declared"
    unit: UnitId
    kind: Word
    target: UnitId
    rule: RuleId

    def apply(self, state: State) -> None:
        state.units[self.unit].declared = (self.kind, self.target)


@leaving_event
class Mounted:
    type: ClassVar[str] = "mounted"
    unit: UnitId
    carrier: UnitId
    riding: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        carrier = state.units[self.carrier]
        unit.place, unit.aboard, unit.riding = ABOARD, self.carrier, self.riding
        unit.x, unit.y, unit.elevation = carrier.x, carrier.y, carrier.elevation


@placing_event
class Dismounted:
    type: ClassVar[str] = "dismounted"
    unit: UnitId
    carrier: UnitId
    at: Point
    facing: float
    elevation: float
    moved: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.aboard, unit.riding = TABLE, None, False
        unit.x, unit.y = self.at
        unit.facing, unit.elevation, unit.moved = self.facing, self.elevation, self.moved


@placing_event
class Displaced:
    """Moved by something other than its own will."""

    type: ClassVar[str] = "displaced"
    unit: UnitId
    at: Point
    elevation: float
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.elevation = self.elevation


@event
class ControlRolled:
    """A unit on slippery ground keeps control, or does not."""

    type: ClassVar[str] = "control_roll"
    on_sheet: ClassVar[bool] = True
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("target_number", "modifiers")}
    unit: UnitId
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    kept: bool
    at: Point
    rule: RuleId = "AS-URB-027"

    def apply(self, state: State) -> None:
        return None


@placing_event
class Skidded:
    """A unit has slid so many inches: into another, or until the slide was over. The die gave the direction."""

    type: ClassVar[str] = "skidded"
    unit: UnitId
    at: Point
    elevation: float
    facing: float
    inches: float
    roll: tuple[int, ...]
    into: UnitId | None = None
    rule: RuleId = "AS-URB-029"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.facing, unit.elevation = self.facing, self.elevation


@event
class SkidStruck:
    """Whether a unit that slides strikes one that it comes to."""

    type: ClassVar[str] = "skid_struck"
    on_sheet: ClassVar[bool] = True
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("target_number", "modifiers")}
    unit: UnitId
    target: UnitId
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    hit: bool
    rule: RuleId = "AS-URB-034"

    def apply(self, state: State) -> None:
        return None


@placing_event
class Crashed:
    """An air vehicle has come down: it lies on the ground and never moves again."""

    type: ClassVar[str] = "crashed"
    unit: UnitId
    elevation: float
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.elevation, unit.airborne = self.elevation, False


@leaving_event
class Exited:
    type: ClassVar[str] = "exited"
    unit: UnitId
    edge: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.exited, unit.place, unit.aboard, unit.riding = True, GONE, None, False
