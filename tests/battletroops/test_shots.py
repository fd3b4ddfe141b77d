"""Fire in reaction (pp. 12-15)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, parts, refusal, throw, told

from lancemate.battletroops.asking.preview import preview_attack
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle

MISS = [1, 1]


def number(fought: Battle, unit: str = "b1", target: str = "r1") -> dict[str, float]:
    answer = preview_attack(fought, orders.Attack(unit, target))
    assert answer.legal, answer.reason
    assert answer.target_number == sum(part.value for part in answer.modifiers)
    return parts(answer.modifiers)


def why(fought: Battle, unit: str = "b1", target: str = "r1", **more: Any) -> str | None:
    reason = preview_attack(fought, orders.Attack(unit, target, **more)).reason
    return None if reason is None else reason.rule


def duel(primary: Any = "Rifle", at: tuple[float, float] = (4, 8), **state: Any) -> Battle:
    red = [man("r1", (4, 4), **state.pop("red", {}))]
    return battle(red, [man("b1", at, primary, arc=(6, (4, 4)), **state)], size=(120, 20), dice=[6, 6] * 20)


@pytest.mark.rule("BT-COM-001")
def test_when_he_sets_out_and_on_every_dot() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 12), "SMG", orders="fire", arc=(4, (4, 4)))], dice=MISS * 4)
    happened = fought.do(move("r1", (7, 4)))
    assert len(told(happened, "shot")) == 4
    assert fought.do(orders.EndPhase()) is not None  # he has moved: nobody shoots at him again
    assert told(fought.journal.events, "shot") == told(happened, "shot")


@pytest.mark.rule("BT-COM-001")
def test_on_every_floor_he_comes_to() -> None:
    house = {"id": "house", "kind": "building", "height": 3, "rect": [3.75, 3.5, 6, 5], "stairways": [[5, 6]]}
    fought = battle(
        [man("r1", (5, 6))],
        [man("b1", (5, 6), "SMG", elevation=2, orders="fire", arc=(2, (9, 6)))],
        terrain=[house],
        dice=MISS,
    )
    happened = fought.do(move("r1", "up"))
    assert [one["distance"] for one in told(happened, "shot")] == [1]  # only when he is one floor away


@pytest.mark.rule("BT-COM-002", "BT-MOV-014", "BT-COM-004")
def test_what_a_shot_needs() -> None:
    assert why(duel()) is None
    assert why(duel(track="." * 9 + "X")) == "BT-COM-002"
    assert why(duel(), "b1", "b1") == "BT-COM-002"
    behind = battle([man("r1", (4, 12))], [man("b1", (4, 8), arc=(6, (4, 4)))])
    assert why(behind) == "BT-COM-002"
    assert why(battle([man("r1", (4, 4))], [man("b1", (4, 8))])) == "BT-MOV-014"
    assert why(duel(prepared="Hand Grenade")) == "BT-COM-022"
    assert why(duel("Pistol", (30, 4))) == "BT-COM-022"
    assert why(duel(fired=True)) == "BT-COM-004"
    wall = [{"id": "w", "kind": "wall", "line": [2, 5.5, 9, 5.5]}]
    assert why(battle([man("r1", (4, 4))], [man("b1", (4, 8), arc=(6, (4, 4)))], terrain=wall)) == "BT-COM-010"


@pytest.mark.rule("BT-COM-002")
def test_the_target_is_in_the_arc() -> None:
    for size, at, hit in (
        (2, (4, 4), True),
        (2, (6, 4), False),
        (4, (6, 4), True),
        (4, (7, 4), False),
        (6, (7, 4), True),
    ):
        fought = battle([man("r1", at)], [man("b1", (4, 8), arc=(size, (4, 4)))])
        assert (why(fought) is None) == hit, (size, at)


@pytest.mark.rule("BT-COM-003", "BT-CMP-004")
def test_an_arc_runs_to_the_edge_of_the_map() -> None:
    fought = battle([man("r1", (70, 4))], [man("b1", (1, 4), arc=(2, (2, 4)))], size=(80, 9))
    assert why(fought) is None


def test_arc_widths_are_a_setting() -> None:
    narrow = battle([man("r1", (3.5, 3))], [man("b1", (3, 8), arc=(2, (3, 4)))], settings={"arc_widths": [10, 20, 30]})
    assert why(narrow) == "BT-COM-002"
    assert why(battle([man("r1", (3.5, 3))], [man("b1", (3, 8), arc=(2, (3, 4)))])) is None


@pytest.mark.rule("BT-COM-004", "BT-COM-005")
def test_semi_automatic_weapons_fire_once() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (6, 4))], [man("b1", (4, 12), arc=(4, (4, 4)))], dice=MISS)
    fought.do(move("r1", (7, 4)))
    fought.do(orders.Decide("blue", "hold"))
    fought.do(orders.Decide("blue", "hold"))
    happened = fought.do(orders.Decide("blue", "fire"))  # at a dot of his choice
    assert (len(told(happened, "shot")), fought.units["b1"].arc, fought.units["b1"].fired) == (1, None, True)
    assert fought.units["r1"].at == (7, 4)
    assert told(fought.do(move("r2", (5, 4))), "shot") == []


@pytest.mark.rule("BT-COM-005")
def test_automatic_weapons_fire_on_every_dot_and_at_everybody() -> None:
    fought = battle(
        [man("r1", (4, 4)), man("r2", (1, 4))],
        [man("b1", (4, 12), "SMG", orders="fire", arc=(6, (4, 4)))],
        dice=MISS * 9,
    )
    assert len(told(fought.do(move("r1", (6, 8))), "shot")) == 5  # four dots straight down the arc, and the start
    assert len(told(fought.do(move("r2", (2, 4))), "shot")) == 2
    assert fought.units["b1"].arc is not None


@pytest.mark.rule("BT-COM-006")
def test_a_shot_passed_up_is_gone() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 12), arc=(4, (4, 4)))])
    fought.do(move("r1", (3, 4)))
    happened = fought.do(orders.Decide("blue", "hold"))
    assert told(happened, "decided")[0]["rule"] == "BT-COM-006"
    fought.do(orders.Decide("blue", "hold"))
    assert fought.state.decision is None
    assert fought.units["r1"].at == (3, 4)


@pytest.mark.rule("BT-COM-007")
def test_several_shooters() -> None:
    """All declare first; the order is theirs; one whose line of sight has gone keeps his shot."""
    bush = [{"id": "bush", "kind": "undergrowth", "rect": [2, 9.3, 4, 0.4]}]
    blue = [man("b1", (4, 12), arc=(4, (4, 4))), man("b2", (8, 8), arc=(4, (4, 8))), man("b3", (9, 8), orders="hold")]
    fought = battle([man("r1", (4, 8))], blue, terrain=bush, dice=[6, 6, 3, 4])
    fought.do(move("r1", (3, 8)))
    asked = fought.state.decision
    assert asked is not None
    assert asked.facts["shots"] == ["b1", "b2"]
    happened = fought.do(orders.Decide("blue", ("b2", "b1")))
    assert [one["unit"] for one in told(happened, "shot")] == ["b2"]
    assert fought.units["r1"].prone
    assert (fought.units["b1"].fired, fought.units["b1"].arc is None) == (False, False)


def test_orders_come_after_those_who_were_asked() -> None:
    blue = [man("b1", (4, 12), orders="fire", arc=(4, (4, 4))), man("b2", (6, 12), arc=(4, (4, 4)))]
    fought = battle([man("r1", (4, 8))], blue, dice=MISS * 2)
    fought.do(move("r1", (3, 8)))
    assert fought.state.decision is not None
    assert fought.state.decision.facts["shots"] == ["b2"]
    happened = fought.do(orders.Decide("blue", "fire"))
    assert [one["unit"] for one in told(happened, "shot")] == ["b2", "b1"]


@pytest.mark.rule("BT-COM-008", "BT-SEQ-002")
def test_whoever_stays_is_shot_at_once_after_the_others() -> None:
    blue = [man("b1", (4, 12), "SMG", orders="fire", arc=(6, (4, 4)))]
    fought = battle([man("r1", (4, 4)), man("r2", (5, 4)), man("r3", (9, 18))], blue, dice=MISS * 9)
    fought.do(orders.Act("r1", "prepare", "Hand Grenade"))  # only an action: he has not moved
    assert told(fought.journal.events, "shot") == []
    happened = fought.do(orders.EndPhase())
    assert [one["target"] for one in told(happened, "shot")] == ["r1", "r2"]


def test_whoever_announces_a_throw_is_shot_at_before_its_dice() -> None:
    blue = [man("b1", (4, 12), orders="fire", arc=(6, (4, 4)))]
    fought = battle([man("r1", (4, 8), prepared="Hand Grenade")], blue, dice=[6, 6, 3, 4])
    happened = fought.do(throw("r1", (4, 12)))
    assert told(happened, "throw") == []  # knocked down: it is lost
    assert fought.units["r1"].grenades == 4
    again = battle([man("r1", (4, 8), prepared="Hand Grenade")], blue, dice=[*MISS, 6, 6, 5, 5])
    happened = again.do(throw("r1", (4, 12)))
    assert [event.type for event in happened if event.type in ("shot", "throw")] == ["shot", "throw"]
    assert told(again.do(orders.EndPhase()), "shot") == []  # and not again


@pytest.mark.rule("BT-COM-009")
def test_firearms_never_run_out() -> None:
    fought = duel("SMG", orders="fire")
    assert fought.units["b1"].ammo == {}
    assert len(told(fought.do(move("r1", (12, 4))), "shot")) > 0


@pytest.mark.rule("BT-COM-022", "BT-WPN-001")
@pytest.mark.parametrize(
    ("weapon", "short", "long"),
    [
        ("Pistol", 7, 20),
        ("Rifle", 27, 75),
        ("Laser Pistol", 12, 30),
        ("Laser Rifle", 17, 105),
        ("Gyrojet Rifle", 57, 110),
        ("Blazer", 17, 105),
        ("Auto Pistol", 7, 20),
        ("SMG", 15, 25),
    ],
)
def test_ranges(weapon: str, short: int, long: int) -> None:
    for far, base in ((short, 6), (short + 1, 8), (long, 8)):
        fought = battle([man("r1", (1, 4))], [man("b1", (1 + far, 4), weapon, arc=(2, (1, 4)))], size=(130, 9))
        assert sum(number(fought).values()) == base
    if long < 110:
        beyond = battle([man("r1", (1, 4))], [man("b1", (2 + long, 4), weapon, arc=(2, (1, 4)))], size=(130, 9))
        assert why(beyond) == "BT-COM-022"


@pytest.mark.rule("BT-WPN-001", "BT-CMP-033")
def test_damage_of_firearms() -> None:
    harm = {}
    for weapon in ("Pistol", "Rifle", "Laser Pistol", "Laser Rifle", "Gyrojet Rifle", "Blazer", "Auto Pistol", "SMG"):
        harm[weapon] = preview_attack(duel(weapon), orders.Attack("b1", "r1")).lethal
    assert list(harm.values()) == [3, 4, 4, 5, 6, 4, 2, 3]


@pytest.mark.rule("BT-COM-023", "BT-WPN-007")
def test_each_cover_counts() -> None:
    """The book's soldier B: furniture, the window of his house, the window of the target's."""
    house = {"id": "a", "kind": "building", "height": 1, "rect": [2.75, 7.5, 4, 5], "windows": [[3.75, 7.5, 5.25, 7.5]]}
    other = {
        "id": "b",
        "kind": "building",
        "height": 1,
        "rect": [2.75, 0.5, 4, 4.9],
        "windows": [[3.75, 5.4, 5.25, 5.4]],
    }
    desk = {"id": "desk", "kind": "furniture", "rect": [4, 8.3, 1, 0.4]}
    fought = battle(
        [man("r1", (4.5, 5))], [man("b1", (4.5, 11), "SMG", arc=(2, (4.5, 5)))], terrain=[house, other, desk]
    )
    assert sum(number(fought).values()) == 9
    assert number(fought)["Partial cover: furniture, window, window"] == 3


@pytest.mark.rule("BT-COM-025", "BT-COM-023")
def test_cover_next_to_the_shooter_does_not_count() -> None:
    """The book's soldier A: branches next to him, and the window of the target."""
    oak = {"id": "oak", "kind": "tree", "at": [5.1, 10.2], "branches": 0.9}
    other = {
        "id": "b",
        "kind": "building",
        "height": 1,
        "rect": [2.75, 0.5, 4, 6.9],
        "windows": [[3.75, 7.4, 5.25, 7.4]],
    }
    fought = battle([man("r1", (4.5, 7))], [man("b1", (4.5, 11), "SMG", arc=(2, (4.5, 5)))], terrain=[oak, other])
    assert number(fought) == {"Short range": 6, "Partial cover: window": 1}


