"""Blasts (p. 48): harm that strikes everything around a place, units of either side and what is built there.

One loop for whatever bursts: shells, bombs, capital missiles, support, mines, engines, booby traps, industrial plants.
Each hands over its ``Impact``: where it bursts, how far it reaches with how much, and where that comes from. Must not
know what it is that bursts, nor how the place was found.

Hooks: ``spared`` (battle, impact, struck) -> bool, ``dice_apart`` (attack) -> bool, ``comes_down`` (battle, fallen).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.area import Shock, away_from, distance_from, reached_apart, ring_over, shake
from lancemate.alphastrike.combat.indoors import wear_down
from lancemate.alphastrike.damage import damage as harm
from lancemate.alphastrike.damage.reckoning import Blow, Settled, Throw, reckon
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.play.events import HitLanded
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.footprint import SLASH
from lancemate.alphastrike.urban.buildings import structures
from lancemate.alphastrike.urban.collapse import damage_feature, has_fallen
from lancemate.field.bodies import TINY
from lancemate.kernel.engine import Tally

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.area import Standing
    from lancemate.alphastrike.combat.attack import Attack, Ring
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature


class Impact(NamedTuple):
    """What bursts somewhere: everything within its rings is struck."""

    at: Point
    rings: tuple[Ring, ...]  # from the middle outwards
    source: Source
    words: str  # for its damage, as a part
    rule: str  # by which those who are struck are told of it
    level: float | None = None  # from which differences in height count; they do not, where nothing is said
    attack: Attack | None = None  # whose it is: the damage is settled as that of an attack
    said: str = ""  # the rule of its damage, where that is another
    heat: int = 0
    burst: str | None = None  # the unit that bursts, and feels nothing of it
    knocks_down: bool = True  # what is built there is struck as well


NOWHERE: tuple[Ring, ...] = ()


class Reached(NamedTuple):
    """One of those in an area, and the damage value that comes to it."""

    unit: str
    strength: Strength
    section: str | None = None  # of a mobile structure
    rides: bool = False  # on another that is there

    @property
    def aimed_at(self) -> str:
        return self.unit if self.section is None else f"{self.unit}{SLASH}{self.section}"


class Fallen(NamedTuple):
    """A shell, a bomb or the like has come down: whose it was, where it should have, and where it did, if anywhere."""

    source: Source
    aimed: Point
    lands: Point | None
    hits_ground: bool = True  # and not only a unit that was aimed at


# -- who is there ---------------------------------------------------------------------------------------------


def reached(battle: Battle, area: Impact) -> tuple[Reached, ...]:
    """Everybody with any part of its base in an area, friend or foe; aircraft in flight are above all that."""
    found: list[Reached] = []
    for unit in near(battle, area):
        for section, standing in reached_apart(battle, unit):
            ring = ring_over(battle, area.rings, away(battle, area, standing))
            if ring is not None and (ring.damage.harms or area.heat):
                found.append(Reached(unit.id, ring.damage, section))
        if found and found[-1].unit == unit.id:
            found += _riding(battle, unit.id, found[-1].strength)
    if area.burst is not None and area.rings:
        found += _riding(battle, area.burst, area.rings[0].damage)
    return tuple(found)


def _riding(battle: Battle, carrier: str, strength: Strength) -> list[Reached]:
    """Whoever rides on somebody in the area is there as well."""
    riders = harm.riders_on(battle, carrier) if harm.riders_feel_it(battle) else []
    return [Reached(rider.id, strength, None, True) for rider in riders]


def near(battle: Battle, area: Impact) -> Iterator[Unit]:
    """Units that may be in an area."""
    if not area.rings:
        return
    widest, spares = max(ring.radius for ring in area.rings), battle.hooks[hooks.spared]
    for unit in battle.in_the_open():
        if flies(unit) or unit.id == area.burst or away_from(battle, unit, area.at) > widest + TINY:
            continue
        if not any(spared(battle, area, unit) for spared in spares):
            yield unit


def away(battle: Battle, area: Impact, standing: Standing) -> float:
    """How far a base is from the middle."""
    if area.level is None:
        return away_from(battle, standing, area.at)
    return distance_from(battle, standing, area.at, area.level)


def built_within(battle: Battle, area: Impact) -> tuple[tuple[Feature, Strength], ...]:
    """Buildings, bridges and the like with some part in an area."""
    if not area.knocks_down or not area.rings:
        return ()
    found: list[tuple[Feature, Strength]] = []
    for feature in structures(battle):
        ring = ring_over(battle, area.rings, flat(battle, area.rule, area.at, feature))
        if ring is None or not ring.damage.harms:
            continue
        if not any(spared(battle, area, feature) for spared in battle.hooks[hooks.spared]):
            found.append((feature, ring.damage))
    return tuple(found)


# -- how much -------------------------------------------------------------------------------------------------


def settled(battle: Battle, area: Impact, one: Reached, throw: Throw | None = None) -> Settled:
    """The points that come to one of those in an area."""
    if area.attack is not None:
        return settle(area.attack.redirected(one.aimed_at), "front", throw, one.strength)
    parts = (Modifier(area.words, one.strength.points, area.said or area.rule),)
    return reckon(battle, Blow(one.unit, area.source, parts, area.heat, section=one.section), throw)


def as_landed(area: Impact, one: Reached, points: Settled, lucky: str | None) -> harm.Hit:
    """The same as it strikes. Only who was aimed at suffers from the attacker's luck."""
    natural_12 = one.aimed_at == lucky
    return harm.hit_of(one.unit, points, area.source, natural_12=natural_12, section=one.section)


