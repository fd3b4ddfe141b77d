"""Events: what happened, as data. Applying events is the only way a state changes. This module knows no game."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import ClassVar, Protocol, TypeVar, dataclass_transform

from lancemate.kernel import values
from lancemate.kernel.codec import JSON, encode

S = TypeVar("S", contravariant=True)
T = TypeVar("T")


class Event(Protocol[S]):
    """``type`` is its public name; ``apply`` writes it into the state."""

    type: ClassVar[str]

    def apply(self, state: S) -> None: ...


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def event(kind: type[T]) -> type[T]:
    """Make a class an event: a value that also says what it does to a state."""
    return values.value(kind)


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
