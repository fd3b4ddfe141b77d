"""How aerospace units move (p. 180): entering, flight paths, altitudes, hovering, and the End Phase (p. 187)."""

import json

import pytest

from lancemate.alphastrike.abilities.tasers import unsettled
from lancemate.alphastrike.air.control import DAMAGE, control_number
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.planner import MovePreview
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.turn.unit_state import show_state, show_unit
from lancemate.kernel.errors import InputError
from rules.flights import AERODYNE, AIRSHIP, FIGHTER, SPHEROID, fighter, fly, flyer, sky
from rules.table import battle, end, refusal, unit

SAFE, LOST = (6, 6), (1, 1)  # a Control Roll that succeeds, and one that does not


def previewed(fight: Battle, altitude: str) -> MovePreview:
    return check_move(fight, orders.Move("b1", mode="fly", facing=180.0, altitude=altitude))


def skip_to_end(fight: Battle) -> list[str]:
    """End the Combat Phase for both sides; the types of what happened."""
    return [event.type for event in end(fight, 2)]


# -- order and entry ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-001")
def test_aircraft_move_after_all_others_by_their_own_numbers() -> None:
    fight = sky(fighter("r1"), fighter("r2"), unit("r3", (5, 5)), unit("b1", (40, 40)), fighter("b2"), phase="movement")
    assert fight.state.quota == (("red", 1), ("blue", 1))
    early = refusal(fight, orders.Move("r1", ((20, 0),), "fly", 0.0))
    assert (early.code, early.rule) == ("wrong_phase", "AS-AER-001")
    fight.do(orders.Pass("r3"))
    fight.do(orders.Pass("b1"))
    assert (fight.state.phase, fight.state.quota) == ("air_movement", (("red", 2), ("blue", 1)))


def test_a_battle_without_the_chapter_knows_nothing_of_it() -> None:
    fight = battle(unit("r1", (5, 5)), unit("b1", (40, 40)), options=("aerospace",), phase="movement")
    assert "air_movement" not in fight.course.entries
    plain = battle(flyer(FIGHTER, "r1", (5, 5)), unit("b1", (40, 40)), phase="movement")
    assert "air_movement" not in plain.course.entries
    assert refusal(plain, orders.Move("r1", (), "fly", 0.0)).rule in ("AS-MOV-009", "AS-MOV-047")


@pytest.mark.rule("AS-AER-002")
def test_a_unit_enters_across_its_home_edge_in_any_turn() -> None:
    fight = sky(fighter("r1"), fighter("b1", (24, 48), 180), phase="movement", turn=3)
    wrong = refusal(fight, orders.Move("r1", ((24, 48),), "fly", 180.0))
    assert wrong.rule == "AS-AER-002"
    assert refusal(fight, orders.Move("r1", (), "fly", 0.0)).rule == "AS-AER-002"
    told = fly(fight, "r1", (20, 0), facing=0.0, altitude="middle")
    assert told.entered
    assert told.flight == ((20, 0), (20.0, 48.0))
    one = fight.units["r1"]
    assert (one.place, one.at, one.airborne, one.elevation) == ("table", (20, 0), True, 12.0)


@pytest.mark.rule("AS-AER-002")
def test_aircraft_are_not_deployed() -> None:
    fight = sky(fighter("r1"), unit("r2"), unit("b1"), phase="deployment")
    assert fight.state.quota == (("red", 1), ("blue", 1))
    fight.do(orders.Deploy("r2", (20, 4)))
    fight.do(orders.Deploy("b1", (20, 44)))
    assert fight.state.phase != "deployment"
    assert fight.units["r1"].place == "reserve"


def test_a_unit_may_wait_off_the_table() -> None:
    fight = sky(fighter("r1"), fighter("b1", (24, 48), 180), phase="movement")
    fight.do(orders.Pass("r1"))
    assert fight.units["r1"].place == "reserve"
    fly(fight, "b1", facing=180.0)
    assert fight.state.phase == "combat"


