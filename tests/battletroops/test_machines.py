"""'Mechs among soldiers (pp. 24-31): templates, movement, falls, fire, heat, and what soldiers do to them."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, parts, refusal, told
from tests.battletroops.machine_field import TRIED, WASP, fight, machine, mech

from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.machines.record import printed_records
from lancemate.battletroops.machines.templates import capsule, covered, disc, fallen_dots, legs
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.battletroops.scripts.saves import load, save
from lancemate.battletroops.telling.log import story
from lancemate.kernel.errors import InputError

FAR = man("b9", (38, 38))
BARRIER: Any = {"id": "house", "kind": "building", "type": "light", "rect": [23.75, 19.5, 3, 1]}


def unit_of(fought: Battle, name: str = "m1") -> Any:
    return show_state(fought)["units"][name]  # type: ignore[call-overload, index]


# -- records, templates -----------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-001", "BT-MEC-092", "BT-MEC-091", "BT-WPN-005", "BT-MEC-089")
def test_records_that_come_with_the_game() -> None:
    assert {"Wasp", "Stinger", "Locust", "Phoenix Hawk", "Vulcan", "Carrier", "Light Tank", "Scout Car"} <= set(
        printed_records()
    )
    fought = fight([mech("m1", (20, 20), "Phoenix Hawk")])
    shown = unit_of(fought)
    assert (shown["armor"]["centre_torso"], shown["structure"]["centre_torso"], shown["mp"]) == (23, 14, 30)
    assert shown["lost"] == 0
    jumpless = fight([mech("m1", (20, 20), {"name": "Phoenix Hawk", "jump": 0, "piloting": 3})])
    assert machine(jumpless).piloting == 3
    assert refusal(jumpless, move("m1", (21, 20), mode="jump")).rule == "BT-MEC-022"
    with pytest.raises(InputError, match="ready to use"):
        fight([mech("m1", (20, 20), "Wesp")])
    with pytest.raises(InputError, match="needs the option mechs"):
        battle([mech("m1", (20, 20))], [FAR], size=(40, 40))
    again = setup_from_data(setup_to_data(fought.setup))
    assert again == fought.setup


@pytest.mark.rule("BT-CMP-014", "BT-MEC-005")
def test_the_template_of_a_mech() -> None:
    assert len(disc((20.0, 20.0), 2.0)) == 13 + 6  # the six dots at two dots touch the rim
    assert len(covered(fight([mech("m1", (20, 20))]), fight([mech("m1", (20, 20))]).units["m1"])) == 13
    fought = fight([mech("m1", (20, 20), facing=90)])
    feet = legs(fought, fought.units["m1"])
    assert feet["left_leg"] == ((20.5, 21), (19.5, 21))
    assert feet["right_leg"] == ((20.5, 19), (19.5, 19))
    assert feet["gap"] == ((20, 20), (21, 20), (19, 20))
    with pytest.raises(InputError, match="a template faces"):
        fight([mech("m1", (20, 20), facing=60)])


@pytest.mark.rule("BT-CMP-015")
def test_the_template_of_a_fallen_mech() -> None:
    dots = capsule((20.0, 20.0), 4, 5, 1.0)
    assert {(20.0, 20.0), (24.0, 20.0), (25.0, 20.0), (19.0, 20.0), (22.5, 21.0)} <= set(dots)
    assert (26.0, 20.0) not in dots
    fought = fight([mech("m1", (20, 20), state={"fallen": 4})])
    assert fallen_dots(fought, (20, 20), 4) == dots
    assert measure(fought, "b9", "m1").distance > 0


# -- movement ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-003", "BT-MEC-002")
def test_speeds() -> None:
    fought = fight([mech("m1", (20, 20), {**WASP, "walk": 4})])
    assert unit_of(fought)["mp"] == 20
    assert preview_move(fought, move("m1", (21, 20), mode="run")).allowance == 30
    fought.do(move("m1", (21, 20), mode="run"))
    assert fought.state.mp_left == 29
    assert refusal(fought, move("m1", (22, 20), mode="jump")).rule == "BT-MEC-002"
    assert refusal(fought, orders.Move("m1", (), mode="flank")).rule == "BT-MEC-002"
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert unit_of(fought)["mp"] == 20  # declared anew


@pytest.mark.rule("BT-MEC-006", "BT-MEC-007")
def test_steps_and_turns() -> None:
    fought = fight([mech("m1", (20, 20), facing=90)])
    assert refusal(fought, move("m1", (19.5, 21))).rule == "BT-MEC-006"
    fought.do(move("m1", (21, 20), (21.5, 21), (22, 20), (21, 20)))  # ahead, half left, half right, back
    assert (unit_of(fought)["at"], fought.state.mp_left) == ([21, 20], 26)
    assert refusal(fought, move("m1", "left", "left")).rule == "BT-MEC-007"
    fought.do(move("m1", "left", (21.5, 21), "left"))
    assert unit_of(fought)["facing"] == 330
    assert refusal(fought, move("m1", "right")).rule == "BT-MEC-007"
    assert fought.state.mp_left == 25
    events = fought.do(move("m1", (21, 22)))
    assert "moves to" in " ".join(line.text for line in story(fought, events))


@pytest.mark.rule("BT-MEC-004")
def test_costs_of_battletech() -> None:
    fought = fight([mech("m1", (20, 20))])
    fought.do(move("m1", "prone"))
    assert (fought.state.mp_left, unit_of(fought)["fallen"]) == (25, 4)
    assert refusal(fight([mech("m1", (20, 20))]), move("m1", (19, 20), mode="run")).rule == "BT-MEC-004"


@pytest.mark.rule("BT-MEC-009")
def test_trees() -> None:
    tree = {"id": "oak", "kind": "tree", "at": [20.5, 20]}
    fought = fight([mech("m1", (20, 20))], terrain=[tree])
    assert preview_move(fought, move("m1", (21, 20))).cost == 5
    fought.do(move("m1", (21, 20)))
    assert [one.kind for one in fought.map.features] == ["splinters"]
    assert fought.map.features[0].circle == (20.5, 20, 1.0)


@pytest.mark.rule("BT-MEC-008", "BT-MEC-058", "BT-MEC-059", "BT-MEC-057")
def test_through_a_building() -> None:
    assert refusal(fight([mech("m1", (23, 20))], terrain=[BARRIER]), move("m1", (24, 20))).rule == "BT-MEC-008"
    fought = fight([mech("m1", (23, 20))], terrain=[BARRIER], options=["buildings_damage"], dice=[3, 3, 1, 1, 1, 4])
    assert preview_move(fought, move("m1", (24, 20))).cost == 6
    events = fought.do(move("m1", (24, 20)))
    assert told(events, "piloting")[0]["succeeds"]
    assert [(one.kind, one.dots) for one in fought.map.features[1:]] == [("rubble", ((24, 20),))]
    assert measure(fought, "b9", orders.PointTarget((24, 20))).line_of_sight != "clear"
    events = fought.do(move("m1", (25, 20)))  # the roll fails: CF 15 is two points
    assert [one["points"] for one in told(events, "machine_damage")] == [2]
    assert not unit_of(fought)["fallen"]
    back = preview_move(fought, move("m1", (24, 20)))
    assert back.cost == 4  # rubble is a window


@pytest.mark.rule("BT-MEC-061")
def test_holes_by_hand() -> None:
    house = {"id": "house", "kind": "building", "type": "light", "height": 3, "rect": [21.25, 18.5, 3, 3]}
    fought = fight([mech("m1", (20, 20))], terrain=[house], options=["buildings_damage"])
    hole = orders.Act("m1", "punch_hole", (22, 20), elevation=2)
    assert refusal(fought, orders.Act("m1", "kick_hole", (22, 20), elevation=1)).rule == "BT-MEC-061"
    assert refusal(fought, orders.Act("m1", "punch_hole", (22, 20), elevation=0)).rule == "BT-MEC-061"
    assert refusal(fought, orders.Act("m1", "punch_hole", (24, 20), elevation=1)).rule == "BT-MEC-061"
    fought.do(hole)
    assert fought.state.mp_left == 24
    assert [(one.kind, one.elevation) for one in fought.map.features[1:]] == [("rubble", 2)]
    fought.do(orders.Act("m1", "kick_hole", (22, 20)))
    assert fought.map.step((21, 20), (22, 20), 0).kinds == ("window",)


@pytest.mark.rule("BT-MEC-019", "BT-MEC-010", "BT-MEC-011", "BT-MEC-012", "BT-MEC-016", "BT-MEC-102", "BT-MEC-017")
def test_a_fall() -> None:
    walking = fight([mech("m1", (20, 20))])
    walking.do(move("m1", (21, 20), "left", (21.5, 21)))  # no roll
    strong = {"id": "fort", "kind": "building", "type": "heavy", "rect": [23.5, 15.5, 12, 6]}
    dice = [1, 1, 4, 6, 6, 6, 6, 6, 6]  # the roll, the direction, the location of four points, the pilot twice
    fought = fight([mech("m1", (20, 20))], terrain=[strong], dice=dice)
    events = fought.do(move("m1", (21, 20), "right", (21.5, 19), mode="run"))
    assert [one["direction"] for one in told(events, "fell")] == [4]
    hit = told(events, "machine_damage")[0]
    assert (hit["points"], hit["location"], hit["cause"]) == (4, "head", "fall")
    assert unit_of(fought)["fallen"] == 4
    assert fought.state.acting is None
    assert refusal(fought, move("m1", "stand")).rule == "BT-SEQ-004"
    soldier = orders.Attack("m1", "b9")
    assert preview_attack(fought, soldier).reason.rule == "BT-MEC-017"  # type: ignore[union-attr]
    assert load(save(fought)).hash() == fought.hash()


@pytest.mark.rule("BT-MEC-012")
@pytest.mark.parametrize(
    ("die", "location"), [(4, "centre_torso"), (5, "right_torso"), (1, "centre_torso"), (3, "left_torso")]
)
def test_the_side_that_is_hurt(die: int, location: str) -> None:
    more = [1, 1] if die == 1 else []  # four points go through the armour of its back
    fought = fight([mech("m1", (20, 20))], dice=[die, 3, 4, *more, 6, 6])
    from lancemate.battletroops.machines.falling import fall

    fall(fought, fought.units["m1"], "a test")
    hit = told(fought.journal.events, "machine_damage")[0]
    assert hit["location"] == location
    rear = "centre_torso_rear" in hit["armor"]
    assert rear == (die == 1)


@pytest.mark.rule("BT-MEC-016", "BT-MEC-102")
def test_how_far_it_falls() -> None:
    from lancemate.battletroops.machines.falling import by_weight, falling_points

    fought = fight([mech("m1", (20, 20))])
    assert [falling_points(fought, 20, levels) for levels in (-3, 0, 1, 2, 3)] == [4, 4, 4, 4, 6]
    assert by_weight(fought, 45, 2) == 15


@pytest.mark.rule("BT-MEC-013", "BT-MEC-014", "BT-MEC-015")
def test_what_is_crushed_and_what_holds() -> None:
    from lancemate.battletroops.machines.falling import fall

    tree = {"id": "oak", "kind": "tree", "at": [22.5, 20]}
    light = {"id": "hut", "kind": "building", "type": "light", "rect": [20.75, 19.5, 1, 1]}
    heavy = {"id": "fort", "kind": "building", "type": "heavy", "height": 3, "rect": [23.75, 18.5, 4, 3]}
    fought = fight([mech("m1", (20, 20), facing=150)], terrain=[tree, light, heavy], dice=[4, 3, 4, 6, 6])
    fall(fought, fought.units["m1"], "a test")
    kinds = {one.id: one for one in fought.map.features}
    assert "oak" not in kinds
    assert kinds["rubble1"].dots == ((20, 20), (21, 20))  # at its feet as well
    assert unit_of(fought)["elevation"] == 3  # across the roof
    assert unit_of(fought)["fallen"] == 4
    assert told(fought.journal.events, "machine_damage")[0]["points"] == 4
    near = {**light, "cf": 20, "height": 3}
    caught = fight([mech("m1", (20, 20), facing=150)], terrain=[near], dice=[4, 3, 4, 6, 6])
    fall(caught, caught.units["m1"], "a test")
    shown = unit_of(caught)
    assert (shown["fallen"], shown["propped"], "fallen" in shown["status"]) == (False, True, True)
    assert refusal(caught, move("m1", (20.5, 19))).rule == "BT-MEC-018"


@pytest.mark.rule("BT-MEC-018")
def test_standing_up() -> None:
    fought = fight([mech("m1", (20, 20), state={"fallen": 4})], dice=[1, 1, 6, 6])
    assert refusal(fought, move("m1", (21, 20))).rule == "BT-MEC-018"
    fought.do(move("m1", "stand", (21, 20)))
    assert (fought.state.mp_left, unit_of(fought)["at"], unit_of(fought)["heat_taken"]) == (20, [20, 20], 1)
    fought.do(move("m1", "stand", "left", "left", (20.5, 21)))  # any facing
    shown = unit_of(fought)
    assert (shown["fallen"], shown["facing"], fought.state.mp_left) == (False, 330, 9)
    cheap = fight([mech("m1", (20, 20), state={"fallen": 4})], dice=[6, 6], settings={"stand_cost": 2})
    cheap.do(move("m1", "stand"))
    assert cheap.state.mp_left == 28


@pytest.mark.rule("BT-MEC-020", "BT-MEC-021")
def test_a_skid() -> None:
    wall = {"id": "fort", "kind": "building", "type": "medium", "rect": [30.25, 15.5, 4, 9]}
    hut = {"id": "hut", "kind": "building", "type": "light", "rect": [27.75, 19.5, 1, 1]}
    # the roll, the fall to the left, its location, the pilot, ten points, two of the wall
    dice = [1, 1, 3, 3, 4, 6, 6, 3, 4, 3, 4, 3, 4]
    thick = {**WASP, "armor": dict.fromkeys(WASP["armor"], 20)}
    fought = fight([mech("m1", (20, 20), thick)], terrain=[wall, hut], dice=dice)
    events = fought.do(move("m1", (22, 20), "right", mode="run"))
    slid = told(events, "slid")[0]
    assert not slid["off"]
    assert [(one["cause"], one["points"]) for one in told(events, "machine_damage")] == [
        ("fall", 4),
        ("skid", 5),
        ("skid", 5),
        ("building", 2),
    ]
    assert [one["location"] for one in told(events, "machine_damage")][-1] == "right_torso"
    assert any(one.id.startswith("rubble") for one in fought.map.features)
    dice = [1, 1, 3, 3, 4, 6, 6, 3, 4, 3, 4]
    equal = {"id": "house", "kind": "building", "cf": thick["tons"], "rect": [30.25, 15.5, 4, 9]}
    off = fight([mech("m1", (20, 20), thick)], terrain=[equal], dice=dice)
    events = off.do(move("m1", (22, 20), "right", mode="run"))
    assert told(events, "crushed")  # what does not stop it is crushed
    assert "exited" in unit_of(off)["status"]


@pytest.mark.rule("BT-MEC-022")
def test_jumping() -> None:
    house = {"id": "fort", "kind": "building", "type": "heavy", "height": 2, "rect": [21.25, 18.5, 3, 3]}
    fought = fight([mech("m1", (20, 20))], terrain=[house])
    fought.do(move("m1", (32, 20), "left", "left", mode="jump"))
    shown = unit_of(fought)
    assert (shown["at"], shown["heat_taken"], shown["facing"]) == ([32, 20], 3, 330)
    assert fought.state.mp_left == 18
    far = fight([mech("m1", (5, 20))])
    far.do(move("m1", (31, 20), mode="jump"))
    assert unit_of(far)["heat_taken"] == 6
    roof = fight([mech("m1", (20, 20))], terrain=[house])
    roof.do(move("m1", (23, 20), mode="jump"))
    assert unit_of(roof)["elevation"] == 2


@pytest.mark.rule("BT-MEC-036")
def test_stepping_on_soldiers() -> None:
    fought = fight(
        [mech("m1", (20, 20))], [man("b1", (21, 20)), man("b2", (22, 20), track="......X"), FAR], dice=[2, 3, 3, 3]
    )
    events = fought.do(move("m1", (22, 20)))
    first, second = told(events, "stepped_on")
    assert (first["number"], first["killed"]) == (5, False)
    assert (second["number"], second["killed"]) == (7, True)  # six points left to him
    assert fought.units["b2"].dead
    assert fought.units["b1"].at == (21, 20)


# -- sight ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-024", "BT-MEC-025", "BT-MEC-026")
def test_seeing_mechs() -> None:
    low = {"id": "w", "kind": "wall", "height": 3, "line": [24.75, 10, 24.75, 30]}
    tall = {**low, "height": 4}
    red, blue = [mech("m1", (20, 20))], [man("b1", (30, 20)), FAR]
    assert measure(fight(red, blue, terrain=[low]), "m1", "b1").line_of_sight == "clear"
    assert measure(fight(red, blue, terrain=[tall]), "m1", "b1").line_of_sight == "blocked"
    part = {**tall, "line": [24.75, 19.8, 24.75, 30]}
    seen = fight(red, [man("b1", (30, 20)), FAR], terrain=[part])
    assert measure(seen, "m1", "b1").line_of_sight == "blocked"
    assert measure(seen, "b1", "m1").line_of_sight == "clear"  # any dot of the template
    down = fight([mech("m1", (20, 20), state={"fallen": 1})], blue, terrain=[low])
    assert measure(down, "b1", "m1").line_of_sight == "blocked"
    close = fight(red, [man("b1", (21, 20)), FAR])
    assert preview_attack(close, orders.Attack("m1", "b1")).reason.rule == "BT-MEC-024"  # type: ignore[union-attr]


@pytest.mark.rule("BT-MEC-026")
def test_legs_behind_terrain() -> None:
    low = {"id": "w", "kind": "wall", "height": 2, "line": [24.75, 10, 24.75, 30]}
    record = {**WASP, "weapons": [{"weapon": "Medium Laser", "in": "left_leg"}]}
    fought = fight([mech("m1", (20, 20), record)], [man("b1", (30, 20)), FAR], terrain=[low])
    assert preview_attack(fought, orders.Attack("m1", "b1")).reason.rule == "BT-MEC-026"  # type: ignore[union-attr]
    assert preview_attack(fight([mech("m1", (20, 20), record)], [man("b1", (30, 20))]), orders.Attack("m1", "b1")).legal


@pytest.mark.rule("BT-MEC-027")
def test_legs_in_the_way() -> None:
    red = [mech("m1", (20, 20), facing=90), man("r1", (10, 20))]
    fought = fight(red, [man("b1", (30, 20)), man("b2", (14, 21)), man("b3", (26, 21))])
    assert measure(fought, "r1", "b1").line_of_sight == "clear"  # through the gap
    legs_line = fight([mech("m1", (20, 20), facing=90), man("r1", (14, 21))], [man("b3", (26, 21))])
    assert measure(legs_line, "r1", "b3").line_of_sight == "blocked"
    high = {"id": "h", "kind": "contour", "level": 3, "rect": [8.75, 18.5, 3, 3]}
    over = fight(red, [man("b1", (30, 20))], terrain=[high])
    assert "m1" in measure(over, "r1", "b1").hidden_by


# -- fire -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-028", "BT-MEC-029", "BT-CMP-010")
def test_sections() -> None:
    red = [mech("m1", (20, 20), "Phoenix Hawk", facing=90)]
    fought = fight(red, [man("b1", (30, 20)), man("b2", (23, 10)), FAR])
    assert preview_attack(fought, orders.Attack("m1", "b1", using="Large Laser")).legal
    shot = orders.Attack("m1", "b2", using="Large Laser")
    assert preview_attack(fought, shot).reason.rule == "BT-MEC-028"  # type: ignore[union-attr]
    assert refusal(fought, move("m1", sections={"right_arm": "left_side"})).rule == "BT-MEC-028"
    assert refusal(fought, move("m1", sections={"centre_torso": "right_forward"})).rule == "BT-CMP-010"
    fought.do(move("m1", sections={"right_arm": "right_side", "right_torso": "front", "left_arm": "left_forward"}))
    assert unit_of(fought)["sections"]["right_arm"] == "right_side"
    assert preview_attack(fought, shot).reason.rule == "BT-MEC-028"  # type: ignore[union-attr]
    fought.units["b2"].x, fought.units["b2"].y = 17.0, 10.0
    assert preview_attack(fought, shot).legal
    rear = {**WASP, "weapons": [{"weapon": "Small Laser", "in": "centre_torso", "rear": True}]}
    behind = fight([mech("m1", (20, 20), rear, facing=90)], [man("b1", (10, 20)), man("b2", (30, 20))])
    assert preview_attack(behind, orders.Attack("m1", "b1")).legal
    assert not preview_attack(behind, orders.Attack("m1", "b2")).legal


@pytest.mark.rule("BT-MEC-030", "BT-MEC-104", "BT-MEC-101")
def test_the_number_of_a_mech() -> None:
    def number(**more: Any) -> dict[str, float]:
        fought = fight([mech("m1", (20, 20), **more)], [man("b1", (30, 20)), FAR])
        return parts(preview_attack(fought, orders.Attack("m1", "b1")).modifiers)

    assert number() == {"Machine weapon": 6}
    assert number(record={**WASP, "gunnery": 2})["Gunnery"] == -2
    assert number(state={"moved": "run"})["Own movement: run"] == 2
    assert number(state={"heat": 13})["Heat"] == 2
    assert number(state={"crits": ["head: Sensors"]})["Damage"] == 2
    close = {**WASP, "weapons": [{"weapon": "PPC", "in": "right_arm"}]}
    assert number(record=close)["Below the least range"] == 4


@pytest.mark.rule("BT-MEC-030", "BT-WPN-005")
def test_no_greatest_range_on_these_boards() -> None:
    record = {**WASP, "weapons": [{"weapon": "Machine Gun", "in": "right_arm"}]}
    fought = fight([mech("m1", (1, 20), record)], [man("b1", (39, 20))])
    shot = preview_attack(fought, orders.Attack("m1", "b1"))
    assert (shot.legal, shot.distance, shot.target_number) == (True, 38, 6)


@pytest.mark.rule("BT-MEC-023", "BT-MEC-031", "BT-MEC-032")
def test_fire_in_reaction() -> None:
    record = {
        **WASP,
        "weapons": [
            {"weapon": "Machine Gun", "in": "right_arm", "ammo": 3},
            {"weapon": "Medium Laser", "in": "right_arm"},
        ],
    }
    red = [man("r1", (30, 20)), man("r9", (2, 2))]
    fought = fight(red, [mech("m1", (20, 20), record)], dice=[1, 1, 1, 1, 1, 1])
    fought.do(move("r1", (31, 20)))
    assert fought.state.decision is not None
    fought.do(orders.Decide("blue", (orders.FireOrder("m1", "Machine Gun"),)))
    fought.do(orders.Decide("blue", "fire"))  # on the next dot both
    shown = unit_of(fought)
    assert (shown["ammo"], shown["fired"], shown["heat_taken"]) == ({"Machine Gun": 1}, ["Medium Laser"], 3)
    missiles = {**WASP, "weapons": [{"weapon": "SRM 2", "in": "right_arm"}]}
    other = fight([man("r1", (30, 20))], [mech("m1", (20, 20), missiles)])
    other.do(move("r1", (31, 20)))
    assert other.state.decision is None
    assert preview_attack(other, orders.Attack("m1", "r1")).reason.rule == "BT-MEC-023"  # type: ignore[union-attr]


@pytest.mark.rule("BT-MEC-033", "BT-MEC-023", "BT-WPN-005")
def test_area_weapons_of_a_mech() -> None:
    record = {**WASP, "weapons": [{"weapon": "SRM 4", "in": "right_arm"}, {"weapon": "AC 5", "in": "left_arm"}]}
    fought = fight(
        [mech("m1", (20, 20), record)],
        [man("b1", (30, 20)), man("b2", (32, 20)), FAR],
        dice=[6, 6, 1, 1, 4, 6, 6, 6, 6, 6, 6, 6, 6],
    )
    fought.do(move("m1", (21, 20)))
    fought.do(orders.Attack("m1", orders.PointTarget((30, 20)), "area", "SRM 4"))
    assert fought.state.mp_left == 24
    assert refusal(fought, move("m1", (22, 20))).rule == "BT-MEC-023"
    assert refusal(fought, orders.Attack("m1", orders.PointTarget((30, 20)), "area", "SRM 4")).rule == "BT-MEC-033"
    answer = preview_attack(fought, orders.Attack("m1", orders.PointTarget((30, 20)), "area", "AC 5"))
    assert parts(answer.modifiers) == {"Machine weapon": 6, "Own movement: walk": 1, "Below the least range": 4}
    assert answer.lethal == (20, 10, 5, 2)
    fought.do(orders.Attack("m1", orders.PointTarget((30, 20)), "area", "AC 5"))  # a miss, one dot to the east
    assert [one["at"] for one in show_state(fought)["explosives"]] == [[30, 20], [31, 20]]  # type: ignore[union-attr, index, call-overload]
    fought.do(orders.EndPhase())
    assert fought.units["b1"].dead
    assert unit_of(fought)["heat_taken"] == 1 + 3 + 1


@pytest.mark.rule("BT-MEC-034")
def test_long_range_missiles_scatter_far() -> None:
    record = {**WASP, "gunnery": 2, "weapons": [{"weapon": "LRM 5", "in": "right_arm"}]}
    fought = fight([mech("m1", (20, 20), record)], dice=[1, 1, 4, 5])
    fought.do(orders.Attack("m1", orders.PointTarget((30, 20)), "area"))
    assert fought.state.explosives[0].at == (35, 20)


@pytest.mark.rule("BT-MEC-035")
def test_a_flamer_sets_fire() -> None:
    record = {**WASP, "weapons": [{"weapon": "Flamer", "in": "right_arm"}]}
    fought = fight([mech("m1", (20, 20), record)], dice=[6, 6])
    fought.do(orders.Attack("m1", orders.PointTarget((30, 20)), "area"))
    fought.do(orders.EndPhase())
    assert {"at": [30, 20], "elevation": 0} in show_state(fought)["fires"]  # type: ignore[operator]


# -- heat and pilots --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-037", "BT-MEC-101", "BT-MEC-048")
def test_heat() -> None:
    fought = fight([mech("m1", (20, 20), state={"heat": 12, "heat_taken": 8, "inferno": 2})], dice=[6, 6, 2, 2, 6, 6])
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    shown = unit_of(fought)
    assert (shown["heat"], shown["heat_taken"], shown["inferno"], shown["mp"]) == (20, 0, 1, 10)
    assert [one.what for one in fought.journal.events if one.type == "avoid"] == ["shutdown", "ammunition"]  # type: ignore[attr-defined]
    hot = fight([mech("m1", (20, 20), state={"heat": 45})], dice=[6, 6])
    hot.do(orders.EndPhase())
    hot.do(orders.EndPhase())
    assert "shutdown" in unit_of(hot)["status"]
    assert refusal(hot, move("m1", (21, 20))).rule == "BT-MEC-037"


@pytest.mark.rule("BT-MEC-038", "BT-MEC-099")
def test_the_mechwarrior() -> None:
    from lancemate.battletroops.machines.pilots import hurt_pilot

    fought = fight([mech("m1", (20, 20))], dice=[1, 1, 1, 1, 3, 3])
    hurt_pilot(fought, fought.units["m1"], "a test")
    assert unit_of(fought)["pilot"] == {"hits": 1, "conscious": False}
    assert refusal(fought, move("m1", (21, 20))).rule == "BT-MEC-038"
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert not unit_of(fought)["pilot"]["conscious"]
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert unit_of(fought)["pilot"] == {"hits": 1, "conscious": True}


# -- soldiers against 'Mechs ------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-039", "BT-MEC-040", "BT-MEC-095")
def test_personal_weapons() -> None:
    def shooter(weapon: str, at: tuple[float, float] = (30, 20), **more: Any) -> Battle:
        return fight(
            [mech("m1", (20, 20))],
            [man("b1", at, weapon, arc=(4, (20, 20)), orders="fire", **more)],
            dice=[6, 5, 6, 6, 6],
        )

    answer = preview_attack(shooter("Rifle", track="..X"), orders.Attack("b1", "m1"))
    assert (answer.target_number, answer.damage, parts(answer.modifiers)) == (11, 1, {"To damage": 11})
    assert preview_attack(shooter("SMG", (38, 20)), orders.Attack("b1", "m1")).reason.rule == "BT-MEC-039"  # type: ignore[union-attr]
    assert preview_attack(shooter("Pistol", (25, 20)), orders.Attack("b1", "m1")).reason.rule == "BT-MEC-040"  # type: ignore[union-attr]
    fought = shooter("Rifle")
    events = fought.do(orders.EndPhase())
    hit = told(events, "machine_damage")[0]
    assert (hit["points"], hit["table"], hit["roll"], hit["location"]) == (1, "punch", [6], "head")


@pytest.mark.rule("BT-MEC-041", "BT-MEC-042", "BT-MEC-026")
def test_area_weapons_against_a_mech() -> None:
    low = {"id": "w", "kind": "wall", "height": 3, "line": [24.75, 10, 24.75, 30]}

    def gunner(terrain: Any = (), dice: Any = (), **more: Any) -> Battle:
        return fight(
            [man("r1", (30, 20), "SRM", **more)],
            [mech("m1", (20, 20), orders="hold")],
            terrain=terrain,
            options=["area_effect"],
            dice=dice,
        )

    shot = orders.Attack("r1", "m1", "area")
    placed = orders.Attack("r1", "m1", "area", table="kick")
    assert preview_attack(gunner(track="..X"), shot).target_number == 5
    assert preview_attack(gunner(), placed).target_number == 6
    assert preview_attack(gunner([low]), shot).target_number == 7  # cover, and no choice of the table
    assert preview_attack(gunner([{**low, "height": 2}]), shot).target_number == 5
    fought = gunner(dice=[6, 6, 3, 4])
    events = fought.do(shot)
    assert [(one["points"], one["table"]) for one in told(events, "machine_damage")] == [(2, "full")]
    assert fought.units["r1"].ammo == {"SRM": 1}
    kicked = gunner(dice=[6, 6, 1])
    assert told(kicked.do(placed), "machine_damage")[0]["location"] == "right_leg"
    missed = gunner(dice=[1, 1, 4])
    missed.do(shot)
    assert missed.state.explosives[0].at == (21, 20)
    far = fight([man("r1", (38, 38), "LAW")], [mech("m1", (4, 4))], options=["area_effect"])
    assert preview_attack(far, shot).reason.rule == "BT-MEC-039"  # type: ignore[union-attr]


@pytest.mark.rule("BT-MEC-043")
def test_support_weapons_against_a_mech() -> None:
    gun = man("b1", (30, 20), "Heavy MG", arc=(4, (20, 20)), orders="fire")
    fought = fight([mech("m1", (20, 20))], [gun], options=["support_weapons"], dice=[2, 2, 3, 4, 2, 2, 3, 4, 1, 1])
    assert preview_attack(fought, orders.Attack("b1", "m1")).damage == 2
    events = fought.do(move("m1", (21, 20), (22, 20)))
    assert [one["points"] for one in told(events, "machine_damage")] == [2, 2]
    assert len(told(events, "shot")) == 3  # on every dot


@pytest.mark.rule("BT-MEC-044", "BT-MEC-045", "BT-MEC-093", "BT-MEC-098")
def test_planting_a_charge() -> None:
    red = [man("r1", (19, 20), satchel=True), man("r2", (17, 22))]
    fought = fight(red, [mech("m1", (20, 20), facing=90)], dice=[4, 4, 5, 4, 4, 4, 1, 1, 1, 3, 4, 3, 6, 6])
    assert preview_move(fought, move("r1", (20, 20))).cost == 1
    assert preview_move(fought, move("r1", (19.5, 21))).cost == 2
    plant = orders.Attack("r1", "m1", "plant", leg="left")
    assert refusal(fought, plant).rule == "BT-MEC-044"
    fought.do(move("r1", (20, 20)))
    assert [one.command for one in offers(fought, "red") if isinstance(one.command, orders.Attack)]
    fought.do(plant)  # 8: not enough
    assert (fought.units["r1"].satchel, fought.state.mp_left) == (True, 4)
    events = fought.do(plant)  # 9, a critical hit, the hip; the 'Mech falls
    assert not fought.units["r1"].satchel
    assert unit_of(fought)["crits"] == ["left_leg: Hip"]
    assert told(events, "fell")


@pytest.mark.rule("BT-MEC-046")
def test_a_charge_under_a_mech() -> None:
    red = [man("r1", (18, 20), satchel=True, prepared="Satchel Charge")]
    fought = fight(red, [mech("m1", (20, 20))], options=["area_effect"], dice=[6, 6, 1, 1, 1])
    fought.do(orders.Attack("r1", orders.PointTarget((19, 20)), "throw", "Satchel Charge"))
    events = fought.do(orders.EndPhase())
    hit = told(events, "machine_damage")[0]
    assert (hit["points"], hit["table"]) == (2, "kick")


@pytest.mark.rule("BT-MEC-047", "BT-MEC-048")
def test_flames_against_a_mech() -> None:
    def burner(weapon: str, dice: Any) -> Battle:
        return fight(
            [man("r1", (24, 20), weapon)], [mech("m1", (20, 20), orders="hold")], options=["area_effect"], dice=dice
        )

    shot = orders.Attack("r1", "m1", "area")
    assert preview_attack(burner("Heavy Flamer", ()), shot).target_number == 4
    fought = burner("Heavy Flamer", [6, 6])
    fought.do(shot)
    assert (unit_of(fought)["heat_taken"], show_state(fought)["fires"]) == (2, [])
    twice = fight(
        [man("r1", (30, 20), "Inferno"), man("r2", (30, 22), "Inferno")],
        [mech("m1", (20, 20), orders="hold")],
        options=["area_effect"],
        dice=[6, 6, 6, 6],
    )
    twice.do(shot)
    twice.do(orders.Attack("r2", "m1", "area"))
    assert unit_of(twice)["inferno"] == 6
    missed = burner("Flamer", [1, 1, 4, 1, 1])
    missed.do(shot)
    missed.do(orders.EndPhase())
    assert show_state(missed)["fires"]


# -- hazards ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-049", "BT-MEC-050", "BT-MEC-051")
def test_mines_under_machines() -> None:
    mines = [{"kind": "anti-vehicular", "at": [22.5, 21]}, {"kind": "vibrabomb", "at": [23, 20], "weight": 45}]
    fought = fight([mech("m1", (20, 20))], options=["mines"], mines=mines, dice=[1, 1])
    events = fought.do(move("m1", (22, 20)))
    assert [(one["points"], one["location"]) for one in told(events, "machine_damage")] == [(6, "left_leg")]
    assert [one["mine"]["kind"] for one in told(events, "mine")] == ["anti-vehicular"]
    heavy = fight([mech("m1", (20, 20), "Phoenix Hawk")], options=["mines"], mines=mines[1:], dice=[1])
    events = heavy.do(move("m1", (22, 20)))
    assert [(one["points"], one["location"]) for one in told(events, "machine_damage")] == [(10, "right_leg")]
    small = [{"kind": "anti-personnel", "at": [21, 20]}]
    stepped = fight([mech("m1", (20, 20))], options=["mines"], mines=small, dice=[1])
    events = stepped.do(move("m1", (21, 20)))
    assert [one["points"] for one in told(events, "machine_damage")] == [2]


@pytest.mark.rule("BT-MEC-054")
def test_mechs_in_fire() -> None:
    fire = {"id": "f", "kind": "fire", "dots": [[21, 20], [22, 20]]}
    fought = fight([mech("m1", (20, 20))], terrain=[fire], options=["fire"])
    fought.do(move("m1", (22, 20)))
    assert unit_of(fought)["heat_taken"] == 1 + 2
    fought.do(orders.Pass("m1"))
    assert unit_of(fought)["heat_taken"] == 1 + 2 + 2


# -- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MEC-095", "BT-MEC-093", "BT-MEC-094")
def test_damage_goes_inward() -> None:
    from lancemate.battletroops.machines.damage import mark, strike

    fought = fight([mech("m1", (20, 20))], dice=[1, 1] * 8)
    mark(fought, fought.units["m1"], TRIED, 12, "left_arm")
    shown = unit_of(fought)
    assert (shown["armor"]["left_arm"], shown["structure"]["left_arm"], shown["armor"]["left_torso"]) == (0, 0, 0)
    assert shown["lost"] == 12
    heavy = fight([mech("m1", (20, 20), "Phoenix Hawk")], dice=[3, 4, 1, 1, 6, 3, 4, 3, 4, 6, 6])
    strike(heavy, heavy.units["m1"], TRIED, 20, "front")  # 20 points call for a roll
    assert told(heavy.journal.events, "shaken")
    assert told(heavy.journal.events, "fell")
    gone = fight([mech("m1", (20, 20))], dice=[6, 6])
    mark(gone, gone.units["m1"], TRIED, 5, "head")
    assert unit_of(gone)["status"] == ["destroyed"]


def test_offers_for_a_mech() -> None:
    fought = fight([mech("m1", (20, 20))], dice=[6, 6] * 20)
    found = list(offers(fought, "red"))
    assert [one.command for one in found if isinstance(one.command, orders.Move)]
    for one in found:
        assert fought.refusal_of(one.command) is None
