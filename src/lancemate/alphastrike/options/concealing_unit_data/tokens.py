"""Giving out tokens (p. 157): a letter for every unit on the ground, drawn so that it tells nothing of whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, product
from string import ascii_uppercase
from typing import TYPE_CHECKING

from lancemate.kernel.dice import Generator

if TYPE_CHECKING:
    from lancemate.alphastrike.play.setup import Setup


def with_tokens(setup: Setup, seed: int) -> Setup:
    """The same battle with a token for every ground unit that has none."""
    luck = Generator(seed)
    taken = {*(unit.id for unit in setup.units), *(piece.id for piece in setup.table.features)}
    taken |= {side.name for side in setup.sides} | {str(unit.words.get("blip")) for unit in setup.units}
    units = [unit for unit in setup.units if unit.card.is_ground_unit and "blip" not in unit.words]
    free = (letters for letters in _letters() if letters not in taken)
    drawn = [next(free) for _ in units]
    given: dict[str, str] = {}
    for unit in units:
        given[unit.id] = drawn.pop(luck.below(len(drawn)))
    units = [replace(unit, words={**unit.words, "blip": given[unit.id]}) for unit in units]
    others = [unit for unit in setup.units if unit.id not in given]
    order = [unit.id for unit in setup.units]
    return replace(setup, units=tuple(sorted((*units, *others), key=lambda unit: order.index(unit.id))))


def _letters() -> Iterator[str]:
    """A to Z, then AA to ZZ, and so on."""
    for length in count(1):
        yield from ("".join(letters) for letters in product(ascii_uppercase, repeat=length))
