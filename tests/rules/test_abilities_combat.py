"""Abilities that change an attack (pp. 76-80): aiming, striking, being hard to hit, what a weapon does."""

from collections.abc import Iterator
from typing import Any

import pytest

from lancemate.alphastrike import commands
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.damage_amount import VARIABLE, Reckoning
from lancemate.alphastrike.explain import Modifier
from lancemate.alphastrike.options import OPTIONS, Option
from lancemate.alphastrike.preview import preview_attack
from lancemate.kernel.rules import HOMES, rule
from rules.table import attack, battle, end, number, refusal, unit

HIT = (5, 5)
MISS = (1, 1)
QUIET = (6, 1, 2, 1)  # initiative of the next turn

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/3"}
SUPPORT: dict[str, Any] = {**TANK, "type": "SV"}
VTOL: dict[str, Any] = {**TANK, "move": '12"v'}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "1/1/-"}
ELEMENTALS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "damage": "2/1/-"}


def duel(
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    *,
    gap: float = 10.0,
    dice: tuple[int, ...] = (*HIT, 3, 3),
    facing: float = 180,
    mine: dict[str, Any] | None = None,
    other: dict[str, Any] | None = None,
    **more: Any,
) -> Battle:
    """r1 looks north at b1, which looks back; medium range unless said otherwise."""
    fight = battle(
        unit("r1", (20, 10), 0, **(red or {})),
        unit("b1", (20, 11.25 + gap), facing, **{"armor": 9, **(blue or {})}),
        dice=dice,
        **more,
    )
    for name, state in (("r1", mine), ("b1", other)):
        for key, value in (state or {}).items():
            setattr(fight.units[name], key, value)
    return fight


def shot(*args: Any, using: str | None = None, kind: str = "weapon", overheat: int = 0, **more: Any) -> Any:
    return attack(duel(*args, **more), "r1", "b1", using=using, kind=kind, overheat=overheat)


def part(event: Any, rule_id: str) -> int | None:
    """What one rule changes in the damage."""
    values = [each.value for each in event.damage_parts if each.rule == rule_id]
    return sum(values) if values else None


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
    name = "rolled_points"
    OPTIONS[name] = Option("AS-SPC-006", "made for this test")
    before = list(HOMES)

    @rule("AS-SPC-006", hook="damage", part=VARIABLE, option=name)
    def roll_for_points(work: Reckoning) -> Modifier:
        lost = sum(die < 3 for die in work.battle.roll(work.points))
        return Modifier("Rolled", -lost, "AS-SPC-006")

    yield name
    HOMES[:] = before
    del OPTIONS[name]


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


# -- flak -----------------------------------------------------------------------------------------------------

GUNNER: dict[str, Any] = {"damage": "4/4/2", "ov": 2, "specials": ["FLK2/2/1"], "skill": 4}
FLYING: dict[str, Any] = {"airborne": True, "elevation": 4.0}


def flak(
    dice: tuple[int, ...], blue: dict[str, Any] | None = None, red: dict[str, Any] | None = None, **more: Any
) -> Battle:
    """TN 8: Skill 4, TMM 1, medium range, and 1 for what flies."""
    fight = duel({**GUNNER, **(red or {})}, blue or VTOL, dice=dice, other=more.pop("other", FLYING), **more)
    attack(fight, "r1", "b1")
    return fight


def landed(fight: Battle) -> list[tuple[int, str]]:
    return [(event.damage, event.rule) for event in fight.journal.events if event.type == "hit"]


@pytest.mark.rule("AS-SPC-030")
def test_flak_bursts_near_what_flies() -> None:
    """The ledger's examples: a roll of 6 against 8 does the FLK value, a roll of 5 nothing."""
    fight = flak((3, 3, 3, 3))
    made = next(event for event in fight.journal.events if event.type == "attack")
    assert (made.target_number, made.hit) == (8, False)
    assert landed(fight) == [(2, "AS-SPC-030")]
    assert fight.units["b1"].armor == 7
    assert flak((2, 3)).units["b1"].armor == 9
    assert landed(flak((2, 3))) == []
    assert flak((3, 4, 3, 3)).units["b1"].armor == 7


@pytest.mark.rule("AS-SPC-030")
def test_a_hit_does_what_it_always_does() -> None:
    assert flak((4, 4, 3, 3)).units["b1"].armor == 5
    assert flak((3, 3, 3, 3)).units["b1"].armor == 7


