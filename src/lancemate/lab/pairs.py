"""Random battles with two options that were chosen: every pair once, on inches and on hexes by turns.

A number is a pair. Beyond the last one they begin again, on the other kind of map.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from lancemate.alphastrike.play.options import conflicts, options
from lancemate.alphastrike.play.setup import Setup
from lancemate.kernel.dice import Generator
from lancemate.lab.forces import EXCLUSIVE, Wish, random_setup

Pair = tuple[str, str]


@cache
def pairs() -> tuple[Pair, ...]:
    """All pairs of options that may be played together."""
    return tuple(pair for pair in combinations(options(), 2) if not _exclude_each_other(pair))


def _exclude_each_other(pair: Pair) -> bool:
    groups = (*EXCLUSIVE, *(conflict.names for conflict in conflicts.values()))
    return any({*pair} <= {*group} for group in groups)


def wish(number: int) -> Wish:
    """The pair of a number, and the map it is played on."""
    again, place = divmod(number, len(pairs()))
    return Wish(frozenset(pairs()[place]), hexes=(place + again) % 2 == 1)


def pair_setup(number: int, luck: Generator) -> Setup:
    """A battle about to begin with the pair of a number."""
    return random_setup(luck, wish(number))
