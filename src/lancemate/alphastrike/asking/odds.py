"""Exact chances: play something on copies of a battle in every way the dice can fall, and add up.

What leads to a hit is played from its beginning for every throw (``branches``); there is little of it. What a hit leads
to goes on step by step (steps.py): ``Aftermath`` takes each step once from each position it can be taken from, and
counts ways that have come to the same position together from there on. Every way is followed to its end, so the
chances are those of the dice and not an estimate. Nothing here knows a rule; the battle itself is never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import product
from math import comb
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.decisions import do_decide
from lancemate.alphastrike.play.events import CriticalRolled
from lancemate.alphastrike.play.phases import CLOCK, COMBAT
from lancemate.alphastrike.play.state import Unit, copy_unit
from lancemate.alphastrike.play.stats import ENGINE, FIRE_CONTROL
from lancemate.field.maps import Map
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON, canonical
from lancemate.kernel.engine import Meaning, Tally
from lancemate.kernel.journal import Journal
from lancemate.kernel.steps import Step, Steps

S = TypeVar("S", bound="Staged")
Thrown = tuple[int, ...]
Throws = tuple[tuple[Thrown, Fraction], ...]

NO_RESULT: Final = "none"  # of a critical roll


def _two_dice() -> Throws:
    """The sums of two dice, each as one way to throw it with the chance of all of them: only the sum ever counts."""
    ways = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}
    return tuple((faces, Fraction(6 - abs(7 - total), 36)) for total, faces in ways.items())


ONE_DIE: Final = tuple(((face,), Fraction(1, 6)) for face in range(1, 7))
TWO_DICE: Final = _two_dice()


def throws(count: int, meaning: Tally | None = None) -> Throws:
    """Every result of so many dice that a rule could tell apart, with its chance."""
    if meaning is not None:
        good = Fraction(7 - meaning.least, 6)
        return tuple(
            ((6,) * hits + (1,) * (count - hits), comb(count, hits) * good**hits * (1 - good) ** (count - hits))
            for hits in range(count + 1)
        )
    if count == 1:
        return ONE_DIE
    if count == 2:
        return TWO_DICE
    return tuple((faces, Fraction(1, 6**count)) for faces in product(range(1, 7), repeat=count))


# -- copies on which the dice are decided ---------------------------------------------------------------------


TURNING: Final = frozenset({"start_clock", "begin_phase"})  # steps that lead into a phase


class Fork(Exception):
    """The dice decided so far are used up: here the play branches.

    ``meaning`` is all that the play will see in the dice; throws that mean the same need not be told apart.
    """

    def __init__(self, count: int, meaning: Meaning | None) -> None:
        super().__init__(count)
        self.count = count
        self.meaning = meaning

    def throws(self) -> Throws:
        """The throws to tell apart, with their chances."""
        meaning = self.meaning
        if meaning is None or isinstance(meaning, Tally):
            return throws(self.count, meaning)
        alike: dict[Hashable, tuple[Thrown, Fraction]] = {}
        for faces, chance in throws(self.count):
            known = alike.get(what := meaning(faces))
            alike[what] = faces, chance + (known[1] if known is not None else 0)
        return tuple(alike.values())


class Staged(Battle):
    """A copy in its Combat Phase on which the dice fall as decided; nothing waits there for an answer."""

    __slots__ = ("rolls",)

    rolls: Iterator[Thrown]

    def run(self) -> None:
        """Take the steps of the agenda, but none by which the turn goes on: nothing that is asked leads to those."""
        state, tasks = self.state, self.ruleset.tasks
        clock = CLOCK.steps().union(TURNING) if state.agenda else TURNING
        while state.agenda and state.decision is None:
            task = state.agenda[-1]
            state.agenda = state.agenda[:-1]
            if task.name not in clock:
                tasks[task.name](self, **task.data)

    def roll(self, count: int, meaning: Meaning | None = None) -> Thrown:
        thrown = next(self.rolls, None)
        if thrown is None:
            raise Fork(count, meaning)
        return thrown


class Rehearsal(Staged):
    """A copy that puts off what hits lead to: nothing else in an attack depends on it."""

    __slots__ = ("put_off",)

    put_off: list[Step]

    def follow(self, *steps: Step) -> None:
        self.put_off.extend(steps)


def rehearsal(battle: Battle, rolls: tuple[Thrown, ...] = ()) -> Rehearsal:
    twin = _on_stage(battle.copy_to(Rehearsal.blank()), rolls)
    twin.put_off = []
    return twin


def _on_stage(twin: S, rolls: tuple[Thrown, ...] = ()) -> S:
    twin.journal = Journal()
    twin.rolls = iter(rolls)
    twin.state.phase = COMBAT
    twin.state.decision = None
    twin.state.agenda = ()
    return twin


def branches(
    battle: Battle, play: Callable[[Battle], None], first: Throws | None = None
) -> Iterator[tuple[Rehearsal, Fraction]]:
    """Every way a play can go, with its chance. ``first`` are the throws of the first roll, if some need no telling."""
    open_ends: list[tuple[tuple[Thrown, ...], Fraction]] = [((), Fraction(1))]
    while open_ends:
        rolls, chance = open_ends.pop()
        twin = rehearsal(battle, rolls)
        try:
            play(twin)
        except Fork as fork:
            apart = first if first is not None and not rolls else fork.throws()
            open_ends += [((*rolls, faces), chance * share) for faces, share in apart]
        else:
            yield twin, chance


def go_on(battle: Battle) -> None:
    """Take the steps that wait, and answer for whoever is asked on the way."""
    battle.run()
    while battle.state.decision is not None:
        asked = battle.state.decision
        do_decide(battle, orders.Decide(asked.side, usual_answer(asked)))
        battle.run()


def usual_answer(asked: Decision) -> str:
    """The front rather than the rear; a roll stands, so that the chance to hit is that of one roll."""
    if asked.kind in ("reroll", "reroll_control"):
        return asked.choices[-1]
    return "front" if "front" in asked.choices else asked.choices[0]


# -- what hits lead to ----------------------------------------------------------------------------------------

Ways = int | Fraction  # how many of 36


class Scene(NamedTuple):
    """How things stand: units that are not as they were in the beginning, and what of the state is not in units."""

    units: dict[str, Unit]
    conditions: dict[str, Hashable]
    table: Map
    terrain_damage: Mapping[str, int]
    notes: Mapping[str, JSON]


class Change(NamedTuple):
    """One way a step can go: the steps that follow from it, whom it hurt, the scene it leads to."""

    more: tuple[int, ...]
    hurt: int
    scene: int


class Position(NamedTuple):
    """A moment in what hits lead to, in numbers: the steps that wait, who has suffered a critical hit, the scene."""

    waiting: int
    hurt: int
    scene: int


class Effect(NamedTuple):
    """What one unit has suffered."""

    unit: str
    points: int
    critical: bool
    destroyed: bool


NOTHING_WAITS: Final = 0


class Aftermath:
    """All that hits can lead to from one state of a battle, worked out as far as it has been asked for.

    Scenes, steps and rows of waiting steps have numbers, so that positions are quick to compare. What a step can lead
    to depends on the scene alone and is played once for each.
    """

    def __init__(self, battle: Battle) -> None:
        self._start = battle.state
        self._stage = _on_stage(battle.copy_to(Staged.blank()))
        self._bits = {name: 1 << place for place, name in enumerate(battle.units)}
        self._changed: set[str] = set()  # units that are not on the stage as they were in the beginning
        state = battle.state
        self._scenes = [Scene({}, {}, state.table, state.terrain_damage, state.notes)]
        self._scene_numbers: dict[Hashable, int] = {self._key(self._scenes[0]): 0}
        self._steps: list[Step] = []
        self._step_numbers: dict[Hashable, int] = {}
        self._rows: list[tuple[int, int]] = [(NOTHING_WAITS, NOTHING_WAITS)]  # a step, and the row behind it
        self._row_numbers: dict[tuple[int, int], int] = {}
        self._changes: dict[tuple[int, int], tuple[tuple[Change, Ways], ...]] = {}

    def starts_from(self, battle: Battle) -> bool:
        return self._start == battle.state

    def chances(self, steps: Steps) -> dict[tuple[Effect, ...], Fraction]:
        """The chance of everything units may have suffered when all these steps are taken."""
        ended: dict[Position, Fraction] = {}
        level: dict[Position, Ways] = {Position(self._row(self._numbers(steps), NOTHING_WAITS), 0, 0): 1}
        whole = 1  # ways that all positions of a level share
        while level:
            deeper: dict[Position, Ways] = {}
            for position, ways in level.items():
                waiting, hurt, scene = position
                if waiting == NOTHING_WAITS:
                    ended[position] = ended.get(position, Fraction(0)) + Fraction(ways) / whole
                    continue
                step, rest = self._rows[waiting]
                for change, share in self._take_every_way(step, scene):
                    following = Position(self._row(change.more, rest), hurt | change.hurt, change.scene)
                    deeper[following] = deeper.get(following, 0) + ways * share
            level = deeper
            whole *= 36
        chances: dict[tuple[Effect, ...], Fraction] = {}
        for position, chance in ended.items():
            effects = self._suffered(position)
            chances[effects] = chances.get(effects, Fraction(0)) + chance
        return chances

    # -- numbers

    def _numbers(self, steps: Steps) -> tuple[int, ...]:
        """Steps by number; those that differ only in what is told of them have the same."""
        numbers = []
        for step in steps:
            number = self._step_numbers.setdefault(step[:2], len(self._steps))
            if number == len(self._steps):
                self._steps.append(step)
            numbers.append(number)
        return tuple(numbers)

    def _row(self, steps: tuple[int, ...], behind: int) -> int:
        """The row that begins with these steps and goes on as another."""
        for step in reversed(steps):
            row = self._row_numbers.setdefault((step, behind), len(self._rows))
            if row == len(self._rows):
                self._rows.append((step, behind))
            behind = row
        return behind

    def _scene(self, scene: Scene) -> int:
        number = self._scene_numbers.setdefault(self._key(scene), len(self._scenes))
        if number == len(self._scenes):
            self._scenes.append(scene)
        return number

    def _key(self, scene: Scene) -> Hashable:
        start = self._start
        beside: Hashable = None
        if scene[3:] != (start.terrain_damage, start.notes):
            beside = canonical(scene[3:])
        return tuple(sorted(scene.conditions.items(), key=_by_name)), scene.table, beside

    # -- play

    def _take_every_way(self, step: int, scene: int) -> tuple[tuple[Change, Ways], ...]:
        """What a step may change, and in how many of 36 ways."""
        known = self._changes.get((step, scene))
        if known is not None:
            return known
        found: dict[Change, Ways] = {}
        open_ends: list[tuple[tuple[Thrown, ...], Ways]] = [((), 36)]
        while open_ends:
            rolls, ways = open_ends.pop()
            try:
                change = self._take(self._steps[step], self._scenes[scene], rolls)
            except Fork as fork:
                open_ends += [((*rolls, faces), _of(ways, share)) for faces, share in fork.throws()]
            else:
                found[change] = found.get(change, 0) + ways
        # A die that shows nothing is thrown again until it does: the other ways share what it leaves.
        again = found.pop(Change((step,), 0, scene), 0)
        answer = tuple(found.items())
        if again:
            answer = tuple((change, Fraction(ways * 36) / (36 - again)) for change, ways in answer)
        self._changes[step, scene] = answer
        return answer

    def _take(self, step: Step, scene: Scene, rolls: tuple[Thrown, ...]) -> Change:
        """Take a step with the dice as decided."""
        stage = self._stage
        self._set(scene)
        stage.rolls = iter(rolls)
        events: list[BattleEvent] = []
        stage.journal.events = events
        try:
            more = step.take(stage, *step.given, *step.told)
            if stage.state.agenda:
                go_on(stage)
        finally:
            touched = self._touched(events)
            self._changed |= touched
        following = self._numbers(more or ())
        again = following == self._numbers((step,))  # a roll that does not count hurts nobody
        hurt = 0
        for event in events:
            if isinstance(event, CriticalRolled) and event.result != NO_RESULT and not again:
                hurt |= self._bits[event.unit]
        units, conditions = dict(scene.units), dict(scene.conditions)
        for name in touched:
            units[name] = copy_unit(stage.state.units[name])
            conditions[name] = _condition(units[name])
        state = stage.state
        now = Scene(units, conditions, state.table, state.terrain_damage, state.notes)
        return Change(following, hurt, self._scene(now))

    def _set(self, scene: Scene) -> None:
        """Set the stage. Units that no event has named are as they were."""
        state = self._stage.state
        for name in self._changed.union(scene.units):
            state.units[name] = copy_unit(scene.units.get(name) or self._start.units[name])
        self._changed = set(scene.units)
        state.agenda, state.decision = (), None
        state.table, state.terrain_damage, state.notes = scene[2:]

    def _touched(self, events: list[BattleEvent]) -> set[str]:
        """The units that events have named, and so may have changed."""
        return {
            value
            for event in events
            for field in type(event).__slots__  # type: ignore[attr-defined]
            if isinstance(value := getattr(event, field), str) and value in self._bits
        }

    def _suffered(self, position: Position) -> tuple[Effect, ...]:
        """What every unit that was hurt has suffered."""
        effects = []
        units = self._scenes[position.scene].units
        for name, before in self._start.units.items():
            after = units.get(name)
            if after is not None:
                points = before.armor - after.armor + before.structure - after.structure
                critical = bool(position.hurt & self._bits[name])
                lost = _lost(after) and not _lost(before)
                if points or critical or lost:
                    effects.append(Effect(name, points, critical, lost))
        return tuple(effects)


def _of(ways: Ways, share: Fraction) -> Ways:
    part = ways * share
    return part.numerator if part.denominator == 1 else part


def _by_name(item: tuple[str, Hashable]) -> str:
    return item[0]


def _lost(unit: Unit) -> bool:
    return unit.destroyed or unit.doomed is not None


_PLAIN: Final = attrgetter(
    *(field.name for field in fields(Unit) if field.name not in ("id", "side", "card", "fresh", "doomed", "notes"))
)


def _condition(unit: Unit) -> Hashable:
    """A unit as far as later rolls can depend on it; of a lost one only what was marked on it is still of interest."""
    if unit.doomed is not None:
        return unit.armor, unit.structure
    return _PLAIN(unit), _wounds(unit), canonical(unit.notes) if unit.notes else ""


def _wounds(unit: Unit) -> tuple[str, ...]:
    """Fresh wounds that bear on later rolls. Which came first matters only where an engine hit halves what is left."""
    wounds = [wound for wound in unit.fresh if wound != FIRE_CONTROL]
    return tuple(wounds) if unit.card.is_vehicle and ENGINE in wounds else tuple(sorted(wounds))
