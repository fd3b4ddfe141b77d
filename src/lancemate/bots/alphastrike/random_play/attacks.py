"""Attacks to try: every kind, with everything a card can fire, at units, terrain and points. Knows no ability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lancemate.alphastrike.combat.attack import Attack, attack_choices
from lancemate.alphastrike.combat.physical import STRIKES, striker
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.combat.weapons import LOBBED, SPECIAL_ATTACKS
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.flight import flies
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.state import Unit
from lancemate.bots.alphastrike.random_play.places import around, enemies, friends, nearest
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused

BLOWS: Final = ("physical", "melee", "charge", "dfa", "antimech")
TRIES: Final = 6  # attacks a unit thinks of before it holds its fire
SLIPS: Final = 20  # one in so many attacks asks for something that no card gives
THROW: Final = 5.0  # inches at which a point is tried that is not about an enemy


class Arm(NamedTuple):
    """Something to attack with."""

    kind: str
    using: str | None = None
    arc: str | None = None


def attacks(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Attack]:
    """Attacks a unit could try."""
    if unit.declared is not None:
        kind, target = unit.declared
        yield orders.Attack(unit.id, target, kind)
    yield from _from_the_air(battle, unit, luck)
    arms = _arms(battle, unit)
    for _ in range(TRIES):
        yield _aimed(battle, unit, luck.choice(arms), luck)


def _from_the_air(battle: Battle, unit: Unit, luck: Generator) -> Iterator[orders.Attack]:
    """Strips and points that are worth it, with some of the bombs; and strikes at anybody, under the path or not."""
    for kind in KINDS.values():
        for command in kind.ready(battle, unit) if kind.ready is not None else ():
            if luck.below(3) == 0:
                yield command
    if flies(unit) and luck.below(2):
        foes = enemies(battle, unit)
        arc = luck.choice(tuple(unit.card.arcs)) if unit.card.is_multi_arc else None
        if foes:
            heat = luck.below(2 + int(unit.card.ov)) if luck.below(3) == 0 else 0
            yield orders.Attack(unit.id, luck.choice(foes).id, "strike", arc=arc, overheat=heat)


def _arms(battle: Battle, unit: Unit) -> list[Arm]:
    """Everything that attacks, its plain weapons most often."""
    card = unit.card
    arms = [Arm("weapon"), Arm("weapon"), Arm("weapon")]
    arms += [Arm("weapon", code) for code in SPECIAL_ATTACKS.of(battle) if code in card.all_codes]
    for kind in KINDS.values():
        if kind.at_points is not None:
            fired = kind.at_points(unit)
            arms += [Arm(kind.name, code) for code in fired] * 3
            arms += [Arm(kind.name)] if any(fired) else []
        if kind.codes and kind.aims is not None and not card.all_codes.isdisjoint(kind.codes):
            arms += [Arm(kind.name)] * 2
    for arc in (*card.arcs, *(f"{section.name}" for section in card.sections)):
        arms += [Arm("weapon", None, arc)] * 2
    arms += [Arm(blow) for blow in STRIKES.of(battle)[striker(battle, unit)]] * 2
    return arms


def _aimed(battle: Battle, unit: Unit, arm: Arm, luck: Generator) -> orders.Attack:
    if luck.below(SLIPS) == 0:
        return _slip(battle, unit, luck)
    spotter = _spotter(battle, unit, arm, luck)
    target = _target(battle, unit, arm, luck, spotted=spotter is not None)
    plain = orders.Attack(unit.id, target, arm.kind, arm.using, 0, spotter, arc=arm.arc)
    try:
        said = attack_choices(Attack(battle, plain))
    except Refused:
        return plain
    for choice in said:
        plain = _perhaps(choice, plain, luck)
    return plain


def _perhaps(choice: Choice, command: orders.Attack, luck: Generator) -> orders.Attack:
    """The attack with something said about it, or not: a number now and then by one too many."""
    match choice.kind:
        case "number" if luck.below(2):
            return choice.said(command, float(luck.below(int(choice.most) + 2)))
        case "flag" if luck.below(2):
            return choice.said(command, True)
        case "unit" | "word" if luck.below(3) == 0:
            return choice.said(command, luck.choice(choice.among))
        case _:
            return command


def _spotter(battle: Battle, unit: Unit, arm: Arm, luck: Generator) -> str | None:
    """A friend to see for it: nearly always for what is fired at what others see, seldom otherwise."""
    lobbed = arm.kind == "weapon" and arm.using in LOBBED
    others = friends(battle, unit) if (luck.below(6) if lobbed else luck.below(30) == 0) else []
    return luck.choice(others).id if others else None


def _slip(battle: Battle, unit: Unit, luck: Generator) -> orders.Attack:
    """What a player asks for by mistake: an ability that is no weapon, heat without a scale, wrong blows, two loads."""
    target = luck.choice(list(battle.units))
    codes = sorted(unit.card.all_codes)
    match luck.below(4):
        case 3:
            return orders.Attack(unit.id, target, ammo="precision+flak")
        case 0 if codes:
            return orders.Attack(unit.id, target, using=luck.choice(codes), overheat=luck.below(2))
        case 1:
            return orders.Attack(
                unit.id,
                target,
                luck.choice(BLOWS),
                overheat=luck.below(2),
            )
        case _:
            return orders.Attack(unit.id, target, overheat=1 + luck.below(6))


def _target(battle: Battle, unit: Unit, arm: Arm, luck: Generator, *, spotted: bool) -> str | orders.PointTarget:
    """Mostly an enemy in sight; a point for what may be aimed at one; terrain now and then; seldom something silly."""
    foes = enemies(battle, unit)
    if KINDS[arm.kind].at_points is not None and (not foes or luck.below(3)):
        if not foes or luck.below(2):
            return orders.PointTarget(battle.table.snap(around(battle, luck, unit.at, THROW * luck.uniform())))
        at, far = luck.choice(foes).at, luck.choice((0.0, 1.0, 3.0))
        return orders.PointTarget(battle.table.snap(around(battle, luck, at, far)))
    features = battle.table.features
    if features and luck.below(8) == 0:
        return luck.choice(features).id
    if not foes or luck.below(60) == 0:
        return luck.choice(list(battle.units))
    close = nearest(battle, unit, foes)
    if close is not None and trait.PHYSICAL in KINDS[arm.kind].traits:
        return close.id
    seen = [] if spotted else [foe for foe in foes if sees(battle, unit, foe)]
    return luck.choice(seen or foes).id
