"""Dropping troops from low, from high and by zipline (p. 160)."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.flight import altitude
from lancemate.alphastrike.play.setup import CommandAbility
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.dice import TapeDice
from rules.duel import ELEMENTALS, FOOT, QUIET, TANK, VTOL
from rules.flights import AERODYNE, fighter, flyer
from rules.table import attack, battle, end, number, refusal, unit

DROPS = ("dropping_troops", "optional_abilities")
FINE, SHORT = (3, 3), (1, 2)
SHIP: dict[str, Any] = {**AERODYNE, "specials": ["IT6", "MT2", "VTM2", "CT100"]}


def aloft(*riders: Any, dice: Any = (), bay: str = "IT10", enemy: Any = (40, 44), terrain: Any = ()) -> Battle:
    """r1, a VTOL at five inches, with somebody aboard."""
    return battle(
        unit("r1", (20, 10), state={"airborne": True, "elevation": 5}, **{**VTOL, "specials": [bay]}),
        *riders,
        unit("b1", enemy, 180),
        phase="movement",
        options=DROPS,
        dice=(*dice, *QUIET * 2),
        terrain=terrain,
    )


def aboard(name: str, card: dict[str, Any], **more: Any) -> Any:
    specials = ["CAR2"] if card["type"] in ("CI", "BA") else []
    return unit(name, None, **{**card, "specials": specials, "armor": 6, "state": {"aboard": "r1"}, **more})


def let_down(at: tuple[float, float] = (20, 14), name: str = "r2", facing: float = 90.0) -> orders.Move:
    return orders.Move("r1", ((20, 14), (20, 18)), unload=(orders.Unload(name, at, facing),))


def landed(fight: Battle, command: orders.Move | None = None) -> list[Any]:
    return [*fight.do(command or let_down()), *landed_after(fight)]


@pytest.mark.rule("AS-OPT-345")
def test_only_out_of_a_bay_for_its_kind():
    assert check_move(aloft(aboard("r2", FOOT)), let_down()).legal
    tank = aloft(aboard("r2", TANK), bay="VTM2")
    assert check_move(tank, let_down()).legal
    freight = aloft(aboard("r2", {**TANK, "size": 1}), bay="CT100")
    assert refusal(freight, let_down()).rule == "AS-OPT-345"
    absent = aloft(unit("r2", (30, 10), **FOOT))
    assert refusal(absent, let_down()).rule == "AS-OPT-345"


@pytest.mark.rule("AS-OPT-349")
@pytest.mark.rule("AS-OPT-346")
@pytest.mark.rule("AS-OPT-353")
def test_on_five_it_lands_on_its_point_at_the_end_of_the_phase():
    fight = aloft(aboard("r2", {**TANK, "size": 1}), bay="VTM2", dice=(2, 3))
    fight.do(let_down())
    assert fight.units["r2"].place == "aboard"
    events = landed_after(fight)
    down = fight.units["r2"]
    assert (down.place, down.at, down.facing, down.armor) == ("table", (20, 14), 90, 6)
    assert show_unit(fight, down)["dropped"] is True
    assert any("comes down" in line.text for line in story(fight, events))
    assert load(save(fight)).hash() == fight.hash()


def landed_after(fight: Battle) -> list[Any]:
    events: list[Any] = []
    while fight.state.phase in ("movement", "air_movement"):
        asked = fight.decision
        events += fight.do(orders.EndPhase() if asked is None else orders.Decide(asked.side, asked.choices[0]))
    return events


@pytest.mark.rule("AS-OPT-349")
def test_a_failure_costs_its_margin_and_scatters():
    """A roll of 3: two points; direction 2 from where it flew, 4 pips of two inches, and any facing."""
    fight = aloft(aboard("r2", {**TANK, "size": 1}), bay="VTM2", dice=(*SHORT, 2, 4, 3))
    landed(fight)
    down, table = fight.units["r2"], fight.table
    assert down.armor == 4
    assert down.at == table.snap(table.beyond((20, 14), 60, 8))
    assert down.facing == 120


@pytest.mark.rule("AS-OPT-355")
@pytest.mark.parametrize(
    ("card", "lost"), [(FOOT, 1), ({**FOOT, "move": '6"j'}, 1), (ELEMENTALS, 1), ({**FOOT, "move": '6"m'}, 2)]
)
def test_ziplines_are_kinder(card, lost):
    fight = aloft(aboard("r2", card), dice=(*SHORT, 1, 1, 1))
    landed(fight)
    assert fight.units["r2"].armor == 6 - lost


@pytest.mark.rule("AS-OPT-353")
def test_points_lie_under_the_path_and_are_free():
    fight = aloft(aboard("r2", FOOT), unit("r3", (20, 16)))
    assert refusal(fight, let_down((22, 14))).rule == "AS-OPT-353"
    assert refusal(fight, let_down((20, 16.2))).rule == "AS-OPT-353"
    nowhere = orders.Move("r1", ((20, 18),), unload=(orders.Unload("r2"),))
    assert refusal(fight, nowhere).rule == "AS-OPT-353"


@pytest.mark.rule("AS-OPT-346")
def test_where_it_may_not_be_it_is_lost():
    lake = [{"kind": "water", "depth": 2, "rect": [15, 20, 10, 10]}]
    fight = aloft(aboard("r2", TANK), bay="VTM2", dice=(*SHORT, 1, 5, 1), terrain=lake)
    far = orders.Move("r1", ((20, 21),), unload=(orders.Unload("r2", (20, 21)),))
    assert refusal(fight, far).rule == "AS-OPT-346"
    landed(fight)
    assert fight.units["r2"].destroyed


@pytest.mark.rule("AS-OPT-347")
def test_on_top_of_somebody_it_stands_beside():
    fight = aloft(aboard("r2", TANK), unit("r3", (20, 24), move='0"'), bay="VTM2", dice=(*SHORT, 1, 5, 1))
    landed(fight)
    there = fight.units["r2"]
    assert fight.table.distance(there.at, (20, 24)) >= 1.2
    assert fight.table.distance(there.at, (20, 24)) < 2


@pytest.mark.rule("AS-OPT-348")
@pytest.mark.rule("AS-OPT-354")
def test_in_the_turn_of_its_arrival():
    fight = aloft(aboard("r2", {**FOOT, "damage": "1/1/1"}), dice=FINE, enemy=(20, 30))
    landed(fight)
    assert refusal(fight, orders.Attack("r2", "b1")).rule == "AS-OPT-348"
    assert number(preview_attack(fight, orders.Attack("b1", "r2")), "AS-OPT-348") == 3
    end(fight, 2)
    assert show_unit(fight, fight.units["r2"])["dropped"] is False


# -- from aircraft ----------------------------------------------------------------------------------------------


def transport(*riders: Any, dice: Any = (), **more: Any) -> Battle:
    return battle(
        flyer(SHIP, "r1", (36, 0), altitude="low"),
        *riders,
        unit("b1", (60, 44), 180),
        *more.pop("others", ()),
        phase=more.pop("phase", "air_movement"),
        options=(*DROPS, "aerospace", *more.pop("options", ())),
        dice=(*dice, *QUIET * 4),
        **more,
    )


def flight(altitude: str, *unload: orders.Unload) -> orders.Move:
    return orders.Move("r1", (), "fly", facing=0, altitude=altitude, unload=unload)


@pytest.mark.rule("AS-OPT-353")
@pytest.mark.rule("AS-OPT-354")
def test_aircraft_drop_along_their_path_from_low_and_middle():
    fight = transport(mech(), dice=FINE)
    fight.do(flight("middle", orders.Unload("r2", (36, 20), 180)))
    landed_after(fight)
    down = fight.units["r2"]
    assert (down.place, down.at, down.facing) == ("table", (36, 20), 180)
    low = transport(mech(), others=[unit("b2", (36, 12), 180, damage="3/3/3")], dice=FINE)
    low.do(flight("low", orders.Unload("r2", (36, 20))))
    landed_after(low)
    end(low)
    assert preview_attack(low, orders.Attack("b2", "r1")).legal
    assert number(preview_attack(low, orders.Attack("b2", "r2")), "AS-OPT-348") == 3


@pytest.mark.rule("AS-OPT-353")
def test_aircraft_drop_nobody_beside_their_path():
    fight = transport(mech())
    for height in ("low", "middle"):
        assert refusal(fight, flight(height, orders.Unload("r2", (40, 20)))).code == "not_on_path"
    assert refusal(fight, flight("low", orders.Unload("r2"))).code == "no_place"


def mech(name: str = "r2") -> Any:
    return unit(name, None, armor=6, state={"aboard": "r1"})


@pytest.mark.rule("AS-OPT-350")
def test_from_high_it_falls_for_a_turn():
    fight = transport(mech(), dice=())
    assert refusal(fight, flight("high", orders.Unload("r2", (36, 20)))).rule == "AS-OPT-350"
    assert refusal(fight, flight("low", orders.Unload("r2"))).rule == "AS-OPT-353"
    fight.do(flight("high", orders.Unload("r2")))
    assert show_unit(fight, fight.units["r2"])["dropping"] is True
    assert load(save(fight)).hash() == fight.hash()


def falling(*others: Any, phase: str = "movement", dice: Any = (), options: tuple[str, ...] = ()) -> Battle:
    return battle(
        unit("r2", (30, 20), state={"dropping": True}),
        unit("r9", (4, 4)),
        unit("b9", (60, 44), 180),
        *others,
        phase=phase,
        options=(*DROPS, "aerospace", *options),
        dice=(*dice, *QUIET * 4),
    )


@pytest.mark.rule("AS-OPT-350")
def test_then_it_chooses_its_point():
    fight = falling(dice=FINE)
    assert refusal(fight, orders.Move("r2", ((30, 22),))).rule == "AS-OPT-352"
    choice = next(one for one in offers(fight, "red", "r2") if isinstance(one.command, orders.Deploy))
    assert choice.rule == "AS-OPT-350"
    assert refusal(fight, orders.Deploy("r2", (60, 44))).rule == "AS-OPT-353"
    fight.do(orders.Deploy("r2", (50, 30), 90))
    landed_after(fight)
    down = fight.units["r2"]
    assert (down.at, down.facing, down.airborne, down.elevation) == ((50, 30), 90, False, 0)
    assert show_unit(fight, down)["dropping"] is False
    assert number(preview_attack(fight, orders.Attack("b9", "r2")), "AS-OPT-348") == 3
    assert refusal(fight, orders.Attack("r2", "b9")).rule == "AS-OPT-348"


@pytest.mark.rule("AS-OPT-350")
def test_who_chooses_nothing_comes_down_below():
    fight = falling(dice=FINE)
    landed_after(fight)
    down = fight.units["r2"]
    assert (down.at, down.airborne, down.elevation) == ((30, 20), False, 0)
    assert show_unit(fight, down)["dropping"] is False


@pytest.mark.rule("AS-OPT-350")
def test_who_falls_as_the_battle_begins_is_high_in_the_air():
    there = falling().units["r2"]
    assert (there.airborne, altitude.of(there)) == (True, "high")


@pytest.mark.rule("AS-OPT-351")
def test_only_aircraft_reach_what_falls():
    fight = falling(unit("b1", (30, 30), 180), fighter("b2", (30, 48), 180, altitude="high"), phase="combat")
    end(fight)
    assert refusal(fight, orders.Attack("b1", "r2")).rule == "AS-OPT-351"
    assert preview_attack(fight, orders.Attack("b2", "r2")).legal


@pytest.mark.rule("AS-OPT-351")
def test_what_falls_loses_every_fight_for_position():
    foe = fighter("b2", (30, 48), 180, altitude="high", damage="3/3/3/3")
    fight = falling(foe, phase="combat", dice=(6, 6, 6, 5))
    end(fight)
    event = attack(fight, "b2", "r2")
    assert event.hit
    assert fight.units["r2"].armor == 2  # three points, and one for the tail
    assert fight.dice.used == 4


@pytest.mark.rule("AS-OPT-351")
def test_what_falls_is_no_harder_to_hit_where_aircraft_are():
    foe = fighter("b2", (30, 48), 180, altitude="high")
    plain, literal = (falling(foe, phase="combat", options=more) for more in ((), ("airborne_bonus_in_the_air",)))
    end(plain)
    end(literal)
    usual, shown = (preview_attack(fight, orders.Attack("b2", "r2")) for fight in (plain, literal))
    assert number(shown, "AS-AER-026") == 2
    assert number(shown, "AS-OPT-351") == -2
    assert shown.target_number == usual.target_number


@pytest.mark.rule("AS-OPT-352")
def test_what_falls_moves_only_down():
    said = refusal(falling(), orders.Move("r2", ((30, 22),)))
    assert (said.code, said.rule) == ("falls", "AS-OPT-352")


@pytest.mark.rule("AS-OPT-352")
def test_what_falls_attacks_nobody():
    fight = falling(fighter("b2", (30, 48), 180, altitude="high"), phase="combat")
    assert refusal(fight, orders.Attack("r2", "b2")).rule == "AS-OPT-352"


# -- specialists (AS-SCA-020) ------------------------------------------------------------------------------------


def specialists(*riders: Any, dice: Any = ()) -> Battle:
    setup = aloft(*riders).setup
    red, blue = setup.sides
    able = replace(red, command_abilities=(CommandAbility("Combat Drop Specialists"),))
    return Battle(replace(setup, sides=(able, blue)), TapeDice(list(dice)))


@pytest.mark.rule("AS-SCA-020")
def test_specialists_come_down_without_a_roll_and_strike_as_they_land():
    """Half of the force: two of Initiative in the turn after, and none in the next."""
    fight = specialists(aboard("r2", FOOT), dice=(1, 1, 2, 1) * 6)
    landed(fight)
    down = fight.units["r2"]
    assert (down.at, down.facing, down.armor) == ((20, 14), 90, 6)
    found = []
    for _ in range(2):
        turn = fight.state.turn
        while fight.state.turn == turn:
            end(fight)
        rolled = next(event for event in reversed(fight.journal.events) if event.type == "initiative")
        found.append(sum(part.value for part in rolled.parts.get("red", ()) if part.rule == "AS-SCA-020"))
    assert found == [2, 0]


@pytest.mark.rule("AS-SCA-020")
def test_less_than_half_of_the_force_strikes_like_any_other():
    fight = specialists(aboard("r2", FOOT), unit("r3", (5, 5)), dice=(6, 1, 2, 1) * 4)
    landed(fight)
    turn = fight.state.turn
    while fight.state.turn == turn:
        end(fight)
    rolled = next(event for event in reversed(fight.journal.events) if event.type == "initiative")
    assert not [part for part in rolled.parts.get("red", ()) if part.rule == "AS-SCA-020"]


@pytest.mark.rule("AS-OPT-350")
def test_players_may_agree_that_drops_come_down_under_the_path():
    """The ship flew north along x = 36."""
    fight = transport(mech(), dice=(), options=("drops_under_the_path",))
    fight.do(flight("high", orders.Unload("r2")))
    while fight.state.phase != "movement":
        end(fight)
    while fight.state.to_act != "red":
        fight.do(orders.Pass(fight.state.quota and "b1"))
    told = refusal(fight, orders.Deploy("r2", (39, 30)))
    assert (told.code, told.rule) == ("off_the_path", "AS-OPT-350")
    assert fight.refusal_of(orders.Deploy("r2", (36.5, 30))) is None
