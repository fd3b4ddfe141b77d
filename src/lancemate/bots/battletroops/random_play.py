"""Any kind of command, one as likely as another: what random players and the exhaustive runner think of.

Most comes from the one list of offers (asking/offers.py); longer ways, throws at bare ground and picked shots are put
together here and may be refused. Must not know which of it is any good.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import GRENADE
from lancemate.battletroops.asking.offers import answers, offers_of
from lancemate.battletroops.combat.reaction import FIRE, HOLD, KIND
from lancemate.battletroops.machines.templates import radius_of
from lancemate.battletroops.movement.activation import why_not_activate
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.options.hidden_units import NUMBERS, hiding_places
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.setup import HIDING, SECONDARY, WEAPONS
from lancemate.battletroops.scenarios.arming import NOTHING
from lancemate.battletroops.scenarios.forces import LAUNCHER as WITH_LAUNCHER
from lancemate.battletroops.sight.ranges import SIZES
from lancemate.battletroops.soldiers.record import SIDEARMS
from lancemate.field.lattice import STEPS, TOUCH, Dot, distance, neighbour, true_distance

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.kernel.dice import Generator

BOLD: Final = 3  # tries at something put together, before an offer is taken
CLOSE: Final = 8  # dots within which somebody thinks of a stairway
DONE: Final = 40  # one in so many times a side stops although somebody could still act


def proposals(battle: Battle, luck: Generator) -> Iterator[orders.Command]:
    """What whoever is to act might try, the last of it always allowed."""
    asked = battle.state.decision
    if asked is not None:
        if asked.kind == KIND:
            yield _some_fire(battle, luck)
        yield luck.choice([offer.command for offer in answers(battle)])
        return
    side = battle.state.to_act
    assert side is not None
    unit = someone(battle, side, luck)
    if unit is not None and luck.below(DONE):
        for _ in range(luck.below(BOLD + 1)):
            yield _bold(battle, unit, luck)
        found = list(offers_of(battle, unit))
        if found:
            yield luck.choice(found).command
    notes = _notes(battle, side, luck)
    if battle.state.phase == HIDING:
        yield orders.EndPhase(notes, {}, kits(battle, side, luck), sender(battle, side, luck))
        yield orders.EndPhase(notes, _places(battle, side, luck))
    yield orders.EndPhase(notes)


def _places(battle: Battle, side: str, luck: Generator) -> dict[str, orders.Hideout]:
    """Before the battle some go elsewhere."""
    found: dict[str, orders.Hideout] = {}
    for unit in battle.of_side(side):
        places = list(hiding_places(battle, unit)) if unit.hidden and luck.below(2) else []
        if places:
            at, level = luck.choice(places)
            found[unit.id] = orders.Hideout(at, level, 1 + luck.below(6))
    return found


def kits(battle: Battle, side: str, luck: Generator) -> dict[str, orders.Kit]:
    """Before the battle some get other weapons, and men of a squad exchange theirs."""
    found: dict[str, orders.Kit] = {}
    for squad in (one for one in battle.setup.squads if one.side == side and one.choice):
        men = [unit for unit in battle.of_side(side) if unit.group == squad.name and unit.is_soldier]
        arms = [f"{unit.primary}{WITH_LAUNCHER if unit.launcher else ''}" for unit in men]
        if luck.below(2):
            luck.shuffle(arms)
        for unit, primary in zip(men, arms, strict=True):
            second = luck.choice((None, *SIDEARMS, NOTHING)) if SECONDARY in squad.choice else None
            found[unit.id] = orders.Kit(primary if WEAPONS in squad.choice else None, second)
    scenario = battle.setup.scenario
    hurt = battle.units.get(scenario.damaged or "") if scenario is not None else None
    if hurt is not None and hurt.side == side and hurt.machine is not None:
        found[hurt.id] = orders.Kit(armor=hurt.machine.armor)
    return found


def sender(battle: Battle, side: str, luck: Generator) -> str | None:
    """Now and then another man of his squad is to send the message."""
    now = None if battle.setup.scenario is None else battle.setup.scenario.sender
    if now is None or battle.units.get(now) is None or battle.units[now].side != side or luck.below(2):
        return None
    return luck.choice([unit.id for unit in battle.of_side(side) if unit.group == battle.units[now].group])


def _notes(battle: Battle, side: str, luck: Generator) -> dict[str, int]:
    """Now and then a hidden man is to wait for something else."""
    return {unit.id: luck.choice(NUMBERS) for unit in battle.of_side(side) if unit.hidden and luck.below(4) == 0}


def someone(battle: Battle, side: str, luck: Generator) -> Unit | None:
    """A unit that may act, mostly the one that is at it."""
    acting = battle.state.acting
    if acting is not None and luck.below(6):
        return battle.units[acting]
    able = [unit for unit in battle.of_side(side) if why_not_activate(battle, unit) is None]
    return luck.choice(able) if able else None


def _some_fire(battle: Battle, luck: Generator) -> orders.Decide:
    """Some of those who may, in any order."""
    asked = battle.state.decision
    assert asked is not None
    shots = asked.facts["shots"]
    assert isinstance(shots, list)
    names = [str(name) for name in shots]
    luck.shuffle(names)
    some = tuple(names[: 1 + luck.below(len(names))])
    picked: tuple[str | tuple[str, ...], ...] = (FIRE, FIRE, HOLD, some, some)
    return orders.Decide(asked.side, luck.choice(picked))


def _bold(battle: Battle, unit: Unit, luck: Generator) -> orders.Command:
    """Something put together, which may be refused."""
    dice = luck.below(10)
    if unit.prepared == GRENADE and luck.below(3):
        return orders.Attack(unit.id, _place(battle, unit, luck), "throw")
    near = [one.id for one in battle.of_side(battle.opponent(unit.side)) if one.able and distance(one.at, unit.at) == 1]
    if near and luck.below(2):
        return orders.Attack(unit.id, luck.choice(near), "hand-to-hand")
    if unit.kind == MECH and luck.below(2):
        return _charge(battle, unit, luck) or wander(battle, unit, luck)
    if dice < 6 or not unit.is_soldier:
        return wander(battle, unit, luck)
    if dice == 6:
        return orders.Attack(unit.id, _place(battle, unit, luck), luck.choice(("throw", "area")))
    if dice == 7:
        enemies = [one.id for one in battle.of_side(battle.opponent(unit.side)) if one.on_map]
        kind = luck.choice(tuple(hooks.attack_kinds))
        target = luck.choice(enemies) if enemies else orders.PointTarget(unit.at)
        return orders.Attack(unit.id, target, kind)
    others = [one.id for one in battle.of_side(unit.side) if distance(one.at, unit.at) <= 1]
    what = luck.choice((*others, unit.primary or "Fists", unit.secondary or "Knife", "Hand Grenade", "Satchel Charge"))
    giver = luck.choice((None, None, *others))
    return orders.Act(unit.id, luck.choice(tuple(hooks.deeds)), what, giver)


def wander(battle: Battle, unit: Unit, luck: Generator) -> orders.Move:
    """A way of some dots, as a rule towards somebody, perhaps with an arc at its end."""
    left = left_to(battle, unit)
    everybody = [one.at for one in battle.units.values() if one.on_map and one.side != unit.side]
    goal = luck.choice(everybody) if everybody and luck.below(3) else luck.choice(battle.map.dots)
    size = luck.choice((0, 0, *SIZES.of(battle)))
    steps = luck.below(max(1, left - size) + 1)
    path: list[Dot | str] = []
    at = unit.at
    if luck.below(12) == 0:
        path.append("stand" if unit.prone else "prone")
    for _ in range(steps):
        if battle.map.has_stairway(at) and luck.below(2):
            path.append(luck.choice(("up", "down")))
            continue
        near = [to for direction in STEPS if battle.map.inside(to := neighbour(at, direction))]
        at = min(near, key=lambda dot: (distance(dot, goal), dot)) if luck.below(4) else luck.choice(near)
        path.append(at)
    if luck.below(15) == 0 and battle.map.on_edge(at):
        path.append("off")
    arc = orders.Watch(size, luck.choice(everybody)) if size and everybody else None
    if arc is not None and arc.towards == at:
        arc = None
    if unit.jump_pack and luck.below(2):
        return _flight(battle, unit, goal, luck)
    return orders.Move(unit.id, tuple(path), arc)


def _charge(battle: Battle, unit: Unit, luck: Generator) -> orders.Move | None:
    """Into an enemy machine, over the ground or from above; None where there is none."""
    machines = [one for one in battle.of_side(battle.opponent(unit.side)) if one.machine is not None and one.on_map]
    if not machines:
        return None
    target = luck.choice(machines)
    if luck.below(3) == 0:
        return orders.Move(unit.id, _straight(unit.at, target.at, 0.0), mode="jump", charge=target.id)
    near = radius_of(battle, unit) + radius_of(battle, target)
    mode = luck.choice(("run", "run", "walk"))
    return orders.Move(unit.id, _straight(unit.at, target.at, near), mode=mode, charge=target.id)


def _straight(at: Dot, goal: Dot, near: float) -> tuple[Dot, ...]:
    """The dots to within so many of a goal."""
    path: list[Dot] = []
    while true_distance(at, goal) > near + TOUCH:
        at = min((neighbour(at, direction) for direction in STEPS), key=lambda dot: (true_distance(dot, goal), dot))
        path.append(at)
    return tuple(path)


def _flight(battle: Battle, unit: Unit, goal: Dot, luck: Generator) -> orders.Move:
    """A straight flight, perhaps with a grenade on the way."""
    direction = min(STEPS, key=lambda one: (distance(neighbour(unit.at, one, 3), goal), one))
    row = [neighbour(unit.at, direction, far) for far in range(1, 6 + luck.below(6))]
    drop = luck.choice(row) if unit.prepared == GRENADE or luck.below(8) == 0 else None
    return orders.Move(unit.id, tuple(row), None, "jump", drop)


def _place(battle: Battle, unit: Unit, luck: Generator) -> orders.PointTarget:
    """A dot near him, or under an enemy."""
    enemies = [one for one in battle.of_side(battle.opponent(unit.side)) if one.on_map]
    if enemies and luck.below(2):
        one = luck.choice(enemies)
        return orders.PointTarget(one.at, one.elevation)
    stairs = [dot for house in battle.map.buildings for dot in house.stairways if distance(unit.at, dot) <= CLOSE]
    if stairs and luck.below(2):
        return orders.PointTarget(luck.choice(stairs), unit.elevation + luck.choice((-1, 0, 0, 1)))
    at = neighbour(unit.at, 1 + luck.below(6), luck.below(7))
    return orders.PointTarget(at if battle.map.inside(at) else unit.at, luck.choice((None, unit.elevation)))
