"""Commands to try for whoever is to act, the last of which is always allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import all_deeds, offers_of, switches
from lancemate.alphastrike.combat.attack import PASS
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.options.minefields.burying import left_to_lay
from lancemate.alphastrike.options.minefields.fields import MINEFIELDS
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.parties import may_act
from lancemate.alphastrike.play.state import GONE, TABLE, Unit, hidden
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.alphastrike.turn.buying import QUESTION as BUYING
from lancemate.alphastrike.turn.deployment import deployment_areas, is_waiting
from lancemate.bots.alphastrike.hexes import fitted
from lancemate.bots.alphastrike.places import home_zone, start_facing
from lancemate.bots.alphastrike.random_play.attacks import attacks
from lancemate.bots.alphastrike.random_play.moves import moves
from lancemate.bots.alphastrike.random_play.support import lists, support_attacks
from lancemate.bots.alphastrike.view import beyond_the_table, movable
from lancemate.kernel.dice import Generator

PLACES: Final = 60  # places to try before a unit finds no room in its zone
WHIMS: Final = 40  # one in so many commands is a switch turned
ABANDONS: Final = 150  # one in so many commands ends the side's part of the phase early
RESIGNS: Final = 4000
COMES_OUT: Final = 4  # one in so many times somebody who lies hidden is asked
AGAIN: Final = 4  # one in so many times a unit that has attacked is asked again
OVERHEAD: Final = 20  # one in so many moves is tried with an aerospace unit


def proposals(battle: Battle, luck: Generator) -> Iterator[orders.Command]:
    """What could be done next on this map, in the order to be tried."""
    for command in _proposals(battle, luck):
        yield fitted(battle, command)


def _proposals(battle: Battle, luck: Generator) -> Iterator[orders.Command]:
    state = battle.state
    if state.decision is not None:
        if state.decision.kind == BUYING:
            yield from lists(battle, state.decision.side, luck)
        yield orders.Decide(state.decision.side, luck.choice(state.decision.choices))
        return
    side = state.to_act
    assert side is not None
    if luck.below(WHIMS) == 0:
        yield from _switches(battle, side, luck)
    if luck.below(RESIGNS) == 0:
        yield orders.Resign(side)
    if orders.Deploy in battle.now.verbs:
        yield from deployments(battle, side, luck)
        return
    lying = [unit for unit in battle.on_table(side) if unit.notes and hidden.of(unit)]
    if lying and luck.below(COMES_OUT) == 0:
        yield from _deeds(battle, luck.choice(lying), luck)
    if luck.below(ABANDONS) == 0:
        yield orders.EndPhase()
    if orders.SupportAttack in battle.now.verbs:
        yield from support_attacks(battle, side, luck)
    yield from _moves(battle, side, luck) if orders.Move in battle.now.verbs else _attacks(battle, side, luck)


def _moves(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    overhead = [unit for unit in battle.on_table(side) if unit.card.is_aerospace and unit.airborne]
    if overhead and luck.below(OVERHEAD) == 0:
        yield orders.Move(luck.choice(overhead).id)
    ready = movable(battle, side)
    if not ready:  # whoever is left lies hidden, or has gone inside
        yield orders.EndPhase()
        return
    unit = luck.choice(ready)
    yield from _deeds(battle, unit, luck)
    yield from moves(battle, unit, luck)
    yield least_move(battle, unit)


def _attacks(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    own = [unit for unit in (*battle.on_table(side), *beyond_the_table(battle, side)) if may_act(battle, unit)]
    ready = [unit for unit in own if not unit.attacks]
    if not ready or luck.below(AGAIN) == 0:
        ready += [unit for unit in own if unit.attacks and PASS not in unit.attacks]
    if not ready or (all(unit.attacks for unit in ready) and luck.below(AGAIN)):
        yield orders.EndPhase()
        return
    unit = luck.choice(ready)
    yield from _deeds(battle, unit, luck)
    if unit.moved != "sprint" or luck.below(AGAIN) == 0:
        yield from attacks(battle, unit, luck)
    yield orders.Pass(unit.id)
    yield from (offer.command for offer in offers_of(battle, unit) if isinstance(offer.command, orders.Attack))


def _deeds(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Command]:
    """Half of the time what it may do besides moving and attacking."""
    found = [offer.command for offer in all_deeds(battle, unit) if offer.complete and offer.kind != orders.Move.name]
    if found and luck.below(2):
        yield from found


def deployments(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    """Places in a side's zone to try; where there is no room for anybody, it gives up."""
    waiting = [unit for unit in battle.units.values() if unit.side == side and is_waiting(unit)]
    areas = deployment_areas(battle, side)
    home = home_edge(battle, side)
    yield from _mines(battle, side, luck)
    for number in range(PLACES):
        unit, area = luck.choice(waiting), luck.choice(areas)
        x = area.x + unit.radius + (area.width - 2 * unit.radius) * luck.uniform()
        y = area.y + unit.radius + (area.depth - 2 * unit.radius) * luck.uniform()
        facing = 15.0 * luck.below(24) if number % 2 or home is None else start_facing(battle, side, home)
        at = (round(x, 2), round(y, 2))
        if battle.hooks[hooks.deploy_choices] and luck.below(2):
            yield orders.Deploy(unit.id, at, facing, hidden=True)
        yield orders.Deploy(unit.id, at, facing)
    yield from (orders.Pass(unit.id) for unit in waiting)
    for unit in waiting:
        yield from (orders.Deploy(unit.id, at, facing) for at, facing in home_zone(battle, unit))
    yield orders.Resign(side)


def _mines(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    """Some of the mines that a side may lay before the first turn, anywhere."""
    left = left_to_lay(battle, side) if MINEFIELDS in battle.options else []
    if left and luck.below(2):
        one = next(unit for unit in battle.units.values() if unit.side == side)
        at = (round(battle.table.width * luck.uniform(), 2), round(battle.table.depth * luck.uniform(), 2))
        yield orders.Deploy(one.id, at, mines=luck.choice(left))


def _switches(battle: Battle, side: str, luck: Generator) -> Iterator[orders.Command]:
    gone = [unit for unit in battle.units.values() if unit.side == side and unit.place == GONE]
    if gone:
        yield from _from_beyond(battle, luck.choice(gone), luck)
    own = [unit for unit in battle.units.values() if unit.side == side and unit.place == TABLE]
    for _ in range(3 if own else 0):
        unit = luck.choice(own)
        codes = sorted({*unit.card.specials.codes, *(switch.ability for switch in switches(battle, unit))})
        if not codes:
            continue
        yield orders.Toggle(unit.id, luck.choice(codes), bool(luck.below(2)))


def _from_beyond(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Command]:
    """What a unit that is out of the battle might be told by a player who has not noticed."""
    if orders.Move in battle.now.verbs:
        yield orders.Move(unit.id, (), "standstill")
    else:
        yield orders.Attack(unit.id, luck.choice(list(battle.units)))
