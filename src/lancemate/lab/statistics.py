"""How sure we are: intervals for shares and means, and strengths from who beat whom. Numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Final, NamedTuple

import numpy as np

Z95: Final = 1.959963984540054  # two-sided 95 % of a normal distribution
ELO: Final = 400 / log(10)  # points of Elo for one unit of log odds
ROUNDS: Final = 100  # of Newton's method, which takes fewer than ten
LONGEST_STEP: Final = 2.0  # of log odds
TINY: Final = 1e-9


class Estimate(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z95) -> Estimate:
    """The share of successes and its Wilson score interval; a draw counts as half a success."""
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = successes / trials
    square = z * z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def log_odds(successes: float, trials: int, z: float = Z95) -> Estimate:
    """The logarithm of the odds of a success, half a success and half a failure added so that it is always finite."""
    won, lost = successes + 0.5, trials - successes + 0.5
    value, half = log(won / lost), z * sqrt(1.0 / won + 1.0 / lost)
    return Estimate(value, value - half, value + half)


def mean(values: Sequence[float]) -> Estimate:
    """The mean and its interval, as for many values; it does not reach below zero where no value does."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    middle = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle, middle, middle)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
    return Estimate(middle, max(min(0.0, *values), middle - Z95 * spread), middle + Z95 * spread)


def mean_of_sums(count: int, total: float, squares: float) -> Estimate:
    """The same of values that are never below zero, of which only the sum and the sum of the squares are known."""
    if not count:
        return Estimate(0.0, 0.0, 0.0)
    middle = total / count
    if count < 2:
        return Estimate(middle, middle, middle)
    spread = sqrt(max(0.0, squares - count * middle**2) / (count - 1) / count)
    return Estimate(middle, max(0.0, middle - Z95 * spread), middle + Z95 * spread)


class Match(NamedTuple):
    """Battles between two contestants: how many the first one won, draws counting half, and how many there were.

    ``handicap`` is an advantage the first one had beforehand, such as the logarithm of a ratio of points.
    """

    first: str
    second: str
    won: float
    battles: int
    handicap: float = 0.0


class Strengths(NamedTuple):
    """Log odds of every contestant against an average one, and what a unit of handicap is worth in log odds."""

    by_name: Mapping[str, Estimate]
    handicap: Estimate

    def elo(self, name: str) -> Estimate:
        found = self.by_name[name]
        return Estimate(*(ELO * figure for figure in found))


def bradley_terry(matches: Sequence[Match], *, pull: float = 0.25) -> Strengths:
    """Strengths that make the results most likely, with intervals from the curvature there.

    ``pull`` draws every strength toward the average a little, so that somebody who never lost has a finite one; what
    handicaps are worth is drawn a hundred times less.
    """
    names = list(dict.fromkeys(name for match in matches for name in (match.first, match.second)))
    place = {name: number for number, name in enumerate(names)}
    design = np.zeros((len(matches), len(names) + 1))
    for row, match in zip(design, matches, strict=True):
        row[place[match.first]] += 1.0
        row[place[match.second]] -= 1.0
        row[-1] = match.handicap
    won = np.array([match.won for match in matches])
    battles = np.array([float(match.battles) for match in matches])
    prior = np.array([pull] * len(names) + [pull / 100])
    found = np.zeros(len(names) + 1)
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(design @ found, -30.0, 30.0)))
        slope = design.T @ (won - battles * chance) - prior * found
        information = (design.T * (battles * chance * (1.0 - chance))) @ design + np.diag(prior)
        step = np.linalg.solve(information, slope)
        size = float(np.abs(step).max())
        found = found + step * min(1.0, LONGEST_STEP / max(size, TINY))
        if size < TINY:
            break
    # Only differences can be known: what is asked is how far each is from the average of all.
    apart = np.eye(len(names) + 1)
    apart[:-1, :-1] -= 1.0 / max(1, len(names))
    found = apart @ found
    errors = Z95 * np.sqrt(np.diag(apart @ np.linalg.inv(information) @ apart.T))
    figures = [
        Estimate(round(float(value), 9), round(float(value - error), 9), round(float(value + error), 9))
        for value, error in zip(found, errors, strict=True)
    ]
    return Strengths(dict(zip(names, figures, strict=False)), figures[-1])
