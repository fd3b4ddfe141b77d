"""Pilots who frighten and enrage others (pp. 92-93, 97): dice where it happens, and what becomes of the frightened."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.minds import enraged, intimidated
from lancemate.alphastrike.play.stats import current_move, current_tmm
from lancemate.alphastrike.telling.log import story
from rules.crews import lance
from rules.table import battle, end, move, number, refusal, unit

TERROR = {"b1": ("Demoralizer",)}


def scene(
    *, own: Any = TERROR, dice: Any = (), at: tuple[float, float] = (10, 22), enemy: Any = None, **more: Any
) -> Battle:
    """Red moves first; b1 stands north of r1."""
    other = enemy or unit("b1", at, facing=180)
    return lance(own=own, dice=dice, enemy=other, phase=more.pop("phase", "movement"), **more)


def feared(fight: Battle, name: str = "r1") -> list[str]:
    return list(intimidated.of(fight.units[name]))


# -- the dice (AS-SPA-013) ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-013", "AS-SPA-024")
@pytest.mark.parametrize(("dice", "afraid"), [((4, 4), True), ((4, 5), False), ((1, 1), True), ((6, 6), False)])
def test_eight_or_less_and_it_is_intimidated(dice: tuple[int, int], afraid: bool) -> None:
    fight = scene(dice=dice, first={"move": '14"'})
    move(fight, "r1", (10, 16))
    assert feared(fight) == (["b1"] if afraid else [])


@pytest.mark.rule("AS-SPA-013", "AS-SPA-039", "AS-SPA-024")
@pytest.mark.parametrize("steady", [("Iron Will",), ("Demoralizer",), ("Iron Will", "Demoralizer")])
def test_an_iron_will_adds_two_and_no_more(steady: tuple[str, ...]) -> None:
    both = [2, 2] if "Demoralizer" in steady else []  # b1, which meets one itself, adds 2 as well
    for dice, afraid in (((3, 4), False), ((3, 3), True)):
        fight = scene(own={**TERROR, "r1": steady}, dice=[*dice, *both], first={"move": '14"'})
        move(fight, "r1", (10, 16))
        assert feared(fight) == (["b1"] if afraid else [])


@pytest.mark.rule("AS-SPA-010", "AS-OPT-597")
@pytest.mark.parametrize("code", ["RBT", "DRO", "SDCS"])
def test_machines_without_a_crew_fear_nobody_and_have_no_abilities(code: str) -> None:
    robot = {"move": '14"', "specials": [code]}
    fight = scene(dice=[], first=robot, options=["optional_abilities"])
    move(fight, "r1", (10, 16))
    assert feared(fight) == []
    gifted = scene(own={"r1": ("Speed Demon",)}, first=robot, options=["optional_abilities"])
    assert check_move(gifted, commands.Move("r1", ((10, 12),))).allowance == 14.0


@pytest.mark.rule("AS-SPA-024")
def test_only_those_within_six_inches_and_once_a_turn() -> None:
    fight = scene(dice=[])
    move(fight, "r1", (10, 14.4))  # 22 - 14.4 less both bases is more than 6
    assert feared(fight) == []
    near = scene(dice=[6, 6], at=(10, 16))  # already there when the phase begins
    assert near.units["r1"].notes["nerve_tested"] == ["b1"]
    move(near, "r1", (10, 12))  # it has thrown its dice
    assert feared(near) == []


# -- what fear does (AS-SPA-014) ------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-014")
@pytest.mark.parametrize(("inches", "tmm", "left", "easier"), [(9, 2, 5.0, 1), (8, 1, 4.0, 1), (12, 3, 6.0, 2)])
def test_half_of_move_and_tmm_is_lost_rounded_down(inches: int, tmm: int, left: float, easier: int) -> None:
    first = {"move": f'{inches}"j', "tmm": tmm, "state": {"intimidated": ["b1"]}}
    fight = scene(first=first, dice=None)
    unit_ = fight.units["r1"]
    assert current_move(fight, unit_) == left
    assert current_move(fight, unit_, "jump") == left
    assert current_tmm(fight, unit_) == easier


@pytest.mark.rule("AS-SPA-014")
def test_half_of_what_heat_has_left_and_two_fears_are_one() -> None:
    hot = {"state": {"intimidated": ["b1", "b2"], "heat": 1}}
    other = [unit("b2", (14, 24), facing=180)]
    fight = scene(own={"b1": ("Demoralizer",), "b2": ("Demoralizer",)}, first=hot, others=other, dice=None)
    assert current_move(fight, fight.units["r1"]) == 3.0


@pytest.mark.rule("AS-SPA-014")
def test_it_shoots_badly_at_what_it_fears_and_at_nobody_else() -> None:
    fight = scene(first={"state": {"intimidated": ["b1"]}}, others=[unit("b2", (14, 22))], phase="combat", dice=None)
    assert number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SPA-014") == 1
    assert number(preview_attack(fight, commands.Attack("r1", "b2")), "AS-SPA-014") is None
    assert number(preview_attack(fight, commands.Attack("r2", "b1")), "AS-SPA-014") is None


# -- on the way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-014", "AS-SPA-024")
def test_whoever_is_frightened_on_the_way_gets_as_far_as_half_its_move() -> None:
    fight = scene(dice=[1, 1], at=(10, 20), first={"move": '12"'})
    event = move(fight, "r1", (10, 18))
    assert event.at == (10, 16)  # six of twelve inches
    assert feared(fight) == ["b1"]


@pytest.mark.rule("AS-SPA-014", "AS-SPA-024")
def test_whoever_has_gone_farther_already_stops_where_it_is() -> None:
    fight = scene(dice=[1, 1], at=(10, 24), first={"move": '12"'})
    event = move(fight, "r1", (10, 22))
    assert 16.5 < event.at[1] < 18.5  # where it came within six inches
    held = scene(dice=[6, 6], at=(10, 24), first={"move": '12"'})
    assert move(held, "r1", (10, 22)).at == (10, 22)


@pytest.mark.rule("AS-SPA-024")
def test_a_demoralizer_that_comes_near_frightens_those_it_passes_in_their_order() -> None:
    own = {"r1": ("Demoralizer",)}
    others = [unit("b2", (12, 17), facing=180)]
    fight = scene(own=own, others=others, at=(10, 22), dice=[1, 1, 5, 5], first={"move": '14"'})
    events = fight.do(commands.Move("r1", ((10, 19.5),)))
    rolled = [event.unit for event in events if event.type == "roll"]
    assert rolled == ["b2", "b1"]  # b2 is the nearer
    assert (feared(fight, "b2"), feared(fight, "b1")) == (["r1"], [])
    assert "intimidated by" in " ".join(line.text for line in story(fight, events))


@pytest.mark.rule("AS-SPA-024")
def test_aerospace_crews_fear_nobody() -> None:
    grounded = unit("b1", (10, 14), type="AF", move="5a", state={"airborne": False})
    fight = scene(own={"r1": ("Demoralizer",)}, enemy=grounded, dice=[])
    assert feared(fight, "b1") == []


# -- for how long ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPA-024")
@pytest.mark.parametrize(("at", "lasts"), [((10, 30), True), ((10, 46), False)])
def test_a_demoralizer_is_feared_while_it_is_seen_within_two_feet(at: tuple[float, float], lasts: bool) -> None:
    fight = scene(first={"state": {"intimidated": ["b1"]}}, at=at, dice=None)
    assert feared(fight) == (["b1"] if lasts else [])
    assert ("intimidated" in fight.units["r1"].notes) == lasts


@pytest.mark.rule("AS-SPA-024")
def test_out_of_sight_or_destroyed_it_is_forgotten() -> None:
    hill = [{"kind": "hill", "rect": [0, 14, 60, 4], "height": 6}]
    behind = scene(first={"state": {"intimidated": ["b1"]}}, terrain=hill, dice=None)
    assert feared(behind) == []
    dead = unit("b1", (10, 22), state={"destroyed": True})
    assert (
        feared(scene(first={"state": {"intimidated": ["b1"]}}, enemy=dead, others=[unit("b2", (60, 40))], dice=None))
        == []
    )


@pytest.mark.rule("AS-SPA-018")
def test_a_beast_is_feared_until_after_the_next_movement_phase() -> None:
    beast = {"b1": ("Animal Mimicry",)}
    quad = unit("b1", (10, 22), facing=180, legs="quad")
    dice = [1, 1, *(3, 4, 5, 6) * 40]
    fight = scene(own=beast, enemy=quad, dice=dice, first={"move": '14"'})
    move(fight, "r1", (10, 16))
    assert feared(fight) == ["b1"]
    while fight.state.turn == 1:
        assert feared(fight) == ["b1"]
        end(fight)
    while fight.state.phase == "movement":
        assert feared(fight) == ["b1"]
        end(fight)
    assert feared(fight) == []
    assert "intimidated" not in fight.units["r1"].notes


@pytest.mark.rule("AS-SPA-018")
def test_a_beast_goes_through_buildings_and_has_four_legs() -> None:
    house = [{"kind": "building", "rect": [4, 8, 12, 22], "type": "medium", "cf": 90, "height": 2}]
    for legs, cost in (("quad", 2.0), ("biped", 6.0)):
        fight = scene(own={"r1": ("Animal Mimicry",)}, terrain=house, first={"legs": legs}, at=(60, 40), dice=[])
        assert check_move(fight, commands.Move("r1", ((10, 12),))).cost == cost


# -- rage (AS-SPA-019) ----------------------------------------------------------------------------------------

CALLER = {"r1": ("Antagonizer",)}
HATES = {"state": {"enraged": "b1"}}


@pytest.mark.rule("AS-SPA-019", "AS-SPA-013")
@pytest.mark.parametrize(("dice", "mad"), [((4, 4), True), ((4, 5), False)])
def test_a_call_on_the_way_enrages_whoever_hears_it(dice: tuple[int, int], mad: bool) -> None:
    far = [unit("b2", (60, 40))]
    fight = scene(own=CALLER, at=(10, 19), others=far, dice=dice)
    fight.do(commands.Move("r1", ((10, 14), (12, 14)), antagonize=(10, 13)))
    assert fight.units["r1"].at == (12, 14)  # its move goes on
    assert enraged.of(fight.units["b1"]) == ("r1" if mad else None)
    assert enraged.of(fight.units["b2"]) is None


@pytest.mark.rule("AS-SPA-019")
def test_it_calls_on_its_path_and_only_while_moving() -> None:
    fight = scene(own=CALLER, at=(10, 19), dice=[])
    assert refusal(fight, commands.Move("r1", ((10, 14),), antagonize=(13, 13))).rule == "AS-SPA-019"
    assert refusal(fight, commands.Move("r1", (), "standstill", antagonize=(10, 10))).rule == "AS-SPA-019"
    assert refusal(fight, commands.Move("r2", ((22, 8),), antagonize=(22, 7))).rule == "AS-SPA-019"


@pytest.mark.rule("AS-SPA-019", "AS-SPA-039")
def test_another_antagonizer_is_harder_to_enrage() -> None:
    fight = scene(own={**CALLER, "b1": ("Antagonizer",)}, at=(10, 19), dice=[3, 4])
    fight.do(commands.Move("r1", ((10, 14),), antagonize=(10, 14)))
    assert enraged.of(fight.units["b1"]) is None


@pytest.mark.rule("AS-SPA-019")
def test_the_enraged_go_straight_for_it_as_far_as_they_can() -> None:
    fight = scene(own={}, first=HATES, dice=None)
    assert refusal(fight, commands.Move("r1", ((10, 6),))).rule == "AS-SPA-019"
    assert refusal(fight, commands.Move("r1", ((10, 14),))).rule == "AS-SPA-019"  # it could get nearer
    assert refusal(fight, commands.Pass("r1")).rule == "AS-SPA-019"
    assert refusal(fight, commands.EndPhase()).rule == "AS-SPA-019"
    assert move(fight, "r1", (10, 18)).at == (10, 18)


@pytest.mark.rule("AS-SPA-019")
def test_woods_on_the_straight_way_are_no_excuse() -> None:
    woods = [{"kind": "woods", "rect": [8, 12, 4, 2]}]
    fight = scene(own={}, first=HATES, terrain=woods, dice=None)
    assert refusal(fight, commands.Move("r1", ((7, 11.5), (8.5, 15.5)))).rule == "AS-SPA-019"
    assert move(fight, "r1", (10, 16)).cost == 8.0


@pytest.mark.rule("AS-SPA-019")
def test_what_bars_the_straight_way_is_gone_around() -> None:
    pond = [{"kind": "water", "rect": [8, 12, 4, 1], "depth": 1}]
    fight = scene(own={}, first={**HATES, "type": "CV", "move": '10"t'}, terrain=pond, dice=None)
    assert refusal(fight, commands.Move("r1", ((10, 4),))).rule == "AS-SPA-019"
    (must,) = [one.command for one in offers(fight, "red", "r1") if one.label == "Go for b1"]
    assert fight.do(must)
    assert fight.units["r1"].y > 14


@pytest.mark.rule("AS-SPA-019")
def test_in_contact_it_stays() -> None:
    beside = unit("b1", (10, 11.0), facing=180)
    fight = scene(own={}, first=HATES, enemy=beside, dice=None)
    assert refusal(fight, commands.Move("r1", ((10, 6),))).rule == "AS-SPA-019"
    fight.do(commands.Pass("r1"))


@pytest.mark.rule("AS-SPA-019")
def test_the_enraged_attack_nobody_else_whom_they_could() -> None:
    other = [unit("b2", (14, 20), facing=180)]
    fight = scene(own={}, first=HATES, others=other, phase="combat", dice=None)
    assert refusal(fight, commands.Attack("r1", "b2")).rule == "AS-SPA-019"
    assert preview_attack(fight, commands.Attack("r1", "b1")).legal
    assert preview_attack(fight, commands.Attack("r2", "b2")).legal
    behind = scene(own={}, first=HATES, others=other, at=(10, 4), phase="combat", dice=None)
    assert preview_attack(behind, commands.Attack("r1", "b2")).legal  # it is out of its arc


@pytest.mark.rule("AS-SPA-019")
@pytest.mark.parametrize(("at", "lasts"), [((10, 30), True), ((10, 46), False)])
def test_rage_ends_out_of_sight_and_far_away(at: tuple[float, float], lasts: bool) -> None:
    fight = scene(own={}, first=HATES, at=at, phase="combat", dice=None)
    assert ("enraged" in fight.units["r1"].notes) == lasts
    gone = unit("b1", (10, 22), state={"destroyed": True})
    over = scene(own={}, first=HATES, enemy=gone, others=[unit("b2", (60, 40))], phase="combat", dice=None)
    assert "enraged" not in over.units["r1"].notes


@pytest.mark.rule("AS-SPA-024", "AS-MOV-048")
def test_nerve_that_fails_at_the_shore_leaves_a_swimmer_in_the_water() -> None:
    """It is stopped a millionth of an inch before the ground rises: rounding does not put it under the land."""
    swimmer = unit("r1", (45.3964, 16.3112), move='8"/4"s', specials=["UMU"], state={"elevation": -4.0})
    diver = unit("b1", (47.7958, 23.5634), facing=252, type="CI", move='4"s', specials=["UMU"])
    fight = battle(
        swimmer,
        replace(diver, abilities=("Demoralizer",)),
        terrain=[{"id": "lake", "kind": "water", "circle": [47.05, 14.06, 4.4], "depth": 4}],
        phase="movement",
        dice=(1, 1) * 4,
    )
    fight.do(commands.Move("r1", ((44.0353, 17.6723),), "submersible", 33.0, elevation=-5.0))
    stopped = fight.units["r1"]
    assert stopped.at != (44.0353, 17.6723)
    assert stopped.elevation == fight.table.ground(*stopped.at) == -4.0
