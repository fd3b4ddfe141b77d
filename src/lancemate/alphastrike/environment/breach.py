"""Hull breaches (p. 61): what damage does to a hull with no air around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage import criticals
from lancemate.alphastrike.damage.damage import effects_wait
from lancemate.alphastrike.environment.notes import agreed
from lancemate.alphastrike.play.conditions import DEADLY_AIR, TRACE, VACUUM
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.precedence import overruled
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.steps import Step, Steps

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

BREACH: Final = "hull_breach"  # as the cause of a critical roll
IN_VACUUM: Final = rules.table("AS-BAT-079", {VACUUM: 8})
IN_TRACE: Final = rules.table("AS-BAT-081", {TRACE: 10})


def breaches_at(battle: Battle) -> int:
    """What 2D6 must reach."""
    return {**IN_VACUUM.of(battle), **IN_TRACE.of(battle)}[agreed(battle).atmosphere]


@hooks.hit_taken.rule("AS-BAT-079", when=DEADLY_AIR)
def air_escapes(struck: Struck) -> Steps | None:
    """Damage may open a hull, after all other checks of the hit; a hit of 0* that did none may as well."""
    battle, unit, hit = struck.battle, struck.unit, struck.hit
    harmless = hit.attack and hit.minimal and not struck.damaged
    if not (struck.damaged or harmless) or unit.doomed is not None or unit.destroyed:
        return None
    if unit.card.is_aerospace or unit.card.is_infantry or overruled(battle, hooks.keeps_sealed, False, struck):
        return None
    eased = sum(part.value for hook in battle.hooks[hooks.breach_modifiers] if (part := hook(battle, unit)) is not None)
    needed = breaches_at(battle) - eased
    roll = battle.roll(2, lambda dice: dice_sum(battle, dice) >= needed)
    opens = dice_sum(battle, roll) >= needed
    result = "its hull is open" if opens else "its hull holds"
    rule_id = "AS-BAT-079" if agreed(battle).atmosphere == VACUUM else "AS-BAT-081"
    battle.emit(DieRolled(unit.id, f"hull breach, on {needed} or more", roll, result, rule_id))
    return (Step(criticals.check, (unit.id, BREACH, effects_wait(battle, hit))),) if opens else None


@hooks.critical_again.rule("AS-BAT-079", when=DEADLY_AIR)
def nothing_burns(battle: Battle, unit: Unit, cause: str, result: str) -> bool:
    """Ammunition that a breach would set off is rolled for again."""
    return cause == BREACH and result == "ammo"
