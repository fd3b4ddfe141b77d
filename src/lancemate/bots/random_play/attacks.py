"""Attacks to try: every kind, with everything a card can fire, at units, terrain and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lancemate.alphastrike import commands as orders
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.state import Unit
from lancemate.alphastrike.weapons import SPECIAL_ATTACKS
from lancemate.bots.random_play.places import around, enemies, friends, nearest, rounded
from lancemate.kernel.dice import Generator

TRIES: Final = 6  # attacks a unit thinks of before it holds its fire
CLOSE: Final = 2.5  # inches between bases at which fists come to mind


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
    arms += [Arm("weapon", code) for code in SPECIAL_ATTACKS if code in card.all_codes]
    arms += [Arm("artillery", code) for code in sorted(card.all_codes) if code.startswith("ART-")] * 2
    arms += [Arm("artillery")] if any(arm.kind == "artillery" for arm in arms) else []
    for arc in (*card.arcs, *(f"{section.name}" for section in card.sections)):
        arms += [Arm("weapon", None, arc)] * 2
    if card.is_mech or card.is_protomech:
        arms += [Arm("melee" if "MEL" in card.specials else "physical")] * 3
        arms += [Arm("physical"), Arm("melee"), Arm("charge")]
    if card.is_infantry:
        arms += [Arm("antimech")] * 3
    return arms


def _aimed(battle: Battle, unit: Unit, arm: Arm, luck: Generator) -> orders.Attack:
    target = _target(battle, unit, arm, luck)
    spotter = None
    if arm.using == "IF" or (arm.kind == "artillery" and luck.below(3)):
        others = friends(battle, unit)
        spotter = luck.choice(others).id if others and luck.below(10) else None
    overheat = luck.below(unit.card.ov + 2) if unit.card.ov and luck.below(2) else 0
    rear = None
    if arm.using is None and "REAR" in unit.card.specials and luck.below(3) == 0:
        foes = enemies(battle, unit)
        rear = luck.choice(foes).id if foes else None
    return orders.Attack(
        unit.id,
        target,
        arm.kind,
        arm.using,
        overheat,
        spotter,
        spotter is not None and luck.below(2) == 0,
        arm.arc,
        rear,
    )


def _target(battle: Battle, unit: Unit, arm: Arm, luck: Generator) -> str | orders.PointTarget:
    """Mostly an enemy; a point for shells; terrain now and then; seldom something silly."""
    foes = enemies(battle, unit)
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
    return luck.choice(foes).id
