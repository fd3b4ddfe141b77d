"""Who is aboard whom, as plain facts; the rules of getting on and off are in transport.py and stepping_off.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.state import ABOARD, Unit

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point


# The turn in which a unit got off before its own move.
disembarked = unit_memory("disembarked", int, default=None, rule="AS-MOV-077")


class Boarding(NamedTuple):
    """A unit gets on: inside or outside its carrier, or stowed as cargo."""

    carrier: Unit
    riding: bool
    cargo: bool
    rule: str


class Unloading(NamedTuple):
    """A unit gets off."""

    unit: Unit
    at: Point
    facing: float
    elevation: float
    moved: str
    rule: str


def passengers(battle: Battle, carrier: Unit) -> Iterator[Unit]:
    """Those that a unit carries; enemies who have boarded it are none."""
    for unit in battle.units.values():
        if unit.place == ABOARD and unit.aboard == carrier.id and unit.side == carrier.side:
            yield unit
