"""Remote sensors (RSD, pp. 88-89, 158): dropped, spotting, trampled; blips and hidden units they notice."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.abilities.bombs import carried
from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.options.concealing_unit_data.blips import identified, touches_it
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.state import blip, hidden
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.errors import InputError
from rules.flights import fighter, sky
from rules.table import attack, battle, end, move, number, refusal, unit

GEAR = ("optional_abilities",)
SCOUT: dict[str, Any] = {"type": "CV", "move": '12"h', "specials": ["RSD1"]}
TAPE = (6, 5, 6, 5, 1, 2, 6, 5, 1, 2, 6, 5, 1, 2)
WALL = {"kind": "hill", "height": 9, "rect": [10, 19, 40, 1]}


def drop(fight: Battle, where: str | None = None, name: str = "r1") -> list[Any]:
    return fight.do(orders.Act(name, "drop_sensor", where))


def field(*more: Any, options: tuple[str, ...] = GEAR, dice: Any = None, **words: Any) -> Battle:
    """Red's scout at (20, 10) faces north, about to move."""
    scout = unit("r1", (20, 10), 0, **{**SCOUT, **words.pop("scout", {})})
    others = more or (unit("b1", (60, 40)),)
    return battle(scout, *others, options=options, dice=dice, phase="movement", **words)


def stays(fight: Battle, *names: str) -> None:
    for name in names:
        fight.do(orders.Pass(name))


def planted(*more: Any, **words: Any) -> Battle:
    """The same with a sensor at (20, 10.875), all moved: combat begins with red."""
    fight = field(*more, **words)
    while fight.now.title != "Combat Phase":
        if fight.state.to_act == "red" and fight.units["r1"].moved == "none":
            stays(fight, "r1")
            drop(fight, "ahead")
        else:
            end(fight)
    while fight.state.to_act != "red":
        end(fight)
    return fight


# -- dropping -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-135")
def test_one_sensor_for_each_dispenser_in_a_turn_beside_a_unit_that_has_moved() -> None:
    fight = field()
    assert refusal(fight, orders.Act("r1", "drop_sensor")).rule == "AS-SPC-135"  # it has not moved yet
    stays(fight, "r1")
    events = drop(fight, "ahead")
    sensor = fight.units["red-sensor1"]
    assert (sensor.place, sensor.side) == ("planted", "red")
    assert fight.table.apart(fight.units["r1"].at, fight.units["r1"].radius, sensor.at, sensor.radius) < 0.05
    assert sensor.y > 10
    assert refusal(fight, orders.Act("r1", "drop_sensor")).code == "cannot_drop_sensor"
    assert "remote sensor" in " ".join(line.text for line in story(fight, events_for(fight, "blue", events)))
    twice = field(scout={"specials": ["RSD2"]})
    stays(twice, "r1")
    assert {one.command.what for one in offers(twice, "red") if isinstance(one.command, orders.Act)} == {
        *("behind", "ahead", "left", "right")
    }
    drop(twice)
    drop(twice, "left")
    assert {"red-sensor1", "red-sensor2"} <= set(twice.units)


@pytest.mark.rule("AS-SPC-135")
def test_only_with_a_dispenser_and_on_the_table() -> None:
    fight = field(unit("r2", (30, 10)), unit("b1", (60, 40)))
    stays(fight, "r2")
    assert refusal(fight, orders.Act("r2", "drop_sensor")).rule == "AS-SPC-135"
    edge = battle(unit("r1", (20, 0.625), 0, **SCOUT), unit("b1", (60, 40)), options=GEAR, phase="movement")
    stays(edge, "r1")
    assert refusal(edge, orders.Act("r1", "drop_sensor", "behind")).rule == "AS-SPC-135"
    assert not any(getattr(one.command, "what", None) == "behind" for one in offers(edge, "red"))


