"""Hex maps (pp. 68-71), rule by rule, as battle scripts see them."""

from typing import Any

import pytest

from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.on_the_way import cut_short
from lancemate.alphastrike.movement.planner import work_out
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scripts.running import Report, run_script, script_from_data
from lancemate.field.hexes import HexMap
from lancemate.kernel.errors import InputError

MECH = {"name": "Mech", "type": "BM", "size": 2, "tmm": 1, "move": '10"', "damage": "3/3/2", "armor": 6, "structure": 4}
JUMPER = {**MECH, "move": '14"j'}
TANK = {"name": "Tank", "type": "CV", "size": 2, "tmm": 1, "move": '8"t', "damage": "2/2/1", "armor": 4, "structure": 3}
FOOT = {"name": "Foot", "type": "CI", "size": 1, "tmm": 0, "move": '4"f', "damage": "1/0/0", "armor": 2, "structure": 1,
        "specials": ["AM"]}  # fmt: skip
VTOL = {**TANK, "name": "Bird", "size": 1, "tmm": 3, "move": '16"v', "damage": "1/1/0"}


def unit(name: str, card: dict[str, Any], at: str, facing: float = 0.0, **more: Any) -> dict[str, Any]:
    return {"id": name, "card": card, "at": at, "facing": facing, **more}


def play(
    red: list[dict[str, Any]],
    blue: list[dict[str, Any]],
    *commands: dict[str, Any],
    terrain: list[dict[str, Any]] | None = None,
    phase: str = "combat",
    dice: list[int] | None = None,
    size: tuple[int, int] = (30, 30),
    without: frozenset[str] = frozenset(),
    **more: Any,
) -> Report:
    script = script_from_data(
        {
            "map": {"kind": "hex", "width": size[0], "depth": size[1]},
            "terrain": terrain or [],
            "sides": [{"name": "red", "home": "south", "units": red}, {"name": "blue", "home": "north", "units": blue}],
            "start": {"phase": phase, "first": "red"},
            "dice": dice or [6] * 40,
            "commands": list(commands),
            **more,
        }
    )
    return run_script(script, without=without)


def answer(report: Report, number: int = 0) -> dict[str, Any]:
    data: Any = report.to_data()["outcomes"]
    (found,) = [value for key, value in data[number].items() if key not in ("command", "accepted")]
    return dict(found) if isinstance(found, dict) else {"events": found}


def measured(at: str, to: str, *, target: dict[str, Any] = MECH, viewer: dict[str, Any] = MECH, **more: Any) -> Any:
    """What one in the first hex sees of one in the second."""
    state = more.pop("state", {})
    mine = more.pop("mine", {})
    return answer(
        play(
            [unit("a", viewer, at, state=mine)],
            [unit("b", target, to, state=state)],
            {"measure": {"from": "a", "to": "b"}},
            **more,
        )
    )


def hill(height: int, *hexes: str) -> dict[str, Any]:
    return {"kind": "hill", "height": height, "hexes": list(hexes)}


def woods(*hexes: str) -> dict[str, Any]:
    return {"kind": "woods", "hexes": list(hexes)}


def water(depth: int, *hexes: str) -> dict[str, Any]:
    return {"kind": "water", "depth": depth, "hexes": list(hexes)}


def building(height: int, *hexes: str) -> dict[str, Any]:
    return {"id": "hall", "kind": "building", "height": height, "hexes": list(hexes)}


# -- scale, moves and facings ---------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEX-001")
def test_a_hex_is_two_inches() -> None:
    assert measured("0505", "0512")["distance"] == 7
    report = play(
        [unit("a", JUMPER, "0520")],
        [],
        {"preview": {"move": {"unit": "a", "path": ["0513"], "mode": "jump"}}},
        {"preview": {"move": {"unit": "a", "path": ["0512"], "mode": "jump"}}},
        phase="movement",
    )
    assert (answer(report)["legal"], answer(report)["cost"], answer(report)["allowance"]) == (True, 14, 14)
    assert answer(report, 1)["legal"] is False


@pytest.mark.rule("AS-HEX-002")
def test_a_wooded_hex_one_level_up_costs_six_inches() -> None:
    report = play(
        [unit("a", MECH, "0506")],
        [],
        {"preview": {"move": {"unit": "a", "path": ["0505"]}}},
        {"preview": {"move": {"unit": "a", "path": ["0505", "0504", "0503", "0502"]}}},
        terrain=[hill(1, "0505", "0504", "0503", "0502"), woods("0505")],
        phase="movement",
    )
    assert answer(report)["cost"] == 6
    assert answer(report, 1)["cost"] == 12
    assert answer(report, 1)["reason"]["rule"] == "AS-MOV-030"


