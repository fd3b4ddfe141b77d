"""The command of a side in a battle script: its officers and special command abilities, read and written.

Knows the public names of the format; must not know what an ability does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.command_names import (
    COUNTERPARTS,
    ENEMY,
    FOCUS,
    OF_UNITS,
    WITH_BENEFITS,
    command_named,
)
from lancemate.alphastrike.cards.pilot_names import played
from lancemate.alphastrike.cards.unit_types import UNIT_TYPES
from lancemate.alphastrike.play.setup import CommandAbility, Muster, Side
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import Reader, nearest, read_text, shown

ROLES: Final = ("attacker", "defender")
SCENARIO: Final = "scenario"  # the benefit that needs one to be for

_KEYS: Final = ("ability", "units", "pairs", "doubled", "negates", "gains", "benefits")


# -- reading ------------------------------------------------------------------------------------------------------


def read_command(side: Reader, read: Side, units: Sequence[Muster]) -> Side:
    """A side with its officers and its command abilities."""
    own = [unit.id for unit in units]
    officers = _units(side, "officers", own)
    abilities = tuple(read_ability(data, where, own) for where, data in side.items("command_abilities"))
    return replace(read, officers=officers, command_abilities=abilities)


def read_location(script: Reader) -> tuple[str, ...]:
    """Where the battle is: one name, or several."""
    if isinstance(script.raw("location"), list):
        return tuple(script.texts("location"))
    return (script.text("location"),) if "location" in script else ()


def read_ability(data: JSON, where: str, own: Sequence[str]) -> CommandAbility:
    """One entry: a name, or a mapping of a name and what was chosen; ``own`` are the units of the side."""
    if not isinstance(data, dict):
        return _named(read_text(data, where), where)
    one = Reader(data, where, known=_KEYS, what="a command ability")
    one.need("ability")
    found = _named(one.text("ability"), one.path("ability"))
    for key, owners in (("units", OF_UNITS), ("benefits", WITH_BENEFITS), ("pairs", (COUNTERPARTS,))):
        if key in one and found.name not in owners:
            raise one.wrong(key, f"{found.name} has no {key}; {', '.join(sorted(owners))} {_have(owners)}")
    for key in ("doubled", "negates", "gains"):
        if key in one and found.name != ENEMY:
            raise one.wrong(key, f"{found.name} has no {key}; {ENEMY} has")
    return replace(
        found,
        units=_units(one, "units", own) if "units" in one else None,
        pairs=_pairs(one) if "pairs" in one else (),
        doubled=one.flag("doubled"),
        negates=tuple(_titled(text, f"{one.path('negates')}.{n}") for n, text in enumerate(one.texts("negates"))),
        gains=_titled(one.text("gains"), one.path("gains")) if "gains" in one else None,
        benefits=tuple(_benefit(found.name, given, place) for place, given in one.items("benefits")) or found.benefits,
    )


def _have(owners: object) -> str:
    return "has" if isinstance(owners, tuple) and len(owners) == 1 else "have"


def _named(text: str, where: str) -> CommandAbility:
    try:
        found = CommandAbility.of(text)
        if found.name == FOCUS and found.word is not None:
            played(found.word)
    except InputError as error:
        raise InputError(error.plain, key=where) from None
    return found


def _titled(text: str, where: str) -> str:
    try:
        name, word = command_named(text)
    except InputError as error:
        raise InputError(error.plain, key=where) from None
    return name if word is None else f"{name} ({word})"


def _units(reader: Reader, key: str, own: Sequence[str]) -> tuple[str, ...]:
    """Units of this side, each once."""
    names = reader.texts(key)
    for number, name in enumerate(names):
        place = f"{reader.path(key)}.{number}"
        if name not in own:
            raise InputError(f"this side has no unit {shown(name)}; {nearest(name, own)}", key=place)
        if name in names[:number]:
            raise InputError(f"{name} is named twice", key=place)
    return tuple(names)


def _pairs(reader: Reader) -> tuple[str, ...]:
    """Two types of units."""
    types = reader.texts("pairs")
    for number, word in enumerate(types):
        if word not in UNIT_TYPES.book:
            raise InputError(
                f"{shown(word)} is no type of unit; {nearest(word, UNIT_TYPES.book)}",
                key=f"{reader.path('pairs')}.{number}",
            )
    if len(set(types)) != 2 or len(types) != 2:
        raise reader.wrong("pairs", "write two types of units, as in [BM, CV]")
    return tuple(types)


def _benefit(ability: str, given: JSON, where: str) -> tuple[str, str | None]:
    """One word of the list of benefits; the one for a scenario names it."""
    known = WITH_BENEFITS[ability]
    if isinstance(given, dict) and SCENARIO in known:
        one = Reader(given, where, known=(SCENARIO,), what="a benefit for a scenario")
        one.need(SCENARIO)
        return SCENARIO, one.text(SCENARIO)
    word = read_text(given, where)
    if word not in known:
        raise InputError(f"{shown(word)} is no benefit of {ability}; {nearest(word, known)}", key=where)
    if word == SCENARIO:
        raise InputError("say for which scenario: {scenario: hold-the-line}", key=where)
    return word, None


# -- writing ------------------------------------------------------------------------------------------------------


def command_to_data(side: Side) -> dict[str, JSON]:
    """What ``read_command`` reads again."""
    data: dict[str, JSON] = {}
    for key in ("role", "faction", "command"):
        value = getattr(side, key)
        if value is not None:
            data[key] = value
    if side.officers:
        data["officers"] = list(side.officers)
    if side.command_abilities:
        data["command_abilities"] = [ability_to_data(ability) for ability in side.command_abilities]
    return data


def ability_to_data(ability: CommandAbility) -> JSON:
    """What ``read_ability`` reads again."""
    data: dict[str, JSON] = {"ability": ability.title}
    if ability.units is not None:
        data["units"] = list(ability.units)
    if ability.pairs:
        data["pairs"] = list(ability.pairs)
    if ability.doubled:
        data["doubled"] = True
    if ability.negates:
        data["negates"] = list(ability.negates)
    if ability.gains is not None:
        data["gains"] = ability.gains
    if ability.benefits:
        data["benefits"] = [word if of is None else {word: of} for word, of in ability.benefits]
    return ability.title if len(data) == 1 else data
