"""Boarding actions (pp. 67-68): the grapple, the fight inside, the crew, capture and loss."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.damage.criticals import EFFECTS
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.harm import strike
from rules.table import attack, battle, end, number, refusal, unit

Shot = commands.Attack
Act = commands.Act
SQUAD: dict[str, Any] = {
    **{"type": "BA", "size": 1, "move": '6"j', "damage": "2/2/0", "armor": 2, "structure": 2, "specials": ["CAR4"]}
}
FOOT: dict[str, Any] = {
    **{"type": "CI", "size": 1, "move": '2"f', "damage": "1/1/0", "armor": 2, "structure": 1, "specials": ["CAR3"]}
}
APC: dict[str, Any] = {"type": "CV", "size": 2, "move": '10"h', "damage": "1/1/0", "specials": ["IT8"]}
SHIP: dict[str, Any] = {
    **{"type": "DS", "size": 2, "move": "4p", "damage": None, "armor": 20, "structure": 10, "threshold": 30},
    **{"specials": ["CRW2", "IT20"], "arcs": {"left": {"damage": "4/4/4"}, "right": {"damage": "4/4/4"}}},
}
CRAWLER: dict[str, Any] = {
    **{"type": "SV", "size": 4, "move": '2"t', "damage": "3/3/3", "armor": 20, "structure": 10},
    **{"specials": ["VLG", "AFC", "CRW2", "IT20"]},
}
BESIDE = (20 + 4.625, 20)  # of a ship at (20, 20)
BY_THE_CRAWLER = (20 + 2.625, 20)


def scene(
    *dice: int,
    ship: dict[str, Any] = SHIP,
    inside: tuple[str, ...] = (),
    guards: tuple[str, ...] = (),
    at: tuple[float, float] | None = None,
    phase: str = "combat",
    more: tuple[Any, ...] = (),
    **state: Any,
) -> Battle:
    """Red's apc with r1 aboard beside blue's ship; r-units named are in it already, b-units defend it."""
    place = at or (BESIDE if ship is SHIP else BY_THE_CRAWLER)
    return battle(
        unit("rapc", place, state={"grappling": "bship"} if state.pop("held", False) else {}, **APC),
        unit("r1", state={"boarding": "bship"} if "r1" in inside else {"aboard": "rapc"}, skill=3, **SQUAD),
        *(unit(name, state={"boarding": "bship"}, skill=4, **SQUAD) for name in inside if name != "r1"),
        unit("bship", (20, 20), state=state.pop("state", {}), **ship),
        *(unit(name, state={"aboard": "bship"}, **FOOT) for name in guards),
        unit("b9", (60, 40)),
        *more,
        dice=dice or (6, 6, 6, 6, 6, 6),
        phase=phase,
        **state,
    )


def shown(fight: Battle, name: str) -> dict[str, Any]:
    state: Any = show_state(fight)["units"]
    return state[name]


# -- the grapple ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-143")
@pytest.mark.parametrize(("dice", "holds"), [((3, 3), "bship"), ((2, 3), None)])
def test_a_grapple_holds_on_six(dice: tuple[int, int], holds: str | None) -> None:
    fight = scene(*dice)
    assert preview_attack(fight, Shot("rapc", "bship", "grapple")).target_number == 6
    made = attack(fight, "rapc", "bship", kind="grapple")
    assert (made.target_number, made.hit) == (6, holds is not None)
    assert shown(fight, "rapc")["grappling"] == holds
    if holds:
        fight.do(Act("r1", "board", "bship"))
        assert (shown(fight, "r1")["boarding"], shown(fight, "r1")["place"]) == ("bship", "aboard")
    else:
        assert refusal(fight, Act("r1", "board", "bship")).rule == "AS-BAT-143"


@pytest.mark.rule("AS-BAT-143")
def test_what_is_under_water_is_harder_to_grapple() -> None:
    fight = battle(
        unit("r1", (20 + 2.625, 20), state={"elevation": -4}, **{**FOOT, "move": '4"s', "specials": ["CAR3", "UMU"]}),
        unit("bship", (20, 20), state={"elevation": -8}, **{**CRAWLER, "move": '4"s'}),
        terrain=[{"kind": "water", "depth": 8, "rect": [5, 5, 40, 40]}],
    )
    preview = preview_attack(fight, Shot("r1", "bship", "grapple"))
    assert (preview.legal, preview.target_number) == (True, 8)


@pytest.mark.rule("AS-BAT-141")
def test_who_may_grapple() -> None:
    fight = scene(
        more=(
            unit("rmech", (20, 24.625)),
            unit("rtank", (20, 15.375), **{**APC, "specials": []}),
            unit("rbig", (15.0, 20), **{**APC, "type": "SV", "specials": ["LG", "IT8"]}),
        )
    )
    for name in ("rmech", "rtank", "rbig"):
        assert refusal(fight, Shot(name, "bship", "grapple")).rule == "AS-BAT-141"
    assert refusal(fight, Shot("rapc", "b9", "grapple")).rule == "AS-BAT-141"
    assert preview_attack(fight, Shot("rapc", "bship", "grapple")).legal


@pytest.mark.rule("AS-BAT-141")
def test_a_grapple_takes_the_place_of_an_attack_and_spares_what_it_holds() -> None:
    fight = scene(3, 4, more=(unit("b8", (30, 22)),))
    attack(fight, "rapc", "bship", kind="grapple")
    assert refusal(fight, Shot("rapc", "b8")).rule == "AS-BAT-141"
    later = scene(3, 4, ship=CRAWLER, held=True, at=(20 + 2.625, 20), more=(unit("b8", (24, 30)),))
    assert refusal(later, Shot("rapc", "bship")).rule == "AS-BAT-141"
    assert preview_attack(later, Shot("rapc", "b8")).legal


@pytest.mark.rule("AS-BAT-142")
@pytest.mark.parametrize(
    ("move", "specials", "may"),
    [
        ('2"f', [], True),
        ('4"j', [], True),
        ('6"m', [], True),
        ('6"v', [], True),
        ('6"t', [], False),
        ('4"s', ["UMU"], False),
    ],
)
def test_infantry_that_may_board_by_itself(move: str, specials: list[str], may: bool) -> None:
    fight = scene(more=(unit("r2", (20, 24.625), **{**FOOT, "move": move, "specials": ["CAR3", *specials]}),))
    preview = preview_attack(fight, Shot("r2", "bship", "grapple"))
    assert preview.legal == may
    assert may or (preview.reason is not None and preview.reason.rule == "AS-BAT-142")


@pytest.mark.rule("AS-BAT-142")
def test_infantry_that_grapples_is_aboard_at_once() -> None:
    fight = scene(3, 4, more=(unit("r2", (20, 24.625), **FOOT),))
    attack(fight, "r2", "bship", kind="grapple")
    assert (shown(fight, "r2")["boarding"], shown(fight, "r2")["aboard"]) == ("bship", "bship")
    assert refusal(fight, Shot("r2", "bship")).rule == "AS-BAT-145"


@pytest.mark.rule("AS-BAT-142")
def test_dropships_are_boarded_at_ground_level_only() -> None:
    flyers = {**SQUAD, "move": '6"v'}
    fight = scene(more=(unit("r2", (20, 24.625), state={"elevation": 3, "airborne": True}, **flyers),))
    assert refusal(fight, Shot("r2", "bship", "grapple")).rule == "AS-BAT-142"


@pytest.mark.rule("AS-BAT-143")
def test_a_grapple_needs_contact_at_the_same_level() -> None:
    away = scene(at=(26, 20))
    assert refusal(away, Shot("rapc", "bship", "grapple")).rule == "AS-BAT-143"
    hill = battle(
        unit("rapc", BESIDE, **APC),
        unit("bship", (20, 20), **SHIP),
        terrain=[{"kind": "hill", "height": 2, "rect": [24.2, 15, 10, 10]}],
    )
    assert refusal(hill, Shot("rapc", "bship", "grapple")).rule == "AS-BAT-143"


@pytest.mark.rule("AS-BAT-141")
def test_vtols_hang_on_from_above() -> None:
    vtol = {**APC, "move": '10"v'}
    fight = battle(
        unit("r1", (20, 30), state={"elevation": 4}, **vtol), unit("b1", (20, 20), **CRAWLER), phase="movement"
    )
    over = commands.Move("r1", ((20, 21),))
    assert check_move(fight, over).legal
    low = check_move(fight, commands.Move("r1", ((20, 21),), elevation=0))
    assert low.reason is not None
    fight.do(over)
    end(fight)
    assert fight.state.phase == "combat"
    assert preview_attack(fight, Shot("r1", "b1", "grapple")).legal


@pytest.mark.rule("AS-MOV-007")
def test_a_vtol_above_a_large_unit_does_not_come_down_through_it() -> None:
    vtol = {**APC, "move": '10"v'}
    fight = battle(
        unit("r1", (20, 20.5), state={"elevation": 5, "airborne": True}, **vtol),
        unit("b1", (20, 20), **CRAWLER),
        phase="movement",
    )
    assert check_move(fight, commands.Move("r1", (), "standstill")).legal
    assert check_move(fight, commands.Move("r1", (), "standstill", elevation=4.0)).legal
    low = check_move(fight, commands.Move("r1", (), "standstill", elevation=0.0))
    assert low.reason is not None
    assert low.reason.rule == "AS-MOV-007"


# -- keeping it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-144")
def test_on_what_can_move_a_grapple_is_rolled_again_every_turn() -> None:
    still = scene(*(1, 2, 3, 4) * 6, held=True)
    while still.state.turn == 1:
        end(still)
    while still.state.turn == 2:
        end(still)
    assert shown(still, "rapc")["grappling"] == "bship"
    fight = scene(*(1, 2, 3, 4) * 6, ship=CRAWLER, held=True)
    while fight.state.turn == 1:
        end(fight)
    assert shown(fight, "rapc")["grappling"] == "bship"
    while fight.state.turn == 2:
        end(fight)
    assert shown(fight, "rapc")["grappling"] is None


@pytest.mark.rule("AS-BAT-144")
def test_a_second_roll_keeps_it_or_loses_it() -> None:
    for dice, holds in (((3, 3), "bship"), ((1, 2), None)):
        fight = scene(*dice, 1, 2, 3, 4, ship=CRAWLER, held=True, turn=2, state={})
        fight.units["rapc"].notes = {**fight.units["rapc"].notes, "held": 1}
        attack(fight, "rapc", "bship", kind="grapple")
        assert shown(fight, "rapc")["grappling"] == "bship"
        end(fight, 2)
        assert shown(fight, "rapc")["grappling"] == holds


@pytest.mark.rule("AS-BAT-144")
def test_a_grapple_is_let_go_in_the_end_phase() -> None:
    fight = scene(1, 2, 3, 4, held=True)
    assert refusal(scene(), Act("rapc", "release")).rule == "AS-BAT-144"
    fight.do(Act("rapc", "release"))
    assert shown(fight, "rapc")["grappling"] == "bship"
    end(fight, 2)
    assert shown(fight, "rapc")["grappling"] is None


# -- inside ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-145")
def test_boarders_and_defenders_fight_at_short_range_by_skill_alone() -> None:
    fight = scene(1, 2, 6, 4, inside=("r1",), guards=("b1",))
    assert preview_attack(fight, Shot("r1", "b1")).target_number == 3
    shot = attack(fight, "r1", "b1")
    assert (shot.target_number, shot.damage, shot.range) == (3, 2, "short")
    assert shown(fight, "b1")["armor"] == 0
    assert refusal(fight, Shot("r1", "b1")).rule == "AS-BAT-145"
    end(fight)
    back = attack(fight, "b1", "r1")
    assert (back.target_number, number(back, "AS-COM-077"), back.damage) == (4 + 1, 1, 1)


@pytest.mark.rule("AS-BAT-145")
def test_nobody_attacks_between_inside_and_outside() -> None:
    fight = scene(3, 3, inside=("r1",), guards=("b1",), more=(unit("r2", (20, 30), facing=180),))
    assert refusal(fight, Shot("r1", "b9")).rule == "AS-BAT-145"
    assert refusal(fight, Shot("r2", "b1")).rule == "AS-BAT-145"
    end(fight)
    assert refusal(fight, Shot("bship", "r1", arc="right")).rule == "AS-BAT-145"
    assert refusal(fight, Shot("b1", "rapc")).rule == "AS-BAT-145"
    quiet = scene(guards=("b1",))
    assert refusal(quiet, Shot("r1", "b9")).rule == "AS-MOV-072"


@pytest.mark.rule("AS-BAT-145")
def test_whoever_crosses_keeps_its_attack_of_that_turn() -> None:
    fight = scene(3, 3, 6, 4, guards=("b1",))
    attack(fight, "rapc", "bship", kind="grapple")
    fight.do(Act("r1", "board", "bship"))
    assert attack(fight, "r1", "b1").hit


@pytest.mark.rule("AS-BAT-145")
def test_out_again_only_to_a_transport_that_holds_the_ship() -> None:
    fight = scene(inside=("r1",), held=True, phase="movement")
    fight.do(Act("r1", "return", "rapc"))
    assert (shown(fight, "r1")["boarding"], shown(fight, "r1")["aboard"]) == (None, "rapc")
    loose = scene(inside=("r1",), phase="movement")
    assert refusal(loose, Act("r1", "return", "rapc")).rule == "AS-BAT-145"
    assert refusal(loose, commands.Move("r1", ((20, 26),))).rule == "AS-MOV-066"
    assert refusal(scene(inside=("r1",), held=True), Act("r1", "return", "rapc")).rule == "AS-BAT-145"


@pytest.mark.rule("AS-BAT-146")
def test_boarders_wreck_the_ship_without_a_roll() -> None:
    fight = scene(inside=("r1",), guards=("b1",))
    shot = attack(fight, "r1", "bship")
    assert (shot.roll, shot.hit, shot.damage, fight.units["bship"].armor) == ((), True, 2, 18)
    assert preview_attack(scene(inside=("r1",)), Shot("r1", "bship")).hit_probability == 1.0


@pytest.mark.rule("AS-BAT-146")
def test_in_a_mobile_structure_they_name_the_section() -> None:
    sections = [{"name": name, "at": [0, at], "armor": 5, "structure": 5} for name, at in (("bow", 1), ("stern", -1))]
    fort = {"type": "MS", "size": 5, "move": '2"', "damage": None, "specials": ["SLG"], "sections": sections}
    fight = battle(unit("r1", state={"boarding": "bship"}, **SQUAD), unit("bship", (20, 20), **fort))
    assert refusal(fight, Shot("r1", "bship")).rule == "AS-BAT-130"
    attack(fight, "r1", "bship/stern")
    assert [section.armor for section in fight.units["bship"].sections] == [5, 3]


@pytest.mark.rule("AS-BAT-147")
def test_a_ship_that_runs_into_something_shakes_everybody_in_it() -> None:
    fight = scene(3, 3, *(1,) * 8, ship=CRAWLER, inside=("r1",), guards=("b1",))
    strike(fight, "bship", 1, words=("collision",))
    fight.run()
    assert number(preview_attack(fight, Shot("r1", "b1")), "AS-BAT-147") == 2
    assert number(preview_attack(fight, Shot("b1", "r1")), "AS-BAT-147") == 2
    shot_at = scene(3, 3, *(1,) * 8, ship=CRAWLER, inside=("r1",), guards=("b1",))
    strike(shot_at, "bship", 1)
    shot_at.run()
    assert number(preview_attack(shot_at, Shot("r1", "b1")), "AS-BAT-147") is None


# -- capture and loss -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-148")
def test_a_ship_falls_when_its_last_defender_does() -> None:
    fight = scene(6, 4, 1, 2, 3, 4, inside=("r1", "r2"), guards=("b1",), state={})
    fight.units["b1"].armor = 0
    attack(fight, "r1", "b1")
    assert shown(fight, "bship")["side"] == "blue"
    end(fight, 2)
    ship = shown(fight, "bship")
    assert (ship["side"], ship["skill"], shown(fight, "r1")["boarding"]) == ("red", 5, None)
    assert fight.units["r1"].aboard == "bship"


@pytest.mark.rule("AS-BAT-148")
def test_a_ship_that_nobody_defends_falls_at_once_and_fights_for_its_captors() -> None:
    fight = scene(1, 2, 3, 4, inside=("r1",), more=(unit("b8", (34, 20)),))
    end(fight, 2)
    assert (fight.state.turn, shown(fight, "bship")["side"]) == (2, "red")
    end(fight, 2)
    assert preview_attack(fight, Shot("bship", "b8", arc="right")).legal
    guarded = scene(1, 2, 3, 4, inside=("r1",), guards=("b1",))
    end(guarded, 2)
    assert shown(guarded, "bship")["side"] == "blue"


@pytest.mark.rule("AS-BAT-149")
def test_everybody_aboard_goes_down_with_the_ship() -> None:
    fight = scene(inside=("r1",), guards=("b1",))
    doom(fight, fight.units["bship"], "lost", "AS-DMG-027", wait=False)
    fight.run()
    assert [fight.units[name].destroyed for name in ("r1", "b1", "rapc")] == [True, True, False]


# -- the crew -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-150", "AS-SPC-085")
def test_a_crew_takes_up_arms_at_the_price_of_a_crew_hit() -> None:
    fight = scene(inside=("r1",), first="blue")
    fight.do(Act("bship", "raise_crew"))
    crew = shown(fight, "bship/crew1")
    assert (crew["armor"], crew["structure"], crew["aboard"], crew["skill"]) == (2, 1, "bship", 4)
    card = fight.units["bship/crew1"].card
    assert (str(card.move), str(card.damage)) == ('2"f', "1/1/0")
    assert "bship/crew2" in fight.units
    assert "bship/crew3" not in fight.units
    assert shown(fight, "bship")["crits"]["crew"] == 1
    assert refusal(fight, Act("bship", "raise_crew")).rule == "AS-BAT-150"
    assert preview_attack(fight, Shot("bship/crew1", "r1")).target_number == 5
    fight.do(Act("bship", "stand_down"))
    assert shown(fight, "bship")["crits"]["crew"] == 0
    assert not fight.units["bship/crew1"].in_play


@pytest.mark.rule("AS-BAT-150")
def test_other_ships_are_stunned_as_long_as_their_crew_fights() -> None:
    fight = scene(1, 2, 3, 4, 1, 2, 3, 4, ship=CRAWLER, inside=("r1",), first="blue")
    fight.do(Act("bship", "raise_crew"))
    assert shown(fight, "bship")["stunned"]
    while fight.state.turn == 1:
        end(fight)
    assert shown(fight, "bship")["stunned"]
    while not (fight.state.phase == "combat" and fight.state.to_act == "blue"):
        end(fight)
    fight.do(Act("bship", "stand_down"))
    assert not shown(fight, "bship")["stunned"]


@pytest.mark.rule("AS-BAT-150")
@pytest.mark.parametrize(("ship", "result"), [(SHIP, "crew"), (CRAWLER, "crew_stunned")])
def test_a_second_crew_hit_leaves_nobody_at_the_posts(ship: dict[str, Any], result: str) -> None:
    fight = scene(inside=("r1",), first="blue", ship=ship, more=(unit("r2", (20, 34), facing=180),))
    fight.do(Act("bship", "raise_crew"))
    EFFECTS[result](fight, fight.units["bship"], True)
    assert fight.units["bship"].doomed is None
    arc = "right" if ship is SHIP else None
    assert shown(fight, "bship")["immobile"]
    assert is_helpless(fight, fight.units["bship"])
    if ship is SHIP:
        assert refusal(fight, Shot("bship", "r2", arc=arc)).rule == "AS-BAT-150"
    fight.do(Act("bship", "stand_down"))
    assert not fight.units["bship"].notes["crewless"]
    assert ship is CRAWLER or not is_helpless(fight, fight.units["bship"])


@pytest.mark.rule("AS-BAT-150")
def test_a_ship_that_nobody_steers_is_immobile() -> None:
    fight = scene(inside=("r1",), first="blue", ship={**SHIP, "type": "DA", "move": "4a"}, at=(30, 30))
    assert not shown(fight, "bship")["immobile"]
    fight.do(Act("bship", "raise_crew"))
    EFFECTS["crew"](fight, fight.units["bship"], True)
    assert shown(fight, "bship")["immobile"]


@pytest.mark.rule("AS-BAT-150")
def test_a_crew_with_losses_needs_others_to_take_their_place() -> None:
    fight = scene(inside=("r1",), first="blue")
    fight.do(Act("bship", "raise_crew"))
    doom(fight, fight.units["bship/crew1"], "shot", "AS-DMG-027", wait=False)
    fight.run()
    assert refusal(fight, Act("bship", "stand_down")).rule == "AS-BAT-150"
    helped = scene(inside=("r1",), first="blue", guards=("b1",))
    helped.do(Act("bship", "raise_crew"))
    doom(helped, helped.units["bship/crew1"], "shot", "AS-DMG-027", wait=False)
    helped.run()
    helped.do(Act("bship", "stand_down"))
    assert not helped.units["b1"].in_play


@pytest.mark.rule("AS-BAT-151")
def test_friends_reinforce_a_ship_without_a_roll() -> None:
    friends = (unit("bapc", (20 - 4.625, 20), **APC), unit("b2", state={"aboard": "bapc"}, **FOOT))
    fight = scene(inside=("r1",), first="blue", more=(*friends, unit("b3", (20, 24.625), **FOOT)))
    made = attack(fight, "bapc", "bship", kind="grapple")
    assert (made.roll, made.hit, number(made, "AS-BAT-151")) == ((), True, 0)
    assert [line.text for line in story(fight, [made])][1:] == [
        "It needs 0 = 0 Let in by friends (p. 68).",
        "It needs no roll: a hit.",
    ]
    fight.do(Act("b2", "board", "bship"))
    attack(fight, "b3", "bship", kind="grapple")
    assert [shown(fight, name)["boarding"] for name in ("b2", "b3")] == [None, None]
    assert [shown(fight, name)["aboard"] for name in ("b2", "b3")] == ["bship", "bship"]
    assert preview_attack(fight, Shot("b2", "r1")).legal


@pytest.mark.rule("AS-BAT-151")
def test_friends_come_aboard_only_where_there_are_enemies() -> None:
    """A grapple is no way into a ship that has no bay for them."""
    friends = (
        unit("bapc", (20 - 2.625, 20), state={"grappling": "bship"}, **APC),
        unit("b2", state={"aboard": "bapc"}, **FOOT),
        unit("b3", (20, 22.625), **FOOT),
    )
    fight = scene(ship={**CRAWLER, "specials": ["VLG", "AFC"]}, first="blue", more=friends)
    for command in (Shot("bapc", "bship", "grapple"), Shot("b3", "bship", "grapple"), Act("b2", "board", "bship")):
        refused = refusal(fight, command)
        assert (refused.rule, "no enemy has boarded bship" in refused.message) == ("AS-BAT-151", True)


# -- offers, words, states ------------------------------------------------------------------------------------


def deeds(fight: Battle, side: str) -> set[tuple[str, str]]:
    orders = [one.command for one in offers(fight, side)]
    found = {(one.unit, one.do) for one in orders if isinstance(one, Act)}
    return found | {(one.unit, f"{one.kind} {one.target}") for one in orders if isinstance(one, Shot)}


@pytest.mark.rule("AS-BAT-143", "AS-BAT-144", "AS-BAT-145", "AS-BAT-150")
def test_every_step_is_offered() -> None:
    fight = scene(3, 4, guards=("b1",))
    assert ("rapc", "grapple bship") in deeds(fight, "red")
    attack(fight, "rapc", "bship", kind="grapple")
    assert {("r1", "board"), ("rapc", "release")} <= deeds(fight, "red")
    fight.do(Act("r1", "board", "bship"))
    assert {("r1", "weapon b1"), ("r1", "weapon bship")} <= deeds(fight, "red")
    end(fight)
    assert {("bship", "raise_crew"), ("b1", "weapon r1")} <= deeds(fight, "blue")
    assert ("r1", "return") in deeds(scene(inside=("r1",), held=True, phase="movement"), "red")


def test_it_is_told_and_nobody_hears_too_much() -> None:
    fight = scene(3, 4, 1, 2, 3, 4, inside=("r2",), first="blue")
    fight.do(Act("bship", "raise_crew"))
    end(fight, 2)
    events = list(events_for(fight, "red", fight.journal.events))
    told = " ".join(line.text for line in story(fight, events))
    assert "takes up arms" in told


def test_states_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="exceptionally large"):
        battle(unit("r1", (10, 10), state={"grappling": "b1"}, **APC), unit("b1", (40, 40)))
    with pytest.raises(InputError, match="only infantry boards"):
        battle(unit("r1", state={"boarding": "b1"}), unit("b1", (20, 20), **SHIP))


def test_a_battle_that_is_played_again_comes_to_the_same() -> None:
    fight = scene(3, 4, 6, 4, 1, 2, 3, 4, 1, 2, 3, 4)
    attack(fight, "rapc", "bship", kind="grapple")
    fight.do(Act("r1", "board", "bship"))
    attack(fight, "r1", "bship")
    twin = fight.clone()
    assert twin.hash() == fight.hash()
    end(fight, 2)
    end(twin, 2)
    assert twin.hash() == fight.hash()


@pytest.mark.rule("AS-MOV-007")
def test_a_vtol_above_a_large_unit_is_in_the_way_of_others_all_the_same() -> None:
    vtol = {**APC, "move": '10"v'}
    fight = battle(
        unit("r1", (20, 30), state={"elevation": 4}, **vtol),
        unit("b1", (20, 20), **CRAWLER),
        unit("b2", (20, 24)),
        phase="movement",
    )
    edge = fight.units["b1"].radius
    fight.units["b2"].y = 20 + edge + 0.7
    assert check_move(fight, commands.Move("r1", ((20, 20 + edge - 0.7),))).legal
    reason = check_move(fight, commands.Move("r1", ((20, 20 + edge),))).reason
    assert reason is not None
    assert (reason.rule, "b2" in reason.message) == ("AS-MOV-007", True)
