"""What a player may do now, as a value: an order that the rules accept, and what is still open about it.

Rooms of a game make offers and choices and hang them on hooks; its ``asking/offers.py`` gathers them. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from math import isfinite
from typing import Any, Final, Generic, Literal, TypeVar

from lancemate.kernel.values import frozen

Value = Any  # whatever may stand in a field of an order
C = TypeVar("C")

# A flag is said or not, or a word put into a list of the order; a number lies between least and most; a word or a unit
# is one of those named; points, lines and paths are anywhere on the table; landings are units that step off, each at a
# point; purchases are words, or things with a place.
ChoiceKind = Literal["flag", "number", "word", "unit", "point", "line", "path", "landings", "purchases"]
ANYWHERE: Final = ("point", "line", "path", "landings", "purchases")  # kinds that only the table bounds


@frozen
class Choice:
    """Something that may be said in an order: a field of it, and what may stand there instead of what does."""

    name: str  # the field of the order
    label: str  # in a player's words
    kind: ChoiceKind
    rule: str
    among: tuple[str, ...] = ()  # the words or units there are; for a flag of a list, the word
    least: float = 0.0
    most: float = 0.0  # of a line: how far apart its ends lie
    needed: bool = False  # without it there is no order yet
    modes: tuple[str, ...] = ()  # the modes of movement it goes with; any, when none is named
    within: float | None = None  # inches between the end of the move and such a unit, at most
    beside: str | None = None  # the field without which this says nothing
    toward: Literal["friend", "enemy"] | None = None  # whose units are meant
    general: bool = False  # it goes for any target: said once, before one is chosen
    note: str = ""  # what it brings, in a few words

    @property
    def word(self) -> str | None:
        """What a flag puts into a list of the order."""
        return self.among[0] if self.kind == "flag" and self.among else None

    def allows(self, value: object) -> bool:
        """Whether this may stand in the order, as far as can be said before the rest of it is known."""
        match self.kind:
            case "flag":
                return isinstance(value, bool)
            case "number":
                return isinstance(value, (int, float)) and isfinite(value) and self.least <= value <= self.most
            case "word" | "unit":
                return value in self.among or (value is None and not self.needed)
            case "point":
                return isinstance(value, tuple) or hasattr(value, "point")
            case "line":
                return hasattr(value, "line")
            case _:
                return isinstance(value, tuple)

    def trials(self) -> tuple[Value, ...]:
        """Values by which the rules can be asked whether it is a choice at all."""
        match self.kind:
            case "flag":
                return (True,)
            case "number":
                return tuple(dict.fromkeys((max(self.least, 1.0), self.most)))
            case "word" | "unit":
                return self.among
            case _:
                return ()

    def said(self, command: C, value: Value) -> C:
        """The order with this in it."""
        if self.word is not None:
            words: tuple[str, ...] = getattr(command, self.name)
            value = (*words, self.word) if value else words
        elif isinstance(value, float) and isinstance(getattr(command, self.name), int):
            value = int(value)
        changes = {self.name: value}
        return replace(command, **changes)  # type: ignore[type-var]


@frozen
class Offer(Generic[C]):
    """Something a side may do now. Without what is ``needed`` among its choices the order is complete as it is."""

    kind: str  # the name of the order
    unit: str | None  # who does it; None for the side
    label: str  # in a player's words
    rule: str  # by which it may
    command: C
    choose: tuple[Choice, ...] = ()

    @property
    def complete(self) -> bool:
        """Nothing has to be chosen first."""
        return not any(choice.needed for choice in self.choose)

    def covers(self, command: object) -> bool:
        """Whether an order is this one with choices made."""
        if type(command) is not type(self.command):
            return False
        return all(
            self._allows(field.name, getattr(command, field.name), getattr(self.command, field.name))
            for field in fields(command)  # type: ignore[arg-type]
        )

    def _allows(self, name: str, value: object, given: object) -> bool:
        if value == given:
            return True
        choices = [choice for choice in self.choose if choice.name == name]
        words = {choice.word for choice in choices if choice.word is not None}
        if words and isinstance(value, tuple) and isinstance(given, tuple):
            return words.issuperset(set(value) - set(given))
        return any(choice.allows(value) for choice in choices)


def offer(command: C, label: str, rule: str, *choose: Choice) -> Offer[C]:
    """An offer of this order."""
    given: Any = command
    return Offer(given.name, getattr(command, "unit", None), label, rule, command, choose)


def choices(answers: Iterable[Choice | None]) -> tuple[Choice, ...]:
    """What rules have answered, without those that had nothing to say."""
    return tuple(answer for answer in answers if answer is not None)
