"""What units are really worth: measured strength against printed Point Value.

Units of one kind fight units of another, as many of each as come near the same number of points. From who beats whom,
and from how much an uneven number of points helps, follows for every unit the Point Value at which it would be fair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final, NamedTuple

from lancemate.alphastrike.card import Card
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.lab.contests import BLUE, RED, Contest, Entry, can_fight, mixed
from lancemate.lab.duel import Ledger, plan_of
from lancemate.lab.runner import Line, run
from lancemate.lab.statistics import Estimate, Match, bradley_terry
from lancemate.muster import catalogue
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.force_files import force_to_data

POINTS: Final = 120  # a side
LARGEST: Final = 8  # units a side
LEAST_HELP: Final = 0.5  # log odds for a side with e times the points: less cannot be told from nothing


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

    units: tuple[str, ...]  # ids in the catalogue
    contest: Contest
    battles: int

    def __post_init__(self) -> None:
        if len(self.units) < 2:
            raise InputError("to measure units against one another takes at least two of them")

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

    def play(self, number: int) -> Line:
        one, other = self.pair(number)
        red, blue = _band(one), _band(other)
        fight = replace(self.contest, red=red, blue=blue, seed=mixed(self.contest.seed, 78, number) >> 16)
        return {**fight.play(number % 2), "battle": number, "pair": [one, other]}

    def measured(self, lines: Sequence[Line]) -> list[Measured]:
        """What every unit that has fought is worth, the greatest surprise first."""
        matches, fought = [], dict.fromkeys(self.units, 0)
        for line in lines:
            if "winner" not in line:
                continue
            pair, brought = line["pair"], line["brought"]
            assert isinstance(pair, list)
            assert isinstance(brought, dict)
            one, other = str(pair[0]), str(pair[1])
            more = brought[RED], brought[BLUE]
            assert isinstance(more[0], int)
            assert isinstance(more[1], int)
            won = 1.0 if line["winner"] == RED else 0.5 if line["winner"] is None else 0.0
            matches.append(Match(one, other, won, 1, log(max(1, more[0]) / max(1, more[1]))))
            fought[one] += 1
            fought[other] += 1
        if not matches:
            return []
        found = bradley_terry(matches, handicaps=True, pull=1.0)
        help_ = max(LEAST_HELP, found.handicap.value)
        result = []
        for name, strength in found.by_name.items():
            card = catalogue.find(name)
            worth = Estimate(*(card.pv * exp(figure / help_) for figure in strength))
            result.append(Measured(name, card.name, card.pv, fought[name], worth))
        return sorted(result, key=lambda one: -abs(one.surplus))


@cache
def _shuffled(units: tuple[str, ...], seed: int) -> tuple[str, ...]:
    order = list(units)
    Generator(seed).shuffle(order)
    return tuple(order)


@cache
def _band(unit: str) -> Entry:
    """As many of one unit as come nearest to the points of a side."""
    card = catalogue.find(unit)
    copies = min(LARGEST, max(1, round(POINTS / max(1, card.pv))))
    force = Force(card.name, (Formation("band", (Member(card),) * copies),))
    return Entry(card.name, force_to_data(force))


def measurable(cards: Sequence[Card]) -> tuple[str, ...]:
    """The units that can be measured: they fight on the ground, do damage and cost points."""
    return tuple(card.id for card in cards if can_fight(card) and card.pv > 0 and card.damage and not card.is_large)


def measure(
    yardstick: Yardstick,
    folder: Path | None = None,
    *,
    jobs: int = 1,
    on: str = "local",
    resume: bool = False,
    watch: Callable[[int], None] | None = None,
) -> list[Line]:
    """Play all battles, those in the folder excepted; their lines in order."""
    ledger = Ledger(folder, _plan(yardstick), resume=resume) if folder is not None else None
    lines: dict[int, Line] = dict(ledger.lines) if ledger is not None else {}
    left = [number for number in range(yardstick.total) if number not in lines]
    for number, line in run(yardstick.play, left, jobs=jobs, on=on):
        if ledger is not None:
            ledger.write(number, line)
        lines[number] = line
        if watch is not None:
            watch(len(lines))
    if ledger is not None:
        ledger.tidy()
    return [lines[number] for number in sorted(lines)]


def _plan(yardstick: Yardstick) -> dict[str, JSON]:
    plan = plan_of(yardstick.contest, yardstick.battles)
    del plan["red"], plan["blue"]
    return {**plan, "units": [*yardstick.units]}
