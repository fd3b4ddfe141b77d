"""The chance of every outcome of an attack: miss, so many points, a critical hit, destruction.

Exact, by playing the attack itself on copies of the battle (odds.py): whatever rules are in force are in the answer,
and none is written a second time here. Players who are asked on the way are taken to answer as they usually would.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.artillery import (
    Burst,
    aimed_at,
    burst_at,
    hit_of,
    in_area,
    landing,
    scatters,
    settle_blow,
)
from lancemate.alphastrike.attack import Attack, make_attack, natural_twelve, succeeds
from lancemate.alphastrike.damage import Hit, take_hit
from lancemate.alphastrike.decisions import do_decide
from lancemate.alphastrike.events import (
    AttackMade,
    CriticalRolled,
    DamageMarked,
    DieRolled,
    HitLanded,
    MotiveRolled,
    RiderRolled,
)
from lancemate.alphastrike.odds import ENOUGH, ONE_DIE, TWO_DICE, explore
from lancemate.alphastrike.state import Unit
from lancemate.alphastrike.stats import ENGINE, FIRE_CONTROL
from lancemate.alphastrike.terrain_targets import construction_factor
from lancemate.kernel.codec import canonical

if TYPE_CHECKING:
    from lancemate.alphastrike.battle import Battle

NO_RESULT: Final = "none"  # of a critical roll
NATURAL: Final = (2, 12)  # attack rolls that may mean something of their own


@dataclass(frozen=True, slots=True)
class UnitOdds:
    """What an attack may do to one unit: its target, others in the area, riders, the attacker itself."""

    unit: str
    struck: float
    damage: float  # points marked, on average
    critical: float  # at least one critical hit
    destroyed: float


@dataclass(frozen=True, slots=True)
class Outcomes:
    """For the target: the chance of a miss, of a hit for so many points, of any critical hit, of destruction."""

    miss: float
    damage: Mapping[str, float]
    critical: float
    destroyed: float
    units: tuple[UnitOdds, ...]


class Effect(NamedTuple):
    """What one unit has suffered."""

    unit: str
    points: int
    critical: bool
    destroyed: bool


class Ending(NamedTuple):
    """How one play of an attack ended."""

    points: int | None  # of the hit; None is a miss
    effects: tuple[Effect, ...]
    felled: bool = False  # the building it was aimed at is down


class _Sums:
    """Chances added up, unit by unit."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Fraction]] = {}

    def add(self, chance: Fraction, effects: Iterable[Effect]) -> None:
        for unit, points, critical, destroyed in effects:
            row = self._rows.setdefault(unit, [Fraction(0)] * 4)
            row[0] += chance
            row[1] += chance * points
            row[2] += chance * critical
            row[3] += chance * destroyed

    def of(self, unit: str | None) -> UnitOdds:
        row = self._rows.get(unit or "")
        return UnitOdds(unit or "", *map(float, row)) if row is not None else UnitOdds(unit or "", 0.0, 0.0, 0.0, 0.0)

    def all(self, order: Iterable[str]) -> tuple[UnitOdds, ...]:
        return tuple(self.of(unit) for unit in order if unit in self._rows)


def outcomes_of(attack: Attack, number: int) -> Outcomes:
    """The chances of an attack that is allowed."""
    return _of_shell(attack, number) if attack.kind == "artillery" else _of_attack(attack)


def _of_attack(attack: Attack) -> Outcomes:
    battle = attack.battle
    endings = explore(
        battle, partial(_play, attack.command), partial(_position, battle), partial(_ending, battle, attack)
    )
    miss, felled = Fraction(0), Fraction(0)
    damage: dict[int, Fraction] = {}
    sums = _Sums()
    for ending, chance in endings.items():
        if ending.points is None:
            miss += chance
        else:
            damage[ending.points] = damage.get(ending.points, Fraction(0)) + chance
        felled += chance * ending.felled
        sums.add(chance, ending.effects)
    target = sums.of(attack.target.id if attack.target is not None else None)
    destroyed = target.destroyed if attack.feature is None else float(felled)
    return Outcomes(float(miss), _shown(damage), target.critical, destroyed, sums.all(battle.units))


