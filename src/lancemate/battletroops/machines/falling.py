"""'Mechs that fall (pp. 26-28): the direction, what is crushed, what holds them, damage, standing up, skids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.damage.causes import FALL, cause
from lancemate.battletroops.damage.houses import house_harmed
from lancemate.battletroops.machines.damage import in_fives, strike
from lancemate.battletroops.machines.events import Crushed, Fell, HeatTaken, MachineLanded, MachineStood, Slid
from lancemate.battletroops.machines.heat import jumping_heat
from lancemate.battletroops.machines.piloting import stays_in_control
from lancemate.battletroops.machines.pilots import hurt_pilot
from lancemate.battletroops.machines.templates import fallen_dots
from lancemate.battletroops.movement.activation import end_activation
from lancemate.battletroops.movement.arriving import ENTERS, TOUCHES, arrive, way
from lancemate.battletroops.options.buildings_damage import strength
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice import STEPS, Dot, distance, neighbour, true_distance
from lancemate.field.lattice_terrain import TREE, UNDERGROWTH, Feature

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lancemate.battletroops.movement.arriving import Way
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

    Withstands = Callable[[Battle, Unit, Feature], bool]

FALLEN: Final = cause("fall of a 'Mech", "fall", "BT-MEC-016", FALL)
SKID: Final = cause("skid", "skid", "BT-MEC-021", FALL)
AGAINST_A_WALL: Final = cause("skid into a building", "building", "BT-MEC-021")
CRASHED: Final = way("crashed", "BT-MEC-022", ENTERS, TOUCHES)
WENT_DOWN: Final = way("went down", "BT-MEC-011", TOUCHES)
SLID: Final = way("slid", "BT-MEC-020", ENTERS, TOUCHES)

HIGH: Final = 4  # levels above what a jump crosses
TALL: Final = 3  # levels of a building that props up a 'Mech next to it

# The side that takes the damage, by turns of 60 degrees from the facing to the fall.
FALLEN_SIDES = rules.table("BT-MEC-012", {0: "front", 1: "right", 2: "right", 3: "rear", 4: "left", 5: "left"})


@hooks.questions.entry("fall")
def fall(battle: Battle, unit: Unit, why: str) -> None:
    """A 'Mech goes down, wherever it stands."""
    machine = unit.machine
    if machine is None or unit.kind != MECH or machine.is_down or not unit.on_map or machine.destroyed:
        return
    flew = unit.airborne
    if flew:
        touch_down(battle, unit, surface(battle, unit.at))
    roll = which_way(battle, unit)
    direction = roll[-1]
    side = FALLEN_SIDES.of(battle)[(direction - machine.facing) % 6]
    dots = _inside(battle, fallen_dots(battle, unit.at, direction))
    houses = houses_under(battle, dots)
    holding = [house for house in houses if holds(battle, unit, house)]
    propped = any(catches(battle, unit, house, dots) for house in holding)
    top = _resting_on(battle, unit, dots, holding)
    start = unit.elevation + (in_flight(battle) if flew else 0)
    battle.emit(Fell(unit.id, direction, propped, start if propped else top, why, roll))
    crush(battle, unit, dots, "BT-MEC-013", holds, feet=unit.at)
    points = falling_points(battle, machine.tons, start - top)
    in_fives(battle, unit, FALLEN, points, side)
    if not unit.machine.destroyed and not stays_in_control(battle, unit, "the fall"):  # type: ignore[union-attr]
        hurt_pilot(battle, unit, "the fall")
    goes_no_further(battle, unit)
    arrive(battle, unit, CRASHED if flew else WENT_DOWN)


@rules.rule("BT-MEC-022", otherwise=0)
def in_flight(battle: Battle) -> int:
    """One that is brought down as it jumps falls from four levels above what is below."""
    return HIGH


@hooks.questions.entry("out of the sky")
def out_of_the_sky(battle: Battle, unit: Unit) -> None:
    """Nobody steers it any longer: it comes down where it is, and is a wreck or falls."""
    machine = unit.machine
    if machine is None or not unit.airborne or (machine.awake and not machine.destroyed):
        return
    if machine.destroyed:
        touch_down(battle, unit, surface(battle, unit.at))
    else:
        fall(battle, unit, "nobody steers it")


def touch_down(battle: Battle, unit: Unit, level: int) -> None:
    """Its flight is over, and what it has cost in heat is told."""
    assert unit.machine is not None
    battle.emit(MachineLanded(unit.id, level))
    battle.emit(HeatTaken(unit.id, jumping_heat(battle, unit.machine.dots), "jump", "BT-MEC-022"))


