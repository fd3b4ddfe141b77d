"""Abilities that change an attack (pp. 76-80): aiming, striking, being hard to hit or to hurt."""

from collections.abc import Iterator
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.damage.reckoning import VARIABLE, Reckoning
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from rules.duel import ELEMENTALS, FOOT, HIT, QUIET, SUPPORT, TANK, VTOL, duel, part, shot
from rules.table import attack, battle, end, number, refusal, unit

# -- fire control ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-008")
@pytest.mark.parametrize("card", [{"type": "IM"}, SUPPORT])
def test_advanced_fire_control_takes_the_penalty_away(card: dict[str, Any]) -> None:
    assert shot({**card, "specials": ["AFC"]}).target_number == 4 + 1 + 2
    assert shot({**card, "specials": []}).target_number > 4 + 1 + 2


@pytest.mark.rule("AS-SPC-008")
def test_fire_control_counts_for_blows_and_under_ecm() -> None:
    near = {"gap": 0.5, "kind": "physical"}
    assert number(shot({"type": "IM"}, **near), "AS-COM-069") == 1
    assert number(shot({"type": "IM", "specials": ["AFC"]}, **near), "AS-COM-069") is None
    assert shot({"type": "IM", "specials": ["AFC"]}, {"specials": ["ECM"]}).target_number == 7


@pytest.mark.rule("AS-SPC-016")
def test_basic_fire_control_is_1_for_support_vehicles_and_for_industrial_mechs() -> None:
    assert shot({**SUPPORT, "specials": ["BFC"]}).target_number == 4 + 1 + 2 + 1
    assert shot(SUPPORT).target_number == 4 + 1 + 2 + 2
    assert shot({"type": "IM", "specials": ["BFC"]}).target_number == shot({"type": "IM"}).target_number == 8
    assert shot({**SUPPORT, "specials": ["BFC"]}, {"specials": ["AECM"]}).target_number == 8


# -- anti-'Mech -----------------------------------------------------------------------------------------------


def swarm(red: dict[str, Any], blue: dict[str, Any] | None = None, **more: Any) -> Any:
    return shot(red, blue, gap=-0.02, kind="antimech", **more)


@pytest.mark.rule("AS-SPC-011")
def test_infantry_with_am_climbs_onto_machines() -> None:
    fight = duel({**ELEMENTALS, "specials": ["AM"]}, gap=-0.02, dice=(*HIT, 3, 3))
    event = attack(fight, "r1", "b1", kind="antimech")
    assert (event.target_number, event.damage) == (4 + 1 + 1, 2)
    assert [each.cause for each in fight.journal.events if each.type == "critical"] == ["antimech"]
    assert swarm({**FOOT, "specials": ["AM"]}, dice=(6, 5, 3, 3)).target_number == 4 + 1 + 1 + 3


@pytest.mark.rule("AS-SPC-011")
def test_heat_goes_with_it_and_alone_is_enough_for_the_critical_roll() -> None:
    fight = duel({**ELEMENTALS, "damage": "0*/-/-", "specials": ["AM", "HT1/-/-"]}, gap=-0.02, dice=(*HIT, 2, 3, 3))
    event = attack(fight, "r1", "b1", kind="antimech")
    assert (event.damage, fight.units["b1"].heat_taken) == (0, 1)
    assert [each.cause for each in fight.journal.events if each.type == "critical"] == ["antimech"]


@pytest.mark.rule("AS-SPC-011")
def test_others_do_not() -> None:
    fight = duel(ELEMENTALS, gap=-0.02)
    assert refusal(fight, commands.Attack("r1", "b1", "antimech")).rule == "AS-COM-083"
    trained = duel({**ELEMENTALS, "specials": ["AM"]}, VTOL, gap=-0.02, other={"airborne": True})
    assert refusal(trained, commands.Attack("r1", "b1", "antimech")).rule == "AS-COM-101"
    landed = duel({**ELEMENTALS, "specials": ["AM"]}, VTOL, gap=-0.02, dice=(*HIT, 3, 3, 3, 3))
    assert attack(landed, "r1", "b1", kind="antimech").hit


