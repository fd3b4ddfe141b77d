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
        (point,) = red.ask("targets", unit="r1")["targets"]["points"]
        assert point["label"] == "Aim artillery ART-LT at a point"
        assert [one["name"] for one in point["choose"] if one["needed"]] == ["target"]
        red.do({"attack": shell})
        assert red.ask("targets", unit="r1")["targets"]["points"] == []


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


def test_each_of_many_answers_has_its_odds(server: Server) -> None:
    """A failed attack that may be rolled again by luck of its own, by its formation's, or not at all."""
    lance = [unit(f"r{number}", MECH, (8.0 + 3 * number, 10)) for number in (1, 2, 3)]
    lance[0]["abilities"] = ["Lucky (2)"]
    formations = [{"name": "Battle Lance", "members": ["r1", "r2", "r3"], "lucky": 5}]
    script = duel(lance, [unit("b1", MECH, (11, 20), 180)], "combat", formations=formations, dice=[1, 2], seed=None)
    game = server.create(mode="hotseat", script={**script, "map": {"kind": "table", "width": 36, "depth": 36}})
    with server.sit(game, "both") as players:
        assert [one["text"] for one in players.welcome["scene"]["units"]["r1"]["abilities"]] == [
            "Lucky (2)",
            "Lucky (formation)",
        ]
        players.do({"attack": {"unit": "r1", "target": "b1"}})
        own, shared, enough = players.view["decision"]["choices"]
        odds = {}
        for choice in (own, shared, enough):
            odds[choice] = players.ask("preview", decide={"side": "red", "choice": choice})["preview"]["units"]
        (again,) = odds[own]
        assert again["unit"] == "b1"
        assert 0 < again["struck"] < 1
        assert odds[shared] == odds[own]
        assert odds[enough] == []


def test_a_multi_tasker_may_split_its_fire(server: Server) -> None:
    shooter = unit("r1", {**MECH, "damage": "4/4/4", "ov": 1}, (10, 10), abilities=["Multi-Tasker"])
    enemies = [unit("b1", MECH, (8, 20), 180), unit("b2", MECH, (12, 20), 180)]
    with server.sit(server.duel(**duel([shooter, unit("r2", MECH, (20, 10))], enemies, "combat")), "red") as red:
        attacks = {one["target"]: one for one in red.ask("targets", unit="r1")["targets"]["attacks"]}
        assert set(attacks) == {"b1", "b2"}
        (split,) = [one for one in attacks["b1"]["choose"] if one["name"] == "split"]
        assert (split["kind"], split["rule"]) == ("flag", "AS-SPA-046")
        half = {**attacks["b1"]["attack"], "split": True}
        assert half == {"unit": "r1", "target": "b1", "split": True}
        odds = red.ask("preview", attack=half)["preview"]
        assert odds["expected_damage"] == pytest.approx(attacks["b1"]["expected_damage"] / 2)
        others = red.ask("targets", unit="r2")["targets"]["attacks"]
        assert not any(choice["name"] == "split" for one in others for choice in one["choose"])
        red.do({"attack": half})
        assert red.view["ready"] == ["r1", "r2"]  # the other half is left
        left = red.ask("targets", unit="r1", said={"overheat": 1})["targets"]
        assert left["general"] == []
        assert {(one["target"], one["attack"]["split"]) for one in left["attacks"]} == {("b1", True), ("b2", True)}
        assert not any(choice["name"] == "split" for one in left["attacks"] for choice in one["choose"])
        red.do({"attack": next(one["attack"] for one in left["attacks"] if one["target"] == "b2")})
        assert red.view["ready"] == ["r2"]


def test_a_stalker_is_told_whom_it_may_hunt_now(server: Server) -> None:
    hunter = unit("r1", MECH, (10, 4), abilities=["Blood Stalker"], state={"notes": {"prey": "b1"}})
    enemies = [unit("b1", MECH, (10, 30), 180), unit("b2", MECH, (20, 30), 180)]
    wall = {"id": "wall", "kind": "building", "height": 12, "type": "hardened", "rect": [8, 16, 4, 2]}
    for terrain, others in (([], []), ([wall], ["b2"])):
        script = duel([hunter], enemies, "movement", terrain=terrain)
        with server.sit(server.duel(**script), "red") as red:
            shown = red.view["units"]["r1"]["offers"]
            deeds = [one["command"] for one in shown if one["kind"] == "act"]
            assert red.view["units"]["r1"]["remarks"] == ["it hunts b1"]
            assert deeds == [{"act": {"unit": "r1", "do": "stalk", "what": other}} for other in others]
            for other, deed in zip(others, deeds, strict=True):
                red.do(deed)
                assert red.view["units"]["r1"]["notes"]["prey"] == other


def test_all_that_may_be_done_is_one_list(server: Server) -> None:
    with server.sit(
        server.duel(**duel([unit("r1", MECH, (10, 10))], [unit("b1", MECH, (10, 20), 180)], "combat")), "red"
    ) as red:
        listed = red.ask("offers")["offers"]
        assert [one["kind"] for one in listed] == ["pass", "toggle", "attack", "end_phase", "resign"]
        assert all(one["label"] and one["rule"] for one in listed)
        assert [one["kind"] for one in red.ask("offers", unit="r1")["offers"]] == ["pass", "toggle", "attack"]
        assert red.ask("offers", unit="r9")["code"] == "unknown_unit"
        red.do(listed[2]["command"])


def test_a_preview_is_of_one_thing(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        both = red.ask("preview", move={"unit": "r1"}, decide={"side": "red", "choice": "front"})
        assert both["code"] == "malformed"