def _shown(damage: Mapping[int, Fraction]) -> dict[str, float]:
    return {str(points): float(damage[points]) for points in sorted(damage)}


def _play(command: orders.Attack, battle: Battle) -> None:
    """Make the attack, and answer for whoever is asked on the way."""
    attack = Attack(battle, command)
    (attack.kind_rules.begin or make_attack)(attack)
    _go_on(battle)


def _go_on(battle: Battle) -> None:
    battle.run()
    while battle.state.decision is not None:
        asked = battle.state.decision
        choice = "front" if "front" in asked.choices else asked.choices[0]
        do_decide(battle, orders.Decide(asked.side, choice))
        battle.run()


# -- answers to a question ------------------------------------------------------------------------------------


def outcomes_of_answer(battle: Battle, command: orders.Decide) -> tuple[UnitOdds, ...]:
    """What an answer to the decision that waits may do to every unit it bears on; nothing, where no dice follow."""
    endings = explore(battle, partial(_answer, battle, command), partial(_position, battle), partial(_suffered, battle))
    sums = _Sums()
    for effects, chance in endings.items():
        sums.add(chance, effects)
    return sums.all(battle.units)


def _answer(asked: Battle, command: orders.Decide, battle: Battle) -> None:
    battle.state.decision, battle.state.agenda = asked.state.decision, asked.state.agenda
    do_decide(battle, command)
    _go_on(battle)


def _suffered(before: Battle, after: Battle) -> tuple[Effect, ...]:
    made = (event for event in after.journal.events if isinstance(event, AttackMade))
    return _effects(before, after, [event.target for event in made if event.hit and event.target in before.units])


# -- what a play has come to ----------------------------------------------------------------------------------


def _ending(before: Battle, attack: Attack, after: Battle) -> Ending:
    made = next((event for event in after.journal.events if isinstance(event, AttackMade)), None)
    points = (made.damage or 0) if made is not None and made.hit else None
    felled = False
    if attack.feature is not None:
        factor = construction_factor(attack.feature)
        felled = factor is not None and after.state.terrain_damage.get(attack.feature.id, 0) >= factor
    struck = (made.target,) if made is not None and made.hit and made.target in before.units else ()
    return Ending(points, _effects(before, after, struck), felled)


def _effects(before: Battle, after: Battle, struck: Iterable[str | None]) -> tuple[Effect, ...]:
    """What every unit that was struck or hurt has suffered."""
    points: dict[str, int] = {unit: 0 for unit in struck if unit is not None}
    critical = set(_critically_hit(after))
    for event in after.journal.events:
        if isinstance(event, DamageMarked):
            points[event.unit] = points.get(event.unit, 0) + event.armor + event.structure
    for unit in critical:
        points.setdefault(unit, 0)
    return tuple(
        Effect(unit, points[unit], unit in critical, _lost(after.units[unit]) and not _lost(before.units[unit]))
        for unit in before.units
        if unit in points
    )


def _critically_hit(now: Battle) -> Iterator[str]:
    """Units that have rolled a critical hit."""
    for event in now.journal.events:
        if isinstance(event, CriticalRolled) and event.result != NO_RESULT:
            yield event.unit


def _lost(unit: Unit) -> bool:
    return unit.destroyed or unit.doomed is not None


_PLAIN: Final = attrgetter(
    *(field.name for field in fields(Unit) if field.name not in ("id", "side", "card", "fresh", "doomed", "notes"))
)


def _position(before: Battle, now: Battle) -> Hashable:
    """All that the rest of a play depends on: what has been rolled for so far, and every unit that has changed."""
    state = now.state
    changed = tuple((name, _condition(unit)) for name, unit in now.units.items() if unit != before.units[name])
    waiting = repr(state.agenda) if state.agenda else ""
    told = tuple(key for event in now.journal.events if (key := _told(event)) is not None)
    hurt = frozenset(_critically_hit(now))
    return told, _untold(now), hurt, changed, tuple(state.terrain_damage.items()), canonical(state.notes), waiting


