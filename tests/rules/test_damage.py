"""Damage: from where, how much, on whom, and in which order it is marked (pp. 48-50)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike import commands
from lancemate.alphastrike.area import TEMPLATES, area_damage, distance_from, touched_by
from lancemate.alphastrike.battle import Battle
from lancemate.alphastrike.damage import Hit, take_hit
from lancemate.field.compass import SCATTER_DIAL
from rules.table import attack, battle, end, refusal, unit

HIT = (6, 5)  # hits every target number of these tests, and is no natural 12
POND = {"kind": "water", "depth": 3, "rect": [0, 0, 72, 48]}


def duel(dice: Any = (), *, target: Any = None, at: tuple[float, float] = (20, 20), **more: Any) -> Battle:
    """A red 'Mech 10 inches south of a blue unit that faces it."""
    victim = target or unit("b1", (20, 30), facing=180)
    return battle(unit("r1", at, **more.pop("shooter", {})), victim, dice=dice, **more)


def tell(fight: Battle, kind: str) -> list[Any]:
    return [event for event in fight.journal.events if event.type == kind]


def left(fight: Battle, name: str = "b1") -> tuple[int, int]:
    return fight.units[name].armor, fight.units[name].structure


def strike(fight: Battle, points: int, name: str = "b1", **more: Any) -> None:
    take_hit(fight, Hit(name, points, **more))


def tank(name: str = "b1", **more: Any) -> Any:
    at = more.pop("at", (20, 30))
    return unit(name, at, **{"facing": 180, "type": "CV", "move": '8"t', "tmm": 1, **more})


# -- timing ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-001", "AS-INT-061")
def test_a_unit_destroyed_in_combat_still_shoots_and_leaves_in_the_end_phase() -> None:
    fight = duel(
        (*HIT, *HIT, *(4, 3, 2, 2)), target=unit("b1", (20, 30), facing=180, state={"armor": 0, "structure": 1})
    )
    attack(fight, "r1", "b1")
    assert left(fight) == (0, 0)
    assert fight.units["b1"].doomed is not None
    assert not fight.units["b1"].destroyed
    end(fight)
    assert attack(fight, "b1", "r1").damage == 3
    end(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-DMG-001")
def test_marks_add_up_at_once_while_critical_effects_wait() -> None:
    fight = duel(
        (*HIT, 2, 4, *HIT, 3, 5), target=unit("b1", (20, 30), facing=180, state={"armor": 1}), shooter={"ov": 0}
    )
    attack(fight, "r1", "b1")
    assert left(fight) == (0, 3)
    assert fight.units["b1"].fresh == ("weapon",)
    end(fight)
    assert attack(fight, "b1", "r1").damage == 3


@pytest.mark.rule("AS-DMG-001")
def test_damage_outside_the_combat_phase_is_felt_at_once() -> None:
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 30), state={"armor": 0}), phase="movement", dice=(3, 3))
    strike(fight, 1, cause="skid")
    assert fight.units["b1"].wounds == ("weapon",)
    strike(fight, 9, cause="skid")
    assert fight.units["b1"].destroyed


# -- direction ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-002", "AS-DMG-005")
@pytest.mark.parametrize(
    ("facing", "direction", "damage"),
    [(180, "front", 3), (90, "front", 3), (31, "front", 3), (29, "rear", 4), (0, "rear", 4), (331, "rear", 4)],
)
def test_rear_hits_come_through_one_hex_side_and_do_a_point_more(facing: float, direction: str, damage: int) -> None:
    shot = attack(duel(HIT, target=unit("b1", (20, 30), facing=facing)), "r1", "b1")
    assert (shot.direction, shot.damage) == (direction, damage)


@pytest.mark.rule("AS-DMG-002")
def test_a_quad_has_the_same_rear_as_everybody() -> None:
    shot = attack(duel(HIT, target=unit("b1", (20, 30), facing=0, legs="quad")), "r1", "b1")
    assert shot.direction == "rear"


