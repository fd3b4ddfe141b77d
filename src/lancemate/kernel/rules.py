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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import CO_VARARGS
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar, cast

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
    kinds: tuple[str, ...] = ()
    ability: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    option: str | None = None
    function: Function | None = None


HOMES: Final[list[Home]] = []

# Ids switched off for every battle and formula of this process: the proof runner sets it, or the environment.
WITHOUT: Final = "LANCEMATE_WITHOUT"
process_off: frozenset[str] = frozenset(filter(None, map(str.strip, os.environ.get(WITHOUT, "").split(","))))

# When set, every rule that makes a difference is noted here, once: how the exhaustive runner learns which have fired.
fired: set[str] | None = None

# Whether rules are guarded: some rule is off somewhere, or a runner counts.
_alert: bool = bool(process_off)


def heed(off: frozenset[str]) -> None:
    """See that rules are guarded, if any of them is off in a battle about to be played."""
    if off:
        _be_alert()


def _be_alert() -> None:
    """Guard every rule from now on."""
    global _alert
    if not _alert:
        _alert = True
        for guarded in _guarded:
            _arm(guarded)


def switch_off(ids: Iterable[str]) -> None:
    """Switch ids off for the whole process, disturbing their tables. There is no way back: use a child process."""
    global process_off
    process_off = process_off | frozenset(ids)
    heed(process_off)
    for home in HOMES:
        if home.kind == "table" and not process_off.isdisjoint(home.ids):
            assert home.function is not None
            home.function()


