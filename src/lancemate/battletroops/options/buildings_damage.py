"""Holes in buildings (p. 31): how strong walls are, and breaches shot into them.

What 'Mechs do to them by walking, punching and falling is in machines/crashing.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, Weapon, weapon
from lancemate.battletroops.combat.aim import Aim
from lancemate.battletroops.combat.attacking import announce
from lancemate.battletroops.combat.kinds import AimKind, AttackKind
from lancemate.battletroops.combat.throwing import no_aim, place_meant
from lancemate.battletroops.damage.causes import MOUNTED, source
from lancemate.battletroops.damage.houses import house_harmed
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.play.orders import Attack, PointTarget
from lancemate.battletroops.play.state import State
from lancemate.battletroops.play.traits import MACHINE, MAN, WALL
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place, in_the_way, stand
from lancemate.field.lattice import Dot, true_distance
from lancemate.field.lattice_map import Lattice, WallCrossed
from lancemate.field.lattice_terrain import BREACH, Feature, Span
from lancemate.kernel.errors import Refusal
from lancemate.kernel.events import event
from lancemate.kernel.naming import RuleId, UnitId, Word

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

OPTION: Final = rules.option("buildings_damage", "BT-MEC-057", "walls that can be breached and crashed through")
NAME: Final = "breach"
WIDTH: Final = 1.0  # of a breach, in dots

BUILDINGS = rules.table(
    "BT-MEC-057",
    {
        "light": {"cf": 15, "mp": 6, "piloting": 0},
        "medium": {"cf": 40, "mp": 18, "piloting": 1},
        "heavy": {"cf": 90, "mp": 24, "piloting": 2},
        "hardened": {"cf": 140, "mp": 30, "piloting": 5},
    },
)


def strength(battle: Battle, house: Feature) -> int:
    """The Construction Factor of a building: its own, or that of its type."""
    return house.cf if house.cf is not None else BUILDINGS.of(battle)[house.type]["cf"]


def numbered(field: Lattice, kind: str) -> str:
    """A name for a new piece of terrain, by its kind and number."""
    taken = {one.id for one in field.features}
    number = 1 + sum(one.kind == kind for one in field.features)
    while f"{kind}{number}" in taken:
        number += 1
    return f"{kind}{number}"


@event
class Breached:
    """A hole is shot into a wall: from now on it is a window there."""

    type: ClassVar[str] = "breach"
    unit: UnitId
    using: Word
    building: Word
    line: Span
    elevation: int
    cost: int
    beyond: int  # what goes on to the dot aimed at
    mount: int = -1  # of a 'Mech or vehicle: which of its weapons
    rule: RuleId = "BT-MEC-060"

    def apply(self, state: State) -> None:
        if state.acting == self.unit:
            state.mp_left -= self.cost
        unit = state.units[self.unit]
        if self.mount < 0 and self.using in unit.ammo:
            unit.ammo = {**unit.ammo, self.using: unit.ammo[self.using] - 1}
        name = numbered(state.map, BREACH)
        state.map = state.map.changed(add=[Feature(name, BREACH, line=self.line, elevation=self.elevation)])


BY_HAND: Final = hooks.aim_kinds.add(NAME, AimKind(NAME, frozenset((MAN, WALL)), words="this shot"))
BY_MACHINE: Final = hooks.aim_kinds.add(
    "breach by machine", AimKind("breach by machine", frozenset((MACHINE, WALL)), words="this shot")
)


def weigh(battle: Battle, command: Attack) -> Aim:
    """A shot at a dot inside a building, which makes its own way in."""
    unit, target = battle.unit(command.unit), command.target
    using = command.using or unit.prepared
    if not isinstance(target, PointTarget) or not battle.map.inside(target.point):
        text = "a wall is breached by a shot at a dot behind it"
        return no_aim(battle, command, using, Refusal("no_such_target", text, "BT-MEC-060"))
    aim = at_a_wall(battle, unit, using, place_meant(battle, target), command)
    if OPTION not in battle.options or aim is None or aim.arm is None:
        text = f"{unit.id} has nothing ready that breaches walls"
        return no_aim(battle, command, using, Refusal("not_ready", text, "BT-MEC-060"))
    walls = walls_before(aim)
    nothing = no_wall_there(battle, aim.end, walls)
    if nothing is not None:
        return no_aim(battle, command, using, nothing)
    aim.cost = aim.arm.mp
    aim.lethal = goes_through(battle, aim.arm, aim.end, walls)
    return aim


def at_a_wall(battle: Battle, unit: Unit, using: str, end: Place, command: Attack) -> Aim | None:
    """With what is ready in somebody's hands, or on a machine: question ``aim of a machine``."""
    if not unit.is_soldier:
        mounted: Aim | None = hooks.questions["aim of a machine"](battle, BY_MACHINE, unit, using, end, command)
        return mounted
    arm = weapon(battle, using)
    if arm is None or using != unit.prepared or not (arm.kind == AREA or arm.is_firearm):
        return None
    return Aim(battle, BY_HAND, unit, using, arm, end, command=command)


