"""Battles played at random and fast, for the benchmark and for tests: every command legal, none of them wise.

Units act when they can: most decisions are moves and attacks, and a unit passes only when it finds nothing that the
rules accept. Passes cost next to nothing, so a mix with many of them would flatter every figure measured with it. The
rarer commands are left to the thorough player of random_play, and so is a step where nothing else is left to do. What
is hopeless at a glance is not tried: asking costs more than looking.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.multi_arc import has_turret
from lancemate.alphastrike.combat.physical import blow_of
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.sight import might_see
from lancemate.alphastrike.movement.activation import item_of, moves_now
from lancemate.alphastrike.movement.stacking import in_the_way
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.parties import may_act
from lancemate.alphastrike.play.state import RESERVE, TABLE, Unit
from lancemate.alphastrike.play.stats import current_move, is_immobile, stats
from lancemate.alphastrike.scenarios.withdrawal import least_move
from lancemate.bots.alphastrike.random_play.proposals import deployments, proposals
from lancemate.bots.alphastrike.view import accepted
from lancemate.field.measure import rounded
from lancemate.field.shapes import Bounds, Point
from lancemate.kernel.dice import Generator
from lancemate.kernel.garbage import uncollected

TRIES: Final = 3  # random destinations a unit considers before it stays where it is
PLACES: Final = 2  # decimals of a destination
BASES: Final = 2.0  # inches that two bases may add to a range
CLOSE: Final = 1.0  # inches between bases at which fists come to mind


def playout(battle: Battle, luck: Generator, *, turns: int = 50) -> int:
    """Play to the end, or for so many turns. Returns how many decisions were made."""
    decisions = 0
    state = battle.state
    last = state.turn + turns
    with uncollected():  # a battle leaves no cycles behind
        while state.outcome is None and state.turn < last:
            step(battle, luck)
            decisions += 1
    return decisions


def step(battle: Battle, luck: Generator) -> orders.Command:
    """Carry out one random legal command for whoever is to act."""
    state = battle.state
    if state.decision is not None:
        return _done(battle, orders.Decide(state.decision.side, luck.choice(state.decision.choices)))
    verbs = battle.course.entries[state.phase].verbs
    if orders.Move in verbs:
        return _move_someone(battle, luck)
    if orders.Attack in verbs:
        return _attack_with_someone(battle, luck)
    return _deploy_someone(battle, luck)


def _done(battle: Battle, command: orders.Command) -> orders.Command:
    battle.obey(command)
    return command


def _thoroughly(battle: Battle, luck: Generator) -> orders.Command:
    """What the thorough player would do: it knows who waits in the bay of a ship, and who has given its word."""
    for command in proposals(battle, luck):
        if not isinstance(command, orders.Resign) and accepted(battle, command):
            return command
    return _done(battle, orders.EndPhase())


# -- movement -------------------------------------------------------------------------------------------------


def _move_someone(battle: Battle, luck: Generator) -> orders.Command:
    unit = _someone_to_move(battle, luck)
    if unit is None:
        return _thoroughly(battle, luck)
    if not (unit.wounds or unit.heat or unit.shutdown or unit.stunned) or not is_immobile(battle, unit):
        for _ in range(TRIES):
            command = random_move(battle, unit, luck)
            if command is not None and accepted(battle, command):
                return command
    return _done(battle, least_move(battle, unit))


def _someone_to_move(battle: Battle, luck: Generator) -> Unit | None:
    """Somebody of whoever is to act, in the plain case without asking many rules."""
    state = battle.state
    side, group = state.to_act, state.moving_group
    asks = battle.course.claiming or battle.hooks[hooks.acts_apart]
    units = list(state.units.values())
    first = luck.below(len(units))
    for unit in units[first:] + units[:first]:
        if unit.side != side or unit.moved != "none":
            continue
        usual = unit.place == TABLE and not unit.notes and not unit.card.is_aerospace and not asks
        if not usual and not (moves_now(battle, unit) and may_act(battle, unit)):
            continue
        if group is None or item_of(battle, unit) == group:
            return unit
    return None


def random_move(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """A straight move to a random place in reach, in a random mode; whoever is off the table stays there."""
    move = unit.card.move
    bits = luck.next64()  # enough for every choice of a move
    dice = bits % (6 if move.jump else 4)
    if dice == 0:
        return orders.Move(unit.id, (), "standstill", _facing(battle, unit, unit.x, unit.y, bits >> 40))
    mode, reach = ("ground", move.ground) if dice < 4 else ("jump", move.jump)
    if unit.wounds or unit.heat:
        reach = int(current_move(battle, unit, mode))
    if reach < 1 or unit.place == RESERVE:
        return None
    way = 15.0 * ((bits >> 8) % 24)
    far = 1.0 + (reach - 1.0) * ((bits >> 16) & 0xFFFF) / 0x10000
    table = battle.state.table
    if table.kind == "hex":
        return _random_hexes(battle, unit, mode, table.beyond(unit.at, way, far), bits)
    x, y = table.beyond((unit.x, unit.y), way, far)
    x, y = rounded(x, PLACES), rounded(y, PLACES)
    if mode == "ground" and far > 2.0 and not table.is_open(_box(unit.x, unit.y, x, y)):
        x, y = table.beyond((unit.x, unit.y), way, far / 2)  # terrain is slow going
        x, y = rounded(x, PLACES), rounded(y, PLACES)
    if not table.inside(x, y, unit.radius):
        return None  # that nobody stands there is left to the rules: it is nearly always so
    return orders.Move(unit.id, ((x, y),), mode, _facing(battle, unit, x, y, bits >> 40))


def _random_hexes(battle: Battle, unit: Unit, mode: str, at: Point, bits: int) -> orders.Move | None:
    """The same on hexes: half as far where there is terrain, and every hex by name."""
    table = battle.state.table
    if mode == "ground" and not table.is_open(_box(*unit.at, *at)):
        at = table.part_way(unit.at, at, table.distance(unit.at, at) / 2)
    if at == unit.at or not table.inside(*at) or in_the_way(battle, unit, at) is not None:
        return None
    path = (at,) if mode == "jump" else table.ways((unit.at, at))[1:]
    return orders.Move(unit.id, path, mode, _facing(battle, unit, *at, bits >> 40))


def _box(x0: float, y0: float, x1: float, y1: float) -> Bounds:
    """The box around a straight way: west, south, east, north."""
    west, east = (x0, x1) if x0 < x1 else (x1, x0)
    south, north = (y0, y1) if y0 < y1 else (y1, y0)
    return west, south, east, north


def _facing(battle: Battle, unit: Unit, x: float, y: float, bits: int) -> float:
    """Roughly toward an enemy, or anywhere."""
    table = battle.state.table
    if bits & 3 == 0:
        return table.snap_facing(15.0 * ((bits >> 2) % 24))
    units = list(battle.state.units.values())
    foe = units[(bits >> 8) % len(units)]
    toward = table.centre if foe.side == unit.side else foe.at  # friends are in the middle of things too
    return table.roughly_toward((x, y), toward)


# -- combat ---------------------------------------------------------------------------------------------------


def _attack_with_someone(battle: Battle, luck: Generator) -> orders.Command:
    state = battle.state
    side = state.to_act
    one_by_one = battle.course.entries[state.phase].only is not None or bool(battle.hooks[hooks.acts_apart])
    for unit in state.units.values():
        if unit.side != side or unit.place != TABLE or unit.attacks:
            continue
        if not one_by_one or may_act(battle, unit):
            command = None if unit.shutdown else _random_attack(battle, unit, luck)
            if command is not None:
                return command
            least = orders.Pass(unit.id)
            return least if accepted(battle, least) else _thoroughly(battle, luck)
    return _done(battle, orders.EndPhase())


def _random_attack(battle: Battle, unit: Unit, luck: Generator) -> orders.Command | None:
    """Shoot at, or strike, a random enemy that is in range, ahead and in sight."""
    side, at, card, table = unit.side, (unit.x, unit.y), unit.card, battle.state.table
    damage = stats(battle, unit).damage if unit.wounds else card.damage
    reach = RANGES.of(battle)["L" if damage.L.harms else "M" if damage.M.harms else "S"]["up_to"] + BASES
    all_round = not card.is_mech or card.legs != "biped" or has_turret(battle, unit)
    bits = luck.next64()
    units = list(battle.state.units.values())
    first = bits % len(units)
    for foe in units[first:] + units[:first]:
        if foe.side == side or foe.place != TABLE:
            continue
        there = (foe.x, foe.y)
        if not table.within(at, there, reach) or not (all_round or table.ahead(unit.facing, at, there) > -foe.radius):
            continue
        if not might_see(battle, unit, foe):
            continue
        close = unit.radius + foe.radius + CLOSE
        if card.is_mech and bits & 0x100 and table.closer(at, there, close):
            command = orders.Attack(unit.id, foe.id, blow_of(battle, unit))
        else:
            command = orders.Attack(unit.id, foe.id, "weapon", None, (bits >> 16) % (card.ov + 1))
        if accepted(battle, command):
            return command
    return None


# -- deployment -----------------------------------------------------------------------------------------------


def _deploy_someone(battle: Battle, luck: Generator) -> orders.Command:
    side = battle.state.to_act
    assert side is not None
    return next(command for command in deployments(battle, side, luck) if accepted(battle, command))
