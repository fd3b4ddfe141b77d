"""Jumping (pp. 37-38)."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from rules.table import battle, move, refusal, unit
from rules.test_movement_costs import WOODS, barred, cost, field


def jumper(*terrain: Any, at: tuple[float, float] = (10.0, 10.0), **card: Any) -> Any:
    return field(*terrain, at=at, **{"move": '14"/6"j', **card})


@pytest.mark.rule("AS-MOV-052")
def test_a_jenner_walks_14_or_jumps_6() -> None:
    assert barred(jumper(), (10, 24)) is None
    assert barred(jumper(), (10, 16), mode="jump") is None
    assert barred(jumper(), (10, 16.1), mode="jump") == "AS-MOV-001"
    assert check_move(jumper(), commands.Move("r1", ((10, 16),), "jump")).allowance == 6.0


@pytest.mark.rule("AS-MOV-052")
def test_only_jump_jets_jump() -> None:
    refused = refusal(field(), commands.Move("r1", ((10, 14),), "jump"))
    assert (refused.code, refused.rule) == ("cannot_jump", "AS-MOV-052")
    assert refusal(jumper(), commands.Move("r1", ((10, 10.5),), "jump")).rule == "AS-MOV-052"


@pytest.mark.rule("AS-MOV-053", "AS-MOV-012")
def test_a_jump_ignores_terrain_and_levels() -> None:
    hill = {"kind": "hill", "height": 3, "rect": [0, 12, 40, 10]}
    event = move(jumper(WOODS, hill), "r1", (10, 16), mode="jump", facing=123)
    assert (event.cost, event.elevation, event.facing, event.mode) == (6.0, 3.0, 123.0, "jump")
    assert cost(jumper({"kind": "woods", "rect": [0, 11, 40, 10]}), (10, 16), mode="jump") == 6.0


@pytest.mark.rule("AS-MOV-053")
def test_a_jump_is_one_straight_line() -> None:
    refused = refusal(jumper(), commands.Move("r1", ((12, 12), (10, 14)), "jump"))
    assert (refused.code, refused.rule) == ("not_straight", "AS-MOV-053")
    assert barred(jumper(), (10, 12), (10, 14), mode="jump") is None


def test_a_jump_over_open_ground_is_told_like_one_past_terrain() -> None:
    beside = {"kind": "rough", "rect": [13.5, 10.2, 0.3, 0.3]}  # in the box around the line, and not on it
    bare, past = (move(jumper(*terrain), "r1", (14, 13), mode="jump") for terrain in ((), (beside,)))
    assert bare == past
    assert (bare.cost, bare.inches, bare.elevation) == (5.0, 5.0, 0.0)


@pytest.mark.rule("AS-MOV-053", "AS-MOV-027")
def test_a_jump_does_not_land_in_prohibited_terrain() -> None:
    hopper: dict[str, Any] = {"type": "CV", "move": '10"h/8"j'}
    wood = {"kind": "woods", "rect": [0, 13, 40, 2]}
    assert barred(jumper(wood, **hopper), (10, 14), mode="jump") == "AS-MOV-015"
    assert barred(jumper(wood, **hopper), (10, 15.5), mode="jump") == "AS-MOV-015"  # its base
    assert barred(jumper(wood, **hopper), (10, 16), mode="jump") is None


@pytest.mark.rule("AS-MOV-054")
def test_how_high_a_unit_jumps() -> None:
    on_a_hill = [
        {"kind": "hill", "height": 2, "rect": [0, 0, 20, 11]},
        {"kind": "hill", "height": 3, "rect": [0, 11, 20, 2]},
    ]
    house = {"kind": "building", "rect": [8, 11.5, 4, 1]}
    assert barred(jumper(*on_a_hill, {**house, "height": 2}), (10, 16), mode="jump") is None
    assert barred(jumper(*on_a_hill, {**house, "height": 2.5}), (10, 16), mode="jump") == "AS-MOV-054"


@pytest.mark.rule("AS-MOV-054")
@pytest.mark.parametrize(("height", "rule"), [(5, None), (6, "AS-MOV-054")])
def test_ten_inches_of_jump_clear_five(height: float, rule: str | None) -> None:
    tower = {"kind": "building", "height": height, "rect": [8, 13, 4, 2]}
    assert barred(jumper(tower, move='10"j'), (10, 18), mode="jump") == rule


@pytest.mark.rule("AS-MOV-054")
def test_the_limit_holds_for_hills_the_landing_point_and_trees_in_between() -> None:
    high = {"kind": "hill", "height": 4, "rect": [0, 14, 40, 10]}
    assert barred(jumper(high), (10, 16), mode="jump") == "AS-MOV-054"
    assert barred(jumper(high, move='8"j'), (10, 16), mode="jump") is None
    trees = {"kind": "woods", "height": 2, "rect": [0, 11, 40, 1]}
    assert barred(jumper(trees, move='10"/3"j'), (10, 13), mode="jump") == "AS-MOV-054"
    assert barred(jumper(trees, move='10"/4"j'), (10, 13), mode="jump") is None
    into = {"kind": "woods", "height": 2, "rect": [0, 11, 40, 10]}
    assert barred(jumper(into, move='10"/3"j'), (10, 13), mode="jump") is None  # it lands among them


@pytest.mark.rule("AS-MOV-054")
def test_the_whole_jumping_move_counts_not_the_distance() -> None:
    wall = {"kind": "building", "height": 3, "rect": [8, 10.8, 4, 0.4]}
    assert barred(jumper(wall), (10, 12), mode="jump") is None


@pytest.mark.rule("AS-MOV-055")
def test_jumping_down_is_safe_from_any_height() -> None:
    cliff = {"kind": "hill", "height": 10, "rect": [0, 0, 40, 12]}
    event = move(jumper(cliff), "r1", (10, 14), mode="jump")
    assert (event.cost, event.elevation) == (4.0, 0.0)


@pytest.mark.rule("AS-MOV-056")
def test_into_water_but_not_out_of_it() -> None:
    pond = {"kind": "water", "depth": 1, "rect": [0, 12, 40, 10]}
    assert barred(jumper(pond), (10, 14), mode="jump") is None
    refused = refusal(jumper(pond, at=(10, 14)), commands.Move("r1", ((10, 10),), "jump"))
    assert (refused.code, refused.rule) == ("in_water", "AS-MOV-056")
    afloat = jumper(pond, at=(10, 14), type="CV", move='10"h/6"j')
    assert barred(afloat, (10, 10), mode="jump") == "AS-MOV-056"
    ford = {"kind": "water", "depth": 0, "rect": [0, 12, 40, 10]}
    assert barred(jumper(ford, at=(10, 14)), (10, 10), mode="jump") is None
    bridge = {"kind": "bridge", "line": [[10, 11], [10, 23]], "width": 2}
    assert barred(jumper(pond, bridge, at=(10, 14)), (10, 10), mode="jump") is None


def test_jumping_infantry_with_only_jumping_move() -> None:
    fight = battle(unit("r1", (10, 10), type="BA", move='6"j'), unit("b1", (60, 40)), phase="movement")
    assert move(fight, "r1", (10, 16), mode="jump").mode == "jump"
