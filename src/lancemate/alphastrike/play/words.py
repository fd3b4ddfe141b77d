"""What optional modules say of a unit in scripts: a key each, kept as a note and shown again in its state.

A module enters its words; scripts, states and saves read them here. Knows no module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError
from lancemate.kernel.memory import Key
from lancemate.kernel.reading import Reader
from lancemate.kernel.ruleset import Entries

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Reads: TypeAlias = "Callable[[Reader, str, Card], JSON]"


@dataclass(frozen=True, slots=True)
class UnitWord:
    """One key: the note it is kept as, the module it belongs to, how it is read."""

    note: Key[Any]
    option: str
    reads: Reads | None = None  # None for what only follows from the rest
    beside_skill: bool = False  # it is said of a unit before the battle as well
    shows: Callable[[Battle, Unit], JSON] | None = None  # in the state; the note itself, when nothing is said
    status: bool = False  # it is a word of ``status``
    examples: Callable[[Card], tuple[JSON, ...]] | None = None  # what it may be, for those who draw units


@dataclass(frozen=True, slots=True)
class OrderWord:
    """A key of an order that belongs to a module."""

    order: str
    key: str
    option: str


unit_words: Entries[UnitWord] = rules.entries("unit words")
order_words: Entries[OrderWord] = rules.entries("order words")


def unit_word(
    note: Key[Any],
    option: str,
    reads: Reads | None = None,
    *,
    beside_skill: bool = False,
    shows: Callable[[Battle, Unit], JSON] | None = None,
    status: bool = False,
    examples: Callable[[Card], tuple[JSON, ...]] | None = None,
) -> UnitWord:
    """Enter a word under the name of its note."""
    return unit_words.add(note.name, UnitWord(note, option, reads, beside_skill, shows, status, examples))


def order_word(order: str, key: str, option: str) -> OrderWord:
    return order_words.add(f"{order}.{key}", OrderWord(order, key, option))


def beside_skill() -> tuple[str, ...]:
    """The words that are said of a unit before the battle."""
    return tuple(name for name, word in unit_words.items() if word.beside_skill)


def read_words(reader: Reader, card: Card, names: Iterable[str]) -> dict[str, JSON]:
    """Notes from the words of a unit; ``null`` is what holds anyway."""
    found: dict[str, JSON] = {}
    for name in names:
        word = unit_words[name]
        if name in reader and word.reads is not None and reader.raw(name) is not None:
            found |= word.note.entry(word.reads(reader, name, card))
    return found


def check_words(names: Iterable[str], options: frozenset[str], where: str) -> None:
    """A word of a module that is off is an error."""
    for name in names:
        word = unit_words.get(name)
        if word is not None and word.option not in options:
            raise InputError(f"{name} is a word of the option {word.option}, which is off", key=f"{where}.{name}")


def check_order(order: str, given: Mapping[str, Any], options: frozenset[str], where: str) -> None:
    terms = hooks.deed_terms.get(str(given.get("do"))) if order == "act" else None
    if terms is not None and terms.option not in options:
        raise InputError(f"{given['do']} is a word of the option {terms.option}, which is off", key=f"{where}.do")
    for word in order_words.values():
        if word.order == order and given.get(word.key) not in (None, False) and word.option not in options:
            text = f"{word.key} is a word of the option {word.option}, which is off"
            raise InputError(text, key=f"{where}.{word.key}")


def show_words(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """The words of the modules that are on, as they hold now."""
    return {
        name: encode(word.note.of(unit)) if word.shows is None else word.shows(battle, unit)
        for name, word in unit_words.items()
        if word.option in battle.options
    }


def status_words(battle: Battle, unit: Unit) -> list[str]:
    return [
        name
        for name, word in unit_words.items()
        if word.status and word.option in battle.options and unit.in_play and word.note.of(unit)
    ]


def one_of(*known: str) -> Reads:
    """A word that is one of these."""
    return lambda reader, name, card: reader.one_of(name, known)


def flag(reader: Reader, name: str, card: Card) -> JSON:
    return reader.flag(name)


def whole(most: int) -> Reads:
    return lambda reader, name, card: reader.whole(name, most=most)


def text(reader: Reader, name: str, card: Card) -> JSON:
    return reader.text(name)


def anything(reader: Reader, name: str, card: Card) -> JSON:
    return reader.raw(name)
