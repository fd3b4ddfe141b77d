"""Bridgelayers, saws, engineers, hyperpulse generators and variable targeting (pp. 83-91)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import deeds
from lancemate.alphastrike.hazards.bridges import bears, left_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.terrain.conversion import factor_left
from rules.duel import FOOT, TANK
from rules.table import attack, battle, end, move, number, refusal, unit

ALL = ("optional_abilities",)
QUIET = (6, 1, 2, 1)
RIVER: dict[str, Any] = {"kind": "water", "depth": 3, "rect": [0, 20.7, 60, 1.6]}
SAPPER: dict[str, Any] = {**FOOT, "specials": ["BRID"]}
LAYER: dict[str, Any] = {**TANK, "specials": ["BRID"]}


def bank(layer: dict[str, Any], *more: Any, dice: tuple[int, ...] = QUIET * 6, moved: str = "standstill") -> Battle:
    """A bridgelayer at a river, in the Combat Phase of a turn in which it has stood still."""
    fight = battle(unit("r1", (20, 20), **layer), *more, unit("b1", (60, 40)), terrain=[RIVER], options=ALL, dice=dice)
    fight.units["r1"].moved = moved
    return fight


def next_combat(fight: Battle) -> None:
    """Go on to the next Combat Phase; nobody goes anywhere."""
    turn = fight.state.turn
    while fight.state.turn == turn:
        end(fight)
    while fight.state.phase != "combat":
        side = fight.state.to_act
        still = [one.id for one in fight.units.values() if one.side == side and one.moved == "none" and one.on_table]
        fight.do(orders.Move(still[0], (), "standstill")) if still else end(fight)
    while fight.state.to_act != "red":
        end(fight)


def bridge_of(fight: Battle) -> Any:
    return next((one for one in fight.table.features if "laid" in one.properties), None)


# -- bridgelayers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-079", "AS-SPC-080")
def test_a_bridge_lies_there_from_the_end_phase_on() -> None:
    fight = bank(LAYER)
    fight.do(orders.Act("r1", "lay_bridge"))
    assert bridge_of(fight) is None
    next_combat(fight)
    bridge = bridge_of(fight)
    assert bridge is not None
    assert left_of(fight, bridge) == 18
    assert fight.table.features_at(20, 21.5)[-1].id == bridge.id


@pytest.mark.rule("AS-SPC-079")
def test_its_own_vehicle_crosses_it() -> None:
    fight = bank(LAYER)
    fight.do(orders.Act("r1", "lay_bridge"))
    end(fight, 2)
    while fight.state.to_act != "red":
        end(fight)
    assert move(fight, "r1", (20, 24)).inches == 4.0
    assert fight.state.notes["bridges_crossed"] == [bridge_of(fight).id]


@pytest.mark.rule("AS-SPC-079")
def test_who_may_not_lay_one() -> None:
    assert refusal(bank(LAYER, moved="ground"), orders.Act("r1", "lay_bridge")).rule == "AS-SPC-079"
    assert refusal(bank(TANK), orders.Act("r1", "lay_bridge")).rule == "AS-SPC-079"
    fight = bank(LAYER)
    fight.do(orders.Act("r1", "lay_bridge"))
    assert refusal(fight, orders.Act("r1", "lay_bridge")).code == "already_acted"
    next_combat(fight)
    no = refusal(fight, orders.Act("r1", "lay_bridge"))
    assert (no.code, no.rule) == ("bridge_out", "AS-SPC-079")


@pytest.mark.rule("AS-SPC-079")
def test_a_bridge_never_leads_over_the_edge_of_the_table() -> None:
    fight = battle(unit("r1", (20, 47.5), **LAYER), unit("b1", (60, 40)), options=ALL, dice=QUIET * 6)
    fight.units["r1"].moved = "standstill"
    no = refusal(fight, orders.Act("r1", "lay_bridge"))
    assert (no.code, no.rule) == ("off_table", "AS-SPC-079")
    assert [*deeds(fight, fight.units["r1"])] == []


@pytest.mark.rule("AS-SPC-079")
def test_whoever_is_pushed_to_the_edge_lays_no_bridge_over_it() -> None:
    fight = battle(unit("r1", (20, 40), **LAYER), unit("b1", (60, 40)), options=ALL, dice=QUIET * 6)
    fight.units["r1"].moved = "standstill"
    fight.do(orders.Act("r1", "lay_bridge"))
    fight.units["r1"].y = 47.5
    next_combat(fight)
    assert bridge_of(fight) is None


@pytest.mark.rule("AS-SPC-079")
def test_it_is_taken_up_again_by_who_stands_beside_it() -> None:
    fight = bank(LAYER)
    fight.do(orders.Act("r1", "lay_bridge"))
    next_combat(fight)
    name = bridge_of(fight).id
    offered = [one.command for one in deeds(fight, fight.units["r1"])]
    assert offered == [orders.Act("r1", "remove_bridge", name)]
    fight.do(orders.Act("r1", "remove_bridge", name))
    next_combat(fight)
    assert bridge_of(fight) is None
    assert [one.command for one in deeds(fight, fight.units["r1"])] == [orders.Act("r1", "lay_bridge")]


@pytest.mark.rule("AS-SPC-079", "AS-SPC-081")
def test_not_while_it_is_used_and_never_by_infantry() -> None:
    fight = bank(LAYER, unit("r2", (20, 30), **SAPPER))
    fight.do(orders.Act("r1", "lay_bridge"))
    next_combat(fight)
    name = bridge_of(fight).id
    fight.units["r2"].x, fight.units["r2"].y, fight.units["r2"].moved = 21.6, 22.0, "standstill"
    assert refusal(fight, orders.Act("r2", "remove_bridge", name)).rule == "AS-SPC-081"
    fight.units["r2"].x, fight.units["r2"].y = 20.0, 21.7
    assert refusal(fight, orders.Act("r1", "remove_bridge", name)).code == "in_use"
    assert refusal(fight, orders.Act("r1", "remove_bridge", "water1")).code == "no_such_bridge"


@pytest.mark.rule("AS-SPC-081", "AS-SPC-080")
def test_infantry_takes_two_turns_and_builds_one() -> None:
    fight = bank(SAPPER)
    fight.do(orders.Act("r1", "lay_bridge"))
    next_combat(fight)
    assert bridge_of(fight) is None
    fight.do(orders.Act("r1", "lay_bridge"))
    next_combat(fight)
    assert left_of(fight, bridge_of(fight)) == 8
    assert refusal(fight, orders.Act("r1", "lay_bridge")).rule == "AS-SPC-081"


@pytest.mark.rule("AS-SPC-080")
@pytest.mark.parametrize(("left", "size"), [(18, 3), (11, 3), (10, 2), (6, 2), (5, 1), (1, 1)])
def test_what_a_laid_bridge_bears(left: int, size: int) -> None:
    """Also the ledger's example: at 10 a unit of Size 3 is too much."""
    fight = bank(LAYER)
    fight.do(orders.Act("r1", "lay_bridge"))
    next_combat(fight)
    bridge = bridge_of(fight)
    fight.state.terrain_damage = {bridge.id: 18 - left}
    for weight in (1, 2, 3, 4):
        heavy = battle(unit("r9", (10, 10), size=weight), unit("b1", (60, 40)), options=ALL).units["r9"]
        assert bears(fight, bridge, heavy) is (weight <= size), weight


