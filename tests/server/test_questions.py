"""What a player may ask before acting: flights, shells, and what an answer to a decision would lead to."""

from __future__ import annotations

import pytest

from server.tables import Json, Server

VTOL = {
    "name": "Fly",
    "type": "CV",
    "size": 1,
    "tmm": 3,
    "move": '12"v',
    "damage": "1/1/0",
    "armor": 2,
    "structure": 1,
}
GUN = {"name": "Gun", "type": "CV", "size": 3, "tmm": 1, "move": '6"t', "damage": "0/0/0", "armor": 3, "structure": 3}
MECH = {"name": "Axe", "type": "BM", "size": 3, "tmm": 1, "move": '8"', "damage": "3/3/3", "armor": 4, "structure": 2}


def unit(name: str, card: Json, at: tuple[float, float], facing: float = 0.0, **more: Json) -> Json:
    return {"id": name, "card": {"ov": 0, **card}, "at": list(at), "facing": facing, **more}


def duel(red: list[Json], blue: list[Json], phase: str, **more: Json) -> Json:
    sides = [{"name": "red", "home": "south", "units": red}, {"name": "blue", "home": "north", "units": blue}]
    return {"terrain": [], "sides": sides, "start": {"turn": 1, "phase": phase, "first": "red"}, **more}


def test_a_flight_is_shown_and_found_at_the_height_it_is_asked_for(server: Server) -> None:
    hill = {"id": "mesa", "kind": "hill", "height": 4, "rect": [14, 14, 8, 4]}
    far = unit("b1", MECH, (18, 34))
    script = duel([unit("r1", VTOL, (18, 10))], [far], "movement", terrain=[hill])
    with server.sit(server.duel(**script), "red") as red:
        low = red.ask("reach", unit="r1", elevation=1)["reach"]
        high = red.ask("reach", unit="r1", elevation=2, cruise=3)["reach"]
        beyond = [18, 20]
        over = red.ask("route", unit="r1", elevation=1, cruise=4, to=beyond)["route"]
        assert over["move"] is None  # ten inches, and two more for every inch of climbing and sinking
        assert {(x, y) for x, y, _ in high["places"]} < {(x, y) for x, y, _ in low["places"]}
        cost = {(x, y): cost for x, y, cost in low["places"]}
        near = next(place for place in high["places"] if (place[0], place[1]) in cost)
        assert near[2] > cost[near[0], near[1]]
        way = red.ask("route", unit="r1", elevation=2, to=[22, 12])["route"]
        assert way["move"]["elevation"] == 2
        assert (way["preview"]["elevation"], way["preview"]["airborne"]) == (2.0, True)


def test_a_shell_tells_the_size_of_its_templates(server: Server) -> None:
    gunner = unit("r1", {**GUN, "specials": ["ART-LT1"]}, (18, 4))
    enemies = [unit("b1", MECH, (18, 20), 180), unit("b2", MECH, (20.5, 20), 180)]
    with server.sit(server.duel(**duel([gunner], enemies, "combat")), "red") as red:
        shell = {"unit": "r1", "target": {"point": [18, 20]}, "kind": "artillery", "using": "ART-LT"}
        found = red.ask("preview", attack=shell)["preview"]
        assert found["area"] == [{"radius": 1.0, "damage": "3"}, {"radius": 3.0, "damage": "1"}]
        assert {one["unit"] for one in found["outcomes"]["units"]} == {"b1", "b2"}
        plain = red.ask("preview", attack={"unit": "r1", "target": "b1"})["preview"]
        assert plain["area"] is None
        assert red.ask("preview", attack={**shell, "using": None})["preview"]["area"][0]["radius"] == 1.0
        assert red.ask("preview", attack={**shell, "unit": "b1"})["preview"]["area"] is None
        assert red.ask("targets", unit="r1")["targets"]["artillery"] == [{"using": "ART-LT", "text": "ART-LT"}]
        red.do({"attack": shell})
        assert red.ask("targets", unit="r1")["targets"]["artillery"] == []


@pytest.fixture
def corner() -> Json:
    """A shot that strikes exactly between two sides; both dice show a hit."""
    shooter = unit("r1", {**MECH, "damage": "5/5/5"}, (10, 10))
    target = unit("b1", MECH, (10, 12), 30)
    return duel([shooter], [target], "combat", dice=[6, 5], seed=None)


def test_the_odds_of_each_answer_are_told_to_who_is_asked(server: Server, corner: Json) -> None:
    game = server.create(mode="hotseat", script={**corner, "map": {"kind": "table", "width": 36, "depth": 36}})
    with server.sit(game, "both") as players:
        players.do({"attack": {"unit": "r1", "target": "b1"}})
        assert players.view["decision"]["choices"] == ["front", "rear"]
        odds = {}
        for choice in ("front", "rear"):
            (hurt,) = players.ask("preview", decide={"side": "blue", "choice": choice})["preview"]["units"]
            odds[choice] = hurt
        assert odds["front"]["unit"] == odds["rear"]["unit"] == "b1"
        assert (odds["front"]["damage"], odds["rear"]["damage"]) == (5.0, 6.0)
        assert odds["front"]["destroyed"] < odds["rear"]["destroyed"] == 1.0
        wrong = players.ask("preview", decide={"side": "blue", "choice": "top"})["preview"]
        assert (wrong["legal"], wrong["reason"]["code"]) == (False, "no_such_choice")
        other = players.ask("preview", decide={"side": "red", "choice": "front"})["preview"]
        assert (other["legal"], other["reason"]["code"]) == (False, "no_decision")
        players.do({"decide": {"side": "blue", "choice": "front"}})
        late = players.ask("preview", decide={"side": "blue", "choice": "front"})["preview"]
        assert late["reason"]["code"] == "no_decision"


def test_a_preview_is_of_one_thing(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        both = red.ask("preview", move={"unit": "r1"}, decide={"side": "red", "choice": "front"})
        assert both["code"] == "malformed"
