"""The HTTP part: looking things up, making games, saves, and how it guards itself."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from websockets.exceptions import ConnectionClosed

from lancemate.alphastrike.asking.knowledge import without_plans
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Toggle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.lab.battlefields import duel
from lancemate.server.security import neighbourhood
from lancemate.server.settings import Limits
from server.tables import DUEL, Json, Server, dial, lazy, running

FIRE = {"attack": {"unit": "r1", "target": "b1"}}


def get(server: Server, path: str, status: int = 200, **query: Json) -> Json:
    answer = server.http.get(f"/api{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def refused(server: Server, status: int, data: Json, path: str = "/games") -> Json:
    answer = server.http.post(f"/api{path}", json=data)
    assert answer.status_code == status, answer.text
    return answer.json()["error"]


# -- looking things up ----------------------------------------------------------------------------------------


def test_the_server_says_that_it_is_well(server: Server) -> None:
    assert get(server, "/health")["status"] == "ok"


def test_the_catalogue_is_searched(server: Server) -> None:
    everything = get(server, "/catalogue", limit=500)
    assert everything["total"] == len(everything["units"]) > 100
    found = get(server, "/catalogue", text="marauder", type="BM")
    assert {"MAD-3R Marauder"} <= {card["name"] for card in found["units"]}
    jumpers = get(server, "/catalogue", move="j", pv_max=25)["units"]
    assert jumpers
    assert all('"j' in card["move"] and card["pv"] <= 25 for card in jumpers)
    second = get(server, "/catalogue", limit=1, offset=1)["units"]
    assert second == everything["units"][1:2]
    assert get(server, "/catalogue/MAD-3R Marauder") == get(server, "/catalogue/mad_3r_marauder")
    assert "did you mean" in get(server, "/catalogue/maraudr", 404)["error"]["message"]


def test_forces_rules_abilities_and_options(server: Server) -> None:
    forces = get(server, "/forces")["forces"]
    assert get(server, f"/forces/{forces[0]['id']}") == forces[0]
    assert forces[0]["formations"][0]["units"][0]["card"]["armor"] > 0
    rule = get(server, "/rules/AS-COM-034")
    assert (rule["page"], rule["id"]) == (42, "AS-COM-034")
    assert rule["title"]
    assert len(rule["text"]) > 20
    assert get(server, "/rules/AS-COM-999", 404)["error"]["code"] == "not_found"
    woods = get(server, "/rules", text="woods", chapter="AS-COM")
    assert woods["total"] > 3
    assert all(heading["id"].startswith("AS-COM") for heading in woods["rules"])
    assert get(server, "/rules", 404, chapter="AS-XXX")["error"]["code"] == "not_found"
    assert {"code": "CASE"}.items() <= {one["code"]: one for one in get(server, "/abilities")["abilities"]}[
        "CASE"
    ].items()
    assert "forced_withdrawal" in {one["name"] for one in get(server, "/options")["options"]}


def test_a_force_is_checked(server: Server) -> None:
    force = {"name": "Mine", "units": [{"unit": "MAD-3R Marauder", "skill": 3}, {"unit": "stg_3r_stinger"}]}
    checked = server.http.post("/api/forces/check", json=force).json()
    assert checked["pv"] == sum(unit["pv"] for unit in checked["units"])
    assert checked["units"][0]["pv"] > checked["units"][0]["card"]["pv"]
    assert checked["units"][0]["skill_name"] == "Veteran"
    (formation,) = checked["formations"]
    assert formation == {
        "name": "Mine",
        "type": None,
        "title": "Mine",
        "pv": checked["pv"],
        "earned": [],
        "bonuses": [],
    }
    assert all(fault["message"] and fault["rule"] for fault in checked["faults"])
    fault = refused(server, 422, {"units": [{"unit": "nothing at all"}]}, "/forces/check")
    assert fault["key"] == "units.0.unit"
    assert refused(server, 422, {"name": "nothing"}, "/forces/check")["message"]


HORSE = {
    "name": "Riders",
    "formations": [
        {
            "name": "Horse",
            "type": "Cavalry Lance",
            "units": [{"unit": "Arctic Cheetah B"} for _ in range(4)],
        }
    ],
}


def test_what_is_left_open_in_a_force_is_asked_and_answered(server: Server) -> None:
    checked = server.http.post("/api/forces/check", json={"force": HORSE}).json()
    (question,) = checked["questions"]
    assert (question["of"], question["users"], len(question["units"])) == ("Horse", 3, 4)
    assert question["abilities"][0]["name"] == "Speed Demon"
    assert question["abilities"][0]["words"].startswith("+2 inches of Move")
    answer = {"force": checked["force"], "choices": ["Horse: Speed Demon for 1, 2, 4"]}
    chosen = server.http.post("/api/forces/check", json=answer).json()
    assert chosen["questions"] == []
    granted = [unit.get("granted") for unit in chosen["force"]["formations"][0]["units"]]
    assert granted == [["Speed Demon"], ["Speed Demon"], None, ["Speed Demon"]]
    fault = refused(server, 422, {"force": HORSE, "choices": ["Horse: Sniper"]}, "/forces/check")
    assert fault["key"] == "choices.0"


def test_a_force_file_is_read_checked_and_fielded(server: Server) -> None:
    text = server.http.post("/api/forces/check", json={"force": FORCE}).json()["file"]
    found = server.http.post("/api/forces/read", content=text).json()
    assert (found["name"], found["pv"], found["units"][0]["pilot"]) == ("My own", found["units"][0]["pv"], "Ada")
    assert found["force"]["formations"][0]["units"][0]["skill"] == 3
    game = server.create(mode="hotseat", quick={"forces": [{"force": found["force"]}, "lance-1"]})
    with server.sit(game, "both") as players:
        assert players.view["units"]["r1"]["skill"] == 3
        assert players.view["units"]["r1"]["group"] == "Guard"
    for nothing in (b"[]", b"name: x", b"formations: 1", b"\xff"):
        assert server.http.post("/api/forces/read", content=nothing).status_code in (400, 422)
    wrong = {"quick": {"forces": ["lance-1", {"force": {**FORCE, "formations": [{"name": "x", "units": []}]}}]}}
    assert refused(server, 422, wrong)["key"] == "quick.forces.1.force.formations.0.units"
    empty = refused(server, 422, {"quick": {"forces": ["lance-1", {"name": "Nobody", "units": []}]}})
    assert (empty["key"], empty["message"]) == ("quick.forces.1.units", "this list has at least 1 entries")
    assert refused(server, 422, {"quick": {"forces": [1, 2]}})["message"] == "here belongs a mapping"


FORCE = {
    "name": "My own",
    "formations": [{"name": "Guard", "units": [{"unit": "MAD-3R Marauder", "skill": 3, "name": "Ada"}]}],
}


def test_a_quick_start_offers_what_it_takes(server: Server) -> None:
    offer = get(server, "/quickstart")
    forces = {force["id"]: force for force in offer["forces"]}
    assert offer["bots"][0]["level"] == "recruit"
    one, other = offer["matches"][0]
    assert abs(forces[one]["pv"] - forces[other]["pv"]) < 20
    for theme in offer["themes"]:
        quick = {"theme": theme["id"], "forces": [one, other], "map_seed": 5, "scenario": offer["scenarios"][0]["id"]}
        game = server.create(mode="hotseat", quick=quick)
        with server.sit(game, "both") as players:
            assert players.welcome["scene"]["map"] == {
                "kind": "table",
                "measure": "inches",
                "width": theme["width"],
                "depth": theme["depth"],
            }
            assert len(players.view["units"]) == 8
            assert all(unit["at"] is not None for unit in players.view["units"].values())


@pytest.mark.parametrize("name", ["air-raid", "contested-landing"])
def test_scenarios_about_aircraft_have_forces_of_their_own(server: Server, name: str) -> None:
    """Somebody flies in each of them, and whoever can fly comes on in flight."""
    plans = {plan["id"]: plan for plan in get(server, "/quickstart")["scenarios"]}
    assert plans["stand-up-fight"]["matches"] == []
    for forces in plans[name]["matches"]:
        game = server.create(mode="hotseat", quick={"scenario": name, "forces": forces, "map_seed": 3})
        with server.sit(game, "both") as players:
            flyers = [unit for unit in players.view["units"].values() if unit["thrust"] is not None]
            assert flyers
            assert {unit["at"] for unit in flyers} == {None}


def test_support_that_a_force_was_mustered_with_is_not_bought_again(server: Server) -> None:
    mustered = {**FORCE, "support": ["sniper", "light_strike"]}
    quick = {"forces": [{"force": mustered}, "lance-1"], "support": "objective_raid", "map_seed": 2}
    game = server.create(mode="hotseat", quick=quick)
    with server.sit(game, "both") as players:
        assert players.view["decision"]["side"] == "blue"
    dear = {"forces": [{"force": {**mustered, "support": ["long_tom"] * 9}}, "lance-1"], "support": "objective_raid"}
    told = server.http.post("/api/games", json={"mode": "hotseat", "quick": dear})
    assert told.status_code == 422
    assert told.json()["error"]["key"] == "quick.forces.0"
    assert "this support costs" in told.json()["error"]["message"]


def test_formations_and_pilots_bring_their_abilities_when_that_is_agreed(server: Server) -> None:
    plain = server.create(mode="hotseat", quick={"forces": ["rh-1", "rh-1"]})
    with server.sit(plain, "both") as players:
        assert players.view["decision"] is None
        assert players.welcome["scene"]["units"]["r2"]["abilities"] == []
    game = server.create(mode="hotseat", quick={"forces": ["rh-1", "rh-1"], "abilities": True})
    with server.sit(game, "both") as players:
        own = [one["text"] for one in players.welcome["scene"]["units"]["r2"]["abilities"]]
        assert own == ["Iron Will", "Weapon Specialist", "Blood Stalker"]
        asked = players.view["decision"]  # the stalkers of a formation hunt one of the enemy's, or each somebody
        assert (asked["kind"], asked["side"]) == ("stalk_formation", "red")
        assert asked["choices"] == ["Hunter Lance of blue", "one enemy each"]
        players.do({"decide": {"side": "red", "choice": asked["choices"][0]}})
        assert players.view["units"]["r1"]["notes"]["prey"] == "Hunter Lance of blue"


def test_every_ready_force_can_be_drawn_up_on_every_map(server: Server) -> None:
    offer = get(server, "/quickstart")
    forces = [force["id"] for force in offer["forces"]]
    for number, theme in enumerate(offer["themes"]):
        pair = [forces[number % len(forces)], forces[-1 - number % len(forces)]]
        server.create(mode="hotseat", quick={"theme": theme["id"], "forces": pair, "map_seed": number})


def test_every_scenario_can_be_played_at_once(server: Server) -> None:
    for scenario in get(server, "/quickstart")["scenarios"]:
        quick = {"scenario": scenario["id"], "map_seed": 3, "attacker": "blue", "theme": "hills"}
        game = server.create(mode="hotseat", quick=quick)
        with server.sit(game, "both") as players:
            script = players.welcome["scene"]
            assert script["scenario"]["id"] == scenario["id"]
            roles = {"attacker": "blue", "defender": "red"} if scenario["roles"] else {}
            assert script["scenario"]["roles"] == roles
            placed = [unit["at"] is not None for unit in players.view["units"].values()]
            assert all(placed) or players.view["decision"] is not None
        for variation in scenario["variations"][:1]:
            server.create(mode="bot", quick={**quick, "variations": [variation["id"]], "theme": "town"})


# -- making games ---------------------------------------------------------------------------------------------


def test_every_mode_has_its_seats(server: Server) -> None:
    seats = {
        mode: [(seat["seat"], seat["kind"], seat["for"]) for seat in server.duel(mode)["seats"]]
        for mode in ("bot", "friend", "hotseat", "replay")
    }
    crowd = ("spectator", "spectator", "anyone")
    assert seats == {
        "bot": [("red", "player", "you"), crowd],
        "friend": [("red", "player", "you"), ("blue", "player", "friend"), crowd],
        "hotseat": [("both", "hotseat", "you"), crowd],
        "replay": [crowd],
    }
    game = server.create(mode="friend", side="blue", script=DUEL, title="Ours")
    assert (game["seats"][0]["seat"], game["seats"][0]["for"], game["title"]) == ("blue", "you", "Ours")
    for seat in game["seats"]:
        door = f"game/{game['game']}/{seat['token']}" if seat["token"] else f"join/{game['game']}/{seat['invitation']}"
        assert seat["link"] == f"/#/{door}"
        assert len(seat["token"] or seat["invitation"]) == 43


def test_a_force_may_be_written_out(server: Server) -> None:
    mine = {"name": "Mine", "units": [{"unit": "MAD-3R Marauder", "skill": 2}]}
    game = server.create(mode="hotseat", quick={"forces": [mine, "lance-1"], "options": ["forced_withdrawal"]})
    with server.sit(game, "both") as players:
        assert players.view["units"]["r1"]["skill"] == 2
        assert players.welcome["scene"]["options"] == ["forced_withdrawal"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({}, None),
        ({"quick": {}, "script": DUEL}, None),
        ({"quick": {}, "mode": "nap"}, "mode"),
        ({"quick": {}, "mode": "replay"}, "mode"),
        ({"quick": {}, "level": "godlike"}, "level"),
        ({"quick": {"theme": "cheese"}}, "quick.theme"),
        ({"quick": {"scenario": "tea"}}, "quick.scenario"),
        ({"quick": {"scenario": "../../secret.yaml"}}, "quick.scenario"),
        ({"quick": {"variations": ["sugar"]}}, "quick.variations"),
        ({"quick": {"attacker": "green"}}, "quick.attacker"),
        ({"script": {**DUEL, "scenario": "/etc/secret.yaml"}}, "scenario"),
        ({"quick": {"forces": ["lance-1", "nobody"]}}, "quick.forces"),
        ({"quick": {"forces": ["lance-1"]}}, "quick.forces"),
        ({"quick": {"forces": ["lance-1", {"units": [{"unit": "zzz"}]}]}}, "quick.forces.1.units.0.unit"),
        ({"quick": {"options": ["cheating"]}}, "options"),
        ({"quick": {"more": 1}}, "quick.more"),
        ({"quick": {}, "side": "green"}, "side"),
        ({"quick": {}, "title": "a\nb"}, "title"),
        ({"script": {}}, None),
        ({"script": {**DUEL, "sides": []}}, "sides"),
        ({"script": {**DUEL, "commands": [{"preview": FIRE}]}}, "commands.0"),
        ({"script": {**DUEL, "commands": [{"attack": {"unit": "b1", "target": "r1"}}]}}, "commands.0"),
        ({"script": {**DUEL, "commands": [{"end_phase": {}}] * 5001}}, "commands"),
        ({"script": {**DUEL, "terrain": [{}] * 401}}, "terrain"),
        ({"save": DUEL}, None),
    ],
)
def test_what_cannot_be_a_game_is_refused_with_its_key(server: Server, data: Json, key: str | None) -> None:
    fault = refused(server, 422, data)
    assert fault["code"] == "malformed"
    assert fault["message"]
    if key is not None:
        assert fault["key"].startswith(key), fault


def test_a_script_may_have_happened_already(server: Server) -> None:
    game = server.duel("hotseat", commands=[FIRE, {"end_phase": {}}])
    with server.sit(game, "both") as players:
        assert players.n == 2
        assert [batch["side"] for batch in players.batches] == [None, "red", "red"]
        assert players.view["to_act"] == "blue"
    summary = get(server, f"/games/{game['game']}")
    assert (summary["n"], summary["to_act"], summary["turn"], summary["over"]) == (2, "blue", 1, False)
    assert get(server, "/games/nothing", 404)["error"]["code"] == "not_found"


def test_dice_of_a_script_are_thrown_unless_two_people_play(server: Server) -> None:
    taped = {key: value for key, value in DUEL.items() if key != "seed"} | {"dice": [6, 5]}
    rolls: dict[str, set[str]] = {"hotseat": set(), "friend": set()}
    for mode, seat in (("hotseat", "both"), ("friend", "red")) * 4:
        with server.sit(server.create(mode=mode, script=taped), seat) as player:
            player.do(FIRE)
            attack = next(event for event in player.batches[1]["events"] if event["type"] == "attack")
            rolls[mode].add(str(attack["roll"]))
    assert rolls["hotseat"] == {"[6, 5]"}
    assert rolls["friend"] != {"[6, 5]"}


# -- saves ----------------------------------------------------------------------------------------------------


def save_of(server: Server, game: Json, seat: int = 0) -> tuple[int, Json]:
    token = game["seats"][seat]["token"]
    answer = server.http.get(f"/api/games/{game['game']}/save", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.json()


def test_a_battle_is_shared_as_one_file_and_loaded_back(server: Server) -> None:
    game = server.duel("hotseat")
    with server.sit(game, "both") as players:
        for _ in range(12):
            players.do(lazy(players.view, players.view["to_act"]))
        before = players.view
    status, data = save_of(server, game)
    assert status == 200
    assert load({key: value for key, value in data.items() if key != "title"}).hash()
    watching = server.http.post("/api/import", content=json.dumps(data)).json()
    assert (watching["mode"], watching["title"]) == ("replay", "A duel")
    with server.sit(watching, "spectator") as crowd:
        assert crowd.n == 12
        assert len(crowd.batches) == 13
        assert crowd.ask("position", n=3)["position"]["view"]["n"] == 3
        assert crowd.command({"end_phase": {}})["code"] == "watching"
        assert crowd.view["guide"]["text"].startswith("A recording")
        assert [side["by"] for side in crowd.welcome["sides"]] == ["nobody", "nobody"]
    playing_on = server.http.post("/api/import?mode=hotseat", content=yaml.safe_dump(data)).json()
    with server.sit(playing_on, "both") as players:
        for key in ("turn", "phase", "to_act", "units"):
            assert players.view[key] == before[key]
        players.do(lazy(players.view, players.view["to_act"]))
    again = server.create(mode="bot", side="blue", save=data)
    assert [(side["name"], side["by"]) for side in again["sides"]] == [("red", "recruit"), ("blue", "you")]


def test_a_save_of_a_running_battle_does_not_tell_the_dice_to_come(server: Server) -> None:
    game = server.duel("hotseat")
    with server.sit(game, "both") as players:
        players.do(FIRE)
        _, running_save = save_of(server, game)
        assert running_save["save"]["next"]["seed"] != DUEL["seed"]
        assert "seed" not in running_save
        players.ask("resign", n=players.n)
        players.until(lambda: players.view["outcome"] is not None)
    _, last = save_of(server, game)
    assert last["seed"] == DUEL["seed"]


def test_who_may_have_a_save(server: Server) -> None:
    game = server.duel("friend")
    assert server.http.get(f"/api/games/{game['game']}/save").status_code == 401
    other = server.duel("hotseat")
    wrong = {"Authorization": f"Bearer {other['seats'][0]['token']}"}
    assert server.http.get(f"/api/games/{game['game']}/save", headers=wrong).status_code == 404
    assert "two people" in save_of(server, game)[1]["error"]["message"]
    with server.sit(game, "red") as red:
        red.ask("resign", n=0)
    assert save_of(server, game)[0] == save_of(server, game, 2)[0] == 200
    status, watching = save_of(server, server.duel("bot"), 1)
    assert (status, watching["error"]["code"]) == (409, "not_over")
    assert "watches" in watching["error"]["message"]


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"[1, 2]", b"a: b: c", b"save: {format: 1}", b"{}", b"&a [*a, *a]"])
def test_a_file_that_is_no_battle_is_refused(server: Server, body: bytes) -> None:
    answer = server.http.post("/api/import", content=body)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


def test_a_damaged_save_is_refused(server: Server) -> None:
    game = server.duel("hotseat")
    with server.sit(game, "both") as players:
        players.do(FIRE)
    _, data = save_of(server, game)
    data["commands"] = []
    fault = refused(server, 422, {"mode": "replay", "save": data})
    assert "damaged" in fault["message"]


# -- how it guards itself -------------------------------------------------------------------------------------


def test_every_answer_has_its_headers(server: Server) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/api/openapi.json"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_pages_from_elsewhere_get_nothing(server: Server) -> None:
    elsewhere = {"Origin": "https://example.org"}
    assert server.http.get("/api/health", headers=elsewhere).status_code == 403
    assert server.http.post("/api/games", json={"quick": {}}, headers=elsewhere).status_code == 403
    assert server.http.get("/api/health", headers={"Host": "evil.example"}).status_code == 403
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert server.http.get("/api/health", headers=own).status_code == 200


def test_a_body_has_its_limit(server: Server) -> None:
    large = {"script": {"title": "x" * 1_100_000}}
    assert refused(server, 413, large)["code"] == "too_large"

    def pieces() -> object:
        for _ in range(60):
            yield b" " * 100_000

    answer = server.http.post("/api/import", content=pieces())
    assert answer.status_code == 413


def test_every_refusal_has_the_same_form(server: Server) -> None:
    for method, path, status in (("GET", "/api/nothing", 404), ("PUT", "/api/games", 405), ("POST", "/api/games", 422)):
        answer = server.http.request(method, path)
        assert answer.status_code == status
        assert set(answer.json()["error"]) == {"code", "message", "key"}


def test_an_address_may_open_so_many_games_a_day(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(games_per_day=2)) as server:
        for _ in range(2):
            server.duel()
        assert refused(server, 429, {"script": DUEL})["code"] == "too_many_games"


def test_openapi_describes_the_routes(server: Server) -> None:
    paths = get(server, "/openapi.json")["paths"]
    assert {"/api/games", "/api/import", "/api/catalogue", "/api/rules/{rule}", "/api/games/{game}/save"} <= set(paths)


def test_a_board_file_is_read_before_a_game_is_made_of_it(server: Server) -> None:
    hexes = {"0101": "woods:1", "0102": "space_elevator:1", "0201": "", "0202": ""}
    text = "\n".join(["size 2 2", *(f'hex {name} 0 "{what}" ""' for name, what in hexes.items()), "end"])
    found = server.http.post("/api/boards/read", content=text).json()
    assert (found["columns"], found["rows"], found["lines"]) == (2, 2, 1)
    assert found["left_out"] == [f"line 3: {found['left_out'][0].removeprefix('line 3: ')}"]
    assert "space_elevator" in found["left_out"][0]
    wrong = server.http.post("/api/boards/read", content="hex 0101 0")
    assert wrong.status_code == 422
    assert wrong.json()["error"]["message"].startswith("line 1: ")


# -- invitations ----------------------------------------------------------------------------------------------


def test_an_invitation_is_exchanged_for_a_seat_once(server: Server) -> None:
    game = server.duel("friend")
    yours, friends, _ = game["seats"]
    assert (yours["for"], friends["for"], friends["token"]) == ("you", "friend", None)
    assert friends["link"] == f"/#/join/{game['game']}/{friends['invitation']}"
    where, given = f"/api/games/{game['game']}/join", {"invitation": friends["invitation"]}
    assert server.http.post(where, json={"invitation": yours["token"]}).status_code == 404
    assert server.http.post("/api/games/nothing/join", json=given).status_code == 404
    joined = server.http.post(where, json=given).json()
    (seat,) = joined["seats"]
    assert (seat["seat"], seat["kind"], seat["for"], len(seat["token"])) == ("blue", "player", "you", 43)
    assert [(side["name"], side["by"]) for side in joined["sides"]] == [("red", "friend"), ("blue", "you")]
    used = server.http.post(where, json=given)
    assert (used.status_code, used.json()["error"]["code"]) == (409, "used")


def test_an_invitation_opens_no_seat_by_itself(server: Server) -> None:
    game = server.duel("friend")
    invitation = game["seats"][1]["invitation"]
    headers = {"Authorization": f"Bearer {invitation}"}
    assert server.http.get(f"/api/games/{game['game']}/save", headers=headers).status_code == 401
    with dial(server.port) as socket:
        socket.send(json.dumps({"type": "hello", "token": invitation}))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_a_save_with_rules_switched_off_is_no_game_of_two_people(server: Server) -> None:
    battle = Battle(duel(), 3, without=frozenset({"AS-COM-052"}))
    data = save(battle)
    refused = server.http.post("/api/import?mode=friend", content=json.dumps(data)).json()["error"]
    assert refused["key"] == "save.without"
    assert "AS-COM-052" in refused["message"]
    assert server.http.post("/api/import?mode=hotseat", content=json.dumps(data)).status_code == 201


def test_what_cannot_be_opened_uses_up_no_game(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(games_per_day=1)) as server:
        for _ in range(3):
            assert server.http.post("/api/import", content=b"{}").status_code == 422
        server.duel("hotseat")
        refused = server.http.post("/api/games", json={"mode": "hotseat", "script": DUEL})
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_games")


def test_an_origin_that_is_none_is_refused_like_any_other(server: Server) -> None:
    answer = server.http.get("/api/health", headers={"Origin": "http://["})
    assert answer.status_code == 403
    assert answer.headers["x-frame-options"] == "DENY"


# -- dice that are promised beforehand ------------------------------------------------------------------------


def test_dice_of_two_people_are_promised_before_and_shown_after_the_battle(server: Server, tmp_path: Path) -> None:
    game = server.duel("friend")
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue:
        promise = red.welcome["dice"]
        assert promise == blue.welcome["dice"]
        assert len(promise) == 64
        red.do(FIRE)
        red.ask("resign", n=red.n)
        red.until(lambda: red.view["outcome"] is not None)
    _, data = save_of(server, game)
    word = data["save"]["dice"]
    assert hashlib.sha256(bytes.fromhex(word["secret"])).hexdigest() == word["commitment"] == promise
    file = tmp_path / "battle.json"
    file.write_text(json.dumps(data))
    assert verified(file, "--promise", promise)[0] == 0
    assert verified(file, "--promise", "0" * 64) == (1, "lancemate: this battle's promise is another one than yours\n")
    faces = data["dice"]
    file.write_text(json.dumps(data | {"dice": [7 - faces[0], *faces[1:]]}))
    assert verified(file)[0] in (1, 2)  # another die may even ask for more dice than the file has
    other = data | {"save": data["save"] | {"dice": word | {"secret": "00" * 32}}}
    file.write_text(json.dumps(other))
    assert "not the one that was promised" in verified(file)[1]


def verified(*words: object) -> tuple[int, str]:
    command = [sys.executable, "-c", "from lancemate.cli.main import main; main()", "verify", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_games_against_bots_promise_nothing(server: Server) -> None:
    with server.sit(server.duel("bot"), "red") as red:
        assert red.welcome["dice"] is None


# -- what a bot plans -----------------------------------------------------------------------------------------


def test_a_save_of_a_running_battle_leaves_out_what_the_bot_plans() -> None:
    battle = Battle(duel(), 3)
    bot, own = (next(unit.id for unit in battle.units.values() if unit.side == side) for side in ("blue", "red"))
    commands = [Toggle(bot, "OVERHEAT", True), Toggle(own, "OVERHEAT", True)]
    for command in commands:
        battle.do(command)
    assert without_plans(battle, commands, "red") == commands[1:]
    assert without_plans(battle, commands, "blue") == commands[:1]


@pytest.mark.parametrize("agreed", [{"options": ["hidden_units"]}, {"support": "objective_raid"}])
def test_a_battle_in_which_secrets_are_possible_is_saved_at_the_end_whether_there_are_any_or_not(
    server: Server, agreed: Json
) -> None:
    game = server.create(mode="bot", quick={"map_seed": 1, **agreed})
    assert save_of(server, game)[1]["error"]["code"] == "secrets"


def test_rules_are_found_by_words_by_chapter_and_by_page(server: Server) -> None:
    chapters = server.http.get("/api/chapters").json()["chapters"]
    assert {"id": "AS-SCA", "title": "Special command abilities", "rules": 69} in chapters
    found = server.http.get("/api/rules", params={"text": "overrun combats"}).json()["rules"]
    assert "AS-SCA-047" in [one["id"] for one in found]
    there = server.http.get("/api/rules", params={"on_page": 107, "chapter": "AS-SCA"}).json()["rules"]
    assert {"AS-SCA-047", "AS-SCA-052"} <= {one["id"] for one in there}
    assert all(one["page"] == 107 for one in there)


def test_what_takes_too_long_is_put_off_in_a_sentence(tmp_path: Path) -> None:
    with running(tmp_path, making_seconds=0.0) as server:
        answer = server.http.post("/api/games", json={"mode": "hotseat", "script": DUEL})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
        assert "try again" in answer.json()["error"]["message"]


# -- the table before a battle --------------------------------------------------------------------------------

LANCE = [{"unit": name} for name in ("wvr_6r_wolverine", "shd_2h_shadow_hawk", "grf_1n_griffin", "stg_3r_stinger")]
PREPARERS = {
    "name": "Engineers",
    "command_abilities": ["Strategic Command", "Tactical Experts (Engineers)"],
    "formations": [{"name": "Lance", "units": LANCE}],
}


@pytest.mark.rule("AS-SCA-054", "AS-SCA-059")
def test_a_table_is_looked_at_and_prepared_before_the_battle(server: Server) -> None:
    quick: Json = {"theme": "hills", "forces": [{"force": PREPARERS}, "lance-1"], "abilities": True, "map_seed": 5}
    before = server.http.post("/api/table", json=quick).json()
    red, blue = before["sides"]
    assert (red["home"], red["command"], red["works"]) == ("south", True, 1)
    assert (blue["command"], blue["works"]) == (False, 0)
    piece = next(one for one in before["terrain"] if 8 < one["at"][0] < 40 and 8 < one["at"][1] < 40)
    x, y = piece["at"]
    wishes = ["red: home north", f"red: {piece['id']} to {x + 0.5:.2f}, {y:.2f}"]
    after = server.http.post("/api/table", json={**quick, "prepare": wishes}).json()
    assert [side["home"] for side in after["sides"]] == ["north", "south"]
    moved = next(one for one in after["terrain"] if one["id"] == piece["id"])
    assert moved["at"] == pytest.approx([x + 0.5, y], abs=0.02)
    game = server.create(mode="hotseat", quick={**quick, "prepare": wishes})
    assert get(server, f"/games/{game['game']}")["phase"] == "deployment", "units are placed by hand then"
    wrong = {"quick": {**quick, "prepare": ["blue: home east"]}}
    assert refused(server, 422, wrong)["message"] == "blue has no Strategic Command (AS-SCA-054)"
    assert refused(server, 422, {"quick": {**quick, "prepare": ["red: dance"]}})["key"] == "quick.prepare"


@pytest.mark.rule("AS-SCA-059")
def test_mines_laid_before_the_battle_are_their_side_s_secret(server: Server) -> None:
    quick: Json = {
        **{"theme": "plain", "forces": [{"force": PREPARERS}, "lance-1"], "abilities": True, "map_seed": 5},
        **{"options": ["minefields"], "prepare": ["red: mines 3 at 20, 10; 2 at 28, 12"]},
    }
    game = server.create(mode="friend", quick=quick)
    with server.sit(game, "red") as mine, server.sit(game, "blue") as theirs, server.sit(game, "spectator") as other:
        assert "red_mines1" in json.dumps(mine.welcome)
        assert "red_mines" not in json.dumps(theirs.welcome)
        assert "red_mines" not in json.dumps(other.welcome)


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_customer_has_one_allowance_and_not_one_for_each_address(host: str, counted: str) -> None:
    assert neighbourhood(host) == counted


def test_a_large_force_is_looked_through_by_a_helper_and_counted(server: Server) -> None:
    lances = [{"name": f"L{n}", "units": [{"unit": "stg_3r_stinger"}] * 4} for n in range(40)]
    large = {"name": "Many", "formations": lances}
    answer = server.http.post("/api/forces/check", json={"force": large})
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["units"]) == 160
    wrong = {"name": "Many", "formations": [{"name": "L", "units": [{"unit": "no such thing"}] * 100}]}
    refused = server.http.post("/api/forces/check", json={"force": wrong})
    assert refused.status_code == 422
    assert refused.json()["error"]["key"] == "force.formations.0.units.0.unit"
