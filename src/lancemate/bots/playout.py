"""Battles played at random and fast: every command legal, none of them wise. Search bots live on it.

A step tries a few things in a random order until the rules accept one; passing is always left. It moves and shoots and
strikes, and leaves the rarer commands to the thorough player of random_play.
"""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.sequence import counts_for_movement, item_of
from lancemate.alphastrike.sight import look, sight_range
from lancemate.alphastrike.state import RESERVE, TABLE, Unit
from lancemate.bots.random_play.proposals import deployments
from lancemate.field.compass import direction
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused

TRIES: Final = 3  # random destinations a unit considers before it stays where it is
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
    for _ in range(TRIES):
        command = random_move(battle, unit, luck)
        if command is not None and _accepted(battle, command):
            return command
    return _done(battle, orders.Pass(unit.id))


def random_move(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """A straight move to a random place in reach, in a random mode; whoever is off the table stays there."""
    move = unit.card.move
    dice = luck.below(6 if move.jump else 4)
    if dice == 0:
        return orders.Move(unit.id, (), "standstill", _facing(battle, unit, unit.at, luck))
    mode = "ground" if dice < 4 else "jump"
    reach = move.ground if dice < 4 else move.jump
    if not reach or unit.place == RESERVE:
        return None
    dx, dy = luck.choice(BEARINGS)
    far = 1.0 + (reach - 1.0) * luck.uniform()
    x, y = round(unit.x + far * dx, 2), round(unit.y + far * dy, 2)
    if not battle.state.table.inside(x, y, unit.radius):
        return None
    return orders.Move(unit.id, ((x, y),), mode, _facing(battle, unit, (x, y), luck))


def _facing(battle: Battle, unit: Unit, at: tuple[float, float], luck: Generator) -> float:
    """Roughly toward an enemy, or anywhere."""
    dice = luck.below(32)
    if dice >= 24:
        return 15.0 * luck.below(24)
    foes = [other for other in battle.state.units.values() if other.side != unit.side and other.place == TABLE]
    if not foes:
        return 15.0 * dice
    foe = foes[dice % len(foes)]
    dx, dy = foe.x - at[0], foe.y - at[1]
    if abs(dx) > abs(dy):
        return 90.0 if dx > 0.0 else 270.0
    return 0.0 if dy > 0.0 else 180.0


# -- combat ---------------------------------------------------------------------------------------------------


def _attack_with_someone(battle: Battle, luck: Generator) -> orders.Command:
    state = battle.state
    side = state.to_act
    for unit in state.units.values():
        if unit.side == side and unit.place == TABLE and not unit.attacks:
            return _random_attack(battle, unit, luck) or _done(battle, orders.Pass(unit.id))
    return _done(battle, orders.EndPhase())


def _random_attack(battle: Battle, unit: Unit, luck: Generator) -> orders.Command | None:
    foes = _in_front(battle, unit)
    luck.shuffle(foes)
    ov = unit.card.ov
    for foe in foes:
        if look(battle, unit, foe).status == "blocked":
            continue
        dx, dy = foe.x - unit.x, foe.y - unit.y
        reach = unit.radius + foe.radius + CLOSE
        if unit.card.is_mech and dx * dx + dy * dy < reach * reach and luck.below(2):
            command = orders.Attack(unit.id, foe.id, "melee" if unit.has("MEL") else "physical")
        else:
            command = orders.Attack(unit.id, foe.id, "weapon", None, luck.below(ov + 1) if ov else 0)
        if _accepted(battle, command):
            return command
    return None


def _in_front(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies that are not hopelessly far away or behind; whoever can shoot elsewhere than ahead asks about all."""
    reach = sight_range(battle) + 2.0
    ahead = unit.card.is_mech and unit.card.legs == "biped" and not unit.has("TUR")
    way = int(unit.facing)
    fx, fy = direction(unit.facing) if way % 15 or way != unit.facing else BEARINGS[way // 15]
    found = []
    for foe in battle.state.units.values():
        if foe.place == TABLE and foe.side != unit.side:
            dx, dy = foe.x - unit.x, foe.y - unit.y
            if dx * dx + dy * dy < reach * reach and (not ahead or dx * fx + dy * fy > -foe.radius):
                found.append(foe)
    return found


# -- deployment -----------------------------------------------------------------------------------------------


def _deploy_someone(battle: Battle, luck: Generator) -> orders.Command:
    side = battle.state.to_act
    assert side is not None
    return next(command for command in deployments(battle, side, luck) if _accepted(battle, command))
