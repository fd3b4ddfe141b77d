"""Strips on hex maps: whatever is offered, announced or aimed is a row of five hexes (AS-HEX-001, p. 68)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import attacks, moves
from lancemate.alphastrike.measure.strips import between_ends, strip_length, told_length
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View

TANK: dict[str, Any] = {"name": "Tank", "type": "CV", "size": 3, "tmm": 0, "move": '6"t', "damage": "3/3/3"}
COPTER: dict[str, Any] = {**TANK, "name": "Copter", "size": 1, "move": '24"v', "damage": "2/2/0"}
WING: dict[str, Any] = {**TANK, "name": "Wing", "type": "AF", "size": 1, "move": "6a", "damage": "2/2/1/0"}


def on_a_hex_map(red: dict[str, Any], blue: tuple[str, ...], phase: str, option: str, abilities: list[str]) -> Battle:
    card = {"armor": 1, "structure": 1}
    data = {
        "options": [option],
        "map": {"kind": "hex", "width": 16, "depth": 17},
        "sides": [
            {"name": "red", "home": "south", "units": [{"id": "r1", "facing": 0, "abilities": abilities, **red}]},
            {
                "name": "blue",
                "home": "north",
                "units": [
                    {"id": f"b{number}", "card": {**TANK, **card}, "at": at, "facing": 180}
                    for number, at in enumerate(blue, 1)
                ],
            },
        ],
        "start": {"phase": phase, "first": "red"},
        "seed": 3,
    }
    return run_script(script_from_data(data)).battle


def over_a_column(*abilities: str) -> Battle:
    red = {"card": {**COPTER, "armor": 4, "structure": 3}, "at": "0816", "state": {"airborne": True, "elevation": 3}}
    return on_a_hex_map(red, ("0811", "0810", "0809"), "movement", "vtol_special_attacks", [*abilities])


@pytest.mark.rule("AS-AER-019")
def test_strips_that_are_offered_to_a_fighter_are_rows_of_five() -> None:
    red = {
        "card": {**WING, "armor": 4, "structure": 2, "threshold": 9},
        "at": "0817",
        "state": {"airborne": True, "altitude": "low"},
    }
    fight = on_a_hex_map(red, ("0812", "0801", "0816"), "combat", "aerospace", [])
    found = [one.command for one in attacks(fight, fight.units["r1"]) if one.command.kind == "strafe"]
    lines = [one.target.line for one in found if isinstance(one.target, orders.LineTarget)]
    assert len(lines) == 3
    for line in lines:
        assert len(fight.table.ways(line)) == 5
        assert strip_length(fight.table, line) == 10.0


@pytest.mark.rule("AS-OPT-550", "AS-SPA-033")
def test_a_vtol_is_told_how_far_the_ends_lie_apart() -> None:
    fight = over_a_column("Ground-Hugger")
    choices = {choice.name: choice for offer in moves(fight, fight.units["r1"]) for choice in offer.choose}
    assert choices["strafe"].most == 8.0  # five hexes
    assert choices["strafe_too"].most == 2.0  # two of them, twice


@pytest.mark.rule("AS-OPT-550")
def test_a_bot_announces_a_run_of_five_hexes_over_a_column() -> None:
    fight = over_a_column()
    command = TacticalPlayer(1).choose(View(fight, "red"), None)
    assert isinstance(command, orders.Move)
    assert command.strafe is not None
    assert len(fight.table.ways(command.strafe.line)) == 5
    fight.do(command)


def test_a_length_is_told_in_the_measure_of_the_map() -> None:
    table = over_a_column().table
    assert [told_length(table, inches) for inches in (10.0, 2.0)] == ["a row of 5 hexes", "a single hex"]
    assert between_ends(table, 10.0) == 8.0