@pytest.mark.rule("AS-SPC-030")
def test_flak_is_for_flying_targets() -> None:
    assert flak((3, 3), TANK, other={}).units["b1"].armor == 9  # TN 7, missed by 1
    assert flak((3, 3), VTOL, other={}).units["b1"].armor == 9  # landed
    wige = flak((3, 3, 3, 3), {**TANK, "move": '10"g'})
    assert wige.units["b1"].armor == 7
    fighter = {"type": "AF", "size": 2, "move": "6a", "damage": "3/3/3", "threshold": 4, "tmm": 0}
    assert flak((3, 4), fighter).units["b1"].armor == 7


@pytest.mark.rule("AS-SPC-030")
def test_overheat_adds_nothing_to_it_and_the_rear_does() -> None:
    fight = duel(GUNNER, VTOL, dice=(3, 3, 3, 3), other=FLYING)
    attack(fight, "r1", "b1", overheat=2)
    assert fight.units["b1"].armor == 7
    assert flak((3, 3, 3, 3), facing=0).units["b1"].armor == 6


@pytest.mark.rule("AS-SPC-030")
def test_even_a_number_nobody_can_reach_bursts_near() -> None:
    fight = flak((6, 6, 3, 3), red={"skill": 8}, other={**FLYING, "moved": "jump"}, blue={**VTOL, "tmm": 2})
    made = next(event for event in fight.journal.events if event.type == "attack")
    assert (made.target_number, made.hit) == (14, False)
    assert fight.units["b1"].armor == 7


@pytest.mark.rule("AS-SPC-030")
def test_on_a_corner_the_target_chooses_the_side_first() -> None:
    fight = flak((3, 3, 3, 3), facing=30)
    assert fight.decision is not None
    assert fight.decision.kind == "direction"
    assert fight.units["b1"].armor == 9
    fight.do(commands.Decide("blue", "front"))
    assert fight.units["b1"].armor == 7


@pytest.mark.rule("AS-SPC-030")
def test_one_ability_fired_alone_brings_no_flak_and_a_turret_its_own() -> None:
    missiles = duel({**GUNNER, "specials": ["FLK2/2/1", "LRM1/1/1"]}, VTOL, dice=(3, 3), other=FLYING)
    attack(missiles, "r1", "b1", using="LRM")
    assert missiles.units["b1"].armor == 9
    turret = {**TANK, "specials": ["TUR(2/2/1, FLK1/1/1)"]}
    fight = duel(turret, VTOL, dice=(3, 3, 3, 3), other=FLYING, mine={"facing": 180.0})
    attack(fight, "r1", "b1")
    assert fight.units["b1"].armor == 8


@pytest.mark.rule("AS-SPC-030")
def test_a_preview_knows_of_it() -> None:
    fight = duel(GUNNER, VTOL, other=FLYING)
    seen = preview_attack(fight, commands.Attack("r1", "b1"))
    assert seen.outcomes is not None
    # 15 of 36 hit for 4, 11 of 36 only just miss for 2
    assert seen.outcomes.units[0].damage == pytest.approx((15 * 4 + 11 * 2) / 36)


# -- heat -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-031")
def test_heat_comes_with_a_hit_in_the_end_phase() -> None:
    """The ledger's examples: 3 damage and 1 heat to a 'Mech, 4 damage to a vehicle."""
    flamer = {"damage": "3/3/2", "specials": ["HT1/-/-"], "skill": 0}
    fight = duel(flamer, gap=4, dice=(*HIT, *QUIET))
    assert attack(fight, "r1", "b1").damage == 3
    assert fight.units["b1"].heat == 0
    end(fight, 2)
    assert fight.units["b1"].heat == 1
    assert shot(flamer, TANK, gap=4, dice=(*HIT, 3, 3)).damage == 4


@pytest.mark.rule("AS-SPC-031")
def test_two_heat_a_turn_and_no_more() -> None:
    flamer = {"specials": ["HT2/2/2"], "skill": 0}
    fight = battle(
        unit("r1", (20, 10), **flamer),
        unit("r2", (24, 10), **flamer),
        unit("b1", (20, 20), 180),
        dice=(*HIT, *HIT, *QUIET),
    )
    attack(fight, "r1", "b1")
    attack(fight, "r2", "b1")
    end(fight, 2)
    assert fight.units["b1"].heat == 2


@pytest.mark.rule("AS-SPC-031")
def test_where_weapons_do_nothing_heat_may_be_sent_alone() -> None:
    flamer = {"damage": "-/3/2", "specials": ["HT2/1/-"], "skill": 0}
    fight = duel(flamer, gap=4)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-061"
    assert attack(fight, "r1", "b1", using="HT").damage == 0
    assert fight.units["b1"].heat_taken == 2
    assert refusal(duel(flamer), commands.Attack("r1", "b1", using="HT")).rule == "AS-SPC-031"
    assert refusal(duel(flamer, gap=30), commands.Attack("r1", "b1", using="HT")).rule == "AS-SPC-031"