# -- anti-missile systems -------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-012")
def test_missiles_among_all_weapons_cost_a_point() -> None:
    """The ledger's examples."""
    event = shot({"damage": "3/3/2", "specials": ["IF1"]}, {"specials": ["AMS"]})
    assert (event.damage, part(event, "AS-SPC-012")) == (2, -1)
    small = {"damage": "1/1/1", "specials": ["SRM1/1"]}
    assert shot(small, {"specials": ["AMS"]}, gap=4).damage == 1


@pytest.fixture
def rolled_points() -> Iterator[str]:
    """An option of our own by which every point of damage is rolled for: it is done on 3 or more."""
    with rules.for_now():
        name = rules.option("rolled_points", "AS-SPC-006", "made for this test")

        @hooks.damage.rule("AS-SPC-006", part=VARIABLE, when=name)
        def roll_for_points(work: Reckoning) -> Modifier:
            lost = sum(die < 3 for die in work.battle.roll(work.points))
            return Modifier("Rolled", -lost, "AS-SPC-006")

        yield name


@pytest.mark.rule("AS-SPC-012")
def test_points_are_rolled_for_before_missiles_are_shot_down(rolled_points: str) -> None:
    """The book's example: three dice are rolled, then the total is 1 less."""
    missiles = {"damage": "3/3/2", "specials": ["IF1"]}
    event = shot(missiles, {"specials": ["AMS"]}, dice=(*HIT, 1, 5, 6), options=[rolled_points])
    assert [each.value for each in event.damage_parts] == [3, -1, -1]
    assert event.damage == 1


@pytest.mark.rule("AS-SPC-012")
@pytest.mark.parametrize(
    ("specials", "using", "expected"),
    [
        (["LRM2/2/2"], None, 3),
        (["LRM2/2/2"], "LRM", 1),
        (["SRM3/3"], "SRM", 2),
        (["SRM3/-"], None, 3),  # owning them is enough, whatever they do at this range
        (["AC2/2/2", "SRM1/1"], "AC", 2),
        (["IATM2/2/2"], "IATM", 2),
        (["IATM2/2/2"], None, 4),
        ([], None, 4),
        (["TUR(3/3/3, SRM1/1)"], "TUR", 2),
        (["TUR(3/3/3)", "SRM1/1"], "TUR", 3),
    ],
)
def test_what_an_anti_missile_system_stops(specials: list[str], using: str | None, expected: int) -> None:
    red = {"damage": "4/4/4", "specials": specials}
    event = shot(red, {"specials": ["AMS"]}, using=using, options=["optional_abilities"])
    assert event.damage == expected
    if expected in (1, 2) and using in ("LRM", "SRM"):
        assert part(event, "AS-SPC-012") == -1


@pytest.mark.rule("AS-SPC-012")
def test_indirect_missiles_too() -> None:
    fight = battle(
        unit("r1", (20, 10), specials=["IF2"]),
        unit("r2", (24, 10)),
        unit("b1", (20, 25), 180, specials=["AMS"]),
        dice=(6, 5),
    )
    assert attack(fight, "r1", "b1", using="IF", spotter="r2").damage == 1


@pytest.mark.rule("AS-SPC-012")
def test_it_covers_the_front_and_in_a_turret_every_side() -> None:
    missiles = {"damage": "3/3/2", "specials": ["IF1"]}
    assert shot(missiles, {"specials": ["AMS"]}, facing=0).damage == 4
    assert shot(missiles, {**TANK, "specials": ["TUR(1/1/1, AMS)"]}, facing=0, dice=(*HIT, 3, 3)).damage == 3
    assert shot(missiles, {"specials": ["AMS"]}).damage == 2


