"""Critical hits: who suffers them, the table, every result (pp. 49-50, 184)."""

from typing import Any

import pytest

from lancemate.alphastrike.combat.multi_arc import mount_damage, mounts_of
from lancemate.alphastrike.damage.criticals import CRITICAL_HITS, check
from lancemate.alphastrike.damage.criticals_aerospace import AEROSPACE_CRITICAL_HITS
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.play.stats import current_tmm, is_immobile, special_damage, stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.unit_state import crits_of
from lancemate.kernel.steps import Step
from rules.harm import strike
from rules.table import attack, battle, end, number, refusal, unit

HIT = (6, 5)
QUIET = (4, 3, 2, 2)  # the initiative of the next turn

TANK = {"type": "CV", "move": '10"t', "tmm": 2}
KINDS: dict[str, dict[str, Any]] = {
    "mech": {"type": "BM"},
    "protomech": {"type": "PM", "move": '8"'},
    "vehicle": TANK,
    "aerospace": {"type": "AF", "move": "7a"},
    "dropship": {"type": "DS", "move": "6p"},
}


def arc_damage(fight: Battle, unit: Unit, arc: str) -> str:
    """The damage values of one arc now."""
    mount = next(mount for mount in mounts_of(fight, unit) if mount.name == arc)
    return str(mount_damage(fight, unit, mount))


def position(dice: Any = (), *, blue: Any = None, **more: Any) -> Battle:
    return battle(unit("r1", (20, 20)), blue or unit("b1", (20, 30), facing=180), dice=dice, **more)


def target(**card: Any) -> Any:
    return unit("b1", (20, 30), facing=180, **card)


def tell(fight: Battle, kind: str) -> list[Any]:
    return [event for event in fight.journal.events if event.type == kind]


def suffer(fight: Battle, name: str = "b1", times: int = 1, *, wait: bool = False) -> None:
    """Checks against a unit, felt at once unless told otherwise."""
    for _ in range(times):
        fight.follow(Step(check, (name, "structure", wait)))


def shape(fight: Battle, name: str = "b1") -> tuple[float, int, str]:
    now = stats(fight, fight.units[name])
    return now.move["ground"], now.tmm, str(now.damage)


# -- the check ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-029")
@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("mech", "engine"),
        ("protomech", "weapon"),
        ("vehicle", "crew_stunned"),
        ("aerospace", "fire_control"),
        ("dropship", "docking_collar"),
    ],
)
def test_each_type_has_its_own_column(kind: str, result: str) -> None:
    fight = position((1, 2), blue=target(**KINDS[kind]))
    suffer(fight)
    assert tell(fight, "critical")[0].result == result


@pytest.mark.rule("AS-DMG-029", "AS-DMG-047")
def test_critical_hits_last_for_the_rest_of_the_battle() -> None:
    fight = position((2, 3, *QUIET, *HIT), blue=target(**TANK))
    suffer(fight, wait=True)
    end(fight, 2)
    assert fight.units["b1"].wounds == ("fire_control",)
    end(fight, 2)
    assert fight.units["b1"].wounds == ("fire_control",)


@pytest.mark.rule("AS-DMG-030")
@pytest.mark.parametrize("card", [{"type": "CI", "move": '2"f'}, {"type": "BA", "move": '6"j'}])
def test_infantry_suffers_no_critical_hits(card: dict[str, Any]) -> None:
    fight = position((), blue=target(**card))
    strike(fight, "b1", 7, natural_12=True, causes=("dfa",))
    assert tell(fight, "critical") == []
    assert fight.journal.dice == []


@pytest.mark.rule("AS-DMG-032")
def test_the_boxes_on_large_craft() -> None:
    tracks = target(**KINDS["dropship"]).card.critical_tracks
    assert tracks == {
        **{"crew": 2, "engine": 3, "fire_control": 4, "kf_boom": 1},
        **{"dock_collar": 1, "thruster": 1, "weapon": 4},
    }


