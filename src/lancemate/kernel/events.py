"""Events: what happened, as data. Applying events is the only way a state changes. This module knows no game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, ClassVar, Final, Protocol, TypeVar, dataclass_transform

from lancemate.kernel.codec import JSON, encode

S = TypeVar("S", contravariant=True)
T = TypeVar("T")


class Event(Protocol[S]):
    """``type`` is its public name; ``apply`` writes it into the state."""

    type: ClassVar[str]

    def apply(self, state: S) -> None: ...


# What a dataclass would have written out and compiled for every class of its own, which was a tenth of every start.


def _is_same(self: Any, other: Any) -> Any:
    return self._parts(self) == self._parts(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash(self._parts(self))


@recursive_repr()
def _told(self: Any) -> str:
    told = ", ".join([f"{name}={getattr(self, name)!r}" for name in self._told])
    return f"{self.__class__.__qualname__}({told})"


METHODS: Final = {"__eq__": _is_same, "__hash__": _hashed, "__repr__": _told}


@dataclass_transform(frozen_default=True)
def value(kind: type[T]) -> type[T]:
    """Make a class a value: data that nobody changes once it is there, as events and commands are.

    The type checker holds everyone to that. At run time its fields are open: a frozen dataclass takes three times as
    long to make, and a battle makes values by the thousand.
    """
    made = dataclasses.dataclass(slots=True, eq=False, repr=False)(kind)
    fields = dataclasses.fields(made)  # type: ignore[arg-type]
    compared = [field.name for field in fields if field.compare]
    made._parts = attrgetter(*compared) if compared else type  # type: ignore[attr-defined]
    made._told = tuple([field.name for field in fields if field.repr])  # type: ignore[attr-defined]
    for name, method in METHODS.items():
        if name not in kind.__dict__:
            setattr(made, name, method)
    return made


@dataclass_transform(frozen_default=True)
def event(kind: type[T]) -> type[T]:
    """Make a class an event: a value that also says what it does to a state."""
    return value(kind)


def public(value: object) -> JSON:
    """A value as outsiders read it: like ``encode``, but named tuples keep their names."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: public(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, (list, tuple)):
        return [public(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): public(part) for key, part in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        shown = [field.name for field in dataclasses.fields(value) if not field.metadata.get("hidden")]
        return {name: public(getattr(value, name)) for name in shown}
    return encode(value)


def event_data(event: Event[S]) -> dict[str, JSON]:
    """The public JSON form of an event: its type first, then its fields."""
    data = public(event)
    assert isinstance(data, dict)
    return {"type": event.type, **data}