# -- saws and engineers ---------------------------------------------------------------------------------------

WOODS: dict[str, Any] = {"kind": "woods", "rect": [10, 10, 20, 20]}


def forest(code: str) -> Battle:
    return battle(
        unit("r1", (20, 20), specials=[code]), unit("b1", (20, 28), 180), terrain=[WOODS], options=ALL, dice=QUIET * 2
    )


@pytest.mark.rule("AS-SPC-142", "AS-SPC-093")
@pytest.mark.parametrize("code", ["SAW", "ENG"])
def test_woods_are_cleared_three_points_at_a_time(code: str) -> None:
    fight = forest(code)
    fight.do(orders.Act("r1", "clear_woods"))
    assert factor_left(fight, (20.0, 20.0), fight.table.by_id["woods1"]) == 17
    no = refusal(fight, orders.Attack("r1", "b1"))
    assert (no.code, no.rule) == ("already_acted", "AS-OPT-542")
    assert refusal(fight, orders.Act("r1", "clear_woods")).rule == "AS-OPT-542"


@pytest.mark.rule("AS-SPC-142", "AS-SPC-093")
def test_without_a_saw_or_woods_nothing_is_cleared() -> None:
    assert refusal(forest("ECM"), orders.Act("r1", "clear_woods")).rule == "AS-SPC-142"
    bare = battle(unit("r1", (20, 20), specials=["SAW"]), unit("b1", (20, 28)), options=ALL)
    assert refusal(bare, orders.Act("r1", "clear_woods")).rule == "AS-OPT-542"
    assert not list(deeds(bare, bare.units["r1"]))


