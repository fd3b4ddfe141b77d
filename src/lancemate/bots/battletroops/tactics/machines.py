"""How the tactical player drives 'Mechs and vehicles: up to the enemy, weapons on him, shells where they hurt."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.asking.preview import chance
from lancemate.battletroops.machines.moving import COUNTERS, SECTIONS, plan_machine
from lancemate.battletroops.machines.speed import usual_mode
from lancemate.battletroops.machines.templates import covered, lies_in, turned
from lancemate.battletroops.machines.weapons import has_rounds, mounts
from lancemate.battletroops.movement.plan import OFF
from lancemate.battletroops.options.buildings_damage import strength
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.machine import FRONT, MECH
from lancemate.battletroops.scenarios.plan import DRAGON_HUNTING
from lancemate.battletroops.sight.look import look_at
from lancemate.bots.battletroops.tactics.errands import to_search
from lancemate.field.lattice import BEARINGS, STEPS, Dot, bearing, distance, neighbour, turn_between

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.bots.battletroops.view import View

NEAR: Final = 8  # dots at which it stops before an enemy
CLOSE: Final = 7  # and before the middle of a house that it searches
UPON: Final = 1  # and where walls hide one it knows of: it goes through them
ENOUGH: Final = 1.0  # points that an attack must promise
LEFT_FOR_FIRE: Final = 5  # MP
PATIENCE: Final = 4  # turns for which it makes for one it knows of and does not see
FRAIL: Final = 40  # CF of the strongest walls that it breaks
TALL: Final = 4  # levels of a 'Mech
LAST_OF_HEAD: Final = 2  # points left of a head with which a 'Mech breaks off: the next hit may end it
LAST_OF_PILOT: Final = 5  # hits on its pilot; the sixth kills him


def drive(view: View, unit: Unit) -> orders.Command | None:
    """The next command for a machine: stand up, go to whom it sees or knows of, fire, point its weapons, be done."""
    battle, machine = view.battle, unit.machine
    assert machine is not None
    if machine.is_down:
        up = orders.Move(unit.id, ("stand",))
        return up if view.allows(up) else orders.Pass(unit.id)
    if has_had_enough(battle, unit):
        return _leaves(battle, unit) or orders.Pass(unit.id)
    enemies = [one for one in view.enemies if one.on_map]
    if not enemies:
        house = to_search(battle)
        return (_around(battle, unit, house) if house is not None else None) or orders.Pass(unit.id)
    under = [one for one in enemies if _is_underfoot(battle, unit, one)]
    if under and (tread := _tread(battle, unit, under[0])) is not None:
        return tread
    seen = [one for one in enemies if look_at(battle, unit, one).clear]
    goal = min((one.at for one in seen or enemies), key=lambda at: distance(unit.at, at))
    step = _step(battle, unit, goal, NEAR if seen else UPON) or (_face(battle, unit, goal) if seen else None)
    elsewhere = to_search(battle) if not seen and (step is None or battle.state.turn // PATIENCE % 2) else None
    if elsewhere is not None:  # whom it cannot come at it looks for from another side
        step = _around(battle, unit, elsewhere)
    if step is not None:
        return step
    best = max(_attacks(battle, unit), key=lambda pair: pair[0], default=None)
    if best is not None and best[0] >= ENOUGH and view.allows(best[1]):
        return best[1]
    aim = _aim(battle, unit, seen or enemies)
    return aim if aim is not None and view.allows(aim) else orders.Pass(unit.id)


def has_had_enough(battle: Battle, unit: Unit) -> bool:
    """Whether a 'Mech breaks off: next to nothing is left of its head or pilot, or nothing to fire with.

    Only where the scenario counts it as beaten either way, so that nothing but the 'Mech is saved.
    """
    machine, scenario = unit.machine, battle.setup.scenario
    assert machine is not None
    if scenario is None or scenario.kind != DRAGON_HUNTING or not unit.on_map:
        return False
    head = machine.armor.get("head", 0) + machine.structure.get("head", 0)
    armed = any(has_rounds(unit, number) for number, _ in mounts(unit))
    return head <= LAST_OF_HEAD or machine.pilot_hits >= LAST_OF_PILOT or not armed


def _leaves(battle: Battle, unit: Unit) -> orders.Command | None:
    """Off the map by the nearest edge: by the streets, where there is no other way through walls."""
    machine = unit.machine
    assert machine is not None
    mode = machine.mode or usual_mode(unit)
    off = orders.Move(unit.id, (OFF,), mode=mode)
    if battle.map.on_edge(unit.at):
        return off if plan_machine(battle, unit, off).refusal is None else None
    to = _way_off(battle, unit.at, walls=False) or _way_off(battle, unit.at, walls=True)
    if to is None:
        return None
    step = orders.Move(unit.id, (to,), mode=mode)
    return step if plan_machine(battle, unit, step).refusal is None else _turn(battle, unit, to, mode)


def _way_off(battle: Battle, start: Dot, *, walls: bool) -> Dot | None:
    """The first dot of the shortest way to an edge."""
    field, seen = battle.map, {start}
    queue: deque[tuple[Dot, Dot | None]] = deque([(start, None)])
    while queue:
        at, first = queue.popleft()
        if first is not None and field.on_edge(at):
            return first
        for direction in STEPS:
            to = neighbour(at, direction)
            if to not in seen and field.inside(to) and (walls or field.building(to) is None):
                seen.add(to)
                queue.append((to, first or to))
    return None


def _is_underfoot(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether a soldier is too close for its guns, and not for its feet."""
    reached = unit.elevation <= enemy.elevation < unit.elevation + TALL
    return unit.kind == MECH and enemy.is_soldier and reached and enemy.at in covered(battle, unit)


