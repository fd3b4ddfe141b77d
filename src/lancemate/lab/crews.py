"""Who sits in the units of a random battle: pilots with abilities of their own, and formations with a bonus.

Everything follows from the generator. Knows what crews may be given; must not know what any of it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.pilot_names import DETAILS, DISRUPTION, IN_LEVELS, MOST_LUCK, PLAYED
from lancemate.alphastrike.play.setup import TRANSPORTS, Formation, Muster, Setup
from lancemate.kernel.dice import Generator

GIFTED: Final = 2  # one crew in so many has an ability of its own
FORMED: Final = 2  # one side in so many is a formation with a bonus
SMALLEST: Final = 3  # units that a bonus needs
MOST_REROLLS: Final = 6


def crewed(setup: Setup, luck: Generator) -> Setup:
    """The same battle with pilots and formations to fight it."""
    units = tuple(_piloted(unit, luck) for unit in setup.units)
    sides = [[unit for unit in units if unit.side == side.name] for side in setup.sides]
    formed = [own for own in sides if len(own) >= SMALLEST and luck.below(FORMED) == 0]
    return replace(setup, units=units, formations=tuple(_formation(own, luck) for own in formed))


def _piloted(unit: Muster, luck: Generator) -> Muster:
    if luck.below(GIFTED):
        return unit
    ability = luck.choice([name for name in PLAYED if name != DISRUPTION])
    level = f" ({1 + luck.below(MOST_LUCK)})" if ability in IN_LEVELS else ""
    return replace(unit, abilities=(_written(ability, luck) + level,))


def _written(ability: str, luck: Generator) -> str:
    """With the word that completes it, where it needs one."""
    return f"{ability} ({luck.choice(DETAILS[ability])})" if ability in DETAILS else ability


def _formation(own: Sequence[Muster], luck: Generator) -> Formation:
    """All the units of a side, with one kind of bonus or several."""
    members = tuple(unit.id for unit in own)
    known = [name for unit in own for name in unit.abilities if name in PLAYED]
    pool = known if known and luck.below(2) else [*PLAYED]
    given = {
        _written(luck.choice(pool), luck): tuple(name for name in members if luck.below(3))
        for _ in range(luck.below(4))
    }
    return Formation(
        f"{own[0].side} formation",
        members,
        transport=luck.choice(TRANSPORTS) if any(unit.card.is_infantry for unit in own) else None,
        lucky=luck.below(MOST_REROLLS + 1) if luck.below(2) else 0,
        gives=tuple(given.items()),
        names=luck.choice((None, *(name for name in PLAYED if name not in DETAILS and name != DISRUPTION))),
    )


def _some(members: Sequence[str], luck: Generator) -> tuple[str, ...]:
    return tuple(name for name in members if luck.below(3))
