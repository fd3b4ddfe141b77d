"""Bombs (pp. 181-183): dive bombing, altitude bombing, where a miss comes down and what a bomb does there.

How many bombs fit and what they weigh stands in abilities/bombs.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.bombs import SENSOR, carried
from lancemate.alphastrike.abilities.remote_sensors import plant
from lancemate.alphastrike.air.altitude import AIR, altitude_of
from lancemate.alphastrike.air.attacks import ALTITUDE, BOMBING, DIVE, STRAFE, STRIKE, TYPES, WORDS
from lancemate.alphastrike.air.events import BombDropped
from lancemate.alphastrike.air.striking import is_target
from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.area import Shock, radius_of
from lancemate.alphastrike.combat.artillery import Burst, burst_at
from lancemate.alphastrike.combat.attack import Attack, Kind, Ring, attack_kind
from lancemate.alphastrike.combat.blast import NOWHERE, Fallen, Impact, blast, comes_down, reached
from lancemate.alphastrike.combat.resolution import finish, make_attack, tell
from lancemate.alphastrike.combat.scatter import SCATTER_DIAL
from lancemate.alphastrike.damage.causes import Source
from lancemate.alphastrike.damage.reckoning import WATER, Reckoning
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.measure.lines import ON, off_line
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Scattered
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies, path_of
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.water import is_underwater
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

# What a bomb does, and the template it does it under.
BOMBS: Final = rules.table(
    "AS-AER-038",
    {
        "HE": {"damage": 2, "heat": 0, "template": 2},
        "cluster": {"damage": 1, "heat": 0, "template": 6},
        "inferno": {"damage": 0, "heat": 2, "template": 2},
        SENSOR: {"damage": 0, "heat": 0, "template": 2},
    },
)
APART: Final = rules.table("AS-AER-021", {"inches between points": 2.0})
ARMS_LENGTH: Final = rules.table("AS-AER-023", {"inches": 2.0})
SCATTER: Final = rules.table("AS-AER-030", {"inches per pip": 2.0})


class Drop(NamedTuple):
    """One bomb on its way to a point."""

    bomb: str
    point: Point


# -- what is dropped where ------------------------------------------------------------------------------------


def points_of(command: orders.Attack) -> tuple[Point, ...]:
    """The points of impact that were named."""
    target = command.target
    if isinstance(target, orders.PointsTarget):
        return target.points
    return (target.point,) if isinstance(target, orders.PointTarget) else ()


def loads_of(command: orders.Attack) -> tuple[tuple[str, ...], ...]:
    """The bombs for each point."""
    if all(isinstance(one, str) for one in command.bombs):
        plain = tuple(str(one) for one in command.bombs)
        points = points_of(command)
        return (plain,) if len(points) <= 1 else tuple((bomb,) for bomb in plain)
    return tuple((one,) if isinstance(one, str) else one for one in command.bombs)


def drops_of(command: orders.Attack) -> tuple[Drop, ...]:
    """Bomb by bomb, as written."""
    pairs = zip(points_of(command), loads_of(command), strict=False)
    return tuple(Drop(bomb, point) for point, load in pairs for bomb in load)


# -- may it be done -------------------------------------------------------------------------------------------


def is_battle_armor(attack: Attack) -> bool:
    """Battle armor that drops a bomb on what is below it."""
    return attack.attacker.card.is_battle_armor


@hooks.may_attack.rule("AS-AER-022", part=hooks.AIM, kinds=DIVE, when=AIR)
def one_point_on_path(attack: Attack) -> Refusal | None:
    """A dive bomber puts as many bombs as it likes on one point of its path."""
    if is_battle_armor(attack):
        return None
    points = points_of(attack.command)
    if len(points) != 1 or not _on_path(attack, points):
        text = f"{attack.attacker.id} dives at one point of its flight path: say target: {{point: [x, y]}}"
        return Refusal("not_on_path", text, "AS-AER-022")
    return None


@hooks.may_attack.rule("AS-AER-023", part=hooks.AIM, kinds=DIVE, types="BA")
def armor_drops_its_bombs(attack: Attack) -> Refusal | None:
    """Battle armor that flies like a VTOL bombs what lies within 2 inches of it, and lower."""
    unit = attack.attacker
    if not is_battle_armor(attack):
        return None
    if "v" not in unit.card.move.by_mode and unit.card.move.primary != "v":
        return Refusal("not_above", f"{unit.id} does not fly and drops no bombs", "AS-AER-023")
    points, reach = points_of(attack.command), ARMS_LENGTH.of(attack)["inches"]
    table = attack.battle.table
    if len(points) != 1 or not within(attack.battle, unit, points[0], reach):
        return Refusal("too_far", f"{unit.id} bombs one point within {reach:g} inches of it", "AS-AER-023")
    if unit.elevation <= table.surface(*points[0]) + TINY:
        return Refusal("not_above", f"{unit.id} must be higher than what it bombs", "AS-AER-023")
    return None


@hooks.may_attack.rule("AS-AER-021", part=hooks.AIM, kinds=ALTITUDE, when=AIR)
def run_of_points(attack: Attack) -> Refusal | None:
    """A run of points along the path, each two inches from the one before, with a bomb or more on each."""
    points, gap = points_of(attack.command), APART.of(attack)["inches between points"]
    table, unit = attack.battle.table, attack.attacker
    if not points or not _on_path(attack, points):
        text = f"{unit.id} bombs points of its flight path: say target: {{points: [[x, y], ...]}}"
        return Refusal("not_on_path", text, "AS-AER-021")
    if any(abs(table.distance(a, b) - gap) > ON for a, b in pairwise(points)) or len(set(points)) < len(points):
        return Refusal("not_a_run", f"the points lie {gap:g} inches apart, one after the other", "AS-AER-021")
    loads = loads_of(attack.command)
    if len(loads) != len(points) or not all(loads):
        return Refusal("not_a_run", "every point gets one bomb or more: a list of bombs for each", "AS-AER-021")
    return None


def _on_path(attack: Attack, points: tuple[Point, ...]) -> bool:
    path = path_of(attack.attacker)
    return all(off_line(attack.battle.table, path, point) <= ON for point in points)


@hooks.may_attack.rule("AS-AER-015", part=hooks.POWER, kinds=BOMBING, when=AIR)
def no_overheat(attack: Attack) -> Refusal | None:
    """Bombs do not run hotter."""
    if not attack.overheat:
        return None
    return Refusal("no_overheat", f"{attack.attacker.id} drops bombs: overheat adds nothing to them", "AS-AER-015")


@hooks.may_attack.rule("AS-AER-037", part=hooks.POWER, kinds=BOMBING)
def bombs_aboard(attack: Attack) -> Refusal | None:
    """Only what was hung under the wings before the battle can be dropped."""
    unit, load = attack.attacker, carried(attack.attacker)
    wanted = Counter(bomb for bombs in loads_of(attack.command) for bomb in bombs)
    if not wanted:
        return Refusal("no_bombs", f"name the bombs that {unit.id} drops: {_listed(load)}", "AS-AER-037")
    missing = wanted - Counter(load)
    if missing:
        return Refusal("no_bombs", f"{unit.id} has no such bomb: it carries {_listed(load)}", "AS-AER-037")
    if len(loads_of(attack.command)) > max(1, len(points_of(attack.command))):
        return Refusal("no_bombs", f"{unit.id} drops one list of bombs on each point", "AS-AER-037")
    odd = [bomb for bomb in wanted if bomb not in BOMBS.of(attack)]
    if odd:
        known = ", ".join(BOMBS.of(attack))
        return Refusal("not_a_bomb", f"{odd[0]} is not dropped like a bomb; {known} are", "AS-AER-038")
    return None


@hooks.may_attack.rule("AS-AER-037", part=hooks.POWER, kinds=(STRIKE, STRAFE), when=AIR)
def bombs_stay_where_they_are(attack: Attack) -> Refusal | None:
    """Guns and bombs are two kinds of attack."""
    if not attack.command.bombs:
        return None
    text = f"{attack.attacker.id} drops no bombs by kind {attack.kind}: bomb by kind {DIVE} or {ALTITUDE}"
    return Refusal("no_bombs", text, "AS-AER-037")


def _listed(load: tuple[str, ...]) -> str:
    return ", ".join(load) or "none"


# -- dropping them --------------------------------------------------------------------------------------------


def bomb(attack: Attack) -> None:
    """Bomb by bomb, each with all its dice."""
    drop_next(attack.battle, attack.command, 0)


@rules.task("drop_next")
def drop_next(battle: Battle, command: orders.Attack, number: int) -> None:
    drops = drops_of(command)
    if number + 1 < len(drops):
        battle.then("drop_next", command=command, number=number + 1)
    drop_one(battle, command, drops[number])


@rules.rule("AS-AER-029", otherwise=None)
def drop_one(battle: Battle, command: orders.Attack, drop: Drop) -> None:
    """One attack roll for every bomb."""
    make_attack(Attack(battle, replace(command, target=orders.PointTarget(drop.point), bombs=(drop.bomb,))))


def bomb_of(attack: Attack) -> str | None:
    """The bomb that an attack is about; of several the first."""
    return next((bomb for load in loads_of(attack.command) for bomb in load), None)


def words_for(bomb: str) -> str:
    """A bomb as players call it."""
    return f"{called(bomb)} bomb"


@hooks.shell_lands.rule("AS-SPC-135", ability="BOMB")
def a_sensor_comes_down(attack: Attack, at: Point) -> None:
    """What was carried as a bomb lies where it has fallen, and works from there."""
    if attack.kind in BOMBING and bomb_of(attack) == SENSOR:
        plant(attack.battle, attack.attacker.side, at)


def row_of(attack: Attack) -> dict[str, int] | None:
    name = bomb_of(attack)
    return None if name is None else BOMBS.of(attack).get(name)


def strength(attack: Attack) -> Strength:
    """What a bomb does to everybody in its area."""
    row = row_of(attack)
    return NONE if row is None else Strength(row["damage"])


def parts_of(attack: Attack) -> tuple[Modifier, ...]:
    return (Modifier(words_for(bomb_of(attack) or ""), strength(attack).points, "AS-AER-038"),)


def resolve(attack: Attack, roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> None:
    """Tell the bomb, let a miss drift, and hurt everybody where it lands."""
    battle, unit, name = attack.battle, attack.attacker, bomb_of(attack)
    assert attack.point is not None
    assert name is not None
    tell(attack, roll, number, parts, hit)
    let_go(battle, unit, name)
    lands = attack.point if hit else drift(attack, attack.point)
    if lands is not None:
        explode(attack, name, lands)
        for hook in battle.hooks[hooks.shell_lands]:
            hook(attack, lands)
    finish(attack, roll, hit)
    row, shock = BOMBS.of(attack)[name], None
    if lands is not None and (row["damage"] or row["heat"]):
        area = (radius_of(battle, row["template"]), row["damage"])
        shock = Shock(lands, (area,), inferno=row["heat"] > 0)
    comes_down(battle, Fallen(attack.source, attack.point, lands), shock)


@rules.rule("AS-AER-011", otherwise=None)
def let_go(battle: Battle, unit: Unit, name: str) -> None:
    """It is gone, and its weight with it."""
    left = list(carried(unit))
    left.remove(name)
    battle.emit(BombDropped(unit.id, name, tuple(left)))


def drift(attack: Attack, point: Point) -> Point | None:
    """Roll where a miss comes down: direction, then distance. None when it leaves the table."""
    battle = attack.battle
    (way,) = battle.roll(1)
    (far,) = battle.roll(1)
    lands = impact(attack, point, way, far)
    gone = not battle.table.inside(*lands)
    battle.emit(Scattered(attack.attacker.id, point, lands, (way, far), gone, "AS-AER-030"))
    return None if gone else lands


@rules.rule("AS-AER-030", otherwise=lambda attack, point, way, far: point)
def impact(attack: Attack, point: Point, way: int, far: int) -> Point:
    """Two inches for each pip; the 1 of the dial lies in the direction of flight, and from high up bombs only veer."""
    table = attack.battle.table
    dial = SCATTER_DIAL.of(attack)["parentheses" if attack.kind == ALTITUDE else "plain"]
    step = SCATTER.of(attack)["inches per pip"]
    less = sum(hook(attack) for hook in attack.battle.hooks[hooks.steady_bombs])
    return table.snap(table.beyond(point, heading_of(attack) + dial[way], max(0.0, far * step - less)))


def heading_of(attack: Attack) -> float:
    """The direction of flight; without one, as the attacker says, north unless it does."""
    start, end = path_of(attack.attacker)
    if flies(attack.attacker) and start != end:
        return attack.battle.table.bearing(start, end)
    return attack.command.facing or 0.0


# -- what a bomb does -----------------------------------------------------------------------------------------


def explode(attack: Attack, name: str, point: Point) -> None:
    blast(attack.battle, impact_of(attack, name, burst_at(attack.battle, point)))


def impact_of(attack: Attack, name: str, at: Burst) -> Impact:
    """A bomb that comes down somewhere."""
    row, circle = BOMBS.of(attack)[name], rings_of(attack, name)
    return Impact(at.at, circle, attack.source, words_for(name), "AS-AER-036", at.level, attack, heat=row["heat"])


@rules.rule("AS-AER-036", otherwise=NOWHERE)
def rings_of(attack: Attack, name: str) -> tuple[Ring, ...]:
    """Everybody on the ground in the area, buildings too. A bomb bursts on the roof of what stands where it falls; what
    is under water counts its depth as distance from the surface."""
    row = BOMBS.of(attack)[name]
    return (Ring(radius_of(attack.battle, row["template"]), Strength(row["damage"])),)


def in_area(battle: Battle, template: int, point: Point) -> tuple[str, ...]:
    """Who would be under a template there, whatever bomb it is."""
    ring = Ring(radius_of(battle, template), Strength(1))
    at, source = burst_at(battle, point), Source("", trait.traits(*FALLING))
    return tuple(dict.fromkeys(one.unit for one in reached(battle, Impact(at.at, (ring,), source, "", "", at.level))))


@hooks.damage.rule("AS-AER-036", part=WATER, kinds=hooks.MADE, ability="BOMB")
def dampened(work: Reckoning) -> Modifier | None:
    """Under water half of it, rounded normally, at least 1."""
    if trait.BOMB not in work.attack.traits or work.unit is None or work.points <= 0:
        return None
    half = max(1, round_normally(work, work.points / 2)) if is_underwater(work.battle, work.unit) else work.points
    return Modifier("Under water", half - work.points, "AS-AER-036") if half != work.points else None


@hooks.heat_brought.rule("AS-AER-038", part=hooks.SETS, ability="BOMB")
def bombs_burn(attack: Attack, heat: int) -> int | None:
    """Inferno bombs bring heat, to those who feel it."""
    row = row_of(attack) if trait.BOMB in attack.traits else None
    return None if row is None else row["heat"]


@hooks.made_of.rule("AS-AER-038", ability="BOMB")
def infernos_are_ordnance(attack: Attack) -> trait.Traits | None:
    """Burning stuff."""
    row = row_of(attack) if trait.BOMB in attack.traits else None
    return trait.traits(trait.INFERNO, trait.HEAT) if row is not None and row["heat"] else None


def rings(attack: Attack) -> tuple[Ring, ...]:
    row = row_of(attack)
    return () if row is None else (Ring(radius_of(attack.battle, row["template"]), Strength(row["damage"])),)


def slot_of(attack: Attack) -> str:
    return "weapon" if not attack.mount.separate else "bombs"


# -- worth dropping -------------------------------------------------------------------------------------------


def runs(kind: str, battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Points worth bombing: under the path beside each enemy near it, with all that the unit carries."""
    load = dropped_by(battle, unit)
    good = TYPES.of(battle)[kind]["altitudes"]
    assert isinstance(good, list)
    if not load or not flies(unit) or altitude_of(unit) not in good or path_of(unit)[0] == path_of(unit)[1]:
        return
    offered: set[Point] = set()
    for enemy in battle.on_table(battle.opponent(unit.side)):
        point = battle.table.snap(battle.table.nearest_on(*path_of(unit), enemy.at))
        near = within(battle, enemy, point, max(reach_of(battle, bomb) for bomb in load))
        if is_target(battle, enemy) and near and point not in offered:
            offered.add(point)
            if kind == DIVE:
                yield orders.Attack(unit.id, orders.PointTarget(point), kind, bombs=load)
            else:
                yield orders.Attack(unit.id, orders.PointsTarget((point,)), kind, bombs=(load,))


