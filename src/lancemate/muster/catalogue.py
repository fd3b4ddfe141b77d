"""The catalogue: unit cards and sample forces that come with the game (data in catalogue/*.yaml), and imported units.

Knows where the cards are and how to find one; must not know how a force is built or played. ``all`` is the same on
every machine; ``find`` and ``search`` also see what the user has imported on this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final, cast

import yaml

from lancemate.alphastrike.card import Card, card_from_data, distinguished
from lancemate.alphastrike.move_value import Move
from lancemate.alphastrike.points import point_value
from lancemate.kernel.codec import decode
from lancemate.kernel.errors import InputError
from lancemate.muster.imports.shelf import folded, shelf

UNIT_FILES: Final = (
    "sample_units",
    "generated_units",
    "training_mechs",
    "training_protomechs",
    "training_infantry",
    "training_vehicles",
    "training_artillery",
    "training_support",
    "training_aerospace",
    "training_structures",
)
FORCE_FILE: Final = "sample_forces"


@dataclass(frozen=True, slots=True)
class Member:
    """A pilot or crew of a sample force, with its unit."""

    name: str
    rank: str
    unit: str  # id of its card
    skill: int
    pv: int  # as printed
    callsign: str | None = None
    granted: tuple[str, ...] = ()  # pilot abilities that come with the formation
    bought: tuple[str, ...] = ()  # pilot abilities of its own

    @property
    def card(self) -> Card:
        return find(self.unit)

    @property
    def abilities(self) -> tuple[str, ...]:
        return self.granted + self.bought

    @property
    def cost(self) -> int:
        """Worked out from the card and the Skill."""
        return point_value(self.card.pv, self.skill)


@dataclass(frozen=True, slots=True)
class Formation:
    name: str
    type: str
    page: int
    pv: int
    bonus: tuple[str, ...]
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Force:
    """One of the sample forces."""

    id: str
    name: str
    faction: str
    setting: str
    source: str
    pv: int
    command_abilities: tuple[str, ...]
    formations: tuple[Formation, ...]
    notes: tuple[str, ...] = ()

    @property
    def unit_names(self) -> tuple[str, ...]:
        """A name for each member's unit, all different."""
        return distinguished([member.card.name for member in self.members])

    @property
    def members(self) -> tuple[Member, ...]:
        return tuple(member for formation in self.formations for member in formation.members)


def all() -> tuple[Card, ...]:
    """Every card that comes with the game, in the order of the files."""
    return tuple(_cards().values())


def imported() -> tuple[Card, ...]:
    """The cards the user has imported, in the order they came."""
    return shelf().cards()


def is_built_in(unit_id: str) -> bool:
    return unit_id in _cards()


def find(name: str) -> Card:
    """The card with this name or id; letter case and spaces at the ends do not matter.

    Of two cards with one name the one that comes with the game is found; the other has an id of its own.
    """
    wanted = folded(name)
    found = _by_name().get(wanted) or shelf().find(wanted)
    if found is None:
        near = get_close_matches(wanted, (*_by_name(), *shelf().names), n=1, cutoff=0.4)
        hint = f'; did you mean "{find(near[0]).name}"?' if near else "."
        raise InputError(f'No unit "{name[:120]}" in the catalogue{hint}')
    return found


def search(
    *,
    type: str | None = None,
    size: int | None = None,
    role: str | None = None,
    pv: tuple[int, int] | None = None,
    move: str | None = None,
    ability: str | None = None,
    text: str | None = None,
    training: bool | None = None,
    imported: bool | None = None,
) -> tuple[Card, ...]:
    """Cards that fit everything asked for. ``move`` is a movement code (``h``), ``pv`` a range with both ends."""
    built_in = all() if imported is not True else ()
    others = shelf().cards() if imported is not False else ()
    return tuple(
        card
        for card in built_in + others
        if (type is None or card.type == type.upper())
        and (size is None or card.size == size)
        and (role is None or folded(card.role or "") == folded(role))
        and (pv is None or pv[0] <= card.pv <= pv[1])
        and (move is None or _moves(card.move, move))
        and (ability is None or _has(card, ability))
        and (text is None or any(folded(text) in words for words in _texts(card)))
        and (training is None or card.training == training)
    )


def forces() -> tuple[Force, ...]:
    """The sample forces, in the order of the book."""
    return tuple(_forces().values())


def force(name: str) -> Force:
    """The sample force with this name or id."""
    names = {folded(key): force for force in forces() for key in (force.id, force.name)}
    wanted = folded(name)
    if wanted not in names:
        known = ", ".join(f"{force.id} ({force.name})" for force in forces())
        raise InputError(f'No force "{name}" in the catalogue; known are {known}.')
    return names[wanted]


def _moves(move: Move, code: str) -> bool:
    return code.strip().lower() in move


def _has(card: Card, ability: str) -> bool:
    found = card.specials.find(ability)
    return found is not None or ability.strip().upper() in card.all_codes


def _texts(card: Card) -> Iterator[str]:
    words = (card.id, card.name, card.role or "", card.era or "", card.note or "", str(card.specials), *card.factions)
    return map(folded, words)


@cache
def _cards() -> Mapping[str, Card]:
    cards: dict[str, Card] = {}
    for file in UNIT_FILES:
        for number, data in enumerate(_entries(file)):
            card = card_from_data(data, where=f"{file}.{data.get('id', number)}")
            if not card.id or card.id in cards:
                raise InputError(f'The id "{card.id}" is missing or stands twice.', file=f"{file}.yaml")
            cards[card.id] = card
    return cards


@cache
def _by_name() -> Mapping[str, Card]:
    return {folded(key): card for card in all() for key in (card.name, card.id)}


@cache
def _forces() -> Mapping[str, Force]:
    return {force.id: force for force in (decode(Force, data) for data in _entries(FORCE_FILE))}


def _entries(file: str) -> list[dict[str, object]]:
    text = files("lancemate.muster").joinpath("catalogue", f"{file}.yaml").read_text(encoding="utf-8")
    return cast(list[dict[str, object]], yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