@pytest.mark.rule("AS-DMG-003")
@pytest.mark.parametrize(("choice", "damage"), [("front", 3), ("rear", 4)])
def test_on_a_corner_the_target_chooses(choice: str, damage: int) -> None:
    fight = duel(HIT, target=unit("b1", (20, 30), facing=30))
    fight.do(commands.Attack("r1", "b1"))
    question = fight.decision
    assert question is not None
    assert (question.side, question.choices) == ("blue", ("front", "rear"))
    fight.do(commands.Decide("blue", choice))
    assert tell(fight, "attack")[0].damage == damage
    assert left(fight) == (6 - damage, 5)


@pytest.mark.rule("AS-DMG-004")
@pytest.mark.parametrize(
    "card",
    [
        {"type": "CI", "move": '2"f', "armor": 9},
        {"type": "BA", "move": '6"j', "armor": 9},
        {"type": "DS", "move": "3p", "armor": 90},
    ],
)
def test_some_units_have_no_rear(card: dict[str, Any]) -> None:
    shot = attack(duel(HIT, target=unit("b1", (20, 34), facing=0, **card), shooter={"skill": 0}), "r1", "b1")
    assert (shot.direction, shot.damage) == ("front", 3)


@pytest.mark.rule("AS-DMG-005")
def test_a_blow_from_behind_does_a_point_more() -> None:
    fight = duel(HIT, target=unit("b1", (20, 22), facing=0))
    assert attack(fight, "r1", "b1", kind="physical").damage == 4


# -- riders ---------------------------------------------------------------------------------------------------


def carrier(**more: Any) -> tuple[Any, Any]:
    rider = unit("b2", None, type="BA", move='6"j', armor=2, structure=1, specials=["MEC"])
    aboard = replace(rider, state={"aboard": "b1", "riding": True})
    return unit("b1", (20, 30), facing=180, **{"specials": ["OMNI"], **more}), aboard


def riding(dice: Any, **more: Any) -> Battle:
    return battle(unit("r1", (20, 20), damage="4/4/4"), *carrier(**more), dice=dice)


@pytest.mark.rule("AS-DMG-006")
@pytest.mark.parametrize(("die", "mech", "armor"), [(4, (2, 5), (2, 1)), (5, (5, 5), (0, 0)), (6, (5, 5), (0, 0))])
def test_battle_armor_on_the_outside_may_be_struck_instead(
    die: int, mech: tuple[int, int], armor: tuple[int, int]
) -> None:
    fight = riding((*HIT, die))
    attack(fight, "r1", "b1")
    assert (left(fight), left(fight, "b2")) == (mech, armor)
    assert tell(fight, "rider_roll")[0].struck == ("b2" if die > 4 else "b1")


@pytest.mark.rule("AS-DMG-006")
def test_what_is_left_over_goes_through_the_normal_procedure() -> None:
    fight = riding((*HIT, 6, 2, 4), armor=0)
    attack(fight, "r1", "b1")
    assert left(fight) == (0, 4)
    assert [event.cause for event in tell(fight, "critical")] == ["structure"]


@pytest.mark.rule("AS-DMG-006")
def test_a_critical_of_luck_is_lost_on_battle_armor() -> None:
    fight = battle(unit("r1", (20, 20), damage="2/2/2"), *carrier(), dice=(6, 6, 5))
    attack(fight, "r1", "b1")
    assert left(fight, "b2") == (0, 1)
    assert tell(fight, "critical") == []


def test_a_rider_without_heat_scale_takes_the_heat_as_damage() -> None:
    fight = battle(unit("r1", (20, 26), damage="1/1/1", specials=["HT1/-/-"]), *carrier(), dice=(*HIT, 5))
    attack(fight, "r1", "b1")
    assert left(fight, "b2") == (0, 1)
    assert fight.units["b1"].heat_taken == 0


@pytest.mark.rule("AS-DMG-007")
def test_an_area_strikes_carrier_and_rider_alike_and_knows_no_rear() -> None:
    fight = riding(())
    strike(fight, 2, area=True, direction="front")
    assert (left(fight), left(fight, "b2")) == ((4, 5), (0, 1))


