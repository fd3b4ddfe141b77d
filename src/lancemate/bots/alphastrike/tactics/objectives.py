"""What a unit is after in a scenario besides shooting: its errand, how a place serves it, and what to do when there.

Goals come from the scenario (``scenarios.objectives``); here they are given out, one unit to each that needs one. Worth
is counted as everywhere in Point Values. Must not know any scenario by its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import numpy as np

from lancemate.alphastrike.asking.offers import all_deeds
from lancemate.alphastrike.boarding.grapple import GRAPPLE
from lancemate.alphastrike.movement.modes import current_modes
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.reach import going_of, reach, way_for
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.scenarios.beginning import commander_of
from lancemate.alphastrike.scenarios.flags import cannot_carry, carried_by, flag_named, flags
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.goals import is_safe
from lancemate.alphastrike.turn.deployment import deployment_areas, in_deployment_zone
from lancemate.bots.alphastrike.tactics.boarding import ship_to_board
from lancemate.bots.alphastrike.tactics.places import Places, places_at
from lancemate.field.bodies import CONTACT
from lancemate.field.travel import Toward

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.reach import Reachable
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.scenarios.goals import Goal
    from lancemate.bots.alphastrike.tactics.judging import Outlook
    from lancemate.field.layout import Bools, Floats
    from lancemate.field.shapes import Point

URGE: Final = 14.0  # points for every turn nearer, where it is what the battle is about
# Points for being in contact with what it is about, and for being home with it.
TOUCH: Final = {"deliver": 60.0, "take": 90.0, "scan": 25.0, "hold": 15.0}
BUSY: Final = ("take", "scan")  # what is done in the place of an attack, and not by those who sprint
LOITER: Final = 3.5  # points for every turn nearer, for those who only help
ALONGSIDE: Final = 6.0  # the same, for those who may take a ship that lies still
ESCORT: Final = 1.0  # the same where nobody should run ahead: to fetch something, go with the others while they fight
WORTHWHILE: Final = 0.4  # weight of a goal from which on others come to help
RISK: Final = 0.45  # for every turn that something has to be carried, how much less likely it ever gets there
LADEN: Final = 2 / 3  # of its Move, with something to carry
NEAR: Final = 8.0  # inches from a place at which helpers are near enough
OUT: Final = 1000.0  # points for leaving, where that is wanted
STAKES: Final = {"stop": 2.5, "hold": 1.5}  # how much more an enemy counts that must be stopped, or stands on a marker
PRECIOUS: Final = 2.5  # how much more its own harm counts for one that must not be lost
BURDENED: Final = 2.5  # and for one that carries something
HOLDERS: Final = 2  # units at a marker
BEARINGS: Final = 12  # places to try around an objective
TRIES: Final = 6  # ways out to try
LOST: Final = 1.5  # times the straight way: what a place costs of which no way is known


class Errand(NamedTuple):
    """Where a unit should be, and how much each turn nearer and being there are worth to it."""

    goal: Goal
    urge: float
    touch: float = 0.0
    near: float = 0.0  # inches at which it is there
    caution: float = 1.0

    @property
    def hurries(self) -> bool:
        """It is worth running for, without a shot."""
        return self.urge >= URGE / 2


# -- who does what --------------------------------------------------------------------------------------------


def errand_of(battle: Battle, unit: Unit) -> Errand | None:
    """What a unit is to do for the scenario, or to take a ship; None where it had best fight."""
    if battle.setup.scenario is None:
        return _to_board(battle, unit) or _looking(battle, unit)
    found = errands(battle, unit.side).get(unit.id)
    if battle.setup.scenario.commanders is not None and commander_of(battle, unit.side) == unit.id:
        return _safe(battle, unit) if found is None else found._replace(caution=PRECIOUS)
    return found or _to_board(battle, unit) or _looking(battle, unit)


def _looking(battle: Battle, unit: Unit) -> Errand | None:
    """Where nobody is to be seen, go and look for them: across the middle, to where they have taken the field."""
    from lancemate.alphastrike.scenarios.goals import Goal

    foe = battle.opponent(unit.side)
    if any(True for _ in battle.on_table(foe)):
        return None
    area = deployment_areas(battle, foe)[0]
    middle = (area.x + area.width / 2, area.y + area.depth / 2)
    return Errand(Goal(middle, WORTHWHILE, "guard"), LOITER, near=NEAR)


def _to_board(battle: Battle, unit: Unit) -> Errand | None:
    """Go up to a ship that waits to be boarded."""
    from lancemate.alphastrike.scenarios.goals import Goal

    ship = ship_to_board(battle, unit)
    if ship is None:
        return None
    return Errand(Goal(ship.at, 1.0, "guard", ship.id, within=ship.radius), ALONGSIDE, near=ship.radius)


def _safe(battle: Battle, unit: Unit) -> Errand:
    """Stay alive, wherever that is."""
    from lancemate.alphastrike.scenarios.goals import Goal

    return Errand(Goal(unit.at, 0.0, "guard"), 0.0, caution=PRECIOUS)


def precious(battle: Battle, side: str) -> dict[str, float]:
    """Who must not be lost for the scenario's sake, and how much more than usual its harm counts."""
    scenario = battle.setup.scenario
    if scenario is None:
        return {}
    found = {name: errand.caution for name, errand in errands(battle, side).items() if errand.caution > 1.0}
    commander = commander_of(battle, side) if scenario.commanders is not None else None
    return found if commander is None else {**found, commander: PRECIOUS}


