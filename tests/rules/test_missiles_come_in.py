"""Point defense against missiles that have been on their way (pp. 87, 152, 156): it meets them when they come in."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_state
from rules.flights import fighter
from rules.munitions import loaded
from rules.table import battle, number, unit
from rules.test_advanced_artillery import BOTH, QUIET, arrows, at, end_turn, gun, mech, of, order, scene
from rules.test_capital_weapons import ship, sky

AIMED_AT = (24.0, 24.0)


def incoming(points: int, *dice: int, shells: int = 1, **more: Any) -> Battle:
    """As many Arrow IV missiles as said, a turn before, at a place where a unit has point defense."""
    code = f"ART-AIS{shells}"
    red = [gun("r9", weapon=code, distance=40, **more), mech("r1", (44, 4))]
    fight = scene(red, [mech("b1", AIMED_AT, 180, specials=[f"PNT{points}"])], dice=(*QUIET, *dice))
    for _ in range(shells):
        fight.do(order())
    assert fight.decision is None
    end_turn(fight)
    return fight


@pytest.mark.rule("AS-SPC-124")
def test_nobody_is_asked_when_a_gun_beyond_the_table_fires() -> None:
    fight = incoming(2)
    assert fight.decision is None
    fight.do(orders.EndPhase())
    asked = fight.decision
    assert asked is not None
    assert (asked.kind, asked.side, asked.choices) == ("point_defense", "blue", ("0", "1", "2"))
    assert "r9" not in str(asked.facts)


@pytest.mark.rule("AS-SPC-124")
def test_two_points_leave_nothing_of_it() -> None:
    fight = incoming(2)
    fight.do(orders.EndPhase())
    before = fight.dice.used
    events = fight.do(orders.Decide("blue", "2"))
    (stopped,) = of(events, "shell_stopped")
    assert (stopped.target, stopped.aimed_at) == ("b1", AIMED_AT)
    assert not of(events, "shell_landed")
    assert fight.dice.used - before == len(QUIET) * (fight.state.turn > 2)
    assert show_state(fight)["in_flight"] == []
    assert fight.units["b1"].armor == 9
    assert "weapon" not in fight.units["r9"].attacks
    assert any("comes in and comes to nothing" in line.text for line in story(fight, fight.journal.events))
    (heard,) = of(events_for(fight, "blue", events), "shell_stopped")
    assert heard.unit is None


@pytest.mark.rule("AS-SPC-124")
def test_one_point_unsettles_and_halves_what_comes_down() -> None:
    fight = incoming(1, 6, 6)
    fight.do(orders.EndPhase())
    events = fight.do(orders.Decide("blue", "1"))
    (landed,) = of(events, "shell_landed")
    assert landed.target_number == 4 + 7 + 1
    assert fight.units["b1"].armor == 9 - 1


@pytest.mark.rule("AS-SPC-124")
def test_what_met_one_shell_counts_for_no_other() -> None:
    fight = incoming(3, 6, 6, 6, 6, shells=2)
    fight.do(orders.EndPhase())
    fight.do(orders.Decide("blue", "1"))
    asked = fight.decision
    assert asked is not None
    assert asked.choices == ("0", "1", "2")
    events = fight.do(orders.Decide("blue", "0"))
    (landed,) = of(events, "shell_landed")
    assert landed.target_number == 4 + 7 - 1  # a friend has seen the first
    assert fight.units["b1"].armor == 9 - 1 - 2


@pytest.mark.rule("AS-SPC-124")
@pytest.mark.parametrize(("points", "roll", "armor"), [("1", (2, 2), 9), ("1", (2, 3), 8), ("0", (2, 2), 7)])
def test_a_homing_round_is_met_too(points: str, roll: tuple[int, int], armor: int) -> None:
    """Its number is fixed, but an ability goes before the rules (p. 76)."""
    fight = arrows(mech("b1", (24, 20), 180, specials=["PNT1"]), dice=(6, 5, *roll))
    fight.do(orders.Attack("r1", "b1", using="TAG"))
    fight.do(order(ammo="homing"))
    events = fight.do(orders.Decide("blue", points))
    (landed,) = of(events, "shell_landed")
    assert landed.target_number == 4 + int(points)
    assert fight.units["b1"].armor == armor


@pytest.mark.rule("AS-SPC-124")
def test_a_round_that_has_been_given_a_target_meets_the_defense_of_that_one() -> None:
    painted = [mech("b1", (24, 20), 180), mech("b2", (10, 20), 180, specials=["PNT2"])]
    fight = arrows(*painted, dice=(6, 5, 6, 5))
    fight.do(orders.Attack("r1", "b1", using="TAG"))
    fight.do(orders.Attack("r2", "b2", using="TAG"))
    fight.do(order(ammo="homing"))
    fight.do(orders.Decide("red", "b2"))
    assert fight.decision is not None
    assert fight.decision.unit == "b2"
    events = fight.do(orders.Decide("blue", "2"))
    assert of(events, "shell_stopped")
    assert show_state(fight)["in_flight"] == []


@pytest.mark.rule("AS-SPC-124")
def test_a_gun_that_is_answered_defends_itself() -> None:
    theirs = gun("b9", edge="north", specials=["ART-AIS1", "PNT2"], state={"armor": 5})
    theirs["state"]["notes"] = {"seen_to_land": [[1, 1]]}
    red = [gun("r9", weapon="ART-AIS", skill=3), mech("r1", (24, 4))]
    fight = scene(red, [theirs, mech("b1", (24, 44), 180)], dice=(*QUIET, 6, 6), options=BOTH, turn=2)
    fight.do(order(point="b9"))
    assert fight.decision is None
    end_turn(fight)
    fight.do(orders.EndPhase())
    assert fight.decision is not None
    events = fight.do(orders.Decide("blue", "1"))
    (landed,) = of(events, "shell_landed")
    assert landed.target_number == 3 + 7 + 1
    assert fight.units["b9"].armor == 5 - 1


@pytest.mark.rule("AS-SPC-124")
def test_one_point_makes_a_capital_missile_at_a_place_harder() -> None:
    fight = sky(ship(), unit("b1", AIMED_AT, 180, specials=["PNT1"], armor=9), dice=(6, 6) * 4)
    fight.do(orders.Attack("r1", at(AIMED_AT), "artillery", using="MSL", arc="nose"))
    events = fight.do(orders.Decide("blue", "1"))
    (made,) = of(events, "attack")
    assert number(made, "AS-SPC-124") == 1
    assert fight.units["b1"].armor == 9 - 2


# -- whatever carries them ------------------------------------------------------------------------------------


def carried(*bombs: str, points: str, dice: tuple[int, ...]) -> tuple[Battle, list[Any]]:
    """A fighter fires an Arrow IV from under its wings at where a unit with point defense stands."""
    red = [
        fighter("r1", (24, 0), bombs=bombs, specials=["BOMB4"]),
        unit("r2", (30, 10), specials=["TAG"]),
    ]
    fight = battle(*red, unit("b1", AIMED_AT, 180, specials=["PNT2"], armor=9), options=AIRBORNE, dice=dice)
    if bombs[0] != "arrow_iv":
        fight.do(orders.Attack("r2", "b1", using="TAG"))
    fight.do(orders.Attack("r1", at(AIMED_AT), "artillery", bombs=bombs))
    return fight, fight.do(orders.Decide("blue", points))


AIRBORNE = ("aerospace", "alternate_munitions", "optional_abilities")


@pytest.mark.rule("AS-SPC-124")
def test_an_arrow_under_the_wings_is_an_arrow() -> None:
    fight, events = carried("arrow_iv", points="1", dice=(6, 5))
    (made,) = of(events, "attack")
    assert number(made, "AS-SPC-124") == 1
    assert fight.units["b1"].armor == 9 - 1
    gone, events = carried("arrow_iv", points="2", dice=())
    assert of(events, "attack_failed")
    assert gone.units["r1"].notes["bombs"] == []


@pytest.mark.rule("AS-SPC-124", "AS-OPT-125")
def test_a_homing_arrow_is_met_by_whoever_it_homes_in_on() -> None:
    fight, events = carried("arrow_iv_homing", points="1", dice=(6, 5, 2, 3))
    (made,) = [one for one in of(events, "attack") if one.target == "b1"]
    assert made.target_number == 5
    assert fight.units["b1"].armor == 9 - 1


@pytest.mark.rule("AS-SPC-124", "AS-SPC-101")
def test_lobbed_atms_are_lobbed_missiles() -> None:
    fight = battle(
        unit("r1", (20, 8), specials=["IATM2/2/2"]),
        unit("r2", (34, 24), 270),
        unit("b1", (20, 24), 180, specials=["PNT2"], armor=9),
        options=AIRBORNE,
    )
    fight.do(orders.Attack("r1", "b1", using="IATM", ammo="indirect", spotter="r2"))
    assert fight.decision is not None
    fight.do(orders.Decide("blue", "2"))
    assert fight.units["b1"].armor == 9


@pytest.mark.rule("AS-SPC-124", "AS-OPT-151")
@pytest.mark.parametrize(("points", "armor"), [("0", 7), ("1", 8), ("2", 9)])
def test_a_swarm_is_met_by_whoever_it_flies_on_to(points: str, armor: int) -> None:
    fight = battle(
        loaded(unit("r1", (20, 8), specials=["LRM2/2/2"]), LRM="swarm"),
        unit("b1", (20, 24), 180, armor=9),
        unit("b2", (21.9, 24), 180, specials=["PNT2"], armor=9),
        options=AIRBORNE,
        dice=(1, 1, 6, 5),
    )
    fight.do(orders.Attack("r1", "b1", using="LRM", ammo="swarm"))
    assert fight.decision is not None
    assert fight.decision.unit == "b2"
    events = fight.do(orders.Decide("blue", points))
    assert bool(of(events, "swarm_stopped")) == (points == "2")
    assert fight.units["b2"].armor == armor
    assert fight.units["b2"].notes["point_defense_met"] is None