@pytest.mark.rule("AS-DMG-033")
def test_the_table() -> None:
    columns = {kind: " ".join(column.values()) for kind, column in CRITICAL_HITS.of(rules).items()}
    assert columns == {
        "mech": "ammo engine fire_control none weapon mp weapon none fire_control engine unit_destroyed",
        "protomech": "weapon weapon fire_control mp none mp none mp unit_destroyed weapon weapon",
        "vehicle": "ammo crew_stunned fire_control fire_control none none none weapon weapon crew_killed engine",
    }
    assert all(list(column) == list(range(2, 13)) for column in CRITICAL_HITS.of(rules).values())


@pytest.mark.rule("AS-DMG-038")
def test_an_industrial_mech_rolls_twice_and_suffers_both() -> None:
    fight = position((2, 4, 5, 5), blue=target(type="IM"))
    strike(fight, "b1", 7)
    assert fight.units["b1"].fresh == ("weapon", "fire_control")


def test_a_hit_is_marked_at_once_and_felt_from_the_end_phase_on() -> None:
    fight = position((2, 4, *QUIET))
    suffer(fight, wait=True)
    hurt = fight.units["b1"]
    before = stats(fight, hurt).damage
    assert crits_of(hurt)["weapon"] == 1
    end(fight, 2)
    assert crits_of(hurt) == {"engine": 0, "fire_control": 0, "mp": 0, "weapon": 1}
    assert stats(fight, hurt).damage == before.reduced(1)


def test_motive_hits_are_marked_too() -> None:
    fight = position((5, 4), blue=target(**TANK))
    strike(fight, "b1", 1, words=("attack", "at_once"))
    assert crits_of(fight.units["b1"])["motive_2"] == 1


# -- results that change nothing ------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-031")
def test_a_weapon_hit_on_a_unit_without_weapons_costs_a_point() -> None:
    fight = position((2, 4), blue=target(damage="0/0/0"))
    suffer(fight)
    assert (fight.units["b1"].armor, fight.units["b1"].wounds) == (5, ())


@pytest.mark.rule("AS-DMG-031")
def test_that_point_brings_no_further_rolls_but_may_destroy() -> None:
    fight = position((2, 4, 2, 4), blue=target(damage="0/0/0", state={"armor": 0, "structure": 2}))
    suffer(fight, times=2)
    assert len(tell(fight, "critical")) == 2
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-DMG-031")
def test_an_mp_hit_on_a_unit_that_cannot_move_costs_a_point() -> None:
    fight = position((3, 4, 3, 4), blue=target(move='2"', tmm=0))
    suffer(fight, times=2)
    assert fight.units["b1"].wounds == ("mp",)
    assert fight.units["b1"].armor == 5


def test_hits_still_waiting_are_counted_when_a_result_is_judged() -> None:
    fight = position((2, 4, 2, 4), blue=target(damage="1/0/0"))
    suffer(fight, times=2, wait=True)
    assert fight.units["b1"].fresh == ("weapon",)
    assert fight.units["b1"].armor == 5


def test_abilities_with_damage_values_are_weapons_too() -> None:
    fight = position((2, 4), blue=target(damage="0/0/0", specials=["ART-T1"]))
    suffer(fight)
    assert fight.units["b1"].wounds == ("weapon",)


