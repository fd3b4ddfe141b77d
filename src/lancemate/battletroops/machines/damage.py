"""Damage to machines as BattleTech has it: where it lands, what it breaks (BT-MEC-089 to 098)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import BLAST, Source, cause
from lancemate.battletroops.machines.events import (
    CriticalRolled,
    MachineDestroyed,
    MachineHit,
    MotiveHit,
    PartHit,
    Shaken,
    Slowed,
)
from lancemate.battletroops.machines.piloting import MANY, MODIFIERS, stays_in_control
from lancemate.battletroops.machines.pilots import hurt_pilot
from lancemate.battletroops.machines.weapons import FIGURES, wreck_of
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.play.events import Stunned
from lancemate.battletroops.play.machine import MECH, VEHICLE
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier
from lancemate.kernel.ruleset import Table

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

FULL, PUNCH, KICK = "full", "punch", "kick"
H, CT, LT, RT, LA, RA, LL, RL = (
    *("head", "centre_torso", "left_torso", "right_torso"),
    *("left_arm", "right_arm", "left_leg", "right_leg"),
)

# By the sum of two dice from 2 to 12, or of one die; a 2 may also damage what is inside.
MECH_LOCATIONS: Table[dict[str, dict[str, tuple[str, ...]]]] = rules.table(
    "BT-MEC-095",
    {
        FULL: {
            "front": (CT, RA, RA, RL, RT, CT, LT, LL, LA, LA, H),
            "left": (LT, LL, LA, LA, LL, LT, CT, RT, RA, RL, H),
            "right": (RT, RL, RA, RA, RL, RT, CT, LT, LA, LL, H),
        },
        PUNCH: {
            "front": (LA, LT, CT, RT, RA, H),
            "left": (LT, LT, CT, LA, LA, H),
            "right": (RT, RT, CT, RA, RA, H),
        },
        KICK: {
            "front": (RL, RL, RL, LL, LL, LL),
            "left": (LL, LL, LL, LL, LL, LL),
            "right": (RL, RL, RL, RL, RL, RL),
        },
    },
)
# Of a vehicle, by where the blow comes from; "!" also rolls for what is inside, "~" for its tracks.
VEHICLE_LOCATIONS = rules.table(
    "BT-MEC-096",
    {
        "front": (
            "front!",
            "front~",
            "front~",
            "right~",
            "front",
            "front",
            "front",
            "left~",
            "turret",
            "turret",
            "turret!",
        ),
        "rear": ("rear!", "rear~", "rear~", "left~", "rear", "rear", "rear", "right~", "turret", "turret", "turret!"),
        "left": ("left!", "left~", "left~", "front~", "left", "left", "left!", "rear~", "turret", "turret", "turret!"),
        "right": (
            "right!",
            "right~",
            "right~",
            "front~",
            "right",
            "right",
            "right!",
            "rear~",
            "turret",
            "turret",
            "turret!",
        ),
    },
)
# By the sum of two dice: MP of BattleTech lost (9: all of them, 5: half), and what is added to driving rolls.
MOTIVE = rules.table("BT-MEC-097", {6: (0, 1), 8: (1, 2), 10: (5, 3), 12: (9, 3)})
MOTIVE_KINDS: Final = {"tracked": 0, "wheeled": 2, "hover": 3}
MOTIVE_SIDES: Final = {"front": 0, "left": 2, "right": 2, "rear": 1, "turret": 0}

# The next location that takes what one cannot.
INWARD: Final = {LA: LT, LL: LT, RA: RT, RL: RT, LT: CT, RT: CT}
ARMS: Final = {LT: LA, RT: RA}

# How many parts are hit, by the least sum of two dice; 12 takes off a limb or the head.
CRITICALS = rules.table("BT-MEC-093", {8: 1, 10: 2, 12: 3})
# What is inside, in the order of its slots; what a machine carries besides fills those that are left.
SLOTS = rules.table(
    "BT-MEC-098",
    {
        H: ("Life Support", "Sensors", "Cockpit", "", "Sensors", "Life Support"),
        CT: ("Engine", "Engine", "Engine", "Gyro", "Gyro", "Gyro", "Gyro", "Engine", "Engine", "Engine"),
        LT: (),
        RT: (),
        LA: ("Shoulder", "Upper Arm", "Lower Arm", "Hand"),
        RA: ("Shoulder", "Upper Arm", "Lower Arm", "Hand"),
        LL: ("Hip", "Upper Leg", "Lower Leg", "Foot"),
        RL: ("Hip", "Upper Leg", "Lower Leg", "Foot"),
    },
)
LEG_PARTS: Final = ("Hip", "Upper Leg", "Lower Leg", "Foot")
AMMO: Final = "Ammo"
AMMUNITION: Final = cause("ammunition", "Ammunition", "BT-MEC-101", BLAST)


def fall(battle: Battle, unit: Unit, why: str) -> None:
    """It falls: machines/falling.py."""
    hooks.questions["fall"](battle, unit, why)


def strike(battle: Battle, unit: Unit, origin: Source, points: int, side: str, table: str = FULL) -> None:
    """A blow from one side: roll where it lands, mark it, and carry out what follows."""
    if unit.machine is None or unit.machine.destroyed or points <= 0:
        return
    if unit.kind == VEHICLE:
        _strike_vehicle(battle, unit, origin, points, side)
        slows_at_once(battle, unit)
        return
    rows = MECH_LOCATIONS.of(battle)[table]
    row = rows.get(side, rows["front"])
    roll = battle.roll(2 if table == FULL else 1)
    location = row[sum(roll) - (2 if table == FULL else 1)]
    mark(battle, unit, origin, points, location, roll=roll, table=table, rear=side == "rear")
    if table == FULL and sum(roll) == 2:
        criticals(battle, unit, location)
    after_damage(battle, unit)


def in_fives(battle: Battle, unit: Unit, origin: Source, points: int, side: str, table: str = FULL) -> None:
    """The same in groups of five points."""
    while points > 0:
        strike(battle, unit, origin, min(5, points), side, table)
        points -= 5


def mark(
    battle: Battle,
    unit: Unit,
    origin: Source,
    points: int,
    location: str,
    *,
    roll: tuple[int, ...] = (),
    table: str = FULL,
    rear: bool = False,
) -> None:
    """Points on the armour of a location, then on its structure; what is left goes inward."""
    while points > 0 and unit.machine is not None and not unit.machine.destroyed:
        machine = unit.machine
        if location not in machine.structure:
            return
        plate = f"{location}_rear" if rear and f"{location}_rear" in machine.armor else location
        armor, structure = machine.armor.get(plate, 0), machine.structure[location]
        to_armor = min(points, armor) if structure > 0 else 0
        to_structure = min(points - to_armor, structure)
        left = points - to_armor - to_structure
        marked = to_armor + to_structure
        if marked or roll:
            battle.emit(
                MachineHit(
                    unit.id,
                    origin.word,
                    marked,
                    location,
                    table,
                    roll,
                    {plate: armor - to_armor} if plate in machine.armor else {},
                    {location: structure - to_structure},
                    origin.rule,
                )
            )
        if to_structure:
            _after_structure(battle, unit, location)
        if marked and location == H:
            jars_the_pilot(battle, unit)
        points, roll, rear = left, (), False
        if points > 0:
            if location not in INWARD:
                return
            location = INWARD[location]


@rules.rule("BT-MEC-099", otherwise=None)
def jars_the_pilot(battle: Battle, unit: Unit) -> None:
    """Whatever marks the head hurts who sits in it."""
    hurt_pilot(battle, unit, "the head is hit")


def _after_structure(battle: Battle, unit: Unit, location: str) -> None:
    machine = unit.machine
    assert machine is not None
    if machine.structure[location] > 0:
        criticals(battle, unit, location)
        return
    if unit.kind == VEHICLE:
        destroy(battle, unit, f"its {location} is gone", "BT-MEC-096")
    elif location in (H, CT):
        destroy(battle, unit, f"its {location.replace('_', ' ')} is gone", "BT-MEC-095")
    elif location in ARMS and machine.structure[ARMS[location]] > 0:
        battle.emit(PartHit(unit.id, f"{ARMS[location]}: gone", (), {ARMS[location]: 0}))
    elif location in (LL, RL):
        fall(battle, unit, "a leg is gone")


@hooks.questions.entry("destroy")
def destroy(battle: Battle, unit: Unit, why: str, rule: str, *, kills: bool = False) -> None:
    """It is a wreck. ``kills``: everybody inside dies with it."""
    if unit.machine is None or unit.machine.destroyed:
        return
    battle.emit(MachineDestroyed(unit.id, why, rule))
    end_activation(battle, unit, unwillingly=True)
    if unit.kind == VEHICLE:
        hooks.questions["people of a wreck"](battle, unit, kills)


def after_damage(battle: Battle, unit: Unit) -> None:
    """What flies without anybody to steer it comes down; twenty points in a turn call for a roll, once."""
    if unit.airborne:
        hooks.questions["out of the sky"](battle, unit)
    slows_at_once(battle, unit)
    machine = unit.machine
    if machine is None or machine.destroyed or unit.kind != MECH or machine.is_down or not unit.on_map:
        return
    if machine.harm >= MANY and not machine.shaken:
        battle.emit(Shaken(unit.id))
        heavy = Modifier("20 points in a turn", MODIFIERS.of(battle)["20 points"], "BT-MEC-094")
        if not stays_in_control(battle, unit, "heavy damage", heavy):
            fall(battle, unit, "heavy damage")


@rules.rule("BT-SEQ-007", otherwise=None)
def slows_at_once(battle: Battle, unit: Unit) -> None:
    """What a machine loses on its way it lacks before it goes on."""
    state = battle.state
    if state.acting == unit.id and unit.able and allowance(battle, unit) < state.mp_whole:
        battle.emit(Slowed(unit.id, allowance(battle, unit)))


# -- what is inside ---------------------------------------------------------------------------------------------------


def slots(battle: Battle, unit: Unit, location: str) -> tuple[str, ...]:
    """What is inside a location, slot by slot: parts of every 'Mech, then what it carries there, then nothing."""
    machine = unit.machine
    assert machine is not None
    found = list(SLOTS.of(battle)[location])
    figures = FIGURES.of(battle)
    for number, one in enumerate(machine.mounts):
        if one.location == location:
            found += [f"{one.weapon} #{number + 1}"] * figures[one.weapon]["slots"]
    if location in (LT, RT):
        with_ammo = [(number, one) for number, one in enumerate(machine.mounts) if one.ammo is not None]
        half = with_ammo[::2] if location == LT else with_ammo[1::2]
        found += [f"{AMMO} #{number + 1}" for number, _ in half]
        found += ["Jump Jet"] * (machine.jump // 2)
    size = 6 if location in (H, LL, RL) else 12
    return tuple((found + [""] * size)[:size])


def criticals(battle: Battle, unit: Unit, location: str) -> None:
    """Roll whether something inside is hit."""
    if unit.machine is None or unit.machine.destroyed or location not in unit.machine.structure:
        return
    if unit.kind == VEHICLE:
        _vehicle_criticals(battle, unit, location)
        return
    roll = battle.roll(2)
    hits = how_many(battle, sum(roll))
    limb = location in (H, LA, RA, LL, RL)
    off = hits == 3 and limb
    battle.emit(CriticalRolled(unit.id, location, roll, 0 if off else hits, off))
    if off:
        battle.emit(PartHit(unit.id, f"{location}: gone", (), {location: 0}))
        if location == H:
            destroy(battle, unit, "its head is gone", "BT-MEC-093")
        elif location in (LL, RL):
            fall(battle, unit, "a leg is gone")
        return
    for _ in range(hits):
        part_hit(battle, unit, location)


@rules.rule("BT-MEC-093", otherwise=0)
def how_many(battle: Battle, rolled: int) -> int:
    """One part from 8, two from 10, three at 12; a limb or a head is taken off by a 12."""
    return max((hits for least, hits in CRITICALS.of(battle).items() if rolled >= least), default=0)


def part_hit(battle: Battle, unit: Unit, location: str) -> None:
    """A die, or two, for the slot; empty ones and those already hit are thrown again."""
    machine = unit.machine
    assert machine is not None
    if machine.destroyed:
        return
    inside = slots(battle, unit, location)
    gone = [crit.partition(": ")[2] for crit in machine.crits if crit.startswith(f"{location}: ")]
    open_slots = list(range(len(inside)))
    for part in gone:
        hit = next((number for number in open_slots if inside[number] == part), None)
        if hit is not None:
            open_slots.remove(hit)
    alive = [number for number in open_slots if inside[number]]
    if not alive:
        if location in INWARD:
            part_hit(battle, unit, INWARD[location])
        return
    rolled: tuple[int, ...] = ()
    while True:
        roll = battle.roll(1) if len(inside) == 6 else battle.roll(2)
        rolled += roll
        slot = roll[0] - 1 if len(inside) == 6 else (6 if roll[0] > 3 else 0) + roll[1] - 1
        if slot in alive:
            break
    part = inside[slot]
    battle.emit(PartHit(unit.id, f"{location}: {part}", rolled, {}))
    _after_part(battle, unit, part, location)


def _after_part(battle: Battle, unit: Unit, part: str, location: str) -> None:
    machine = unit.machine
    assert machine is not None
    many = [crit.partition(": ")[2] for crit in machine.crits].count(part)
    if part == "Cockpit":
        hurt_pilot(battle, unit, "the cockpit is hit", 6)
    elif part == "Engine" and many >= 3:
        destroy(battle, unit, "its engine is gone", "BT-MEC-098")
    elif part == "Life Support" or part == "Sensors":
        return
    elif part.startswith(AMMO):
        number = int(part.rpartition("#")[2]) - 1
        explode_ammo(battle, unit, number, location)
    elif part == "Gyro" or part in LEG_PARTS:
        fails = part == "Gyro" and many >= 2
        down = machine.is_down or not unit.on_map
        if not down and (fails or not stays_in_control(battle, unit, f"{part} hit")):
            fall(battle, unit, f"{part} hit")


def explode_ammo(battle: Battle, unit: Unit, number: int, location: str) -> None:
    """Its rounds go off inside: the pilot takes two hits."""
    machine = unit.machine
    assert machine is not None
    mount, left = machine.mounts[number], machine.rounds[number] or 0
    figures = FIGURES.of(battle)[mount.weapon]
    points = left * figures["damage"] * figures.get("missiles", 1)
    if not points:
        return
    if unit.kind == VEHICLE:
        destroy(battle, unit, "its ammunition explodes", "BT-MEC-101", kills=True)
        return
    plain = {name: 0 for name in machine.armor if name == location}
    taken = min(points, sum(machine.structure.values()))
    mark(battle, unit, AMMUNITION, machine.armor.get(location, 0) * bool(plain) + taken, location)
    hurt_pilot(battle, unit, "ammunition explodes", 2)


# -- vehicles ---------------------------------------------------------------------------------------------------------


def _strike_vehicle(battle: Battle, unit: Unit, origin: Source, points: int, side: str) -> None:
    roll = battle.roll(2)
    entry = VEHICLE_LOCATIONS.of(battle)[side][sum(roll) - 2]
    location = entry.rstrip("!~")
    machine = unit.machine
    assert machine is not None
    if location not in machine.structure:
        location = side
    mark(battle, unit, origin, points, location, roll=roll, table="vehicle")
    if entry.endswith("~"):
        motive_damage(battle, unit, side)
    if entry.endswith("!"):
        criticals(battle, unit, location)


@rules.rule("BT-MEC-097", otherwise=None)
def motive_damage(battle: Battle, unit: Unit, side: str) -> None:
    """Two dice for its tracks, wheels or cushion."""
    machine = unit.machine
    if machine is None or machine.destroyed:
        return
    roll = battle.roll(2)
    rolled = sum(roll) + MOTIVE_KINDS.get(machine.motive, 0) + MOTIVE_SIDES[side]
    found = [values for least, values in MOTIVE.of(battle).items() if rolled >= least]
    lost, driving = found[-1] if found else (0, 0)
    if lost == 5:
        lost = -(-(machine.walk - machine.speed_lost) // 2)
    lost = min(machine.walk, machine.speed_lost + lost)
    battle.emit(MotiveHit(unit.id, roll, lost, max(machine.driving, driving)))


# What is hit inside a vehicle, by the least sum of two dice.
VEHICLE_CRITICALS = rules.table(
    "BT-MEC-100", {6: "Crew Stunned", 8: "Weapon", 10: "Engine", 11: "Ammo", 12: "Crew Killed"}
)


def _vehicle_criticals(battle: Battle, unit: Unit, location: str) -> None:
    roll = battle.roll(2)
    what = vehicle_part(battle, sum(roll))
    battle.emit(CriticalRolled(unit.id, location, roll, int(bool(what)), False, "BT-MEC-100"))
    if not what:
        return
    machine = unit.machine
    assert machine is not None
    weapons = [
        (number, one)
        for number, one in enumerate(machine.mounts)
        if one.location == location and wreck_of(number, one) not in machine.crits
    ]
    if what == "Weapon" and weapons:
        number, one = weapons[0]
        battle.emit(PartHit(unit.id, wreck_of(number, one), (), {}, "BT-MEC-100"))
        return
    battle.emit(PartHit(unit.id, f"{location}: {what}", (), {}, "BT-MEC-100"))
    if what == "Crew Stunned":
        crew_is_stunned(battle, unit)
    if what == "Engine":
        battle.emit(MotiveHit(unit.id, (), machine.walk, machine.driving, "BT-MEC-100"))
    elif what == "Ammo" and any(left for left in machine.rounds):
        destroy(battle, unit, "its ammunition explodes", "BT-MEC-100", kills=True)
    elif what == "Crew Killed":
        destroy(battle, unit, "its crew is killed", "BT-MEC-100", kills=True)


@rules.rule("BT-MEC-100", otherwise=None)
def crew_is_stunned(battle: Battle, unit: Unit) -> None:
    """It neither fires nor moves until its side has moved once more."""
    if not unit.dead:
        battle.emit(Stunned(unit.id, "BT-MEC-100"))


@hooks.may_activate.rule("BT-MEC-100", part=2, types="vehicle")
def stunned_crews(battle: Battle, unit: Unit) -> Refusal | None:
    """It loses its next activation."""
    if not unit.stunned or unit.kind != VEHICLE:
        return None
    return Refusal("stunned", f"the crew of {unit.id} is stunned and loses this activation", "BT-MEC-100")


@rules.rule("BT-MEC-100", otherwise="")
def vehicle_part(battle: Battle, rolled: int) -> str:
    found = [what for least, what in VEHICLE_CRITICALS.of(battle).items() if rolled >= least]
    return found[-1] if found else ""
