"""Rehearsals: a move is carried out on a copy of the battle, everyone else moves as the look-ahead expects, and when
the Combat Phase begins the rules are asked what both sides may expect of it.

Numbers leave out what is rare; a copy of the battle does not. Knows how to play a line, not how to choose one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.bots.tactics.exchange import exchange
from lancemate.bots.view import movable
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lancemate.alphastrike.battle import Battle
    from lancemate.bots.tactics.shots import Gunner

Line = dict[str, orders.Move | None]  # the move of every unit that has still to make one, in the order of moving


def rehearsed(battle: Battle, side: str, line: Line, gunner: Gunner) -> float | None:
    """What a side may expect of the turn when everyone moves like this; None when its first move is not allowed."""
    twin = battle.clone()
    first = next(iter(line.values()))
    if first is None or not _accepted(twin, first):
        return None
    turn = twin.state.turn
    while twin.outcome is None and twin.state.phase == "movement" and twin.state.turn == turn:
        _step(twin, line)
    if twin.outcome is not None or twin.state.phase != "combat":
        return 0.0
    dealt, taken = exchange(twin, side, gunner)
    return dealt - taken


def _accepted(battle: Battle, command: orders.Command) -> bool:
    try:
        battle.do(command)
    except Refused:
        return False
    return True


def _step(battle: Battle, line: Mapping[str, orders.Move | None]) -> None:
    """Whoever is to act does what is expected, or else the least."""
    asked = battle.state.decision
    if asked is not None:
        battle.do(orders.Decide(asked.side, asked.choices[0]))
        return
    assert battle.state.to_act is not None
    ready = movable(battle, battle.state.to_act)
    unit = next((unit for name in line for unit in ready if unit.id == name), ready[0])
    move = line.get(unit.id)
    if move is None or not _accepted(battle, move):
        battle.do(least_move(battle, unit))