# -- ammunition -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-042")
def test_an_ammunition_hit_destroys() -> None:
    fight = position((1, 1))
    suffer(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-DMG-042", "AS-SPC-021")
def test_case_turns_it_into_a_point() -> None:
    fight = position((1, 1), blue=target(specials=["CASE"]))
    suffer(fight)
    unit_hit = fight.units["b1"]
    assert (unit_hit.armor, unit_hit.structure, unit_hit.doomed) == (5, 5, None)


@pytest.mark.rule("AS-DMG-042", "AS-SPC-021")
def test_and_into_another_roll_when_the_point_reaches_structure() -> None:
    fight = position((1, 1, 2, 4), blue=target(specials=["CASE"], state={"armor": 0}))
    suffer(fight)
    assert [event.result for event in tell(fight, "critical")] == ["ammo", "weapon"]
    assert fight.units["b1"].structure == 4


@pytest.mark.rule("AS-DMG-042")
@pytest.mark.parametrize(
    "code",
    [
        pytest.param("CASEII", marks=pytest.mark.rule("AS-SPC-022")),
        pytest.param("ENE", marks=pytest.mark.rule("AS-SPC-027")),
    ],
)
def test_nothing_happens_with_better_protection_or_no_ammunition(code: str) -> None:
    fight = position((1, 1), blue=target(specials=[code]))
    suffer(fight)
    assert (fight.units["b1"].armor, fight.units["b1"].doomed) == (6, None)


# -- crews ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-043")
def test_a_dead_crew_is_a_dead_vehicle() -> None:
    fight = position((5, 6, *QUIET), blue=target(**TANK))
    suffer(fight, wait=True)
    assert fight.units["b1"].doomed is not None
    end(fight, 2)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-DMG-044", "AS-MOV-002")
def test_a_stunned_crew_sits_out_the_next_turn_and_only_that() -> None:
    fight = position((1, 2, *HIT, *(2, 2, 4, 3), *HIT, 1, 2, *QUIET), blue=target(**TANK))
    suffer(fight, wait=True)
    end(fight)
    attack(fight, "b1", "r1")  # the turn of the hit: not felt yet
    end(fight)
    stunned = fight.units["b1"]
    assert stunned.stunned
    assert is_immobile(fight, stunned)
    end(fight, 2)  # nobody moves
    assert number(attack(fight, "r1", "b1"), "AS-COM-047") == -4
    end(fight)
    assert refusal(fight, commands.Attack("b1", "r1")).rule == "AS-DMG-044"
    end(fight)
    assert not fight.units["b1"].stunned
    assert not is_immobile(fight, fight.units["b1"])


@pytest.mark.rule("AS-DMG-044")
def test_a_stunned_crew_does_not_drive() -> None:
    stunned = unit("r1", (20, 20), **TANK, state={"stunned": True})
    fight = battle(stunned, unit("b1", (20, 30)), phase="movement")
    assert refusal(fight, commands.Move("r1", ((20, 21),))).rule is not None


@pytest.mark.rule("AS-DMG-044")
def test_two_stuns_in_a_turn_are_one_and_a_new_one_stuns_again() -> None:
    fight = position((1, 2, 1, 2, *QUIET, 1, 2, *QUIET, *QUIET), blue=target(**TANK))
    suffer(fight, times=2, wait=True)
    end(fight, 4)
    assert fight.units["b1"].stunned
    suffer(fight, wait=True)
    end(fight, 2)
    assert fight.units["b1"].stunned
    end(fight, 4)
    assert not fight.units["b1"].stunned


# -- engines --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-045")
@pytest.mark.parametrize(("overheat", "damage", "heat"), [(0, 3, 1), (2, 5, 3)])
def test_a_mech_with_an_engine_hit_heats_up_when_it_fires(overheat: int, damage: int, heat: int) -> None:
    shooter = unit("r1", (20, 20), ov=2, state={"crits": {"engine": 1}})
    fight = battle(shooter, target(), dice=(*HIT, *QUIET))
    assert attack(fight, "r1", "b1", overheat=overheat).damage == damage
    end(fight, 2)
    assert fight.units["r1"].heat == heat


@pytest.mark.rule("AS-DMG-045")
def test_the_second_engine_hit_destroys_a_mech() -> None:
    fight = position((1, 2, 1, 2))
    suffer(fight, wait=True)
    assert fight.units["b1"].doomed is None
    suffer(fight, wait=True)
    assert fight.units["b1"].doomed is not None


def test_an_engine_hit_of_this_turn_brings_no_heat_yet() -> None:
    fight = position((*HIT, 1, 2, *QUIET))
    attack(fight, "r1", "b1")
    suffer(fight, "r1", wait=True)
    end(fight, 2)
    assert fight.units["r1"].heat == 0


@pytest.mark.rule("AS-DMG-046")
def test_an_engine_hit_halves_a_vehicle_and_the_second_destroys_it() -> None:
    fight = position((6, 6, 6, 6), blue=target(**TANK, damage="3/3/1", specials=["TUR(3/3/1)", "IF2"]))
    suffer(fight)
    assert shape(fight) == (5.0, 1, "1/1/0")
    specials = fight.units["b1"].card.specials
    assert [str(special_damage(fight, fight.units["b1"], special)) for special in specials] == ["1/1/0", "1/1/1"]
    suffer(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-DMG-011", "AS-DMG-046")
def test_nothing_is_left_of_half_a_minimal_damage() -> None:
    fight = position((6, 6), blue=target(**TANK, damage="3/2/0*"))
    suffer(fight)
    assert shape(fight)[2] == "1/1/0"


# -- fire control ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-047")
def test_each_fire_control_hit_adds_two_to_weapon_attacks_only() -> None:
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 22), facing=180), dice=(2, 2, 2, 2, *HIT, *HIT))
    suffer(fight, "r1", times=2)
    assert fight.units["r1"].wounds == ("fire_control", "fire_control")
    shot = attack(fight.clone(), "r1", "b1")
    assert number(shot, "AS-COM-057") == 4
    assert number(attack(fight, "r1", "b1", kind="physical"), "AS-COM-057") is None


