"""Battles played at random: every command legal, none of them wise. Search bots and the exhaustive runner live on it.

A step tries things in a random order until the rules accept one; passing is always left.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.state import RESERVE, TABLE, Unit
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused

TRIES: Final = 3  # random destinations a unit considers before it stays where it is


def playout(battle: Battle, luck: Generator, *, turns: int = 50) -> int:
    """Play to the end, or for so many turns. Returns how many decisions were made."""
    decisions = 0
    last = battle.state.turn + turns
    while battle.outcome is None and battle.state.turn < last:
        step(battle, luck)
        decisions += 1
    return decisions


def step(battle: Battle, luck: Generator) -> orders.Command:
    """Carry out one random legal command for whoever is to act."""
    state = battle.state
    command: orders.Command
    if state.decision is not None:
        command = orders.Decide(state.decision.side, luck.choice(state.decision.choices))
        battle.do(command)
        return command
    if state.phase == "movement":
        return _move_someone(battle, luck)
    if state.phase == "combat":
        return _attack_with_someone(battle, luck)
    return _deploy_someone(battle, luck)


def _accepted(battle: Battle, command: orders.Command) -> bool:
    try:
        battle.do(command)
    except Refused:
        return False
    return True


# -- movement -------------------------------------------------------------------------------------------------


def movable(battle: Battle) -> list[Unit]:
    """Units of the side to act that have their move still to make."""
    from lancemate.alphastrike.sequence import counts_for_movement, item_of

    state = battle.state
    ready = [unit for unit in state.units.values() if unit.side == state.to_act and counts_for_movement(unit)]
    if state.moving_group is not None:
        ready = [unit for unit in ready if item_of(battle, unit) == state.moving_group]
    return ready


def _move_someone(battle: Battle, luck: Generator) -> orders.Command:
    unit = luck.choice(movable(battle))
    for _ in range(TRIES):
        command = random_move(battle, unit, luck)
        if command is not None and _accepted(battle, command):
            return command
    staying = orders.Pass(unit.id)
    battle.do(staying)
    return staying


def random_move(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """A straight move to a random place in reach, in a random mode."""
    move = unit.card.move
    modes = ["ground", "ground", "ground", "standstill"]
    if move.jump:
        modes += ["jump", "jump"]
    mode = luck.choice(modes)
    facing = 15.0 * luck.below(24)
    if mode == "standstill":
        return orders.Move(unit.id, (), mode, facing)
    reach = float(move.jump if mode == "jump" else move.ground)
    if reach <= 0:
        return None
    if unit.place == RESERVE:
        return None
    angle = 2.0 * pi * luck.uniform()
    far = 1.0 + (reach - 1.0) * luck.uniform()
    x, y = round(unit.x + far * sin(angle), 2), round(unit.y + far * cos(angle), 2)
    margin = unit.radius
    field = battle.table
    if not (margin <= x <= field.width - margin and margin <= y <= field.depth - margin):
        return None
    return orders.Move(unit.id, ((x, y),), mode, facing)


# -- combat ---------------------------------------------------------------------------------------------------


def _attack_with_someone(battle: Battle, luck: Generator) -> orders.Command:
    state = battle.state
    side = state.to_act
    for unit in state.units.values():
        if unit.side == side and unit.place == TABLE and not unit.attacks:
            command = _random_attack(battle, unit, luck)
            if command is not None:
                return command
            passing = orders.Pass(unit.id)
            battle.do(passing)
            return passing
    done = orders.EndPhase()
    battle.do(done)
    return done


def _random_attack(battle: Battle, unit: Unit, luck: Generator) -> orders.Command | None:
    enemies = [other for other in battle.units.values() if other.place == TABLE and other.side != unit.side]
    luck.shuffle(enemies)
    overheat = luck.below(unit.card.ov + 1) if unit.card.ov else 0
    for enemy in enemies:
        dx, dy = enemy.x - unit.x, enemy.y - unit.y
        near = dx * dx + dy * dy < (unit.radius + enemy.radius + 1.0) ** 2
        if near and unit.card.is_mech and luck.below(2):
            command = orders.Attack(unit.id, enemy.id, "melee" if unit.has("MEL") else "physical")
        else:
            command = orders.Attack(unit.id, enemy.id, "weapon", None, overheat)
        if _accepted(battle, command):
            return command
    return None


# -- deployment -----------------------------------------------------------------------------------------------


def _deploy_someone(battle: Battle, luck: Generator) -> orders.Command:
    state = battle.state
    unit = next(unit for unit in state.units.values() if unit.side == state.to_act and unit.place == RESERVE)
    field = battle.table
    while True:
        at = (round(field.width * luck.uniform(), 2), round(field.depth * luck.uniform(), 2))
        command = orders.Deploy(unit.id, at, 15.0 * luck.below(24))
        if _accepted(battle, command):
            return command
