"""Records of machines as scripts write them, and those that come with the game. Knows the public names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from lancemate.battletroops.arms.weapons import Weapon
from lancemate.battletroops.machines.options import MECHS, VEHICLES
from lancemate.battletroops.machines.weapons import MACHINE_WEAPONS
from lancemate.battletroops.play.machine import MECH, VEHICLE, Mount
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, shown
from lancemate.kernel.values import frozen

TORSOS: Final = ("centre_torso", "left_torso", "right_torso")
MECH_LOCATIONS: Final = ("head", *TORSOS, "left_arm", "right_arm", "left_leg", "right_leg")
REAR_ARMOR: Final = tuple(f"{name}_rear" for name in TORSOS)
VEHICLE_LOCATIONS: Final = ("front", "left", "right", "rear", "turret")
MOTIVES: Final = ("tracked", "wheeled", "hover")
HEAD: Final = 3
BOTH: Final = frozenset((MECHS, VEHICLES))

# Structure of a 'Mech by its tons: centre torso, side torsos, arms, legs. A head has 3.
STRUCTURE = rules.table(
    "BT-MEC-091",
    {
        10: (4, 3, 1, 2),
        15: (5, 4, 2, 3),
        20: (6, 5, 3, 4),
        25: (8, 6, 4, 6),
        30: (10, 7, 5, 7),
        35: (11, 8, 6, 8),
        40: (12, 10, 6, 10),
        45: (14, 11, 7, 11),
        50: (16, 12, 8, 12),
        55: (18, 13, 9, 13),
        60: (20, 14, 10, 14),
        65: (21, 15, 10, 15),
        70: (22, 15, 11, 15),
        75: (23, 16, 12, 16),
        80: (25, 17, 13, 17),
        85: (27, 18, 14, 18),
        90: (29, 19, 15, 19),
        95: (30, 20, 16, 20),
        100: (31, 21, 17, 21),
    },
)


@frozen
class Record:
    """A machine as it leaves its hangar; figures of BattleTech."""

    kind: str
    name: str
    tons: int
    walk: int
    jump: int = 0
    heat_sinks: int = 10
    piloting: int = 5
    gunnery: int = 4
    armor: Mapping[str, int] = field(default_factory=dict)
    mounts: tuple[Mount, ...] = ()
    motive: str = ""
    apc: bool = False

    @property
    def structure(self) -> dict[str, int]:
        if self.kind == VEHICLE:
            return {
                name: -(-self.tons // 10) for name in VEHICLE_LOCATIONS if name != "turret" or "turret" in self.armor
            }
        centre, side, arm, leg = STRUCTURE.of(rules)[-(-self.tons // 5) * 5]
        return {
            "head": HEAD,
            "centre_torso": centre,
            **dict.fromkeys(("left_torso", "right_torso"), side),
            **dict.fromkeys(("left_arm", "right_arm"), arm),
            **dict.fromkeys(("left_leg", "right_leg"), leg),
        }


@cache
def printed_records() -> dict[str, dict[str, Any]]:
    """The records that come with the game, by name: each says what it is."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted(files(__package__).joinpath("records").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".yaml"):
            data: Any = parse_document(file.read_text(encoding="utf-8"), file=file.name).data
            found[data["name"]] = data
    return found


_COMMON: Final = ("name", "tons", "piloting", "gunnery", "armor", "weapons")
_KEYS: Final = {MECH: (*_COMMON, "walk", "jump", "heat_sinks"), VEHICLE: (*_COMMON, "cruise", "motive", "apc")}


def read_mech(data: object, where: str, options: frozenset[str], weapons: dict[str, Weapon]) -> Record:
    return _read(MECH, MECHS, data, where, options)


def read_vehicle(data: object, where: str, options: frozenset[str], weapons: dict[str, Weapon]) -> Record:
    return _read(VEHICLE, VEHICLES, data, where, options)


def ready(name: str, where: str) -> Record:
    """A machine that comes with the game, by name."""
    known = printed_records().get(name)
    if known is None:
        raise InputError(f"there is no machine {shown(name)}; {nearest(name, printed_records())}", key=where)
    return read_mech(name, where, BOTH, {}) if known["kind"] == MECH else read_vehicle(name, where, BOTH, {})


