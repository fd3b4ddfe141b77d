"""Mines: where to lay them, and when more is gained than lost by setting one off. Guesses, no rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.options.minefields.by_command import DETONATE, why_not_set_off
from lancemate.alphastrike.options.minefields.fields import MINEFIELDS, Minefield, fields_of, is_in
from lancemate.alphastrike.options.minefields.going_off import is_struck
from lancemate.alphastrike.options.minefields.laying import CODE, LAY, why_not_lay
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.stats import current_move
from lancemate.bots.alphastrike.tactics.worth import prize

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CLOSE: Final = 4.0  # inches: whoever is so near gets away from the mines, or is hurt by friends


def detonation(battle: Battle, side: str) -> orders.Act | None:
    """The order that sets off a field of this side under enemies, if one is worth it now."""
    if MINEFIELDS not in battle.options or battle.decision is not None:
        return None
    for one in fields_of(battle):
        if one.command and one.side == side and gained(battle, side, one) > 0:
            for unit in battle.on_table(side):
                if why_not_set_off(battle, unit, one) is None:
                    return orders.Act(unit.id, DETONATE, one.id)
    return None


def laying(battle: Battle, unit: Unit) -> orders.Act | None:
    """The order to leave mines behind before a unit drives on, where an enemy may soon be and no friend is."""
    if MINEFIELDS not in battle.options or not unit.has(CODE) or why_not_lay(battle, unit) is not None:
        return None
    table, foe = battle.table, battle.opponent(unit.side)
    mined = any(not one.hidden and is_in(battle, unit.at, one) for one in fields_of(battle))
    friends = (one for one in battle.on_table(unit.side) if one is not unit)
    if mined or any(table.distance(unit.at, one.at) < CLOSE for one in friends):
        return None
    enemies = (one for one in battle.on_table(foe) if not one.airborne)
    comes = any(CLOSE < table.distance(unit.at, one.at) <= current_move(battle, one) for one in enemies)
    return orders.Act(unit.id, LAY) if comes else None


def gained(battle: Battle, side: str, one: Minefield) -> float:
    """What enemies in a field would lose, less what friends there would."""
    struck = [unit for unit in battle.on_table() if is_struck(battle, unit, one)]
    losses = [(unit.side != side, prize(battle, unit).loss(one.density)) for unit in struck]
    return sum(loss if enemy else -loss for enemy, loss in losses)
