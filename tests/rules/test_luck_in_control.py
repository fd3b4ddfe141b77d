"""Lucky pilots and Control Rolls (p. 97): the player is asked between the dice and what comes of them."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.air.altitude import altitude_of
from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.outcomes import outcomes_of_answer
from lancemate.alphastrike.pilots.luck import ENOUGH, OWN, SHARED, luck_left
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from rules.crews import LANCE, lance
from rules.flights import AERODYNE, SPHEROID, fighter, flyer, sky
from rules.table import battle, end, unit

pytestmark = pytest.mark.rule("AS-SPA-041")

MUD = {"id": "mud", "kind": "mud", "rect": [0, 12, 72, 8]}
ROAD = {"kind": "road", "line": [[20, 0], [20, 48]], "width": 3}
AGAIN, STANDS = orders.Decide("red", OWN), orders.Decide("red", ENOUGH)


def lucky(one: Muster, points: int = 1, *more: str) -> Muster:
    return replace(one, abilities=(f"Lucky ({points})", *more))


def bog(*dice: int, points: int = 1, terrain: Any = (MUD,), options: Any = (), **card: Any) -> Battle:
    """A lucky pilot at (20, 10), and mud from y = 12 to 20: 5 is enough not to get stuck in it."""
    mover = lucky(unit("r1", (20, 10), **{"move": '20"', "armor": 9, **card}), points)
    others = unit("r2", (60, 4)), unit("b1", (60, 44))
    return battle(mover, *others, terrain=terrain, phase="movement", dice=dice, options=options)


def go(fight: Battle, *path: tuple[float, float], **more: Any) -> list[Any]:
    return fight.do(orders.Move("r1", path or ((20.0, 17.0),), **more))


def told(events: list[Any], kind: str) -> list[Any]:
    return [event for event in events if event.type == kind]


def asked(fight: Battle) -> Any:
    assert fight.decision is not None
    return fight.decision


# -- on the way -----------------------------------------------------------------------------------------------


def test_the_question_waits_where_the_unit_is() -> None:
    fight = bog(1, 1, 6, 6, 6, 6, 6, 6)
    events = go(fight)
    question = asked(fight)
    assert (question.kind, question.side, question.unit) == ("reroll_control", "red", "r1")
    assert (question.choices, question.rule) == ((OWN, ENOUGH), "AS-SPA-041")
    assert question.facts == {"target_number": 5, "for": "not to get stuck", "roll": [1, 1], "left": {OWN: 1}}
    assert question.question == "r1 needed 5 not to get stuck and rolled 2: roll again?"
    assert not told(events, "bog_check")
    assert fight.units["r1"].at == pytest.approx((20, 12), abs=0.01)
    assert fight.state.to_act == "red"


def test_another_roll_and_the_move_goes_on() -> None:
    fight = bog(1, 1, 6, 6, 6, 6, 6, 6)
    go(fight)
    events = fight.do(AGAIN)
    assert [one.roll for one in told(events, "bog_check")] == [(6, 6)] * 3
    assert fight.units["r1"].at == (20.0, 17.0)
    assert luck_left(fight, fight.units["r1"]) == {}
    assert any("rolled again by own luck" in str(line) for line in story(fight, events))
    assert [one.rule for one in told(events, "roll")] == ["AS-SPA-041"]
    plain = battle(
        unit("r1", (20, 10), move='20"', armor=9), unit("r2", (60, 4)), unit("b1", (60, 44)),
        terrain=(MUD,), phase="movement", dice=(6, 6) * 3,
    )  # fmt: skip
    go(plain)
    last, whole = told(events, "moved")[-1], told(plain.journal.events, "moved")[-1]
    assert (last.at, last.cost, last.inches, last.facing) == (whole.at, whole.cost, whole.inches, whole.facing)
    assert (fight.state.to_act, fight.state.quota) == (plain.state.to_act, plain.state.quota)


def test_a_roll_may_stand_and_the_second_does_even_if_it_is_worse() -> None:
    fight = bog(2, 2)
    go(fight)
    (check,) = told(fight.do(STANDS), "bog_check")
    assert (check.roll, check.stuck) == ((2, 2), True)
    assert luck_left(fight, fight.units["r1"]) == {OWN: 1}
    worse = bog(2, 2, 1, 1, points=2)
    go(worse)
    (check,) = told(worse.do(AGAIN), "bog_check")
    assert (check.roll, check.stuck, worse.decision) == ((1, 1), True, None)
    assert luck_left(worse, worse.units["r1"]) == {OWN: 1}


def test_who_has_no_luck_left_is_not_asked() -> None:
    fight = bog(1, 1, 6, 6, 1, 1)
    go(fight)
    checks = told(fight.do(AGAIN), "bog_check")
    assert [one.stuck for one in checks] == [False, True]
    assert fight.decision is None
    assert fight.units["r1"].at == (20.0, 14.0)


def test_several_on_one_way() -> None:
    fight = bog(1, 1, 6, 6, 1, 2, 5, 5, 2, 1, points=3)
    go(fight)
    fight.do(AGAIN)
    assert asked(fight).facts["roll"] == [1, 2]
    assert fight.units["r1"].at == (20.0, 14.0)
    fight.do(AGAIN)
    assert (asked(fight).facts["roll"], asked(fight).facts["left"]) == ([2, 1], {OWN: 1})
    fight.do(STANDS)
    assert fight.units["r1"].at == (20.0, 16.0)


def test_a_mine_where_the_mud_begins_goes_off_once() -> None:
    """Mines on its path: one where the mud begins, which misses, and one before the end, which hits."""
    mines = [
        {"id": f"m{y}", "kind": "minefield", "density": 2, "type": "conventional", "circle": [20, y, 1]}
        for y in (13, 18)
    ]  # fmt: skip
    fight = bog(1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6, terrain=(MUD, *mines), options=("minefields",))
    first = told(go(fight, (20.0, 17.5)), "mines_tested")
    second = told(fight.do(AGAIN), "mines_tested")
    assert [(one.feature, one.goes_off) for one in (*first, *second)] == [("m13", False), ("m18", True)]
    assert fight.units["r1"].at == (20.0, 17.5)


def test_a_jump_comes_down_first() -> None:
    fight = bog(1, 1, 6, 6, move='20"j')
    events = go(fight, (20.0, 15.0), mode="jump", facing=90.0)
    assert [one.at for one in told(events, "moved")] == [(20.0, 15.0)]
    events = fight.do(AGAIN)
    assert not told(events, "moved")
    assert [one.stuck for one in told(events, "bog_check")] == [False]
    assert fight.units["r1"].facing == 90.0


@pytest.mark.parametrize(("answer", "at"), [(AGAIN, (20.0, 17.0)), (STANDS, (20.0, 14.0))])
def test_getting_free(answer: Any, at: tuple[float, float]) -> None:
    fight = bog(1, 1, *(6, 6) * 3, state={"bogged": True})
    fight = battle(
        lucky(unit("r1", (20, 14), move='20"', state={"bogged": True})), unit("b1", (60, 44)),
        terrain=(MUD,), phase="movement", dice=(1, 1, *(6, 6) * 3),
    )  # fmt: skip
    assert not told(go(fight), "moved")
    assert asked(fight).question == "r1 needed 5 to get free and rolled 2: roll again?"
    events = fight.do(answer)
    assert told(events, "bog_check")[0].escape
    assert fight.units["r1"].at == at
    assert fight.state.to_act == "blue"


@pytest.mark.rule("AS-URB-027", "AS-URB-029")
@pytest.mark.parametrize("answer", [AGAIN, STANDS])
def test_a_skid_goes_where_the_unit_looked_when_the_phase_began(answer: Any) -> None:
    """It needs 5 after 6 inches; 4 is a skid of two inches, straight ahead on a 3."""
    mover = lucky(unit("r1", (20, 5), move='10"', armor=9))
    fight = battle(
        mover, unit("b9", (60, 40)), terrain=[ROAD], phase="movement", options=("skidding",),
        dice=(2, 2, *((2, 2) if answer is AGAIN else ()), 3),
    )  # fmt: skip
    fight.do(orders.Move("r1", ((20.0, 14.0),), facing=90.0))
    assert asked(fight).question == "r1 needed 5 not to skid and rolled 4: roll again?"
    assert fight.units["r1"].at == (20.0, 11.0)
    fight.do(answer)
    assert fight.units["r1"].at == (20.0, 13.0)
    assert fight.units["r1"].facing == 0.0


def test_who_keeps_on_the_road_after_all_ends_where_it_meant_to() -> None:
    mover = lucky(unit("r1", (20, 5), move='10"', armor=9))
    fight = battle(
        mover, unit("b9", (60, 40)), terrain=[ROAD], phase="movement", options=("skidding",), dice=(2, 2, 6, 6)
    )
    fight.do(orders.Move("r1", ((20.0, 14.0),), facing=90.0))
    events = fight.do(AGAIN)
    assert [one.kept for one in told(events, "control_roll")] == [True]
    assert (fight.units["r1"].at, fight.units["r1"].facing) == ((20.0, 14.0), 90.0)


def test_the_frightened_go_no_farther_after_it() -> None:
    """Animal Mimicry halves a Move of 20 on the way; the mud costs two inches an inch, so the way ends at y = 16."""
    beast = replace(unit("b1", (27, 13), type="BM", legs="quad"), abilities=("Animal Mimicry",))
    dice = (1, 1, 1, 1, 6, 6, 6, 6, 6, 6)
    mover = unit("r1", (20, 8), move='20"', armor=9)
    plain = battle(mover, beast, terrain=(MUD,), phase="movement", dice=(*dice[:2], *dice[4:]))
    go(plain, (20.0, 19.0))
    fight = battle(lucky(mover), beast, terrain=(MUD,), phase="movement", dice=dice)
    go(fight, (20.0, 19.0))
    fight.do(AGAIN)
    assert told(fight.journal.events, "roll")
    assert fight.units["r1"].at == plain.units["r1"].at
    assert fight.units["r1"].at[1] < 19


def test_broken_crust() -> None:
    crust = {"id": "it", "kind": "magma_crust", "rect": [0, 12, 72, 8]}
    fight = bog(6, 1, 1, 6, 6, terrain=(crust,))
    go(fight, (20.0, 14.5))
    assert asked(fight).kind == "reroll_control"
    events = fight.do(AGAIN)
    assert [one.stuck for one in told(events, "bog_check")] == [False]


def test_two_that_settle_in_the_mud_are_asked_one_after_the_other() -> None:
    card: dict[str, Any] = {"type": "CV", "move": '20"v', "size": 1, "armor": 4}
    swamped = [lucky(unit(name, (x, 10), state={"elevation": 1}, **card)) for name, x in (("r1", 20), ("r2", 30))]
    fight = battle(*swamped, unit("b1", (60, 44)), terrain=(MUD,), phase="movement", dice=(1, 1, 6, 6, 1, 1, 1, 1))
    fight.do(orders.Move("r1", ((20.0, 15.0),), elevation=0.0))
    assert asked(fight).unit == "r1"
    fight.do(AGAIN)
    fight.do(orders.Move("r2", ((30.0, 15.0),), elevation=0.0))
    assert asked(fight).unit == "r2"
    (check,) = told(fight.do(AGAIN), "bog_check")
    assert (check.unit, check.stuck) == ("r2", True)


@pytest.mark.rule("AS-FOR-046")
def test_a_battle_lance_has_its_pool_for_control_too() -> None:
    fight = lance(
        formation={"lucky": 6}, terrain=[{"kind": "mud", "rect": [0, 12, 72, 8]}], phase="movement", dice=(1, 1, 6, 6)
    )
    go(fight, (10.0, 13.0))
    assert (asked(fight).choices, asked(fight).rule) == ((SHARED, ENOUGH), "AS-FOR-046")
    events = fight.do(orders.Decide("red", SHARED))
    assert [one.stuck for one in told(events, "bog_check")] == [False]
    assert [one.rule for one in told(events, "roll")] == ["AS-FOR-046"]
    assert [luck_left(fight, fight.units[name]) for name in LANCE] == [{SHARED: 5}] * 4


# -- in the air -----------------------------------------------------------------------------------------------


def hit(fight: Battle, name: str) -> None:
    from rules.harm import strike

    strike(fight, name, 1, by="r1")


@pytest.mark.rule("AS-AER-089")
@pytest.mark.parametrize("choice", [OWN, ENOUGH])
def test_after_damage_each_is_asked_for_itself(choice: str) -> None:
    two = [lucky(fighter(name, (x, 48), 180, altitude="high")) for name, x in (("b1", 20), ("b2", 30))]
    dice = (2, 3, *((6, 6) if choice == OWN else ()), 1, 1, 5, 5, *(6, 6, 1, 2) * 4)
    fight = sky(unit("r1", (5, 5)), *two, dice=dice)
    hit(fight, "b1")
    hit(fight, "b2")
    end(fight, 2)
    assert (asked(fight).unit, asked(fight).question) == ("b1", "b1 needed 6 to keep control and rolled 5: roll again?")
    fight.do(orders.Decide("blue", choice))
    assert asked(fight).unit == "b2"
    fight.do(orders.Decide("blue", OWN))
    assert [altitude_of(fight.units[name]) for name in ("b1", "b2")] == ["high" if choice == OWN else "middle", "high"]
    assert fight.state.turn == 2


@pytest.mark.rule("AS-AER-065")
@pytest.mark.parametrize(("luck", "tailing"), [(OWN, None), (ENOUGH, "r1")])
def test_both_fight_for_position_with_their_luck(luck: str, tailing: str | None) -> None:
    """Both need 6: red's second roll is enough, blue's first is not."""
    both = lucky(fighter("r1", (24, 20), altitude="high")), lucky(fighter("b1", (24, 25), altitude="high"))
    fight = sky(*both, dice=(1, 1, 6, 6, 1, 2, *((6, 6) if luck == OWN else ()), 1, 1, *(1, 2) * 4))
    fight.do(orders.Attack("r1", "b1"))
    fight.do(orders.Decide("blue", "keep"))
    assert asked(fight).unit == "r1"
    fight.do(AGAIN)
    assert asked(fight).unit == "b1"
    events = fight.do(orders.Decide("blue", luck))
    (engaged,) = told(events, "engaged")
    assert engaged.tailing == tailing
    assert [one.attacker for one in told(events, "attack")] == ["r1"]


@pytest.mark.rule("AS-SPA-052")
@pytest.mark.parametrize(("choice", "left"), [(OWN, "high"), (ENOUGH, "low")])
def test_in_the_wash(choice: str, left: str) -> None:
    rider = replace(fighter("r1", (24, 20), altitude="high"), abilities=("Ride the Wash",))
    fight = sky(rider, lucky(fighter("b1", (24, 25), altitude="high"), 2), dice=(6, 5, 1, 1, 1, 1, *(4, 3) * 2))
    fight.do(orders.Attack("r1", "b1", abilities=("Ride the Wash",)))
    fight.do(orders.Decide("blue", "keep"))
    fight.do(orders.Decide("blue", ENOUGH))  # the fight for position
    assert asked(fight).question == "b1 needed 7 to keep control and rolled 2: roll again?"
    fight.do(orders.Decide("blue", choice))
    assert altitude_of(fight.units["b1"]) == left


@pytest.mark.rule("AS-OPT-082")
@pytest.mark.parametrize(("choice", "lost"), [(OWN, False), (ENOUGH, True)])
def test_landing(choice: str, lost: bool) -> None:
    fight = sky(
        lucky(fighter("r1", (24, 0))), unit("b1", (5, 45), 180), fighter("b2", (40, 48), 180),
        options=("aerospace_on_ground_map",), phase="movement", dice=(1, 1, 6, 6, *(6, 1, 2, 2) * 3),
    )  # fmt: skip
    while fight.state.phase == "movement":
        end(fight)
    fight.do(orders.Move("r1", ((24, 30),), "land"))
    assert asked(fight).question == "r1 needed 6 to land and rolled 2: roll again?"
    fight.do(orders.Decide("red", choice))
    assert fight.units["r1"].destroyed is lost
    assert (fight.state.phase, fight.state.to_act) == ("air_movement", "blue")
    fight.do(orders.Pass("b2"))
    end(fight, 2)
    assert lost or not fight.units["r1"].airborne


@pytest.mark.rule("AS-OPT-090")
@pytest.mark.parametrize(("choice", "place"), [(OWN, "aboard"), (ENOUGH, "gone")])
def test_recovery(choice: str, place: str) -> None:
    carrier = {**SPHEROID, "specials": ["AT4-D1"]}
    fight = sky(
        flyer(carrier, "r1", (24, 20), altitude="middle", state={"hovering": True}),
        lucky(fighter("r2", (24, 0), altitude="middle")), unit("b1", (5, 45), 180),
        options=("aerospace_on_ground_map",), phase="movement", dice=(1, 1, 6, 6, *(6, 1, 2, 2) * 3),
    )  # fmt: skip
    while fight.state.phase == "movement":
        end(fight)
    fight.do(orders.Move("r2", (), "fly", 0.0, board="r1"))
    assert asked(fight).unit == "r2"
    fight.do(orders.Decide("red", choice))
    assert fight.units["r2"].place == place


# -- standing answers, copies, secrets ------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "stuck", "left"), [(OWN, False, {}), (ENOUGH, True, {OWN: 1})])
def test_answers_that_stand(word: str, stuck: bool, left: dict[str, int]) -> None:
    fight = bog(1, 1, *(6, 6) * 3)
    fight.do(orders.Standing("red", "reroll_control", word))
    checks = told(go(fight), "bog_check")
    assert (checks[0].stuck, fight.decision, luck_left(fight, fight.units["r1"])) == (stuck, None, left)
    assert (fight.units["r1"].moved, fight.state.quota) == ("ground", (("red", 1), ("blue", 1)))


def test_an_answer_for_good_is_given_with_the_first_question() -> None:
    fight = bog(1, 1, 6, 6, 1, 1, 6, 6, 6, 6, points=2)
    go(fight)
    fight.do(orders.Decide("red", OWN, always=True))
    assert fight.units["r1"].at == (20.0, 17.0)
    fight.do(orders.Standing("red", "reroll_control", "ask"))


@pytest.mark.parametrize("answer", [AGAIN, STANDS])
def test_between_question_and_answer_a_battle_is_saved_and_copied(answer: Any) -> None:
    fight = bog(1, 1, 6, 6, 1, 2, 6, 6, 6, 6, points=2)
    go(fight)
    again, twin = load(save(fight)), fight.clone()
    assert again.hash() == twin.hash() == fight.hash()
    for one in (fight, again, twin):
        one.do(answer)
        if one.decision is not None:
            one.do(answer)
    assert again.hash() == twin.hash() == fight.hash()


def test_nobody_learns_where_the_move_was_to_end() -> None:
    """Two battles that differ in the rest of the way only look the same to everybody else while the question waits."""
    one, other = bog(1, 1, 6, 6), bog(1, 1, 6, 6)
    told_of = [
        [*events_for(fight, "blue", go(fight, end))] for fight, end in ((one, (20.0, 17.0)), (other, (20.0, 19.5)))
    ]
    assert known_to(one, "blue").hash() == known_to(other, "blue").hash()
    assert told_of[0] == told_of[1]
    assert one.hash() != other.hash()


def test_what_an_answer_leads_to_can_be_asked() -> None:
    fight = bog(1, 1, 6, 6, 6, 6, 6, 6)
    go(fight)
    before = fight.hash()
    assert outcomes_of_answer(known_to(fight, "red"), AGAIN) == ()
    assert fight.hash() == before


def test_a_natural_twelve_keeps_control_whatever_the_number() -> None:
    """With the option for critical success: 8 + 2 + 4 is 14."""
    hurt = {"crits": {"thruster": 1}}
    flying = flyer(AERODYNE, "b1", (24, 44), 180, altitude="high", state=hurt, skill=8)
    for options, kept in (((), False), (("critical_success_failure",), True)):
        fight = sky(unit("r1", (5, 5)), flying, options=options, dice=(6, 6, *(6, 6, 1, 2) * 4))
        hit(fight, "b1")
        (rolled,) = told(end(fight, 2), "flight_control")
        assert (rolled.target_number > 12, rolled.success) == (True, kept)
