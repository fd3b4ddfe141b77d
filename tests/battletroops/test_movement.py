"""Movement points and what they buy (pp. 9-11)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, refusal, told

from lancemate.battletroops.asking.preview import preview_move
from lancemate.battletroops.play import orders
from lancemate.battletroops.turn.soldiers import show

HOUSE = {
    "id": "house",
    "kind": "building",
    "height": 3,
    "rect": [2.75, 3.5, 6, 4],
    "windows": [[4, 3.5, 4.5, 3.5]],
    "doors": [[6, 3.5, 6.5, 3.5]],
    "stairways": [[7, 6]],
}
HUT = {"id": "hut", "kind": "building", "height": 1, "rect": [12.75, 3.5, 4, 4], "stairways": [[15, 6]]}
DESK = {"id": "desk", "kind": "furniture", "rect": [5.6, 4.3, 0.6, 0.4]}
BUSH = {"id": "bush", "kind": "undergrowth", "rect": [10.25, 8.5, 3, 3]}
HILL = {"id": "hill", "kind": "contour", "level": 1, "rect": [16.25, 8.5, 4, 6]}
TOP = {"id": "top", "kind": "contour", "level": 2, "rect": [16.25, 9.5, 4, 4]}
OAK = {"id": "oak", "kind": "tree", "at": [10.5, 2]}


def cost(fought: Any, *path: Any, unit: str = "r1") -> int:
    answer = preview_move(fought, move(unit, *path))
    assert answer.legal, answer.reason
    return answer.cost


@pytest.mark.rule("BT-MOV-001", "BT-CMP-029", "BT-DMG-008")
@pytest.mark.parametrize(
    ("track", "mp", "wound"),
    [
        (".", 8, 0),
        ("X", 8, 0),
        (".X", 8, 0),
        ("..X", 8, 1),
        ("...X", 7, 1),
        ("....X", 7, 2),
        (".....X", 6, 2),
        ("......X", 6, 2),
        (".......X", 5, 3),
        ("........X", 4, 3),
        ("...XX.X/", 6, 2),
        ("//////", 8, 0),
    ],
)
def test_what_a_track_leaves(track: str, mp: int, wound: int) -> None:
    fought = battle([man("r1", (4, 4), track=track)])
    shown = show(fought, fought.units["r1"])
    assert (shown["mp"], shown["wound"]) == (mp, wound)


@pytest.mark.rule("BT-MOV-001", "BT-DMG-021")
def test_armour_weighs() -> None:
    vest = {"kind": "Flak Vest"}
    fought = battle(
        [man("r1", (4, 4), armor=vest, track=".....X"), man("r2", (5, 4), armor={"kind": "Flak Body Suit"})]
    )
    assert show(fought, fought.units["r1"])["mp"] == 5
    assert show(fought, fought.units["r2"])["mp"] == 6


@pytest.mark.rule("BT-MOV-001")
def test_nothing_is_begun_that_costs_too_much() -> None:
    fought = battle([man("r1", (4, 4), "SMG")], [man("b1", (4, 18))])
    assert refusal(fought, move("r1", (13, 4))).rule == "BT-MOV-001"
    fought.do(move("r1", (10, 4)))
    assert fought.state.mp_left == 2
    assert refusal(fought, move("r1", (13, 4))).rule == "BT-MOV-001"
    assert refusal(fought, orders.Act("r1", "prepare", "Hand Grenade")).rule == "BT-MOV-001"
    fought.do(orders.Pass("r1"))
    assert refusal(fought, move("r1", (11, 4))).rule == "BT-SEQ-004"  # what is left is lost


@pytest.mark.rule("BT-MOV-002", "BT-CMP-017")
def test_from_dot_to_dot() -> None:
    fought = battle([man("r1", (4, 4))])
    assert refusal(fought, move("r1", (6.5, 5))).rule == "BT-MOV-002"
    assert refusal(fought, move("r1", (4.5, 4))).rule == "BT-MOV-002"
    assert refusal(fought, move("r1", "sideways")).rule == "BT-MOV-002"
    fought.do(move("r1", (4.5, 5), (3.5, 5), (3, 4)))  # he turns as he likes
    assert (fought.units["r1"].at, fought.state.mp_left) == ((3, 4), 5)


@pytest.mark.rule("BT-MOV-003", "BT-MOV-007")
def test_through_a_door_across_a_desk_to_a_clear_dot() -> None:
    """The book's example: 2 + 2 + 1."""
    fought = battle([man("r1", (6.5, 3))], terrain=[HOUSE, DESK])
    assert cost(fought, (6, 4), (5.5, 5), (5, 6)) == 5
    fought.do(move("r1", (6, 4), (5.5, 5), (5, 6)))
    assert fought.state.mp_left == 3


