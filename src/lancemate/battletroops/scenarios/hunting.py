"""Dragon Hunting (p. 37): a 'Mech against two squads that hide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.play.setup import Goal
from lancemate.battletroops.scenarios.plan import DRAGON_HUNTING, SIDES

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle

RULE: Final = "BT-SCN-002"


@hooks.goals.rule(RULE, when=DRAGON_HUNTING)
def dragon_hunting(battle: Battle) -> Goal:
    """The 'Mech wins when every squad is broken or out; the squads when it is destroyed or has left."""
    kurita, dragoons = SIDES[DRAGON_HUNTING]
    machines = [unit for unit in battle.of_side(dragoons) if unit.machine is not None]
    men = [unit for unit in battle.of_side(kurita) if unit.is_soldier]
    fights = any(not unit.dead and unit.place != "gone" for unit in machines)
    left = [unit for unit in men if unit.conscious and unit.place != "gone"]
    resist = any(unit.group not in battle.state.broken for unit in left)
    if resist and fights:
        return Goal(False, None, "", RULE, {})
    if not resist:
        out = not any(unit.conscious for unit in men)
        why = "every soldier is dead or unconscious" if out else "every squad is broken or out"
        return Goal(True, dragoons, why, RULE, {dragoons: "decisive", kurita: None})
    why = "the 'Mech is destroyed" if all(unit.dead for unit in machines) else "the 'Mech has left"
    return Goal(True, kurita, why, RULE, {kurita: "decisive", dragoons: None})
