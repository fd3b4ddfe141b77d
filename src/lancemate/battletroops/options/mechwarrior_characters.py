"""Characters of the role-playing game among the soldiers (p. 23)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.movement.allowance import allowance
from lancemate.battletroops.play.state import State
from lancemate.battletroops.play.traits import BLOW, BY_RANGE, FIXED, MACHINE, PIERCING
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.events import event
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.damage.wounds import Harm
    from lancemate.battletroops.movement.plan import Plan
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


@event
class CharacterHurt:
    """What a hit comes to on the character's own sheet: so many dice of the role-playing game."""

    type: ClassVar[str] = "character_hurt"
    unit: UnitId
    dice: Word
    rule: RuleId = "BT-OPT-046"

    def apply(self, state: State) -> None:
        pass


CHARACTERS: Final = rules.option("mechwarrior_characters", "BT-OPT-043", "characters of the role-playing game join in")
MOST_MOVEMENT: Final = 8
WITH_SKILL: Final = (BLOW, BY_RANGE, PIERCING)


@hooks.allowance.rule("BT-OPT-043", when=CHARACTERS)
def quick_hands(battle: Battle, unit: Unit) -> Cost | None:
    """His Running skill gives points for whatever is not movement."""
    skill = 0 if unit.skills is None else unit.skills.get("Running", 0)
    return Cost("Running", skill, "BT-OPT-043") if skill else None


@hooks.may_move.rule("BT-OPT-043", when=CHARACTERS)
def runs_no_faster(battle: Battle, plan: Plan) -> Refusal | None:
    """No more than eight points go into movement, nor those that his skill gives where wounds or armor leave fewer."""
    unit = plan.unit
    if unit.skills is None:
        return None
    spent = battle.state.mp_moved if battle.state.acting == unit.id else 0
    most = min(MOST_MOVEMENT, allowance(battle, unit) - unit.skills.get("Running", 0))
    if spent + plan.moving_cost <= most:
        return None
    text = f"this would be {spent + plan.moving_cost} MP of movement; {unit.id} spends {most} on it"
    return Refusal("too_much_movement", text, "BT-OPT-043")


@hooks.to_hit.rule("BT-OPT-044", part=hooks.OTHER, traits=WITH_SKILL, but=(MACHINE, FIXED), when=CHARACTERS)
def practised(aim: Aim) -> Modifier | None:
    """Each level of skill above the first makes him better with the weapons that it is about."""
    arm, skills = aim.arm, aim.shooter.skills
    level = 0 if arm is None or skills is None else skills.get(arm.skill, 0)
    return Modifier(f"{arm.skill} skill", 1 - level, "BT-OPT-044") if arm is not None and level > 1 else None


@hooks.tactics.rule("BT-OPT-045", when=CHARACTERS)
def tactician(battle: Battle, side: str) -> Modifier | None:
    """The character who leads a whole force may let the others move first, so that it can react."""
    leader = battle.units.get(battle.setup.leader_of(side) or "")
    level = 0 if leader is None or leader.skills is None or not leader.able else leader.skills.get("Tactics", 0)
    return Modifier("Tactics", -level, "BT-OPT-045") if level else None


@hooks.hurt.rule("BT-OPT-046", part=hooks.TOLD, when=CHARACTERS)
def on_his_own_sheet(battle: Battle, harm: Harm) -> None:
    """A die of the role-playing game for each lethal point, before armour; here he is hurt as any soldier."""
    if harm.unit.skills is not None and harm.lethal:
        battle.emit(CharacterHurt(harm.unit.id, f"{harm.lethal}D6"))
