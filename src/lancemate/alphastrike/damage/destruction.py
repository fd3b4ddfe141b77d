"""Points marked off a card, and the end of a unit with all that it carries (p. 49).

Marks are made at once; what they bring about waits for the End Phase when the damage was done in the Combat Phase.
What brought it about is handed on as it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.causes import WHAT_CAME_BEFORE, own_doing
from lancemate.alphastrike.movement.stepping_off import carrier_destroyed
from lancemate.alphastrike.play.events import DamageMarked, Destroyed, Doomed, Wounded
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_flooded

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


class Marks(NamedTuple):
    """Points taken off armor and structure."""

    armor: int = 0
    structure: int = 0

    @property
    def points(self) -> int:
        return self.armor + self.structure


def mark(battle: Battle, unit: Unit, points: int, source: Source, *, wait: bool) -> Marks:
    """Mark damage off a card and see whether that was the end of it."""
    marks = armor_first(battle, unit, points)
    if marks.points:
        left = unit.armor - marks.armor, unit.structure - marks.structure
        battle.emit(DamageMarked(unit.id, marks.armor, marks.structure, *left, source.cause))
    if structure_gone(battle, unit):
        doom(battle, unit, "its structure is gone", "AS-DMG-027", source, wait=wait)
    return marks


@rules.rule("AS-DMG-026", "AS-INT-010", otherwise=lambda battle, unit, points: Marks(0, min(unit.structure, points)))
def armor_first(battle: Battle, unit: Unit, points: int) -> Marks:
    """Point for point off the armor, and what is left over off the structure."""
    armor = min(unit.armor, points)
    return Marks(armor, min(unit.structure, points - armor))


@rules.rule("AS-DMG-027", "AS-INT-031", otherwise=False)
def structure_gone(battle: Battle, unit: Unit) -> bool:
    """At no structure a unit is destroyed, whether or not damage is left over."""
    return unit.structure <= 0


@rules.rule("AS-DMG-020", otherwise=False)
def sinks(battle: Battle, unit: Unit) -> bool:
    """Completely under water without any armor, a unit floods and is lost, whatever structure it has."""
    return unit.armor <= 0 and is_flooded(battle, unit)


def sink(battle: Battle, unit: Unit, source: Source, *, wait: bool) -> None:
    doom(battle, unit, "it sank: no armor is left to keep the water out", "AS-DMG-020", source, wait=wait)


def wound(battle: Battle, unit: Unit, effect: str, rule_id: str, *, wait: bool) -> None:
    battle.emit(Wounded(unit.id, effect, not wait, rule_id))


def doom(
    battle: Battle, unit: Unit, reason: str, rule_id: str, source: Source = WHAT_CAME_BEFORE, *, wait: bool
) -> None:
    """It is lost: marked now, taken off the table in the End Phase, or at once.

    Where nothing is said of the source, it is what has been done to the unit before.
    """
    if unit.doomed is None and not unit.destroyed:
        battle.emit(Doomed(unit.id, reason, rule_id))
        for hook in battle.hooks[hooks.unit_doomed]:
            hook(battle, unit, source)
        if not wait:
            destroy(battle, unit)


@hooks.finds_no_place.rule("AS-MOV-008")
def lost_for_want_of_a_place(battle: Battle, unit: Unit) -> None:
    """A unit for which there is no room anywhere is lost."""
    doom(battle, unit, "there is no place left where it could be", "AS-MOV-008", own_doing(unit), wait=False)


def destroy(battle: Battle, unit: Unit) -> None:
    """Take a doomed unit off the table, and what it carries with it."""
    if unit.destroyed:
        return
    reason = unit.doomed or "destroyed"
    aboard = [other for other in battle.units.values() if other.aboard == unit.id and not other.destroyed]
    carried = [other for other in aboard if other.side == unit.side or goes_down_with(battle, unit, other)]
    saved = riders_saved(battle, unit, carried)
    for passenger in carried:
        if passenger.id not in saved:
            lost_with(battle, unit, passenger)
    battle.emit(Destroyed(unit.id, reason, "AS-INT-031", unit.aboard))
    for hook in battle.hooks[hooks.unit_destroyed]:
        hook(battle, unit)
    if saved:
        battle.then("riders_come_off", carrier=unit.id)


@rules.rule("AS-BAT-149", otherwise=False)
def goes_down_with(battle: Battle, ship: Unit, boarder: Unit) -> bool:
    """Those who have boarded a ship share its end."""
    return True


@rules.rule("AS-DMG-027", "AS-MOV-070")
def lost_with(battle: Battle, carrier: Unit, passenger: Unit) -> None:
    """Whatever a unit carries inside goes down with it."""
    battle.emit(Doomed(passenger.id, f"it was aboard {carrier.id}", "AS-DMG-027", carrier.id))
    for hook in battle.hooks[hooks.lost_with]:
        hook(battle, carrier, passenger)
    destroy(battle, passenger)


@rules.task("riders_come_off")
def riders_come_off(battle: Battle, carrier: str) -> None:
    """A step of its own: their player may have to choose where, and several carriers may be lost at once."""
    carrier_destroyed(battle, battle.units[carrier])


@rules.rule("AS-DMG-028", otherwise=())
def riders_saved(battle: Battle, unit: Unit, carried: list[Unit]) -> tuple[str, ...]:
    """Battle armor riding outside comes off alive; what is inside goes down with the transport."""
    return tuple(rider.id for rider in carried if rider.riding and rider.doomed is None)