@pytest.mark.rule("AS-SPC-135")
def test_it_is_in_nobodys_way_and_nobody_waits_for_it() -> None:
    fight = planted(unit("r2", (20, 14)), unit("b1", (60, 40)))
    end(fight, 2)
    while fight.state.to_act != "red" or fight.now.title != "Movement Phase":
        end(fight)
    move(fight, "r2", (20, 12.2))
    assert fight.units["red-sensor1"].place == "planted"


# -- being hit ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-135")
def test_a_point_of_damage_is_enough_and_it_is_hit_at_2_less() -> None:
    fight = planted(unit("b1", (20, 20), 180), dice=TAPE, first="red")
    end(fight)
    shot = preview_attack(fight, orders.Attack("b1", "red-sensor1"))
    assert (shot.legal, number(shot, "AS-SPC-135"), number(shot, "AS-COM-047")) == (True, -2, None)
    assert any(getattr(one.command, "target", None) == "red-sensor1" for one in offers(fight, "blue"))
    attack(fight, "b1", "red-sensor1")
    end(fight)
    assert fight.units["red-sensor1"].destroyed


@pytest.mark.rule("AS-SPC-135")
def test_a_shell_strikes_it_too() -> None:
    gun = unit("b1", (20, 30), 180, specials=["ARTLT-1"])
    fight = planted(gun, dice=TAPE)
    end(fight)
    attack(fight, "b1", fight.units["red-sensor1"].at, kind="artillery")
    end(fight)
    assert fight.units["red-sensor1"].destroyed


@pytest.mark.rule("AS-SPC-135")
def test_with_an_enemy_upon_it_it_does_not_outlive_the_turn() -> None:
    for far, lost in ((11.7, True), (16.0, False)):
        fight = planted(unit("b1", (20, far), 180))
        end(fight, 2)
        assert fight.units["red-sensor1"].destroyed is lost


@pytest.mark.rule("AS-SPC-135")
def test_sensors_neither_fire_nor_hold_a_field() -> None:
    fight = planted(unit("b1", (20, 20), 180))
    assert refusal(fight, orders.Attack("red-sensor1", "b1")).rule == "AS-SPC-135"
    fight = planted(unit("b1", (20, 12.0), 180, damage="9/9/9"), dice=TAPE, scout={"armor": 0, "structure": 1})
    end(fight)
    attack(fight, "b1", "r1")
    end(fight)
    assert fight.outcome is not None
    assert fight.outcome.winner == "blue"


# -- spotting -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-135")
def test_it_spots_for_indirect_fire_at_3_more() -> None:
    gun = unit("r2", (5, 5), 0, specials=["IF2"])
    fight = planted(gun, unit("b1", (20, 15), 180))
    shot = preview_attack(fight, orders.Attack("r2", "b1", using="IF", spotter="red-sensor1"))
    assert (shot.legal, number(shot, "AS-SPC-135")) == (True, 3)
    assert any(getattr(one.command, "spotter", None) == "red-sensor1" for one in offers(fight, "red"))


@pytest.mark.rule("AS-SPC-135")
def test_under_hostile_ecm_it_spots_for_nobody() -> None:
    gun = unit("r2", (5, 5), 0, specials=["IF2"])
    fight = planted(gun, unit("b1", (20, 15), 180, specials=["ECM"]))
    told = preview_attack(fight, orders.Attack("r2", "b1", using="IF", spotter="red-sensor1")).reason
    assert told is not None
    assert told.rule == "AS-SPC-135"


@pytest.mark.rule("AS-SPC-135")
def test_it_spots_for_artillery() -> None:
    gun = unit("r2", (5, 5), 0, specials=["ARTLT-1"])
    fight = planted(gun, unit("b1", (20, 15), 180))
    at = orders.PointTarget((20.0, 15.0))
    shot = preview_attack(fight, orders.Attack("r2", at, "artillery", spotter="red-sensor1"))
    assert (shot.legal, number(shot, "AS-SPC-135")) == (True, 3)


# -- what it notices ------------------------------------------------------------------------------------------


