"""One road for aiming: what counts for whoever shoots, at whatever, with whatever (pp. 12-15, 20, 28-33)."""

from typing import Any

import pytest
from tests.battletroops.field import battle as men
from tests.battletroops.field import man, parts, refusal, throw, told
from tests.battletroops.machine_field import WASP, Dot, fight, mech, vehicle

from lancemate.battletroops import hooks
from lancemate.battletroops.asking.preview import preview_attack
from lancemate.battletroops.play import orders, traits
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.ruleset import rules

DUEL = ("vehicle_combat",)
LEGS: dict[str, Any] = {
    **WASP,
    "weapons": [
        {"weapon": "Medium Laser", "in": "right_leg"},
        {"weapon": "SRM 2", "in": "left_leg", "ammo": 50},
        {"weapon": "AC 20", "in": "right_leg", "ammo": 5},
    ],
}
FLAMER: dict[str, Any] = {**WASP, "weapons": [{"weapon": "Flamer", "in": "head"}]}
HALL = {"id": "hall", "kind": "building", "height": 2, "rect": [9.25, 14.5, 12, 6]}


def shot(unit: str, target: str, using: str | None = None, **more: Any) -> orders.Attack:
    return orders.Attack(unit, target, None, using, **more)


def area(unit: str, target: str | Dot, using: str | None = None, **more: Any) -> orders.Attack:
    return orders.Attack(unit, target if isinstance(target, str) else orders.PointTarget(target), "area", using, **more)


def needed(fought: Battle, command: orders.Attack) -> dict[str, float]:
    found = preview_attack(fought, command)
    assert found.reason is None, found.reason
    return parts(found.modifiers)


def why_not(fought: Battle, command: orders.Attack) -> tuple[str, str | None]:
    found = preview_attack(fought, command).reason
    assert found is not None
    return found.code, found.rule


# -- kinds ------------------------------------------------------------------------------------------------------------


def test_every_kind_of_aim_says_who_at_what_and_with_what() -> None:
    """A kind without one of these words is asked by rules that do not concern it, or by none."""
    rules.load()
    who, what = {traits.MAN, traits.MACHINE}, {traits.PERSON, traits.ARMOUR, traits.INSIDE, traits.PLACE, traits.WALL}
    how = {traits.DIRECT, traits.SHELL, traits.THROWN, traits.DROPPED, traits.BLOW}
    for kind in hooks.aim_kinds.values():
        if not kind.traits:
            continue  # what is no attack at all
        assert len(kind.traits & who) == 1, kind.name
        assert len(kind.traits & what) == 1, kind.name
        assert len(kind.traits & how) == (0 if traits.WALL in kind.traits else 1), kind.name


# -- men --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-COM-022")
def test_whoever_has_no_firearm_in_his_hands_fires_none() -> None:
    fought = men([man("r1", (4, 4))], [man("b1", (4, 10), prepared="Hand Grenade", arc=(6, (4, 4)))])
    assert why_not(fought, shot("b1", "r1")) == ("no_weapon", "BT-COM-022")


@pytest.mark.rule("BT-COM-028")
def test_who_has_announced_a_blow_neither_throws_nor_fires_shells() -> None:
    red = [man("r1", (4, 4), prepared="Hand Grenade", hand_to_hand="b1"), man("r2", (6, 4), "SRM", hand_to_hand="b1")]
    fought = men(red, [man("b1", (5, 4))], options=("area_effect",))
    for command in (throw("r1", (8, 4)), area("r2", (12, 4))):
        assert refusal(fought, command).rule == "BT-COM-028"


@pytest.mark.rule("BT-OPT-012")
def test_a_lying_shooter_of_a_shell_sees_over_nothing_that_a_rifleman_does_not_see_over() -> None:
    """p. 20: area weapons use all rules of sight; that cover never hides a dot is said of grenades (p. 17)."""
    desk = {"id": "desk", "kind": "furniture", "rect": [4.6, 5.6, 3, 0.4]}
    for prone, legal in ((False, True), (True, False)):
        red = [man("r1", (6, 4), "SRM", prone=prone), man("r2", (8, 4), prepared="Hand Grenade", prone=prone)]
        fought = men(red, [man("b1", (6, 12))], terrain=[desk], options=("area_effect",))
        assert preview_attack(fought, area("r1", (6, 12))).legal is legal
        assert preview_attack(fought, throw("r2", (7, 6))).line_of_sight != "blocked"


