"""The dial of the scatter template (p. 48)."""

import math

import pytest

from lancemate.alphastrike.combat.scatter import SCATTER_DIAL, scatter, scatter_ahead
from lancemate.alphastrike.ruleset import rules
from lancemate.field.compass import bearing


@pytest.mark.rule("AS-DMG-023")
def test_the_plain_numbers_of_the_dial_run_clockwise_from_north() -> None:
    root = math.sqrt(3.0)
    ends = [scatter(rules, (10.0, 10.0), die, 4.0) for die in range(1, 7)]
    east, north = 2.0 * root, 2.0
    expected = [(0, 4), (east, north), (east, -north), (0, -4), (-east, -north), (-east, north)]
    for (x, y), (dx, dy) in zip(ends, expected, strict=True):
        assert (x, y) == (pytest.approx(10 + dx), pytest.approx(10 + dy))
    assert scatter(rules, (0.0, 0.0), 1, 4.0, north=90.0) == (4.0, 0.0)


@pytest.mark.rule("AS-DMG-023")
def test_the_numbers_in_parentheses_only_veer_off_straight_ahead() -> None:
    turns = [round(bearing((0.0, 0.0), scatter_ahead(rules, (0.0, 0.0), 180.0, die, 3.0))) for die in range(1, 7)]
    assert turns == [120, 120, 180, 180, 240, 240]
    assert set(SCATTER_DIAL.of(rules)) == {"plain", "parentheses"}
