"""Tactical Experts (Dogfighting) (p. 108): enemies find it hard to keep control in engagements with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import DOGFIGHTING, commanded
from lancemate.alphastrike.commands.having import command
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ControlRoll

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

HARDER: Final = rules.table("AS-SCA-058", {"Control Roll": 2})
ENGAGEMENT: Final = "engagement"


@hooks.control_roll.rule("AS-SCA-058", part=ControlRoll.HURT, when=commanded(DOGFIGHTING))
def outflown_by_experts(battle: Battle, unit: Unit, why: str) -> Modifier | None:
    """Two more for whoever engages such a force, or is engaged by it."""
    if why != ENGAGEMENT or command(battle, battle.opponent(unit.side), DOGFIGHTING) is None:
        return None
    return Modifier(f"{DOGFIGHTING} of the enemy", HARDER.of(battle)["Control Roll"], "AS-SCA-058")
