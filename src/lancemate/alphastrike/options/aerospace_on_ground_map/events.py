"""Units that leave the ground and come back to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lancemate.alphastrike.play.events.placing import placing_event
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import altitude, climbing, flight, hovering
from lancemate.alphastrike.play.ids import RuleId, UnitId, Word
from lancemate.alphastrike.play.state import TABLE, State
from lancemate.field.shapes import Point
from lancemate.kernel.events import event


@placing_event
class LiftedOff:
    """A unit is in the air again: an aerodyne over the end of its runway, all others over their place or transport."""

    type: ClassVar[str] = "lifted_off"
    unit: UnitId
    at: Point
    altitude: Word
    elevation: float
    hovering: bool
    rule: RuleId
    facing: float | None = None  # where it was turned first, in its transport

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.aboard = TABLE, None
        unit.x, unit.y = self.at
        if self.facing is not None:
            unit.facing = self.facing
        unit.elevation, unit.airborne, unit.moved, unit.inches = self.elevation, True, "liftoff", 0.0
        unit.notes = {**unit.notes, **altitude.entry(self.altitude)}
        unit.notes = {**unit.notes, **(hovering.entry(True) if self.hovering else climbing.entry(True))}


@event
class LandingRolled:
    """A unit comes down, or crashes."""

    type: ClassVar[str] = "landing_roll"
    by_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {"unit": ("target_number", "modifiers")}
    unit: UnitId
    roll: tuple[int, ...]
    target_number: int
    modifiers: tuple[Modifier, ...]
    success: bool
    carrier: UnitId | None = None
    rule: RuleId = "AS-OPT-082"

    def apply(self, state: State) -> None:
        """A roll; what comes of it is told by itself."""


@placing_event
class Landed:
    """A unit stands on the ground."""

    type: ClassVar[str] = "landed"
    unit: UnitId
    at: Point
    elevation: float
    rule: RuleId = "AS-OPT-076"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y = self.at
        unit.elevation, unit.airborne = self.elevation, False
        gone = (altitude.name, flight.name, hovering.name, climbing.name)
        unit.notes = {name: value for name, value in unit.notes.items() if name not in gone}