@pytest.mark.rule("AS-HEX-002")
def test_infantry_and_vehicles_pay_twice_as_much_for_a_level() -> None:
    report = play(
        [unit("a", TANK, "0506")],
        [],
        {"preview": {"move": {"unit": "a", "path": ["0505"]}}},
        terrain=[hill(1, "0505"), woods("0605", "0604")],
        phase="movement",
    )
    assert answer(report)["cost"] == 6
    over = play(
        [unit("a", MECH, "0506")],
        [],
        {"preview": {"move": {"unit": "a", "path": ["0505", "0504"]}}},
        terrain=[woods("0505")],
        phase="movement",
    )
    assert answer(over)["cost"] == 6


@pytest.mark.rule("AS-HEX-002")
def test_a_path_names_every_hex() -> None:
    report = play(
        [unit("a", MECH, "0506")],
        [],
        {"move": {"unit": "a", "path": ["0504"]}},
        {"move": {"unit": "a", "path": ["0505", "0504"]}},
        phase="movement",
    )
    assert answer(report)["rule"] == "AS-HEX-002"
    assert "0505, 0504" in answer(report)["message"]
    state: Any = report.to_data()["state"]
    assert state["units"]["a"]["at"] == "0504"
    assert state["units"]["a"]["inches"] == 4


@pytest.mark.rule("AS-HEX-002", "AS-URB-009")
@pytest.mark.parametrize(
    ("at", "path", "height", "cost", "code"),
    [
        ("0507", ["0506"], 2, 6, None),
        ("0507", ["0506"], 3, None, "too_steep"),
        ("0506", ["0505"], 2, None, "no_stairs"),  # from one hex of it to the next, inside
        ("0506", ["0507", "0506"], 2, 8, None),  # out of it, and up
    ],
)
def test_a_mech_climbs_a_building_where_it_enters_a_hex_of_it(
    at: str, path: list[str], height: int, cost: float | None, code: str | None
) -> None:
    up = {"preview": {"move": {"unit": "a", "path": path, "elevation": height}}}
    report = play([unit("a", MECH, at)], [], up, terrain=[building(height, "0506", "0505")], phase="movement")
    seen = answer(report)
    if code is None:
        assert (seen["legal"], seen["cost"], seen["elevation"]) == (True, cost, height)
    else:
        assert (seen["legal"], seen["reason"]["code"]) == (False, code)


@pytest.mark.rule("AS-HEX-003")
def test_a_unit_faces_a_side_of_its_hex() -> None:
    report = play(
        [unit("a", MECH, "0506")],
        [],
        {"move": {"unit": "a", "path": ["0505"], "facing": 45}},
        {"move": {"unit": "a", "path": ["0505"], "facing": 300}},
        phase="movement",
    )
    assert answer(report)["rule"] == "AS-HEX-003"
    state: Any = report.to_data()["state"]
    assert state["units"]["a"]["facing"] == 300
    with pytest.raises(InputError, match="facing"):
        play([unit("a", MECH, "0506", 30)], [])


def test_nobody_shares_a_hex_or_walks_through_an_enemy() -> None:
    report = play(
        [unit("a", MECH, "0506"), unit("c", MECH, "0508")],
        [unit("b", MECH, "0505")],
        {"preview": {"move": {"unit": "a", "path": ["0505"]}}},
        {"preview": {"move": {"unit": "a", "path": ["0505", "0504"]}}},
        {"preview": {"move": {"unit": "c", "path": ["0507", "0506", "0606"]}}},
        {"preview": {"move": {"unit": "c", "path": ["0507", "0506"]}}},
        phase="movement",
    )
    assert [answer(report, n)["legal"] for n in range(4)] == [False, False, True, False]
    assert answer(report, 1)["reason"]["rule"] == "AS-MOV-006"
    assert answer(report, 3)["reason"]["rule"] == "AS-MOV-007"


def test_a_way_off_the_map_names_the_hex_beyond() -> None:
    report = play(
        [unit("a", MECH, "0529")], [], {"preview": {"move": {"unit": "a", "path": ["0530", "0531"]}}}, phase="movement"
    )
    assert answer(report)["reason"]["rule"] == "AS-INT-004"


