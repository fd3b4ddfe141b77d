"""The cards that random battles draw from: those that come with the game, or a shelf of somebody's own.

Everything that is drawn follows from the generator and the pool. Knows cards; must not know squads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.errors import InputError
from lancemate.muster import catalogue

Fits = Callable[[Card], bool]
SHELF: Final = "shelf"  # in place of a file, what has been imported on this machine

_own: list[tuple[Card, ...]] = []  # pools in use, the one that counts last


def those(*fits: Fits) -> tuple[Card, ...]:
    """The cards that fit everything; of a shelf that has none, those that come with the game."""
    found = tuple(card for card in _own[-1] if all(one(card) for one in fits)) if _own else ()
    return found or tuple(card for card in catalogue.all() if all(one(card) for one in fits))


@contextmanager
def drawing_from(cards: Sequence[Card]) -> Iterator[None]:
    """Draw from these cards meanwhile."""
    _own.append(tuple(cards))
    try:
        yield
    finally:
        _own.pop()


@cache
def cards_of(name: str) -> tuple[Card, ...]:
    """The cards of a file of units, or of the user's own shelf."""
    from lancemate.muster.imports.reading import read_files

    if name == SHELF and not Path(name).exists():
        found = catalogue.imported()
    else:
        found = tuple(card for report in read_files([name]) for card in report.cards)
    if not found:
        raise InputError(f"there are no units in {name}", key="--cards")
    return found


# -- what to look for -----------------------------------------------------------------------------------------


def of_type(*types: str) -> Fits:
    return lambda card: card.type in types


def carrying(*codes: str) -> Fits:
    """At least one of these abilities, in a turret or an arc too."""
    wanted = frozenset(codes)
    return lambda card: not card.all_codes.isdisjoint(wanted)


def lacking(*codes: str) -> Fits:
    wanted = frozenset(codes)
    return lambda card: card.all_codes.isdisjoint(wanted)


def moving(*modes: str) -> Fits:
    return lambda card: any(mode in card.move for mode in modes)


def grounded(card: Card) -> bool:
    return not card.move.has_thrust


def ashore(card: Card) -> bool:
    """It neither swims nor dives."""
    return "n" not in card.move and "s" not in card.move