def errands(battle: Battle, side: str) -> dict[str, Errand]:
    """One errand for each unit that has one: those who are named first, then whoever is soonest there."""
    goals = objectives(battle, side)
    units = [unit for unit in battle.on_table(side) if unit.doomed is None]
    given: dict[str, Errand] = {}
    for goal in goals:
        for name in goal.units or ():
            caution = BURDENED if goal.what == "deliver" else 1.0
            touch = TOUCH.get(goal.what, 0.0)
            given.setdefault(name, Errand(goal, URGE * goal.weight, touch, goal.within, caution))
    fetched = [goal for goal in goals if goal.what == "take"]
    _hand_out(battle, fetched, units, given, 1, URGE)
    _hand_out(battle, [goal for goal in goals if goal.what == "scan"], units, given, 1, URGE)
    markers = [goal for goal in goals if goal.what == "hold"]
    _hand_out(battle, markers, units, given, HOLDERS if len(markers) == 1 and len(units) > HOLDERS else 1, URGE)
    helped = [goal for goal in goals if goal.what in ("hold", "guard") and goal.weight >= WORTHWHILE]
    for unit in units:
        if unit.id not in given and fetched:
            given[unit.id] = Errand(fetched[0], ESCORT, near=NEAR)
        elif unit.id not in given and helped:
            goal = min(helped, key=lambda one: (-one.weight, battle.table.distance(one.point, unit.at)))
            given[unit.id] = Errand(goal, LOITER * goal.weight, near=NEAR)
    return given


def _hand_out(
    battle: Battle, goals: Sequence[Goal], units: Sequence[Unit], given: dict[str, Errand], each: int, urge: float
) -> None:
    """Units to goals, the nearest pair first."""
    pairs = sorted(
        (_turns(battle, unit, goal), goal.target or "", unit.id, number)
        for number, goal in enumerate(goals)
        for unit in units
        if unit.id not in given and _able(battle, unit, goal)
    )
    taken = [0] * len(goals)
    for _, _, name, number in pairs:
        if name not in given and taken[number] < each:
            goal = goals[number]
            taken[number] += 1
            given[name] = _sent(battle, battle.units[name], goal, urge)


def _sent(battle: Battle, unit: Unit, goal: Goal, urge: float) -> Errand:
    """What a goal is worth to a unit: the further a thing must be carried, the less likely it ever gets there."""
    touch = TOUCH[goal.what] * goal.weight
    if goal.what != "take":
        return Errand(goal, urge * goal.weight, touch, goal.within)
    likely = 1.0 / (1.0 + RISK * _turns_back(battle, unit, goal))
    return Errand(goal, max(ESCORT, urge * likely * likely) * goal.weight, touch * likely, goal.within)


def _able(battle: Battle, unit: Unit, goal: Goal) -> bool:
    if goal.what != "take" or goal.target is None:
        return True
    return cannot_carry(battle, unit, flag_named(battle, goal.target)) is None


def _turns(battle: Battle, unit: Unit, goal: Goal) -> float:
    """Turns until a unit is there, and back where it has to bring something; who has moved already must wait."""
    left = battle.table.apart(unit.at, unit.radius, goal.point, goal.within)
    waits = 1.0 if unit.moved != "none" and left > battle.table.contact else 0.0
    return max(0.0, left) / max(1.0, stride(battle, unit)) + waits + _turns_back(battle, unit, goal)


def _turns_back(battle: Battle, unit: Unit, goal: Goal) -> float:
    return goal.onward / max(1.0, LADEN * current_move(battle, unit, "ground"))


def stride(battle: Battle, unit: Unit) -> float:
    """How far it gets in a turn at most, walking or jumping."""
    return max(current_move(battle, unit, "ground"), current_move(battle, unit, "jump"))