@pytest.mark.rule("BT-COM-024")
def test_cover_below_both_does_not_count() -> None:
    """Two men on hills one level high, undergrowth in the valley between them; or on the same hill as they."""
    hills = [
        {"id": "south", "kind": "contour", "level": 1, "rect": [1.25, -3.5, 12, 9]},
        {"id": "north", "kind": "contour", "level": 1, "rect": [1.25, 10.5, 12, 9]},
    ]
    valley = {"id": "valley", "kind": "undergrowth", "rect": [3, 7.5, 3, 1]}
    above = {"id": "above", "kind": "undergrowth", "rect": [3, 12.4, 3, 0.3]}
    for terrain, cover in ((valley, 0), (above, 1)):
        fought = battle([man("r1", (4, 2))], [man("b1", (4, 14), arc=(6, (4, 4)))], terrain=[*hills, terrain])
        shooter = battle([man("r1", (4, 2), arc=(6, (4, 14)))], [man("b1", (4, 14))], terrain=[*hills, terrain])
        assert sum(number(fought).values()) == 6 + cover
        assert sum(number(shooter, "r1", "b1").values()) == 6 + cover
    low = battle(
        [man("r1", (15, 2))], [man("b1", (15, 14), arc=(6, (15, 2)))], terrain=[{**valley, "rect": [14, 7.5, 3, 1]}]
    )
    assert sum(number(low).values()) == 7


