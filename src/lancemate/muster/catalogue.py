"""The catalogue: unit cards that come with the game (data in catalogue/*.yaml), and imported units.

Knows where the cards are and how to find one; must not know how a force is built or played. ``all`` is the same on
every machine; ``find`` and ``search`` also see what the user has imported on this one. Units that come into being in
a battle are found by name and in no list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple, cast

import yaml

from lancemate.alphastrike.cards.card import Card, card_from_data, card_to_data
from lancemate.alphastrike.cards.move_value import MOVE_CODES, OTHER_CODES, Move
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel import house
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.muster.availability import UNKNOWN, span_named
from lancemate.muster.factions import faction_words, lists_of
from lancemate.muster.imports.shelf import Shelf, folded, shelf
from lancemate.muster.roles import role_of
from lancemate.muster.searching.facts import Facts
from lancemate.muster.searching.query import FactionWords, Query, factions_meant, read_query
from lancemate.muster.searching.ranking import rank

RAISED_IN_PLAY: Final = "generated_units"
UNIT_FILES: Final = (
    "sample_units",
    "training_mechs",
    "training_protomechs",
    "training_infantry",
    "training_vehicles",
    "training_artillery",
    "training_support",
    "training_aerospace",
    "training_structures",
)
FILES: Final = (*UNIT_FILES, RAISED_IN_PLAY)


def all() -> tuple[Card, ...]:
    """Every card that comes with the game and may be mustered, in the order of the files."""
    return tuple(card for card in _cards().values() if card.id not in _raised_in_play())


def imported() -> tuple[Card, ...]:
    """The cards the user has imported, in the order they came."""
    return shelf().cards()


def is_built_in(unit_id: str) -> bool:
    return unit_id in _written()


def find(name: str) -> Card:
    """The card with this name or id; letter case and spaces at the ends do not matter.

    Of two cards with one name the one that comes with the game is found; the other has an id of its own.
    """
    wanted = folded(name)
    found = _built_in(wanted) or _of_houses().get(wanted) or shelf().find(wanted)
    if found is None:
        names = (name for file in FILES for name in _ids_by_name(file))
        near = get_close_matches(wanted, (*names, *shelf().names), n=1, cutoff=0.4)
        hint = f'; did you mean "{find(near[0]).name}"?' if near else "."
        raise InputError(f'No unit "{name[:120]}" in the catalogue{hint}')
    return found


def recruit(name: str) -> Card:
    """The same for somebody who puts a force together: what only comes into being in a battle cannot be had."""
    card = find(name)
    if card.id in _raised_in_play():
        raise InputError(f"{card.name} comes into being in a battle and cannot be mustered")
    return card


class Found(NamedTuple):
    """What a search has found, in order; the best first where words were looked for."""

    cards: tuple[Card, ...]
    unsettled: int = 0  # more would fit, if somebody knew who fields them
    troubles: tuple[str, ...] = ()  # what of the question made no sense


def search(
    *,
    type: str | None = None,
    size: int | None = None,
    role: str | None = None,
    pv: tuple[int, int] | None = None,
    move: str | None = None,
    ability: str | None = None,
    text: str | None = None,
    faction: str | None = None,
    era: str | None = None,
    unsure: bool = False,
    training: bool | None = None,
    imported: bool | None = None,
    on: Shelf | None = None,
) -> tuple[Card, ...]:
    """Cards that fit everything asked for. ``pv`` is a range with both ends.

    ``text`` is a line as searching/query.py reads it: words, values, tags.

    ``move`` is a movement code (``h``), inches (``12``), inches and more (``12+``), or both (``8+j``).

    ``on`` is another shelf than the user's.

    ``faction`` and ``era`` (or a year) leave out what that faction does not have then; with ``unsure`` only what it is
    known not to have.
    """
    return look(
        type=type,
        size=size,
        role=role,
        pv=pv,
        move=move,
        ability=ability,
        text=text,
        faction=faction,
        era=era,
        unsure=unsure,
        training=training,
        imported=imported,
        on=on,
    ).cards


def look(
    *,
    type: str | None = None,
    size: int | None = None,
    role: str | None = None,
    pv: tuple[int, int] | None = None,
    move: str | None = None,
    ability: str | None = None,
    text: str | None = None,
    faction: str | None = None,
    era: str | None = None,
    unsure: bool = False,
    training: bool | None = None,
    imported: bool | None = None,
    on: Shelf | None = None,
) -> Found:
    """The same, with what else there is to say of it."""
    moves = _mover(move) if move is not None else None
    here = on or shelf()
    query = read_query(text or "", faction_names(here)) if text else Query()
    where = query.where
    if faction is not None:
        where = where._replace(lists=lists_of(faction))
    if era is not None:
        where = where._replace(span=span_named(era))
    where = where._replace(unsure=where.unsure or unsure)

    def may_fit(facts: Facts) -> bool:
        """What can be told without making the card; thousands may lie on the shelf."""
        data = facts.data
        return (
            (type is None or data.get("type") == type.upper())
            and (size is None or data.get("size") == size)
            and (pv is None or pv[0] <= cast(int, data.get("pv", 0)) <= pv[1])
            and (training is None or bool(data.get("training")) == training)
            and query.fits(facts)
        )

    kept: list[tuple[Facts, Callable[[], Card | None]]] = []
    unsettled = 0
    open_to_all = where.lists is None and where.span is None
    sources: list[tuple[Facts, Callable[[], Card | None]]] = []
    if imported is not True:
        sources += [(facts, partial(_built_in_card, unit_id)) for unit_id, facts in _facts().items()]
        sources += [(facts, partial(_of_a_house, unit_id)) for unit_id, facts in _house_facts().items()]
    if imported is not False:
        sources += [(facts, partial(_lying, here, unit_id)) for unit_id, facts in here.facts().items()]
    for facts, make in sources:
        if not may_fit(facts):
            continue
        if open_to_all or where.fits(facts):
            kept.append((facts, make))
        elif where.answer(facts) is UNKNOWN:
            unsettled += 1
    if query.words:
        kept.sort(key=lambda one: rank(one[0], query.words))
    cards = tuple(
        card
        for _, make in kept
        if (card := make()) is not None
        and (role is None or folded(role_of(card) or "") == folded(role) or folded(card.role or "") == folded(role))
        and (moves is None or moves(card.move))
        and (ability is None or _has(card, ability))
    )
    return Found(cards, unsettled, tuple(query.troubles))


def rows(here: Shelf) -> Iterator[Mapping[str, object]]:
    """Every unit in the keys of a unit file: those that come with the game, and those of a shelf."""
    for facts in (*_facts().values(), *_house_facts().values(), *here.facts().values()):
        yield facts.data


@cache
def _facts() -> Mapping[str, Facts]:
    """What a search can ask of each card that comes with the game, by id."""
    return {card.id: Facts(card_to_data(card)) for card in all()}


@cache
def _house_facts() -> Mapping[str, Facts]:
    """The same of the cards of house rules."""
    return {card.id: Facts(card_to_data(card)) for card in _of_houses().values()}


def _of_a_house(unit_id: str) -> Card | None:
    return _of_houses().get(folded(unit_id))


def _built_in_card(unit_id: str) -> Card | None:
    return _cards()[unit_id]


def _lying(here: Shelf, unit_id: str) -> Card | None:
    """One of the shelf; None if it cannot be read any more."""
    return next(iter(here.cards((unit_id,))), None)


def faction_names(here: Shelf | None = None) -> tuple[FactionWords, ...]:
    """Every faction of the list, and those that only cards name."""
    return _faction_names((here or shelf()).factions)


@lru_cache(maxsize=4)
def _faction_names(more: tuple[str, ...]) -> tuple[FactionWords, ...]:
    return faction_words((*(tag for card in all() for tag in card.factions), *more))


def known_faction(name: str) -> str:
    """A faction of the list, or one that some card names, by any part of its name that means no other."""
    known = faction_names()
    meant = factions_meant(name, known)
    if len(meant) > 1:
        which = ", ".join(one.name for one in meant[:8])
        raise InputError(f"{name[:60]!r} is said of several factions: {which}")
    if not meant:
        names = (spelt for one in known for spelt in (one.name, *one.aliases))
        raise InputError(f"there is no faction {name[:60]!r}; {nearest(name[:60], names)}")
    return meant[0].name


_MOVE: Final = re.compile(r"(?P<inches>[0-9]{1,3})?\"?(?P<more>\+)?(?P<code>[a-z]{0,2}(?:\([a-z]\))?)")


def _mover(text: str) -> Callable[[Move], bool]:
    """Whether a card moves in the way, and as far, as a text says."""
    found = _MOVE.fullmatch("".join(text.lower().split()))
    code = found["code"] if found is not None else ""
    if found is None or not (code or found["inches"]) or (code and code not in {*MOVE_CODES.of(rules), *OTHER_CODES}):
        raise InputError(f'"{text[:40]}" is no Move to look for: write a letter, inches or both, as in j, 12+ or 8+j.')
    if found["inches"] is None:
        return lambda move: code in move
    inches, more = int(found["inches"]), found["more"] is not None

    def fits(move: Move) -> bool:
        if code and code not in move:
            return False
        far = move[code] if code else move.standard
        return far >= inches if more else far == inches

    return fits


def _has(card: Card, ability: str) -> bool:
    found = card.specials.find(ability)
    return found is not None or ability.strip().upper() in card.all_codes


@cache
def _of_houses() -> Mapping[str, Card]:
    """The cards of house rules, by id and by name."""
    found: dict[str, Card] = {}
    for pack in house.packs():
        house.load()  # a card may have a code of the same pack
        for file in pack.files("cards/*.yaml"):
            source = read_document(file)
            entries = source.data if isinstance(source.data, list) else []
            for number, data in enumerate(entries):
                try:
                    card = card_from_data(cast("Mapping[str, object]", data), where=str(number))
                except InputError as error:
                    raise source.located(error) from None
                found |= {folded(card.id): card, folded(card.name): card}
    return found


house.forget_when_changed(_of_houses.cache_clear)
house.forget_when_changed(_house_facts.cache_clear)


@cache
def _cards() -> Mapping[str, Card]:
    return {unit_id: _card(file, unit_id) for unit_id, file in _written().items()}


def _built_in(wanted: str) -> Card | None:
    """One card that comes with the game: whoever looks for it waits for no other file to be read, and no other card."""
    for file in FILES:
        if wanted in _ids_by_name(file):
            return _card(file, _ids_by_name(file)[wanted])
    return None


@cache
def _card(file: str, unit_id: str) -> Card:
    return card_from_data(_entries(file)[unit_id], where=f"{file}.{unit_id}")


@cache
def _written() -> Mapping[str, str]:
    """The file in which each id stands."""
    found: dict[str, str] = {}
    for file in FILES:
        for unit_id in _entries(file):
            if not unit_id or unit_id in found:
                raise _unfit(unit_id, file)
            found[unit_id] = file
    return found


@cache
def _ids_by_name(file: str) -> Mapping[str, str]:
    return {folded(key): unit_id for unit_id, data in _entries(file).items() for key in (str(data["name"]), unit_id)}


def _raised_in_play() -> Collection[str]:
    return _entries(RAISED_IN_PLAY).keys()


@cache
def _entries(file: str) -> Mapping[str, dict[str, object]]:
    """What stands in a file, by id."""
    text = Path(__file__).with_name("catalogue").joinpath(f"{file}.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, object]] = {}
    for data in yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        unit_id = str(data.get("id", ""))
        if unit_id in found:
            raise _unfit(unit_id, file)
        found[unit_id] = data
    return found


def _unfit(unit_id: str, file: str) -> InputError:
    return InputError(f'The id "{unit_id}" is missing or stands twice.', file=f"{file}.yaml")
