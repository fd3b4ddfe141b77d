"""Holes in buildings (p. 31): how strong walls are, and breaches shot into them.

What 'Mechs do to them by walking, punching and falling is in machines/crashing.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import AREA, Weapon, weapon
from lancemate.battletroops.combat.kinds import AttackKind, Attempt
from lancemate.battletroops.combat.throwing import place_meant
from lancemate.battletroops.damage.wounds import useless_armour, wound
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.options.area_effect import out_of_ammunition
from lancemate.battletroops.play.orders import Attack, PointTarget
from lancemate.battletroops.play.state import State
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Place, look, stand
from lancemate.battletroops.sight.ranges import reach
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


def weigh(battle: Battle, command: Attack) -> Attempt:
    """A shot at a dot inside a building, which makes its own way in."""
    unit = battle.unit(command.unit)
    attempt = Attempt(unit, command, command.using or unit.prepared, rolls=False)
    arm = arm_of(battle, unit, attempt.using)
    target = command.target
    if not isinstance(target, PointTarget) or not battle.map.inside(target.point):
        attempt.refusal = Refusal("no_such_target", "a wall is breached by a shot at a dot behind it", "BT-MEC-060")
        return attempt
    if OPTION not in battle.options or arm is None or (unit.is_soldier and attempt.using != unit.prepared):
        text = f"{unit.id} has nothing ready that breaches walls"
        attempt.refusal = Refusal("not_ready", text, "BT-MEC-060")
        return attempt
    end = place_meant(battle, target)
    attempt.distance = reach(battle, unit.at, end.at)
    attempt.look = look(battle, stand(battle, unit), end)
    attempt.cost = arm.mp
    walls = battle.map.walls_between(unit.at, end.at, end.elevation)
    attempt.lethal = goes_through(battle, arm, end, walls)
    attempt.refusal = (
        why_not_breach(battle, attempt, arm, end, walls)
        or (out_of_ammunition(battle, unit, attempt.using) if unit.is_soldier else None)
        or cannot_pay(battle, left_to(battle, unit), attempt.cost, "this shot")
    )
    return attempt


def arm_of(battle: Battle, unit: Unit, name: str) -> Weapon | None:
    """A weapon in somebody's hands, or on a machine: question ``weapon of a machine``."""
    if unit.is_soldier:
        found = weapon(battle, name)
        return found if found is not None and (found.kind == AREA or found.is_firearm) else None
    mounted: Weapon | None = hooks.questions["weapon of a machine"](battle, unit, name)
    return mounted


@rules.rule("BT-MEC-060", otherwise=None)
def why_not_breach(
    battle: Battle, attempt: Attempt, arm: Weapon, end: Place, walls: list[WallCrossed]
) -> Refusal | None:
    """A weapon that does more than the walls can bear, at a dot inside whose wall it sees."""
    house = battle.map.building(end.at)
    if house is None or not battle.map.is_indoors(end.at, end.elevation):
        return Refusal("not_inside", "a wall is breached by a shot at a dot inside the building", "BT-MEC-060")
    if not walls or walls[0].feature != house.id:
        return Refusal("no_wall", f"no wall of {house.id} is between them", "BT-MEC-060")
    if attempt.distance is not None and attempt.distance > arm.reach:
        text = f"it is {attempt.distance} dots away; the {arm.name} reaches {arm.reach}"
        return Refusal("out_of_range", text, "BT-COM-022")
    hidden = attempt.look is not None and not attempt.look.clear and house.id not in attempt.look.hidden_by
    if hidden and attempt.look is not None and attempt.look.hidden_by not in ("the floor", "the basement"):
        return Refusal("no_line_of_sight", f"the wall is hidden by {attempt.look.hidden_by}", attempt.look.rule)
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


def make(battle: Battle, attempt: Attempt) -> None:
    """It works at once, and ends a soldier's activation."""
    unit, command = attempt.unit, attempt.command
    assert isinstance(command.target, PointTarget)
    end = place_meant(battle, command.target)
    wall = battle.map.walls_between(unit.at, end.at, end.elevation)[0]
    beyond = attempt.lethal if isinstance(attempt.lethal, int) else 0
    mount = -1 if unit.is_soldier else hooks.questions["mount of a machine"](battle, unit, attempt.using)
    battle.emit(
        Breached(unit.id, attempt.using, wall.feature, hole_in(wall), end.elevation, attempt.cost, beyond, mount)
    )
    for hook in battle.hooks[hooks.building_hurt]:
        hook(battle, unit, wall.feature)
    if beyond:
        for other in list(battle.units.values()):
            here = other.at == end.at and other.elevation == end.elevation and other.on_map
            if here and other.able and other.is_soldier:
                pierces = not unit.is_soldier and useless_armour(battle)
                wound(battle, other, attempt.using, beyond, pierces=pierces)
    if unit.is_soldier:
        end_activation(battle, unit)
    else:
        hooks.questions["machine has fired"](battle, unit, mount)


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


hooks.attack_kinds.add(NAME, AttackKind(NAME, "breach", weigh, make, aims))
