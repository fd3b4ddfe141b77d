"""Jungle, heavy industrial ground and planted fields: what they add, what they hide, what a stray shot sets off."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.positions import table_from_data
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, unit


def lines(*terrain: dict[str, Any], dice: Any = (), target: Any = None, **more: Any) -> Battle:
    """A gun at (20, 4) that looks north at a target at (20, 24)."""
    gun = unit("r1", at=(20, 4), facing=0, damage="3/3/3", **more)
    return battle(gun, target or unit("b1", at=(20, 24)), terrain=terrain, dice=dice)


def belt(kind: str, inches: float, start: float = 10.0) -> dict[str, Any]:
    return {"id": f"{kind}{start:g}", "kind": kind, "rect": [0, start, 72, inches]}


def parts(fight: Battle) -> dict[str, int]:
    seen = preview_attack(fight, commands.Attack("r1", "b1"))
    return {part.rule: part.value for part in seen.modifiers if part.rule in RULES}


RULES = ("AS-COM-052", "AS-BAT-045", "AS-BAT-036", "AS-BAT-055", "AS-BAT-056")


@pytest.mark.rule("AS-BAT-045")
@pytest.mark.parametrize(("inches", "expected"), [(0.5, 1), (2, 1), (3.9, 1), (4, 2), (5.9, 2)])
def test_jungle_counts_by_the_inch(inches: float, expected: int) -> None:
    assert parts(lines(belt("jungle", inches))) == {"AS-BAT-045": expected}


@pytest.mark.rule("AS-BAT-045")
def test_jungle_blocks_like_woods_and_with_them_and_counts_where_somebody_stands_in_it() -> None:
    assert preview_attack(lines(belt("jungle", 6)), commands.Attack("r1", "b1")).line_of_sight == "blocked"
    both = lines(belt("jungle", 3), belt("woods", 3, 14.0))
    assert preview_attack(both, commands.Attack("r1", "b1")).line_of_sight == "blocked"
    assert parts(lines(belt("jungle", 3), belt("woods", 2, 14.0))) == {"AS-COM-052": 1, "AS-BAT-045": 1}
    assert parts(lines(belt("jungle", 4, 24.2))) == {"AS-BAT-045": 1}  # the target's base touches it
    assert parts(lines(belt("woods", 2))) == {"AS-COM-052": 1}
    assert parts(lines({"id": "far", "kind": "jungle", "rect": [60, 10, 4, 4]}, belt("woods", 2))) == {"AS-COM-052": 1}


@pytest.mark.rule("AS-BAT-036")
def test_heavy_industrial_ground_hides_like_woods() -> None:
    assert parts(lines(belt("heavy_industrial", 5))) == {"AS-BAT-036": 1}
    assert parts(lines(belt("heavy_industrial", 3), belt("woods", 2, 14.0))) == {"AS-BAT-036": 1, "AS-COM-052": 1}
    blocked = preview_attack(lines(belt("heavy_industrial", 6)), commands.Attack("r1", "b1"))
    assert blocked.line_of_sight == "blocked"


@pytest.mark.rule("AS-BAT-055")
@pytest.mark.parametrize(("inches", "expected"), [(3.9, {}), (7, {"AS-BAT-055": 1}), (8, {"AS-BAT-055": 2})])
def test_planted_fields_count_by_four_inches(inches: float, expected: dict[str, int]) -> None:
    assert parts(lines(belt("planted_fields", inches, 8.0))) == expected


@pytest.mark.rule("AS-BAT-055")
def test_twelve_inches_of_fields_block_the_view_and_lie_below_the_heads_of_those_on_a_hill() -> None:
    seen = preview_attack(lines(belt("planted_fields", 12, 8.0)), commands.Attack("r1", "b1"))
    assert (seen.line_of_sight, seen.reason and seen.reason.rule) == ("blocked", "AS-BAT-055")
    hills = [{"kind": "hill", "height": 4, "rect": [0, y, 72, 6]} for y in (0, 22)]
    assert parts(lines(*hills, belt("planted_fields", 12, 8.0))) == {}


@pytest.mark.rule("AS-BAT-056")
def test_infantry_in_the_fields_is_harder_to_hit() -> None:
    fields = belt("planted_fields", 2, 23.0)
    foot = unit("b1", at=(20, 24), type="CI", move='4"f', size=1)
    assert parts(lines(fields, target=foot)) == {"AS-BAT-056": 1}
    assert parts(lines(fields, target=unit("b1", at=(20, 24), type="BA", move='4"f', size=1))) == {"AS-BAT-056": 1}
    assert parts(lines(fields)) == {}
    assert parts(lines(fields, target=unit("b1", at=(20, 26), type="CI", move='4"f', size=1))) == {}


# -- stray shots ----------------------------------------------------------------------------------------------------

PLANT = {"id": "plant", "kind": "heavy_industrial", "rect": [14, 22, 12, 4]}


@pytest.mark.rule("AS-BAT-037")
@pytest.mark.parametrize(("roll", "left"), [((2, 3), 5), ((2, 2), 6)])
def test_a_miss_into_the_plant_may_set_it_off(roll: tuple[int, int], left: int) -> None:
    fight = lines(PLANT, dice=(1, 1, *roll))
    events = fight.do(commands.Attack("r1", "b1"))
    assert fight.units["b1"].armor == left
    assert [one.roll for one in events if one.type == "roll"] == [roll]


@pytest.mark.rule("AS-BAT-037")
def test_a_hit_sets_nothing_off_unless_the_ground_itself_is_meant() -> None:
    fight = lines(PLANT, dice=(6, 5))
    attack(fight, "r1", "b1")
    assert fight.units["b1"].armor == 2
    fight = lines(PLANT, dice=(6, 5, 6, 6), target=unit("b1", at=(20, 22.5)))
    attack(fight, "r1", "plant")
    assert fight.units["b1"].armor == 5
    fight = lines({**PLANT, "rect": [14, 30, 12, 4]}, dice=(1, 1))
    attack(fight, "r1", "b1")


@pytest.mark.rule("AS-BAT-037")
def test_shells_set_it_off_where_they_come_down() -> None:
    fight = lines(PLANT, dice=(6, 6, 6, 6), specials=["ARTLT-1"], target=unit("b1", at=(20, 24), armor=9))
    fight.do(commands.Attack("r1", commands.PointTarget((20.0, 24.0)), kind="artillery"))
    assert [event.rule for event in fight.journal.events if event.type == "roll"] == ["AS-BAT-037"]
    fight = lines(PLANT, dice=(1, 1, 1, 4, 1, 1), specials=["ARTLT-1"])
    fight.do(commands.Attack("r1", commands.PointTarget((20.0, 16.0)), kind="artillery"))  # drifts 8 inches north
    assert [event.rule for event in fight.journal.events if event.type == "roll"] == ["AS-BAT-037"]


# -- where such ground may be ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-035")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ([], "within 6 inches of a building"),
        ([{"kind": "building", "rect": [40, 22, 4, 4], "height": 2}], "within 6 inches of a building"),
        ([{"kind": "woods", "rect": [14, 22, 4, 4]}, {"kind": "building", "rect": [28, 22, 4, 4]}], "clear or paved"),
    ],
)
def test_heavy_industrial_ground_lies_on_clear_ground_near_a_building(more: list[Any], words: str) -> None:
    with pytest.raises(InputError) as found:
        table_from_data({"terrain": [*more, PLANT]})
    assert words in str(found.value)
    assert found.value.key == f"terrain.{len(more)}"
    ground = {"kind": "pavement", "rect": [14, 22, 4, 4]}
    table_from_data({"terrain": [ground, PLANT, {"kind": "building", "rect": [31, 22, 4, 4]}]})


@pytest.mark.rule("AS-BAT-032")
def test_a_gravel_pile_is_no_higher_than_two_inches() -> None:
    pile = {"kind": "gravel_piles", "rect": [14, 22, 4, 4]}
    table_from_data({"terrain": [{**pile, "height": 2}]})
    table_from_data({"terrain": [{"kind": "hill", "height": 4, "rect": [0, 0, 72, 48]}, {**pile, "height": 2}]})
    with pytest.raises(InputError, match="at most 2 inches"):
        table_from_data({"terrain": [{**pile, "height": 2.5}]})
    with pytest.raises(InputError, match="at most 2 inches"):  # half of it lies on a hill
        table_from_data({"terrain": [{"kind": "hill", "height": 1, "rect": [16, 20, 9, 9]}, {**pile, "height": 2}]})
