"""Carrying units (pp. 38-39): who finds room on whom, getting on, and what passengers cannot do.

Getting off is in stepping_off.py, bulk cargo in cargo.py. Must not know how a move is priced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.activation import lies_still
from lancemate.alphastrike.movement.air import is_airborne
from lancemate.alphastrike.movement.cargo import cargo, hold_room, is_cargo, use_hold
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.doors import kind_in_bays, no_way_through, use_door
from lancemate.alphastrike.movement.passengers import Boarding, passengers
from lancemate.alphastrike.play.events import Mounted
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.footprint import footprint
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import ABOARD, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.alphastrike.terrain.hexes import contact_rule, touching
from lancemate.field.bodies import Body
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle

BOARDING: Final = 2.0  # inches of Move
ON_FOOT: Final = ("ground", "minimum", "standstill")
NEAR: Final = 2.0  # inches from the end of a move within which a transport is worth asking
EXTENDED: Final = 2.0  # inches of Move a unit loses under extended mechanized battle armor

# Bays for units that are not infantry: who fits, up to which Size, and whether Large ones do.
BAYS: Final = rules.table(
    "AS-MOV-075",
    {
        "MT": {"types": ["BM", "IM"], "size": 5, "large": False},
        "PT": {"types": ["PM"], "size": 5, "large": False},
        "VTM": {"types": ["CV", "SV"], "size": 2, "large": False},
        "VTH": {"types": ["CV", "SV"], "size": 4, "large": False},
        "VTS": {"types": ["CV", "SV"], "size": 4, "large": True},
        "AT": {"types": ["AF", "CF"], "size": 5, "large": False},
        "ST": {"types": ["SC"], "size": 5, "large": True},
    },
)
for _bay in ("AS-SPC-068", "AS-SPC-111", "AS-SPC-125", "AS-SPC-147", "AS-SPC-163", "AS-SPC-164", "AS-SPC-165"):
    rules.also(_bay, BAYS)


# -- who may ride where ---------------------------------------------------------------------------------------


def find_room(battle: Battle, unit: Unit, carrier: Unit, *, outside: bool = False) -> Boarding | Refusal:
    """Where on a carrier a unit finds a place: inside unless it asks for the outside, a bay before the hold."""
    if unit.card.is_infantry:
        return _infantry_room(battle, unit, carrier, outside)
    held = [place for hook in battle.hooks[hooks.rides_outside] if (place := hook(battle, unit, carrier)) is not None]
    if held and (outside or not _has_bays(battle, carrier)):
        return held[0]
    bay = next((code for code in BAYS.of(battle) if code in carrier.card.specials and fits(battle, unit, code)), None)
    if bay is not None:
        inside = sum(1 for other in passengers(battle, carrier) if fits(battle, other, bay) and not is_cargo(other))
        if inside < carrier.card.specials.value(bay):
            return Boarding(carrier, False, False, "AS-MOV-076")
    if "CT" in carrier.card.specials or "CK" in carrier.card.specials:
        return hold_room(battle, unit, carrier)
    why = f"its {bay} bay is full" if bay is not None else f"it has no bay for a unit of type {unit.card.type}"
    by = kind_in_bays(battle, unit)[1] if bay is None else None
    why = f"{why} as it is now" if by is not None else why
    by = by or too_large_for_a_bay(battle, unit, carrier)
    by = by or (no_suitable_bay(battle, carrier) if bay is None else None)
    return Refusal("no_room", f"{carrier.id} cannot take {unit.id}: {why}", by or "AS-MOV-075")


def _has_bays(battle: Battle, carrier: Unit) -> bool:
    return any(code in carrier.card.specials for code in (*BAYS.of(battle), "CT", "CK"))


@rules.rule("AS-BAT-117", otherwise=None)
def too_large_for_a_bay(battle: Battle, unit: Unit, carrier: Unit) -> str | None:
    """Large 'Mechs do not fit the bays for 'Mechs."""
    return "AS-BAT-117" if unit.card.is_mech and unit.card.is_large and "MT" in carrier.card.specials else None


@rules.rule("AS-BAT-139", otherwise=None)
def no_suitable_bay(battle: Battle, carrier: Unit) -> str | None:
    """Without a bay of its kind or a cargo bay nothing goes into a large transport."""
    return "AS-BAT-139" if carrier.card.is_dropship or carrier.card.is_large else None


def fits(battle: Battle, unit: Unit, code: str) -> bool:
    """Whether a unit fits a kind of bay."""
    bay = BAYS.of(battle)[code]
    codes = unit.card.specials.codes
    if "VLG" in codes or "SLG" in codes or ("LG" in codes and not bay["large"]):
        return False
    types, size = bay["types"], bay["size"]
    assert isinstance(types, list)
    assert isinstance(size, int)
    return kind_in_bays(battle, unit)[0] in types and unit.card.size <= size


def _infantry_room(battle: Battle, unit: Unit, carrier: Unit, outside: bool) -> Boarding | Refusal:
    inside = compartment(battle, unit, carrier)
    if isinstance(inside, Boarding) and not outside:
        return inside
    rides = mechanized(battle, unit, carrier) or extended(battle, unit, carrier)
    if rides is not None:
        return rides
    if outside or (unit.has("MEC") and not carrier.card.specials.value("IT")):
        text = f"{unit.id} cannot ride outside on {carrier.id}: that takes MEC and an Omni, or XMEC"
        return Refusal("no_room", text, "AS-MOV-071")
    return inside


@rules.rule(
    "AS-MOV-064",
    "AS-SPC-034",
    "AS-SPC-020",
    otherwise=Refusal("no_room", "there is no infantry transport", "AS-MOV-064"),
)
def compartment(battle: Battle, unit: Unit, carrier: Unit) -> Boarding | Refusal:
    """Infantry finds room inside as long as the CAR values of all aboard fit the carrier's IT value."""
    space = carrier.card.specials.value("IT")
    need = unit.card.specials.value("CAR")
    if not space:
        return Refusal("no_room", f"{carrier.id} has no infantry compartment (IT)", "AS-MOV-064")
    if not need:
        return Refusal("no_room", f"{unit.id} has no CAR value, so nobody knows the room it takes", "AS-MOV-064")
    taken = sum(other.card.specials.value("CAR") for other in passengers(battle, carrier) if not other.riding)
    if taken + need > space:
        message = f"{carrier.id} has IT{space:g} with {taken:g} taken; {unit.id} needs {need:g}"
        return Refusal("no_room", message, "AS-MOV-064")
    return Boarding(carrier, False, False, "AS-MOV-065")


