"""Saws and engineers (pp. 85, 89): woods cut down by who stands in them, lanes through rubble.

How much woods bear is known in terrain/conversion.py. Trenches, fires and mines belong to optional modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.phases import COMBAT
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import CLEARS, become
from lancemate.alphastrike.terrain.conversion import convertible, erode
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.field.shapes import Circle, Line, Shape
from lancemate.kernel.errors import Refusal, Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

SAW: Final = rules.table("AS-SPC-142", {"points": 3})
rules.also("AS-OPT-542", SAW)
LANE: Final = rules.table("AS-SPC-093", {1: 4, 2: 3, 3: 2, 4: 1})  # turns that a lane takes so many units
LENGTH: Final = 2.0  # inches of a lane
WHOLE: Final = 12  # parts of the work, so that every number of turns is a whole number of them

# What a unit is busy with this turn, and how far the lanes through pieces of rubble have come.
busy = unit_memory("engineering", str, default=None, rule="AS-SPC-142", expires="turn")
lanes = battle_memory("lanes", dict[str, int], default={}, rule="AS-SPC-093")


# -- woods ----------------------------------------------------------------------------------------------------


@hooks.deeds.entry("clear_woods")
def clear_woods(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_saw(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    busy.note(battle, unit, "clear_woods")
    erode(battle, battle.table.snap(unit.at), SAW.of(battle)["points"], "AS-SPC-142")


@rules.rule("AS-SPC-142", "AS-OPT-542", otherwise=None)
def why_not_saw(battle: Battle, unit: Unit) -> Refusal | None:
    """In the place of its attack, by who has a saw, in the woods it stands in."""
    if not unit.has("SAW") and not engineers_saw(battle, unit):
        return Refusal("no_such_ability", f"{unit.id} has neither SAW nor ENG to clear woods with", "AS-SPC-142")
    refusal = why_not_now(battle, unit, "AS-OPT-542")
    if refusal is not None:
        return refusal
    if busy.of(unit) is not None:
        return Refusal("already_acted", f"{unit.id} is at work already", "AS-OPT-542")
    found = convertible(battle, battle.table.features_at(*unit.at))
    if found is None or found.role_name != "woods":
        return Refusal("no_woods", f"{unit.id} stands in no woods that it could clear", "AS-OPT-542")
    return None


@rules.rule("AS-SPC-093", otherwise=False)
def engineers_saw(battle: Battle, unit: Unit) -> bool:
    """Engineers clear woods as saws do."""
    return unit.has("ENG")


@hooks.may_attack.rule("AS-SPC-142", "AS-SPC-093", part=hooks.SLOT, ability=("SAW", "ENG"))
def hands_are_full(attack: Attack) -> Refusal | None:
    """Whoever clears ground attacks nobody in that turn."""
    if busy.of(attack.attacker) is None:
        return None
    return Refusal("already_acted", f"{attack.attacker.id} clears the ground this turn", "AS-OPT-542")


# -- rubble ---------------------------------------------------------------------------------------------------


@hooks.deeds.entry("clear_rubble")
def clear_rubble(battle: Battle, unit: Unit, what: str | None) -> None:
    refusal = why_not_dig(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    rubble = rubble_at(battle, unit)
    assert rubble is not None
    busy.note(battle, unit, rubble.id)


@rules.rule("AS-SPC-093", otherwise=None)
def why_not_dig(battle: Battle, unit: Unit) -> Refusal | None:
    """Engineers beside rubble, or in it, who do nothing else this turn."""
    if not unit.has("ENG"):
        return Refusal("no_such_ability", f"{unit.id} has no ENG to clear rubble with", "AS-SPC-093")
    refusal = why_not_now(battle, unit, "AS-SPC-093")
    if refusal is not None:
        return refusal
    if busy.of(unit) is not None or unit.moved != "standstill":
        return Refusal("has_moved", f"{unit.id} must stand still, and do nothing else, to clear rubble", "AS-SPC-093")
    if rubble_at(battle, unit) is None:
        return Refusal("no_rubble", f"{unit.id} is not in contact with any rubble", "AS-SPC-093")
    return None


def rubble_at(battle: Battle, unit: Unit) -> Feature | None:
    """The rubble a unit stands in or touches."""
    heaps = [feature for feature in battle.table.features if feature.kind == "rubble"]
    near = [one for one in heaps if meets(battle, unit, one)]
    return near[0] if near else None


@hooks.end_phase.rule("AS-SPC-093", part=hooks.HAPPENINGS, ability="ENG")
def lanes_come_through(battle: Battle) -> bool | None:
    """The more engineers, the sooner; a lane begins at the first of them and leads where it looks."""
    crews: dict[str, list[Unit]] = {}
    for unit in battle.on_table():
        name = busy.of(unit)
        if name is not None and name in battle.table.by_id:
            crews.setdefault(name, []).append(unit)
    for name, crew in crews.items():
        turns = LANE.of(battle)[min(len(crew), max(LANE.of(battle)))]
        done = lanes.of(battle.state).get(name, 0) + WHOLE // turns
        lanes.note(battle, None, {**lanes.of(battle.state), name: done % WHOLE if done >= WHOLE else done})
        if done >= WHOLE:
            become(battle, CLEARS, "road", _lane(battle, crew[0]), "AS-SPC-093", keys={"surface": "dirt"})
    return True if crews else None


def _lane(battle: Battle, unit: Unit) -> Shape:
    """One base wide."""
    table = battle.table
    if on_hexes(battle):
        return Circle(*table.snap(table.beyond(unit.at, unit.facing, LENGTH)), 0.0)
    start = table.beyond(unit.at, unit.facing, unit.radius)
    return Line((start, table.beyond(unit.at, unit.facing, unit.radius + LENGTH)), 2.0 * unit.radius)


# -- offers ---------------------------------------------------------------------------------------------------


@hooks.offers.rule("AS-SPC-142", "AS-SPC-093", ability=("SAW", "ENG"))
def may_clear(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.on_table or battle.state.to_act != unit.side or battle.state.phase != COMBAT:
        return None
    found: list[Offer] = []
    if why_not_saw(battle, unit) is None:
        found.append(offer(orders.Act(unit.id, "clear_woods"), "Clear the woods", "AS-SPC-142"))
    if why_not_dig(battle, unit) is None:
        found.append(offer(orders.Act(unit.id, "clear_rubble"), "Clear a lane through the rubble", "AS-SPC-093"))
    return tuple(found)
