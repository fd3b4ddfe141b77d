"""Coolant, point defense, viral jammers and networks of the optional section (pp. 82-90)."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.c3 import linked
from lancemate.alphastrike.abilities.electronics import hostile_fields
from lancemate.alphastrike.abilities.probes import probes_of
from lancemate.alphastrike.asking.offers import deeds, toggles
from lancemate.alphastrike.combat.attack import Attack, modifiers
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Network
from lancemate.kernel.errors import InputError
from rules.duel import HIT, MISS, duel, part
from rules.table import attack, battle, end, number, refusal, unit

ALL = ("optional_abilities",)
QUIET = (6, 1, 2, 1)


def types(fight: Battle) -> list[str]:
    return [event.type for event in fight.journal.events]


# -- coolant --------------------------------------------------------------------------------------------------


def hot(code: str, heat: int, *dice: int, overheat: int = 1, plan: bool = True) -> Battle:
    """A 'Mech of so much heat fires with overheat, and flushes in the End Phase."""
    fight = duel({"specials": [code], "ov": 4}, options=ALL, mine={"heat": heat}, dice=(*MISS, *dice, *QUIET))
    if plan:
        fight.do(orders.Toggle("r1", code, True))
    attack(fight, "r1", "b1", overheat=overheat)
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-SPC-129")
@pytest.mark.parametrize(("die", "heat", "spent"), [(2, 1, False), (6, 1, False), (1, 2, True)])
def test_radical_heat_sinks_take_a_level_off(die: int, heat: int, spent: bool) -> None:
    fight = hot("RHS", 1, die)
    assert fight.units["r1"].heat == heat
    assert ("RHS" in fight.units["r1"].spent) is spent


@pytest.mark.rule("AS-SPC-129")
def test_nothing_to_cool_takes_no_die_and_lost_sinks_cannot_be_used() -> None:
    cold = duel({"specials": ["RHS"]}, options=ALL, dice=QUIET)
    cold.do(orders.Toggle("r1", "RHS", True))
    end(cold, 2)
    assert types(cold).count("roll") == 0
    used = duel({"specials": ["RHS"]}, options=ALL, mine={"spent": frozenset({"RHS"})})
    assert refusal(used, orders.Toggle("r1", "RHS", True)).rule == "AS-SPC-129"
    without = hot("RHS", 1, plan=False)
    assert without.units["r1"].heat == 2


@pytest.mark.rule("AS-SPC-129", "AS-SPC-137")
@pytest.mark.parametrize("code", ["RHS", "ECS"])
def test_it_is_used_once_and_may_be_called_off(code: str) -> None:
    fight = duel({"specials": [code], "ov": 4}, options=ALL, mine={"heat": 3}, dice=(*MISS, *QUIET))
    fight.do(orders.Toggle("r1", code, True))
    fight.do(orders.Toggle("r1", code, False))
    attack(fight, "r1", "b1", overheat=1)
    end(fight, 2)
    assert fight.units["r1"].heat == 4
    assert fight.units["r1"].active(code)


@pytest.mark.rule("AS-SPC-137")
def test_emergency_coolant_saves_from_a_shutdown() -> None:
    """The ledger's example: heat 4, a roll of 3, heat 2 and no shutdown; what is above 4 is 4 first."""
    fight = hot("ECS", 3, 3)
    assert (fight.units["r1"].heat, fight.units["r1"].shutdown) == (2, False)
    hotter = hot("ECS", 3, 3, overheat=3)
    assert hotter.units["r1"].heat == 2
    cool = hot("ECS", 1)
    assert cool.units["r1"].heat == 2


@pytest.mark.rule("AS-SPC-137")
def test_a_failure_costs_the_engine() -> None:
    fight = hot("ECS", 3, 1)
    me = fight.units["r1"]
    assert (me.heat, me.shutdown, "ECS" in me.spent, "engine" in me.wounds) == (4, True, True, True)


@pytest.mark.rule("AS-SPC-129", "AS-SPC-137")
def test_switches_are_offered_to_who_has_them() -> None:
    fight = duel({"specials": ["RHS", "ECS"]}, options=ALL)
    offered = {one.command.ability for one in toggles(fight, fight.units["r1"])}  # type: ignore[union-attr]
    assert {"RHS", "ECS"} <= offered
    assert not {"RHS", "ECS"} & {one.command.ability for one in toggles(fight, fight.units["b1"])}  # type: ignore[union-attr]


