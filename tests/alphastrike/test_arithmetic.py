"""Rounding, margins, modifiers: the book's own arithmetic."""

import pytest

from lancemate.alphastrike.cards.arithmetic import (
    margin_of_failure,
    margin_of_success,
    modified,
    round_down,
    round_normally,
    round_up,
)
from lancemate.alphastrike.ruleset import rules


@pytest.mark.rule("AS-INT-018")
def test_rounding_up_takes_any_fraction_to_the_next_number() -> None:
    assert round_up(rules, 3.1) == 4
    assert round_up(rules, 3.0) == 3
    assert round_up(rules, 0.1 + 0.2 + 2.7) == 3  # three exactly, but for the last binary digit


@pytest.mark.rule("AS-INT-018")
def test_rounding_down_drops_any_fraction() -> None:
    assert round_down(rules, 3.6) == 3
    assert round_down(rules, 0.1 * 3 * 10) == 3


@pytest.mark.rule("AS-INT-018")
@pytest.mark.parametrize(("value", "rounded"), [(3.4, 3), (3.5, 4), (2.5, 3), (0.5, 1), (4.49, 4)])
def test_rounding_normally_takes_the_half_up(value: float, rounded: int) -> None:
    assert round_normally(rules, value) == rounded


@pytest.mark.rule("AS-INT-017")
def test_multipliers_come_before_modifiers_and_rounding_comes_once_at_the_end() -> None:
    assert modified(rules, 7, times=0.5, plus=2) == 5
    assert modified(rules, 7, times=0.5, plus=0.5) == 4
    assert modified(rules, 7, times=0.5, rounded=round_up) == 4
    assert modified(rules, 6, plus=-2) == 4


@pytest.mark.rule("AS-INT-016")
def test_margins_of_a_roll() -> None:
    assert (margin_of_success(rules, 10, 8), margin_of_failure(rules, 10, 8)) == (2, None)
    assert (margin_of_success(rules, 8, 8), margin_of_failure(rules, 8, 8)) == (0, None)
    assert (margin_of_success(rules, 6, 8), margin_of_failure(rules, 6, 8)) == (None, 2)
