"""Which form a unit that has several goes on in: it tries itself in each on a copy of the battle.

Between legs, wheels and the wings of an AirMech; whoever flies as a fighter goes on as one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.planner import turned
from lancemate.alphastrike.options.forms import form_of, forms_given
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.moves import MoveOption, options
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.judging import Weights

MARGIN: Final = 0.1  # points by which another form has to be better


def in_another_form(battle: Battle, unit: Unit, best: MoveOption, weights: Weights) -> orders.Move | None:
    """The best move in another form, where it promises more than the best one in its own."""
    own = form_of(battle, unit)
    if own is None or not unit.on_table:
        return None
    score, found = best.score + MARGIN, None
    for wanted in forms_given(battle, unit.card):
        there = _best_as(battle, unit, wanted, weights) if wanted != own else None
        if there is not None and there.score > score:
            command = replace(there.command, convert=wanted)
            asked = check_move(battle, command)
            if asked.legal and not asked.crashes:
                score, found = there.score, command
    return found


def _best_as(battle: Battle, unit: Unit, wanted: str, weights: Weights) -> MoveOption | None:
    """What it would do if it had a form already; nothing where it cannot take it here, or would fly in it."""
    twin = battle.clone()
    try:
        turned(twin, orders.Move(unit.id, convert=wanted))
    except Refused:
        return None
    other = twin.units[unit.id]
    if other.card.is_aerospace or not other.on_table:
        return None
    return next(iter(options(twin, other, FireTable(), weights, 1)), None)
