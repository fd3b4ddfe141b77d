"""A finite choice for whoever is to act: commands the rules allow, drawn up anew for every decision.

The first is always the least that can be done. Must not know who chooses, nor how what is chosen is rewarded.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.asking.offers import all_deeds, attacks, deeds
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.places import home_zone
from lancemate.bots.alphastrike.tactics.places import places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lancemate.alphastrike.play.offer import Offer
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.view import View
    from lancemate.field.shapes import Point

ACTIONS: Final = 64
ZONE: Final = 4.0  # inches between two places at which a unit might start


def candidates(view: View) -> tuple[orders.Command, ...]:
    """At least one and at most ``ACTIONS`` commands, each of them allowed now."""
    least = view.rest()
    found: dict[orders.Command, None] = {least: None}
    for command in islice(_proposals(view), 4 * ACTIONS):
        if command not in found and (isinstance(command, orders.Move) or view.allows(command)):
            found[command] = None
            if len(found) == ACTIONS:
                break
    return tuple(found)


def _proposals(view: View) -> Iterator[orders.Command]:
    decision = view.decision
    if decision is not None:
        yield from (orders.Decide(view.side, choice) for choice in decision.choices)
    elif view.is_time_to(orders.Deploy):
        yield from _starts(view)
    elif view.is_time_to(orders.Move):
        yield from _moves(view)
    else:
        yield from _attacks(view)


def _starts(view: View) -> Iterator[orders.Command]:
    """Places for the first unit that waits for one."""
    for unit in view.to_deploy()[:1]:
        yield orders.Pass(unit.id)
        for at, facing in home_zone(view.battle, unit, ZONE):
            yield orders.Deploy(unit.id, at, facing)


def _moves(view: View) -> Iterator[orders.Command]:
    """The same number of moves for every unit that may move, spread over all places in reach; first of all what it may
    put down."""
    waiting = view.to_move()
    for unit in waiting:
        yield from (offer.command for offer in deeds(view.battle, unit) if offer.complete)
    share = max(1, (ACTIONS - 1) // max(1, len(waiting)))
    for unit in waiting:
        yield from islice(_ways(view, unit, share), share)


def _ways(view: View, unit: Unit, share: int) -> Iterator[orders.Move]:
    battle = view.battle
    for sprint, count in ((False, share - share // 4), (True, share // 4)):
        where = places(battle, unit, sprint=sprint, many=share)
        if where is None:
            continue
        for row in _spread(len(where), count):
            at = (float(where.stand.bodies[row, 0]), float(where.stand.bodies[row, 1]))
            move = where.command(row, _facing(view, at))
            if check_move(battle, move).legal:
                yield move


def _spread(rows: int, count: int) -> Iterable[int]:
    """So many rows, evenly."""
    return range(rows) if rows <= count else [number * rows // count for number in range(count)]


def _facing(view: View, at: Point) -> float | None:
    """Toward the nearest enemy."""
    table = view.battle.table
    near = min(view.enemies, key=lambda enemy: table.distance(at, enemy.at), default=None)
    return float(round(table.bearing(at, near.at)) % 360) if near is not None and near.at != at else None


def _attacks(view: View) -> Iterator[orders.Command]:
    """The end of the side's part of the phase; a unit that does something else, or holds its fire; every attack, with
    every choice that goes with it."""
    yield orders.EndPhase()
    battle, ready = view.battle, view.to_attack()
    for unit in ready:
        yield orders.Pass(unit.id)
        yield from (offer.command for offer in all_deeds(battle, unit) if offer.complete)
    for unit in ready:
        for offer in attacks(battle, unit, terrain=False):
            if offer.complete:
                yield offer.command
                yield from _choices(offer)


def _choices(offer: Offer) -> Iterator[orders.Command]:
    """An order with each thing said that may be said with it."""
    for choice in offer.choose:
        values = range(1, int(choice.most) + 1) if choice.kind == "number" else choice.trials()
        yield from (choice.said(offer.command, value) for value in values)
