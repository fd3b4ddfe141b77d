"""Refusals that say what would be possible say nothing that is not."""

import pytest

from lancemate.alphastrike.play import orders as commands
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


@pytest.mark.rule("AS-MOV-009")
def test_a_unit_that_has_moved_says_who_may():
    fight = battle(unit("r1", (10, 10)), unit("r2", (20, 10)), unit("b1", (10, 40)), phase="movement")
    fight.do(commands.Move("r1", ((10.0, 12.0),)))
    assert refusal(fight, commands.Move("r1", ((10.0, 14.0),))).message.endswith("; r2 may still move")


@pytest.mark.rule("AS-COM-105", "AS-DMG-050")
def test_a_piece_that_was_hit_is_silent_and_one_that_fired_waits():
    aim = commands.PointTarget((20.0, 20.0))
    shot = commands.Attack("r1", aim, "artillery")
    hit = battle(unit("r1", (10, 10), specials=["ART-T"], state={"crits": {"weapon": 1}}), unit("b1", (10, 40)))
    assert "silenced" in refusal(hit, shot).message
    fired = battle(unit("r1", (10, 10), specials=["ART-T"]), unit("b1", (10, 40)))
    fired.do(shot)
    assert "next turn" in refusal(fired, shot).message


@pytest.mark.rule("AS-COM-005")
def test_a_target_that_is_not_there_names_nobody():
    """Some units are hidden: a question for a wrong name must not tell theirs."""
    fight = battle(unit("r1", (10, 10)), unit("b1", (10, 20)))
    message = refusal(fight, commands.Attack("r1", "ghost")).message
    assert "aim at an enemy" in message
    assert "b1" not in message


@pytest.mark.rule("AS-MOV-038")
@pytest.mark.parametrize(("to", "words"), [(1.0, "1 inches above the water there"), (-5.0, "at depth 5 there")])
def test_a_submarine_is_told_how_deep_it_may_go(to, words):
    lake = {"kind": "water", "depth": 4, "rect": [0, 0, 72, 48]}
    ships = [unit(name, at, type="CV", move='8"s') for name, at in (("r1", (20, 10)), ("b1", (60, 40)))]
    fight = battle(*ships, terrain=[lake], phase="movement")
    message = refusal(fight, commands.Move("r1", ((20.0, 12.0),), elevation=to)).message
    assert words in message
    assert message.endswith("from depth 0 to 4")


@pytest.mark.rule("AS-COM-005")
def test_a_target_that_is_misspelt_is_answered_with_the_one_that_was_meant():
    fight = battle(
        unit("marauder", (10, 10)), unit("archer", (10, 20)), unit("orion", (20, 20), state={"notes": {"hidden": True}})
    )
    assert refusal(fight, commands.Attack("marauder", "archr")).message.endswith("did you mean archer?")
    assert refusal(fight, commands.Attack("maurader", "archer")).message.endswith("did you mean marauder?")
    assert "orion" not in refusal(fight, commands.Attack("marauder", "oriom")).message
    assert "orion" not in refusal(fight, commands.Attack("oriom", "archer")).message
