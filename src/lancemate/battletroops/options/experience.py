"""Experience levels (p. 22): what a squad can do in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.play.setup import REGULAR
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Cost

if TYPE_CHECKING:
    from lancemate.battletroops.movement.plan import Plan
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

EXPERIENCE: Final = rules.option("experience", "BT-OPT-035", "squads are Green, Regular, Veteran or Elite")
MOST_MOVEMENT: Final = 8

LEVELS = rules.table("BT-OPT-035", {"Green": -1, REGULAR: 0, "Veteran": 1, "Elite": 2})


def experience_of(battle: Battle, unit: Unit) -> str:
    squad = battle.setup.squad(unit.group)
    return REGULAR if squad is None else squad.experience


@hooks.allowance.rule("BT-OPT-035", when=EXPERIENCE)
def what_they_have_learned(battle: Battle, unit: Unit) -> Cost | None:
    """The level of a squad changes what its members can do; characters among them have points of their own."""
    level = experience_of(battle, unit)
    counts = unit.is_soldier and not has_his_own(battle, unit)
    return Cost(level, LEVELS.of(battle)[level], "BT-OPT-035") if counts else None


@rules.rule("BT-OPT-043", otherwise=False)
def has_his_own(battle: Battle, unit: Unit) -> bool:
    """Every character has eight points, whatever squad he is with."""
    return unit.skills is not None


@hooks.may_move.rule("BT-OPT-036", when=EXPERIENCE)
def no_faster_than_others(battle: Battle, plan: Plan) -> Refusal | None:
    """No more than eight points of a turn go into movement, whatever the bonus."""
    spent = battle.state.mp_moved if battle.state.acting == plan.unit.id else 0
    if not plan.unit.is_soldier or spent + plan.moving_cost <= MOST_MOVEMENT:
        return None
    text = f"this would be {spent + plan.moving_cost} MP of movement; nobody spends more than {MOST_MOVEMENT} on it"
    return Refusal("too_much_movement", text, "BT-OPT-036")
