"""Concealing unit data (pp. 157-158): what something is, and what is on its record sheet, is found out in play.

Two halves that players may use one by one: blips and sheets. How far units see stands in environment/visibility.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lancemate.alphastrike.environment.visibility import CONCEALED
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.reading import Reader

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

BLIPS, SHEETS = HALVES = ("blips", "sheets")


@blocks.entry(CONCEALED)
def which_halves(data: object, where: str) -> JSON:
    """Which of the two is in play; both unless said."""
    reader = Reader(data, where, known=HALVES, what="concealed unit data")
    return {half: reader.flag(half, True) for half in HALVES}


@rules.rule("AS-OPT-310", otherwise=False)
def in_play(battle: Battle, half: str) -> bool:
    """Whether one of the halves is in play, and the battle not over: then everything may be known."""
    if battle.outcome is not None:
        return False
    agreed = battle.setup.settings.get(CONCEALED)
    return bool(agreed.get(half, True)) if isinstance(agreed, Mapping) else True