@pytest.mark.rule("AS-SPC-093")
@pytest.mark.parametrize(("engineers", "turns"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_lanes_through_rubble(engineers: int, turns: int) -> None:
    heap = {"kind": "rubble", "rect": [10, 21, 30, 8]}
    crew = [unit(f"r{n}", (12 + 4 * n, 20.4), **{**TANK, "specials": ["ENG"]}) for n in range(1, engineers + 1)]
    fight = battle(*crew, unit("b1", (60, 40)), terrain=[heap], options=ALL, dice=QUIET * 6)
    for one in fight.units.values():
        one.moved = "standstill"
    for turn in range(1, turns + 1):
        assert not any(one.kind == "road" for one in fight.table.features), turn
        for one in crew:
            fight.do(orders.Act(one.id, "clear_rubble"))
        next_combat(fight)
    lane = next(one for one in fight.table.features if one.kind == "road")
    assert fight.table.by_id["rubble1"].kind == "rubble"
    assert lane.properties["surface"] == "dirt"
    assert fight.table.features_at(*lane.shape.centroid()) == (lane,)  # through the rubble, not over it


@pytest.mark.rule("AS-SPC-093")
def test_engineers_who_dig_do_nothing_else() -> None:
    heap = {"kind": "rubble", "rect": [10, 21, 30, 8]}
    fight = battle(
        unit("r1", (20, 20.4), **{**TANK, "specials": ["ENG"]}), unit("b1", (20, 40)), terrain=[heap], options=ALL
    )
    assert refusal(fight, orders.Act("r1", "clear_rubble")).code == "has_moved"
    fight.units["r1"].moved = "standstill"
    fight.do(orders.Act("r1", "clear_rubble"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-542"


# -- hyperpulse generators ------------------------------------------------------------------------------------


def pulse(conditions: dict[str, Any] | None = None, **card: Any) -> Battle:
    """A generator that has been charged for two turns."""
    fight = battle(
        unit("r1", (20, 20), **{**TANK, "specials": ["HPG", "SEAL"], **card}),
        unit("b1", (20, 30), 180, specials=["SEAL"]),
        unit("b2", (60, 30), specials=["SEAL"]),
        unit("b3", (24, 30), **{**FOOT, "specials": ["SEAL"]}),
        options=ALL,
        dice=QUIET * 20,
        conditions=conditions,
    )
    fight.units["r1"].moved = "standstill"
    fight.do(orders.Act("r1", "transmit"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-SPC-099"
    next_combat(fight)
    fight.do(orders.Act("r1", "transmit"))
    end(fight, 2)
    return fight


@pytest.mark.rule("AS-SPC-099")
def test_the_second_turn_of_charging_ends_in_a_pulse() -> None:
    fight = pulse()
    assert fight.units["r1"].shutdown
    assert {name for name, one in fight.units.items() if one.notes.get("hpg_pulse")} == {"r1", "b1"}
    while fight.state.phase != "combat" or fight.state.to_act != "blue":
        end(fight)
    assert number(attack(fight, "b1", "r1"), "AS-SPC-099") == 4
    while fight.state.turn == 3:
        end(fight)
    assert not fight.units["r1"].shutdown


@pytest.mark.rule("AS-SPC-099")
def test_very_large_ones_reach_everybody_and_without_air_nobody() -> None:
    fight = pulse(type="SV", size=3)
    assert {name for name, one in fight.units.items() if one.notes.get("hpg_pulse")} == {"r1", "b1", "b2"}
    airless = pulse({"atmosphere": "trace"})
    assert not any(one.notes.get("hpg_pulse") for one in airless.units.values())


@pytest.mark.rule("AS-SPC-099")
def test_charging_needs_peace_and_time_between_signals() -> None:
    moving = battle(unit("r1", (20, 20), **{**TANK, "specials": ["HPG"]}), unit("b1", (20, 30)), options=ALL)
    assert refusal(moving, orders.Act("r1", "transmit")).code == "has_moved"
    assert refusal(bank(TANK), orders.Act("r1", "transmit")).code == "no_such_ability"
    fight = pulse()
    next_combat(fight)
    fight.units["r1"].shutdown = False
    fight.units["r1"].moved = "standstill"
    assert refusal(fight, orders.Act("r1", "transmit")).code == "too_soon"


# -- variable-range targeting ---------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-162")
@pytest.mark.parametrize(("system", "value"), [("short_range", 5), ("long_range", 3)])
def test_variable_targeting_is_set_in_the_end_phase(system: str, value: int) -> None:
    fight = battle(
        unit("r1", (20, 8), specials=["VRT"]),
        unit("b1", (20, 40), 180),
        options=(*ALL, "targeting_and_tracking"),
        dice=(*QUIET, 1, 1),
    )
    fight.do(orders.Toggle("r1", "VRT", to=system))
    end(fight, 2)
    while fight.state.phase != "combat" or fight.state.to_act != "red":
        end(fight)
    shot = attack(fight, "r1", "b1")
    assert [part.value for part in shot.modifiers if part.rule == "AS-OPT-531"] == [value]


# -- trenches and fires ---------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-160")
def test_trenchworks_engineers_dig_in() -> None:
    digger = {**FOOT, "specials": ["TRN"], "armor": 20}
    fight = battle(
        unit("r1", (20, 20), **digger),
        unit("b1", (20, 30), 180),
        unit("b2", (24, 30), 180, specials=["HT1/1/1"]),
        options=ALL,
        dice=(*QUIET, 1, 1, 1, 1),
    )
    assert refusal(fight, orders.Act("r1", "fortify")).rule == "AS-OPT-465"
    fight.units["r1"].moved = "standstill"
    assert [one.command for one in deeds(fight, fight.units["r1"])] == [orders.Act("r1", "fortify")]
    fight.do(orders.Act("r1", "fortify"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-OPT-465"
    end(fight, 2)
    assert fight.table.features_at(20, 20)[-1].kind == "fortified"
    while fight.state.phase != "combat" or fight.state.to_act != "blue":
        end(fight)
    assert number(attack(fight, "b1", "r1"), "AS-SPC-160") == 2
    assert number(attack(fight, "b2", "r1"), "AS-SPC-160") is None


@pytest.mark.rule("AS-SPC-160")
def test_nobody_digs_in_water_and_only_infantry_digs() -> None:
    lake = {"kind": "water", "depth": 0, "rect": [10, 10, 20, 20]}
    wet = battle(
        unit("r1", (20, 20), **{**FOOT, "specials": ["TRN"]}), unit("b1", (20, 40)), terrain=[lake], options=ALL
    )
    wet.units["r1"].moved = "standstill"
    assert refusal(wet, orders.Act("r1", "fortify")).code == "no_ground"
    assert refusal(bank(TANK), orders.Act("r1", "fortify")).rule == "AS-OPT-465"


FIRE: dict[str, Any] = {"id": "f1", "kind": "fire", "circle": [20, 23, 1]}


def brigade(units: int, *dice: int) -> Battle:
    hoses = {**TANK, "specials": ["FF"]}
    crew = [unit(f"r{n}", (17 + 2 * n, 20), **hoses) for n in range(1, units + 1)]
    return battle(*crew, unit("b1", (60, 40)), terrain=[FIRE], options=ALL, dice=dice)


@pytest.mark.rule("AS-SPC-095")
@pytest.mark.parametrize(("units", "dice", "out"), [(1, (4, 4), True), (1, (4, 3), False), (2, (4, 3), True)])
def test_firefighters_put_a_fire_out(units: int, dice: tuple[int, int], out: bool) -> None:
    fight = brigade(units, *dice, *QUIET)
    for n in range(1, units + 1):
        fight.do(orders.Act(f"r{n}", "fight_fire", "f1"))
    assert refusal(fight, orders.Attack("r1", "b1")).rule == "AS-SPC-095"
    end(fight, 2)
    assert ("f1" not in fight.table.by_id) is out


@pytest.mark.rule("AS-SPC-095")
def test_the_second_turn_on_the_same_fire_is_easier() -> None:
    """The ledger's example: two of them in their second turn need 6."""
    fight = brigade(2, 1, 1, *QUIET, 3, 3, *QUIET)
    for _ in range(2):
        for n in (1, 2):
            fight.do(orders.Act(f"r{n}", "fight_fire", "f1"))
        next_combat(fight)
    assert "f1" not in fight.table.by_id


@pytest.mark.rule("AS-SPC-095")
def test_who_cannot_fight_a_fire() -> None:
    fight = brigade(1)
    assert [one.command for one in deeds(fight, fight.units["r1"])] == [orders.Act("r1", "fight_fire", "f1")]
    assert refusal(fight, orders.Act("r1", "fight_fire", "b1")).code == "no_fire"
    fight.units["r1"].y = 10.0
    assert refusal(fight, orders.Act("r1", "fight_fire", "f1")).code == "out_of_range"
    assert not list(deeds(fight, fight.units["r1"]))


@pytest.mark.rule("AS-SPC-142", "AS-SPC-093", "AS-SPC-099")
def test_engineers_and_generators_are_offered_their_work() -> None:
    wood = forest("SAW")
    assert [one.command for one in deeds(wood, wood.units["r1"])] == [orders.Act("r1", "clear_woods")]
    station = bank({**TANK, "specials": ["HPG"]})
    assert [one.command for one in deeds(station, station.units["r1"])] == [orders.Act("r1", "transmit")]
    station.do(orders.Act("r1", "transmit"))
    assert not list(deeds(station, station.units["r1"]))