# -- how much -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-008")
@pytest.mark.parametrize(("distance", "damage"), [(5, 5), (20, 4), (30, 2)])
def test_the_bracket_decides_the_damage(distance: float, damage: int) -> None:
    fight = duel(HIT, target=unit("b1", (20, 10 + distance), facing=180), at=(20, 10), shooter={"damage": "5/4/2"})
    assert attack(fight, "r1", "b1").damage == damage


@pytest.mark.rule("AS-DMG-008")
def test_a_dash_is_no_attack() -> None:
    fight = duel((), shooter={"damage": "3/-/-"})
    assert refusal(fight, commands.Attack("r1", "b1")).code == "no_damage"


@pytest.mark.rule("AS-DMG-009", "AS-DMG-010")
@pytest.mark.parametrize(("die", "damage"), [(4, 1), (6, 1), (3, 0), (1, 0)])
def test_minimal_damage_needs_a_four(die: int, damage: int) -> None:
    fight = duel((6, 6, die, 3, 3), target=unit("b1", (20, 30), facing=180), shooter={"damage": "0*/0*/0*"})
    shot = attack(fight, "r1", "b1")
    assert (shot.hit, shot.damage, shot.damage_roll) == (True, damage, (die,))
    assert left(fight) == (6 - damage, 5)
    # the natural 12 counts only when a point came of it
    assert len(tell(fight, "critical")) == damage


@pytest.mark.rule("AS-DMG-009")
def test_a_tank_struck_without_effect_rolls_for_nothing() -> None:
    fight = duel((*HIT, 3), target=tank(), shooter={"damage": "0*/0*/0*"})
    attack(fight, "r1", "b1")
    assert fight.journal.dice == [*HIT, 3]


def test_a_rear_hit_of_minimal_damage_rolls_and_then_adds_one() -> None:
    fight = duel((*HIT, 2), target=unit("b1", (20, 30), facing=0), shooter={"damage": "0*/0*/0*"})
    assert attack(fight, "r1", "b1").damage == 1


@pytest.mark.rule("AS-DMG-012")
def test_overheat_is_announced_with_the_attack_by_units_with_a_heat_scale() -> None:
    fight = duel(HIT, shooter={"ov": 2})
    shot = attack(fight, "r1", "b1", overheat=2)
    assert (shot.overheat, shot.damage) == (2, 5)
    driver = battle(tank("r1", at=(20, 20), facing=0), unit("b1", (20, 30)))
    assert refusal(driver, commands.Attack("r1", "b1", overheat=1)).rule == "AS-DMG-012"
    assert refusal(duel(), commands.Attack("r1", "b1", overheat=-1)).rule == "AS-DMG-012"


@pytest.mark.rule("AS-DMG-013")
def test_an_ability_with_damage_of_its_own_replaces_the_normal_damage() -> None:
    fight = duel(HIT, shooter={"damage": "5/5/4", "specials": ["LRM1/1/2", "IF2"]})
    assert attack(fight, "r1", "b1", using="LRM").damage == 1


@pytest.mark.rule("AS-DMG-014")
def test_heat_comes_on_top_of_damage() -> None:
    fight = duel((*HIT, 4, 3, 2, 2), target=unit("b1", (20, 24), facing=180), shooter={"specials": ["HT1/-/-"]})
    shot = attack(fight, "r1", "b1")
    assert (shot.damage, left(fight)) == (3, (3, 5))
    assert (fight.units["b1"].heat, fight.units["b1"].heat_taken) == (0, 1)
    end(fight, 2)
    assert fight.units["b1"].heat == 1


def test_heat_reaches_only_its_own_brackets_and_not_with_other_abilities() -> None:
    far = duel(HIT, shooter={"specials": ["HT1/-/-"]})
    attack(far, "r1", "b1")
    assert far.units["b1"].heat_taken == 0
    other = duel(HIT, target=unit("b1", (20, 24)), shooter={"specials": ["HT1/-/-", "SRM2/2"]})
    attack(other, "r1", "b1", using="SRM")
    assert other.units["b1"].heat_taken == 0


