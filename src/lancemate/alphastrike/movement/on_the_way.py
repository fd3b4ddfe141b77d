"""What happens on the way of a move (pp. 56, 59-60): a unit goes as far as the first thing that holds it.

A rule that has something to roll for somewhere along a path answers the hook ``on_the_way`` (movement) with trials.
They are taken in the order of the places they belong to; what comes of one that does not go well is seen to where it
happens, and the unit stands there or, if it is not held, goes on. Previews take none of them. It knows no terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.allowance import to_spend
from lancemate.alphastrike.movement.context import LEVEL, SLACK, Movement, Stretch
from lancemate.alphastrike.movement.cost import price
from lancemate.alphastrike.movement.modes import mode_used
from lancemate.alphastrike.play.state import RESERVE
from lancemate.alphastrike.play.stats import is_immobile

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.space import Space
    from lancemate.field.terrain import Feature
    from lancemate.kernel.agenda import Decision

NERVES, AMBUSH, MINES, BOG, BREAK = range(5)  # the order at one place
HALVINGS: Final = 22  # of a path, until a place on it is found exactly enough
STEP: Final = 2.0  # inches inside after which a check is made again
NUDGE: Final = 1e-4  # inches that rounding may have put a point outside of what it lies in


class Trouble(NamedTuple):
    """A trial that did not go well: what happens to the unit once it is there, and whether that ends its move.

    With ``until`` it goes on, but no farther than so many inches along its path. One that ``pauses`` asks somebody
    something: the move goes on when that is settled. A ``question`` is about the dice of the trial itself.
    """

    then: Callable[[Movement], None]
    stops: bool = True
    until: float | None = None
    pauses: bool = False
    question: Decision | None = None
    roll: tuple[int, ...] = ()


class Trial(NamedTuple):
    """Something that is rolled for, or happens, so many inches along a path, ``inside`` of some terrain."""

    along: float
    order: int
    take: Callable[[Movement], Trouble | None]
    inside: Feature | None = None
    answered: Callable[[Movement, tuple[int, ...], str], Trouble | None] | None = None  # after its question


class Bookmark(NamedTuple):
    """Where in its trials a move has paused: at which of those at one place, how far it had got, how far it can get."""

    along: float
    order: int
    number: int
    gone: float
    most: float | None = None


class Leg(NamedTuple):
    """A part of a move: how far it gets, where it begins, what happens at its end, where it goes on."""

    move: Movement
    since: float
    trouble: Trouble | None = None
    bookmark: Bookmark | None = None


class Passage(NamedTuple):
    """A part of the path that leads through one kind of terrain without a break."""

    feature: Feature  # the piece it begins in
    start: float
    end: float


# -- taking them ----------------------------------------------------------------------------------------------


def trials(m: Movement) -> list[Trial]:
    """All that is to be rolled for on the way, in order."""
    found = [trial for hook in m.battle.hooks[hooks.on_the_way] for trial in hook(m)]
    return sorted(found, key=_place) if len(found) > 1 else found


def _place(trial: Trial) -> tuple[float, int]:
    return round(trial.along, 6), trial.order


def is_held(m: Movement) -> bool:
    """Whether a unit does not get away from where it is, or not yet: who holds it sees to its move."""
    return any(hook(m) for hook in m.battle.hooks[hooks.held])


def legs_of(m: Movement) -> Iterator[Leg]:
    """The move in as many parts as it is made in."""
    return _legs(m, trials(m), 0.0, None)


def legs_left(
    m: Movement, known: list[Trial], mark: Bookmark, roll: tuple[int, ...] = (), choice: str = ""
) -> Iterator[Leg]:
    """The parts of a move that had paused: what came before the bookmark is done, and its question is answered."""
    left = _from(known, mark)
    answered = left[0].answered if left and roll else None
    if answered is not None:
        left[0] = left[0]._replace(take=lambda m: answered(m, roll, choice))
    return _legs(m, left, mark.gone, mark)


def _from(known: list[Trial], mark: Bookmark) -> list[Trial]:
    here = (mark.along, mark.order)
    at_the_place = [trial for trial in known if _place(trial) == here]
    return at_the_place[mark.number :] + [trial for trial in known if _place(trial) > here]


def _legs(m: Movement, left: list[Trial], done: float, mark: Bookmark | None) -> Iterator[Leg]:
    most = m.inches
    slowed: Trouble | None = None
    if mark is not None and mark.most is not None:
        most, slowed = mark.most, Trouble(lambda here: None, until=mark.most)
    for number, trial in enumerate(left):
        if trial.along > most + LEVEL:
            break
        trouble = trial.take(m)
        if trouble is None:
            continue
        if trouble.until is not None:
            most, slowed = min(most, trouble.until), trouble
            continue
        whole = trial.along >= m.inches - LEVEL
        here = m if whole else cut_short(m, trial.along, trial.inside)
        if trouble.pauses:
            yield Leg(here, done, trouble, _mark(left, number, mark, here.inches, most if slowed else None))
            return
        had = to_spend(m.battle, m.unit, m.way, m.mode)
        yield Leg(here, done, trouble)
        if trouble.stops or whole or not can_go_on(m.battle, m.unit):
            return
        done = trial.along
        reach = reach_left(m, done, had)
        if reach is not None:
            most, slowed = min(most, reach), Trouble(lambda here: None, until=reach)
    yield Leg(m, done) if slowed is None else Leg(cut_short(m, most), done, slowed)


def _mark(left: list[Trial], number: int, last: Bookmark | None, gone: float, most: float | None) -> Bookmark:
    place = _place(left[number])
    before = sum(_place(trial) == place for trial in left[:number])
    if last is not None and (last.along, last.order) == place:
        before += last.number
    return Bookmark(*place, before, gone, most)


def can_go_on(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is able to move after what has happened to it."""
    return unit.on_table and not unit.doomed and not is_immobile(battle, unit)


