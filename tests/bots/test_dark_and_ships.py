"""What the tactical player does in the dark, and about ships that wait to be boarded."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.running import run_script, script_from_data
from lancemate.bots.alphastrike.tactics.lights import light_switch
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.alphastrike.view import View
from rules.table import battle, unit
from rules.test_boarding import APC, SHIP, SQUAD

CARD = {"name": "T", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/2", "armor": 9, "structure": 8}


def night(red: int, blue: int, light: str = "night", lit: str = "") -> Battle:
    def side(name: str, home: str, count: int, y: float) -> dict[str, Any]:
        state = {"lights": True} if name == lit else {}
        units = [{"id": f"{name[0]}{n}", "card": CARD, "at": [10 + 3 * n, y], "state": state} for n in range(count)]
        return {"name": name, "home": home, "units": units}

    data = {
        "conditions": {"light": light},
        "sides": [side("red", "south", red, 10), side("blue", "north", blue, 22)],
        "start": {"phase": "combat", "first": "red"},
        "seed": 1,
        "commands": [],
    }
    return run_script(script_from_data(data)).battle


@pytest.mark.parametrize(
    ("red", "blue", "light", "lit", "expected"),
    [
        (3, 1, "night", "", True),  # the stronger side lights up
        (1, 3, "night", "", None),  # the weaker one stays in the dark
        (2, 2, "night", "", None),
        (3, 1, "day", "", None),
        (3, 1, "pitch_black", "blue", None),  # they show themselves already
        (1, 3, "night", "red", False),  # and turns its lights off again
    ],
)
def test_lights(red: int, blue: int, light: str, lit: str, expected: bool | None) -> None:
    command = light_switch(night(red, blue, light, lit), "red")
    assert (command.on if command is not None else None) is expected


def test_the_player_switches_its_lights_and_ends_the_phase() -> None:
    fight = night(3, 1)
    player, done = TacticalPlayer(1), []
    while fight.state.phase == "combat" and fight.state.to_act == "red":
        view = View(fight, "red")
        command = player.choose(view, view.decision)
        fight.do(command)
        done.append(command)
        assert len(done) < 12
    assert [one.unit for one in done if isinstance(one, orders.Toggle)] == ["r0", "r1", "r2"]


def test_troops_go_up_to_a_ship_that_lies_still_and_board_it() -> None:
    fight = battle(
        unit("rapc", (20, 36), **APC),
        unit("r1", state={"aboard": "rapc"}, skill=3, **SQUAD),
        unit("bship", (20, 20), **SHIP),
        phase="movement",
        dice=(6, 5) * 60,
    )
    players = {side: TacticalPlayer(1) for side in fight.sides}
    for _ in range(60):
        if fight.outcome is not None or fight.units["bship"].side == "red" or fight.units["rapc"].at[1] < 26:
            break
        side = fight.decision.side if fight.decision is not None else fight.state.to_act
        assert side is not None
        view = View(fight, side)
        fight.do(players[side].choose(view, view.decision))
    ship = fight.units["bship"]
    near = fight.table.apart(fight.units["rapc"].at, fight.units["rapc"].radius, ship.at, ship.radius)
    assert ship.side == "red" or near < 6.0 or fight.units["r1"].aboard == "bship"


def test_squads_at_its_wall_storm_a_building_that_hardly_anybody_holds() -> None:
    fort = {"id": "fort", "kind": "building", "height": 2, "cf": 5, "rect": [20, 20, 4, 4], "side": "blue"}
    fight = battle(
        unit("r1", (22, 24.625), skill=3, **SQUAD),
        unit("r2", (24.625, 22), skill=3, **SQUAD),
        unit("b9", (60, 40)),
        terrain=[fort],
        options=("advanced_buildings",),
    )
    view = View(fight, "red")
    assert TacticalPlayer(1).choose(view, view.decision) == orders.Act("r1", "board", "fort")
