"""Punches, kicks and hand weapons, what all physical attacks share, and what a shot that only just misses strikes."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, end, number, refusal, unit

Strike = commands.Attack
IN_REACH = (10.0, 12.0)  # 0.75 inches from base edge to base edge


def face_to_face(*dice: int, gap: float = 0.75, red: dict[str, Any] | None = None, **blue: Any) -> Battle:
    """Red's r1 looks north at blue's b1, so many inches before it."""
    there = (10.0, 10.0 + 1.25 + gap)
    return battle(
        unit("r1", at=(10.0, 10.0), **(red or {})), unit("b1", at=there, facing=180.0, **blue), dice=dice or (6, 5)
    )


@pytest.mark.rule("AS-COM-083")
@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ({"type": "BM", "move": '8"/6"j', "specials": "MEL"}, {"melee"}),
        ({"type": "BM"}, {"physical"}),
        ({"type": "IM"}, {"physical"}),
        ({"type": "PM"}, {"physical"}),
        ({"type": "PM", "specials": "MEL"}, {"melee"}),
        ({"type": "CV", "move": '8"t'}, set()),
        ({"type": "CI", "move": '2"f', "specials": "AM"}, {"antimech"}),
        ({"type": "BA", "move": '6"j', "specials": "AM"}, {"antimech"}),
        ({"type": "CI", "move": '2"f'}, set()),
        ({"type": "SV", "move": '8"w'}, set()),
    ],
)
def test_who_may_make_which_attack_at_any_time(card: dict[str, Any], allowed: set[str]) -> None:
    fight = face_to_face(gap=0.0, red=card)
    for kind in ("physical", "melee", "antimech"):
        answer = preview_attack(fight, Strike("r1", "b1", kind))
        assert answer.legal == (kind in allowed), (kind, answer.reason)


@pytest.mark.rule("AS-COM-083")
def test_a_vehicle_is_told_that_it_may_only_charge() -> None:
    answer = refusal(face_to_face(red={"type": "CV", "move": '8"t'}), Strike("r1", "b1", "physical"))
    assert answer.rule == "AS-COM-083"
    assert "charge" in answer.message


@pytest.mark.rule("AS-COM-084")
def test_one_physical_attack_a_turn() -> None:
    fight = battle(
        unit("r1", at=(10, 10)), unit("b1", at=(9, 12), facing=180), unit("b2", at=(11, 12), facing=180), dice=[6, 5]
    )
    attack(fight, "r1", "b1", kind="physical")
    assert refusal(fight, Strike("r1", "b2", "physical")).rule == "AS-COM-084"


@pytest.mark.rule("AS-COM-084")
def test_no_physical_attack_after_shooting_and_no_shooting_after_a_physical_attack() -> None:
    shot = battle(unit("r1", at=(10, 10)), unit("b1", at=IN_REACH), unit("b2", at=(10, 20)), dice=[6, 5])
    attack(shot, "r1", "b2")
    assert refusal(shot, Strike("r1", "b1", "physical")).rule == "AS-COM-084"
    struck = battle(unit("r1", at=(10, 10)), unit("b1", at=IN_REACH), unit("b2", at=(10, 20)), dice=[6, 5])
    attack(struck, "r1", "b1", kind="physical")
    assert refusal(struck, Strike("r1", "b2")).rule == "AS-COM-084"


@pytest.mark.rule("AS-COM-084", "AS-COM-104")
def test_artillery_may_be_added_to_a_physical_attack() -> None:
    fight = face_to_face(6, 5, 6, 5, red={"specials": "ART-S"})
    attack(fight, "r1", "b1", kind="physical")
    assert attack(fight, "r1", (30.0, 40.0), kind="artillery").kind == "artillery"


@pytest.mark.rule("AS-COM-084")
def test_the_next_turn_brings_another_physical_attack() -> None:
    fight = face_to_face(1, 2, 1, 2, 6, 4, 6, 5)
    attack(fight, "r1", "b1", kind="physical")
    end(fight, 2)
    end(fight, 2)
    assert (fight.state.phase, fight.state.to_act) == ("combat", "red")
    assert attack(fight, "r1", "b1", kind="physical").hit


# -- the target number ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-085")
def test_kick_at_a_mech_that_walked() -> None:
    """Skill 4, ground movement, target TMM 2, open ground: 6."""
    assert attack(face_to_face(tmm=2), "r1", "b1", kind="physical").target_number == 6


@pytest.mark.rule("AS-COM-085")
def test_punch_at_battle_armor_after_both_have_jumped() -> None:
    """4 + 2 + (1 + 1) + 1 = 9."""
    jumping = {"move": '8"/6"j', "state": {"moved": "jump"}}
    fight = face_to_face(red=jumping, type="BA", move='6"j', tmm=1, state={"moved": "jump"})
    assert attack(fight, "r1", "b1", kind="physical").target_number == 9


@pytest.mark.rule("AS-COM-085")
def test_no_heat_range_fire_control_shield_or_stealth_in_a_physical_target_number() -> None:
    hot = {"state": {"heat": 2, "crits": {"fire_control": 1}}, "specials": "SHLD"}
    fight = face_to_face(red=hot, specials="STL")
    assert attack(fight, "r1", "b1", kind="physical").target_number == 5


@pytest.mark.rule("AS-COM-085")
@pytest.mark.parametrize(("height", "reached"), [(1.0, True), (1.9, True), (2.0, False), (3.0, False)])
def test_fists_reach_who_stands_beside_them_not_who_stands_above(height: float, reached: bool) -> None:
    """A 'Mech is 2 inches tall: from a hill of 2 inches on its target stands over its head."""
    hill = {"id": "hill", "kind": "hill", "height": height, "rect": [5, 11, 10, 10]}
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(10, 11.9), facing=180), terrain=[hill], dice=[6, 5])
    if reached:
        assert attack(fight, "r1", "b1", kind="physical").hit
    else:
        answer = refusal(fight, Strike("r1", "b1", "physical"))
        assert (answer.code, answer.rule) == ("out_of_reach", "AS-COM-085")


