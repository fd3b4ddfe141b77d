"""Artillery: at which points of the table a shell might do good, and through whose eyes it is fired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike.combat.artillery import TAGS
from lancemate.alphastrike.combat.attack import open_attack, why_not
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.options.advanced_artillery.events import plots
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

BLAST: Final = 4.0  # inches around a point in which somebody may be struck
CROWD: Final = 4.0  # inches between two enemies that one shell may strike


def shells(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Attacks of a unit's artillery on points: seen by itself or else by a friend, who guides the shell if it can."""
    pieces = [
        (kind.name, code)
        for kind in KINDS.values()
        if trait.AREA in kind.traits and kind.at_points
        for code in kind.at_points(unit)
    ]
    if not pieces:
        return
    spotters = sorted(_friends(battle, unit), key=lambda one: (not _guides(one), one.card.damage.harms, one.id))
    for kind, code in pieces:
        for at in _points(battle, unit):
            target = orders.PointTarget(at)
            direct = orders.Attack(unit.id, target, kind, code)
            if _allowed(battle, direct):
                yield direct
            for spotter in spotters:
                command = orders.Attack(unit.id, target, kind, code, 0, spotter.id, keeps_its_attack(spotter))
                if _allowed(battle, command):
                    yield command
                    break


def keeps_its_attack(spotter: Unit) -> bool:
    """A spotter that could still shoot for itself keeps the right to, though the shot is harder for it."""
    return not spotter.attacks and spotter.card.damage.harms


def _friends(battle: Battle, unit: Unit) -> Iterator[Unit]:
    return (one for one in battle.on_table(unit.side) if one is not unit)


def _guides(unit: Unit) -> bool:
    return any(unit.active(code) for code in TAGS.of(rules))


def _points(battle: Battle, unit: Unit) -> list[Point]:
    """Where enemies stand, and between two that stand close together."""
    enemies = [one for one in battle.on_table(battle.opponent(unit.side)) if one.doomed is None and not one.airborne]
    table = battle.table
    points = [table.snap(one.at) for one in enemies]
    for number, one in enumerate(enemies):
        for other in enemies[number + 1 :]:
            apart = table.distance(one.at, other.at)
            if apart <= CROWD:
                points.append(table.snap(table.part_way(one.at, other.at, apart / 2)))
    sure = [
        point for point in _sure_points(battle, unit) if any(table.distance(one.at, point) <= BLAST for one in enemies)
    ]
    return [*points, *(point for point in sure if point not in points)]


def _sure_points(battle: Battle, unit: Unit) -> list[Point]:
    """Points that off-board fire hits without a roll: plotted beforehand, or locked in."""
    if ADVANCED not in battle.options:
        return []
    side = next(one for one in battle.setup.sides if one.name == unit.side)
    locked = [_point(one["point"]) for one in plots.of(unit) if isinstance(one, dict) and one["locked"]]
    return [*side.preplotted, *locked]


def _point(written: object) -> Point:
    x, y = cast("tuple[float, float]", written)
    return x, y


def _allowed(battle: Battle, command: orders.Attack) -> bool:
    return why_not(open_attack(battle, command)) is None
