"""What a battle has still to do, and what it waits for, as plain data in its state: steps, questions, the end.

Everything here can be saved, cloned and compared between any two steps. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from typing import Any, NamedTuple

from lancemate.kernel.codec import JSON
from lancemate.kernel.naming import RuleId, Sentence, SideId, UnitId, Word
from lancemate.kernel.values import frozen


@frozen
class Decision:
    """A choice that belongs to a player. The battle waits for the answer."""

    side: SideId
    kind: Word
    question: Sentence
    choices: tuple[UnitId | Word, ...]
    rule: RuleId
    unit: UnitId | None = None
    facts: Mapping[str, JSON] = field(default_factory=dict)  # odds and numbers that help to decide
    of_units: bool = field(default=False, metadata={"hidden": True})  # units are to be chosen from
    others: tuple[UnitId, ...] = field(default=(), metadata={"hidden": True})  # of whom the question speaks besides

    def names(self, what: str) -> Iterator[str]:
        if what == "unit":
            yield from self.others
        if what == ("unit" if self.of_units else "word"):
            yield from self.choices


class Task(NamedTuple):
    """A step the engine has still to take. Kept as data, so that a battle can be saved between any two steps."""

    name: str
    data: Mapping[str, Any]


@cache
def bare_task(name: str) -> Task:
    """A step that needs no data: most are such, and the same one will do every time."""
    return Task(name, {})


@frozen
class Outcome:
    winner: str | None  # None is a draw
    reason: str
    rule: str
