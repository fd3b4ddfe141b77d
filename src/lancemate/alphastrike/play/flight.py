"""Units in the air, as states remember them: how high, along which line, who fights whom. Rules stand in air/."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.state import State, Unit
from lancemate.field.shapes import Point
from lancemate.kernel.codec import JSON

OPTION: Final = "aerospace"  # the chapter as a whole
ON_THE_GROUND: Final = "aerospace_on_ground_map"
LOW: Final = "low"
LEVELS: Final = (LOW, "middle", "high", "extreme")
FORMS_THAT_FLY: Final = ("LAM", "BIM")  # abilities of units that may turn into aircraft

altitude = unit_memory("altitude", str, default=None, rule="AS-AER-006")
# Start and end of this turn's flight path.
flight = unit_memory("flight", list[JSON], default=None, rule="AS-AER-003")
hovering = unit_memory("hovering", bool, default=False, rule="AS-AER-008")
# It took off with its last move and has laid no path yet.
climbing = unit_memory("climbing", bool, default=False, rule="AS-OPT-074")
# The highest altitude it may choose in its next move.
ceiling = unit_memory("ceiling", str, default=None, rule="AS-AER-089")
# It has left its transport high above the table and comes down in the next turn.
falling = unit_memory("dropping", bool, default=False, rule="AS-OPT-350")
# What it has been through this turn: hit in the air; those it did not answer; those it lost out of sight together with
# itself; and whether it lost a dogfight of its own choice.
shaken = unit_memory("hit_in_flight", bool, default=False, rule="AS-AER-089", expires="End Phase")
declined = unit_memory("declined", list[str], default=[], rule="AS-AER-061", expires="End Phase", names=True)
lost_each_other = unit_memory(
    "lost_each_other", list[str], default=[], rule="AS-AER-065", expires="End Phase", names=True
)
outflown = unit_memory("outflown", bool, default=False, rule="AS-AER-067", expires="End Phase")
# This turn's engagements, oldest first: {attacker, defender, tailing}.
engagements = battle_memory("engagements", list[JSON], default=[], rule="AS-AER-060")


class Engagement(NamedTuple):
    """Two units that fight each other in the air, and which of them tails the other."""

    attacker: str
    defender: str
    tailing: str | None


def flies(unit: Unit) -> bool:
    """An aerospace unit in the air, or somebody who falls as high."""
    return unit.airborne and (unit.card.is_aerospace or falling.of(unit))


def can_fly(card: Card) -> bool:
    """It has Thrust, or a form that has."""
    return card.is_aerospace or not card.all_codes.isdisjoint(FORMS_THAT_FLY)


def is_overhead(unit: Unit) -> bool:
    """High above all that happens on the ground, by the rules of the chapter."""
    return bool(unit.notes) and unit.airborne and altitude.of(unit) is not None


def path_of(unit: Unit) -> tuple[Point, Point]:
    """The line it flies along this turn; the place where it is, before its move and while it hovers."""
    line = flight.of(unit)
    return (unit.at, unit.at) if line is None else ends_of(line)


def ends_of(line: list[JSON]) -> tuple[Point, Point]:
    """The two ends of a line as notes write it."""
    start, end = line
    return _point(start), _point(end)


def _point(data: JSON) -> Point:
    assert isinstance(data, list)
    x, y = data
    assert isinstance(x, (int, float))
    assert isinstance(y, (int, float))
    return float(x), float(y)


def fights(state: State) -> Iterator[Engagement]:
    """The engagements of this turn, the last one first."""
    for one in reversed(engagements.of(state)):
        assert isinstance(one, Mapping)
        tailing = one["tailing"]
        yield Engagement(str(one["attacker"]), str(one["defender"]), None if tailing is None else str(tailing))


def fight_between(state: State, one: str, other: str) -> Engagement | None:
    """The last engagement of two units this turn."""
    return next((fight for fight in fights(state) if {fight.attacker, fight.defender} == {one, other}), None)


def tails(state: State, one: str, other: str) -> bool:
    """Whether a unit is on the tail of another."""
    fight = fight_between(state, one, other)
    return fight is not None and fight.tailing == one