# -- point defense --------------------------------------------------------------------------------------------

SRM: dict[str, Any] = {"specials": ["SRM3/3"]}


def defended(points: str, *, dice: tuple[int, ...] = (6, 5), using: str | None = "SRM", code: str = "PNT6") -> Battle:
    fight = duel(SRM, {"specials": [code]}, options=ALL, gap=4, dice=(*dice, 5, 5))
    fight.do(orders.Attack("r1", "b1", using=using))
    if fight.decision is not None:
        fight.do(orders.Decide("blue", points))
    return fight


@pytest.mark.rule("AS-SPC-124")
def test_its_owner_is_asked_before_the_dice() -> None:
    fight = duel(SRM, {"specials": ["PNT6"]}, options=ALL, gap=4)
    fight.do(orders.Attack("r1", "b1", using="SRM"))
    asked = fight.decision
    assert asked is not None
    assert (asked.kind, asked.side, asked.choices) == ("point_defense", "blue", ("0", "1", "2", "3", "4", "5", "6"))
    assert "attack" not in types(fight)


@pytest.mark.rule("AS-SPC-124")
def test_one_point_unsettles_and_halves() -> None:
    """The ledger's example: 3 points of damage at 1 more to hit, and 1 if it hits."""
    fight = defended("1")
    told = next(event for event in fight.journal.events if event.type == "attack")
    assert (number(told, "AS-SPC-124"), told.damage) == (1, 1)
    assert fight.units["b1"].notes["point_defense_used"] == 1


@pytest.mark.rule("AS-SPC-124")
def test_two_points_stop_it_and_none_do_nothing() -> None:
    fight = defended("2")
    assert "attack" not in types(fight)
    assert "attack_failed" in types(fight)
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-COM-001"
    plain = defended("0")
    told = next(event for event in plain.journal.events if event.type == "attack")
    assert (number(told, "AS-SPC-124"), told.damage) == (None, 3)


@pytest.mark.rule("AS-SPC-124")
def test_points_are_those_of_a_turn_and_of_one_attack_each() -> None:
    fight = battle(
        unit("r1", (20, 10), **SRM),
        unit("r2", (22, 10), **SRM),
        unit("b1", (21, 15), 180, specials=["PNT1"], armor=20),
        options=ALL,
        dice=(6, 5, 6, 5),
    )
    fight.do(orders.Attack("r1", "b1", using="SRM"))
    fight.do(orders.Decide("blue", "1"))
    second = attack(fight, "r2", "b1", using="SRM")
    assert fight.decision is None
    assert (number(second, "AS-SPC-124"), second.damage) == (None, 3)


@pytest.mark.rule("AS-SPC-124")
def test_standard_attacks_and_shut_down_units_are_not_asked_about() -> None:
    assert defended("0", using=None).decision is None
    fight = duel(SRM, {"specials": ["PNT6"]}, options=ALL, gap=4, other={"shutdown": True})
    fight.do(orders.Attack("r1", "b1", using="SRM"))
    assert fight.decision is None


@pytest.mark.rule("AS-SPC-124")
def test_arrow_iv_is_shot_down_over_a_point() -> None:
    fight = duel(
        {"type": "CV", "move": '6"t', "specials": ["ART-AIS1"]},
        {"specials": ["PNT2"]},
        options=ALL,
        gap=20,
    )
    fight.do(orders.Attack("r1", orders.PointTarget(fight.units["b1"].at), kind="artillery", using="ART-AIS"))
    assert fight.decision is not None
    fight.do(orders.Decide("blue", "2"))
    assert "attack_failed" in types(fight)
    assert fight.units["b1"].armor == 9


# -- RAMS -----------------------------------------------------------------------------------------------------


def guarded_pair(*dice: int) -> Battle:
    return battle(
        unit("r1", (20, 10), **SRM),
        unit("r2", (22, 10), **SRM),
        unit("b1", (20, 15), 180, armor=20),
        unit("b2", (22, 15), 180, specials=["RAMS"], armor=20),
        options=ALL,
        dice=dice,
    )


