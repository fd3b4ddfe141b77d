"""A unit's values now (pp. 32, 50, 52)."""

from typing import Any

import pytest

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import current_move, current_tmm, is_immobile, move_now, stats, stats_with
from rules.table import battle, unit


def position(**card: Any) -> Battle:
    return battle(unit("r1", (20, 20), **card), unit("b1", (20, 30)))


def test_an_unhurt_unit_is_what_its_card_says() -> None:
    fight = position(move='10"/6"j', tmm=2, damage="4/3/1")
    now = stats(fight, fight.units["r1"])
    assert (dict(now.move), now.tmm, str(now.damage), now.immobilized) == (
        {"ground": 10.0, "jump": 6.0},
        2,
        "4/3/1",
        False,
    )
    assert stats(fight, fight.units["r1"]) is now


def test_wounds_still_waiting_are_not_felt() -> None:
    fight = position(damage="3/3/2")
    fight.units["r1"].fresh = ("weapon",)
    assert str(stats(fight, fight.units["r1"]).damage) == "3/3/2"
    assert str(stats_with(fight, fight.units["r1"], ("weapon",)).damage) == "2/2/1"


@pytest.mark.rule("AS-DMG-055", "AS-HEA-003")
def test_heat_comes_off_last() -> None:
    fight = position(move='10"', state={"heat": 1, "crits": {"mp": 1}})
    assert [(part.label, part.value) for part in move_now(fight, fight.units["r1"])] == [("Move", 5), ("Heat 1", -2)]
    assert current_move(fight, fight.units["r1"]) == 3


@pytest.mark.rule("AS-DMG-055")
def test_the_same_wounds_in_another_order_leave_other_values() -> None:
    tank = position(type="CV", move='11"t', tmm=3)
    engine_first = stats_with(tank, tank.units["r1"], ("engine", "motive_2"))
    motive_first = stats_with(tank, tank.units["r1"], ("motive_2", "engine"))
    assert (engine_first.move["ground"], engine_first.tmm) == (3, 0)
    assert (motive_first.move["ground"], motive_first.tmm) == (4, 1)


@pytest.mark.rule("AS-MOV-002")
@pytest.mark.parametrize(
    ("card", "immobile"),
    [
        ({}, False),
        ({"move": '0"', "tmm": 0}, True),
        ({"move": '2"', "state": {"heat": 1}}, True),
        ({"move": '4"', "state": {"heat": 1}}, False),
        ({"move": '12"', "state": {"heat": 4, "shutdown": True}}, True),
        ({"type": "CV", "move": '8"t', "state": {"stunned": True}}, True),
        ({"type": "CV", "move": '8"t', "state": {"crits": {"motive_0": 1}}}, True),
        ({"move": '2"', "state": {"crits": {"mp": 1}}}, True),
    ],
)
def test_who_is_immobile(card: dict[str, Any], immobile: bool) -> None:
    fight = position(**card)
    assert is_immobile(fight, fight.units["r1"]) is immobile


def test_tmm_never_falls_below_nothing() -> None:
    fight = position(move='4"', tmm=0, state={"heat": 2})
    assert current_tmm(fight, fight.units["r1"]) == 0
