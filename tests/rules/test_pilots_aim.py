"""Pilot abilities of attacks and moves: aim, two attacks of one, near misses, speed, woods."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.asking.targets import legal_targets
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.movement.terrain import spared
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.turn.unit_state import show_unit
from rules.crews import LANCE, lance, made, shoot
from rules.flights import fighter, sky
from rules.table import attack, end, number, refusal, unit

# -- aim ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-057")
@pytest.mark.parametrize(("y", "easier"), [(14.0, None), (22.0, -1), (40.0, -2)])
def test_range_costs_a_sniper_half(y: float, easier: int | None) -> None:
    fight = lance(own={"r1": ("Sniper",)}, enemy=unit("b1", (10, y), facing=180))
    shot = preview_attack(fight, commands.Attack("r1", "b1"))
    assert number(shot, "AS-SPA-057") == easier
    blow = preview_attack(fight, commands.Attack("r1", "b1", kind="physical"))
    assert number(blow, "AS-SPA-057") is None


@pytest.mark.rule("AS-SCA-014", "AS-FOR-062")
def test_anti_aircraft_specialists() -> None:
    copter = unit("b1", (10, 22), type="CV", size=1, tmm=3, move='18"v', state={"elevation": 4, "airborne": True})
    given = {"gives": (("Anti-Aircraft Specialists", ("r1",)),)}
    assert number(preview_attack(lance(formation=given, enemy=copter), commands.Attack("r1", "b1")), "AS-SCA-014") == -2
    fight = lance(formation=given)
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SCA-014") == 1
    assert number(preview_attack(fight, commands.Attack("r2", "b1")), "AS-SCA-014") is None


def indirect(own: dict[str, tuple[str, ...]], **more: Any) -> Battle:
    wall = [{"kind": "building", "rect": [0, 14, 13, 2], "height": 8}]
    return lance(own=own, first={"specials": ["IF2", "LRM1/2/2"]}, terrain=wall, **more)


@pytest.mark.rule("AS-SPA-049")
def test_an_oblique_attacker_with_and_without_a_spotter() -> None:
    fight = indirect({"r1": ("Oblique Attacker",)})
    spotted = preview_attack(fight, commands.Attack("r1", "b1", using="IF", spotter="r4"))
    assert spotted.legal
    assert (number(spotted, "AS-COM-023"), number(spotted, "AS-SPA-049")) == (1, -1)
    blind = preview_attack(fight, commands.Attack("r1", "b1", using="IF"))
    assert blind.legal
    assert (number(blind, "AS-COM-023"), number(blind, "AS-SPA-049")) == (1, 2)
    assert blind.line_of_sight == "clear"
    assert any(choice.using == "IF" and choice.spotter is None for choice in legal_targets(fight, fight.units["r1"]))
    other = indirect({})
    assert refusal(other, commands.Attack("r1", "b1", using="IF")).rule == "AS-COM-022"
    assert not any(
        choice.using == "IF" and choice.spotter is None for choice in legal_targets(other, other.units["r1"])
    )


@pytest.mark.rule("AS-SPA-049")
def test_fire_without_a_spotter_meets_only_the_terrain_that_either_stands_in() -> None:
    woods = [{"kind": "woods", "rect": [0, 14, 20, 4]}]
    between = lance(own={"r1": ("Oblique Attacker",)}, first={"specials": ["IF2"]}, terrain=woods)
    shot = commands.Attack("r1", "b1", using="IF")
    assert number(preview_attack(between, shot), "AS-COM-052") is None
    under = [{"kind": "woods", "rect": [5, 20, 10, 4]}]
    inside = lance(own={"r1": ("Oblique Attacker",)}, first={"specials": ["IF2"]}, terrain=under)
    assert number(preview_attack(inside, shot), "AS-COM-052") == 1


@pytest.mark.rule("AS-SPA-049")
def test_an_oblique_attacker_lobs_at_a_structure_that_nobody_sees() -> None:
    walls = [
        {"kind": "building", "rect": [0, 14, 13, 2], "height": 8},
        {"id": "hall", "kind": "building", "rect": [9, 17, 3, 3], "height": 3},
    ]
    fight = lance(own={"r1": ("Oblique Attacker",)}, first={"specials": ["IF2"]}, terrain=walls)
    blind = preview_attack(fight, commands.Attack("r1", "hall", using="IF"))
    assert (blind.legal, number(blind, "AS-SPA-049"), blind.line_of_sight) == (True, 2, "clear")
    offered = legal_targets(fight, fight.units["r1"], terrain=True)
    assert any((aim.target, aim.using, aim.spotter) == ("hall", "IF", None) for aim in offered)


@pytest.mark.rule("AS-SPA-048")
def test_an_oblique_artilleryman() -> None:
    gunner = {"specials": ["ART-T1"], "type": "CV", "move": '6"t'}
    wall = [{"kind": "building", "rect": [0, 14, 13, 2], "height": 8}]
    fight = lance(own={"r1": ("Oblique Artilleryman",)}, first=gunner, terrain=wall, enemy=unit("b1", (10, 30)))
    shell = commands.Attack("r1", commands.PointTarget((10, 30)), kind="artillery", spotter="r4")
    assert number(preview_attack(fight, shell), "AS-SPA-048") == -1
    direct = commands.Attack("r1", commands.PointTarget((40, 30)), kind="artillery")
    assert number(preview_attack(fight, direct), "AS-SPA-048") is None


@pytest.mark.rule("AS-SPA-031")
def test_a_forward_observer_shoots_as_well() -> None:
    shot = commands.Attack("r1", "b1", using="IF", spotter="r4", spotter_attacks=True)
    plain, keen = indirect({}), indirect({"r4": ("Forward Observer",)})
    assert number(preview_attack(plain, shot), "AS-SPA-031") is None
    assert number(preview_attack(keen, shot), "AS-SPA-031") == -1
    before, after = preview_attack(plain, shot).target_number, preview_attack(keen, shot).target_number
    assert before is not None
    assert after == before - 1
    quiet = replace(shot, spotter_attacks=False)
    assert number(preview_attack(keen, quiet), "AS-SPA-031") is None


# -- two at once ----------------------------------------------------------------------------------------------


def two(*dice: int, **more: Any) -> Battle:
    """A Multi-Tasker with an enemy at Short and one at Medium range."""
    card = {"damage": "4/3/2", "ov": 2}
    near, far = unit("b1", (10, 14), facing=180), unit("b2", (14, 22), facing=180)
    return lance(dice=dice, own={"r1": ("Multi-Tasker",)}, first=card, enemy=near, others=(far,), **more)


@pytest.mark.rule("AS-SPA-046")
def test_a_multi_tasker_does_half_to_each_of_two() -> None:
    fight = two(6, 5, 6, 5)
    assert "split" in {one.name for offer in offers(fight, "red", "r1") for one in offer.choose}
    assert attack(fight, "r1", "b1", split=True).damage == 2
    assert [again(fight, fight.units["r1"]) for again in fight.hooks[hooks.attacks_again]] == [True]
    assert attack(fight, "r1", "b2", split=True).damage == 1
    assert [again(fight, fight.units["r1"]) for again in fight.hooks[hooks.attacks_again]] == [None]
    for again in (True, False):
        assert refusal(fight, commands.Attack("r1", "b2", split=again)).code == "already_attacked"
    assert fight.units["r1"].heat == 0


@pytest.mark.rule("AS-SPA-046")
def test_both_may_go_to_one_target_and_a_miss_leaves_the_second() -> None:
    fight = two(1, 1, 6, 5)
    assert not attack(fight, "r1", "b1", split=True).hit
    second = attack(fight, "r1", "b1", split=True)
    assert second.damage == 2
    assert number(second, "AS-COM-034") == 4


@pytest.mark.rule("AS-SPA-046")
def test_overheat_counts_for_both_and_is_paid_once() -> None:
    fight = two(6, 5, 6, 5)
    assert attack(fight, "r1", "b1", split=True, overheat=2).damage == 3
    assert refusal(fight, commands.Attack("r1", "b2", split=True, overheat=1)).rule in ("AS-SPA-046", "AS-HEA-010")
    assert attack(fight, "r1", "b2", split=True).damage == 2
    assert fight.units["r1"].overheat == 2


@pytest.mark.rule("AS-SPA-046")
def test_a_point_is_the_least_and_nothing_stays_nothing() -> None:
    weak = lance(dice=[6, 5, 6, 5], own={"r1": ("Multi-Tasker",)}, first={"damage": "1/1/0"})
    assert [attack(weak, "r1", "b1", split=True).damage for _ in range(2)] == [1, 1]
    minimal = lance(dice=[6, 5, 6], own={"r1": ("Multi-Tasker",)}, first={"damage": "0*/0*/0"})
    assert attack(minimal, "r1", "b1", split=True).damage == 0
    hot = lance(dice=[6, 5, 6], own={"r1": ("Multi-Tasker",)}, first={"damage": "0*/0*/0", "ov": 1})
    assert attack(hot, "r1", "b1", split=True, overheat=1).damage == 1


@pytest.mark.rule("AS-SPA-046")
def test_who_may_split_and_what() -> None:
    split = commands.Attack("r2", "b1", split=True)
    assert refusal(two(), split).code == "no_such_ability"
    whole = two(6, 5)
    attack(whole, "r1", "b1")
    assert refusal(whole, commands.Attack("r1", "b2", split=True)).code == "already_attacked"
    missiles = lance(own={"r1": ("Multi-Tasker",)}, first={"specials": ["LRM1/2/2"]})
    assert refusal(missiles, commands.Attack("r1", "b1", using="LRM", split=True)).code == "not_split"


@pytest.mark.rule("AS-SPA-046", "AS-FOR-051")
def test_a_new_turn_begins_with_whole_attacks() -> None:
    fight = two(6, 5, 6, 6, 1, 1, 6, 5)
    attack(fight, "r1", "b1", split=True)
    end(fight, 2)
    while fight.state.phase != "combat" or fight.state.to_act != "red":
        end(fight)
    assert fight.state.turn == 2
    assert attack(fight, "r1", "b1").damage == 4


# -- near misses ----------------------------------------------------------------------------------------------


def specialist(dice: Iterable[int], **more: Any) -> Battle:
    return lance(dice=dice, own={"r1": ("Weapon Specialist",)}, **{"first": {"damage": "3/3/3"}, **more})


@pytest.mark.rule("AS-SPA-072")
def test_a_miss_by_1_does_half() -> None:
    number_needed = preview_attack(specialist([]), commands.Attack("r1", "b1")).target_number
    assert number_needed == 7
    events = shoot(specialist([3, 3]))
    assert not made(events).hit
    landed = next(event for event in events if event.type == "hit")
    assert (landed.target, landed.damage, landed.rule) == ("b1", 1, "AS-SPA-072")
    assert not [event for event in shoot(specialist([2, 3])) if event.type == "hit"]
    assert made(shoot(specialist([3, 4]))).damage == 3
    other = lance(dice=[3, 3])
    assert not [event for event in shoot(other) if event.type == "hit"]


@pytest.mark.rule("AS-SPA-072", "AS-DMG-011")
def test_of_minimal_damage_half_a_hit_leaves_nothing() -> None:
    weak = specialist([3, 3, 6], first={"damage": "0*/0*/0*"})
    landed = next(event for event in shoot(weak) if event.type == "hit")
    assert landed.damage == 0


@pytest.mark.rule("AS-SPA-072")
def test_what_cannot_hit_does_not_nearly_hit_and_special_attacks_do_not_either() -> None:
    hard = specialist([6, 6], enemy=unit("b1", (10, 22), tmm=9, facing=180))
    events = shoot(hard)
    assert made(events).target_number == 15
    assert not [event for event in events if event.type == "hit"]
    missiles = lance(dice=[3, 3], own={"r1": ("Weapon Specialist",)}, first={"specials": ["LRM1/2/2"]})
    assert not [event for event in shoot(missiles, using="LRM") if event.type == "hit"]


@pytest.mark.rule("AS-SPA-072", "AS-SPC-030")
@pytest.mark.parametrize(("flak", "rule", "damage"), [("FLK1/1/1", "AS-SPA-072", 2), ("FLK3/3/3", "AS-SPC-030", 3)])
def test_of_flak_and_half_a_hit_the_better_counts(flak: str, rule: str, damage: int) -> None:
    flying = {"elevation": 4, "airborne": True}
    copter = unit("b1", (10, 22), facing=180, type="CV", size=1, tmm=1, move='8"v', state=flying)
    first = {"damage": "4/4/4", "specials": [flak]}
    shot = preview_attack(lance(first=first, enemy=copter), commands.Attack("r1", "b1"))
    assert shot.target_number is not None
    low = shot.target_number - 1
    dice = [low // 2, low - low // 2, *[1] * 8]
    fight = lance(dice=dice, own={"r1": ("Weapon Specialist",)}, first=first, enemy=copter)
    landed = [event for event in shoot(fight) if event.type == "hit"]
    assert [(event.rule, event.damage) for event in landed] == [(rule, damage)]


# -- speed ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-058")
@pytest.mark.parametrize(("mode", "inches"), [("ground", 10.0), ("sprint", 16.0)])
def test_a_speed_demon(mode: str, inches: float) -> None:
    fight = lance(own={"r1": ("Speed Demon",)}, phase="movement", enemy=unit("b1", (60, 40)))
    assert check_move(fight, commands.Move("r1", ((10, 12),), mode=mode)).allowance == inches
    assert check_move(fight, commands.Move("r1", ((10, 10 + inches),), mode=mode)).legal
    assert not check_move(fight, commands.Move("r1", ((10, 10.5 + inches),), mode=mode)).legal
    plain = {"ground": 8.0, "sprint": 12.0}[mode]
    assert check_move(fight, commands.Move("r2", ((22, 6),), mode=mode)).allowance == plain


@pytest.mark.rule("AS-SPA-058")
def test_a_speed_demon_in_the_air_has_a_point_of_thrust_more() -> None:
    for state, thrust in (({}, 7.0), ({"crits": {"engine": 2}}, 0.0)):
        fast = replace(fighter("r1", (24, 20), state=state), abilities=("Speed Demon",))
        fight = sky(fast, fighter("r2", (20, 20)), unit("b1", (40, 40)))
        assert show_unit(fight, fight.units["r1"])["thrust"] == thrust
        assert show_unit(fight, fight.units["r2"])["thrust"] == 6.0


@pytest.mark.rule("AS-SPA-058")
def test_speed_sets_nobody_in_motion_who_cannot_move() -> None:
    still = {"move": '2"', "state": {"crits": {"mp": 1}}}
    fight = lance(own={"r1": ("Speed Demon",)}, phase="movement", first=still, enemy=unit("b1", (60, 40)))
    assert not check_move(fight, commands.Move("r1", ((10, 11),))).legal


@pytest.mark.rule("AS-FOR-038", "AS-SPA-058")
def test_what_a_formation_gives_lasts_while_its_bonus_holds() -> None:
    given = {"gives": (("Speed Demon", ("r1", "r2", "r3")),)}
    fight = lance(formation=given, phase="movement", enemy=unit("b1", (60, 40)))
    far = commands.Move("r1", ((10, 20),))
    assert check_move(fight, far).legal
    assert not check_move(fight, commands.Move("r4", ((34, 14),))).legal
    for name in ("r3", "r4"):
        fight.units[name].destroyed = True
    assert not check_move(fight, far).legal


# -- woods ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-042")
def test_woods_slow_an_ace_less() -> None:
    woods = [{"kind": "woods", "rect": [0, 11, 40, 12]}]
    fight = lance(own={"r1": ("Maneuvering Ace",)}, terrain=woods, phase="movement", enemy=unit("b1", (60, 40)))
    through = check_move(fight, commands.Move("r1", ((10, 18),)))
    assert through.legal
    assert through.cost == 8.0
    assert not check_move(fight, commands.Move("r2", ((22, 18),))).legal
    assert reach(fight, fight.units["r1"]).points[:, 1].max() > 16.0
    # An inch and no more: denser growth still costs an ace something.
    assert [spared(fight, fight.units[name], "woods") for name in ("r1", "r2")] == [1.0, 0.0]


@pytest.mark.rule("AS-SPA-042", "AS-FOR-038")
def test_an_ace_by_formation_is_one_while_the_bonus_holds() -> None:
    woods = [{"kind": "woods", "rect": [0, 11, 40, 12]}]
    given = {"gives": (("Maneuvering Ace", LANCE),)}
    fight = lance(formation=given, terrain=woods, phase="movement", enemy=unit("b1", (60, 40)))
    far = commands.Move("r1", ((10, 18),))
    assert check_move(fight, far).legal
    for name in ("r3", "r4"):
        fight.units[name].destroyed = True
    assert not check_move(fight, far).legal
