"""Special command abilities of movement: off the map and back, false flags, late arrivals, zones, dragoons."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for, known_to
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.activation import movers
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.player import play
from lancemate.kernel.errors import Refused
from rules.commanders import answer, asked, commanded, initiative, next_turn, one, parts
from rules.table import end, move, refusal

# -- off the map -------------------------------------------------------------------------------------------------


def walker(red: list[Any] | None = None, far: str = '6"', **more: Any) -> Battle:
    units = [one("r1", (3, 10), move=far), one("r2", (40, 4)), one("b1", (60, 40), 180), one("b2", (50, 40), 180)]
    return commanded(*units, red=["Off-Map Movement"] if red is None else red, phase="movement", **more)


def out(fight: Battle, returns: tuple[float, float] = (0, 29)) -> list[Any]:
    return list(fight.do(commands.Move("r1", ((-1, 10),), returns=returns)))


@pytest.mark.rule("AS-SCA-045", "AS-SCA-046")
def test_the_example_of_the_book() -> None:
    fight = walker()
    out(fight)  # 19 inches along the edge at 6 inches a turn: four turns
    unit = fight.units["r1"]
    assert (unit.place, unit.notes["off_map"], unit.exited) == ("reserve", True, False)
    assert unit.notes["orders_off_map"] == {"at": [0, 29], "turn": 5}
    assert [mover.id for mover in movers(fight, "red")] == ["r2"], "it does not count among those who move"
    back = commands.Act("r1", "return", "r1")
    while fight.state.turn < 5:
        if fight.state.to_act == "red":
            assert refusal(fight, back).rule == "AS-SCA-045"
        end(fight)
    while fight.state.to_act != "red":
        end(fight)
    assert back in [offer.command for offer in offers(fight, "red")]
    fight.do(back)
    assert not unit.on_table
    next_turn(fight)
    assert (unit.place, unit.at) == ("table", (0, 29))
    assert "orders_off_map" in unit.notes
    assert unit.notes["off_map"] is False
    twin = load(save(fight))
    assert twin.hash() == fight.hash()


@pytest.mark.rule("AS-SCA-046")
@pytest.mark.parametrize(("far", "returns", "turn"), [('8"', (0, 34), 4), ('6"', (0, 10), 1), ('10"', (10, 48), 6)])
def test_how_long_it_takes(far: str, returns: tuple[float, float], turn: int) -> None:
    fight = walker(far=far)
    out(fight, returns)
    assert fight.units["r1"].notes["orders_off_map"]["turn"] == turn  # type: ignore[index,call-overload]


@pytest.mark.rule("AS-SCA-045")
def test_who_may_not_leave() -> None:
    leave = commands.Move("r1", ((-1, 10),), returns=(0, 29))
    assert refusal(walker([]), leave).rule == "AS-SCA-045"
    for fight, says in ((walker(), True), (walker([]), False)):
        words = [choice.name for offer in offers(fight, "red", "r1") if offer.kind == "move" for choice in offer.choose]
        assert ("returns" in words) is says
    assert refusal(walker(), commands.Move("r1", ((-1, 10),), returns=(20, 20))).rule == "AS-SCA-045"
    scenario = {"use": "hold-the-line", "sides": {"attacker": "blue", "defender": "red"}}
    assert refusal(walker(scenario=scenario), leave).rule == "AS-SCA-045"


@pytest.mark.rule("AS-SCA-045")
def test_orders_are_secret() -> None:
    fight = walker()
    events = out(fight)
    twin = walker()
    other = out(twin, (20, 48))
    assert list(events_for(fight, "blue", events)) == list(events_for(twin, "blue", other))
    assert known_to(fight, "blue").state.units["r1"].notes == known_to(twin, "blue").state.units["r1"].notes
    assert "orders_off_map" in known_to(fight, "red").state.units["r1"].notes


@pytest.mark.rule("AS-SCA-045")
def test_somebody_stands_where_it_comes_back() -> None:
    fight = walker()
    out(fight, (0, 10))
    end(fight)
    while fight.state.turn < 2 or fight.state.to_act != "red":
        end(fight)
    fight.units["r2"].x, fight.units["r2"].y = 0.5, 10.0
    fight.do(commands.Act("r2", "return", "r1"))
    while fight.state.turn == 2 and fight.decision is None:
        end(fight)
    if fight.decision is not None:
        answer(fight, fight.decision.choices[0])
    unit = fight.units["r1"]
    assert unit.on_table
    assert unit.at != (0, 10)
    assert fight.table.distance(unit.at, (0, 10)) < 3


def waylaid(away: float, *dice: int) -> Battle:
    """r1 comes back at the end of turn 2, and b1 stands so far from there."""
    fight = walker(dice=[6, 6, 1, 1, *dice, 6, 6, 1, 1])
    out(fight, (0, 10))
    end(fight)
    while fight.state.turn < 2 or fight.state.to_act != "red":
        end(fight)
    enemy = fight.units["b1"]
    enemy.x, enemy.y = fight.units["b1"].radius + fight.units["r1"].radius + away, 10.0
    fight.do(commands.Act("r2", "return", "r1"))
    while fight.state.turn == 2 and fight.decision is None:
        end(fight)
    return fight


@pytest.mark.rule("AS-SCA-045")
def test_enemies_within_an_inch_surprise_who_comes_back() -> None:
    fight = waylaid(0.9, 5, 5)
    assert asked(fight) == ("blue", "surprise", ("attack", "none"))
    armor = fight.units["r1"].armor
    struck = [event for event in answer(fight, "attack") if event.type == "attack"]
    assert [(event.attacker, event.target, event.hit) for event in struck] == [("b1", "r1", True)]
    assert [part.rule for part in struck[0].modifiers] == ["AS-COM-034"], "Skill alone"
    assert fight.units["r1"].armor < armor
    assert fight.state.turn == 3
    spared = waylaid(0.9)
    answer(spared, "none")
    assert spared.state.turn == 3
    assert waylaid(1.1).decision is None


@pytest.mark.rule("AS-SCA-045")
def test_with_nobody_left_on_the_map_they_are_gone() -> None:
    units = [one("r1", (3, 10)), one("r2", (20, 20), armor=0, structure=1), one("b1", (20, 26), 180)]
    fight = commanded(*units, red=["Off-Map Movement"], phase="movement", dice=[6, 5])
    out(fight)
    end(fight, 3)
    fight.do(commands.Attack("b1", "r2"))
    end(fight)
    assert fight.units["r1"].exited
    assert fight.outcome is not None
    assert fight.outcome.winner == "blue"


# -- False Flag --------------------------------------------------------------------------------------------------


def ruse(*dice: int, turn: int = 3, abilities: list[Any] | None = None) -> Battle:
    flag = {"ability": "False Flag", "units": ["r1"]}
    units = [one("r1"), one("r2", (40, 4)), one("b1", (60, 40), 180)]
    red = ["Off-Map Movement", flag] if abilities is None else abilities
    return commanded(*units, red=red, turn=turn, dice=[*dice, 3, 3, 2, 1])


@pytest.mark.rule("AS-SCA-031", "AS-SCA-011")
def test_a_false_flag_that_holds() -> None:
    fight = ruse(4, 4)
    assert asked(fight) == ("red", "false_flag", ("enter", "wait"))
    answer(fight, "enter")
    assert parts(fight) == {"AS-SCA-031": 2}
    assert initiative(fight).winner == "red"
    end(fight)
    move(fight, "r1", (30, 48), (30, 42))
    assert fight.units["r1"].at == (30, 42)


@pytest.mark.rule("AS-SCA-031")
def test_a_false_flag_that_is_seen_through() -> None:
    fight = ruse(4, 3)
    answer(fight, "enter")
    assert parts(fight) == {}
    end(fight)
    assert refusal(fight, commands.Move("r1", ((30, 48), (30, 42)))).rule == "AS-MOV-001"
    assert refusal(fight, commands.Move("r1", ((0, 30), (6, 30)))).rule == "AS-SCA-031"
    move(fight, "r1", (0, 20), (6, 20))


@pytest.mark.rule("AS-SCA-031")
def test_who_comes_under_a_false_flag_is_its_own_side_s_secret() -> None:
    def seen(flagged: str) -> list[str]:
        units = [one("r1"), one("r2"), one("r3", (10, 6)), one("b1", (60, 40), 180)]
        red = ["Off-Map Movement", {"ability": "False Flag", "units": [flagged]}]
        fight = commanded(*units, red=red, phase="movement")
        known = known_to(fight, "blue")
        told = [str(event) for event in events_for(fight, "blue", fight.journal.events)]
        return [str(fight.view("blue")), *told, str({name: unit.notes for name, unit in known.units.items()})]

    assert seen("r1") == seen("r2")


@pytest.mark.rule("AS-SCA-031")
def test_before_it_is_declared_it_stays_off() -> None:
    early = ruse(turn=2)
    assert early.decision is None
    assert early.units["r1"].notes["under_flag"] is True
    end(early)
    assert refusal(early, commands.Move("r1", ((30, 0), (30, 6)))).code == "off_map"
    waits = ruse()
    answer(waits, "wait")
    assert waits.units["r1"].notes["under_flag"] is True
    without = ruse(abilities=[{"ability": "False Flag", "units": ["r1"]}])
    assert without.decision is None, "a force without Off-Map Movement cannot"


# -- Rapid Strike ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-048")
def test_rapid_strike() -> None:
    units = [one("r1", (10, 4)), *[one(f"b{n}") for n in range(1, 5)]]
    fight = commanded(
        *units, red=["Rapid Strike"], more={"red": {"role": "attacker"}}, dice=[5, 3, 3, 2, 1, 3, 3, 2, 1]
    )
    assert asked(fight) == ("blue", "late", ("b1", "b2", "b3", "b4"))
    answer(fight, "b3")
    answer(fight, "b1")
    late = {name: fight.units[name].notes.get("late_until") for name in ("b1", "b2", "b3", "b4")}
    assert late == {"b1": 2, "b2": None, "b3": 3, "b4": None}
    assert sum(number for side, number in fight.state.quota if side == "blue") == 2
    next_turn(fight)
    assert [fight.units[name].notes.get("off_map") for name in ("b1", "b3")] == [False, True]
    defender = commanded(*units, red=["Rapid Strike"], more={"red": {"role": "defender"}})
    assert defender.decision is None


def test_random_players_come_and_go() -> None:
    flag = {"ability": "False Flag", "units": ["r4"]}
    units = [one(f"r{n}", (6.0 * n, 4)) for n in (1, 2, 3)] + [one("r4")]
    units += [one(f"b{n}", (6.0 * n, 44), 180) for n in (1, 2, 3)]
    every = ["Off-Map Movement", flag, "Zone of Control", "Flankers", "Fast Withdrawal"]
    fight = commanded(*units, red=every, blue=["Off-Map Movement", "Zone of Control"])
    played = play(fight, {"red": RandomPlayer(3), "blue": RandomPlayer(4)}, turns=6)
    assert played.faults == []


# -- zones -------------------------------------------------------------------------------------------------------


def zone(red: list[str] | None = None, far: str = '10"', **more: Any) -> Battle:
    """r1 stands before b1, touching it; b1 moves after it."""
    units = [one("r1", (20, 16), **more.pop("own", {})), one("b1", (20, 20), 180, move=far, **more.pop("enemy", {}))]
    fight = commanded(*units, red=["Zone of Control"] if red is None else red, phase="movement", **more)
    move(fight, "r1", (20, 18.75))
    return fight


@pytest.mark.rule("AS-SCA-069")
def test_a_zone_costs_four_inches_to_slip_out_of() -> None:
    fight = zone()
    assert fight.units["r1"].notes["controls"] is True
    aside = check_move(fight, commands.Move("b1", ((14, 20),)))
    assert (aside.legal, aside.cost) == (True, 10)
    assert refusal(fight, commands.Move("b1", ((13, 20),))).rule == "AS-SCA-069"
    away = check_move(fight, commands.Move("b1", ((20, 29),)))
    assert (away.legal, away.cost) == (True, 9)
    slightly = check_move(fight, commands.Move("b1", ((23, 28),)))
    assert slightly.cost < 9
    assert check_move(zone([]), commands.Move("b1", ((13, 20),))).cost == 7


@pytest.mark.rule("AS-SCA-069")
def test_the_slow_may_only_go_straight_away() -> None:
    slow = zone(far='4"')
    assert refusal(slow, commands.Move("b1", ((18, 20),))).rule == "AS-SCA-069"
    assert check_move(slow, commands.Move("b1", ((20, 23),))).legal


@pytest.mark.rule("AS-SCA-069")
def test_who_minds_no_zone_and_who_has_none() -> None:
    aside = commands.Move("b1", ((14, 20),))
    jumper = zone(far='10"j')
    assert check_move(jumper, commands.Move("b1", ((14, 20),), "jump")).cost == 6
    drone = zone(enemy={"specials": ["DRO"]}, options=["optional_abilities"])
    assert check_move(drone, aside).cost == 6
    slips = zone(enemy={"abilities": ["Stand-Aside"]})
    assert check_move(slips, aside).cost == 6
    foot = {"type": "CI", "size": 1, "move": '6"f', "damage": "1/0/0", "armor": 1, "structure": 1}
    assert check_move(zone(own=foot), aside).cost == 6, "infantry holds infantry only"
    tired = zone(own={"move": '4"'})
    assert "controls" not in tired.units["r1"].notes
    back = zone()
    back.units["r1"].facing = 180.0
    assert check_move(back, aside).cost == 6, "nobody holds what is behind it"


@pytest.mark.rule("AS-SCA-069")
def test_passing_through_a_zone() -> None:
    units = [one("r1", (20, 16)), one("b1", (20, 20), 180), one("b2", (12, 21), 90, move='20"'), one("r2", (60, 4))]
    fight = commanded(*units, red=["Zone of Control"], phase="movement")
    move(fight, "r1", (20, 18.75))
    assert check_move(fight, commands.Move("b2", ((12, 24), (28, 24)))).cost == 19
    near = check_move(fight, commands.Move("b2", ((17, 19.6),)))
    assert near.cost == pytest.approx(near.inches + 4)
    end(fight, 2)
    assert fight.units["r1"].notes["controls"] is False


@pytest.mark.rule("AS-SCA-069")
def test_who_stays_in_contact_keeps_its_zone() -> None:
    units = [one("r1", (20, 18.75)), one("b1", (20, 20), 180, move='10"'), one("r2", (60, 4))]
    fight = commanded(*units, red=["Zone of Control"], phase="movement")
    fight.do(commands.Pass("r1"))
    assert check_move(fight, commands.Move("b1", ((14, 20),))).cost == 10


# -- dragoons ----------------------------------------------------------------------------------------------------

FOOT = {"type": "CI", "size": 1, "damage": "1/0/0", "armor": 1, "structure": 1, "tmm": 0}


def ride(red: list[str], path: list[tuple[float, float]], mode: str = "ground", **foot: Any) -> Battle:
    carrier = one("r1", (20, 10), type="CV", move='8"t', specials=["IT4"])
    riders = one("r2", **{**FOOT, "move": '2"f', "specials": ["CAR2"], **foot}, state={"aboard": "r1"})
    fight = commanded(carrier, riders, one("b1", (60, 40), 180), red=red, phase="movement")
    unload = commands.Unload("r2", (21.25, 14), None, tuple(path), mode)
    fight.do(commands.Move("r1", ((20, 14),), unload=(unload,)))
    return fight


@pytest.mark.rule("AS-SCA-040")
def test_infantry_dragoons() -> None:
    fight = ride(["Infantry Dragoons"], [(23.25, 14)])
    assert (fight.units["r2"].at, fight.units["r2"].moved) == ((23.25, 14), "ground")
    jumpers = ride(["Infantry Dragoons"], [(24.25, 14)], "jump", move='6"j')
    assert jumpers.units["r2"].moved == "jump"
    for red, far in ((["Infantry Dragoons"], 23.5), ([], 22.5)):
        with pytest.raises(Refused) as trouble:
            ride(red, [(far, 14)])
        assert trouble.value.refusal.rule == "AS-SCA-040"
    plain = ride([], [])
    assert plain.units["r2"].moved == "dismounted"
    assert load(save(fight)).hash() == fight.hash()