# -- flight paths ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-003")
def test_a_path_runs_straight_to_the_far_side_and_is_long_enough() -> None:
    fight = sky(fighter("r1", (10, 0)), fighter("b1", (24, 48), 180), phase="movement")
    short = refusal(fight, orders.Move("r1", (), "fly", 315.0))
    assert short.rule == "AS-AER-003"
    assert refusal(fight, orders.Move("r1", (), "fly", 180.0)).rule == "AS-AER-003"
    told = fly(fight, "r1", facing=45.0)
    assert told.flight == ((10, 0), (48.0, 38.0))
    assert fight.units["r1"].at == (10, 0)


@pytest.mark.rule("AS-AER-003")
def test_twenty_four_inches_are_enough_and_flights_are_offered() -> None:
    fight = sky(fighter("r1", (0, 30.7)), fighter("b1", (24, 48), 180), phase="movement")
    found = [one for one in offers(fight, "red") if one.kind == "move"]
    assert [one.label for one in found] == ["Fly"]
    assert fight.refusal_of(found[0].command) is None
    assert fly(fight, "r1", facing=45.0).flight == ((0, 30.7), (17.3, 48.0))


@pytest.mark.rule("AS-AER-003")
@pytest.mark.parametrize(
    ("said", "value"),
    [("elevation", 12.0), ("charge", "b1"), ("hull_down", True), ("board", "b1"), ("unload", (orders.Unload("b1"),))],
)
def test_what_a_flight_has_no_use_for_is_not_left_unheard(said: str, value: object) -> None:
    fight = sky(fighter("r1", (24, 0)), fighter("b1", (24, 48), 180), phase="movement")
    told = refusal(fight, orders.Move("r1", (), "fly", 0.0, **{said: value}))  # type: ignore[arg-type]
    assert (told.code, told.rule) == ("not_in_flight", "AS-AER-003")
    assert said in told.message


@pytest.mark.rule("AS-MOV-047", "AS-MOV-049", "AS-AER-006")
def test_who_asks_for_a_walk_is_told_how_to_fly() -> None:
    fight = sky(fighter("r1", (24, 0)), unit("r2", (10, 10)), fighter("b1", (24, 48), 180), phase="movement")
    assert refusal(fight, orders.Move("r2", ((10, 12),), altitude="low")).rule == "AS-AER-006"
    fight.do(orders.Pass("r2"))
    walk = refusal(fight, orders.Move("r1", ((24, 4),)))
    assert (walk.rule, "mode fly" in walk.message) == ("AS-MOV-047", True)
    assert "one of fly, hover" in refusal(fight, orders.Move("r1", ((24, 4),), "walk")).message


@pytest.mark.rule("AS-AER-003")
def test_on_a_small_table_the_longest_line_will_do() -> None:
    fight = sky(fighter("r1", (10, 0)), fighter("b1", (10, 20), 180), phase="movement", width=20.0, depth=20.0)
    assert refusal(fight, orders.Move("r1", (), "fly", 0.0)).rule == "AS-AER-003"
    fly(fight, "r1", facing=25.0)


@pytest.mark.rule("AS-AER-003")
def test_on_a_small_table_a_flight_into_the_far_corner_is_offered() -> None:
    fight = sky(fighter("r1", (1, 0)), fighter("b1", (10, 18), 180), phase="movement", width=21.0, depth=18.0)
    found = [one for one in offers(fight, "red", "r1") if one.kind == "move"]
    assert [one.covers(orders.Move("r1", (), "fly", 48.0, altitude="low")) for one in found] == [True]
    assert fight.refusal_of(found[0].command) is None


