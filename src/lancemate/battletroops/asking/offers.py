"""All that may be done now: the one list that bots, random play, the server and the page read.

Every offer is complete as it stands. Steps are offered one at a time: a longer move is several of them, or a path
that its player points at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.combat.reaction import FIRE, HOLD, KIND
from lancemate.battletroops.movement.activation import why_not_act, why_not_activate, why_not_pass
from lancemate.battletroops.movement.plan import Plan, left_to, objection, plan_move, why_not_watch
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.orders import Offer
from lancemate.battletroops.play.setup import HIDING
from lancemate.battletroops.sight.ranges import SIZES
from lancemate.field.lattice import STEPS, neighbour
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit


def offers(battle: Battle, side: str) -> Iterator[Offer]:
    """Everything a side may do now."""
    asked = battle.state.decision
    if battle.outcome is not None:
        return
    if asked is not None:
        if asked.side == side:
            yield from answers(battle)
        return
    if battle.state.to_act != side:
        return
    for unit in battle.of_side(side):
        yield from offers_of(battle, unit)
    done = "Everybody is where he shall hide" if battle.state.phase == HIDING else "End the movement of your side"
    yield offer(orders.EndPhase(), done, "BT-SEQ-002")


def answers(battle: Battle) -> Iterator[Offer]:
    """What may be answered to the question that waits."""
    asked = battle.state.decision
    assert asked is not None
    if asked.kind != KIND:
        for choice in asked.choices:
            yield offer(orders.Decide(asked.side, choice), choice, asked.rule)
        return
    yield offer(orders.Decide(asked.side, HOLD), "Hold fire", "BT-COM-006")
    shots = asked.facts["shots"]
    assert isinstance(shots, list)
    if len(shots) > 1:
        yield offer(orders.Decide(asked.side, FIRE), "All fire", "BT-COM-001")
    for name in shots:
        yield offer(orders.Decide(asked.side, (str(name),)), f"{name} fires", "BT-COM-001")


def offers_of(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Everything a unit may do now."""
    if why_not_activate(battle, unit) is not None:
        return
    if why_not_pass(battle, unit) is None:
        yield offer(orders.Pass(unit.id), "Do nothing more", "BT-SEQ-004")
    if unit.is_soldier:
        if unit.aboard is None and unit.riding is None:
            yield from steps(battle, unit)
        yield from arcs(battle, unit)
    for kind in hooks.attack_kinds.values():
        if kind.aims is not None:
            for command in kind.aims(battle, unit):
                if kind.weigh(battle, command).refusal is None:
                    yield offer(command, f"{kind.words.capitalize()}: {_aim(command)}", "BT-COM-001")
    for hook in battle.hooks[hooks.offers]:
        yield from (one for one in hook(battle, unit) or () if _permitted(battle, unit, one.command))


def _permitted(battle: Battle, unit: Unit, command: orders.Command) -> bool:
    return not isinstance(command, orders.Act) or why_not_act(battle, unit, command) is None


def _aim(command: orders.Attack) -> str:
    return command.target if isinstance(command.target, str) else f"{list(command.target.point)}"


def steps(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Each single step, stair and change of posture."""
    for direction in STEPS:
        to = neighbour(unit.at, direction)
        if battle.map.inside(to):
            yield from _if_legal(battle, unit, orders.Move(unit.id, (to,)), f"Move to {list(to)}", "BT-MOV-002")
    if battle.map.has_stairway(unit.at):
        yield from _if_legal(battle, unit, orders.Move(unit.id, ("up",)), "Go up", "BT-MOV-010")
        yield from _if_legal(battle, unit, orders.Move(unit.id, ("down",)), "Go down", "BT-MOV-010")
    if unit.prone:
        yield from _if_legal(battle, unit, orders.Move(unit.id, ("stand",)), "Stand up", "BT-MOV-017")
    else:
        yield from _if_legal(battle, unit, orders.Move(unit.id, ("prone",)), "Lie down", "BT-MOV-015")


def _if_legal(battle: Battle, unit: Unit, command: orders.Move, label: str, rule: str) -> Iterator[Offer]:
    if plan_move(battle, unit, command).refusal is None:
        yield offer(command, label, rule)


def arcs(battle: Battle, unit: Unit) -> Iterator[Offer]:
    """Arcs of every size he can pay for, in the six directions and towards enemies in sight of the players."""
    left = left_to(battle, unit)
    aims = [neighbour(unit.at, direction) for direction in STEPS]
    enemies = (one for one in battle.of_side(battle.opponent(unit.side)) if one.on_map and one.able)
    aims += [one.at for one in enemies if not one.hidden and one.at != unit.at]
    for size in SIZES.of(battle):
        if size > left or why_not_watch(battle, unit, size) is not None:
            continue
        for at in dict.fromkeys(aims):
            command = orders.Move(unit.id, (), orders.Watch(size, at))
            if objection(battle, Plan(unit, command, arc_cost=size)) is None:
                yield offer(command, f"Watch towards {list(at)} ({size} MP)", "BT-MOV-012")
