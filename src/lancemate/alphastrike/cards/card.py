"""A unit's card: the immutable value the rules read.

Knows what a card says; must not know a battle, a pilot or a catalogue. How cards are read and checked: card_data.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Literal

from lancemate.alphastrike.cards import unit_types
from lancemate.alphastrike.cards.damage_value import NO_DAMAGE, Damage
from lancemate.alphastrike.cards.move_value import Move
from lancemate.alphastrike.cards.specials import NO_SPECIALS, Special, Specials
from lancemate.alphastrike.cards.years import Years
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.values import frozen

# Arcs of the cards that have several, and the damage classes of a DropShip.
MULTI_ARC: Final = rules.table(
    "AS-INT-047",
    {"large unit": ["front", "left", "right", "aft"], "DropShip": ["nose", "left", "right", "aft"]},
)

Legs = Literal["biped", "quad", "tripod"]


@frozen
class ArcCard:
    """Weapons of one arc: standard, sub-capital and capital missile damage, and the abilities that fire there."""

    damage: Damage = NO_DAMAGE
    specials: Specials = NO_SPECIALS
    scap: Damage = NO_DAMAGE
    msl: Damage = NO_DAMAGE
    cap: Damage = NO_DAMAGE

    @property
    def weapons(self) -> Specials:
        """Its abilities, capital weapons and missiles among them."""
        large = (("CAP", self.cap), ("SCAP", self.scap), ("MSL", self.msl))
        heavy = [Special(code, strength=damage) for code, damage in large if damage.harms]
        return Specials((*self.specials, *heavy)) if heavy else self.specials


@frozen
class SectionCard:
    """One section of a mobile structure: its own armor, structure and weapons, and its place in the whole (inches)."""

    name: str
    at: tuple[float, float]
    armor: int
    structure: int
    damage: Damage = NO_DAMAGE
    specials: Specials = NO_SPECIALS
    arcs: Mapping[str, ArcCard] = field(default_factory=dict, hash=False)


@frozen
class Stats:
    """Values that damage wears down, before heat, riders and terrain: as printed, or what is left of them."""

    move: Mapping[str, float]  # inches per mode: "ground", "jump", "submarine"; or "thrust"
    tmm: int
    damage: Damage
    immobilized: bool  # nothing is left of its Move

    @property
    def thrust(self) -> float:
        return self.move.get("thrust", 0.0)


def _derived() -> Any:
    return field(init=False, repr=False, compare=False, metadata={"hidden": True})


@frozen
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
    beasts: bool = False  # infantry that rides
    superheavy: bool = False
    building: bool = False  # an advanced building with a card of its own
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
    # What lists of units know besides; no rule of play reads it.
    year: int | None = None  # in which it was introduced
    years: Years = ()  # in which somebody fields it; () is not known
    fielded: Mapping[str, Years] = field(default_factory=dict, hash=False)  # the same by faction; empty is not known
    tech: str | None = None  # Inner Sphere, Clan, Mixed
    level: str | None = None  # of the rules: Introductory, Standard, Advanced ...
    tons: float | None = None
    books: tuple[str, ...] = ()  # that describe it
    training: bool = False  # invented for exercises, not a published design
    form_of: Card | None = field(default=None, repr=False, compare=False)  # the printed card, of another form of it

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
    critical_tracks: Mapping[str, int] = _derived()
    all_codes: frozenset[str] = _derived()  # every ability anywhere on the card
    printed: Stats = field(init=False, repr=False, compare=False, metadata={"hidden": True})

    def __post_init__(self) -> None:
        code = self.type
        dropship = unit_types.is_dropship(self)
        arcs = [*self.arcs.values(), *(arc for section in self.sections for arc in section.arcs.values())]
        inner = [*(arc.specials.codes for arc in arcs), *(section.specials.codes for section in self.sections)]
        move = {mode: float(inches) for mode, inches in self.move.by_mode.items()}
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
            "critical_tracks": unit_types.critical_tracks(self),
            "all_codes": self.specials.codes.union(*inner),
            "printed": Stats(move, self.tmm, self.damage, max(move.values(), default=0.0) <= 0),
        }
        for name, given in derived.items():
            object.__setattr__(self, name, given)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __str__(self) -> str:
        return self.name

    @property
    def damage_shown(self) -> str:
        """Its damage in one word; what fires by arc or section has no single one."""
        if self.damage.harms or not self.is_multi_arc:
            return str(self.damage)
        return "by section" if self.sections else "by arc"

    @property
    def size_name(self) -> str:
        names = unit_types.SIZES.of(rules)
        return names.get(self.size, names[4])

    @property
    def type_name(self) -> str:
        return unit_types.UNIT_TYPES.of(rules)[self.type]


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
    """The kind of base and height: what bases.py is asked for."""
    if card.type in ("BM", "IM"):
        return "superheavy" if card.superheavy else "mech"
    if card.type in _BASE_KINDS:
        return _BASE_KINDS[card.type]
    for code, kind in (("SLG", "super_large"), ("VLG", "very_large"), ("LG", "large_vehicle")):
        if code in card.specials:
            return kind
    return "fighter" if card.move.has_thrust else "vehicle"


@rules.formula("AS-INT-049", otherwise=lambda names: tuple(names))
def distinguished(names: Sequence[str]) -> tuple[str, ...]:
    """One name for each unit of a force: units of the same design are numbered, so that no two are alike."""
    count: dict[str, int] = {}
    result = []
    for name in names:
        count[name] = count.get(name, 0) + 1
        result.append(f"{name} {count[name]}" if names.count(name) > 1 else name)
    return tuple(result)


# The reader knows cards, and cards know how to be read: so it comes when one is read.


def card_from_data(data: Mapping[str, object], *, where: str = "") -> Card:
    """Make a card from the keys of a battle script. Whatever is wrong is one sentence that names the key."""
    from lancemate.alphastrike.cards import card_data

    return card_data.read_card(data, where)


def card_to_data(card: Card) -> dict[str, object]:
    """The keys that make this card again; what is as usual is left out."""
    from lancemate.alphastrike.cards import card_data

    return card_data.write_card(card)
