"""How good a place is: what the unit would do from there in the coming exchange, and what would be done to it.

Everything is worked out for all places of a unit at once. Enemies that have moved stand where they stand; one that has
its move still to make is feared wherever it could come from, and hoped for only by halves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lancemate.alphastrike.asking.odds import TWO_DICE
from lancemate.alphastrike.play.setup import BUILT_UP
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.play.stats import current_move
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.bots.alphastrike.tactics.indoors import indoors
from lancemate.bots.alphastrike.tactics.lines import Lines, Stand, brackets, lines, stand_of
from lancemate.bots.alphastrike.tactics.played import played
from lancemate.bots.alphastrike.tactics.survey import Against
from lancemate.bots.alphastrike.tactics.worth import END, Prize, prize
from lancemate.field.bodies import CONTACT
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.fire import Fire
    from lancemate.bots.alphastrike.tactics.places import Places
    from lancemate.bots.alphastrike.tactics.survey import Survey
    from lancemate.bots.alphastrike.tactics.worth import Chances
    from lancemate.field.layout import Bools, Floats, Ints

# The chance to reach a target number with two dice, by the number.
CHANCE: Final = np.array(
    [1.0 if n <= 2 else float(sum(p for faces, p in TWO_DICE if sum(faces) >= n)) for n in range(14)]
)
CHANCES: Final[list[float]] = CHANCE.tolist()
BEHIND: Final = 0.75  # square of the cosine of 30 degrees: the rear is a sixth of all directions
NOTHING: Final[Mapping[str, float]] = {}
MOST_ENEMIES: Final = 12  # looked at closely; those farther off are left out
MOST_FRIENDS: Final = 24  # who else might be shot at: the same


@frozen
class Weights:
    """What counts how much. Dealt damage counts 1; everything else is measured against it."""

    taken: float = 0.9
    second: float = 0.15  # a second target in reach, for when the first has gone
    hope: float = 0.85  # a target in sight that may still move away
    luck: float = 0.3  # a target out of sight that may still move into it
    fear: float = 0.6  # an enemy out of sight that may still move into it
    stride: float = 0.75  # how much of its Move an enemy is expected to use to come closer
    approach: float = 0.012  # of the unit's worth, for every 12 inches nearer
    ideal: float = 10.0  # inches from the nearest enemy at which nearer is no longer better
    shelter: float = 0.004  # of the unit's worth, for woods under its feet
    purpose: float = 1.0  # what the scenario is about; 0 for one who is blind to it


DEFAULT: Final = Weights()


class Situation(NamedTuple):
    """What all places of a decision have in common: the enemies that matter and who else they could shoot at."""

    enemies: tuple[Unit, ...]
    stand: Stand
    prizes: tuple[Prize, ...]
    threats: Floats  # for every enemy, the sum of squares of what it could do to the unit's friends
    seen: tuple[bool, ...]  # by one of the unit's friends


class Outlook(NamedTuple):
    """For every place: the score and what it is made of."""

    score: Floats
    dealt: Floats
    taken: Floats
    target: Ints  # number of the enemy it would shoot at, -1 for none
    gains: Floats  # by place and enemy
    losses: Floats  # by place and enemy
    purpose: Floats  # what of the score is for the scenario's sake


def situation(battle: Battle, unit: Unit, fires: FireTable, stakes: Mapping[str, float] = NOTHING) -> Situation:
    """Who matters to a unit that is about to move; ``stakes`` says who counts more than usual."""
    enemies = tuple(_nearest(battle, unit, battle.on_table(battle.opponent(unit.side)), MOST_ENEMIES))
    prizes = tuple(prize(battle, enemy).times(stakes.get(enemy.id, 1.0)) for enemy in enemies)
    others = (one for one in battle.on_table(unit.side) if one.id != unit.id and not (one.notes and hidden.of(one)))
    friends = _nearest(battle, unit, others, MOST_FRIENDS)
    there = stand_of(battle, enemies)
    threats = np.zeros(len(enemies))
    seen = [False] * len(enemies)
    if friends and enemies:
        between = lines(battle, stand_of(battle, friends), False, there, [enemy.card.is_mech for enemy in enemies])
        states = [fires.state(battle, enemy) for enemy in enemies]
        for row, friend in enumerate(friends):
            loot, state = prize(battle, friend), fires.state(battle, friend)
            brackets_, woods = between.bracket[row].tolist(), between.woods[row].tolist()
            for column in np.flatnonzero(between.open[row]).tolist():
                seen[column] = True
                fire = fires.known(battle, enemies[column], friend, (states[column], state))
                bracket = brackets_[column]
                number = fire.numbers[bracket] + woods[column]
                harm = CHANCES[min(13, max(0, number))] * loot.mean_loss(fire.hits[bracket])
                threats[column] += harm * harm
    return Situation(enemies, there, prizes, threats, tuple(seen))


def _nearest(battle: Battle, unit: Unit, others: Iterable[Unit], most: int) -> list[Unit]:
    """Those of some units that will be there next turn; of very many only the nearest."""
    found = [one for one in others if one.doomed is None]
    if len(found) > most:
        found.sort(key=lambda one: battle.table.distance(one.at, unit.at))
        del found[most:]
    return found


def judge(
    battle: Battle,
    unit: Unit,
    where: Places,
    around: Situation,
    fires: FireTable,
    weights: Weights = DEFAULT,
    survey: Survey | None = None,
) -> Outlook:
    """Score every place of a unit. A ``survey`` must know the places as its own."""
    rows, own = len(where), prize(battle, unit)
    enemies = around.enemies
    if not enemies:
        nothing = np.zeros(rows)
        nobody = np.zeros((rows, 0))
        return Outlook(nothing, nothing, nothing, np.full(rows, -1), nobody, nobody, nothing)
    known = [
        None if survey is None else survey.recall(where, enemy, seen)
        for enemy, seen in zip(enemies, around.seen, strict=True)
    ]
    new = [column for column, one in enumerate(known) if one is None]
    for column, one in zip(new, _against(battle, unit, where, around, new, fires, weights), strict=True):
        known[column] = one
        if survey is not None:
            survey.keep(where, enemies[column], around.seen[column], one)
    every = [one for one in known if one is not None]
    gains = np.stack([one.gain for one in every], axis=1)
    losses = np.stack([one.loss for one in every], axis=1)
    points = np.zeros(rows)
    for one, threat in zip(every, around.threats.tolist(), strict=True):
        # An enemy shoots at what it likes best: the better its other targets, the less this unit has to fear.
        share = one.loss * one.loss / (one.loss * one.loss + threat + 1e-9)
        points += share * one.chance * one.hurt
    taken = _worn(own, points)
    if BUILT_UP in played(battle):
        taken = taken * (indoors if survey is None else survey.indoors)(battle, unit, where)
    best = gains.argmax(axis=1)
    dealt = gains[np.arange(rows), best]
    if len(enemies) > 1:
        second = np.partition(gains, -2, axis=1)[:, -2]
        dealt = dealt + weights.second * second
    near = np.min([one.distance for one in every], axis=0)
    score = dealt - weights.taken * taken
    score -= weights.approach * own.worth * np.maximum(0.0, near - weights.ideal) / 12.0
    score += weights.shelter * own.worth * where.stand.wooded
    target = np.where(gains[np.arange(rows), best] > 0, best, -1)
    return Outlook(score, dealt, taken, target, gains, losses, np.zeros(rows))


def _against(
    battle: Battle,
    unit: Unit,
    where: Places,
    around: Situation,
    columns: Sequence[int],
    fires: FireTable,
    weights: Weights,
) -> Iterator[Against]:
    """What is to be expected of some of the enemies, by their number, at every place."""
    if not columns:
        return
    own, there = prize(battle, unit), around.stand.only(columns)
    enemies = [around.enemies[column] for column in columns]
    sight = lines(battle, where.stand, unit.card.is_mech, there, [enemy.card.is_mech for enemy in enemies])
    steps = fires.mode_modifiers(battle, unit, around.enemies[0])
    own_steps = np.array([steps.own.get(mode, 0) for mode in where.modes])
    steps_at = np.array([steps.at.get(mode, 0) for mode in where.modes])
    idle = np.array([mode == "sprint" for mode in where.modes])
    state = fires.state(battle, unit)
    for row, (column, enemy) in enumerate(zip(columns, enemies, strict=True)):
        moved, its_state = enemy.moved != "none", fires.state(battle, enemy)
        theirs = fires.mode_modifiers(battle, enemy, unit)
        add = theirs.at.get(enemy.moved, 0) if moved else 0
        gain = _gain(
            fires.known(battle, unit, enemy, (state, its_state)),
            around.prizes[column],
            sight,
            row,
            own_steps + add,
            _behind(battle, where.stand, enemy) if moved else None,
            around.seen[column],
            moved,
            weights,
        )
        back = fires.known(battle, enemy, unit, (its_state, state))
        extra = steps_at + (theirs.own.get(enemy.moved, 0) if moved else 0)
        chance, loss, hurt = _harm(battle, back, own, sight, row, extra, where.stand, enemy, moved, weights)
        yield Against(np.where(idle, 0.0, gain), chance, loss, hurt, sight.distance[:, row])


def _losses(loot: Prize, hits: Sequence[Chances]) -> Floats:
    return np.array([loot.mean_loss(chances) for chances in hits])


def _means(hits: Sequence[Chances]) -> Floats:
    return np.array([sum(points * chance for points, chance in chances) for chances in hits])


def _chances(numbers: Ints) -> Floats:
    found: Floats = CHANCE[np.clip(numbers, 0, 13)]
    return found


def _gain(
    fire: Fire,
    loot: Prize,
    sight: Lines,
    column: int,
    extra: Ints,
    behind: Bools | None,
    seen: bool,
    moved: bool,
    weights: Weights,
) -> Floats:
    """What a unit may expect to take from one enemy, from every place."""
    bracket = sight.bracket[:, column]
    distance = sight.distance[:, column]
    terrain = sight.woods[:, column] + sight.cover_there[:, column]
    chance = _chances(np.array(fire.numbers)[bracket] + extra + terrain)
    worth = _losses(loot, fire.hits)[bracket]
    if behind is not None:
        worth = np.where(behind, _losses(loot, fire.from_behind)[bracket], worth)
    shot = np.where(distance > CONTACT, chance * worth, 0.0)
    open_ = sight.open[:, column]
    gain = np.where(open_, 1.0 if moved else weights.hope, 0.0 if moved else weights.luck) * shot
    if fire.blow_hits:
        chance = _chances(fire.blow + extra + terrain)
        blow = np.where(distance <= fire.blow_reach, chance * loot.mean_loss(fire.blow_hits), 0.0)
        gain = np.maximum(gain, blow if moved else 0.5 * blow)
    if seen and any(fire.indirect_hits):
        lobbed = _chances(np.array(fire.indirect)[bracket] + extra) * _losses(loot, fire.indirect_hits)[bracket]
        gain = np.maximum(gain, lobbed if moved else weights.hope * lobbed)
    return gain


def _harm(
    battle: Battle,
    fire: Fire,
    own: Prize,
    sight: Lines,
    column: int,
    extra: Ints,
    here: Stand,
    enemy: Unit,
    moved: bool,
    weights: Weights,
) -> tuple[Floats, Floats, Floats]:
    """The chance that one enemy hits the unit at every place, what that would cost, and the points of a hit."""
    distance = sight.distance[:, column]
    if moved:
        bracket = sight.bracket[:, column]
        terrain = sight.woods[:, column] + sight.cover_here[:, column]
        bears = sight.open[:, column] & (distance > CONTACT)
        if not fire.all_round:
            bears = bears & _ahead(battle, here, enemy)
        reached = np.where(bears, 1.0, 0.0)
    else:
        stride = weights.stride * current_move(battle, enemy, "ground")
        bracket = brackets(np.maximum(0.0, distance - stride))
        terrain = here.wooded.astype(np.int64)
        reached = np.where(sight.open[:, column], 1.0, weights.fear)
    chance = _chances(np.array(fire.numbers)[bracket] + extra + terrain) * reached
    hurt = _means(fire.hits)[bracket]
    loss = chance * _losses(own, fire.hits)[bracket]
    if fire.blow_hits and moved:
        close = distance <= fire.blow_reach
        strike = _chances(fire.blow + extra + terrain)
        harder = close & (strike * own.mean_loss(fire.blow_hits) > loss)
        chance = np.where(harder, strike, chance)
        hurt = np.where(harder, sum(points * share for points, share in fire.blow_hits), hurt)
        loss = np.where(harder, strike * own.mean_loss(fire.blow_hits), loss)
    return chance, loss, hurt


def _worn(own: Prize, points: Floats) -> Floats:
    """What so many points, on average and from all enemies together, take from a unit."""
    left = max(1, own.left)
    share = np.minimum(1.0, points / left)
    root = np.sqrt(left / own.whole)
    worn: Floats = own.worth * (root - np.sqrt(np.maximum(0.0, left - points) / own.whole) + END * share * share)
    return worn


def _behind(battle: Battle, here: Stand, enemy: Unit) -> Bools:
    """Which places lie behind an enemy."""
    return battle.table.rears(here.bodies, np.array([enemy.at]), (enemy.facing,))[:, 0]


def _ahead(battle: Battle, here: Stand, enemy: Unit) -> Bools:
    """Which places lie in front of the line through an enemy's base."""
    return battle.table.fronts(here.bodies, np.array([enemy.at]), (enemy.facing,))[:, 0]