def _tread(battle: Battle, unit: Unit, enemy: Unit) -> orders.Command | None:
    """A step onto him, or off again for another try."""
    machine = unit.machine
    assert machine is not None
    if machine.fired_area:
        return None
    mode = machine.mode or usual_mode(unit)
    ways = [neighbour(unit.at, turned(machine.facing, turn)) for turn in (0, 1, -1, 3)]
    onto = [at for at in ways if at == enemy.at]
    off = ways if unit.at == enemy.at else []
    for at in onto or off:
        command = orders.Move(unit.id, (at,), mode=mode)
        if plan_machine(battle, unit, command).refusal is None:
            return command
    if unit.at == enemy.at:
        return None
    return _turn(battle, unit, enemy.at, mode) or _step(battle, unit, enemy.at, 0)


def _attacks(battle: Battle, unit: Unit) -> Iterator[tuple[float, orders.Attack]]:
    for kind in hooks.attack_kinds.values():
        for command in kind.aims(battle, unit) if kind.aims is not None else ():
            aim = kind.weigh(battle, command)
            if aim.refusal is None:
                points = aim.damage or aim.lethal or 0
                worth = float(points[0] if isinstance(points, tuple) and points else points or 0)  # type: ignore[arg-type]
                odds = chance(aim.target_number) if aim.target_number is not None else 1.0
                yield min(worth, 12.0) * odds, command


def _step(battle: Battle, unit: Unit, goal: Dot, near: int = NEAR) -> orders.Command | None:
    """One dot nearer to a place, or a turn towards it; some points are kept for its guns."""
    machine, state = unit.machine, battle.state
    assert machine is not None
    acting = state.acting == unit.id
    if (acting and state.mp_left <= LEFT_FOR_FIRE) or machine.fired_area or distance(unit.at, goal) <= near:
        return None
    mode = machine.mode or usual_mode(unit)
    for at in _ahead(unit, machine.facing, goal):
        command = orders.Move(unit.id, (at,), mode=mode)
        nearer = distance(at, goal) < distance(unit.at, goal) and not _hurts(battle, at)
        if nearer and plan_machine(battle, unit, command).refusal is None:
            return command
    return _turn(battle, unit, goal, mode)


def _ahead(unit: Unit, facing: int, goal: Dot) -> list[Dot]:
    """The dots that a machine may step onto as it stands, the nearest to a place first."""
    turns = (0, 1, -1) if unit.kind == MECH else (0,)
    return sorted([neighbour(unit.at, turned(facing, turn)) for turn in turns], key=lambda dot: distance(dot, goal))


def _hurts(battle: Battle, at: Dot) -> bool:
    """Whether walls there cost who breaks them more than they are worth."""
    house = battle.map.building(at)
    return house is not None and strength(battle, house) > FRAIL


def _around(battle: Battle, unit: Unit, goal: Dot) -> orders.Command | None:
    """Towards a place by the streets: along a wall where one is in the way, since walls hurt who breaks them."""
    machine, state = unit.machine, battle.state
    assert machine is not None
    spent = state.acting == unit.id and state.mp_left <= LEFT_FOR_FIRE
    if spent or machine.fired_area or distance(unit.at, goal) <= CLOSE:
        return None
    mode = machine.mode or usual_mode(unit)
    for at in _ahead(unit, machine.facing, goal):
        command = orders.Move(unit.id, (at,), mode=mode)
        if battle.map.building(at) is None and plan_machine(battle, unit, command).refusal is None:
            return command
    left = orders.Move(unit.id, ("left",), mode=mode)
    return _turn(battle, unit, goal, mode) or (left if plan_machine(battle, unit, left).refusal is None else None)


def _turn(battle: Battle, unit: Unit, goal: Dot, mode: str) -> orders.Command | None:
    machine = unit.machine
    assert machine is not None
    off = turn_between(BEARINGS[machine.facing], bearing(unit.at, goal))
    for word, way in (("left", -1), ("right", 1)):
        command = orders.Move(unit.id, (word,), mode=mode)
        better = turn_between(BEARINGS[turned(machine.facing, way)], bearing(unit.at, goal)) < off
        if better and plan_machine(battle, unit, command).refusal is None:
            return command
    return None


def _face(battle: Battle, unit: Unit, goal: Dot) -> orders.Command | None:
    """A turn towards an enemy who stands aside of its guns."""
    machine, state = unit.machine, battle.state
    assert machine is not None
    spent = (state.acting == unit.id and state.mp_left <= LEFT_FOR_FIRE) or machine.fired_area
    if spent or unit.kind != MECH or lies_in(battle, unit, FRONT, goal):
        return None
    return _turn(battle, unit, goal, machine.mode or usual_mode(unit))


def _aim(battle: Battle, unit: Unit, enemies: list[Unit]) -> orders.Command | None:
    """Each section into the arc with most enemies; a turret at the nearest."""
    machine = unit.machine
    assert machine is not None
    if "turret" in machine.handled:
        return None
    mode = machine.mode or usual_mode(unit)
    if unit.kind != MECH:
        if not any(one.location == "turret" for one in machine.mounts):
            return None
        goal = min(enemies, key=lambda one: distance(unit.at, one.at)).at
        return orders.Move(unit.id, (), mode=mode, turret=orders.Turret(goal))
    pointed = {}
    for section in sorted(COUNTERS.of(battle)):
        if any(one.location == section and not one.rear for one in machine.mounts):
            arcs = SECTIONS.of(battle)[section]
            pointed[section] = max(arcs, key=lambda arc: sum(lies_in(battle, unit, arc, one.at) for one in enemies))
    return orders.Move(unit.id, (), mode=mode, sections=pointed) if pointed else None