def _untold(now: Battle) -> tuple[int, ...]:
    """Dice that no event has told of yet: what they mean is still only in the engine's head."""
    told = sum(len(getattr(event, "roll", ())) + len(getattr(event, "damage_roll", ())) for event in now.journal.events)
    return tuple(now.journal.dice[told:])


def _condition(unit: Unit) -> Hashable:
    """A unit as far as later rolls can depend on it; of a lost one only what was marked on it is still of interest."""
    if unit.doomed is not None:
        return unit.armor, unit.structure
    return _PLAIN(unit), _wounds(unit), canonical(unit.notes)


def _wounds(unit: Unit) -> tuple[str, ...]:
    """Fresh wounds that bear on later rolls. Which came first matters only where an engine hit halves what is left."""
    wounds = [wound for wound in unit.fresh if wound != FIRE_CONTROL]
    return tuple(wounds) if unit.card.is_vehicle and ENGINE in wounds else tuple(sorted(wounds))


def _told(event: object) -> Hashable | None:
    """The part of an event that shows how far a play has come; what it did stands in the units."""
    match event:
        case AttackMade():
            natural = sum(event.roll) if sum(event.roll) in NATURAL else None
            return event.type, event.attacker, event.hit, event.damage, event.direction, natural
        case HitLanded():
            return event.type, event.target, event.damage
        case CriticalRolled():
            return event.type, event.unit, event.cause
        case RiderRolled():
            return event.type, event.struck
        case MotiveRolled():
            return event.type, event.unit
        case DieRolled():
            return event.type, event.unit, event.purpose
        case _:
            return None


# -- shells ---------------------------------------------------------------------------------------------------


def shell_bursts(attack: Attack, number: int) -> Iterator[tuple[Fraction, Burst, bool]]:
    """Where a shell may come down on the table, how likely, and whether by a natural 12."""
    aimed = aimed_at(attack)
    miss = Fraction(0)
    for faces, chance in TWO_DICE:
        if succeeds(attack, number, sum(faces)):
            yield chance, aimed, natural_twelve(attack, faces)
        else:
            miss += chance
    if not scatters(attack):
        yield miss, aimed, False
    elif miss:
        table = attack.battle.table
        for (way,), _ in ONE_DIE:
            for (far,), _ in ONE_DIE:
                lands = landing(attack, aimed, way, far)
                if table.inside(*lands):
                    yield miss / 36, burst_at(attack.battle, lands), False


def shell_hits(attack: Attack, number: int) -> list[tuple[Fraction, Hit]]:
    """Every blow a shell may deal, with its chance; the same blow from several places is one."""
    found: dict[Hit, Fraction] = {}
    for chance, burst, lucky in shell_bursts(attack, number):
        for blow in in_area(attack, burst):
            dice = ONE_DIE if blow.strength.minimal else (((), Fraction(1)),)
            for faces, share in dice:
                hit = hit_of(attack, blow, settle_blow(attack, blow, faces), lucky)
                found[hit] = found.get(hit, Fraction(0)) + chance * share
    return [(chance, hit) for hit, chance in found.items()]


def _of_shell(attack: Attack, number: int) -> Outcomes:
    """A shell's blows follow from where it lands and not from one another, so each is played by itself."""
    battle = attack.battle
    target = attack.target.id if attack.target is not None else None
    damage: dict[int, Fraction] = {}
    sums = _Sums()
    hits = shell_hits(attack, number)
    for chance, hit in hits:
        endings = explore(
            battle,
            partial(_take, hit),
            partial(_position, battle),
            partial(_effects, battle, struck=(hit.unit,)),
            enough=max(1, ENOUGH // len(hits)),
        )
        for effects, share in endings.items():
            sums.add(chance * share, effects)
        if hit.unit == target:
            damage[hit.points] = damage.get(hit.points, Fraction(0)) + chance
    miss = sum((chance for faces, chance in TWO_DICE if not succeeds(attack, number, sum(faces))), Fraction(0))
    odds = sums.of(target)
    return Outcomes(float(miss), _shown(damage), odds.critical, odds.destroyed, sums.all(battle.units))


def _take(hit: Hit, battle: Battle) -> None:
    take_hit(battle, hit)
    _go_on(battle)
