"""How sure we are: intervals for shares and means, and strengths from who beat whom. Numbers in, numbers out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

import numpy as np

Z95: Final = 1.959963984540054  # two-sided 95 % of a normal distribution
ELO: Final = 400 / log(10)  # points of Elo for one unit of log odds


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


def mean(values: Sequence[float]) -> Estimate:
    """The mean and its interval, as for many values."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    middle = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(middle, middle, middle)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
    return Estimate(middle, middle - Z95 * spread, middle + Z95 * spread)


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
        return Estimate(*(round(ELO * figure, 9) for figure in found))


def bradley_terry(matches: Sequence[Match], *, handicaps: bool = False, pull: float = 0.25) -> Strengths:
    """Strengths that make the results most likely, with intervals from the curvature there.

    ``pull`` draws every strength toward the average a little, so that somebody who never lost has a finite one.
    """
    names = list(dict.fromkeys(name for match in matches for name in (match.first, match.second)))
    number = {name: place for place, name in enumerate(names)}
    count = len(names) + (1 if handicaps else 0)
    found = np.zeros(count)
    if handicaps:
        found[-1] = 1.0
    information = np.eye(count)
    for _ in range(100):
        slope = np.zeros(count)
        information = np.zeros((count, count))
        for match in matches:
            row = np.zeros(count)
            row[number[match.first]] += 1.0
            row[number[match.second]] -= 1.0
            if handicaps:
                row[-1] = match.handicap
            odds = float(row @ found) + (0.0 if handicaps else match.handicap)
            chance = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds))))
            slope += row * (match.won - match.battles * chance)
            information += np.outer(row, row) * (match.battles * chance * (1.0 - chance))
        prior = np.full(count, pull)
        if handicaps:
            prior[-1] = pull / 100
        slope -= prior * found
        information += np.diag(prior)
        step = np.linalg.solve(information, slope)
        size = float(np.abs(step).max(initial=0.0))
        found += step * min(1.0, 2.0 / size) if size > 0 else 0.0
        if size < 1e-9:
            break
    errors = np.sqrt(np.diag(np.linalg.inv(information))) if count else np.zeros(0)
    figures = [
        Estimate(float(value), float(value - Z95 * error), float(value + Z95 * error))
        for value, error in zip(found, errors, strict=True)
    ]
    return Strengths(dict(zip(names, figures, strict=False)), figures[-1] if handicaps else Estimate(0.0, 0.0, 0.0))