def surface(battle: Battle, at: Dot) -> int:
    """The level of what is below at a dot: a roof, or the ground."""
    house = battle.map.building(at)
    return battle.map.ground(at) if house is None else battle.map.roof(house)


@rules.rule("BT-MEC-011", otherwise=(1,))
def which_way(battle: Battle, unit: Unit) -> tuple[int, ...]:
    """A die on the scatter diagram, the last of them counts; never onto another 'Mech."""
    thrown: tuple[int, ...] = ()
    while True:
        thrown += battle.roll(1)
        if not falls_on_another(battle, unit, thrown[-1]):
            return thrown


@rules.rule("BT-MEC-088", otherwise=False)
def falls_on_another(battle: Battle, unit: Unit, direction: int) -> bool:
    """'Mechs do not fall on one another: the die is thrown again, as long as there is another way."""

    def blocked(way: int) -> bool:
        dots = fallen_dots(battle, unit.at, way)
        others = [one for one in battle.units.values() if one.kind == MECH and one is not unit and one.on_map]
        return any(true_distance(one.at, dot) < 2.0 for one in others for dot in dots)

    return blocked(direction) and not all(blocked(way) for way in STEPS)


def _inside(battle: Battle, dots: tuple[Dot, ...]) -> tuple[Dot, ...]:
    return tuple(dot for dot in dots if battle.map.inside(dot))


def houses_under(battle: Battle, dots: tuple[Dot, ...]) -> list[Feature]:
    """The buildings that a template lies on."""
    found: dict[str, Feature] = {}
    for dot in dots:
        house = battle.map.building(dot)
        if house is not None:
            found.setdefault(house.id, house)
    return list(found.values())


@rules.rule("BT-MEC-014", otherwise=False)
def holds(battle: Battle, unit: Unit, house: Feature) -> bool:
    """A building as strong as the 'Mech is heavy bears it: it comes to lie across the roof."""
    assert unit.machine is not None
    return strength(battle, house) >= unit.machine.tons


@rules.rule("BT-MEC-015", otherwise=False)
def catches(battle: Battle, unit: Unit, house: Feature, dots: tuple[Dot, ...]) -> bool:
    """One of three levels or more right next to it props it up: it does not lie, but has to stand up all the same."""
    near = [dot for dot in dots if battle.map.building(dot) is house]
    return house.height >= TALL and min(distance(unit.at, dot) for dot in near) <= 1


def _resting_on(battle: Battle, unit: Unit, dots: tuple[Dot, ...], holding: list[Feature]) -> int:
    """The highest level under the template; trees, bushes and what it crushes do not count."""
    levels = [battle.map.ground(dot) for dot in dots]
    levels += [battle.map.roof(house) for house in holding]
    return max(levels, default=unit.elevation)


