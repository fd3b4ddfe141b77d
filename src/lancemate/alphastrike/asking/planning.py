"""What a move would lead to, before anyone commits to it: what the unit would need from there, and what others would.

Everybody else is taken to stay as they are. Throws no dice; the battle that is handed in is a copy, and is changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike.asking.preview import Expectation, expected
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events.movement import Moved
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

Point = tuple[float, float]


@frozen
class Outlook:
    """An enemy from a place: what the unit would need to hit it, and what it would need to hit the unit."""

    enemy: str
    gives: Expectation
    takes: Expectation


def outlook(twin: Battle, unit: Unit, mode: str, to: Point, facing: float | None) -> list[Outlook]:
    """Every enemy as it would be if the unit had moved there."""
    _stand(twin, unit, mode, to, unit.facing if facing is None else facing)
    return [
        Outlook(
            enemy.id,
            expected(twin, orders.Attack(unit.id, enemy.id)),
            expected(twin, orders.Attack(enemy.id, unit.id)),
        )
        for enemy in twin.on_table(twin.opponent(unit.side))
    ]


def _stand(twin: Battle, unit: Unit, mode: str, to: Point, facing: float) -> None:
    """Put the unit there as its move would leave it; whether it could get there is another question."""
    seen = check_move(twin, orders.Move(unit.id, (to,), mode, facing))
    far = twin.table.distance(unit.at, to) if unit.on_table else 0.0
    Moved(unit.id, seen.mode, (to,), to, facing, seen.elevation, far, far, far, seen.airborne).apply(twin.state)
    twin.forget()
