"""What nature does in a battle: the wind turns, the ground shakes, a tornado touches down, moves and is gone."""

from __future__ import annotations

from typing import ClassVar

from lancemate.alphastrike.environment.notes import quake, tornadoes, wind
from lancemate.alphastrike.play.ids import RuleId, Word
from lancemate.alphastrike.play.state import State
from lancemate.field.shapes import Point
from lancemate.kernel.events import event


@event
class WindTurned:
    """How hard the wind blows from now on, and from where."""

    type: ClassVar[str] = "wind"
    force: int
    origin: float  # a bearing: where it comes from
    roll: tuple[int, ...]  # for its force, then for its direction; nothing where neither was rolled for
    rule: RuleId = "AS-BAT-097"

    def apply(self, state: State) -> None:
        state.notes = {**state.notes, **wind.entry({"force": self.force, "from": self.origin})}


@event
class QuakeComing:
    """Whether a quake begins, and in which turn with what strength."""

    type: ClassVar[str] = "earthquake"
    turn: int | None  # without one nothing happens
    strength: int
    roll: tuple[int, ...]  # for the event, then for its strength, as far as they were rolled for
    rule: RuleId = "AS-BAT-087"

    def apply(self, state: State) -> None:
        if self.turn is not None:
            state.notes = {**state.notes, **quake.entry({"turn": self.turn, "strength": self.strength})}


@event
class TornadoRolled:
    """Whether a tornado forms in a storm."""

    type: ClassVar[str] = "tornado_roll"
    roll: tuple[int, ...]
    forms: bool
    rule: RuleId = "AS-BAT-107"

    def apply(self, state: State) -> None:
        return None


@event
class TornadoMoved:
    """A tornado has touched down, gone on, or is gone. ``number`` is its place among those there are."""

    type: ClassVar[str] = "tornado"
    number: int
    what: Word  # forms, moves, gone
    at: Point
    rating: int
    turns: int
    roll: tuple[int, ...]
    rule: RuleId

    def apply(self, state: State) -> None:
        there = list(tornadoes.of(state) or ())
        now: list[float] = [*self.at, self.rating, self.turns]
        if self.what == "gone":
            del there[self.number]
        elif self.number < len(there):
            there[self.number] = now
        else:
            there.append(now)
        state.notes = {**state.notes, **tornadoes.entry(there)}