@pytest.mark.rule("AS-DMG-015", "AS-DMG-016", "AS-INT-034")
@pytest.mark.parametrize(
    ("kind", "move", "damage"),
    [("CV", '8"t', 4), ("PM", '8"', 4), ("CI", '2"f', 4), ("BA", '6"j', 4), ("BM", '8"', 3), ("IM", '8"', 3)],
)
def test_what_tracks_no_heat_takes_it_as_damage(kind: str, move: str, damage: int) -> None:
    target = unit("b1", (20, 24), facing=180, type=kind, move=move, armor=9, ov=0)
    fight = duel((*HIT, 1, 2), target=target, shooter={"specials": ["HT1/-/-"], "skill": 1})
    assert attack(fight, "r1", "b1").damage == damage
    assert fight.units["b1"].heat_taken == (1 if damage == 3 else 0)


def test_the_cap_on_heat_does_not_limit_heat_taken_as_damage() -> None:
    fight = duel((*HIT, 1, 2), target=tank(at=(20, 24), armor=9), shooter={"specials": ["HT3/-/-"]})
    assert attack(fight, "r1", "b1").damage == 6


# -- under water ----------------------------------------------------------------------------------------------


def submarine_duel(dice: Any, damage: str, specials: list[str], armor: int = 9) -> Battle:
    shooter = unit("r1", (20, 20), damage=damage, specials=specials)
    return battle(shooter, unit("b1", (20, 24), facing=180, armor=armor), dice=dice, terrain=[POND])


@pytest.mark.rule("AS-DMG-017")
@pytest.mark.parametrize(
    ("value", "specials", "damage"), [("5", [], 2), ("1", [], 1), ("5", ["ENE"], 5), ("2", [], 1), ("3", [], 1)]
)
def test_damage_under_water_is_halved(value: str, specials: list[str], damage: int) -> None:
    fight = submarine_duel((*HIT, 2, 3), f"{value}/{value}/{value}", specials)
    assert attack(fight, "r1", "b1").damage == damage


@pytest.mark.rule("AS-DMG-018")
def test_torpedoes_are_added_in_full() -> None:
    fight = submarine_duel((*HIT, 2, 3), "2/2/2", ["TOR3/3"])
    assert attack(fight, "r1", "b1").damage == 4


@pytest.mark.rule("AS-DMG-018")
def test_torpedoes_keep_their_own_ranges() -> None:
    # 5 inches: under water that is Medium, for torpedoes Short
    shooter = unit("r1", (20, 20), damage="2/2/2", specials=["TOR3/1"])
    fight = battle(shooter, unit("b1", (20, 26), facing=180, armor=9), dice=(*HIT, 2, 3), terrain=[POND])
    shot = attack(fight, "r1", "b1")
    assert (shot.range, shot.damage) == ("medium", 4)


@pytest.mark.rule("AS-DMG-010", "AS-DMG-019")
def test_a_hit_without_damage_lets_water_in_but_brings_no_other_check() -> None:
    fight = submarine_duel((6, 6, 1, 2, 3), "0*/0*/0*", [])
    assert attack(fight, "r1", "b1").damage == 0
    assert [event.cause for event in tell(fight, "critical")] == ["submerged"]


@pytest.mark.rule("AS-DMG-019")
def test_partially_submerged_is_not_submerged() -> None:
    shallow = {"kind": "water", "depth": 1, "rect": [0, 0, 72, 48]}
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 30), facing=180), dice=HIT, terrain=[shallow])
    assert attack(fight, "r1", "b1").damage == 3
    assert tell(fight, "critical") == []


@pytest.mark.rule("AS-DMG-040")
def test_any_damage_to_a_submerged_unit_brings_a_check() -> None:
    fight = battle(unit("r1", (60, 40)), unit("b1", (20, 30)), dice=(2, 3), terrain=[{**POND, "rect": [0, 0, 40, 40]}])
    strike(fight, 1, cause="fall", attack=False)
    assert [event.cause for event in tell(fight, "critical")] == ["submerged"]


