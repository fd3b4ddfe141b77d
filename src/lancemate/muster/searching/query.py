"""What is asked in one line: words, values and tags, as ``atlas pv<=52 l>=2 if>=1 role:sniper faction:davion in:3052``.

Knows the language; which factions there are it is told. What it cannot make sense of it says, and leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.years import Span
from lancemate.kernel.errors import InputError
from lancemate.muster.availability import UNKNOWN, YES, Answer, available, name_folded, span_named
from lancemate.muster.searching.facts import RANGES, Facts, plain, squeezed

# Every word for a number of the card.
NUMBERS: Final = {
    **{"pv": "pv", "points": "pv", "size": "size", "tmm": "tmm", "move": "move", "mv": "move", "jump": "jump"},
    **{"armor": "armor", "armour": "armor", "structure": "structure", "ov": "ov", "threshold": "threshold"},
    **{"tons": "tons", "year": "year", "damage": "damage", "dmg": "damage"},
    **{"s": "s", "m": "m", "l": "l", "e": "e", "short": "s", "medium": "m", "long": "l", "extreme": "e"},
}
# Every word for something that is written, and the key of a unit file it stands under.
TEXTS: Final = {
    **{"name": "name", "chassis": "chassis", "model": "model", "role": "role", "tech": "tech", "level": "level"},
    **{"rules": "level", "type": "type", "book": "book", "source": "book"},
}
FACTION: Final = "faction"
TIMES: Final = ("era", "in")
# Words for types of units.
TYPES: Final = {
    **{"mech": ("bm", "im"), "battlemech": ("bm",), "industrialmech": ("im",), "protomech": ("pm",)},
    **{"vehicle": ("cv", "sv"), "tank": ("cv", "sv"), "infantry": ("ci", "ba"), "battlearmor": ("ba",)},
    **{"fighter": ("af", "cf"), "aero": ("af", "cf", "sc", "da", "ds"), "dropship": ("da", "ds")},
}

_PIECE: Final = re.compile(r'[-!]?(?:[^\s"]*"[^"]*"|[^\s"]+)|"')
_JOINED: Final = re.compile(r"([A-Za-z][A-Za-z0-9.\-]*)\s*(>=|<=|≥|≤|>|<|=)\s*(?=\S)")
_TERM: Final = re.compile(r"([a-z][a-z0-9\-]*?)(?:\.([smle]))?(>=|<=|≥|≤|>|<|=|:)(.*)")
_RANGE: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?\*?)?(-|\.\.|\+)?([0-9]+(?:\.[0-9]+)?)?\"?")
_SINGLE: Final = frozenset("smle")

Test = Callable[[Facts], bool]


class FactionWords(NamedTuple):
    """A faction, what else it is called, and the tags of cards that are its own."""

    name: str
    aliases: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


class Availability(NamedTuple):
    """Factions and years that are asked for together; with ``unsure``, those of whom nobody knows are wanted too."""

    lists: frozenset[str] | None = None
    span: Span | None = None
    unsure: bool = False

    def answer(self, facts: Facts) -> Answer:
        return available(facts.record, self.lists, self.span)

    def fits(self, facts: Facts) -> bool:
        found = self.answer(facts)
        return found is YES or (self.unsure and found is UNKNOWN)


@dataclass
class Query:
    """One line, read."""

    words: list[str] = field(default_factory=list)  # that have to be there: what is ranked by
    tests: list[Test] = field(default_factory=list)
    where: Availability = field(default_factory=Availability)
    troubles: list[str] = field(default_factory=list)

    def fits(self, facts: Facts) -> bool:
        """Everything but who fields it when."""
        return all(word in facts.hay for word in self.words) and all(test(facts) for test in self.tests)


def read_query(text: str, factions: Sequence[FactionWords] = ()) -> Query:
    """Read a line. Nothing in it is an error: what makes no sense is told in ``troubles``."""
    query = Query()
    pieces = _PIECE.findall(_JOINED.sub(_closed, text))
    lists: set[str] | None = None
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        turned = piece[0] in "-!" and len(piece) > 1
        bare = piece[1:] if turned else piece
        found = _TERM.fullmatch(plain(bare))
        known = NUMBERS.get(plain(bare)) if found is None else None
        if (
            known is not None
            and len(bare) > 1
            and at < len(pieces)
            and (inside := _within(pieces[at], "=")) is not None
        ):
            _add(query, _numeric(known, inside), turned)
            at += 1
            continue
        if found is None or (found[3] == ":" and not _is_key(found[1])) or not found[4].strip('"'):
            _word(query, plain(bare.replace('"', "")), turned)
            continue
        key, within, sign, value = found[1], found[2], found[3], found[4].replace('"', "")
        if key == FACTION or key in TIMES:
            if turned:
                query.troubles.append(f"“{piece}”: ask for a faction or a time without a minus")
                continue
            lists = _where(query, key, value, lists, factions)
        else:
            _add(query, _test(query, key, within, sign, value), turned)
    if lists is not None:
        query.where = query.where._replace(lists=frozenset(lists))
    return query


def _closed(found: re.Match[str]) -> str:
    """A comparison without the blanks around its sign."""
    return found[1] + found[2].replace("≥", ">=").replace("≤", "<=")


def _is_key(key: str) -> bool:
    return key in NUMBERS or key in TEXTS or key == FACTION or key in TIMES or key == "ability"


def _add(query: Query, test: Test | None, turned: bool) -> None:
    if test is not None:
        query.tests.append((lambda facts: not test(facts)) if turned else test)


def _word(query: Query, word: str, turned: bool) -> None:
    word = " ".join(word.split())
    if word and turned:
        query.tests.append(lambda facts: word not in facts.hay)
    elif word:
        query.words.append(word)


def _where(
    query: Query, key: str, value: str, lists: set[str] | None, factions: Sequence[FactionWords]
) -> set[str] | None:
    """Who, or when; a question mark wants those of whom nobody knows as well."""
    unsure = value.endswith("?")
    value = value.rstrip("?")
    query.where = query.where._replace(unsure=query.where.unsure or unsure)
    if key in TIMES:
        try:
            query.where = query.where._replace(span=span_named(value))
        except InputError:
            query.troubles.append(f"there is no era “{value}”")
        return lists
    found = set() if lists is None else lists
    for part in value.split(","):
        meant = factions_meant(part, factions)
        if not meant:
            query.troubles.append(f"there is no faction “{part}”")
        for one in meant:
            found |= {name_folded(name) for name in (one.name, *one.aliases, *one.lists)}
    return found


def factions_meant(text: str, factions: Iterable[FactionWords]) -> list[FactionWords]:
    """The faction of this name, or those that have these words in their names; ``wolf`` is Clan Wolf."""
    wanted = name_folded(text)
    if not wanted:
        return []
    several = list(factions)
    for exact in (wanted, f"clan {wanted}", f"house {wanted}"):
        found = [one for one in several if exact in map(name_folded, (one.name, *one.aliases))]
        if found:
            return found[:1]
    return [one for one in several if any(f" {wanted}" in f" {name_folded(name)}" for name in (one.name, *one.aliases))]


def _test(query: Query, key: str, within: str | None, sign: str, value: str) -> Test | None:
    if key in NUMBERS and within is None:
        inside = _within(value, sign)
        if inside is not None:
            return _numeric(NUMBERS[key], inside)
        if NUMBERS[key] == "move":
            return lambda facts: any(way == value for _, way in facts.moves)
        query.troubles.append(f"“{value}” is no number to compare {key} with")
        return None
    if key in TEXTS:
        return _written(TEXTS[key], [part for part in value.split(",") if part])
    if key == "ability":
        code = value.upper()
        return lambda facts: any(True for _ in facts.ability(code))
    inside = _within(value, sign)
    if inside is None:
        query.troubles.append(f"“{value}” is no number to compare {key} with")
        return None
    code, place = key.upper(), RANGES.index(within) if within is not None else None
    return lambda facts: any(inside(_at(values, place)) for values in facts.ability(code))


def _at(values: tuple[float, ...], place: int | None) -> float:
    """Of several values the best, or that of one range; a single value holds at every range but Extreme."""
    if place is None:
        return max(values)
    if len(values) == 1:
        return values[0] if place < len(RANGES) - 1 else 0.0
    return values[place] if place < len(values) else 0.0


def _numeric(key: str, inside: Callable[[float], bool]) -> Test:
    def test(facts: Facts) -> bool:
        value = facts.value(key)
        return value is not None and inside(value)

    return test


def _within(text: str, sign: str) -> Callable[[float], bool] | None:
    """A comparison with a number, or whether a number lies in a range: 30, 20-30, 20..30, 20+, 20-, -30."""
    found = _RANGE.fullmatch(text.strip())
    if found is None or not (found[1] or found[3]):
        return None
    low, way, high = found[1], found[2], found[3]
    if sign in (">=", "≥", "<=", "≤", ">", "<"):
        if way is not None or low is None:
            return None
        limit = _limit(low)
        return {
            ">=": lambda value: value >= limit,
            "<=": lambda value: value <= limit,
            ">": lambda value: value > limit,
            "<": lambda value: value < limit,
        }[sign]
    if low is not None and way is None:
        if high is not None:
            return None
        exact = _limit(low)
        return lambda value: value == exact
    if way == "+" and high is not None:
        return None
    least = _limit(low) if low is not None else float("-inf")
    most = float(high) if high is not None else float("inf")
    return lambda value: least <= value <= most


def _limit(text: str) -> float:
    return 0.5 if text == "0*" else float(text.rstrip("*"))


def _written(key: str, wanted: Collection[str]) -> Test:
    """What is written under a key: one of several words will do."""
    if key == "type":
        codes = {code for word in wanted for code in TYPES.get(squeezed(word), (word,))}
        return lambda facts: facts.text("type") in codes
    if key == "book":
        return lambda facts: any(word in facts.books for word in wanted)
    if key in ("name", "chassis", "model"):
        return lambda facts: any(word in facts.text(key) for word in wanted)
    beginnings = tuple(map(squeezed, wanted))
    return lambda facts: squeezed(facts.text(key)).startswith(beginnings)
