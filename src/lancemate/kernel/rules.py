"""Rules as small named functions, each carrying the ledger id it implements, each able to be switched off alone.

Three ways to give a rule its home:

``@rule(ids, hook="to_hit")``  one of many answers a hook collects (modifiers, refusals, triggers). A battle compiles
                               the enabled ones once into a plain tuple; a switched-off one is simply not in it.
``@rule(ids, otherwise=x)``    a rule the engine calls by name. Its first argument carries ``off`` (a battle, an attack,
                               a move ...); when one of the ids is in there the answer is ``otherwise``.
``@formula(ids, otherwise=x)`` the same for arithmetic that needs no battle; only the process-wide switch reaches it.
``table(id, data)``            a table of the book, as data.

This module knows no game.
"""

from __future__ import annotations

import functools
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

Function = Callable[..., Any]


class Switched(Protocol):
    """Anything a rule can be asked about: it knows which rules are switched off."""

    @property
    def off(self) -> frozenset[str]: ...


@dataclass(frozen=True, slots=True)
class Home:
    """Where one registration of a rule lives."""

    ids: tuple[str, ...]
    kind: str  # "function" | "table"
    name: str
    module: str
    line: int
    hook: str | None = None
    part: int = 0
    ability: tuple[str, ...] = ()
    option: str | None = None
    reads: tuple[str, ...] = ()
    function: Function | None = None


HOMES: Final[list[Home]] = []

# Ids switched off for every battle and formula of this process: the proof runner sets it, or the environment.
process_off: frozenset[str] = frozenset(filter(None, os.environ.get("LANCEMATE_WITHOUT", "").split(",")))

# When set, every rule that makes a difference is counted here: how the exhaustive runner learns which have fired.
fired: Counter[str] | None = None


def switch_off(ids: Iterable[str]) -> None:
    """Switch ids off for the whole process, disturbing their tables. There is no way back: use a child process."""
    global process_off
    process_off = process_off | frozenset(ids)
    for home in HOMES:
        if home.kind == "table" and not process_off.isdisjoint(home.ids):
            assert home.function is not None
            home.function()


def count_fired(counter: Counter[str] | None) -> None:
    global fired
    fired = counter


def _register(ids: tuple[str, ...], kind: str, function: Function | None, **more: Any) -> Home:
    if not ids:
        raise ValueError("a rule needs at least one ledger id")
    code = getattr(function, "__code__", None)
    home = Home(
        ids=ids,
        kind=kind,
        name=more.pop("name", getattr(function, "__qualname__", "")),
        module=more.pop("module", getattr(function, "__module__", "")),
        line=more.pop("line", code.co_firstlineno if code else 0),
        function=function,
        **more,
    )
    HOMES.append(home)
    return home


