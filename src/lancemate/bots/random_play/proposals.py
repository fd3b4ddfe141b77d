"""Commands to try for whoever is to act, the last of which is always allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.attack import PASS
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.heat import DELIBERATE
from lancemate.alphastrike.sequence import counts_for_movement, item_of
from lancemate.alphastrike.state import RESERVE, TABLE, Unit
from lancemate.bots.random_play.attacks import attacks
from lancemate.bots.random_play.moves import moves
from lancemate.kernel.dice import Generator

PLACES: Final = 60  # places to try before a unit finds no room in its zone
WHIMS: Final = 40  # one in so many commands is a switch turned
ABANDONS: Final = 150  # one in so many commands ends the side's part of the phase early
RESIGNS: Final = 4000


def proposals(battle: Battle, luck: Generator) -> Iterator[orders.Command]:
    """What could be done next, in the order to be tried."""
    state = battle.state
    if state.decision is not None:
        yield orders.Decide(state.decision.side, luck.choice(state.decision.choices))
        return
    side = state.to_act
    assert side is not None
    if luck.below(WHIMS) == 0:
        yield from _switches(battle, side, luck)
    if luck.below(RESIGNS) == 0:
        yield orders.Resign(side)
    if state.phase == "deployment":
        yield from deployments(battle, side, luck)
        return
    if luck.below(ABANDONS) == 0:
        yield orders.EndPhase()
    yield from _moves(battle, side, luck) if state.phase == "movement" else _attacks(battle, side, luck)


def movable(battle: Battle, side: str) -> list[Unit]:
    """Units of a side that have their move still to make."""
    ready = [unit for unit in battle.units.values() if unit.side == side and counts_for_movement(unit)]
    group = battle.state.moving_group
    return ready if group is None else [unit for unit in ready if item_of(battle, unit) == group]


def _moves(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    unit = luck.choice(movable(battle, side))
    yield from moves(battle, unit, luck)
    yield orders.Pass(unit.id)


def _attacks(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    ready = [unit for unit in battle.on_table(side) if PASS not in unit.attacks]
    if not ready:
        yield orders.EndPhase()
        return
    unit = luck.choice(ready)
    yield from attacks(battle, unit, luck)
    yield orders.Pass(unit.id)


def deployments(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    """Places in a side's zone to try; where there is no room for anybody, it gives up."""
    waiting = [unit for unit in battle.units.values() if unit.side == side and unit.place == RESERVE]
    table = battle.table
    home = next(one.home for one in battle.setup.sides if one.name == side)
    for _ in range(PLACES):
        unit = luck.choice(waiting)
        deep = unit.radius + (10.0 - 2 * unit.radius) * luck.uniform()
        x, y = table.width * luck.uniform(), table.depth * luck.uniform()
        at = {
            "south": (x, deep),
            "north": (x, table.depth - deep),
            "west": (deep, y),
            "east": (table.width - deep, y),
        }.get(home or "", (x, y))
        yield orders.Deploy(unit.id, (round(at[0], 2), round(at[1], 2)), 15.0 * luck.below(24))
    yield orders.Resign(side)


def _switches(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    own = [unit for unit in battle.units.values() if unit.side == side and unit.place == TABLE]
    for _ in range(3 if own else 0):
        unit = luck.choice(own)
        codes = sorted({*unit.card.specials.codes, DELIBERATE})
        yield orders.Toggle(unit.id, luck.choice(codes), bool(luck.below(2)))
