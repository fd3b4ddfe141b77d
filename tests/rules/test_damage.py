"""Damage: from where, on whom, and in which order it is marked (pp. 48-50)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules import harm
from rules.table import attack, battle, end, unit

HIT = (6, 5)  # hits every target number of these tests, and is no natural 12


def duel(dice: Any = (), *, target: Any = None, at: tuple[float, float] = (20, 20), **more: Any) -> Battle:
    """A red 'Mech 10 inches south of a blue unit that faces it."""
    victim = target or unit("b1", (20, 30), facing=180)
    return battle(unit("r1", at, **more.pop("shooter", {})), victim, dice=dice, **more)


def tell(fight: Battle, kind: str) -> list[Any]:
    return [event for event in fight.journal.events if event.type == kind]


def left(fight: Battle, name: str = "b1") -> tuple[int, int]:
    return fight.units[name].armor, fight.units[name].structure


def strike(fight: Battle, points: int, name: str = "b1", **more: Any) -> None:
    harm.strike(fight, name, points, **more)


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
    strike(fight, 1, words=("collision",))
    assert fight.units["b1"].wounds == ("weapon",)
    strike(fight, 9, words=("collision",))
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
    fight = battle(unit("r1", (20, 4), specials=["ARTS-1"]), *carrier(), dice=HIT)
    fight.do(commands.Attack("r1", "b1", "artillery"))
    assert (left(fight), left(fight, "b2")) == ((4, 5), (0, 1))


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
    strike(fight, 1, causes=("dfa",), words=("attack", "physical"))
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