@pytest.mark.rule("AS-SPC-031")
def test_heat_does_not_ride_on_other_abilities() -> None:
    fight = duel({"specials": ["HT2/2/2", "AC2/2/2"], "skill": 0})
    attack(fight, "r1", "b1", using="AC")
    assert fight.units["b1"].heat_taken == 0
    turret = duel({"specials": ["HT2/2/2", "TUR(1/1/1, HT1/1/1)"], "skill": 0})
    attack(turret, "r1", "b1", using="TUR")
    assert turret.units["b1"].heat_taken == 1


# -- indirect fire --------------------------------------------------------------------------------------------


def mortar(*specials: str, gap: float = 15.0, damage: str = "3/3/2") -> Battle:
    return battle(
        unit("r1", (20, 10), damage=damage, specials=list(specials), skill=0),
        unit("r2", (40, 11.25 + gap), 270),
        unit("b1", (20, 11.25 + gap), 180, armor=9),
        terrain=[{"kind": "hill", "height": 4, "rect": [10, 14, 20, 2]}],
        dice=HIT,
        depth=90,
    )


@pytest.mark.rule("AS-SPC-032")
def test_indirect_fire_over_a_hill() -> None:
    event = attack(mortar("IF2"), "r1", "b1", using="IF", spotter="r2")
    assert (event.damage, number(event, "AS-COM-023")) == (2, 1)
    seen = attack(mortar("IF2"), "r1", "b1", using="IF", spotter="r2", spotter_attacks=True)
    assert number(seen, "AS-COM-023") == 2
    assert refusal(mortar("IF2"), commands.Attack("r1", "b1")).code == "no_line_of_sight"
    assert refusal(mortar(), commands.Attack("r1", "b1", using="IF", spotter="r2")).code == "no_such_ability"


@pytest.mark.rule("AS-SPC-032")
def test_the_value_is_the_same_at_every_range_but_not_beyond() -> None:
    assert attack(mortar("IF2", gap=30, damage="3/3/-"), "r1", "b1", using="IF", spotter="r2").damage == 2
    far = mortar("IF2", gap=45)
    assert refusal(far, commands.Attack("r1", "b1", using="IF", spotter="r2")).rule == "AS-COM-061"


@pytest.mark.rule("AS-SPC-032")
def test_with_lrms_no_more_than_their_long_value() -> None:
    """The ledger's example."""
    event = attack(mortar("IF2", "LRM1/2/1"), "r1", "b1", using="LRM", spotter="r2")
    assert event.damage == 1


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


# -- overheat at long range -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-044")
def test_overheat_at_long_range_takes_ovl() -> None:
    """The ledger's examples, and the two nearer brackets."""
    card = {"damage": "5/5/4", "ov": 1, "skill": 0}
    assert shot(card, gap=30, overheat=1).damage == 4
    assert shot({**card, "specials": ["OVL"]}, gap=30, overheat=1).damage == 5
    assert shot(card, gap=10, overheat=1).damage == 6


# -- rear weapons ---------------------------------------------------------------------------------------------

ATLAS: dict[str, Any] = {"damage": "3/3/3", "ov": 2, "specials": ["OVL", "REAR1/1/-"], "skill": 2}


def between(rear_gap: float = 3.0, dice: tuple[int, ...] = (*HIT, *HIT), **card: Any) -> Battle:
    """r1 with one enemy ahead at medium range and one behind."""
    return battle(
        unit("r1", (30, 20), 0, **{**ATLAS, **card}),
        unit("b1", (30, 35), 180, armor=9),
        unit("b2", (30, 18.75 - rear_gap), 0, armor=9),
        dice=dice,
        depth=80,
    )


@pytest.mark.rule("AS-SPC-045")
def test_rear_weapons_fire_besides_and_are_missing_ahead() -> None:
    """The book's Atlas."""
    fight = between()
    shots = [event for event in fight.do(commands.Attack("r1", "b1", rear="b2", overheat=2)) if event.type == "attack"]
    ahead, behind = shots
    assert (ahead.target, ahead.damage) == ("b1", 3 - 1 + 2)
    assert (behind.target, behind.damage, behind.overheat) == ("b2", 1, 0)
    assert number(behind, "AS-COM-068") == 1
    assert behind.target_number == 2 + 1 + 0 + 1


@pytest.mark.rule("AS-SPC-045")
def test_the_deduction_comes_first_and_whether_it_hits_or_not() -> None:
    fight = between(dice=(*MISS, *HIT))
    behind = attack(fight, "r1", "b2", using="REAR")
    assert not behind.hit
    assert attack(fight, "r1", "b1").damage == 2
    late = between(dice=HIT)
    attack(late, "r1", "b1")
    assert refusal(late, commands.Attack("r1", "b2", using="REAR")).code == "declare_together"


