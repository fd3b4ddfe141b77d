"""Armor of the optional section (pp. 83-88): what each kind does to what strikes it."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from rules.duel import FOOT, HIT, VTOL, duel, part, shot
from rules.flights import fighter, sky
from rules.harm import strike
from rules.table import attack, unit
from rules.test_support import support_battle, use

ALL = ("optional_abilities",)
GUNS: dict[str, Any] = {"damage": "5/4/2", "specials": ["AC2/2/0"]}


def hurt(red: dict[str, Any], code: str, **more: Any) -> Any:
    """One shot at a 'Mech with such armor."""
    return shot(red, {"specials": [code], "armor": 20}, options=ALL, dice=(*HIT, 4, 5), **more)


def rolls(fight: Battle) -> list[tuple[str, list[int]]]:
    return [
        (event.result, [each.value for each in event.modifiers])
        for event in fight.journal.events
        if event.type == "critical"
    ]


# -- ballistic-reinforced armor -------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-073")
def test_ballistic_reinforced_armor_halves_shells_and_missiles() -> None:
    """The examples of the book: 5 becomes 2, an AC value of 2 becomes 1; the derived one: 1 becomes nothing."""
    whole = hurt(GUNS, "BRA", gap=4)
    assert (whole.damage, part(whole, "AS-SPC-073")) == (2, -3)
    assert hurt(GUNS, "BRA", using="AC").damage == 1
    assert hurt({"damage": "1/1/1", "specials": ["SRM1/1"]}, "BRA", gap=4).damage == 0


@pytest.mark.rule("AS-SPC-073")
def test_it_needs_a_value_at_the_range_of_the_shot() -> None:
    assert hurt(GUNS, "BRA", gap=30).damage == 2
    assert hurt({"damage": "5/4/2"}, "BRA", gap=4).damage == 5
    assert hurt({"damage": "3/3/3", "specials": ["TUR(2/2/2, LRM1/1/1)"]}, "BRA", gap=30).damage == 1
    assert hurt({"damage": "3/3/3", "specials": ["IF1"]}, "BRA", gap=4).damage == 1


@pytest.mark.rule("AS-SPC-073", "AS-DMG-011")
def test_minimal_damage_is_lost_in_it() -> None:
    """Where a rule rounds, 0* becomes nothing."""
    event = shot(
        {"damage": "0*/0*/0*", "specials": ["LRM1/1/1"]}, {"specials": ["BRA"]}, options=ALL, dice=(*HIT, 6), gap=4
    )
    assert event.damage == 0


@pytest.mark.rule("AS-SPC-073", "AS-SPC-004")
def test_without_the_optional_abilities_it_is_plain_armor() -> None:
    assert shot(GUNS, {"specials": ["BRA"], "armor": 20}, gap=4).damage == 5


# -- impact-resistant armor -----------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-100")
def test_impact_resistant_armor_takes_a_point_off_blows() -> None:
    kick = hurt({"size": 3}, "IRA", kind="physical", gap=0)
    assert (kick.damage, part(kick, "AS-SPC-100")) == (2, -1)
    assert hurt({"size": 1}, "IRA", kind="physical", gap=0).damage == 1
    assert part(hurt({}, "IRA"), "AS-SPC-100") is None


@pytest.mark.rule("AS-SPC-100")
def test_its_own_fall_from_above_costs_a_point_less() -> None:
    fight = thrown("dfa", "IRA")
    assert fight.units["r1"].armor == 6 - 2


def thrown(kind: str, code: str) -> Battle:
    """A 'Mech of Size 3 with such armor has thrown itself at another, and struck it."""
    come = {"declared": (kind, "b1"), "moved": "jump" if kind == "dfa" else "ground", "inches": 6.0}
    fight = duel(
        {"move": '8"j', "specials": [code]}, {"armor": 30}, gap=0, mine=come, options=ALL, dice=(6, 5, 4, 5, 4, 5)
    )
    attack(fight, "r1", "b1", kind=kind)
    return fight


@pytest.mark.rule("AS-SPC-100")
def test_a_critical_result_beyond_the_table_is_an_engine_hit() -> None:
    """The ledger's example: a natural 12 is 13, an engine hit, not the end of the 'Mech."""
    fight = duel({}, {"specials": ["IRA"], "armor": 0}, options=ALL, dice=(6, 6))
    strike(fight, "b1", 1)
    assert rolls(fight) == [("engine", [1])]
    assert fight.units["b1"].doomed is None


