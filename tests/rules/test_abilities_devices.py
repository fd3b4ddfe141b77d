"""Beacons, tasers and tight-stream EMP weapons (pp. 86-90), and what mends or saves a 'Mech from within."""

from typing import Any

import pytest

from lancemate.alphastrike.hazards.bogging import number_parts
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from rules.duel import ELEMENTALS, FOOT, HIT, MISS, TANK, duel, part
from rules.harm import strike
from rules.table import attack, battle, end, number, refusal, unit

ALL = ("optional_abilities",)
QUIET = (6, 1, 2, 1)  # initiative of the next turn


def with_(*codes: str, **card: Any) -> dict[str, Any]:
    return {"specials": list(codes), **card}


def fire(fight: Battle, using: str, target: str = "b1") -> list[Any]:
    return fight.do(orders.Attack("r1", target, using=using))


def effect(events: list[Any]) -> tuple[str, list[int]]:
    """What a device did, and what was added to its roll."""
    event = next(one for one in events if one.type == "device")
    return event.result, [each.value for each in event.modifiers]


# -- Narc beacons ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-119", "AS-SPC-102", "AS-SPC-120")
@pytest.mark.parametrize("code", ["SNARC", "INARC", "CNARC"])
def test_a_beacon_guides_missiles_for_the_rest_of_the_game(code: str) -> None:
    fight = duel(with_(f"{code}1", "SRM2/2"), options=ALL, dice=(*HIT, *HIT), gap=4)
    events = fire(fight, code)
    told = next(event for event in events if event.type == "attack")
    assert (told.kind, told.hit, told.damage) == (code, True, None)
    assert fight.units["b1"].notes["narc"] is True
    assert fight.units["b1"].armor == 9
    shot = attack(fight, "r1", "b1", using="SRM")
    assert (shot.damage, part(shot, "AS-SPC-119")) == (3, 1)


@pytest.mark.rule("AS-SPC-119")
def test_it_comes_on_top_and_as_often_as_there_are_launchers() -> None:
    fight = duel(with_("SNARC2"), options=ALL, dice=(*MISS, *HIT, *MISS))
    fire(fight, "SNARC")
    attack(fight, "r1", "b1")
    fire(fight, "SNARC")
    no = refusal(fight, orders.Attack("r1", "b1", using="SNARC"))
    assert (no.code, no.rule) == ("no_shots_left", "AS-SPC-119")


@pytest.mark.rule("AS-SPC-119", "AS-SPC-120", "AS-SPC-102")
@pytest.mark.parametrize(
    ("code", "gap", "rule"),
    [("SNARC", 25.0, "AS-SPC-119"), ("INARC", 25.0, "AS-SPC-102"), ("CNARC", 7.0, "AS-SPC-120")],
)
def test_beyond_their_range_they_are_refused(code: str, gap: float, rule: str) -> None:
    fight = duel(with_(f"{code}1"), options=ALL, gap=gap)
    no = refusal(fight, orders.Attack("r1", "b1", using=code))
    assert (no.code, no.rule) == ("out_of_range", rule)
    near = duel(with_(f"{code}1"), options=ALL, gap=5.0)
    assert number(next(one for one in fire(near, code) if one.type == "attack"), "AS-COM-034") == 4


@pytest.mark.rule("AS-SPC-119")
def test_standard_attacks_gain_nothing_and_ecm_of_its_own_side_hides_the_target() -> None:
    marked = {"narc": True}
    whole = duel(with_("SNARC1", "SRM2/2"), options=ALL, gap=4, other={"notes": marked})
    assert part(attack(whole, "r1", "b1"), "AS-SPC-119") is None
    hidden = duel(with_("SNARC1", "SRM2/2"), with_("ECM"), options=ALL, gap=4, other={"notes": marked})
    assert part(attack(hidden, "r1", "b1", using="SRM"), "AS-SPC-119") is None


@pytest.mark.rule("AS-SPC-119")
def test_a_beacon_is_shot_at_a_unit_that_can_be_seen() -> None:
    fight = duel(with_("SNARC1"), options=ALL)
    assert refusal(fight, orders.Attack("r1", orders.PointTarget((20, 15)), using="SNARC")).rule == "AS-SPC-119"
    touching = duel(with_("SNARC1"), options=ALL, gap=0)
    assert refusal(touching, orders.Attack("r1", "b1", using="SNARC")).rule == "AS-COM-063"
    behind = battle(unit("r1", (20, 20), specials=["SNARC1"]), unit("b1", (20, 10)), options=ALL)
    assert refusal(behind, orders.Attack("r1", "b1", using="SNARC")).code == "out_of_arc"