@pytest.mark.rule("AS-DMG-040", "AS-DMG-039")
def test_a_submerged_unit_with_barrier_armor_makes_two_checks() -> None:
    fight = battle(unit("r1", (60, 40)), unit("b1", (20, 30), specials=["BAR"]), dice=(2, 3, 2, 3), terrain=[POND])
    strike(fight, 1)
    assert [event.cause for event in tell(fight, "critical")] == ["bar", "submerged"]


@pytest.mark.rule("AS-DMG-020")
def test_a_submerged_unit_without_armor_sinks() -> None:
    fight = battle(unit("r1", (60, 46)), unit("b1", (20, 30)), dice=(4, 3, 2, 2), terrain=[POND])
    strike(fight, 6)
    assert left(fight) == (0, 5)
    assert fight.units["b1"].doomed is not None
    assert tell(fight, "critical") == []


@pytest.mark.rule("AS-DMG-020")
def test_who_goes_under_without_armor_is_lost_in_the_end_phase() -> None:
    pond = {**POND, "rect": [0, 20, 40, 20]}
    fight = battle(unit("r1", (60, 46)), unit("b1", (20, 30), state={"armor": 0}), dice=(4, 3, 2, 2), terrain=[pond])
    end(fight, 2)
    assert fight.units["b1"].destroyed


# -- areas ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-021")
def test_height_counts_as_distance_from_the_point_of_impact() -> None:
    hill = {"kind": "hill", "height": 1, "rect": [20, 0, 30, 48]}
    fight = battle(unit("r1", (5, 5)), tank(at=(21.5, 20)), terrain=[hill])
    rim = fight.units["b1"]
    point = (rim.x - rim.radius - 1.0, 20.0)
    assert distance_from(fight, rim, point) == pytest.approx(2.0)
    assert not touched_by(fight, rim, 2, point)
    assert touched_by(fight, rim, 6, point)
    assert area_damage(fight, rim, point, (3, 1)) == 1
    rim.elevation = 0.0
    assert touched_by(fight, rim, 2, point)


@pytest.mark.rule("AS-DMG-022")
def test_templates_are_named_by_their_diameter_and_the_inner_value_wins() -> None:
    assert TEMPLATES == {2: {"diameter": 2, "radius": 1}, 6: {"diameter": 6, "radius": 3}}
    fight = battle(unit("r1", (5, 5)), tank(at=(20, 20)))
    base = fight.units["b1"].radius
    reach = [area_damage(fight, fight.units["b1"], (20 + base + d, 20.0), (3, 1)) for d in (0.0, 1.0, 1.01, 3.0, 3.01)]
    assert reach == [3, 3, 1, 1, 0]


@pytest.mark.rule("AS-DMG-023")
def test_the_scatter_dial() -> None:
    assert SCATTER_DIAL["plain"] == {1: 0, 2: 60, 3: 120, 4: 180, 5: 240, 6: 300}
    assert SCATTER_DIAL["parentheses"] == {1: -60, 2: -60, 3: 0, 4: 0, 5: 60, 6: 60}


# -- the question sequence ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-024", "AS-DMG-026", "AS-DMG-037")
def test_the_rifleman_of_the_book() -> None:
    rifleman = unit("b1", (20, 30), facing=180, armor=4, structure=5)
    fight = battle(unit("r1", (20, 20)), unit("r2", (21.5, 20)), rifleman, dice=(*HIT, *HIT, 6, 4, *(1, 2, 3, 4)))
    attack(fight, "r1", "b1")
    assert (left(fight), tell(fight, "critical")) == ((1, 5), [])
    attack(fight, "r2", "b1")
    assert left(fight) == (0, 3)
    assert [event.result for event in tell(fight, "critical")] == ["fire_control"]
    assert fight.units["b1"].wounds == ()
    end(fight, 2)
    assert fight.units["b1"].wounds == ("fire_control",)


