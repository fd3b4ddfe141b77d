"""Boarding and capture of buildings (pp. 138-139): fought like the boarding of a ship (pp. 67-68), without a grapple.

While there is fighting inside, the building has a garrison: a unit that goes by its name, as a ship would.
Knows how one comes in and what becomes of the building; the fight itself and the crew are those of ships (boarding/).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from lancemate.alphastrike import hooks
from lancemate.alphastrike.boarding.crew import crew_offers
from lancemate.alphastrike.boarding.grapple import ON_FOOT, come_aboard
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.movement.ambush import uncover
from lancemate.alphastrike.movement.arrival import Arrival, arrive
from lancemate.alphastrike.movement.entering import CLIMBED_OUT
from lancemate.alphastrike.movement.stacking import in_the_way
from lancemate.alphastrike.options.advanced_buildings.arming import BUILDINGS, crew, skill_of
from lancemate.alphastrike.options.advanced_buildings.armor import holder_of, taken, walls_crossed
from lancemate.alphastrike.options.advanced_buildings.guns import emplaced, emplacement, is_gun_of
from lancemate.alphastrike.options.advanced_buildings.walls import INSIDE
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.boarders import boarders, crew_out, inside
from lancemate.alphastrike.play.events.placing import leaving_event
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.play.ids import RuleId, SideId, TerrainId, UnitId
from lancemate.alphastrike.play.knowing import Degree, Knowing
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.state import ABOARD, EMPLACED, GONE, TABLE, State, Unit, hidden
from lancemate.alphastrike.urban.buildings import construction_factor, roof_of, shelter_of
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.codec import JSON


# Where a defender stood in the building before the fight.
stood = unit_memory("stood", list[float], default=[], rule="AS-OPT-030")


@event
class GarrisonFormed:
    """There are enemies in a building: its people stand together."""

    type: ClassVar[str] = "garrison_formed"
    unit: UnitId
    side: SideId
    building: TerrainId
    crew: int
    at: tuple[float, float]
    elevation: float
    skill: int
    rule: RuleId = "AS-OPT-030"

    def apply(self, state: State) -> None:
        specials = Specials.parse(["SLG", f"CRW{self.crew}"])
        card = Card(f"Garrison of {self.building}", "SV", 1, Move((("", 0),)), NO_DAMAGE, 0, 1, specials=specials)
        state.units[self.unit] = emplaced(self, card, INSIDE)


@leaving_event
class GarrisonDispersed:
    """Nobody fights in the building any more."""

    type: ClassVar[str] = "garrison_dispersed"
    unit: UnitId
    building: TerrainId
    rule: RuleId = "AS-OPT-030"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.exited = GONE, True


@event
class GunsTaken:
    """The weapons of a building fire for those who have taken it."""

    type: ClassVar[str] = "guns_taken"
    building: TerrainId
    guns: tuple[UnitId, ...]
    side: SideId
    skill: int
    rule: RuleId = "AS-OPT-030"

    def as_known(self, known: Knowing) -> GunsTaken:
        """How good those are who fire them now is no business of others."""
        return self if all(known(gun) is Degree.EVERYTHING for gun in self.guns) else replace(self, skill=0)

    def apply(self, state: State) -> None:
        for name in self.guns:
            gun = state.units[name]
            gun.side, gun.skill = self.side, self.skill


# -- who may come in ------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-OPT-030", part=-20, when=BUILDINGS)
def garrisons_have_names(battle: Battle) -> None:
    """A building that belongs to a side can be boarded by its name: nothing else may be called so."""
    for place, feature in enumerate(battle.table.features):
        if feature.kind == "building" and holder_of(battle, feature) is not None and feature.id in battle.units:
            raise InputError(f"a unit is called {feature.id!r}, too: choose another name", key=f"terrain.{place}.id")


def building_held(battle: Battle, name: str) -> Feature | None:
    """A building that belongs to somebody, by its name."""
    feature = battle.table.by_id.get(name)
    if feature is None or feature.kind != "building" or holder_of(battle, feature) is None:
        return None
    return feature


def garrison_of(battle: Battle, feature: Feature) -> Unit | None:
    """Its people, while there is fighting."""
    unit = battle.units.get(feature.id)
    return unit if unit is not None and unit.place == EMPLACED else None


def garrisons(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.units.values() if unit.place == EMPLACED and emplacement.of(unit)[1:] == [INSIDE]]


@hooks.boards.rule("AS-OPT-030", when=BUILDINGS)
def board_a_building(battle: Battle, unit: Unit, what: str) -> bool | None:
    """Infantry beside a building, or in a transport there, goes in: what stands still needs no grapple."""
    feature = building_held(battle, what)
    if feature is None:
        return None
    refusal = why_not_board(battle, unit, feature)
    if refusal is not None:
        raise Refused(refusal)
    if unit.moved == "none" and battle.now.attacks is not None:  # whoever goes first and does not move
        battle.now.attacks(battle, unit)
    go_in(battle, unit, feature, "AS-OPT-030")
    return True


def why_not_board(battle: Battle, unit: Unit, feature: Feature) -> Refusal | None:
    """The first rule against it."""
    garrison = garrison_of(battle, feature)
    if unit.side == holder_of(battle, feature) and (garrison is None or not boarders(battle, garrison)):
        text = f"{feature.id} is held by {unit.id}'s own side, and nobody has boarded it: walk in"
        return Refusal("own_building", text, "AS-OPT-030")
    if (refusal := on_its_own_feet(unit, feature)) is not None:
        return refusal
    carrier = battle.units.get(unit.aboard or "")
    bearer = unit if unit.place == TABLE else carrier
    if bearer is None or bearer.place != TABLE or bearer.side != unit.side or not at_the_wall(battle, bearer, feature):
        text = f"{unit.id}, or what carries it, must be in base contact with {feature.id}, or in or on it, to board it"
        return Refusal("not_in_contact", text, "AS-OPT-030")
    if unit.notes and hidden.of(unit):
        return Refusal("still_hidden", f"{unit.id} lies hidden: it has to come out first", "AS-OPT-471")
    return None


def on_its_own_feet(unit: Unit, feature: Feature) -> Refusal | None:
    """Whoever could board a ship by itself."""
    if unit.card.is_infantry and unit.card.move.primary in ON_FOOT:
        return None
    text = f"{unit.id} cannot board {feature.id}: that is for infantry on foot, by jump, motorized or from the air"
    return Refusal("cannot_board", text, "AS-BAT-142")


def at_the_wall(battle: Battle, unit: Unit, feature: Feature) -> bool:
    """In base contact with it, no higher than its roof."""
    return meets(battle, unit, feature)


def go_in(battle: Battle, unit: Unit, feature: Feature, by: str) -> None:
    """Whoever comes in boards the building; its own infantry in there turns to meet them."""
    garrison = garrison_of(battle, feature) or _form(battle, feature)
    for other in list(battle.on_table(garrison.side)):
        if other.card.is_infantry and shelter_of(battle, other) == feature:
            if other.notes and hidden.of(other):
                uncover(battle, other)
            stood.remember(battle, other, [other.x, other.y])
            come_aboard(battle, other, garrison, "AS-OPT-030")
    come_aboard(battle, unit, garrison, by)


def _form(battle: Battle, feature: Feature) -> Unit:
    side = holder_of(battle, feature)
    assert side is not None
    people = crew(battle, construction_factor(battle, feature) or 0)
    foot = roof_of(battle, feature) - feature.height
    at: Point = battle.table.snap(feature.shape.centroid())
    battle.emit(GarrisonFormed(feature.id, side, feature.id, people, at, foot, skill_of(feature)))
    return battle.units[feature.id]


@hooks.offers.rule("AS-OPT-030", types=("CI", "BA"), when=BUILDINGS)
def may_board_a_building(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """The buildings within reach; friends go in only where there are enemies."""
    if not unit.card.is_infantry or unit.place not in (TABLE, ABOARD) or orders.Attack not in battle.now.verbs:
        return None
    if battle.state.to_act != unit.side:
        return None
    near = [one for one in battle.table.features if building_held(battle, one.id) is not None]
    free = [one.id for one in near if why_not_board(battle, unit, one) is None]
    return tuple(offer(orders.Act(unit.id, "board", name), f"Board {name}", "AS-OPT-030") for name in free)


# -- armored walls --------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-OPT-033", types=("CI", "BA"), when=BUILDINGS)
def who_cannot_board_stays_out(m: Movement) -> Refusal | None:
    """Into an armored building of the enemy comes only infantry that may board."""
    if not m.unit.card.is_infantry or m.way not in ("walk", "surface"):
        return None
    house = next(walls_crossed(m), None)
    if house is None or on_its_own_feet(m.unit, house) is None:
        return None
    text = f"{house.id} is armored: only infantry on foot, by jump or motorized gets in, as into a ship"
    return Refusal("armored", text, "AS-OPT-033")


@hooks.moved.rule("AS-OPT-033", part=1, types=("CI", "BA"), when=BUILDINGS)
def walks_in_as_a_boarder(m: Movement) -> bool | None:
    """Infantry that goes through an armored wall of the enemy, and stays inside, has boarded the building."""
    battle, unit = m.battle, m.unit
    if not unit.card.is_infantry or not unit.on_table or m.way not in ("walk", "surface"):
        return None
    house = shelter_of(battle, unit)
    if house is None or all(house.id != one.id for one in walls_crossed(m)):
        return None
    go_in(battle, unit, house, "AS-OPT-033")
    return True


# -- while they fight -----------------------------------------------------------------------------------------


@hooks.offers.rule("AS-OPT-030", when=BUILDINGS)
def garrison_may(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Its people take up arms, and go back to work, as a crew does."""
    return crew_offers(battle, unit) if unit.place == EMPLACED else None