@pytest.mark.rule("BT-COM-026", "BT-CMP-029")
@pytest.mark.parametrize(("track", "more"), [(".", 0), ("..X", 1), ("....X", 2), (".......X", 3)])
def test_wounds_spoil_his_aim(track: str, more: int) -> None:
    assert sum(number(duel(track=track)).values()) == 6 + more


@pytest.mark.rule("BT-COM-027", "BT-WPN-007")
def test_prone() -> None:
    assert number(duel(red={"prone": True}))["Target prone"] == 1
    assert number(duel(prone=True))["Prone"] == -1
    close = duel(at=(4.5, 5), red={"prone": True})
    assert number(close)["Target prone next to him"] == -1
    both = duel(at=(4.5, 5), red={"prone": True}, prone=True)
    assert number(both) == {"Short range": 6, "Prone": -1}


@pytest.mark.rule("BT-COM-039", "BT-COM-001")
def test_at_least_the_number() -> None:
    for dice, hit in (([2, 4], True), ([2, 3], False)):
        fought = battle([man("r1", (4, 4))], [man("b1", (4, 8), orders="fire", arc=(6, (4, 4)))], dice=[*dice, 6, 6])
        happened = fought.do(move("r1", (3, 4)))
        assert told(happened, "shot")[0]["hit"] is hit


