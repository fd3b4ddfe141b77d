"""Forces as files: one YAML document a force, in a format that stays (docs/force-files.md), and those of the book.

Reads with the care that battle scripts get: every complaint names file, line and key. Knows the public names of the
format; whether a force keeps the rules is asked of checking.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from os.path import isdir, isfile, sep
from pathlib import Path
from typing import Any, Final

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.alphastrike.cards.eras import era_named
from lancemate.alphastrike.cards.points import WORST_SKILL
from lancemate.alphastrike.play.setup import CommandAbility
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scripts.command_abilities import ability_to_data, read_ability
from lancemate.alphastrike.support.catalogue import FAMILIES, MINEFIELD, TYPES
from lancemate.alphastrike.turn.unit_state import check_state
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.documents import Document, parse_document, read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_choice, read_text, read_whole, shown
from lancemate.kernel.yaml_text import OnOneLine, yaml_text
from lancemate.muster import catalogue
from lancemate.muster.command_abilities import command_ability
from lancemate.muster.command_checks import abilities_of
from lancemate.muster.force import COMMANDER, LIEUTENANT, Force, Formation, Group, Member
from lancemate.muster.formations.book import BY_NAME, FormationType, declared, find_type
from lancemate.muster.larger_groups import GROUPS
from lancemate.muster.mistaken import check_kind
from lancemate.muster.organisation import SCHEMES
from lancemate.muster.pilot_abilities import pilot_ability

Understand = Callable[[str], object]

KIND: Final = "force"
VERSION: Final = 1
MOST_UNITS: Final = 2000
MOST_POINTS: Final = 1_000_000
FILE_ENDINGS: Final = (".yaml", ".yml", ".json")

_FORCE_KEYS: Final = (
    *("lancemate", "version", "id", "name", "faction", "era", "organisation", "limit", "skills", "published"),
    *("setting", "source", "pv", "command_abilities", "formations", "groups", "support", "notes"),
)
_FORMATION_KEYS: Final = ("name", "type", "choice", "supports", "pv", "units")
_MEMBER_KEYS: Final = (
    *("rank", "name", "callsign", "unit", "card", "skill", "pv", "command", "granted", "bought", "state"),
)
DAMAGE_KEYS: Final = ("armor", "structure", "heat", "crits")  # of a state: what a unit brings from an earlier battle
_GROUP_KEYS: Final = ("kind", "name", "formations", "groups", "detachments")


# -- reading --------------------------------------------------------------------------------------------------


def read_force(path: str | Path) -> Force:
    """Read a force from a YAML or JSON file."""
    return force_from_document(read_document(path))


def parse_force(text: str, *, file: str | None = None) -> Force:
    return force_from_document(parse_document(text, file=file))


def force_from_data(data: Mapping[str, JSON]) -> Force:
    """A force that is already plain data."""
    return force_from_document(Document(dict(data)))


def force_from_document(source: Document) -> Force:
    """A force out of a document that has been read, every complaint with its line."""
    check_kind(source, "force")
    try:
        return _force(Reader(source.data, known=_FORCE_KEYS, what="a force"))
    except InputError as error:
        raise source.located(error) from None


def _force(reader: Reader) -> Force:
    if reader.text("lancemate", KIND) != KIND:
        raise reader.wrong("lancemate", f"this file is no {KIND}; it says {shown(reader.raw('lancemate'))}")
    version = reader.whole("version", VERSION, least=1)
    if version > VERSION:
        raise reader.wrong("version", f"this file is of version {version}; known are versions up to {VERSION}")
    reader.need("name", "formations")
    formations = tuple(_formation(data, where) for where, data in reader.items("formations"))
    if not formations:
        raise reader.wrong("formations", "a force has at least one formation")
    _check_names(reader, formations)
    names = [formation.name for formation in formations]
    groups = [_group(data, where) for where, data in reader.items("groups")]
    _check_groups(reader, groups, names)
    titles, commands = _commands(reader, sum(len(formation.members) for formation in formations))
    return Force(
        name=reader.text("name"),
        formations=formations,
        id=reader.maybe_text("id"),
        faction=reader.maybe_text("faction"),
        era=_read(reader, "era", lambda text: era_named(text).name),
        organisation=reader.one_of("organisation", SCHEMES) or None,
        limit=_points(reader, "limit"),
        skills=_skills(reader),
        command_abilities=titles,
        commands=commands,
        groups=tuple(groups),
        support=tuple(_each(reader, "support", _support)),
        published=reader.flag("published"),
        setting=reader.maybe_text("setting"),
        source=reader.maybe_text("source"),
        notes=tuple(reader.texts("notes")),
        stated=_points(reader, "pv"),
    )


def _points(reader: Reader, key: str) -> int | None:
    return reader.whole(key, most=MOST_POINTS) if key in reader else None


def _skills(reader: Reader) -> tuple[int, int] | None:
    if "skills" not in reader:
        return None
    found = [read_whole(value, where, 0, WORST_SKILL) for where, value in reader.items("skills")]
    if len(found) != 2 or found[0] > found[1]:
        raise reader.wrong("skills", "write the best and the worst Skill agreed upon, as in [2, 5]")
    return found[0], found[1]


def _read(reader: Reader, key: str, understand: Understand) -> str | None:
    """A text that must make sense; a complaint about it gets its address."""
    text = reader.maybe_text(key)
    return None if text is None else _understood(text, reader.path(key), understand)


def _each(reader: Reader, key: str, understand: Understand) -> Iterator[str]:
    for number, text in enumerate(reader.texts(key)):
        yield _understood(text, f"{reader.path(key)}.{number}", understand)


def _understood(text: str, where: str, understand: Understand) -> str:
    try:
        return str(understand(text))
    except InputError as error:
        raise InputError(error.plain, key=where) from None


def _commands(reader: Reader, units: int) -> tuple[tuple[str, ...], tuple[CommandAbility, ...]]:
    """The names of command abilities, and what was chosen with some; units are named by their place in the force."""
    places = [str(place + 1) for place in range(units)]
    titles: list[str] = []
    chosen: list[CommandAbility] = []
    for where, data in reader.items("command_abilities"):
        if isinstance(data, Mapping):
            chosen.append(read_ability(data, where, places))
            titles.append(chosen[-1].title)
        else:
            titles.append(_understood(read_text(data, where), where, _command))
    return tuple(titles), tuple(chosen)


def _command_to_data(ability: CommandAbility) -> JSON:
    data = ability_to_data(ability)
    if isinstance(data, dict) and ability.units is not None:
        data["units"] = [int(place) for place in ability.units]
    return OnOneLine(data) if isinstance(data, dict) else data


def _command(text: str) -> str:
    name, detail = command_ability(text)
    return name if detail is None else f"{name} ({detail})"


def _support(text: str) -> str:
    kind = read_choice(text, "", TYPES.of(rules))
    if FAMILIES[kind] == MINEFIELD:
        raise InputError("mines are bought when there is a table to lay them on, not with the force")
    return kind


def _pilot(text: str) -> str:
    """A pilot ability; a formation may also hand out the effect of a command ability."""
    try:
        return str(pilot_ability(text))
    except InputError:
        if text.casefold() == _AGAINST_AIRCRAFT.casefold():
            return _AGAINST_AIRCRAFT
        raise


_AGAINST_AIRCRAFT: Final = "Anti-Aircraft Specialists"


def _check_names(reader: Reader, formations: tuple[Formation, ...]) -> None:
    seen: set[str] = set()
    units = 0
    for number, formation in enumerate(formations):
        where = f"{reader.path('formations')}.{number}"
        if formation.name in seen:
            raise InputError(f"there are two formations called {formation.name!r}", key=f"{where}.name")
        seen.add(formation.name)
        units += len(formation.members)
        if units > MOST_UNITS:
            raise InputError(f"a force of more than {MOST_UNITS} units is too large", key=f"{where}.units")
    for number, formation in enumerate(formations):
        if formation.supports is not None and formation.supports not in seen - {formation.name}:
            others = sorted(seen - {formation.name})
            raise InputError(
                f"there is no other formation {formation.supports!r}; {nearest(formation.supports, others)}",
                key=f"{reader.path('formations')}.{number}.supports",
            )


def _formation(data: JSON, where: str) -> Formation:
    reader = Reader(data, where, known=_FORMATION_KEYS, what="a formation")
    reader.need("name", "units")
    members = tuple(_member(entry, place) for place, entry in reader.items("units"))
    if not members:
        raise reader.wrong("units", "a formation has at least one unit")
    kind: FormationType | None = None
    overlays: tuple[str, ...] = ()
    text = reader.maybe_text("type")
    if text is not None:
        try:
            kind, overlays = declared(text, in_the_air=_all_fly(members))
        except InputError as error:
            raise InputError(error.plain, key=reader.path("type")) from None
    return Formation(
        name=reader.text("name"),
        members=members,
        type=kind.name if kind is not None else None,
        overlays=overlays,
        choice=_read(reader, "choice", _pilot),
        supports=reader.maybe_text("supports"),
        stated=_points(reader, "pv"),
    )


def _all_fly(members: tuple[Member, ...]) -> bool:
    return all(member.card.is_aerospace for member in members)


def _member(data: JSON, where: str) -> Member:
    reader = Reader(data, where, known=_MEMBER_KEYS, what="a unit")
    if ("unit" in reader) == ("card" in reader):
        raise InputError("a unit has either a unit (its name in the catalogue) or a card written out", key=where)
    card = _card(reader)
    return Member(
        card=card,
        skill=reader.whole("skill", 4, most=WORST_SKILL),
        name=reader.maybe_text("name"),
        rank=reader.maybe_text("rank"),
        callsign=reader.maybe_text("callsign"),
        command=reader.one_of("command", (COMMANDER, LIEUTENANT)) or None,
        granted=tuple(_each(reader, "granted", _pilot)),
        bought=tuple(_each(reader, "bought", pilot_ability)),
        stated=_points(reader, "pv"),
        state=_state(reader, card),
    )


def _state(reader: Reader, card: Card) -> Mapping[str, JSON]:
    """What is left of a unit that has fought before."""
    if "state" not in reader:
        return {}
    where = reader.path("state")
    given = Reader(reader.raw("state"), where, known=DAMAGE_KEYS, what="the state of a unit in a force")
    state = {key: given.raw(key) for key in DAMAGE_KEYS if key in given}
    check_state(state, card, where)
    return state


def _card(reader: Reader) -> Card:
    if "unit" in reader:
        try:
            return catalogue.recruit(reader.text("unit"))
        except InputError as error:
            raise InputError(error.plain, key=reader.path("unit")) from None
    given = reader.raw("card")
    if not isinstance(given, Mapping):
        raise reader.wrong("card", f"a card is a mapping of name, type, size and so on, not {shown(given)}")
    return card_from_data(given, where=reader.path("card"))


def _group(data: JSON, where: str) -> Group:
    reader = Reader(data, where, known=_GROUP_KEYS, what="a group")
    reader.need("kind", "name")
    return Group(
        kind=reader.one_of("kind", GROUPS),
        name=reader.text("name"),
        formations=tuple(reader.texts("formations")),
        groups=tuple(reader.texts("groups")),
        detachments=tuple(reader.texts("detachments")),
    )


def _check_groups(reader: Reader, groups: list[Group], formations: list[str]) -> None:
    """Groups name formations, and groups that stand before them; nothing is in two places."""
    before: list[str] = []
    taken: set[tuple[bool, str]] = set()
    for number, group in enumerate(groups):
        where = f"{reader.path('groups')}.{number}"
        if group.name in before:
            raise InputError(f"there are two groups called {group.name!r}", key=f"{where}.name")
        for key, names, known in (
            ("formations", group.formations, formations),
            ("groups", group.groups, before),
            ("detachments", group.detachments, formations),
        ):
            for place, name in enumerate(names):
                address = f"{where}.{key}.{place}"
                if name not in known:
                    hint = nearest(name, known) if known else "groups name those that stand before them"
                    raise InputError(f"there is no {key.removesuffix('s')} {name!r}; {hint}", key=address)
                if (key == "groups", name) in taken:
                    raise InputError(f"{name} belongs to another group already", key=address)
                taken.add((key == "groups", name))
        before.append(group.name)


# -- writing --------------------------------------------------------------------------------------------------


def force_to_data(force: Force) -> dict[str, JSON]:
    """The keys that make this force again; what is as usual is left out."""
    return _kept(
        lancemate=KIND,
        version=VERSION,
        id=force.id,
        name=force.name,
        faction=force.faction,
        era=force.era,
        organisation=force.organisation,
        limit=force.limit,
        skills=list(force.skills) if force.skills is not None else None,
        published=force.published or None,
        setting=force.setting,
        source=force.source,
        pv=force.stated,
        command_abilities=[_command_to_data(one) for one in abilities_of(force)] or None,
        formations=[_formation_to_data(formation, force.scheme) for formation in force.formations],
        groups=[OnOneLine(_group_to_data(group)) for group in force.groups] or None,
        support=list(force.support) or None,
        notes=list(force.notes) or None,
    )


def _kept(**entries: Any) -> dict[str, JSON]:
    return {key: value for key, value in entries.items() if value is not None}


def _formation_to_data(formation: Formation, scheme: str) -> dict[str, JSON]:
    return _kept(
        name=formation.name,
        type=" + ".join((*_type_words(formation, scheme), *formation.overlays)) or None,
        choice=formation.choice,
        supports=formation.supports,
        pv=formation.stated,
        units=[OnOneLine(_member_to_data(member)) for member in formation.members],
    )


def _type_words(formation: Formation, scheme: str) -> tuple[str, ...]:
    """The type in the words of its organisation, as long as they can be read in one way only."""
    if formation.type is None:
        return ()
    kind = BY_NAME[formation.type]
    words = kind.called(scheme)
    return (words if find_type(words, in_the_air=_all_fly(formation.members)) is kind else kind.name,)


def _member_to_data(member: Member) -> dict[str, JSON]:
    return _kept(
        rank=member.rank,
        name=member.name,
        callsign=member.callsign,
        **_card_to_data(member.card),
        skill=member.skill,
        pv=member.stated,
        command=member.command,
        granted=list(member.granted) or None,
        bought=list(member.bought) or None,
        state=dict(member.state) or None,
    )


def _card_to_data(card: Card) -> dict[str, JSON]:
    """The id of a card that comes with the game; any other is written out, so that the file is good everywhere."""
    if catalogue.is_built_in(card.id) and catalogue.find(card.id) == card:
        return {"unit": card.id}
    return {"card": encode(card_to_data(card))}


def _group_to_data(group: Group) -> dict[str, JSON]:
    return _kept(
        kind=group.kind,
        name=group.name,
        formations=list(group.formations) or None,
        groups=list(group.groups) or None,
        detachments=list(group.detachments) or None,
    )


def force_text(force: Force) -> str:
    """The force as the text of a file."""
    return yaml_text(force_to_data(force))


# -- those of the book ----------------------------------------------------------------------------------------

SAMPLES: Final = ("gray_death_legion", "red_hunter", "eridani_light_horse", "jaguar_guards")


@cache
def sample_forces() -> tuple[Force, ...]:
    """The four forces of the book, in its order."""
    folder = files("lancemate.muster").joinpath("catalogue", "forces")
    return tuple(
        parse_force(folder.joinpath(f"{name}.yaml").read_text("utf-8"), file=f"{name}.yaml") for name in SAMPLES
    )


def sample_force(name: str) -> Force:
    """The sample force with this name or id."""
    wanted = " ".join(name.casefold().split())
    for force in sample_forces():
        if wanted in (force.id, force.name.casefold()):
            return force
    known = ", ".join(f"{force.id} ({force.name})" for force in sample_forces())
    raise InputError(f'No force "{name[:120]}" in the catalogue; known are {known}.')


def find_force(name: str) -> Force:
    """A force by the path of its file, or one of the book by its name or id."""
    if not name.strip():
        raise InputError("name a force: its file, or one of the book such as gdl")
    return read_force(name) if looks_like_a_file(name) else sample_force(name)


def looks_like_a_file(name: str) -> bool:
    """It ends as force files do, or is a file by any other name. A folder is told to be one."""
    return Path(name).suffix.lower() in FILE_ENDINGS or isfile(name) or (sep in name and isdir(name))
