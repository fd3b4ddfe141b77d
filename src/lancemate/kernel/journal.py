"""The journal: every command given, every die thrown and every event that followed, in order.

It is the save file, the replay and the bug report. Clones share what has been written so far and part company at
the first new entry. This module knows no game.
"""

from __future__ import annotations

from typing import Generic, TypeVar

C = TypeVar("C")
E = TypeVar("E")


class Journal(Generic[C, E]):
    __slots__ = ("commands", "dice", "events", "marks", "shared")

    def __init__(self) -> None:
        self.commands: list[C] = []
        self.events: list[E] = []
        self.dice: list[int] = []
        self.marks: list[int] = []  # for each command, how many events had happened before it
        self.shared = False

    def clone(self) -> Journal[C, E]:
        twin: Journal[C, E] = Journal.__new__(Journal)
        twin.commands, twin.events, twin.dice, twin.marks = self.commands, self.events, self.dice, self.marks
        twin.shared = self.shared = True
        return twin

    def own(self) -> None:
        """Stop sharing before writing."""
        if self.shared:
            self.commands, self.events = list(self.commands), list(self.events)
            self.dice, self.marks = list(self.dice), list(self.marks)
            self.shared = False

    def note_dice(self, thrown: tuple[int, ...]) -> None:
        if self.shared:
            self.own()
        self.dice += thrown

    def begin(self, command: C) -> int:
        """Write down a command. Returns where its events begin."""
        if self.shared:
            self.own()
        mark = len(self.events)
        self.marks.append(mark)
        self.commands.append(command)
        return mark

    def forget_last(self) -> None:
        """Take back a command that failed half-way, with all that followed from it."""
        self.commands.pop()
        del self.events[self.marks.pop() :]
