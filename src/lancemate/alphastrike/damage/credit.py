"""Whose deed the loss of a unit is (p. 127): kept where a rule wants to know. What that is worth is for others to say.

It is known before anybody hears of the loss. Harm has a source, and a source a side; what merely follows from harm,
as a crash does, or the roll of a pilot who cannot hold his craft, is the deed of whoever did that harm last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.setup import CREDIT
from lancemate.alphastrike.play.traits import AFTERMATH

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.damage.damage import Hit
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

# The side that destroyed a unit, or its own.
killed_by = unit_memory("killed_by", str, default=None, rule="AS-SCN-015")
# The side that has harmed it last, its own where nobody's did.
harmed_by = unit_memory("harmed_by", str, default=None, rule="AS-SCN-015")
# The side that has brought a structure down, by its name.
felled_by = battle_memory("felled_by", dict[str, str], default={}, rule="AS-SCN-015")
# The turn in which it was lost.
lost_in = unit_memory("lost_in", int, default=None, rule="AS-SCA-035")


@hooks.harmed.rule("AS-SCN-015", when=CREDIT)
def who_harmed_it_last(battle: Battle, hit: Hit) -> None:
    """What hits without doing anything is nobody's merit."""
    unit, source = battle.units[hit.unit], hit.source
    if AFTERMATH in source.traits and source.side is None:
        return
    does_something = hit.points or hit.heat or hit.natural_12 or hit.causes or hit.late_causes
    side = source.side or unit.side
    if does_something and harmed_by.of(unit) != side:
        harmed_by.remember(battle, unit, side)


@hooks.unit_doomed.rule("AS-SCN-015", when=CREDIT)
def credit(battle: Battle, unit: Unit, source: Source) -> None:
    """A kill belongs to the side whose damage destroyed the unit."""
    if killed_by.of(unit) is None:
        before = harmed_by.of(unit) if AFTERMATH in source.traits else None
        killed_by.remember(battle, unit, source.side or before or unit.side)


@hooks.structure_felled.rule("AS-SCN-015", when=CREDIT)
def who_felled_it(battle: Battle, feature: Feature, source: Source, on_purpose: bool) -> None:
    """What falls on somebody is the deed of whoever has brought it down."""
    if source.side is not None:
        felled_by.note(battle, None, {**felled_by.of(battle.state), feature.id: source.side})


@hooks.lost_with.rule("AS-SCN-015", when=CREDIT)
def credit_passengers(battle: Battle, carrier: Unit, passenger: Unit) -> None:
    """Whoever destroys a transport destroys what is in it."""
    killer = killed_by.of(carrier)
    if killer is not None and killed_by.of(passenger) is None:
        killed_by.remember(battle, passenger, killer)
