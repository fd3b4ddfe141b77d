"""The gate every imported card goes through, whatever list it comes from.

Takes the keys of a card as a reader found them and gives a sound card with remarks, or an InputError that says what is
wrong. Must not know formats or files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lancemate.alphastrike.cards.card import Card, card_from_data
from lancemate.alphastrike.cards.move_value import tmm_for
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen
from lancemate.muster.imports.abilities import read_abilities
from lancemate.muster.imports.texts import LONGEST, clean, short
from lancemate.muster.roles import role_as_listed

MOST_ARCS: Final = 12
MOST_SECTIONS: Final = 24
MOST_FACTIONS: Final = 300
MOST_BOOKS: Final = 40
DEEPEST: Final = 6

# Types that other lists have and that never stand on an Alpha Strike table.
NOT_PLAYED: Final = {
    "JS": "JumpShips",
    "WS": "WarShips",
    "SS": "Space stations",
    "BD": "Buildings are terrain; they",
    "UNKNOWN": "Weapons without a unit",
}
ARMED_BY_ARC: Final = ("DS", "DA", "SC")


@frozen
class Checked:
    card: Card
    remarks: tuple[str, ...]


def check(data: Mapping[str, object], *, leave_out_unknown: bool = False) -> Checked:
    """A card from its keys. With ``leave_out_unknown`` abilities nobody knows are left out instead of refused."""
    keys = {clean(str(key)): _cleaned(value) for key, value in data.items()}
    check_type(keys.get("type"))
    remarks: list[str] = []
    _check_stands(keys)
    _mend_abilities(keys, remarks, leave_out_unknown)
    if isinstance(role := keys.get("role"), str):
        keys["role"] = role_as_listed(role)
    card = card_from_data(keys)
    _check_amounts(card)
    if card.ov and not card.tracks_heat:
        keys.pop("ov")
        card = card_from_data(keys)
        remarks.append(f"A {card.type_name} has no Overheat Value; it was left out.")
    remarks += _oddities(card)
    return Checked(card, tuple(remarks))


def check_type(unit_type: object) -> None:
    if isinstance(unit_type, str) and unit_type in NOT_PLAYED:
        raise InputError(f"{NOT_PLAYED[unit_type]} are not played here.", key="type")


def _check_stands(keys: Mapping[str, object]) -> None:
    """What neither moves nor has structure of its own is no unit."""
    move = keys.get("move")
    if keys.get("structure") == 0 and isinstance(move, str | int) and not str(move).strip('0"trwhnsg '):
        raise InputError(
            "A gun turret without structure is no unit: it belongs to the building that it stands on.", key="structure"
        )


def _cleaned(value: object, depth: int = 0) -> object:
    if isinstance(value, str):
        if len(value) > 2 * LONGEST:
            raise InputError(f'A text of {len(value)} letters is too long: "{short(value, 40)}"')
        return clean(value)
    if depth >= DEEPEST:
        raise InputError("Values are nested deeper than any card.")
    if isinstance(value, list):
        return [_cleaned(one, depth + 1) for one in value]
    if isinstance(value, Mapping):
        return {clean(str(key)): _cleaned(one, depth + 1) for key, one in value.items()}
    return value


def _mend_abilities(holder: dict[str, object], remarks: list[str], leave_out_unknown: bool) -> None:
    """Mend the abilities of a card, and of its arcs and sections, in place."""
    given = holder.get("specials")
    if isinstance(given, str) or (isinstance(given, list) and all(isinstance(one, str) for one in given)):
        found = read_abilities(given)
        if found.problems and not leave_out_unknown:
            raise InputError(" ".join(found.problems), key="specials")
        if found.role is not None and role_as_listed(str(holder.get("role") or "")) is None:
            holder["role"] = found.role
        remarks += found.remarks
        remarks += [f"Left out: {problem}" for problem in found.problems]
        holder["specials"] = found.texts
    inner = [*_mappings(holder.get("arcs")), *_mappings(holder.get("sections"))]
    for part in inner:
        _mend_abilities(part, remarks, leave_out_unknown)


def _mappings(value: object) -> list[dict[str, object]]:
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in values if isinstance(one, dict)]


def _check_amounts(card: Card) -> None:
    for key, text in (("id", card.id), ("chassis", card.chassis), ("model", card.model), ("source", card.source or "")):
        if len(text) > LONGEST:
            raise InputError(f"A text of {len(text)} letters is too long.", key=key)
    for key, found, most in (
        ("arcs", len(card.arcs), MOST_ARCS),
        ("sections", len(card.sections), MOST_SECTIONS),
        ("factions", len(card.factions), MOST_FACTIONS),
        ("fielded", len(card.fielded), MOST_FACTIONS),
        ("books", len(card.books), MOST_BOOKS),
    ):
        if found > most:
            raise InputError(f"{found} are more than any card has; at most {most} are read.", key=key)


def _oddities(card: Card) -> list[str]:
    """What a card can be played with, but its owner should know."""
    odd = [
        f"{special.text} is not an ability of a {card.type_name}."
        for special in card.specials
        if not special.ability.carried_by(card.type)
    ]
    if not card.pv:
        odd.append("It has no Point Value.")
    if card.type in ARMED_BY_ARC and not card.arcs:
        odd.append(f"A {card.type_name} usually has weapons by arc; this one has a single row of damage for all.")
    usual = tmm_for(card.move)
    if card.tmm != usual:
        odd.append(f"TMM {card.tmm} is unusual for Move {card.move}: most cards have {usual}.")
    return odd