# -- movement -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-048", "AS-MOV-002")
@pytest.mark.parametrize(
    ("move", "tmm", "after"),
    [
        ('10"', 2, (5, 1)),
        ('5"', 1, (2, 0)),
        ('2"', 0, (0, 0)),
        ('3"', 0, (1, 0)),
        ('12"', 3, (6, 1)),
        ('1"', 0, (0, 0)),
    ],
)
def test_an_mp_hit_takes_half_but_at_least_two_inches(move: str, tmm: int, after: tuple[float, int]) -> None:
    fight = position((3, 4), blue=target(move=move, tmm=tmm))
    suffer(fight)
    assert shape(fight)[:2] == after
    assert is_immobile(fight, fight.units["b1"]) == (after[0] == 0)


@pytest.mark.rule("AS-DMG-048")
def test_every_move_on_the_card_suffers_and_each_hit_takes_half_of_what_is_left() -> None:
    fight = position((3, 4, 3, 4), blue=target(move='10"/8"j', tmm=2))
    suffer(fight, times=2)
    assert stats(fight, fight.units["b1"]).move == {"ground": 2.0, "jump": 2.0}
    assert current_tmm(fight, fight.units["b1"]) == 0


# -- the rest -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-DMG-049")
def test_destroyed_outright_and_no_critical_hit() -> None:
    fight = position((2, 3, 6, 6))
    suffer(fight)
    assert (fight.units["b1"].wounds, fight.units["b1"].armor) == ((), 6)
    suffer(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-DMG-050")
def test_a_weapon_hit_takes_a_point_off_every_value() -> None:
    card = {"damage": "5/5/4", "specials": ["IF2", "LRM1/1/2", "ART-T2", "TUR(2/2/1, SRM1/1)"], "ov": 2}
    fight = position((2, 4), blue=target(**card))
    suffer(fight)
    hurt = fight.units["b1"]
    specials = hurt.card.specials
    now = {code: str(special_damage(fight, hurt, specials.get(code))) for code in ("IF", "LRM", "TUR", "SRM")}  # type: ignore[arg-type]
    assert shape(fight)[2] == "4/4/3"
    assert now == {"IF": "1/1/1", "LRM": "0/0/1", "TUR": "1/1/0", "SRM": "0/0/0"}
    from lancemate.alphastrike.play.stats import artillery_pieces

    assert artillery_pieces(fight, hurt, specials.artillery[0]) == 1


@pytest.mark.rule("AS-DMG-050")
def test_nothing_is_left_of_minimal_damage_and_values_stop_at_nothing() -> None:
    fight = position((2, 4, 2, 4), blue=target(damage="2/1/0*"))
    suffer(fight, times=2)
    assert shape(fight)[2] == "0/0/0"


@pytest.mark.rule("AS-DMG-050")
def test_blows_are_not_weapons() -> None:
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 22), facing=180), dice=(2, 4, *HIT))
    suffer(fight, "r1")
    assert attack(fight, "r1", "b1", kind="physical").damage == 3


