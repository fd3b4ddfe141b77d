"""The clock of one battle: the phases it needs, one after the other. This module knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from lancemate.kernel.clock import Phase

F = TypeVar("F", bound="Phase[Any]")


class Course(Generic[F]):
    """The phases of one battle."""

    __slots__ = ("claiming", "entries", "turn")

    def __init__(self, entries: dict[str, F], turn: tuple[str, ...]) -> None:
        self.entries = entries
        self.turn = turn
        self.claiming = tuple(entry for entry in entries.values() if entry.claims is not None)

    def __reduce__(self) -> tuple[type[Course[F]], tuple[dict[str, F], tuple[str, ...]]]:
        return Course, (self.entries, self.turn)

    def __getitem__(self, name: str) -> F:
        return self.entries[name]

    def after(self, name: str) -> str:
        """The phase of the turn that comes next; after the last one the first again."""
        return self.turn[(self.turn.index(name) + 1) % len(self.turn)]

    def where(self, verb: type[Any]) -> str:
        """The phases in which a command may be given, in words."""
        return " or ".join(f"the {entry.title}" for entry in self.entries.values() if verb in entry.verbs)
