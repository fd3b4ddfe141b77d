"""What units are really worth: measured strength against printed Point Value.

Units of one kind fight units of another, for numbers of points that are thrown for each side. From who beats whom, and
from how much an uneven number of points helps, follows for every unit the Point Value at which it would be fair.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import exp, log, sqrt
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card, card_to_data
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab.contests import Contest, Entry, can_fight, mixed
from lancemate.lab.ledger import Collected, Terms, Watch, collect
from lancemate.lab.results import BLUE, RED, BattleResult
from lancemate.lab.statistics import Estimate, Match, bradley_terry
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.force_files import force_to_data

POINTS: Final = (80, 120, 160)  # a side, one of them in each battle
LARGEST: Final = 8  # units a side
LEAST_HELP: Final = 0.5  # log odds for a side with e times the points: less cannot be told from nothing
PULL: Final = 1.0  # toward the printed Point Value: a unit that fought little is no surprise


class Measured(NamedTuple):
    """One unit: what is printed, what was measured."""

    id: str
    name: str
    pv: int
    battles: int
    effective: Estimate  # the Point Value at which it would be fair

    @property
    def surplus(self) -> float:
        """How much more it is worth than is printed, as the logarithm of the ratio."""
        return log(self.effective.value / self.pv)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The units that are measured, and how often each of them fights."""

    cards: tuple[Card, ...]  # they travel with it: another machine has another shelf
    contest: Contest  # its red side says who leads every band
    battles: int
    units: tuple[str, ...] = field(init=False)  # their ids
    by_id: Mapping[str, Card] = field(init=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", tuple(card.id for card in self.cards))
        object.__setattr__(self, "by_id", {card.id: card for card in self.cards})
        if len(self.cards) < 2:
            raise InputError("measuring units against one another takes at least two that fight on the ground")

    @property
    def total(self) -> int:
        return (len(self.units) * self.battles + 1) // 2

    def pair(self, number: int) -> tuple[str, str]:
        """Who fights battle so and so: every unit once, then every unit once more, paired anew each time."""
        count = len(self.units)
        slots = [2 * number, 2 * number + 1]
        one, other = (self._drawn(slot // count)[slot % count] for slot in slots)
        if one == other:  # the last of one round and the first of the next
            other = self._drawn(slots[1] // count)[(slots[1] + 1) % count]
        return one, other

    def _drawn(self, round_: int) -> tuple[str, ...]:
        return _shuffled(self.units, mixed(self.contest.seed, 77, round_))

    def play(self, number: int) -> BattleResult:
        return replace(self.fight(number).play(number % 2), battle=number, pair=self.pair(number))

    def fight(self, number: int) -> Contest:
        """The contest of which battle so and so is one."""
        luck = Generator(mixed(self.contest.seed, 78, number))
        red, blue = (self._band(unit, luck.choice(POINTS)) for unit in self.pair(number))
        return replace(self.contest, red=red, blue=blue, seed=luck.next64())

    def _band(self, unit: str, points: int) -> Entry:
        return replace(self.contest.red, name=unit, force=_band(self.by_id[unit], points))

    def plan(self) -> dict[str, JSON]:
        plan = {key: value for key, value in self.contest.plan().items() if key not in (RED, BLUE)}
        led_by = self.contest.red
        return {**plan, "bot": led_by.bot, "budget": led_by.budget, "units": [*self.units], "cards": self._mark()}

    def _mark(self) -> str:
        """Tells these cards from others of the same ids: battles are continued with the very same."""
        text = json.dumps([card_to_data(card) for card in self.cards], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _shuffled(units: tuple[str, ...], seed: int) -> tuple[str, ...]:
    order = list(units)
    Generator(seed).shuffle(order)
    return tuple(order)


@cache
def _band(card: Card, points: int) -> dict[str, JSON]:
    """As many of one unit as come nearest to so many points."""
    copies = min(LARGEST, max(1, round(points / card.pv)))
    return force_to_data(Force(card.name, (Formation("band", (Member(card),) * copies),)))


def measurable(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The units that can be measured: they fight on the ground, do damage and cost points."""
    able = [card for card in cards if can_fight(card) and card.pv > 0 and card.damage.harms and not card.is_large]
    return tuple({card.id: card for card in able}.values())


def sample(cards: Sequence[Card], size: int, seed: int) -> tuple[Card, ...]:
    """So many of the cards, drawn by lot, in the order in which they lie there."""
    if size >= len(cards):
        return tuple(cards)
    places = list(range(len(cards)))
    Generator(mixed(seed, 79, len(cards))).shuffle(places)
    return tuple(cards[place] for place in sorted(places[:size]))


def measure(yardstick: Yardstick, terms: Terms, watch: Watch | None = None) -> Collected:
    """Play all battles, watched."""
    return collect(yardstick.play, yardstick.total, yardstick.plan(), terms, watch)


def measured(lines: Iterable[BattleResult], cards: Iterable[Card]) -> list[Measured]:
    """What every unit that has fought is worth, the greatest surprise first."""
    by_id = {card.id: card for card in cards}
    matches: list[Match] = []
    fought: dict[str, int] = {}
    for line in lines:
        matches.append(Match(*line.pair, line.red_won, 1, log(max(1, line.brought[RED]) / max(1, line.brought[BLUE]))))
        for name in line.pair:
            fought[name] = fought.get(name, 0) + 1
    strengths = bradley_terry(matches, pull=PULL)
    result = []
    for name, strength in strengths.by_name.items():
        card = by_id[name]
        ratio = _ratio(strength, strengths.handicap)
        worth = Estimate(*(card.pv * exp(figure) for figure in ratio))
        result.append(Measured(name, card.name, card.pv, fought[name], worth))
    return sorted(result, key=lambda one: -abs(one.surplus))


def _ratio(strength: Estimate, handicap: Estimate) -> Estimate:
    """The logarithm of how many times its points a unit is worth: its strength in units of what points are worth."""
    help_ = max(LEAST_HELP, handicap.value)
    value = strength.value / help_
    width = sqrt((strength.high - strength.value) ** 2 + (value * (handicap.high - handicap.value)) ** 2) / help_
    return Estimate(value, value - width, value + width)
