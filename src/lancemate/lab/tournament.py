"""A tournament: everyone against everyone, and how strong that makes them (Bradley and Terry's model, as Elo)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.lab.contests import Contest, Entry, mixed
from lancemate.lab.ledger import Collected, Terms, Watch, collect
from lancemate.lab.results import BLUE, RED, BattleResult
from lancemate.lab.statistics import Estimate, Match, bradley_terry, wilson

FEWEST: Final = 2


class Standing(NamedTuple):
    """One contestant after all battles."""

    name: str
    elo: Estimate
    won: int
    lost: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """Contestants, the contest they all fight (table, turns ...), and how many battles each pair has."""

    entries: tuple[Entry, ...]
    contest: Contest
    battles: int

    def __post_init__(self) -> None:
        if len(self.entries) < FEWEST:
            raise InputError(f"a tournament takes at least {FEWEST} contestants, not {len(self.entries)}")
        twice = next((name for place, name in enumerate(self.names) if name in self.names[:place]), None)
        if twice is not None:
            raise InputError(f"{twice} takes part twice")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple(combinations(range(len(self.entries)), 2))

    @property
    def names(self) -> tuple[str, ...]:
        """How contestants are told apart: by force, by bot, or by both."""
        forces = {entry.name for entry in self.entries}
        crews = {entry.crew for entry in self.entries}
        if len(crews) == 1:
            return tuple(entry.name for entry in self.entries)
        if len(forces) == 1:
            return tuple(entry.crew for entry in self.entries)
        return tuple(f"{entry.name}, {entry.crew}" for entry in self.entries)

    @property
    def total(self) -> int:
        return len(self.pairs) * self.battles

    def play(self, number: int) -> BattleResult:
        """One battle of all of them: pairs take turns, so that an interruption leaves everyone with as many. In a
        scenario they exchange their parts with every other table."""
        round_, pair = divmod(number, len(self.pairs))
        one, other = self.pairs[pair]
        if self.contest.scenario is not None and round_ // 2 % 2:
            one, other = other, one
        fight = replace(
            self.contest, red=self.entries[one], blue=self.entries[other], seed=mixed(self.contest.seed, pair)
        )
        line = fight.play(round_)
        return replace(line, battle=number, pair=(self.names[one], self.names[other]))

    def plan(self) -> dict[str, JSON]:
        plan = {key: value for key, value in self.contest.plan().items() if key not in (RED, BLUE)}
        return {**plan, "entries": [entry.data() for entry in self.entries]}


def fight(tournament: Tournament, terms: Terms, watch: Watch | None = None) -> Collected:
    """Play all battles, watched."""
    return collect(tournament.play, tournament.total, tournament.plan(), terms, watch)


def matches(lines: Iterable[BattleResult]) -> dict[tuple[str, str], Match]:
    """What each pair of contestants has come to."""
    found: dict[tuple[str, str], Match] = {}
    for line in lines:
        pair, won = line.pair, line.red_won
        if pair[::-1] in found:  # they had the other colours before
            pair, won = (pair[1], pair[0]), 1.0 - won
        before = found.get(pair, Match(*pair, 0.0, 0))
        found[pair] = before._replace(won=before.won + won, battles=before.battles + 1)
    return found


def standings(lines: Iterable[BattleResult]) -> list[Standing]:
    """Who is how strong, the strongest first."""
    played = list(lines)
    strengths = bradley_terry([*matches(played).values()])
    counts = {name: [0, 0, 0] for name in strengths.by_name}
    for line in played:
        for name, side in zip(line.pair, (RED, BLUE), strict=True):
            counts[name][2 if line.winner is None else 0 if line.winner == side else 1] += 1
    order = sorted(strengths.by_name, key=lambda name: -strengths.by_name[name].value)
    return [Standing(name, strengths.elo(name), *counts[name]) for name in order]


def cross_table(lines: Iterable[BattleResult], names: Iterable[str]) -> list[list[Estimate | None]]:
    """The share of its battles the contestant of the row wins against that of the column; None without battles."""
    found = matches(lines)
    order = list(names)

    def cell(one: str, other: str) -> Estimate | None:
        if (one, other) in found:
            match = found[one, other]
            return wilson(match.won, match.battles)
        if (other, one) in found:
            match = found[other, one]
            return wilson(match.battles - match.won, match.battles)
        return None

    return [[cell(one, other) for other in order] for one in order]
