"""Random positions of BattleTroops: any options, any arms, on any ground; the same luck gives the same position."""

from __future__ import annotations

from typing import Any, Final

from lancemate.battletroops.arms.weapons import AREA_EFFECT, FIREARMS, HAND_TO_HAND, SATCHEL, SUPPORT
from lancemate.battletroops.machines.record import printed_records
from lancemate.battletroops.machines.weapons import MACHINE_WEAPONS
from lancemate.battletroops.options.mines import KINDS as MINES
from lancemate.battletroops.play.setup import HIDING, Setup
from lancemate.battletroops.scripts.positions import EXPERIENCE, setup_from_data
from lancemate.field.lattice import Dot, true_distance
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab.battletroops import machinery
from lancemate.lab.battletroops.grounds import ground
from lancemate.lab.watching import Broken

SCENARIOS: Final = 8  # one in so many battles is a scenario
OPTIONS: Final = (
    *machinery.OPTIONS,
    *("area_effect", "exchange", "experience", "hidden_units", "jump_troops", "mechwarrior_characters"),
    *("morale_leadership", "secondary_weapons", "support_weapons"),
)
ALWAYS: Final = ("mechs", "vehicles")
MACHINE_OPTIONS: Final = (
    *ALWAYS,
    *("mines", "fire", "buildings_damage", "open_hatch", "crew_abandonment", "vehicle_combat", "vehicles_spare_men"),
)
APART: Final = 4.5  # dots between templates
ASKEW: Final = 12  # one in so many machines is first laid down askew
FAR_SIDE: Final = 24  # dots of a map that has room for any machine
SIDEARMS: Final = ("Pistol", "Laser Pistol", "LAW", "Satchel Charge", "Sword", "Stun Stick", "Neural Whip")
ARMOR: Final = ("Flak Vest", "Flak Body Suit", "Combat Armor")
OWN: Final[dict[str, JSON]] = {
    "name": "Carbine",
    "class": "auto",
    "damage": "4L",
    "short": [1, 9],
    "long": [10, 30],
    "skill": "Rifle",
}
RPG: Final[dict[str, JSON]] = {
    "name": "Needler",
    "class": "semi",
    "rpg": {"damage": "3D6+1", "short": [1, 4], "medium": [5, 9], "long": [10, 20]},
}
SQUADS: Final = ("first", "first", "first", "second")


def random_setup(luck: Generator) -> Setup:
    """Two small forces on a small map, or a scenario."""
    if luck.below(SCENARIOS) == 0:
        return machinery.random_scenario(luck)
    options = frozenset(name for name in OPTIONS if luck.below(2))
    width, depth = 9 + luck.below(12), 10 + luck.below(12)
    terrain = ground(luck, width, depth, fire="fire" in options)
    terrain += machinery.broken(luck, terrain, options)
    field = setup_from_data({**_bare(width, depth, terrain), "options": [*sorted(options)]}).map
    free = list(field.dots)
    luck.shuffle(free)
    sides: list[JSON] = []
    for number, name in enumerate(("red", "blue")):
        south = number == 0
        zone = [dot for dot in free if (dot[1] < depth / 2) == south] if luck.below(3) else list(free)
        units = _force(luck, name, zone, options, field)
        units += machinery.machines(luck, name, zone[len(units) :], options, field)
        free = [dot for dot in free if list(dot) not in [one["at"] for one in units]]
        side: dict[str, JSON] = {"name": name, "home": "south" if south else "north", "units": [*units]}
        side["squads"] = _squads(luck, name, units, options)
        laid = machinery.mines(luck, zone, options, field)
        sides.append({**side, "mines": laid} if laid else side)
    data: dict[str, JSON] = {**_bare(width, depth, terrain), "options": [*sorted(options)], "sides": sides}
    first = HIDING if "hidden_units" in options else "initiative"
    data["start"] = {"phase": luck.choice((first, "initiative", "movement", "end"))}
    if luck.below(8) == 0:
        data["settings"] = {"battletroops": {"hth_cost": 3 + luck.below(4), "arc_widths": [40, 80, 120]}}
    if luck.below(3) == 0:
        _add_machines(luck, data, field)
    return setup_from_data(data)