@pytest.mark.rule("AS-SPC-100")
def test_hulls_open_sooner() -> None:
    space = {"atmosphere": "vacuum"}
    fight = duel({}, {"specials": ["IRA"]}, options=ALL, dice=(3, 4, 4, 5), conditions=space)
    strike(fight, "b1", 1)
    assert rolls(fight) == [("fire_control", [1])]
    plain = duel({}, {}, options=ALL, dice=(3, 4), conditions=space)
    strike(plain, "b1", 1)
    assert rolls(plain) == []


# -- reactive armor -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-131")
def test_reactive_armor_halves_what_is_missiles() -> None:
    """4 with SRM2/2 among it: 3, the book's own; LRM1/1/1 alone still does its point."""
    whole = hurt({"damage": "4/4/4", "specials": ["SRM2/2"]}, "RCA", gap=4)
    assert (whole.damage, part(whole, "AS-SPC-131")) == (3, -1)
    assert hurt({"specials": ["LRM1/1/1"]}, "RCA", using="LRM", gap=4).damage == 1
    both = hurt({"damage": "5/5/5", "specials": ["SRM2/2", "LRM1/1/1"]}, "RCA", gap=4)
    assert both.damage == 3
    assert hurt({"damage": "4/4/4", "specials": ["IF2"]}, "RCA", gap=4).damage == 4


@pytest.mark.rule("AS-SPC-131")
def test_reactive_armor_halves_explosions() -> None:
    """A Long Tom does 1 instead of 3."""
    fight = duel(
        {"type": "CV", "move": '6"t', "specials": ["ART-LT"]},
        {"specials": ["RCA"]},
        options=ALL,
        dice=(*HIT, 4, 5),
        gap=20,
    )
    attack(fight, "r1", "b1", kind="artillery", using="ART-LT")
    assert fight.units["b1"].armor == 9 - 1


@pytest.mark.rule("AS-SPC-131", "AS-SPC-134")
@pytest.mark.parametrize(
    ("code", "using", "target", "damage"),
    [
        ("RCA", "long_tom", (24, 30), 1),
        ("RFA", "long_tom", (24, 30), 6),
        ("RFA", "heavy_strike", "b1", 1),
        ("RFA", "strafing", ((24, 26), (24, 36)), 1),
        ("RCA", "heavy_strike", "b1", 2),
    ],
)
def test_support_meets_armor_as_well(code: str, using: str, target: Any, damage: int) -> None:
    fight = support_battle(
        unit("r1", (10, 10)),
        unit("b1", (24, 30), specials=[code], armor=20),
        red=(using,),
        options=frozenset(ALL),
        dice=[6, 5],
    )
    use(fight, using, target)
    assert fight.units["b1"].armor == 20 - damage


# -- reflective armor -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-134")
def test_reflective_armor_and_flamers() -> None:
    """The book's own: 4 with HT2 do 3 and a point of heat."""
    event = hurt({"damage": "4/4/4", "specials": ["HT2/2/2"]}, "RFA", gap=4)
    assert (event.damage, part(event, "AS-SPC-134")) == (3, -1)
    fight = duel({"damage": "4/4/4", "specials": ["HT2/2/2"]}, {"specials": ["RFA"]}, options=ALL, gap=4)
    attack(fight, "r1", "b1")
    assert fight.units["b1"].heat_taken == 1


@pytest.mark.rule("AS-SPC-134")
def test_energy_weapons_do_half_and_blows_twice_as_much() -> None:
    assert hurt({"damage": "5/5/5", "specials": ["ENE"]}, "RFA").damage == 2
    assert hurt({"damage": "1/1/1", "specials": ["ENE"]}, "RFA").damage == 1
    assert hurt({"size": 3}, "RFA", kind="physical", gap=0).damage == 6
    assert hurt({"damage": "1/1/1"}, "RFA").damage == 1
    assert hurt({"damage": "3/3/3", "specials": ["FLK1/1/1"]}, "RFA").damage == 6


@pytest.mark.rule("AS-SPC-134")
def test_heat_is_halved_before_it_becomes_damage() -> None:
    event = shot(
        {"damage": "4/4/4", "specials": ["HT3/3/3"]},
        {"type": "CV", "move": '6"t', "specials": ["RFA"], "armor": 20},
        options=ALL,
        gap=4,
        dice=(*HIT, 4, 3),
    )
    assert (event.damage, part(event, "AS-DMG-015")) == (3 + 1, 1)


@pytest.mark.rule("AS-SPC-134")
def test_critical_rolls_on_it_are_two_worse() -> None:
    """The ledger's example: a natural 11 is 13, an engine hit."""
    fight = duel({}, {"specials": ["RFA"], "armor": 0}, options=ALL, dice=(6, 5))
    strike(fight, "b1", 1)
    assert rolls(fight) == [("engine", [2])]


