"""Weapons of buildings in a fight (p. 138): they never leave their wall or roof, and are shot at as the building is."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE, Damage
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.combat.arcs import Arc
from lancemate.alphastrike.options.advanced_buildings.arming import BUILDINGS, guns_of, skill_of
from lancemate.alphastrike.options.advanced_buildings.walls import INSIDE, ROOF, Wall, is_outside, outward, walls_of
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events.placing import leaving_event
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, SideId, TerrainId, UnitId, Word
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.state import EMPLACED, GONE, TABLE, State, Unit, copy_unit
from lancemate.alphastrike.stages import ToHit
from lancemate.alphastrike.urban.buildings import roof_of
from lancemate.field.nearest import nearest_point
from lancemate.kernel.errors import InputError, Refusal
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.options.advanced_buildings.capture import GarrisonFormed
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature
    from lancemate.kernel.tally import SoFar

TYPE: Final = "CV"  # a weapon fires as a vehicle does
CLEAR: Final = 0.01  # inches in front of its wall
SILL: Final = 0.1  # inches above the roof
LOOKOUT: Final = 5.0  # inches: enough to see over its edge whom it may be worth to aim at
STANDING: Final = ("AS-COM-039", "AS-COM-040")  # by which an attacker gains that does not move

emplacement = unit_memory("emplacement", list[str], default=[], rule="AS-OPT-020")  # its building, and where in it


def emplaced(told: GunManned | GarrisonFormed, card: Card, mount: str) -> Unit:
    """What stands in a building and is part of it."""
    return Unit(
        id=told.unit,
        side=told.side,
        card=card,
        skill=told.skill,
        radius=0.0,
        height=SILL,
        armor=0,
        structure=1,
        place=EMPLACED,
        x=told.at[0],
        y=told.at[1],
        elevation=told.elevation,
        notes=emplacement.entry([told.building, mount]),
    )


@event
class GunManned:
    """A weapon of a building is ready to fire."""

    type: ClassVar[str] = "gun_manned"
    unit: UnitId
    side: SideId
    building: TerrainId
    mount: Word
    at: tuple[float, float]
    elevation: float
    skill: int
    damage: Word
    artillery: Word
    rule: RuleId

    def apply(self, state: State) -> None:
        damage = Damage.parse(self.damage) if self.damage else NO_DAMAGE
        specials = Specials.parse([self.artillery]) if self.artillery else Specials()
        card = Card(f"Gun of {self.building}", TYPE, 1, Move((("", 0),)), damage, 0, 1, specials=specials)
        state.units[self.unit] = emplaced(self, card, self.mount)


@leaving_event
class GunLost:
    """A weapon has gone down with its building."""

    type: ClassVar[str] = "gun_lost"
    unit: UnitId
    building: TerrainId
    rule: RuleId

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.destroyed = GONE, True


# -- on the table ---------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-OPT-020", part=-20, when=BUILDINGS)
def guns_are_manned(battle: Battle) -> None:
    """Every weapon that a script lists is a unit of its side, as long as its building stands."""
    for place, feature in enumerate(battle.table.features):
        for number, gun in enumerate(guns_of(feature) if feature.kind == "building" else ()):
            if gun.id in battle.units:
                key = f"terrain.{place}.weapons.{number}.id"
                raise InputError(f"something else is called {gun.id!r}: choose another", key=key)
            foot = roof_of(battle, feature) - feature.height
            at, level = _place(battle, feature, gun.mount, foot + gun.height)
            side = str(feature.properties["side"])
            told = (gun.id, side, feature.id, gun.mount, at, level, skill_of(feature), gun.damage, gun.artillery)
            battle.emit(GunManned(*told, "AS-OPT-020"))


def _place(battle: Battle, feature: Feature, mount: str, level: float) -> tuple[Point, float]:
    if mount == ROOF:
        return battle.table.snap(feature.shape.centroid()), roof_of(battle, feature)
    return outward(wall_named(feature, mount), CLEAR), level


def wall_named(feature: Feature, name: str) -> Wall:
    return next(wall for wall in walls_of(feature.shape) if wall.name == name)


def building_of(battle: Battle, unit: Unit) -> Feature | None:
    """The building that a weapon belongs to, as long as it stands."""
    where = emplacement.of(unit)
    found = battle.table.by_id.get(where[0]) if where else None
    return found if found is not None and found.kind == "building" else None


@hooks.lies_low.rule("AS-OPT-021", when=BUILDINGS)
def guns_never_move(battle: Battle, unit: Unit) -> bool:
    return unit.place == EMPLACED


@hooks.holds_no_field.rule("AS-OPT-022", when=BUILDINGS)
def guns_do_not_hold_a_field(battle: Battle, unit: Unit) -> bool:
    """A side that has nothing left but the weapons of its buildings is beaten."""
    return unit.place == EMPLACED


@hooks.collapsed.rule("AS-OPT-022", when=BUILDINGS)
def guns_fall_with_it(battle: Battle, feature: Feature) -> None:
    """They have no strength of their own: they are lost when the building falls."""
    for unit in list(battle.units.values()):
        if is_gun_of(unit, feature.id):
            battle.emit(GunLost(unit.id, feature.id, "AS-OPT-022"))


def is_gun_of(unit: Unit, building: str) -> bool:
    """It is a weapon of that building."""
    if unit.place != EMPLACED:
        return False
    where, mount = emplacement.of(unit)
    return where == building and mount != INSIDE


# -- firing ---------------------------------------------------------------------------------------------------


@hooks.fires_from.rule("AS-OPT-021", when=BUILDINGS)
def from_its_building(battle: Battle, unit: Unit) -> Unit | None:
    """A weapon fires from where it is mounted, standing still. A turret looks around from above its roof."""
    if unit.place != EMPLACED:
        return None
    mast = LOOKOUT if emplacement.of(unit)[1] == ROOF else 0.0
    return _standing(unit, unit.at, unit.elevation + mast)


def _standing(unit: Unit, at: Point, level: float) -> Unit:
    there = copy_unit(unit)
    (there.x, there.y), there.elevation = at, level
    there.place, there.moved = TABLE, "standstill"
    return there


@hooks.to_hit.seeing("AS-OPT-027", part=ToHit.STEADIED, traits=trait.ARTILLERY, when=BUILDINGS)
def artillery_gains_nothing(attack: Attack, so_far: SoFar) -> Modifier | None:
    """The artillery of a building aims no better for standing still."""
    if attack.attacker.place != EMPLACED:
        return None
    back = so_far.take_back(lambda part: part.rule in STANDING)
    return Modifier("Artillery of a building", int(back), "AS-OPT-027") if back else None


@hooks.firing_arc.rule("AS-OPT-026", when=BUILDINGS)
def all_around(battle: Battle, unit: Unit) -> Arc | None:
    """Which way a weapon may turn is settled by its wall; a turret has none."""
    if unit.place != EMPLACED:
        return None
    return Arc("field of fire", 0.0, 360.0, "AS-OPT-026" if emplacement.of(unit)[1] == ROOF else "AS-OPT-025")


@hooks.muzzle.rule("AS-OPT-026", when=BUILDINGS)
def from_the_nearest_edge(attack: Attack) -> Unit | None:
    """A turret looks from the point of the roof's edge that is nearest to its target."""
    unit = attack.attacker
    house = building_of(attack.battle, unit) if unit.place == EMPLACED else None
    if house is None or emplacement.of(unit)[1] != ROOF:
        return None
    aim = attack.aim[0]
    edge = nearest_point(house.shape, aim)
    return _standing(unit, edge, roof_of(attack.battle, house))