def dropped_by(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Of what hangs under its wings, the bombs that fall; missiles and pods do not."""
    return tuple(bomb for bomb in carried(unit) if bomb in BOMBS.of(battle))


def reach_of(by: Switched, bomb: str) -> float:
    return BOMBS.of(by)[bomb]["template"] / 2.0


def dives(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    yield from runs(DIVE, battle, unit)
    yield from armor_bombs(battle, unit)


def armor_bombs(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Battle armor over an enemy."""
    load = carried(unit)
    if unit.card.is_battle_armor and load and unit.on_table:
        for enemy in battle.on_table(battle.opponent(unit.side)):
            if within(battle, unit, enemy.at, ARMS_LENGTH.of(battle)["inches"]):
                yield orders.Attack(unit.id, orders.PointTarget(battle.table.snap(enemy.at)), DIVE, bombs=load)


def high_runs(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    return runs(ALTITUDE, battle, unit)


FALLING: Final = (trait.ATTACK, trait.WEAPON, trait.AREA, trait.EXPLOSIVE, trait.BOMB, trait.FROM_ABOVE)
for _name, _ready in ((DIVE, dives), (ALTITUDE, high_runs)):
    attack_kind(
        Kind(
            _name,
            traits=trait.traits(*FALLING, trait.AERIAL),
            words=WORDS[_name],
            slot=slot_of,
            strength=strength,
            explain=parts_of,
            begin=bomb,
            resolve=resolve,
            rings=rings,
            ready=_ready,
        )
    )
