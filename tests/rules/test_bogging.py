"""Bogging down: who checks where, against what, what it does, and how one gets free; swamp and quicksand."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.entering import THROWN, TOWED, put
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import Displaced
from lancemate.alphastrike.play.events.ground import bogged
from lancemate.alphastrike.terrain.becoming import BAKES, turn
from lancemate.alphastrike.turn.unit_state import show_state, show_unit
from lancemate.field.shapes import Circle
from rules.table import attack, battle, end, number, unit

WIGE: dict[str, Any] = {"type": "CV", "move": '20"g', "size": 1}
HOVER: dict[str, Any] = {"type": "CV", "move": '20"h', "size": 1}
TRACKS: dict[str, Any] = {"type": "CV", "move": '20"t', "size": 2}
WHEELS: dict[str, Any] = {"type": "CV", "move": '20"w', "size": 2}
VTOL: dict[str, Any] = {"type": "CV", "move": '20"v', "size": 1, "armor": 4}


def field(kind: str, *, dice: Any = (), skill: int = 4, at: tuple[float, float] = (20, 10), **card: Any) -> Battle:
    """A unit at (20, 10), and from y = 12 to 20 nothing but one kind of terrain."""
    state = card.pop("state", {})
    mover = unit("r1", at=at, skill=skill, state=state, **{"move": '20"', **card})
    piece = {"id": "it", "kind": kind, "rect": [0, 12, 72, 8]}
    return battle(mover, unit("b1", at=(20, 44)), terrain=[piece], phase="movement", dice=dice)


def checks(events: list[Any]) -> list[Any]:
    return [event for event in events if event.type == "bog_check"]


def go(fight: Battle, *path: tuple[float, float], **more: Any) -> list[Any]:
    return fight.do(commands.Move("r1", tuple(path), **more))


@pytest.mark.rule("AS-BAT-069")
def test_a_check_where_it_enters_and_after_every_two_inches() -> None:
    fight = field("mud", dice=(2, 3) * 3)  # Skill 4 and mud: 5 is just enough
    events = checks(go(fight, (20.0, 17.0)))
    assert [(one.target_number, one.stuck) for one in events] == [(5, False)] * 3
    assert fight.units["r1"].at == (20.0, 17.0)


@pytest.mark.rule("AS-BAT-069")
def test_one_that_begins_in_it_checks_there_and_one_that_turns_on_the_spot_does_not() -> None:
    fight = field("mud", dice=(6, 6, 6, 6), at=(20, 14))
    assert len(checks(go(fight, (20.0, 16.5)))) == 2
    fight = field("mud", at=(20, 14))
    assert checks(go(fight, facing=90.0)) == []


@pytest.mark.rule("AS-BAT-070")
def test_who_fails_stands_where_it_failed_and_has_paid_for_the_way() -> None:
    fight = field("mud", dice=(6, 6, 1, 1))
    events = go(fight, (20.0, 17.0), facing=90.0)
    moved = next(event for event in events if event.type == "moved")
    assert (moved.at, moved.inches, moved.cost, moved.facing) == ((20.0, 14.0), 4.0, 6.0, 90.0)
    shown = show_unit(fight, fight.units["r1"])
    assert (shown["bogged"], shown["sunk"], shown["at"]) == (True, 0.0, [20.0, 14.0])
    assert "bogged" in shown["status"]  # type: ignore[operator]
    assert [event.type for event in events].index("moved") < [event.type for event in events].index("bog_check", 2)


@pytest.mark.rule("AS-BAT-070")
def test_at_the_very_edge_it_is_in_the_terrain() -> None:
    fight = field("mud", dice=(1, 1))
    go(fight, (20.0, 17.0))
    assert fight.units["r1"].at == (20.0, 12.0)
    assert [one.id for one in fight.table.features_at(*fight.units["r1"].at)] == ["it"]


def test_a_round_edge_is_no_less_an_edge() -> None:
    terrain = [{"id": "it", "kind": "swamp", "circle": [21, 21.3, 6.1]}]
    units = (unit("r1", at=(10, 10), move='40"'), unit("b1", at=(60, 40)))
    fight = battle(*units, terrain=terrain, phase="movement", dice=(1, 1, 1, 2))
    go(fight, (22.0, 23.0))
    assert "it" in [one.id for one in fight.table.features_at(*fight.units["r1"].at)]


@pytest.mark.rule("AS-BAT-074")
@pytest.mark.parametrize(
    ("kind", "card", "expected"),
    [
        ("mud", {}, 5),
        ("tundra", {}, 5),
        ("deep_snow", {}, 5),
        ("swamp", {}, 4),
        ("gravel_piles", {}, 4),
        ("mud", {"legs": "quad"}, 4),
        ("swamp", {"legs": "tripod"}, 3),
        ("sand", WHEELS, 4),
    ],
)
def test_the_number_is_the_skill_harder_in_some_terrain_easier_on_more_legs(
    kind: str, card: dict[str, Any], expected: int
) -> None:
    fight = field(kind, dice=(6, 6), **card)
    (checked,) = checks(go(fight, (20.0, 13.0)))
    assert checked.target_number == expected == sum(part.value for part in checked.modifiers)


@pytest.mark.rule("AS-BAT-030", "AS-BAT-033", "AS-BAT-053", "AS-BAT-063", "AS-BAT-064", "AS-BAT-068", "AS-SPC-091")
@pytest.mark.parametrize(
    ("kind", "sticks", "free"),
    [
        ("deep_snow", [{}, TRACKS], [HOVER]),
        ("gravel_piles", [{}, WHEELS], [HOVER]),
        ("mud", [{}, WHEELS, {"type": "CI", "move": '20"f', "size": 1}], [HOVER]),
        ("tundra", [{}, WHEELS], [HOVER]),
        ("swamp", [{}, TRACKS], [HOVER]),
        ("sand", [WHEELS], [{}, TRACKS, HOVER, {**WHEELS, "specials": ["DUN"]}]),
    ],
)
def test_who_may_get_stuck_where(kind: str, sticks: list[dict[str, Any]], free: list[dict[str, Any]]) -> None:
    for card in sticks:
        assert len(checks(go(field(kind, dice=(6, 6), **card), (20.0, 13.0)))) == 1, card
    for card in free:
        assert checks(go(field(kind, **card), (20.0, 13.0))) == [], card


@pytest.mark.rule("AS-BAT-030")
def test_snow_does_not_hold_whoever_jumps_into_it() -> None:
    """Page 56 exempts jumping units, though elsewhere they check where they land (AS-BAT-072)."""
    jumper = {"move": '20"/12"j'}
    assert checks(go(field("deep_snow", **jumper), (20.0, 16.0), mode="jump")) == []
    assert len(checks(go(field("mud", dice=(6, 6), **jumper), (20.0, 16.0), mode="jump"))) == 1


@pytest.mark.rule("AS-BAT-046")
def test_magma_holds_a_mech() -> None:
    fight = field("magma_liquid", dice=(1, 1))
    go(fight, (20.0, 16.0))
    assert show_unit(fight, fight.units["r1"])["bogged"] is True


@pytest.mark.rule("AS-BAT-073")
def test_what_hovers_or_stays_in_the_air_never_gets_stuck() -> None:
    assert checks(go(field("swamp", **HOVER), (20.0, 13.0))) == []
    fight = field("swamp", **VTOL, state={"elevation": 5.0})
    assert checks(go(fight, (20.0, 16.0))) == []
    fight = field("swamp", **WIGE, state={"elevation": 1.0, "airborne": True})
    assert checks(go(fight, (20.0, 16.0))) == []


@pytest.mark.rule("AS-BAT-071")
def test_a_stuck_unit_rolls_before_it_moves_and_stays_where_it_was_when_it_fails() -> None:
    fight = field("mud", dice=(1, 1), at=(20, 14), state={"bogged": True})
    events = go(fight, (20.0, 18.0), facing=90.0)
    (checked,) = checks(events)
    mover = fight.units["r1"]
    assert (checked.escape, checked.stuck, checked.target_number) == (True, True, 5)
    assert (mover.at, mover.facing, mover.moved, mover.inches) == ((20.0, 14.0), 0.0, "standstill", 0.0)
    assert fight.state.to_act == "blue"


@pytest.mark.rule("AS-BAT-071")
def test_one_that_gets_free_does_not_check_at_the_start_again() -> None:
    fight = field("mud", dice=(6, 6, 6, 6), at=(20, 14), state={"status": ["bogged"]})
    events = go(fight, (20.0, 17.0))
    assert [(one.escape, one.stuck) for one in checks(events)] == [(True, False), (False, False)]
    assert (fight.units["r1"].at, show_unit(fight, fight.units["r1"])["bogged"]) == ((20.0, 17.0), False)


@pytest.mark.rule("AS-BAT-071")
def test_one_that_does_not_try_stays_stuck_without_a_roll() -> None:
    fight = field("mud", at=(20, 14), state={"bogged": True})
    fight.do(commands.Pass("r1"))
    assert show_unit(fight, fight.units["r1"])["bogged"] is True


@pytest.mark.rule("AS-BAT-072")
def test_jumpers_check_where_they_land_and_tear_themselves_loose() -> None:
    fight = field("mud", dice=(1, 1), move='10"/10"j')
    events = go(fight, (20.0, 16.0), mode="jump")
    assert [one.stuck for one in checks(events)] == [True]
    assert fight.units["r1"].at == (20.0, 16.0)
    fight = field("mud", at=(20, 14), state={"bogged": True}, move='10"/10"j')
    (freed,) = checks(go(fight, (20.0, 22.0), mode="jump"))
    assert (freed.roll, freed.stuck, freed.rule) == ((), False, "AS-BAT-072")
    assert show_unit(fight, fight.units["r1"])["bogged"] is False


@pytest.mark.rule("AS-BAT-070")
@pytest.mark.parametrize(("moved", "expected"), [("ground", 0), ("jump", 0), ("none", 0), ("standstill", 0)])
def test_a_stuck_target_has_no_movement_modifier(moved: str, expected: int) -> None:
    stuck = unit("b1", at=(20, 14), state={"bogged": True, "moved": moved}, tmm=3)
    fight = battle(unit("r1", at=(20, 8)), stuck, terrain=[{"kind": "mud", "rect": [0, 12, 72, 8]}], dice=(6, 6, 6, 6))
    made = attack(fight, "r1", "b1")
    assert number(made, "AS-BAT-070") == expected
    assert number(made, "AS-COM-044") is None


@pytest.mark.rule("AS-BAT-070")
def test_a_stuck_target_that_is_immobile_too_is_immobile() -> None:
    stuck = unit("b1", at=(20, 14), state={"bogged": True, "shutdown": True, "heat": 4, "moved": "immobile"})
    fight = battle(unit("r1", at=(20, 8)), stuck, terrain=[{"kind": "mud", "rect": [0, 12, 72, 8]}], dice=(6, 6, 6, 6))
    assert number(attack(fight, "r1", "b1"), "AS-COM-047") == -4


def test_previews_take_every_check_to_succeed() -> None:
    fight = field("mud", dice=())
    seen = check_move(fight, commands.Move("r1", ((20.0, 17.0),)))
    assert (seen.legal, seen.at, seen.cost) == (True, (20.0, 17.0), 12.0)


# -- swamp and quicksand ------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-065")
def test_who_gets_stuck_in_a_swamp_may_open_quicksand() -> None:
    fight = field("swamp", dice=(1, 1, 6, 6))
    go(fight, (20.0, 16.0))
    assert show_state(fight)["terrain_changed"] == {"quicksand2": "quicksand"}
    assert [one.id for one in fight.table.features_at(20, 12.9)] == ["quicksand2"]
    fight = field("swamp", dice=(1, 1, 6, 5))
    go(fight, (20.0, 16.0))
    assert show_state(fight)["terrain_changed"] == {}


@pytest.mark.rule("AS-BAT-067")
def test_quicksand_holds_whoever_enters_it_without_a_roll() -> None:
    fight = field("quicksand", skill=0)
    (caught,) = checks(go(fight, (20.0, 16.0)))
    assert (caught.roll, caught.stuck, caught.rule) == ((), True, "AS-BAT-067")
    assert fight.units["r1"].at == (20.0, 12.0)


@pytest.mark.rule("AS-BAT-067")
def test_a_neighbour_is_caught_where_quicksand_forms() -> None:
    terrain = [{"id": "it", "kind": "swamp", "rect": [0, 12, 72, 8]}]
    near = unit("r2", at=(20.9, 12.1), type="BA", move='6"f', size=1)
    far = unit("r3", at=(18.0, 14.0), type="BA", move='6"f', size=1)
    fight = battle(
        *(unit("r1", at=(20, 11), type="BA", move='6"f', size=1), near, far, unit("b1", at=(60, 40))),
        terrain=terrain,
        phase="movement",
        dice=(1, 1, 6, 6),
    )
    go(fight, (20.0, 13.0))
    assert [show_unit(fight, fight.units[name])["bogged"] for name in ("r1", "r2", "r3")] == [True, True, False]


def sinking(height: float, **card: Any) -> Battle:
    mover = unit("r1", at=(20, 14), state={"bogged": True}, height=height, **card)
    terrain = [{"id": "it", "kind": "quicksand", "rect": [0, 12, 72, 8]}]
    units = (mover, unit("r2", at=(2, 2)), unit("b1", at=(60, 40)))
    return battle(*units, terrain=terrain, phase="movement", dice=(1, 1, *(3, 4, 2, 2, 1, 1) * 6), turn=2)


def a_turn(fight: Battle, *, tries: bool = True) -> None:
    turn = fight.state.turn
    while fight.state.turn == turn and fight.state.outcome is None:
        stuck = fight.units["r1"]
        if fight.state.to_act == "red" and fight.state.phase == "movement" and stuck.moved == "none" and tries:
            go(fight, (20.0, 16.0))
        else:
            end(fight)


@pytest.mark.rule("AS-BAT-067")
@pytest.mark.parametrize("tries", [True, False])
def test_a_mech_sinks_two_inches_a_turn_and_is_lost_below_its_height(tries: bool) -> None:
    fight = sinking(2.0)
    if not tries:
        fight.dice.roll(2)
    a_turn(fight, tries=tries)
    assert (show_unit(fight, fight.units["r1"])["sunk"], fight.units["r1"].destroyed) == (2.0, False)
    a_turn(fight, tries=tries)
    assert fight.units["r1"].destroyed


@pytest.mark.rule("AS-BAT-067")
def test_a_vehicle_is_lost_after_one_turn_and_one_that_has_just_got_stuck_does_not_sink_yet() -> None:
    fight = sinking(1.0, type="CV", move='8"t', size=2)
    a_turn(fight)
    assert fight.units["r1"].destroyed
    fight = field("quicksand", dice=(3, 4, 2, 2) * 5)
    go(fight, (20.0, 16.0))
    end(fight, 4)
    assert (fight.state.turn, show_unit(fight, fight.units["r1"])["sunk"]) == (2, 0.0)


@pytest.mark.rule("AS-BAT-066")
def test_what_lands_in_a_swamp_is_stuck_at_once() -> None:
    fight = field("swamp", dice=(6, 6), **VTOL, state={"elevation": 5.0})
    events = go(fight, (20.0, 16.0), elevation=0.0)
    assert [(one.rule, one.stuck, one.roll) for one in checks(events)] == [("AS-BAT-066", True, ())]
    assert "quicksand" in show_state(fight)["terrain_changed"].values()  # it may have opened that, as anybody stuck
    fight = field("swamp", dice=(6, 5), **WIGE, state={"elevation": 1.0, "airborne": True})
    assert [one.rule for one in checks(go(fight, (20.0, 16.0), elevation=0.0))] == ["AS-BAT-066"]


@pytest.mark.rule("AS-BAT-066")
def test_a_dropship_turns_the_swamp_below_it_to_quicksand_and_checks() -> None:
    from lancemate.alphastrike.movement.entering import LANDED, came

    fight = landed("swamp", "DS", dice=(1, 1))
    came(fight, fight.units["r1"], LANDED)
    assert show_state(fight)["terrain_changed"] == {"quicksand2": "quicksand"}
    assert show_unit(fight, fight.units["r1"])["bogged"] is True


def landed(kind: str, code: str, dice: Any = ()) -> Battle:
    ship = unit("r1", at=(30, 30), type=code, size=1, move="4a", armor=40, structure=20, threshold=4)
    piece = {"id": "it", "kind": kind, "rect": [10, 10, 40, 30]}
    return battle(ship, unit("b1", at=(2, 2)), terrain=[piece], phase="movement", dice=dice)


@pytest.mark.rule("AS-BAT-069")
def test_an_aircraft_that_lands_in_mud_checks_once() -> None:
    fight = field("mud", **VTOL, state={"elevation": 5.0}, dice=(6, 6))
    assert len(checks(go(fight, (20.0, 16.0), elevation=0.0))) == 1


def test_a_side_that_does_not_know_the_crew_does_not_hear_its_number() -> None:
    fight = field("mud", dice=(1, 1))
    (event,) = checks(go(fight, (20.0, 17.0)))
    assert event.target_number == 5
    assert show_unit(known_to(fight, "blue"), fight.units["r1"])["bogged"] is True


@pytest.mark.rule("AS-MOV-008")
def test_who_gets_stuck_in_a_friends_place_is_put_down_beside_it() -> None:
    terrain = [{"id": "it", "kind": "mud", "rect": [0, 12, 72, 8]}]
    units = (unit("r1", at=(20, 10), skill=4, move='20"'), unit("r2", at=(20, 12)), unit("b1", at=(20, 44)))
    fight = battle(*units, terrain=terrain, phase="movement", dice=(1, 1))
    go(fight, (20.0, 17.0))
    while fight.decision is not None:
        fight.do(commands.Decide("red", fight.decision.choices[0]))
    assert show_unit(fight, fight.units["r1"])["bogged"]
    assert 1.25 - 2e-3 <= fight.table.distance(fight.units["r1"].at, fight.units["r2"].at) < 1.5
    assert fight.state.agenda == ()


# -- being brought away -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-BAT-070")
def test_who_is_brought_away_is_stuck_no_longer() -> None:
    fight = field("mud", at=(20, 14), state={"bogged": True})
    put(fight, Displaced("r1", (20.0, 10.0), 0.0, "AS-OPT-079"), THROWN)
    assert not bogged.of(fight.units["r1"])
    slid = field("mud", at=(20, 14), state={"bogged": True})
    put(slid, Displaced("r1", (20.0, 15.0), 0.0, "AS-OPT-427"), TOWED)
    assert bogged.of(slid.units["r1"])
    put(slid, Displaced("r1", (20.0, 10.0), 0.0, "AS-OPT-427"), TOWED)
    assert not bogged.of(slid.units["r1"])


@pytest.mark.rule("AS-BAT-070")
def test_ground_that_has_become_firm_lets_go() -> None:
    fight = field("mud", at=(20, 14), state={"bogged": True})
    turn(fight, BAKES, "rough", Circle(20, 14, 1), "AS-BAT-054")
    assert not bogged.of(fight.units["r1"])
