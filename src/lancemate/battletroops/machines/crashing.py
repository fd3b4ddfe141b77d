"""Machines and what stands in their way (pp. 26, 31): trees, walls, whole buildings, and holes made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import cause
from lancemate.battletroops.damage.houses import house_harmed
from lancemate.battletroops.machines.damage import in_fives
from lancemate.battletroops.machines.events import Crushed
from lancemate.battletroops.machines.piloting import stays_in_control
from lancemate.battletroops.machines.templates import covered, radius_of
from lancemate.battletroops.movement.allowance import cannot_pay
from lancemate.battletroops.movement.costs import TERRAIN, step_cost
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.options.buildings_damage import BUILDINGS, OPTION, strength
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.orders import Act, Offer
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import Dot
from lancemate.field.lattice_terrain import RUBBLE, Feature, aside
from lancemate.kernel.errors import Refusal, Refused
from lancemate.kernel.explain import Cost, Modifier
from lancemate.kernel.offers import offer

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

NOT_INSIDE: Final = Refusal("not_inside", "a hole is made at a dot inside a building, next to its wall", "BT-MEC-061")
THROUGH_A_WALL: Final = cause("crashing through a building", "building", "BT-MEC-058")
PUNCH_HOLE, KICK_HOLE = "punch_hole", "kick_hole"
TREE_COST = rules.table("BT-MEC-009", {"mp": 5})


class MachinePace(NamedTuple):
    """A step as a machine takes it, and what it breaks."""

    at: Dot
    elevation: int
    parts: tuple[Cost, ...]
    house: str | None = None  # a building, or wall, that it crashes through
    tree: str | None = None

    @property
    def cost(self) -> int:
        return int(sum(part.value for part in self.parts))


def machine_pace(battle: Battle, unit: Unit, at: Dot, elevation: int, to: Dot) -> MachinePace | Refusal:
    """A step to a dot next to it. Only what its centre crosses counts."""
    field = battle.map
    step = field.step(at, to, elevation)
    here, there = field.building(at), field.building(to)
    if here is not None and elevation >= field.roof(here):
        if step.edge is not None or there is not here:
            return Refusal("too_high", f"{unit.id} stands on a roof: it must jump down", "BT-MEC-022")
        return MachinePace(to, elevation, (Cost("clear", 1, "BT-MEC-006"),))
    house = there if there is not None else _wall(battle, step.wall, here)
    if house is not None:
        return _into(battle, unit, to, house)
    ground = field.ground(to)
    if step.trunk is not None:
        return through_a_tree(battle, to, ground, step.trunk)
    cost = step_cost(battle, step)
    if step.wall is not None:
        cost = Cost("clear", TERRAIN.of(battle)["clear"], "BT-MEC-058")  # out of a house, through what it has broken
    return MachinePace(to, ground, (cost,))


@rules.rule("BT-MEC-009", otherwise=Refusal("trunk", "a trunk is in the way", "BT-MOV-004"))
def through_a_tree(battle: Battle, to: Dot, ground: int, tree: str) -> MachinePace | Refusal:
    """It walks through a trunk, and leaves splinters."""
    return MachinePace(to, ground, (Cost("tree", TREE_COST.of(battle)["mp"], "BT-MEC-009"),), tree=tree)


def _wall(battle: Battle, wall: str | None, here: Feature | None) -> Feature | None:
    """A wall that stands alone, and is in the way."""
    found = battle.map.feature(wall) if wall is not None else None
    return found if found is not None and found is not here and found.kind == "wall" else None


def has_rubble(battle: Battle, dot: Dot) -> bool:
    return any(one.kind == RUBBLE and dot in one.dots and one.elevation is None for one in battle.map.features)


def _into(battle: Battle, unit: Unit, to: Dot, house: Feature) -> MachinePace | Refusal:
    ground = battle.map.ground(to)
    if has_rubble(battle, to):
        return MachinePace(to, ground, (Cost("rubble", TERRAIN.of(battle)["window"], "BT-MEC-059"),))
    refusal = no_doors_for(battle, unit, house)
    if refusal is not None:
        return refusal
    return MachinePace(to, ground, (Cost(f"{house.type} building", mp_through(battle, house), "BT-MEC-058"),), house.id)


@rules.rule("BT-MEC-008", otherwise=None)
def no_doors_for(battle: Battle, unit: Unit, house: Feature) -> Refusal | None:
    """Doors and windows are too small: it can only crash through, where walls may break."""
    if OPTION in battle.options:
        return None
    text = f"{unit.id} uses no doors or windows, and walls break only with the option {OPTION}"
    return Refusal("too_large", text, "BT-MEC-008")


@rules.rule("BT-MEC-058", otherwise=1)
def mp_through(battle: Battle, house: Feature) -> int:
    """What each dot inside a building costs."""
    return BUILDINGS.of(battle)[house.type]["mp"]


def crash(battle: Battle, unit: Unit, pace: MachinePace) -> None:
    """What a step has broken, and what it does to the machine."""
    if pace.tree is not None:
        battle.emit(Crushed(unit.id, (), None, (pace.tree,), "BT-MEC-009"))
    house = None if pace.house is None else battle.map.feature(pace.house)
    if house is None:
        return
    leaves_rubble(battle, unit, pace.at)
    row = BUILDINGS.of(battle)[house.type]
    modifier = Modifier(f"{house.type.capitalize()} building", row["piloting"], "BT-MEC-057")
    if not stays_in_control(battle, unit, "crashing through a building", modifier):
        in_fives(battle, unit, THROUGH_A_WALL, -(-strength(battle, house) // 10), "front")


@rules.rule("BT-MEC-059", otherwise=None)
def leaves_rubble(battle: Battle, unit: Unit, at: Dot) -> None:
    """Each dot it walks through is rubble: walls around it are open, as a window, as high as they are."""
    battle.emit(Crushed(unit.id, (at,), None, (), "BT-MEC-059"))
    house_harmed(battle, unit, (at,))


# -- holes ------------------------------------------------------------------------------------------------------------


def make_hole(battle: Battle, unit: Unit, command: Act) -> None:
    """With a fist or a foot: rubble of one level, without a roll."""
    refusal = why_not_hole(battle, unit, command)
    if refusal is not None:
        raise Refused(refusal)
    at, house = _behind_the_wall(battle, command)
    if at is None or house is None:
        raise Refused(NOT_INSIDE)
    hooks.questions["activate machine"](battle, unit)
    level = _level(battle, unit, command)
    battle.emit(Crushed(unit.id, (at,), level, (), "BT-MEC-061", mp_through(battle, house)))
    house_harmed(battle, unit, (at,))


def _behind_the_wall(battle: Battle, command: Act) -> tuple[Dot | None, Feature | None]:
    """The dot that is meant, and the house it is in."""
    at = command.what if isinstance(command.what, tuple) and battle.map.inside(command.what) else None
    return at, None if at is None else battle.map.building(at)


def _level(battle: Battle, unit: Unit, command: Act) -> int:
    ground = battle.map.ground(unit.at)
    if command.elevation is not None:
        return command.elevation
    return ground if command.do == KICK_HOLE else ground + 1


@rules.rule("BT-MEC-061", otherwise=None)
def why_not_hole(battle: Battle, unit: Unit, command: Act) -> Refusal | None:
    """A punch reaches one to four levels above its ground, a kick the level it stands on, next to its template."""
    rule = "BT-MEC-061"
    machine = unit.machine
    if unit.kind != MECH or machine is None or machine.is_down or OPTION not in battle.options:
        return Refusal("not_able", f"{unit.id} makes no holes into walls", rule)
    at, house = _behind_the_wall(battle, command)
    if at is None or house is None:
        return NOT_INSIDE
    near = [edge for edge in house.edges if aside(edge, at) < 1.0]
    if not any(aside(edge, unit.at) <= radius_of(battle, unit) + 1e-6 for edge in near):
        return Refusal("out_of_reach", f"the wall there is not next to the template of {unit.id}", rule)
    ground, level = battle.map.ground(unit.at), _level(battle, unit, command)
    reach = range(ground, ground + 1) if command.do == KICK_HOLE else range(ground + 1, ground + 5)
    if level not in reach or not battle.map.base(house) <= level < battle.map.roof(house):
        what = "a kick reaches the level it stands on" if command.do == KICK_HOLE else "a punch reaches levels 1 to 4"
        return Refusal("wrong_level", f"{what} above its ground, where there is a wall", rule)
    return cannot_pay(battle, left_to(battle, unit), mp_through(battle, house), "this hole")


hooks.deeds.add(PUNCH_HOLE, make_hole)
hooks.deeds.add(KICK_HOLE, make_hole)


@hooks.offers.rule("BT-MEC-061", when=OPTION, types="mech")
def hole_offers(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """Holes into walls that its template reaches."""
    if unit.kind != MECH or not battle.map.buildings:
        return None
    found: list[Offer] = []
    for dot in covered(battle, unit):
        if battle.map.inside(dot) and battle.map.building(dot) is not None:
            for do in (PUNCH_HOLE, KICK_HOLE):
                command = Act(unit.id, do, dot)
                if why_not_hole(battle, unit, command) is None:
                    found.append(offer(command, f"{do.replace('_', ' ').capitalize()} at {list(dot)}", "BT-MEC-061"))
    return tuple(found)
