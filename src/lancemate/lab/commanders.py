"""Who leads the forces of a random battle: officers, special command abilities, whose enemy is whose.

Everything follows from the generator. Knows what a force may be given; must not know what any of it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.command_names import (
    COMMANDS,
    COUNTERPARTS,
    ENEMY,
    ENVIRONMENT,
    FOCUS,
    OF_UNITS,
    REGION,
    TACTICS,
    WITH_BENEFITS,
)
from lancemate.alphastrike.cards.pilot_names import DETAILS, DISRUPTION, PLAYED
from lancemate.alphastrike.play.setup import CommandAbility, Muster, Setup, Side
from lancemate.kernel.dice import Generator

LED: Final = 2  # one side in so many has command abilities
MOST: Final = 4
FACTIONS: Final = ("Davion", "Kurita")
REGIONS: Final = ("Skye", "Terra")
ENVIRONMENTS: Final = ("Clear", "Desert", "Urban", "Vacuum", "Winter", "Woods", "Swamp", "Darkness")


def commanded(setup: Setup, luck: Generator) -> Setup:
    """The same battle with commanders who have something to teach."""
    first, second = (_led(setup, side, luck) for side in setup.sides)
    return replace(setup, sides=(first, second), location=REGIONS[:1] if luck.below(2) else ())


def _led(setup: Setup, side: Side, luck: Generator) -> Side:
    own = [unit for unit in setup.units if unit.side == side.name]
    if not own or luck.below(LED):
        return side
    names = [luck.choice([*COMMANDS]) for _ in range(1 + luck.below(MOST))]
    officers = tuple(dict.fromkeys(luck.choice(own).id for _ in range(luck.below(3))))
    return replace(
        side,
        faction=luck.choice(FACTIONS),
        role=luck.choice((None, "attacker", "defender")),
        officers=officers,
        command_abilities=tuple(_ability(name, own, luck) for name in names),
    )


def _ability(name: str, own: Sequence[Muster], luck: Generator) -> CommandAbility:
    some = tuple(unit.id for unit in own if luck.below(2))
    known = WITH_BENEFITS.get(name, ())
    words = [luck.choice(known) for _ in range(1 + luck.below(3))] if known else []
    return CommandAbility(
        name,
        _word(name, luck),
        units=some if name in OF_UNITS and luck.below(3) else None,
        pairs=("BM", "CV") if name == COUNTERPARTS else (),
        doubled=name == ENEMY and luck.below(2) == 0,
        negates=(luck.choice([*COMMANDS]),) if name == ENEMY and luck.below(2) else (),
        benefits=tuple((word, "hold-the-line" if word == "scenario" else None) for word in words),
    )


def _word(name: str, luck: Generator) -> str | None:
    if name == FOCUS:
        ability = luck.choice([name for name in PLAYED if name != DISRUPTION])
        return f"{ability} ({luck.choice(DETAILS[ability])})" if ability in DETAILS else ability
    words = {ENEMY: FACTIONS, REGION: REGIONS, ENVIRONMENT: ENVIRONMENTS}.get(name)
    return None if words is None or name == TACTICS else luck.choice(words)
