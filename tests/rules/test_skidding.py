"""Skids: who, where, which way, into what, and what comes of it."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from rules.table import battle, unit

ROAD = {"kind": "road", "line": [[20, 0], [20, 48]], "width": 3}
INFANTRY: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "tmm": 0, "armor": 4, "structure": 1}
TANK: dict[str, Any] = {"type": "CV", "move": '10"t', "tmm": 1, "armor": 9, "structure": 3}


def street(*more: Any, dice: Any = (), terrain: Any = (), options: Any = ("skidding",), **card: Any) -> Battle:
    """A 'Mech of Move 10 at the south end of a road, looking north; it needs 5 to keep control."""
    return battle(
        unit("r1", at=(20, 5), **{"move": '10"', "armor": 9, **card}),
        *more,
        unit("b9", at=(60, 40)),
        terrain=[ROAD, *terrain],
        phase="movement",
        dice=dice,
        options=options,
    )


def risk(fight: Battle, *path: tuple[float, float], **more: Any) -> Any:
    preview = check_move(fight, commands.Move("r1", tuple(path), **more))
    assert preview.legal, preview.reason
    return preview.skid


def slides(fight: Battle, *path: tuple[float, float], **more: Any) -> list[Any]:
    return fight.do(commands.Move("r1", path, **more))


# -- who and when ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-025")
@pytest.mark.parametrize(
    ("card", "skids"),
    [
        ({}, True),
        ({"type": "PM", "size": 1}, True),
        (TANK, True),
        ({**TANK, "move": '10"w'}, True),
        ({**TANK, "move": '10"w(b)'}, True),
        ({**TANK, "move": '10"h'}, False),
        ({**INFANTRY, "move": '10"f'}, False),
    ],
)
def test_legs_wheels_and_tracks_skid(card: dict[str, Any], skids: bool) -> None:
    assert (risk(street(**card), (20, 13)) is not None) is skids


@pytest.mark.rule("AS-URB-026")
@pytest.mark.parametrize(("inches", "rolls"), [(5, False), (6, True), (10, True)])
def test_more_than_half_of_the_move_on_the_road(inches: float, rolls: bool) -> None:
    found = risk(street(), (20, 5 + inches))
    assert (found is not None) is rolls
    if rolls:
        assert found.at == (20, 11)


@pytest.mark.rule("AS-URB-028")
def test_sprinters_skid_more_easily() -> None:
    assert risk(street(), (20, 13), mode="sprint").target_number == 4 + 1 + 2


@pytest.mark.rule("AS-URB-026")
def test_only_inches_on_slippery_ground_count_and_they_add_up() -> None:
    fight = street(terrain=[{"kind": "pavement", "rect": [24, 0, 6, 30]}])
    assert risk(fight, (23, 5), (23, 8)) is None  # 1.5 on the road, then grass
    assert risk(fight, (20, 7), (25, 7)) is None  # 2 + 1.5 on the road, 1 on the pavement
    assert risk(fight, (20, 7), (25, 7), (25, 8)).at == (25, 8)
    assert risk(street(), (20, 13), mode="sprint").target_number == 7
    assert risk(street(move='10"j'), (20, 13), mode="jump") is None
    assert risk(street(options=()), (20, 13)) is None


@pytest.mark.rule("AS-URB-026")
def test_half_is_half_of_the_move_that_is_left_without_the_bonus_of_the_road() -> None:
    hot = battle(
        unit("r1", at=(20, 5), move='10"', state={"heat": 1}),
        unit("b9", at=(60, 40)),
        terrain=[ROAD],
        phase="movement",
        options=["skidding"],
    )
    assert risk(hot, (20, 10)).at == (20, 10)  # 8 left, half is 4
    tank = street(**TANK)
    assert risk(tank, (20, 17)).at == (20, 11)


@pytest.mark.rule("AS-URB-026")
def test_the_roll_is_made_on_the_way_and_who_keeps_control_goes_on() -> None:
    fight = street(dice=(2, 3))
    events = slides(fight, (20, 13))
    assert [event.type for event in events][:2] == ["control_roll", "moved"]
    assert fight.units["r1"].at == (20, 13)
    assert "keeps control" in " ".join(line.text for line in story(fight, events))


@pytest.mark.rule("AS-URB-027", "AS-URB-028")
@pytest.mark.parametrize(
    ("card", "number"),
    [
        ({"move": '4"'}, 3),
        ({"move": '8"'}, 4),
        ({"move": '9"'}, 5),
        ({"move": '14"'}, 5),
        ({"move": '15"'}, 6),
        ({"move": '20"'}, 6),
        ({"move": '21"'}, 8),
        ({"move": '34"'}, 8),
        ({"move": '35"'}, 9),
        ({"legs": "quad"}, 3),
        ({"legs": "tripod"}, 4),
        ({"type": "PM", "size": 1, "legs": "quad"}, 3),
    ],
)
def test_the_number_to_keep_control(card: dict[str, Any], number: int) -> None:
    move_of = float(str(card.get("move", '10"')).rstrip('"'))
    assert risk(street(**card), (20, 5 + move_of / 2 + 1)).target_number == number


