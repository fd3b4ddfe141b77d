"""Taking the field (p. 30): deployment zones, and placing units before the first turn.

Battles whose setup begins with the phase ``deployment`` let the sides place their units in turn; otherwise units
without a place wait off the board and enter with their first move (movement/entry.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.agenda import task, verb
from lancemate.alphastrike.events import Deployed, PhaseBegan, TurnPassed
from lancemate.alphastrike.sequence import begin_turn, check_side, share
from lancemate.alphastrike.state import RESERVE, Unit
from lancemate.kernel.errors import refuse
from lancemate.kernel.rules import rule, table

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle

EPSILON: Final = 1e-6

ZONE: Final = table("AS-INT-054", {"depth": 10.0})


@rule("AS-INT-054", otherwise=True)
def in_deployment_zone(battle: Battle, side: str, x: float, y: float, radius: float) -> bool:
    """The whole base lies within 10 inches of the side's home edge."""
    home = next(one.home for one in battle.setup.sides if one.name == side)
    field, reach = battle.table, ZONE["depth"] + EPSILON
    distance = {"south": y, "north": field.depth - y, "west": x, "east": field.width - x}
    return home is None or distance[home] + radius <= reach


def begin_deployment(battle: Battle) -> None:
    battle.emit(PhaseBegan("deployment", battle.state.first))
    battle.then("next_to_deploy")


def waiting(battle: Battle, side: str) -> int:
    return sum(unit.side == side and unit.place == RESERVE for unit in battle.units.values())


@task("next_to_deploy")
def next_to_deploy(battle: Battle) -> None:
    state = battle.state
    quota = tuple((side, n) for side, n in state.quota if n > 0 and waiting(battle, side))
    if not quota:
        quota = placing_order(battle)
    if not quota:
        begin_turn(battle, battle.setup.turn)
    elif (state.to_act, state.quota) != (quota[0][0], quota):
        battle.emit(TurnPassed(quota[0][0], quota))


@rule("AS-INT-056", otherwise=lambda battle: tuple((side, waiting(battle, side)) for side in battle.sides))
def placing_order(battle: Battle) -> tuple[tuple[str, int], ...]:
    """The sides place in turn, one unit each, or the larger one its share, as in movement."""
    first = battle.state.first
    assert first is not None
    left = {side: waiting(battle, side) for side in (first, battle.opponent(first))}
    if not all(left.values()):
        return tuple((side, n) for side, n in left.items() if n)
    fewer, more = min(left.values()), max(left.values())
    return tuple((side, share(battle, fewer, more) if n > fewer else 1) for side, n in left.items())


@verb(orders.Deploy)
def do_deploy(battle: Battle, command: orders.Deploy) -> None:
    from lancemate.alphastrike.movement.resting import resting_level

    unit = battle.unit(command.unit)
    if battle.state.phase != "deployment":
        raise refuse(
            "wrong_phase", f"units deploy before the first turn, not in the {battle.state.phase} phase", "AS-INT-056"
        )
    check_side(battle, unit, "AS-INT-056")
    if unit.place != RESERVE:
        raise refuse("already_deployed", f"{unit.id} has taken its place", "AS-INT-056")
    x, y = (round(value, 4) for value in command.at)
    _check_place(battle, unit, x, y)
    level = resting_level(battle, unit, x, y)
    battle.emit(Deployed(unit.id, (x, y), command.facing % 360.0, level))
    quota = tuple((side, n - 1 if side == unit.side else n) for side, n in battle.state.quota)
    battle.emit(TurnPassed(unit.side, quota))
    battle.then("next_to_deploy")


def _check_place(battle: Battle, unit: Unit, x: float, y: float) -> None:
    from lancemate.alphastrike.movement.arrival import check_standing_place

    if not in_deployment_zone(battle, unit.side, x, y, unit.radius):
        home = next(one.home for one in battle.setup.sides if one.name == unit.side)
        depth = f"{ZONE['depth']:g}"
        raise refuse("outside_zone", f"{unit.id} must be placed within {depth} inches of the {home} edge", "AS-INT-054")
    check_standing_place(battle, unit, x, y)
