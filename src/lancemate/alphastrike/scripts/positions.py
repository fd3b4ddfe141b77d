"""Battle scripts as data: reads the position a script sets up into a ``Setup``, checks it, and writes it back.

Knows the public names of the format; must not know how a battle runs, nor where unit designs are kept (``find_card``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.alphastrike.cards.pilot_names import DISRUPTION, PLAYED, played
from lancemate.alphastrike.cards.points import REGULAR, skill_from
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.play.conditions import FINE_DAY, Conditions
from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.flight import can_fly
from lancemate.alphastrike.play.footprint import INCHES, SECTION_RADIUS
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.order_data import ScriptEntry, entry_from_data
from lancemate.alphastrike.play.phases import CLOCK
from lancemate.alphastrike.play.settings import check_settings, settings_from_data
from lancemate.alphastrike.play.setup import (
    COMMANDER,
    EDITIONS,
    QUICK_START,
    TRANSPORTS,
    Formation,
    Muster,
    Network,
    Setup,
    Side,
)
from lancemate.alphastrike.play.words import (
    beside_skill,
    check_order,
    check_terrain,
    check_words,
    read_terrain_words,
    read_words,
    terrain_types,
    terrain_words,
)
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.arranging import arrange
from lancemate.alphastrike.scenarios.files import scenario_from_data, scenario_to_data
from lancemate.alphastrike.scripts.command_abilities import ROLES, command_to_data, read_command, read_location
from lancemate.alphastrike.scripts.conditions import conditions_to_data, read_conditions
from lancemate.alphastrike.scripts.hexes import (
    LARGEST_LEVEL,
    board_of,
    boards_beside,
    read_facing,
    read_hex_name,
    read_size,
    reads_places,
    with_coordinates,
)
from lancemate.alphastrike.support.buying import check_support, purchases_from_data, purchases_to_data
from lancemate.alphastrike.terrain.placement import fault_of
from lancemate.alphastrike.turn.opening import body_of
from lancemate.alphastrike.turn.preparation import TABLE_SIZE
from lancemate.alphastrike.turn.unit_state import check_state
from lancemate.alphastrike.urban.buildings import CASTLE_BRIAN, CONSTRUCTION, GROUPS, USUAL_TYPE
from lancemate.field.bodies import Body
from lancemate.field.data import feature_from_data, feature_to_data
from lancemate.field.errors import FieldError
from lancemate.field.hexes import HexMap
from lancemate.field.space import Space
from lancemate.field.table import Table
from lancemate.field.terrain import KIND_ROLES, Feature
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.dice import Dice, SeededDice, TapeDice
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError
from lancemate.kernel.order_data import Place
from lancemate.kernel.reading import Reader, nearest, read_number, read_points, read_whole, shown
from lancemate.kernel.saves import SEAL_KEYS

FindCard = Callable[[str], Card]

GAME: Final = "alpha-strike"
LARGEST_TABLE: Final = 1000.0
WORST_SKILL: Final = 8
MOST_REROLLS: Final = 99
MOST_UNITS: Final = 1000  # of both sides: everybody is held against everybody
MOST_TERRAIN: Final = 2000

SETUP_KEYS: Final = (
    *("game", "options", "settings", "map", "terrain", "conditions", "sides", "networks", "formations", "start"),
    *("scenario", "location", "edition"),
)
SCRIPT_KEYS: Final = ("title", "about", *SETUP_KEYS, "dice", "seed", "commands", "expect", "save")
_UNIT_KEYS: Final = ("id", "unit", "card", "skill", "at", "facing", "group", "state", "trade", "bombs", "abilities")
_SIDE_KEYS: Final = (
    *("name", "home", "role", "faction", "command", "officers", "command_abilities", "support", "preplotted", "units"),
)
_FORMATION_KEYS: Final = ("name", "members", "transport", "lucky", "gives", "names", "names_two")
_TERRAIN_KEYS: Final = (
    *("id", "kind", "polygon", "rect", "circle", "line", "hexes", "width", "height", "depth"),
    *("type", "cf", "levels", "role", "frozen_solid", "broken", "build", "hangar"),
)
_KEYS_OF: Final = {"frozen_solid": "ice", "broken": "rail"}  # keys that only one kind of terrain has
_ALL_SHAPES: Final = ("polygon", "rect", "circle", "line", "hexes")
_SHAPES: Final = {"rect": ("x", "y", "width", "depth"), "circle": ("x", "y", "radius")}


@dataclass(frozen=True, slots=True)
class Script:
    """A battle script, read and checked."""

    setup: Setup
    entries: tuple[ScriptEntry, ...] = ()
    tape: tuple[int, ...] | None = None
    seed: int = 0
    title: str | None = None
    about: str | None = None
    expect: Mapping[str, JSON] = field(default_factory=dict)
    save: Mapping[str, JSON] = field(default_factory=dict)
    source: Document = field(default_factory=lambda: Document(None), repr=False, compare=False)

    def dice(self) -> Dice:
        """Fresh dice: the tape from its beginning, or the seeded generator."""
        return SeededDice(self.seed) if self.tape is None else TapeDice(self.tape)


def no_catalogue(name: str) -> Card:
    raise InputError(f"there is no catalogue here to find {name!r} in; write its card out under the key card")


# -- reading ------------------------------------------------------------------------------------------------------


def read_script(source: Document, find_card: FindCard = no_catalogue) -> Script:
    """Everything a script says. Whatever is wrong with it is one sentence with file, line and key."""
    try:
        with boards_beside(source.file):
            return _script(source, find_card)
    except InputError as error:
        raise source.located(error) from None


def setup_from_data(data: Mapping[str, JSON], find_card: FindCard = no_catalogue) -> Setup:
    """The position alone: what ``setup_to_data`` wrote."""
    return _setup(Reader(data, known=SETUP_KEYS, what="a setup"), find_card)


def table_from_data(data: Mapping[str, JSON]) -> Space:
    """The map alone: the keys ``map`` and ``terrain``."""
    return _table(Reader(data, known=("map", "terrain"), what="a table"))


def _script(source: Document, find_card: FindCard) -> Script:
    reader = Reader(source.data, known=SCRIPT_KEYS, what="a battle script")
    if "dice" in reader and "seed" in reader:
        raise reader.wrong("seed", "give either dice or a seed, not both")
    tape = None
    if "dice" in reader:
        tape = tuple(read_whole(die, where, 1, 6) for where, die in reader.items("dice"))
    setup = _setup(reader, find_card)
    place = reads_places(setup.table)
    return Script(
        setup=setup,
        entries=tuple(_entry(data, where, place, setup) for where, data in reader.items("commands")),
        tape=tape,
        seed=reader.whole("seed"),
        title=reader.maybe_text("title"),
        about=reader.maybe_text("about"),
        expect=_mapping(reader, "expect"),
        save=_seal(reader),
        source=source,
    )


def _entry(data: JSON, where: str, place: Place, setup: Setup) -> ScriptEntry:
    entry = entry_from_data(data, where, place)
    for name, body in data.items() if isinstance(data, Mapping) else ():
        if name == "preview" and isinstance(body, Mapping):
            for inner, given in body.items():
                check_order(
                    inner, given if isinstance(given, Mapping) else {}, setup.options, f"{where}.preview.{inner}"
                )
        elif isinstance(body, Mapping):
            check_order(name, body, setup.options, f"{where}.{name}")
    return entry


def _check_owners(reader: Reader, sides: list[str]) -> None:
    """What belongs to somebody belongs to one of the sides; what lies hidden does to somebody."""
    for where, data in reader.items("terrain"):
        if isinstance(data, Mapping):
            owner = data.get("side")
            if owner is not None and owner not in sides:
                raise InputError(f"there is no side {shown(owner)}; {nearest(str(owner), sides)}", key=f"{where}.side")
            if data.get("hidden") and owner is None:
                raise InputError("what lies hidden belongs to a side: say whose it is (side)", key=where)


def _seal(reader: Reader) -> Mapping[str, JSON]:
    seal = _mapping(reader, "save")
    Reader(seal, reader.path("save"), known=SEAL_KEYS)  # refuses other keys
    return seal


def _mapping(reader: Reader, key: str) -> Mapping[str, JSON]:
    value = reader.raw(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise reader.wrong(key, f"here belongs a mapping, not {shown(value)}")
    return value


def _setup(reader: Reader, find_card: FindCard) -> Setup:
    if reader.text("game", GAME) != GAME:
        raise reader.wrong("game", f"{shown(reader.raw('game'))} cannot be played here; known are {GAME}")
    reader.need("sides")
    options = _options(reader)
    table = _table(reader)
    for where, piece in reader.items("terrain"):
        if isinstance(piece, Mapping):
            check_terrain(str(piece.get("kind")), piece, options, where)
    conditions = _conditions(reader, table)
    sides, units, places = _sides(reader, find_card, table)
    check_positions(table, units, places)
    for unit in units:
        check_words(unit.words, options, places[unit.id])
    _check_owners(reader, [side.name for side in sides])
    turn, phase, first = _start(reader, [side.name for side in sides])
    scenario = None
    if "scenario" in reader:
        given = scenario_from_data(with_coordinates(reader.raw("scenario"), table), reader.path("scenario"))
        scenario = arrange(given, table, sides, units)
        options |= check_options(scenario.options)
    setup = Setup(
        table=table,
        sides=sides,
        units=tuple(units),
        networks=tuple(_network(data, where, [unit.id for unit in units]) for where, data in reader.items("networks")),
        formations=_formations(reader, units),
        options=options,
        turn=turn,
        phase=phase,
        first=first,
        scenario=scenario,
        settings=settings_from_data(reader.raw("settings"), reader.path("settings")),
        conditions=conditions,
        location=read_location(reader),
        edition=reader.one_of("edition", EDITIONS, COMMANDER),
    )
    complaint = not_of_the_edition(setup)
    if complaint is not None:
        blamed = "options" if setup.options else "map" if setup.table.kind == "hex" else _stranger(setup, places)
        raise InputError(complaint, key=blamed)
    check_settings(setup.settings, setup.options, reader.path("settings"))
    check_support(setup, reader.path("sides"))
    check_plots(setup, reader.path("sides"))
    return setup


def check_plots(setup: Setup, where: str) -> None:
    """Points are plotted beforehand where artillery is played that needs it, and on the table."""
    for number, side in enumerate(setup.sides):
        for place, point in enumerate(side.preplotted):
            if "advanced_artillery" not in setup.options:
                text = "preplotted is a word of the option advanced_artillery, which is off"
                raise InputError(text, key=f"{where}.{number}.preplotted")
            if not setup.table.inside(*point):
                raise InputError("this point lies off the table", key=f"{where}.{number}.preplotted.{place}")


def not_of_the_edition(setup: Setup) -> str | None:
    """What the quick-start rules do not know: they have BattleMechs alone, and nothing that players might agree on."""
    if setup.edition != QUICK_START:
        return None
    if setup.options:
        return "the quick-start rules have no options: leave them out (QS-001)"
    if setup.table.kind == "hex":
        return "the quick-start rules have no hex maps: play on a table (QS-001)"
    return only_battlemechs(setup)


def _stranger(setup: Setup, places: Mapping[str, str]) -> str:
    """Where the first unit stands that is no BattleMech."""
    return next(f"{places[unit.id]}.card.type" for unit in setup.units if unit.card.type != "BM")


@rules.formula("QS-002", otherwise=None)
def only_battlemechs(setup: Setup) -> str | None:
    """All forces of the quick start consist of BattleMechs."""
    others = [unit.id for unit in setup.units if unit.card.type != "BM"]
    return f"{others[0]} is no BattleMech: the quick-start rules have no others (QS-002)" if others else None


def _conditions(reader: Reader, table: Space) -> Conditions:
    given = reader.raw("conditions")
    return FINE_DAY if given is None else read_conditions(given, reader.path("conditions"), table)


def _options(reader: Reader) -> frozenset[str]:
    names = reader.texts("options")
    for number, name in enumerate(names):
        try:
            check_options([name])
        except InputError as error:
            raise InputError(error.plain, key=f"{reader.path('options')}.{number}") from None
    try:
        return check_options(names)
    except InputError as error:
        raise InputError(error.plain, key=reader.path("options")) from None


def _start(reader: Reader, sides: list[str]) -> tuple[int, str, str | None]:
    start = Reader(reader.raw("start") or {}, reader.path("start"), known=("turn", "phase", "first"), what="start")
    return (
        start.whole("turn", 1, least=1, most=9999),
        start.one_of("phase", CLOCK.names(), "initiative"),
        start.one_of("first", sides) or None,
    )


def _table(reader: Reader) -> Space:
    given = reader.raw("map") or {}
    sheet = Reader(given, reader.path("map"), known=("kind", "width", "depth", "board"), what="a map")
    if "board" in sheet and sheet.raw("kind") != "hex":
        raise sheet.wrong("board", "a board file is a hex map: say kind: hex")
    if sheet.one_of("kind", ("table", "hex"), "table") == "hex":
        return hex_map(reader, sheet)
    width = sheet.number("width", TABLE_SIZE.of(rules)["width"], least=1.0, most=LARGEST_TABLE)
    depth = sheet.number("depth", TABLE_SIZE.of(rules)["depth"], least=1.0, most=LARGEST_TABLE)
    features = read_terrain(reader, lambda *pieces: Table(width, depth, pieces))
    return Table(width, depth, features.values())


def hex_map(reader: Reader, sheet: Reader) -> HexMap:
    """The map that the script draws, or that of a board file with what the script adds to it."""
    board = board_of(sheet) if "board" in sheet else None
    columns, rows = board.size if board is not None else read_size(sheet)
    features = read_terrain(reader, lambda *pieces: HexMap(columns, rows, pieces), rows)
    drawn = {feature.id: feature for feature in board.features} if board is not None else {}
    return HexMap(columns, rows, (drawn | features).values())


def read_terrain(reader: Reader, lay: Callable[..., Space], rows: int = 0) -> dict[str, Feature]:
    """All terrain of a script; each piece is laid on the map alone, so that a complaint names the right line."""
    rules.load()
    features: dict[str, Feature] = {}
    places: dict[str, str] = {}
    for number, (where, data) in enumerate(reader.items("terrain"), start=1):
        feature = _feature(data, where, number, rows)
        if feature.id in features:
            raise InputError(f"there are two pieces of terrain called {feature.id!r}", key=f"{where}.id")
        features[feature.id] = feature
        places[feature.id] = where
        if len(features) > MOST_TERRAIN:
            raise InputError(f"a table has {MOST_TERRAIN:,} pieces of terrain at most", key=where)
        try:
            lay(feature)
        except FieldError as error:
            raise InputError(error.message, key=where) from None
    whole = lay(*features.values())
    for name, where in places.items():
        if fault := fault_of(whole, features[name]):
            raise InputError(fault, key=where)
    return features


def _feature(data: JSON, where: str, number: int, rows: int = 0) -> Feature:
    """One piece of terrain; shapes and numbers are checked here so that a complaint can name the key."""
    reader = Reader(data, where, known=(*_TERRAIN_KEYS, *terrain_words), what="a piece of terrain")
    reader.need("kind")
    kind = reader.one_of("kind", KIND_ROLES)
    clean: dict[str, object] = {"id": reader.text("id", f"{kind}{number}"), "kind": kind}
    for key in ("polygon", "line"):
        if key in reader:
            clean[key] = read_points(reader.raw(key), reader.path(key))
    for key, names in _SHAPES.items():
        if key in reader:
            numbers = [read_number(value, place) for place, value in reader.items(key)]
            if len(numbers) != len(names):
                raise reader.wrong(key, f"a {key} is [{', '.join(names)}], not {len(numbers)} numbers")
            clean[key] = numbers
    if "hexes" in reader and rows:
        clean["hexes"] = [read_hex_name(name, place) for place, name in reader.items("hexes")]
    for key in ("height", "depth", "width", "cf", "levels"):
        if key in reader:
            sinkhole = key == "height" and kind == "hill" and rows > 0
            clean[key] = reader.number(key, least=-LARGEST_LEVEL if sinkhole else 0.0)
    if "type" in reader:
        clean["type"] = reader.one_of("type", terrain_types.get(kind) or tuple(CONSTRUCTION.of(rules)))
    elif kind in terrain_types:
        clean["type"] = terrain_types[kind][0]
    if "role" in reader:
        clean["role"] = reader.text("role")
    for key in ("build", "hangar"):
        if key in reader and kind != "building":
            raise reader.wrong(key, f"only a building has a {key}, not a {kind}")
    if "build" in reader:
        clean["build"] = reader.one_of("build", GROUPS)
        if clean["build"] == CASTLE_BRIAN and clean.get("type", USUAL_TYPE) not in ("heavy", "hardened"):
            raise reader.wrong("build", "a Castle Brian is heavy or hardened")
    if "hangar" in reader:
        clean["hangar"] = reader.flag("hangar")
    for key, owner in _KEYS_OF.items():
        if key in reader and kind != owner:
            raise reader.wrong(key, f"only {owner} has a {key}, not {kind}")
    if "frozen_solid" in reader:
        clean["frozen_solid"] = reader.flag("frozen_solid")
    clean |= read_terrain_words(reader, kind)
    if "broken" in reader:
        clean["broken"] = [read_whole(number, place, 1, 9999) for place, number in reader.items("broken")]
    known = ("hexes",) if rows else ("polygon", "rect", "circle", "line")
    shapes = [key for key in _ALL_SHAPES if key in reader]
    wrong = next((key for key in shapes if key not in known), None)
    if wrong is not None:
        other = "hexes: say which with the key hexes" if rows else "inches: hexes are for a map of kind hex"
        raise reader.wrong(wrong, f"this map is one of {other}")
    if len(shapes) != 1:
        choice = "hexes" if rows else f"one of {', '.join(known)}"
        raise InputError(f"a piece of terrain has {choice}; here are {len(shapes)}", key=where)
    if ("width" in clean) != (shapes[0] == "line"):
        problem = "a line needs a width" if shapes[0] == "line" else f"a width belongs to a line, not to a {shapes[0]}"
        raise InputError(problem, key=where)
    if kind == "rail" and shapes[0] not in ("line", "hexes"):
        raise InputError(f"a rail is a line with a width, not a {shapes[0]}", key=where)
    try:
        return feature_from_data(clean, rows)
    except FieldError as error:
        raise InputError(error.message, key=where) from None


@rules.formula("AS-INT-005", otherwise=True)
def is_two_sided(count: int) -> bool:
    """A game has two sides, however many players share one."""
    return count == 2


def _sides(reader: Reader, find_card: FindCard, table: Space) -> tuple[tuple[Side, Side], list[Muster], dict[str, str]]:
    """The two sides, their units in order, and the path each unit was read from."""
    sides: list[Side] = []
    units: list[Muster] = []
    places: dict[str, str] = {}
    for where, data in reader.items("sides"):
        one = Reader(data, where, known=_SIDE_KEYS, what="a side")
        one.need("name")
        side = Side(
            one.text("name"),
            one.one_of("home", EDGES) or None,
            support=purchases_from_data(with_coordinates(one.raw("support"), table), one.path("support")),
            role=one.one_of("role", ROLES) or None,
            faction=one.maybe_text("faction"),
            command=one.maybe_text("command"),
            preplotted=tuple(reads_places(table)(at, place) for place, at in one.items("preplotted")),
        )
        if side.name in (other.name for other in sides):
            raise one.wrong("name", f"there are two sides called {side.name!r}")
        own = len(units)
        for place, entry in one.items("units"):
            unit = _unit(entry, place, side.name, find_card, table)
            if unit.id in places:
                raise InputError(f"there are two units called {unit.id!r}", key=f"{place}.id")
            units.append(unit)
            places[unit.id] = place
            if len(units) > MOST_UNITS:
                raise InputError(f"a battle has {MOST_UNITS:,} units at most", key=place)
        sides.append(read_command(one, side, units[own:]))
    if not is_two_sided(len(sides)):
        raise reader.wrong("sides", f"a battle has two sides, not {len(sides)}")
    if sides[0].home is not None and sides[0].home == sides[1].home:
        raise InputError(f"both sides call the {sides[0].home} edge their home", key=f"{reader.path('sides')}.1.home")
    return (sides[0], sides[1]), units, places


@rules.formula("AS-INT-029", otherwise=0)
def unless_assigned() -> int:
    """The Skill of a crew that has none of its own: a card brings none, and most crews are Regular."""
    return REGULAR


def _skill(reader: Reader) -> int:
    """A crew's Skill, or the two ratings of the parent game it comes from."""
    given = reader.raw("skill")
    if not isinstance(given, Mapping):
        return reader.whole("skill", unless_assigned(), most=WORST_SKILL)
    both = Reader(given, reader.path("skill"), known=("piloting", "gunnery"), what="a pair of ratings")
    both.need("piloting", "gunnery")
    return skill_from(*(both.whole(name, most=WORST_SKILL) for name in ("piloting", "gunnery")))


