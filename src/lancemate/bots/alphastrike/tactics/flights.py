"""How aircraft are flown: over what is worth attacking, away from what could shoot them down, and never lower or
slower than they must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.air.altitude import altitude_of
from lancemate.alphastrike.air.bombing import BOMBS, drops_of, in_area
from lancemate.alphastrike.air.candidates import flights
from lancemate.alphastrike.air.control import DAMAGE, control_number
from lancemate.alphastrike.air.dogfight import control_numbers
from lancemate.alphastrike.air.flying import tell, worked_out
from lancemate.alphastrike.asking.preview import expected
from lancemate.alphastrike.combat.attack import Attack, modifiers, why_not
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.play.flight import LOW, flies
from lancemate.alphastrike.play.state import copy_unit
from lancemate.bots.alphastrike.tactics.worth import prize
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ALTITUDES: Final = ("low", "middle", "high")
MANY: Final = 24  # flights looked at for each altitude
FEAR: Final = 1.0  # what is taken counts against what is dealt
SHY: Final = 0.2  # how much of the fire of those counts who have something better to shoot at
# What losing control costs, of its worth: all of it at low altitude, higher up the height it has to win back.
CRASH: Final = {True: 1.0, False: 0.1}
TWO_DICE: Final = {number: sum(6 - abs(7 - roll) for roll in range(number, 13)) / 36 for number in range(2, 13)}


def chance_of(number: int) -> float:
    """How often two dice reach a number."""
    return 1.0 if number <= 2 else TWO_DICE.get(number, 0.0)


def ready_attacks(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Strips to strafe and points to bomb."""
    for kind in KINDS.values():
        if kind.ready is not None:
            yield from kind.ready(battle, unit)


def blasts_of(attack: Attack) -> tuple[tuple[str, int, float], ...]:
    """Whom an attack on several strikes: for how much and how likely."""
    battle = attack.battle
    several = attack.kind_rules.several
    if several is not None:
        found = []
        for name, one in several(attack).items():
            number = total(modifiers(one))
            found.append((name, one.kind_rules.strength(one).points + one.overheat, chance_of(number)))
        return tuple(found)
    chance = chance_of(total(modifiers(attack)))
    struck: dict[str, dict[int, float]] = {}
    for drop in drops_of(attack.command):
        row = BOMBS.of(battle)[drop.bomb]
        parts = Counter(in_area(battle, row["template"], drop.point))
        for name, count in parts.items():
            struck[name] = _one_more(struck.get(name, {0: 1.0}), count * (row["damage"] + row["heat"]), chance)
    return tuple((name, points, likely) for name, odds in struck.items() for points, likely in odds.items() if points)


def _one_more(odds: dict[int, float], points: int, chance: float) -> dict[int, float]:
    """What bombs do together: each hits or misses by itself."""
    found: dict[int, float] = {}
    for before, likely in odds.items():
        found[before] = found.get(before, 0.0) + likely * (1.0 - chance)
        found[before + points] = found.get(before + points, 0.0) + likely * chance
    return found


def keeps_control(attack: Attack) -> float:
    """How likely an attack in the air comes to its dice."""
    needed = control_numbers(attack)
    return 1.0 if needed is None else chance_of(needed[attack.attacker.id])


def off_the_ground(battle: Battle, unit: Unit) -> orders.Move | None:
    """Aircraft on the ground are targets: they take off as soon as they can."""
    up = orders.Move(unit.id, (), "liftoff")
    return up if check_move(battle, up).legal else None