# -- ranges and attacks ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-HEX-004")
def test_range_is_the_shortest_way_by_hexes() -> None:
    assert [measured("0101", to)["distance"] for to in ("0102", "0201", "0303", "0503")] == [1, 1, 3, 4]


@pytest.mark.rule("AS-HEX-005")
def test_brackets_end_at_3_12_and_21_hexes() -> None:
    ranges = [measured("0501", f"05{1 + far:02d}")["range"] for far in (3, 4, 12, 13, 21)]
    assert ranges == ["short", "medium", "medium", "long", "long"]


@pytest.mark.rule("AS-HEX-005")
def test_beyond_21_hexes_nobody_shoots() -> None:
    report = play(
        [unit("a", MECH, "0523")],
        [unit("b", MECH, "0501", 180)],
        {"attack": {"unit": "a", "target": "b"}},
        {"measure": {"from": "a", "to": "b"}},
    )
    assert answer(report)["rule"] == "AS-HEX-005"
    assert answer(report, 1)["line_of_sight"] == "blocked"
    assert answer(report, 1)["range"] == "extreme"


@pytest.mark.rule("AS-HEX-006")
def test_blows_reach_the_next_hex() -> None:
    report = play(
        [unit("a", MECH, "0506"), unit("c", {**MECH, "specials": ["MEL"]}, "0507")],
        [unit("b", MECH, "0505")],
        {"attack": {"unit": "c", "target": "b", "kind": "melee"}},
        {"attack": {"unit": "a", "target": "b", "kind": "physical"}},
    )
    assert answer(report)["rule"] == "AS-HEX-006"
    assert answer(report, 1)["events"]


@pytest.mark.rule("AS-HEX-007")
def test_contact_is_the_next_hex_and_a_level_at_most() -> None:
    def swarm(level: int, at: str = "0506") -> Any:
        return answer(
            play(
                [unit("a", FOOT, at)],
                [unit("b", MECH, "0505")],
                {"attack": {"unit": "a", "target": "b", "kind": "antimech"}},
                terrain=[hill(level, "0505")] if level else [],
            )
        )

    assert swarm(0)["events"]
    assert swarm(1)["events"]
    assert swarm(2)["rule"] == "AS-HEX-007"
    assert swarm(0, "0507")["rule"] == "AS-HEX-006"


@pytest.mark.rule("AS-HEX-007")
def test_whoever_boards_ends_next_to_its_transport() -> None:
    carrier = {**TANK, "specials": ["IT2"]}
    foot = {**FOOT, "specials": ["CAR1"]}

    def board(path: list[str]) -> Any:
        return answer(
            play(
                [unit("a", foot, "0507"), unit("c", carrier, "0505")],
                [],
                {"preview": {"move": {"unit": "a", "path": path, "board": "c"}}},
                phase="movement",
            )
        )

    assert board(["0506"])["legal"]
    assert board([])["reason"]["rule"] == "AS-HEX-007"


@pytest.mark.rule("AS-HEX-008")
def test_weapons_fire_in_base_contact() -> None:
    report = play([unit("a", MECH, "0506")], [unit("b", MECH, "0505", 180)], {"attack": {"unit": "a", "target": "b"}})
    assert answer(report)["events"][0]["type"] == "attack"


GUN = {**MECH, "name": "Gun", "specials": ["ARTLT-1"]}


def shell(*blue: dict[str, Any], terrain: list[dict[str, Any]] | None = None) -> dict[str, int]:
    """Who is hurt, and by how much, by a shell on 0505."""
    report = play(
        [unit("a", GUN, "0520")],
        list(blue),
        {"attack": {"unit": "a", "target": {"point": "0505"}, "kind": "artillery"}},
        terrain=terrain,
    )
    state: Any = report.to_data()["state"]
    return {name: 6 - one["armor"] for name, one in state["units"].items() if name != "a" and one["armor"] < 6}


@pytest.mark.rule("AS-HEX-009")
def test_a_shell_covers_its_hex_the_next_ones_and_a_ring_around_them() -> None:
    hurt = shell(
        unit("middle", MECH, "0505"),
        unit("next", MECH, "0504"),
        unit("ring", MECH, "0503"),
        unit("out", MECH, "0502"),
    )
    assert set(hurt) == {"middle", "next", "ring"}
    assert hurt["middle"] == hurt["next"] > hurt["ring"]