@rules.rule("AS-MOV-071", "AS-SPC-038", "AS-SPC-043", otherwise=None)
def mechanized(battle: Battle, unit: Unit, carrier: Unit) -> Boarding | Refusal | None:
    """Mechanized battle armor rides outside on any Omni 'Mech or vehicle, one unit on each."""
    able = unit.card.is_battle_armor and (unit.has("MEC") or unit.has("XMEC"))
    if not (able and carrier.has("OMNI") and (carrier.card.is_mech or carrier.card.is_vehicle)):
        return None
    return _outside(battle, unit, carrier, "AS-MOV-071")


@rules.rule("AS-MOV-074", "AS-SPC-028", otherwise=None)
def extended(battle: Battle, unit: Unit, carrier: Unit) -> Boarding | Refusal | None:
    """With the extended gear it rides on any 'Mech or vehicle."""
    if not (unit.card.is_battle_armor and unit.has("XMEC") and (carrier.card.is_mech or carrier.card.is_vehicle)):
        return None
    return _outside(battle, unit, carrier, "AS-MOV-074")


def _outside(battle: Battle, unit: Unit, carrier: Unit, by: str) -> Boarding | Refusal:
    for other in passengers(battle, carrier):
        if other.riding:
            return Refusal("no_room", f"{other.id} rides on {carrier.id} already; one unit does", "AS-MOV-071")
    return Boarding(carrier, True, False, by)


