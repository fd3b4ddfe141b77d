"""Emergency masters and remote sensors of C3 networks (p. 82)."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.c3 import linked
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.kernel.dice import TapeDice
from rules.lances import HIT, MASTER, QUIET, SLAVE, c3, lance, members, opened
from rules.table import attack, battle, end, number, refusal, unit

# -- emergency masters ----------------------------------------------------------------------------------------


def emergency(turn: int = 4, **near: Any) -> Battle:
    """r1 leads r2 (with an emergency master) and r3; all reds stand close together, b1 is far away."""
    cards = members(MASTER, ["C3EM", "C3S"], SLAVE)
    units = lance(*cards)
    units[0] = unit("r1", (4.0, 5.0), specials=MASTER, state=near or None)
    return battle(
        *units,
        unit("b1", (70, 45), 180),
        networks=[c3("r1", "r2", "r3")],
        turn=turn,
        dice=QUIET * 5,
    )


def next_turn(fight: Battle) -> None:
    """From combat to the combat of the next turn."""
    end(fight, 2)
    end(fight, 2)


@pytest.mark.rule("AS-SPC-061")
def test_an_emergency_master_works_two_turns_and_burns_out() -> None:
    """The ledger's example: the master is destroyed in turn 4; active in 5 and 6, no C3 from 7 on."""
    fight = emergency(armor=0, structure=0)
    fight.do(commands.Toggle("r2", "C3EM", True))
    end(fight, 2)
    assert fight.units["r1"].destroyed
    assert [(e.unit, e.ability, e.on) for e in fight.journal.events if e.type == "toggled"] == [("r2", "C3EM", True)]
    end(fight, 2)
    assert (fight.state.turn, set(linked(fight, fight.units["r3"]))) == (5, {"r2", "r3"})
    next_turn(fight)
    assert (fight.state.turn, set(linked(fight, fight.units["r3"]))) == (6, {"r2", "r3"})
    next_turn(fight)
    assert fight.state.turn == 7
    assert linked(fight, fight.units["r2"]) == {}
    assert fight.units["r2"].spent == {"C3EM", "C3S"}
    assert refusal(fight, commands.Toggle("r2", "C3EM", True)).rule == "AS-SPC-061"


@pytest.mark.rule("AS-SPC-061")
def test_it_does_not_come_on_while_the_master_can_be_reached() -> None:
    fight = emergency()
    fight.do(commands.Toggle("r2", "C3EM", True))
    next_turn(fight)
    assert not any(event.type == "toggled" for event in fight.journal.events)
    assert len(linked(fight, fight.units["r3"])) == 3
    assert refusal(fight, commands.Toggle("r3", "C3EM", True)).code == "no_such_switch"


@pytest.mark.rule("AS-SPC-061")
def test_a_master_that_comes_back_does_not_stop_the_countdown() -> None:
    fight = emergency(shutdown=True, heat=4)
    fight.do(commands.Toggle("r2", "C3EM", True))
    next_turn(fight)
    assert not fight.units["r1"].shutdown
    assert set(linked(fight, fight.units["r3"])) == {"r1", "r2", "r3"}
    assert refusal(fight, commands.Toggle("r2", "C3EM", False)).code == "no_switch"
    next_turn(fight)
    next_turn(fight)
    assert (fight.state.turn, set(linked(fight, fight.units["r3"]))) == (7, {"r1", "r3"})  # r2 is out for good


@pytest.mark.rule("AS-SPC-061")
def test_it_takes_a_network_to_take_over() -> None:
    loose = battle(unit("r1", (5, 5), specials=["C3EM"]), unit("b1", (40, 40)))
    assert refusal(loose, commands.Toggle("r1", "C3EM", True)).code == "no_network"


@pytest.mark.rule("AS-SPC-061")
def test_without_a_player_who_wants_it_nothing_happens() -> None:
    fight = emergency(armor=0, structure=0)
    next_turn(fight)
    assert set(linked(fight, fight.units["r3"])) == {"r3"}
    fight.do(commands.Toggle("r2", "C3EM", True))
    next_turn(fight)
    assert set(linked(fight, fight.units["r3"])) == {"r2", "r3"}


# -- remote sensors -------------------------------------------------------------------------------------------


def sensors(*, dice: tuple[int, ...] = (*HIT, *HIT), first: tuple[float, float] = (40, 50), **more: Any) -> Battle:
    """r1 leads r2; r2 carries sensors and stands 4 inches from where one would help r1 against b1."""
    return battle(
        unit("r1", first, 180, specials=MASTER, skill=2, damage="3/3/3"),
        unit("r2", (34, 10), 0, specials=["C3RS"], skill=4, **more),
        unit("b1", (40, 17.5), 180, armor=20, tmm=0),
        networks=[c3("r1", "r2")],
        depth=80,
        dice=dice,
        terrain=[{"kind": "hill", "height": 6, "rect": [30, 13.2, 8.5, 1.5]}],
    )


NEAR_TARGET = (39.5, 12.0)


def throw(fight: Battle, at: tuple[float, float] = NEAR_TARGET, **more: Any) -> Any:
    return attack(fight, "r2", at, using="C3RS", **more)


@pytest.mark.rule("AS-SPA-019")
def test_a_sensor_thrown_by_somebody_enraged_falls_where_its_enemy_stands() -> None:
    """No area is covered by a sensor, so there is one place that will do."""
    fight = battle(
        unit("r1", (40, 50), 180, specials=MASTER),
        unit("r2", (34, 10), 0, specials=["C3RS"], state={"enraged": "b1"}),
        unit("b1", (36, 12), 180),
        networks=[c3("r1", "r2")],
        depth=80,
    )
    away = commands.Attack("r2", commands.PointTarget((33.0, 12.5)), using="C3RS")
    assert refusal(fight, away).rule == "AS-SPA-019"
    assert preview_attack(fight, commands.Attack("r2", commands.PointTarget((36.0, 12.0)), using="C3RS")).legal