def note_fired(noted: set[str] | None) -> None:
    """Note in this set which rules make a difference from now on; None ends that."""
    global fired
    fired = noted
    if noted is not None:
        _be_alert()


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
    kinds: str | tuple[str, ...] = (),
    ability: str | tuple[str, ...] = (),
    types: str | tuple[str, ...] = (),
    option: str | None = None,
    otherwise: Any = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give ledger rules their home in this function. See the module's text for the forms.

    A rule on a hook may say when it cannot matter: ``kinds`` of things it is asked about, where the hook is asked with
    a kind; an ``ability``, or a unit of one of these ``types``, that somebody on the table must have; an ``option``.
    """
    limits = {"kinds": _words(kinds), "ability": _words(ability), "types": _words(types), "option": option}

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        _register(ids, "function", function, hook=hook, part=part, **limits)
        if hook is not None:
            return function
        wanted = frozenset(ids)
        note = _counter(function, wanted, otherwise)

        def careful(first: Any, *args: Any, **kwargs: Any) -> Any:
            if first.off and not wanted.isdisjoint(first.off):
                return otherwise(first, *args, **kwargs) if callable(otherwise) else otherwise
            answer = bare(first, *args, **kwargs)
            if fired is not None and not wanted.issubset(fired):
                note(answer, (first, *args), kwargs)
            return answer

        bare: Function = _twin(function)
        return _guard(function, careful)

    return decorate


def _words(given: str | tuple[str, ...]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else given


def formula(*ids: str, otherwise: Any = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give ledger rules their home in arithmetic that needs no battle."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        _register(ids, "function", function)
        wanted = frozenset(ids)
        note = _counter(function, wanted, otherwise)

        def careful(*args: Any, **kwargs: Any) -> Any:
            if process_off and not wanted.isdisjoint(process_off):
                return otherwise(*args, **kwargs) if callable(otherwise) else otherwise
            answer = bare(*args, **kwargs)
            if fired is not None and not wanted.issubset(fired):
                note(answer, args, kwargs)
            return answer

        bare: Function = _twin(function)
        return _guard(function, careful)

    return decorate


# Rules are called more often than anything else in a battle, so while nothing is switched off and nothing is counted
# each is its plain self. When that changes, the code of every rule gives way to a guard that asks first. A name that
# somebody has taken hold of stays the same function all the while.


class _Guarded(NamedTuple):
    """A rule, its guard, and the name under which the guard finds the careful way of asking it."""

    function: Any
    code: CodeType
    name: str
    careful: Function


_guarded: Final[list[_Guarded]] = []


def _guard(function: Callable[P, R], careful: Function) -> Callable[P, R]:
    """The rule itself, ready to be guarded; one that is made inside another function always is."""
    plain = cast(FunctionType, function)
    if plain.__code__.co_freevars:
        return cast(Callable[P, R], functools.wraps(function)(careful))
    name = f"_careful_{len(_guarded)}"
    code = _guard_code(plain, name)
    guarded = _Guarded(plain, code, name, careful)
    _guarded.append(guarded)
    if _alert:
        _arm(guarded)
    return function


def _arm(guarded: _Guarded) -> None:
    guarded.function.__globals__[guarded.name] = guarded.careful
    guarded.function.__code__ = guarded.code


def _twin(function: Callable[P, R]) -> Callable[P, R]:
    """The same function once more, which stays as it is."""
    plain = cast(FunctionType, function)
    twin = FunctionType(plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__, plain.__closure__)
    twin.__kwdefaults__ = plain.__kwdefaults__
    return cast(Callable[P, R], twin)


def _guard_code(function: FunctionType, careful: str) -> CodeType:
    """Code with the parameters of a rule that passes them on."""
    code = function.__code__
    places, by_name = code.co_argcount, code.co_kwonlyargcount
    names = code.co_varnames[: places + by_name + bool(code.co_flags & CO_VARARGS)]
    taken = passed = [*names[:places]]
    rest = [f"*{name}" for name in names[places + by_name :]]
    if by_name:
        taken = [*taken, *(rest or "*"), *names[places : places + by_name]]
        passed = [*passed, *rest, *(f"{name}={name}" for name in names[places : places + by_name])]
    else:
        taken = passed = [*taken, *rest]
    made: dict[str, Any] = {}
    exec(f"def {function.__name__}({', '.join(taken)}): return {careful}({', '.join(passed)})", made)
    guard: CodeType = made[function.__name__].__code__
    return guard.replace(co_filename=code.co_filename, co_firstlineno=code.co_firstlineno)


def _acts(function: Function) -> bool:
    """Whether it does something and answers nothing."""
    return getattr(function, "__annotations__", {}).get("return") in (None, "None")


def _counter(
    function: Function, counted: frozenset[str], otherwise: Any
) -> Callable[[Any, tuple[Any, ...], dict[str, Any]], None]:
    """What counts a rule that acted, or whose answer is another one than there would be without it."""
    acts = _acts(function)

    def note(answer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        global fired
        noted, fired = fired, None  # what is asked for the comparison does not count
        try:
            assert noted is not None
            if acts or answer != (otherwise(*args, **kwargs) if callable(otherwise) else otherwise):
                noted.update(counted)
        finally:
            fired = noted

    return note


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


class Hooks(dict[str, tuple[Function, ...]]):
    """The enabled rules of one battle, compiled into a tuple per hook; a hook nobody answers is empty.

    Their order is part, ledger id, name: the same in every process, whichever module happened to be imported first.
    """

    __slots__ = ("_by_kind", "_kinds")

    def __init__(
        self,
        *,
        off: frozenset[str] = frozenset(),
        abilities: frozenset[str] = frozenset(),
        types: frozenset[str] = frozenset(),
        options: frozenset[str] = frozenset(),
    ) -> None:
        chosen: dict[str, list[Home]] = {}
        for home in HOMES:
            if home.hook is None or not off.isdisjoint(home.ids):
                continue
            if home.ability and abilities.isdisjoint(home.ability):
                continue
            if home.types and types.isdisjoint(home.types):
                continue
            if home.option is not None and home.option not in options:
                continue
            chosen.setdefault(home.hook, []).append(home)
        self._kinds: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._by_kind: dict[tuple[str, str], tuple[Function, ...]] = {}
        for hook, homes in chosen.items():
            homes.sort(key=_place)
            self[hook] = tuple(_counting(home) for home in homes)
            self._kinds[hook] = tuple(home.kinds for home in homes)

    def __missing__(self, hook: str) -> tuple[Function, ...]:
        self[hook] = ()
        return ()

    def of(self, hook: str, kind: str) -> tuple[Function, ...]:
        """The rules of a hook that have something to say about a kind of thing."""
        found = self._by_kind.get((hook, kind))
        if found is None:
            pairs = zip(self[hook], self._kinds.get(hook, ()), strict=True)
            found = tuple(function for function, kinds in pairs if not kinds or kind in kinds)
            self._by_kind[hook, kind] = found
        return found


def hooks_for(off: frozenset[str], abilities: frozenset[str], types: frozenset[str], options: frozenset[str]) -> Hooks:
    """The hooks of a battle. Battles that are alike share them, except while a runner counts."""
    make = _hooks if fired is None else _hooks.__wrapped__
    return make(len(HOMES), off, abilities, types, options)


@functools.lru_cache(maxsize=64)
def _hooks(
    homes: int, off: frozenset[str], abilities: frozenset[str], types: frozenset[str], options: frozenset[str]
) -> Hooks:
    """``homes`` is how many rules there were: others may have come since."""
    return Hooks(off=off, abilities=abilities, types=types, options=options)


def _place(home: Home) -> tuple[int, str, str]:
    return home.part, home.ids[0], home.name


def _counting(home: Home) -> Function:
    """The bare function; while a runner counts, one that notes every answer other than nothing, and every act."""
    function = home.function
    assert function is not None
    if fired is None:
        return function
    counted, acts = frozenset(home.ids), _acts(function)

    @functools.wraps(function)
    def counting(*args: Any, **kwargs: Any) -> Any:
        answer = function(*args, **kwargs)
        if (acts or answer is not None) and fired is not None and not counted.issubset(fired):
            fired.update(counted)
        return answer

    return counting
