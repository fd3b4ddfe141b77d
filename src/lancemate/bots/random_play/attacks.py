"""Attacks to try: every kind, with everything a card can fire, at units, terrain and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lancemate.alphastrike.combat.sight import look
from lancemate.alphastrike.combat.weapons import SPECIAL_ATTACKS
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.bots.random_play.places import around, enemies, friends, nearest, rounded
from lancemate.kernel.dice import Generator

TRIES: Final = 6  # attacks a unit thinks of before it holds its fire
SLIPS: Final = 40  # one in so many attacks asks for something that no card gives
SENSOR: Final = "C3RS"
BLOWS: Final = ("physical", "melee", "charge", "dfa", "antimech")


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
    arms = _arms(unit)
    for _ in range(TRIES):
        yield _aimed(battle, unit, luck.choice(arms), luck)


def _arms(unit: Unit) -> list[Arm]:
    """Everything on the card that attacks, its plain weapons most often."""
    card = unit.card
    arms = [Arm("weapon"), Arm("weapon"), Arm("weapon")]
    arms += [Arm("weapon", code) for code in SPECIAL_ATTACKS.of(rules) if code in card.all_codes]
    arms += [Arm("artillery", code) for code in sorted(card.all_codes) if code.startswith("ART-")] * 2
    arms += [Arm("artillery")] if any(arm.kind == "artillery" for arm in arms) else []
    for arc in (*card.arcs, *(f"{section.name}" for section in card.sections)):
        arms += [Arm("weapon", None, arc)] * 2
    if card.is_mech or card.is_protomech:
        arms += [Arm("melee" if "MEL" in card.specials else "physical")] * 3
    if "AM" in card.all_codes:
        arms += [Arm("antimech")] * 3
    if SENSOR in card.all_codes:
        arms += [Arm(SENSOR)] * 4
    return arms


def _aimed(battle: Battle, unit: Unit, arm: Arm, luck: Generator) -> orders.Attack:
    if luck.below(SLIPS) == 0:
        return _slip(battle, unit, luck)
    spotter = _spotter(battle, unit, arm, luck)
    overheat = luck.below(unit.card.ov + 2) if unit.card.ov and luck.below(2) else 0
    rear = None
    if arm.using is None and "REAR" in unit.card.specials and luck.below(3) == 0:
        foes = enemies(battle, unit)
        rear = luck.choice(foes).id if foes else None
    return orders.Attack(
        unit.id,
        _target(battle, unit, arm, luck, spotted=spotter is not None),
        arm.kind,
        arm.using,
        overheat,
        spotter,
        spotter is not None and luck.below(2) == 0,
        arm.arc,
        rear,
    )


def _spotter(battle: Battle, unit: Unit, arm: Arm, luck: Generator) -> str | None:
    """A friend to see for it: nearly always for indirect fire, often for artillery, half of the time for LRMs."""
    wanted = arm.using == "IF" and luck.below(10)
    wanted = wanted or (arm.using == "LRM" and luck.below(2)) or (arm.kind == "artillery" and luck.below(3))
    others = friends(battle, unit) if wanted else []
    return luck.choice(others).id if others else None


def _slip(battle: Battle, unit: Unit, luck: Generator) -> orders.Attack:
    """What a player asks for by mistake: an ability that is no weapon, heat without a scale, a wrong blow."""
    target = luck.choice(list(battle.units))
    codes = sorted(unit.card.all_codes)
    match luck.below(3):
        case 0 if codes:
            return orders.Attack(unit.id, target, using=luck.choice(codes))
        case 1:
            return orders.Attack(unit.id, target, luck.choice(BLOWS))
        case _:
            return orders.Attack(unit.id, target, overheat=1 + luck.below(6))


def _target(battle: Battle, unit: Unit, arm: Arm, luck: Generator, *, spotted: bool) -> str | orders.PointTarget:
    """Mostly an enemy in sight; a point for shells and sensors; terrain now and then; seldom something silly."""
    foes = enemies(battle, unit)
    if arm.kind == SENSOR:
        return orders.PointTarget(rounded(around(luck, unit.at, 5.0 * luck.uniform())))
    if arm.kind == "artillery" and (not foes or luck.below(3)):
        at = luck.choice(foes).at if foes else unit.at
        return orders.PointTarget(rounded(around(luck, at, luck.choice((0.0, 1.0, 3.0)))))
    features = battle.table.features
    if features and luck.below(8) == 0:
        return luck.choice(features).id
    if not foes or luck.below(60) == 0:
        return luck.choice(list(battle.units))
    close = nearest(unit, foes)
    if close is not None and arm.kind in ("physical", "melee", "antimech"):
        return close.id
    seen = [] if spotted else [foe for foe in foes if look(battle, unit, foe).status != "blocked"]
    return luck.choice(seen or foes).id