@pytest.mark.rule("BT-MOV-003", "BT-MOV-007")
def test_what_the_line_crosses_sets_the_price() -> None:
    fought = battle([man("r1", (4.5, 3)), man("r2", (10, 8)), man("r3", (9.5, 1))], terrain=[HOUSE, BUSH, OAK])
    assert cost(fought, (4, 4)) == 4  # a window
    assert cost(fought, (10.5, 9), unit="r2") == 2  # undergrowth
    assert cost(fought, (9, 2), unit="r3") == 1
    assert cost(fought, (10, 2), unit="r3") == 2  # branches
    assert cost(fought, (3.5, 3)) == 1


@pytest.mark.rule("BT-MOV-004")
def test_walls_and_trunks() -> None:
    fought = battle([man("r1", (5.5, 3)), man("r2", (10, 2))], terrain=[HOUSE, OAK])
    assert refusal(fought, move("r1", (5, 4))).rule == "BT-MOV-004"
    assert refusal(fought, move("r2", (11, 2))).rule == "BT-MOV-004"


@pytest.mark.rule("BT-MOV-005")
def test_only_stairs_change_the_level() -> None:
    fought = battle([man("r1", (4, 4), elevation=1), man("r2", (4, 4), elevation=3)], terrain=[HOUSE])
    assert refusal(fought, move("r1", (4.5, 3))).rule == "BT-MOV-005"
    assert refusal(fought, move("r2", (4.5, 3))).rule == "BT-MOV-005"
    assert cost(fought, (5, 4), unit="r2") == 1


@pytest.mark.rule("BT-MOV-006", "BT-CMP-025", "BT-MOV-007")
def test_contours() -> None:
    fought = battle([man("r1", (15.5, 11)), man("r2", (18, 8))], terrain=[HILL, TOP])
    assert cost(fought, (16.5, 11)) == 6  # two lines at once
    assert cost(fought, (18.5, 9), unit="r2") == 3
    fought.do(move("r2", (18.5, 9)))
    assert fought.units["r2"].elevation == 1  # between the two lines: the lower
    fought.do(move("r2", (18, 8)))
    assert (fought.units["r2"].elevation, fought.state.mp_left) == (0, 2)


@pytest.mark.rule("BT-MOV-008")
def test_passing_through_and_stacking() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (5, 4))], [man("b1", (6, 4))])
    assert refusal(fought, move("r1", (5, 4))).rule == "BT-MOV-008"
    assert refusal(fought, move("r1", (6, 4))).rule == "BT-MOV-008"
    fought.do(move("r1", (7, 4)))
    assert fought.units["r1"].at == (7, 4)


@pytest.mark.rule("BT-MOV-008")
def test_other_floors_do_not_count() -> None:
    fought = battle([man("r1", (6, 6)), man("r2", (7, 6), elevation=1)], terrain=[HOUSE])
    assert cost(fought, (7, 6)) == 1
    assert refusal(fought, move("r1", (7, 6), "up")).rule == "BT-MOV-008"