@pytest.mark.rule("BT-COM-038")
def test_a_shell_is_not_thrown_down_the_stairs() -> None:
    """p. 17 lets grenades be thrown down a level; a shell needs a line of sight, and floors block it (p. 13)."""
    house = {"id": "house", "kind": "building", "height": 3, "rect": [2.25, 2.5, 8, 8], "stairways": [[6, 6]]}
    red = [
        man("r1", (6, 4), "SRM", elevation=1),
        man("r2", (8, 4), prepared="Hand Grenade", elevation=1),
    ]
    fought = men(red, [man("b1", (4, 8))], terrain=[house], options=("area_effect",))
    down = orders.PointTarget((6, 6), 0)
    assert preview_attack(fought, orders.Attack("r2", down, "throw")).line_of_sight == "clear"
    assert why_not(fought, orders.Attack("r1", down, "area"))[0] == "no_line_of_sight"


@pytest.mark.rule("BT-OPT-044")
def test_skill_counts_for_whatever_is_fired_at_whatever_it_is_fired() -> None:
    skilled = {"skills": {"Rifle": 3}}
    fought = fight(
        [mech("m1", (14, 10))],
        [
            man("b1", (6, 10), "SRM", character=skilled),
            man("b2", (6, 12), "Light MG", character=skilled, arc=(4, (14, 12))),
        ],
        options=("mechwarrior_characters", "area_effect", "support_weapons"),
        to_act="blue",
    )
    for command in (area("b1", (12, 10)), area("b1", "m1"), shot("b2", "m1")):
        assert needed(fought, command)["Rifle skill"] == -2


# -- machines ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-OPT-031")
def test_a_man_in_flight_is_as_hard_to_hit_for_machines() -> None:
    flying = {"elevation": 0}
    fought = fight([mech("m1", (10, 10))], [man("b1", (14, 10), jump_pack=True, **flying)], options=("jump_troops",))
    fought.units["b1"].airborne = True
    assert needed(fought, shot("m1", "b1", "Medium Laser"))["Target in flight"] == 2


@pytest.mark.rule("BT-MEC-078")
def test_a_commander_in_his_hatch_is_covered_from_machines_too() -> None:
    fought = fight([mech("m1", (10, 10))], [vehicle("v1", (16, 10))], options=("open_hatch",), to_act="blue")
    fought.do(orders.Act("v1", "hatch", "open"))
    assert needed(fought, shot("m1", "v1.commander", "Medium Laser"))["Partial cover: hatch"] == 1


@pytest.mark.rule("BT-MEC-026")
def test_what_a_leg_carries_does_not_go_over_terrain_of_two_levels() -> None:
    fought = fight(
        [mech("m1", (8, 10), LEGS)],
        [man("b1", (24, 18)), man("b2", (15, 17))],
        terrain=[{"id": "wall", "kind": "building", "height": 2, "rect": [11.25, 8.5, 2, 3]}],
        options=("buildings_damage",),
    )
    fought.units["b1"].x, fought.units["b1"].y = 22.0, 10.0
    assert why_not(fought, shot("m1", "b1", "Medium Laser")) == ("no_line_of_sight", "BT-MEC-026")
    assert why_not(fought, area("m1", (22, 10), "SRM 2")) == ("no_line_of_sight", "BT-MEC-026")
    level = fight([mech("m1", (8, 10), LEGS)], [man("b1", (22, 10))])
    assert preview_attack(level, area("m1", (22, 10), "SRM 2")).legal


@pytest.mark.rule("BT-MEC-032")
def test_a_laser_that_has_fired_fires_no_more() -> None:
    fought = fight([man("r1", (16, 10))], [mech("m1", (10, 10), orders="fire")], dice=[1, 1])
    fought.do(orders.Move("r1", ((17, 10),)))
    assert why_not(fought, shot("m1", "r1", "Medium Laser")) == ("has_fired", "BT-MEC-032")


