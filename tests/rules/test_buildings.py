"""Moving through buildings, from floor to floor and onto roofs, and what walking does to them."""

from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.planner import move_choices
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, move, refusal, unit

INFANTRY: dict[str, Any] = {"type": "CI", "size": 1, "move": '12"f', "tmm": 0}
SUITS: dict[str, Any] = {"type": "BA", "size": 1, "move": '12"j', "tmm": 1}
PROTO: dict[str, Any] = {"type": "PM", "size": 1, "move": '16"', "tmm": 1}
TANK: dict[str, Any] = {"type": "CV", "size": 1, "move": '20"t', "tmm": 1}
LIGHT: dict[str, Any] = {"size": 1, "move": '20"'}


def town(*units: Any, height: float = 4, phase: str = "movement", dice: Any = (), **given: Any) -> Battle:
    """A house from (10, 10) to (20, 20), heavy and hard to bring down unless said."""
    house = {"id": "hall", "kind": "building", "type": "heavy", "cf": 60, "height": height, "rect": [10, 10, 10, 10]}
    return battle(*units, unit("b9", at=(60, 40)), terrain=[{**house, **given}], phase=phase, dice=dice)


def walker(at: tuple[float, float] = (15, 8), elevation: float | None = None, **card: Any) -> Any:
    state = {} if elevation is None else {"elevation": elevation}
    return unit("r1", at=at, state=state, **{**LIGHT, **card})


# -- what an inch costs ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-003", "AS-URB-002")
@pytest.mark.parametrize(
    ("given", "cost"),
    [
        ({"type": "light"}, 6),
        ({"type": "medium"}, 8),
        ({"type": "heavy"}, 10),
        ({"type": "hardened"}, 12),
        ({"type": "medium", "build": "fortress"}, 8),
        ({"type": "heavy", "build": "castle_brian"}, 10),
        ({"type": "heavy", "kind": "wall"}, 10),
    ],
)
def test_every_inch_inside_costs_by_the_type(given: dict[str, Any], cost: float) -> None:
    moved = move(town(walker(), **given), "r1", (15, 12))
    assert (moved.cost, moved.elevation) == (cost, 0)


@pytest.mark.rule("AS-URB-003")
def test_a_large_unit_pays_an_inch_less_and_a_vehicle_as_much_as_a_mech() -> None:
    assert move(town(walker(specials=["LG"]), hangar=True), "r1", (15, 12)).cost == 8
    assert move(town(walker(**TANK)), "r1", (15, 12)).cost == 10


@pytest.mark.rule("AS-URB-004")
@pytest.mark.parametrize("card", [INFANTRY, SUITS])
@pytest.mark.parametrize("kind", ["light", "hardened"])
def test_infantry_pays_nothing_extra_and_does_no_damage(card: dict[str, Any], kind: str) -> None:
    fight = town(walker(**card), type=kind)
    assert move(fight, "r1", (15, 12)).cost == 4
    assert fight.state.terrain_damage == {}


@pytest.mark.rule("AS-URB-005")
@pytest.mark.parametrize("kind", ["light", "hardened"])
def test_protomechs_pay_one_more_whatever_the_building(kind: str) -> None:
    assert move(town(walker(**PROTO), type=kind), "r1", (15, 12)).cost == 6


@pytest.mark.rule("AS-URB-003")
def test_a_base_that_only_brushes_a_building_is_not_in_it() -> None:
    fight = town(walker(at=(5, 9.6)))
    assert move(fight, "r1", (22, 9.6)).cost == 17
    assert fight.state.terrain_damage == {}


# -- damage by walking ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-006")
@pytest.mark.parametrize(("end", "damage"), [(10.5, 1), (11, 1), (11.5, 2), (13, 3)])
def test_every_inch_begun_inside_costs_the_building_a_point(end: float, damage: int) -> None:
    """The book's example: one inch deep into a building of CF 10 leaves 9."""
    fight = town(walker(), cf=10)
    move(fight, "r1", (15, end))
    assert fight.state.terrain_damage == {"hall": damage}


@pytest.mark.rule("AS-URB-006")
def test_a_way_that_leads_in_and_out_counts_all_its_inches_and_a_vehicle_does_it_too() -> None:
    fight = town(walker(at=(9, 11), **TANK))
    move(fight, "r1", (11, 11), (11, 9), (12, 9), (12, 10.4))
    assert fight.state.terrain_damage == {"hall": 3}


