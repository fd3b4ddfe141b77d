"""Abilities that are weapons, or ways to fire them (pp. 78-79)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.duel import HIT, MISS, QUIET, TANK, VTOL, duel, shot
from rules.table import attack, battle, end, number, refusal, unit

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
def test_a_number_nobody_can_reach_throws_no_dice_and_nothing_bursts() -> None:
    fight = flak((), red={"skill": 8}, other={**FLYING, "moved": "jump"}, blue={**VTOL, "tmm": 2})
    made = next(event for event in fight.journal.events if event.type == "attack")
    assert (made.target_number, made.hit, made.roll) == (14, False, ())
    assert fight.units["b1"].armor == 9


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
