"""Fire in reaction (p. 12): who may shoot at whom and when; whoever may is asked, unless his orders say it or he hides.

A window opens when a soldier sets out, on every dot and floor he comes to, and, for one who stays, once after the
others have moved, or when he announces a throw (errata 30 and 31).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.allowed import can_be_shot
from lancemate.battletroops.combat.shot import aims_at, fire
from lancemate.battletroops.movement.arriving import Way, arrive
from lancemate.battletroops.movement.plan import Left
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.events import Decided, Exposed
from lancemate.battletroops.play.setup import ORDERS
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import not_hidden
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

ASK, FIRE, HOLD = ORDERS
KIND: Final = "fire"
RULE: Final = "BT-COM-001"
Planned: TypeAlias = tuple[str, str | None]  # who shoots, and with what if it is said


def aims_upon(battle: Battle, target: Unit) -> list[list[Aim]]:
    """What enemies may fire at a unit where it is, shooter by shooter in script order.

    Most are hidden by terrain. By the book as printed they may not shoot, and the other rules need not be asked.
    """
    if target.aboard is not None or not is_placed(battle, target) or not can_be_shot(target):
        return []
    side = target.side
    others = [
        unit
        for unit in battle.state.units.values()
        if unit.side != side and (unit.arc is not None or unit.machine is not None)
    ]
    if others and battle.changed is None and target.machine is None:
        others = not_hidden(battle, others, target)
    return [aims for unit in others if (aims := possible(battle, unit, target))]


@rules.rule("BT-OPT-042", otherwise=True)
def is_placed(battle: Battle, target: Unit) -> bool:
    """Nobody shoots at a hidden man: he is on the map when he has been found."""
    return not target.hidden


def possible(battle: Battle, shooter: Unit, target: Unit, using: str | None = None) -> list[Aim]:
    """What one may fire at another: what nothing speaks against."""
    return [aim for aim in aims_at(battle, shooter, target, using) if aim.refusal is None]


def expose(battle: Battle, target: Unit, rule: str, left: Left | None = None) -> None:
    """Open a window: whoever may shoot at this unit does now, or never."""
    if not target.exposed:
        battle.emit(Exposed(target.id, rule))
    battle.then("window", target=target.id, left=left)


def come_to(battle: Battle, unit: Unit, by: Way, left: Left | None = None) -> None:
    """Somebody is on a dot: what awaits him there befalls him (movement/arriving.py), then he may be shot at."""
    if battle.hooks[hooks.arrives] or battle.state.decision is not None:
        expose(battle, unit, RULE, left)
        arrive(battle, unit, by)
        return
    if not unit.exposed:
        battle.emit(Exposed(unit.id, RULE))
    window(battle, unit.id, left)  # nothing can come between: it would be the next step


@rules.task("window")
def window(battle: Battle, target: str, left: Left | None) -> None:
    if is_shot_at(battle, target):
        _open(battle, battle.units[target], left)


@rules.rule("BT-COM-001", otherwise=False)
def is_shot_at(battle: Battle, target: str) -> bool:
    """Fire is in the enemy's movement: at whom sets out, and at every dot he enters."""
    return can_be_shot(battle.units[target])


def _open(battle: Battle, target: Unit, left: Left | None) -> None:
    upon = aims_upon(battle, target)
    if not upon:
        return
    asked = [aims for aims in upon if aims[0].shooter.orders == ASK and not aims[0].shooter.hidden]
    by_orders = tuple((aim.shooter.id, aim.order) for aims in upon if _fires_unasked(battle, aims) for aim in aims)
    if asked:
        side = battle.opponent(target.side)
        question = f"{target.id} may be shot at: who fires?"
        numbers: dict[str, JSON] = {aims[0].shooter.id: aims[0].needs for aims in asked}
        facts: dict[str, JSON] = {"target": target.id, "shots": list(numbers), "numbers": numbers}
        choices = (FIRE, HOLD)
        battle.ask(
            Decision(side, KIND, question, choices, RULE, target.id, facts),
            "fire_decided",
            target=target.id,
            by_orders=by_orders,
            left=left,
        )
    elif by_orders:
        battle.then("shots", target=target.id, shots=by_orders, left=left)


def _fires_unasked(battle: Battle, aims: list[Aim]) -> bool:
    """By his orders; a hidden man by what his player has noted for him, since a question would tell of him."""
    unit = aims[0].shooter
    if unit.hidden and unit.orders == ASK:
        springs: bool = hooks.questions["springs an ambush"](battle, unit, aims)
        return springs
    return unit.orders == FIRE


def _all_of(battle: Battle, shooter: Unit, target: Unit) -> tuple[Planned, ...]:
    """Everything one may fire at another: a man has one weapon ready."""
    if shooter.machine is None:
        return ((shooter.id, None),)
    return tuple((shooter.id, aim.order) for aim in possible(battle, shooter, target))


@rules.task("fire_decided")
def fire_decided(
    battle: Battle, target: str, by_orders: tuple[Planned, ...], left: Left | None, choice: tuple[Planned, ...]
) -> None:
    """Those who were asked fire first, in the order chosen; then those who have orders to."""
    shots = (*choice, *by_orders)
    if shots:
        battle.then("shots", target=target, shots=shots, left=left)


@rules.task("shots")
def shots(battle: Battle, target: str, shots: tuple[Planned, ...], left: Left | None) -> None:
    """One shot after the other; one that has become impossible is not made, and its arc is kept."""
    (name, using), rest = shots[0], shots[1:]
    if rest:
        battle.then("shots", target=target, shots=rest, left=left)
    found = aims_at(battle, battle.units[name], battle.units[target], using)
    if found and may_still(found[0]):
        fire(found[0], left)


@rules.rule("BT-COM-007", otherwise=True)
def may_still(aim: Aim) -> bool:
    """All are declared before the first is rolled; one whose line of sight has gone meanwhile cannot be made."""
    return aim.refusal is None


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


def _meant(one: orders.FireOrder) -> str | None:
    """With what, and after an @ where it is placed: so a plan names it."""
    return one.using if one.table is None else f"{one.using or ''}@{one.table}"


def _chosen(
    battle: Battle, question: Decision, choice: str | tuple[str | orders.FireOrder, ...]
) -> tuple[Planned, ...]:
    """The shots that are meant, in order."""
    target = battle.units[str(question.unit)]
    may = [str(name) for name in question.facts["shots"]]  # type: ignore[union-attr]
    if isinstance(choice, str):
        if choice not in (FIRE, HOLD):
            raise refuse("no_such_choice", f"{choice!r} is no choice here; say fire, hold or who fires", RULE)
        return (
            tuple(shot for name in may for shot in _all_of(battle, battle.units[name], target))
            if choice == FIRE
            else ()
        )
    found: list[Planned] = []
    for one in choice:
        name, using = (one, None) if isinstance(one, str) else (one.unit, _meant(one))
        if name not in may:
            raise refuse("no_such_choice", f"{name} may not shoot; those who may are {', '.join(may)}", RULE)
        offered = aims_at(battle, battle.units[name], target, using)
        fresh = [aim for aim in offered if (name, aim.order) not in found]
        able = [aim for aim in fresh if aim.refusal is None]
        if not able:
            refusal = fresh[0].refusal if fresh else None
            again = f"{name} may not shoot so; those who may are {', '.join(may)}"
            raise Refused(refusal or Refusal("no_such_choice", again, RULE))
        found += [(name, aim.order or using) for aim in (able if using is None else able[:1])]
    return tuple(found)
