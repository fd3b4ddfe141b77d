"""A tournament: everyone against everyone, and how strong that makes them (Bradley and Terry's model, as Elo)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.lab.contests import BLUE, RED, Contest, Entry, mixed
from lancemate.lab.duel import Ledger, plan_of
from lancemate.lab.runner import Line, run
from lancemate.lab.statistics import Estimate, Match, bradley_terry

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

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple(combinations(range(len(self.entries)), 2))

    @property
    def names(self) -> tuple[str, ...]:
        """How contestants are told apart: by force, by bot, or by both."""
        forces = {entry.name for entry in self.entries}
        crews = {(entry.bot, entry.budget) for entry in self.entries}
        if len(crews) == 1:
            return tuple(entry.name for entry in self.entries)
        bots = [entry.bot if entry.budget is None else f"{entry.bot} ({entry.budget})" for entry in self.entries]
        if len(forces) == 1:
            return tuple(bots)
        return tuple(f"{entry.name}, {bot}" for entry, bot in zip(self.entries, bots, strict=True))

    @property
    def total(self) -> int:
        return len(self.pairs) * self.battles

    def play(self, number: int) -> Line:
        """One battle of all of them: pairs take turns, so that an interruption leaves everyone with as many."""
        pair = number % len(self.pairs)
        one, other = self.pairs[pair]
        fight = replace(
            self.contest,
            red=self.entries[one],
            blue=self.entries[other],
            seed=mixed(self.contest.seed, pair) >> 16,
        )
        return {**fight.play(number // len(self.pairs)), "battle": number, "pair": [one, other]}

    def standings(self, lines: Sequence[Line]) -> list[Standing]:
        """Who is how strong, the strongest first."""
        names = self.names
        won: dict[tuple[int, int], float] = dict.fromkeys(self.pairs, 0.0)
        fought = dict.fromkeys(self.pairs, 0)
        tally = {name: [0, 0, 0] for name in names}
        for line in lines:
            if "winner" not in line:
                continue
            one, other = _pair(line)
            fought[one, other] += 1
            winner = line["winner"]
            won[one, other] += 1.0 if winner == RED else 0.5 if winner is None else 0.0
            tally[names[one]][0 if winner == RED else 1 if winner == BLUE else 2] += 1
            tally[names[other]][0 if winner == BLUE else 1 if winner == RED else 2] += 1
        matches = [
            Match(names[one], names[other], won[one, other], fought[one, other])
            for one, other in self.pairs
            if fought[one, other]
        ]
        if not matches:
            return []
        found = bradley_terry(matches)
        order = sorted(found.by_name, key=lambda name: -found.by_name[name].value)
        return [Standing(name, found.elo(name), *tally[name]) for name in order]


def _pair(line: Line) -> tuple[int, int]:
    pair = line["pair"]
    assert isinstance(pair, list)
    one, other = pair
    assert isinstance(one, int)
    assert isinstance(other, int)
    return one, other


@dataclass(slots=True)
class Progress:
    """The lines so far."""

    lines: dict[int, Line] = field(default_factory=dict)

    def in_order(self) -> list[Line]:
        return [self.lines[number] for number in sorted(self.lines)]


def fight(
    tournament: Tournament,
    folder: Path | None = None,
    *,
    jobs: int = 1,
    on: str = "local",
    resume: bool = False,
    watch: Callable[[Progress], None] | None = None,
) -> Progress:
    """Play all battles, those in the folder excepted."""
    progress = Progress()
    ledger = Ledger(folder, _plan(tournament), resume=resume) if folder is not None else None
    if ledger is not None:
        progress.lines.update(ledger.lines)
    for number, line in _played(tournament, progress, jobs, on):
        if ledger is not None:
            ledger.write(number, line)
        progress.lines[number] = line
        if watch is not None:
            watch(progress)
    if ledger is not None:
        ledger.tidy()
    return progress


def _played(tournament: Tournament, progress: Progress, jobs: int, on: str) -> Iterator[tuple[int, Line]]:
    left = [number for number in range(tournament.total) if number not in progress.lines]
    return run(tournament.play, left, jobs=jobs, on=on)


def _plan(tournament: Tournament) -> dict[str, JSON]:
    plan = plan_of(tournament.contest, tournament.battles)
    del plan["red"], plan["blue"]
    entries: list[JSON] = [
        {"name": entry.name, "force": {**entry.force}, "bot": entry.bot, "budget": entry.budget}
        for entry in tournament.entries
    ]
    return {**plan, "entries": entries}
