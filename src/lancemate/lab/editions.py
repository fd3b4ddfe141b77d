"""Which printing of the rules a random battle is played by. Everything follows from the generator."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lancemate.alphastrike.options.collision_table import OPTION as COLLISIONS
from lancemate.alphastrike.options.jump_tmm_ignores_heat import OPTION as COOL_JETS
from lancemate.alphastrike.play.setup import QUICK_START, Setup
from lancemate.alphastrike.scripts.positions import not_of_the_edition
from lancemate.kernel.dice import Generator

EARLIER: Final = 10  # one battle in so many is played by the first edition
INTRODUCED: Final = 4  # and of those that could, one in so many by the quick-start rules
CONTRADICTED: Final = frozenset((COLLISIONS, COOL_JETS))  # by the first edition


def printed(setup: Setup, luck: Generator) -> Setup:
    """The same battle, now and then by an earlier printing, without the options and networks it does not go with."""
    introduction = replace(setup, options=frozenset(), networks=(), edition=QUICK_START)
    plain = not any("form" in unit.state for unit in setup.units)
    if not_of_the_edition(introduction) is None and luck.below(INTRODUCED) == 0 and plain:
        return introduction
    if luck.below(EARLIER) == 0:
        return replace(setup, options=setup.options - CONTRADICTED, edition="first")
    return setup