@pytest.mark.rule("BT-MEC-089")
def test_a_gun_without_rounds_does_not_fire() -> None:
    gun = {**WASP, "weapons": [{"weapon": "Machine Gun", "in": "head", "ammo": 0}]}
    fought = fight([mech("m1", (10, 10), gun)], [man("b1", (16, 10))])
    assert why_not(fought, shot("m1", "b1", "Machine Gun")) == ("no_ammunition", "BT-MEC-089")


@pytest.mark.rule("BT-MEC-101")
def test_what_has_shut_down_does_not_fire() -> None:
    fought = fight([mech("m1", (10, 10), state={"shutdown": True})], [man("b1", (16, 10))])
    assert why_not(fought, shot("m1", "b1", "Medium Laser")) == ("out", "BT-MEC-101")


@pytest.mark.rule("BT-MEC-028", "BT-MEC-017", "BT-MEC-024")
def test_a_breach_is_a_shot_like_another() -> None:
    """p. 29: only what points there fires, nothing from a fallen 'Mech, nothing inside its own template."""
    gun = {**WASP, "weapons": [{"weapon": "AC 20", "in": "right_arm", "ammo": 5}]}

    def through(facing: float, at: Dot = (15, 8), **state: Any) -> Battle:
        return fight([mech("m1", at, gun, facing, **state)], terrain=[HALL], options=("buildings_damage",))

    inside = orders.Attack("m1", orders.PointTarget((15.5, 17)), "breach", "AC 20")
    assert preview_attack(through(30), inside).legal
    assert why_not(through(210), inside) == ("out_of_arc", "BT-MEC-028")
    assert why_not(through(30, state={"fallen": 3}), inside) == ("fallen", "BT-MEC-017")
    close = orders.Attack("m1", orders.PointTarget((15.5, 15)), "breach", "AC 20")
    assert why_not(through(30, (15, 14)), close) == ("dead_zone", "BT-MEC-024")


@pytest.mark.rule("BT-MEC-035", "BT-OPT-022")
def test_a_flamer_of_a_mech_sets_alight_all_that_its_blast_reaches() -> None:
    fought = fight([mech("m1", (8, 10), FLAMER)], [man("b9", (38, 38))], dice=[6, 6], options=("fire",))
    fought.do(area("m1", (16, 10), "Flamer"))
    fought.do(orders.EndPhase())
    (fire,) = told(fought.journal.events, "fire")
    assert len(fire["dots"]) == 19  # the dot, six around it, twelve around those


@pytest.mark.rule("BT-MEC-072")
def test_fire_of_machines_into_an_open_ramp_goes_inside() -> None:
    """p. 32: any fire that enters the rear arc; a normal number, and everybody inside is hurt."""
    red = [
        mech(
            "m1",
            (6, 10),
            {
                **WASP,
                "weapons": [
                    {"weapon": "Medium Laser", "in": "head"},
                    {"weapon": "SRM 2", "in": "centre_torso", "ammo": 9},
                ],
            },
        )
    ]
    blue = [vehicle("v1", (14, 10), state={"ramp": "down"}), man("b1", (14, 10), aboard="v1")]
    fought = fight(red, blue)
    for command in (shot("m1", "v1", "Medium Laser"), area("m1", "v1", "SRM 2")):
        assert needed(fought, command)["Machine weapon"] == 6
        assert preview_attack(fought, command).damage is None
    shut = fight(red, [vehicle("v1", (14, 10)), man("b1", (14, 10), aboard="v1")])
    assert why_not(shut, shot("m1", "v1", "Medium Laser")) == ("no_option", "BT-MEC-084")


@pytest.mark.rule("BT-COM-034")
def test_a_miss_at_a_vehicle_comes_down_before_what_covers_it() -> None:
    bush = {"id": "bush", "kind": "undergrowth", "rect": [11.2, 6, 0.6, 8]}
    fought = fight(
        [man("r1", (6, 10), "SRM")],
        [vehicle("m1", (16, 10))],
        terrain=[bush],
        dice=[1, 1, 4],
        options=("area_effect",),
    )
    fought.do(area("r1", "m1"))
    (scatter,) = told(fought.journal.events, "scatter")
    assert scatter["origin"] == [11, 10]


