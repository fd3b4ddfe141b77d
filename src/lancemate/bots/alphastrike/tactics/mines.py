"""Mines that are set off by command: when more is to be gained by it than lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.options.minefields.by_command import DETONATE, why_not_set_off
from lancemate.alphastrike.options.minefields.fields import MINEFIELDS, Minefield, fields_of
from lancemate.alphastrike.options.minefields.going_off import is_struck
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.tactics.worth import prize

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle


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


def gained(battle: Battle, side: str, one: Minefield) -> float:
    """What enemies in a field would lose, less what friends there would."""
    struck = [unit for unit in battle.on_table() if is_struck(battle, unit, one)]
    losses = [(unit.side != side, prize(battle, unit).loss(one.density)) for unit in struck]
    return sum(loss if enemy else -loss for enemy, loss in losses)
