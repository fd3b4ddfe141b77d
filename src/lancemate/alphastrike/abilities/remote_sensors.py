"""Remote sensors (RSD, pp. 88-89): dropped beside a unit that has moved, they lie there, spot, and find who hides.

A sensor is a unit of its side that lies on the ground in nobody's way. What it makes of blips stands with them
(options/concealing_unit_data), what falls from the air with bombs (air/bombing.py). Sensors of C3 networks are others
(c3_sensors.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.beacons import screened
from lancemate.alphastrike.abilities.electronics import is_jammed
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.combat.sight import look
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.movement.ambush import uncover
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.ids import RuleId, SideId, UnitId
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import DeedTerms, Offer, offer
from lancemate.alphastrike.play.state import PLANTED, State, Unit, hidden
from lancemate.alphastrike.play.traits import COLLISION
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

CODE: Final = "RSD"
CARRIED_BY: Final = (CODE, "BOMB")
DROP: Final = "drop_sensor"
WAYS: Final = {"behind": 180.0, "ahead": 0.0, "left": 270.0, "right": 90.0}  # of the unit that drops it, in degrees
SENSOR: Final = rules.table("AS-SPC-135", {"spotting": 3, "attacks": -2})
REACH: Final = rules.table("AS-SPC-135", {"seen": 20.0, "unseen": 10.0})
TRODDEN: Final = cause("trodden on", "AS-SPC-135", COLLISION)
RADIUS, HEIGHT = 0.25, 0.1
CARD: Final = Card("Remote sensor", "CI", 1, Move((("f", 0),)), NO_DAMAGE, 0, 1)

dropped = unit_memory("sensors_dropped", int, default=0, expires="turn", rule="AS-SPC-135")
hooks.deed_terms.add(DROP, DeedTerms("optional_abilities", out_of_turn=True))


@event
class SensorPlanted:
    """A remote sensor lies on the ground and works."""

    type: ClassVar[str] = "sensor_planted"
    unit: UnitId
    side: SideId
    at: tuple[float, float]
    elevation: float
    radius: float
    rule: RuleId = "AS-SPC-135"

    def apply(self, state: State) -> None:
        state.units[self.unit] = Unit(
            id=self.unit,
            side=self.side,
            card=CARD,
            skill=0,
            radius=self.radius,
            height=HEIGHT,
            armor=CARD.armor,
            structure=CARD.structure,
            place=PLANTED,
            x=self.at[0],
            y=self.at[1],
            elevation=self.elevation,
        )


def sensors_of(battle: Battle, side: str) -> list[Unit]:
    """The remote sensors of a side."""
    return [unit for unit in battle.units.values() if unit.place == PLANTED and unit.side == side]


# -- dropping one ---------------------------------------------------------------------------------------------


@rules.rule("AS-SPC-135", otherwise=None)
def why_not_drop(battle: Battle, unit: Unit) -> Refusal | None:
    """From the end of its move till combat is over, as many in a turn as it has dispensers."""
    if not unit.has(CODE):
        return _no(f"{unit.id} has no remote sensor dispenser ({CODE})")
    if unit.moved == "none" or not {orders.Move, orders.Attack} & {*battle.now.verbs}:
        return _no(f"{unit.id} drops sensors once it has moved, until {battle.course.where(orders.Attack)} is over")
    if unit.shutdown or is_overhead(unit) or (unit.notes and hidden.of(unit)):
        return _no(f"{unit.id} drops no sensors while it is shut down, lies hidden or flies over the table")
    if dropped.of(unit) >= unit.card.specials.value(CODE):
        return _no(f"{unit.id} has dropped a sensor from each of its dispensers this turn")
    return None


def _no(text: str) -> Refusal:
    return Refusal("cannot_drop_sensor", text, "AS-SPC-135")


def place_beside(battle: Battle, unit: Unit, way: str) -> Point | None:
    """In contact with its base on one side; None where that is off the table."""
    at = battle.table.beyond(unit.at, unit.facing + WAYS[way], unit.radius + RADIUS)
    spot = battle.table.snap(at)
    return spot if battle.table.inside(*spot) else None


@hooks.deeds.entry(DROP)
@rules.rule("AS-SPC-135")
def drop_sensor(battle: Battle, unit: Unit, what: str | None) -> None:
    """One sensor in contact with the unit, on the side that is named."""
    refusal = why_not_drop(battle, unit)
    if refusal is not None:
        raise Refused(refusal)
    way = what or next(iter(WAYS))
    spot = place_beside(battle, unit, way) if way in WAYS else None
    if spot is None:
        raise Refused(_no(f"say where {unit.id} drops it, on the table: {', '.join(WAYS)}"))
    dropped.remember(battle, unit, dropped.of(unit) + 1)
    plant(battle, unit.side, spot)


def plant(battle: Battle, side: str, at: Point) -> None:
    """It comes to rest on the surface."""
    number = 1
    while f"{side}-sensor{number}" in battle.units:
        number += 1
    radius = battle.table.footprint(RADIUS)
    battle.emit(SensorPlanted(f"{side}-sensor{number}", side, at, battle.table.surface(*at), radius))


@hooks.offers.rule("AS-SPC-135", ability=CODE)
def may_drop(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    if not unit.on_table or not unit.has(CODE) or why_not_drop(battle, unit) is not None:
        return None
    free = [way for way in WAYS if place_beside(battle, unit, way) is not None]
    words = {"behind": "behind it", "ahead": "ahead of it", "left": "on its left", "right": "on its right"}
    return tuple(offer(orders.Act(unit.id, DROP, way), f"Drop a sensor {words[way]}", "AS-SPC-135") for way in free)


# -- being hit ------------------------------------------------------------------------------------------------


@hooks.target_moved.rule("AS-SPC-135", part=-1, kinds="immobile", ability=CARRIED_BY)
def lies_there(attack: Attack) -> Modifier | None:
    """It is easier to hit, though not so much as other things that cannot move."""
    target = attack.target
    if target is None or target.place != PLANTED:
        return None
    return Modifier("Remote sensor", SENSOR.of(attack)["attacks"], "AS-SPC-135")


@hooks.end_phase.rule("AS-SPC-135", part=hooks.LATE, ability=CARRIED_BY)
def trampled(battle: Battle) -> bool | None:
    """With an enemy in contact at the end of a turn it is destroyed."""
    done = None
    for side in battle.sides:
        for sensor in sensors_of(battle, side):
            enemies = battle.on_table(battle.opponent(side))
            near = next((one.id for one in enemies if _treads_on(battle, one, sensor)), None)
            if near is not None:
                doom(
                    battle,
                    sensor,
                    "an enemy stands on it",
                    "AS-SPC-135",
                    TRODDEN.of(battle.opponent(sensor.side)),
                    wait=False,
                )
                done = True
    return done


def _treads_on(battle: Battle, unit: Unit, sensor: Unit) -> bool:
    return not unit.airborne and in_contact(battle, unit, sensor)


@hooks.holds_no_field.rule("AS-SPC-135", ability=CARRIED_BY)
def sensors_hold_no_field(battle: Battle, unit: Unit) -> bool:
    """A side that has nothing else left is beaten."""
    return unit.place == PLANTED


@hooks.may_attack.rule("AS-SPC-135", part=hooks.CARRIED - 2, ability=CARRIED_BY)
def sensors_fire_at_nobody(attack: Attack) -> Refusal | None:
    if attack.attacker.place != PLANTED:
        return None
    return Refusal("no_weapons", f"{attack.attacker.id} is a remote sensor: it spots, and does no more", "AS-SPC-135")


# -- what it is good for --------------------------------------------------------------------------------------


@rules.rule("AS-SPC-135", otherwise=True)
def is_working(battle: Battle, sensor: Unit) -> bool:
    """Not in a field of hostile ECM."""
    return not is_jammed(battle, sensor)


@hooks.may_spot.rule("AS-SPC-135", ability=CARRIED_BY)
def jammed_sensors_see_nothing(battle: Battle, spotter: Unit) -> Refusal | None:
    if spotter.place != PLANTED or is_working(battle, spotter):
        return None
    return Refusal("no_spotter", f"{spotter.id} is jammed by ECM: it spots for nobody", "AS-SPC-135")


@hooks.to_hit.rule("AS-SPC-135", part=hooks.OTHER, ability=CARRIED_BY)
def seen_through_a_sensor(attack: Attack) -> Modifier | None:
    """Fire that a sensor spots for is less accurate."""
    if attack.spotter is None or attack.spotter.place != PLANTED:
        return None
    return Modifier("Spotted by a remote sensor", SENSOR.of(attack)["spotting"], "AS-SPC-135")


def within_reach(battle: Battle, sensor: Unit, unit: Unit, seen: bool) -> bool:
    """Twenty inches in sight; ten out of it, unless stealth or a jammer of its own side hides the unit."""
    far = apart(battle, sensor, unit)
    if seen and far <= REACH.of(battle)["seen"] + TINY:
        return True
    if unit.has("STL") or screened(battle, unit):
        return False
    return far <= REACH.of(battle)["unseen"] + TINY


@hooks.movement_ends.rule("AS-SPC-135", ability=CARRIED_BY)
def sensors_find_who_hides(battle: Battle) -> None:
    """Units that lie hidden within its reach are found when everybody has moved."""
    for side in battle.sides:
        working = [sensor for sensor in sensors_of(battle, side) if is_working(battle, sensor)]
        for unit in list(battle.on_table(battle.opponent(side))) if working else ():
            if unit.notes and hidden.of(unit) and any(_finds(battle, sensor, unit) for sensor in working):
                uncover(battle, unit, "AS-SPC-135")


def _finds(battle: Battle, sensor: Unit, unit: Unit) -> bool:
    return within_reach(battle, sensor, unit, look(battle, sensor, unit).status != "blocked")
