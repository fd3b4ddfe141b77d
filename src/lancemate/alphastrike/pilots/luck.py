"""Luck (pp. 97, 117): what failed may be rolled again, out of a pilot's own luck or a Battle Lance's pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import LUCKY, piloted
from lancemate.alphastrike.combat.attack import Attack, Underway, resumed
from lancemate.alphastrike.combat.resolution import judge, stands
from lancemate.alphastrike.commands.formations import bonus_holds, formation_of
from lancemate.alphastrike.pilots.having import own_level
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.control import Check
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("reroll", "whether a missed attack is rolled again")
hooks.question_kinds.add("reroll_control", "whether a failed Control Roll is rolled again")

POOL: Final = rules.table("AS-FOR-046", {"more than units": 2, "rerolls of a lucky pilot": 4})

OWN, SHARED, ENOUGH = "own luck", "shared luck", "let it stand"
own_luck_used = unit_memory(
    "own_luck_used", int, default=0, rule="AS-SPA-041", told="has used luck of its own: {} so far"
)
shared_luck_used = unit_memory(
    "shared_luck_used", int, default=0, rule="AS-FOR-046", told="has used luck of its formation: {} so far"
)
_USED: Final = {OWN: own_luck_used, SHARED: shared_luck_used}


def luck_left(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """How often a unit may still roll again, by whose luck."""
    return {kind: left for kind, left in ((OWN, _own(battle, unit)), (SHARED, _shared(battle, unit))) if left > 0}


@rules.rule("AS-SPA-041", otherwise=0)
def _own(battle: Battle, unit: Unit) -> int:
    """A point of Lucky is one roll."""
    level = own_level(battle, unit, LUCKY)
    return min(level - _used(unit, OWN), _in_all(battle, unit)) if level else 0


@rules.rule("AS-FOR-046", otherwise=0)
def _shared(battle: Battle, unit: Unit) -> int:
    """The pool is everybody's while the bonus holds; a pilot with luck of his own rolls again four times at most."""
    formation = formation_of(battle, unit)
    if formation is None or not formation.lucky or not bonus_holds(battle, formation):
        return 0
    if unit.id not in (formation.given_to(LUCKY) or formation.core):
        return 0
    left = formation.lucky - sum(_used(battle.units[member], SHARED) for member in formation.members)
    return min(left, _in_all(battle, unit)) if own_level(battle, unit, LUCKY) else left


@rules.rule("AS-FOR-046", otherwise=9)
def _in_all(battle: Battle, unit: Unit) -> int:
    """What a lucky pilot in such a lance may still roll again, out of his own luck and the pool together."""
    return int(POOL.of(battle)["rerolls of a lucky pilot"]) - _used(unit, OWN) - _used(unit, SHARED)


def _used(unit: Unit, kind: str) -> int:
    return _USED[kind].of(unit)


@hooks.second_chance.rule("AS-SPA-041", "AS-FOR-046", when=piloted(LUCKY))
def try_again(attack: Attack, number: int, roll: tuple[int, ...]) -> Decision | None:
    """Its player may roll a failed attack again; what comes then stands."""
    left = luck_left(attack.battle, attack.attacker)
    if not left:
        return None
    attacker = attack.attacker
    return Decision(
        side=attacker.side,
        kind="reroll",
        question=f"{attacker.id} needed {number} and rolled {sum(roll)}: roll again?",
        choices=(*left, ENOUGH),
        rule="AS-SPA-041" if OWN in left else "AS-FOR-046",
        unit=attacker.id,
        facts={"target_number": number, "roll": list(roll), "left": dict(left)},
    )


@rules.task("second_chance")
def second_chance(battle: Battle, attack: Underway, roll: tuple[int, ...], choice: str) -> None:
    """A failed roll stands, or another one takes its place; the one that does not count is written down."""
    missed = resumed(battle, attack)
    if choice != ENOUGH:
        _spend(battle, missed.attacker, "attack", tuple(roll), "missed", choice)
        judge(missed, battle.roll(2), retried=True)
    else:
        stands(missed, tuple(roll))


@hooks.control_again.rule("AS-SPA-041", "AS-FOR-046", when=piloted(LUCKY))
def regains_control(battle: Battle, check: Check, roll: tuple[int, ...]) -> Decision | None:
    """And a failed Control Roll."""
    unit = check.unit
    left = luck_left(battle, unit)
    if not left:
        return None
    return Decision(
        side=unit.side,
        kind="reroll_control",
        question=f"{unit.id} needed {check.number} {check.what} and rolled {sum(roll)}: roll again?",
        choices=(*left, ENOUGH),
        rule="AS-SPA-041" if OWN in left else "AS-FOR-046",
        unit=unit.id,
        facts={"target_number": check.number, "for": check.what, "roll": list(roll), "left": dict(left)},
    )


@hooks.rolled_again.rule("AS-SPA-041", "AS-FOR-046", when=piloted(LUCKY))
def has_another_go(battle: Battle, unit: Unit, roll: tuple[int, ...], choice: str) -> bool:
    """New dice take the place of the old ones, and a piece of luck is gone."""
    if choice == ENOUGH:
        return False
    _spend(battle, unit, "control", tuple(roll), "failed", choice)
    return True


def _spend(battle: Battle, unit: Unit, what: str, roll: tuple[int, ...], how: str, choice: str) -> None:
    """Write down the roll that does not count, and whose luck it was."""
    by = "AS-SPA-041" if choice == OWN else "AS-FOR-046"
    battle.emit(DieRolled(unit.id, what, roll, f"{how}, and rolled again by {choice}", by))
    _USED[choice].note(battle, unit, _used(unit, choice) + 1)


def pool_for(units: int) -> int:
    """The rerolls that a Battle Lance of so many units begins with."""
    return units + POOL.of(rules)["more than units"]
