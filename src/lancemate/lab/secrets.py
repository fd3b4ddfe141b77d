"""What random battles keep secret: who lies hidden, which token stands for whom, what was agreed on about it.

Everything follows from the generator. Knows what may be kept secret; must not know what comes of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lancemate.alphastrike.environment.visibility import CONCEALED
from lancemate.alphastrike.options.concealing_unit_data import HALVES
from lancemate.alphastrike.options.concealing_unit_data.tokens import with_tokens
from lancemate.alphastrike.options.hidden_units import OPTION as HIDDEN
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator

LYING: Final = 4  # one unit in so many lies hidden
TOKENS: Final = 4  # three battles in so many have tokens


def secretive(setup: Setup, luck: Generator) -> Setup:
    """The same battle with secrets, where its options let there be any."""
    if HIDDEN in setup.options:
        setup = replace(setup, units=tuple(_perhaps_hidden(unit, luck) for unit in setup.units))
        if luck.below(4) == 0:
            setup = _agreed(setup, HIDDEN, {side.name: luck.below(3) for side in setup.sides})
    if CONCEALED in setup.options and luck.below(TOKENS):
        setup = with_tokens(setup, luck.next64())
        if luck.below(3) == 0:
            setup = _agreed(setup, CONCEALED, {half: bool(luck.below(2)) for half in HALVES})
    return setup


def _perhaps_hidden(unit: Muster, luck: Generator) -> Muster:
    card = unit.card
    if luck.below(LYING) or unit.at is None or card.is_aerospace or card.is_mobile_structure:
        return unit
    if unit.state.get("airborne") or unit.state.get("aboard"):
        return unit
    return replace(unit, state={**unit.state, "hidden": True})


def _agreed(setup: Setup, name: str, what: dict[str, JSON]) -> Setup:
    return replace(setup, settings={**setup.settings, name: what})
