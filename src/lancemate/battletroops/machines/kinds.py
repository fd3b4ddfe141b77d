"""How 'Mechs and vehicles take the field and show themselves: their state as scripts and outputs write it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.machines.moving import do_move, plan_machine
from lancemate.battletroops.machines.record import (
    MECH_LOCATIONS,
    REAR_ARMOR,
    VEHICLE_LOCATIONS,
    Record,
    read_mech,
    read_vehicle,
    write,
)
from lancemate.battletroops.machines.templates import direction_of
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.play.kinds import UnitKind
from lancemate.battletroops.play.machine import CLOSED, DOWN, MECH, OPEN, UP, VEHICLE, Machine
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.state import GONE, MAP, RESERVE, Unit
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.track import read_track
from lancemate.field.lattice import BEARINGS
from lancemate.field.lattice_terrain import HIGHEST, LOWEST
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, shown

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.setup import Muster

FOLLOWS: Final = ("side", "kind", "mp", "mp_left", "lost", "status", "group", "orders", "passengers", "name", "exited")
GIVEN: Final = (
    *("at", "elevation", "facing", "heat", "heat_taken", "inferno", "armor", "structure", "fallen", "propped"),
    *("sections", "turret", "moved", "dots", "pilot", "crits", "hatch", "ramp", "crew", "fired", "ammo", "notes"),
    *("shutdown", "destroyed", "burning", "stunned", "acted"),
)

# Who drives and fights a vehicle, by its greatest weight.
CREW = rules.table(
    "BT-MEC-063",
    {10: ("driver",), 30: ("commander", "gunner", "driver"), 999: ("commander", "gunner", "driver", "loader")},
)


def recruit(battle: Battle, muster: Muster) -> Unit:
    """A machine takes the field as its record says."""
    one: Record = muster.record
    structure = one.structure
    machine = Machine(
        one.name,
        one.tons,
        one.walk,
        one.jump,
        one.heat_sinks,
        one.piloting,
        one.gunnery,
        one.mounts,
        sum(one.armor.values()) + sum(structure.values()),
        dict(one.armor),
        structure,
        one.motive,
        one.apc,
        facing=direction_of(muster.facing),
        rounds=tuple(mount.ammo for mount in one.mounts),
    )
    unit = Unit(muster.id, muster.side, muster.kind, muster.group, muster.orders, machine=machine)
    if muster.at is not None:
        unit.x, unit.y = muster.at
        unit.elevation, unit.place = battle.map.ground(muster.at), MAP
    return unit


def crew_of(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """The men of a vehicle: each with a pistol and a knife, one with a submachine gun besides."""
    machine = unit.machine
    assert machine is not None
    names = men_by_weight(battle, machine.tons)
    found = []
    for number, name in enumerate(names):
        primary, second = ("SMG", "Pistol") if number == len(names) - 1 else ("Pistol", None)
        man = Unit(
            f"{unit.id}.{name}",
            unit.side,
            group=f"{unit.id} crew",
            orders=unit.orders,
            primary=primary,
            secondary=second,
            prepared=primary,
            grenades=0,
            place=unit.place,
            aboard=unit.id,
        )
        man.x, man.y, man.elevation = unit.x, unit.y, unit.elevation
        found.append(man)
    return tuple(found)


@rules.rule("BT-MEC-063", otherwise=("driver",))
def men_by_weight(battle: Battle, tons: int) -> tuple[str, ...]:
    """One up to ten tons, three up to thirty, four beyond."""
    return next(names for most, names in CREW.of(battle).items() if tons <= most)


# -- as scripts write it ----------------------------------------------------------------------------------------------


def check(state: Mapping[str, JSON], record: Record, where: str) -> None:
    """Refuse a state that no machine can be in."""
    reader = Reader(state, where, known=(*GIVEN, *FOLLOWS), what=f"the state of a {record.kind}")
    for key in ("heat", "heat_taken", "inferno", "dots"):
        reader.whole(key, most=999)
    if "facing" in reader and reader.number("facing") not in BEARINGS.values():
        raise reader.wrong("facing", "a template faces 270, 330, 30, 90, 150 or 210")
    if "fallen" in reader and reader.raw("fallen") is not False:
        reader.whole("fallen", least=1, most=6)
    for key in ("propped", "shutdown", "destroyed", "burning", "stunned", "acted"):
        reader.flag(key)
    names = (*MECH_LOCATIONS, *REAR_ARMOR) if record.kind == MECH else VEHICLE_LOCATIONS
    for key in ("armor", "structure"):
        if key in reader:
            one = Reader(reader.raw(key), reader.path(key), known=names, what=key)
            for name in names:
                one.whole(name, most=200)
    if "sections" in reader:
        one = Reader(reader.raw("sections"), reader.path("sections"), known=MECH_LOCATIONS, what="sections")
    if "pilot" in reader:
        pilot = Reader(reader.raw("pilot"), reader.path("pilot"), known=("hits", "conscious"), what="a pilot")
        pilot.whole("hits", most=6)
        pilot.flag("conscious", True)
    if "hatch" in reader:
        reader.one_of("hatch", (OPEN, CLOSED))
    if "ramp" in reader:
        reader.one_of("ramp", (UP, DOWN))
    if "moved" in reader:
        reader.one_of("moved", ("none", "walk", "run", "jump", "cruise", "flank"))
    if "at" in reader:
        reader.point("at")
    if "elevation" in reader:
        reader.whole("elevation", least=LOWEST, most=HIGHEST)
    for key in ("crits", "fired"):
        reader.texts(key) if key == "crits" else None
    notes = reader.raw("notes")
    if notes is not None:
        if not isinstance(notes, Mapping):
            raise reader.wrong("notes", f"here belongs a mapping, not {shown(notes)}")
        unit_memory.checked(notes, reader.path("notes"))


def give(battle: Battle, unit: Unit, state: Mapping[str, JSON]) -> None:
    """Put a machine into the state that its script gives it."""
    given: Mapping[str, Any] = state
    machine = unit.machine
    assert machine is not None
    if given.get("at") is not None:
        unit.x, unit.y = given["at"]
        unit.place = MAP
        unit.elevation = battle.map.ground(unit.at)
    if given.get("elevation") is not None:
        unit.elevation = int(given["elevation"])
    plain = ("heat", "heat_taken", "inferno", "propped", "shutdown", "destroyed", "burning", "hatch", "ramp", "dots")
    fields: dict[str, Any] = {key: given[key] for key in plain if given.get(key) is not None}
    if given.get("facing") is not None:
        fields["facing"] = direction_of(float(given["facing"]))
    if given.get("fallen"):
        fields["fallen"] = int(given["fallen"])
    for key in ("armor", "structure"):
        if given.get(key) is not None:
            fields[key] = {**getattr(machine, key), **{name: int(points) for name, points in given[key].items()}}
    if given.get("crits") is not None:
        fields["crits"] = tuple(given["crits"])
    if given.get("sections") is not None:
        fields["sections"] = {name: str(arc) for name, arc in given["sections"].items() if arc != "front"}
    if given.get("turret") is not None:
        x, y = given["turret"]["towards"]
        fields["turret"] = (float(x), float(y))
    if given.get("pilot") is not None:
        fields["pilot_hits"] = int(given["pilot"].get("hits", 0))
        fields["awake"] = bool(given["pilot"].get("conscious", True))
    if given.get("ammo") is not None:
        left = given["ammo"]
        fields["rounds"] = tuple(
            int(left[one.weapon]) if one.weapon in left else rounds
            for one, rounds in zip(machine.mounts, machine.rounds, strict=True)
        )
    unit.stunned = bool(given.get("stunned"))
    fields["ramp_ready"] = fields.get("ramp") == DOWN
    moved = str(given.get("moved") or "none")
    unit.moved, unit.acted = moved, moved != "none" or bool(given.get("acted"))
    unit.exposed = moved != "none"
    if moved != "none":
        fields["mode"] = moved
    unit.machine = replace(machine, **fields)
    if given.get("notes") is not None:
        unit.notes = dict(given["notes"])
    if unit.place == MAP and not battle.map.inside(unit.at):
        raise InputError(f"{list(unit.at)} is no dot of the map", key="at")
    _give_crew(battle, unit, given.get("crew") or {})


def _give_crew(battle: Battle, unit: Unit, crew: Mapping[str, Any]) -> None:
    for name, one in crew.items():
        man = battle.units.get(f"{unit.id}.{name}")
        if man is None:
            raise InputError(f"{unit.id} has no {name}", key=f"crew.{name}")
        track = read_track(str(one.get("track", "")))
        if track is None:
            raise InputError("a track is up to twelve of X, / and . for blocks 10 to DEAD", key=f"crew.{name}.track")
        man.track = track
    machine = unit.machine
    assert machine is not None
    if machine.hatch == OPEN:
        if "open_hatch" not in battle.options:
            raise InputError("an open hatch needs the option open_hatch", key="hatch")
        man = battle.units.get(f"{unit.id}.commander")
        if man is None:
            raise InputError(f"{unit.id} has no commander who could look out", key="hatch")
        man.aboard, man.riding, man.prepared = None, unit.id, "Light MG"


def status(unit: Unit) -> list[str]:
    """The words for how it is."""
    machine = unit.machine
    assert machine is not None
    words = ["active"] if unit.place == MAP and unit.conscious and not machine.shutdown else []
    found = {
        "fallen": machine.is_down,
        "unconscious": not machine.awake and not machine.destroyed,
        "shutdown": machine.shutdown,
        "stunned": unit.stunned,
        "destroyed": machine.destroyed,
        "burning": machine.burning,
        "reserve": unit.place == RESERVE,
        "exited": unit.place == GONE,
    }
    return words + [word for word, so in found.items() if so]


def show(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """What the output says of a machine."""
    machine, state = unit.machine, battle.state
    assert machine is not None
    shown: dict[str, JSON] = {
        "side": unit.side,
        "kind": unit.kind,
        "name": machine.name,
        "at": list(unit.at),
        "elevation": unit.elevation,
        "facing": BEARINGS[machine.facing],
        "mp": allowance(battle, unit),
        "mp_left": state.mp_left if state.acting == unit.id else None,
        "moved": unit.moved,
        "dots": machine.dots,
        "acted": unit.acted,
        "armor": dict(machine.armor),
        "structure": dict(machine.structure),
        "lost": machine.lost,
        "crits": list(machine.crits),
        "fired": [machine.mounts[number].weapon for number in machine.fired],
        "ammo": _ammo(machine),
        "notes": encode(unit.notes),
        "group": unit.group,
        "orders": unit.orders,
        "exited": unit.exited,
        "status": list(status(unit)),
    }
    if unit.kind == MECH:
        shown |= {
            "heat": machine.heat,
            "heat_taken": machine.heat_taken,
            "inferno": machine.inferno,
            "fallen": machine.fallen or False,
            "propped": machine.propped,
            "sections": _sections(machine),
            "pilot": {"hits": machine.pilot_hits, "conscious": machine.awake},
        }
    else:
        inside = [one for one in battle.units.values() if one.aboard == unit.id or one.riding == unit.id]
        men = [one for one in battle.units.values() if one.id.startswith(f"{unit.id}.")]
        shown |= {
            "turret": None if machine.turret is None else {"towards": list(machine.turret)},
            "stunned": unit.stunned,
            "hatch": machine.hatch,
            "ramp": machine.ramp,
            "crew": {one.id.rpartition(".")[2]: {"track": one.track} for one in men},
            "passengers": [one.id for one in inside if one not in men],
        }
    return shown


def _ammo(machine: Machine) -> dict[str, JSON]:
    found: dict[str, int] = {}
    for one, left in zip(machine.mounts, machine.rounds, strict=True):
        if left is not None:
            found[one.weapon] = found.get(one.weapon, 0) + left
    return dict(found)


def _sections(machine: Machine) -> dict[str, JSON]:
    names = ("left_arm", "right_arm", "left_torso", "right_torso")
    return {name: machine.sections.get(name, "front") for name in names}


hooks.unit_kinds.add(MECH, UnitKind(MECH, read_mech, write, check, recruit, give, show, plan_machine, do_move))
hooks.unit_kinds.add(
    VEHICLE, UnitKind(VEHICLE, read_vehicle, write, check, recruit, give, show, plan_machine, do_move, crew_of)
)
