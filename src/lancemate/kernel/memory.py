"""What rules remember, under declared names: of what type, what holds without a note, who may know, and how long.

A game has one ``Memory``. Each rule declares the keys it owns beside itself, and reads and notes by them alone. Notes
are plain data kept by whatever they are about, and only events write them. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar, get_args, get_origin, overload

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word
from lancemate.kernel.reading import nearest, shown
from lancemate.kernel.values import frozen

T = TypeVar("T")

UNIT: Final = "unit"
BATTLE: Final = "battle"


class Noteworthy(Protocol):
    """Anything that is remembered of."""

    notes: Mapping[str, JSON]


class Noting(Protocol):
    """A state: notes of the battle, and of every unit in it."""

    notes: Mapping[str, JSON]

    @property
    def units(self) -> Mapping[str, Noteworthy]: ...


class Named(Protocol):
    @property
    def id(self) -> str: ...


_notes_of: Final = attrgetter("notes")


class Emits(Protocol):
    """A battle, as far as notes are concerned."""

    @property
    def state(self) -> Noting: ...

    def emit(self, event: Any) -> None: ...


# -- events ---------------------------------------------------------------------------------------------------


@event
class Noted:
    """Something an ability, option or scenario remembers about a unit (or, without one, about the battle)."""

    type: ClassVar[str] = "noted"
    on_sheet: ClassVar[bool] = True
    unit: UnitId | None
    key: Word
    value: JSON
    rule: RuleId

    def apply(self, state: Noting) -> None:
        holder: Noteworthy = state if self.unit is None else state.units[self.unit]
        holder.notes = {**holder.notes, self.key: self.value}


@event
class Remembered:
    """Something about a unit that rules will need later and that is not worth telling."""

    type: ClassVar[str] = "remembered"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    key: Word
    value: JSON
    rule: RuleId

    def apply(self, state: Noting) -> None:
        holder = state.units[self.unit]
        holder.notes = {**holder.notes, self.key: self.value}


@event
class Forgotten:
    """What was remembered of a unit has come to an end."""

    type: ClassVar[str] = "forgotten"
    on_sheet: ClassVar[bool] = True
    unit: UnitId
    key: Word
    rule: RuleId

    def apply(self, state: Noting) -> None:
        holder = state.units[self.unit]
        holder.notes = {name: value for name, value in holder.notes.items() if name != self.key}


# -- keys -----------------------------------------------------------------------------------------------------


@frozen
class Key(Generic[T]):
    """One thing to remember. ``told`` says it to players as it begins, with its value, ``untold`` as it ends.

    Where its value ``names`` units, nobody hears of those that it does not know.
    """

    about: str
    name: str
    kind: Any
    default: T
    rule: str
    secret: bool
    expires: str | None
    told: str
    untold: str
    names: bool

    def of(self, holder: Noteworthy) -> T:
        """What is remembered of a unit or of a battle's state."""
        notes = holder.notes
        return self.read(notes) if notes else self.default

    def read(self, notes: Mapping[str, JSON]) -> T:
        """What these notes say."""
        value: Any = notes.get(self.name, self.default)
        found: T = value
        return found

    def note(self, battle: Emits, unit: Named | None, value: T, by: str | None = None) -> None:
        """Remember it of a unit, or of the battle, for everybody who may know to hear."""
        name = None if unit is None else unit.id
        battle.emit(Noted(name, self.name, self.checked(value), self.rule if by is None else by))

    def remember(self, battle: Emits, unit: Named, value: T, by: str | None = None) -> None:
        """Remember it of a unit without a word."""
        battle.emit(Remembered(unit.id, self.name, self.checked(value), self.rule if by is None else by))

    def end(self, battle: Emits, unit: Named, by: str | None = None) -> None:
        """Take the note off a unit."""
        battle.emit(Forgotten(unit.id, self.name, self.rule if by is None else by))

    def entry(self, value: T) -> dict[str, JSON]:
        """The note itself, for those who write several at once."""
        return {self.name: self.checked(value)}

    def erase(self, holder: Noteworthy) -> None:
        """Take the note off a copy on which something is tried out: in play, only events write."""
        holder.notes = {name: value for name, value in holder.notes.items() if name != self.name}

    def checked(self, value: Any) -> JSON:
        """The value, if it is one that this key holds."""
        if not ((value is None and self.default is None) or _fits(value, self.kind)):
            empty = " or nothing" if self.default is None else ""
            raise InputError(f"{self.name} is {_words(self.kind)}{empty}, not {shown(value)}")
        kept: JSON = value
        return kept


def _fits(value: object, kind: Any) -> bool:
    if kind is JSON:
        return True
    if kind is float or kind is int:
        return isinstance(value, int if kind is int else (int, float)) and not isinstance(value, bool)
    if get_origin(kind) is list:
        return isinstance(value, list) and all(_fits(item, get_args(kind)[0]) for item in value)
    if get_origin(kind) is dict:
        return isinstance(value, dict) and all(_fits(item, get_args(kind)[1]) for item in value.values())
    return isinstance(value, kind)