# -- the skid -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-027", "AS-URB-029", "AS-URB-030")
@pytest.mark.parametrize(
    ("die", "at"), [(1, (14.8038, 14.0)), (2, (14.8038, 14.0)), (3, (20, 17)), (4, (20, 17)), (6, (25.1962, 14.0))]
)
def test_two_inches_for_each_point_off_the_facing_at_the_start(die: int, at: tuple[float, float]) -> None:
    """It needs 5 and throws 2: six inches, from (20, 11) on."""
    fight = street(dice=(1, 1, die))
    slides(fight, (20, 12), (20, 13), facing=90)
    skidder = fight.units["r1"]
    assert (skidder.at, skidder.facing) == (at, 0)


@pytest.mark.rule("AS-URB-030")
def test_the_move_is_over_and_nothing_it_announced_comes_about() -> None:
    fight = street(dice=(1, 1, 3))
    moved = next(event for event in slides(fight, (20, 14)) if event.type == "moved")
    assert (moved.at, moved.inches) == ((20, 11), 6)
    assert fight.units["r1"].moved == "ground"
    assert [event.type for event in fight.journal.events].count("moved") == 1


@pytest.mark.rule("AS-URB-031", "AS-URB-032")
@pytest.mark.parametrize(("dice", "damage"), [((1, 1, 3), 1), ((1, 2, 3), 1), ((2, 2, 3), 0)])
def test_a_point_for_every_four_inches(dice: tuple[int, ...], damage: int) -> None:
    fight = street(dice=dice)
    slides(fight, (20, 13))
    assert fight.units["r1"].armor == 9 - damage


@pytest.mark.rule("AS-URB-031")
def test_bots_are_warned() -> None:
    fight = street()
    assert check_move(fight, commands.Move("r1", ((20, 13),))).danger > 0.2
    assert check_move(fight, commands.Move("r1", ((20, 10),))).danger == 0


@pytest.mark.rule("AS-URB-032")
def test_what_it_suffers_is_felt_at_once() -> None:
    fight = street(armor=0, structure=5, dice=(1, 1, 3, 1, 2))
    slides(fight, (20, 13))
    skidder = fight.units["r1"]
    assert (skidder.structure, skidder.fresh) == (4, ())
    assert [event.type for event in fight.journal.events].count("critical") == 1


# -- into terrain ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-033", "AS-URB-036", "AS-URB-037", "AS-URB-038")
def test_into_a_building() -> None:
    """The book's example: Size 3 over 6 inches does 2; the skid itself then a point."""
    house = {"id": "hall", "kind": "building", "type": "heavy", "height": 4, "cf": 9, "rect": [10, 17, 20, 5]}
    fight = street(terrain=[house], dice=(1, 1, 3), skill=8, move='12"')
    events = slides(fight, (20, 13))
    assert [event.inches for event in events if event.type == "skidded"] == [5.0]
    assert fight.units["r1"].at == (20, 17)
    assert fight.state.terrain_damage == {"hall": 2}
    assert fight.units["r1"].armor == 9 - 3 - 1


@pytest.mark.rule("AS-URB-033")
@pytest.mark.parametrize(
    "terrain",
    [
        {"kind": "hill", "height": 1, "rect": [10, 14, 20, 5]},
        {"kind": "water", "depth": 1, "rect": [10, 14, 20, 5]},
        {"kind": "wall", "height": 1, "line": [[10, 14.5], [30, 14.5]], "width": 1},
    ],
)
def test_into_other_terrain(terrain: dict[str, Any]) -> None:
    fight = street(terrain=[terrain], dice=(1, 1, 3))
    slides(fight, (20, 12))
    assert (fight.units["r1"].at, fight.units["r1"].armor, fight.units["r1"].elevation) == ((20, 14), 9 - 3, 0)


@pytest.mark.rule("AS-URB-033", "AS-URB-036")
def test_into_what_is_prohibited_and_a_vehicle_rolls_for_its_drive() -> None:
    fight = street(
        terrain=[{"kind": "woods", "rect": [10, 14, 20, 5]}], dice=(1, 1, 3, 6, 4), **{**TANK, "move": '10"w'}
    )
    events = slides(fight, (20, 12))
    assert fight.units["r1"].at == (20, 14)
    assert [event.roll for event in events if event.type == "motive"] == [(6, 4)]
    assert fight.units["r1"].wounds == ("motive_half",)


@pytest.mark.rule("AS-URB-033")
def test_off_a_bridge_nobody_slides() -> None:
    gorge = [
        {"kind": "water", "depth": 3, "rect": [0, 10, 40, 12]},
        {"kind": "bridge", "height": 0, "line": [[20, 8], [20, 24]], "width": 3},
    ]
    fight = street(terrain=gorge, dice=(1, 1, 6))
    slides(fight, (20, 12))
    assert fight.units["r1"].at[0] == 21.5
    assert fight.units["r1"].armor == 9 - 3


