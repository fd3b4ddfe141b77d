"""Battle scripts as data: reads the position a script sets up into a ``Setup``, checks it, and writes it back.

Knows the public names of the format; must not know how a battle runs, nor where unit designs are kept (``find_card``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from lancemate.alphastrike.cards.card import Card, card_to_data
from lancemate.alphastrike.play.conditions import FINE_DAY, Conditions
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.order_data import ScriptEntry, entry_from_data
from lancemate.alphastrike.play.phases import CLOCK
from lancemate.alphastrike.play.settings import check_settings, settings_from_data
from lancemate.alphastrike.play.setup import COMMANDER, EDITIONS, QUICK_START, Formation, Muster, Setup, Side
from lancemate.alphastrike.play.words import check_order, check_terrain, check_words
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.arranging import arrange
from lancemate.alphastrike.scenarios.files import scenario_from_data, scenario_to_data
from lancemate.alphastrike.scripts.command_abilities import command_to_data, read_location
from lancemate.alphastrike.scripts.conditions import conditions_to_data, read_conditions
from lancemate.alphastrike.scripts.hexes import boards_beside, reads_places, with_coordinates
from lancemate.alphastrike.scripts.land import read_table
from lancemate.alphastrike.scripts.sides import (
    FindCard,
    check_positions,
    read_formations,
    read_networks,
    read_sides,
)
from lancemate.alphastrike.support.buying import check_support, purchases_to_data
from lancemate.field.data import feature_to_data
from lancemate.field.maps import Map
from lancemate.kernel import scripting
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, shown

GAME: Final = "alpha-strike"

SETUP_KEYS: Final = (
    *("game", "options", "settings", "map", "terrain", "conditions", "sides", "networks", "formations", "start"),
    *("scenario", "location", "edition"),
)
SCRIPT_KEYS: Final = (*scripting.AROUND, *SETUP_KEYS)


Script: TypeAlias = scripting.Script[Setup, ScriptEntry]


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


def table_from_data(data: Mapping[str, JSON]) -> Map:
    """The map alone: the keys ``map`` and ``terrain``."""
    return read_table(Reader(data, known=("map", "terrain"), what="a table"))


def _script(source: Document, find_card: FindCard) -> Script:
    reader = Reader(source.data, known=SCRIPT_KEYS, what="a battle script")
    return scripting.read_around(source, reader, lambda given: _setup(given, find_card), _entry)


def _entry(data: JSON, where: str, setup: Setup) -> ScriptEntry:
    entry = entry_from_data(data, where, reads_places(setup.table))
    for name, body in data.items() if isinstance(data, Mapping) else ():
        if name == "preview" and isinstance(body, Mapping):
            for inner, given in body.items():
                check_order(
                    inner, given if isinstance(given, Mapping) else {}, setup.switches, f"{where}.preview.{inner}"
                )
        elif isinstance(body, Mapping):
            check_order(name, body, setup.switches, f"{where}.{name}")
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


def _setup(reader: Reader, find_card: FindCard) -> Setup:
    if reader.text("game", GAME) != GAME:
        raise reader.wrong("game", f"{shown(reader.raw('game'))} cannot be played here; known are {GAME}")
    reader.need("sides")
    options = _options(reader)
    table = read_table(reader)
    for where, piece in reader.items("terrain"):
        if isinstance(piece, Mapping):
            check_terrain(str(piece.get("kind")), piece, options, where)
    conditions = _conditions(reader, table)
    sides, units, places = read_sides(reader, find_card, table)
    check_positions(table, units, places)
    for unit in units:
        check_words(unit.words, options, places[unit.id])
    _check_owners(reader, [side.name for side in sides])
    turn, phase, first = _start(reader, [side.name for side in sides])
    scenario, formations = None, read_formations(reader, units)
    if "scenario" in reader:
        given = scenario_from_data(with_coordinates(reader.raw("scenario"), table), reader.path("scenario"))
        scenario = arrange(given, table, sides, units, formations)
        options |= check_options(scenario.options)
    setup = Setup(
        table=table,
        sides=sides,
        units=tuple(units),
        networks=read_networks(reader, units),
        formations=formations,
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
    check_mines(setup, reader.path("scenario"))
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


def check_mines(setup: Setup, where: str) -> None:
    """A scenario gives minefields to players who play with them."""
    given = {} if setup.scenario is None else setup.scenario.deployment
    for role, start in given.items():
        if start.mines and "minefields" not in setup.options:
            text = "mines is a word of the option minefields, which is off"
            raise InputError(text, key=f"{where}.deployment.{role}.mines")


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


def _conditions(reader: Reader, table: Map) -> Conditions:
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
    if formation.type is not None:
        data["type"] = formation.type
    if not formation.earned:
        data["earned"] = False
    if formation.base:
        data["base"] = list(formation.base)
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
    data["units"] = [_unit_to_data(unit) for unit in setup.units_of(side.name)]
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