def watched(at: tuple[float, float], *specials: str, kind: str = "blip", wall: bool = True) -> bool:
    """Whether a sensor at (20, 10.9) has noticed a blip, or a hidden unit, when everybody has moved."""
    options = (*GEAR, "concealing_unit_data") if kind == "blip" else (*GEAR, "hidden_units")
    enemy = unit("b1", at, 180, specials=list(specials))
    enemy = replace(enemy, words={"blip": "X"}) if kind == "blip" else replace(enemy, state={"hidden": True})
    night = {"light": "pitch_black"}  # so that nobody else makes it out
    terrain = [WALL] if wall else [{"kind": "woods", "rect": [at[0] - 1, at[1] - 1, 2, 2]}]
    fight = planted(enemy, options=options, terrain=terrain, conditions=night, scout={"move": '0"h'}, first="red")
    while fight.state.turn < 2 or fight.now.title != "Combat Phase":
        end(fight)
    assert (blip.of(fight.units["b1"]) is not None) == (kind == "blip")
    return identified.of(fight.units["b1"]) if kind == "blip" else not hidden.of(fight.units["b1"])


@pytest.mark.rule("AS-OPT-317")
@pytest.mark.parametrize(
    ("at", "specials", "wall", "seen"),
    [
        ((20, 30), (), False, True),  # in sight, within 20
        ((20, 32), (), False, False),
        ((20, 21.3), (), True, True),  # out of sight, within 10
        ((20, 22), (), True, False),
        ((20, 21.3), ("STL",), True, False),
        ((20, 21.3), ("ECM",), True, False),
    ],
)
def test_what_a_sensor_makes_of_blips(
    at: tuple[float, float], specials: tuple[str, ...], wall: bool, seen: bool
) -> None:
    assert watched(at, *specials, wall=wall) is seen


@pytest.mark.rule("AS-SPC-135")
@pytest.mark.parametrize(("at", "found"), [((20, 21.3), True), ((20, 22), False)])
def test_who_hides_is_found_at_the_same_ranges(at: tuple[float, float], found: bool) -> None:
    assert watched(at, kind="hidden") is found


@pytest.mark.rule("AS-OPT-317")
@pytest.mark.parametrize(("special", "known"), [(None, True), ("MAS", False), ("STL", False)])
def test_what_touches_it_is_known_unless_it_is_built_to_hide(special: str | None, known: bool) -> None:
    """Out of its sight, behind a jammer of its own."""
    specials = ["ECM", *([special] if special else [])]
    fight = planted(unit("b1", (20, 11.7), 180, specials=specials), options=GEAR)
    sensor, enemy = fight.units["red-sensor1"], fight.units["b1"]
    assert touches_it(fight, sensor, enemy) is known


# -- as a bomb ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-135")
def test_it_may_hang_under_a_wing_for_players_who_use_it() -> None:
    wing: dict[str, Any] = {"type": "AF", "move": "6a", "specials": ["BOMB2"]}
    for options, wrong in ((("optional_abilities",), False), ((), True)):
        muster = replace(unit("r2", (30, 10), **wing), bombs=("remote_sensor",))
        if wrong:
            with pytest.raises(InputError, match="optional_abilities"):
                battle(unit("r1", (20, 10)), muster, unit("b1", (60, 40)), options=options)
        else:
            fight = battle(unit("r1", (20, 10)), muster, unit("b1", (60, 40)), options=options)
            assert carried(fight.units["r2"]) == ("remote_sensor",)


@pytest.mark.rule("AS-SPC-135")
def test_one_that_is_dropped_as_a_bomb_lies_where_it_falls() -> None:
    fight = sky(
        fighter("r1", (24, 0), bombs=("remote_sensor",), specials=["BOMB1"]),
        unit("b1", (24, 24)),
        options=GEAR,
        dice=(6, 6),
        phase="combat",
    )
    events = fight.do(orders.Attack("r1", orders.PointTarget((24, 20)), "dive_bomb", bombs=("remote_sensor",)))
    assert fight.units["red-sensor1"].at == (24, 20)
    assert not any(event.type == "hit_landed" for event in events)
    assert carried(fight.units["r1"]) == ()
