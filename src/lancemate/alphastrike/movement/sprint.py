"""Sprinting (p. 38): half as far again. That sprinters do not attack is seen to where attacks are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


@rules.rule("AS-MOV-057", otherwise=0.0)
def sprint_bonus(battle: Battle, current: float) -> float:
    """One and a half times the current ground Move, rounded up: so much comes on top."""
    return round_up(battle, 1.5 * current) - current