@pytest.mark.rule("AS-SPC-136")
@pytest.mark.parametrize(("answer", "damage"), [("protect", 2), ("do not", 3)])
def test_a_friend_near_by_may_be_covered(answer: str, damage: int) -> None:
    fight = guarded_pair(6, 5)
    fight.do(orders.Attack("r1", "b1"))
    asked = fight.decision
    assert asked is not None
    assert (asked.kind, asked.side, asked.unit, asked.choices) == ("rams", "blue", "b2", ("protect", "do not"))
    events = fight.do(orders.Decide("blue", answer))
    assert next(event for event in events if event.type == "attack").damage == damage


@pytest.mark.rule("AS-SPC-136")
def test_either_itself_or_friends() -> None:
    for_friends = guarded_pair(6, 5, 6, 5)
    for_friends.do(orders.Attack("r1", "b1"))
    for_friends.do(orders.Decide("blue", "protect"))
    assert attack(for_friends, "r2", "b2").damage == 3
    for_itself = guarded_pair(6, 5, 6, 5)
    own = attack(for_itself, "r2", "b2")
    assert (own.damage, part(own, "AS-SPC-136")) == (2, -1)
    assert attack(for_itself, "r1", "b1").damage == 3
    assert for_itself.decision is None


@pytest.mark.rule("AS-SPC-136")
def test_every_hit_is_asked_about_anew() -> None:
    fight = guarded_pair(6, 5, 6, 5)
    fight.do(orders.Attack("r1", "b1"))
    fight.do(orders.Decide("blue", "do not"))
    fight.do(orders.Attack("r2", "b1"))
    assert fight.decision is not None
    events = fight.do(orders.Decide("blue", "protect"))
    assert next(event for event in events if event.type == "attack").damage == 2


@pytest.mark.rule("AS-SPC-136")
def test_its_own_rear_is_open_and_misses_ask_nothing() -> None:
    back = duel(SRM, {"specials": ["RAMS"], "armor": 20}, options=ALL, gap=4, facing=0, dice=(6, 5))
    assert part(attack(back, "r1", "b1"), "AS-SPC-136") is None
    turret = {"specials": ["TUR(1/1/1, RAMS)"], "armor": 20}
    round_about = duel(SRM, turret, options=ALL, gap=4, facing=0, dice=(6, 5))
    assert part(attack(round_about, "r1", "b1"), "AS-SPC-136") == -1
    fight = guarded_pair(*MISS)
    fight.do(orders.Attack("r1", "b1"))
    assert fight.decision is None


# -- viral jammers --------------------------------------------------------------------------------------------


def jam(code: str, *specials: str, dice: tuple[int, ...] = (1, 2), **more: Any) -> Battle:
    """Red switches a jammer on; blue's unit throws for it as the Movement Phase ends."""
    fight = duel(
        {"specials": [code]},
        {"specials": list(specials)},
        options=ALL,
        phase="movement",
        dice=(*dice, *HIT, 3, 3),
        **more,
    )
    fight.do(orders.Act("r1", "jam", code))
    end(fight, 2)
    assert fight.state.phase == "combat"
    return fight


@pytest.mark.rule("AS-SPC-138", "AS-SPC-139")
@pytest.mark.parametrize(("dice", "fields"), [((4, 4), 0), ((4, 5), 1)])
def test_a_decoy_jammer_silences_ecm(dice: tuple[int, int], fields: int) -> None:
    fight = jam("DJ", "ECM", dice=dice)
    assert len(hostile_fields(fight, "red")) == fields


@pytest.mark.rule("AS-SPC-139")
def test_stealth_and_watchdogs_fail_as_well() -> None:
    fight = jam("DJ", "STL", "WAT", gap=10)
    assert number(attack(fight, "r1", "b1"), "AS-COM-080") is None
    assert probes_of(fight, fight.units["b1"]) == []
    nova = jam("DJ", "NOVA")
    assert len(hostile_fields(nova, "red")) == 1


