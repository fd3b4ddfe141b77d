"""What rules and values are registered by where they are compiled: such functions have no code to look at.

Compiled modules call ``shape``, ``named`` and ``adopt`` (kernel/compiling/staging.py writes the calls); everybody else
asks here what a function takes and which rule stands behind a name, however it came about. This module knows no game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from inspect import CO_VARARGS
from typing import Any, Final, NamedTuple

from lancemate.kernel import values

MISSING: Final = dataclasses.MISSING
field: Final[Any] = dataclasses.field
made: Final[Any] = tuple.__new__  # a named tuple of its parts

# What may be done to a value: it is left alone by agreement, nobody can change it, or everybody may.
OPEN: Final = "open"
FROZEN: Final = "frozen"
MUTABLE: Final = "mutable"


class Shape(NamedTuple):
    """Where a function stands, what it takes and what it says it answers."""

    line: int
    parameters: tuple[str, ...]
    defaults: int
    varargs: bool
    keywords: tuple[str, ...]
    returns: object  # its words, or what they mean


_shapes: Final[dict[Any, Shape]] = {}
_homes: Final[dict[Any, Any]] = {}


# -- functions ------------------------------------------------------------------------------------------------


def shape_of(function: Any) -> Shape:
    """Where a function stands and what it takes, compiled or not."""
    told = _shapes.get(function)
    if told is not None:
        return told
    code = function.__code__
    names, count = code.co_varnames, code.co_argcount
    return Shape(
        code.co_firstlineno,
        names[:count],
        len(function.__defaults__ or ()),
        bool(code.co_flags & CO_VARARGS),
        names[count : count + code.co_kwonlyargcount],
        function.__annotations__.get("return"),
    )


def home_of(function: Any) -> Any:
    """Where the rule lives that is called by this name."""
    return _homes.get(function) or function.__home__


def behind(name: Any) -> Any:
    """The rule itself that is called by a name, or whatever else is given."""
    home = _homes.get(name) if callable(name) else None
    return home.function if home is not None else getattr(name, "__wrapped__", name)


def shape(function: Any, *told: Any) -> None:
    """Say of a compiled function what its code would."""
    _shapes[function] = Shape(*told)


def named(ruleset: Any, ids: tuple[str, ...], kind: str, function: Any, book: Any, name: str, otherwise: Any) -> Any:
    """Give a compiled rule that is called by name its home; ``book`` is the rule, ``function`` what others call."""
    home = ruleset.register(ids, kind, book, otherwise=otherwise, called=name)
    _homes[function] = home
    return home


# -- values ---------------------------------------------------------------------------------------------------


def adopt(kind: Any, change: str, fields: Mapping[str, tuple[str, Any]], *, by_value: bool = True) -> None:
    """Make a compiled class what ``@value``, ``@frozen`` or a dataclass with slots would be, its constructor apart."""
    said = {name: words for name, (words, _) in fields.items()}
    body = {name: given for name, (_, given) in fields.items() if given is not MISSING}
    body |= {"__annotations__": said, "__doc__": "", "__module__": kind.__module__}
    twin: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(type(kind.__name__, (), body))
    kind.__annotations__ = said
    kind.__slots__ = tuple(said)
    for name in ("__dataclass_fields__", "__dataclass_params__", "__match_args__"):
        setattr(kind, name, getattr(twin, name))
    methods: dict[str, Any] = {"__repr__": values.SHARED["__repr__"], "__reduce__": _packed}
    if by_value:
        methods |= values.SHARED
    if change == FROZEN:
        methods |= {"__setattr__": values.GUARDS["__setattr__"], "__delattr__": values.GUARDS["__delattr__"]}
    elif change == MUTABLE:
        methods["__hash__"] = None
    values.tell_apart(kind)
    for name, method in methods.items():
        if kind.__dict__.get(name) is None:
            setattr(kind, name, method)


def _packed(self: Any) -> tuple[Any, ...]:
    return _unpacked, (self.__class__, [getattr(self, one.name) for one in dataclasses.fields(self)])


def _unpacked(kind: Any, state: list[object]) -> Any:
    pairs = list(zip(dataclasses.fields(kind), state, strict=True))
    made = kind(*[given for one, given in pairs if one.init])
    for one, given in pairs:
        if not one.init:
            object.__setattr__(made, one.name, given)
    return made