@pytest.mark.rule("AS-SPC-012")
def test_it_needs_power_stops_no_artillery_and_never_the_last_point() -> None:
    missiles = {"damage": "3/3/2", "specials": ["IF1"], "skill": 0}
    assert shot(missiles, {"specials": ["AMS"]}, other={"shutdown": True}).damage == 3
    gun = {"specials": ["ART-AIS1", "IF1"], "skill": 0}
    fight = duel(gun, {"specials": ["AMS"]}, gap=20)
    attack(fight, "r1", "b1", kind="artillery")
    assert fight.units["b1"].armor == 9 - 2
    weak = {"damage": "1/1/1", "specials": ["IF1"], "skill": 0}
    assert shot(weak, {"specials": ["AMS"]}).damage == 1
    assert shot({**missiles, "damage": "2/2/2"}, {"specials": ["AMS"]}).damage == 1


@pytest.mark.rule("AS-SPC-012")
def test_no_roll_and_no_limit() -> None:
    missiles = {"damage": "3/3/2", "specials": ["IF1"], "skill": 0}
    fight = battle(
        unit("r1", (20, 10), **missiles),
        unit("r2", (24, 10), **missiles),
        unit("b1", (20, 25), 180, armor=9, specials=["AMS"]),
        dice=(*HIT, *HIT),
    )
    assert [attack(fight, name, "b1").damage for name in ("r1", "r2")] == [2, 2]


# -- shields --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-018")
def test_a_shield_takes_a_point_off_weapons_and_blows() -> None:
    held = {"specials": ["SHLD"]}
    event = shot(blue=held)
    assert (event.damage, part(event, "AS-SPC-018")) == (2, -1)
    assert shot(blue=held, gap=0.5, kind="physical").damage == 2
    assert shot({"damage": "0*/0*/0*"}, held, dice=(*HIT, 6)).damage == 0
    assert shot(blue=held, facing=0).damage == 3  # no side is better covered than another


@pytest.mark.rule("AS-SPC-018")
def test_heat_bursts_and_what_comes_from_above_go_past_it() -> None:
    held = {"specials": ["SHLD"]}
    assert shot({"specials": ["HT-/1/-"]}, held).damage == 3
    assert shot({"specials": ["HT1/-/-"]}, held).damage == 2  # no heat at this range
    gun = duel({"specials": ["ART-S1"], "skill": 0}, held, gap=20)
    attack(gun, "r1", "b1", kind="artillery")
    assert gun.units["b1"].armor == 9 - 2
    fight = battle(
        unit("r1", (20, 10), specials=["IF2"]),
        unit("r2", (24, 10)),
        unit("b1", (20, 25), 180, specials=["SHLD"]),
        dice=(6, 5),
    )
    assert attack(fight, "r1", "b1", using="IF", spotter="r2").damage == 2


@pytest.mark.rule("AS-SPC-018")
def test_a_shield_is_in_the_way_of_ones_own_weapons_but_not_fists() -> None:
    held = {"specials": ["SHLD"]}
    assert number(shot(held), "AS-COM-072") == 1
    assert number(shot(held, gap=0.5, kind="physical"), "AS-COM-072") is None


# -- triple-strength myomer -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-033")
def test_industrial_myomer_hits_harder_and_worse() -> None:
    """The ledger's example: Size 2 with MEL does 2 + 1 + 1 at TN +2."""
    event = shot({"size": 2, "specials": ["I-TSM", "MEL"]}, gap=1.5, kind="melee", dice=(5, 5))
    assert (event.damage, number(event, "AS-SPC-033")) == (4, 2)
    assert event.target_number == 4 + 1 + 2
    assert part(event, "AS-SPC-033") == 1


@pytest.mark.rule("AS-SPC-033")
def test_industrial_myomer_is_clumsy_in_a_charge_too_and_adds_nothing_there() -> None:
    fight = duel(
        {"size": 4, "specials": ["I-TSM"]},
        gap=0.0,
        dice=(6, 6, 3, 3),
        mine={"declared": ("charge", "b1"), "inches": 8.0},
    )
    event = attack(fight, "r1", "b1", kind="charge")
    assert (number(event, "AS-SPC-033"), part(event, "AS-SPC-033")) == (2, None)
    assert number(shot({"specials": ["I-TSM"]}), "AS-SPC-033") is None  # weapons are not concerned