@pytest.mark.rule("AS-DMG-051")
def test_one_arc_of_several_is_hit_at_random() -> None:
    arcs = {name: {"damage": "5/4/3", "specials": ["LRM3/3/3"]} for name in ("front", "left", "right", "aft")}
    giant = target(type="SV", move='4"t', damage=None, arcs=arcs, specials=["SLG"], armor=40, structure=20)
    fight = position((4, 5, 6, 2), blue=giant)
    suffer(fight)
    hurt = fight.units["b1"]
    assert hurt.wounds == ("weapon:left",)
    assert arc_damage(fight, hurt, "left") == "2/2/1"
    assert arc_damage(fight, hurt, "front") == "5/4/3"
    missiles = hurt.card.arcs["left"].specials.get("LRM")
    assert missiles is not None
    assert str(special_damage(fight, hurt, missiles, "left")) == "1/1/1"


# -- aerospace units ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-045")
def test_the_aerospace_table() -> None:
    columns = {kind: " ".join(column.values()) for kind, column in AEROSPACE_CRITICAL_HITS.of(rules).items()}
    assert columns == {
        "aerospace": "fuel fire_control engine weapon none none none weapon engine fire_control crew_killed",
        "dropship": "kf_boom docking_collar none fire_control weapon thruster weapon door none engine crew",
    }


@pytest.mark.rule("AS-AER-045")
@pytest.mark.parametrize(("kind", "result"), [("aerospace", "fire_control"), ("dropship", "docking_collar")])
def test_what_flies_by_thrust_has_columns_of_its_own(kind: str, result: str) -> None:
    fight = position((1, 2), blue=target(**KINDS[kind]))
    suffer(fight)
    assert tell(fight, "critical")[0].result == result


@pytest.mark.rule("AS-AER-050")
def test_a_fighter_loses_half_its_thrust_and_then_all() -> None:
    fight = position((1, 3, 1, 3), blue=target(**KINDS["aerospace"]))
    suffer(fight)
    assert stats(fight, fight.units["b1"]).thrust == 3
    suffer(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-AER-051")
def test_a_dropship_loses_a_quarter_half_and_all() -> None:
    fight = position((5, 6) * 3, blue=target(**KINDS["dropship"]))
    thrust = []
    for _ in range(2):
        suffer(fight)
        thrust.append(stats(fight, fight.units["b1"]).thrust)
    assert thrust == [4, 3]
    suffer(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-AER-046")
def test_a_crew_hit_makes_shooting_harder_and_the_second_kills() -> None:
    arcs = {name: {"damage": "5/5/5"} for name in ("nose", "left", "right", "aft")}
    ship = unit("r1", (20, 20), **KINDS["dropship"], damage=None, arcs=arcs, armor=50)
    fight = battle(ship, unit("b1", (40, 20)), dice=(6, 6, *HIT, 6, 6))
    suffer(fight, "r1")
    assert number(attack(fight, "r1", "b1", arc="right"), "AS-AER-046") == 2
    suffer(fight, "r1")
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-AER-053")
def test_a_fuel_hit_is_the_end() -> None:
    fight = position((1, 1), blue=target(**KINDS["aerospace"]))
    suffer(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-AER-054", "AS-AER-056")
def test_a_thruster_can_be_hit_once() -> None:
    fight = position((3, 4, 3, 4), blue=target(**KINDS["dropship"]))
    suffer(fight, times=2)
    assert stats(fight, fight.units["b1"]).thrust == 5


@pytest.mark.rule("AS-AER-055")
def test_large_craft_lose_a_quarter_of_their_damage() -> None:
    arcs = {name: {"damage": "10/7/3"} for name in ("nose", "left", "right", "aft")}
    fight = position((3, 3, 3, 3), blue=target(**KINDS["dropship"], damage=None, arcs=arcs))
    suffer(fight)
    assert arc_damage(fight, fight.units["b1"], "nose") == "7/5/2"
    suffer(fight)
    assert arc_damage(fight, fight.units["b1"], "aft") == "5/3/1"