@pytest.mark.rule("AS-DMG-024", "AS-DMG-027", "AS-INT-031")
@pytest.mark.parametrize("points", [2, 3, 9])
def test_no_structure_left_is_the_end_without_a_critical_roll(points: int) -> None:
    fight = duel((), target=unit("b1", (20, 30), state={"armor": 0, "structure": 2}))
    strike(fight, points)
    assert left(fight) == (0, 0)
    assert fight.units["b1"].doomed is not None
    assert tell(fight, "critical") == []


@pytest.mark.rule("AS-DMG-025")
def test_a_natural_twelve_brings_a_check_before_the_damage() -> None:
    fight = duel((6, 6, 2, 4))
    attack(fight, "r1", "b1")
    order = [event.type for event in fight.journal.events if event.type in ("attack", "critical", "damage")]
    assert order == ["attack", "critical", "damage"]
    assert tell(fight, "critical")[0].cause == "natural_12"


@pytest.mark.rule("AS-DMG-025", "AS-DMG-034")
def test_a_natural_twelve_that_also_reaches_structure_brings_two_checks() -> None:
    fight = duel((6, 6, 2, 4, 2, 3), target=unit("b1", (20, 30), facing=180, state={"armor": 1}))
    attack(fight, "r1", "b1")
    assert [event.cause for event in tell(fight, "critical")] == ["natural_12", "structure"]


@pytest.mark.rule("AS-DMG-026")
def test_each_point_takes_armor_first_and_then_structure() -> None:
    fight = duel((2, 3))
    strike(fight, 8)
    mark = tell(fight, "damage")[0]
    assert (mark.armor, mark.structure, mark.armor_left, mark.structure_left) == (6, 2, 0, 3)


@pytest.mark.rule("AS-DMG-034")
@pytest.mark.parametrize(
    ("card", "hit", "causes"),
    [
        ({}, {"points": 3}, []),
        ({}, {"points": 7}, ["structure"]),
        ({"specials": ["BAR"]}, {"points": 3}, ["bar"]),
        ({"specials": ["BAR"]}, {"points": 7}, ["structure", "bar"]),
        ({}, {"points": 3, "causes": ("dfa",)}, ["dfa"]),
        ({}, {"points": 7, "causes": ("dfa",)}, ["dfa", "structure"]),
        ({}, {"points": 1, "causes": ("antimech",)}, ["antimech"]),
        ({}, {"points": 7, "causes": ("antimech",), "natural_12": True}, ["natural_12", "antimech", "structure"]),
        ({"type": "IM"}, {"points": 7}, ["structure", "structure"]),
        ({"type": "BA", "move": '6"j'}, {"points": 7, "natural_12": True}, []),
    ],
)
def test_every_cause_brings_a_roll_of_its_own(card: dict[str, Any], hit: dict[str, Any], causes: list[str]) -> None:
    fight = duel((2, 3) * len(causes), target=unit("b1", (20, 30), **card))
    strike(fight, **hit)
    assert [event.cause for event in tell(fight, "critical")] == causes


@pytest.mark.rule("AS-DMG-034", "AS-DMG-039", "AS-DMG-052", "AS-SPC-015")
@pytest.mark.parametrize(("points", "rolls"), [(3, 1), (7, 2)])
def test_a_vehicle_with_barrier_armor(points: int, rolls: int) -> None:
    fight = duel((3, 4) * (rolls + 1), target=tank(specials=["BAR"]))
    strike(fight, points)
    assert len(tell(fight, "critical")) == rolls
    assert len(tell(fight, "motive")) == 1


@pytest.mark.rule("AS-DMG-035")
def test_death_from_above_always_brings_a_check() -> None:
    fight = duel((2, 3))
    strike(fight, 1, causes=("dfa",), physical=True)
    assert [event.cause for event in tell(fight, "critical")] == ["dfa"]


