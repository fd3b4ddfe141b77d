"""Battles played at random and fast: every command legal, none of them wise. Search bots live on it.

A step tries a few things in a random order until the rules accept one; passing is always left. It moves and shoots and
strikes, and leaves the rarer commands to the thorough player of random_play.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.ranges import RANGES
from lancemate.alphastrike.sequence import counts_for_movement, item_of
from lancemate.alphastrike.sight import look
from lancemate.alphastrike.state import RESERVE, TABLE, Unit
from lancemate.alphastrike.stats import current_move, is_immobile, stats
from lancemate.bots.random_play.proposals import deployments
from lancemate.field.compass import direction
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused

TRIES: Final = 3  # random destinations a unit considers before it stays where it is
BASES: Final = 2.0  # inches that two bases may add to a range
CLOSE: Final = 1.0  # inches between bases at which fists come to mind
BEARINGS: Final = tuple(direction(15.0 * k) for k in range(24))


def playout(battle: Battle, luck: Generator, *, turns: int = 50) -> int:
    """Play to the end, or for so many turns. Returns how many decisions were made."""
    decisions = 0
    state = battle.state
    last = state.turn + turns
    while state.outcome is None and state.turn < last:
        step(battle, luck)
        decisions += 1
    return decisions


def step(battle: Battle, luck: Generator) -> orders.Command:
    """Carry out one random legal command for whoever is to act."""
    state = battle.state
    if state.decision is not None:
        return _done(battle, orders.Decide(state.decision.side, luck.choice(state.decision.choices)))
    if state.phase == "movement":
        return _move_someone(battle, luck)
    if state.phase == "combat":
        return _attack_with_someone(battle, luck)
    return _deploy_someone(battle, luck)


def _done(battle: Battle, command: orders.Command) -> orders.Command:
    battle.do(command)
    return command


def _accepted(battle: Battle, command: orders.Command) -> bool:
    try:
        battle.do(command)
    except Refused:
        return False
    return True


# -- movement -------------------------------------------------------------------------------------------------


def _move_someone(battle: Battle, luck: Generator) -> orders.Command:
    state = battle.state
    ready = [unit for unit in state.units.values() if unit.side == state.to_act and counts_for_movement(unit)]
    if state.moving_group is not None:
        ready = [unit for unit in ready if item_of(battle, unit) == state.moving_group]
    unit = luck.choice(ready)
    for _ in range(0 if is_immobile(battle, unit) else TRIES):
        command = random_move(battle, unit, luck)
        if command is not None and _accepted(battle, command):
            return command
    return _done(battle, orders.Pass(unit.id))


def random_move(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """A straight move to a random place in reach, in a random mode; whoever is off the table stays there."""
    move = unit.card.move
    bits = luck.next64()  # enough for every choice of a move
    dice = bits % (6 if move.jump else 4)
    if dice == 0:
        return orders.Move(unit.id, (), "standstill", _facing(battle, unit, unit.x, unit.y, bits >> 40))
    mode = "ground" if dice < 4 else "jump"
    reach = current_move(battle, unit, mode)
    if reach < 1.0 or unit.place == RESERVE:
        return None
    dx, dy = BEARINGS[(bits >> 8) % 24]
    far = 1.0 + (reach - 1.0) * ((bits >> 16) & 0xFFFF) / 0x10000
    x, y = round(unit.x + far * dx, 2), round(unit.y + far * dy, 2)
    if not battle.state.table.inside(x, y, unit.radius):
        return None
    return orders.Move(unit.id, ((x, y),), mode, _facing(battle, unit, x, y, bits >> 40))


def _facing(battle: Battle, unit: Unit, x: float, y: float, bits: int) -> float:
    """Roughly toward an enemy, or anywhere."""
    if bits & 3 == 0:
        return 15.0 * ((bits >> 2) % 24)
    foes = [other for other in battle.state.units.values() if other.side != unit.side and other.place == TABLE]
    if not foes:
        return unit.facing
    foe = foes[(bits >> 8) % len(foes)]
    dx, dy = foe.x - x, foe.y - y
    if abs(dx) > abs(dy):
        return 90.0 if dx > 0.0 else 270.0
    return 0.0 if dy > 0.0 else 180.0


# -- combat ---------------------------------------------------------------------------------------------------


def _attack_with_someone(battle: Battle, luck: Generator) -> orders.Command:
    state = battle.state
    side = state.to_act
    for unit in state.units.values():
        if unit.side == side and unit.place == TABLE and not unit.attacks:
            if unit.shutdown:
                return _done(battle, orders.Pass(unit.id))
            return _random_attack(battle, unit, luck) or _done(battle, orders.Pass(unit.id))
    return _done(battle, orders.EndPhase())


def _random_attack(battle: Battle, unit: Unit, luck: Generator) -> orders.Command | None:
    foes = _in_front(battle, unit)
    if not foes:
        return None
    bits = luck.next64()
    card, first = unit.card, bits % len(foes)
    for foe in foes[first:] + foes[:first]:
        if look(battle, unit, foe).status == "blocked":
            continue
        dx, dy = foe.x - unit.x, foe.y - unit.y
        reach = unit.radius + foe.radius + CLOSE
        if card.is_mech and dx * dx + dy * dy < reach * reach and bits & 0x100:
            command = orders.Attack(unit.id, foe.id, "melee" if unit.has("MEL") else "physical")
        else:
            command = orders.Attack(unit.id, foe.id, "weapon", None, (bits >> 16) % (card.ov + 1))
        if _accepted(battle, command):
            return command
    return None


def _in_front(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies neither out of range nor behind; whoever can shoot elsewhere than ahead asks about all around."""
    side, x, y = unit.side, unit.x, unit.y
    damage = stats(battle, unit).damage
    reach = RANGES["L" if damage.L else "M" if damage.M else "S"]["up_to"] + BASES
    foes = [
        foe
        for foe in battle.state.units.values()
        if foe.side != side and foe.place == TABLE and abs(foe.x - x) < reach and abs(foe.y - y) < reach
    ]
    if not unit.card.is_mech or unit.card.legs != "biped" or unit.has("TUR"):
        return foes
    way = int(unit.facing)
    fx, fy = direction(unit.facing) if way % 15 or way != unit.facing else BEARINGS[way // 15]
    return [foe for foe in foes if (foe.x - x) * fx + (foe.y - y) * fy > -foe.radius]


# -- deployment -----------------------------------------------------------------------------------------------


def _deploy_someone(battle: Battle, luck: Generator) -> orders.Command:
    side = battle.state.to_act
    assert side is not None
    return next(command for command in deployments(battle, side, luck) if _accepted(battle, command))