def cut_short(m: Movement, along: float, inside: Feature | None = None) -> Movement:
    """The same move, as far as that many inches: nothing that was to follow comes about."""
    table = m.battle.table
    nudge = table.scale if table.kind == "hex" else NUDGE  # whoever crosses the side of a hex is in the next one
    if inside is None and table.kind != "hex":
        along = _before_the_next_rise(m, along)
    points = _cut(table, m.points, along)
    end = table.snap(points[-1])
    for _ in range(3):
        if inside is None or inside.id not in table.by_id or inside in table.features_at(*end):
            break
        along = min(m.inches, along + nudge)
        points = _cut(table, m.points, along)
        end = table.snap(points[-1])
    path = (*points[1:-1], end)
    command = replace(
        m.command,
        path=path,
        elevation=None,
        charge=None,
        dfa=None,
        board=None,
        unload=(),
        hull_down=None,
        antagonize=None,
        strafe=None,
        strafe_too=None,
        bomb=None,
    )
    short = Movement(m.battle, command)
    for name in ("way", "start_level", "facing", "allowance", "allowed", "disembarks", "in_the_open"):
        setattr(short, name, getattr(m, name))
    short.fees = list(m.fees)
    short.go_along((m.points[0], *path))
    short.stretches = tuple(_first(m.stretches, along))
    # On hexes a step changes its level where it begins, and one that was not taken changes nothing.
    reached = short.inches - 2.0 * LEVEL if table.kind == "hex" else along
    short.rises = tuple(rise for rise in m.rises if rise.along <= reached + LEVEL)
    short.end_level = m.start_level + sum(rise.rise for rise in short.rises)
    price(short)
    short.parts = (*short.fees, *short.parts)
    short.cost = sum(part.value for part in short.parts)
    short.recorded = mode_used(short)
    return short


def _before_the_next_rise(m: Movement, along: float) -> float:
    """Rounding takes nobody over the edge of a level that the move has not come to."""
    edges = [rise.along for rise in m.rises if LEVEL < rise.along - along < NUDGE]
    return max(0.0, min(edges) - NUDGE) if edges else along


