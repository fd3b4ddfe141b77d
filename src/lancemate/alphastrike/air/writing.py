"""Units in the air as people write them: the keys of a unit's state that only aerospace units have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.air.altitude import height_of, thrust_of
from lancemate.alphastrike.air.flying import may_hover
from lancemate.alphastrike.measure.lines import ON
from lancemate.alphastrike.play.flight import (
    LEVELS,
    LOW,
    OPTION,
    altitude,
    can_fly,
    ceiling,
    ends_of,
    flies,
    flight,
    hovering,
)
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import read_point

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader

AIR_DERIVED: Final = ("thrust",)
AIR_KEYS: Final = ("altitude", "flight", "hovering", "ceiling")


def read_flight(reader: Reader, card: Card) -> dict[str, JSON]:
    """How high it is, along which line, and whether it hovers."""
    notes: dict[str, JSON] = {}
    given = [key for key in AIR_KEYS if key in reader and reader.raw(key) not in (None, False)]
    if given and not can_fly(card):
        raise reader.wrong(given[0], f"a unit of type {card.type} has no Thrust and does not fly")
    for key in (altitude, ceiling):
        if reader.raw(key.name) is not None:
            notes |= key.entry(reader.one_of(key.name, LEVELS))
    if reader.raw("hovering") is not None and reader.flag("hovering"):
        notes |= hovering.entry(True)
    if reader.raw("flight") is not None:
        points: list[JSON] = [list(read_point(value, where)) for where, value in reader.items("flight")]
        if len(points) != 2:
            raise reader.wrong("flight", "a flight path has a start and an end")
        notes |= flight.entry(points)
    return notes


def take_off(battle: Battle, unit: Unit) -> None:
    """A unit in the air is as high as it is said to be, at low altitude where nothing is said."""
    if OPTION not in battle.options or not flies(unit):
        return
    level = altitude.of(unit) or LOW
    unit.notes = {**unit.notes, **altitude.entry(level)}
    unit.elevation = height_of(battle, level)


def check_flight(battle: Battle, unit: Unit) -> None:
    """What is said of a flight must fit together."""
    if unit.destroyed or unit.exited or unit.aboard is not None:
        return
    line = flight.of(unit)
    said = {"altitude": altitude.of(unit) is not None, "flight": line is not None, "hovering": hovering.of(unit)}
    for key, is_said in said.items():
        if is_said and not unit.airborne:
            raise InputError(f"{unit.id} is not airborne and has no {key}", key=f"state.{key}")
    if hovering.of(unit) and OPTION in battle.options and not may_hover(battle, unit):
        raise InputError(f"{unit.id} is neither an airship nor a spheroid and cannot hover", key="state.hovering")
    if line is None:
        return
    start, end = ends_of(line)
    if hovering.of(unit):
        raise InputError(f"{unit.id} hovers in place and has no flight path", key="state.flight")
    if battle.table.distance(start, unit.at) > ON:
        raise InputError("a flight path begins where the unit is", key="state.flight")
    if not battle.table.inside(*end, -ON):
        raise InputError("a flight path ends on the table, or at its edge", key="state.flight")


def show_flight(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """The same for readers."""
    line = flight.of(unit)
    return {
        "altitude": altitude.of(unit) if unit.airborne else None,
        "flight": None if line is None else [list(end) for end in ends_of(line)],
        "hovering": hovering.of(unit),
        "ceiling": ceiling.of(unit),
        "thrust": thrust_of(battle, unit) if unit.card.is_aerospace else None,
    }