@pytest.mark.rule("AS-AER-003")
def test_who_names_no_path_flies_straight_on_or_back_across() -> None:
    fight = sky(fighter("r1", (10, 0), 30), fighter("b1", (24, 48), 0), phase="movement")
    fight.do(orders.Pass("r1"))
    assert show_unit(fight, fight.units["r1"])["flight"] == [[10.0, 0.0], [37.7128, 48.0]]
    end(fight)
    assert show_unit(fight, fight.units["b1"])["flight"] == [[24.0, 48.0], [24.0, 0.0]]
    assert fight.state.phase == "combat"


@pytest.mark.rule("AS-AER-003")
def test_a_battle_that_opens_in_combat_takes_paths_as_laid() -> None:
    fight = sky(fighter("r1", (24, 0)), fighter("b1", (10, 48), 180, state={"flight": [[10, 48], [30, 0]]}))
    assert show_unit(fight, fight.units["r1"])["flight"] == [[24.0, 0.0], [24.0, 48.0]]
    assert show_unit(fight, fight.units["b1"])["flight"] == [[10.0, 48.0], [30.0, 0.0]]
    assert fight.units["r1"].moved == "fly"


@pytest.mark.rule("AS-AER-004")
def test_units_are_where_their_paths_end_from_the_end_phase_on() -> None:
    fight = sky(fighter("r1", (24, 0)), fighter("b1", (10, 48), 180, altitude="high"))
    assert "path_ended" in skip_to_end(fight)
    assert fight.units["r1"].at == (24.0, 48.0)
    assert show_unit(fight, fight.units["b1"])["flight"] is None


@pytest.mark.rule("AS-AER-005")
def test_sliding_along_the_edge_around_a_corner() -> None:
    fight = sky(fighter("r1", (3, 0)), fighter("b1", (24, 48), 180), phase="movement")
    far = refusal(fight, orders.Move("r1", ((9.5, 0),), "fly", 0.0))
    assert far.rule == "AS-AER-005"
    assert refusal(fight, orders.Move("r1", ((3, 4),), "fly", 0.0)).rule == "AS-AER-005"
    told = fly(fight, "r1", (0, 3), facing=90.0)
    assert (told.slid, told.flight) == (6.0, ((0, 3), (48.0, 3.0)))


@pytest.mark.rule("AS-AER-006")
def test_the_altitude_is_chosen_every_turn() -> None:
    fight = sky(fighter("r1", (24, 0)), fighter("b1", (24, 48), 180, altitude="high"), phase="movement")
    assert refusal(fight, orders.Move("r1", (), "fly", 0.0, altitude="higher")).rule == "AS-AER-006"
    fly(fight, "r1", facing=0.0, altitude="extreme")
    fly(fight, "b1", facing=180.0)
    shown = {name: show_unit(fight, one) for name, one in fight.units.items()}
    assert [(one["altitude"], one["elevation"]) for one in shown.values()] == [("extreme", 48.0), ("high", 30.0)]


# -- hovering -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-007", "AS-AER-008")
@pytest.mark.parametrize("card", [SPHEROID, AIRSHIP])
def test_spheroids_and_airships_come_to_hover_on_their_path(card: dict[str, object]) -> None:
    fight = sky(flyer(card, "r1"), fighter("b1", (24, 48), 180), phase="movement")
    off = refusal(fight, orders.Move("r1", ((24, 0), (26, 20)), "hover", 0.0))
    assert off.rule == "AS-AER-008"
    told = fly(fight, "r1", (24, 0), (24, 20), mode="hover", altitude="middle")
    assert told.flight == ((24, 0), (24, 20))
    one = fight.units["r1"]
    assert not show_unit(fight, one)["hovering"]
    fly(fight, "b1", facing=180.0)
    skip_to_end(fight)
    assert one.at == (24, 20)
    assert show_unit(fight, one)["hovering"]


@pytest.mark.rule("AS-AER-007", "AS-AER-008")
def test_wings_do_not_hover() -> None:
    fight = sky(fighter("r1", (24, 0)), fighter("b1", (24, 48), 180), phase="movement")
    assert refusal(fight, orders.Move("r1", ((24, 20),), "hover")).rule == "AS-AER-008"


