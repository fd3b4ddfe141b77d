"""Refusals that say what would be possible say nothing that is not."""

import pytest

from lancemate.alphastrike import commands
from rules.table import battle, refusal, unit

FOOT = {"type": "CI", "size": 1, "move": '2"f', "damage": "3/1/0"}


@pytest.mark.rule("AS-COM-061", "AS-MOV-062")
def test_a_range_that_is_too_much_for_a_unit_is_not_recommended():
    fight = battle(unit("r1", (20, 10), state={"hull_down": True}, **FOOT), unit("b1", (20, 25), 180))
    message = refusal(fight, commands.Attack("r1", "b1")).message
    assert message.endswith("its weapons do no damage at medium range; they do at short range")


@pytest.mark.rule("AS-COM-061")
def test_a_special_ability_is_one_thing_with_several_ranges():
    fight = battle(
        unit("r1", (20, 2), specials=["IF1"]), unit("r2", (24, 20)), unit("b1", (20, 47)), width=60, depth=48
    )
    message = refusal(fight, commands.Attack("r1", "b1", using="IF", spotter="r2")).message
    assert message.endswith("IF does no damage at extreme range; it does at short, medium and long range")


@pytest.mark.rule("AS-COM-083")
def test_who_strikes_nobody_is_told_so():
    fight = battle(unit("r1", (20, 10), **FOOT), unit("b1", (20, 11.5), 180))
    message = refusal(fight, commands.Attack("r1", "b1", "physical")).message
    assert message.endswith("units of its type make no physical attacks")


@pytest.mark.rule("AS-SPC-069", "AS-COM-104")
def test_artillery_is_no_ordinary_weapon():
    fight = battle(unit("r1", (20, 10), specials=["ART-LT1"]), unit("b1", (20, 40)))
    no = refusal(fight, commands.Attack("r1", "b1", using="ART-LT"))
    assert (no.code, no.message) == ("not_a_weapon", "ART-LT is artillery: make it an attack of kind artillery")