@pytest.mark.rule("AS-HEX-009")
def test_two_levels_count_as_a_hex_more() -> None:
    hurt = shell(
        unit("one_up", MECH, "0504"),
        unit("two_up", MECH, "0604"),
        unit("ring_one_up", MECH, "0503"),
        unit("ring_two_up", MECH, "0305"),
        terrain=[hill(1, "0504", "0503"), hill(2, "0604", "0305")],
    )
    assert set(hurt) == {"one_up", "two_up", "ring_one_up"}
    assert hurt["one_up"] > hurt["two_up"] == hurt["ring_one_up"]


# -- lines of sight -------------------------------------------------------------------------------------------


def ruling_of(at: str, to: str, terrain: list[dict[str, Any]]) -> str | None:
    battle = play([unit("a", MECH, at)], [unit("b", MECH, to)], terrain=terrain).battle
    return battle.sight(battle.units["a"], battle.units["b"]).rule


def state_of(found: Any) -> tuple[str, str]:
    return found["line_of_sight"], found["sight_state"]


@pytest.mark.rule("AS-HEX-010")
def test_a_hex_that_the_line_touches_in_a_corner_lies_on_it() -> None:
    # From 0505 four hexes south-east and one south: the line grazes a corner of a hex at a third of its way.
    field = HexMap(30, 30)
    here = field.named("0505")
    assert here is not None
    there = field.named("0908")
    assert there is not None
    between = [pair[0] for pair in field.met(here, there)]
    inside = {field.name(at) for at in field.ways((here, there))}
    touched = [name for name in between if name not in inside]
    assert touched
    clear = measured("0505", "0908")
    assert clear["line_of_sight"] == "clear"
    blocked = [
        name for name in touched if measured("0505", "0908", terrain=[hill(3, name)])["line_of_sight"] != "clear"
    ]
    assert blocked == touched


@pytest.mark.rule("AS-HEX-011")
def test_along_a_border_the_hex_that_is_worse_for_the_attacker_counts() -> None:
    for name in ("0604", "0605"):
        assert measured("0505", "0705", terrain=[hill(3, name)])["line_of_sight"] == "blocked"
    woody = measured("0505", "0705", terrain=[woods("0604")])
    assert state_of(woody) == ("clear", "obstructed")
    # Pair by pair: three pairs with woods on alternate sides block.
    pairs = measured("0505", "1105", terrain=[woods("0604", "0805", "1004")])
    assert pairs["line_of_sight"] == "blocked"


@pytest.mark.rule("AS-HEX-012")
def test_the_hexes_of_both_units_hide_nobody() -> None:
    assert measured("0505", "0509", terrain=[building(5, "0509")], state={"elevation": 0})["line_of_sight"] == "clear"
    assert measured("0505", "0507", terrain=[woods("0505", "0506", "0507")])["line_of_sight"] == "clear"


@pytest.mark.rule("AS-HEX-013")
def test_next_to_each_other_everybody_sees_but_for_water_and_floors() -> None:
    halls = [building(4, "0505", "0506")]
    cases = {"clear": ({}, {}), "blocked": ({"elevation": 0}, {"elevation": 2})}
    for wanted, (mine, other) in cases.items():
        found = measured("0505", "0506", viewer=FOOT, target=FOOT, terrain=halls, mine=mine, state=other)
        assert found["line_of_sight"] == wanted
    roof = measured(
        "0505", "0506", viewer=FOOT, target=FOOT, terrain=halls, mine={"elevation": 0}, state={"elevation": 4}
    )
    assert roof["line_of_sight"] == "clear"
    assert measured("0505", "0506", terrain=[hill(9, "0506")])["line_of_sight"] == "clear"
    assert measured("0505", "0506", terrain=[water(2, "0506")])["line_of_sight"] == "blocked"


FIGHTER = {**MECH, "name": "Fighter", "type": "AF", "move": "6a", "armor": 4, "structure": 2, "threshold": 3}


@pytest.mark.rule("AS-HEX-014")
def test_everybody_sees_aerospace_units_in_flight_but_from_under_water() -> None:
    high = {"airborne": True}
    wall = [hill(9, "0507")]
    assert measured("0505", "0509", target=FIGHTER, state=high, terrain=wall)["line_of_sight"] == "clear"
    assert measured("0505", "0509", viewer=FIGHTER, mine=high, terrain=wall)["line_of_sight"] == "clear"
    deep = [*wall, water(3, "0505")]
    assert measured("0505", "0509", target=FIGHTER, state=high, terrain=deep)["line_of_sight"] == "blocked"
    assert measured("0505", "0509", target=FIGHTER, terrain=wall)["line_of_sight"] == "blocked"


