"""Broken squads run (p. 23): their player must try to bring every man off the map; whom he does not move runs himself.

Whoever may not fire any more is in options/morale_leadership.py.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.asking.ways import steps
from lancemate.battletroops.combat.walking import do_move
from lancemate.battletroops.movement.plan import OFF, Plan, left_to, plan_move
from lancemate.battletroops.options.morale_leadership import MORALE, is_broken
from lancemate.battletroops.play.orders import Act, Move
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.battletroops.asking.ways import Part
    from lancemate.battletroops.movement.plan import Left
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.field.lattice import Dot

RULE: Final = "BT-OPT-039"
EDGES: Final = ("north", "east", "south", "west")


# -- the way out ------------------------------------------------------------------------------------------------------


def edges_of(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Their own edge, or any where their side has none."""
    side = next(one for one in battle.setup.sides if one.name == unit.side)
    return (side.home,) if side.home is not None else EDGES


def _to_edge(battle: Battle, at: Dot, edges: tuple[str, ...]) -> float:
    x, y = at
    far = {"south": y, "north": battle.map.depth - 1 - y, "west": x, "east": battle.map.width - 1 - x}
    return min(far[edge] for edge in edges)


def way_out(battle: Battle, unit: Unit, start: Left) -> tuple[int, tuple[Part, ...]] | None:
    """The cheapest way on foot from a dot and floor to the edge, and what it costs; nothing where none leads there."""
    edges, order = edges_of(battle, unit), count()
    best: dict[Left, int] = {}
    queue: list[tuple[float, int, int, Left, tuple[Part, ...]]] = [(0.0, 0, next(order), start, ())]
    while queue:
        _, cost, _, (at, level), path = heappop(queue)
        if best.get((at, level), cost + 1) <= cost:
            continue
        best[at, level] = cost
        if not set(edges).isdisjoint(battle.map.on_edge(at)):
            return cost, path
        for part, (to, floor, lies), price in steps(battle, (at, level, False)):
            if not lies and (to, floor) not in best:
                least = cost + price + _to_edge(battle, to, edges)
                heappush(queue, (least, cost + price, next(order), (to, floor), (*path, part)))
    return None


# -- what he must, and may not ----------------------------------------------------------------------------------------


@hooks.may_move.rule(RULE, when=MORALE)
def broken_men_run(battle: Battle, plan: Plan) -> Refusal | None:
    """With every move they come nearer to the edge, by the way that they have to go."""
    unit = plan.unit
    if not is_broken(battle, unit) or not plan.leaves or any(stride.what == OFF for stride in plan.strides):
        return None
    before = way_out(battle, unit, (unit.at, unit.elevation))
    after = way_out(battle, unit, (plan.at, plan.elevation))
    if before is None or (after is not None and after[0] < before[0]):
        return None
    return Refusal("broken", f"the squad of {unit.id} has broken: every move leads him nearer to the edge", RULE)


def must_run(battle: Battle, unit: Unit) -> bool:
    """Whether he is broken, has not moved in this turn, and can."""
    if not is_broken(battle, unit) or not unit.able or not unit.on_map or unit.riding is not None or unit.stunned:
        return False
    if unit.moved != "none" or (unit.acted and battle.state.acting != unit.id):
        return False
    return run_of(battle, unit) is not None


def run_of(battle: Battle, unit: Unit) -> Move | None:
    """As far towards the edge as he comes, and off the map if he can; nothing where he comes nowhere."""
    found = way_out(battle, unit, (unit.at, unit.elevation))
    if found is None:
        return None
    way: tuple[Part, ...] = (*found[1], OFF)
    for first in (("stand",), ()) if unit.prone else ((),):
        for far in range(min(len(way), left_to(battle, unit)), 0, -1):
            command = Move(unit.id, (*first, *way[:far]))
            if plan_move(battle, unit, command).refusal is None:
                return command
    return None


def _he_must(unit: Unit) -> Refusal:
    return Refusal("broken", f"the squad of {unit.id} has broken: he must run for the edge of the map", RULE)


@hooks.may_pass.rule(RULE, when=MORALE)
def he_does_not_stay(battle: Battle, unit: Unit) -> Refusal | None:
    """Whoever can run does not do nothing."""
    return _he_must(unit) if must_run(battle, unit) else None


@hooks.may_act.rule(RULE, when=MORALE)
def he_runs_first(battle: Battle, unit: Unit, command: Act) -> Refusal | None:
    """Nor anything else before he has run, but for letting something fall."""
    return _he_must(unit) if command.do != "drop" and must_run(battle, unit) else None


@hooks.may_activate.rule(RULE, part=4, when=MORALE)
def he_is_not_left(battle: Battle, unit: Unit) -> Refusal | None:
    """Nobody else is activated until he has."""
    acting = battle.state.acting
    if acting is None or not must_run(battle, battle.units[acting]):
        return None
    return _he_must(battle.units[acting])


# -- of themselves ----------------------------------------------------------------------------------------------------


@hooks.side_closes.rule(RULE, when=MORALE)
def they_run_of_themselves(battle: Battle, side: str) -> None:
    """Those whom their player has not moved run when he has given his last order, he first who was at it."""
    men = sorted(battle.of_side(side), key=lambda unit: unit.id != battle.state.acting)
    for unit in reversed(men):
        if is_broken(battle, unit):
            battle.then("run", unit=unit.id)


@rules.task("run")
def run(battle: Battle, unit: str) -> None:
    one = battle.units[unit]
    command = run_of(battle, one) if must_run(battle, one) else None
    if command is not None:
        do_move(battle, command)