def _unit(data: JSON, where: str, side: str, find_card: FindCard, table: Space) -> Muster:
    words = beside_skill()
    reader = Reader(data, where, known=(*_UNIT_KEYS, *words), what="a unit")
    reader.need("id")
    if ("unit" in reader) == ("card" in reader):
        raise InputError("a unit has either a unit (its name in the catalogue) or a card written out", key=where)
    if "unit" in reader:
        try:
            card = find_card(reader.text("unit"))
        except InputError as error:
            raise InputError(error.plain, key=reader.path("unit")) from None
    else:
        given = reader.raw("card")
        if not isinstance(given, Mapping):
            raise reader.wrong("card", f"a card is a mapping of name, type, size and so on, not {shown(given)}")
        card = card_from_data(given, where=reader.path("card"))
    state = with_coordinates(dict(_mapping(reader, "state")), table)
    assert isinstance(state, Mapping)
    check_state(state, card, reader.path("state"))
    return Muster(
        id=reader.text("id"),
        side=side,
        card=card,
        skill=_skill(reader),
        at=reads_places(table)(reader.raw("at"), reader.path("at")) if "at" in reader else None,
        facing=read_facing(table, reader),
        group=reader.maybe_text("group"),
        state=state,
        trade=_trade(reader),
        bombs=tuple(reader.texts("bombs")),
        abilities=_abilities(reader, "abilities"),
        words=read_words(reader, card, words),
    )


