"""The rest of a Movement Phase as numbers: for every unit the places it might take, for every pair of places the points
one may expect to mark off the other. The places are the tactical player's candidates, for both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike.combat.arcs import firing_arc
from lancemate.alphastrike.movement.activation import moves_now, share
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.search.budget import ENDLESS
from lancemate.bots.alphastrike.tactics.judging import CHANCE, situation
from lancemate.bots.alphastrike.tactics.lines import Lines, Stand, lines, stand_of
from lancemate.bots.alphastrike.tactics.moves import charges, command_at, next_unit, options, out_of_it, prospects
from lancemate.bots.alphastrike.tactics.objectives import errand_of, stakes
from lancemate.bots.alphastrike.tactics.worth import prize
from lancemate.field.bodies import CONTACT

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.search.budget import Budget
    from lancemate.bots.alphastrike.search.kernels import Roll, Runs, Tables
    from lancemate.bots.alphastrike.tactics.fire import Fire, FireTable
    from lancemate.bots.alphastrike.tactics.judging import Weights
    from lancemate.bots.alphastrike.tactics.survey import Survey
    from lancemate.bots.alphastrike.tactics.worth import Chances
    from lancemate.field.layout import Bools, Floats, Ints
    from lancemate.field.shapes import Point

APART: Final = 1.4  # inches between two places of a unit, or they are one and the same
ERRANDS: Final = 3  # moves that have nothing to do with the exchange of fire: to run, to ride, to fetch something
ASUNDER: Final = 4.0  # inches between places that are there for variety
BEHIND: Final = 0.75  # square of the cosine of 30 degrees


class Post(NamedTuple):
    """A place a unit might take. Units that have moved have one, without a command."""

    unit: str
    command: orders.Move | None
    mode: str
    facing: float
    merit: float  # what is good about it whoever shoots at whom
    strike: float = 0.0  # what the charge takes that ends there
    idle: bool = False  # no shot is fired from there: it charges, or is aboard


class Camp(NamedTuple):
    """One side of the model."""

    units: tuple[Unit, ...]
    posts: tuple[Post, ...]
    owner: Ints  # number of the unit, by row
    first: Ints  # first row, by unit
    last: Ints  # one after the last
    stand: Stand


class Model(NamedTuple):
    """Everything the look-ahead needs."""

    camps: tuple[Camp, Camp]  # the player's own first
    tables: Tables
    faced: Floats  # the first of the tables, for a unit that keeps the facing of its place
    rolls: tuple[Roll, Roll]
    runs: Runs
    steps: tuple[int, ...]  # whose step it is, from now on: 0 or 1
    order: tuple[tuple[int, ...], tuple[int, ...]]  # in which order units that have to move are expected to


def build(
    battle: Battle,
    side: str,
    fires: FireTable,
    weights: Weights,
    own: int,
    others: int,
    budget: Budget = ENDLESS,
    survey: Survey | None = None,
) -> Model | None:
    """Work the model out, if there is time for it. ``own`` and ``others`` say how many places a unit of either side is
    given."""
    enemy = battle.opponent(side)
    ours = _camp(battle, side, fires, weights, own, survey, budget)
    theirs = _camp(battle, enemy, fires, weights, others, survey, budget)
    sight = _sight(battle, ours, theirs, budget)
    if sight is None:
        return None
    back = Lines(
        sight.distance.T, sight.bracket.T, sight.open.T, sight.woods.T, sight.cover_here.T, sight.cover_there.T
    )
    bears = _bears(battle, ours, theirs)
    # Whoever has still to move will face what it wants to shoot at; only the unit that moves now has to choose now.
    hurt0 = _hurt(battle, ours, theirs, sight, fires, bears | _to_come(ours))
    faced = _hurt(battle, ours, theirs, sight, fires, bears)
    hurt1 = _hurt(battle, theirs, ours, back, fires, _bears(battle, theirs, ours) | _to_come(theirs))
    return Model(
        (ours, theirs),
        (np.ascontiguousarray(hurt0), np.ascontiguousarray(hurt1), _merits(ours), _merits(theirs)),
        faced,
        (_roll(battle, ours), _roll(battle, theirs)),
        (ours.first, ours.last, theirs.first, theirs.last),
        tuple(_steps(battle, side, ours, theirs)),
        (_order(battle, ours, weights), _order(battle, theirs, weights)),
    )


# -- places ---------------------------------------------------------------------------------------------------


def _camp(
    battle: Battle, side: str, fires: FireTable, weights: Weights, count: int, survey: Survey | None, budget: Budget
) -> Camp:
    units = tuple(unit for unit in battle.on_table(side) if unit.doomed is None)
    posts: list[Post] = []
    stands: list[Stand] = []
    first, last = [], []
    for unit in units:
        first.append(len(posts))
        to_come = _has_to_move(battle, unit) and not budget.out_of_time
        found = _posts(battle, unit, fires, weights, count, survey) if to_come else None
        if found is None:
            moved = unit.moved if unit.moved != "none" else "standstill"
            idle = moved == "sprint" or unit.declared is not None
            posts.append(Post(unit.id, None, moved, unit.facing, 0.0, idle=idle))
            stands.append(stand_of(battle, [unit]))
        else:
            posts += found[0]
            stands.append(found[1])
        last.append(len(posts))
    owner = np.repeat(np.arange(len(units)), np.array(last) - np.array(first))
    return Camp(units, tuple(posts), owner, np.array(first), np.array(last), _joined(stands))


def _has_to_move(battle: Battle, unit: Unit) -> bool:
    return orders.Move in battle.now.verbs and moves_now(battle, unit)


def _posts(
    battle: Battle, unit: Unit, fires: FireTable, weights: Weights, count: int, survey: Survey | None
) -> tuple[list[Post], Stand] | None:
    """The best places of a unit, no two of them alike, and the best one against every enemy."""
    around = situation(battle, unit, fires, stakes(battle, unit.side) if weights.purpose else {})
    seen = prospects(battle, unit, around, fires, weights, survey=survey)
    if seen is None:
        return None
    where, outlook, _ = seen
    rows: list[int] = []
    at = [(x, y) for x, y in where.stand.bodies[:, :2].tolist()]

    def take(row: int, apart: float = APART) -> None:
        for other in rows:
            if where.modes[row] == where.modes[other] and battle.table.closer(at[row], at[other], apart):
                return
        rows.append(row)

    merit = outlook.score - outlook.dealt + weights.taken * outlook.taken
    best = np.argsort(-np.round(outlook.score, 9), kind="stable").tolist()
    for row in best[: 4 * count]:
        if len(rows) == count // 2:
            break
        take(row)
    for row in best:  # the best of every corner it can get to: what is good there may change
        if len(rows) == count:
            break
        take(row, ASUNDER)
    for column in range(outlook.gains.shape[1]):
        if len(rows) < count + 3:
            take(int(np.argmax(np.round(outlook.gains[:, column] - 0.5 * outlook.taken, 9))))
    posts = []
    for row in rows:
        command = command_at(battle, unit, seen, row, around)
        posts.append(_post(unit, command, where.modes[row], float(merit[row]), idle=False))
    stands = [where.stand.only(rows)]
    others = list(charges(battle, unit, seen))
    if out_of_it(outlook) or (weights.purpose and errand_of(battle, unit) is not None):
        others += options(battle, unit, fires, weights, ERRANDS, survey=survey)
    for option in others:
        command = option.command
        idle = command.mode == "sprint" or any((command.board, command.charge, command.dfa))
        strike = option.dealt if command.charge or command.dfa else 0.0
        posts.append(_post(unit, command, command.mode, option.merit(weights), strike, idle=idle))
        stands.append(_stand_at(stand_of(battle, [unit]), command.path[-1] if command.path else unit.at))
    return posts, _joined(stands)


def _post(unit: Unit, command: orders.Move, mode: str, merit: float, strike: float = 0.0, *, idle: bool) -> Post:
    facing = unit.facing if command.facing is None else command.facing
    return Post(unit.id, command, mode, facing, merit, strike, idle)


def _stand_at(stand: Stand, at: Point) -> Stand:
    bodies = stand.bodies.copy()
    bodies[:, 0:2] = at
    return stand._replace(bodies=bodies)


def _joined(stands: list[Stand]) -> Stand:
    return Stand(*(np.concatenate(parts) for parts in zip(*stands, strict=True)))


def _merits(camp: Camp) -> Floats:
    return np.array([post.merit + post.strike for post in camp.posts])


def _mechs(camp: Camp) -> list[bool]:
    return [camp.units[number].card.is_mech for number in camp.owner.tolist()]


# -- numbers --------------------------------------------------------------------------------------------------


def _sight(battle: Battle, camp: Camp, others: Camp, budget: Budget) -> Lines | None:
    """Who sees whom from which place, if there is time for it: one unit after the other, because among two dozen
    looking takes longer than all the rest."""
    mechs, seen = _mechs(others), []
    for unit, first, last in zip(camp.units, camp.first.tolist(), camp.last.tolist(), strict=True):
        if budget.out_of_time:
            return None
        seen.append(lines(battle, camp.stand.only(range(first, last)), unit.card.is_mech, others.stand, mechs))
    return Lines(*(np.concatenate(parts) for parts in zip(*seen, strict=True)))


def _hurt(battle: Battle, camp: Camp, others: Camp, sight: Lines, fires: FireTable, bears: Bools) -> Floats:
    """The points every place of one side may expect to mark off every place of the other, where its weapons bear."""
    pairs = [[fires.between(battle, unit, enemy) for enemy in others.units] for unit in camp.units]
    rows, columns = camp.owner[:, None], others.owner[None, :]
    distance, bracket = sight.distance, sight.bracket
    extra = _own_steps(battle, camp, others, fires)[:, None] + _steps_at(battle, others, camp, fires)[None, :]
    terrain = sight.woods + sight.cover_there
    number = _table(pairs, lambda fire: fire.numbers)[rows, columns, bracket] + extra + terrain
    points = _table(pairs, lambda fire: tuple(map(_mean, fire.hits)))[rows, columns, bracket]
    points = points + ((points > 0.0) & _rear(battle, camp, others))
    bears = bears | _table(pairs, lambda fire: (fire.all_round,))[rows, columns, 0].astype(np.bool_)
    hurt: Floats = np.where(bears & sight.open & (distance > CONTACT), _chance(number) * points, 0.0)
    if any(fire.blow_hits for line in pairs for fire in line):
        close = bears & (distance <= _table(pairs, lambda fire: (fire.blow_reach,))[rows, columns, 0])
        strike = _chance(_table(pairs, lambda fire: (fire.blow,))[rows, columns, 0] + extra + terrain)
        blow = strike * _table(pairs, lambda fire: (_mean(fire.blow_hits),))[rows, columns, 0]
        hurt = np.where(close, np.maximum(hurt, blow), hurt)
    if any(hits for line in pairs for fire in line for hits in fire.indirect_hits):
        lobbed = _chance(_table(pairs, lambda fire: fire.indirect)[rows, columns, bracket] + extra)
        lobbed = lobbed * _table(pairs, lambda fire: tuple(map(_mean, fire.indirect_hits)))[rows, columns, bracket]
        spotted: Bools = np.any(sight.open[camp.first], axis=0, keepdims=True)
        hurt = np.where(bears & spotted, np.maximum(hurt, lobbed), hurt)
    idle = np.array([post.idle for post in camp.posts])
    return np.where(idle[:, None], 0.0, hurt)


def _table(pairs: list[list[Fire]], ask: Callable[[Fire], tuple[float, ...]]) -> Floats:
    return np.array([[ask(fire) for fire in line] for line in pairs])


def _mean(hits: Chances) -> float:
    return sum(points * chance for points, chance in hits)


def _chance(number: Floats) -> Floats:
    found: Floats = CHANCE[np.clip(number, 0, 13).astype(np.int64)]
    return found


def _own_steps(battle: Battle, camp: Camp, others: Camp, fires: FireTable) -> Ints:
    steps = [fires.mode_modifiers(battle, unit, others.units[0]).own for unit in camp.units]
    return np.array(
        [steps[number].get(post.mode, 0) for number, post in zip(camp.owner.tolist(), camp.posts, strict=True)]
    )


def _steps_at(battle: Battle, camp: Camp, others: Camp, fires: FireTable) -> Ints:
    steps = [fires.mode_modifiers(battle, unit, others.units[0]).at for unit in camp.units]
    return np.array(
        [steps[number].get(post.mode, 0) for number, post in zip(camp.owner.tolist(), camp.posts, strict=True)]
    )


def _facings(camp: Camp) -> list[float]:
    return [post.facing for post in camp.posts]


def _bears(battle: Battle, camp: Camp, others: Camp) -> Bools:
    """Which places of the others lie in the firing arc, from every place."""
    half = [firing_arc(battle, unit).width / 2 for unit in camp.units]
    widths = [half[number] for number in camp.owner.tolist()]
    return battle.table.in_arcs(others.stand.bodies, camp.stand.bodies, _facings(camp), widths).T


def _to_come(camp: Camp) -> Bools:
    """The places of units that have still to move, as a column."""
    return np.array([[post.command is not None] for post in camp.posts])


def _rear(battle: Battle, camp: Camp, others: Camp) -> Bools:
    """From which places one stands behind which of the others."""
    return battle.table.rears(camp.stand.bodies, others.stand.bodies, _facings(others))


def _roll(battle: Battle, camp: Camp) -> Roll:
    found = [prize(battle, unit) for unit in camp.units]
    return np.array([(one.left, one.whole, one.worth) for one in found], dtype=np.float64).reshape(-1, 3)


# -- whose turn it is -----------------------------------------------------------------------------------------


def _steps(battle: Battle, side: str, ours: Camp, theirs: Camp) -> list[int]:
    """Whose step it is from now on, one entry for each unit that has to move; the first is the player's own."""
    enemy = battle.opponent(side)
    camps, number = {side: ours, enemy: theirs}, {side: 0, enemy: 1}
    left = {name: sum(_has_to_move(battle, unit) for unit in camp.units) for name, camp in camps.items()}
    steps: list[int] = []
    quota = [(name, count) for name, count in battle.state.quota if count > 0]
    first = battle.state.first or side
    if left[side] and (not quota or quota[0][0] != side):  # a group that has begun to move, and moves on
        quota.insert(0, (side, 1))
    while any(left.values()):
        if not quota:
            quota = _pair(battle, first, left)
        name, count = quota.pop(0)
        for _ in range(min(count, left[name])):
            steps.append(number[name])
            left[name] -= 1
    return steps


def _pair(battle: Battle, first: str, left: dict[str, int]) -> list[tuple[str, int]]:
    names = (first, battle.opponent(first))
    if not all(left.values()):
        return [(name, left[name]) for name in names if left[name]]
    fewer, more = min(left.values()), max(left.values())
    return [(name, share(battle, fewer, more) if left[name] > fewer else 1) for name in names]


def _order(battle: Battle, camp: Camp, weights: Weights) -> tuple[int, ...]:
    """The numbers of the units that have to move, in the order in which the tactical player would move them."""
    waiting = [unit for unit in camp.units if _has_to_move(battle, unit)]
    order = []
    while waiting:
        unit = next_unit(battle, waiting, weights)
        waiting.remove(unit)
        order.append(camp.units.index(unit))
    return tuple(order)
