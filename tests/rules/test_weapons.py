"""Weapon attacks: who may shoot at what and with what (pp. 40-45, 76-79)."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import attack, battle, end, number, refusal, unit

BASE = 1.25

TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "damage": "3/3/2", "specials": []}
FOOT: dict[str, Any] = {"type": "CI", "size": 1, "move": '4"f', "damage": "3/1/-"}
PROTO: dict[str, Any] = {"type": "PM", "size": 1, "move": '8"', "damage": "3/1/0*"}
HITS = [6, 5, *[1] * 8]  # a sure hit, then dice that bring nothing


def duel(gap: float = 10.0, *, dice: list[int] | None = None, moved: str = "ground", **card: Any) -> Battle:
    """r1 looks east at b1, which faces it."""
    fight = battle(
        unit("r1", (5, 20), 90, **card),
        unit("b1", (5 + BASE + gap, 20), 270),
        dice=dice or HITS,
        options=["optional_abilities"],
    )
    fight.units["r1"].moved = moved
    return fight


# -- one attack a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-001", "AS-INT-062")
def test_one_attack_per_unit_and_turn():
    fight = duel()
    attack(fight, "r1", "b1")
    refused = refusal(fight, commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("already_attacked", "AS-COM-001")
    end(fight)
    attack(fight, "b1", "r1")  # the other side has its own


@pytest.mark.rule("AS-COM-001")
def test_a_unit_may_pass_and_then_has_had_its_turn():
    fight = duel()
    fight.do(commands.Pass("r1"))
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_passed"


@pytest.mark.rule("AS-COM-001")
def test_only_units_on_the_table_attack():
    fight = battle(unit("r1"), unit("b1", (20, 20)), unit("r2", (5, 5)))
    refused = refusal(fight, commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("not_on_table", "AS-COM-001")


@pytest.mark.rule("AS-COM-003")
def test_a_declaration_names_attacker_target_nature_and_overheat_and_is_resolved_at_once():
    fight = duel(dice=[6, 5])
    events = fight.do(commands.Attack("r1", "b1", "weapon", overheat=1))
    shot = next(event for event in events if event.type == "attack")
    assert (shot.attacker, shot.target, shot.kind, shot.overheat) == ("r1", "b1", "weapon", 1)
    assert [event.type for event in events][:2] == ["attack", "damage"]
    assert fight.units["b1"].armor == 6 - 4
    unknown = refusal(duel(), commands.Attack("r1", "b1", "glare"))
    assert (unknown.code, unknown.rule) == ("unknown_kind", "AS-COM-003")


@pytest.mark.rule("AS-COM-004")
def test_the_loser_of_the_initiative_resolves_everything_first():
    fight = battle(unit("r1", (5, 20), 90), unit("b1", (15, 20), 270), first="blue")
    assert refusal(fight, commands.Attack("r1", "b1")).code == "not_your_turn"
    attack(fight, "b1", "r1")
    end(fight)
    attack(fight, "r1", "b1")


@pytest.mark.rule("AS-MOV-058")
@pytest.mark.parametrize(("kind", "gap"), [("weapon", 10.0), ("physical", 0.5)])
def test_who_sprinted_does_not_attack(kind, gap):
    refused = refusal(duel(gap, moved="sprint"), commands.Attack("r1", "b1", kind))
    assert (refused.code, refused.rule) == ("sprinted", "AS-MOV-058")
    assert duel(gap).refusal_of(commands.Attack("r1", "b1", kind)) is None


# -- valid targets --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-005")
def test_valid_targets():
    fight = battle(
        unit("r1", (5, 20), 90),
        unit("r2", (12, 24), 90),
        unit("b1", (15, 20)),
        unit("b2"),
        terrain=[{"id": "hall", "kind": "building", "height": 2, "rect": [12, 14, 3, 3]}],
    )
    for target in ("r2", "r1", "b2", commands.PointTarget((15.0, 15.0))):
        refused = refusal(fight, commands.Attack("r1", target))
        assert (refused.code, refused.rule) == ("not_a_target", "AS-COM-005")
    unknown = refusal(fight, commands.Attack("r1", "castle"))
    assert (unknown.code, unknown.rule) == ("unknown_target", "AS-COM-005")
    assert attack(fight, "r1", "hall").target == "hall"
    assert attack(fight, "r2", "b1").target == "b1"


@pytest.mark.rule("AS-COM-005")
def test_a_unit_marked_as_destroyed_this_phase_may_still_be_shot_at():
    fight = duel()
    fight.units["b1"].doomed = "structure gone"
    assert attack(fight, "r1", "b1").target == "b1"


# -- special weapon attacks -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-005", "AS-DMG-013")
@pytest.mark.parametrize(
    ("special", "using", "damage"),
    [("AC2/2/1", "AC", 2), ("LRM1/1/2", "LRM", 1), ("SRM2/1", "SRM", 1), ("IATM1/1/1", "IATM", 1)],
)
def test_one_ability_in_place_of_all_weapons(special, using, damage):
    fight = duel(specials=[special])
    shot = attack(fight, "r1", "b1", using=using)
    assert (shot.using, shot.damage) == (using, damage)
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_attacked"
    assert attack(duel(specials=[special]), "r1", "b1").damage == 3


@pytest.mark.rule("AS-SPC-005")
def test_abilities_that_are_not_fired_by_themselves():
    fight = duel(specials=["ECM", "LRM1/1/1"])
    refused = refusal(fight, commands.Attack("r1", "b1", using="ECM"))
    assert (refused.code, refused.rule) == ("not_a_weapon", "AS-SPC-005")
    assert "LRM" in refused.message
    missing = refusal(fight, commands.Attack("r1", "b1", using="SRM"))
    assert missing.code == "no_such_ability"


@pytest.mark.rule("AS-COM-061")
def test_an_ability_needs_damage_at_the_range_too():
    fight = duel(30.0, specials=["SRM2/2"])
    assert refusal(fight, commands.Attack("r1", "b1", using="SRM")).rule == "AS-COM-061"


@pytest.mark.rule("AS-SPC-031")
def test_heat_alone_where_the_weapons_do_no_damage():
    hot = {"damage": "0/3/2", "specials": ["HT2/1/-"]}
    fight = duel(4.0, dice=[6, 5], **hot)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-061"
    shot = attack(fight, "r1", "b1", using="HT")
    assert (shot.using, shot.damage) == ("HT", 0)
    assert fight.units["b1"].heat_taken == 2
    medium = refusal(duel(10.0, **hot), commands.Attack("r1", "b1", using="HT"))
    assert (medium.code, medium.rule) == ("not_a_weapon", "AS-SPC-031")
    assert (
        refusal(duel(30.0, **{**hot, "damage": "0/3/0"}), commands.Attack("r1", "b1", using="HT")).rule == "AS-COM-061"
    )


@pytest.mark.rule("AS-SPC-050", "AS-COM-021")
def test_torpedoes_alone_or_with_the_guns_of_a_submerged_unit():
    pond = [{"kind": "water", "depth": 4, "rect": [0, 5, 60, 30]}]
    boat = {**TANK, "move": '6"s', "damage": "2/2/2", "specials": ["TOR3/3"]}

    def shot(using: str | None) -> Any:
        fight = battle(
            unit("r1", (5, 20), 90, **boat), unit("b1", (8, 20), 270, armor=20), terrain=pond, dice=[6, 5, *[1] * 8]
        )
        fight.units["r1"].elevation = -4.0
        return attack(fight, "r1", "b1", using=using)

    assert shot("TOR").damage == 3
    assert shot(None).damage == 4  # 2 halved, and 3


# -- REAR -----------------------------------------------------------------------------------------------------

ATLAS: dict[str, Any] = {"size": 4, "damage": "3/3/3", "ov": 2, "specials": ["OVL", "REAR1/1/-"]}


def atlas(rear: float = 4.0, dice: list[int] | None = None, **card: Any) -> Battle:
    """Facing east between b1 at medium range ahead and b2 so many inches behind, both facing it."""
    return battle(
        unit("r1", (30, 20), 90, **{**ATLAS, **card}),
        unit("b1", (42, 20), 270, armor=20),
        unit("b2", (30 - BASE - rear, 20), 90, armor=20),
        dice=dice or [6, 5, 6, 5],
    )


@pytest.mark.rule("AS-SPC-045", "AS-COM-068", "AS-COM-001")
def test_rear_weapons_and_forward_weapons_declared_together():
    fight = atlas()
    events = fight.do(commands.Attack("r1", "b1", overheat=2, rear="b2"))
    forward, behind = [event for event in events if event.type == "attack"]
    assert (forward.target, forward.damage, forward.using) == ("b1", 3 - 1 + 2, None)
    assert (behind.target, behind.damage, behind.using, behind.overheat) == ("b2", 1, "REAR", 0)
    assert number(behind, "AS-COM-068") == 1
    assert number(behind, "AS-COM-066") is None
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_attacked"
    assert refusal(fight, commands.Attack("r1", "b2", using="REAR")).code == "already_attacked"


@pytest.mark.rule("AS-SPC-045")
def test_rear_weapons_first_take_their_share_even_when_they_miss():
    fight = atlas(dice=[1, 1, 6, 5])
    assert not attack(fight, "r1", "b2", using="REAR").hit
    assert attack(fight, "r1", "b1").damage == 2


@pytest.mark.rule("AS-SPC-045")
def test_rear_weapons_after_a_full_forward_attack_come_too_late():
    fight = atlas()
    assert attack(fight, "r1", "b1").damage == 3
    refused = refusal(fight, commands.Attack("r1", "b2", using="REAR"))
    assert (refused.code, refused.rule) == ("declare_together", "AS-SPC-045")


@pytest.mark.rule("AS-SPC-045")
def test_rear_weapons_take_their_share_of_any_other_shot_and_none_of_a_blow():
    fight = atlas(specials=["REAR1/1/-", "LRM2/2/2"])
    attack(fight, "r1", "b2", using="REAR")
    assert attack(fight, "r1", "b1", using="LRM").damage == 1
    beside = battle(unit("r1", (30, 20), 90, **ATLAS), unit("b1", (31.5, 20)), unit("b2", (20, 20)))
    refused = refusal(beside, commands.Attack("r1", "b1", "physical", rear="b2"))
    assert (refused.code, refused.rule) == ("declare_together", "AS-SPC-045")


@pytest.mark.rule("AS-SPC-045", "AS-COM-061")
def test_rear_weapons_need_reach():
    refused = refusal(atlas(rear=26.0), commands.Attack("r1", "b2", using="REAR"))
    assert refused.rule == "AS-COM-061"
    refused = refusal(atlas(rear=26.0), commands.Attack("r1", "b1", rear="b2"))
    assert refused.rule == "AS-COM-061"


@pytest.mark.rule("AS-SPC-045", "AS-COM-027")
def test_rear_weapons_fire_only_out_of_the_arc():
    refused = refusal(atlas(), commands.Attack("r1", "b1", using="REAR"))
    assert (refused.code, refused.rule) == ("not_behind", "AS-SPC-045")


@pytest.mark.rule("AS-SPC-045")
def test_minimal_rear_damage_takes_nothing_away():
    fight = atlas(specials=["REAR0*/-/-"], dice=[6, 5, 4, 6, 5])
    attack(fight, "r1", "b2", using="REAR")
    assert attack(fight, "r1", "b1").damage == 3


# -- hull down ------------------------------------------------------------------------------------------------


def hull_down(gap: float, **card: Any) -> Battle:
    fight = duel(gap, **card)
    fight.units["r1"].hull_down = True
    return fight


@pytest.mark.rule("AS-MOV-062")
@pytest.mark.parametrize(
    ("card", "gap", "value"),
    [
        ({"damage": "3/1/0"}, 4.0, 2),
        ({"damage": "3/1/0"}, 10.0, "0*"),
        ({"damage": "3/1/0"}, 30.0, None),
        ({"damage": "3/1/0*"}, 30.0, "0*"),
        (FOOT, 4.0, 1),
        (FOOT, 10.0, None),
        (PROTO, 4.0, 1),
        (PROTO, 30.0, None),
    ],
)
def test_hull_down_lowers_attack_values(card, gap, value):
    fight = hull_down(gap, dice=[6, 6, 4, *[1] * 8], **card)
    if value is None:
        assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-COM-061"
        return
    shot = attack(fight, "r1", "b1")
    assert shot.damage == (1 if value == "0*" else value)
    assert shot.damage_roll == ((4,) if value == "0*" else ())


@pytest.mark.rule("AS-MOV-062")
def test_hull_down_lowers_special_attacks_but_not_blows():
    assert attack(hull_down(10.0, specials=["LRM2/2/2"]), "r1", "b1", using="LRM").damage == 1
    assert attack(hull_down(0.5), "r1", "b1", kind="physical").damage == 3


@pytest.mark.rule("AS-MOV-062")
def test_hull_down_lowers_the_heat_that_an_attack_brings():
    fight = hull_down(4.0, specials=["HT2/1/0"])
    attack(fight, "r1", "b1")
    assert fight.units["b1"].heat_taken == 1


@pytest.mark.rule("AS-MOV-062")
def test_a_hull_down_vehicle_fires_its_turret_only():
    refused = refusal(hull_down(10.0, **TANK), commands.Attack("r1", "b1"))
    assert (refused.code, refused.rule) == ("hull_down", "AS-MOV-062")
    turret = {**TANK, "specials": ["LRM1/1/1", "TUR(2/2/1, AC1/1/1)"]}
    shot = attack(hull_down(10.0, **turret), "r1", "b1")
    assert (shot.using, shot.damage) == ("TUR", 2)
    assert attack(hull_down(10.0, **turret), "r1", "b1", using="AC").damage == 1
    assert refusal(hull_down(10.0, **turret), commands.Attack("r1", "b1", using="LRM")).rule == "AS-MOV-062"