def _add_machines(luck: Generator, data: dict[str, JSON], field: Lattice) -> None:
    """'Mechs and vehicles, mines and fires, with all that belongs to them."""
    options, sides, terrain = data["options"], data["sides"], data["terrain"]
    assert isinstance(options, list)
    assert isinstance(sides, list)
    assert isinstance(terrain, list)
    options += [name for name in MACHINE_OPTIONS if name in ALWAYS or luck.below(2)]
    open_ground = [dot for dot in field.dots if field.building(dot) is None]
    taken: list[Dot] = []
    for side in sides:
        assert isinstance(side, dict)
        units = side["units"]
        assert isinstance(units, list)
        for number in range(1 + luck.below(2)):
            free = [dot for dot in open_ground if all(true_distance(dot, other) >= APART for other in taken)]
            if not free:
                break
            taken.append(luck.choice(free))
            units.append(_machine(luck, f"{str(side['name'])[0]}x{number + 1}", taken[-1]))
        if "mines" in options:
            side["mines"] = [_mine(luck, luck.choice(open_ground)) for _ in range(3)]
    if "fire" in options:
        terrain.append({"id": "blaze", "kind": "fire", "dots": [list(luck.choice(open_ground))]})


def _machine(luck: Generator, name: str, at: Dot) -> dict[str, JSON]:
    records = [record for record in printed_records().values() if luck.below(2) or record["kind"] == "mech"]
    record = luck.choice(records)
    own = _rearmed(luck, record) if luck.below(3) == 0 else record["name"]
    state: dict[str, JSON] = {}
    if record["kind"] == "mech":
        state = {"heat": luck.below(20), "fallen": False if luck.below(4) else 1 + luck.below(6)}
    elif record.get("apc") and luck.below(2):
        state = {"ramp": "down"}
    facing = luck.choice((270, 330, 30, 90, 150, 210))
    asked = luck.choice(("ask", "fire", "fire"))
    kind = str(record["kind"])
    unit: dict[str, JSON] = {"id": name, kind: own, "at": list(at), "facing": facing, "orders": asked, "state": state}
    if luck.below(ASKEW) == 0:
        _lay_askew(luck, unit)
    return unit


def _rearmed(luck: Generator, record: dict[str, Any]) -> dict[str, JSON]:
    """One of them with any weapons, some of which it could hardly carry."""
    arms: list[JSON] = [
        {**mount, "weapon": luck.choice(list(MACHINE_WEAPONS.book))} for mount in record.get("weapons", ())
    ]
    return {"name": record["name"], "gunnery": 2 + luck.below(5), "piloting": 3 + luck.below(4), "weapons": arms}


def _lay_askew(luck: Generator, unit: dict[str, JSON]) -> None:
    """A template between two directions is refused when it is read."""
    askew = {**unit, "facing": 15 + luck.below(10)}
    sides: list[JSON] = [{"name": "red", "units": [askew]}, {"name": "blue"}]
    data: dict[str, JSON] = {**_bare(FAR_SIDE, FAR_SIDE, []), "options": [*ALWAYS], "sides": sides}
    try:
        setup_from_data(data)
    except InputError:
        return
    raise Broken(f"{unit['id']} may lie askew")


def _mine(luck: Generator, at: Dot) -> dict[str, JSON]:
    kind = luck.choice(MINES)
    mine: dict[str, JSON] = {"kind": kind, "at": list(at)}
    if kind == "vibrabomb":
        mine["weight"] = luck.choice((20, 30, 45))
    return mine


def _bare(width: int, depth: int, terrain: list[dict[str, JSON]]) -> dict[str, JSON]:
    return {
        "game": "battletroops",
        "map": {"kind": "lattice", "width": width, "depth": depth},
        "terrain": [*terrain],
        "sides": [{"name": "red"}, {"name": "blue"}],
    }


def _squads(luck: Generator, side: str, units: list[dict[str, JSON]], options: frozenset[str]) -> dict[str, JSON]:
    found: dict[str, JSON] = {}
    for squad in sorted({str(unit["group"]) for unit in units if "group" in unit}):
        members = [unit["id"] for unit in units if unit.get("group") == squad]
        found[squad] = {"experience": luck.choice(EXPERIENCE), "leader": luck.choice(members)}
        if luck.below(2):
            found[squad] = {"experience": luck.choice(EXPERIENCE), "leadership": luck.below(6)}
    return found


