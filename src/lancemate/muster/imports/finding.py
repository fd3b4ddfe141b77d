"""Finds the card that another program means: by the number of the Master Unit List, by key, by chassis and model.

Knows how others write a unit's name; must not know formats.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.muster import catalogue

_NO_SIGN: Final = re.compile(r"[^a-z0-9]")
TYPE_LETTERS: Final = (2, 3, 0)  # how many letters before the chassis may name the type


class Named(NamedTuple):
    """A unit as another program names it; any part may be missing."""

    chassis: str = ""
    model: str = ""
    key: str = ""  # of MekBay: type, chassis and model, letters and digits only
    mul: int | None = None  # number of the Master Unit List

    def __str__(self) -> str:
        words = " ".join(filter(None, (self.chassis, self.model))) or self.key.replace("_", " ")
        return words or f"number {self.mul} of the Master Unit List"


def folded_key(text: str) -> str:
    """Letters and digits only, in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text[:200]).encode("ascii", "ignore").decode().lower()
    return _NO_SIGN.sub("", plain)


class Known:
    """The cards there are: those of the catalogue, those imported, and whatever else is at hand."""

    def __init__(self, others: Iterable[Card] = ()) -> None:
        self._by_id: dict[str, Card] = {}
        self._by_name: dict[str, Card] = {}
        for card in (*catalogue.all(), *others, *catalogue.imported()):
            self._by_id.setdefault(card.id, card)
            self._by_name.setdefault(_own_key(card), card)
            for name in (card.name, f"{card.chassis} {card.model}", f"{card.model} {card.chassis}"):
                self._by_name.setdefault(folded_key(name), card)

    def find(self, named: Named) -> Card | None:
        """The card that is meant, or none."""
        by_number = self._by_id.get(f"mul_{named.mul}") if named.mul else None
        if by_number is not None:
            return by_number
        for name in _spellings(named):
            if name in self._by_name:
                return self._by_name[name]
        return None


def _own_key(card: Card) -> str:
    return f"{folded_key(card.chassis)}_{folded_key(card.model)}" if card.chassis else folded_key(card.name)


def _spellings(named: Named) -> Iterable[str]:
    if named.chassis:
        yield f"{folded_key(named.chassis)}_{folded_key(named.model)}"
        yield folded_key(f"{named.chassis} {named.model}")
    chassis, _, model = named.key.partition("_")
    for letters in TYPE_LETTERS if chassis else ():
        bare = folded_key(chassis)[letters:]
        if bare:
            yield f"{bare}_{folded_key(model)}"
            yield bare + folded_key(model)


def same_stats(one: Card, other: Card) -> bool:
    """Both cards play alike, whatever else is written on them."""
    return _stats(one) == _stats(other)


def _stats(card: Card) -> tuple[object, ...]:
    numbers = (card.type, card.size, str(card.move), card.tmm, str(card.damage), card.ov, card.armor, card.structure)
    return (*numbers, card.pv, frozenset(special.text for special in card.specials), _frozen(card.arcs))


def _frozen(arcs: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, str(arc)) for name, arc in arcs.items()))