@pytest.mark.rule("AS-HEX-016")
def test_hills_and_sinkholes() -> None:
    assert measured("0505", "0509", terrain=[hill(2, "0507")])["line_of_sight"] == "blocked"
    assert measured("0505", "0509", terrain=[hill(1, "0507")])["line_of_sight"] == "clear"
    low = measured("0505", "0509", viewer=TANK, target=TANK, terrain=[hill(-1, "0509")])
    assert low["line_of_sight"] == "blocked"


@pytest.mark.rule("AS-HEX-017", "AS-HEX-023")
def test_treetops_rise_two_levels_above_their_hex() -> None:
    """Woods on a hill of level 1 reach level 3: units that look from level 3 have them between, from 4 not."""
    ridge = [hill(1, "0507", "0503", "0511"), woods("0507")]
    assert measured("0503", "0511", terrain=ridge)["sight_state"] == "obstructed"
    higher = [hill(1, "0507"), hill(2, "0503", "0511"), woods("0507")]
    assert measured("0503", "0511", terrain=higher)["sight_state"] == "clear"


@pytest.mark.rule("AS-HEX-018")
def test_a_building_rises_by_its_own_height() -> None:
    field = [hill(4, "0507"), building(2, "0507"), hill(4, "0503", "0511")]
    assert measured("0503", "0511", terrain=field)["line_of_sight"] == "blocked"  # roof at 6, tops at 6
    assert measured("0503", "0511", terrain=[hill(5, "0503", "0511"), *field[:2]])["line_of_sight"] == "clear"


@pytest.mark.rule("AS-HEX-019")
def test_between_units_under_water_the_bottom_counts() -> None:
    lake = [water(3, "0505", "0506", "0507", "0508", "0509")]
    assert measured("0505", "0509", terrain=lake)["line_of_sight"] == "clear"
    shoal = [water(3, "0505", "0506", "0508", "0509"), {"id": "shoal", **water(1, "0507")}]
    assert measured("0505", "0509", terrain=shoal)["line_of_sight"] == "blocked"


@pytest.mark.rule("AS-HEX-020")
def test_other_terrain_is_as_many_levels_high_as_inches_on_the_table() -> None:
    crops = {"kind": "rough", "role": "veil", "hexes": ["0507"]}
    assert measured("0505", "0509", terrain=[{**crops, "height": 2}])["sight_state"] == "obstructed"
    assert measured("0505", "0509", terrain=[{**crops, "height": 1}])["sight_state"] == "clear"


@pytest.mark.rule("AS-HEX-021")
def test_sight_is_traced_from_the_top_of_a_unit() -> None:
    """A 'Mech on a hill of level 3 looks from level 5."""
    field = [hill(3, "0503"), hill(4, "0507"), hill(4, "0511")]
    assert measured("0503", "0511", terrain=field)["line_of_sight"] == "clear"
    assert (
        measured("0503", "0511", terrain=[*field[:1], hill(5, "0507"), hill(3, "0511")])["line_of_sight"] == "blocked"
    )
    for card, height in ((TANK, 1), (FOOT, 1), ({**MECH, "superheavy": True, "size": 4}, 3)):
        seen = measured("0503", "0511", viewer=card, target=card, terrain=[hill(height, "0507")])
        assert seen["line_of_sight"] == "blocked", card["name"]
        if height > 1:
            seen = measured("0503", "0511", viewer=card, target=card, terrain=[hill(height - 1, "0507")])
            assert seen["line_of_sight"] == "clear"


@pytest.mark.rule("AS-HEX-022")
def test_what_flies_is_its_elevation_and_one_level_high() -> None:
    """A VTOL four levels above a hex of level 1 tops at level 6."""

    def bird(wall: int) -> Any:
        return measured(
            "0503",
            "0511",
            viewer=VTOL,
            target=VTOL,
            mine={"elevation": 5},
            state={"elevation": 5},
            terrain=[hill(1, "0503", "0511"), hill(wall, "0507")],
        )["line_of_sight"]

    assert (bird(5), bird(6)) == ("clear", "blocked")
    whale = {**VTOL, "specials": ["VLG"], "size": 4}
    large = measured(
        "0503",
        "0511",
        viewer=whale,
        target=whale,
        mine={"elevation": 4},
        state={"elevation": 4},
        terrain=[hill(6, "0507")],
    )
    assert large["line_of_sight"] == "blocked"