def stakes(battle: Battle, side: str) -> dict[str, float]:
    """How much more than usual enemies count because of what they are about to do."""
    if battle.setup.scenario is None:
        return {}
    found: dict[str, float] = {}
    enemies = list(battle.on_table(battle.opponent(side)))
    for goal in objectives(battle, side):
        if goal.what == "stop" and goal.target is not None:
            found[goal.target] = STAKES["stop"]
        elif goal.what == "hold":
            for enemy in enemies:
                if battle.table.apart(enemy.at, enemy.radius, goal.point, goal.within) <= battle.table.contact:
                    found.setdefault(enemy.id, STAKES["hold"])
    return found


# -- how a place serves it ------------------------------------------------------------------------------------


def pursue(battle: Battle, unit: Unit, where: Places, outlook: Outlook, errand: Errand | None) -> Outlook:
    """The outlook of places with what the errand makes of them."""
    if errand is None:
        return outlook
    points = where.stand.bodies[:, :2]
    there = _in_contact(battle, unit, points, errand.goal) if errand.touch else np.zeros(len(points), dtype=np.bool_)
    serves = -errand.urge * _turns_left(battle, unit, points, errand) + _arrived(where, errand, there)
    score = outlook.score + serves - (errand.caution - 1.0) * outlook.taken
    # Whoever lifts or scans does not shoot, and whoever carries neither.
    full = there if errand.goal.what in BUSY else np.full(len(points), errand.goal.what == "deliver")
    return outlook._replace(score=score - np.where(full, outlook.dealt, 0.0), purpose=outlook.purpose + serves)


def _arrived(where: Places, errand: Errand, there: Bools) -> Floats:
    """What it is worth to be there: most for one who stands still on a marker, nothing for one too fast to act."""
    what = errand.goal.what
    still = np.array([mode == "standstill" for mode in where.modes])
    idle = np.array([mode == "sprint" for mode in where.modes])
    worth = np.where(still & (what == "hold"), 1.5 * errand.touch, errand.touch)
    found: Floats = np.where(there & ~(idle & (what in BUSY)), worth, 0.0)
    return found


def _turns_left(battle: Battle, unit: Unit, points: Floats, errand: Errand) -> Floats:
    """Turns to the goal from each place, on foot or by jumping."""
    goal = errand.goal
    straight = _straight(battle, points, goal) - unit.radius - errand.near
    walk, leap = current_move(battle, unit, "ground"), current_move(battle, unit, "jump")
    turns = np.full(len(points), 99.0)
    if leap > 0.0:
        turns = np.minimum(turns, np.maximum(0.0, straight) / leap)
    if walk > 0.0:
        cost = straight
        if way_for(battle, unit, "ground") not in ("fly", "jump") and errand.hurries:
            known = _field(battle, unit, goal).near(points) - (
                unit.radius + errand.near if goal.what != "exit" else 0.0
            )
            cost = np.where(np.isfinite(known), np.maximum(known, straight), LOST * straight)
        turns = np.minimum(turns, np.maximum(0.0, cost) / walk)
    return turns


def _straight(battle: Battle, points: Floats, goal: Goal) -> Floats:
    if goal.what == "exit" and goal.target is not None:
        return battle.table.distances_to_edge(goal.target, points)
    return battle.table.distances(points, goal.point)


def _field(battle: Battle, unit: Unit, goal: Goal) -> Toward:
    """What the way to a goal costs from everywhere, at what the rules charge now: a measure, kept for these prices."""
    going = going_of(battle, unit, way_for(battle, unit, "ground"))
    edge = goal.target if goal.what == "exit" else None
    key = ("toward", battle.table.number, going.key, unit.radius, edge or goal.point)

    def search() -> Toward:
        if edge is not None:
            return battle.table.toward_edge(edge, unit.radius, going)
        return battle.table.toward(goal.point, unit.radius, going)

    return cast(Toward, battle.remember(key, search))


def _in_contact(battle: Battle, unit: Unit, points: Floats, goal: Goal) -> Bools:
    if goal.what == "deliver":
        inside = [in_deployment_zone(battle, unit.side, float(x), float(y), unit.radius) for x, y in points]
        return np.array(inside, dtype=np.bool_)
    if goal.what != "scan":
        return battle.table.distances(points, goal.point) <= (unit.radius + goal.within + battle.table.contact)
    away = [_away(battle, goal, (float(x), float(y)), unit.radius) for x, y in points]
    return np.array(away) <= battle.table.contact


def _away(battle: Battle, goal: Goal, at: Point, radius: float) -> float:
    """From the edge of a base at a point to the edge of what is to be touched."""
    if goal.what == "scan" and goal.target is not None and goal.target in battle.table.by_id:
        return battle.table.distance_to(goal.target, *at, radius)
    return battle.table.apart(at, radius, goal.point, goal.within)


# -- exactly there --------------------------------------------------------------------------------------------