def reach_left(m: Movement, since: float, had: float) -> float | None:
    """How far a mover still gets, where what has befallen it has taken Move that it was to spend; a jump is made."""
    lost = had - to_spend(m.battle, m.unit, m.way, m.mode)
    if lost <= LEVEL or m.way == "jump":
        return None
    m.allowance = max(0.0, m.allowance - lost)
    return None if m.cost <= m.allowance + LEVEL else farthest(m, since, m.allowance)


def farthest(m: Movement, since: float, most: float) -> float:
    """How many inches along its path a unit gets with so much Move, but at least as far as it is already."""
    low, high = since, m.inches
    if cut_short(m, low).cost > most:
        return since
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if cut_short(m, middle).cost <= most + LEVEL else (low, middle)
    return low


def _first(stretches: tuple[Stretch, ...], along: float) -> Iterator[Stretch]:
    left = along
    for stretch in stretches:
        if left <= LEVEL:
            return
        yield stretch if stretch.length <= left + LEVEL else stretch._replace(length=left)
        left -= stretch.length


def _cut(table: Space, points: tuple[Point, ...], along: float) -> tuple[Point, ...]:
    """The first inches of a path."""
    kept: list[Point] = [points[0]]
    left = along
    for leg in pairwise(points):
        length = table.length(leg)
        if length >= left:
            kept.append(table.part_way(*leg, left))
            break
        kept.append(leg[1])
        left -= length
    return tuple(kept)


def part_of(m: Movement, start: float, end: float) -> tuple[Point, ...]:
    """The points of a path from so many inches on to so many."""
    table = m.battle.table
    first = _cut(table, m.points, start)[-1]
    until = _cut(table, m.points, end)
    along = 0.0
    between: list[Point] = []
    for leg in pairwise(until):
        along += table.length(leg)
        if along > start + LEVEL:
            between.append(leg[1])
    return first, *between


def rest_of(m: Movement, since: float) -> tuple[Point, ...]:
    """The points of a path from so many inches on."""
    if since <= LEVEL:
        return m.points[1:]
    along = 0.0
    kept: list[Point] = []
    for leg in pairwise(m.points):
        along += m.battle.table.length(leg)
        if along > since + LEVEL:
            kept.append(leg[1])
    return tuple(kept)


# -- where a path leads through something ---------------------------------------------------------------------


def passages(m: Movement, found: Callable[[Stretch], Feature | None]) -> list[Passage]:
    """The parts of the path on which there is something, each as long as it is of one kind."""
    made: list[Passage] = []
    along = 0.0
    for stretch in m.stretches:
        feature = found(stretch)
        end = along + stretch.length
        if feature is not None:
            last = made[-1] if made else None
            if last is not None and last.feature.kind == feature.kind and abs(last.end - along) <= LEVEL:
                made[-1] = last._replace(end=end)
            else:
                made.append(Passage(feature, along, end))
        along = end
    return made


def comes_into(m: Movement, at: Point, radius: float) -> Iterator[tuple[float, Point]]:
    """How far along its path, and where, the middle of a base comes into a circle, as often as it does.

    Who steps off its transport, or comes onto the table, in it and goes on has come into it there.
    """
    table = m.battle.table
    if not m.travels:
        return
    inside = table.closer(m.points[0], at, radius - SLACK)
    if inside and (m.disembarks is not None or m.start_place == RESERVE):
        yield 0.0, m.points[0]
    done = 0.0
    for leg in pairwise(m.points):
        ends_inside = table.closer(leg[1], at, radius - SLACK)
        crossings = [] if inside else table.points_at(*leg, at, radius)
        if len(crossings) > 1 or (crossings and ends_inside):
            edge = min(crossings, key=lambda point: table.distance(leg[0], point))
            yield done + table.distance(leg[0], edge), edge
        inside = ends_inside
        done += table.length(leg)


def full_steps(passage: Passage) -> Iterator[float]:
    """Where on a path every full two inches inside are done."""
    inside = passage.end - passage.start
    for number in range(1, int((inside + LEVEL) / STEP) + 1):
        yield passage.start + number * STEP
