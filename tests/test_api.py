"""The names a newcomer imports."""

import pytest

import lancemate
from lancemate import api
from rules.table import battle, unit


def test_every_name_of_the_api_is_found_at_the_top() -> None:
    assert set(api.__all__) == lancemate._NAMES
    assert all(getattr(lancemate, name) is getattr(api, name) for name in api.__all__)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Battel'"):
        _ = lancemate.Battel


def test_a_rule_that_does_not_exist_cannot_be_left_out() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 22)), terrain=[{"kind": "woods", "rect": [18, 16, 4, 2]}])
    needs = {
        left_out: lancemate.preview_attack(
            lancemate.Battle(fight.setup, 7, without=set(left_out)), lancemate.Attack("r1", "b1")
        ).target_number
        for left_out in [(), ("AS-COM-052",)]
    }
    assert needs[()] == needs[("AS-COM-052",)] + 1
    with pytest.raises(lancemate.LancemateError, match=r"There is no rule AS-COM-52\. The nearest are AS-COM-052"):
        lancemate.Battle(fight.setup, 7, without={"AS-COM-52"})