@rules.rule("BT-MEC-016", otherwise=0)
def falling_points(battle: Battle, tons: int, levels: int) -> int:
    """Two levels or a part of them are one of BattleTech's, and it falls one at least."""
    return by_weight(battle, tons, max(1, -(-levels // 2)))


@rules.rule("BT-MEC-102", otherwise=0)
def by_weight(battle: Battle, tons: int, levels: int) -> int:
    """A point for every ten tons and each level, and one level more."""
    return -(-tons // 10) * (levels + 1)


@rules.rule("BT-MEC-013", otherwise=None)
def crush(
    battle: Battle, unit: Unit, dots: tuple[Dot, ...], rule: str, withstands: Withstands, feet: Dot | None = None
) -> None:
    """Trees and bushes under a template become splinters; buildings that do not withstand it rubble on its dots.

    Where one that falls crushes a building, there is rubble at its feet as well.
    """
    rubble = tuple(
        dot for dot in dots if (house := battle.map.building(dot)) is not None and not withstands(battle, unit, house)
    )
    if rubble and feet is not None:
        rubble = tuple(dict.fromkeys((feet, *rubble)))
    trees = tuple(one.id for one in battle.map.features if _under(one, dots))
    if rubble or trees:
        battle.emit(Crushed(unit.id, rubble, None, trees, rule))
        house_harmed(battle, unit, rubble)


def _under(one: Feature, dots: tuple[Dot, ...]) -> bool:
    if one.kind == TREE and one.at is not None:
        return any(true_distance(one.at, dot) < 1.0 for dot in dots)
    return one.kind == UNDERGROWTH and any(one.covers(dot) for dot in dots)


@rules.rule("BT-MEC-017", otherwise=None)
def goes_no_further(battle: Battle, unit: Unit) -> None:
    """No more points in this turn, and no arcs: nothing until it has moved again."""
    end_activation(battle, unit, unwillingly=True)


# -- standing up ------------------------------------------------------------------------------------------------------


@rules.rule("BT-MEC-018", otherwise=None)
def try_to_stand(battle: Battle, unit: Unit, cost: int) -> None:
    """One attempt: heat, points and a roll. It stands where it fell."""
    machine = unit.machine
    assert machine is not None
    battle.emit(HeatTaken(unit.id, 1, "standing up", "BT-MEC-018"))
    stands = stays_in_control(battle, unit, "standing up")
    battle.emit(MachineStood(unit.id, cost, stands, machine.facing))


# -- skids ------------------------------------------------------------------------------------------------------------


def skid(battle: Battle, unit: Unit, way: int) -> None:
    """It has turned while running, and has lost its feet."""
    machine = unit.machine
    assert machine is not None
    fall(battle, unit, "a skid")
    machine = unit.machine
    if machine is None or machine.destroyed or not machine.fallen or not unit.on_map:
        return
    direction = machine.fallen
    dots = _inside(battle, fallen_dots(battle, unit.at, direction))
    if not slides(battle, unit, dots):
        return
    side = FALLEN_SIDES.of(battle)[(direction - machine.facing) % 6]
    stopped = _slide(battle, unit, way, direction)
    in_fives(battle, unit, SKID, skid_points(battle, machine.tons), side)
    if stopped and not unit.machine.destroyed:  # type: ignore[union-attr]
        struck = FALLEN_SIDES.of(battle)[(way - direction) % 6]
        strike(battle, unit, AGAINST_A_WALL, impact(battle, machine.tons), struck)


@rules.rule("BT-MEC-020", otherwise=False)
def slides(battle: Battle, unit: Unit, dots: tuple[Dot, ...]) -> bool:
    """Unless it has come down on a building that is stronger than it is heavy, it slides along its course."""
    return not any(stops(battle, unit, house) for house in houses_under(battle, dots))


def stops(battle: Battle, unit: Unit, house: Feature) -> bool:
    """A building as strong as the 'Mech is heavy bears one that falls, but does not stop one that slides."""
    assert unit.machine is not None
    return strength(battle, house) > unit.machine.tons


def _slide(battle: Battle, unit: Unit, way: int, direction: int) -> bool:
    """Dot by dot until a strong building stops it; whether one has. Off the map it is out of the game."""
    assert unit.machine is not None
    at = unit.at
    path: list[Dot] = []
    while True:
        to = neighbour(at, way)
        if not battle.map.inside(to):
            slide_off(battle, unit, to, "BT-MEC-020")
            return False
        dots = _inside(battle, fallen_dots(battle, to, direction))
        if not slides(battle, unit, dots):
            slide_along(battle, unit, path, SLID)
            return True
        crush(battle, unit, dots, "BT-MEC-020", stops)
        path.append(to)
        at = to


def slide_along(battle: Battle, unit: Unit, path: Sequence[Dot], by: Way, roll: tuple[int, ...] = ()) -> None:
    """It comes to the last dot of a way that it has not chosen, with whoever it carries; then what lay there works."""
    if not path:
        return
    at, before, carried = path[-1], unit.at, hooks.questions["carried"](battle, unit)
    battle.emit(Slid(unit.id, at, battle.map.ground(at), False, by.rule, carried, roll))
    if at != before:
        arrive(battle, unit, by.along(tuple(path)))


def slide_off(battle: Battle, unit: Unit, to: Dot, rule: str) -> None:
    """It leaves the map, with whoever it carries: out of the game."""
    departs(battle, unit)
    battle.emit(Slid(unit.id, to, unit.elevation, True, rule))


def departs(battle: Battle, unit: Unit) -> None:
    """A machine leaves the map with whoever is in it and on it, each of them for himself: hook ``leaves``."""
    for name in (unit.id, *hooks.questions["carried"](battle, unit)):
        for hook in battle.hooks[hooks.leaves]:
            hook(battle, battle.units[name])


@rules.rule("BT-MEC-021", otherwise=0)
def skid_points(battle: Battle, tons: int) -> int:
    """Half its tons, to the side it lies on."""
    return tons // 2


def impact(battle: Battle, tons: int) -> int:
    """What a machine takes that runs into a building."""
    return -(-tons // 10)