@pytest.mark.rule("AS-URB-033")
def test_at_the_edge_of_the_table_it_stops_without_a_collision() -> None:
    fight = battle(
        unit("r1", at=(20, 40), move='10"', armor=9),
        unit("b9", at=(60, 40)),
        terrain=[ROAD],
        phase="movement",
        dice=(1, 1, 3),
        options=["skidding"],
    )
    slides(fight, (20, 46))
    assert fight.units["r1"].y == pytest.approx(48 - fight.units["r1"].radius, abs=1e-3)
    assert fight.units["r1"].armor == 9


# -- into units -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-034", "AS-URB-036", "AS-URB-037", "AS-URB-038")
@pytest.mark.parametrize("name", ["r2", "b1"])
def test_into_a_unit_of_either_side(name: str) -> None:
    """Skill 4, TMM 1, a charge 1 and 2 more: 8. It has slid 4.6 inches when they touch."""
    other = unit(name, at=(20, 17), armor=9)
    fight = street(other, dice=(1, 1, 3, 4, 4))
    events = slides(fight, (20, 12))
    struck = next(event for event in events if event.type == "skid_struck")
    assert (struck.target_number, struck.hit) == (8, True)
    gap = fight.units["r1"].radius + fight.units[name].radius
    assert fight.units["r1"].at == pytest.approx((20, 17 - gap), abs=1e-3)
    assert fight.units[name].armor == 9 - 2
    assert fight.units["r1"].armor == 9 - 3 - 1
    told = " ".join(line.text for line in story(fight, events))
    assert "strikes" in told
    assert "in the collision" in told


@pytest.mark.rule("AS-URB-034")
def test_a_unit_that_is_missed_is_passed() -> None:
    other = unit("b1", at=(20, 14), armor=9)
    fight = street(other, dice=(1, 1, 3, 4, 3))
    slides(fight, (20, 12))
    assert fight.units["r1"].at == (20, 17)
    assert (fight.units["b1"].armor, fight.units["r1"].armor) == (9, 8)


@pytest.mark.rule("AS-URB-034")
@pytest.mark.parametrize("end", [12, 11])
def test_where_the_place_is_taken_it_ends_beside(end: float) -> None:
    """Whether it loses control on its way or with its last inch."""
    fight = street(unit("b1", at=(20, 17)), dice=(1, 1, 3, 1, 1))
    slides(fight, (20, end))
    assert fight.decision is not None
    fight.do(commands.Decide("red", fight.decision.choices[0]))
    one, other = fight.units["r1"], fight.units["b1"]
    assert fight.table.distance(one.at, other.at) >= one.radius + other.radius - 1e-3


@pytest.mark.rule("AS-URB-035", "AS-URB-038")
def test_infantry_is_scattered_and_does_not_stop_it() -> None:
    squad = unit("b1", at=(20, 14), **INFANTRY)
    fight = street(squad, dice=(1, 1, 3, 5, 5))
    events = slides(fight, (20, 12))
    struck = next(event for event in events if event.type == "skid_struck")
    assert (struck.target_number, [part.value for part in struck.modifiers if part.rule == "AS-URB-035"]) == (9, [4])
    assert fight.units["b1"].armor == 4 - 3
    assert (fight.units["r1"].at, fight.units["r1"].armor) == ((20, 17), 8)


@pytest.mark.rule("AS-URB-034", "AS-URB-035")
def test_one_after_the_other_in_the_order_they_are_met() -> None:
    fight = street(
        unit("b1", at=(20, 16.5), armor=9), unit("b2", at=(20.5, 13), **INFANTRY), dice=(1, 1, 3, 6, 5, 4, 4)
    )
    events = slides(fight, (20, 11))
    assert [event.target for event in events if event.type == "skid_struck"] == ["b2", "b1"]
    assert fight.units["b1"].armor == 9 - 2
    told = [face for event in events for face in getattr(event, "roll", ())]
    assert told == [1, 1, 3, 6, 5, 4, 4]  # the dice as they fell


@pytest.mark.rule("AS-URB-037")
def test_critical_rolls_fall_in_the_order_of_the_page() -> None:
    """Of what was struck, of the skidder, its motive roll, then those of the skid itself."""
    fight = street(
        unit("b1", at=(20, 17), armor=0, structure=9),
        dice=(1, 1, 3, 4, 4, 2, 1, 6, 1, 3, 3, 4, 1),
        **{**TANK, "armor": 0, "structure": 9, "size": 3, "skill": 4},
    )
    events = slides(fight, (20, 12))
    told = [(event.type, event.unit) for event in events if event.type in ("critical", "motive")]
    assert told == [("critical", "b1"), ("critical", "r1"), ("motive", "r1"), ("critical", "r1")]
