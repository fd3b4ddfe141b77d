"""Charges and Death From Above: moves that end in an enemy, and what is to be expected of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.odds import TWO_DICE
from lancemate.alphastrike.combat.attack import modifiers
from lancemate.alphastrike.combat.physical import why_not_strike
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.stats import current_move
from lancemate.bots.alphastrike.tactics.fire import as_if, in_the_open, points_of
from lancemate.bots.alphastrike.tactics.worth import prize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.offer import Choice
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point


class Rush(NamedTuple):
    """A move that ends in an enemy, what it takes from it, and what that costs."""

    command: orders.Move
    at: Point
    strike: float
    recoil: float


def rushes(battle: Battle, unit: Unit) -> Iterator[Rush]:
    """The charges and leaps a unit may declare now."""
    if not unit.on_table:
        return
    for word in sorted(hooks.move_words.values(), key=lambda one: one.rule):
        if word.toward != "enemy":
            continue
        reach = current_move(battle, unit, word.modes[0])
        if reach <= 0.0 or why_not_strike(battle, unit, word.name) is not None:
            continue
        for enemy in battle.on_table(battle.opponent(unit.side)):
            if enemy.moved != "none" and enemy.doomed is None:
                rush = _at(battle, unit, enemy, word, reach)
                if rush is not None:
                    yield rush


def _at(battle: Battle, unit: Unit, enemy: Unit, word: Choice, reach: float) -> Rush | None:
    """Straight at an enemy, if that is in reach and allowed."""
    table = battle.table
    far = table.distance(unit.at, enemy.at) - table.side_by_side(unit.radius, enemy.radius)
    if not 1.0 <= far <= reach:
        return None
    at = table.snap(table.part_way(unit.at, enemy.at, far))
    way = (at,) if word.modes[0] == "jump" else table.ways((unit.at, at))[1:]
    facing = table.snap_facing(float(round(table.bearing(at, enemy.at)) % 360))
    command = word.said(orders.Move(unit.id, way, word.modes[0], facing), enemy.id)
    preview = check_move(battle, command)
    if not preview.legal:
        return None
    return Rush(command, at, *_clash(battle, unit, enemy, word, preview.inches))


def _clash(battle: Battle, unit: Unit, enemy: Unit, word: Choice, inches: float) -> tuple[float, float]:
    """What one takes from the other, and what it costs."""
    before = unit.inches
    unit.inches = inches
    kind = hooks.attack_kinds[word.name]
    try:
        with as_if(unit, word.modes[0]):
            unit.declared = (kind.name, enemy.id)
            attack = in_the_open(battle, orders.Attack(unit.id, enemy.id, kind.name), "S")
            if attack is None or not kind.strength(attack).harms:
                return 0.0, 0.0
            number = total(modifiers(attack))
            chance = float(sum(share for faces, share in TWO_DICE if sum(faces) >= number)) if number <= 12 else 0.0
            own = prize(battle, unit)
            hit, miss = (kind.recoil(attack, True), kind.recoil(attack, False)) if kind.recoil is not None else (0, 0)
            cost = chance * own.loss(hit) + (1.0 - chance) * own.loss(miss)
            return chance * prize(battle, enemy).mean_loss(points_of(attack)), cost
    finally:
        unit.inches = before
