"""Battle scripts and saves: what every game's script has besides its position, and what comes of running one.

A game reads its own setup and entries, opens its own battle, and says how its state and its answers look. This module
knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeVar

from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.documents import Document
from lancemate.kernel.engine import Engine
from lancemate.kernel.errors import InputError, OutOfDice, Refusal, Refused
from lancemate.kernel.events import Event, event_data, public
from lancemate.kernel.expecting import differences
from lancemate.kernel.reading import Reader, read_whole, shown
from lancemate.kernel.saves import SEAL_KEYS, Seal, read_seal, replay
from lancemate.kernel.values import frozen

S = TypeVar("S")  # a setup
E = TypeVar("E")  # an entry of the script: a command or a question
B = TypeVar("B", bound=Engine[Any, Any, Any])


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Mustered(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def side(self) -> str: ...


AROUND: Final = ("title", "about", "dice", "seed", "commands", "expect", "save")  # keys besides the position


@frozen
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
    source: Document, reader: Reader, setup: Callable[[Reader], S], entry: Callable[[JSON, str, S], E]
) -> Script[S, E]:
    """A script whose setup and entries a game reads."""
    if "dice" in reader and "seed" in reader:
        raise reader.wrong("seed", "give either dice or a seed, not both")
    tape = None
    if "dice" in reader:
        tape = tuple(read_whole(die, where, 1, 6) for where, die in reader.items("dice"))
    seal = mapping(reader, "save")
    Reader(seal, reader.path("save"), known=SEAL_KEYS)  # refuses other keys
    position = setup(reader)
    return Script(
        setup=position,
        entries=tuple(entry(data, where, position) for where, data in reader.items("commands")),
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


@frozen
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
            return {**data, getattr(self.entry, "name", ""): dict(self.answer)}
        return {**data, "events": [event_data(event) for event in self.events]}


@dataclass(frozen=True)
class Report(Generic[B, S, E]):
    """A script that has run: the battle as it stands, and every outcome on the way."""

    script: Script[S, E]
    battle: B
    opening: tuple[Event[Any], ...]
    outcomes: tuple[EntryResult[E], ...]
    show: Callable[[B], dict[str, JSON]]
    written: Callable[[B, dict[str, JSON]], dict[str, JSON]] = lambda battle, data: data  # as the map names places

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
        data = self.written(self.battle, data)
        if self.script.expect:
            data["unmet"] = list(differences(dict(self.script.expect), data))
        return data


# -- running ------------------------------------------------------------------------------------------------------


def begin(script: Script[S, E], start: Callable[[Dice], B]) -> B:
    """The battle before the first command."""
    try:
        return start(script.dice())
    except OutOfDice as error:
        raise _out_of_dice(script, error, "before the first command") from None
    except InputError as error:
        raise script.source.located(error) from None


def take(
    script: Script[S, E],
    number: int,
    entry: E,
    battle: B,
    answer: Callable[[B, E], Mapping[str, JSON] | None],
) -> EntryResult[E]:
    """Carry out an entry, or answer it where ``answer`` knows it as a question."""
    name = getattr(entry, "name", "")
    try:
        found = answer(battle, entry)
        if found is not None:
            return EntryResult(number, entry, answer=found)
        return EntryResult(number, entry, events=tuple(battle.do(entry)))
    except Refused as refused:
        return EntryResult(number, entry, refusal=refused.refusal)
    except InputError as error:
        key = f"commands.{number}.{name}.{error.key}"
        raise script.source.located(InputError(error.plain, key=key)) from None
    except OutOfDice as error:
        raise _out_of_dice(script, error, f"in commands.{number} ({name})") from None


def _out_of_dice(script: Script[S, E], error: OutOfDice, when: str) -> InputError:
    return script.source.located(InputError(f"{error.message}, {when}", key="dice"))


def unit_key(sides: Iterable[Named], units: Iterable[Mustered], unit: str) -> str:
    """The key path of a unit in its script."""
    for number, side in enumerate(sides):
        own = [muster.id for muster in units if muster.side == side.name]
        if unit in own:
            return f"sides.{number}.units.{own.index(unit)}"
    return "sides"


# -- saves: scripts with a seal -----------------------------------------------------------------------------------


def load_save(
    source: Document,
    read: Callable[[Document], Script[S, E]],
    start: Callable[[S, Dice, frozenset[str]], B],
    questions: tuple[type[Any], ...],
) -> B:
    """The battle of a save, played again. A damaged save, or one of another format, is an InputError."""
    if not isinstance(source.data, dict) or not isinstance(source.data.get("save"), dict):
        raise source.located(InputError("this is not a saved battle: the key save is missing"))
    seal = _seal(source, source.data["save"])
    try:
        script = read(source)
    except InputError as error:
        raise seal.trouble(error) from None
    try:
        battle = start(script.setup, script.dice(), seal.without)
    except (InputError, OutOfDice) as error:
        trouble = seal.trouble(InputError(f"the battle cannot begin: {error.message}", key="sides"))
        raise source.located(trouble) from None
    try:
        return replay(battle, _commands(script, questions), seal)
    except InputError as error:
        raise source.located(error) from None


def _seal(source: Document, given: JSON) -> Seal:
    try:
        return read_seal(given)
    except InputError as error:
        raise source.located(error) from None


def _commands(script: Script[S, E], questions: tuple[type[Any], ...]) -> tuple[E, ...]:
    for number, entry in enumerate(script.entries):
        if isinstance(entry, questions):
            raise InputError(f"a save holds no {getattr(entry, 'name', '')}", key=f"commands.{number}")
    return script.entries


def broken_seal(script: Script[Any, Any], battle: Engine[Any, Any, Any]) -> str | None:
    """Why a battle that was run from a save is another one than the save says; None if it is the same, or no save."""
    if not script.save:
        return None
    seal = _seal(script.source, dict(script.save))
    if seal.without != battle.off:
        return f"it was saved with {_rules_off(seal.without)}, and is run with {_rules_off(battle.off)}"
    if seal.fits(battle):
        return None
    return seal.trouble(InputError("it does not come out as it was saved")).message


def _rules_off(off: frozenset[str]) -> str:
    return f"{', '.join(sorted(off))} switched off" if off else "every rule"