@pytest.mark.rule("BT-COM-039")
def test_more_than_twelve_is_not_tried() -> None:
    bushes = [{"id": f"b{n}", "kind": "undergrowth", "rect": [30 + 2 * n, 3.5, 0.5, 1]} for n in range(3)]
    far = {"size": (120, 9), "terrain": bushes}
    fought = battle([man("r1", (1, 4))], [man("b1", (50, 4), track=".......X", arc=(2, (1, 4)))], **far)
    assert why(fought) == "BT-COM-039"
    fitter = battle([man("r1", (1, 4))], [man("b1", (50, 4), track="..X", arc=(2, (1, 4)))], **far)
    assert sum(number(fitter).values()) == 12


def why_throw(fought: Battle, at: tuple[float, float]) -> str | None:
    reason = preview_attack(fought, throw("r1", at)).reason
    return None if reason is None else reason.rule


@pytest.mark.rule("BT-COM-039")
def test_nor_is_a_throw() -> None:
    bushes = [{"id": f"b{n}", "kind": "undergrowth", "rect": [2.6 + n, 3.5, 0.3, 1]} for n in range(6)]
    thrower = battle([man("r1", (1, 4), prepared="Hand Grenade", track="...X")], terrain=bushes)
    assert why_throw(thrower, (8, 4)) == "BT-COM-039"  # 7 dots, six bushes, a wound
    assert why_throw(thrower, (5, 4)) is None


def test_fire_is_never_a_command() -> None:
    fought = battle([man("r1", (4, 4), arc=(2, (4, 9)))], [man("b1", (4, 8))])
    assert refusal(fought, orders.Attack("r1", "b1")).rule == "BT-COM-001"
