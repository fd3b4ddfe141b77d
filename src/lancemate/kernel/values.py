"""Values: data that nobody changes once it is there, as events, commands and cards are. This module knows no game.

A dataclass writes out and compiles half a dozen functions for every class, which was a fifth of every start. Values
share what can be shared, and how one is made is compiled when the first of its kind is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, Final, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def value(kind: type[T]) -> type[T]:
    """Make a class a value: a dataclass with slots, compared and hashed by what is in it.

    The type checker holds everyone to leaving it as it is. At run time its fields are open: one that is frozen takes
    three times as long to make, and a battle makes events and commands by the thousand.
    """
    return _made(kind, SHARED, frozen=False)


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(kind: type[T]) -> type[T]:
    """The same for what is made once and then shared: nobody can change it at run time either."""
    return _made(kind, SHARED | GUARDS, frozen=True)


def _made(kind: type[T], methods: Mapping[str, Any], *, frozen: bool) -> type[T]:
    if not kind.__doc__:
        kind.__doc__ = kind.__name__  # or dataclasses would work out a signature to put there
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    tell_apart(made)
    for name, method in {**methods, "__init__": _first_time(made, frozen)}.items():
        if name not in kind.__dict__:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def tell_apart(kind: Any) -> None:
    """Note by which fields values of a kind are compared, hashed and shown."""
    fields = dataclasses.fields(kind)
    kind._parts = _getter([field.name for field in fields if field.compare])
    kind._marks = _getter([field.name for field in fields if (field.compare if field.hash is None else field.hash)])
    kind._told = tuple([field.name for field in fields if field.repr])


def _getter(names: list[str]) -> Any:
    return attrgetter(*names) if names else type


def _is_same(self: Any, other: Any) -> Any:
    return self._parts(self) == self._parts(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash(self._marks(self))


@recursive_repr()
def _shown(self: Any) -> str:
    told = ", ".join([f"{name}={getattr(self, name)!r}" for name in self._told])
    return f"{self.__class__.__qualname__}({told})"


def _keep(self: Any, name: str, given: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change {name!r} of a {self.__class__.__qualname__}")


def _packed(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _unpacked(self: Any, state: list[object]) -> None:
    for field, given in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, given)


SHARED: Final = {"__eq__": _is_same, "__hash__": _hashed, "__repr__": _shown}
GUARDS: Final = {"__setattr__": _keep, "__delattr__": _keep, "__getstate__": _packed, "__setstate__": _unpacked}


def _first_time(kind: Any, frozen: bool) -> Callable[..., None]:
    """What makes the first one of a kind: it puts what makes all others in its own place."""

    def __init__(self: Any, *args: Any, **named: Any) -> None:
        kind.__init__ = _constructor(kind, frozen)
        kind.__init__(self, *args, **named)

    return __init__


def _constructor(kind: Any, frozen: bool) -> Callable[..., None]:
    """The constructor that a plain dataclass with the same fields would have."""
    fields = []
    for one in dataclasses.fields(kind):
        given: dict[str, Any] = {"init": one.init, "kw_only": one.kw_only}
        if one.default is not dataclasses.MISSING and one.init:
            given["default"] = one.default
        elif one.default is not dataclasses.MISSING:  # a twin without slots would leave it to the class
            given["default_factory"] = lambda default=one.default: default
        if one.default_factory is not dataclasses.MISSING:
            given["default_factory"] = one.default_factory
        fields.append((one.name, object, dataclasses.field(**given)))
    after = {"__post_init__": kind.__post_init__} if hasattr(kind, "__post_init__") else {}
    twin = dataclasses.make_dataclass(
        kind.__name__, fields, namespace={"__doc__": "", **after}, repr=False, eq=False, match_args=False, frozen=frozen
    )
    made: Callable[..., None] = vars(twin)["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__module__ = kind.__module__
    return made
