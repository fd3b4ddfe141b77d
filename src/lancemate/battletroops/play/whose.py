"""Whose word a command is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops.play import orders

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


def side_of(battle: Battle, command: orders.Command) -> str | None:
    """The side that a command names, or that of its unit, or the side to act."""
    if isinstance(command, (orders.Decide, orders.Resign)):
        return command.side
    if isinstance(command, orders.EndPhase):
        return battle.state.to_act
    unit = battle.units.get(command.unit)
    return unit.side if unit is not None else None
