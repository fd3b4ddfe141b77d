"""Camouflage (p. 103): who does not move is hard to make out, and half of a force may lie hidden, in the open too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import CAMOUFLAGE, commanded
from lancemate.alphastrike.commands.having import brought_by, is_for, serves
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.stats import tmm_now
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

STILL: Final = rules.table("AS-SCA-019", {"standing still": 2, "share hidden": 0.5})


@hooks.target_moved.rule("AS-SCA-019", part=-1, kinds="standstill", when=commanded(CAMOUFLAGE))
def stands_still_unseen(attack: Attack) -> Modifier | None:
    """A ground unit that stands still has a TMM of 2 instead of none, lowered by what lowers any TMM."""
    battle, target = attack.battle, attack.target
    if target is None or not target.card.is_ground_unit or not serves(battle, target, CAMOUFLAGE):
        return None
    unseen = Modifier("Target stood still (Camouflage)", int(STILL.of(attack)["standing still"]), "AS-SCA-019")
    left = max(0, min(unseen.value, total(tmm_now(battle, target, unseen))))
    return Modifier(unseen.label, left, unseen.rule)


# -- hidden units (the option of that name) -----------------------------------------------------------------------


@rules.rule("AS-SCA-019", otherwise=0)
def half_may_hide(battle: Battle, side: str) -> int:
    """So many units a force with camouflage may hide whatever the scenario says: half of those it began with."""
    if not any(ability.name == CAMOUFLAGE for ability in brought_by(battle, side)):
        return 0
    return int(len(battle.setup.units_of(side)) * STILL.of(battle)["share hidden"])


@rules.rule("AS-SCA-019", otherwise=False)
def hides_in_the_open(battle: Battle, unit: Unit) -> bool:
    """It needs nothing to hide behind: clear and paved ground will do."""
    own = brought_by(battle, unit.side)
    return any(ability.name == CAMOUFLAGE and is_for(battle, ability, unit) for ability in own)
