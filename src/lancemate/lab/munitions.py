"""Special ammunition for the units of a random battle, and bombs for those that fly, where players have agreed on it.

Everything follows from the generator. Knows what may be loaded; must not know what any of it does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lancemate.alphastrike.abilities.bombs import KINDS, SENSOR
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.options.alternate_munitions.loading import with_loading
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, choices_of
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.lab.pool import of_type, those
from lancemate.lab.squads import Draft, Squad, refitted

ASKED: Final = 6  # in one battle of so many the crews choose themselves
LAUNCHERS: Final = (
    *("AC2/2/1", "AC3/3/1", "LRM1/2/2", "LRM3/3/3", "SRM3/3", "SRM2/2", "SNARC2", "INARC3", "CNARC2"),
    *("ART-AIS1", "ART-LT1", "ART-S1", "ART-T1", "TAG", "LTAG", "IF2"),
)


def armed(setup: Setup, luck: Generator) -> Setup:
    """The same battle with something in every launcher, or with crews who are asked."""
    if OPTION not in setup.options:
        return setup
    if luck.below(ASKED) == 0:
        return replace(setup, settings=with_loading(setup.settings, setup.options))
    return replace(setup, units=tuple(_loaded(unit, kinds_for(setup), luck) for unit in setup.units))


def kinds_for(setup: Setup) -> list[str]:
    """The bombs that may be carried there: sensors only where players use them."""
    return [kind for kind in KINDS.of(rules) if kind != SENSOR or "optional_abilities" in setup.options]


def _loaded(unit: Muster, kinds: list[str], luck: Generator) -> Muster:
    loads: dict[str, JSON] = {}
    for launcher in dict.fromkeys(launcher for launcher, _ in choices_of(unit.card)):
        fitting = [word for code, word in choices_of(unit.card) if code == launcher]
        loads[launcher] = [luck.choice(fitting)]
    words = {**unit.words, "munitions": loads} if loads else unit.words
    return replace(unit, words=words, bombs=unit.bombs or _bombs(unit.card, kinds, luck))


def _bombs(card: Card, kinds: list[str], luck: Generator) -> tuple[str, ...]:
    """As many as fit, if the first needs the room of two."""
    if not (card.is_aerospace or card.is_air_vehicle):
        return ()
    return tuple(luck.choice(kinds) for _ in range(max(0, int(card.specials.value("BOMB")) - 1)))


def gunners(luck: Generator) -> Squad:
    """'Mechs with launchers of all kinds."""
    mechs = those(of_type("BM"), lambda card: not card.is_large)
    squad: Squad = []
    for _ in range(2 + luck.below(2)):
        card = luck.choice(mechs)
        more = [luck.choice(LAUNCHERS) for _ in range(3)]
        fresh = {one.rstrip("0123456789/*"): one for one in more}
        known = [text for code, text in fresh.items() if code not in card.all_codes]
        squad.append(Draft(refitted(card, *known) if known else card))
    return squad
