"""The chance of every outcome of an attack: miss, so many points, a critical hit, destruction.

Exact, by playing the attack itself on copies of the battle (odds.py): whatever rules are in force are in the answer,
and none is written a second time here. Players who are asked on the way are taken to answer as they usually would.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.odds import (
    ONE_DIE,
    TWO_DICE,
    Aftermath,
    Effect,
    Fork,
    Thrown,
    Throws,
    branches,
    go_on,
    rehearsal,
)
from lancemate.alphastrike.combat.artillery import (
    Burst,
    aimed_at,
    burst_at,
    impact,
    impact_of,
    scatters,
)
from lancemate.alphastrike.combat.attack import Attack, succeeds
from lancemate.alphastrike.combat.blast import as_landed, reached, settled
from lancemate.alphastrike.combat.resolution import make_attack, natural_twelve
from lancemate.alphastrike.combat.terrain_targets import near_miss
from lancemate.alphastrike.damage.damage import Hit, fall
from lancemate.alphastrike.damage.reckoning import Settled
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.decisions import do_decide
from lancemate.alphastrike.play.events import AttackMade
from lancemate.alphastrike.urban.buildings import construction_factor
from lancemate.kernel.engine import Tally
from lancemate.kernel.steps import Step
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Throw
    from lancemate.alphastrike.play.battle import Battle


@frozen
class UnitOdds:
    """What an attack may do to one unit: its target, others in the area, riders, the attacker itself."""

    unit: str
    struck: float
    damage: float  # points marked, on average
    critical: float  # at least one critical hit
    destroyed: float


@frozen
class Outcomes:
    """For the target: the chance of a miss, of a hit for so many points, of any critical hit, of destruction."""

    miss: float
    damage: Mapping[str, float]
    critical: float
    destroyed: float
    units: tuple[UnitOdds, ...]


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
    return _of_shell(attack, number) if is_shell(attack) else _of_attack(attack, number)


def _of_attack(attack: Attack, number: int) -> Outcomes:
    battle = attack.battle
    miss, felled = Fraction(0), Fraction(0)
    damage: dict[int, Fraction] = {}
    sums = _Sums()
    for twin, chance in _endings(battle, partial(_play, attack.command), sums, _rolls_apart(attack, number)):
        made = _attack_made(twin)
        if made is None or not made.hit:
            miss += chance
        else:
            damage[made.damage or 0] = damage.get(made.damage or 0, Fraction(0)) + chance
        felled += chance * _is_felled(attack, twin)
    target = sums.of(attack.target.id if attack.target is not None else None)
    destroyed = target.destroyed if attack.feature is None else float(felled)
    return Outcomes(float(miss), _shown(damage), target.critical, destroyed, sums.all(battle.units))


def _shown(damage: Mapping[int, Fraction]) -> dict[str, float]:
    return {str(points): float(damage[points]) for points in sorted(damage)}


def _play(command: orders.Attack, battle: Battle) -> None:
    """Make the attack, and answer for whoever is asked on the way."""
    attack = Attack(battle, command)
    (attack.kind_rules.begin or make_attack)(attack)
    go_on(battle)


def _rolls_apart(attack: Attack, number: int) -> Throws | None:
    """Attack rolls of which different things follow, each with the chance of all its like; None where any may."""
    if attack.kind_rules.resolve is not None or attack.battle.hooks[hooks.attack_made]:
        return None
    alike: dict[Hashable, tuple[Thrown, Fraction]] = {}
    for faces, chance in TWO_DICE:
        hit = succeeds(attack, number, sum(faces))
        what = natural_twelve(attack, faces) if hit else near_miss(attack, number, faces)
        known = alike.get((hit, what))
        alike[hit, what] = faces, chance + (known[1] if known is not None else 0)
    return tuple(alike.values())


def _endings(
    battle: Battle, play: Callable[[Battle], None], sums: _Sums, first: Throws | None = None
) -> Iterator[tuple[Battle, Fraction]]:
    """Every way a play can go, its hits still to be taken; what those do to units is added to the sums."""
    aftermaths: list[Aftermath] = []
    for twin, chance in branches(battle, play, first):
        made = _attack_made(twin)
        struck = made.target if made is not None and made.hit and made.target in battle.units else None
        if twin.put_off or struck is not None:
            aftermath = next((known for known in aftermaths if known.starts_from(twin)), None)
            if aftermath is None:
                aftermath = Aftermath(twin)
                aftermaths.append(aftermath)
            for effects, share in aftermath.chances(tuple(twin.put_off)).items():
                sums.add(chance * share, _with(struck, effects))
        yield twin, chance


def _with(struck: str | None, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """A unit that is hit is struck, even if that does nothing to it."""
    if struck is None or any(effect.unit == struck for effect in effects):
        return effects
    return *effects, Effect(struck, 0, False, False)


def _attack_made(now: Battle) -> AttackMade | None:
    return next((event for event in now.journal.events if isinstance(event, AttackMade)), None)


def _is_felled(attack: Attack, after: Battle) -> bool:
    """The building it was aimed at is down."""
    factor = construction_factor(attack, attack.feature) if attack.feature is not None else None
    if factor is None or attack.feature is None:
        return False
    return after.state.terrain_damage.get(attack.feature.id, 0) >= factor


# -- answers to a question ------------------------------------------------------------------------------------


def outcomes_of_answer(battle: Battle, command: orders.Decide) -> tuple[UnitOdds, ...]:
    """What an answer to the decision that waits may do to every unit it bears on; nothing, where no dice follow."""
    sums = _Sums()
    if battle.now.harms:
        for _ in _endings(battle, partial(_answer, battle, command), sums):
            pass
    return sums.all(battle.units)


def _answer(asked: Battle, command: orders.Decide, battle: Battle) -> None:
    state, before = battle.state, asked.state
    state.phase, state.decision, state.agenda = before.phase, before.decision, before.agenda
    do_decide(battle, command)
    go_on(battle)


# -- shells ---------------------------------------------------------------------------------------------------


def is_shell(attack: Attack) -> bool:
    """An artillery piece fires it at all that stands around where it comes down."""
    return trait.ARTILLERY in attack.traits and trait.AREA in attack.traits


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
                lands = impact(attack, aimed, way, far)
                if table.inside(*lands):
                    yield miss / 36, burst_at(attack.battle, lands), False


def every_way(settle: Callable[[Throw], Settled]) -> list[tuple[Settled, Fraction]]:
    """What a hit may be worth: one answer, or one for each way the dice that settle it can fall."""
    open_ends: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    found = []
    while open_ends:
        rolls, chance = open_ends.pop(0)
        decided = iter(rolls)

        def throw(count: int, meaning: Tally | None = None, decided: Iterator[tuple[int, ...]] = decided) -> Thrown:
            thrown = next(decided, None)
            if thrown is None:
                raise Fork(count, meaning)
            return thrown

        try:
            found.append((settle(throw), chance))
        except Fork as fork:
            open_ends += [((*rolls, faces), chance * share) for faces, share in fork.throws()]
    return found


def shell_hits(attack: Attack, number: int) -> list[tuple[Fraction, Hit]]:
    """Every blow a shell may deal, with its chance; the same blow from several places is one."""
    found: dict[Hit, Fraction] = {}
    for chance, burst, lucky in shell_bursts(attack, number):
        area, aimed = impact_of(attack, burst), attack.command.target if lucky and attack.target is not None else None
        for one in reached(attack.battle, area):
            for points, share in every_way(partial(settled, attack.battle, area, one)):
                hit = as_landed(area, one, points, aimed if isinstance(aimed, str) else None)
                found[hit] = found.get(hit, Fraction(0)) + chance * share
    return [(chance, hit) for hit, chance in found.items()]


def _of_shell(attack: Attack, number: int) -> Outcomes:
    target = attack.target.id if attack.target is not None else None
    miss = sum((chance for faces, chance in TWO_DICE if not succeeds(attack, number, sum(faces))), Fraction(0))
    return outcomes_of_hits(attack.battle, target, miss, shell_hits(attack, number))


def outcomes_of_hits(
    battle: Battle, target: str | None, miss: Fraction, hits: Iterable[tuple[Fraction, Hit]]
) -> Outcomes:
    """The blows of an area follow from where it lands and not from one another, so each is played by itself."""
    damage: dict[int, Fraction] = {}
    sums = _Sums()
    aftermath = Aftermath(rehearsal(battle))
    for chance, hit in hits:
        for effects, share in aftermath.chances((Step(fall, (hit,)),)).items():
            sums.add(chance * share, _with(hit.unit, effects))
        if hit.unit == target:
            damage[hit.points] = damage.get(hit.points, Fraction(0)) + chance
    odds = sums.of(target)
    return Outcomes(float(miss), _shown(damage), odds.critical, odds.destroyed, sums.all(battle.units))
