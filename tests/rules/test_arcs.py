"""Firing arcs, turrets and units with several arcs (pp. 40-41, 64-65)."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.field.compass import move_by
from rules.table import attack, battle, number, refusal, unit

HERE = (36.0, 24.0)

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/2", "specials": []}
FOUR_ARCS = {name: {"damage": f"{n}/{n}/{n}"} for n, name in enumerate(("front", "left", "right", "aft"), start=2)}
HULK: dict[str, Any] = {
    "type": "SV",
    "size": 4,
    "move": '4"t',
    "damage": None,
    "specials": ["VLG", "AFC"],
    "arcs": FOUR_ARCS,
}
SHIP: dict[str, Any] = {
    "size": 3,
    "damage": None,
    "arcs": {name: {"damage": f"{n}/{n}/{n}/-"} for n, name in enumerate(("nose", "left", "right", "aft"), start=2)},
}


def around(bearing: float, *, distance: float = 10.0, facing: float = 0.0, **card: Any) -> Battle:
    """r1 in the middle of the table, b1 on that bearing from it."""
    return battle(unit("r1", HERE, facing, **card), unit("b1", move_by(HERE, bearing, distance)))


def can(fight: Battle, **more: Any) -> bool:
    refused = fight.refusal_of(commands.Attack("r1", "b1", **more))
    assert refused is None or refused.refusal.code == "out_of_arc", refused
    return refused is None


# -- ordinary units -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-027")
@pytest.mark.parametrize("facing", [0.0, 77.0, 180.0, 300.0])
@pytest.mark.parametrize(
    ("off", "allowed"),
    [(0, True), (45, True), (89.9, True), (-89.9, True), (90.1, False), (-90.1, False), (180, False)],
)
def test_the_standard_arc_is_the_half_in_front(facing, off, allowed):
    assert can(around(facing + off, facing=facing)) == allowed
    if not allowed:
        refused = refusal(around(facing + off, facing=facing), commands.Attack("r1", "b1"))
        assert (refused.code, refused.rule) == ("out_of_arc", "AS-COM-027")


@pytest.mark.rule("AS-COM-027")
def test_the_arc_holds_for_blows_too():
    assert refusal(around(180, distance=2.0), commands.Attack("r1", "b1", "physical")).code == "out_of_arc"
    assert around(0, distance=2.0).refusal_of(commands.Attack("r1", "b1", "physical")) is None


@pytest.mark.rule("AS-COM-028")
@pytest.mark.parametrize(("ahead", "allowed"), [(0.01, True), (0.0, True), (-0.01, False), (-0.6, False)])
def test_half_of_the_base_must_be_in_the_arc(ahead, allowed):
    fight = battle(unit("r1", HERE), unit("b1", (HERE[0] + 8, HERE[1] + ahead)))
    assert can(fight) == allowed


@pytest.mark.rule("AS-COM-028", "AS-COM-029")
def test_half_of_a_big_base_near_a_quad():
    # A grounded DropShip's base beside a quad: by its centre it is just outside, and so is more than half of it.
    ship = {**SHIP, "type": "DS", "move": "4p"}
    for bearing, allowed in ((44.0, True), (46.0, False)):
        fight = battle(unit("r1", HERE, legs="quad"), unit("b1", move_by(HERE, bearing, 12.0), **ship))
        assert can(fight) == allowed


@pytest.mark.rule("AS-COM-029")
@pytest.mark.parametrize(("off", "allowed"), [(0, True), (45, True), (-45, True), (46, False), (-46, False)])
def test_a_quad_looks_45_degrees_to_either_side(off, allowed):
    assert can(around(30 + off, facing=30, legs="quad")) == allowed
    assert can(around(30 + off, facing=30, legs="biped"))


@pytest.mark.rule("AS-COM-030")
@pytest.mark.parametrize("off", [0, 100, 180, 270])
def test_infantry_looks_everywhere(off):
    foot = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-"}
    armor = {"type": "BA", "size": 1, "move": '6"j', "damage": "1/1/-"}
    assert can(around(off, **foot))
    assert can(around(off, **armor))


@pytest.mark.rule("AS-COM-032")
def test_a_tripod_shoots_all_round_with_everything():
    fight = around(180, legs="tripod", damage="4/4/4")
    shot = attack(fight, "r1", "b1")
    assert shot.damage in (None, 4, 5)
    assert shot.using is None


# -- turrets --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-033", "AS-SPC-052")
def test_out_of_arc_the_turret_fires_with_its_own_values():
    turret = {**TANK, "specials": ["TUR(2/1/-)"]}

    def shot(bearing: float, **more: Any) -> Any:
        fight = battle(
            unit("r1", HERE, **turret), unit("b1", move_by(HERE, bearing, 10), bearing), dice=[6, 5, 1, 1, 1, 1]
        )
        fight.units["b1"].facing = bearing + 180
        return attack(fight, "r1", "b1", **more)

    ahead, behind = shot(0), shot(180)
    assert (ahead.using, ahead.damage) == (None, 3)
    assert (behind.using, behind.damage) == ("TUR", 1)
    assert shot(0, using="TUR").damage == 1  # a player may choose to


@pytest.mark.rule("AS-COM-033", "AS-COM-061")
def test_a_turret_without_reach_does_not_fire():
    fight = around(180, distance=30.0, **{**TANK, "specials": ["TUR(2/1/-)"]})
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-061"


@pytest.mark.rule("AS-COM-033", "AS-SPC-052")
def test_out_of_arc_only_abilities_inside_the_turret_fire():
    card = {**TANK, "specials": ["LRM1/1/1", "AC2/2/1", "TUR(2/2/1, AC1/1/1)"]}

    def shot(bearing: float, using: str) -> Any:
        there = move_by(HERE, bearing, 10)
        fight = battle(unit("r1", HERE, **card), unit("b1", there, bearing + 180), dice=[6, 5, 1, 1, 1, 1])
        return attack(fight, "r1", "b1", using=using)

    assert (shot(0, "AC").damage, shot(180, "AC").damage) == (2, 1)
    assert shot(0, "LRM").damage == 1
    fight = around(180, **card)
    assert refusal(fight, commands.Attack("r1", "b1", using="LRM")).code == "out_of_arc"
    named = refusal(fight, commands.Attack("r1", "b1", using="LRM", arc="turret"))
    assert (named.code, named.rule) == ("not_in_turret", "AS-COM-033")


# -- several arcs ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-031", "AS-BAT-122")
@pytest.mark.parametrize(
    ("off", "arc"), [(0, "front"), (44, "front"), (46, "right"), (134, "right"), (136, "aft"), (226, "left")]
)
def test_each_arc_of_a_large_unit_bears_on_its_own_quarter(off, arc):
    fight = around(70 + off, facing=70, **HULK)
    shot = attack(fight, "r1", "b1")
    assert shot.arc == arc
    for other in FOUR_ARCS:
        fight = around(70 + off, facing=70, **HULK)
        assert can(fight, arc=other) == (other == arc)


@pytest.mark.rule("AS-COM-031", "AS-BAT-122")
def test_on_the_line_between_two_arcs_the_attacker_chooses():
    for arc, allowed in (("front", True), ("right", True), ("aft", False), ("left", False)):
        assert can(around(45, **HULK), arc=arc) == allowed


@pytest.mark.rule("AS-COM-031")
def test_each_arc_does_its_own_damage():
    for off, damage in ((0, 2), (270, 3), (90, 4), (180, 5)):
        there = move_by(HERE, off, 12)
        fight = battle(unit("r1", HERE, **HULK), unit("b1", there, off + 180), dice=[6, 5, 1, 1, 1, 1, 1, 1])
        assert attack(fight, "r1", "b1").damage == damage


def test_an_arc_the_unit_does_not_have_is_refused():
    refused = refusal(around(0, **HULK), commands.Attack("r1", "b1", arc="keel"))
    assert (refused.code, refused.rule) == ("unknown_arc", "AS-COM-031")
    assert "front, left, right, aft" in refused.message


@pytest.mark.rule("AS-COM-002")
def test_every_arc_makes_its_own_attack():
    fight = battle(
        unit("r1", HERE, **HULK),
        unit("b1", move_by(HERE, 0, 12)),
        unit("b2", move_by(HERE, 90, 12)),
        unit("b3", move_by(HERE, 180, 12)),
    )
    assert attack(fight, "r1", "b1").arc == "front"
    assert attack(fight, "r1", "b2").arc == "right"
    assert attack(fight, "r1", "b3").arc == "aft"
    again = refusal(fight, commands.Attack("r1", "b1"))
    assert (again.code, again.rule) == ("already_attacked", "AS-COM-001")
    # No secondary-target penalty between arcs.
    fight = battle(unit("r1", HERE, **HULK), unit("b1", move_by(HERE, 0, 12)), unit("b2", move_by(HERE, 90, 12)))
    attack(fight, "r1", "b1")
    assert number(attack(fight, "r1", "b2"), "AS-COM-066") is None


@pytest.mark.rule("AS-BAT-123", "AS-COM-002")
def test_every_turret_of_a_very_large_unit_makes_its_own_attack():
    card = {**HULK, "specials": ["VLG", "AFC", "TUR(1/1/1)", "TUR(2/2/2)"]}
    fight = around(0, **card)
    first, second, third = (attack(fight, "r1", "b1") for _ in range(3))
    assert [shot.arc for shot in (first, second, third)] == ["front", "turret 1", "turret 2"]
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_attacked"
    # An ordinary vehicle has one attack, turret or not.
    tank = around(0, **{**TANK, "specials": ["TUR(2/2/2)"]})
    attack(tank, "r1", "b1")
    assert refusal(tank, commands.Attack("r1", "b1", using="TUR")).code == "already_attacked"


@pytest.mark.rule("AS-COM-031", "AS-BAT-125")
def test_a_grounded_spheroid_fires_to_both_sides_only():
    ship = {**SHIP, "type": "DS", "move": "4p"}
    for off, arc in ((1, "right"), (90, "right"), (179, "right"), (181, "left"), (270, "left"), (359, "left")):
        fight = around(off, distance=20, **ship)
        assert attack(fight, "r1", "b1").arc == arc
    for arc in ("nose", "aft"):
        assert not can(around(0, distance=20, **ship), arc=arc)
    flyer = {"type": "AF", "size": 2, "move": "6a", "damage": "2/2/2", "threshold": 2}
    fight = battle(unit("r1", HERE, **ship), unit("b1", move_by(HERE, 10, 20), **flyer))
    fight.units["b1"].airborne = True
    assert can(fight, arc="nose")


@pytest.mark.rule("AS-COM-031", "AS-BAT-126")
def test_a_grounded_aerodyne_has_a_narrow_nose_and_two_wings():
    ship = {**SHIP, "type": "DA", "move": "6a"}

    def at(aside: float, ahead: float) -> Battle:
        return battle(unit("r1", HERE, **ship), unit("b1", (HERE[0] + aside, HERE[1] + ahead)))

    for aside, allowed in ((0.0, True), (1.0, True), (-1.0, True), (1.01, False), (3.0, False)):
        assert can(at(aside, 15), arc="nose") == allowed
    assert not can(at(0.0, -15), arc="nose")
    for aside, ahead, arc in (
        (15, 0.5, "right"),
        (5, 12, "right"),
        (-15, 0.5, "left"),
        (-5, 12, "left"),
        (0, -15, "aft"),
    ):
        for name in ("left", "right", "aft"):
            assert can(at(aside, ahead), arc=name) == (name == arc)
    assert not any(can(at(15, -3), arc=name) for name in ("nose", "left", "right", "aft"))


@pytest.mark.rule("AS-COM-002")
def test_sections_of_a_mobile_structure_fire_for_themselves():
    fort = {
        "type": "MS",
        "size": 4,
        "move": '1"t',
        "damage": None,
        "specials": ["SLG"],
        "sections": [
            {"name": "bow", "at": [0, 4], "armor": 5, "structure": 5, "damage": "2/2/2"},
            {"name": "stern", "at": [0, -4], "armor": 5, "structure": 5, "damage": "3/3/3"},
        ],
    }
    fight = around(5, distance=20, facing=0, **fort)
    bow, stern = attack(fight, "r1", "b1"), attack(fight, "r1", "b1")
    assert [bow.arc, stern.arc] == ["bow", "stern"]
    assert stern.distance - bow.distance == pytest.approx(8.0, abs=0.1)