@pytest.mark.rule("AS-HEX-023")
def test_what_is_next_to_a_unit_need_only_be_as_high_as_that_one() -> None:
    low_and_high = {"viewer": MECH, "target": TANK}
    assert measured("0505", "0509", terrain=[hill(1, "0508")], **low_and_high)["line_of_sight"] == "blocked"
    assert measured("0505", "0509", terrain=[hill(1, "0507")], **low_and_high)["line_of_sight"] == "clear"
    book = measured("0505", "0507", viewer=MECH, target=TANK, terrain=[hill(1, "0507"), woods("0506")])
    assert book["sight_state"] == "obstructed"
    over = measured("0503", "0511", terrain=[hill(1, "0503"), woods("0507")])
    assert over["sight_state"] == "clear"


@pytest.mark.rule("AS-HEX-024")
def test_woods_between_give_their_modifier() -> None:
    report = play(
        [unit("a", MECH, "0509")],
        [unit("b", MECH, "0505", 180)],
        {"preview": {"attack": {"unit": "a", "target": "b"}}},
        {"measure": {"from": "a", "to": "b"}},
        terrain=[woods("0507")],
    )
    assert [part["label"] for part in answer(report)["modifiers"] if "oods" in part["label"]] == ["Woods"]
    assert answer(report, 1)["woods"] == 1


@pytest.mark.rule("AS-HEX-025")
def test_three_hexes_of_woods_block() -> None:
    two = measured("0505", "0510", terrain=[woods("0507", "0508")])
    three = measured("0505", "0510", terrain=[woods("0506", "0507", "0508")])
    assert (two["line_of_sight"], three["line_of_sight"]) == ("clear", "blocked")
    report = play(
        [unit("a", MECH, "0510")],
        [unit("b", MECH, "0505", 180)],
        {"attack": {"unit": "a", "target": "b"}},
        terrain=[woods("0506", "0507", "0508")],
    )
    assert answer(report)["rule"] == "AS-HEX-025"
    wall = play(
        [unit("a", MECH, "0510")],
        [unit("b", MECH, "0505", 180)],
        {"attack": {"unit": "a", "target": "b"}},
        terrain=[building(3, "0507")],
    )
    assert answer(wall)["rule"] == "AS-HEX-025"
    assert "hall" in answer(wall)["message"]


@pytest.mark.rule("AS-HEX-026")
def test_solid_ground_a_level_higher_covers_a_mech() -> None:
    step = [hill(1, "0506")]
    assert state_of(measured("0509", "0505", terrain=step)) == ("partial", "obstructed")
    assert ruling_of("0509", "0505", step) == "AS-HEX-026"
    assert measured("0509", "0505", terrain=[*step, hill(1, "0509")])["line_of_sight"] == "clear"
    assert measured("0509", "0505", terrain=[woods("0506")])["line_of_sight"] == "clear"
    assert measured("0509", "0505", terrain=[hill(1, "0507")])["line_of_sight"] == "clear"
    report = play(
        [unit("a", MECH, "0509")],
        [unit("b", MECH, "0505", 180)],
        {"preview": {"attack": {"unit": "a", "target": "b"}}},
        terrain=[building(1, "0506")],
    )
    assert answer(report)["line_of_sight"] == "partial"
    assert [part["value"] for part in answer(report)["modifiers"] if "over" in part["label"]] == [1]


@pytest.mark.rule("AS-HEX-027")
def test_water_of_depth_1_covers_from_above_too() -> None:
    pool = [water(1, "0505"), hill(3, "0509")]
    assert measured("0509", "0505", terrain=pool)["line_of_sight"] == "partial"
    assert ruling_of("0509", "0505", pool) == "AS-HEX-027"


@pytest.mark.rule("AS-HEX-028")
def test_water_of_depth_2_hides_from_everything_above_it() -> None:
    lake = [water(2, "0505", "0506", "0507")]
    assert measured("0509", "0505", terrain=lake)["line_of_sight"] == "blocked"
    hover = {**TANK, "move": '10"h'}
    assert measured("0507", "0505", viewer=hover, terrain=lake)["line_of_sight"] == "blocked"
    report = play(
        [unit("a", MECH, "0509")],
        [unit("b", MECH, "0505", 180)],
        {"attack": {"unit": "a", "target": "b"}},
        terrain=lake,
    )
    assert answer(report)["rule"] == "AS-HEX-028"


