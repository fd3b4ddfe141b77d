"""The sides of a battle script: who fights, with what, where they stand and how they are organised.

Must not know where unit designs are kept (``find_card``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from lancemate.alphastrike.cards.card import Card, card_from_data
from lancemate.alphastrike.cards.formation_names import BASIC
from lancemate.alphastrike.cards.pilot_names import DISRUPTION, PLAYED, played
from lancemate.alphastrike.cards.points import REGULAR, skill_from
from lancemate.alphastrike.movement.context import SLACK
from lancemate.alphastrike.play.edges import EDGES
from lancemate.alphastrike.play.flight import can_fly
from lancemate.alphastrike.play.footprint import INCHES, SECTION_RADIUS
from lancemate.alphastrike.play.setup import TRANSPORTS, Formation, Muster, Network, Side
from lancemate.alphastrike.play.words import beside_skill, read_words
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.command_abilities import ROLES, read_command
from lancemate.alphastrike.scripts.hexes import read_facing, reads_places, with_coordinates
from lancemate.alphastrike.support.buying import purchases_from_data
from lancemate.alphastrike.turn.opening import body_of
from lancemate.alphastrike.turn.unit_state import check_state
from lancemate.field.bodies import Body
from lancemate.field.space import Space
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_number, shown
from lancemate.kernel.scripting import mapping

FindCard = Callable[[str], Card]

WORST_SKILL: Final = 8
MOST_REROLLS: Final = 99
MOST_UNITS: Final = 1000  # of both sides: everybody is held against everybody
_UNIT_KEYS: Final = ("id", "unit", "card", "skill", "at", "facing", "group", "state", "trade", "bombs", "abilities")
_SIDE_KEYS: Final = (
    *("name", "home", "role", "faction", "command", "officers", "command_abilities", "support", "preplotted", "units"),
)
_FORMATION_KEYS: Final = (
    "name",
    "members",
    "transport",
    "lucky",
    "gives",
    "names",
    "names_two",
    "type",
    "earned",
    "base",
)


@rules.formula("AS-INT-005", otherwise=True)
def is_two_sided(count: int) -> bool:
    """A game has two sides, however many players share one."""
    return count == 2


def read_sides(
    reader: Reader, find_card: FindCard, table: Space
) -> tuple[tuple[Side, Side], list[Muster], dict[str, str]]:
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
    state = with_coordinates(dict(mapping(reader, "state")), table)
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
    return {code: read_number(tons, f"{where}.{code}") for code, tons in mapping(reader, "trade").items()}


def read_networks(reader: Reader, units: list[Muster]) -> tuple[Network, ...]:
    ids = [unit.id for unit in units]
    return tuple(_network(data, where, ids) for where, data in reader.items("networks"))


def _network(data: JSON, where: str, units: list[str]) -> Network:
    reader = Reader(data, where, known=("kind", "members"), what="a network")
    reader.need("kind", "members")
    members = []
    for place, member in reader.items("members"):
        if member not in units:
            raise InputError(f"there is no unit {shown(member)}; {nearest(str(member), units)}", key=place)
        members.append(str(member))
    return Network(reader.text("kind"), tuple(members))


def read_formations(reader: Reader, units: list[Muster]) -> tuple[Formation, ...]:
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
                type=one.one_of("type", BASIC) or None,
                earned=one.flag("earned", True),
                base=_base(one, members),
            )
        )
    return tuple(found)


def _base(formation: Reader, members: list[str]) -> tuple[str, ...]:
    """The members that count for its type; nobody named means all."""
    if "base" in formation and not formation.texts("base"):
        raise formation.wrong("base", "at least one member counts for the type of its formation")
    for place, member in formation.items("base"):
        _check_member(member, members, place)
    return tuple(formation.texts("base"))


def _check_member(member: object, members: list[str], where: str) -> None:
    if member not in members:
        raise InputError(f"{shown(member)} is no member; {nearest(str(member), members)}", key=where)


def _gives(formation: Reader, members: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Pilot abilities that a formation gives, each to some of its members."""
    given = mapping(formation, "gives")
    one = Reader(given, formation.path("gives"), known=tuple(given), what="what a formation gives")
    for ability in given:
        _check_ability(ability, one.path(ability))
        for place, member in one.items(ability):
            _check_member(member, members, place)
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
