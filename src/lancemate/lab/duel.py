"""A duel: one contest played many times, and what all its battles come to. Must not know how results are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from lancemate.kernel.codec import JSON
from lancemate.lab.ledger import Collected, Terms, collect
from lancemate.lab.results import BLUE, RED, BattleResult, GivenUp
from lancemate.lab.statistics import Estimate, mean, mean_of_sums, wilson


@dataclass(slots=True)
class UnitTally:
    """What all the battles of the units of one name come to."""

    side: str
    name: str
    battles: int = 0  # of each of them
    marked: int = 0
    kills: int = 0
    lived: int = 0
    marked_squares: int = 0
    kills_squares: int = 0

    @property
    def marks(self) -> Estimate:
        """Points that one of them marks off enemies in a battle."""
        return mean_of_sums(self.battles, self.marked, self.marked_squares)

    @property
    def victims(self) -> Estimate:
        """Enemies that one of them brings down in a battle."""
        return mean_of_sums(self.battles, self.kills, self.kills_squares)

    @property
    def survival(self) -> Estimate:
        """How often one of them lives."""
        return wilson(self.lived, self.battles)


@dataclass(slots=True)
class Tally:
    """What the battles so far have come to."""

    battles: int = 0
    won: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    outright: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    draws: int = 0
    results: list[float] = field(default_factory=list)  # 1 where red won, 0 where blue did, a half for a draw
    turns: list[int] = field(default_factory=list)
    killed: dict[str, list[int]] = field(default_factory=lambda: {RED: [], BLUE: []})  # points, by who killed them
    units: dict[tuple[str, str], UnitTally] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Iterable[BattleResult]) -> Tally:
        tally = cls()
        for line in lines:
            tally.add(line)
        return tally

    def add(self, line: BattleResult) -> None:
        self.battles += 1
        if line.winner is None:
            self.draws += 1
        else:
            self.won[line.winner] += 1
            self.outright[line.winner] += line.how == "outright"
        self.results.append(line.red_won)
        self.turns.append(line.turns)
        self.killed[RED].append(line.lost[BLUE])
        self.killed[BLUE].append(line.lost[RED])
        for deed in line.units:
            unit = self.units.setdefault((deed.side, deed.name), UnitTally(deed.side, deed.name))
            unit.battles += 1
            unit.marked += deed.marked
            unit.kills += deed.kills
            unit.lived += deed.alive
            unit.marked_squares += deed.marked**2
            unit.kills_squares += deed.kills**2

    def share(self, side: str) -> Estimate:
        """How much of the battles a side wins, draws counting half."""
        return wilson(self.won[side] + self.draws / 2, self.battles)

    def kills(self, side: str) -> Estimate:
        return mean(self.killed[side])

    @property
    def margins(self) -> list[int]:
        """Points lost by blue less points lost by red, battle by battle."""
        return [by_red - by_blue for by_red, by_blue in zip(self.killed[RED], self.killed[BLUE], strict=True)]


Watch = Callable[[Tally, int], None]  # what there is so far, and how many battles had to be given up


class Played(Protocol):
    """A contest of any game: plays the battle of a number, and says by what plan."""

    def play(self, number: int) -> BattleResult: ...

    def plan(self) -> dict[str, JSON]: ...


def duel(contest: Played, battles: int, terms: Terms, watch: Watch | None = None) -> Collected:
    """Play so many battles, watched."""
    seen, gone = Tally(), 0

    def add(line: BattleResult | GivenUp) -> None:
        nonlocal gone
        if isinstance(line, GivenUp):
            gone += 1
        else:
            seen.add(line)
        if watch is not None:
            watch(seen, gone)

    return collect(contest.play, battles, contest.plan(), terms, add)