@pytest.mark.rule("AS-HEX-029")
def test_a_near_miss_strikes_the_building_that_covers() -> None:
    report = play(
        [unit("a", MECH, "0509")],
        [unit("b", MECH, "0505", 180)],
        {"attack": {"unit": "a", "target": "b"}},
        terrain=[building(1, "0506")],
        dice=[4, 3, 1, 1, 1, 1, 1, 1],
    )
    data: Any = report.to_data()
    number = next(event for event in data["outcomes"][0]["events"] if event["type"] == "attack")["target_number"]
    assert 8 <= number <= 9
    assert data["state"]["terrain_damage"] == {"hall": 3}


@pytest.mark.rule("AS-HEX-030")
def test_arcs_by_hex_sides() -> None:
    quad = {**MECH, "legs": "quad"}
    report = play(
        [unit("a", MECH, "0510"), unit("q", quad, "1510")],
        [
            unit("ahead", MECH, "0505"),
            unit("abreast", MECH, "0710"),
            unit("behind", MECH, "0514"),
            unit("aside", MECH, "1709"),
        ],
        {"measure": {"from": "a", "to": "ahead"}},
        {"measure": {"from": "a", "to": "abreast"}},
        {"measure": {"from": "a", "to": "behind"}},
        {"measure": {"from": "q", "to": "aside"}},
        {"measure": {"from": "q", "to": "ahead"}},
    )
    assert [answer(report, n)["in_arc"] for n in range(4)] == [True, True, False, False]
    # Who is struck through the rear side of its hex.
    assert answer(report, 0)["direction"] == "rear"