# -- tasers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-155", "AS-SPC-156", "AS-SPC-157")
@pytest.mark.parametrize(
    ("red", "code", "blue", "dice", "result", "parts"),
    [
        ({}, "MTAS", {}, (4, 5), "interference", [-2]),  # the ledger's: 9 on a BattleMech is 7
        (ELEMENTALS, "BTAS", ELEMENTALS, (4, 4), "shutdown", [-2, 2]),  # and 8 on battle armor stays 8
        ({}, "MTAS", {}, (5, 5), "shutdown", [-2]),
        ({}, "MTAS", TANK, (4, 4), "shutdown", []),
    ],
)
def test_the_effect_of_a_taser(
    red: dict[str, Any], code: str, blue: dict[str, Any], dice: tuple[int, int], result: str, parts: list[int]
) -> None:
    fight = duel({**red, **with_(f"{code}1")}, blue, options=ALL, gap=4, dice=(6, 5, *dice))
    assert effect(fire(fight, code)) == (result, parts)
    assert fight.units["b1"].armor == 9


@pytest.mark.rule("AS-SPC-155")
def test_a_shutdown_lasts_through_the_next_turn() -> None:
    fight = duel(with_("MTAS1"), TANK, options=ALL, gap=4, dice=(6, 5, 4, 4, *QUIET, *QUIET))
    fire(fight, "MTAS")
    assert not fight.units["b1"].shutdown
    end(fight, 2)
    assert fight.state.turn == 2
    assert fight.units["b1"].shutdown
    assert refusal_of_a_move(fight) == "AS-HEA-007"
    end(fight, 4)
    assert fight.state.turn == 3
    assert not fight.units["b1"].shutdown


def refusal_of_a_move(fight: Battle) -> str:
    while fight.state.to_act != "blue":
        end(fight)
    return refusal(fight, orders.Attack("b1", "r1")).rule if fight.state.phase == "combat" else "AS-HEA-007"


@pytest.mark.rule("AS-SPC-155")
def test_a_mech_with_a_heat_scale_starts_again_as_well() -> None:
    fight = duel(with_("MTAS1"), {}, options=ALL, gap=4, dice=(6, 5, 5, 5, *QUIET, *QUIET))
    fire(fight, "MTAS")
    end(fight, 2)
    assert fight.units["b1"].shutdown
    end(fight, 4)
    assert not fight.units["b1"].shutdown
    assert not fight.units["b1"].notes.get("stalled")


@pytest.mark.rule("AS-SPC-155", "AS-SPC-158")
def test_interference_makes_all_attacks_of_the_next_turn_harder() -> None:
    fight = duel(with_("MTAS1"), {}, options=ALL, gap=4, dice=(6, 5, 1, 2, *HIT, *QUIET, *HIT, *HIT, *QUIET))
    fire(fight, "MTAS")
    end(fight)
    assert number(attack(fight, "b1", "r1"), "AS-SPC-155") is None
    end(fight)
    end(fight, 2)
    parts = [each.value for each in number_parts(fight, fight.units["b1"], "swamp") if each.rule == "AS-SPC-155"]
    assert parts == [1]
    while fight.state.to_act != "blue":
        end(fight)
    assert number(attack(fight, "b1", "r1"), "AS-SPC-155") == 1


@pytest.mark.rule("AS-SPC-155", "AS-SPC-071")
@pytest.mark.parametrize("blue", [FOOT, with_("LG"), with_("SLG"), with_("ABA")])
def test_whom_a_taser_does_not_touch(blue: dict[str, Any]) -> None:
    fight = duel(with_("MTAS1"), blue, options=ALL, gap=4, dice=(6, 5))
    assert effect(fire(fight, "MTAS")) == ("none", [])


@pytest.mark.rule("AS-SPC-157")
def test_battle_armor_has_so_many_shots_for_the_whole_scenario() -> None:
    fight = duel({**ELEMENTALS, **with_("BTAS1")}, options=ALL, gap=4, dice=(*MISS, *QUIET))
    fire(fight, "BTAS")
    assert refusal(fight, orders.Attack("r1", "b1", using="BTAS")).rule == "AS-SPC-157"
    end(fight, 4)
    while fight.state.to_act != "red":
        end(fight)
    assert refusal(fight, orders.Attack("r1", "b1", using="BTAS")).code == "no_shots_left"


@pytest.mark.rule("AS-SPC-156", "AS-SPC-157")
@pytest.mark.parametrize(("code", "rule"), [("MTAS", "AS-SPC-156"), ("BTAS", "AS-SPC-157")])
def test_tasers_reach_short_range(code: str, rule: str) -> None:
    card = {**ELEMENTALS, **with_(f"{code}1")} if code == "BTAS" else with_(f"{code}1")
    fight = duel(card, options=ALL, gap=7)
    assert refusal(fight, orders.Attack("r1", "b1", using=code)).rule == rule