@pytest.mark.rule("AS-COM-085")
def test_a_physical_attack_needs_the_target_in_the_firing_arc() -> None:
    fight = battle(unit("r1", at=(10, 10), facing=180), unit("b1", at=IN_REACH), dice=[6, 5])
    assert refusal(fight, Strike("r1", "b1", "physical")).code == "out_of_arc"


@pytest.mark.rule("AS-COM-086")
def test_a_shut_down_target_has_no_movement_modifier_but_is_immobile() -> None:
    fight = face_to_face(tmm=3, state={"shutdown": True})
    blow = attack(fight, "r1", "b1", kind="physical")
    assert blow.target_number == 0
    assert number(blow, "AS-COM-047") == -4
    assert number(blow, "AS-COM-044") is None


@pytest.mark.rule("AS-COM-087")
def test_woods_are_in_the_way_of_blows_too() -> None:
    woods = {"kind": "woods", "rect": [5, 11, 10, 10]}
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=IN_REACH), terrain=[woods], dice=[6, 5])
    assert number(attack(fight, "r1", "b1", kind="physical"), "AS-COM-052") == 1


@pytest.mark.rule("AS-COM-036", "AS-COM-037")
def test_physical_attacks_hit_and_miss_automatically_like_shots() -> None:
    sure = face_to_face(1, 1, tmm=0, red={"skill": 2}, state={"moved": "standstill"})
    assert attack(sure, "r1", "b1", kind="physical").hit
    hopeless = face_to_face(6, 6, tmm=5, red={"skill": 8})
    assert not attack(hopeless, "r1", "b1", kind="physical").hit


