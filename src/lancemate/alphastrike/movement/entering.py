"""Coming to a place: one moment for every way to come there, which rules answer by the hook ``entered``.

``put`` tells an event that sets a unit somewhere and has the rules answer; ``came`` is for ways that are told step by
step, when they are over. A way is a value with traits: rules ask for those, never for its name. What lies along a path
on the ground is asked by the trials of on_the_way.py, whoever makes that path; here is asked what it comes to in the
end. Must not know a terrain, a mine or who lies in wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.level import follow
from lancemate.alphastrike.movement.on_the_way import BREAK, MINES, Trial, Trouble, trials
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.state import TABLE, copy_unit
from lancemate.kernel.errors import Refused
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lancemate.alphastrike.play.battle import Battle, BattleEvent
    from lancemate.alphastrike.play.events.placing import Placing
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point


@frozen
class Way:
    """A way to come to a place."""

    name: str
    walks: bool = False  # by its own move along the ground, of which every step was asked about
    moves: bool = False  # it is movement, its own or its carrier's: whoever lies in wait may strike
    along: bool = False  # it is shifted on the ground: what it stood in before it does not come into
    drops: bool = False  # it comes down hard, like one that jumps
    falls: bool = False  # it comes down where it was, because what bore it does not any more
    adrift: bool = False  # water carries it: it is too much for nothing
    through: bool = False  # and it was itself too much for that
    lands: bool = False  # it comes down out of the air under its own power
    from_transport: bool = False  # it was dropped out of the sky
    begins: bool = False  # it is there before anything has happened
    aloft: bool = False  # it is over the table, and at no place on it

    def __post_init__(self) -> None:
        hooks.arrivals.add(self.name, self)


WALKED: Final = Way("walked", walks=True, moves=True)
JUMPED: Final = Way("jumped", walks=True, moves=True, drops=True)
FLOWN: Final = Way("flown", walks=True, moves=True)
LANDED: Final = Way("landed", moves=True, lands=True)
ALOFT: Final = Way("aloft", moves=True, aloft=True)
DROPPED: Final = Way("dropped", moves=True, drops=True, from_transport=True)
STEPPED_OFF: Final = Way("stepped off", moves=True)
SPILLED: Final = Way("spilled")
CLIMBED_OUT: Final = Way("climbed out")
ARRIVED: Final = Way("arrived", moves=True)
APPEARED: Final = Way("appeared")
DEPLOYED: Final = Way("deployed", begins=True)
PUT_BESIDE: Final = Way("put beside", along=True)
SLID: Final = Way("slid", moves=True, along=True)
TOWED: Final = Way("towed", moves=True, along=True)
SWEPT: Final = Way("swept", along=True, adrift=True)
FELL: Final = Way("fell", falls=True)
BROKE_THROUGH: Final = Way("broke through", falls=True, through=True)
THROWN: Final = Way("thrown", drops=True)
SET_DOWN: Final = Way("set down", moves=True)
CHANGED: Final = Way("changed form", moves=True, lands=True)

OWN: Final = {"jump": JUMPED, "fly": FLOWN, "skim": FLOWN}


class Spot(NamedTuple):
    """Where a unit was."""

    x: float
    y: float
    level: float


class Entered:
    """Who is now where it is, in what way, and where it was.

    With a ``move`` all that lies along its path has been asked, its end included.
    """

    __slots__ = ("_before", "move", "unit", "way")

    def __init__(self, unit: Unit, way: Way, before: Spot | None = None, move: Movement | None = None) -> None:
        self.unit, self.way, self._before, self.move = unit, way, before, move

    @property
    def before(self) -> Spot | None:
        """Where it was; None where that was nowhere on the table."""
        m = self.move
        if self._before is not None or m is None or not m.points or m.start_place != TABLE:
            return self._before
        return Spot(*m.points[0], m.start_level)

    def as_it_was(self) -> Unit | None:
        """The unit where it stood, if it was shifted from there on the ground."""
        before = self.before
        if before is None or not self.way.along:
            return None
        there = copy_unit(self.unit)
        (there.x, there.y), there.elevation = before[:2], before.level
        return there

    @property
    def has_moved(self) -> bool:
        """It is not where it was."""
        return self.before != whereabouts(self.unit)


def whereabouts(unit: Unit) -> Spot | None:
    return Spot(unit.x, unit.y, unit.elevation) if unit.place == TABLE else None


def way_made(m: Movement) -> Way:
    """How a unit has come to where its own move ends."""
    if m.crash is not None:
        return FELL
    if m.landing is not None:
        return LANDED
    if m.disembarks is not None and not m.travels:
        return STEPPED_OFF
    return OWN.get(m.way, WALKED)


def put(battle: Battle, event: Placing, way: Way, whom: str | None = None) -> None:
    """Tell that a unit is somewhere else, and let rules answer; ``whom`` where that is not whose event it is."""
    unit = battle.units[event.unit if whom is None else whom]
    came(battle, unit, way, step_to(battle, event, unit))


def step_to(battle: Battle, event: Placing, unit: Unit | None = None) -> Spot | None:
    """Tell it, as one step of a way that is not over yet: where the unit was before."""
    before = whereabouts(battle.units[event.unit] if unit is None else unit)
    told: BattleEvent = event  # type: ignore[assignment]  # every one of them is an event of a battle
    battle.emit(told)
    return before


def entered_by(m: Movement) -> Entered:
    """What its own move has come to, when that is over; all that lies on its way was asked there."""
    way = way_made(m)
    return Entered(m.unit, way, None, None if way is STEPPED_OFF else m)


def came(battle: Battle, unit: Unit, way: Way, before: Spot | None = None, move: Movement | None = None) -> None:
    """A unit has come to where it is, and stays there: hook ``entered``."""
    answers = battle.hooks[hooks.entered]
    if not answers or way.aloft:
        return
    here = Entered(unit, way, before, move)
    for answer in answers:
        if unit.place != TABLE:
            return
        answer(battle, here)


# -- along a path that is not of its own choice ---------------------------------------------------------------


def led_along(battle: Battle, unit: Unit, path: tuple[Point, ...], level: float) -> Movement:
    """What leads a unit over the ground against its will, as a move of which every step may be asked about."""
    m = Movement(battle, orders.Move(unit.id, path[1:]))
    m.way, m.start_level, m.airborne = resting_way(battle, unit), level, False
    m.go_along(battle.table.ways(path))
    m.path = battle.table.trace(path)
    try:
        follow(m)
    except Refused:
        m.stretches = ()  # no way on the ground: it is at its end at once
    return m


def met_by(m: Movement) -> Iterator[tuple[float, Trial]]:
    """What the ground does along such a path, and where: mines, and whatever gives way."""
    for trial in trials(m) if m.battle.hooks[hooks.on_the_way] else ():
        if trial.order in (MINES, BREAK):
            yield trial.along, trial


def take(m: Movement, trial: Trial) -> Trouble | None:
    """Take one of them where the unit is; what comes of it happens there."""
    trouble = trial.take(m)
    if trouble is not None:
        trouble.then(m)
    return trouble


def led_to(battle: Battle, unit: Unit, way: Way, path: tuple[Point, ...], before: Spot | None) -> None:
    """A unit has been led along a path from where it was to where it is: it meets what lies there."""
    if before is None or (not battle.hooks[hooks.entered] and not battle.hooks[hooks.on_the_way]):
        return
    m = led_along(battle, unit, ((before.x, before.y), *path), before.level)
    for _, trial in met_by(m):
        trouble = take(m, trial) if trial.order == MINES or not way.adrift else None
        if not unit.on_table or (trouble is not None and trouble.stops):
            break
    came(battle, unit, way, before, m)