def hovering(**more: object) -> Battle:
    ship = flyer(SPHEROID, "r1", (24, 20), altitude="middle", state={"hovering": True})
    return sky(ship, fighter("b1", (24, 48), 180), phase="movement", **more)


@pytest.mark.rule("AS-AER-009")
def test_drifting_half_the_thrust_rounded_down_and_one_altitude() -> None:
    """Thrust 5: 2 inches."""
    fight = hovering()
    assert refusal(fight, orders.Move("r1", ((24, 22.5),), "hover")).rule == "AS-AER-009"
    assert refusal(fight, orders.Move("r1", (), "hover", altitude="extreme")).rule == "AS-AER-009"
    told = fly(fight, "r1", (24, 22), mode="hover", facing=90.0, altitude="low")
    assert (told.flight, told.hovering, told.altitude) == (None, True, "low")
    assert fight.units["r1"].at == (24, 22)


@pytest.mark.rule("AS-AER-010")
def test_leaving_a_hover_needs_no_24_inches() -> None:
    fight = hovering()
    assert fly(fight, "r1", facing=180.0, altitude="extreme").flight == ((24, 20), (24.0, 0.0))
    assert not show_unit(fight, fight.units["r1"])["hovering"]


def test_previews_of_flights() -> None:
    fight = sky(fighter("r1", (24, 0), bombs=("HE", "HE"), specials=["BOMB4"]), unit("b1", (5, 5)), phase="movement")
    asked = check_move(fight, orders.Move("r1", ((20, 0),), "fly", 0.0))
    assert asked.legal
    assert (asked.flight, asked.thrust) == (((20, 0), (20.0, 48.0)), 4.0)
    assert check_move(fight, orders.Move("r1", ((19, 0),), "fly", 0.0)).reason is not None


# -- bombs and Thrust -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-AER-011", "AS-SPC-019")
def test_bombs_cost_thrust() -> None:
    bombs = ("HE", "HE", "HE", "HE")
    fight = sky(
        fighter("r1", (24, 0), bombs=bombs, specials=["BOMB4"]),
        fighter("r2", (30, 0), bombs=bombs, specials=["BOMB4"], move="3a"),
        unit("b1", (24, 20)),
        dice=(6, 5) * 3 + (1,) * 20,
    )
    assert show_unit(fight, fight.units["r1"])["thrust"] == 2
    assert show_unit(fight, fight.units["r2"])["thrust"] == 1
    fight.do(orders.Attack("r1", orders.PointTarget((24, 24)), "dive_bomb", bombs=("HE", "HE", "HE")))
    assert show_unit(fight, fight.units["r1"])["thrust"] == 5


# -- the End Phase --------------------------------------------------------------------------------------------


def hit(fight: Battle, name: str = "b1") -> None:
    from rules.harm import strike

    strike(fight, name, 1, by="r1")


@pytest.mark.rule("AS-AER-012", "AS-AER-089", "AS-AER-088")
def test_whoever_is_damaged_in_the_air_keeps_control_or_falls() -> None:
    fight = sky(unit("r1", (5, 5)), fighter("b1", (24, 48), 180, altitude="high"), dice=(2, 3, *SAFE, *LOST))
    hit(fight)
    hit(fight)
    events = end(fight, 2)
    rolled = [event for event in events if event.type == "flight_control"]
    assert [(one.target_number, one.success) for one in rolled] == [(6, False)]
    shown = show_unit(fight, fight.units["b1"])
    assert (shown["altitude"], shown["ceiling"], shown["elevation"]) == ("middle", "middle", 12.0)
    while fight.state.phase != "air_movement":
        end(fight)
    assert refusal(fight, orders.Move("b1", (), "fly", 0.0, altitude="high")).rule == "AS-AER-089"
    fly(fight, "b1", facing=0.0, altitude="low")
    assert show_unit(fight, fight.units["b1"])["ceiling"] is None


