"""What a weak spot is worth besides damage, in points of damage: for players who are programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import HUMAN_TRO, MARKSMAN, SHARPSHOOTER, piloted
from lancemate.alphastrike.combat.attack import modifiers
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.weak_spots import MARKSMANSHIP, SHARP_EYES, stood_still
from lancemate.alphastrike.play.explain import total

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack

CRITICAL: Final = 2.0  # what a critical check is worth
SURE: Final = 7  # the target number up to which a chance that comes once a game is taken


def ways(number: int) -> int:
    """How many of the 36 throws of two dice reach a number."""
    return sum(6 - abs(7 - roll) for roll in range(max(2, number), 13))


def well_placed(attack: Attack, margin: int) -> float:
    """How often a hit is as good as that."""
    number = total(modifiers(attack))
    return ways(number + margin) / max(1, ways(number))


@hooks.side_effects.rule("AS-SPA-055", when=piloted(SHARPSHOOTER))
def worth_of_sharp_eyes(attack: Attack) -> float:
    unit = attack.attacker
    if not attack.is_weapon or not stood_still(unit) or not has(attack.battle, unit, SHARPSHOOTER):
        return 0.0
    return CRITICAL * well_placed(attack, SHARP_EYES.of(attack)["margin"])


@hooks.side_effects.rule("AS-SPA-043", when=piloted(MARKSMAN))
def worth_of_a_careful_shot(attack: Attack) -> float:
    """A Sharpshooter gets no more by it."""
    if MARKSMAN not in attack.command.abilities or has(attack.battle, attack.attacker, SHARPSHOOTER):
        return 0.0
    return CRITICAL * well_placed(attack, MARKSMANSHIP.of(attack)["margin"])


@hooks.side_effects.rule("AS-SPA-038", when=piloted(HUMAN_TRO))
def worth_of_the_drawings(attack: Attack) -> float:
    """It comes once a game, and is kept for a shot that is likely to hit."""
    if HUMAN_TRO not in attack.command.abilities or total(modifiers(attack)) > SURE:
        return 0.0
    return CRITICAL