@pytest.mark.rule("AS-SPC-134")
def test_its_own_charge_hurts_twice_as_much() -> None:
    assert thrown("charge", "RFA").units["r1"].armor == 6 - 2


# -- re-engineered lasers and critical-resistant units --------------------------------------------------------


@pytest.mark.rule("AS-SPC-133")
def test_re_engineered_lasers_see_through_mirrors() -> None:
    assert hurt({"damage": "5/5/5", "specials": ["ENE", "REL"]}, "RFA").damage == 5
    assert hurt({"damage": "3/3/3", "specials": ["REL"]}, "RFA").damage == 3
    assert hurt({"size": 3, "specials": ["REL"]}, "RFA", kind="physical", gap=0).damage == 6
    fight = duel({"specials": ["HT2/2/2", "REL"]}, {"specials": ["RFA"]}, options=ALL, gap=4)
    attack(fight, "r1", "b1")
    assert fight.units["b1"].heat_taken == 2


@pytest.mark.rule("AS-SPC-086")
def test_critical_resistant_units_take_two_off() -> None:
    """A natural 12 is 10, a natural 3 nothing."""
    for dice, result in (((6, 6), "fire_control"), ((1, 2), "none")):
        fight = duel({}, {"specials": ["CR"], "armor": 0}, options=ALL, dice=dice)
        strike(fight, "b1", 1)
        assert rolls(fight) == [(result, [-2])]


@pytest.mark.rule("AS-SPC-133")
def test_against_re_engineered_lasers_only_one() -> None:
    fight = duel({"specials": ["REL"]}, {"specials": ["CR"], "armor": 0}, options=ALL, dice=(*HIT, 6, 6))
    attack(fight, "r1", "b1")
    assert rolls(fight) == [("engine", [-2, 1])]


@pytest.mark.rule("AS-SPC-086", "AS-SPC-134")
def test_armor_that_helps_and_armor_that_does_not_add_up() -> None:
    fight = duel({}, {"specials": ["CR", "RFA"], "armor": 0}, options=ALL, dice=(6, 6))
    strike(fight, "b1", 1)
    assert rolls(fight) == [("unit_destroyed", [-2, 2])]


@pytest.mark.rule("AS-SPC-131", "AS-SPC-134")
def test_area_attacks_on_riders_and_infantry_do_not_mind() -> None:
    assert shot({"damage": "3/3/3"}, {**FOOT, "armor": 9}, options=ALL, gap=4, dice=HIT).damage == 3


@pytest.mark.rule("AS-SPC-131", "AS-SPC-134", "AS-SPC-030")
@pytest.mark.parametrize(("code", "damage"), [("RCA", 1), ("RFA", 4)])
def test_flak_is_explosive(code: str, damage: int) -> None:
    """Fired alone at what flies, or bursting near it after a miss."""
    flyer = {**VTOL, "specials": [code], "armor": 20}
    up = {"airborne": True, "elevation": 4.0}
    guns = {"specials": ["FLK2/2/2"]}
    direct = duel(guns, flyer, options=ALL, other=up, dice=(6, 6, 3, 3, 3, 3, 3, 3))
    assert attack(direct, "r1", "b1", using="FLK").damage == damage
    near = duel(guns, flyer, options=ALL, other=up, dice=(3, 4, 3, 3))
    shot = attack(near, "r1", "b1")
    assert (shot.hit, near.units["b1"].armor) == (False, 20 - damage)


# -- from the air ---------------------------------------------------------------------------------------------

STRAFED = orders.LineTarget(((24, 18), (24, 28)))


def from_above(code: str, kind: str, *specials: str) -> Any:
    """A fighter of 4/4/2 over a 'Mech with such armor."""
    plane = fighter("r1", (24, 0), specials=list(specials))
    fight = sky(plane, unit("b1", (24, 24), specials=[code], armor=20), options=ALL)
    target = STRAFED if kind == "strafe" else "b1"
    asked = preview_attack(fight, orders.Attack("r1", target, kind), outcomes=False)
    return asked.targets["b1"].damage if kind == "strafe" else asked.damage


@pytest.mark.rule("AS-SPC-134", "AS-SPC-073", "AS-SPC-131")
def test_strikes_and_strafing_meet_armor_too() -> None:
    plain = from_above("CASE", "strafe")
    assert plain >= 2
    assert from_above("RFA", "strafe") == plain // 2
    whole = from_above("CASE", "strike")
    assert from_above("RFA", "strike") == whole - 1
    assert from_above("BRA", "strike", "LRM2/2/2") == whole // 2
    assert from_above("RCA", "strike", "SRM2/2") == whole - 1
