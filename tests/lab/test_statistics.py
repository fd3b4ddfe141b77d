"""Intervals and strengths against values that others have published."""

from __future__ import annotations

from math import log

import pytest

from lancemate.lab.statistics import ELO, Match, bradley_terry, mean, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_mirrors_itself() -> None:
    lost, won = wilson(3.5, 20), wilson(16.5, 20)
    assert won.low == pytest.approx(1 - lost.high)
    assert won.high == pytest.approx(1 - lost.low)


def test_nothing_is_known_without_battles() -> None:
    assert wilson(0, 0)[1:] == (0.0, 1.0)
    assert mean([]) == (0.0, 0.0, 0.0)
    assert mean([4.0]) == (4.0, 4.0, 4.0)


def test_a_mean_and_its_standard_error() -> None:
    found = mean([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    error = (32 / 7 / 8) ** 0.5
    assert found.value == 5.0
    assert found.high - found.value == pytest.approx(1.96 * error, rel=1e-4)


def test_a_mean_does_not_reach_below_what_is_possible() -> None:
    assert mean([0.0, 0.0, 9.0]).low == 0.0
    assert mean([-1.0, 0.0, 9.0]).low < 0.0


# Games of the American League East in 1987, won by the team of the row: A. Agresti, Categorical Data Analysis.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
PUBLISHED = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)  # log odds against Baltimore


def test_bradley_terry_as_published() -> None:
    pairs = [(i, j) for i in range(7) for j in range(i)]
    matches = [Match(TEAMS[i], TEAMS[j], WON[i][j], WON[i][j] + WON[j][i]) for i, j in pairs]
    found = bradley_terry(matches, pull=1e-6).by_name
    last = found["Baltimore"].value
    assert [found[team].value - last for team in TEAMS] == pytest.approx(PUBLISHED, abs=0.006)
    assert sum(one.value for one in found.values()) == pytest.approx(0.0, abs=1e-6)


def test_odds_of_three_to_one_are_two_hundred_points_of_elo() -> None:
    found = bradley_terry([Match("a", "b", 300, 400)], pull=1e-6)
    assert found.elo("a").value - found.elo("b").value == pytest.approx(ELO * log(3), abs=1e-3)
    assert ELO * log(10) == pytest.approx(400)


def test_who_never_lost_has_a_finite_strength_and_a_wide_interval() -> None:
    found = bradley_terry([Match("a", "b", 10, 10), Match("b", "c", 10, 10)])
    assert found.elo("a").value > found.elo("b").value > found.elo("c").value
    assert found.elo("a").value < 1000
    assert found.elo("a").high - found.elo("a").low > 300


def test_what_a_handicap_is_worth_is_found_beside_the_strengths() -> None:
    """Equal contestants of whom the one with e times the points wins three in four."""
    matches = [Match("a", "b", 75, 100, 1.0), Match("a", "b", 25, 100, -1.0)]
    found = bradley_terry(matches, pull=1e-6)
    assert found.handicap.value == pytest.approx(log(3), abs=1e-3)
    assert found.by_name["a"].value == pytest.approx(0.0, abs=1e-6)


def test_more_battles_make_surer() -> None:
    few, many = (bradley_terry([Match("a", "b", 6 * n, 10 * n)]).elo("a") for n in (1, 100))
    assert many.high - many.low < (few.high - few.low) / 3
