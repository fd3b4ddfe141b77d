"""Indirect fire (p. 41)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.targets import legal_targets
from lancemate.alphastrike.combat.indirect import spotters_for
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, number, refusal, unit

WALL = {"kind": "building", "height": 8, "rect": [20, 10, 2, 20]}
WOODS = {"kind": "woods", "rect": [40, 30, 10, 2]}


def scene(
    *terrain: dict[str, Any],
    gun: dict[str, Any] | None = None,
    eyes: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    gap: float = 30.0,
    **more: Any,
) -> Battle:
    """Gun r1 looks east through a wall at b1, so many inches away; r2 stands north of b1 and sees it."""
    x = 5 + 1.25 + gap
    return battle(
        unit("r1", (5, 20), 90, **{"specials": ["IF2"], **(gun or {})}),
        unit("r2", (x, 35), 180, **(eyes or {})),
        unit("b1", (x, 20), 270, **{"tmm": 2, **(target or {})}),
        unit("b2", (x + 10, 25), 270),
        terrain=[WALL, *terrain],
        **more,
    )


def fire(fight: Battle, **more: Any) -> Any:
    return attack(fight, "r1", "b1", **{"using": "IF", "spotter": "r2", **more})


def why(fight: Battle, **more: Any) -> tuple[str, str | None]:
    refused = refusal(fight, commands.Attack("r1", "b1", **{"using": "IF", "spotter": "r2", **more}))
    return refused.code, refused.rule


# -- eligibility ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-022", "AS-SPC-032")
def test_a_spotter_lets_a_gun_reach_what_it_does_not_see():
    fight = scene(dice=[6, 6, 1, 1, 1, 1])
    assert refusal(fight, commands.Attack("r1", "b1")).code == "no_line_of_sight"
    shot = fire(fight)
    assert (shot.hit, shot.damage, shot.spotter, shot.using) == (True, 2, "r2", "IF")
    assert fight.units["r2"].spotted == "b1"


@pytest.mark.rule("AS-COM-022")
def test_a_structure_is_lobbed_at_by_somebody_elses_eyes():
    hall = {"id": "hall", "kind": "building", "height": 3, "cf": 3, "rect": [34, 18, 4, 4]}
    fight = scene(hall, dice=[4, 1])
    assert refusal(fight, commands.Attack("r1", "hall")).code == "no_line_of_sight"
    named = refusal(fight, commands.Attack("r1", "hall", using="IF"))
    assert (named.code, "r2 could spot hall" in named.message) == ("no_spotter", True)
    offered = {
        (aim.using, aim.spotter)
        for aim in legal_targets(fight, fight.units["r1"], terrain=True)
        if aim.target == "hall"
    }
    assert offered == {("IF", "r2")}
    shot = attack(fight, "r1", "hall", using="IF", spotter="r2")
    assert (shot.target_number, shot.damage, fight.state.terrain_damage) == (4 - 4 + 4 + 1, 2, {"hall": 2})
    assert fight.units["r2"].spotted == "hall"


@pytest.mark.rule("AS-COM-022")
@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("it/2", {"kind": "wall", "height": 1, "line": [[34, 20], [40, 20]], "width": 1}),
        ("it/2", {"kind": "rail", "line": [[34, 20], [40, 20]], "width": 2}),
        ("it", {"kind": "bridge", "cf": 4, "rect": [34, 18, 4, 4]}),
    ],
)
def test_every_structure_is_lobbed_at(name: str, feature: dict[str, Any]):
    fight = scene({"id": "it", **feature}, dice=[6, 5])
    assert attack(fight, "r1", name, using="IF", spotter="r2").damage == 2
    assert fight.state.terrain_damage == {name: 2}


@pytest.mark.rule("AS-COM-022", "AS-SPC-101")
def test_improved_atms_are_offered_against_structures_too():
    hall = {"id": "hall", "kind": "building", "height": 3, "cf": 3, "rect": [34, 18, 4, 4]}
    fight = scene(hall, gun={"specials": ["IATM2/2/2"]})
    offered = legal_targets(fight, fight.units["r1"], terrain=True)
    assert {(aim.using, aim.spotter) for aim in offered if aim.target == "hall"} <= {("IATM", "r2")}


@pytest.mark.rule("AS-COM-022")
def test_who_spots_a_structure_sees_it():
    hall = {"id": "hall", "kind": "building", "height": 3, "cf": 3, "rect": [34, 18, 4, 4]}
    ridge = {"kind": "hill", "height": 8, "rect": [25, 28, 30, 2]}
    refused = refusal(scene(hall, ridge), commands.Attack("r1", "hall", using="IF", spotter="r2"))
    assert (refused.code, refused.rule) == ("no_spotter", "AS-COM-008")


@pytest.mark.rule("AS-COM-022")
def test_indirect_fire_takes_the_ability():
    assert why(scene(gun={"specials": []}), using=None) == ("no_indirect_fire", "AS-COM-022")
    assert why(scene(gun={"specials": ["IF2", "SRM2/2"]}), using="SRM") == ("no_indirect_fire", "AS-COM-022")
    assert why(scene(), using=None) == ("no_indirect_fire", "AS-COM-022")


@pytest.mark.rule("AS-COM-022")
def test_indirect_fire_takes_a_spotter_that_is_another_friend_on_the_table():
    fight = scene()
    refused = refusal(fight, commands.Attack("r1", "b1", using="IF"))
    assert (refused.code, refused.rule) == ("no_spotter", "AS-COM-022")
    assert "r2 could spot b1" in refused.message
    for nobody in ("r1", "b2", "b1"):
        assert why(fight, spotter=nobody) == ("no_spotter", "AS-COM-022")
    fight.units["r2"].place = "reserve"
    assert why(fight) == ("no_spotter", "AS-COM-022")
    assert spotters_for(fight, fight.units["r1"], fight.units["b1"]) == []


@pytest.mark.rule("AS-COM-022")
def test_the_spotter_must_see_the_target_within_42_inches():
    blind = scene({"kind": "hill", "height": 5, "rect": [30, 25, 20, 4]})
    assert why(blind) == ("no_spotter", "AS-COM-008")
    far = battle(
        unit("r1", (30, 20), 90, specials=["IF2"]), unit("r2", (2, 22), 90), unit("b1", (47, 20), 270), terrain=[]
    )
    assert why(far) == ("no_spotter", "AS-COM-022")
    far.units["r2"].x = 4.0
    assert fire(far).target == "b1"


@pytest.mark.rule("AS-COM-022")
def test_a_gun_that_sees_its_target_may_fire_indirectly_all_the_same():
    fight = battle(unit("r1", (5, 20), 90, specials=["IF2"]), unit("r2", (20, 30)), unit("b1", (25, 20)))
    assert number(fire(fight), "AS-COM-023") == 1


@pytest.mark.rule("AS-COM-022", "AS-COM-061")
def test_indirect_fire_keeps_to_arc_and_range():
    fight = scene()
    fight.units["r1"].facing = 270
    assert why(fight)[0] == "out_of_arc"
    assert why(scene(gap=42.5)) == ("no_damage", "AS-COM-061")
    assert fire(scene(gun={"specials": ["IF2"], "damage": "3/3/0"})).range == "long"


@pytest.mark.rule("AS-COM-022")
def test_minimal_indirect_fire():
    assert fire(scene(gun={"specials": ["IF0*"]}, dice=[6, 6, 4, 1, 1])).damage == 1


@pytest.mark.rule("AS-COM-025")
def test_one_spotter_one_target_any_number_of_shots():
    fight = battle(
        unit("r1", (5, 20), 90, specials=["IF2"]),
        unit("r2", (20, 30), 180),
        unit("r3", (5, 24), 90, specials=["IF1"]),
        unit("r4", (5, 28), 90, specials=["IF1"]),
        unit("b1", (30, 20)),
        unit("b2", (30, 26)),
    )
    fire(fight)
    assert attack(fight, "r3", "b1", using="IF", spotter="r2").spotter == "r2"
    refused = refusal(fight, commands.Attack("r4", "b2", using="IF", spotter="r2"))
    assert (refused.code, refused.rule) == ("spots_another", "AS-COM-025")


@pytest.mark.rule("AS-COM-026", "AS-SPC-132")
@pytest.mark.parametrize(("specials", "allowed"), [([], False), (["RCN"], True), (["PRB"], True), (["ECM"], False)])
def test_aerospace_spotters_need_recon(specials, allowed):
    flyer = {"type": "AF", "size": 2, "move": "6a", "damage": "2/2/2", "threshold": 2, "specials": specials}
    fight = scene(eyes=flyer, options=["optional_abilities"])
    fight.units["r2"].airborne = True
    if allowed:
        assert fire(fight).spotter == "r2"
    else:
        assert why(fight) == ("no_spotter", "AS-COM-026")


# -- modifiers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-023")
def test_the_book_sum():
    shot = fire(scene(WOODS, gap=40.0, dice=[6, 6, 1, 1, 1, 1]))
    assert shot.target_number == 4 + 4 + 2 + 1 + 1
    assert shot.hit
    assert number(shot, "AS-COM-052") == 1  # on the spotter's line; there are none on the gun's


@pytest.mark.rule("AS-COM-023")
def test_the_spotter_that_keeps_its_attack_costs_one_more():
    fight = scene(WOODS, gap=40.0, dice=[6, 6, 5, 5, 1, 1])
    shot = fire(fight, spotter_attacks=True)
    assert (shot.target_number, shot.hit) == (13, False)
    assert number(attack(fight, "r2", "b1"), "AS-COM-067") == 1


@pytest.mark.rule("AS-COM-023")
def test_a_spotter_that_has_attacked_already_costs_one_more_whatever_is_said():
    fight = scene()
    attack(fight, "r2", "b1")
    shot = fire(fight)
    assert number(shot, "AS-COM-023") == 2
    assert shot.spotter_attacks
    passed = scene()
    passed.do(commands.Pass("r2"))
    assert number(fire(passed), "AS-COM-023") == 1


@pytest.mark.rule("AS-COM-023")
def test_a_spotter_that_promised_not_to_attack_keeps_its_word():
    fight = scene()
    fire(fight)
    refused = refusal(fight, commands.Attack("r2", "b1"))
    assert (refused.code, refused.rule) == ("promised_not_to_attack", "AS-COM-023")
    fight.do(commands.EndPhase())
    fight.do(commands.EndPhase())
    assert not fight.units["r2"].spotter_promise


@pytest.mark.rule("AS-COM-023")
def test_a_spotter_that_has_declared_a_charge_is_bound_to_attack():
    fight = scene()
    fight.units["r2"].declared = ("charge", "b2")
    assert number(fire(fight), "AS-COM-023") == 2
    assert not fight.units["r2"].spotter_promise


@pytest.mark.rule("AS-COM-023", "AS-COM-053")
def test_cover_is_judged_from_the_spotters_place():
    low_wall = {"kind": "building", "height": 1.2, "rect": [30, 22.5, 20, 1]}
    assert number(fire(scene(low_wall)), "AS-COM-053") == 1
    assert number(fire(scene()), "AS-COM-053") is None


@pytest.mark.rule("AS-COM-023")
@pytest.mark.parametrize(("moved", "expected"), [("jump", 3), ("standstill", 0), ("ground", 1)])
def test_the_spotters_movement_counts_like_an_attackers(moved, expected):
    fight = scene()
    fight.units["r2"].moved = moved
    assert number(fire(fight), "AS-COM-023") == expected
    ignored = scene(options=["ignore_spotter_movement"])
    ignored.units["r2"].moved = moved
    assert number(fire(ignored), "AS-COM-023") == 1
    foot = scene(eyes={"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-"})
    foot.units["r2"].moved = moved
    assert number(fire(foot), "AS-COM-023") == 1


@pytest.mark.rule("AS-COM-023")
def test_the_attackers_own_movement_and_the_targets_count_too():
    fight = scene(target={"tmm": 2})
    fight.units["r1"].moved = "jump"
    fight.units["b1"].moved = "jump"
    shot = fire(fight)
    assert (number(shot, "AS-COM-041"), number(shot, "AS-COM-045")) == (2, 3)


@pytest.mark.rule("AS-COM-067")
def test_a_unit_that_spots_attacks_less_well():
    fight = scene()
    fire(fight, spotter_attacks=True)
    assert number(attack(fight, "r2", "b1"), "AS-COM-067") == 1
    assert number(attack(scene(), "r2", "b1"), "AS-COM-067") is None


# -- strength -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-024", "AS-SPC-032")
@pytest.mark.parametrize(
    ("specials", "using", "damage"),
    [
        (["IF2", "LRM1/1/1"], "LRM", 1),
        (["IF2", "LRM1/2/1"], "LRM", 1),
        (["IF2", "LRM3/3/3"], "LRM", 2),
        (["IF2", "LRM1/1/1"], "IF", 2),
    ],
)
def test_missiles_fired_indirectly_do_no_more_than_their_long_value(specials, using, damage):
    fight = scene(gun={"specials": specials}, dice=[6, 6, 1, 1, 1, 1])
    assert fire(fight, using=using).damage == damage


@pytest.mark.rule("AS-COM-024")
def test_missiles_need_a_spotter_only_for_indirect_fire():
    fight = battle(
        unit("r1", (5, 20), 90, specials=["IF2", "LRM1/1/1"]), unit("b1", (20, 20), 270), dice=[6, 6, 1, 1, 1, 1]
    )
    shot = attack(fight, "r1", "b1", using="LRM")
    assert number(shot, "AS-COM-023") is None


@pytest.mark.rule("AS-COM-020")
def test_indirect_fire_does_not_reach_under_water_nor_out_of_it():
    pond = {"kind": "water", "depth": 2, "rect": [30, 15, 20, 25]}
    assert why(scene(pond)) == ("underwater", "AS-COM-020")
    gun_under = {"kind": "water", "depth": 2, "rect": [2, 15, 10, 10]}
    assert why(scene(gun_under)) == ("underwater", "AS-COM-020")
    target_wading = {"kind": "water", "depth": 1, "rect": [30, 15, 20, 10]}
    assert why(scene(gun_under, target_wading)) == ("underwater", "AS-COM-020")


@pytest.mark.rule("AS-COM-022", "AS-COM-033")
def test_indirect_fire_from_a_turret():
    tank = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/3"}
    fight = scene(gun={**tank, "specials": ["TUR(1/1/1, IF1)"]}, dice=[6, 6, 1, 1, 1, 1])
    fight.units["r1"].facing = 270
    assert fire(fight).damage == 1
    hull = scene(gun={**tank, "specials": ["IF1", "TUR(1/1/1)"]})
    hull.units["r1"].facing = 270
    assert why(hull)[0] == "out_of_arc"