def walls_before(aim: Aim) -> list[WallCrossed]:
    return aim.battle.map.walls_between(aim.shooter.at, aim.at, aim.end.elevation)


def no_wall_there(battle: Battle, end: Place, walls: list[WallCrossed]) -> Refusal | None:
    """A breach is made in a wall of the house in which the dot lies that is aimed at."""
    house = battle.map.building(end.at)
    if house is None or not battle.map.is_indoors(end.at, end.elevation):
        return Refusal("not_inside", "a wall is breached by a shot at a dot inside the building", "BT-MEC-060")
    if not walls or walls[0].feature != house.id:
        return Refusal("no_wall", f"no wall of {house.id} is between them", "BT-MEC-060")
    return None


@hooks.may_shoot.rule("BT-MEC-060", part=hooks.SIGHT, traits=WALL, when=OPTION)
def why_not_breach(aim: Aim) -> Refusal | None:
    """A weapon that does more than the walls can bear, at a dot inside whose wall it sees."""
    battle, arm, end, seen = aim.battle, aim.arm, aim.end, aim.look
    house = battle.map.building(end.at)
    if house is None:
        return None
    if arm is None or aim.distance > arm.reach:
        far = 0 if arm is None else arm.reach
        text = f"it is {aim.distance} dots away; the {aim.using} reaches {far}"
        return Refusal("out_of_range", text, "BT-COM-022")
    if not seen.clear and house.id not in seen.hidden_by and seen.hidden_by not in ("the floor", "the basement"):
        return Refusal("no_line_of_sight", f"the wall is hidden by {seen.hidden_by}", seen.rule)
    stood = in_the_way(battle, stand(battle, aim.shooter), end)
    if stood is not None:
        return Refusal("no_line_of_sight", f"the wall is hidden by {stood.hidden_by}", stood.rule)
    bears = strength(battle, house)
    if arm.lethal <= bears:
        return Refusal("too_strong", f"{house.id} bears {bears}; the {arm.name} does {arm.lethal}", "BT-MEC-060")
    return None


def goes_through(battle: Battle, arm: Weapon, end: Place, walls: list[WallCrossed]) -> int:
    """What is left for whoever is on the dot: nothing where a second wall stands in between."""
    house = battle.map.building(end.at)
    if house is None or len(walls) != 1:
        return 0
    return max(0, arm.lethal - strength(battle, house))


def hole_in(wall: WallCrossed) -> Span:
    """The part of a wall that is shot away: a dot wide around the point where the shot crosses it."""
    (ax, ay), (bx, by) = wall.wall
    length = true_distance(*wall.wall)
    middle = true_distance(wall.wall[0], wall.point) / length
    half = WIDTH / 2 / length
    low, high = max(0.0, middle - half), min(1.0, middle + half)

    def at(share: float) -> Dot:
        return ax + share * (bx - ax), ay + share * (by - ay)

    return at(low), at(high)


def make(battle: Battle, aim: Aim) -> None:
    """An area weapon is fired at the end of a movement, whatever at: fire at who fires it comes first (BT-MEC-023)."""
    if aim.arm is not None and aim.arm.kind == AREA:
        announce(battle, aim)
    else:
        breach(battle, aim)


def breach(battle: Battle, aim: Aim) -> None:
    """It always hits, and ends a soldier's activation."""
    unit, end, wall = aim.shooter, aim.end, walls_before(aim)[0]
    beyond = aim.lethal if isinstance(aim.lethal, int) else 0
    battle.emit(Breached(unit.id, aim.using, wall.feature, hole_in(wall), end.elevation, aim.cost, beyond, aim.number))
    house_harmed(battle, unit, (end.at,))
    if beyond:
        shot = source(aim.using, "BT-MEC-060", *((MOUNTED,) if MACHINE in aim.traits else ()), by=unit)
        for other in list(battle.units.values()):
            here = other.at == end.at and other.elevation == end.elevation and other.on_map
            if here and other.able and other.is_soldier:
                wound(battle, other, shot, beyond)
    if unit.is_soldier:
        end_activation(battle, unit)
    else:
        hooks.questions["machine has fired"](battle, unit, aim.number)


def aims(battle: Battle, unit: Unit) -> Iterator[Attack]:
    """The dots of enemies behind walls that it breaches."""
    if OPTION not in battle.options:
        return
    names = (unit.prepared,) if unit.is_soldier else hooks.questions["weapons of a machine"](battle, unit)
    for target in battle.of_side(battle.opponent(unit.side)):
        inside = target.on_map and not target.hidden and battle.map.is_indoors(target.at, target.elevation)
        if inside and target.able and target.is_soldier:
            for name in dict.fromkeys(names):
                yield Attack(unit.id, PointTarget(target.at, target.elevation), NAME, name)


hooks.attack_kinds.add(NAME, AttackKind(NAME, "breach", weigh, make, aims, breach))