@pytest.mark.rule("BT-MEC-026")
def test_a_miss_at_a_mech_comes_down_before_terrain_that_hides_its_legs() -> None:
    low = {"id": "low", "kind": "building", "height": 2, "rect": [10.25, 8.5, 2, 3]}
    fought = fight(
        [man("r1", (6, 10), "SRM")],
        [mech("m1", (18, 10), WASP)],
        terrain=[low],
        dice=[1, 1, 1],
        options=("area_effect",),
    )
    assert needed(fought, area("r1", "m1"))["Partial cover: terrain"] == 1
    fought.do(area("r1", "m1"))
    (scatter,) = told(fought.journal.events, "scatter")
    assert scatter["origin"] == [10, 10]


@pytest.mark.rule("BT-MEC-084")
def test_what_counts_between_machines() -> None:
    low = {"id": "low", "kind": "building", "height": 2, "rect": [12.25, 8.5, 2, 3]}
    for state, label, value in (
        ({}, "Partial cover", 3),
        ({"fallen": 3}, "Target fallen", 1),
        ({"moved": "jump"}, "Target has jumped", 1),
    ):
        terrain = [low] if label == "Partial cover" else []
        fought = fight([mech("m1", (8, 10))], [mech("m2", (18, 10), state=state)], options=DUEL, terrain=terrain)
        assert needed(fought, shot("m1", "m2", "Medium Laser"))[label] == value


@pytest.mark.rule("BT-COM-002")
def test_a_mech_whose_pilot_is_out_stands_there_still() -> None:
    """p. 30: it does nothing until he is awake again, which does not take it off the map."""
    fought = fight(
        [mech("m1", (8, 10), state={"pilot": {"conscious": False}})],
        [man("b1", (14, 10), "SMG", arc=(6, (8, 10)), orders="fire")],
        dice=[6, 6, 1, 1],
    )
    fought.do(orders.EndPhase())
    assert [one["target"] for one in told(fought.journal.events, "shot")] == ["m1"]


# -- riders -----------------------------------------------------------------------------------------------------------

RIDE: dict[str, Any] = {"riding": "v1"}


@pytest.mark.rule("BT-MEC-074", "BT-MEC-078")
def test_riders_come_through_arcs_with_what_carries_them() -> None:
    red = [vehicle("v1", (4, 10)), man("r1", (4, 10), **RIDE)]
    fought = fight(red, [man("b1", (7, 16), "SMG", arc=(6, (7, 10)), orders="fire")], dice=[1, 1] * 20)
    fought.do(orders.Move("v1", ((8, 10),)))
    at_rider = [one for one in told(fought.journal.events, "shot") if one["target"] == "r1"]
    assert len(at_rider) == 5  # where they set out, and on each of four dots
    fought.do(orders.EndPhase())
    assert len([one for one in told(fought.journal.events, "shot") if one["target"] == "r1"]) == 5


@pytest.mark.rule("BT-MEC-074")
def test_undergrowth_around_a_vehicle_does_not_cover_who_rides_on_it() -> None:
    bush = {"id": "bush", "kind": "undergrowth", "rect": [8.2, 8.6, 5, 3]}
    blue = [man("b1", (10, 18), arc=(6, (10, 10)))]
    on_foot = fight([man("r1", (10, 10))], blue, terrain=[bush])
    riding = fight([vehicle("v1", (10, 10)), man("r1", (10, 10), **RIDE)], blue, terrain=[bush])
    assert needed(on_foot, shot("b1", "r1"))["Partial cover: undergrowth"] == 1
    assert preview_attack(riding, shot("b1", "r1")).target_number == 6


# -- points -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BT-MOV-001")
def test_what_an_attack_costs_must_be_left() -> None:
    """In the same words for whatever it is."""
    red = [
        man("r1", (4, 4), prepared="Hand Grenade", track="XXXXXX......"),
        man("r2", (6, 8), track="XXXXXXXXX..."),
    ]
    fought = men(red, [man("b1", (7, 8))])
    far = refusal(fought, throw("r1", (11, 4)))
    assert (far.code, far.rule) == ("too_few_mp", "BT-MOV-001")
    assert far.message.startswith("this throw costs 7 MP")
    blow = refusal(fought, orders.Attack("r2", "b1", "hand-to-hand"))
    assert blow.message.startswith("a hand-to-hand attack costs 5 MP")