def _abilities(reader: Reader, key: str) -> tuple[str, ...]:
    """Names of pilot abilities that are played."""
    for number, text in enumerate(reader.texts(key)):
        where = f"{reader.path(key)}.{number}"
        _check_ability(text, where)
        if text == DISRUPTION:
            raise InputError(
                f"{text} is what a squadron does as a whole (gives, in formations), not a pilot", key=where
            )
    return tuple(reader.texts(key))


def _check_ability(text: str, where: str) -> None:
    try:
        played(text)
    except InputError as error:
        raise InputError(error.plain, key=where) from None


def _trade(reader: Reader) -> dict[str, float]:
    """Room of the one kind taken on for room of the other."""
    where = reader.path("trade")
    return {code: read_number(tons, f"{where}.{code}") for code, tons in _mapping(reader, "trade").items()}


def _network(data: JSON, where: str, units: list[str]) -> Network:
    reader = Reader(data, where, known=("kind", "members"), what="a network")
    reader.need("kind", "members")
    members = []
    for place, member in reader.items("members"):
        if member not in units:
            raise InputError(f"there is no unit {shown(member)}; {nearest(str(member), units)}", key=place)
        members.append(str(member))
    return Network(reader.text("kind"), tuple(members))


def _formations(reader: Reader, units: list[Muster]) -> tuple[Formation, ...]:
    """Formations of units of one side; no unit is in two."""
    sides = {unit.id: unit.side for unit in units}
    taken: set[str] = set()
    found: list[Formation] = []
    for where, data in reader.items("formations"):
        one = Reader(data, where, known=_FORMATION_KEYS, what="a formation")
        one.need("name", "members")
        members = one.texts("members")
        for number, member in enumerate(members):
            place = f"{one.path('members')}.{number}"
            if member not in sides:
                raise InputError(f"there is no unit {shown(member)}; {nearest(member, sides)}", key=place)
            if member in taken:
                raise InputError(f"{member} belongs to a formation already", key=place)
            if sides[member] != sides[members[0]]:
                raise InputError(f"{member} and {members[0]} are of different sides", key=place)
            taken.add(member)
        found.append(
            Formation(
                name=one.text("name"),
                members=tuple(members),
                transport=one.one_of("transport", TRANSPORTS) or None,
                lucky=one.whole("lucky", most=MOST_REROLLS),
                gives=_gives(one, members),
                names=one.one_of("names", PLAYED) or None,
                names_two=one.one_of("names_two", PLAYED) or None,
            )
        )
    return tuple(found)