# -- bursting -------------------------------------------------------------------------------------------------


def blast(battle: Battle, area: Impact, lucky: str | None = None) -> None:
    """Strike everybody in an area, in the order of the battle; then what is built there."""
    victims, buildings = reached(battle, area), built_within(battle, area)
    throw, apart = _dice(battle, area, [strength for _, strength, *_ in victims] + [one for _, one in buildings])
    by = area.source
    for one in victims:
        points = settled(battle, area, one, throw)
        if not one.strength.harms and not (points.damage or points.heat):
            continue
        rule = "AS-DMG-007" if one.rides else area.rule
        told = (by.by, one.unit, by.cause, "front", points.damage, points.parts, points.roll, rule)
        battle.emit(HitLanded(*told, section=one.section, apart=apart))
        if not points.is_stopped:
            harm.strike(battle, as_landed(area, one, points, lucky))
        wear_down(battle, points, by)
    for feature, strength in buildings:
        knock(battle, area, feature, strength, throw, apart=apart)


def _dice(battle: Battle, area: Impact, strengths: list[Strength]) -> tuple[Throw, bool]:
    """One die settles minimal damage for the whole area, unless everybody has dice of its own."""
    attack = area.attack
    apart = attack is not None and any(hook(attack) for hook in battle.hooks[hooks.dice_apart])
    die = battle.roll(1) if not apart and any(strength.minimal for strength in strengths) else None

    def throw(count: int, meaning: Tally | None = None) -> tuple[int, ...]:
        return die if die is not None and meaning is None else battle.roll(count, meaning)

    return throw, apart


def knock(battle: Battle, area: Impact, feature: Feature, strength: Strength, throw: Throw, *, apart: bool) -> None:
    """What is built there takes its share, unless it has fallen with what it took for those inside."""
    if has_fallen(battle, feature):
        return
    by, points = area.source, strength.points
    roll: tuple[int, ...] = ()
    parts: tuple[Modifier, ...] = (Modifier(area.words, points, area.said or area.rule),)
    if area.attack is not None:
        found = settle(area.attack.redirected(feature.id), "front", throw, strength)
        points, parts, roll = found.damage, found.parts, found.roll
    told = (by.by, feature.id, by.cause, "front", points, parts, roll, area.rule)
    battle.emit(HitLanded(*told, at_terrain=True, apart=apart))
    damage_feature(battle, feature, points, area.rule, by)


def comes_down(battle: Battle, fallen: Fallen, shock: Shock | None) -> None:
    """It is over: the ground feels it, and hook ``comes_down`` hears of it."""
    if shock is not None:
        shake(battle, shock)
    for hook in battle.hooks[hooks.comes_down]:
        hook(battle, fallen)