@pytest.mark.rule("AS-DMG-036")
def test_an_antimech_attack_brings_a_check_when_it_does_anything() -> None:
    swarm = unit("r1", (20, 28.7), type="BA", move='6"j', damage="0*/0/0", specials=["AM"])
    for die, rolls in ((4, 1), (3, 0)):
        fight = battle(swarm, unit("b1", (20, 30), facing=180), dice=(*HIT, die, 2, 3))
        attack(fight, "r1", "b1", kind="antimech")
        assert len(tell(fight, "critical")) == rolls


@pytest.mark.rule("AS-DMG-037")
def test_structure_damage_brings_a_check() -> None:
    fight = duel((2, 3))
    strike(fight, 7)
    assert [event.cause for event in tell(fight, "critical")] == ["structure"]


@pytest.mark.rule("AS-DMG-041", "AS-DMG-034")
@pytest.mark.parametrize(
    ("card", "points", "causes"),
    [
        ({"armor": 6, "threshold": 2}, 2, []),
        ({"armor": 6, "threshold": 2}, 3, ["threshold"]),
        ({"armor": 7}, 3, []),
        ({"armor": 7}, 4, ["threshold"]),
        ({"armor": 7}, 8, ["structure"]),
    ],
)
def test_aerospace_units_have_a_threshold(card: dict[str, Any], points: int, causes: list[str]) -> None:
    fighter = unit("b1", (20, 30), type="AF", move="6a", structure=4, **card)
    fight = duel((3, 4) * len(causes), target=fighter)
    strike(fight, points)
    assert [event.cause for event in tell(fight, "critical")] == causes


def test_the_threshold_never_falls() -> None:
    fight = duel((), target=unit("b1", (20, 30), type="AF", move="6a", armor=9, structure=4, state={"armor": 4}))
    strike(fight, 3)
    assert tell(fight, "critical") == []


def test_a_unit_already_lost_brings_no_more_rolls() -> None:
    fight = duel((), target=tank(state={"armor": 3, "structure": 1}))
    strike(fight, 4)
    strike(fight, 2, natural_12=True)
    assert fight.journal.dice == []


# -- destruction ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-027", "AS-MOV-070")
def test_passengers_inside_die_with_their_transport() -> None:
    squad = unit("b2", None, type="CI", move='2"f', specials=["CAR3"])
    inside = replace(squad, state={"aboard": "b1"})
    fight = battle(unit("r1", (20, 20)), unit("b3", (60, 40)), tank(specials=["IT3"]), inside, dice=(4, 3, 2, 2))
    strike(fight, 99)
    assert fight.units["b2"].doomed is None
    end(fight, 2)
    assert fight.units["b1"].destroyed
    assert fight.units["b2"].destroyed


@pytest.mark.rule("AS-DMG-028", "AS-MOV-073")
def test_battle_armor_outside_survives_its_carrier() -> None:
    fight = battle(unit("r1", (20, 20)), *carrier(), dice=(1, 4, 3, 2, 2))
    strike(fight, 99)
    end(fight, 2)
    assert fight.units["b1"].destroyed
    assert fight.decision is not None
    fight.do(commands.Decide("blue", fight.decision.choices[0]))
    rider = fight.units["b2"]
    assert (rider.destroyed, rider.on_table, rider.aboard, rider.riding) == (False, True, None, False)


@pytest.mark.rule("AS-DMG-028")
def test_riders_of_several_carriers_come_off_one_after_another() -> None:
    cards: list[Any] = []
    for number, x in ((1, 20), (3, 40)):
        rider = unit(f"b{number + 1}", None, type="BA", move='6"j', armor=2, structure=1, specials=["MEC"])
        cards.append(unit(f"b{number}", (x, 30), specials=["OMNI"]))
        cards.append(replace(rider, state={"aboard": f"b{number}", "riding": True}))
    fight = battle(unit("r1", (20, 20)), *cards, dice=(1, 1, 4, 3, 2, 2))
    strike(fight, 99)
    strike(fight, 99, "b3")
    end(fight, 2)
    for _ in range(2):
        assert fight.decision is not None
        fight.do(commands.Decide("blue", fight.decision.choices[0]))
    assert fight.units["b2"].on_table
    assert fight.units["b4"].on_table
    assert fight.state.turn == 2