@pytest.mark.rule("AS-SPC-051")
def test_myomer_strikes_harder_when_hot() -> None:
    hot = {"heat": 1}
    event = shot({"specials": ["TSM"]}, gap=0.5, kind="physical", mine=hot)
    assert (event.damage, event.target_number, part(event, "AS-SPC-051")) == (4, 5, 1)
    assert shot({"specials": ["TSM"]}, gap=0.5, kind="physical").damage == 3
    assert shot({"specials": ["TSM", "MEL"]}, gap=1.5, kind="melee", mine=hot).damage == 5
    assert shot({"specials": ["TSM"]}, mine=hot).damage == 3  # not with weapons


# -- jump jets and submersible drives ---------------------------------------------------------------------------


def target_movement(blue: dict[str, Any], moved: str) -> tuple[int, list[Modifier]]:
    event = shot(blue=blue, other={"moved": moved})
    lines = [each for each in event.modifiers if each.label.startswith(("Target", "Weak", "Strong"))]
    return sum(each.value for each in lines), lines


@pytest.mark.rule("AS-SPC-035")
def test_weak_jump_jets() -> None:
    """The ledger's example."""
    jumper = {"tmm": 2, "move": '10"j', "specials": ["JMPW1"]}
    total, lines = target_movement(jumper, "jump")
    assert total == 2
    assert lines[1] == Modifier("Weak jump jets (JMPW1)", -1, "AS-SPC-035")
    assert target_movement(jumper, "ground")[0] == 2


@pytest.mark.rule("AS-SPC-036")
def test_strong_jump_jets() -> None:
    """The ledger's example."""
    jumper = {"tmm": 1, "move": '8"j', "specials": ["JMPS1"]}
    total, lines = target_movement(jumper, "jump")
    assert total == 3
    assert lines[1] == Modifier("Strong jump jets (JMPS1)", 1, "AS-SPC-036")
    assert target_movement(jumper, "standstill")[0] == 0


@pytest.mark.rule("AS-SPC-048", "AS-SPC-049")
@pytest.mark.parametrize(("special", "expected"), [("SUBW1", 1), ("SUBS2", 4)])
def test_submersible_drives(special: str, expected: int) -> None:
    boat = {**TANK, "move": '10"s', "tmm": 2, "specials": [special]}
    total, lines = target_movement(boat, "submersible")
    assert total == expected
    assert lines[1].rule == {"SUBW1": "AS-SPC-048", "SUBS2": "AS-SPC-049"}[special]
    assert target_movement(boat, "ground")[0] == 2


@pytest.mark.rule("AS-SPC-048")
def test_a_weak_drive() -> None:
    assert target_movement({**TANK, "move": '10"s', "tmm": 2, "specials": ["SUBW2"]}, "submersible")[0] == 0


@pytest.mark.rule("AS-SPC-049")
def test_a_strong_drive() -> None:
    assert target_movement({**TANK, "move": '10"s', "tmm": 2, "specials": ["SUBS1"]}, "submersible")[0] == 3


# -- hand weapons ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-039")
def test_a_hand_weapon_reaches_2_inches_for_1_more() -> None:
    armed = {"size": 3, "specials": ["MEL"]}
    assert shot(armed, gap=2.0, kind="melee").damage == 4
    assert refusal(duel(armed, gap=2.1), commands.Attack("r1", "b1", "melee")).code == "out_of_reach"
    assert refusal(duel(armed, gap=0.5), commands.Attack("r1", "b1", "physical")).code == "must_use_melee"
    assert refusal(duel(gap=0.5), commands.Attack("r1", "b1", "melee")).code == "no_melee_weapon"
    behind = duel(armed, gap=1.0, mine={"facing": 180.0})
    assert refusal(behind, commands.Attack("r1", "b1", "melee")).code == "out_of_arc"
    proto = {"type": "PM", "size": 1, "specials": ["MEL"]}
    assert shot(proto, gap=1.5, kind="melee").damage == 2


