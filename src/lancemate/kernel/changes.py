"""What is different from the book as printed in one battle: rules off, replaced, or counted. Knows no game."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Collection
from copy import deepcopy
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

from lancemate.kernel.native import home_of, shape_of
from lancemate.kernel.values import value

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

Function = Callable[..., Any]


class Switched(Protocol):
    """Anything a rule can be asked about: it knows what is different in its battle. None: the book as printed."""

    @property
    def changed(self) -> Changes | None: ...


@value
class Home:
    """Where one registration of a rule lives."""

    ids: tuple[str, ...]
    kind: str  # "hook" | "rule" | "formula" | "table"
    module: str
    line: int
    function: Any
    called: str = ""
    place: str = ""  # the module, from its game's package on
    hook: str | None = None
    part: int = 0
    kinds: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()  # or the traits of which those have one
    but: tuple[str, ...] = ()  # and none of these
    plain: bool = True  # it has something to say about the plain ones of a kind too
    ability: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    when: str | None = None
    replaces: tuple[object, ...] = ()
    otherwise: Any = None

    # One is only ever itself.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def name(self) -> str:
        """The name of the function, or of the variable that holds the table."""
        if self.called:
            return self.called
        names = vars(sys.modules[self.module]).items() if self.module in sys.modules else ()
        return next((name for name, value in names if value is self.function), f"table of {self.ids[0]}")

    @property
    def key(self) -> str:
        """What switches off this home and no other of the same rule: ``AS-COM-090@combat.physical.punch``."""
        return f"{self.ids[0]}@{self.place}.{self.name}"

    def is_in(self, words: Collection[str]) -> bool:
        """Whether one of its ids, or its key, is among these words."""
        return bool(words) and (any(rule_id in words for rule_id in self.ids) or self.key in words)


class Known(dict[Any, Any]):
    """Answers that are worked out when first asked for: nothing is asked for more often."""

    def __init__(self, find: Function, *, keeps: bool = True) -> None:
        self.find = find
        self.keeps = keeps

    def __missing__(self, key: Any) -> Any:
        found = self.find(key)
        if self.keeps:
            self[key] = found
        return found


class Changes:
    """What is different from the book as printed in one battle: rules off, replaced, or counted."""

    __slots__ = ("_off", "_tables", "instead", "modules", "noted", "off", "switches", "tables", "ways")

    def __init__(
        self,
        off: frozenset[str],
        switches: frozenset[str],
        instead: dict[Home, Home],
        modules: frozenset[str],
        noted: set[str] | None,
    ) -> None:
        self.off = off
        self.switches = switches
        self.instead = instead
        self.modules = modules  # in which something is off or replaced
        self.noted = noted
        self._off: dict[Home, bool] = {}
        self.ways = Known(self._way)  # how a rule called by name answers in this battle
        self._tables = Known(self._table)
        self.tables = self._tables if noted is None else Known(self._noted_table, keeps=False)  # as they stand in it

    def is_off(self, home: Home) -> bool:
        """Whether a home was switched off, whatever may stand in its place."""
        found = self._off.get(home)
        if found is None:
            found = self._off[home] = home.is_in(self.off)
        return found

    def _way(self, home: Home) -> Function:
        chosen = self.instead.get(home, home)
        if chosen is home and home.is_in(self.off):
            return without_it(home.otherwise)
        return chosen.function if self.noted is None else counted_rule(chosen, home.otherwise, self)

    def _noted_table(self, table: Table[Any]) -> Any:
        if self.noted is not None:
            self.noted.update(rule_id for home in table.homes for rule_id in home.ids)
        return self._tables[table]

    def _table(self, table: Table[T]) -> T:
        other = self.instead.get(table.homes[0])
        if other is not None:
            return cast(T, other.function.book)
        off = any(home.is_in(self.off) for home in table.homes)
        return cast(T, disturbed(deepcopy(table.book))) if off else table.book


class Table(Generic[T]):
    """A table of the book. Read where it is used: a copy taken at import time would escape every switch."""

    __slots__ = ("book", "homes")

    def __init__(self, book: T) -> None:
        self.book = book  # as printed
        self.homes: tuple[Home, ...] = ()  # the chapter's own, and those of the appendix

    def of(self, by: Switched) -> T:
        """As it stands for whoever asks: a battle, an attack, a move; the ruleset itself where there is no battle."""
        changed = by.changed
        if changed is None:
            return self.book
        found: T = changed.tables[self]
        return found


@functools.cache
def _as_printed(function: Function) -> Function:
    home: Home = home_of(function)

    def printed(first: Any, *args: Any, **kwargs: Any) -> Any:
        off = first.changed is not None and first.changed.is_off(home)
        return (without_it(home.otherwise) if off else home.function)(first, *args, **kwargs)

    return printed


def as_printed(function: Callable[P, R]) -> Callable[P, R]:
    """A rule called by name as the book has it, or as it is without it: for a replacement that builds on it."""
    return _as_printed(function)


def is_off(by: Switched, rule_id: str) -> bool:
    """Whether a rule is switched off for whoever asks."""
    return by.changed is not None and rule_id in by.changed.off


def without_it(otherwise: Any) -> Function:
    """What answers in the place of a rule that is off."""
    return otherwise if callable(otherwise) else lambda *args, **kwargs: otherwise


# -- counting -------------------------------------------------------------------------------------------------


def _acts(function: Function) -> bool:
    """Whether it does something and answers nothing."""
    return shape_of(function).returns in (None, "None")


def counted_rule(home: Home, otherwise: Any, changes: Changes) -> Function:
    """A rule that notes itself when it acts, or when its answer is another one than there would be without it."""
    function, ids, acts = home.function, frozenset(home.ids), _acts(home.function)

    @functools.wraps(function)
    def counted(*args: Any, **kwargs: Any) -> Any:
        answer = function(*args, **kwargs)
        noted = changes.noted
        if noted is not None and not ids.issubset(noted):
            changes.noted = None  # what is asked for the comparison does not count
            try:
                if acts or answer != without_it(otherwise)(*args, **kwargs):
                    noted.update(ids)
            finally:
                changes.noted = noted
        return answer

    return counted


# -- tables that are off --------------------------------------------------------------------------------------


def disturbed(value: Any) -> Any:
    """A table with every leaf changed, in place where it can be: whoever relies on it must notice."""
    match value:
        case dict():
            for key in list(value):
                value[key] = disturbed(value[key])
            return value
        case list():
            value[:] = [disturbed(item) for item in value]
            return value
        case set():
            value.clear()
            return value
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + "?"
        case tuple():
            changed = [disturbed(item) for item in value]
            return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)
        case None:
            return 1
        case _:
            return None
