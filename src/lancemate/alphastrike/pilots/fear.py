"""Pilots who frighten others (pp. 92-93): Animal Mimicry and Demoralizer, and whoever keeps its nerve.

Whoever comes near throws two dice, where it happens, once a turn; the frightened are slower, easier to hit, and shoot
badly at what they fear. Knows who fears whom; rage is known in rage.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.cards.pilot_names import (
    ANIMAL_MIMICRY,
    DEMORALIZER,
    IRON_WILL,
    PLAYED,
    piloted,
)
from lancemate.alphastrike.cards.pilot_suits import is_robot
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.movement.allowance import current_parts
from lancemate.alphastrike.movement.context import TOLERANCE, Movement
from lancemate.alphastrike.movement.on_the_way import NERVES, Trial, Trouble, farthest
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.terrain_masters import kind_of
from lancemate.alphastrike.play.events import DieRolled
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.minds import afraid_since, intimidated, nerve_tested
from lancemate.alphastrike.play.phases import COMBAT, MOVEMENT
from lancemate.alphastrike.play.setup import FEAR
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move, Tmm

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.tally import SoFar

NERVE: Final = rules.table("AS-SPA-013", {"affected up to": 8, "Iron Will": 2})
FEARFUL: Final = rules.table("AS-SPA-014", {"to hit": 1})
BEAST: Final = rules.table("AS-SPA-018", {"within": 6.0, "inches less": 2.0})
TERROR: Final = rules.table("AS-SPA-024", {"within": 6.0, "ends beyond": 24.0})
PACE: Final = 0.25  # inches between two looks along a path
CLOSER: Final = 12  # halvings between two looks
NEAR: Final = 1e-4  # inches that make no difference


# -- keeping one's nerve --------------------------------------------------------------------------------------


@rules.rule("AS-SPA-013", otherwise=False)
def loses_its_nerve(battle: Battle, result: int) -> bool:
    """Two dice and what steadies it: 8 or less, and it is frightened or enraged."""
    return result <= NERVE.of(battle)["affected up to"]


def nerve(battle: Battle, unit: Unit) -> Modifier | None:
    """The one thing that steadies a unit: of several, one counts."""
    found = [part for hook in battle.hooks[hooks.strong_nerves] if (part := hook(battle, unit)) is not None]
    return max(found, key=lambda part: part.value, default=None)


def try_nerve(battle: Battle, victim: Unit, by: Unit, ability: str, then: str) -> bool:
    """Throw the dice of one unit against another; True when they go badly for it."""
    rule = PLAYED[ability]
    roll = battle.roll(2)
    steady = nerve(battle, victim)
    shaken = loses_its_nerve(battle, dice_sum(battle, roll) + (steady.value if steady is not None else 0))
    helped = f" with {steady.value:+d} ({steady.label})" if steady is not None else ""
    result = f"{then} {by.id}" if shaken else "it keeps its nerve"
    battle.emit(DieRolled(victim.id, f"nerve against {by.id}{helped}", roll, result, rule, (by.id,)))
    return shaken


def is_immune(battle: Battle, victim: Unit) -> bool:
    """Nothing frightens aerospace crews, and machines without a crew."""
    return victim.card.is_aerospace or has_no_nerves(battle, victim)


@rules.rule("AS-SPA-010", "AS-OPT-597", otherwise=False)
def has_no_nerves(battle: Battle, victim: Unit) -> bool:
    """Drones and robots fear and hate nobody."""
    return is_robot(victim.card)


@hooks.strong_nerves.rule("AS-SPA-039", when=piloted(IRON_WILL))
def iron_will(battle: Battle, unit: Unit) -> Modifier | None:
    if not has(battle, unit, IRON_WILL):
        return None
    return Modifier(IRON_WILL, NERVE.of(battle)["Iron Will"], "AS-SPA-039")


@hooks.strong_nerves.rule("AS-SPA-024", when=piloted(DEMORALIZER))
def demoralizers_are_hard_to_scare(battle: Battle, unit: Unit) -> Modifier | None:
    """Whoever frightens others has an iron will."""
    if not has(battle, unit, DEMORALIZER):
        return None
    return Modifier(DEMORALIZER, NERVE.of(battle)["Iron Will"], "AS-SPA-024")


# -- coming near ----------------------------------------------------------------------------------------------


def meetings(m: Movement, ability: str, reach: float) -> Iterator[Trial]:
    """Where on its way a unit comes near somebody who frightens it, or frightens somebody itself."""
    battle, mover = m.battle, m.unit
    scary = has(battle, mover, ability)
    for other in battle.units.values():
        if other.side == mover.side or not other.on_table or other.hidden_from(mover.side):
            continue
        for victim, scarer in ((mover, other), (other, mover)):
            if not (scary if scarer is mover else has(battle, other, ability)) or mover.hidden_from(other.side):
                continue
            along = first_within(m, other, reach)
            if along is not None:
                yield Trial(along, NERVES, partial(_meets, victim=victim, scarer=scarer, ability=ability, along=along))


def first_within(m: Movement, other: Unit, reach: float) -> float | None:
    """So many inches along its path a unit is first so near to another, edge to edge."""
    table, done = m.battle.table, 0.0
    is_near = _who_is_near(m, other, reach)
    for start, end in pairwise(m.points):
        length = table.length((start, end))
        steps = max(1, int(length / PACE) + 1)
        before = 0.0
        for step in range(steps + 1):
            far = length * step / steps
            if is_near(table.part_way(start, end, far)):
                return done + _closer(m, (start, end), is_near, before, far)
            before = far
        done += length
    return 0.0 if len(m.points) == 1 and is_near(m.points[0]) else None


def _who_is_near(m: Movement, other: Unit, reach: float) -> Callable[[Point], bool]:
    """Whether the mover, at some point of its way, is so near to another, which may stand or fly overhead."""
    battle, mover, table = m.battle, m.unit, m.battle.table
    if is_overhead(other):
        return lambda at: apart(battle, there(battle, mover, at), other) <= reach + NEAR
    near = reach + mover.radius + other.radius + NEAR
    return lambda at: table.distance(at, other.at) <= near


def _closer(m: Movement, leg: tuple[Point, Point], is_near: Callable[[Point], bool], low: float, high: float) -> float:
    if low == high:
        return high
    for _ in range(CLOSER):
        middle = (low + high) / 2
        low, high = (low, middle) if is_near(m.battle.table.part_way(*leg, middle)) else (middle, high)
    return high


def _meets(m: Movement, victim: Unit, scarer: Unit, ability: str, along: float) -> Trouble | None:
    """The dice fall on the way; a mover that is frightened goes on as far as what is left to it takes it."""
    if not frightens(m.battle, victim, scarer, ability) or victim is not m.unit:
        return None
    parts = current_parts(m.battle, m.unit, m.way, m.mode)
    most = max(0.0, sum(part.value for part in parts))
    m.allowed, m.allowance = tuple(parts), most
    if m.way == "jump" or m.cost <= most + TOLERANCE:
        return None
    return Trouble(lambda here: None, until=farthest(m, along, most))


def frightens(battle: Battle, victim: Unit, scarer: Unit, ability: str) -> bool:
    """Once a turn, and not those who fear it already."""
    if is_immune(battle, victim) or scarer.id in nerve_tested.of(victim) or scarer.id in intimidated.of(victim):
        return False
    nerve_tested.remember(battle, victim, [*nerve_tested.of(victim), scarer.id])
    if not try_nerve(battle, victim, scarer, ability, "intimidated by"):
        return False
    if ability == ANIMAL_MIMICRY:
        afraid_since.remember(battle, victim, {**afraid_since.of(victim), scarer.id: battle.state.turn})
    intimidated.note(battle, victim, [*intimidated.of(victim), scarer.id], PLAYED[ability])
    return True


def already_near(battle: Battle, ability: str, reach: float, newcomer: Unit | None = None) -> None:
    """Whoever is near without anybody having walked there throws its dice as well, in the order of the forces."""
    for victim in [*battle.on_table()]:
        for scarer in [*battle.on_table()]:
            if newcomer is not None and victim is not newcomer and scarer is not newcomer:
                continue
            if scarer.side == victim.side or scarer.hidden_from(victim.side) or victim.hidden_from(scarer.side):
                continue
            if has(battle, scarer, ability) and apart(battle, victim, scarer) <= reach + NEAR:
                frightens(battle, victim, scarer, ability)


@hooks.on_the_way.rule("AS-SPA-018", when=piloted(ANIMAL_MIMICRY))
def animal_mimicry(m: Movement) -> Sequence[Trial]:
    """A machine that moves like a beast frightens whoever is within 6 inches of it."""
    return tuple(meetings(m, ANIMAL_MIMICRY, BEAST.of(m)["within"]))


@hooks.on_the_way.rule("AS-SPA-024", when=piloted(DEMORALIZER))
def demoralizer(m: Movement) -> Sequence[Trial]:
    return tuple(meetings(m, DEMORALIZER, TERROR.of(m)["within"]))


@hooks.entered.rule("AS-SPA-018", part=NERVES, when=piloted(ANIMAL_MIMICRY))
def beast_comes_near(battle: Battle, here: Entered) -> None:
    """In whatever way anybody comes near."""
    if not here.way.begins:
        already_near(battle, ANIMAL_MIMICRY, BEAST.of(battle)["within"], here.unit)


@hooks.entered.rule("AS-SPA-024", part=NERVES, when=piloted(DEMORALIZER))
def terror_comes_near(battle: Battle, here: Entered) -> None:
    if not here.way.begins:
        already_near(battle, DEMORALIZER, TERROR.of(battle)["within"], here.unit)


@hooks.phase_begins.rule("AS-SPA-018", part=1, when=piloted(ANIMAL_MIMICRY))
def near_a_beast(battle: Battle, phase: str) -> None:
    """Whoever begins the Movement Phase so near is frightened then."""
    if phase == MOVEMENT:
        already_near(battle, ANIMAL_MIMICRY, BEAST.of(battle)["within"])


@hooks.phase_begins.rule("AS-SPA-024", part=1, when=piloted(DEMORALIZER))
def near_a_terror(battle: Battle, phase: str) -> None:
    if phase == MOVEMENT:
        already_near(battle, DEMORALIZER, TERROR.of(battle)["within"])


# -- for how long ---------------------------------------------------------------------------------------------


@hooks.phase_begins.rule("AS-SPA-018", when=piloted(ANIMAL_MIMICRY))
def beasts_are_forgotten(battle: Battle, phase: str) -> None:
    """After the next Movement Phase it is over."""
    if phase != COMBAT:
        return
    for victim in battle.units.values():
        past = [name for name in intimidated.of(victim) if _is_over(battle, victim, name)]
        _calms_down(battle, victim, past, "AS-SPA-018")


def _is_over(battle: Battle, victim: Unit, scarer: str) -> bool:
    if has(battle, battle.units[scarer], DEMORALIZER):
        return False
    return battle.state.turn > afraid_since.of(victim).get(scarer, battle.setup.turn)


@hooks.phase_begins.rule("AS-SPA-024", when=piloted(DEMORALIZER))
def terrors_are_forgotten(battle: Battle, phase: str) -> None:
    """Out of sight or more than 24 inches away, destroyed, or no longer what it was: nobody fears it."""
    for victim in battle.units.values():
        past = [name for name in intimidated.of(victim) if _is_far(battle, victim, battle.units[name])]
        _calms_down(battle, victim, past, "AS-SPA-024")


def _is_far(battle: Battle, victim: Unit, scarer: Unit) -> bool:
    if scarer.id in afraid_since.of(victim) and has(battle, scarer, ANIMAL_MIMICRY):
        return False
    if not scarer.on_table or scarer.destroyed or not has(battle, scarer, DEMORALIZER) or not victim.on_table:
        return True
    far = apart(battle, victim, scarer) > TERROR.of(battle)["ends beyond"] + NEAR
    return far or not sees(battle, victim, scarer)


def _calms_down(battle: Battle, victim: Unit, past: Sequence[str], by: str) -> None:
    if not past:
        return
    left = [name for name in intimidated.of(victim) if name not in past]
    if left:
        intimidated.note(battle, victim, left, by)
    else:
        intimidated.end(battle, victim, by)
    if any(name in afraid_since.of(victim) for name in past):
        since = {name: turn for name, turn in afraid_since.of(victim).items() if name not in past}
        afraid_since.remember(battle, victim, since, by)


# -- what fear does -------------------------------------------------------------------------------------------


@hooks.move_now.seeing("AS-SPA-014", part=Move.HALVED, when=FEAR)
def slowed_by_fear(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """The frightened lose half of every Move, rounded down; several fears are no more than one."""
    if not unit.notes or not intimidated.of(unit) or mode == "thrust":
        return None
    lost = round_down(battle, max(0.0, so_far.total) / 2)
    return Cost("Intimidated", -float(lost), "AS-SPA-014") if lost else None


@hooks.tmm.seeing("AS-SPA-014", part=Tmm.HALVED, when=FEAR)
def easier_prey(battle: Battle, unit: Unit, so_far: SoFar) -> Modifier | None:
    """And half of their TMM."""
    if not unit.notes or not intimidated.of(unit):
        return None
    return Modifier("Intimidated", -round_down(battle, max(0.0, so_far.total) / 2), "AS-SPA-014")


@hooks.to_hit.rule("AS-SPA-014", part=hooks.ANY_ATTACK, when=FEAR)
def shaky_hands(attack: Attack) -> Modifier | None:
    """They shoot badly at what they fear, at each of those."""
    target = attack.target
    if target is None or target.id not in intimidated.of(attack.attacker):
        return None
    return Modifier("Intimidated", FEARFUL.of(attack)["to hit"], "AS-SPA-014")


@hooks.eases.rule("AS-SPA-018", when=piloted(ANIMAL_MIMICRY))
def prowls(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
    """The thickest growth and buildings; the growth stays closed to those it is closed to."""
    thick = kind_of(terrain) == "building" or (kind_of(terrain) in ("woods", "jungle") and terrain.startswith("ultra"))
    return BEAST.of(battle)["inches less"] if thick and has(battle, unit, ANIMAL_MIMICRY) else 0.0