@pytest.mark.rule("AS-SPC-155", "AS-SPC-158")
def test_interference_shakes_aircraft_too() -> None:
    red = unit("r1", (5, 5), specials=["TSEMP1"])
    fight = sky(red, fighter("b1", (24, 48), 180, altitude="high"), options=("optional_abilities",))
    plain = sum(part.value for part in control_number(fight, fight.units["b1"], DAMAGE))
    unsettled.note(fight, fight.units["b1"], fight.state.turn)
    assert sum(part.value for part in control_number(fight, fight.units["b1"], DAMAGE)) == plain + 1


@pytest.mark.rule("AS-AER-089")
def test_nobody_rolls_who_was_not_hit_and_at_low_altitude_it_crashes() -> None:
    fight = sky(unit("r1", (5, 5)), fighter("b1", (24, 48), 180), fighter("b2", (30, 48), 180), dice=(2, 2, 6, 1, 3, 3))
    hit(fight)
    skip_to_end(fight)
    assert fight.units["b1"].destroyed
    assert fight.units["b1"].at == (24.0, 0.0)
    assert fight.units["b2"].in_play


@pytest.mark.rule("AS-AER-089", "AS-AER-012")
def test_where_there_is_no_air_no_air_makes_it_harder() -> None:
    for air, needs in (("standard", 6), ("thin", 6), ("vacuum", 4)):
        fight = sky(fighter("r1", (24, 0)), fighter("b1", (24, 48), 180), conditions={"atmosphere": air})
        assert sum(part.value for part in control_number(fight, fight.units["r1"], DAMAGE)) == needs


@pytest.mark.rule("AS-AER-054", "AS-AER-046", "AS-AER-012")
def test_thrusters_and_crew_make_it_harder() -> None:
    """Skill 4: 6; with a Thruster Hit 10, with a Crew Hit on top 12."""
    hurt = {"crits": {"thruster": 1}}
    fight = sky(unit("r1", (5, 5)), flyer(AERODYNE, "b1", (24, 48), 180, state=hurt), dice=(3, 6, 6, 1, 2, 2))
    hit(fight)
    rolled = next(event for event in end(fight, 2) if event.type == "flight_control")
    assert (rolled.target_number, rolled.success) == (10, False)
    hurt = {"crits": {"thruster": 1, "crew": 1}}
    fight = sky(unit("r1", (5, 5)), flyer(AERODYNE, "b1", (24, 48), 180, state=hurt), dice=(6, 6, 6, 1, 2, 2))
    hit(fight)
    rolled = next(event for event in end(fight, 2) if event.type == "flight_control")
    assert (rolled.target_number, rolled.success) == (12, True)


@pytest.mark.rule("AS-AER-090", "AS-HEA-009")
@pytest.mark.parametrize("why", [{"heat": 3, "overheat": 2, "attacks": ["weapon"]}, {"crits": {"engine": 2}}])
def test_without_power_a_unit_falls_in_every_end_phase(why: dict[str, object]) -> None:
    state = {**why, "flight": [[24, 48], [24, 0]]}
    fight = sky(unit("r1", (5, 5)), fighter("b1", (24, 48), 180, altitude="middle", state=state))
    skip_to_end(fight)
    assert show_unit(fight, fight.units["b1"])["altitude"] == "low"
    assert show_unit(fight, fight.units["b1"])["ceiling"] is None


@pytest.mark.rule("AS-AER-090")
def test_without_power_at_low_altitude_it_crashes() -> None:
    fight = sky(unit("r1", (5, 5)), fighter("b1", (24, 48), 180, state={"crits": {"engine": 2}}))
    skip_to_end(fight)
    assert fight.units["b1"].destroyed