@hooks.bears.rule("AS-OPT-025", "AS-OPT-026", when=BUILDINGS)
def over_its_field(attack: Attack, mount: Mount) -> bool | None:
    """A turret fires all around, a weapon in a wall at what is in front of that wall."""
    unit = attack.attacker
    if unit.place != EMPLACED:
        return None
    house, where = building_of(attack.battle, unit), emplacement.of(unit)[1]
    if house is None or where == INSIDE:
        return False
    return where == ROOF or is_outside(wall_named(house, where), attack.aim[0])


@hooks.may_attack.rule("AS-OPT-024", part=hooks.CARRIED, traits=trait.PHYSICAL, when=BUILDINGS)
def guns_strike_no_blows(attack: Attack) -> Refusal | None:
    if attack.attacker.place != EMPLACED:
        return None
    text = f"{attack.attacker.id} is a weapon of a building: it fires, and does no more"
    return Refusal("no_blows", text, "AS-OPT-024")


# -- being shot at --------------------------------------------------------------------------------------------


@hooks.stands_for.rule("AS-OPT-022", when=BUILDINGS)
def shot_at_as_its_building(battle: Battle, unit: Unit) -> str | None:
    """Whoever aims at a weapon strikes the building."""
    house = building_of(battle, unit) if unit.place == EMPLACED else None
    return None if house is None else house.id


@hooks.may_attack.rule("AS-OPT-022", part=hooks.AIM, when=BUILDINGS)
def only_from_its_side(attack: Attack) -> Refusal | None:
    """A weapon in a wall is attacked by who has its outer face before him, one on a roof by anybody."""
    named = attack.command.target
    gun = attack.battle.units.get(named) if isinstance(named, str) else None
    if gun is None or gun.place != EMPLACED:
        return None
    if gun.side == attack.attacker.side:
        return Refusal("not_a_target", f"{gun.id} is on {attack.attacker.id}'s own side", "AS-COM-005")
    house, where = building_of(attack.battle, gun), emplacement.of(gun)[1]
    if house is None or where in (ROOF, INSIDE) or is_outside(wall_named(house, where), attack.platform.at):
        return None
    text = f"{gun.id} is in the wall {where} of {house.id}: attack it from that side, or attack {house.id}"
    return Refusal("wrong_side", text, "AS-OPT-022")
