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
from lancemate.alphastrike.play.traits import ATTACK
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.steps import Step, Steps

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.criticals import CriticalRoll
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("breach", "whether ammunition that a breach sets off is rolled for again")

AGAIN, STANDS = "roll again", "let it stand"
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
    harmless = struck.by(ATTACK) and hit.minimal and not struck.damaged
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
    return (Step(criticals.check, (unit.id, BREACH, effects_wait(battle, hit.source))),) if opens else None


@hooks.critical_again.rule("AS-BAT-079", when=DEADLY_AIR)
def nothing_burns(rolled: CriticalRoll) -> Steps | None:
    """Ammunition that a breach sets off may be rolled for again, which pays where it would destroy the unit."""
    if rolled.cause != BREACH or rolled.result != "ammo":
        return None
    harm = criticals.blast_of(rolled.battle, rolled.unit).harm
    if harm == "none":
        return None
    if harm == "all":
        return (_once_more(rolled.unit.id, rolled.wait, rolled.attacker),)
    rolled.battle.then("breach_doubted", unit=rolled.unit.id, wait=rolled.wait, attacker=rolled.attacker)
    return ()


def _once_more(unit: str, wait: bool, attacker: str | None) -> Step:
    return Step(criticals.roll_critical, (unit, wait, attacker), (BREACH,))


@rules.task("breach_doubted")
def breach_doubted(battle: Battle, unit: str, wait: bool, attacker: str | None) -> None:
    """A point of damage or whatever else the table has: its owner chooses."""
    question = Decision(
        side=battle.units[unit].side,
        kind="breach",
        question=f"the breach of {unit} sets off its ammunition, for a point: is that rolled again?",
        choices=(AGAIN, STANDS),
        rule="AS-BAT-079",
        unit=unit,
    )
    battle.ask(question, "breach_answered", unit=unit, wait=wait, attacker=attacker)


@rules.task("breach_answered")
def breach_answered(battle: Battle, unit: str, wait: bool, attacker: str | None, choice: str) -> None:
    if choice == AGAIN:
        battle.follow(_once_more(unit, wait, attacker))
    else:
        criticals.take_critical(battle, battle.units[unit], "ammo", wait)
