"""The room that measures: between any two things, wherever they are (pp. 25, 43, 48, 187)."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.drones import is_silent
from lancemate.alphastrike.abilities.electronics import is_jammed
from lancemate.alphastrike.abilities.probes import is_jammed as is_deaf
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.measure.apart import apart, beam, flat, line_between, passes, within
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.measure.lines import nearest_points
from lancemate.alphastrike.measure.places import levels_of, roof_at, spot
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from rules.flights import AIRSHIP, SPHEROID, fighter, fly, flyer, sky
from rules.table import battle, refusal, unit

HOUSE = {"id": "hall", "kind": "building", "height": 4, "rect": [18, 18, 4, 4]}
QUARTERS: dict[str, Any] = {
    "damage": None,
    "arcs": {name: {"STD": "2/2/2"} for name in ("front", "left", "right", "aft")},
}
HOVERS = {"hovering": True}


def overhead(altitude: str = "low", *more: Any, **settings: Any) -> Battle:
    """b1 flies north along x = 24, over r1, from a miniature on the southern edge."""
    fight = sky(unit("r1", (24.0, 30.0)), fighter("b1", (24, 0), 0), *more, phase="movement", **settings)
    while fight.state.phase != "air_movement":
        fight.do(orders.EndPhase())
    fly(fight, "b1", altitude=altitude, facing=0.0)
    return fight


# -- how far --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-006")
@pytest.mark.parametrize(("altitude", "inches"), [("low", 6), ("middle", 12)])
def test_altitude_counts_on_top_of_the_nearest_point_of_a_path(altitude: str, inches: float) -> None:
    fight = overhead(altitude)
    assert apart(fight, fight.units["r1"], fight.units["b1"]) == inches
    assert apart(fight, fight.units["b1"], (30.0, 40.0)) == inches + 6
    assert within(fight, fight.units["b1"], fight.units["r1"], inches)


@pytest.mark.rule("AS-AER-006")
def test_between_two_in_the_air_the_difference_counts() -> None:
    fight = overhead("low", fighter("b2", (0, 40), 90))
    fly(fight, "b2", altitude="middle", facing=90.0)
    assert apart(fight, fight.units["b2"], fight.units["b1"]) == 6


def test_flat_is_what_lies_on_the_table() -> None:
    fight = overhead("middle")
    assert flat(fight, "AS-BAT-007", fight.units["b1"], (26.0, 40.0)) == 2
    assert flat(fight, "AS-BAT-007", spot(fight, (10, 10), 1.0), spot(fight, (11, 10), 1.0)) == -1


def test_terrain_is_measured_to_its_edge_from_a_base_and_from_a_path() -> None:
    fight = overhead("low", terrain=[HOUSE])
    hall = fight.table.by_id["hall"]
    assert apart(fight, fight.units["r1"], hall) == pytest.approx(((2.0**2 + 8.0**2) ** 0.5) - 0.625)
    assert apart(fight, hall, fight.units["b1"]) == pytest.approx(2 + 6)
    with pytest.raises(TypeError):
        apart(fight, hall, hall)


def test_a_ship_of_sections_is_measured_to_the_nearest() -> None:
    sections = [{"name": f"s{n}", "at": [2.0 * n, 0], "damage": "1/1/1", "armor": 5, "structure": 5} for n in (0, 1, 2)]
    ship = {"type": "MS", "size": 5, "move": '2"', "damage": None, "sections": sections, "specials": ["SLG"]}
    fight = battle(unit("r1", (20, 20), **ship), unit("b1", (30, 20)))
    assert apart(fight, fight.units["r1"], fight.units["b1"]) == pytest.approx(30 - 24 - 1 - 0.625)


def test_a_line_begins_where_a_path_comes_nearest() -> None:
    fight = overhead("low", fighter("b2", (0, 40), 90))
    fly(fight, "b2", altitude="low", facing=90.0)
    flown, other, ground = fight.units["b1"], fight.units["b2"], fight.units["r1"]
    assert line_between(fight, flown, (30.0, 10.0)) == ((24.0, 10.0), (30.0, 10.0))
    assert line_between(fight, ground, flown) == ((24.0, 30.0), (24.0, 30.0))
    assert line_between(fight, flown, other)[0] == pytest.approx((24.0, 40.0))
    assert nearest_points(fight.table, ((0, 0), (0, 9)), ((3, 4), (9, 4))) == ((0.0, 4.0), (3, 4))
    assert passes(fight, ((20.0, 0.0), (20.0, 48.0)), flown, 4.0)
    assert not passes(fight, ((20.0, 0.0), (20.0, 48.0)), flown, 3.9)


def test_a_beam_rises_to_what_flies() -> None:
    fight = overhead("middle", unit("b2", (12, 30)))
    ray = beam(fight, fight.units["b2"], fight.units["b1"])
    assert (ray.start, ray.end) == ((12.0, 30.0), (24.0, 30.0))
    assert ray.nearest(fight, spot(fight, (18, 25))).altitude == 6
    assert [place.altitude for place in ray.places(fight, 4.0)] == [4, 8, 12]


# -- contact --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-INT-011")
def test_contact_is_at_the_same_height() -> None:
    flown = {"state": {"airborne": True, "elevation": 5}, "type": "CV", "move": '10"v'}
    low = {**flown, "state": {"airborne": True, "elevation": 1}}
    fight = battle(
        unit("r1", (17.4, 20)), unit("b1", (20, 16), **flown), unit("b2", (20, 17.4), **low), terrain=[HOUSE]
    )
    hall, units = fight.table.by_id["hall"], fight.units
    assert meets(fight, units["r1"], hall)
    assert meets(fight, hall, units["b2"])
    assert meets(fight, units["b1"], spot(fight, (20, 14.4), 1.0)) is False
    assert meets(fight, units["b2"], spot(fight, (20, 15.8), 1.0))
    assert not meets(fight, units["r1"], spot(fight, (20, 30), 1.0))


@pytest.mark.rule("AS-INT-011")
def test_nobody_touches_anything_from_a_flight_path() -> None:
    fight = overhead("low", unit("b2", (24, 1)))
    assert not meets(fight, fight.units["b1"], spot(fight, (24, 1), 1.0))
    assert not meets(fight, fight.units["b2"], fight.units["b1"])
    assert meets(fight, fight.units["b2"], spot(fight, (24, 1), 1.0))


def test_what_falls_meets_the_roof() -> None:
    fight = battle(terrain=[HOUSE, {"kind": "hill", "height": 2, "rect": [18, 18, 4, 4]}])
    assert (roof_at(fight, (20, 20)), roof_at(fight, (10, 10))) == (4.0 + fight.table.surface(20, 20), 0.0)
    assert levels_of(fight, fight.table.by_id["hall"])[1] == roof_at(fight, (20, 20))


# -- in the air -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-095")
def test_a_strike_from_a_hover_is_as_far_as_its_target() -> None:
    ship = flyer(SPHEROID, "r1", (24, 20), state=HOVERS)

    def far(*options: str) -> float:
        fight = sky(ship, unit("b1", (36.625, 20)), options=options)
        return preview_attack(fight, orders.Attack("r1", "b1", "strike", arc="right")).distance

    assert far() == 18
    assert far("hovering_range_by_altitude") == 6


@pytest.mark.rule("AS-AER-092")
def test_a_hovering_airship_has_its_own_arcs() -> None:
    ship = flyer(AIRSHIP, "r1", (24, 20), state=HOVERS, **QUARTERS)
    fight = sky(ship, unit("b1", (24, 30)), unit("b2", (34, 20)), unit("b3", (24, 10)))
    legal = {
        (arc, name)
        for arc in ("front", "left", "right", "aft")
        for name in ("b1", "b2", "b3")
        if preview_attack(fight, orders.Attack("r1", name, "strike", arc=arc)).legal
    }
    assert legal == {("front", "b1"), ("right", "b2")}
    assert refusal(fight, orders.Attack("r1", "b3", "strike", arc="front")).rule == "AS-AER-092"


@pytest.mark.rule("AS-URB-012")
def test_a_building_under_the_path_is_struck() -> None:
    """And what stands aside of it is not, nor a wood."""
    wood = {"id": "copse", "kind": "woods", "rect": [24, 40, 4, 4]}
    fight = overhead("low", unit("r2", (4, 4)), terrain=[{**HOUSE, "rect": [24.5, 18, 4, 4]}, wood])
    while fight.state.phase != "combat":
        fight.do(orders.EndPhase())
    asked = preview_attack(fight, orders.Attack("b1", "hall", "strike"))
    assert (asked.legal, asked.distance) == (True, 6)
    assert not preview_attack(fight, orders.Attack("b1", "copse", "strike")).legal


# -- jamming --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-023")
def test_whether_a_unit_is_jammed_is_one_question() -> None:
    fight = battle(
        unit("r1", (10, 10), specials=["STL", "ECM"]),
        unit("r2", (30, 30)),
        unit("b1", (40, 30), specials=["ECM"]),
    )
    assert [is_jammed(fight, fight.units[name]) for name in ("r1", "r2", "b1")] == [True, True, False]


@pytest.mark.rule("AS-SPC-046")
def test_a_drone_does_not_hear_through_stealth() -> None:
    """Neither where it wears the armor itself nor where its operator does; a probe is as blind."""

    def silent(boss: tuple[str, ...] = (), drone: tuple[str, ...] = ()) -> bool:
        fight = battle(
            unit("r1", (10, 10), specials=["DCC1", *boss]),
            unit("r2", (20, 10), specials=["DRO", *drone]),
            unit("b1", (60, 30)),
            options=("optional_abilities", "robotic_drones"),
        )
        return is_silent(fight, fight.units["r2"])

    stealth = ("STL", "ECM")
    assert [silent(), silent(stealth), silent((), stealth)] == [False, True, True]
    fight = battle(unit("r1", (10, 10), specials=["PRB", *stealth]), unit("b1", (20, 10)))
    assert [is_deaf(fight, fight.units["r1"], code, fight.units["b1"]) for code in ("PRB", "BH")] == [True, False]