# -- tight-stream EMP weapons ---------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-158")
@pytest.mark.parametrize(
    ("blue", "dice", "result", "parts"),
    [
        ({**TANK, "type": "SV", **with_("LG")}, (4, 4), "shutdown", [-2, 2]),  # the ledger's two
        (with_("LG"), (5, 5), "interference", [-1, -2]),
        (with_("ABA"), (4, 5), "shutdown", [-1]),
    ],
)
def test_the_effect_of_a_stream(blue: dict[str, Any], dice: tuple[int, int], result: str, parts: list[int]) -> None:
    fight = duel(with_("TSEMP1"), blue, options=ALL, dice=(6, 5, *dice))
    assert effect(fire(fight, "TSEMP")) == (result, parts)


@pytest.mark.rule("AS-SPC-158")
def test_once_its_target_is_stopped_no_dice_are_thrown_for_more() -> None:
    fight = duel(with_("TSEMP2"), options=ALL, dice=(6, 5, 6, 6, 6, 5))
    assert effect(fire(fight, "TSEMP"))[0] == "shutdown"
    assert effect(fire(fight, "TSEMP")) == ("none", [])


@pytest.mark.rule("AS-SPC-158")
def test_a_shutdown_follows_interference_of_the_same_turn() -> None:
    fight = duel(with_("TSEMP2"), options=ALL, dice=(6, 5, 1, 1, 6, 5, 6, 6, *QUIET))
    fire(fight, "TSEMP")
    fire(fight, "TSEMP")
    end(fight, 2)
    assert fight.units["b1"].shutdown


@pytest.mark.rule("AS-SPC-158")
def test_streams_of_one_shot_and_their_range() -> None:
    fight = duel(with_("TSEMP-O1"), options=ALL, dice=MISS)
    fire(fight, "TSEMP")
    assert refusal(fight, orders.Attack("r1", "b1", using="TSEMP")).rule == "AS-SPC-158"
    far = duel(with_("TSEMP1"), options=ALL, gap=25)
    assert refusal(far, orders.Attack("r1", "b1", using="TSEMP")).rule == "AS-SPC-158"
    troops = duel(with_("TSEMP1"), FOOT, options=ALL, dice=(6, 5))
    assert effect(fire(troops, "TSEMP")) == ("none", [])


# -- HarJel II and III ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-074", "AS-SPC-075")
@pytest.mark.parametrize(("code", "left", "after"), [("BHJ2", 5, 6), ("BHJ2", 3, 4), ("BHJ3", 3, 5), ("BHJ3", 5, 6)])
def test_armor_grows_back(code: str, left: int, after: int) -> None:
    fight = duel({}, with_(code, armor=6), options=ALL, other={"armor": left}, dice=QUIET)
    end(fight, 2)
    assert fight.units["b1"].armor == after


@pytest.mark.rule("AS-SPC-074", "AS-SPC-075")
@pytest.mark.parametrize("code", ["BHJ2", "BHJ3"])
def test_without_armor_it_stops_for_good(code: str) -> None:
    fight = duel({}, with_(code, armor=6), options=ALL, other={"armor": 0}, dice=QUIET)
    end(fight, 2)
    assert fight.units["b1"].armor == 0
    assert code in fight.units["b1"].spent


@pytest.mark.rule("AS-SPC-074", "AS-SPC-075")
@pytest.mark.parametrize("code", ["BHJ2", "BHJ3"])
def test_it_closes_breaches_like_the_first_kind(code: str) -> None:
    lake = {"kind": "water", "depth": 3, "rect": [0, 0, 48, 48]}
    fight = duel({}, with_(code, armor=6), options=ALL, terrain=[lake], dice=())
    strike(fight, "b1", 1)
    assert [event.type for event in fight.journal.events].count("critical") == 0


# -- prototype CASE and prototype myomer ----------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-126")
@pytest.mark.parametrize(("die", "lost"), [(3, False), (2, True)])
def test_prototype_case_holds_on_3(die: int, lost: bool) -> None:
    fight = duel({}, with_("CASEP", armor=0), options=ALL, dice=(1, 1, die))
    strike(fight, "b1", 1)
    assert (fight.units["b1"].doomed is not None) is lost
    assert fight.units["b1"].structure == 4


@pytest.mark.rule("AS-SPC-127")
@pytest.mark.parametrize("kind", ["physical", "charge"])
def test_prototype_muscles_strike_harder_in_every_way(kind: str) -> None:
    come = {"declared": ("charge", "b1"), "moved": "ground", "inches": 6.0} if kind == "charge" else {}
    fight = duel(with_("TSMX"), {"armor": 20}, options=ALL, gap=0, mine=come, dice=(6, 5, 4, 5))
    assert part(attack(fight, "r1", "b1", kind=kind), "AS-SPC-127") == 1
