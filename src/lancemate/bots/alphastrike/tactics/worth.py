"""What a unit is worth in a fight, and what so many points of damage take from that.

Worth is counted in Point Values. It falls as the square root of the armor and structure left: the nearer a unit is to
its end, the more the next point matters, so that fire gathers on the one that can be brought down.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.play.footprint import section_card, section_named
from lancemate.alphastrike.play.stats import is_immobile, stats
from lancemate.alphastrike.scenarios.withdrawal import is_exempt, is_forced

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.damage_value import Damage
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

END: Final = 0.2  # of a unit's worth: what its end means beyond the last point
HOLED: Final = 0.03  # of a unit's worth, for each point of structure lost: the critical hits that come with it
CRIPPLED: Final = 0.35  # of a unit's worth, where crippled units go home: what that means beyond the points
UNARMED: Final = 0.4  # what is left of its worth when its weapons are gone
STUCK: Final = 0.85  # and of one that cannot move

Chances = tuple[tuple[int, float], ...]  # points of a hit, each with its chance


class Prize(NamedTuple):
    """A unit as something to be had or to be lost."""

    worth: float
    armor: int
    structure: int
    whole: int
    limps_at: int = -1  # with so much structure left, and no armor, it must go home; -1 where nobody must

    @property
    def left(self) -> int:
        return self.armor + self.structure

    @property
    def value(self) -> float:
        """What it is worth as it stands."""
        return self.worth * (sqrt(self.left / self.whole) + END) if self.left > 0 else 0.0

    def loss(self, points: int) -> float:
        """What so many points take from it."""
        left = self.left
        if points <= 0 or left <= 0:
            return 0.0
        if points >= left:
            return self.value
        holes = max(0, points - self.armor)
        cripples = left - points <= self.limps_at < left
        lost = sqrt(left / self.whole) - sqrt((left - points) / self.whole) + HOLED * holes + CRIPPLED * cripples
        return self.worth * lost

    def mean_loss(self, points: Iterable[tuple[int, float]]) -> float:
        return sum(chance * self.loss(many) for many, chance in points)

    def times(self, factor: float) -> Prize:
        """The same, counting so many times as much."""
        return self if factor == 1.0 else self._replace(worth=self.worth * factor)

    def after(self, points: int) -> Prize:
        armor = max(0, self.armor - points)
        return self._replace(armor=armor, structure=max(0, self.structure - max(0, points - self.armor)))


def prize(battle: Battle, unit: Unit) -> Prize:
    """A unit as it stands; one that will be removed in the End Phase anyway is worth nothing any more."""
    whole = max(1, unit.card.armor + unit.card.structure)
    if unit.doomed is not None or unit.destroyed:
        return Prize(0.0, 0, 0, whole)
    goes_home = is_forced(battle) and not unit.withdrawing and not is_exempt(battle, unit)
    limps_at = -(-unit.card.structure // 2) if goes_home else -1
    return Prize(worth(battle, unit), unit.armor, unit.structure, whole, limps_at)


def prize_named(battle: Battle, name: object) -> Prize | None:
    """A unit, or a section of a mobile structure, as something to be had; None for terrain and points."""
    if not isinstance(name, str):
        return None
    unit = battle.units.get(name)
    if unit is not None:
        return prize(battle, unit)
    found = section_named(battle.units, name)
    return section_prize(battle, *found) if found is not None else None


def section_prize(battle: Battle, unit: Unit, name: str) -> Prize:
    """A section: its share of the whole, which is lost with a few of them."""
    section, card = unit.section(name), section_card(unit, name)
    assert section is not None
    assert card is not None
    whole = max(1, card.armor + card.structure)
    if section.destroyed or unit.doomed is not None:
        return Prize(0.0, 0, 0, whole)
    gone = sum(one.destroyed for one in unit.sections)
    needed = max(1, len(unit.sections) // 2 + 1 - gone)
    return Prize(worth(battle, unit) / needed, section.armor, section.structure, whole)


def worth(battle: Battle, unit: Unit) -> float:
    """Its Point Value for its Skill, less what damage has taken of its weapons and legs."""
    card = unit.card
    base = _value(card.pv or _guess(unit), unit.skill)
    if unit.wounds:
        armed = _power(card.damage)
        if armed:
            base *= UNARMED + (1.0 - UNARMED) * min(1.0, _power(stats(battle, unit).damage) / armed)
        if is_immobile(battle, unit):
            base *= STUCK
    return base


@cache
def _value(points: int, skill: int) -> float:
    return float(counted_value(points, skill))


def _guess(unit: Unit) -> int:
    """The Point Value of a card that names none, roughly."""
    card = unit.card
    return max(1, round(card.armor + card.structure + 2 * _power(card.damage)))


def _power(damage: Damage) -> float:
    """What weapons are good for over all ranges, the middle one most of all."""
    return sum(share * (one.points + 0.5 * one.minimal) for share, one in zip((1, 2, 1), damage, strict=False))
