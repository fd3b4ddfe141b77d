"""Aerospace units on the ground map (pp. 141-143)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.terrain_targets import large_units_take_them
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.turn.unit_state import show_state, show_unit
from rules.flights import AERODYNE, AIRSHIP, FIGHTER, SPHEROID, fighter, fly, flyer, sky
from rules.table import end, move, refusal, unit
from rules.table import number as part

DOWN = {"airborne": False, "altitude": None}
SAFE, CRASH = (6, 6), (1, 1)
ROAD = {"kind": "pavement", "rect": [20, 0, 8, 48]}


def field(*units: Any, terrain: tuple[Any, ...] = (), **more: Any) -> Battle:
    return sky(
        *units,
        options=("aerospace_on_ground_map", "optional_abilities", *more.pop("options", ())),
        terrain=terrain,
        **{"phase": "movement", **more},
    )


def grounded(id: str, at: tuple[float, float], facing: float = 0.0, card: Any = FIGHTER, **more: Any) -> Any:
    return flyer(card, id, at, facing, state={**DOWN, **more.pop("state", {})}, **more)


def foe() -> Any:
    return unit("b1", (5, 45), 180)


def ready(*units: Any, **more: Any) -> Battle:
    """A battle in which the ground units have moved."""
    fight = field(*units, foe(), **more)
    while fight.state.phase == "movement":
        end(fight)
    return fight


def lands(fight: Battle, name: str, *path: tuple[float, float], **more: Any) -> Any:
    return check_move(fight, orders.Move(name, tuple(path), "land", **more))


# -- beginning and taxiing ------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-070")
def test_a_unit_begins_landed_or_in_flight() -> None:
    fight = field(fighter("r1"), unit("b1"), phase="deployment")
    assert fight.state.quota == (("red", 1), ("blue", 1))
    fight.do(orders.Pass("r1"))
    assert fight.units["r1"].place == "reserve"
    fight = field(fighter("r1"), unit("b1"), phase="deployment")
    fight.do(orders.Deploy("r1", (20, 4)))
    assert not fight.units["r1"].airborne


@pytest.mark.rule("AS-OPT-071")
def test_taxiing_on_wheels_and_no_take_off_after_it() -> None:
    """Thrust 6: six inches; woods cost a wheeled vehicle what they do."""
    fight = ready(grounded("r1", (24, 10)), grounded("r2", (40, 10)))
    assert refusal(fight, orders.Move("r1", ((24, 17),))).rule == "AS-MOV-001"
    move(fight, "r1", (24, 16), facing=90.0)
    assert fight.units["r1"].inches == 6
    late = refusal(fight, orders.Move("r1", (), "liftoff"))
    assert late.rule == "AS-OPT-071"
    rough = {"kind": "rough", "rect": [22, 11, 4, 8]}
    slow = ready(grounded("r1", (24, 9)), terrain=(rough,))
    tank = field(unit("r1", (24, 9), type="CV", move='6"w'), foe(), terrain=(rough,))
    into = orders.Move("r1", ((24, 12),))
    barred = [check_move(one, into).reason for one in (slow, tank)]
    assert [one.code for one in barred if one is not None] == ["prohibited_terrain"] * 2
    assert fight.state.phase == "air_movement"


@pytest.mark.rule("AS-OPT-071")
def test_nobody_walks_in_the_air() -> None:
    fight = ready(fighter("r1", (24, 0)))
    assert refusal(fight, orders.Move("r1", ((24, 4),))).rule == "AS-MOV-047"


@pytest.mark.rule("AS-OPT-077")
@pytest.mark.parametrize("card", [SPHEROID, AIRSHIP])
def test_spheroids_and_airships_do_not_taxi(card: Any) -> None:
    fight = ready(grounded("r1", (24, 20), card=card))
    assert refusal(fight, orders.Move("r1", ((24, 22),))).rule == "AS-OPT-077"


# -- taking off -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-072", "AS-OPT-073")
def test_an_aerodyne_takes_off_over_fourteen_inches() -> None:
    fight = ready(grounded("r1", (24, 10)), unit("r2", (24, 16)))
    fight.do(orders.Move("r1", (), "liftoff"))
    one = fight.units["r1"]
    shown = show_unit(fight, one)
    assert (one.at, one.airborne, shown["altitude"], shown["flight"]) == ((24.0, 24.0), True, "low", None)


@pytest.mark.rule("AS-OPT-072")
def test_a_runway_is_clear_level_long_enough_and_there_is_thrust() -> None:
    rough = {"kind": "rough", "rect": [23, 20, 2, 2]}
    hill = {"kind": "hill", "height": 1, "rect": [20, 20, 8, 8]}
    for terrain in ((rough,), (hill,)):
        fight = ready(grounded("r1", (24, 10)), terrain=terrain)
        assert refusal(fight, orders.Move("r1", (), "liftoff")).rule == "AS-OPT-072"
    wide = {"kind": "rough", "rect": [24.7, 20, 2, 2]}
    assert check_move(ready(grounded("r1", (24, 10)), terrain=(wide,)), orders.Move("r1", (), "liftoff")).legal
    big = ready(grounded("r1", (24, 10), card=AERODYNE), terrain=(wide,))
    assert refusal(big, orders.Move("r1", (), "liftoff")).rule == "AS-OPT-072"
    edge = ready(grounded("r1", (24, 34.5)))
    assert refusal(edge, orders.Move("r1", (), "liftoff")).rule == "AS-OPT-072"
    assert check_move(ready(grounded("r1", (24, 34))), orders.Move("r1", (), "liftoff")).legal
    weak = ready(grounded("r1", (24, 10), move="1a"))
    assert refusal(weak, orders.Move("r1", (), "liftoff")).rule == "AS-OPT-072"
    assert check_move(ready(grounded("r1", (24, 10), move="2a")), orders.Move("r1", (), "liftoff")).legal


@pytest.mark.rule("AS-OPT-074", "AS-AER-010")
def test_the_first_path_after_take_off() -> None:
    fight = ready(grounded("r1", (24, 10)), seed=3)
    fight.do(orders.Move("r1", (), "liftoff"))
    end(fight, 2)
    while fight.state.phase != "air_movement":
        end(fight)
    assert refusal(fight, orders.Move("r1", (), "fly", 0.0, altitude="high")).rule == "AS-OPT-074"
    assert refusal(fight, orders.Move("r1", (), "fly", 120.0)).rule == "AS-OPT-074"
    assert fly(fight, "r1", facing=90.0, altitude="middle").flight == ((24.0, 24.0), (48.0, 24.0))


@pytest.mark.rule("AS-OPT-078")
@pytest.mark.parametrize(("card", "weak"), [(SPHEROID, "1p"), (AIRSHIP, None)])
def test_others_rise_straight_up(card: Any, weak: str | None) -> None:
    fight = ready(grounded("r1", (24, 20), card=card))
    fight.do(orders.Move("r1", (), "liftoff"))
    shown = show_unit(fight, fight.units["r1"])
    assert (shown["at"], shown["hovering"], shown["altitude"]) == ([24.0, 20.0], True, "low")
    if weak is not None:
        low = ready(grounded("r1", (24, 20), card={**card, "move": weak}))
        assert refusal(low, orders.Move("r1", (), "liftoff")).rule == "AS-OPT-078"


@pytest.mark.rule("AS-BAT-044")
@pytest.mark.parametrize(("card", "opens"), [(SPHEROID, {"water2": "water"}), (AIRSHIP, {})])
def test_a_dropship_that_lifts_off_breaks_any_ice(card: Any, opens: dict[str, str]) -> None:
    ice = {"id": "lake", "kind": "ice", "frozen_solid": True, "rect": [0, 0, 72, 48]}
    fight = ready(grounded("r1", (24, 20), card=card), terrain=(ice,))
    fight.do(orders.Move("r1", (), "liftoff"))
    assert (show_state(fight)["terrain_changed"], fight.units["r1"].airborne) == (opens, True)


# -- landing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-OPT-082", "AS-OPT-083", "AS-OPT-075")
def test_landing_numbers() -> None:
    """Skill 4 on a paved runway: 4 + 2 - 2; with a Thruster Hit in woods 4 + 2 + 4 + 2; without power +6."""
    paved = ready(fighter("r1", (24, 0)), terrain=(ROAD,))
    asked = lands(paved, "r1", (24, 30))
    assert asked.legal
    assert (asked.landing.target_number, asked.landing.damage) == (4, 0)
    assert asked.flight == ((24, 0), (24, 30))
    woods = {"kind": "woods", "rect": [20, 24, 8, 8]}
    hurt = ready(flyer(AERODYNE, "r1", (24, 0), state={"crits": {"thruster": 1}}), terrain=(woods,))
    asked = lands(hurt, "r1", (24, 30))
    assert (asked.landing.target_number, asked.landing.damage) == (12, 2)
    assert [part.rule for part in asked.landing.modifiers] == ["AS-OPT-082", *["AS-OPT-083"] * 3]
    dead = ready(fighter("r1", (24, 0), state={"crits": {"engine": 2}}))
    assert lands(dead, "r1", (24, 30)).landing.target_number == 4 + 2 + 6
    # Ten inches before the token count, and no more.
    for start, number in ((19.5, 6), (20.5, 8)):
        fight = ready(fighter("r1", (24, 0)), terrain=({"kind": "rough", "rect": [20, 10, 8, start - 10]},))
        assert lands(fight, "r1", (24, 30)).landing.target_number == number
    short = ready(flyer(FIGHTER, "r1", (24, 20), state={"notes": {"climbing": True}}))
    assert lands(short, "r1", (24, 29)).landing.target_number == 8
    # All rows of the table count: too short, and paved.
    short = ready(flyer(FIGHTER, "r1", (24, 20), state={"notes": {"climbing": True}}), terrain=(ROAD,))
    assert lands(short, "r1", (24, 29)).landing.target_number == 4 + 2 + 2 - 2
    built = ready(fighter("r1", (24, 0)), terrain=(ROAD, {"kind": "building", "rect": [22, 24, 4, 4], "height": 2}))
    assert lands(built, "r1", (24, 30)).landing.target_number == 4 + 2 + 2


@pytest.mark.rule("AS-OPT-076", "AS-OPT-082")
def test_who_comes_down_well_is_on_the_ground_from_the_end_phase_on() -> None:
    fight = ready(fighter("r1", (24, 0), altitude="high"), dice=(*SAFE, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 30),), "land"))
    shown = show_unit(fight, fight.units["r1"])
    assert (shown["airborne"], shown["altitude"], shown["flight"]) == (True, "low", [[24.0, 0.0], [24.0, 30.0]])
    end(fight, 2)
    shown = show_unit(fight, fight.units["r1"])
    assert (shown["airborne"], shown["altitude"], shown["at"], shown["flight"]) == (False, None, [24.0, 30.0], None)


@pytest.mark.rule("AS-OPT-084", "AS-OPT-076")
def test_landing_damage_on_rough_ground() -> None:
    """Size 2: two points in the front; it stops where its base touches the rough ground. No Control Roll for it."""
    rough = {"kind": "rough", "rect": [20, 26, 8, 8]}
    fight = ready(fighter("r1", (24, 0)), terrain=(rough,), dice=(*SAFE, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 30),), "land"))
    one = fight.units["r1"]
    assert one.armor == 4
    end(fight, 2)
    assert not one.airborne
    assert one.y == pytest.approx(26 - one.radius, abs=0.6)


@pytest.mark.rule("AS-OPT-076")
def test_what_stops_it_at_the_edge_leaves_its_whole_base_on_the_table() -> None:
    rough = {"kind": "rough", "rect": [20, 0, 8, 8]}
    fight = ready(fighter("r1", (24, 0)), terrain=(rough,), dice=(*SAFE, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 9),), "land"))
    end(fight, 2)
    one = fight.units["r1"]
    assert not one.airborne
    assert one.radius - 1e-3 <= one.y <= one.radius + 0.25


@pytest.mark.rule("AS-OPT-082", "AS-OPT-085")
def test_who_fails_crashes_with_all_aboard() -> None:
    ship = flyer({**AERODYNE, "specials": ["MT4-D2"]}, "r1", (24, 0))
    fight = ready(ship, unit("r2", state={"aboard": "r1"}), dice=CRASH)
    fight.do(orders.Move("r1", ((24, 30),), "land"))
    assert fight.units["r1"].destroyed
    assert fight.units["r2"].destroyed


@pytest.mark.rule("AS-OPT-086")
def test_a_dropship_leaves_ultra_rubble() -> None:
    fight = ready(flyer(SPHEROID, "r1", (24, 20), state={"hovering": True}), dice=CRASH)
    fight.do(orders.Move("r1", ((25, 20),), "land"))
    assert show_state(fight)["terrain_changed"] == {"ultra_rubble1": "ultra_rubble"}
    assert not fight.table.features_at(25, 22.2)
    assert fight.table.features_at(25, 21.8)


@pytest.mark.rule("AS-OPT-086")
@pytest.mark.parametrize(("dice", "fires"), [((3, 3), 1), ((2, 3), 0)])
def test_the_wreck_of_a_dropship_may_burst_into_flames(dice: tuple[int, int], fires: int) -> None:
    ship = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    fight = ready(ship, options=("fire_and_smoke",), dice=(*CRASH, *dice))
    events = fight.do(orders.Move("r1", ((25, 20),), "land"))
    (tried,) = [event for event in events if event.type == "fire_check"]
    assert (tried.target_number, tried.lit, tried.rule) == (6, bool(fires), "AS-OPT-086")
    assert any(one.kind == "fire" for one in fight.table.features_at(25, 20)) == bool(fires)
    outside = ready(ship, options=("fire_and_smoke",), dice=CRASH, conditions={"atmosphere": "vacuum"})
    assert "fire_check" not in [event.type for event in outside.do(orders.Move("r1", ((25, 20),), "land"))]


@pytest.mark.rule("AS-OPT-079")
def test_where_others_come_down() -> None:
    hover = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    fight = ready(hover)
    assert refusal(fight, orders.Move("r1", ((24, 23),), "land")).rule == "AS-OPT-079"
    assert lands(fight, "r1", (24, 22)).legal
    path = ready(flyer(SPHEROID, "r1", (24, 0)))
    assert refusal(path, orders.Move("r1", ((30, 20),), "land", 0.0)).rule == "AS-OPT-079"
    assert lands(path, "r1", (24, 20)).legal


@pytest.mark.rule("AS-OPT-079")
def test_units_under_a_spheroid_make_room() -> None:
    ship = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    fight = ready(ship, unit("r2", (24.5, 20)), dice=(*SAFE, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 20),), "land"))
    end(fight, 2)
    ship_, other = fight.units["r1"], fight.units["r2"]
    assert fight.table.distance(ship_.at, other.at) >= ship_.radius + other.radius


@pytest.mark.rule("AS-OPT-080")
def test_the_ground_others_need() -> None:
    woods = {"kind": "woods", "rect": [16, 12, 16, 16]}
    hill = {"kind": "hill", "height": 2, "rect": [24, 12, 8, 16]}
    balloon = flyer(AIRSHIP, "r1", (24, 20), state={"hovering": True})
    assert refusal(ready(balloon, terrain=(woods,)), orders.Move("r1", ((24, 20),), "land")).rule == "AS-OPT-080"
    ship = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    assert lands(ready(ship, terrain=(woods,)), "r1", (24, 20)).landing.target_number == 8
    assert refusal(ready(ship, terrain=(hill,)), orders.Move("r1", ((24, 20),), "land")).rule == "AS-OPT-080"


@pytest.mark.rule("AS-OPT-076", "AS-OPT-073")
def test_landing_and_taking_off_have_no_altitude_and_no_way_to_choose() -> None:
    down = orders.Move("r1", ((24, 30),), "land", altitude="high")
    assert refusal(ready(fighter("r1", (24, 0))), down).rule == "AS-OPT-076"
    for up in (orders.Move("r1", ((30, 30),), "liftoff"), orders.Move("r1", (), "liftoff", board="b1")):
        assert refusal(ready(grounded("r1", (24, 10))), up).rule == "AS-OPT-073"


@pytest.mark.rule("AS-OPT-081")
def test_a_spheroid_scorches_the_ground() -> None:
    woods = {"kind": "woods", "rect": [22, 18, 2, 2]}
    ship = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    fight = ready(ship, terrain=(woods,), dice=(*SAFE, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 20),), "land"))
    assert show_state(fight)["terrain_changed"] == {}
    end(fight, 2)
    assert show_state(fight)["terrain_changed"] == {"woods1": "rough", "hollow2": "hollow"}
    assert fight.table.ground(24, 20) == -1.0
    assert fight.units["r1"].elevation == -1.0
    paved = ready(ship, terrain=({"kind": "pavement", "rect": [14, 10, 20, 20]},), dice=(*SAFE, 6, 1, 2, 2))
    paved.do(orders.Move("r1", ((24, 20),), "land"))
    end(paved, 2)
    assert show_state(paved)["terrain_changed"] == {}


@pytest.mark.rule("AS-OPT-081", "AS-URB-019")
def test_a_building_under_a_spheroid_falls_on_whoever_is_inside() -> None:
    house = {"id": "house", "kind": "building", "height": 2, "rect": [22, 18, 5, 5]}
    men = unit("b2", (24, 20.5), type="CI", move='4"f')
    ship = flyer(SPHEROID, "r1", (24, 20), state={"hovering": True})
    fight = ready(ship, men, terrain=(house,), dice=(*SAFE, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 20),), "land"))
    end(fight, 2)
    assert show_state(fight)["terrain_changed"]["house"] == "rubble"
    assert fight.units["b2"].destroyed


@pytest.mark.rule("AS-AER-009", "AS-OPT-079")
def test_who_hovers_high_up_sinks_before_it_lands() -> None:
    def ship(altitude: str, **more: Any) -> Battle:
        return ready(flyer(SPHEROID, "r1", (24, 20), altitude=altitude, state={"hovering": True, **more}))

    for altitude in ("low", "middle"):
        assert lands(ship(altitude), "r1", (24, 20)).legal
    down = orders.Move("r1", ((24, 20),), "land")
    assert refusal(ship("high"), down).rule == "AS-AER-009"
    assert lands(ship("extreme", crits={"engine": 3}), "r1", (24, 20)).legal  # it is forced down


@pytest.mark.rule("AS-OPT-085", "AS-AER-090")
def test_a_forced_landing_saves_who_would_fall() -> None:
    fight = ready(fighter("r1", (24, 0), state={"crits": {"engine": 2}}), dice=(6, 6, 6, 1, 2, 2))
    fight.do(orders.Move("r1", ((24, 30),), "land"))
    end(fight, 2)
    assert fight.units["r1"].in_play
    assert not fight.units["r1"].airborne


@pytest.mark.rule("AS-OPT-073", "AS-OPT-076", "AS-OPT-071")
def test_taking_off_and_landing_are_offered() -> None:
    fight = ready(grounded("r1", (24, 10)), flyer(SPHEROID, "r2", (40, 20), state={"hovering": True}))
    found = {(one.unit, one.label) for one in offers(fight, "red") if one.kind == "move"}
    assert found == {("r1", "Take off"), ("r1", "Taxi"), ("r2", "Fly"), ("r2", "Land")}
    for one in offers(fight, "red"):
        assert one.kind != "move" or fight.refusal_of(one.command) is None


@pytest.mark.rule("AS-OPT-094", "AS-BAT-120")
def test_a_grounded_dropship_is_cover_and_takes_near_misses() -> None:
    ship = grounded("b2", (24, 24), card=SPHEROID)
    fight = sky(unit("r1", (24, 8)), ship, unit("b1", (24, 40), 180), options=("aerospace_on_ground_map",))
    assert large_units_take_them(fight, "b2")
    assert not large_units_take_them(fight, "b1")
    assert fight.sight(fight.units["r1"], fight.units["b1"]).cover == ("b2",)


# -- transports -----------------------------------------------------------------------------------------------

CARRIER = {**SPHEROID, "specials": ["AT4-D1", "ST1-D1"]}


def aboard(id: str = "r2", card: Any = FIGHTER) -> Any:
    return unit(id, state={"aboard": "r1"}, **card)


def in_flight(**more: Any) -> Any:
    return flyer(CARRIER, "r1", (24, 20), altitude="middle", state={"hovering": True}, **more)


@pytest.mark.rule("AS-OPT-091", "AS-OPT-087", "AS-OPT-092")
def test_launching_from_a_transport_in_the_air() -> None:
    fight = ready(in_flight(), aboard(), aboard("r3"))
    assert ("r2", "Launch") in {(one.unit, one.label) for one in offers(fight, "red")}
    assert refusal(fight, orders.Move("r2", (), "launch", 90.0, altitude="low")).rule == "AS-OPT-091"
    fight.do(orders.Move("r2", (), "launch", 90.0))
    shown = show_unit(fight, fight.units["r2"])
    assert (shown["flight"], shown["altitude"], shown["aboard"]) == ([[24.0, 20.0], [48.0, 20.0]], "middle", None)
    assert refusal(fight, orders.Move("r3", (), "launch", 90.0)).rule == "AS-OPT-092"
    fight.do(orders.Pass("r3"))
    assert fight.units["r3"].place == "aboard"


@pytest.mark.rule("AS-OPT-087")
def test_only_bays_for_aerospace_units_launch_and_recover() -> None:
    ship = flyer({**SPHEROID, "specials": ["MT4-D1"]}, "r1", (24, 20), state={"hovering": True})
    fight = ready(ship, fighter("r2", (24, 0)))
    into = orders.Move("r2", (), "fly", 0.0, board="r1")
    assert refusal(fight, into).rule == "AS-OPT-087"
    shuttle = {**AERODYNE, "type": "SC", "name": "Shuttle"}
    fight = ready(in_flight(), aboard(card=shuttle))
    assert check_move(fight, orders.Move("r2", (), "launch", 0.0)).legal
    fight = ready(
        flyer({**SPHEROID, "specials": ["AT4-D1"]}, "r1", (24, 20), state={"hovering": True}), fighter("r2", (24, 0))
    )
    assert check_move(fight, into).legal


@pytest.mark.rule("AS-OPT-090", "AS-OPT-091")
def test_recovery_is_a_landing_without_a_runway() -> None:
    """Skill 4: 4 + 2, whatever lies below."""
    fight = ready(in_flight(), fighter("r2", (24, 0), altitude="middle"), dice=(3, 3, 6, 1, 2, 2))
    into = orders.Move("r2", (), "fly", 0.0, board="r1")
    asked = check_move(fight, into)
    assert asked.landing is not None
    assert (asked.landing.target_number, asked.landing.damage) == (6, 0)
    apart = orders.Move("r2", (), "fly", 30.0, board="r1")
    assert refusal(fight, apart).rule == "AS-OPT-091"
    assert refusal(fight, orders.Move("r2", (), "fly", 0.0, board="r1", altitude="low")).rule == "AS-OPT-091"
    fight.do(into)
    assert (fight.units["r2"].place, fight.units["r2"].aboard) == ("aboard", "r1")
    lost = ready(in_flight(), fighter("r2", (24, 0), altitude="middle"), dice=(1, 1))
    lost.do(into)
    assert lost.units["r2"].destroyed


@pytest.mark.rule("AS-OPT-089")
def test_a_grounded_transport_needs_a_flight_deck() -> None:
    into = orders.Move("r2", (), "fly", 0.0, board="r1")
    fight = ready(grounded("r1", (24, 20), card=CARRIER), fighter("r2", (24, 0)))
    assert refusal(fight, into).rule == "AS-OPT-089"
    deck = {**CARRIER, "specials": ["AT4-D1", "FD"]}
    assert check_move(ready(grounded("r1", (24, 20), card=deck), fighter("r2", (24, 0))), into).legal


@pytest.mark.rule("AS-OPT-089")
def test_out_of_a_grounded_transport_launching_is_taking_off() -> None:
    """The whole move, to low altitude; the path follows in the next turn."""
    fight = ready(grounded("r1", (24, 20), card=CARRIER), aboard(), seed=3)
    assert refusal(fight, orders.Move("r2", (), "launch", 90.0, altitude="middle")).rule == "AS-OPT-089"
    asked = check_move(fight, orders.Move("r2", (), "launch", 90.0))
    assert (asked.legal, asked.at, asked.flight) == (True, (24.0, 20.0), None)
    fight.do(orders.Move("r2", (), "launch", 90.0))
    shown = show_unit(fight, fight.units["r2"])
    assert (shown["aboard"], shown["altitude"], shown["flight"], shown["facing"]) == (None, "low", None, 90.0)
    end(fight, 2)
    while fight.state.phase != "air_movement":
        end(fight)
    assert refusal(fight, orders.Move("r2", (), "fly", 270.0)).rule == "AS-OPT-074"
    assert fly(fight, "r2", facing=90.0, altitude="middle").flight == ((24.0, 20.0), (48.0, 20.0))


@pytest.mark.rule("AS-OPT-090")
def test_a_launch_asks_for_the_thrust_of_taking_off() -> None:
    weak = aboard(card={**FIGHTER, "move": "1a"})
    for ship in (in_flight(), grounded("r1", (24, 20), card=CARRIER)):
        assert refusal(ready(ship, weak), orders.Move("r2", (), "launch", 90.0)).rule == "AS-OPT-090"
    enough = aboard(card={**FIGHTER, "move": "2a"})
    assert check_move(ready(in_flight(), enough), orders.Move("r2", (), "launch", 90.0)).legal


@pytest.mark.rule("AS-SPC-167")
def test_very_short_take_off_and_landing() -> None:
    """Eight inches instead of fourteen to take off, four instead of ten to land."""
    short = {**FIGHTER, "specials": ["VSTOL"]}
    woods = {"kind": "woods", "rect": [20, 31, 8, 8]}
    for card, legal in ((FIGHTER, False), (short, True)):
        fight = ready(grounded("r1", (24, 22), card=card), terrain=(woods,))
        assert check_move(fight, orders.Move("r1", (), "liftoff")).legal == legal
    up = ready(grounded("r1", (24, 22), card=short))
    assert check_move(up, orders.Move("r1", (), "liftoff")).at == (24, 30)
    rough = {"kind": "rough", "rect": [20, 21, 8, 4.5]}
    for card, number in ((FIGHTER, 8), (short, 6)):
        fight = ready(flyer(card, "r1", (24, 0)), terrain=(rough,))
        assert lands(fight, "r1", (24, 30)).landing.target_number == number


@pytest.mark.rule("AS-SPA-026", "AS-SPA-073")
def test_pilots_who_come_down_anywhere() -> None:
    """A bad place is +1 for Dust-Off; a Wind Walker minds no air, and lands with 1 less besides."""
    rough = {"kind": "rough", "rect": [20, 21, 8, 8]}
    for abilities, bad, good in (
        ([], 8, 6),
        (["Dust-Off"], 7, 6),
        (["Wind Walker"], 5, 3),
        (["Dust-Off", "Wind Walker"], 4, 3),
    ):
        for terrain, number in (((rough,), bad), ((), good)):
            fight = ready(replace(fighter("r1", (24, 0)), abilities=tuple(abilities)), terrain=terrain)
            asked = lands(fight, "r1", (24, 30))
            assert (asked.landing.target_number, asked.landing.damage) == (number, 2 if terrain else 0)


VTOL = {"name": "Whirlybird", "type": "CV", "move": '14"v', "size": 2}


def pad(*codes: str) -> Any:
    return grounded("r1", (24, 20), card={**CARRIER, "specials": ["VTM2-D1", *codes]})


@pytest.mark.rule("AS-SPC-096", "AS-SPC-098", "AS-OPT-088", "AS-OPT-093")
def test_vtols_come_and_go_by_helipads_and_flight_decks() -> None:
    """One a turn, up to Size 3; without a deck nobody."""
    near = [unit("r2", (24, 28), **VTOL), unit("r3", (32, 20), **VTOL)]
    for codes, rule in (((), "AS-OPT-088"), (("HELI",), None), (("FD",), None)):
        fight = field(pad(*codes), *near, foe())
        beside = near_to(fight, "r2", "r1")
        asked = check_move(fight, orders.Move("r2", (beside,), board="r1"))
        assert (asked.refusal.rule if asked.refusal else None) == rule, codes
    fight = field(pad("HELI"), *near, foe())
    fight.do(orders.Move("r2", (near_to(fight, "r2", "r1"),), board="r1"))
    assert fight.units["r2"].aboard == "r1"
    assert refusal(fight, orders.Move("r3", (near_to(fight, "r3", "r1"),), board="r1")).rule == "AS-OPT-093"


def near_to(fight: Battle, name: str, carrier: str) -> tuple[float, float]:
    """A place in contact with a transport, on the way to it."""
    one, other = fight.units[name], fight.units[carrier]
    way = fight.table.bearing(other.at, one.at)
    return fight.table.snap(fight.table.beyond(other.at, way, one.radius + other.radius + 0.05))


@pytest.mark.rule("AS-SPC-098")
def test_a_helipad_is_for_vtols_only() -> None:
    into = orders.Move("r2", (), "fly", 0.0, board="r1")
    pad_only = {**CARRIER, "specials": ["AT4-D1", "HELI"]}
    fight = ready(grounded("r1", (24, 20), card=pad_only), fighter("r2", (24, 0)))
    assert refusal(fight, into).rule == "AS-OPT-089"


@pytest.mark.rule("AS-OPT-088", "AS-OPT-093", "AS-SPC-096")
def test_support_aircraft_use_flight_decks() -> None:
    into = orders.Move("r2", (), "fly", 0.0, board="r1")
    plane = {**FIGHTER, "type": "SV", "ov": 0}
    deck = flyer({**CARRIER, "specials": ["VTM4-D2", "AT4-D1", "FD"]}, "r1", (24, 20), state={"hovering": True})
    bare = flyer({**CARRIER, "specials": ["VTM4-D2", "AT4-D1"]}, "r1", (24, 20), state={"hovering": True})
    assert check_move(ready(deck, flyer(plane, "r2", (24, 0))), into).legal
    assert refusal(ready(bare, flyer(plane, "r2", (24, 0))), into).rule == "AS-OPT-087"
    heavy = {**plane, "size": 4}
    assert refusal(ready(deck, flyer(heavy, "r2", (24, 0))), into).rule == "AS-OPT-087"


# -- where other chapters meet this one -----------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-078")
def test_without_air_wings_rise_and_land_like_a_spheroid() -> None:
    def airless(*units: Any) -> Battle:
        return ready(*units, conditions={"atmosphere": "vacuum"}, terrain=({"kind": "rough", "rect": [20, 16, 8, 8]},))

    fight = airless(grounded("r1", (24, 10)))
    fight.do(orders.Move("r1", (), "liftoff"))
    one = fight.units["r1"]
    assert (one.at, one.airborne, show_unit(fight, one)["hovering"]) == ((24, 10), True, False)
    # Rough ground is unfit to land on, and costs nothing: a spheroid minds uneven ground only.
    above = airless(fighter("r1", (24, 0)))
    asked = lands(above, "r1", (24, 20))
    assert (asked.landing.damage, asked.flight) == (0, ((24, 0), (24, 20)))
    with_air = ready(fighter("r1", (24, 0)), terrain=({"kind": "rough", "rect": [20, 16, 8, 8]},))
    assert lands(with_air, "r1", (24, 20)).landing.damage == 2


@pytest.mark.rule("AS-BAT-147")
def test_a_ship_that_lifts_off_shakes_everybody_who_fights_in_it() -> None:
    squad = {"type": "BA", "move": '6"', "damage": "2/1/0", "armor": 2, "structure": 1, "specials": ["CAR4"]}
    fight = field(
        grounded("b1", (24, 24), card=SPHEROID, specials=["CRW2", "IT20", "VLG"]),
        unit("r1", state={"boarding": "b1"}, **squad),
        unit("b2", state={"aboard": "b1"}, **squad),
        unit("r2", (5, 5)),
    )
    while fight.state.phase == "movement":
        end(fight)
    fight.do(orders.Move("b1", (), "liftoff"))
    asked = preview_attack(fight, orders.Attack("r1", "b2"), outcomes=False)
    assert part(asked, "AS-BAT-147") == 2


@pytest.mark.rule("AS-BAT-136")
def test_an_airborne_structure_comes_down_where_its_path_ends() -> None:
    section = {"name": "hull", "at": [0, 0], "armor": 6, "structure": 4, "damage": "3/3/2"}
    hulk = {"type": "MS", "size": 5, "move": "2i", "tmm": 0, "damage": None, "specials": ["SLG", "SEAL"]}
    line = [[24, 4], [24, 40]]
    fight = sky(
        unit(
            "b1",
            (24, 4),
            state={"airborne": True, "altitude": "low", "flight": line},
            **hulk,
            sections=[section],
        ),
        unit("r1", (24, 6)),
        unit("r2", (25, 40)),
    )
    doom(fight, fight.units["b1"], "shot down", "AS-BAT-133", wait=False)
    fight.run()
    assert [fight.units[name].destroyed for name in ("r1", "r2")] == [False, True]


@pytest.mark.rule("AS-OPT-092", "AS-BAT-140")
def test_whoever_is_launched_leaves_the_door_open_for_one_that_comes_back() -> None:
    """One launch a door and turn, and two units through it, in or out."""
    fight = ready(
        in_flight(), aboard(), *(fighter(name, (24, 0), altitude="middle") for name in ("r3", "r4")), dice=SAFE
    )
    fight.do(orders.Move("r2", (), "launch", 90.0))
    fight.do(orders.Move("r3", (), "fly", 0.0, board="r1"))
    assert fight.units["r3"].aboard == "r1"
    assert refusal(fight, orders.Move("r4", (), "fly", 0.0, board="r1")).rule == "AS-BAT-140"


@pytest.mark.rule("AS-OPT-073", "AS-OPT-074")
def test_taking_off_leads_along_the_facing_to_low_altitude() -> None:
    fight = ready(grounded("r1", (24, 10)))
    assert check_move(fight, orders.Move("r1", (), "liftoff")).elevation == 6.0
    assert refusal(fight, orders.Move("r1", (), "liftoff", 90.0)).rule == "AS-OPT-073"
    assert refusal(fight, orders.Move("r1", (), "liftoff", altitude="high")).rule == "AS-OPT-074"
    assert check_move(fight, orders.Move("r1", (), "liftoff", 359.5, altitude="low")).legal


LYING: tuple[dict[str, Any], ...] = (
    {"kind": "fire", "circle": [24, 30, 1]},
    {"kind": "dug_in", "circle": [24, 30, 1]},
    {"kind": "minefield", "circle": [24, 30, 1], "density": 1},
)
SHINING: tuple[dict[str, Any], ...] = (
    {"kind": "illumination", "circle": [24, 30, 3]},
    {"kind": "light_smoke", "circle": [24, 30, 1]},
)


@pytest.mark.rule("AS-OPT-084")
@pytest.mark.parametrize("piece", [*LYING, *SHINING], ids=lambda one: one["kind"])
def test_what_burns_shines_or_lies_there_is_no_obstacle_unless_players_agree(piece: dict[str, Any]) -> None:
    modules = ("fire_and_smoke", "advanced_infantry", "minefields", "alternate_munitions")
    for more, hurt in (((), 0), (("works_obstruct_landings",), 2 if piece in LYING else 0)):
        fight = ready(fighter("r1", (24, 0)), terrain=(piece,), options=(*modules, *more))
        seen = lands(fight, "r1", (24, 30))
        assert seen.landing.damage == hurt
