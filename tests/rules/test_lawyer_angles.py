"""Angles that are exact on paper stay exact when coordinates are written with four decimals."""

import pytest

from lancemate.alphastrike.play import orders as commands
from rules.table import attack, battle, refusal, unit

FROM_150 = (30.0, 6.6795)  # 20 inches from (20, 24) on a bearing of 150 degrees


@pytest.mark.rule("AS-DMG-003")
@pytest.mark.parametrize(("choice", "damage"), [("front", 3), ("rear", 4)])
def test_a_line_through_the_corner_of_the_base_lets_the_target_choose(choice, damage):
    fight = battle(unit("r1", FROM_150, 330), unit("b1", (20, 24), 0), dice=(6, 4))
    fight.do(commands.Attack("r1", "b1"))
    assert fight.state.decision is not None
    events = fight.do(commands.Decide("blue", choice))
    shot = next(event for event in events if event.type == "attack")
    assert (shot.direction, shot.damage) == (choice, damage)


@pytest.mark.rule("AS-DMG-002")
@pytest.mark.parametrize(("facing", "direction"), [(0.1, "front"), (359.9, "rear")])
def test_a_tenth_of_a_degree_beside_the_corner_is_one_side_or_the_other(facing, direction):
    fight = battle(unit("r1", FROM_150, 330), unit("b1", (20, 24), facing), dice=(6, 4))
    assert attack(fight, "r1", "b1").direction == direction


@pytest.mark.rule("AS-COM-028")
@pytest.mark.parametrize("facing", [60, 240])
def test_exactly_half_of_a_base_in_the_arc_is_enough(facing):
    # The target lies on a bearing of 150 degrees, square to either facing.
    fight = battle(unit("r1", (20, 24), facing), unit("b1", FROM_150, 330), dice=(6, 4))
    assert attack(fight, "r1", "b1").hit


@pytest.mark.rule("AS-COM-028")
def test_a_hundredth_of_an_inch_more_is_not():
    fight = battle(unit("r1", (20, 24), 0), unit("b1", (30, 23.99), 0))
    assert refusal(fight, commands.Attack("r1", "b1")).code == "out_of_arc"
