"""What a flight would bring, before it is made."""

from lancemate.alphastrike.asking.flights import prospects, struck_by
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.play import orders
from rules.flights import fighter, sky
from rules.table import unit


def test_a_flight_tells_whom_it_passes_over_and_who_could_shoot_back() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24), 180), unit("b2", (40, 24), 0), phase="air_movement")
    found = prospects(fight, orders.Move("r1", (), "fly", 0.0, altitude="low"))
    assert found is not None
    assert [one.unit for one in found.strikes] == ["b1"]
    assert "b1" in [one.unit for one in found.fire]
    aside = prospects(fight, orders.Move("r1", (), "fly", 330.0, altitude="low"))
    assert aside is not None
    assert aside.strikes == ()
    assert fight.units["r1"].moved == "none"


def test_other_moves_have_no_such_prospects() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("b1", (24, 24), 180), phase="movement")
    assert prospects(fight, orders.Move("b1", ((24, 20),))) is None
    assert prospects(fight, orders.Move("r1", ((3, 3),), "fly", 0.0)) is None


def test_a_run_tells_whom_it_strikes() -> None:
    bomber = fighter("r1", (24, 0), bombs=("HE",), specials=["BOMB1"])
    fight = sky(bomber, unit("b1", (24, 20)), unit("b2", (24, 25)), unit("b3", (24, 40)), phase="combat")
    strip = orders.Attack("r1", orders.LineTarget(((24.0, 16.0), (24.0, 26.0))), "strafe")
    assert struck_by(Attack(fight, strip)) == ("b1", "b2")
    bomb = orders.Attack("r1", orders.PointTarget((24.0, 40.0)), "dive_bomb", bombs=("HE",))
    assert struck_by(Attack(fight, bomb)) == ("b3",)