def _gives(formation: Reader, members: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Pilot abilities that a formation gives, each to some of its members."""
    given = _mapping(formation, "gives")
    one = Reader(given, formation.path("gives"), known=tuple(given), what="what a formation gives")
    for ability in given:
        _check_ability(ability, one.path(ability))
        for place, member in one.items(ability):
            if member not in members:
                raise InputError(f"{shown(member)} is no member; {nearest(str(member), members)}", key=place)
    return tuple((ability, tuple(one.texts(ability))) for ability in given)


def check_positions(table: Space, units: list[Muster], places: Mapping[str, str]) -> None:
    """Every unit stands on the table, and no two on the same spot."""
    standing: list[tuple[Muster, list[Body]]] = []
    for unit in units:
        carrier = unit.state.get("aboard") or unit.state.get("boarding")
        where = places[unit.id]
        if carrier is not None and carrier not in places:
            raise InputError(
                f"there is no unit {shown(carrier)} to be aboard of; {nearest(str(carrier), places)}",
                key=f"{where}.state.aboard",
            )
        if carrier is not None or unit.at is None:
            continue
        x, y = unit.at
        gone = unit.state.get("destroyed") or unit.state.get("exited")
        if can_fly(unit.card) and unit.state.get("airborne") is True and table.inside(x, y):
            continue  # in the air it is a point, and no base is in the way
        bodies = _bodies(table, unit)
        radius = bodies[0].radius
        if not all(table.inside(body.x, body.y, 0.0 if gone else radius - SLACK) for body in bodies):
            what = "a section" if len(bodies) > 1 else "the base"
            over = f"{what} of {unit.id} ({2 * radius:g} inches across) would hang over the edge of the table"
            off = over if table.inside(x, y) else f"{unit.id} would stand off the table"
            wide, deep = table.size
            raise InputError(f"{off}, which is {wide:g} by {deep:g} {table.measure}", key=f"{where}.at")
        if gone:
            continue
        for other, there in standing:
            if any(table.overlap(body, body_there) for body in bodies for body_there in there):
                apart = f"their centres need {radius + there[0].radius:g} inches between them"
                problem = f"the bases of {unit.id} and {other.id} overlap; {apart}"
                if table.kind == "hex":
                    problem = f"{unit.id} and {other.id} stand in the same hex; there is room for one"
                raise InputError(problem, key=f"{where}.at")
        standing.append((unit, bodies))


def _bodies(table: Space, unit: Muster) -> list[Body]:
    """What a unit will stand on: its base, or the circles of its sections."""
    assert unit.at is not None
    if not unit.card.sections or table.kind != INCHES:
        return [Body(*unit.at, body_of(rules, unit.card).radius, 0.0, 0.0)]
    places = [table.beside(unit.at, unit.facing, *section.at) for section in unit.card.sections]
    return [Body(*place, SECTION_RADIUS, 0.0, 0.0) for place in places]


# -- writing ------------------------------------------------------------------------------------------------------


def setup_to_data(setup: Setup) -> dict[str, JSON]:
    """The setup as a script would say it; ``setup_from_data`` makes the same setup again."""
    data: dict[str, JSON] = {"game": GAME}
    if setup.options:
        data["options"] = encode(setup.options)
    if setup.edition != COMMANDER:
        data["edition"] = setup.edition
    if setup.settings:
        data["settings"] = encode(setup.settings)
    data["map"] = dict(zip(("kind", "width", "depth"), (setup.table.kind, *setup.table.size), strict=True))
    pieces = (*setup.table.features, *setup.hidden_terrain)
    if pieces:
        data["terrain"] = encode([feature_to_data(feature) for feature in pieces])
    if setup.conditions != FINE_DAY:
        data["conditions"] = conditions_to_data(setup.conditions)
    data["sides"] = [_side_to_data(setup, side) for side in setup.sides]
    if setup.networks:
        data["networks"] = encode(setup.networks)
    if setup.formations:
        data["formations"] = [_formation_to_data(formation) for formation in setup.formations]
    start: dict[str, JSON] = {"turn": setup.turn, "phase": setup.phase}
    if setup.first is not None:
        start["first"] = setup.first
    data["start"] = start
    if setup.location:
        data["location"] = list(setup.location)
    if setup.scenario is not None:
        data["scenario"] = scenario_to_data(setup.scenario)
    written: dict[str, JSON] = setup.table.written(data)
    return written


def _formation_to_data(formation: Formation) -> dict[str, JSON]:
    data: dict[str, JSON] = {"name": formation.name, "members": list(formation.members)}
    if formation.transport is not None:
        data["transport"] = formation.transport
    if formation.lucky:
        data["lucky"] = formation.lucky
    if formation.gives:
        data["gives"] = {ability: list(members) for ability, members in formation.gives}
    if formation.names is not None:
        data["names"] = formation.names
    if formation.names_two is not None:
        data["names_two"] = formation.names_two
    return data


def _side_to_data(setup: Setup, side: Side) -> dict[str, JSON]:
    data: dict[str, JSON] = {"name": side.name}
    if side.home is not None:
        data["home"] = side.home
    data |= command_to_data(side)
    if side.preplotted:
        data["preplotted"] = [list(at) for at in side.preplotted]
    if side.support:
        data["support"] = purchases_to_data(side.support)
    data["units"] = [_unit_to_data(unit) for unit in setup.units if unit.side == side.name]
    return data


def _unit_to_data(unit: Muster) -> dict[str, JSON]:
    data: dict[str, JSON] = {"id": unit.id, "card": encode(card_to_data(unit.card)), "skill": unit.skill}
    if unit.at is not None:
        data["at"] = list(unit.at)
    data["facing"] = unit.facing
    if unit.group is not None:
        data["group"] = unit.group
    if unit.state:
        data["state"] = encode(unit.state)
    if unit.trade:
        data["trade"] = encode(unit.trade)
    if unit.bombs:
        data["bombs"] = list(unit.bombs)
    if unit.abilities:
        data["abilities"] = list(unit.abilities)
    return data | dict(unit.words)
