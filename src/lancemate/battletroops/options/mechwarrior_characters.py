"""Characters of the role-playing game among the soldiers (p. 23)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.play.events import Hit
from lancemate.battletroops.play.state import State
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.events import event
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.naming import RuleId, UnitId, Word

if TYPE_CHECKING:
    from lancemate.battletroops.combat.shot import Shot
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


@hooks.allowance.rule("BT-OPT-043", when=CHARACTERS)
def quick_hands(battle: Battle, unit: Unit) -> Cost | None:
    """His Running skill gives points for whatever is not movement."""
    skill = 0 if unit.skills is None else unit.skills.get("Running", 0)
    return Cost("Running", skill, "BT-OPT-043") if skill else None


@hooks.may_move.rule("BT-OPT-043", when=CHARACTERS)
def runs_no_faster(battle: Battle, plan: Plan) -> Refusal | None:
    """Of what he has no more than eight points go into movement."""
    spent = battle.state.mp_moved if battle.state.acting == plan.unit.id else 0
    if plan.unit.skills is None or spent + plan.moving_cost <= MOST_MOVEMENT:
        return None
    text = f"this would be {spent + plan.moving_cost} MP of movement; a character spends {MOST_MOVEMENT} on it"
    return Refusal("too_much_movement", text, "BT-OPT-043")


@hooks.to_hit.rule("BT-OPT-044", part=hooks.OTHER, when=CHARACTERS)
def practised(shot: Shot) -> Modifier | None:
    """Each level of skill above the first makes him a better shot."""
    arm, skills = shot.weapon, shot.shooter.skills
    level = 0 if arm is None or skills is None else skills.get(arm.skill, 0)
    return Modifier(f"{arm.skill} skill", 1 - level, "BT-OPT-044") if arm is not None and level > 1 else None


@hooks.initiative.rule("BT-OPT-045", when=CHARACTERS)
def tactician(battle: Battle, side: str) -> Modifier | None:
    """The best tactician of a side lets the others move first, so that it can react."""
    levels = [unit.skills.get("Tactics", 0) for unit in battle.of_side(side) if unit.skills is not None and unit.able]
    best = max(levels, default=0)
    return Modifier("Tactics", -best, "BT-OPT-045") if best else None


@hooks.hurt.rule("BT-OPT-046", when=CHARACTERS)
def on_his_own_sheet(battle: Battle, unit: Unit, down: bool, cause: str) -> None:
    """A die of the role-playing game for each lethal point, before armour; here he is hurt as any soldier."""
    hit = next(event for event in reversed(battle.journal.events) if isinstance(event, Hit))
    if unit.skills is not None and hit.lethal:
        battle.emit(CharacterHurt(unit.id, f"{hit.lethal}D6"))
