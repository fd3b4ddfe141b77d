"""Unit cards on their way in from YAML or JSON, and out again.

Knows the keys of a card and whether their values can be right; must not know what a card is used for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar, cast

from lancemate.alphastrike.cards import unit_types
from lancemate.alphastrike.cards.card import MULTI_ARC, ArcCard, Card, Legs, SectionCard
from lancemate.alphastrike.cards.card_checks import (
    KEY,
    MISSING,
    UNKNOWN,
    Check,
    Wrong,
    decimal,
    dict_of,
    either,
    flag,
    list_of,
    maybe,
    one_of,
    record,
    text,
    whole,
)
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE, Damage, Strength
from lancemate.alphastrike.cards.eras import ERAS, era_named
from lancemate.alphastrike.cards.move_value import Move, tmm_for
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.cards.years import parse_years, years_text
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

T = TypeVar("T")

# What a card shows, in the order of the record sheet. Skill belongs to the crew and is filled in before play.
CARD_KEYS: Final = (
    *("id", "name", "chassis", "model", "type", "size", "tmm", "move", "role", "damage", "ov", "armor", "structure"),
    *("threshold", "specials", "pv", "legs", "beasts", "superheavy", "building", "elements", "height"),
    *("arcs", "sections"),
    *("era", "factions", "source", "note"),
    *("year", "years", "fielded", "tech", "level", "tons", "books", "training"),
)
_ARC_SPELLINGS: Final = {"fore": "front", "left side": "left", "right side": "right", "rear": "aft"}

_Values = str | dict[str, str | int]
_List = str | Sequence[str]


class _ArcData(NamedTuple):
    damage: _Values | None = None
    STD: _Values | None = None
    CAP: _Values | None = None
    SCAP: _Values | None = None
    MSL: _Values | None = None
    specials: _List = ()


class _SectionData(NamedTuple):
    name: str
    at: list[float]
    armor: int
    structure: int
    damage: _Values | None = None
    specials: _List = ()
    arcs: Mapping[str, _ArcData] = {}


class _CardData(NamedTuple):
    name: str
    type: str
    size: int
    move: str | int
    armor: int | None = None
    structure: int | None = None
    damage: _Values | None = None
    tmm: int | None = None
    ov: int | None = None
    threshold: int | None = None
    specials: _List = ()
    pv: int = 0
    role: str | None = None
    legs: Legs = "biped"
    beasts: bool = False
    superheavy: bool | None = None
    building: bool = False
    elements: int = 1
    height: float | None = None
    arcs: Mapping[str, _ArcData] = {}
    sections: Sequence[_SectionData] = ()
    id: str = ""
    chassis: str = ""
    model: str = ""
    era: str | int | None = None
    factions: Sequence[str] = ()
    source: str | None = None
    note: str | None = None
    year: int | None = None
    years: str | int = ""
    fielded: Mapping[str, str | int] = {}
    tech: str | None = None
    level: str | None = None
    tons: float | None = None
    books: Sequence[str] = ()
    training: bool = False


_ANY: Final = text()
_WORD: Final = text(1, 120, strip=True)
_COUNT: Final = whole(0, 9999)
_POINTS: Final = whole(1, 9999)
_VALUES: Final = maybe(either(text=_ANY, values=dict_of(one_of("S", "M", "L", "E"), either(text=_ANY, whole=whole()))))
_LIST: Final = either(text=_ANY, list=list_of(_ANY))
_ARCS: Final = dict_of(
    _ANY,
    record(_ArcData, (), {**dict.fromkeys(("damage", "STD", "CAP", "SCAP", "MSL"), _VALUES), "specials": _LIST}),
)
_YEARS: Final = either(text=_ANY, year=whole())
_SECTION: Final = record(
    _SectionData,
    ("name", "at", "armor", "structure"),
    {
        "name": _WORD,
        "at": list_of(decimal(), exactly=2),
        "armor": _COUNT,
        "structure": _POINTS,
        "damage": _VALUES,
        "specials": _LIST,
        "arcs": _ARCS,
    },
)
# In the order in which they are looked at: the first that is wrong is complained of.
_KEYS: Final[Mapping[str, Check]] = {
    "name": _WORD,
    "type": one_of(*unit_types.UNIT_TYPES.book),
    "size": whole(1, 5),
    "move": either(text=_ANY, whole=whole(0, 999)),
    "armor": maybe(_COUNT),
    "structure": maybe(_POINTS),
    "damage": _VALUES,
    "tmm": maybe(whole(0, 9)),
    "ov": maybe(whole(0, 4)),
    "threshold": maybe(_COUNT),
    "specials": _LIST,
    "pv": _COUNT,
    "role": maybe(_WORD),
    "legs": one_of("biped", "quad", "tripod"),
    "beasts": flag,
    "superheavy": maybe(flag),
    "building": flag,
    "elements": whole(1, 99),
    "height": maybe(decimal(0, 99)),
    "arcs": _ARCS,
    "sections": list_of(_SECTION),
    "id": _ANY,
    "chassis": _ANY,
    "model": _ANY,
    "era": maybe(either(text=_WORD, year=whole())),
    "factions": list_of(_WORD),
    "source": maybe(_ANY),
    "note": maybe(_ANY),
    "year": maybe(whole(1, 9999)),
    "years": _YEARS,
    "fielded": dict_of(_WORD, _YEARS),
    "tech": maybe(_WORD),
    "level": maybe(_WORD),
    "tons": maybe(decimal(0, 9_999_999)),
    "books": list_of(_WORD),
    "training": flag,
}
_CARD: Final = record(_CardData, ("name", "type", "size", "move"), _KEYS)


def read_card(data: Mapping[str, object], where: str) -> Card:
    if not isinstance(data, Mapping):
        raise InputError("A unit card is a list of keys such as name, type and move.", key=where or None)
    wrong: list[Wrong] = []
    read = cast(_CardData, _CARD(dict(data), (), wrong))
    if wrong:
        raise _complaint(wrong, data, where)
    armor, structure = _armor_and_structure(read, where)
    specials = _read("specials", where, lambda: Specials.parse(read.specials))
    infantry = read.type in ("CI", "BA")
    move = _read("move", where, lambda: Move.parse(str(read.move), infantry=infantry))
    _read("move", where, lambda: _check_move(read.type, move))
    if read.building and move.standard:
        raise InputError(f"A building does not move: write 0, not {move}.", key=f"{where}.move" if where else "move")
    return Card(
        name=read.name,
        type=read.type,
        size=read.size,
        move=move,
        damage=_damage(read.damage, "damage", where),
        armor=armor,
        structure=structure,
        tmm=read.tmm if read.tmm is not None else tmm_for(move),
        ov=read.ov or 0,
        threshold=_threshold(read.threshold, specials),
        specials=specials,
        pv=read.pv,
        role=read.role,
        legs=read.legs,
        beasts=_beasts(read, where),
        superheavy=_superheavy_by_default(read.type, specials) if read.superheavy is None else read.superheavy,
        building=read.building,
        elements=read.elements,
        height=read.height,
        arcs=_arcs(read.arcs, "arcs", where),
        sections=_sections(read, where),
        id=read.id,
        chassis=read.chassis,
        model=read.model,
        era=_era(read, where),
        factions=tuple(read.factions),
        source=read.source,
        note=read.note,
        year=read.year if read.year is not None else _year(read.era),
        years=_read("years", where, lambda: parse_years(str(read.years))),
        fielded={
            name: _read(f"fielded.{name}", where, partial(parse_years, str(years)))
            for name, years in read.fielded.items()
        },
        tech=read.tech,
        level=read.level,
        tons=read.tons,
        books=tuple(read.books),
        training=read.training,
    )


def _year(era: str | int | None) -> int | None:
    """The year that stands in place of an era."""
    text = str(era).strip()
    return int(text) if text.isascii() and text.isdecimal() and 0 < int(text[:9]) < 10_000 else None


def _era(read: _CardData, where: str) -> str | None:
    """The era that is given, or the one in which the unit was introduced."""
    if read.era is not None:
        return _read("era", where, lambda: era_named(str(read.era)).name)
    return era_named(str(read.year)).name if read.year is not None and read.year >= ERAS[0].begins else None


def _beasts(read: _CardData, where: str) -> bool:
    if read.beasts and read.type != "CI":
        key = f"{where}.beasts" if where else "beasts"
        raise InputError(f"Only conventional infantry (CI) rides beasts, not {read.type}.", key=key)
    return read.beasts


def write_card(card: Card) -> dict[str, object]:
    data: dict[str, object] = {
        "id": card.id,
        "name": card.name,
        "chassis": card.chassis,
        "model": card.model,
        "type": card.type,
        "size": card.size,
        "tmm": card.tmm,
        "move": str(card.move),
        "role": card.role,
        "damage": str(card.damage),
        "ov": card.ov if card.tracks_heat or card.ov else None,
        "armor": card.armor,
        "structure": card.structure,
        "threshold": card.threshold,
        "specials": card.specials.texts,
        "pv": card.pv,
        "legs": card.legs if card.legs != "biped" else None,
        "beasts": card.beasts or None,
        "superheavy": card.superheavy if card.superheavy != _superheavy_by_default(card.type, card.specials) else None,
        "building": card.building or None,
        "elements": card.elements if card.elements != 1 else None,
        "height": card.height,
        "arcs": {name: _arc_to_data(arc) for name, arc in card.arcs.items()} or None,
        "sections": [_section_to_data(section) for section in card.sections] or None,
        "era": card.era,
        "factions": [*card.factions] or None,
        "source": card.source,
        "note": card.note,
        "year": card.year,
        "years": years_text(card.years),
        "fielded": {name: years_text(years) for name, years in card.fielded.items()} or None,
        "tech": card.tech,
        "level": card.level,
        "tons": card.tons if card.tons is None or card.tons != int(card.tons) else int(card.tons),
        "books": [*card.books] or None,
        "training": card.training or None,
    }
    return {key: value for key, value in data.items() if value is not None and value != ""}


def _arc_to_data(arc: ArcCard) -> dict[str, object]:
    data: dict[str, object] = {"damage": str(arc.damage)}
    large = (("CAP", arc.cap), ("SCAP", arc.scap), ("MSL", arc.msl))
    data |= {name: str(damage) for name, damage in large if damage.harms}
    return data | ({"specials": arc.specials.texts} if arc.specials else {})


def _section_to_data(section: SectionCard) -> dict[str, object]:
    arcs = {name: _arc_to_data(arc) for name, arc in section.arcs.items()}
    return {
        "name": section.name,
        "at": [*section.at],
        "armor": section.armor,
        "structure": section.structure,
        "damage": str(section.damage),
        "specials": section.specials.texts,
    } | ({"arcs": arcs} if arcs else {})


def _threshold(printed: int | None, specials: Specials) -> int | None:
    """The armor threshold of its own field, or where a list prints it among the abilities as TH."""
    return int(specials.value("TH")) if printed is None and "TH" in specials else printed


def _superheavy_by_default(unit_type: str, specials: Specials) -> bool:
    """A 'Mech that is Large is a superheavy one."""
    return unit_type in ("BM", "IM") and "LG" in specials


