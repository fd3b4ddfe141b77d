"""What happens in the air. Where a unit is, how high and along which line, stands in its notes (play/flight.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.play.events.placing import placing_event
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import (
    altitude,
    ceiling,
    climbing,
    declined,
    engagements,
    flight,
    hovering,
    lost_each_other,
    outflown,
)
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.state import TABLE, State, Unit
from lancemate.field.shapes import Point
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event


def line_of(path: tuple[Point, Point] | None) -> list[JSON] | None:
    """A line as notes write it."""
    return None if path is None else [list(path[0]), list(path[1])]


def _note(unit: Unit, notes: Mapping[str, JSON]) -> None:
    """Write notes; what is as usual is not written at all."""
    kept = {**unit.notes, **notes}
    unit.notes = {name: value for name, value in kept.items() if value is not None and value is not False}


@placing_event
class Flew:
    """A unit has laid its flight path, or hovers on. It stays at the start of its path until the End Phase."""

    type: ClassVar[str] = "flew"
    unit: UnitId
    mode: Word
    at: Point
    facing: float
    altitude: Word
    elevation: float
    flight: tuple[Point, Point] | None  # nothing while it hovers
    slid: float = 0.0  # inches along the edge before that
    hovering: bool = False
    entered: bool = False
    rule: RuleId = "AS-AER-003"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.aboard = TABLE, None
        unit.x, unit.y = self.at
        unit.facing, unit.elevation, unit.airborne = self.facing, self.elevation, True
        unit.moved, unit.inches = self.mode, 0.0
        _note(
            unit,
            {
                altitude.name: self.altitude,
                flight.name: line_of(self.flight),
                hovering.name: self.hovering,
                ceiling.name: None,
                climbing.name: None,
            },
        )


@event
class FlightControl:
    """Whether somebody keeps its craft under control."""

    type: ClassVar[str] = "flight_control"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("target_number", "modifiers")}
    unit: UnitId
    why: Word  # "engagement", "damage"
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    success: bool
    rule: RuleId

    def apply(self, state: State) -> None:
        """A roll; what comes of it is told by itself."""


@event
class Engaged:
    """Two units have fought for position; ``lost`` are those who failed in a fight of their own choice."""

    type: ClassVar[str] = "engaged"
    attacker: UnitId
    defender: UnitId
    tailing: UnitId | None
    returned: bool  # whether the defender answers the attack
    asked: bool  # whether it had the choice
    attacker_in_control: bool
    defender_in_control: bool
    rule: RuleId = "AS-AER-060"

    def apply(self, state: State) -> None:
        one: JSON = {"attacker": self.attacker, "defender": self.defender, "tailing": self.tailing}
        state.notes = {**state.notes, engagements.name: [*engagements.of(state), one]}
        first, second = state.units[self.attacker], state.units[self.defender]
        if not (self.attacker_in_control or self.defender_in_control):
            for unit, other in ((first, second), (second, first)):
                _note(unit, lost_each_other.entry([*lost_each_other.of(unit), other.id]))
        if not self.attacker_in_control:
            _note(first, {outflown.name: True})
        if self.returned and not self.defender_in_control:
            _note(second, {outflown.name: True})
        if self.asked and not self.returned:
            _note(second, declined.entry([*declined.of(second), first.id]))


@event
class EngagementsEnded:
    type: ClassVar[str] = "engagements_ended"
    rule: RuleId = "AS-AER-060"

    def apply(self, state: State) -> None:
        state.notes = {name: value for name, value in state.notes.items() if name != engagements.name}


@placing_event
class AltitudeLost:
    """A unit falls to the next altitude below."""

    type: ClassVar[str] = "altitude_lost"
    unit: UnitId
    altitude: Word
    elevation: float
    capped: bool  # it may not climb back in its next move
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.elevation = self.elevation
        _note(unit, {altitude.name: self.altitude})
        if self.capped:
            _note(unit, {ceiling.name: self.altitude})


@placing_event
class PathEnded:
    """A unit is where its path ends, and perhaps begins to hover there."""

    type: ClassVar[str] = "path_ended"
    unit: UnitId
    at: Point
    hovering: bool = False
    rule: RuleId = "AS-AER-004"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        _note(unit, {flight.name: None, hovering.name: self.hovering})


@event
class BombDropped:
    """One bomb less."""

    type: ClassVar[str] = "bomb_dropped"
    unit: UnitId
    bomb: Word
    left: tuple[Word, ...]
    rule: RuleId = "AS-AER-037"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.notes = {**unit.notes, "bombs": list(self.left)}
