"""The words of the Movement Cost Table's columns and the units they mean (p. 34). Knows cards, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lancemate.alphastrike.cards.card import Card

    Key = Mapping[str, Mapping[str, Sequence[str]]]
    Found = dict[tuple[str, str, bool], frozenset[str]]

# A word means units by type code, or combat and support vehicles by movement code.
KEY: Final = rules.table(
    "AS-MOV-026",
    {
        "Mechs": {"types": ["BM", "IM"]},
        "IndustrialMechs": {"types": ["IM"]},
        "ProtoMechs": {"types": ["PM"]},
        "Infantry": {"types": ["CI", "BA"]},
        "Vehicles": {"codes": ["v", "g", "w", "w(b)", "w(m)", "t", "h", "r", "", "n", "s"]},
        "Air": {"codes": ["v", "g"]},
        "Ground": {"codes": ["w", "w(b)", "w(m)", "t", "h", "g", "r", ""]},
        "Naval": {"codes": ["n", "s"]},
        "Hover": {"codes": ["h"]},
        "Sub": {"codes": ["s"]},
        "Tracked": {"codes": ["t"]},
        "VTOL": {"codes": ["v"]},
        "Wheeled": {"codes": ["w", "w(b)", "w(m)"]},
        "WiGE": {"codes": ["g"]},
        "Rail": {"codes": ["r"]},
        "Aerospace": {"types": ["CF", "AF", "SC", "DS", "DA"]},
    },
)
rules.also("AS-FOR-097", KEY)
rules.also("AS-BAT-025", KEY)

RAILED: Final = ("RAIL", "MAG")  # abilities of vehicles that never leave their rail, whatever they move on
ROLLING: Final = ("t", "w")
CYCLES: Final = ("w(b)", "w(m)")

# The words that were found: by the book, and for each other version of the key.
_known: Found = {}
_changed: dict[int, tuple[Key, Found]] = {}


def words(by: Switched, card: Card) -> frozenset[str]:
    """Every word of the key that means a unit with this card."""
    known = _known if by.changed is None else _found_in(KEY.of(by))
    unit = card.type, card.move.primary, card.form_of is not None
    found = known.get(unit)
    if found is None:
        found = known[unit] = _words(KEY.of(by), card)
    return found


def _found_in(key: Key) -> Found:
    kept = _changed.get(id(key)) or _changed.setdefault(id(key), (key, {}))
    return kept[1]


def is_railed(by: Switched, card: Card) -> bool:
    """It runs on rails: by the way it moves, or by an ability."""
    return "Rail" in words(by, card) or (not card.all_codes.isdisjoint(RAILED) and railed_by_ability(by, card))


@rules.rule("AS-SPC-130", otherwise=False)
def railed_by_ability(by: Switched, card: Card) -> bool:
    """A vehicle with RAIL, or MAG, which is a kind of it."""
    return card.is_vehicle


def moves_by_code(card: Card) -> bool:
    """Its letter says how it moves on the ground: vehicles, and what rolls there on wheels of its own."""
    return card.is_vehicle or card.is_aerospace or has_turned_into_a_vehicle(card)


def has_turned_into_a_vehicle(card: Card) -> bool:
    """It is of another kind, and has taken a form with wheels or tracks."""
    return card.form_of is not None and card.move.primary in ROLLING


def _words(key: Key, card: Card) -> frozenset[str]:
    return frozenset(
        word
        for word, means in key.items()
        if (card.type in means.get("types", ()) and not has_turned_into_a_vehicle(card))
        or (moves_by_code(card) and card.move.primary in means.get("codes", ()))
    )
