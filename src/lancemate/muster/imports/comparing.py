"""Two lists of units side by side: which units both have, where their cards differ, and what only one of them has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from lancemate.alphastrike.cards.card import Card
from lancemate.kernel.codec import JSON
from lancemate.kernel.values import frozen
from lancemate.muster.imports.finding import folded_key
from lancemate.muster.imports.settling import Difference, differences


@frozen
class Unlike:
    """A unit that both lists have, with other values."""

    name: str
    differences: tuple[Difference, ...]


@frozen
class Comparison:
    shared: int
    unlike: tuple[Unlike, ...]
    only_one: tuple[str, ...]
    only_other: tuple[str, ...]

    @property
    def by_field(self) -> list[tuple[str, int]]:
        """In how many units each field differs, the most frequent first."""
        return Counter(what.field for pair in self.unlike for what in pair.differences).most_common()

    def to_data(self) -> dict[str, JSON]:
        return {
            "shared": self.shared,
            "alike": self.shared - len(self.unlike),
            "differences": [
                {"name": pair.name, "fields": {what.field: [what.one, what.other] for what in pair.differences}}
                for pair in self.unlike
            ],
            "only_one": list(self.only_one),
            "only_other": list(self.only_other),
        }


def compared(one: Iterable[Card], other: Iterable[Card]) -> Comparison:
    """Units are the same by id, or else by name and type."""
    others = list(other)
    by_id = {card.id: card for card in others}
    by_name: dict[tuple[str, str], Card] = {}
    for card in others:
        by_name.setdefault(_name(card), card)
    unlike: list[Unlike] = []
    only: list[str] = []
    met: set[str] = set()
    for card in one:
        found = _same(card, by_id, by_name)
        if found is None or found.id in met:
            only.append(card.name)
            continue
        met.add(found.id)
        if unequal := tuple(differences(card, found)):
            unlike.append(Unlike(card.name, unequal))
    left = tuple(_names(card for card in others if card.id not in met))
    return Comparison(len(met), tuple(unlike), tuple(only), left)


def _same(card: Card, by_id: Mapping[str, Card], by_name: Mapping[tuple[str, str], Card]) -> Card | None:
    """By name before by id where several units share a number."""
    found = by_name.get(_name(card))
    return found if found is not None and found.id == card.id else by_id.get(card.id, found)


def _name(card: Card) -> tuple[str, str]:
    return folded_key(card.name), card.type


def _names(cards: Iterable[Card]) -> Iterator[str]:
    return (card.name for card in cards)
