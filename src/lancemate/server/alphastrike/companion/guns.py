"""The artillery of a unit: which pieces it has, and at what each of them may be aimed.

Off-board fire, homing rounds and flak are ways of their own, for players who have agreed on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.combat.artillery import PREFIX, is_cannon, pieces_of
from lancemate.alphastrike.options.advanced_artillery.homing import ARROWS
from lancemate.alphastrike.options.advanced_artillery.off_board import KIND as OFF_BOARD
from lancemate.alphastrike.options.alternate_munitions.shells import SPREAD
from lancemate.alphastrike.options.artillery_flak import KIND as FLAK
from lancemate.alphastrike.ruleset import rules
from lancemate.server.alphastrike.companion.staging import (
    EXTREME,
    HOMING,
    LOBBED,
    RANGES,
    SHELL,
    SHELLED,
    SHOOTER,
    Fighter,
    Situation,
    anybody,
    arcs_of,
    staged,
)

FAR: Final = (*RANGES, EXTREME)


class Gun(NamedTuple):
    """A kind of artillery, and the arc or section that it stands in, where a unit has several."""

    code: str
    arc: str | None

    @property
    def kind(self) -> str:
        return self.code.removeprefix(PREFIX)

    @property
    def name(self) -> str:
        return f"{self.code}@{self.arc}" if self.arc else self.code


def guns_of(fighter: Fighter) -> tuple[Gun, ...]:
    return () if fighter.is_whole else _guns(fighter.card, fighter.form, fighter.section)


@lru_cache(maxsize=256)
def _guns(card: Card, form: str | None, section: str | None) -> tuple[Gun, ...]:
    fighter = Fighter(card, form=form, section=section)
    unit = staged(fighter, anybody(), Situation()).units[SHOOTER]
    if section is not None:
        arc = arcs_of(fighter)[0]
        return tuple(dict.fromkeys(Gun(piece.code, arc) for piece in pieces_of(unit, arc)))
    anywhere = pieces_of(unit)
    found = [Gun(piece.code, None) for piece in anywhere]
    found += [Gun(piece.code, arc) for arc in card.arcs for piece in pieces_of(unit, arc)[len(anywhere) :]]
    return tuple(dict.fromkeys(found))


def shots_of(fighter: Fighter) -> Iterator[Situation]:
    """Every way to aim every piece, be it allowed or not."""
    for gun in guns_of(fighter):
        yield from (Situation(SHELLED, reach, gun.arc, gun.code) for reach in RANGES)
        yield from (Situation(SHELL, reach, gun.arc, gun.code) for reach in RANGES)
        yield from (Situation(LOBBED, reach, gun.arc, gun.code, spotter=anybody()) for reach in FAR)
        if not is_cannon(rules, gun.kind):
            yield Situation(OFF_BOARD, EXTREME, gun.arc, gun.code)
        if gun.code in ARROWS:
            yield Situation(HOMING, RANGES[0], gun.arc, gun.code)
        if gun.code in SPREAD.of(rules) and not fighter.card.is_aerospace:  # those carry no such munitions
            yield from (Situation(FLAK, reach, gun.arc, gun.code) for reach in RANGES)
