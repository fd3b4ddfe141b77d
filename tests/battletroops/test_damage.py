"""Wounds, armour, hand-to-hand and grenades (pp. 14-18)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, parts, refusal, throw, told

from lancemate.battletroops.asking.preview import preview_attack
from lancemate.battletroops.damage.marking import location, marked
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.state import Worn
from lancemate.battletroops.turn.soldiers import show

CLEAR = "." * 12
HTH = "hand-to-hand"


def mark(track: str, block: int, lethal: int, bruise: int = 0, worn: Worn | None = None, **more: Any) -> str:
    return marked(battle(**more), track.ljust(12, "."), 10 - block, lethal, bruise, worn)


@pytest.mark.rule("BT-DMG-001")
def test_where_a_hit_lands() -> None:
    fought = battle()
    assert [10 - location(fought, (one, two)) for one, two in ((1, 1), (3, 4), (4, 6), (5, 6), (6, 6))] == [
        2,
        7,
        10,
        10,
        10,
    ]


@pytest.mark.rule("BT-DMG-002")
def test_marking() -> None:
    """A fresh man, an SMG, location 12."""
    assert mark("", 10, 3) == "XXX........."
    assert mark("", 1, 9) == ".........XXX"  # what is left beyond DEAD is lost
    fought = battle(
        [man("r1", (4, 4))], [man("b1", (4, 8), "SMG", orders="fire", arc=(2, (4, 4)))], dice=[6, 6, 6, 6, 1, 1]
    )
    fought.do(move("r1", (4.5, 5)))
    one = fought.units["r1"]
    assert (one.track, one.prone, show(fought, one)["wound"]) == ("XXX.........", False, 1)


@pytest.mark.rule("BT-DMG-003")
def test_blocks_crossed_out_are_passed_over() -> None:
    assert mark("XXX..XXX", 10, 3) == "XXXXXXXXX..."  # the book's: 7, 6 and 2


@pytest.mark.rule("BT-DMG-004")
def test_bruise_on_bruise() -> None:
    assert mark("...//", 7, 0, 2) == "...XX......."


@pytest.mark.rule("BT-DMG-005")
def test_lethal_on_bruise() -> None:
    assert mark("...//", 7, 2) == "...XX......."


@pytest.mark.rule("BT-DMG-006", "BT-DMG-015", "BT-DMG-002")
def test_lethal_first_then_bruises() -> None:
    """A club at location 7."""
    assert mark("", 7, 1, 4) == "...X////...."


@pytest.mark.rule("BT-DMG-007", "BT-DMG-012", "BT-DMG-003", "BT-DMG-004", "BT-DMG-005", "BT-DMG-006")
def test_the_long_club_example() -> None:
    track = mark("...X//XX/", 7, 1, 4)
    assert track == "...XXXXXX//."
    fought = battle([man("r1", (4, 4), track=track)])
    assert show(fought, fought.units["r1"])["status"] == ["unconscious"]


@pytest.mark.rule("BT-DMG-009")
@pytest.mark.parametrize(
    ("track", "dice", "falls"),
    [("", [6, 4], True), ("...X", [3, 3], True), ("...X", [6, 4], False), ("", [3, 4], True)],
)
def test_knocked_down(track: str, dice: list[int], falls: bool) -> None:
    """A rifle at 10 crosses out block 7 and he drops; with 7 lost already, 6 makes no difference to his MP."""
    weapon = {"name": "Pea", "class": "semi", "damage": "1L", "short": [1, 9], "long": [10, 20]}
    primary: Any = "Rifle" if track == "" else weapon
    fought = battle(
        [man("r1", (4, 4), track=track)],
        [man("b1", (4, 8), primary, orders="fire", arc=(2, (4, 4)))],
        dice=[6, 6, *dice],
    )
    fought.do(move("r1", (4.5, 5), arc=(2, (4, 8))))
    one = fought.units["r1"]
    expected = {(("", 10)): True, ("...X", 6): False, ("...X", 10): False, ("", 7): True}[track, sum(dice)]
    assert falls in (expected, True)
    assert (one.prone, one.arc is None, fought.state.acting) == (expected, expected, None)


@pytest.mark.rule("BT-DMG-009", "BT-COM-027")
def test_whoever_is_down_is_harder_to_hit_at_once() -> None:
    blue = [man("b1", (4, 12), arc=(4, (4, 4))), man("b2", (5, 12), arc=(4, (4, 4)))]
    fought = battle([man("r1", (4, 4))], blue, dice=[6, 6, 3, 4, 1, 1])
    fought.do(move("r1", (3, 4)))
    shots = told(fought.do(orders.Decide("blue", "fire")), "shot")
    assert [one["target_number"] for one in shots] == [6, 7]


@pytest.mark.rule("BT-DMG-011")
def test_light_hits_stop_nobody() -> None:
    fought = battle(
        [man("r1", (4, 4))], [man("b1", (4, 8), "SMG", orders="fire", arc=(2, (4, 4)))], dice=[6, 6, 6, 6, 1, 1]
    )
    fought.do(move("r1", (3.5, 5)))
    assert (fought.units["r1"].at, fought.units["r1"].prone) == ((3.5, 5), False)
    assert parts(preview_attack(fought, orders.Attack("r1", "b1")).modifiers)["Wounds"] == 1


@pytest.mark.rule("BT-DMG-012", "BT-DMG-013", "BT-DMG-014")
@pytest.mark.parametrize(
    ("dice", "track", "state"),
    [
        ([1, 1], "", "unconscious"),  # 2, 1, 0, DEAD: four points from block 2 on
        ([1, 2], "", "unconscious"),
        ([1, 3], "", "active"),
    ],
)
def test_out_of_the_game(dice: list[int], track: str, state: str) -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 8), orders="fire", arc=(2, (4, 4)))], dice=[6, 6, *dice])
    happened = fought.do(move("r1", (3.5, 5)))
    assert [one["dead"] for one in told(happened, "out")] == [sum(dice) == 2]
    words = show(fought, fought.units["r1"])["status"]
    expected = {2: "dead", 3: "unconscious", 4: "unconscious"}[sum(dice)]
    assert isinstance(words, list)
    assert expected in words
    assert "active" not in words
    assert refusal(fought, move("r1", (4, 4))).rule == ("BT-DMG-013" if expected == "dead" else "BT-DMG-012")


@pytest.mark.rule("BT-DMG-013")
def test_a_bruise_in_the_last_block_does_not_kill() -> None:
    hit = ".........../"
    fought = battle([man("r1", (4, 4), track=hit), man("r2", (6, 4), track="..........//")])
    assert fought.units["r1"].conscious
    assert show(fought, fought.units["r2"])["status"] == ["unconscious"]


@pytest.mark.rule("BT-DMG-013")
def test_death() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 8), orders="fire", arc=(2, (4, 4)))], dice=[6, 6, 1, 1])
    happened = fought.do(move("r1", (3.5, 5)))
    out = told(happened, "out")[0]
    assert (out["dead"], out["rule"]) == (True, "BT-DMG-013")
    assert refusal(fought, move("r1", (4, 4))).rule == "BT-DMG-013"


@pytest.mark.rule("BT-DMG-014")
def test_whoever_is_out_stands_in_nobodys_way() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (5, 4), track="." * 9 + "X")], [man("b1", (4, 18))])
    fought.do(move("r1", (5, 4)))
    assert fought.units["r1"].at == (5, 4)


# -- armour -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-DMG-020", "BT-WPN-006")
@pytest.mark.parametrize(
    ("kind", "blocks", "mp"), [("Flak Vest", 2, 7), ("Flak Body Suit", 4, 6), ("Combat Armor", 6, 5)]
)
def test_armour_covers_blocks_in_a_row(kind: str, blocks: int, mp: int) -> None:
    fought = battle([man("r1", (4, 4), armor={"kind": kind, "from": 8})])
    assert mark("", 10, 10, worn=Worn(kind, 8)) == "XX" + "/" * blocks + "X" * (8 - blocks) + ".."
    assert show(fought, fought.units["r1"])["mp"] == mp


@pytest.mark.rule("BT-DMG-020")
def test_where_armour_may_begin() -> None:
    from lancemate.kernel.errors import InputError

    battle([man("r1", (4, 4), armor={"kind": "Flak Body Suit", "from": 3})])  # 3, 2, 1 and 0
    with pytest.raises(InputError, match="DEAD is never armoured"):
        battle([man("r1", (4, 4), armor={"kind": "Flak Body Suit", "from": 2})])


@pytest.mark.rule("BT-DMG-021")
def test_what_armour_does() -> None:
    suit = Worn("Flak Body Suit", 10)
    once = mark("", 10, 3, worn=suit)
    assert once == "///........."
    assert mark(once, 10, 3, worn=suit) == "XXX........."
    assert mark("", 10, 0, 6, worn=suit) == "....//......"  # bruises leave no mark, and are used up


# -- hand-to-hand -------------------------------------------------------------------------------------------------


def brawl(primary: Any = "Rifle", dice: Any = (), red: Any = None, **state: Any) -> Battle:
    return battle([man("r1", (4, 4), primary, **state)], [man("b1", (5, 4), **(red or {}))], dice=dice)


@pytest.mark.rule("BT-COM-028", "BT-MOV-007")
def test_announced_now_and_made_when_the_others_begin() -> None:
    fought = brawl(dice=[2, 2, 3, 4])
    fought.do(orders.Attack("r1", "b1", HTH))
    assert (fought.state.mp_left, fought.units["r1"].hand_to_hand) == (3, "b1")
    happened = fought.do(orders.EndPhase())
    kinds = [event.type for event in happened]
    assert kinds.index("side") < kinds.index("blow")
    assert (fought.units["b1"].track, fought.units["r1"].hand_to_hand) == ("...XXX......", None)


@pytest.mark.rule("BT-COM-028")
def test_who_may_be_struck() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (3, 4))], [man("b1", (6, 4)), man("b2", (5, 4))])
    assert refusal(fought, orders.Attack("r1", "b1", HTH)).rule == "BT-COM-028"
    assert refusal(fought, orders.Attack("r1", "r2", HTH)).rule == "BT-COM-028"
    assert refusal(fought, orders.Attack("r1", orders.PointTarget((5, 4)), HTH)).rule == "BT-COM-028"
    fought.do(orders.Attack("r1", "b2", HTH))
    assert refusal(fought, move("r1", arc=(2, (5, 4)))).rule == "BT-COM-028"  # it is instead of firing
    assert refusal(fought, orders.Attack("r1", "b2", HTH)).rule == "BT-COM-028"
    wall = [{"id": "w", "kind": "wall", "line": [4.5, 3, 4.5, 5]}]
    walled = battle([man("r1", (4, 4))], [man("b1", (5, 4))], terrain=wall)
    assert refusal(walled, orders.Attack("r1", "b1", HTH)).rule == "BT-COM-028"


@pytest.mark.rule("BT-COM-028")
def test_it_lapses_when_they_are_apart() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (5, 4))])
    fought.do(orders.Attack("r1", "b1", HTH))
    fought.do(move("r1", (3, 4)))
    happened = fought.do(orders.EndPhase())
    assert told(happened, "hand_to_hand_over")[0]["lapsed"] is True
    assert told(happened, "blow") == []


def test_its_cost_is_a_setting() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (5, 4))], settings={"hth_cost": 7})
    fought.do(orders.Attack("r1", "b1", HTH))
    assert fought.state.mp_left == 1


@pytest.mark.rule("BT-COM-029")
def test_with_what_one_strikes() -> None:
    for primary, ready, usual, points in (
        ("Rifle", None, "Bayonet", (3, 0)),
        ("Laser Rifle", None, "Bayonet", (3, 0)),
        ("SMG", None, "Club", (1, 4)),
        ("SMG", "Knife", "Knife", (3, 0)),
        ("SMG", "none", "Fists", (0, 4)),
    ):
        fought = brawl(primary, **({"prepared": ready} if ready else {}))
        answer = preview_attack(fought, orders.Attack("r1", "b1", HTH))
        assert (answer.legal, answer.lethal, answer.bruise) == (True, *points), (primary, ready)
        fought.do(orders.Attack("r1", "b1", HTH))
        assert fought.units["r1"].blow == usual
    club = preview_attack(brawl(), orders.Attack("r1", "b1", HTH, "Club"))
    assert (club.lethal, club.bruise) == (1, 4)
    assert refusal(brawl("SMG"), orders.Attack("r1", "b1", HTH, "Knife")).rule == "BT-COM-029"
    assert refusal(brawl("SMG"), orders.Attack("r1", "b1", HTH, "Bayonet")).rule == "BT-COM-029"


@pytest.mark.rule("BT-COM-030", "BT-WPN-007")
def test_four_and_only_wounds_count() -> None:
    answer = preview_attack(brawl(track="....X", prone=True), orders.Attack("r1", "b1", HTH))
    assert parts(answer.modifiers) == {"Hand-to-hand": 4, "Wounds": 2}


@pytest.mark.rule("BT-DMG-010", "BT-COM-030")
def test_nobody_falls_from_a_blow() -> None:
    fought = brawl(dice=[6, 6, 3, 4])
    fought.do(orders.Attack("r1", "b1", HTH))
    fought.do(orders.EndPhase())
    assert (fought.units["b1"].track, fought.units["b1"].prone) == ("...XXX......", False)


@pytest.mark.rule("BT-WPN-002")
@pytest.mark.parametrize(
    ("weapon", "lethal", "bruise"),
    [("Blackjack", 0, 5), ("Stun Stick", 0, 8), ("Neural Whip", 3, 8), ("Sword", 4, 0), ("Vibro-Blade", 5, 0)],
)
def test_hand_to_hand_weapons(weapon: str, lethal: int, bruise: int) -> None:
    fought = brawl(weapon)
    answer = preview_attack(fought, orders.Attack("r1", "b1", HTH))
    assert (answer.lethal, answer.bruise) == (lethal, bruise)


@pytest.mark.rule("BT-WPN-002")
def test_fists_are_half_his_points() -> None:
    answer = preview_attack(brawl(prepared="none", track="...X"), orders.Attack("r1", "b1", HTH))
    assert (answer.lethal, answer.bruise) == (0, 3)


# -- grenades -----------------------------------------------------------------------------------------------------

HOUSE: dict[str, Any] = {
    "id": "house",
    "kind": "building",
    "height": 2,
    "rect": [2.75, 6.5, 6, 5],
    "windows": [[3.75, 6.5, 5.25, 6.5]],
    "stairways": [[7, 8]],
}


def bomber(at: Any = (4.5, 3), dice: Any = (), terrain: Any = (), blue: Any = (), **state: Any) -> Battle:
    red = [man("r1", at, prepared="Hand Grenade", **state)]
    return battle(red, [*blue, man("b9", (20, 18))], terrain=terrain, dice=dice)


def why(fought: Battle, command: orders.Attack) -> str | None:
    reason = preview_attack(fought, command).reason
    return None if reason is None else reason.rule


@pytest.mark.rule("BT-COM-031", "BT-MOV-019")
def test_who_may_throw() -> None:
    assert why(bomber(), throw("r1", (4.5, 11))) is None
    assert why(bomber(), throw("r1", (4, 12))) == "BT-COM-031"  # nine dots
    assert why(bomber(grenades=0), throw("r1", (4.5, 5))) == "BT-COM-031"
    unready = battle([man("r1", (4.5, 3))])
    assert why(unready, throw("r1", (4.5, 5))) == "BT-COM-031"
    assert why(bomber(terrain=[HOUSE]), throw("r1", (4.5, 9))) is None
    assert why(bomber(terrain=[{**HOUSE, "windows": []}]), throw("r1", (4.5, 9))) == "BT-COM-010"
    assert why(bomber(), throw("r1", (4, 3))) == "BT-COM-031"  # no dot
    assert why(bomber(), orders.Attack("r1", "b9", "throw")) == "BT-COM-031"


@pytest.mark.rule("BT-COM-031", "BT-CMP-005")
def test_a_throw_uses_up_a_grenade_and_ends_the_activation() -> None:
    fought = bomber(dice=[6, 6])
    fought.do(throw("r1", (4.5, 5)))
    assert (fought.units["r1"].grenades, fought.state.acting) == (3, None)
    assert [one.weapon for one in fought.state.explosives] == ["Hand Grenade"]
    assert fought.units["r1"].prepared == "Hand Grenade"


@pytest.mark.rule("BT-COM-032")
def test_what_a_throw_costs() -> None:
    assert preview_attack(bomber(), throw("r1", (4.5, 7))).cost == 4
    assert preview_attack(bomber(prone=True), throw("r1", (4.5, 7))).cost == 8
    assert why(bomber(prone=True), throw("r1", (4, 8))) == "BT-MOV-001"


@pytest.mark.rule("BT-COM-033")
def test_what_a_throw_needs() -> None:
    oak = {"id": "oak", "kind": "tree", "at": [5, 3.5], "branches": 0.9}
    answer = preview_attack(bomber(terrain=[HOUSE, oak]), throw("r1", (4.5, 7)))
    assert (answer.target_number, answer.cost) == (5, 4)  # the window; the branches are next to him
    wounded = preview_attack(bomber(track="..X"), throw("r1", (4.5, 7)))
    assert wounded.target_number == 5
    desk = {"id": "desk", "kind": "furniture", "rect": [4, 4.3, 1, 0.4]}
    second = {
        "id": "b",
        "kind": "building",
        "height": 1,
        "rect": [2.75, 1.5, 4, 4.3],
        "windows": [[3.75, 5.8, 5.25, 5.8]],
    }
    inside = preview_attack(bomber(terrain=[HOUSE, second, desk]), throw("r1", (4.5, 7)))
    assert inside.target_number == 7  # furniture and two windows


@pytest.mark.rule("BT-COM-034", "BT-COM-035")
def test_a_miss_scatters_from_the_dot_before_the_cover() -> None:
    fought = bomber(dice=[1, 1, 6, 2], terrain=[HOUSE])
    happened = fought.do(throw("r1", (4.5, 7)))
    found = told(happened, "scatter")[0]
    assert (found["origin"], found["direction"], found["distance"]) == ([5, 6], 6, 2)


@pytest.mark.rule("BT-COM-034", "BT-COM-035", "BT-CMP-027")
@pytest.mark.parametrize(
    ("direction", "at"), [(1, (1.5, 7)), (2, (3, 10)), (3, (6, 10)), (4, (7.5, 7)), (5, (6, 4)), (6, (3, 4))]
)
def test_a_miss_in_the_open_scatters_from_the_target(direction: int, at: Any) -> None:
    fought = bomber(dice=[1, 1, direction, 3])
    fought.do(throw("r1", (4.5, 7)))
    assert fought.state.explosives[0].at == at


@pytest.mark.rule("BT-COM-036")
def test_walls_stop_a_scattering_grenade() -> None:
    fought = bomber(
        dice=[1, 1, 4, 6], terrain=[{**HOUSE, "windows": []}, {"id": "w", "kind": "wall", "line": [6.5, 5, 6.5, 7]}]
    )
    fought.do(throw("r1", (4, 6)))
    assert (fought.state.explosives[0].at, fought.state.explosives[0].elevation) == ((6, 6), 0)
    through = bomber(dice=[1, 1, 2, 3], terrain=[HOUSE, {"id": "bush", "kind": "undergrowth", "rect": [6, 4, 2, 2]}])
    through.do(throw("r1", (5, 6)))
    assert through.state.explosives[0].at == (3.5, 9)  # windows let it pass


@pytest.mark.rule("BT-COM-037")
def test_a_grenade_falls_down_the_stairs() -> None:
    fought = battle(
        [man("r1", (5, 8), prepared="Hand Grenade", elevation=1)], [man("b9", (20, 18))], terrain=[HOUSE], dice=[6, 6]
    )
    fought.do(throw("r1", (7, 8), 1))
    assert fought.state.explosives[0].elevation == 0
    cellar = battle(
        [man("r1", (5, 8), prepared="Hand Grenade", elevation=-1)], [man("b9", (20, 18))], terrain=[HOUSE], dice=[6, 6]
    )
    cellar.do(throw("r1", (7, 8), -1))
    assert cellar.state.explosives[0].elevation == -1  # the lowest floor there is


@pytest.mark.rule("BT-COM-038")
def test_up_and_down_the_stairs() -> None:
    def at(dot: Any, level: int) -> Battle:
        return battle(
            [man("r1", dot, prepared="Hand Grenade", elevation=level)],
            [man("b9", (20, 18))],
            terrain=[HOUSE],
            dice=[6, 6],
        )

    fought = at((5, 8), 1)
    fought.do(throw("r1", (7, 8), 0))
    assert fought.state.explosives[0].elevation == 0
    assert why(at((5, 8), 0), throw("r1", (7, 8), 1)) == "BT-COM-038"
    near = at((6, 8), 0)
    near.do(throw("r1", (7, 8), 1))
    assert near.state.explosives[0].elevation == 1  # where it was meant to be
    assert why(at((6, 8), -1), throw("r1", (7, 8), 1)) == "BT-COM-014"


@pytest.mark.rule("BT-DMG-016")
def test_blast() -> None:
    """6 on the dot, 3 next to it, 1 two dots away, friend and foe."""
    blue = [man("b1", (8, 3 + 1)), man("b2", (9, 4)), man("b3", (9, 6)), man("b4", (11, 4))]
    fought = bomber((4, 4), dice=[6, 6, *[5, 5] * 3], blue=blue)
    fought.do(throw("r1", (8, 4)))
    fought.do(orders.EndPhase())
    assert [fought.units[name].track.count("X") for name in ("b1", "b2", "b3", "b4")] == [6, 3, 1, 0]


@pytest.mark.rule("BT-DMG-016")
def test_his_own_grenade() -> None:
    fought = bomber((4, 4), dice=[1, 1, 1, 2, 5, 5])
    fought.do(throw("r1", (8, 4)))
    fought.do(orders.EndPhase())
    assert fought.units["r1"].track.count("X") == 1


@pytest.mark.rule("BT-DMG-017")
@pytest.mark.parametrize(("kind", "harm"), [(None, 1), ("undergrowth", 1), ("tree", 1), ("furniture", 0), ("wall", 0)])
def test_what_stops_a_blast(kind: str | None, harm: int) -> None:
    terrain: list[dict[str, Any]] = []
    if kind == "tree":
        terrain = [{"id": "oak", "kind": "tree", "at": [9, 5.4], "trunk": 0.1, "branches": 1.3}]
    elif kind == "wall":
        terrain = [{"id": "w", "kind": "wall", "line": [9.5, 2, 9.5, 6]}]
    elif kind is not None:
        terrain = [{"id": "it", "kind": kind, "rect": [9.3, 3.6, 0.4, 0.8]}]
    fought = bomber((4, 4), dice=[6, 6, 5, 5], blue=[man("b1", (10, 4))], terrain=terrain)
    fought.do(throw("r1", (8, 4)))
    fought.do(orders.EndPhase())
    assert fought.units["b1"].track.count("X") == harm


@pytest.mark.rule("BT-DMG-017")
def test_a_window_keeps_the_blast_inside() -> None:
    fought = bomber(dice=[6, 6, 6, 4], terrain=[HOUSE], blue=[man("b1", (4.5, 7)), man("b2", (5, 6))])
    fought.do(throw("r1", (4.5, 7)))
    fought.do(orders.EndPhase())
    assert [fought.units[name].track.count("X") for name in ("b1", "b2")] == [6, 0]


@pytest.mark.rule("BT-DMG-018")
def test_a_blast_in_a_stairway() -> None:
    fought = battle(
        [man("r1", (5, 8), prepared="Hand Grenade", elevation=1)],
        [man("b1", (7, 8), elevation=1), man("b2", (7, 8), elevation=-1), man("b3", (7, 8), elevation=2)],
        terrain=[HOUSE],
        dice=[6, 6, 5, 5, 5, 5],
    )
    fought.do(throw("r1", (7, 8), 0))
    fought.do(orders.EndPhase())
    assert [fought.units[name].track.count("X") for name in ("b1", "b2", "b3")] == [3, 3, 0]


@pytest.mark.rule("BT-DMG-019")
def test_stunned_by_a_grenade() -> None:
    fought = bomber((4, 4), dice=[6, 6, 3, 4], blue=[man("b1", (8, 4))])
    fought.do(throw("r1", (8, 4)))
    fought.do(orders.EndPhase())
    assert (fought.units["b1"].stunned, fought.units["b1"].prone) == (True, True)
    assert refusal(fought, move("b1", "stand")).rule == "BT-DMG-019"
    fought.do(orders.EndPhase())
    assert fought.units["b1"].stunned is False
    fought.do(orders.EndPhase())
    fought.do(move("b1", "stand"))


@pytest.mark.rule("BT-DMG-019")
def test_a_shot_stuns_nobody() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 9), orders="fire", arc=(2, (4, 4)))], dice=[6, 6, 3, 4])
    fought.do(move("r1", (3, 4)))
    assert (fought.units["r1"].prone, fought.units["r1"].stunned) == (True, False)
