"""Pilots of aircraft (pp. 96-101): control, attacks from above, and the wash."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.air.altitude import altitude_of
from lancemate.alphastrike.air.control import control_number
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import total
from rules.flights import fighter, sky
from rules.table import number, refusal, unit


def gifted(one: Any, *abilities: str) -> Any:
    return replace(one, abilities=abilities)


def control(*abilities: str, why: str = "engagement") -> int:
    fight = sky(gifted(fighter("r1", (24, 10)), *abilities), fighter("b1", (24, 30), 180))
    return total(control_number(fight, fight.units["r1"], why))


@pytest.mark.rule("AS-SPA-042", "AS-SPA-052", "AS-SPA-073")
def test_control_rolls_in_the_air_are_easier_by_the_best_of_their_gifts() -> None:
    for why in ("engagement", "damage"):
        assert control(why=why) == 6
        assert control("Maneuvering Ace", why=why) == 5
        assert control("Ride the Wash", why=why) == 4
        assert control("Wind Walker", why=why) == 4
        assert control("Maneuvering Ace", "Ride the Wash", "Wind Walker", why=why) == 4
    assert control("Wind Walker", why="landing") == control(why="landing") - 3


def above(*abilities: str, altitude: str = "low", **more: Any) -> Battle:
    plane = gifted(fighter("r1", (24, 0), altitude=altitude, bombs=("HE",) * 3, specials=["BOMB3"]), *abilities)
    return sky(plane, unit("b1", (24, 24)), unit("b2", (24, 34)), **more)


@pytest.mark.rule("AS-SPA-032")
def test_a_golden_goose_aims_better_at_the_ground() -> None:
    fight = above("Golden Goose")
    strip = orders.LineTarget(((24, 18), (24, 28)))
    assert number(preview_attack(fight, orders.Attack("r1", "b1", "strike")), "AS-SPA-032") == -1
    assert number(preview_attack(above(), orders.Attack("r1", "b1", "strike")), "AS-SPA-032") is None
    dive = orders.Attack("r1", orders.PointTarget((24, 24)), "dive_bomb", bombs=("HE",))
    assert number(preview_attack(fight, dive), "AS-SPA-032") == -2
    events = above("Golden Goose", dice=[1, 1]).do(orders.Attack("r1", strip, "strafe"))
    assert next(number(event, "AS-SPA-032") for event in events if event.type == "attack") == -1


@pytest.mark.rule("AS-SPA-032")
@pytest.mark.parametrize(("far", "lands"), [(1, 0.0), (3, 4.0)])
def test_its_bombs_fall_closer(far: int, lands: float) -> None:
    fight = above("Golden Goose", dice=[1, 1, 1, far])
    events = fight.do(orders.Attack("r1", orders.PointTarget((24, 10)), "dive_bomb", bombs=("HE",)))
    (fell,) = [event for event in events if event.type == "scattered"]
    assert fight.table.distance((24, 10), fell.lands_at) == pytest.approx(lands, abs=0.01)


@pytest.mark.rule("AS-SPA-033")
def test_a_ground_hugger_strikes_twice_in_one_pass() -> None:
    fight = above("Ground-Hugger", dice=[1, 1, 1, 1])
    fight.do(orders.Attack("r1", "b1", "strike"))
    fight.do(orders.Attack("r1", "b2", "strike"))
    assert refusal(fight, orders.Attack("r1", "b1", "strike")).rule == "AS-AER-013"
    once = above(dice=[1, 1])
    once.do(orders.Attack("r1", "b1", "strike"))
    assert refusal(once, orders.Attack("r1", "b2", "strike")).rule == "AS-AER-013"


@pytest.mark.rule("AS-SPA-033")
def test_a_ground_hugger_strafes_two_strips_of_ten_inches_together() -> None:
    def strip(start: float, end: float) -> orders.Attack:
        return orders.Attack("r1", orders.LineTarget(((24, start), (24, end))), "strafe")

    fight = above("Ground-Hugger", dice=[1, 1, 1, 1])
    assert refusal(fight, strip(22, 23)).rule == "AS-AER-019"  # too short
    fight.do(strip(22, 26))
    assert refusal(fight, strip(32, 40)).rule == "AS-AER-019"  # together more than 10
    assert refusal(fight, orders.Attack("r1", "b1", "strike")).rule == "AS-AER-013"
    fight.do(strip(32, 38))
    plain = above()
    assert refusal(plain, strip(22, 26)).rule == "AS-AER-019"
    short = above("Ground-Hugger", dice=[1, 1])
    short.do(strip(23, 25))  # two inches will do


def dogfight(*abilities: str, altitude: str = "high", dice: Any) -> list[Any]:
    one = gifted(fighter("r1", (24, 20), altitude=altitude), *abilities)
    fight = sky(one, fighter("b1", (24, 25), altitude=altitude), dice=dice)
    events = list(fight.do(orders.Attack("r1", "b1", abilities=("Ride the Wash",) if abilities else ())))
    if fight.decision is not None:
        events += fight.do(orders.Decide("blue", "keep"))
    return [fight, events]


@pytest.mark.rule("AS-SPA-052")
@pytest.mark.parametrize(
    ("altitude", "roll", "left"), [("high", (3, 3), "low"), ("middle", (3, 3), None), ("high", (4, 3), "high")]
)
def test_the_wash_upsets_whoever_is_tailed(altitude: str, roll: tuple[int, int], left: str | None) -> None:
    fight, events = dogfight("Ride the Wash", altitude=altitude, dice=[6, 5, 1, 1, *roll])
    assert not [event for event in events if event.type == "attack"]
    if left is None:
        assert fight.units["b1"].destroyed
    else:
        assert altitude_of(fight.units["b1"]) == left
    assert "pass" in fight.units["r1"].attacks


@pytest.mark.rule("AS-SPA-052")
def test_who_is_not_on_the_tail_fires_as_ever() -> None:
    _, events = dogfight("Ride the Wash", dice=[6, 5, 6, 5, 1, 1])
    assert [event.attacker for event in events if event.type == "attack"] == ["r1"]
    fight = sky(fighter("r1", (24, 20)), fighter("b1", (24, 25)))
    assert refusal(fight, orders.Attack("r1", "b1", abilities=("Ride the Wash",))).rule == "AS-SPA-052"
