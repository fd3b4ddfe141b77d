"""A unit's card as data: the immutable value the rules read, and its way in from YAML or JSON and back.

Knows what a card says and whether it can be right; must not know a battle, a pilot or a catalogue.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from lancemate.alphastrike import unit_types
from lancemate.alphastrike.damage_value import NO_DAMAGE, Damage, Strength
from lancemate.alphastrike.move_value import Move, tmm_for
from lancemate.alphastrike.specials import NO_SPECIALS, Specials
from lancemate.kernel.errors import InputError
from lancemate.kernel.rules import formula, table

# What a card shows, in the order of the record sheet. Skill belongs to the crew and is filled in before play.
CARD_KEYS: Final = (
    *("id", "name", "chassis", "model", "type", "size", "tmm", "move", "role", "damage", "ov", "armor", "structure"),
    *("threshold", "specials", "pv", "legs", "superheavy", "elements", "height", "arcs", "sections"),
    *("era", "factions", "source", "note", "training"),
)

# Arcs of the cards that have several, and the damage classes of a DropShip.
MULTI_ARC: Final = table(
    "AS-INT-047",
    {"large unit": ["front", "left", "right", "aft"], "DropShip": ["nose", "left", "right", "aft"]},
)
_ARC_SPELLINGS: Final = {"fore": "front", "left side": "left", "right side": "right", "rear": "aft"}

Legs = Literal["biped", "quad", "tripod"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ArcCard:
    """Weapons of one arc: standard, sub-capital and capital missile damage, and the abilities that fire there."""

    damage: Damage = NO_DAMAGE
    specials: Specials = NO_SPECIALS
    scap: Damage = NO_DAMAGE
    msl: Damage = NO_DAMAGE


@dataclass(frozen=True, slots=True)
class SectionCard:
    """One section of a mobile structure: its own armor, structure and weapons, and its place in the whole (inches)."""

    name: str
    at: tuple[float, float]
    armor: int
    structure: int
    damage: Damage = NO_DAMAGE
    specials: Specials = NO_SPECIALS
    arcs: Mapping[str, ArcCard] = field(default_factory=dict, hash=False)


def _derived() -> Any:
    return field(init=False, repr=False, compare=False, metadata={"hidden": True})


@dataclass(frozen=True, slots=True)
class Card:
    """One design. Everything the rules ask often is worked out once, when the card is made."""

    name: str
    type: str
    size: int
    move: Move
    damage: Damage
    armor: int
    structure: int
    tmm: int = 0
    ov: int = 0
    threshold: int | None = None
    specials: Specials = NO_SPECIALS
    pv: int = 0  # at Skill 4
    role: str | None = None
    legs: Legs = "biped"
    superheavy: bool = False
    elements: int = 1  # machines or troopers of one unit that are told apart
    height: float | None = None  # in inches; without it, what its kind of unit has
    arcs: Mapping[str, ArcCard] = field(default_factory=dict, hash=False)
    sections: tuple[SectionCard, ...] = ()
    id: str = ""
    chassis: str = ""
    model: str = ""
    era: str | None = None
    factions: tuple[str, ...] = ()
    source: str | None = None
    note: str | None = None
    training: bool = False  # invented for exercises, not a published design

    is_mech: bool = _derived()
    is_protomech: bool = _derived()
    is_vehicle: bool = _derived()
    is_ground_vehicle: bool = _derived()
    is_air_vehicle: bool = _derived()
    is_naval: bool = _derived()
    is_infantry: bool = _derived()
    is_conventional_infantry: bool = _derived()
    is_battle_armor: bool = _derived()
    is_aerospace: bool = _derived()
    is_fighter: bool = _derived()
    is_dropship: bool = _derived()
    is_mobile_structure: bool = _derived()
    is_ground_unit: bool = _derived()
    is_large: bool = _derived()  # LG, VLG or SLG, or as large as that by its type
    is_multi_arc: bool = _derived()
    tracks_heat: bool = _derived()
    base_kind: str = _derived()
    all_codes: frozenset[str] = _derived()  # every ability anywhere on the card

    def __post_init__(self) -> None:
        code = self.type
        dropship = unit_types.is_dropship(self)
        arcs = [*self.arcs.values(), *(arc for section in self.sections for arc in section.arcs.values())]
        inner = [*(arc.specials.codes for arc in arcs), *(section.specials.codes for section in self.sections)]
        derived: dict[str, object] = {
            "is_mech": unit_types.is_mech(self),
            "is_protomech": code == "PM",
            "is_vehicle": unit_types.is_vehicle(self),
            "is_ground_vehicle": unit_types.is_ground_vehicle(self),
            "is_air_vehicle": unit_types.is_air_vehicle(self),
            "is_naval": unit_types.is_naval(self),
            "is_infantry": unit_types.is_infantry(self),
            "is_conventional_infantry": code == "CI",
            "is_battle_armor": code == "BA",
            "is_aerospace": unit_types.is_aerospace(self),
            "is_fighter": code in ("AF", "CF"),
            "is_dropship": dropship,
            "is_mobile_structure": code == "MS",
            "is_ground_unit": unit_types.is_ground_unit(self),
            "is_large": dropship or code == "MS" or not self.specials.codes.isdisjoint(("LG", "VLG", "SLG")),
            "is_multi_arc": bool(self.arcs or self.sections),
            "tracks_heat": unit_types.tracks_heat(self),
            "base_kind": _base_kind(self),
            "all_codes": self.specials.codes.union(*inner),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __str__(self) -> str:
        return self.name

    @property
    def critical_tracks(self) -> Mapping[str, int]:
        return unit_types.critical_tracks(self)

    @property
    def size_name(self) -> str:
        return unit_types.SIZES.get(self.size, unit_types.SIZES[4])

    @property
    def type_name(self) -> str:
        return unit_types.UNIT_TYPES[self.type]


_BASE_KINDS: Final = {
    "PM": "protomech",
    "CI": "infantry",
    "BA": "battle_armor",
    "AF": "fighter",
    "CF": "fighter",
    "SC": "small_craft",
    "DA": "aerodyne_dropship",
    "DS": "spheroid_dropship",
    "MS": "mobile_structure",
}


def _base_kind(card: Card) -> str:
    """The kind of base and height: what field.bases is asked for."""
    if card.type in ("BM", "IM"):
        return "superheavy" if card.superheavy else "mech"
    if card.type in _BASE_KINDS:
        return _BASE_KINDS[card.type]
    for code, kind in (("SLG", "super_large"), ("VLG", "very_large"), ("LG", "large_vehicle")):
        if code in card.specials:
            return kind
    return "fighter" if card.move.has_thrust else "vehicle"


@formula("AS-INT-049", otherwise=lambda names: tuple(names))
def distinguished(names: Sequence[str]) -> tuple[str, ...]:
    """One name for each unit of a force: units of the same design are numbered, so that no two are alike."""
    count: dict[str, int] = {}
    result = []
    for name in names:
        count[name] = count.get(name, 0) + 1
        result.append(f"{name} {count[name]}" if names.count(name) > 1 else name)
    return tuple(result)


# -- reading and writing ------------------------------------------------------------------------------------------

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
_Count = Annotated[int, Field(ge=0, le=9999)]
_Finite = Annotated[float, Field(allow_inf_nan=False, strict=False)]
_Values = str | dict[Literal["S", "M", "L", "E"], str | int]
_List = str | list[str]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _ArcData(_Strict):
    damage: _Values | None = None
    STD: _Values | None = None
    SCAP: _Values | None = None
    MSL: _Values | None = None
    specials: _List = []


class _SectionData(_Strict):
    name: _Text
    at: Annotated[list[_Finite], Field(min_length=2, max_length=2)]
    armor: _Count
    structure: Annotated[int, Field(ge=1, le=9999)]
    damage: _Values | None = None
    specials: _List = []
    arcs: dict[str, _ArcData] = {}


class _CardData(_Strict):
    name: _Text
    type: Literal["BM", "IM", "PM", "CV", "SV", "AF", "CF", "DS", "DA", "SC", "MS", "CI", "BA"]
    size: Annotated[int, Field(ge=1, le=5)]
    move: str | Annotated[int, Field(ge=0, le=999)]
    armor: _Count
    structure: Annotated[int, Field(ge=1, le=9999)]
    damage: _Values | None = None
    tmm: Annotated[int, Field(ge=0, le=9)] | None = None
    ov: Annotated[int, Field(ge=0, le=4)] | None = None
    threshold: _Count | None = None
    specials: _List = []
    pv: _Count = 0
    role: _Text | None = None
    legs: Legs = "biped"
    superheavy: bool | None = None
    elements: Annotated[int, Field(ge=1, le=99)] = 1
    height: Annotated[float, Field(gt=0, le=99, allow_inf_nan=False, strict=False)] | None = None
    arcs: dict[str, _ArcData] = {}
    sections: list[_SectionData] = []
    id: str = ""
    chassis: str = ""
    model: str = ""
    era: _Text | None = None
    factions: list[_Text] = []
    source: str | None = None
    note: str | None = None
    training: bool = False


def card_from_data(data: Mapping[str, object], *, where: str = "") -> Card:
    """Make a card from the keys of a battle script. Whatever is wrong is one sentence that names the key."""
    if not isinstance(data, Mapping):
        raise InputError("A unit card is a list of keys such as name, type and move.", key=where or None)
    try:
        read = _CardData.model_validate(dict(data))
    except ValidationError as error:
        raise _complaint(error, data, where) from None
    specials = _read("specials", where, lambda: Specials.parse(read.specials))
    infantry = read.type in ("CI", "BA")
    move = _read("move", where, lambda: Move.parse(str(read.move), infantry=infantry))
    _read("move", where, lambda: _check_move(read.type, move))
    return Card(
        name=read.name,
        type=read.type,
        size=read.size,
        move=move,
        damage=_damage(read.damage, "damage", where),
        armor=read.armor,
        structure=read.structure,
        tmm=read.tmm if read.tmm is not None else tmm_for(move),
        ov=read.ov or 0,
        threshold=_threshold(read.threshold, specials),
        specials=specials,
        pv=read.pv,
        role=read.role,
        legs=read.legs,
        superheavy=_superheavy_by_default(read.type, specials) if read.superheavy is None else read.superheavy,
        elements=read.elements,
        height=read.height,
        arcs=_arcs(read.arcs, "arcs", where),
        sections=tuple(_section(part, f"sections.{number}", where) for number, part in enumerate(read.sections)),
        id=read.id,
        chassis=read.chassis,
        model=read.model,
        era=read.era,
        factions=tuple(read.factions),
        source=read.source,
        note=read.note,
        training=read.training,
    )


def card_to_data(card: Card) -> dict[str, object]:
    """The keys that make this card again; what is as usual is left out."""
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
        "superheavy": card.superheavy if card.superheavy != _superheavy_by_default(card.type, card.specials) else None,
        "elements": card.elements if card.elements != 1 else None,
        "height": card.height,
        "arcs": {name: _arc_to_data(arc) for name, arc in card.arcs.items()} or None,
        "sections": [_section_to_data(section) for section in card.sections] or None,
        "era": card.era,
        "factions": [*card.factions] or None,
        "source": card.source,
        "note": card.note,
        "training": card.training or None,
    }
    return {key: value for key, value in data.items() if value is not None and value != ""}


def _arc_to_data(arc: ArcCard) -> dict[str, object]:
    data: dict[str, object] = {"damage": str(arc.damage)}
    data |= {name: str(damage) for name, damage in (("SCAP", arc.scap), ("MSL", arc.msl)) if damage}
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
        known = [*dict.fromkeys(arc for names in MULTI_ARC.values() for arc in names)]
        # A large card may split an arc or add to it ("front 2"); the first word still says where it points.
        if name.split(" ")[0] not in known:
            raise InputError(f'"{given}" is not an arc; known are {", ".join(known)}.', key=_address(where, at))
        if arc.damage is not None and arc.STD is not None:
            raise InputError("Give damage or STD, not both: they are the same.", key=_address(where, at))
        specials = arc.specials
        result[name] = ArcCard(
            damage=_damage(arc.damage if arc.damage is not None else arc.STD, f"{at}.damage", where),
            specials=_read(f"{at}.specials", where, functools.partial(Specials.parse, specials)),
            scap=_damage(arc.SCAP, f"{at}.SCAP", where),
            msl=_damage(arc.MSL, f"{at}.MSL", where),
        )
    return result


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
        raise InputError(f"A {unit_types.UNIT_TYPES[unit_type]} has Thrust, not Move: write 6a or 4p.")
    if move.has_thrust and not flies and unit_type not in ("SV", "MS"):
        raise InputError(f"A {unit_types.UNIT_TYPES[unit_type]} has Move in inches, not Thrust.")
    if unit_type in ("CV", "SV") and move.standard and move.primary in ("", "j"):
        raise InputError('A vehicle\'s Move needs the letter of its motive type, as in 8"t, 10"w, 16"h or 26"v.')
    if unit_type not in ("CI", "BA") and ("f" in move or "m" in move):
        raise InputError("Only infantry moves on foot (f) or motorized (m).")


_EXPECTED: Final = {
    "damage": "text such as 2/3/3, or values such as {S: 2, M: 3, L: 3}",
    "STD": "text such as 2/3/3/1",
    "SCAP": "text such as 2/3/3/1",
    "MSL": "text such as 2/3/3/1",
    "specials": "a list such as [IF1, CASE]",
    "move": 'text such as 8" or 10"/6"j',
    "type": f"one of {', '.join(unit_types.UNIT_TYPES)}",
    "legs": "biped, quad or tripod",
}


def _complaint(error: ValidationError, data: object, where: str) -> InputError:
    """The first thing that is wrong, in one sentence with the key's address."""
    errors = error.errors(include_url=False)
    # Where a key takes several kinds of value, the kind that fits best got deepest into it.
    first = max((one for one in errors if one["loc"][:1] == errors[0]["loc"][:1]), key=lambda one: len(one["loc"]))
    path: list[str] = []
    for part in first["loc"]:
        if isinstance(data, list) and isinstance(part, int):
            data = data[part]
        elif isinstance(data, Mapping) and part in data:
            data = data.get(part)
        elif part == "[key]":
            data = path[-1]
            continue
        elif first["type"] != "missing" or part != first["loc"][-1]:
            continue
        path.append(str(part))
    address = _address(where, ".".join(path))
    key = path[-1] if path else ""
    match first["type"]:
        case "extra_forbidden":
            near = get_close_matches(key, CARD_KEYS, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]}?" if near else f"; known keys are {', '.join(CARD_KEYS)}."
            return InputError(f'"{key}" is not a key of a unit card{hint}', key=address)
        case "missing":
            return InputError(f'The card lacks "{key}".', key=address)
    expected = _EXPECTED.get(next((part for part in reversed(path) if part in _EXPECTED), ""))
    should = f"it should be {expected}." if expected else first["msg"].replace("Input should be", "it should be") + "."
    return InputError(f"{_shown(data)} is wrong here; {should}", key=address)


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool) or value is None else "A value of this kind"
    return text if len(text) <= 60 else text[:57] + "..."