@pytest.mark.rule("BT-MOV-008", "BT-DMG-009")
def test_knocked_down_on_a_dot_that_is_taken() -> None:
    red = [man("r1", (4, 4)), man("r2", (5, 4))]
    fought = battle(red, [man("b1", (5, 10), orders="fire", arc=(2, (5, 4)))], dice=[6, 6, 3, 4])
    fought.do(move("r1", (6, 4)))
    man_down = fought.units["r1"]
    assert (man_down.prone, man_down.at) == (True, (4, 4))


@pytest.mark.rule("BT-MOV-009", "BT-MOV-010", "BT-CMP-011")
def test_stairs_cost_three_a_level() -> None:
    """The book's example: two points to the stairway, 5 for the second floor, 8 for the third."""
    fought = battle([man("r1", (5, 6))], terrain=[HOUSE])
    assert cost(fought, (7, 6)) == 2
    assert cost(fought, (7, 6), "up") == 5
    assert cost(fought, (7, 6), "up", "up") == 8
    assert refusal(fought, move("r1", (7, 6), "up", "up", "up")).rule == "BT-MOV-001"
    assert refusal(fought, move("r1", "up")).rule == "BT-MOV-010"
    fought.do(move("r1", (7, 6), "up", "up"))
    assert fought.units["r1"].elevation == 2


@pytest.mark.rule("BT-CMP-019", "BT-MOV-009")
def test_floors_of_a_building() -> None:
    """Three levels with a stairway: a basement, three floors, a roof; of one level: no basement."""
    reached = []
    for at, lowest in (((7, 6), -1), ((15, 6), 0)):
        for level in range(-1, 5):
            fought = battle([man("r1", at, elevation=max(level, lowest))], terrain=[HOUSE, HUT])
            for word, to in (("up", level + 1), ("down", level - 1)):
                if level >= lowest and preview_move(fought, move("r1", word)).legal:
                    reached.append((at, to))
            if level == 3 or (at == (15, 6) and level == 1):
                break
    assert {to for at, to in reached if at == (7, 6)} == {-1, 0, 1, 2, 3}
    assert {to for at, to in reached if at == (15, 6)} == {0, 1}


@pytest.mark.rule("BT-MOV-009")
def test_no_floor_beyond() -> None:
    fought = battle([man("r1", (7, 6), elevation=3), man("r2", (7, 6), elevation=-1)], terrain=[HOUSE])
    assert refusal(fought, move("r1", "up")).rule == "BT-MOV-009"
    assert refusal(fought, move("r2", "down")).rule == "BT-MOV-009"


@pytest.mark.rule("BT-MOV-011", "BT-MOV-016")
def test_crawling() -> None:
    fought = battle([man("r1", (6, 6), prone=True), man("r2", (10, 8), prone=True)], terrain=[HOUSE, BUSH])
    assert cost(fought, (7, 6)) == 2
    assert cost(fought, (7, 6), "up") == 8
    assert cost(fought, (10.5, 9), unit="r2") == 4
    arc = preview_move(fought, move("r2", arc=(4, (10, 12))))
    assert (arc.legal, arc.cost) == (True, 4)  # an arc costs what it costs


@pytest.mark.rule("BT-MOV-015", "BT-MOV-017", "BT-MOV-007", "BT-CMP-012")
def test_lying_down_and_standing_up() -> None:
    fought = battle([man("r1", (4, 4))])
    fought.do(move("r1", (5, 4), "prone", (6, 4), "stand", (7, 4)))
    assert (fought.units["r1"].prone, fought.state.mp_left) == (False, 8 - 1 - 1 - 2 - 2 - 1)
    assert refusal(fought, move("r1", "stand")).rule == "BT-MOV-017"
    fought.do(move("r1", "prone"))
    assert fought.units["r1"].prone
    assert refusal(fought, move("r1", "prone")).rule == "BT-MOV-015"