@hooks.may_attack.rule("AS-OPT-030", part=hooks.ABLE, when=BUILDINGS)
def nobody_serves_the_guns(attack: Attack) -> Refusal | None:
    """While its people are under arms nobody is at the weapons of a building, but for automatic ones."""
    gun = attack.attacker
    if gun.place != EMPLACED:
        return None
    feature = battle_feature(attack.battle, gun)
    garrison = garrison_of(attack.battle, feature) if feature is not None else None
    if feature is None or garrison is None or not crew_out.of(garrison) or feature.properties.get("automated"):
        return None
    text = f"the people of {feature.id} are under arms: nobody serves {gun.id} until they stand down"
    return Refusal("gunners_away", text, "AS-OPT-030")


def battle_feature(battle: Battle, gun: Unit) -> Feature | None:
    return building_held(battle, emplacement.of(gun)[0])


# -- what becomes of it ---------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-OPT-030", part=hooks.SWITCHES, when=BUILDINGS)
def buildings_change_hands(battle: Battle) -> bool | None:
    """A building that has fallen belongs to those who took it, guns and all; where nobody fights, people come out."""
    done = None
    for garrison in garrisons(battle):
        feature = building_held(battle, garrison.id)
        if feature is None:
            continue
        if garrison.side != holder_of(battle, feature):
            hand_over(battle, feature, garrison)
        if not boarders(battle, garrison):
            stand_easy(battle, garrison)
            done = True
    return done


