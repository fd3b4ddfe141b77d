"""Float Like a Butterfly (p. 96): the opponent throws an attack on this unit, or its critical hit, again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import FLOAT, piloted
from lancemate.alphastrike.combat.attack import Attack, Underway, resumed
from lancemate.alphastrike.combat.resolution import judge
from lancemate.alphastrike.damage.criticals import take_critical, throw_again
from lancemate.alphastrike.pilots.having import has, own_level
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.codec import JSON

hooks.question_kinds.add("float", "whether a hit is thrown again")

AGAIN, STANDS = "roll again", "let it stand"
CRITICAL: Final = "its critical hit"
floated = unit_memory("floated", int, default=0, rule="AS-SPA-030", told="has floated like a butterfly: {} so far")
# Who aims at it: a critical hit of an attack that did not have it as its target is none of its business.
aimed_at_by = unit_memory("aimed_at_by", str, default=None, expires="phase", rule="AS-SPA-030", names=True)


@rules.rule("AS-SPA-030", otherwise=0)
def floats_left(battle: Battle, unit: Unit) -> int:
    """Every point of it is one roll in a battle, given by a formation it is one."""
    if not has(battle, unit, FLOAT):
        return 0
    return max(1, own_level(battle, unit, FLOAT)) - floated.of(unit)


def _question(battle: Battle, unit: Unit, text: str, attacker: str | None, facts: dict[str, JSON]) -> Decision:
    if attacker is not None and attacker not in unseen_by(battle, unit.side):
        facts["attacker"] = attacker
    return Decision(
        side=unit.side,
        kind="float",
        question=text,
        choices=(AGAIN, STANDS),
        rule="AS-SPA-030",
        unit=unit.id,
        facts=facts | {"left": floats_left(battle, unit)},
    )


@hooks.hit_doubted.rule("AS-SPA-030", when=piloted(FLOAT))
def floats_away(attack: Attack, number: int, roll: tuple[int, ...]) -> Decision | None:
    """A roll that hits it may have to be thrown again; what comes then stands."""
    target = attack.target
    if target is None or not has(attack.battle, target, FLOAT):
        return None
    if aimed_at_by.of(target) != attack.attacker.id:
        aimed_at_by.remember(attack.battle, target, attack.attacker.id)
    if floats_left(attack.battle, target) <= 0:
        return None
    text = f"{target.id} is hit with {sum(roll)} against {number}: is that rolled again?"
    facts: dict[str, JSON] = {"target_number": number, "roll": list(roll)}
    return _question(attack.battle, target, text, attack.attacker.id, facts)


@rules.task("hit_doubted")
def hit_doubted(battle: Battle, attack: Underway, roll: tuple[int, ...], retried: bool, choice: str) -> None:
    """The hit stands, or another roll takes its place; the one that does not count is written down."""
    shot = resumed(battle, attack)
    if choice == AGAIN:
        assert shot.target is not None
        spend(battle, shot.target, tuple(roll), "attack on it")
        judge(shot, battle.roll(2), doubted=True, retried=retried)
    else:
        judge(shot, tuple(roll), doubted=True, retried=retried)


def spend(battle: Battle, unit: Unit, roll: tuple[int, ...], what: str) -> None:
    if roll:
        battle.emit(DieRolled(unit.id, what, roll, f"hit, and rolled again by {FLOAT}", "AS-SPA-030"))
    floated.note(battle, unit, floated.of(unit) + 1)


@hooks.critical_doubted.rule("AS-SPA-030", when=piloted(FLOAT))
def floats_past_the_worst(battle: Battle, unit: Unit, attacker: str | None, result: str) -> bool:
    """So may a critical roll that has an effect, when the attack was aimed at it."""
    return attacker is not None and aimed_at_by.of(unit) == attacker and floats_left(battle, unit) > 0


@rules.task("critical_doubted")
def critical_doubted(battle: Battle, unit: str, wait: bool, attacker: str, cause: str, result: str) -> None:
    target = battle.units[unit]
    if floats_left(battle, target) <= 0:
        take_critical(battle, target, result, wait)
        return
    text = f"{unit} suffers a critical hit ({result.replace('_', ' ')}): is that rolled again?"
    question = _question(battle, target, text, attacker, {"result": result})
    battle.ask(question, "critical_answered", unit=unit, wait=wait, cause=cause, result=result)


@rules.task("critical_answered")
def critical_answered(battle: Battle, unit: str, wait: bool, cause: str, result: str, choice: str) -> None:
    target = battle.units[unit]
    if choice == AGAIN:
        spend(battle, target, (), CRITICAL)
        throw_again(battle, target, cause, wait)
    else:
        take_critical(battle, target, result, wait)