# -- mimetic armor --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-040", "AS-SPC-041")
@pytest.mark.parametrize(("code", "rule_id", "value"), [("MAS", "AS-SPC-040", 3), ("LMAS", "AS-SPC-041", 2)])
def test_mimetic_armor_hides_what_keeps_still(code: str, rule_id: str, value: int) -> None:
    hidden = {**ELEMENTALS, "specials": [code]}
    easy = {"skill": 0}
    assert number(shot(easy, hidden, other={"moved": "standstill"}), rule_id) == value
    for moved in ("ground", "jump", "minimum", "none"):
        assert number(shot(easy, hidden, other={"moved": moved}), rule_id) is None


@pytest.mark.rule("AS-SPC-040")
def test_an_immobile_unit_is_hidden_too_and_blows_find_it() -> None:
    hidden = {"specials": ["MAS"]}
    event = shot({}, hidden, other={"shutdown": True})
    assert number(event, "AS-SPC-040") == 3
    assert event.target_number == 4 + 2 - 4 + 3
    assert number(shot({}, hidden, gap=0.5, kind="physical", other={"moved": "standstill"}), "AS-SPC-040") is None
    gun = duel({"specials": ["ART-T1"], "skill": 0}, hidden, gap=20, dice=(6, 6), other={"moved": "standstill"})
    assert number(attack(gun, "r1", (20, 31.25), kind="artillery"), "AS-SPC-040") is None  # a point, not the unit


@pytest.mark.rule("AS-SPC-041")
def test_light_mimetic_armor_on_an_immobile_unit() -> None:
    assert shot({}, {"specials": ["LMAS"]}, other={"shutdown": True}).target_number == 4 + 2 - 4 + 2


# -- stealth --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-046")
@pytest.mark.parametrize(("card", "expected"), [(ELEMENTALS, (1, 1, 2)), ({}, (None, 1, 2)), (FOOT, (None, 1, 2))])
def test_stealth_by_range(card: dict[str, Any], expected: tuple[int | None, ...]) -> None:
    found = [number(shot({"skill": 0}, {**card, "specials": ["STL"]}, gap=gap), "AS-COM-080") for gap in (5, 20, 30)]
    assert tuple(found) == expected


@pytest.mark.rule("AS-SPC-046")
def test_stealth_needs_power_and_does_not_help_against_blows() -> None:
    assert number(shot({}, {"specials": ["STL"]}), "AS-COM-080") == 1
    assert number(shot({}, {"specials": ["STL"]}, other={"shutdown": True}), "AS-COM-080") is None
    assert number(shot({}, {**ELEMENTALS, "specials": ["STL"]}, gap=0.5, kind="physical"), "AS-COM-080") is None


@pytest.mark.rule("AS-SPC-047")
def test_stealth_is_switched_in_the_end_phase() -> None:
    fight = duel({}, {"specials": ["STL"]}, dice=(*HIT, *QUIET))
    fight.do(commands.Toggle("b1", "STL", False))
    assert number(attack(fight, "r1", "b1"), "AS-COM-080") == 1  # until then it stays on
    events = end(fight, 2)
    assert [(event.unit, event.on, event.rule) for event in events if event.type == "toggled"] == [
        ("b1", False, "AS-SPC-047")
    ]
    assert not fight.units["b1"].active("STL")


@pytest.mark.rule("AS-SPC-047")
def test_stealth_comes_back_in_a_later_end_phase() -> None:
    fight = duel({}, {"specials": ["STL"]}, dice=QUIET, mine={}, other={"switched_off": frozenset({"STL"})})
    fight.do(commands.Toggle("b1", "STL", True))
    end(fight, 2)
    assert fight.units["b1"].active("STL")


@pytest.mark.rule("AS-SPC-047")
def test_infantry_has_no_switch() -> None:
    fight = duel({}, {**ELEMENTALS, "specials": ["STL"]})
    assert refusal(fight, commands.Toggle("b1", "STL", False)).rule == "AS-SPC-047"
    assert refusal(fight, commands.Toggle("b1", "STL", False)).code == "no_switch"
    assert refusal(duel(), commands.Toggle("b1", "STL", False)).code == "no_such_switch"
