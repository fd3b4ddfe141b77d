"""Kinds of events that set units somewhere: whoever tells one goes through movement/entering.py.

They are marks and no base classes, which compiled values cannot have.
"""

from __future__ import annotations

import dataclasses
from typing import Protocol, TypeVar, dataclass_transform

from lancemate.alphastrike.play.ids import UnitId
from lancemate.kernel.events import event

T = TypeVar("T")


class Placing(Protocol):
    """What the road is handed: an event that says whom it sets somewhere."""

    @property
    def unit(self) -> UnitId: ...


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def placing_event(kind: type[T]) -> type[T]:
    """An event after which a unit is somewhere else, or as high as it was not before."""
    return event(kind)


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def leaving_event(kind: type[T]) -> type[T]:
    """One after which it is nowhere on the table: aboard, carried, off the map or gone."""
    return event(kind)