@pytest.mark.rule("AS-SPC-063")
def test_a_sensor_lends_its_eyes_to_the_network() -> None:
    blind = sensors()
    assert number(attack(blind, "r1", "b1"), "AS-SPC-056") is None  # r2 is near, but a hill hides b1 from it
    fight = sensors()
    thrown = throw(fight)
    assert (thrown.target_number, thrown.hit) == (4 - 4, True)
    assert number(thrown, "AS-SPC-063") == -4
    shot = attack(fight, "r1", "b1")
    assert number(shot, "AS-SPC-056") == -4
    assert "C3: sensor 1 of r2" in next(part.label for part in shot.modifiers if part.rule == "AS-SPC-056")


@pytest.mark.rule("AS-SPC-063")
def test_a_preview_tells_the_chance_of_it() -> None:
    seen = preview_attack(sensors(), commands.Attack("r2", commands.PointTarget(NEAR_TARGET), using="C3RS"))
    assert (seen.legal, seen.target_number, seen.hit_probability, seen.expected_damage) == (True, 0, 1.0, 0.0)
    assert seen.outcomes is not None
    assert (seen.outcomes.miss, seen.outcomes.units) == (0.0, ())


@pytest.mark.rule("AS-SPC-063")
def test_throwing_one_is_the_attack_of_the_turn() -> None:
    fight = sensors()
    throw(fight)
    assert refusal(fight, commands.Attack("r2", "b1")).code in ("already_attacked", "no_line_of_sight")
    assert (
        refusal(fight, commands.Attack("r2", commands.PointTarget(NEAR_TARGET), using="C3RS")).code
        == "already_attacked"
    )
    far = commands.Attack("r2", commands.PointTarget((34.0, 17.0)), using="C3RS")
    assert refusal(sensors(), far).rule == "AS-SPC-063"
    assert refusal(sensors(), commands.Attack("r2", "b1", using="C3RS")).rule in ("AS-SPC-063", "AS-COM-006")
    spotted = commands.Attack("r2", commands.PointTarget(NEAR_TARGET), using="c3rs", spotter="r1")
    assert refusal(sensors(), spotted).rule == "AS-SPC-063"
    behind = commands.Attack("r2", commands.PointTarget((34.0, 6.0)), "C3RS")
    assert refusal(sensors(), behind).code == "out_of_arc"


@pytest.mark.rule("AS-SPC-063")
def test_a_miss_is_a_sensor_lost_and_there_are_four() -> None:
    fight = sensors(dice=(1, 1), state={"heat": 3, "crits": {"fire_control": 2}})
    assert not throw(fight).hit
    assert fight.units["r2"].notes["c3_sensors"] == 1
    assert number(attack_after(fight), "AS-SPC-056") is None
    fight = sensors()
    fight.units["r2"].notes = {"c3_sensors": 4}
    assert (
        refusal(fight, commands.Attack("r2", commands.PointTarget(NEAR_TARGET), using="C3RS")).code == "no_sensors_left"
    )


def attack_after(fight: Battle) -> Any:
    fight.dice = TapeDice(list(HIT))
    return attack(fight, "r1", "b1")


@pytest.mark.rule("AS-SPC-063")
def test_it_lasts_until_the_end_phase_of_the_next_turn() -> None:
    fight = sensors(dice=(*HIT, *QUIET, *QUIET, *HIT))
    throw(fight)
    next_turn(fight)
    assert "sensor 1 of r2" in linked(fight, fight.units["r1"])
    next_turn(fight)
    assert "sensor 1 of r2" not in linked(fight, fight.units["r1"])
    assert fight.state.notes["c3_sensors"] == []


@pytest.mark.rule("AS-SPC-063")
def test_no_network_grows_beyond_four() -> None:
    cards = members(MASTER, ["C3RS"], SLAVE, SLAVE)
    full = opened(lance(*cards), c3("r1", "r2", "r3", "r4"))
    command = commands.Attack("r2", commands.PointTarget((8.0, 9.0)), using="C3RS")
    assert refusal(full, command).code == "no_network"
    full.units["r4"].shutdown = True
    full.do(command)
    assert len(linked(full, full.units["r1"])) == 4
    alone = opened(lance({"specials": ["C3RS"]}, {"specials": MASTER}, {"specials": SLAVE}), c3("r2", "r3"))
    throw_in = commands.Attack("r1", commands.PointTarget((4.0, 9.0)), using="C3RS")
    assert refusal(alone, throw_in).code == "no_network"
    alone.do(commands.Attack("r1", commands.PointTarget((4.0, 9.0)), using="C3RS", network="r2"))
    assert len(linked(alone, alone.units["r3"])) == 3


@pytest.mark.rule("AS-SPC-063")
def test_a_sensor_is_jammed_like_a_slave() -> None:
    fight = sensors()
    throw(fight)
    assert "sensor 1 of r2" in linked(fight, fight.units["r1"])
    jammed = battle(
        *fight.setup.units[:2],
        unit("b1", (40, 20), 180, armor=20, specials=["ECM"]),
        networks=fight.setup.networks,
        depth=80,
        dice=HIT,
    )
    throw(jammed)
    assert "sensor 1 of r2" not in linked(jammed, jammed.units["r1"])