@pytest.mark.rule("AS-URB-006", "AS-URB-018")
def test_what_falls_by_walking_falls_at_once_and_buries_who_stays_inside() -> None:
    fight = town(walker(), cf=2)
    assert check_move(fight, commands.Move("r1", ((15, 12),))).brings_down == ("hall",)
    assert check_move(fight, commands.Move("r1", ((15, 11),))).brings_down == ()
    move(fight, "r1", (15, 12))
    assert fight.table.by_id["hall"].kind == "rubble"
    assert fight.units["r1"].armor == 4


@pytest.mark.rule("AS-URB-021")
def test_whoever_brings_it_down_by_leaving_is_outside_already() -> None:
    fight = town(walker(at=(15, 11)), unit("b1", at=(12, 18), armor=9), cf=1)
    move(fight, "r1", (15, 8))
    assert fight.table.by_id["hall"].kind == "rubble"
    assert (fight.units["r1"].armor, fight.units["b1"].armor) == (6, 7)


# -- roofs and floors -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-007")
@pytest.mark.parametrize("elevation", [1, 4])
def test_vehicles_stay_on_the_ground_floor(elevation: float) -> None:
    order = commands.Move("r1", ((15, 12),), elevation=elevation)
    assert refusal(town(walker(**TANK)), order).rule == "AS-URB-007"
    hover = walker(**{**TANK, "move": '20"h'})
    assert refusal(town(hover), order).rule == "AS-URB-007"


@pytest.mark.rule("AS-URB-007")
def test_a_vehicle_that_jumps_does_not_come_down_on_a_roof() -> None:
    tank = walker(**{**TANK, "move": '20"t/12"j'})
    assert refusal(town(tank), commands.Move("r1", ((15, 12),), "jump")).rule == "AS-URB-007"


@pytest.mark.rule("AS-URB-008")
@pytest.mark.parametrize(("card", "inside"), [(INFANTRY, 2), (PROTO, 4)])
@pytest.mark.parametrize("floor", [1, 3, 4])
def test_infantry_and_protomechs_take_the_stairs(card: dict[str, Any], inside: float, floor: int) -> None:
    fight = town(walker(**card))
    moved = move(fight, "r1", (15, 12), elevation=floor)
    assert (moved.cost, moved.elevation) == (2 + inside + floor, floor)


@pytest.mark.rule("AS-URB-008")
def test_floors_lie_an_inch_apart_up_to_the_roof() -> None:
    fight = town(walker(**INFANTRY))
    for wrong in (-1, -0.5, 1.5, 5, 3.9):
        assert refusal(fight, commands.Move("r1", ((15, 12),), elevation=wrong)).rule == "AS-URB-008"
    low = town(walker(**INFANTRY), height=3.5)
    assert move(low, "r1", (15, 12), elevation=3.5).elevation == 3.5


@pytest.mark.rule("AS-URB-008")
def test_no_floor_lies_inside_the_hill_that_a_building_leans_on() -> None:
    hill = {"id": "slope", "kind": "hill", "height": 3, "rect": [12, 16, 6, 4]}
    house = {"id": "hall", "kind": "building", "type": "heavy", "cf": 60, "height": 5, "rect": [10, 10, 10, 10]}
    upstairs = walker(at=(15, 12), elevation=4, **INFANTRY)
    fight = battle(upstairs, unit("b9", at=(60, 40)), terrain=[hill, house], phase="movement")
    assert refusal(fight, commands.Move("r1", ((15, 18),), elevation=2)).rule == "AS-URB-008"
    assert check_move(fight, commands.Move("r1", ((15, 18),), elevation=4)).elevation == 4


@pytest.mark.rule("AS-URB-008")
def test_infantry_changes_floors_where_it_stands_and_walks_on_the_one_it_is_on() -> None:
    fight = town(walker(at=(15, 12), elevation=2, **INFANTRY))
    assert check_move(fight, commands.Move("r1", (), elevation=4)).cost == 2
    assert check_move(fight, commands.Move("r1", ((15, 15),), elevation=2)).cost == 3
    assert check_move(fight, commands.Move("r1", ((15, 15),), elevation=3)).cost == 4
    down = check_move(fight, commands.Move("r1", ((15, 15),)))
    assert (down.cost, down.elevation) == (5, 0)
    out = check_move(fight, commands.Move("r1", ((15, 9),)))
    assert (out.cost, out.elevation) == (5, 0)
    assert out.parts[0].rule == "AS-URB-008"