@pytest.mark.rule("AS-SPC-140")
def test_a_homing_jammer_makes_missiles_stray() -> None:
    """Standard attacks too, of who has missiles; the other side's, and not those of who has none."""
    for codes, harder in ((("LRM1/1/1",), 1), ((), None)):
        fight = jam("HJ", *codes)
        end(fight)
        assert number(attack(fight, "b1", "r1"), "AS-SPC-140") == harder


@pytest.mark.rule("AS-SPC-140")
def test_it_cuts_networks_and_tag() -> None:
    fight = battle(
        unit("r1", (20, 10), specials=["HJ"]),
        unit("b1", (20, 30), 180, specials=["C3I"]),
        unit("b2", (24, 30), 180, specials=["C3I"]),
        networks=[Network("C3I", ("b1", "b2"))],
        phase="movement",
        options=ALL,
        dice=(1, 1, 6, 6),
    )
    assert len(linked(fight, fight.units["b2"])) == 2
    fight.do(orders.Act("r1", "jam", "HJ"))
    end(fight, 2)
    assert len(linked(fight, fight.units["b2"])) < 2


@pytest.mark.rule("AS-SPC-138")
def test_who_is_out_of_sight_or_far_away_is_spared_and_nobody_throws_twice() -> None:
    assert "roll" not in types(jam("DJ", "ECM", gap=35, dice=()))
    hill = {"kind": "hill", "height": 6, "rect": [10, 15, 20, 2]}
    assert "roll" not in types(jam("DJ", "ECM", terrain=[hill], dice=()))
    fight = duel({"specials": ["DJ"]}, {"specials": ["ECM"]}, options=ALL, phase="movement", dice=(1, 1, *QUIET))
    fight.do(orders.Act("r1", "jam", "DJ"))
    end(fight, 6)
    assert types(fight).count("roll") == 1


@pytest.mark.rule("AS-SPC-138")
def test_it_is_switched_on_before_its_side_moves_and_runs_five_turns() -> None:
    fight = duel({"specials": ["DJ"]}, {"specials": ["ECM"]}, options=ALL, phase="movement", dice=(1, 1, *QUIET * 6))
    fight.do(orders.Act("r1", "jam", "DJ"))
    assert refusal(fight, orders.Act("r1", "jam", "DJ")).rule == "AS-SPC-138"
    for turn in range(1, 6):
        assert "DJ" not in fight.units["r1"].spent, turn
        end(fight, 4)
    assert "DJ" in fight.units["r1"].spent
    assert len(hostile_fields(fight, "red")) == 1
    late = battle(
        unit("r1", (20, 10), specials=["DJ"]),
        unit("r2", (30, 10)),
        unit("b1", (20, 30)),
        unit("b2", (22, 30)),
        phase="movement",
        options=ALL,
    )
    late.do(orders.Pass("r2"))
    late.do(orders.Pass("b1"))
    assert refusal(late, orders.Act("r1", "jam", "DJ")).code == "too_late"


@pytest.mark.rule("AS-SPC-138")
def test_it_is_offered_while_it_may_be_switched_on() -> None:
    fight = duel({"specials": ["DJ", "HJ"]}, options=ALL, phase="movement")
    offered = [one.command for one in deeds(fight, fight.units["r1"])]
    assert offered == [orders.Act("r1", "jam", "DJ"), orders.Act("r1", "jam", "HJ")]
    fight.do(orders.Pass("r1"))
    assert not list(deeds(fight, fight.units["r1"]))


@pytest.mark.rule("AS-SPC-138")
def test_a_jammer_that_shuts_down_is_done() -> None:
    fight = jam("DJ", "ECM")
    fight.units["r1"].shutdown = True
    assert len(hostile_fields(fight, "red")) == 1


# -- Nova -----------------------------------------------------------------------------------------------------


def novas(*enemy: str, kind: str = "NOVA", codes: str = "NOVA") -> Battle:
    return battle(
        unit("r1", (20, 10), specials=[codes]),
        unit("r2", (24, 10), specials=[codes]),
        unit("b1", (20, 18), 180, specials=list(enemy)),
        networks=[Network(kind, ("r1", "r2"))],
        options=ALL,
    )


