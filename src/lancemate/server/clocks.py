"""Clocks of a battle between people: how much time a side has, and how much of it is used. Knows no game and no rows.

How long a side took is read off the story itself, so that nothing is lost when the server is; what it was not there is
on nobody's clock.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lancemate.kernel.codec import JSON

TURN: Final = "turn"  # so many seconds in each turn of the battle
SIDE: Final = "side"  # so many for the whole battle
MOVE: Final = "move"  # so many each time the table waits
PASS: Final = "pass"  # the server does the least for a side whose time is up
LEAP: Final = 1.0  # seconds by which the machine's clock may run ahead between two looks at it
GAP: Final = 5.0  # seconds in which somebody who is there has looked
LOSE: Final = "lose"  # it loses the battle


@dataclass(frozen=True, slots=True)
class Clock:
    kind: str
    seconds: float
    at_end: str

    def to_data(self) -> dict[str, JSON]:
        return {"kind": self.kind, "seconds": self.seconds, "at_end": self.at_end}


class Shifts:
    """When the server was there: spans that have ended, and one that goes on."""

    def __init__(self, ended: Sequence[tuple[float, float]], began: float) -> None:
        self.began = began
        self._spans: list[tuple[float, float]] = []
        self._starts: list[float] = []
        self.learn(ended)

    def learn(self, ended: Sequence[tuple[float, float]]) -> None:
        """Other servers were there, too."""
        merged: list[tuple[float, float]] = []
        spans = [*self._spans, *ended]
        for start, end in sorted((one, min(two, self.began)) for one, two in spans if one < self.began):
            if merged and start <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(end, merged[-1][1])
            else:
                merged.append((start, end))
        self._spans = merged
        self._starts = [start for start, _ in merged]

    def away(self, start: float, end: float) -> None:
        """The span that went on has ended, and another one begins."""
        self._spans.append((self.began, start))
        self._starts.append(self.began)
        self.began = end

    def between(self, start: float, end: float) -> float:
        """How many seconds from one moment to another the server was there."""
        here = max(0.0, end - max(start, self.began))
        if start >= self.began:
            return here
        first = max(0, bisect_right(self._starts, start) - 1)
        return here + sum(max(0.0, min(end, two) - max(start, one)) for one, two in self._spans[first:])


class Duty:
    """The time by which commands are written down: that of the machine's clock, but it never goes back.

    Where that clock leaps ahead of the steady one (it was set, or the machine slept), or nobody has looked for long,
    the server was away meanwhile; a clock that is set back changes nothing.
    """

    def __init__(self) -> None:
        self._wall, self._steady = time.time(), time.monotonic()
        self.time = self._wall
        self.gaps: list[tuple[float, float]] = []  # that nobody has asked for yet

    def now(self) -> float:
        wall, steady = time.time(), time.monotonic()
        passed, leapt = steady - self._steady, wall - self._wall
        self._wall, self._steady = wall, steady
        if passed > GAP or leapt - passed > LEAP:
            self.not_before(wall)
        else:
            self.time += passed
        return self.time

    def not_before(self, moment: float) -> None:
        """Nothing is written down as earlier than this; what lies between is an absence."""
        if moment > self.time:
            self.gaps.append((self.time, moment))
            self.time = moment


@dataclass(slots=True)
class Hourglass:
    """The clock of one game as it runs."""

    clock: Clock
    shifts: Shifts
    waits_for: str | None = None  # the side whose word is awaited
    since: float = 0.0
    turn: int = 0
    used: dict[str, float] = field(default_factory=dict)

    def passed(self, at: float, turn: int, waits_for: str | None) -> None:
        """Something happened, and since then the table waits for ``waits_for``."""
        if self.waits_for is not None:
            spent = self.shifts.between(self.since, at)
            self.used[self.waits_for] = self.used.get(self.waits_for, 0.0) + spent
        if self.clock.kind == MOVE or (self.clock.kind == TURN and turn != self.turn):
            self.used.clear()
        self.waits_for, self.since, self.turn = waits_for, at, turn

    def left(self, side: str, now: float) -> float:
        """Seconds that a side has left, at least none."""
        running = self.shifts.between(self.since, now) if side == self.waits_for else 0.0
        return max(0.0, self.clock.seconds - self.used.get(side, 0.0) - running)

    def is_out(self, now: float) -> str | None:
        """The side whose time is up."""
        side = self.waits_for
        return side if side is not None and self.left(side, now) <= 0.0 else None

    def show(self, sides: Sequence[str], now: float) -> dict[str, JSON]:
        left: dict[str, JSON] = {side: round(self.left(side, now), 1) for side in sides}
        return {**self.clock.to_data(), "left": left, "running": self.waits_for}