@pytest.mark.rule("AS-URB-008")
def test_no_minimum_move_pays_for_stairs() -> None:
    slow = town(walker(at=(15, 9), **{**INFANTRY, "move": '2"f'}))
    assert check_move(slow, commands.Move("r1", ((15, 10.5),), elevation=4)).reason is not None


@pytest.mark.rule("AS-URB-009")
def test_a_mech_climbs_the_outside_where_its_way_meets_the_outline() -> None:
    fight = town(walker(), height=2)
    moved = move(fight, "r1", (15, 14), elevation=2)
    assert (moved.cost, moved.elevation) == (6 + 4, 2)  # on the roof it pays nothing for the building
    assert fight.state.terrain_damage == {}


@pytest.mark.rule("AS-URB-009")
def test_a_mech_climbs_down_where_its_way_leaves_the_outline() -> None:
    fight = town(walker(at=(15, 12), elevation=2), height=2)
    moved = move(fight, "r1", (15, 8))
    assert (moved.cost, moved.elevation) == (4 + 4, 0)


@pytest.mark.rule("AS-URB-009")
def test_whoever_stands_on_the_outline_is_outside_and_climbs() -> None:
    fight = town(walker(at=(15, 10)), height=2)
    moved = move(fight, "r1", (15, 14), elevation=2)
    assert (moved.cost, moved.elevation) == (4 + 4, 2)


@pytest.mark.rule("AS-URB-009")
def test_a_face_of_more_than_two_inches_is_too_steep_to_climb() -> None:
    up = commands.Move("r1", ((15, 14),), elevation=4)
    assert refusal(town(walker()), up).rule == "AS-URB-009"
    down = commands.Move("r1", ((15, 8),))
    assert refusal(town(walker(at=(15, 12), elevation=4)), down).rule == "AS-URB-009"


@pytest.mark.rule("AS-URB-009")
def test_a_mech_changes_no_floors_inside_and_ends_on_none_between() -> None:
    fight = town(walker(at=(15, 12)), height=2)
    assert refusal(fight, commands.Move("r1", ((15, 14),), elevation=2)).rule == "AS-URB-009"
    assert refusal(fight, commands.Move("r1", ((15, 14),), elevation=1)).rule == "AS-URB-009"
    above = town(walker(at=(15, 12), elevation=2), height=2)
    assert refusal(above, commands.Move("r1", ((15, 14),), elevation=0)).rule == "AS-URB-009"
    assert check_move(above, commands.Move("r1", ((15, 14),), elevation=2)).cost == 2


@pytest.mark.rule("AS-URB-009")
def test_nor_does_it_come_in_between_floors() -> None:
    fight = town(walker(), height=2)
    assert refusal(fight, commands.Move("r1", ((15, 14),), elevation=1)).rule == "AS-URB-009"


@pytest.mark.rule("AS-URB-007")
def test_who_goes_up_buildings_is_asked_for_a_floor() -> None:
    def asked(fight: Battle) -> list[tuple[str, float]]:
        return [(one.rule, one.most) for one in move_choices(fight, fight.units["r1"]) if one.name == "elevation"]

    assert asked(town(walker(), height=5)) == [("AS-URB-007", 5.0)]
    assert asked(town(walker(**INFANTRY), height=5)) == [("AS-URB-007", 5.0)]
    assert asked(town(walker(**TANK))) == []


@pytest.mark.rule("AS-URB-019")
def test_a_preview_knows_what_a_fall_would_do() -> None:
    fight = town(walker(), cf=1, height=8)
    assert check_move(fight, commands.Move("r1", ((15, 11),))).danger == 4
    assert check_move(fight, commands.Move("r1", ((15, 9),))).danger == 0
    heavy = town(walker(size=2), type="light")
    assert check_move(heavy, commands.Move("r1", ((15, 11),))).danger == 0.5
    suits = town(walker(size=2, type="BA", move='12"j', armor=3, structure=2), type="light")
    assert check_move(suits, commands.Move("r1", ((15, 11),))).danger == 5


@pytest.mark.rule("AS-URB-009")
def test_out_of_the_building_and_up_again() -> None:
    fight = town(walker(at=(15, 11)), height=2)
    moved = move(fight, "r1", (15, 9), (15, 11), elevation=2)
    assert (moved.cost, moved.elevation) == (3 + 4 + 4, 2)


