"""Finding rules by words: in their texts, by the terms of the book's index (pp. 189-193), and by other names for them.

Plurals, hyphens and apostrophes make no difference. Knows the ledger and the index beside it; knows no game.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from lancemate.kernel import house
from lancemate.rulebook.ledger import Heading, chapters, entry_text, heading, headings

INDEX: Final = Path(__file__).parent / "index.txt"
INDEXED: Final = "AS-"  # chapters of the book that the index is of
MOST: Final = 12  # rules of a page that are shown where none of them has a word of the term in its title

# What players also say, and what the ledger says.
ALIASES: Final = {
    "three legged": "tripod",
    "four legged": "quad",
    "wing in ground effect": "wige",
    "cellular ammunition storage equipment": "case",
    "zweihaender": "zweihander",
    "zip line": "zipline",
    "mech": "mech",
    "lostech": "star league",
}


class Entry(NamedTuple):
    """One term of the index, and its pages."""

    term: str
    pages: frozenset[int]


def plain(text: str) -> str:
    """Small letters, without hyphens and apostrophes."""
    return " ".join(re.findall(r"[a-z0-9*+]+", re.sub(r"['’]", "", text.casefold())))


def stem(word: str) -> str:
    """A word without its plural: what singular and plural begin with."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3]
    if len(word) > 4 and word.endswith("y"):
        return word[:-1]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in plain(text).split())


@cache
def index() -> tuple[Entry, ...]:
    """The terms of the book's index."""
    found: list[Entry] = []
    for line in INDEX.read_text(encoding="utf-8").splitlines():
        term, _, listed = line.rpartition(": ")
        found.append(Entry(term, frozenset(page for part in listed.split(", ") for page in _pages(part))))
    return tuple(found)


def _pages(part: str) -> range:
    first, _, last = part.partition("-")
    return range(int(first), int(last or first) + 1)


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    """Every rule with its entry in plain words."""
    return tuple((rule_id, plain(text)) for name in chapters() for rule_id, text in entry_text(name))


house.forget_when_changed(_texts.cache_clear)


def _also(words: str) -> str:
    """A question with what the ledger says in the place of what players also say."""
    text = plain(words)
    for said, meant in ALIASES.items():
        text = re.sub(rf"\b{said}\b", meant, text)
    return text


def search(words: str) -> list[Heading]:
    """The rules that hold all the words, those with a word in the title first; then those the index points to."""
    raw = words.casefold().split()
    exact = [word for word in raw if re.search(r"[^a-z0-9' -]", word)]  # codes and signs are taken as they stand
    wanted = [stem(word) for word in _also(words).split()] or exact
    found: list[tuple[int, Heading]] = []
    for rule_id, text in _texts() if wanted else ():
        if all(word in text for word in wanted):
            one = heading(rule_id)
            title = plain(one.title)
            found.append((-sum(word in title for word in wanted), one))
    listed = [one for _, one in sorted(found, key=lambda pair: pair[0])]
    known = {one.id for one in listed}
    return [*listed, *(one for one in by_index(words) if one.id not in known)]


def by_index(words: str) -> list[Heading]:
    """The rules that the book's index would lead to: those of its pages, the nearest to the term first."""
    asked = stems(words)
    terms = [entry for entry in index() if stems(entry.term) == asked]
    if not terms and len(asked) > 1:
        terms = [entry for entry in index() if asked < stems(entry.term)]
    pages = frozenset(page for entry in terms for page in entry.pages)
    there = [one for one in headings() if one.page in pages and one.id.startswith(INDEXED)]
    near = sorted(there, key=lambda one: -len(asked & stems(one.title)))
    named = [one for one in near if asked & stems(one.title)]
    return named or near[:MOST]