def _force(
    luck: Generator, side: str, zone: list[Dot], options: frozenset[str], field: Lattice
) -> list[dict[str, JSON]]:
    units: list[dict[str, JSON]] = []
    for number in range(2 + luck.below(4)):
        unit: dict[str, JSON] = {"id": f"{side[0]}{number + 1}", "soldier": _soldier(luck, options)}
        unit["at"] = list(zone[number])
        unit["state"] = _state(luck, zone[number], options, field)
        if luck.below(4):
            unit["group"] = f"{side} {luck.choice(SQUADS)}"
        unit["orders"] = luck.choice(("ask", "ask", "fire", "fire", "hold"))
        units.append(unit)
    _crews(luck, units)
    return units


def _crews(luck: Generator, units: list[dict[str, JSON]]) -> None:
    """Whoever has a heavy weapon has comrades who serve it."""
    free = [str(unit["id"]) for unit in units if not _is_gunner(unit)]
    for unit in units:
        record = unit["soldier"]
        assert isinstance(record, dict)
        if _is_gunner(unit):
            need = SUPPORT.book[str(record["primary"])]["crew"]
            if len(free) < need:
                record["primary"] = "Light MG"
            elif need:
                record["crew"], free = [*free[:need]], free[need:]
            state = unit["state"]
            assert isinstance(state, dict)
            if luck.below(3) == 0 and not state.get("hidden"):
                state["set_up"] = False


def _is_gunner(unit: dict[str, JSON]) -> bool:
    record = unit["soldier"]
    assert isinstance(record, dict)
    return str(record.get("primary")) in SUPPORT.book


def _soldier(luck: Generator, options: frozenset[str]) -> dict[str, JSON]:
    arms: list[JSON] = [*FIREARMS.book, OWN]
    if "area_effect" in options:
        arms += [name for name in AREA_EFFECT.book if name != SATCHEL]
    if "support_weapons" in options:
        arms += [*SUPPORT.book]
    if "mechwarrior_characters" in options:
        arms.append(RPG)
    if luck.below(6) == 0:
        arms += [name for name in HAND_TO_HAND.book if "/" not in name]
    record: dict[str, JSON] = {"primary": luck.choice(arms)}
    if "secondary_weapons" in options and luck.below(2):
        allowed = [name for name in SIDEARMS if "area_effect" in options or name not in ("LAW", SATCHEL)]
        record["secondary"] = luck.choice(allowed)
    elif "secondary_weapons" in options and "area_effect" in options and luck.below(3) == 0:
        record["double_ammo"] = luck.choice((True, True, "SRM", "Grenade Launcher"))
    elif "area_effect" in options and luck.below(3) == 0:
        record["launcher"] = True
    if (
        "area_effect" in options
        and record.keys().isdisjoint(("secondary", "double_ammo", "launcher"))
        and luck.below(4) == 0
    ):
        record["satchel"] = True
    if "jump_troops" in options and luck.below(2):
        record["jump_pack"] = True
    if "mechwarrior_characters" in options and luck.below(3) == 0:
        skills: dict[str, JSON] = {name: luck.below(5) for name in ("Rifle", "Running", "Tactics", "Leadership")}
        record["character"] = {"skills": skills}
    if luck.below(3) == 0:
        kind = luck.choice(ARMOR)
        record["armor"] = {"kind": kind, "from": 10 if luck.below(2) else 10 - luck.below(2)}
    record["grenades"] = luck.below(5)
    return record


def _state(luck: Generator, at: Dot, options: frozenset[str], field: Lattice) -> dict[str, JSON]:
    state: dict[str, JSON] = {}
    building = field.building(at)
    if building is not None:
        base = field.base(building)
        state["elevation"] = base + luck.below(building.height + 1)
        indoors = field.is_indoors(at, int(str(state["elevation"])))
        if "hidden_units" in options and indoors and luck.below(2):
            state["hidden"] = 1 + luck.below(6)
            return state
    if luck.below(6) == 0:
        state["prone"] = True
    if luck.below(5) == 0:
        state["track"] = luck.choice(("X", "...X", "./", "......X", "/////", "...........X", ".........X"))
    if luck.below(4) == 0:
        state["arc"] = {"size": luck.choice((2, 4, 6)), "towards": [at[0], at[1] + luck.choice((-2, 2))]}
    return state