@pytest.mark.rule("AS-BAT-115")
def test_a_large_unit_strikes_less_surely() -> None:
    plain = preview_attack(face_to_face(gap=0.2), Strike("r1", "b1", "physical"))
    large = preview_attack(
        face_to_face(gap=0.2, red={"specials": "LG", "superheavy": False}), Strike("r1", "b1", "physical")
    )
    assert plain.target_number is not None
    assert large.target_number == plain.target_number + 1


# -- damage ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-082")
def test_damage_of_a_blow_is_marked_at_once_and_felt_in_the_end_phase() -> None:
    fight = face_to_face(6, 5, armor=0, structure=3)
    attack(fight, "r1", "b1", kind="physical")
    assert fight.units["b1"].structure == 0
    assert not fight.units["b1"].destroyed
    end(fight)
    assert fight.state.to_act == "blue"
    fight = face_to_face(6, 5, 1, 2, armor=0, structure=3)
    attack(fight, "r1", "b1", kind="physical")
    end(fight)
    attack(fight, "b1", "r1", kind="physical")
    end(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-COM-090")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_punch_does_the_size_of_who_throws_it(size: int) -> None:
    assert attack(face_to_face(red={"size": size}), "r1", "b1", kind="physical").damage == size


@pytest.mark.rule("AS-COM-090")
def test_a_punch_reaches_one_inch() -> None:
    assert attack(face_to_face(gap=1.0), "r1", "b1", kind="physical").hit
    answer = refusal(face_to_face(gap=1.1), Strike("r1", "b1", "physical"))
    assert (answer.code, answer.rule) == ("out_of_reach", "AS-COM-090")


@pytest.mark.rule("AS-COM-090", "AS-COM-091")
def test_who_has_a_hand_weapon_must_use_it_and_who_has_none_cannot() -> None:
    assert refusal(face_to_face(red={"specials": "MEL"}), Strike("r1", "b1", "physical")).rule == "AS-COM-090"
    assert refusal(face_to_face(), Strike("r1", "b1", "melee")).rule == "AS-COM-091"


@pytest.mark.rule("AS-COM-091")
def test_a_hand_weapon_does_one_more_and_reaches_two_inches() -> None:
    fight = face_to_face(gap=2.0, red={"size": 2, "specials": "MEL"})
    blow = attack(fight, "r1", "b1", kind="melee")
    assert blow.damage == 3
    assert [part.value for part in blow.damage_parts] == [2, 1]
    answer = refusal(face_to_face(gap=2.1, red={"specials": "MEL"}), Strike("r1", "b1", "melee"))
    assert (answer.code, answer.rule) == ("out_of_reach", "AS-COM-091")


@pytest.mark.rule("AS-COM-090", "AS-DMG-005")
def test_a_kick_in_the_back_does_one_more() -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=IN_REACH, facing=0), dice=[6, 5])
    blow = attack(fight, "r1", "b1", kind="physical")
    assert (blow.direction, blow.damage) == ("rear", 4)


@pytest.mark.rule("AS-COM-090")
def test_a_building_can_be_kicked() -> None:
    house = {"id": "house", "kind": "building", "type": "heavy", "height": 4, "rect": [8, 11, 4, 4]}
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(40, 40)), terrain=[house], dice=[6, 5])
    blow = attack(fight, "r1", "house", kind="physical")
    assert (blow.target_number, blow.damage) == (0, 3)
    assert fight.state.terrain_damage == {"house": 3}


# -- natural 12 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-089")
def test_a_natural_twelve_brings_a_critical_check() -> None:
    fight = face_to_face(6, 6, 2, 3)
    events = fight.do(Strike("r1", "b1", "physical"))
    criticals = [event for event in events if event.type == "critical"]
    assert [event.cause for event in criticals] == ["natural_12"]
    assert fight.units["b1"].armor == 3


@pytest.mark.rule("AS-COM-089")
def test_a_natural_twelve_that_misses_brings_nothing() -> None:
    fight = face_to_face(6, 6, red={"skill": 8}, tmm=5)
    events = fight.do(Strike("r1", "b1", "physical"))
    assert [event.type for event in events] == ["attack"]