def rule(
    *ids: str,
    hook: str | None = None,
    part: int = 0,
    ability: str | tuple[str, ...] = (),
    option: str | None = None,
    reads: tuple[str, ...] = (),
    otherwise: Any = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give ledger rules their home in this function. See the module's text for the forms."""
    abilities = (ability,) if isinstance(ability, str) else ability

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        _register(ids, "function", function, hook=hook, part=part, ability=abilities, option=option, reads=reads)
        if hook is not None:
            return function
        wanted = frozenset(ids)
        counted = ids + reads

        # Called more often than anything else in a battle, so it stays bare: no casts, nothing looked up twice.
        @functools.wraps(function)
        def guarded(first: Any, *args: Any, **kwargs: Any) -> Any:
            if first.off and not wanted.isdisjoint(first.off):
                return otherwise(first, *args, **kwargs) if callable(otherwise) else otherwise
            answer = bare(first, *args, **kwargs)
            if fired is not None:
                _note(counted, acts, answer, otherwise, (first, *args), kwargs)
            return answer

        bare: Function = function
        acts = _acts(function)
        return guarded  # type: ignore[return-value]

    return decorate


def formula(
    *ids: str, otherwise: Any = None, reads: tuple[str, ...] = ()
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give ledger rules their home in arithmetic that needs no battle."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        _register(ids, "function", function, reads=reads)
        wanted = frozenset(ids)
        counted = ids + reads

        @functools.wraps(function)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            if process_off and not wanted.isdisjoint(process_off):
                return cast(R, otherwise(*args, **kwargs) if callable(otherwise) else otherwise)
            answer = function(*args, **kwargs)
            if fired is not None:
                _note(counted, acts, answer, otherwise, args, kwargs)
            return answer

        acts = _acts(function)
        return guarded

    return decorate


def _acts(function: Function) -> bool:
    """Whether it does something and answers nothing."""
    return getattr(function, "__annotations__", {}).get("return") in (None, "None")


def _note(
    counted: tuple[str, ...], acts: bool, answer: Any, otherwise: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Count a rule that acted, or whose answer is another one than there would be without it."""
    global fired
    counter, fired = fired, None  # what is asked for the comparison does not count
    assert counter is not None
    try:
        if acts or answer != (otherwise(*args, **kwargs) if callable(otherwise) else otherwise):
            counter.update(counted)
    finally:
        fired = counter


def table(rule_id: str, data: T, *, name: str = "") -> T:
    """Register a table of the book. A dict or list is returned as it is; the proof runner disturbs it in place."""
    frame = _caller()
    _register(
        (rule_id,),
        "table",
        functools.partial(_disturb, data),
        name=name or f"table of {rule_id}",
        module=frame[0],
        line=frame[1],
    )
    if rule_id in process_off:
        _disturb(data)
    return data


def _caller() -> tuple[str, int]:
    import sys

    frame = sys._getframe(2)
    return str(frame.f_globals.get("__name__", "")), frame.f_lineno


def _disturb(data: Any) -> None:
    """Change every leaf of a table in place, so that a test that relies on it must fail."""
    if isinstance(data, dict):
        keys = list(data)
        for key in keys:
            data[key] = _disturbed(data[key])
    elif isinstance(data, list):
        data[:] = [_disturbed(item) for item in data]
    elif isinstance(data, set):
        data.clear()
    else:
        raise TypeError("a table is a dict, a list or a set, so that the proof runner can disturb it")


def _disturbed(value: Any) -> Any:
    match value:
        case dict() | list() | set():
            _disturb(value)
            return value
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + "?"
        case tuple():
            changed = [_disturbed(item) for item in value]
            return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)
        case None:
            return 1
        case _:
            return None


class Hooks:
    """The enabled rules of one battle, compiled into a tuple per hook.

    Their order is part, module, line: the same in every process, whichever module happened to be imported first.
    """

    __slots__ = ("_by_name",)

    def __init__(
        self,
        *,
        off: frozenset[str] = frozenset(),
        abilities: frozenset[str] = frozenset(),
        options: frozenset[str] = frozenset(),
    ) -> None:
        chosen: dict[str, list[Home]] = {}
        for home in HOMES:
            if home.hook is None or not off.isdisjoint(home.ids):
                continue
            if home.ability and abilities.isdisjoint(home.ability):
                continue
            if home.option is not None and home.option not in options:
                continue
            chosen.setdefault(home.hook, []).append(home)
        self._by_name: Mapping[str, tuple[Function, ...]] = {
            hook: tuple(_counting(home) for home in sorted(homes, key=_place)) for hook, homes in chosen.items()
        }

    def __getitem__(self, hook: str) -> tuple[Function, ...]:
        return self._by_name.get(hook, ())


def _place(home: Home) -> tuple[int, str, int]:
    return home.part, home.module, home.line


def _counting(home: Home) -> Function:
    """The bare function; while a runner counts, one that notes every answer other than nothing, and every act."""
    function = home.function
    assert function is not None
    if fired is None:
        return function
    counted, acts = home.ids + home.reads, _acts(function)

    @functools.wraps(function)
    def counting(*args: Any, **kwargs: Any) -> Any:
        answer = function(*args, **kwargs)
        if (acts or answer is not None) and fired is not None:
            fired.update(counted)
        return answer

    return counting