@pytest.mark.rule("BT-MOV-012", "BT-CMP-004")
def test_arcs_cost_what_they_are_called_by() -> None:
    """Five of eight points spent: only the small arc can be bought."""
    fought = battle([man("r1", (4, 4))])
    fought.do(move("r1", (9, 4)))
    assert refusal(fought, move("r1", arc=(4, (9, 9)))).rule == "BT-MOV-001"
    assert refusal(fought, move("r1", arc=(3, (9, 9)))).rule == "BT-MOV-012"
    fought.do(move("r1", arc=(2, (9, 9))))
    assert fought.units["r1"].arc is not None
    assert fought.state.acting is None  # it ends his activation
    assert refusal(fought, move("r1", (8, 4))).rule == "BT-SEQ-004"


@pytest.mark.rule("BT-MOV-013")
def test_an_arc_may_point_anywhere() -> None:
    fought = battle([man("r1", (5.5, 3)), man("r2", (4, 1))], terrain=[HOUSE])
    fought.do(move("r1", arc=(4, (5, 4))))  # straight at a wall
    fought.do(move("r2", arc=(2, (21, 19))))
    assert fought.units["r2"].arc == fought.units["r2"].arc.__class__(2, (21, 19))


@pytest.mark.rule("BT-MOV-014", "BT-CMP-003")
def test_without_an_arc_nobody_fires() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 8), orders="fire")])
    assert told(fought.do(move("r1", (4.5, 5))), "shot") == []
    armed = battle([man("r1", (4, 4))], [man("b1", (4, 8), orders="fire", arc=(4, (4, 4)))], dice=[1, 1])
    assert len(told(armed.do(move("r1", (4.5, 5))), "shot")) == 1


@pytest.mark.rule("BT-MOV-018", "BT-MOV-007", "BT-CMP-005")
def test_preparing() -> None:
    fought = battle([man("r1", (4, 4), "SMG")], [man("b1", (4, 18))])
    assert refusal(fought, orders.Act("r1", "prepare", "SMG")).rule == "BT-MOV-018"  # ready from the start
    assert refusal(fought, orders.Act("r1", "prepare", "Pistol")).rule == "BT-MOV-018"
    fought.do(orders.Act("r1", "prepare", "Hand Grenade"))
    assert (fought.units["r1"].prepared, fought.state.mp_left) == ("Hand Grenade", 5)
    fought.do(orders.Act("r1", "prepare", "SMG"))
    assert (fought.units["r1"].prepared, fought.state.mp_left) == ("SMG", 2)


@pytest.mark.rule("BT-MOV-018")
def test_what_is_offered_to_be_prepared() -> None:
    from lancemate.battletroops.asking.offers import offers

    fought = battle([man("r1", (4, 4), "SMG")], [man("b1", (4, 18))])
    made = [one.command.what for one in offers(fought, "red") if isinstance(one.command, orders.Act)]
    assert made == ["Hand Grenade", "Knife"]


def test_leaving_the_map() -> None:
    fought = battle([man("r1", (4, 1 - 1)), man("r2", (4, 4))], [man("b1", (4, 18))])
    assert refusal(fought, move("r2", "off")).rule == "BT-MOV-002"
    fought.do(move("r1", (5, 0), "off"))
    assert (fought.units["r1"].exited, fought.units["r1"].on_map) == (True, False)


@pytest.mark.parametrize(("vehicle", "code"), [("b1", "no_such_vehicle"), ("r9", "unknown_unit"), (5, "malformed")])
def test_nobody_boards_what_is_no_vehicle(vehicle: Any, code: str) -> None:
    """It is said before he has walked a step, in a battle without vehicles too."""
    fought = battle([man("r1", [3, 2])], [man("b1", [3, 6])])
    assert refusal(fought, move("r1", (4, 2), board=vehicle)).code == code
    assert fought.journal.commands == []