@hooks.move_now.rule("AS-MOV-074", "AS-SPC-028", part=Move.CHANGED, ability="XMEC")
def weighs_down(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """A carrier loses two inches of Move every turn extended mechanized battle armor rides on it."""
    for rider in passengers(battle, unit):
        if rider.riding and rider.has("XMEC"):
            return Cost(f"{rider.id} rides outside", -EXTENDED, "AS-MOV-074")
    return None


# -- boarding -------------------------------------------------------------------------------------------------

BOARD: Final = hooks.move_words.add(
    "board", Choice("board", "Get aboard", "unit", "AS-MOV-065", modes=ON_FOOT, within=NEAR, toward="friend")
)
OUTSIDE: Final = hooks.move_words.add(
    "outside", Choice("outside", "Ride outside", "flag", "AS-MOV-071", modes=ON_FOOT, beside="board")
)


@hooks.move_choices.rule("AS-MOV-065")
def may_get_aboard(battle: Battle, unit: Unit) -> Choice | None:
    """The friends who have room for it."""
    carriers = tuple(one.id for one in _others(battle, unit) if _takes(battle, unit, one))
    if not carriers:
        return None
    return replace(BOARD, among=carriers)


@hooks.move_choices.rule("AS-MOV-071", types="BA")
def may_ride_outside(battle: Battle, unit: Unit) -> Choice | None:
    """Where there is room inside as well it may still ride outside."""
    if not any(isinstance(find_room(battle, unit, one, outside=True), Boarding) for one in _others(battle, unit)):
        return None
    return OUTSIDE


def _others(battle: Battle, unit: Unit) -> list[Unit]:
    return [one for one in battle.on_table(unit.side) if one is not unit]


def _takes(battle: Battle, unit: Unit, carrier: Unit) -> bool:
    return any(isinstance(find_room(battle, unit, carrier, outside=outside), Boarding) for outside in (False, True))


def plan_boarding(m: Movement, name: str) -> None:
    """Find the place aboard and the fee, or refuse."""
    unit, carrier = m.unit, m.battle.unit(name)
    if carrier is unit or carrier.side != unit.side or not carrier.on_table:
        raise refuse("no_transport", f"{carrier.id} is no transport of {unit.side} on the table", "AS-MOV-065")
    room = find_room(m.battle, unit, carrier, outside=m.command.outside)
    if isinstance(room, Refusal):
        raise Refused(room)
    refusal = boards_landed(m, carrier) or boards_before_it_moves(m, carrier) or boards_from_contact(m, carrier)
    if refusal is None and not room.riding:
        refusal = no_way_through(m.battle, unit, carrier, cargo=room.cargo)
    if refusal is not None:
        raise Refused(refusal)
    m.boarding = room
    m.fees.append(boarding_fee(m))


def boarding_fee(m: Movement) -> Cost:
    return infantry_boards(m) if m.unit.card.is_infantry else unit_embarks(m)


@rules.rule("AS-MOV-065", otherwise=Cost("Board", 0.0, "AS-MOV-065"))
def infantry_boards(m: Movement) -> Cost:
    """Getting on costs the infantry two inches of Move, and its carrier nothing."""
    return Cost("Board", BOARDING, "AS-MOV-065")


@rules.rule("AS-MOV-076", otherwise=Cost("Embark", 0.0, "AS-MOV-076"))
def unit_embarks(m: Movement) -> Cost:
    """Embarking costs two inches of Move."""
    return Cost("Embark", BOARDING, "AS-MOV-076")


@rules.rule("AS-MOV-065", otherwise=None)
def boards_landed(m: Movement, carrier: Unit) -> Refusal | None:
    if not is_airborne(m.battle, carrier):
        return None
    return Refusal("carrier_airborne", f"{carrier.id} is in the air: it must land to take {m.unit.id} on", "AS-MOV-065")


@rules.rule("AS-MOV-065", otherwise=None)
def boards_before_it_moves(m: Movement, carrier: Unit) -> Refusal | None:
    """Infantry mounts at the beginning of its transport's movement."""
    if not m.unit.card.is_infantry or carrier.moved == "none":
        return None
    message = f"{carrier.id} has made its move: infantry boards before its transport moves"
    return Refusal("carrier_moved", message, "AS-MOV-065")


@rules.rule("AS-MOV-076", otherwise=None)
def boards_from_contact(m: Movement, carrier: Unit) -> Refusal | None:
    """Units get on from base-to-base contact."""
    x, y = m.end
    own = Body(x, y, m.unit.radius, m.end_level, m.unit.height)
    if any(touching(m.battle, own, body) for body in footprint(m.battle, carrier)):
        return None
    by = "AS-MOV-065" if m.unit.card.is_infantry else "AS-MOV-076"
    text = f"{m.unit.id} must end in base contact with {carrier.id} to board it"
    return Refusal("not_in_contact", text, contact_rule(m.battle, by))


def board(m: Movement) -> None:
    """Tell that the unit has got on."""
    boarding, battle, unit = m.boarding, m.battle, m.unit
    assert boarding is not None
    carrier = boarding.carrier
    if not boarding.riding:
        use_door(battle, unit, carrier, cargo=boarding.cargo)
    battle.emit(Mounted(unit.id, carrier.id, boarding.riding, boarding.rule))
    if boarding.cargo:
        cargo.note(battle, unit, True)
        use_hold(battle, carrier)


# -- aboard ---------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-MOV-072", part=hooks.CARRIED, plain=False)
def passengers_hold_fire(attack: Attack) -> Refusal | None:
    """Units aboard, inside or out, neither attack nor can be aimed at; a Nova's infantry fires from its transport."""
    fires = attack.platform is not attack.attacker and attack.is_weapon
    for unit in (None if fires else attack.attacker, attack.target):
        if unit is not None and unit.place == ABOARD:
            does = "cannot attack" if unit is attack.attacker else "cannot be a target"
            return Refusal("aboard", f"{unit.id} is aboard {unit.aboard} and {does} until it steps off", "AS-MOV-072")
    return None


@hooks.may_move.rule("AS-MOV-065", "AS-MOV-071")
def carried_units_wait(m: Movement) -> Refusal | None:
    """Infantry gets off at the end of its carrier's move; units in bays may disembark by themselves."""
    unit = m.unit
    if unit.place != ABOARD or not (unit.card.is_infantry or unit.riding or is_cargo(unit)):
        return None
    if not is_cargo(unit) and lies_still(m.battle, unit):
        return None
    message = f"{unit.id} is aboard {unit.aboard}: it steps off at the end of the move of {unit.aboard} (unload)"
    return Refusal("aboard", message, "AS-MOV-066")
