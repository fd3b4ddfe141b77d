"""Tornadoes (p. 64): where they touch down, how they wander, and what they leave of what they meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.battlefield import TORNADOES
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.area import radius_of
from lancemate.alphastrike.combat.ranges import line_of
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import hurt
from lancemate.alphastrike.environment.events import TornadoMoved, TornadoRolled
from lancemate.alphastrike.environment.notes import agreed, tornadoes, tornadoes_now, wind_now
from lancemate.alphastrike.environment.weather import to_hit
from lancemate.alphastrike.measure.apart import passes
from lancemate.alphastrike.play.conditions import STORM, STRONGEST, THIN, TRACE, Tornado
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.conversion import erode, ground_at
from lancemate.alphastrike.terrain.ground import piece
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.urban.buildings import structures
from lancemate.alphastrike.urban.collapse import damage_feature
from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

rules.also("AS-BAT-109", TORNADOES)

Stretch = tuple[float, float]  # inches along the way of a tornado

FORMS: Final = 12  # on 2D6
THIN_MOST: Final = 3  # F rating in thin air
TEMPLATE: Final = 2
SECTOR: Final = 60.0
STEP: Final = 2.0  # inches for each point of the die
TIMES: Final = 3  # what it does to ground and buildings, compared with units
FACES: Final = 6
SAFE: Final = ("water", "pavement", "road")  # stays as it is
TORNADO: Final = cause("tornado", "AS-BAT-111", NATURE)


def reach(battle: Battle) -> float:
    return radius_of(battle, TEMPLATE)


# -- touching down --------------------------------------------------------------------------------------------


@hooks.battle_opens.rule("AS-BAT-108", part=-10, when=STORM)
def begins_with(battle: Battle) -> None:
    """Those that are there from the beginning are noted, so that they can wander."""
    given = agreed(battle).tornadoes
    if given and tornadoes.of(battle.state) is None:
        for number, one in enumerate(given):
            battle.emit(TornadoMoved(number, "begins", one.at, one.rating, one.turns, (), "AS-BAT-108"))


@hooks.end_phase.rule("AS-BAT-107", part=hooks.TORNADOES, when=STORM)
def tornadoes_in_a_storm(battle: Battle) -> bool | None:
    """Those there are move on; then, in a storm, two dice: on 12 one more touches down. Never in traces of air."""
    before = tornadoes_now(battle)
    for one in before:
        number = tornadoes_now(battle).index(one)
        wander(battle, number, one)
    if wind_now(battle)[0] != STRONGEST or agreed(battle).atmosphere == TRACE:
        return bool(before) or None
    roll = battle.roll(2)
    forms = dice_sum(battle, roll) >= FORMS
    battle.emit(TornadoRolled(roll, forms))
    if forms:
        touch_down(battle, "AS-BAT-107")
    return True


@rules.rule("AS-BAT-108")
def touch_down(battle: Battle, by: str) -> None:
    """A new one comes down at a place that four dice find, and strikes at once."""
    at, place = random_point(battle)
    turns = battle.roll(2)
    strength = battle.roll(2)
    rating = rating_of(battle, dice_sum(battle, strength))
    there = tornadoes_now(battle)
    battle.emit(TornadoMoved(len(there), "forms", at, rating, dice_sum(battle, turns), (*place, *turns, *strength), by))
    strike(battle, rating, at, ((0.0, 0.0),), at)


def random_point(battle: Battle) -> tuple[Point, tuple[int, ...]]:
    """Two dice find one of 36 columns of the table, two more one of 36 rows."""
    roll = battle.roll(4)
    a, b, c, d = roll
    table = battle.table
    cells = float(FACES * FACES)
    x = ((a - 1) * FACES + b - 0.5) / cells * table.width
    y = ((c - 1) * FACES + d - 0.5) / cells * table.depth
    return (table.snap((x, y)) if on_hexes(battle) else (x, y)), roll


def rating_of(battle: Battle, rolled: int) -> int:
    """Its F rating by two dice."""
    row = next(rating for most, rating in TORNADOES.of(battle).items() if rolled <= most)
    return weaker_in_thin_air(battle, int(row.removeprefix("F")))


@rules.rule("AS-BAT-082", otherwise=lambda battle, rating: rating)
def weaker_in_thin_air(battle: Battle, rating: int) -> int:
    """Thin air brings forth no more than F3."""
    return min(THIN_MOST, rating) if agreed(battle).atmosphere == THIN else rating


# -- wandering ------------------------------------------------------------------------------------------------


@rules.rule("AS-BAT-110")
def wander(battle: Battle, number: int, one: Tornado) -> None:
    """It moves two inches for every point of a die in a direction of chance; in its last End Phase it is gone."""
    left = one.turns - 1
    if left <= 0:
        battle.emit(TornadoMoved(number, "gone", one.at, one.rating, 0, (), "AS-BAT-110"))
        return
    (direction,), (far,) = battle.roll(1), battle.roll(1)
    table = battle.table
    end = table.beyond(one.at, (direction - 1) * SECTOR, far * STEP)
    stays = table.inside(*end)
    skipped = leaps(battle, one.at, end)
    what = "moves" if stays else "gone"
    battle.emit(TornadoMoved(number, what, end, one.rating, left, (direction, far), "AS-BAT-110"))
    strike(battle, one.rating, one.at, _touched(far * STEP, skipped), end)


@rules.rule("AS-BAT-110", otherwise=())
def leaps(battle: Battle, start: Point, end: Point) -> tuple[Stretch, ...]:
    """Leaving a hill it skips as many inches as the hill is high, and spares who is there."""
    table = battle.table
    far = table.distance(start, end)
    met = table.features_swept([end, start], 0.0)
    left = [(far - back, hill.height) for hill, back in met if hill.role_name == "hill" and back > TINY]
    return tuple(sorted((at, min(far, at + height)) for at, height in left))


def _touched(far: float, skipped: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    """The stretches of its way on which it is on the ground."""
    on_ground: list[Stretch] = []
    begin = 0.0
    for start, end in skipped:
        if start >= begin:
            on_ground.append((begin, start))
        begin = max(begin, end)
    if begin < far - TINY or not skipped:
        on_ground.append((begin, far))
    return tuple(on_ground)


# -- what it does ---------------------------------------------------------------------------------------------


def strike(battle: Battle, rating: int, start: Point, stretches: tuple[Stretch, ...], end: Point) -> None:
    """Everything that it touches on its way: units first, then what stands and lies there."""
    table = battle.table
    lines = [(table.on_line(start, end, a), table.on_line(start, end, b)) for a, b in stretches]
    hit_units(battle, rating, lines)
    hit_ground(battle, rating, lines, stretches)


@rules.rule("AS-BAT-111")
def hit_units(battle: Battle, rating: int, lines: list[tuple[Point, Point]]) -> None:
    """Its rating in points, once for each unit however large; what flies by Thrust is above it."""
    wide = reach(battle)
    for unit in list(battle.on_table()):
        if unit.card.is_aerospace and unit.airborne:
            continue
        if any(passes(battle, line, unit, wide) for line in lines):
            hurt(battle, unit.id, rating, TORNADO.itself)


@rules.rule("AS-BAT-112")
def hit_ground(battle: Battle, rating: int, lines: list[tuple[Point, Point]], stretches: tuple[Stretch, ...]) -> None:
    """Three times its rating to buildings and to the ground it passes over; water and pavement do not mind."""
    points = TIMES * rating
    for feature in [one for one in structures(battle) if any(_swept(battle, one, a, b) for a, b in lines)]:
        if piece(battle.table, feature.id) == feature:
            damage_feature(battle, feature, points, "AS-BAT-112", TORNADO.itself)
    for at in dict.fromkeys(_places(battle, lines, stretches)):
        ground = ground_at(battle, at) if battle.table.inside(*at) else None
        if ground is not None and ground.feature is not None and ground.feature.kind not in SAFE:
            erode(battle, at, points, "AS-BAT-112", ground)


def _swept(battle: Battle, feature: Feature, a: Point, b: Point) -> bool:
    """Whether the template comes over some part of a structure on its way."""
    return passes(battle, (a, b), feature, reach(battle))


def _places(battle: Battle, lines: list[tuple[Point, Point]], stretches: tuple[Stretch, ...]) -> Iterator[Point]:
    """The middles of the areas it passes over, side by side; on hexes all that lie under the template."""
    table = battle.table
    for (a, b), (begin, far) in zip(lines, stretches, strict=True):
        for step in range(int((far - begin) / STEP + TINY) + 1):
            at = table.on_line(a, b, min(step * STEP, far - begin))
            yield at
            if on_hexes(battle):
                yield from table.neighbours(at)


@hooks.to_hit.rule("AS-BAT-026", part=hooks.OTHER, when=STORM)
def through_a_tornado(attack: Attack) -> Modifier | None:
    """Attacks whose line runs through one; of several the numbers add up."""
    battle, line = attack.battle, line_of(attack)
    met = [one for one in tornadoes_now(battle) if passes(battle, line, one.at, reach(battle))]
    if not met:
        return None
    label = "Tornado " + " and ".join(f"F{one.rating}" for one in met)
    return Modifier(label, sum(to_hit(attack, _row(one.rating)) for one in met), "AS-BAT-026")


def _row(rating: int) -> str:
    return f"tornado F{rating} (through)" if rating > THIN_MOST else "tornado F1 to F3 (through)"
