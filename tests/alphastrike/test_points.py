"""Point Values by Skill, Skill names, fair matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.cards.points import (
    Match,
    at_least_one,
    counted_value,
    decrease_per_step,
    increase_per_step,
    match,
    point_value,
    skill_from,
    skill_name,
)
from lancemate.kernel.errors import InputError


@pytest.mark.rule("AS-INT-039", "AS-INT-041")
@pytest.mark.parametrize(
    ("base", "skill", "points"),
    [(35, 6, 27), (14, 5, 13), (14, 7, 11), (29, 5, 26), (35, 4, 35)],
)
def test_a_worse_crew_is_cheaper(base: int, skill: int, points: int) -> None:
    assert point_value(base, skill) == points


@pytest.mark.rule("AS-INT-039", "AS-INT-043")
@pytest.mark.parametrize(("base", "skill", "points"), [(39, 2, 55), (23, 2, 33), (31, 2, 43), (35, 1, 56), (50, 3, 60)])
def test_a_better_crew_costs_more(base: int, skill: int, points: int) -> None:
    assert point_value(base, skill) == points


@pytest.mark.rule("AS-INT-041", "AS-INT-042")
def test_steps_down_by_base_value() -> None:
    assert [decrease_per_step(base) for base in (14, 15, 104, 105)] == [1, 2, 10, 11]
    assert [decrease_per_step(base) for base in (0, 114, 115, 124, 125)] == [1, 11, 12, 12, 13]


@pytest.mark.rule("AS-INT-041", "AS-INT-042")
@given(st.integers(0, 400))
def test_steps_down_follow_the_formula(base: int) -> None:
    assert decrease_per_step(base) == max(1, 1 + (base - 5) // 10)


@pytest.mark.rule("AS-INT-043", "AS-INT-044")
def test_steps_up_by_base_value() -> None:
    assert [increase_per_step(base) for base in (7, 8, 52, 53)] == [1, 2, 10, 11]
    assert [increase_per_step(base) for base in (0, 57, 58, 62, 63)] == [1, 11, 12, 12, 13]


@pytest.mark.rule("AS-INT-043", "AS-INT-044")
@given(st.integers(0, 400))
def test_steps_up_follow_the_formula(base: int) -> None:
    assert increase_per_step(base) == max(1, 1 + (base - 3) // 5)


@pytest.mark.rule("AS-INT-045")
def test_nothing_is_cheaper_than_one_point() -> None:
    assert point_value(2, 7) == 1
    assert counted_value(0, 4) == 1
    assert at_least_one(-3) == 1


@pytest.mark.rule("AS-INT-017")
def test_the_adjustment_is_a_modifier_on_the_base() -> None:
    assert point_value(39, 2) == 39 + 2 * 8


@pytest.mark.rule("AS-INT-040")
def test_ratings_have_names_and_lower_is_better() -> None:
    assert [skill_name(skill) for skill in range(7, -1, -1)] == [
        "Wet Behind the Ears",
        "Really Green",
        "Green",
        "Regular",
        "Veteran",
        "Elite",
        "Heroic",
        "Legendary",
    ]
    costs = [point_value(35, skill) for skill in range(9)]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("skill", [-1, 9, 3.5, True])
def test_impossible_skills_are_refused(skill: int) -> None:
    with pytest.raises(InputError, match="Skill"):
        point_value(30, skill)


@pytest.mark.rule("AS-INT-039")
def test_nothing_is_reckoned_from_a_base_of_0() -> None:
    with pytest.raises(InputError, match="a base PV of 0 is impossible"):
        point_value(0, 3)
    assert counted_value(0, 3) == 1
    assert counted_value(35, 1) == point_value(35, 1) == 56


@pytest.mark.rule("AS-INT-046")
def test_one_skill_from_piloting_and_gunnery() -> None:
    assert skill_from(piloting=4, gunnery=3) == 3
    assert skill_from(piloting=5, gunnery=4) == 4
    assert skill_from(piloting=4, gunnery=2) == 3


@pytest.mark.rule("AS-INT-038")
def test_a_fair_match_is_within_five_percent() -> None:
    assert match((400, 400), (12, 12)) == Match(fair=True, favours=None)
    assert match((400, 380), (12, 14)) == Match(fair=True, favours=1)
    assert match((379, 400), (12, 12)) == Match(fair=False, favours=1)