def _read(key: str, where: str, reading: Callable[[], T]) -> T:
    """Read one entry; a complaint about it gets its address."""
    try:
        return reading()
    except InputError as error:
        raise error.at(key=_address(where, key)) from None


def _address(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _damage(values: _Values | None, key: str, where: str) -> Damage:
    if values is None:
        return NO_DAMAGE
    if isinstance(values, str):
        text = values
        return _read(key, where, lambda: Damage.parse(text))
    by_bracket = values
    return _read(key, where, lambda: Damage(**{name: Strength.parse(value) for name, value in by_bracket.items()}))


def _arcs(arcs: Mapping[str, _ArcData], key: str, where: str) -> dict[str, ArcCard]:
    result = {}
    for given, arc in arcs.items():
        at = f"{key}.{given}"
        name = given.strip().lower()
        name = _ARC_SPELLINGS.get(name, name)
        known = [*dict.fromkeys(arc for names in MULTI_ARC.of(rules).values() for arc in names)]
        # A large card may split an arc or add to it ("front 2"); the first word still says where it points.
        if name.split(" ")[0] not in known:
            raise InputError(f'"{given}" is not an arc; known are {", ".join(known)}.', key=_address(where, at))
        if arc.damage is not None and arc.STD is not None:
            raise InputError("Give damage or STD, not both: they are the same.", key=_address(where, at))
        specials = arc.specials
        result[name] = ArcCard(
            damage=_damage(arc.damage if arc.damage is not None else arc.STD, f"{at}.damage", where),
            specials=_read(f"{at}.specials", where, partial(Specials.parse, specials)),
            cap=_damage(arc.CAP, f"{at}.CAP", where),
            scap=_damage(arc.SCAP, f"{at}.SCAP", where),
            msl=_damage(arc.MSL, f"{at}.MSL", where),
        )
    return result


def _armor_and_structure(read: _CardData, where: str) -> tuple[int, int]:
    """Those of the card; of a mobile structure, whatever its sections have together."""
    if read.sections:
        return sum(part.armor for part in read.sections), sum(part.structure for part in read.sections)
    for key, given in (("armor", read.armor), ("structure", read.structure)):
        if given is None:
            raise InputError(f'The card lacks "{key}".', key=_address(where, key))
    return read.armor or 0, read.structure or 1


def _sections(read: _CardData, where: str) -> tuple[SectionCard, ...]:
    """Sections with a name each, on mobile structures only."""
    names: set[str] = set()
    for number, part in enumerate(read.sections):
        address = _address(where, f"sections.{number}.name")
        if read.type != "MS":
            raise InputError("Only a mobile structure (MS) has sections.", key=_address(where, "sections"))
        if "/" in part.name:
            raise InputError("The name of a section has no slash in it.", key=address)
        if part.name in names:
            raise InputError(f'There are two sections called "{part.name}".', key=address)
        names.add(part.name)
    return tuple(_section(part, f"sections.{number}", where) for number, part in enumerate(read.sections))


def _section(section: _SectionData, key: str, where: str) -> SectionCard:
    return SectionCard(
        name=section.name,
        at=(section.at[0], section.at[1]),
        armor=section.armor,
        structure=section.structure,
        damage=_damage(section.damage, f"{key}.damage", where),
        specials=_read(f"{key}.specials", where, lambda: Specials.parse(section.specials)),
        arcs=_arcs(section.arcs, f"{key}.arcs", where),
    )


def _check_move(unit_type: str, move: Move) -> None:
    """Thrust for aerospace units only; a vehicle needs the letter of its motive type; feet are for infantry."""
    flies = unit_type in ("AF", "CF", "SC", "DS", "DA")
    if flies and not move.has_thrust:
        raise InputError(f"A {unit_types.UNIT_TYPES.of(rules)[unit_type]} has Thrust, not Move: write 6a or 4p.")
    if move.has_thrust and not flies and unit_type not in ("SV", "MS"):
        raise InputError(f"A {unit_types.UNIT_TYPES.of(rules)[unit_type]} has Move in inches, not Thrust.")
    if unit_type in ("CV", "SV") and move.standard and move.primary in ("", "j"):
        raise InputError('A vehicle\'s Move needs the letter of its motive type, as in 8"t, 10"w, 16"h or 26"v.')
    if unit_type not in ("CI", "BA") and ("f" in move or "m" in move):
        raise InputError("Only infantry moves on foot (f) or motorized (m).")


_EXPECTED: Final = {
    "damage": "text such as 2/3/3, or values such as {S: 2, M: 3, L: 3}",
    "STD": "text such as 2/3/3/1",
    "CAP": "text such as 2/3/3/1",
    "SCAP": "text such as 2/3/3/1",
    "MSL": "text such as 2/3/3/1",
    "specials": "a list such as [IF1, CASE]",
    "move": 'text such as 8" or 10"/6"j',
    "type": f"one of {', '.join(unit_types.UNIT_TYPES.book)}",
    "legs": "biped, quad or tripod",
    "era": "an era such as Clan Invasion, or a year",
    "fielded": 'factions and their years, such as {Mercenary: "3025-3067 3081-"}',
}


def _complaint(wrong: list[Wrong], data: Any, where: str) -> InputError:
    """The first thing that is wrong, in one sentence with the key's address."""
    # Where a key takes several kinds of value, the kind that fits best got deepest into it.
    first = max((one for one in wrong if one.place[:1] == wrong[0].place[:1]), key=lambda one: len(one.place))
    path: list[str] = []
    for part in first.place:
        if isinstance(data, list) and isinstance(part, int):
            data = data[part]
        elif isinstance(data, Mapping) and part in data:
            data = data.get(part)
        elif part == KEY:
            data = path[-1]
            continue
        elif first.kind != MISSING or part != first.place[-1]:
            continue
        path.append(str(part))
    address = _address(where, ".".join(path))
    key = path[-1] if path else ""
    if first.kind == UNKNOWN:
        near = get_close_matches(key, CARD_KEYS, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]}?" if near else f"; known keys are {', '.join(CARD_KEYS)}."
        return InputError(f'"{key}" is not a key of a unit card{hint}', key=address)
    if first.kind == MISSING:
        return InputError(f'The card lacks "{key}".', key=address)
    expected = _EXPECTED.get(next((part for part in reversed(path) if part in _EXPECTED), ""))
    should = f"it should be {expected}" if expected else first.message
    return InputError(f"{_shown(data)} is wrong here; {should}.", key=address)


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool) or value is None else "A value of this kind"
    return text if len(text) <= 60 else text[:57] + "..."
