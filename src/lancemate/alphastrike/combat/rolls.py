"""The dice of an attack, roll by roll: most attacks make one, some one for every point (p. 175).

Knows which rolls were enough and by how much the others fell short. What comes of that is asked of the hooks
``attack_made`` and ``hit_landed``, which hear a ``Made``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of
from lancemate.alphastrike.combat.attack import Attack, Series, modifiers, succeeds
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Settled

DICE: Final = 2  # of one roll


class Roll(NamedTuple):
    """One roll: whether it was enough, and by how much it was or, below 0, was not."""

    dice: tuple[int, ...]
    hit: bool
    margin: int | None

    def short_by(self, most: int, least: int = 1) -> bool:
        """It has failed, by no more than so much."""
        return not self.hit and self.margin is not None and least <= -self.margin <= most


class Made(NamedTuple):
    """An attack that has been made, with every roll of it; none where no dice could have hit."""

    number: int
    rolls: tuple[Roll, ...]
    hit: bool
    settled: Settled | None = None

    @property
    def margin(self) -> int:
        """How well its best roll did."""
        return max([roll.margin or 0 for roll in self.rolls], default=0)

    @property
    def missed(self) -> bool:
        """It has missed, all of it or a part."""
        return not self.hit or any(not roll.hit for roll in self.rolls)

    def short_by(self, most: int, least: int = 1) -> int:
        """How many rolls have failed by no more than so much."""
        return sum([roll.short_by(most, least) for roll in self.rolls])


def made_of(attack: Attack, dice: tuple[int, ...], hit: bool, settled: Settled | None = None) -> Made:
    return Made(attack.number, rolls_of(attack, dice), hit, settled)


def rolls_of(attack: Attack, dice: tuple[int, ...]) -> tuple[Roll, ...]:
    """Dice that were thrown one roll after the other."""
    modifiers(attack)
    return tuple([_judged(attack, dice[first : first + DICE]) for first in range(0, len(dice), DICE)])


def _judged(attack: Attack, dice: tuple[int, ...]) -> Roll:
    reached = dice_sum(attack, dice)
    margin = margin_of(attack, reached, attack.number)
    return Roll(dice, succeeds(attack, attack.number, reached), margin)


def best(attack: Attack, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that an attack's margin is taken from."""
    if len(dice) <= DICE:
        return dice
    return max(rolls_of(attack, dice), key=lambda roll: dice_sum(attack, roll.dice)).dice


def counting(attack: Attack, rolls: int) -> Attack:
    """The same attack, of which so many rolls count, where it makes more than one."""
    if attack.series is not None:
        attack.series = Series(attack.series.thrown, 0, rolls)
    return attack


@rules.rule("AS-OPT-584", otherwise=())
def one_of_many(attack: Attack, dice: tuple[int, ...]) -> tuple[int, ...]:
    """However many natural 12s there are, they bring one critical check."""
    lucky = (6, 6)
    return lucky if any(roll.dice == lucky for roll in rolls_of(attack, dice)) else ()