def best_flight(battle: Battle, unit: Unit) -> orders.Move | None:
    """The flight from which most is to be gained, for what may come back."""
    if unit.on_table and not unit.airborne:
        return off_the_ground(battle, unit)
    if not (flies(unit) or unit.place == "reserve"):
        return None
    twin = battle.clone()
    elsewhere = better_targets(battle, unit)
    found: list[tuple[float, orders.Move]] = []
    before = copy_unit(battle.units[unit.id])
    for altitude in ALTITUDES:
        for count, command in enumerate(flights(battle, unit, altitude)):
            if count >= MANY:
                break
            twin.state.units[unit.id] = copy_unit(before)
            try:
                tell(worked_out(twin, command))
            except Refused:
                continue
            found.append((_worth(twin, twin.units[unit.id], elsewhere), command))
    if not found:
        return None
    return max(found, key=lambda one: (round(one[0], 6), -(one[1].facing or 0.0)))[1]


def better_targets(battle: Battle, unit: Unit) -> dict[str, float]:
    """For every enemy, the most that its fire would take from anybody else: those on the ground have moved already."""
    friends = [one for one in battle.on_table(unit.side) if one.id != unit.id]
    return {
        enemy.id: max((_shot_at(battle, enemy, friend)[0] for friend in friends), default=0.0)
        for enemy in battle.on_table(battle.opponent(unit.side))
    }


def _worth(battle: Battle, unit: Unit, elsewhere: dict[str, float]) -> float:
    """The best attack from there, less what shooting at it would bring the enemy, the fall after a hit included."""
    gains = [_gain(battle, command) for command in _attacks(battle, unit)]
    return max(gains, default=0.0) - FEAR * danger_of(battle, unit, elsewhere)


def _attacks(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    yield from ready_attacks(battle, unit)
    for enemy in battle.on_table(battle.opponent(unit.side)):
        kind = "weapon" if flies(enemy) else "strike"
        arcs = tuple(unit.card.arcs) if unit.card.is_multi_arc else (None,)
        yield from (orders.Attack(unit.id, enemy.id, kind, arc=arc) for arc in arcs)


def _gain(battle: Battle, command: orders.Attack) -> float:
    """What an attack takes from the enemy, on average; as if the Combat Phase had begun."""
    try:
        attack = Attack(battle, command)
    except Refused:
        return 0.0
    if why_not(attack) is not None:
        return 0.0
    side = attack.attacker.side
    if attack.kind_rules.several is not None or trait.AREA in attack.traits:
        return sum(
            (-1.0 if battle.units[name].side == side else 1.0) * chance * prize(battle, battle.units[name]).loss(points)
            for name, points, chance in blasts_of(attack)
        )
    asked = expected(battle, command)
    target = attack.target
    if target is None or not asked.legal or not asked.hit_probability:
        return 0.0
    points = round(asked.expected_damage / asked.hit_probability)
    return keeps_control(attack) * asked.hit_probability * prize(battle, target).loss(points)


def _shot_at(battle: Battle, enemy: Unit, unit: Unit) -> tuple[float, float]:
    """What an enemy's fire takes from a unit on average, and how likely it hits."""
    asked = expected(battle, orders.Attack(enemy.id, unit.id))
    if not asked.legal or not asked.hit_probability:
        return 0.0, 0.0
    points = round(asked.expected_damage / asked.hit_probability)
    return asked.hit_probability * prize(battle, unit).loss(points), asked.hit_probability


def danger_of(battle: Battle, unit: Unit, elsewhere: dict[str, float]) -> float:
    """What fire at it costs its side: whoever shoots at aircraft spares those on the ground."""
    fall, danger = _fall(battle, unit), 0.0
    for enemy in battle.on_table(battle.opponent(unit.side)):
        taken, hit = _shot_at(battle, enemy, unit)
        spared = elsewhere.get(enemy.id, 0.0)
        cost = taken + hit * fall
        danger += max(SHY * cost, cost - spared) if taken > spared else SHY * cost
    return danger


def _fall(battle: Battle, unit: Unit) -> float:
    """What it stands to lose by losing control once it has been hit."""
    fails = 1.0 - chance_of(total(control_number(battle, unit, DAMAGE)))
    return fails * CRASH[altitude_of(unit) == LOW] * prize(battle, unit).worth
