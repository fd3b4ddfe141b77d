"""Boarding as the tactical player sees it: whom to board, when to arm the crew. A guess about odds, no ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.asking.offers import deeds
from lancemate.alphastrike.asking.targets import is_legal
from lancemate.alphastrike.boarding.grapple import GRAPPLE, aims
from lancemate.alphastrike.cards.crew import CREW as CREW_CARD
from lancemate.alphastrike.cards.damage_value import Damage
from lancemate.alphastrike.combat.aims import Around
from lancemate.alphastrike.movement.passengers import passengers
from lancemate.alphastrike.options.advanced_buildings.arming import BUILDINGS, crew
from lancemate.alphastrike.options.advanced_buildings.armor import holder_of
from lancemate.alphastrike.options.advanced_buildings.capture import at_the_wall, building_held, garrison_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.boarders import boarders, crew_out, defenders, is_boarded, ship_of
from lancemate.alphastrike.play.state import ABOARD, EMPLACED
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.urban.buildings import construction_factor, shelter_of

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

DEEDS: Final = ("board", "return", "release", "raise_crew", "stand_down")
CONFIDENT: Final = 1.0  # a party boards that is at least as strong as those it will meet


def fighters_aboard(battle: Battle, side: str) -> Iterator[Unit]:
    """Units of a side that fight inside a ship."""
    for unit in battle.units.values():
        if unit.place == ABOARD and unit.side == side:
            ship = ship_of(battle, unit)
            if ship is not None and ship.card.is_large and is_boarded(battle, ship):
                yield unit


def boarding_deed(battle: Battle, side: str, units: Sequence[Unit]) -> orders.Act | orders.Attack | None:
    """What to do about ships and boarders before anybody fires, or None."""
    if not any(unit.card.is_large for unit in battle.units.values()) and not _has_houses_held(battle):
        return None
    for unit in [*battle.on_table(side), *(one for one in battle.units.values() if _within(one, side))]:
        for offer in deeds(battle, unit):
            command = offer.command
            if isinstance(command, orders.Act) and _is_wise(battle, unit, command):
                return command
    for unit in units:
        for aim in aims(Around(battle, unit, unit, (), (), False)):
            if _is_worth_a_try(battle, unit, battle.units[aim.target]) and is_legal(battle, unit, aim):
                return orders.Attack(unit.id, aim.target, GRAPPLE)
    return None


def _has_houses_held(battle: Battle) -> bool:
    return BUILDINGS in battle.options and any(building_held(battle, one.id) for one in battle.table.features)


def ship_to_board(battle: Battle, unit: Unit) -> Unit | None:
    """The nearest ship of the enemy that lies still, and that a unit may take with those it has with it."""
    if not (unit.card.is_infantry or unit.card.specials.value("IT")) or unit.card.is_large:
        return None
    ships = [ship for ship in battle.on_table(battle.opponent(unit.side)) if ship.card.is_large and not ship.airborne]
    still = [ship for ship in ships if ship.doomed is None and is_immobile(battle, ship)]
    wanted = [ship for ship in still if _is_worth_a_try(battle, unit, ship)]
    return min(wanted, key=lambda ship: (battle.table.distance(unit.at, ship.at), ship.id), default=None)


def _within(unit: Unit, side: str) -> bool:
    """It is carried, or part of a building."""
    return unit.place in (ABOARD, EMPLACED) and unit.side == side


def _is_wise(battle: Battle, unit: Unit, deed: orders.Act) -> bool:
    if deed.do == "board":
        house = building_held(battle, deed.what or "")
        return house is None or _is_worth_storming(battle, unit, house)
    if deed.do == "stand_down":
        return True
    if deed.do == "raise_crew":
        return _strength(boarders(battle, unit)) > _strength(defenders(battle, unit))
    return False


def _is_worth_storming(battle: Battle, unit: Unit, house: Feature) -> bool:
    """Whoever goes in has nobody to meet, or is not much weaker than its infantry and its people together."""
    garrison = garrison_of(battle, house)
    if holder_of(battle, house) == unit.side:
        return True  # it is offered only where friends are pressed
    inside = [one for one in battle.on_table(holder_of(battle, house)) if shelter_of(battle, one) == house]
    against = [one for one in inside if one.card.is_infantry] if garrison is None else defenders(battle, garrison)
    near = [one for one in battle.on_table(unit.side) if one.card.is_infantry and at_the_wall(battle, one, house)]
    party = near if garrison is None else [*near, *boarders(battle, garrison)]
    people = 0 if garrison is not None and crew_out.of(garrison) else crew_strength(battle, house)
    return _strength(party) >= CONFIDENT * (_strength(against) + people)


def crew_strength(battle: Battle, house: Feature) -> int:
    """What its people would be worth under arms."""
    row = CREW_CARD.of(battle)
    each = int(row["armor"]) + int(row["structure"]) + 2 * Damage.parse(row["damage"]).S.points
    return each * crew(battle, construction_factor(battle, house) or 0)


def _is_worth_a_try(battle: Battle, unit: Unit, ship: Unit) -> bool:
    if ship.side == unit.side:
        return True  # it is offered only where friends are pressed
    party = [unit] if unit.card.is_infantry else [one for one in passengers(battle, unit) if one.card.is_infantry]
    inside = [*boarders(battle, ship), *party]
    return bool(party) and _strength(inside) >= CONFIDENT * _strength(defenders(battle, ship))


def _strength(units: Sequence[Unit]) -> int:
    return sum(unit.armor + unit.structure + 2 * unit.card.damage.S.points for unit in units)
