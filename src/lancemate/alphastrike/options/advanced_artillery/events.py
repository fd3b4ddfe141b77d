"""What happens with shells that are on their way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from lancemate.alphastrike.combat.artillery import shell_spotted
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events.placing import leaving_event
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, Sentence, SideId, UnitId, Word
from lancemate.alphastrike.play.knowing import Degree, Knowing
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.state import OFFBOARD, State
from lancemate.field.shapes import Point
from lancemate.kernel.codec import JSON
from lancemate.kernel.events import event
from lancemate.kernel.values import value

# By side its shells on their way, oldest first.
in_flight = battle_memory("in_flight", dict[str, JSON], default={}, rule="AS-OPT-170", secret=True)
# The points a unit has fired at: {point, shots, locked}.
plots = unit_memory("plots", list[JSON], default=[], rule="AS-OPT-174", secret=True)
# The point that a unit watches for shells from afar this turn.
point_watched = unit_memory("point_watched", str, default="", rule="AS-OPT-173", expires="turn", secret=True)
# Where beyond the table a unit stands: {edge, distance}.
offboard = unit_memory("offboard", dict[str, JSON], default={}, rule="AS-OPT-160")

SOMEWHERE: Final = "a point"  # where a shell goes that is on its way is its side's secret


def point_word(point: object) -> str:
    """A point as units note it that look there."""
    return str(tuple(point)) if isinstance(point, list | tuple) else ""


@value
class Shell:
    """A shell on its way, as its side has written it down."""

    unit: UnitId
    weapon: Word
    target: UnitId | None  # of one that is beyond the table; else the point
    point: Point | None
    lands: int
    target_number: int
    modifiers: tuple[Modifier, ...]
    flight: int
    order: orders.Attack
    ammo: Word | None = None


@leaving_event
class PlacedOffBoard:
    """A unit stands beyond an edge of the table, so many inches away from it."""

    type: ClassVar[str] = "placed_off_board"
    unit: UnitId
    edge: Word
    distance: float
    rule: RuleId = "AS-OPT-160"

    def apply(self, state: State) -> None:
        state.units[self.unit].place = OFFBOARD


@event
class PointsPlotted:
    """Points that a side's artillery has worked out before the battle, marked on the table."""

    type: ClassVar[str] = "points_plotted"
    side: SideId
    points: tuple[Point, ...]
    rule: RuleId = "AS-OPT-175"

    def apply(self, state: State) -> None:
        return None


@event
class ShellFired:
    """A shell leaves: what its side has written down of it."""

    type: ClassVar[str] = "shell_fired"
    secret_to: SideId
    unit: UnitId
    shell: Mapping[Word, JSON]
    lands: int
    slot: Word
    spotter: UnitId | None
    spotter_attacks: bool
    rule: RuleId = "AS-OPT-170"

    def apply(self, state: State) -> None:
        known = in_flight.of(state)
        own = known.get(self.secret_to)
        shells: JSON = [*(own if isinstance(own, list) else []), dict(self.shell)]
        state.notes = {**state.notes, **in_flight.entry({**known, self.secret_to: shells})}
        unit = state.units[self.unit]
        unit.attacks = (*unit.attacks, self.slot)
        if self.spotter is not None and self.spotter in state.units:
            spotter = state.units[self.spotter]
            spotter.spotted = SOMEWHERE
            noted = {**shell_spotted.entry(True), **point_watched.entry(point_word(self.shell["point"]))}
            spotter.notes = {**spotter.notes, **noted}
            spotter.spotter_promise = spotter.spotter_promise or not self.spotter_attacks


def arrived(state: State, shell: ShellLanded | ShellStopped) -> None:
    """It is no longer in flight: of those that come in this turn the first of that unit and weapon at that place."""
    known = in_flight.of(state)
    own = known.get(shell.side)
    if not isinstance(own, list):
        return
    mark = (shell.unit, shell.weapon, list(shell.aimed_at) if shell.aimed_at is not None else None)
    for number, one in enumerate(own):
        if not isinstance(one, Mapping) or (one["unit"], one["weapon"], one["point"]) != mark:
            continue
        if isinstance(one["lands"], int) and one["lands"] <= state.turn:
            left: JSON = [*own[:number], *own[number + 1 :]]
            state.notes = {**state.notes, **in_flight.entry({**known, shell.side: left})}
            return


@event
class ShellStopped:
    """A shell that is shot down as it comes in. Who fired it is told to those who know of that unit."""

    type: ClassVar[str] = "shell_stopped"
    side: SideId
    unit: UnitId | None
    weapon: Word
    aimed_at: Point | None
    target: UnitId  # who has stopped it
    reason: Sentence
    rule: RuleId

    def apply(self, state: State) -> None:
        arrived(state, self)

    def as_known(self, known: Knowing) -> ShellStopped | None:
        if known(self.target) < Degree.TYPE:
            return None
        return self if self.unit is None or known(self.unit) >= Degree.TYPE else replace(self, unit=None)


@event
class ShellLanded:
    """A shell comes down: where it was aimed at, whether it hit, and where a miss has drifted to.

    Who fired it is told to those who know of that unit.
    """

    type: ClassVar[str] = "shell_landed"
    side: SideId
    unit: UnitId | None
    weapon: Word
    target: UnitId | None
    aimed_at: Point | None
    target_number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    hit: bool
    lands_at: Point | None
    rule: RuleId = "AS-OPT-180"

    def apply(self, state: State) -> None:
        arrived(state, self)

    def as_known(self, known: Knowing) -> ShellLanded | None:
        """That a shell has come down everybody sees; whose it was is known to who knows of the gun."""
        if self.target is not None and known(self.target) < Degree.TYPE:
            return None
        if self.unit is None or known(self.unit) is Degree.EVERYTHING:
            return self
        unit = self.unit if known(self.unit) >= Degree.TYPE else None
        return replace(self, unit=unit, target_number=0, modifiers=(), roll=())
