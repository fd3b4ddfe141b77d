"""The clock of a game as data: its phases and their steps, each with who acts, which commands belong to it, what begins
it and what ends it.

A game declares the order of its phases by name; the room that plays a phase adds its entry, and a module adds steps
of its own ``after`` others. An entry that only some battles need says ``when``: asked once as a battle opens, so that
in all other battles it costs nothing and shows nowhere. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lancemate.kernel.course import Course

G = TypeVar("G")


def nobody(battle: object) -> str | None:
    """Nobody acts: the phase plays itself."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[G]):
    """One entry of a clock. Rules ask it what may be done now, never for its name."""

    name: str  # as states, events and files write it
    title: str  # as players say it
    after: str | None = None  # the entry it comes after, where the game's own order does not name it
    part_of: str = ""  # the phase that this is a step of; itself unless it says so
    when: Callable[[G], bool] | None = None  # whether a battle needs it
    acts: Callable[[G], str | None] = nobody  # the side that is to act when it begins
    claims: Callable[[G, Any], bool] | None = None  # the units that act here, and in no step like it; else all others
    verbs: frozenset[type[Any]] = frozenset()  # the commands that belong to it
    starts: Callable[[G], None] | None = None  # what is taken as done where a battle opens in this phase
    begin: Callable[[G], None] | None = None  # what happens first
    ends: Callable[[G, str], None] | None = None  # what happens when the side to act is done with it
    goes_on: tuple[str, ...] = ()  # steps of the agenda by which it goes on, whoever has just acted

    def __post_init__(self) -> None:
        if not self.part_of:
            object.__setattr__(self, "part_of", self.name)


F = TypeVar("F", bound=Phase[Any])


class Clock(Generic[F]):
    """All phases a game knows, in order: those before the first turn, those of every turn, those after the last."""

    def __init__(self, *, before: tuple[str, ...] = (), turn: tuple[str, ...], over: tuple[str, ...] = ()) -> None:
        self.before, self.turn, self.over = before, turn, over
        self.entries: dict[str, F] = {}

    def add(self, entry: F) -> F:
        """Enter a phase. One that is not in the game's own order says after which it comes."""
        named = entry.name in (*self.before, *self.turn, *self.over)
        if named == (entry.after is not None):
            raise ValueError(f"the phase {entry.name!r} has two places or none: is it named in the order of the game?")
        if entry.name in self.entries:
            raise ValueError(f"there is a phase {entry.name!r} already")
        self.entries[entry.name] = entry
        return entry

    def names(self) -> tuple[str, ...]:
        """Every phase that a battle may begin with, in the order of play."""
        return *self._with_steps(self.before), *self._with_steps(self.turn)

    def title(self, name: str) -> str:
        return self.entries[name].title

    def steps(self) -> frozenset[str]:
        """The steps of the agenda by which any phase goes on."""
        return frozenset(step for entry in self.entries.values() for step in entry.goes_on)

    def opened(self, battle: object) -> Course[F]:
        """The clock of one battle: with the phases it needs."""
        needed = [entry for entry in self._in_order() if entry.when is None or entry.when(battle)]
        turn = frozenset(self._with_steps(self.turn))
        return Course(
            {entry.name: entry for entry in needed}, tuple(entry.name for entry in needed if entry.name in turn)
        )

    def _in_order(self) -> list[F]:
        names = (*self.names(), *self.over)
        if len(names) != len(self.entries):
            lost = set(names).symmetric_difference(self.entries)
            raise ValueError(f"phases without an entry, or after one that there is not: {', '.join(sorted(lost))}")
        return [self.entries[name] for name in names]

    def _with_steps(self, names: Iterable[str]) -> Iterator[str]:
        """Phases, each with the steps that come after it: by name, whichever module was imported first."""
        for name in names:
            yield name
            yield from self._with_steps(sorted(entry.name for entry in self.entries.values() if entry.after == name))