def beside(battle: Battle, unit: Unit, errand: Errand) -> Places | None:
    """Places in contact with what an errand is about, as far as the unit gets there this turn."""
    if not errand.touch or not unit.on_table:
        return None
    spots = list(_around(battle, unit, errand.goal))
    moves: list[orders.Move] = []
    for mode in current_modes(battle, unit):
        if mode == "standstill" or (mode == "sprint" and errand.goal.what != "deliver") or not spots:
            continue
        search = reach(battle, unit, mode)
        for spot in spots:
            path = _path(battle, unit, search, spot, mode)
            if path:
                moves.append(orders.Move(unit.id, path, mode))
    return places_at(battle, unit, moves) if moves else None


def _around(battle: Battle, unit: Unit, goal: Goal) -> Iterator[Point]:
    """From every side up to the edge of an objective, one step of the distance that is left after the other."""
    table = battle.table
    for number in range(BEARINGS):
        way = 360.0 * number / BEARINGS
        far = 12.0
        for _ in range(12):
            left = _away(battle, goal, table.beyond(goal.point, way, far), unit.radius) - table.contact / 2
            if left < table.contact / 4:
                break
            far -= left
        at = table.snap(table.beyond(goal.point, way, far))
        if table.inside(*at, unit.radius):
            yield at


def _path(battle: Battle, unit: Unit, search: Reachable, spot: Point, mode: str) -> tuple[Point, ...]:
    """The way to a spot by the place next to it, or nothing where that is too far."""
    away = battle.table.distance(unit.at, spot)
    if away < CONTACT or away > search.allowance + 1e-6:
        return ()
    if mode == "jump":
        return (spot,)
    points, costs = search.points, search.costs
    last = battle.table.distances(points, spot)
    whole = np.where(last <= 1.5, costs + last, np.inf)
    best = int(whole.argmin()) if len(whole) else -1
    if best < 0 or whole[best] > search.allowance + 0.5:
        return ()
    way = search.move_to(best).path
    return (*way[:-1], spot) if way and last[best] < CONTACT else (*way, spot)


def way_out(battle: Battle, unit: Unit, errand: Errand) -> orders.Move | None:
    """The move that takes a unit off the table, where its errand is to leave and it can."""
    edge = errand.goal.target
    if errand.goal.what != "exit" or edge is None or not unit.on_table:
        return None
    for mode in current_modes(battle, unit):
        if mode == "standstill":
            continue
        search = reach(battle, unit, mode)
        left = _straight(battle, search.points, errand.goal)
        rank = np.where(search.costs + left <= search.allowance + 1e-6, search.costs + left, np.inf)
        for place in np.argsort(rank, kind="stable")[:TRIES].tolist():
            if rank[place] == np.inf:
                break
            move = search.move_to(place)
            out = battle.table.snap(battle.table.onto_edge(edge, move.path[-1] if move.path else unit.at, -0.5))
            path = (out,) if mode == "jump" else battle.table.ways((unit.at, *move.path, out))[1:]
            command = orders.Move(unit.id, path, mode)
            if check_move(battle, command).legal:
                return command
    return None


# -- deeds ----------------------------------------------------------------------------------------------------


def deed_of(battle: Battle, units: Sequence[Unit]) -> orders.Act | orders.Attack | None:
    """What one of these units should do in the place of an attack: surely before by luck. Enemies are shot at."""
    if battle.setup.scenario is None:
        return None
    offered = [offer.command for unit in units for offer in all_deeds(battle, unit)]
    acts = [deed for deed in offered if isinstance(deed, orders.Act) and is_about(battle, deed)]
    by_luck = [deed for deed in offered if isinstance(deed, orders.Attack) and deed.kind != GRAPPLE]
    return acts[0] if acts else by_luck[0] if by_luck else None


def is_about(battle: Battle, deed: orders.Act) -> bool:
    """Whether a deed is one that the scenario asks for: to take its flags, to scan its buildings."""
    if deed.do == "scan":
        return deed.what not in battle.units
    return deed.do == "take" and any(flag.id == deed.what for flag in flags(battle))


def relief(battle: Battle, units: Sequence[Unit]) -> orders.Act | None:
    """Put down what is safe where it is: whoever carries its own side's flag home cannot fight till then."""
    scenario = battle.setup.scenario
    if scenario is None or scenario.flags is None:
        return None
    for unit in units:
        flag = carried_by(battle, unit)
        if flag is not None and flag.side == unit.side and is_safe(battle, flag):
            return orders.Act(unit.id, "drop", flag.id)
    return None


def sturdiest(battle: Battle, names: Sequence[str]) -> str | None:
    """Whom to make the commander: the unit that takes most."""
    units = [battle.units[name] for name in names if name in battle.units]
    best = max(units, key=lambda unit: (unit.armor + unit.structure, unit.id), default=None)
    return best.id if best is not None else None
