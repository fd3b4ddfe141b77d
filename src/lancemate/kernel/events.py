"""Events: what happened, as data. Applying events is the only way a state changes. This module knows no game."""

from __future__ import annotations

from typing import ClassVar, Protocol, TypeVar

from lancemate.kernel.codec import JSON, encode

S = TypeVar("S", contravariant=True)


class Event(Protocol[S]):
    """``type`` is its public name; ``apply`` writes it into the state."""

    type: ClassVar[str]

    def apply(self, state: S) -> None: ...


def event_data(event: Event[S]) -> dict[str, JSON]:
    """The public JSON form of an event: its type first, then its fields."""
    data = encode(event)
    assert isinstance(data, dict)
    return {"type": event.type, **data}
