"""Crippling damage (p. 127): three tests, any of which is enough. Asked in the End Phase, when damage is felt.

Knows what is left of a unit; what being crippled means is decided elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.cards.specials import Special
from lancemate.alphastrike.combat.artillery import pieces_of
from lancemate.alphastrike.combat.weapons import SPECIAL_ATTACKS
from lancemate.alphastrike.play.stats import WEAPON, stats, worn
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


class Crippled(NamedTuple):
    reason: str
    rule: str


def crippled(battle: Battle, unit: Unit) -> Crippled | None:
    """Why a unit is crippled, or None."""
    if battered(battle, unit):
        return Crippled("its armor is gone and half of its structure", "AS-SCN-009")
    if disarmed(battle, unit):
        return Crippled("it can do no more damage at medium or long range", "AS-SCN-010")
    if lamed(battle, unit):
        return Crippled("it is immobilized", "AS-SCN-011")
    return None


@rules.rule("AS-SCN-009", otherwise=False)
def battered(battle: Battle, unit: Unit) -> bool:
    """No armor, and no more than half of the structure it had, rounded up."""
    return unit.armor <= 0 and unit.structure <= -(-unit.card.structure // 2)


@rules.rule("AS-SCN-010", otherwise=False)
def disarmed(battle: Battle, unit: Unit) -> bool:
    """Nothing it has does damage at medium or long range any more, though something did."""
    if not unit.wounds:
        return False
    return reaches_far(battle, unit, ()) and not reaches_far(battle, unit, unit.wounds)


def reaches_far(battle: Battle, unit: Unit, wounds: tuple[str, ...]) -> bool:
    """Some attack, with all weapons or with one ability, does damage beyond short range. 0* will do."""
    card = unit.card
    if _far(worn(battle, card, card.damage, wounds)) or _fires_far(battle, card, tuple(card.specials), wounds, None):
        return True
    for name, arc in card.arcs.items():
        if any(_far(worn(battle, card, values, wounds, name)) for values in (arc.damage, arc.scap, arc.msl)):
            return True
        if _fires_far(battle, card, tuple(arc.specials), wounds, name):
            return True
    guns = [piece for name in (None, *card.arcs) for piece in pieces_of(unit, name)]
    return any(int(piece.number or 1) > wounds.count(WEAPON) for piece in guns)


def _fires_far(
    battle: Battle, card: Card, specials: tuple[Special, ...], wounds: tuple[str, ...], arc: str | None
) -> bool:
    for special in specials:
        strength = special.strength
        if special.code not in SPECIAL_ATTACKS.of(battle) or strength is None:
            continue
        values = Damage(strength, strength, strength) if isinstance(strength, Strength) else strength
        if _far(worn(battle, card, values, wounds, arc)):
            return True
    return False


def _far(damage: Damage) -> bool:
    return damage.M.harms or damage.L.harms


@rules.rule("AS-SCN-011", otherwise=False)
def lamed(battle: Battle, unit: Unit) -> bool:
    """Damage has left nothing of its Move; what never moved is not immobilized by that, nor is what only overheated."""
    return stats(battle, unit).immobilized and max(unit.card.move.by_mode.values(), default=0.0) > 0