_WORDS: Final[Mapping[Any, tuple[str, str]]] = {
    bool: ("true or false", "of them true or false"),
    int: ("a whole number", "of whole numbers"),
    float: ("a number", "of numbers"),
    str: ("a text", "of texts"),
}


def _words(kind: Any) -> str:
    if get_origin(kind) not in (list, dict):
        return _WORDS[kind][0]
    things, many = ("a list", 0) if get_origin(kind) is list else ("a mapping", 1)
    return f"{things} {_WORDS[get_args(kind)[many]][1]}" if get_args(kind)[many] in _WORDS else things


# -- a game's memory ------------------------------------------------------------------------------------------


class Keys:
    """The keys about one sort of thing. Calling it declares one more."""

    def __init__(self, memory: Memory, about: str) -> None:
        self._memory = memory
        self._about = about
        self._keys: dict[str, Key[Any]] = {}

    @overload
    def __call__(
        self,
        name: str,
        kind: type[T],
        *,
        default: None,
        rule: str,
        secret: bool = ...,
        expires: str | None = ...,
        told: str = ...,
        untold: str = ...,
        names: bool = ...,
    ) -> Key[T | None]: ...

    @overload
    def __call__(
        self,
        name: str,
        kind: type[T],
        *,
        default: T,
        rule: str,
        secret: bool = ...,
        expires: str | None = ...,
        told: str = ...,
        untold: str = ...,
        names: bool = ...,
    ) -> Key[T]: ...

    def __call__(
        self,
        name: str,
        kind: Any,
        *,
        default: Any,
        rule: str,
        secret: bool = False,
        expires: str | None = None,
        told: str = "",
        untold: str = "",
        names: bool = False,
    ) -> Key[Any]:
        if name in self._keys:
            raise TypeError(f"the note {name!r} of a {self._about} is declared twice")
        if self._about not in (UNIT, BATTLE) and (secret or expires or told or untold or names):
            raise TypeError(f"the note {name!r} of a {self._about} is no more secret and no shorter than its whole")
        moments = self._memory.moments
        if expires is not None and expires not in moments:
            raise TypeError(f"the note {name!r} expires with {expires!r}; it can with {', '.join(moments)}")
        key: Key[Any] = Key(self._about, name, kind, default, rule, secret, expires, told, untold, names)
        if default is not None:
            key.checked(default)
        self._keys[name] = key
        if expires is not None:
            fading = self._memory.fading.setdefault(expires, [])
            fading.append(key)
            fading.sort(key=lambda one: (one.about, one.name))  # in whatever order modules are imported
        return key

    def get(self, name: str) -> Key[Any] | None:
        return self._keys.get(name)

    def checked(self, notes: Mapping[str, JSON], where: str) -> dict[str, JSON]:
        """Notes that somebody has written down, if every one of them is known and can be."""
        for name, note in notes.items():
            key = self._keys.get(name)
            if key is None:
                word = str(name)[:60]
                raise InputError(f"no rule remembers {word!r}; {nearest(word, sorted(self._keys))}", key=where)
            try:
                key.checked(note)
            except InputError as error:
                raise error.at(key=f"{where}.{name}") from None
        return dict(notes)


class Memory:
    """All that the rules of one game may remember, and the ``moments`` of its clock when notes may be forgotten."""

    def __init__(self, *moments: str) -> None:
        self.moments = moments
        self._kinds: dict[str, Keys] = {}
        self.fading: dict[str, list[Key[Any]]] = {}
        self.of_units = self.about(UNIT)
        self.of_battle = self.about(BATTLE)

    def about(self, thing: str) -> Keys:
        """The keys about one sort of thing; but for units and the battle, rules keep these notes inside another."""
        return self._kinds.setdefault(thing, Keys(self, thing))

    def is_secret(self, name: str) -> bool:
        """Only the side that a note is about may know it; of the battle, each side what stands under its name."""
        return any(key is not None and key.secret for key in (self.of_units.get(name), self.of_battle.get(name)))

    def names_units(self, name: str) -> bool:
        """What is noted under this name names units."""
        key = self.of_units.get(name)
        return key is not None and key.names

    def forget(self, battle: Emits, moment: str) -> None:
        """Note back to its default whatever lasts no longer than this. The clock alone asks for it."""
        fading = self.fading.get(moment)
        if not fading:
            return
        if not battle.state.notes and not any(map(_notes_of, battle.state.units.values())):
            return
        noted = [(name, unit) for name, unit in battle.state.units.items() if unit.notes]
        for key in fading:
            if key.about == BATTLE:
                if key.of(battle.state) != key.default:
                    battle.emit(Noted(None, key.name, key.default, key.rule))
                continue
            for name, unit in noted:
                if key.of(unit) != key.default:
                    battle.emit(Noted(name, key.name, key.default, key.rule))