@pytest.mark.rule("AS-URB-009", "AS-URB-008")
@pytest.mark.parametrize("card", [LIGHT, SUITS, PROTO])
def test_jumpers_come_down_on_the_roof(card: dict[str, Any]) -> None:
    fight = town(walker(**{**card, "move": '12"j'}), height=4)
    moved = move(fight, "r1", (15, 12), mode="jump", elevation=4)
    assert (moved.cost, moved.elevation) == (4, 4)
    unsaid = town(walker(**{**card, "move": '12"j'}), height=4)
    assert move(unsaid, "r1", (15, 12), mode="jump").elevation == 4
    inside = town(walker(**{**card, "move": '12"j'}), height=4)
    expected = "AS-URB-009" if card is LIGHT else "AS-URB-008"
    assert refusal(inside, commands.Move("r1", ((15, 12),), "jump", elevation=2)).rule == expected


@pytest.mark.rule("AS-URB-009")
def test_a_roof_may_be_too_high_for_a_jump() -> None:
    fight = town(walker(move='10"j'), height=6)
    assert refusal(fight, commands.Move("r1", ((15, 12),), "jump", elevation=6)).rule == "AS-MOV-054"


@pytest.mark.rule("AS-URB-009")
def test_from_roof_to_roof_where_they_meet() -> None:
    fight = battle(
        unit("r1", at=(15, 12), state={"elevation": 4}, **LIGHT),
        unit("b9", at=(60, 40)),
        terrain=[
            {"id": "one", "kind": "building", "type": "heavy", "height": 4, "rect": [10, 10, 10, 10]},
            {"id": "two", "kind": "building", "type": "heavy", "height": 5, "rect": [10, 20, 10, 10]},
        ],
        phase="movement",
    )
    moved = move(fight, "r1", (15, 24), elevation=5)
    assert (moved.cost, moved.elevation) == (12 + 2, 5)


# -- weight ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-URB-010")
def test_the_book_s_two_light_mechs_and_what_is_too_much() -> None:
    other = unit("r2", at=(18, 18), size=1)
    assert _stands(town(walker(), other, type="medium"))
    assert _stands(town(walker(size=2), type="medium", height=2))
    suits = unit("r2", at=(18, 18), **SUITS)
    assert not _stands(town(walker(size=2), suits, type="medium", height=2, dice=(3, 3)))


def _stands(fight: Battle) -> bool:
    move(fight, "r1", (15, 11))
    return fight.table.by_id["hall"].kind == "building"


@pytest.mark.rule("AS-URB-010")
def test_nobody_is_deployed_where_the_floor_would_give_way() -> None:
    fight = battle(
        unit("r1", size=3),
        unit("b9"),
        terrain=[{"id": "hall", "kind": "building", "type": "medium", "height": 3, "rect": [10, 1, 6, 6]}],
        phase="deployment",
    )
    side = fight.state.to_act
    name = "r1" if side == "red" else "b9"
    if side == "red":
        assert refusal(fight, commands.Deploy(name, (13, 3))).rule == "AS-URB-010"


@pytest.mark.rule("AS-URB-011")
@pytest.mark.parametrize("code", ["LG", "VLG", "SLG"])
def test_a_large_unit_brings_down_what_it_enters_but_not_a_hangar(code: str) -> None:
    fight = town(walker(specials=[code]), type="hardened", height=4)
    assert check_move(fight, commands.Move("r1", ((15, 11),))).brings_down == ("hall",)
    move(fight, "r1", (15, 11))
    assert fight.table.by_id["hall"].kind == "ultra_rubble"
    shed = town(walker(specials=[code]), type="light", hangar=True)
    assert check_move(shed, commands.Move("r1", ((15, 11),))).brings_down == ()
    assert _stands(shed)


@pytest.mark.rule("AS-URB-011")
def test_a_large_unit_that_passes_through_is_out_when_it_falls() -> None:
    fight = town(walker(at=(19.5, 9), specials=["LG"], move='30"'), type="light")
    move(fight, "r1", (19.5, 22))
    assert fight.table.by_id["hall"].kind == "rubble"
    assert fight.units["r1"].armor == 6


@pytest.mark.rule("AS-URB-011")
def test_the_roof_of_a_hangar_bears_nothing_large() -> None:
    fight = town(walker(at=(15, 8), specials=["LG"], move='16"j'), height=2, hangar=True, type="hardened")
    move(fight, "r1", (15, 12), mode="jump", elevation=2)
    assert fight.table.by_id["hall"].kind == "ultra_rubble"
    told = [event.rule for event in fight.journal.events if event.type == "terrain_changed"]
    assert told == ["AS-URB-011"]