@pytest.mark.rule("AS-BAT-044")
def test_what_crashes_breaks_ice_that_is_frozen_solid() -> None:
    """Whoever stands there falls through, as far as that is a 'Mech's lot."""
    ice = {"id": "lake", "kind": "ice", "depth": 2, "frozen_solid": True, "rect": [0, 0, 48, 40]}
    falling = fighter("b1", (24, 40), 180, state={"crits": {"engine": 2}, "flight": [[24, 40], [24, 24]]})
    fight = sky(unit("r1", (24, 24.7)), unit("r2", (5, 5)), falling, terrain=(ice,), dice=(3, 3) * 20)
    skip_to_end(fight)
    assert fight.units["b1"].destroyed
    assert show_state(fight)["terrain_changed"] == {"water2": "water"}
    assert [fight.units[name].elevation for name in ("r1", "r2")] == [-2.0, 0.0]


@pytest.mark.rule("AS-HEA-007", "AS-AER-005")
def test_shut_down_a_unit_does_not_slide() -> None:
    fight = sky(fighter("r1", (24, 0), state={"shutdown": True, "heat": 4}), unit("b1", (24, 40)), phase="movement")
    fight.do(orders.Pass("b1"))
    assert refusal(fight, orders.Move("r1", ((26, 0),), "fly", 0.0)).rule == "AS-AER-005"
    assert fly(fight, "r1", facing=0.0).slid == 0.0


@pytest.mark.rule("AS-AER-008", "AS-AER-003")
@pytest.mark.parametrize(
    ("card", "state"),
    [
        (FIGHTER, {"hovering": True}),
        (FIGHTER, {"flight": [[24, 0], [24, 99]]}),
        (FIGHTER, {"airborne": False, "altitude": None, "flight": [[24, 0], [24, 48]]}),
        (SPHEROID, {"airborne": False, "altitude": None, "hovering": True}),
        (SPHEROID, {"hovering": True, "flight": [[24, 0], [24, 48]]}),
    ],
)
def test_what_is_said_of_a_flight_fits_together(card: dict[str, object], state: dict[str, object]) -> None:
    with pytest.raises(InputError, match="state"):
        sky(flyer(card, "r1", (24, 4 if state.get("airborne") is False else 0), state=state))


@pytest.mark.rule("AS-AER-090")
def test_without_power_nobody_climbs_back() -> None:
    falling = fighter("b1", (24, 48), 180, altitude="middle", state={"crits": {"engine": 2}})
    fight = sky(unit("r1", (5, 5)), falling, phase="movement")
    for altitude, rule in (("high", "AS-AER-090"), ("middle", None), ("low", None)):
        seen = previewed(fight, altitude)
        assert (seen.reason.rule if seen.reason else None) == rule
    healthy = sky(unit("r1", (5, 5)), fighter("b1", (24, 48), 180, altitude="middle"), phase="movement")
    assert previewed(healthy, "high").legal


def test_flights_are_saved_and_read_again() -> None:
    fight = sky(fighter("r1"), fighter("b1", (24, 48), 180), phase="movement", seed=4)
    fly(fight, "r1", (20, 0), facing=10.0, altitude="middle")
    again = load(json.loads(json.dumps(save(fight))))
    assert again.hash() == fight.hash()
    for one in (fight, again):
        fly(one, "b1", facing=170.0, altitude="middle")
        one.do(orders.Attack("r1", "b1"))
    assert again.hash() == fight.hash()
    twin = load(json.loads(json.dumps(save(fight))))
    assert twin.decision == fight.decision
    for one in (fight, twin):
        one.do(orders.Decide("blue", "return 1"))
        end(one, 2)
    assert twin.hash() == fight.hash()


@pytest.mark.rule("AS-AER-002")
def test_nobody_comes_on_beyond_the_corner() -> None:
    fight = sky(fighter("r1"), fighter("b1", (24, 48), 180), phase="movement", homes=("west", "east"))
    assert refusal(fight, orders.Move("r1", ((0, -5),), "fly", 90.0)).rule == "AS-AER-002"
    assert refusal(fight, orders.Move("b1", ((48, 50),), "fly", 180.0)).rule in ("AS-AER-005", "AS-MOV-009")
