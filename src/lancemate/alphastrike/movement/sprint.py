"""Sprinting (p. 38): half as far again, and no attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.arithmetic import round_up
from lancemate.kernel.errors import Refusal
from lancemate.kernel.rules import rule

if TYPE_CHECKING:
    from lancemate.alphastrike.attack import Attack
    from lancemate.alphastrike.battle import Battle


@rule("AS-MOV-057", otherwise=0.0)
def sprint_bonus(battle: Battle, current: float) -> float:
    """One and a half times the current ground Move, rounded up: so much comes on top."""
    return round_up(1.5 * current) - current


@rule("AS-MOV-058", hook="may_attack")
def sprinters_do_not_attack(attack: Attack) -> Refusal | None:
    """A unit that sprinted makes no attack of any kind; it may still spot."""
    unit = attack.attacker
    if unit.moved != "sprint":
        return None
    return Refusal("sprinted", f"{unit.id} sprinted this turn and makes no attacks", "AS-MOV-058")
