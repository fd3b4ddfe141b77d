"""Runs of VTOLs (p. 173): whether to announce one with a move, by what it would do to those it flies over.

Looks at the fight as it would be after the move: a guess, no ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.air.bombing import dropped_by
from lancemate.alphastrike.air.striking import STRIP
from lancemate.alphastrike.measure.strips import between_ends
from lancemate.alphastrike.options.vtol_special_attacks import VTOLS, is_vtol
from lancemate.alphastrike.play import orders
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.shots import Gunner
    from lancemate.field.shapes import Point

PAST: Final = 0.5  # inches of the strip behind the last enemy
BEYOND: Final = (1.0, 3.0, 6.0)  # inches behind that: where it may come out of its run
MOST: Final = 12  # ways that are looked at


def with_a_run(battle: Battle, unit: Unit, usual: orders.Move, gunner: Gunner) -> orders.Move:
    """A move with a run over enemies, where that gains more than what it would do otherwise."""
    if VTOLS not in battle.options or not is_vtol(unit):
        return usual
    best, most = usual, gained(battle, unit, usual, gunner)
    for command in list(ways(battle, unit))[:MOST]:
        worth = gained(battle, unit, command, gunner)
        if worth > most + 1e-9:
            best, most = command, worth
    return best


def gained(battle: Battle, unit: Unit, command: orders.Move, gunner: Gunner) -> float:
    """What its best attack gains once it has moved so."""
    after = battle.clone()
    try:
        after.do(command)
    except Refused:
        return 0.0
    best = gunner.best(after, after.units[unit.id]) if after.decision is None else None
    return 0.0 if best is None else best.gain


def ways(battle: Battle, unit: Unit) -> Iterator[orders.Move]:
    """Straight over two enemies with guns, or over one with bombs, those that are nearest first."""
    table = battle.table
    length = between_ends(table, STRIP.of(battle)["length"])
    foes = sorted(battle.on_table(battle.opponent(unit.side)), key=lambda one: table.distance(unit.at, one.at))
    near = [one.at for one in foes if not one.airborne]
    for at in near[:4] if dropped_by(battle, unit) else ():
        yield from _over(battle, unit, at, orders.PointTarget(table.snap(at)))
    for a, b in combinations(near[:4], 2):
        first, last = sorted((a, b), key=lambda at: table.distance(unit.at, at))
        if table.distance(first, last) > length:
            continue
        heading = table.bearing(first, last)
        stop = table.beyond(last, heading, PAST)
        start = table.beyond(stop, heading, -length)
        for more in BEYOND:
            end = table.beyond(stop, heading, more)
            if table.inside(*end, unit.radius) and table.inside(*start):
                legs = (end,) if table.distance(unit.at, start) < PAST else (start, end)
                path = table.ways((unit.at, *legs))[1:]
                yield orders.Move(unit.id, path, strafe=orders.LineTarget((start, stop)))


def _over(battle: Battle, unit: Unit, at: Point, point: orders.PointTarget) -> Iterator[orders.Move]:
    """Over a place and out behind it."""
    heading = battle.table.bearing(unit.at, at)
    for more in BEYOND:
        end = battle.table.snap(battle.table.beyond(at, heading, more))
        if battle.table.inside(*end, unit.radius):
            path = battle.table.ways((unit.at, end))[1:]
            yield replace(orders.Move(unit.id, path), bomb=point)