# -- scripts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"at": "0031"}, "at"),
        ({"at": 505}, "in quotes"),
        ({"at": [3, 4]}, "no hex"),
        ({"at": "3131"}, "off the table"),
        ({"at": "3232"}, "no hex 3232"),
        ({"facing": 90}, "facing"),
    ],
)
def test_a_unit_that_is_wrongly_placed_is_one_complaint(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        play([{**unit("a", MECH, "0505"), **changes}], [])


def test_terrain_that_is_wrong_is_one_complaint() -> None:
    for piece, problem in (
        ({"kind": "woods", "rect": [1, 1, 2, 2]}, "hexes"),
        ({"kind": "woods", "hexes": ["0505", "0505"]}, "twice"),
        ({"kind": "woods", "hexes": ["3101"]}, "no hex 3101"),
        ({"kind": "woods", "hexes": []}, "at least one"),
        ({"kind": "woods", "hexes": ["55"]}, "is no hex"),
    ):
        with pytest.raises(InputError, match=problem):
            play([], [], terrain=[piece])


def test_two_units_in_one_hex_are_a_wrong_script() -> None:
    with pytest.raises(InputError, match="same hex"):
        play([unit("a", MECH, "0505"), unit("c", MECH, "0505")], [])


def test_a_move_cut_short_before_its_first_step_stays_as_high_as_it_was() -> None:
    fight, beside = (
        play([unit("a", MECH, at)], [unit("b", MECH, "2020")], terrain=[hill(1, "0505")], phase="movement").battle
        for at in ("0505", "0506")
    )
    m = Movement(fight, orders.Move("a", (beside.units["a"].at,)))
    work_out(m)
    assert (m.start_level, m.end_level) == (1.0, 0.0)
    assert cut_short(m, 0.0).end_level == 1.0
    assert cut_short(m, m.inches).end_level == 0.0


# -- mobile structures ------------------------------------------------------------------------------------------------

YARD = {"name": "Yard", "type": "MS", "size": 5, "tmm": 0, "move": '4"', "specials": ["SLG", "SEAL"],
        "sections": [{"name": name, "at": at, "armor": 3, "structure": 4, "damage": "3/3/3"}
                     for name, at in (("bow", [0, 2]), ("stern", [0, 0]))]}  # fmt: skip


@pytest.mark.rule("AS-MOV-007")
def test_nobody_ends_in_the_hex_of_a_structure() -> None:
    into = {"move": {"unit": "a", "path": ["1010", "1009"]}}
    report = play([unit("a", MECH, "1011")], [unit("b", YARD, "1009")], into, phase="movement")
    refused = report.outcomes[0].refusal
    assert refused is not None
    assert refused.rule == "AS-MOV-007"


@pytest.mark.rule("AS-MOV-007")
def test_a_structure_does_not_end_in_the_hex_of_others() -> None:
    into = {"move": {"unit": "a", "path": ["1010"]}}
    report = play([unit("a", YARD, "1011")], [unit("b", MECH, "1010")], into, phase="movement")
    refused = report.outcomes[0].refusal
    assert refused is not None
    assert refused.rule == "AS-MOV-007"


@pytest.mark.rule("AS-HEX-009", "AS-BAT-037")
def test_a_plant_blows_up_with_the_hexes_around_it() -> None:
    land = [
        {"kind": "heavy_industrial", "hexes": ["0507"]},
        {"kind": "building", "type": "light", "height": 1, "hexes": ["0707"]},
    ]
    near = [unit("b", MECH, "0507"), unit("c", MECH, "0508"), unit("d", MECH, "0509")]
    shot = {"attack": {"unit": "a", "target": "b"}}
    report = play([unit("a", MECH, "0503", 180)], near, shot, terrain=land, dice=[1, 2, 3, 2])
    assert [report.battle.units[name].armor for name in "abcd"] == [6, 5, 5, 6]


def checks(path: list[str], dice: list[int], at: str = "0507", **more: Any) -> tuple[int, str]:
    """How often a 'Mech on its way over two hexes of mud checks whether it gets stuck, and where it ends."""
    mover = unit("a", {**MECH, "move": '20"'}, at, **more)
    mud = [{"kind": "mud", "hexes": ["0506", "0505"]}]
    order = {"move": {"unit": "a", "path": path}}
    report = play([mover], [unit("b", MECH, "1515")], order, terrain=mud, phase="movement", dice=dice)
    rolled = [one for one in answer(report)["events"] if one["type"] == "bog_check"]
    return len(rolled), report.battle.table.name(report.battle.units["a"].at)


@pytest.mark.rule("AS-HEX-020", "AS-BAT-069")
@pytest.mark.parametrize(
    ("path", "dice", "count", "ends"),
    [
        (["0506"], [6, 6], 1, "0506"),
        (["0506", "0505"], [6, 6] * 2, 2, "0505"),
        (["0506", "0505", "0504"], [6, 6] * 2, 2, "0504"),
        (["0506", "0505", "0504"], [1, 1], 1, "0506"),
        (["0506", "0505", "0504"], [6, 6, 1, 1], 2, "0505"),
    ],
)
def test_a_check_for_every_hex_that_is_entered(path: list[str], dice: list[int], count: int, ends: str) -> None:
    assert checks(path, dice) == (count, ends)


@pytest.mark.rule("AS-HEX-020", "AS-BAT-069")
@pytest.mark.parametrize(("dice", "count", "ends"), [([6, 6], 1, "0504"), ([1, 1], 1, "0505")])
def test_a_check_for_the_hex_in_which_a_move_begins(dice: list[int], count: int, ends: str) -> None:
    assert checks(["0504"], dice, at="0505") == (count, ends)


@pytest.mark.rule("AS-HEX-020", "AS-BAT-071")
def test_who_has_got_free_does_not_check_again_where_it_was() -> None:
    assert checks(["0504"], [6, 6], at="0505", state={"bogged": True}) == (1, "0504")
    assert checks(["0505"], [6, 6, 6, 6], at="0506", state={"bogged": True}) == (2, "0505")
    assert checks(["0505", "0504"], [6, 6, 1, 1], at="0506", state={"bogged": True}) == (2, "0505")


@pytest.mark.rule("AS-HEX-001", "AS-URB-026")
def test_a_skid_begins_in_a_hex_not_between_two() -> None:
    """Move 20: more than ten inches on the road, and an inch more, is the sixth hex."""
    road = {"kind": "pavement", "hexes": [f"05{row:02}" for row in range(1, 20)]}
    order = {"move": {"unit": "a", "path": [f"05{row:02}" for row in range(14, 7, -1)]}}
    mover = unit("a", {**MECH, "move": '20"'}, "0515")
    report = play([mover], [unit("b", MECH, "1515")], order, terrain=[road], phase="movement", dice=[1, 1, 3],
                  options=["skidding"])  # fmt: skip
    moved = next(one for one in answer(report)["events"] if one["type"] == "moved")
    assert (moved["at"], moved["cost"]) == ("0509", 12.0)
