"""Fire in reaction (p. 12): who may shoot at whom and when; whoever may is asked, unless his orders say it.

A window opens when a soldier sets out, on every dot and floor he comes to, and, for one who stays, once after the
others have moved, or when he announces a throw (errata 30 and 31).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from lancemate.battletroops.combat.shot import Shot, fire
from lancemate.battletroops.movement.plan import Left
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import Decided, Exposed
from lancemate.battletroops.play.setup import ORDERS
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refused, refuse

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

ASK, FIRE, HOLD = ORDERS
KIND: Final = "fire"
RULE: Final = "BT-COM-001"
Planned: TypeAlias = tuple[str, str | None]  # who shoots, and with what if it is said


def shooters_at(battle: Battle, target: Unit) -> list[Unit]:
    """The enemies who may shoot at a unit where it is, in script order."""
    if not target.able or target.aboard is not None:
        return []
    others = (unit for unit in battle.units.values() if unit.side != target.side and unit.arc is not None)
    return [unit for unit in others if Shot(battle, unit, target).why_not is None]


def expose(battle: Battle, target: Unit, rule: str, left: Left | None = None) -> None:
    """Open a window: whoever may shoot at this unit does now, or never."""
    if not target.exposed:
        battle.emit(Exposed(target.id, rule))
    battle.then("window", target=target.id, left=left)


@rules.task("window")
def window(battle: Battle, target: str, left: Left | None) -> None:
    if is_shot_at(battle, target):
        _open(battle, battle.units[target], left)


@rules.rule("BT-COM-001", otherwise=False)
def is_shot_at(battle: Battle, target: str) -> bool:
    """Fire is in the enemy's movement: at whom sets out, and at every dot he enters."""
    return battle.units[target].able


def _open(battle: Battle, target: Unit, left: Left | None) -> None:
    able = shooters_at(battle, target)
    asked = [unit.id for unit in able if unit.orders == ASK]
    by_orders = tuple(unit.id for unit in able if unit.orders == FIRE)
    if asked:
        side = battle.opponent(target.side)
        question = f"{target.id} may be shot at: who fires?"
        facts: dict[str, JSON] = {"target": target.id, "shots": list(asked), "numbers": _numbers(battle, asked, target)}
        choices = (FIRE, HOLD)
        battle.ask(
            Decision(side, KIND, question, choices, RULE, target.id, facts),
            "fire_decided",
            target=target.id,
            by_orders=by_orders,
            left=left,
        )
    elif by_orders:
        battle.then("shots", target=target.id, shots=tuple((name, None) for name in by_orders), left=left)


def _numbers(battle: Battle, asked: list[str], target: Unit) -> dict[str, JSON]:
    """What each would need."""
    return {name: Shot(battle, battle.units[name], target).target_number for name in asked}


@rules.task("fire_decided")
def fire_decided(
    battle: Battle, target: str, by_orders: tuple[str, ...], left: Left | None, choice: tuple[Planned, ...]
) -> None:
    """Those who were asked fire first, in the order chosen; then those who have orders to."""
    shots = (*choice, *((name, None) for name in by_orders))
    if shots:
        battle.then("shots", target=target, shots=shots, left=left)


@rules.task("shots")
def shots(battle: Battle, target: str, shots: tuple[Planned, ...], left: Left | None) -> None:
    """One shot after the other; one that has become impossible is not made, and its arc is kept."""
    (name, using), rest = shots[0], shots[1:]
    if rest:
        battle.then("shots", target=target, shots=rest, left=left)
    shot = Shot(battle, battle.units[name], battle.units[target], using)
    if may_still(shot):
        fire(shot, left)


@rules.rule("BT-COM-007", otherwise=True)
def may_still(shot: Shot) -> bool:
    """All are declared before the first is rolled; one whose line of sight has gone meanwhile cannot be made."""
    return shot.why_not is None


# -- the answer ---------------------------------------------------------------------------------------------------


@rules.verb(orders.Decide)
def do_decide(battle: Battle, command: orders.Decide) -> None:
    question = battle.state.decision
    if question is None:
        acting = battle.state.to_act or "nobody"
        raise refuse("no_decision", f"no decision is waiting; {acting} moves now", "BT-SEQ-004")
    if question.kind != KIND:
        battle.decide(command.side, str(command.choice))
        return
    if command.side != question.side:
        raise refuse("not_your_decision", f"this decision belongs to {question.side}", RULE)
    shots = _chosen(battle, question, command.choice)
    word = FIRE if shots else HOLD
    battle.emit(Decided(command.side, KIND, word, tuple(name for name, _ in shots), withheld(battle)))
    *rest, task = battle.state.agenda
    battle.state.agenda = tuple(rest)
    battle.then(task.name, **task.data, choice=shots)


@rules.rule("BT-COM-006", otherwise=RULE)
def withheld(battle: Battle) -> str:
    """A shot that is passed up is gone."""
    return "BT-COM-006"


def _chosen(
    battle: Battle, question: Decision, choice: str | tuple[str | orders.FireOrder, ...]
) -> tuple[Planned, ...]:
    """The shots that are meant, in order."""
    may = [str(name) for name in question.facts["shots"]]  # type: ignore[union-attr]
    if isinstance(choice, str):
        if choice not in (FIRE, HOLD):
            raise refuse("no_such_choice", f"{choice!r} is no choice here; say fire, hold or who fires", RULE)
        return tuple((name, None) for name in may) if choice == FIRE else ()
    found: list[Planned] = []
    for one in choice:
        name, using = (one, None) if isinstance(one, str) else (one.unit, one.using)
        if name not in may or name in [known for known, _ in found]:
            raise refuse("no_such_choice", f"{name} may not shoot; those who may are {', '.join(may)}", RULE)
        shot = Shot(battle, battle.units[name], battle.units[str(question.unit)], using)
        if (refusal := shot.why_not) is not None:
            raise Refused(refusal)
        found.append((name, using))
    return tuple(found)