def hand_over(battle: Battle, feature: Feature, garrison: Unit) -> None:
    taken.note(battle, None, {**taken.of(battle.state), feature.id: garrison.side})
    guns = tuple(unit.id for unit in battle.units.values() if is_gun_of(unit, feature.id))
    if guns:
        battle.emit(GunsTaken(feature.id, guns, garrison.side, garrison.skill))


def stand_easy(battle: Battle, garrison: Unit) -> None:
    """Infantry takes its place in the building again; its people stay under arms until they stand down."""
    for unit in list(inside(battle, garrison)):
        if not unit.id.startswith(f"{garrison.id}{SLASH}") and unit.doomed is None:
            x, y = stood.of(unit) or garrison.at
            own = [(x, y)] if stood.of(unit) and in_the_way(battle, unit, (x, y)) is None else None
            arrive(battle, unit, (x, y), Arrival("AS-OPT-030", garrison.id, "dismounted", CLIMBED_OUT.name), own)
            if stood.of(unit):
                stood.end(battle, unit)
    if not crew_out.of(garrison):
        battle.emit(GarrisonDispersed(garrison.id, garrison.id))


@hooks.collapsed.rule("AS-OPT-030", when=BUILDINGS)
def all_inside_are_lost(battle: Battle, feature: Feature) -> None:
    """Whoever fights in a building that comes down goes down with it, as in a ship (AS-BAT-149)."""
    garrison = garrison_of(battle, feature)
    if garrison is None:
        return
    for unit in list(inside(battle, garrison)):
        doom(battle, unit, f"{feature.id} fell on it", "AS-BAT-149", wait=False)
    battle.emit(GarrisonDispersed(garrison.id, feature.id))


@hooks.state_told.rule("AS-OPT-030", when=BUILDINGS)
def show_holders(battle: Battle) -> dict[str, JSON]:
    """Whose every building is that belongs to somebody."""
    held = [feature for feature in battle.table.features if building_held(battle, feature.id) is not None]
    return {"terrain_held": {feature.id: holder_of(battle, feature) for feature in held}}
