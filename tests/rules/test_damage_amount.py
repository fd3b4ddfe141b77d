"""How much a hit does: brackets, minimal damage, heat, water, areas (p. 48)."""

from typing import Any

import pytest

from lancemate.alphastrike.cards.damage_value import Strength
from lancemate.alphastrike.combat.area import TEMPLATES, distance_from, radius_of, ring_over, touched_by
from lancemate.alphastrike.combat.attack import Ring
from lancemate.alphastrike.combat.scatter import SCATTER_DIAL
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.ruleset import rules
from rules import harm
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
    harm.strike(fight, name, points, **more)


def tank(name: str = "b1", **more: Any) -> Any:
    at = more.pop("at", (20, 30))
    return unit(name, at, **{"facing": 180, "type": "CV", "move": '8"t', "tmm": 1, **more})


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


@pytest.mark.rule("AS-DMG-011", "AS-DMG-017")
def test_nothing_is_left_of_minimal_damage_under_water() -> None:
    weak = submarine_duel((*HIT, 6, 2, 3), "0*/0*/0*", [])
    assert attack(weak, "r1", "b1").damage == 0
    assert [event.cause for event in tell(weak, "critical")] == ["submerged"]
    hot = submarine_duel((*HIT, 6, 2, 3), "0*/0*/0*", [])
    assert attack(hot, "r1", "b1", overheat=1).damage == 1
    beams = submarine_duel((*HIT, 6, 2, 3), "0*/0*/0*", ["ENE"])
    assert attack(beams, "r1", "b1").damage == 1


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
    strike(fight, 1, words=("fall",))
    assert [event.cause for event in tell(fight, "critical")] == ["submerged"]


@pytest.mark.rule("AS-DMG-040", "AS-DMG-039")
def test_a_submerged_unit_with_barrier_armor_makes_two_checks() -> None:
    fight = battle(unit("r1", (60, 40)), unit("b1", (20, 30), specials=["BAR"]), dice=(2, 3, 2, 3), terrain=[POND])
    strike(fight, 1)
    assert [event.cause for event in tell(fight, "critical")] == ["bar", "submerged"]


@pytest.mark.rule("AS-DMG-020")
def test_a_submerged_unit_without_armor_sinks() -> None:
    fight = battle(unit("r1", (60, 46)), unit("b1", (20, 30)), dice=(2, 3, 2, 2), terrain=[POND])
    strike(fight, 6)
    assert left(fight) == (0, 5)
    assert [event.cause for event in tell(fight, "critical")] == ["submerged"]  # it sinks in the End Phase only
    assert fight.units["b1"].doomed is not None


@pytest.mark.rule("AS-DMG-020")
def test_who_goes_under_without_armor_is_lost_in_the_end_phase() -> None:
    pond = {**POND, "rect": [0, 20, 40, 20]}
    fight = battle(unit("r1", (60, 46)), unit("b1", (20, 30), state={"armor": 0}), dice=(4, 3, 2, 2), terrain=[pond])
    end(fight, 2)
    assert fight.units["b1"].destroyed


# -- areas ----------------------------------------------------------------------------------------------------

THREE_AND_ONE = ((2, Strength(3)), (6, Strength(1)))


@pytest.mark.rule("AS-DMG-021")
def test_height_counts_as_distance_from_the_point_of_impact() -> None:
    hill = {"kind": "hill", "height": 1, "rect": [20, 0, 30, 48]}
    fight = battle(unit("r1", (5, 5)), tank(at=(21.5, 20)), terrain=[hill])
    rim = fight.units["b1"]
    point = (rim.x - rim.radius - 1.0, 20.0)
    assert distance_from(fight, rim, point) == pytest.approx(2.0)
    assert not touched_by(fight, rim, 2, point)
    assert touched_by(fight, rim, 6, point)
    assert under(fight, rim, point) == 1
    rim.elevation = 0.0
    assert touched_by(fight, rim, 2, point)


def under(fight: Battle, one: Any, point: tuple[float, float]) -> int:
    """The points that come to a unit of two templates."""
    rings = [Ring(radius_of(fight, template), strength) for template, strength in THREE_AND_ONE]
    ring = ring_over(fight, rings, distance_from(fight, one, point))
    return 0 if ring is None else ring.damage.points


@pytest.mark.rule("AS-DMG-022", "AS-INT-008")
def test_templates_are_named_by_their_diameter_and_the_inner_value_wins() -> None:
    assert TEMPLATES.of(rules) == {2: {"diameter": 2, "radius": 1}, 6: {"diameter": 6, "radius": 3}}
    fight = battle(unit("r1", (5, 5)), tank(at=(20, 20)))
    base = fight.units["b1"].radius
    points = [(20 + base + far, 20.0) for far in (0.0, 1.0, 1.01, 3.0, 3.01)]
    assert [under(fight, fight.units["b1"], point) for point in points] == [3, 3, 1, 1, 0]


@pytest.mark.rule("AS-DMG-023")
def test_the_scatter_dial() -> None:
    assert SCATTER_DIAL.of(rules)["plain"] == {1: 0, 2: 60, 3: 120, 4: 180, 5: 240, 6: 300}
    assert SCATTER_DIAL.of(rules)["parentheses"] == {1: -60, 2: -60, 3: 0, 4: 0, 5: 60, 6: 60}
