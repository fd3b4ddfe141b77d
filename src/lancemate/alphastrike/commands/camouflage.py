"""Camouflage (p. 103): who does not move is hard to make out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import CAMOUFLAGE, commanded
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack

STILL: Final = rules.table("AS-SCA-019", {"standing still": 2, "share hidden": 0.5})


@hooks.target_moved.rule("AS-SCA-019", part=-1, kinds="standstill", when=commanded(CAMOUFLAGE))
def stands_still_unseen(attack: Attack) -> Modifier | None:
    """A ground unit that stands still has a TMM of 2 instead of none."""
    target = attack.target
    if target is None or not target.card.is_ground_unit or not serves(attack.battle, target, CAMOUFLAGE):
        return None
    return Modifier("Target stood still (Camouflage)", int(STILL.of(attack)["standing still"]), "AS-SCA-019")
