"""What comes first of the units that words fit: the very model, then the chassis, then names that hold the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lancemate.muster.searching.facts import Facts, squeezed

Rank = tuple[int, int, int, int, str]

EXACT, BEGINS, INSIDE, ELSEWHERE = 0, 1, 2, 3
WHOLE, HALF, LESS = 0, 1, 2  # all of its name, its chassis or model, anything less
NOWHERE: Final = 99


def rank(facts: Facts, words: Sequence[str]) -> Rank:
    """The smaller, the earlier."""
    told = "".join(map(squeezed, words))
    whole = WHOLE if told in facts.whole else HALF if told in facts.half else LESS
    qualities = [_quality(facts, word) for word in words]
    matched = sum(one == EXACT for one in qualities)
    first = _place(facts, words[0]) if words else 0
    return (sum(qualities), whole, first, max(0, facts.long - matched), facts.order)


def _quality(facts: Facts, word: str) -> int:
    tight = squeezed(word)
    if word in facts.tokens or (tight and tight in facts.tight) or (" " in word and word == facts.name):
        return EXACT
    if any(token.startswith(word) for token in facts.tokens) or (
        tight and any(one.startswith(tight) for one in facts.tight)
    ):
        return BEGINS
    return INSIDE if word in facts.name else ELSEWHERE


def _place(facts: Facts, word: str) -> int:
    """The word of the name in which it stands first."""
    return next((at for at, token in enumerate(facts.tokens) if word in token), NOWHERE)
