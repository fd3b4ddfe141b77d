"""Battle scripts: what every game's script has besides its position, and what comes of running one.

A game reads its own setup and entries, opens its own battle, and says how its state and its answers look. This module
knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.documents import Document
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import InputError, OutOfDice, Refusal, Refused
from lancemate.kernel.events import Event, event_data, public
from lancemate.kernel.expecting import differences
from lancemate.kernel.reading import Reader, read_whole, shown
from lancemate.kernel.saves import SEAL_KEYS

S = TypeVar("S")  # a setup
E = TypeVar("E")  # an entry of the script: a command or a question
B = TypeVar("B", bound=Engine[Any, Any, Any])

AROUND: Final = ("title", "about", "dice", "seed", "commands", "expect", "save")  # keys besides the position


@dataclass(frozen=True, slots=True)
class Script(Generic[S, E]):
    """A battle script, read and checked."""

    setup: S
    entries: tuple[E, ...] = ()
    tape: tuple[int, ...] | None = None
    seed: int = 0
    title: str | None = None
    about: str | None = None
    expect: Mapping[str, JSON] = field(default_factory=dict)
    save: Mapping[str, JSON] = field(default_factory=dict)
    source: Document = field(default_factory=lambda: Document(None), repr=False, compare=False)

    def dice(self) -> Dice:
        """Fresh dice: the tape from its beginning, or the seeded generator."""
        return SeededDice(self.seed) if self.tape is None else TapeDice(self.tape)


def read_around(
    source: Document, reader: Reader, setup: Callable[[Reader], S], entry: Callable[[object, str], E]
) -> Script[S, E]:
    """A script whose setup and entries a game reads."""
    if "dice" in reader and "seed" in reader:
        raise reader.wrong("seed", "give either dice or a seed, not both")
    tape = None
    if "dice" in reader:
        tape = tuple(read_whole(die, where, 1, 6) for where, die in reader.items("dice"))
    seal = mapping(reader, "save")
    Reader(seal, reader.path("save"), known=SEAL_KEYS)  # refuses other keys
    return Script(
        setup=setup(reader),
        entries=tuple(entry(data, where) for where, data in reader.items("commands")),
        tape=tape,
        seed=reader.whole("seed"),
        title=reader.maybe_text("title"),
        about=reader.maybe_text("about"),
        expect=mapping(reader, "expect"),
        save=seal,
        source=source,
    )


def mapping(reader: Reader, key: str) -> Mapping[str, JSON]:
    """A mapping, or an empty one where nothing stands."""
    value = reader.raw(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise reader.wrong(key, f"here belongs a mapping, not {shown(value)}")
    return value


@dataclass(frozen=True, slots=True)
class EntryResult(Generic[E]):
    """What one command of a script came to."""

    command: int
    entry: E
    events: tuple[Event[Any], ...] = ()
    refusal: Refusal | None = None
    answer: Mapping[str, JSON] | None = None

    @property
    def accepted(self) -> bool:
        return self.refusal is None

    def to_data(self) -> dict[str, JSON]:
        data: dict[str, JSON] = {"command": self.command, "accepted": self.accepted}
        if self.refusal is not None:
            return {**data, "error": public(self.refusal)}
        if self.answer is not None:
            name: Any = self.entry
            return {**data, name.name: dict(self.answer)}
        return {**data, "events": [event_data(event) for event in self.events]}


@dataclass(frozen=True)
class Report(Generic[B, S, E]):
    """A script that has run: the battle as it stands, and every outcome on the way."""

    script: Script[S, E]
    battle: B
    show: Callable[[B], dict[str, JSON]]
    opening: tuple[Event[Any], ...]
    outcomes: tuple[EntryResult[E], ...] = ()

    @property
    def accepted(self) -> bool:
        """Every command was accepted."""
        return all(outcome.accepted for outcome in self.outcomes)

    @property
    def dice_left(self) -> int:
        dice = self.battle.dice
        return len(dice.faces) - dice.used if isinstance(dice, TapeDice) else 0

    @cached_property
    def unmet(self) -> list[str]:
        """In what the run differs from the script's ``expect``; empty when it is as expected."""
        unmet = self.to_data().get("unmet", [])
        assert isinstance(unmet, list)
        return [str(difference) for difference in unmet]

    def to_data(self) -> dict[str, JSON]:
        """The JSON document of ``lancemate run --json``."""
        data: dict[str, JSON] = {
            "opening": [event_data(event) for event in self.opening],
            "outcomes": [outcome.to_data() for outcome in self.outcomes],
            "state": self.show(self.battle),
            "dice": {"rolled": list(self.battle.journal.dice), "left": self.dice_left},
        }
        if self.script.expect:
            data["unmet"] = list(differences(dict(self.script.expect), data))
        return data


def take(
    script: Script[S, E],
    number: int,
    entry: E,
    battle: B,
    answer: Callable[[B, E], Mapping[str, JSON] | None],
) -> EntryResult[E]:
    """Carry out an entry, or answer it where ``answer`` knows it as a question."""
    try:
        found = answer(battle, entry)
        if found is not None:
            return EntryResult(number, entry, answer=found)
        return EntryResult(number, entry, events=tuple(battle.do(entry)))
    except Refused as refused:
        return EntryResult(number, entry, refusal=refused.refusal)
    except OutOfDice as error:
        name: Any = entry
        raise out_of_dice(script, error, f"in commands.{number} ({name.name})") from None


def out_of_dice(script: Script[S, E], error: OutOfDice, when: str) -> InputError:
    return script.source.located(InputError(f"{error.message}, {when}", key="dice"))