def _read(kind: str, option: str, data: object, where: str, options: frozenset[str]) -> Record:
    if option not in options:
        raise InputError(f"a {kind} needs the option {option}", key=where)
    reader = Reader({"name": data} if isinstance(data, str) else data, where, known=_KEYS[kind], what=f"a {kind}")
    reader.need("name")
    name = reader.text("name")
    known = on_its_sheet(name)
    if known is not None and known["kind"] != kind:
        raise reader.wrong("name", f"the {name} is a {known['kind']}")
    speed = "walk" if kind == MECH else "cruise"
    if known is None:
        missing = [key for key in ("tons", speed, "armor") if key not in reader]
        if missing:
            names = [one for one, record in printed_records().items() if record["kind"] == kind]
            text = f"there is no {kind} {shown(name)} ready to use; {nearest(name, names)}, or say its {missing[0]}"
            raise reader.wrong("name", text)
    full = Reader(
        {**_sheet(known), **_given(reader, _KEYS[kind])}, where, known=(*_KEYS[kind], "kind"), what=f"a {kind}"
    )
    return Record(
        kind=kind,
        name=name,
        tons=full.whole("tons", least=1, most=100),
        walk=full.whole(speed, least=0, most=30),
        jump=full.whole("jump", most=12),
        heat_sinks=full.whole("heat_sinks", 10, most=60),
        piloting=full.whole("piloting", 5, most=12),
        gunnery=full.whole("gunnery", 4, most=12),
        armor=_armor(full, kind),
        mounts=tuple(_mount(entry, place, kind) for place, entry in full.items("weapons")),
        motive=full.one_of("motive", MOTIVES, "tracked") if kind == VEHICLE else "",
        apc=full.flag("apc"),
    )


@rules.formula("BT-MEC-092", otherwise=None)
def on_its_sheet(name: str) -> dict[str, Any] | None:
    """What is left out of a machine that comes with the game is as on its record sheet."""
    return printed_records().get(name)


def _sheet(known: dict[str, Any] | None) -> dict[str, Any]:
    return {} if known is None else {key: value for key, value in known.items() if key != "kind"}


def _given(reader: Reader, keys: tuple[str, ...]) -> dict[str, JSON]:
    return {key: reader.raw(key) for key in keys if key in reader}


def _armor(reader: Reader, kind: str) -> dict[str, int]:
    names = (*MECH_LOCATIONS, *REAR_ARMOR) if kind == MECH else VEHICLE_LOCATIONS
    one = Reader(reader.raw("armor") or {}, reader.path("armor"), known=names, what="armor")
    return {name: one.whole(name, most=200) for name in names if kind == MECH or name in one or name != "turret"}


def _mount(data: JSON, where: str, kind: str) -> Mount:
    reader = Reader(data, where, known=("weapon", "in", "rear", "ammo"), what="a mounted weapon")
    reader.need("weapon", "in")
    place = reader.one_of("in", MECH_LOCATIONS if kind == MECH else VEHICLE_LOCATIONS)
    ammo = reader.whole("ammo", most=9999) if "ammo" in reader else None
    return Mount(reader.one_of("weapon", MACHINE_WEAPONS.book), place, reader.flag("rear"), ammo)


def write(one: Record) -> dict[str, JSON]:
    """The record as a script would say it."""
    data: dict[str, JSON] = {"name": one.name, "tons": one.tons}
    data["walk" if one.kind == MECH else "cruise"] = one.walk
    if one.kind == MECH:
        data["jump"], data["heat_sinks"] = one.jump, one.heat_sinks
    else:
        data["motive"], data["apc"] = one.motive, one.apc
    data["piloting"], data["gunnery"] = one.piloting, one.gunnery
    data["armor"] = dict(one.armor)
    data["weapons"] = [_mount_to_data(mount) for mount in one.mounts]
    return data


def _mount_to_data(mount: Mount) -> JSON:
    data: dict[str, JSON] = {"weapon": mount.weapon, "in": mount.location}
    if mount.rear:
        data["rear"] = True
    if mount.ammo is not None:
        data["ammo"] = mount.ammo
    return data
