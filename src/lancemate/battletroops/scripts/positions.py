"""Battle scripts as data: reads the position a script sets up into a ``Setup``, checks it, and writes it back.

Knows the public names of the format (docs/battletroops.md); must not know how a battle runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import Weapon
from lancemate.battletroops.machines.templates import fits_the_lattice
from lancemate.battletroops.play.orders import ScriptEntry, entry_from_data
from lancemate.battletroops.play.setup import (
    CHOICES,
    HIDING,
    ORDERS,
    REGULAR,
    Muster,
    Settings,
    Setup,
    Side,
    Squad,
    issues,
)
from lancemate.battletroops.play.state import Entering
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.forces import whole_scenario
from lancemate.battletroops.scenarios.plan import options_of, read_scenario, scenario_to_data
from lancemate.battletroops.scripts.mines import mine_to_data, read_mines
from lancemate.battletroops.scripts.terrain import feature_to_data, read_map
from lancemate.battletroops.soldiers.record import ISSUED
from lancemate.field.lattice import is_dot
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_choice, read_number, shown
from lancemate.kernel.scripting import AROUND, Script, mapping, read_around

GAME: Final = "battletroops"
EDGES: Final = ("north", "east", "south", "west")
MOST_UNITS: Final = 1000
EXPERIENCE: Final = ("Green", REGULAR, "Veteran", "Elite")
PHASES: Final = (HIDING, "initiative", "movement", "end")
SETUP_KEYS: Final = ("game", "options", "settings", "map", "terrain", "sides", "start", "scenario")
_UNIT_KEYS: Final = ("id", "at", "enters", "facing", "group", "orders", "state")

TroopScript: TypeAlias = Script[Setup, ScriptEntry]


def read_script(source: Document) -> TroopScript:
    """Everything a script says. Whatever is wrong with it is one sentence with file, line and key."""
    rules.load()
    try:
        reader = Reader(source.data, known=(*AROUND, *SETUP_KEYS), what="a battle script")
        return read_around(source, reader, _setup, lambda data, where, setup: entry_from_data(data, where))
    except InputError as error:
        raise source.located(error) from None


def setup_from_data(data: Mapping[str, JSON]) -> Setup:
    """The position alone: what ``setup_to_data`` wrote."""
    rules.load()
    return _setup(Reader(data, known=SETUP_KEYS, what="a setup"))


def _setup(reader: Reader) -> Setup:
    if reader.text("game", GAME) != GAME:
        raise reader.wrong("game", f"{shown(reader.raw('game'))} cannot be played here; known are {GAME}")
    scenario = read_scenario(reader)
    if scenario is not None and "sides" not in reader and "map" not in reader:
        given = {key: reader.raw(key) for key in SETUP_KEYS if key in reader and key != "scenario"}
        seed = reader.raw("seed") if "seed" in reader else 0
        whole = whole_scenario(scenario.kind, seed if isinstance(seed, int) else 0)
        return _setup(Reader({**whole, **given}, known=(*AROUND, *SETUP_KEYS), what="a setup"))
    reader.need("sides")
    options = _options(reader)
    if scenario is not None:
        options |= options_of(scenario.kind)
    field = read_map(reader, options)
    weapons: dict[str, Weapon] = {}
    issued = options | {ISSUED} if issues(scenario) else options
    sides, squads, units, places = _sides(reader, issued, weapons)
    mines = read_mines(reader, field, options)
    for unit in units:
        if unit.at is not None and not (is_dot(unit.at) and field.inside(unit.at)):
            text = f"{list(unit.at)} is no dot of the map, which has {field.depth} rows of {field.width} dots"
            raise InputError(text, key=f"{places[unit.id]}.at")
    names = [side.name for side in sides]
    start = Reader(
        reader.raw("start") or {}, reader.path("start"), known=("turn", "phase", "first", "to_act"), what="start"
    )
    phase = start.one_of("phase", PHASES, "initiative")
    if phase == HIDING and "hidden_units" not in options:
        raise start.wrong("phase", "to hide before the battle needs the option hidden_units")
    return Setup(
        map=field,
        sides=sides,
        units=tuple(units),
        squads=squads,
        weapons=weapons,
        mines=mines,
        options=options,
        settings=_settings(reader),
        scenario=scenario,
        turn=start.whole("turn", 1, least=1, most=9999),
        phase=phase,
        first=start.one_of("first", names) or None,
        to_act=start.one_of("to_act", names) or None,
    )


def _options(reader: Reader) -> frozenset[str]:
    known = dict(sorted(rules.options.items()))
    return frozenset(read_choice(name, where, known) for where, name in reader.items("options"))


def _settings(reader: Reader) -> Settings:
    given = Reader(reader.raw("settings") or {}, reader.path("settings"), known=(GAME,), what="settings")
    if GAME not in given:
        return Settings()
    known = ("hth_cost", "stand_cost", "arc_widths")
    one = Reader(given.raw(GAME), given.path(GAME), known=known, what="settings of this game")
    widths = Settings().arc_widths
    if "arc_widths" in one:
        found = [read_number(value, where, 1.0, 360.0) for where, value in one.items("arc_widths")]
        if len(found) != 3:
            raise one.wrong(
                "arc_widths", f"there are three widths, of the arcs for 2, 4 and 6 MP; here are {len(found)}"
            )
        widths = found[0], found[1], found[2]
    return Settings(one.whole("hth_cost", 5, most=20), one.whole("stand_cost", 10, most=99), widths)


def _sides(
    reader: Reader, options: frozenset[str], weapons: dict[str, Weapon]
) -> tuple[tuple[Side, Side], tuple[Squad, ...], list[Muster], dict[str, str]]:
    """The two sides, their squads, their units in order, and the path each unit was read from."""
    sides: list[Side] = []
    squads: list[Squad] = []
    units: list[Muster] = []
    places: dict[str, str] = {}
    for where, data in reader.items("sides"):
        one = Reader(data, where, known=("name", "home", "leader", "squads", "units", "mines"), what="a side")
        one.need("name")
        side = Side(one.text("name"), one.one_of("home", EDGES) or None, one.maybe_text("leader"))
        if side.name in (other.name for other in sides):
            raise one.wrong("name", f"there are two sides called {side.name!r}")
        sides.append(side)
        for place, entry in one.items("units"):
            unit = _unit(entry, place, side.name, options, weapons)
            if unit.id in places:
                raise InputError(f"there are two units called {unit.id!r}", key=f"{place}.id")
            if len(units) >= MOST_UNITS:
                raise InputError(f"a battle has {MOST_UNITS:,} units at most", key=place)
            units.append(unit)
            places[unit.id] = place
        squads += _squads(one, side.name, units, squads)
        own = [unit.id for unit in units if unit.side == side.name]
        if side.leader is not None and side.leader not in own:
            raise one.wrong("leader", f"{side.leader} is nobody of {side.name}; {nearest(side.leader, own)}")
    if len(sides) != 2:
        raise reader.wrong("sides", f"a battle has two sides, not {len(sides)}")
    if sides[0].home is not None and sides[0].home == sides[1].home:
        raise InputError(f"both sides call the {sides[0].home} edge their home", key=f"{reader.path('sides')}.1.home")
    return (sides[0], sides[1]), tuple(squads), units, places


def _squads(side: Reader, name: str, units: list[Muster], known: list[Squad]) -> list[Squad]:
    found = []
    for squad, given in mapping(side, "squads").items():
        where = f"{side.path('squads')}.{squad}"
        one = Reader(given or {}, where, known=("experience", "leader", "leadership", "choice"), what="a squad")
        if squad in (other.name for other in known):
            raise InputError(f"there are two squads called {squad!r}", key=where)
        leader = one.maybe_text("leader")
        members = [unit.id for unit in units if unit.side == name and unit.group == squad]
        if leader is not None and leader not in members:
            raise one.wrong("leader", f"{leader} is no member of {squad}; {nearest(leader, members)}")
        leadership = one.whole("leadership", most=10) if "leadership" in one else None
        choice = tuple(one.texts("choice"))
        for place, word in one.items("choice"):
            if word not in CHOICES:
                raise InputError(f"there is no choice {shown(word)}; {nearest(str(word), CHOICES)}", key=place)
        found.append(Squad(squad, name, one.one_of("experience", EXPERIENCE, REGULAR), leader, leadership, choice))
    return found


def _unit(data: JSON, where: str, side: str, options: frozenset[str], weapons: dict[str, Weapon]) -> Muster:
    kinds = hooks.unit_kinds
    reader = Reader(data, where, known=(*_UNIT_KEYS, *kinds), what="a unit")
    reader.need("id")
    given = [name for name in kinds if name in reader]
    if len(given) != 1:
        raise InputError(f"a unit is one of {', '.join(sorted(kinds))}; here are {len(given)} of them", key=where)
    kind = kinds[given[0]]
    record = kind.read(reader.raw(kind.name), reader.path(kind.name), options, weapons)
    state = mapping(reader, "state")
    kind.check(state, record, reader.path("state"))
    if state.get("hidden") and "hidden_units" not in options:
        raise InputError("a hidden unit needs the option hidden_units", key=f"{reader.path('state')}.hidden")
    if kind.name != "soldier" and "facing" in reader and not fits_the_lattice(reader.number("facing") % 360.0):
        raise reader.wrong("facing", "a template faces 270, 330, 30, 90, 150 or 210 degrees")
    return Muster(
        reader.text("id"),
        side,
        kind.name,
        record,
        reader.point("at"),
        reader.number("facing") % 360.0,
        reader.maybe_text("group"),
        reader.one_of("orders", ORDERS, "ask"),
        state,
        _entering(reader),
    )


def _entering(reader: Reader) -> Entering | None:
    """``enters``: in which turn he comes over which edges, and where unless his player chooses another dot."""
    if "enters" not in reader:
        return None
    if "at" in reader:
        raise reader.wrong("enters", "who enters later is nowhere on the map yet: give at inside it")
    one = Reader(reader.raw("enters"), reader.path("enters"), known=("turn", "edges", "at"), what="an entry")
    one.need("edges")
    edges = tuple(one.texts("edges"))
    for where, edge in one.items("edges"):
        if edge not in EDGES:
            raise InputError(f"there is no edge {shown(edge)}; {nearest(str(edge), EDGES)}", key=where)
    if not edges or len(set(edges)) != len(edges):
        raise one.wrong("edges", "here belongs one edge, or several from which his player chooses")
    return Entering(one.whole("turn", 1, least=1, most=9999), edges, one.point("at"))


# -- writing --------------------------------------------------------------------------------------------------------


def setup_to_data(setup: Setup) -> dict[str, JSON]:
    """The setup as a script would say it; ``setup_from_data`` makes the same setup again."""
    data: dict[str, JSON] = {"game": GAME}
    if setup.options:
        data["options"] = encode(setup.options)
    if setup.settings != Settings():
        data["settings"] = {GAME: encode(setup.settings)}
    if setup.scenario is not None:
        data["scenario"] = scenario_to_data(setup.scenario)
    data["map"] = {"kind": "lattice", "width": setup.map.width, "depth": setup.map.depth}
    if setup.map.features:
        data["terrain"] = [feature_to_data(one) for one in setup.map.features]
    data["sides"] = [_side_to_data(setup, side) for side in setup.sides]
    start: dict[str, JSON] = {"turn": setup.turn, "phase": setup.phase}
    if setup.first is not None:
        start["first"] = setup.first
    if setup.to_act is not None:
        start["to_act"] = setup.to_act
    data["start"] = start
    return data


def _side_to_data(setup: Setup, side: Side) -> dict[str, JSON]:
    data: dict[str, JSON] = {"name": side.name}
    if side.home is not None:
        data["home"] = side.home
    if side.leader is not None:
        data["leader"] = side.leader
    squads: dict[str, JSON] = {}
    for squad in setup.squads:
        if squad.side == side.name:
            entry: dict[str, JSON] = {"experience": squad.experience}
            if squad.leader is not None:
                entry["leader"] = squad.leader
            if squad.leadership is not None:
                entry["leadership"] = squad.leadership
            if squad.choice:
                entry["choice"] = list(squad.choice)
            squads[squad.name] = entry
    if squads:
        data["squads"] = squads
    data["units"] = [_unit_to_data(unit) for unit in setup.units if unit.side == side.name]
    mines: list[JSON] = [mine_to_data(mine) for mine in setup.mines if mine.side == side.name]
    if mines:
        data["mines"] = mines
    return data


def _unit_to_data(unit: Muster) -> dict[str, JSON]:
    data: dict[str, JSON] = {"id": unit.id, unit.kind: hooks.unit_kinds[unit.kind].write(unit.record)}
    if unit.at is not None:
        data["at"] = list(unit.at)
    if unit.enters is not None:
        entry: dict[str, JSON] = {"turn": unit.enters.turn, "edges": list(unit.enters.edges)}
        data["enters"] = entry if unit.enters.at is None else {**entry, "at": list(unit.enters.at)}
    if unit.facing:
        data["facing"] = unit.facing
    if unit.group is not None:
        data["group"] = unit.group
    if unit.orders != "ask":
        data["orders"] = unit.orders
    if unit.state:
        data["state"] = encode(unit.state)
    return data
