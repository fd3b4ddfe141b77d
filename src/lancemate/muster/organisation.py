"""How armies are organised (pp. 113-116): groups of three schemes, how many units make the smallest, who may mix.

Knows groups and sizes; must not know formation types.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.ruleset import rules

INNER_SPHERE, CLAN, COMSTAR = "Inner Sphere", "Clan", "ComStar"
SCHEMES: Final = (INNER_SPHERE, CLAN, COMSTAR)


class Echelon(NamedTuple):
    """One row of the organisation table. ``least`` to ``most`` of ``parts`` make one."""

    group: str
    branch: str
    parts: str
    least: int
    most: int
    rank: str
    mech_above: bool = False  # above it, this branch is organised as 'Mechs are


ORGANISATION_INNER_SPHERE: Final = rules.table(
    "AS-FOR-022",
    [
        Echelon("Squad", "battle armor", "troopers", 4, 4, "Sergeant", True),
        Echelon("Squad", "conventional infantry", "troopers", 2, 8, "Corporal"),
        Echelon("Platoon", "conventional infantry", "squads", 3, 4, "Sergeant"),
        Echelon("Company", "conventional infantry", "platoons", 3, 4, "Captain", True),
        Echelon("Flight", "fighters", "fighters", 2, 2, "Lieutenant"),
        Echelon("Squadron", "fighters", "flights", 3, 3, "Captain"),
        Echelon("Wing", "fighters", "squadrons", 3, 4, "Major"),
        Echelon("Lance", "ground", "ground units", 4, 4, "Lieutenant"),
        Echelon("Company", "ground", "lances", 3, 4, "Captain"),
        Echelon("Battalion", "ground", "companies", 3, 4, "Major"),
        Echelon("Regiment", "ground", "battalions", 3, 4, "Colonel"),
        Echelon("Brigade", "ground", "regiments", 3, 6, "General"),
    ],
)

ORGANISATION_COMSTAR: Final = rules.table(
    "AS-FOR-023",
    [
        Echelon("Level I", "battle armor", "troopers", 6, 6, "Acolyte", True),
        Echelon("Level I", "conventional infantry", "troopers", 30, 36, "Acolyte", True),
        Echelon("Level I", "other", "unit", 1, 1, "Acolyte"),
        Echelon("Level II", "other", "Level Is", 6, 6, "Adept"),
        Echelon("Level III", "other", "Level IIs", 6, 6, "Adept (Demi-Precentor)"),
        Echelon("Level IV", "other", "Level IIIs", 6, 6, "Precentor"),
        Echelon("Level V", "other", "Level IVs", 6, 6, "Precentor"),
    ],
)

ORGANISATION_CLAN: Final = rules.table(
    "AS-FOR-024",
    [
        Echelon("Point", "battle armor", "troopers", 5, 5, "Point Commander", True),
        Echelon("Point", "conventional infantry", "troopers", 20, 25, "Point Commander"),
        Echelon("Point", "ProtoMechs", "ProtoMechs", 5, 5, "Point Commander", True),
        Echelon("Star", "'Mechs", "'Mechs", 5, 5, "Star Commander"),
        Echelon("Nova", "'Mechs", "'Mechs and as many infantry Points", 5, 5, "Star Commander or Nova Commander"),
        Echelon("Binary", "'Mechs", "Stars", 2, 2, "Star Captain or Nova Commander"),
        Echelon("Supernova Binary", "'Mechs", "Novas", 2, 2, "Star Captain or Nova Captain"),
        Echelon("Trinary", "'Mechs", "Stars", 3, 3, "Star Captain"),
        Echelon("Supernova Trinary", "'Mechs", "Novas", 3, 3, "Star Captain or Nova Captain"),
        Echelon("Cluster", "'Mechs", "Binaries or Trinaries", 3, 5, "Star Colonel"),
        Echelon("Galaxy", "'Mechs", "Clusters", 3, 5, "Galaxy Commander"),
        Echelon("Point", "vehicles and fighters", "units", 2, 2, "Point Commander"),
        Echelon("Star", "vehicles and fighters", "Points", 5, 5, "Star Commander"),
        Echelon("Binary", "vehicles and fighters", "Stars", 2, 2, "Star Captain"),
        Echelon("Trinary", "vehicles and fighters", "Stars", 3, 3, "Star Captain"),
        Echelon("Cluster", "vehicles and fighters", "Binaries or Trinaries", 3, 5, "Star Colonel"),
        Echelon("Galaxy", "vehicles and fighters", "Clusters", 3, 5, "Galaxy Commander"),
    ],
)

ORGANISATION: Final = {
    INNER_SPHERE: ORGANISATION_INNER_SPHERE.of(rules),
    CLAN: ORGANISATION_CLAN.of(rules),
    COMSTAR: ORGANISATION_COMSTAR.of(rules),
}

# Units of the smallest formation, by scheme and by what they are.
GROUND_SIZES: Final = rules.table(
    "AS-FOR-025",
    {
        INNER_SPHERE: {"'Mechs": 4, "vehicles": 4},
        CLAN: {"'Mechs": 5, "vehicles": 10},
        COMSTAR: {"'Mechs": 6, "vehicles": 6},
    },
)
FIGHTER_SIZES: Final = rules.table("AS-FOR-026", {INNER_SPHERE: 6, CLAN: 10, COMSTAR: 6, "flight": 2})
# Troopers of one card are words, its values rule; grouped they are as many as the faction's 'Mechs.
INFANTRY_SIZES: Final = rules.table(
    "AS-FOR-027",
    {
        INNER_SPHERE: {"units": 4, "fewest troopers": 8, "most troopers": 28},
        CLAN: {"units": 5, "fewest troopers": 20, "most troopers": 25},
        COMSTAR: {"units": 6, "fewest troopers": 30, "most troopers": 36},
    },
)
SUITS: Final = rules.table("AS-FOR-028", {INNER_SPHERE: 4, CLAN: 5, COMSTAR: 6})

PROTOMECHS_IN_A_POINT: Final = 5

NAMES: Final = {INNER_SPHERE: "Lance", CLAN: "Star", COMSTAR: "Level II"}
SQUADRON: Final = "Squadron"


def formation_word(scheme: str, *, aerospace: bool = False) -> str:
    """What the scheme calls its smallest formation."""
    return SQUADRON if aerospace and scheme == INNER_SPHERE else NAMES[scheme]


def kind_of(card: Card) -> str:
    """The branch a unit is organised under."""
    if card.is_aerospace:
        return "fighters" if card.is_fighter else "craft"
    if card.is_battle_armor:
        return "battle armor"
    if card.is_conventional_infantry:
        return "conventional infantry"
    if card.is_protomech:
        return "ProtoMechs"
    return "'Mechs" if card.is_mech else "vehicles"


def full_strength(scheme: str, kind: str) -> int:
    """How many units of a kind make the smallest formation."""
    if kind in ("fighters", "craft"):
        return FIGHTER_SIZES.of(rules)[scheme]
    if kind in ("battle armor", "conventional infantry"):
        return INFANTRY_SIZES.of(rules)[scheme]["units"]
    if kind == "ProtoMechs":
        return GROUND_SIZES.of(rules)[scheme]["'Mechs"] * PROTOMECHS_IN_A_POINT
    return GROUND_SIZES.of(rules)[scheme]["vehicles" if kind == "vehicles" else "'Mechs"]


class Mixture(NamedTuple):
    """Why the units of a formation do not belong together."""

    text: str
    rule: str


def mixture(scheme: str, cards: Iterable[Card], *, specialised: bool) -> Mixture | None:
    """What speaks against these units in one formation, or None. A matter of custom, not a ban."""
    units = tuple(cards)
    if not units or comstar_mixes(scheme) or specialised_mixes(specialised):
        return None
    return _inner_sphere_mixture(units) if scheme != CLAN else _clan_mixture(units)


@rules.formula("AS-FOR-032", otherwise=False)
def comstar_mixes(scheme: str) -> bool:
    """A Level II may be any mix of units."""
    return scheme == COMSTAR


@rules.formula("AS-FOR-033", otherwise=False)
def specialised_mixes(specialised: bool) -> bool:
    """So may Support, Mechanized, Nova and Air formations; Transport Squadrons say so themselves."""
    return specialised


@rules.formula("AS-FOR-030", otherwise=None)
def _inner_sphere_mixture(cards: tuple[Card, ...]) -> Mixture | None:
    """A lance is all 'Mechs, all vehicles that move alike, all battle armor, or all platoons that move alike."""
    text = _differences(cards)
    if text is None and {card.type for card in cards} == {"AF", "CF"}:
        text = "aerospace and conventional fighters do not fly in one squadron"
    return Mixture(text, "AS-FOR-030") if text is not None else None


@rules.formula("AS-FOR-031", otherwise=None)
def _clan_mixture(cards: tuple[Card, ...]) -> Mixture | None:
    """A Star is 'Mechs, or vehicles that move alike, or fighters."""
    text = _differences(cards)
    return Mixture(text, "AS-FOR-031") if text is not None else None


def _differences(cards: tuple[Card, ...]) -> str | None:
    kinds = list(dict.fromkeys(map(kind_of, cards)))
    if len(kinds) > 1:
        return f"{' and '.join(kinds)} are not of one kind"
    if kinds[0] in ("vehicles", "conventional infantry"):
        modes = sorted({card.move.primary for card in cards})
        if len(modes) > 1:
            return f"its {kinds[0]} move in different ways ({', '.join(modes)})"
    return None
