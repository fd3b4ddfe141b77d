"""What optional modules say in scripts: of units, of terrain, and with orders.

A module enters its words; scripts, states and saves read them here. A word of a unit is kept as a note and shown again
in its state, one of a piece of terrain is among its properties. Knows no module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON, encode
from lancemate.kernel.errors import InputError, refuse
from lancemate.kernel.memory import Key
from lancemate.kernel.reading import Reader
from lancemate.kernel.ruleset import Entries
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Reads: TypeAlias = "Callable[[Reader, str, Card], JSON]"
Modules: TypeAlias = "str | tuple[str, ...]"  # the option a word belongs to, or several that share it


@frozen
class UnitWord:
    """One key: the note it is kept as, the modules it belongs to, how it is read."""

    note: Key[Any]
    options: tuple[str, ...]  # one of which must be on
    reads: Reads | None = None  # None for what only follows from the rest
    beside_skill: bool = False  # it is said of a unit before the battle as well
    shows: Callable[[Battle, Unit], JSON] | None = None  # in the state; the note itself, when nothing is said
    status: bool = False  # it is a word of ``status``
    examples: Callable[[Card], tuple[JSON, ...]] | None = None  # what it may be, for those who draw units


@frozen
class OrderWord:
    """A key of an order that belongs to a module."""

    order: str
    key: str
    options: tuple[str, ...]


@frozen
class TerrainWord:
    """A key of a piece of terrain: the kinds that have it (any, when none is named), whose it is, how it is read."""

    kinds: tuple[str, ...]
    reads: Callable[[Reader, str], JSON]
    options: tuple[str, ...] = ()  # one of which must be on; none, where it is always known


unit_words: Entries[UnitWord] = rules.entries("unit words")
terrain_words: Entries[TerrainWord] = rules.entries("terrain words")
# Kinds of terrain that a script may draw only with one of these modules.
terrain_kinds: Entries[tuple[str, ...]] = rules.entries("terrain kinds")
# What ``type`` may be of a kind of terrain that is no structure; the first, when nothing is said.
terrain_types: Entries[tuple[str, ...]] = rules.entries("terrain types")
order_words: Entries[OrderWord] = rules.entries("order words")


def unit_word(
    note: Key[Any],
    option: Modules,
    reads: Reads | None = None,
    *,
    beside_skill: bool = False,
    shows: Callable[[Battle, Unit], JSON] | None = None,
    status: bool = False,
    examples: Callable[[Card], tuple[JSON, ...]] | None = None,
    name: str | None = None,
) -> UnitWord:
    """Enter a word under the name of its note, or another."""
    return unit_words.add(
        name or note.name, UnitWord(note, _named(option), reads, beside_skill, shows, status, examples)
    )


def _named(option: Modules) -> tuple[str, ...]:
    return (option,) if isinstance(option, str) else option


def order_word(order: str, key: str, option: Modules) -> OrderWord:
    return order_words.add(f"{order}.{key}", OrderWord(order, key, _named(option)))


def terrain_word(
    key: str, reads: Callable[[Reader, str], JSON], *kinds: str, options: tuple[str, ...] = ()
) -> TerrainWord:
    """Enter a key of terrain, for some kinds of it."""
    return terrain_words.add(key, TerrainWord(kinds, reads, options))


def read_terrain_words(reader: Reader, kind: str) -> dict[str, JSON]:
    """What modules say of a piece of terrain."""
    found: dict[str, JSON] = {}
    for key, word in terrain_words.items():
        if key not in reader:
            continue
        if word.kinds and kind not in word.kinds:
            raise reader.wrong(key, f"{key} is said of {', '.join(word.kinds)}, not of {kind}")
        found[key] = word.reads(reader, key)
    return found


def check_terrain(kind: str, given: Mapping[str, Any], options: frozenset[str], where: str) -> None:
    """A kind of terrain, or a word of it, whose module is off is an error."""
    needed = terrain_kinds.get(kind, ())
    if needed and options.isdisjoint(needed):
        raise InputError(f"{kind} belongs to the option {' or '.join(needed)}, which is off", key=f"{where}.kind")
    for key in given:
        word = terrain_words.get(key)
        if word is not None and word.options and options.isdisjoint(word.options):
            raise InputError(
                f"{key} is a word of the option {' or '.join(word.options)}, which is off", key=f"{where}.{key}"
            )


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
        if word is not None and options.isdisjoint(word.options):
            known = " or ".join(word.options)
            raise InputError(f"{name} is a word of the option {known}, which is off", key=f"{where}.{name}")


def check_order(order: str, given: Mapping[str, Any], options: frozenset[str], where: str) -> None:
    terms = hooks.deed_terms.get(str(given.get("do"))) if order == "act" else None
    if terms is not None and terms.option not in options:
        raise InputError(f"{given['do']} is a word of the option {terms.option}, which is off", key=f"{where}.do")
    for word in order_words.values():
        if word.order == order and given.get(word.key) not in (None, False) and options.isdisjoint(word.options):
            text = f"{word.key} is a word of the option {' or '.join(word.options)}, which is off"
            raise InputError(text, key=f"{where}.{word.key}")


def check_own_words(command: Any, options: frozenset[str]) -> None:
    """The same for an order that is given: it would be in the journal, where nobody could read it."""
    order = getattr(command, "name", None)
    for word in order_words.values():
        if word.order == order and getattr(command, word.key, None) and options.isdisjoint(word.options):
            text = f"{word.key} is a word of the option {' or '.join(word.options)}, which is off"
            raise refuse("option_off", text, rules.options[word.options[0]].rule)


def show_words(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """The words of the modules that are on, as they hold now."""
    return {
        name: encode(word.note.of(unit)) if word.shows is None else word.shows(battle, unit)
        for name, word in unit_words.items()
        if not battle.options.isdisjoint(word.options)
    }


def status_words(battle: Battle, unit: Unit) -> list[str]:
    return [
        name
        for name, word in unit_words.items()
        if word.status and not battle.options.isdisjoint(word.options) and unit.in_play and word.note.of(unit)
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