@pytest.mark.rule("AS-SPC-045")
def test_a_dash_fires_nothing_and_the_front_is_not_behind() -> None:
    far = between(rear_gap=14.0, specials=["REAR1/-/-"])
    assert refusal(far, commands.Attack("r1", "b2", using="REAR")).rule == "AS-COM-061"
    assert refusal(between(), commands.Attack("r1", "b1", using="REAR")).rule == "AS-SPC-045"
    assert refusal(between(), commands.Attack("r1", "b2", using="REAR", overheat=1)).code == "no_overheat"


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


# -- torpedoes ------------------------------------------------------------------------------------------------

LAKE: dict[str, Any] = {"kind": "water", "depth": 3, "rect": [0, 0, 48, 48]}


@pytest.mark.rule("AS-SPC-050")
def test_torpedoes_are_added_in_full_under_water() -> None:
    """The book's example: 2 halved to 1, and 3."""
    diver = {"damage": "2/2/2", "specials": ["TOR3/3/-"], "skill": 0}
    assert shot(diver, gap=2.5, terrain=[LAKE], dice=(*HIT, 3, 3)).damage == 4
    assert shot(diver, gap=5, using="TOR", terrain=[LAKE], dice=(*HIT, 3, 3)).damage == 3


@pytest.mark.rule("AS-SPC-050")
def test_torpedoes_keep_the_full_ranges() -> None:
    diver = {"damage": "2/2/2", "specials": ["TOR3/1/-"], "skill": 0}
    alone = shot(diver, gap=5, using="TOR", terrain=[LAKE], dice=(*HIT, 3, 3))
    assert (alone.range, alone.damage) == ("short", 3)
    both = shot(diver, gap=5, terrain=[LAKE], dice=(*HIT, 3, 3))
    assert (both.range, both.damage) == ("medium", 1 + 3)


@pytest.mark.rule("AS-SPC-050")
def test_torpedoes_need_water_all_the_way_and_cross_its_surface() -> None:
    sub = {"type": "CV", "size": 2, "move": '8"s', "damage": "2/2/2", "specials": ["TOR3/3/3"], "skill": 0}
    dry = duel({"specials": ["TOR3/3/3"]})
    assert refusal(dry, commands.Attack("r1", "b1", using="TOR")).rule == "AS-COM-021"
    ship = {"type": "CV", "size": 2, "move": '8"n', "damage": "2/2/2"}
    below: dict[str, Any] = {"terrain": [LAKE], "mine": {"elevation": -3.0}, "other": {"elevation": 0.0}}
    fight = duel(sub, ship, **below)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-020"
    assert attack(fight, "r1", "b1", using="TOR").damage == 3
    hover = duel(
        sub,
        {**TANK, "move": '8"h'},
        terrain=[LAKE],
        dice=(*HIT, 3, 3),
        mine={"elevation": -3.0},
        other={"elevation": 0.0},
    )
    assert attack(hover, "r1", "b1", using="TOR").damage == 3


# -- turrets --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-052")
def test_a_turret_fires_everywhere_with_its_own_values() -> None:
    tank = {**TANK, "specials": ["TUR(2/2/1, SRM1/1)", "LRM1/1/1"]}
    away = {"mine": {"facing": 180.0}}
    assert shot(tank, **away).damage == 2
    assert shot(tank).damage == 3
    assert shot(tank, using="TUR").damage == 2  # by choice also ahead
    assert shot(tank, using="SRM", **away).damage == 1
    assert refusal(duel(tank, **away), commands.Attack("r1", "b1", using="LRM")).rule in ("AS-COM-033", "AS-COM-027")
    assert refusal(duel(TANK, **away), commands.Attack("r1", "b1")).rule == "AS-COM-027"


@pytest.mark.rule("AS-SPC-052")
def test_a_turret_takes_no_overheat_and_is_all_a_hull_down_vehicle_has() -> None:
    mech = {"specials": ["TUR(2/2/1)"], "ov": 1}
    assert refusal(duel(mech), commands.Attack("r1", "b1", using="TUR", overheat=1)).code == "no_overheat"
    tank = {**TANK, "specials": ["TUR(2/2/1)"]}
    assert shot(tank, mine={"hull_down": True}).damage == 2


@pytest.mark.rule("AS-SPC-052")
def test_abilities_outside_the_turret_stay_outside() -> None:
    tank = {**TANK, "specials": ["TUR(2/2/1)", "AC1/1/1"]}
    fight = duel(tank, mine={"facing": 180.0})
    assert refusal(fight, commands.Attack("r1", "b1", using="AC", arc="turret")).rule == "AS-COM-033"