@pytest.mark.rule("AS-SPC-122")
def test_a_nova_jams_probes_and_links() -> None:
    fight = novas()
    assert len(linked(fight, fight.units["r1"])) == 2
    assert [field.reach for field in hostile_fields(fight, "blue")] == [12.0, 12.0]  # from the edge of its base
    assert probes_of(fight, fight.units["r1"]) == ["NOVA"]


@pytest.mark.rule("AS-SPC-122")
@pytest.mark.parametrize(("enemy", "members"), [("ECM", 2), ("AECM", 2), ("NOVA", 1)])
def test_only_a_hostile_nova_cuts_its_network(enemy: str, members: int) -> None:
    assert len(linked(novas(enemy), novas(enemy).units["r1"])) == members
    ring = novas(enemy, kind="C3I", codes="C3I")
    assert len(linked(ring, ring.units["r1"])) == 1


@pytest.mark.rule("AS-SPC-122")
def test_three_units_with_nova_at_most() -> None:
    four = [unit(f"r{n}", (10 + 3 * n, 10), specials=["NOVA"]) for n in range(1, 5)]
    with pytest.raises(InputError, match="AS-SPC-122"):
        battle(*four, unit("b1", (20, 30)), networks=[Network("NOVA", ("r1", "r2", "r3", "r4"))], options=ALL)
    with pytest.raises(InputError, match="AS-SPC-122"):
        novas(codes="C3I")


# -- computers for robots and ships ---------------------------------------------------------------------------


def helped(fight: Battle, name: str, rule: str) -> int | None:
    parts = modifiers(Attack(fight, orders.Attack(name, "b1")))
    values = [each.value for each in parts if each.rule == rule]
    return values[0] if values else None


@pytest.mark.rule("AS-SPC-067", "AS-SPC-144")
def test_tactical_analysis_serves_as_many_robots_as_it_can() -> None:
    robots = [unit(f"r{n}", (10 + 4 * n, 10), specials=["RBT" if n % 2 else "SDCS"]) for n in range(1, 3)]
    setup = (*robots, unit("r3", (30, 10), specials=["ATAC1"]), unit("b1", (20, 20), 180, armor=30))
    fight = battle(*setup, options=ALL, dice=(*HIT, *HIT))
    assert [helped(fight, name, "AS-SPC-067") for name in ("r1", "r2", "r3")] == [-1, -1, None]
    attack(fight, "r1", "b1")
    assert helped(fight, "r2", "AS-SPC-067") is None
    jammed = battle(*setup[:3], unit("b1", (20, 20), 180, specials=["JAM"]), options=ALL)
    assert helped(jammed, "r1", "AS-SPC-067") is None
    for away, value in ((60.5, -1), (59.5, None)):
        other = unit("b2", (14 + away + 1.25, 10), specials=["JAM"])
        far = battle(*setup[:3], unit("b1", (20, 20), 180), other, options=ALL, width=120)
        assert helped(far, "r1", "AS-SPC-067") == value


SHIP: dict[str, Any] = {"type": "DA", "move": "6a", "specials": ["NC3"], "size": 3, "threshold": 3}


@pytest.mark.rule("AS-SPC-121", "AS-SPC-144")
def test_naval_c3_helps_ships_in_the_air() -> None:
    def fleet(*enemy: str) -> Battle:
        fight = battle(
            unit("r1", (20, 10), **SHIP),
            unit("r2", (30, 10), **SHIP),
            unit("b1", (20, 30), 180, **{**SHIP, "specials": list(enemy)}),
            networks=[Network("NC3", ("r1", "r2"))],
            options=ALL,
        )
        for one in fight.units.values():
            one.airborne = True
        return fight

    assert helped(fleet("ECM"), "r1", "AS-SPC-121") == -1
    assert helped(fleet("JAM"), "r1", "AS-SPC-121") is None
    alone = fleet()
    alone.units["r2"].shutdown = True
    assert helped(alone, "r1", "AS-SPC-121") is None
    with pytest.raises(InputError, match="AS-SPC-121"):
        battle(
            unit("r1", (20, 10), **SHIP),
            unit("r2", (30, 10)),
            unit("b1", (20, 30)),
            networks=[Network("NC3", ("r1", "r2"))],
            options=ALL,
        )
