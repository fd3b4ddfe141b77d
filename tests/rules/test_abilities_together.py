"""Where two abilities meet: what a rules lawyer would bring to the table (pp. 76-91)."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.c3 import linked
from lancemate.alphastrike.abilities.electronics import hostile_fields
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Network
from rules.duel import ELEMENTALS, HIT, TANK, duel, part
from rules.harm import strike
from rules.table import attack, battle, end, number, refusal, unit

ALL = ("optional_abilities",)
QUIET = (6, 1, 2, 1)


def with_(*codes: str, **card: Any) -> dict[str, Any]:
    return {"specials": list(codes), **card}


def decided(fight: Battle, command: orders.Attack, *answers: str) -> Any:
    """Make an attack, answer what is asked, and return its attack event."""
    events = fight.do(command)
    for answer in answers:
        assert fight.decision is not None, answer
        events = fight.do(orders.Decide(fight.decision.side, answer))
    return next(event for event in events if event.type == "attack")


@pytest.mark.rule("AS-SPC-124", "AS-SPC-012", "AS-SPC-006")
def test_point_defense_halves_before_the_anti_missile_system_and_both_before_armor() -> None:
    """SRM4: AMS takes a point (3), point defense half of that (1); armor that halves leaves nothing of it."""
    fight = duel(with_("SRM4/4"), with_("PNT2", "AMS", armor=20), options=ALL, gap=4, dice=(6, 5))
    shot = decided(fight, orders.Attack("r1", "b1", using="SRM"), "1")
    assert (part(shot, "AS-SPC-012"), part(shot, "AS-SPC-124"), shot.damage) == (-1, -2, 1)
    hard = duel(with_("SRM4/4"), with_("PNT2", "AMS", "BRA", armor=20), options=ALL, gap=4, dice=(6, 5))
    assert decided(hard, orders.Attack("r1", "b1", using="SRM"), "1").damage == 0


@pytest.mark.rule("AS-SPC-119", "AS-SPC-124")
def test_a_beacon_helps_the_missiles_before_point_defense_thins_them_out() -> None:
    marked = {"notes": {"narc": True}}
    fight = duel(with_("SNARC1", "SRM2/2"), with_("PNT1"), options=ALL, gap=4, other=marked, dice=(6, 5))
    assert decided(fight, orders.Attack("r1", "b1", using="SRM"), "1").damage == 1  # half of 2 and 1


@pytest.mark.rule("AS-SPC-119", "AS-SPC-139")
def test_a_decoy_jammer_takes_away_the_ecm_that_hid_a_beacon() -> None:
    fight = duel(
        with_("DJ", "SNARC1", "SRM2/2"),
        with_("ECM"),
        options=ALL,
        gap=4,
        phase="movement",
        other={"notes": {"narc": True}},
        dice=(1, 1, *HIT),
    )
    fight.do(orders.Act("r1", "jam", "DJ"))
    end(fight, 2)
    assert attack(fight, "r1", "b1", using="SRM").damage == 3


@pytest.mark.rule("AS-SPC-140", "AS-SPC-122")
def test_a_homing_jammer_silences_a_nova_altogether() -> None:
    fight = battle(
        unit("r1", (20, 10), specials=["HJ"]),
        unit("b1", (20, 30), 180, specials=["NOVA"]),
        unit("b2", (24, 30), 180, specials=["NOVA"]),
        networks=[Network("NOVA", ("b1", "b2"))],
        phase="movement",
        options=ALL,
        dice=(1, 1, 6, 6),
    )
    assert len(linked(fight, fight.units["b2"])) == 2
    fight.do(orders.Act("r1", "jam", "HJ"))
    end(fight, 2)
    assert len(linked(fight, fight.units["b2"])) < 2
    assert [field.owner for field in hostile_fields(fight, "red")] == ["b2"]


@pytest.mark.rule("AS-SPC-155", "AS-SPC-124")
def test_a_unit_a_taser_has_stopped_defends_no_points() -> None:
    dice = (6, 5, 4, 4, *QUIET, *HIT, 3, 3)
    fight = duel(with_("MTAS1", "SRM2/2"), {**TANK, **with_("PNT4")}, options=ALL, gap=4, dice=dice)
    fight.do(orders.Attack("r1", "b1", using="MTAS"))
    end(fight, 2)
    while fight.state.phase != "combat" or fight.state.to_act != "red":
        end(fight)
    fight.do(orders.Attack("r1", "b1", using="SRM"))
    assert fight.decision is None


@pytest.mark.rule("AS-SPC-155", "AS-SPC-138")
def test_a_taser_ends_a_viral_jammer_for_good() -> None:
    fight = duel(with_("MTAS1", "ECM"), {**TANK, **with_("DJ")}, options=ALL, gap=4, dice=(6, 5, 4, 4, *QUIET))
    fight.units["b1"].notes = {"viral_jammers": {"DJ": 9}}
    fight.units["r1"].notes = {"viral_tried": {"b1:DJ": True}}
    assert hostile_fields(fight, "blue") == ()
    fight.do(orders.Attack("r1", "b1", using="MTAS"))
    end(fight, 2)
    assert len(hostile_fields(fight, "blue")) == 1


@pytest.mark.rule("AS-SPC-168", "AS-SPC-139")
def test_virtual_reality_sees_again_when_the_jammer_is_jammed() -> None:
    fight = duel(with_("VR"), with_("ECM"), options=ALL, gap=4, dice=HIT)
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-SPC-168"
    fight.units["r1"].notes = {"viral_jammers": {"DJ": 9}}
    fight.units["b1"].notes = {"viral_tried": {"r1:DJ": True}}
    with_jammer = duel(with_("VR", "DJ"), with_("ECM"), options=ALL, gap=4, dice=HIT)
    with_jammer.units["r1"].notes = fight.units["r1"].notes
    with_jammer.units["b1"].notes = fight.units["b1"].notes
    assert attack(with_jammer, "r1", "b1").hit


@pytest.mark.rule("AS-SPC-129", "AS-SPC-051")
def test_cooled_muscles_are_slow_again() -> None:
    fight = duel(with_("RHS", "TSM", ov=4), options=ALL, mine={"heat": 0}, dice=(1, 1, 6, *QUIET))
    fight.do(orders.Toggle("r1", "RHS", True))
    attack(fight, "r1", "b1", overheat=1)
    end(fight, 2)
    assert fight.units["r1"].heat == 0


@pytest.mark.rule("AS-SPC-129", "AS-SPC-137")
def test_both_coolants_in_one_end_phase() -> None:
    """Radical sinks first: heat 5 becomes 4, and the emergency coolant then 2."""
    fight = duel(with_("RHS", "ECS", ov=4), options=ALL, mine={"heat": 3}, dice=(1, 1, 6, 6, *QUIET))
    fight.do(orders.Toggle("r1", "RHS", True))
    fight.do(orders.Toggle("r1", "ECS", True))
    attack(fight, "r1", "b1", overheat=2)
    end(fight, 2)
    assert (fight.units["r1"].heat, fight.units["r1"].shutdown) == (2, False)


@pytest.mark.rule("AS-SPC-126", "AS-SPC-021", "AS-SPC-022")
def test_better_cases_need_no_die() -> None:
    for better in ("CASE", "CASEII", "ENE"):
        fight = duel({}, with_("CASEP", better, armor=0, structure=9), options=ALL, dice=(1, 1, 4, 5))
        strike(fight, "b1", 1)
        assert "roll" not in [event.type for event in fight.journal.events], better
        assert fight.units["b1"].doomed is None


@pytest.mark.rule("AS-SPC-013", "AS-SPC-126")
def test_armored_components_come_before_any_case() -> None:
    fight = duel({}, with_("CASEP", "ARM", armor=0), options=ALL, dice=())
    strike(fight, "b1", 1)
    assert fight.units["b1"].spent == {"ARM"}


@pytest.mark.rule("AS-SPC-134", "AS-SPC-029")
def test_fire_resistant_mirrors_feel_no_heat_at_all() -> None:
    fight = duel(with_("HT2/2/2", damage="4/4/4"), with_("RFA", "FR"), options=ALL, gap=4)
    attack(fight, "r1", "b1")
    assert fight.units["b1"].heat_taken == 0


@pytest.mark.rule("AS-SPC-101", "AS-SPC-134")
def test_improved_infernos_on_mirrors_lose_half_of_their_heat() -> None:
    fight = duel(with_("IATM3/3/3", damage="4/4/4"), with_("RFA"), options=ALL, gap=4)
    shot = attack(fight, "r1", "b1", using="IATM", ammo="inferno")
    assert (shot.damage, fight.units["b1"].heat_taken) == (2, 1)  # 4 - 1 for the salvo, - 1 for the mirrors


@pytest.mark.rule("AS-SPC-109", "AS-DMG-006")
@pytest.mark.parametrize(("die", "struck"), [(5, "r2"), (4, "r1")])
def test_a_hit_on_the_carrier_may_strike_the_protomech_on_its_back(die: int, struck: str) -> None:
    proto = {"type": "PM", "size": 1, "move": '6"', "armor": 9, "structure": 2, "specials": ["MCS"]}
    fight = battle(
        unit("r1", (20, 20), armor=9),
        unit("r2", state={"aboard": "r1", "riding": True}, **proto),
        unit("b1", (20, 30)),
        options=ALL,
        dice=(die,),
    )
    strike(fight, "r1", 2)
    assert fight.units[struck].armor == 7


@pytest.mark.rule("AS-SPC-078", "AS-SPC-138")
def test_a_booby_trap_takes_its_own_jammer_with_it() -> None:
    fight = duel(with_("BT", "DJ"), with_("ECM"), options=ALL, gap=10, phase="movement", dice=(1, 1, *QUIET))
    fight.do(orders.Act("r1", "jam", "DJ"))
    end(fight, 2)
    assert hostile_fields(fight, "red") == ()
    fight.do(orders.Act("r1", "detonate", "BT"))
    end(fight, 2)
    assert fight.units["r1"].destroyed
    assert len(hostile_fields(fight, "red")) == 1


@pytest.mark.rule("AS-SPC-158", "AS-SPC-157")
def test_battle_armor_riding_outside_cannot_be_aimed_at_nor_fire_its_taser() -> None:
    fight = battle(
        unit("r1", (20, 20)),
        unit("r2", state={"aboard": "r1", "riding": True}, **{**ELEMENTALS, "specials": ["XMEC", "BTAS2"]}),
        unit("b1", (20, 25), 180, specials=["TSEMP1"]),
        options=ALL,
    )
    assert refusal(fight, orders.Attack("r2", "b1", using="BTAS")).rule == "AS-MOV-072"
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r2", using="TSEMP")).rule in ("AS-MOV-072", "AS-COM-005")


@pytest.mark.rule("AS-SPC-156", "AS-HEA-014")
def test_a_taser_is_a_weapon_and_keeps_its_unit_hot() -> None:
    fight = duel(with_("MTAS1"), options=ALL, gap=4, mine={"heat": 2}, dice=(1, 1, *QUIET))
    fight.do(orders.Attack("r1", "b1", using="MTAS"))
    end(fight, 2)
    assert fight.units["r1"].heat == 2


@pytest.mark.rule("AS-SPC-140", "AS-SPC-119", "AS-SPC-102")
@pytest.mark.parametrize(("code", "harder"), [("SNARC", 1), ("INARC", None)])
def test_a_homing_jammer_leads_beacons_astray_but_not_improved_ones(code: str, harder: int | None) -> None:
    fight = duel(with_(f"{code}1"), with_("HJ"), options=ALL, gap=4, dice=HIT)
    fight.units["b1"].notes = {"viral_jammers": {"HJ": 9}}
    fight.units["r1"].notes = {"viral_tried": {"b1:HJ": True}}
    shot = next(one for one in fight.do(orders.Attack("r1", "b1", using=code)) if one.type == "attack")
    assert number(shot, "AS-SPC-140") == harder
