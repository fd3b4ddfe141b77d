"""Orders made with a ruler, as a hex map wants them: every hex of a path by name, one of six facings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lancemate.alphastrike.play import orders

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


def fitted(battle: Battle, command: orders.Command) -> orders.Command:
    """The same order as it would be given on this map; on a table it is as it is."""
    table = battle.state.table
    if table.kind != "hex":
        return command
    if isinstance(command, orders.Deploy):
        return replace(command, at=table.snap(command.at), facing=table.snap_facing(command.facing))
    if not isinstance(command, orders.Move):
        return command
    unit = battle.units.get(command.unit)
    path = tuple(table.snap(at) for at in command.path)
    if path and command.mode == "jump":
        path = path[-1:]
    elif path and unit is not None:
        path = table.ways((unit.at, *path))[1:] if unit.on_table else table.ways(path)
    facing = None if command.facing is None else table.snap_facing(command.facing)
    unload = tuple(
        replace(
            one,
            at=None if one.at is None else table.snap(one.at),
            facing=None if one.facing is None else table.snap_facing(one.facing),
        )
        for one in command.unload
    )
    return replace(command, path=path, facing=facing, unload=unload)
