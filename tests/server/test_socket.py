"""The socket of a seat: hello, commands, refusals, questions, talk."""

from __future__ import annotations

import json
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from server.tables import Client, Server, dial, lazy

FIRE = {"attack": {"unit": "r1", "target": "b1"}}


def test_hello_brings_everything_a_table_needs(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red", name="Ada") as red:
        welcome = red.welcome
        assert (welcome["game"], welcome["mode"], welcome["title"]) == (game["game"], "friend", "A duel")
        assert welcome["seat"] == {"seat": "red", "kind": "player", "side": "red"}
        assert [(side["name"], side["by"]) for side in welcome["sides"]] == [("red", "you"), ("blue", "friend")]
        assert welcome["n"] == 0
        assert [batch["n"] for batch in welcome["batches"]] == [0]
        assert welcome["presence"] == [{"seat": "red", "name": "Ada", "connected": 1}]
        scene, view = welcome["scene"], welcome["view"]
        assert scene["map"] == {"kind": "table", "measure": "inches", "width": 36.0, "depth": 36.0}
        wood = {"id": "wood1", "kind": "woods", "role": "woods", "rect": [2, 16, 4, 4], "height": 2.0, "depth": 0.0}
        (piece,) = scene["terrain"]
        assert "+1 Move an inch" in piece.pop("about")
        assert piece == wood
        card = scene["units"]["r1"]
        assert (card["name"], card["move"], card["damage"]) == ("MAD-3R Marauder", '8"', "2/3/3")
        assert (card["armor"], card["structure"], card["ov"], card["skill"]) == (6, 6, 1, 4)
        assert all(special["explanation"] and special["text"] for special in card["specials"])
        unit = view["units"]["r1"]
        assert (unit["at"], unit["facing"], unit["armor"], unit["heat"]) == ([18.0, 10.0], 0.0, 6, 0)
        assert unit["radius"] > 0
        assert unit["arcs"][0]["width"] == 180.0
        assert unit["badge"] == {"colour": "white", "number": 1}
        assert unit["move_now"] == {"ground": 8.0, "sprint": 12.0}
        assert unit["damage_now"] == "2/3/3"
        assert (view["turn"], view["phase"], view["to_act"], view["viewer"]) == (1, "combat", "red", "red")
        assert view["guide"]["yours"]
        assert view["guide"]["do"] == "attack"
        assert view["ready"] == ["r1", "r2"]


def test_the_other_side_is_told_to_wait(server: Server) -> None:
    with server.sit(server.duel(), "blue") as blue:
        assert blue.view["guide"] == {"text": "Wait for red to attack.", "do": "wait", "yours": False}


def test_everybody_is_told_in_his_own_words_who_plays(server: Server) -> None:
    game, against_bot = server.duel(), server.duel("bot")
    told = {
        (game["game"], "blue"): ["friend", "you"],
        (game["game"], "spectator"): ["player", "player"],
        (against_bot["game"], "red"): ["you", "recruit"],
        (against_bot["game"], "spectator"): ["player", "recruit"],
    }
    for made in (game, against_bot):
        for seat in ("red", "blue", "spectator"):
            if (made["game"], seat) in told:
                with server.sit(made, seat) as client:
                    assert [side["by"] for side in client.welcome["sides"]] == told[made["game"], seat]
                    if seat == "spectator":
                        assert client.view["guide"]["text"] == "Red is to attack."
    summary = server.http.get(f"/api/games/{game['game']}").json()
    assert [side["by"] for side in summary["sides"]] == ["player", "player"]


def test_a_command_is_acknowledged_and_then_told_to_all(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue, server.sit(game, "spectator") as crowd:
        assert red.command(FIRE, id="shot") == {"type": "accepted", "id": "shot", "n": 1}
        news = [client.wait("update") for client in (red, blue, crowd)]
        order = [message["type"] for message in red.heard if message["type"] in ("accepted", "update")]
        assert order == ["accepted", "update"]
        for update, viewer in zip(news, ("red", "blue", None), strict=True):
            assert update["n"] == update["view"]["n"] == update["batch"]["n"] == 1
            assert update["view"]["viewer"] == viewer
            assert update["scene"] is None
            attack = next(event for event in update["batch"]["events"] if event["type"] == "attack")
            assert (attack["attacker"], attack["target"]) == ("r1", "b1")
            lines = update["batch"]["lines"]
            assert lines[0]["text"].startswith("Marauder (r1) fires at Warhammer (b1)")
            assert update["batch"]["events"][lines[0]["event"]]["type"] == "attack"
            named = {part["rule"] for part in attack["modifiers"]}
            assert named <= set(update["rules"])
            assert all(rule["title"] and rule["page"] for rule in update["rules"].values())


def test_a_refusal_names_the_rule_and_its_page_and_changes_nothing(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        answer = red.command({"attack": {"unit": "r1", "target": "r2"}}, id="x")
        assert (answer["type"], answer["id"], answer["n"]) == ("refused", "x", 0)
        assert answer["code"] == "not_a_target"
        assert answer["rule"].startswith("AS-")
        assert answer["page"] > 0
        assert answer["title"]
        assert red.command(FIRE)["n"] == 1


def test_the_same_request_twice_has_one_result(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red") as red:
        first = red.command(FIRE, n=0, id="shot")
        again = red.command(FIRE, n=0, id="shot")
        later = red.command(FIRE, n=1, id="shot")
        assert first == again == later == {"type": "accepted", "id": "shot", "n": 1}
    with server.sit(game, "red") as red:
        assert red.command(FIRE, n=0, id="shot")["n"] == 1
        assert red.n == 1


def test_a_refused_request_sent_again_is_refused_again(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        first = red.command({"attack": {"unit": "r1", "target": "r2"}}, n=0, id="x")
        red.do(FIRE)
        again = red.command({"attack": {"unit": "r1", "target": "r2"}}, n=0, id="x")
        assert (first["code"], again["code"]) == ("not_a_target", "not_a_target")


def test_a_stale_stamp_is_refused(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        red.do(FIRE)
        for stamp in (0, 2, 99):
            answer = red.command({"attack": {"unit": "r2", "target": "b1"}}, n=stamp)
            assert (answer["type"], answer["code"], answer["n"]) == ("refused", "stale", 1)


def test_of_many_commands_at_once_exactly_one_counts(server: Server) -> None:
    game = server.duel(mode="hotseat")
    clients = [server.sit(game, "both") for _ in range(6)]
    answers: list[dict[str, object]] = []
    ready = threading.Barrier(len(clients))

    def fire(client: Client, number: int) -> None:
        ready.wait()
        answers.append(client.command(FIRE, n=0, id=f"shot {number}"))

    threads = [threading.Thread(target=fire, args=(client, n)) for n, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(str(answer["type"]) for answer in answers) == ["accepted"] + ["refused"] * 5
    assert {answer.get("code") for answer in answers} == {None, "stale"}
    for client in clients:
        client.until(lambda client=client: client.n == 1)
        assert [batch["n"] for batch in client.batches] == [0, 1]
        client.close()


def test_seats_command_their_own_side_only(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "blue") as blue, server.sit(game, "spectator") as crowd:
        for command in (FIRE, {"end_phase": {}}, {"resign": {"side": "red"}}, {"pass": {"unit": "r1"}}):
            assert blue.command(command)["code"] == "not_your_seat"
            assert crowd.command(command)["code"] == "watching"
        assert crowd.ask("offer_draw")["code"] == "watching"
        assert crowd.ask("resign", n=0)["code"] == "watching"


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"fly": {}},
        {"move": {"unit": "r1", "speed": 3}},
        {"move": {"unit": "r1", "path": [[1, 1]] * 101}},
        {"move": {"unit": "r1", "path": [[1e300, 1]]}},
        {"attack": {"unit": 7.5, "target": []}},
        {"move": {"unit": "r1"}, "pass": {"unit": "r1"}},
        {"decide": {"side": "red"}},
    ],
)
def test_a_command_that_is_none_is_malformed(server: Server, command: object) -> None:
    with server.sit(server.duel(), "red") as red:
        assert red.command(command)["code"] == "malformed"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        '{"type": "command"}',
        '{"type": "nothing", "id": "1"}',
        '{"type": "command", "id": "1", "n": -1, "command": {}}',
        '{"type": "command", "id": "1", "n": 0, "command": {}, "more": 1}',
        '{"type": "chat", "id": "1", "text": "   "}',
        '{"type": "ping", "id": "' + "x" * 65 + '"}',
        '{"type": "measure", "id": "1", "from": "r1", "to": 5}',
        "[" * 10_000,
        '{"type": "hello", "token": "x"}',
    ],
)
def test_nonsense_is_an_error_and_the_line_stands(server: Server, text: str) -> None:
    with server.sit(server.duel(), "red") as red:
        red.send(text)
        assert red.wait("error")["code"] == "malformed"
        assert red.ask("ping")["type"] == "pong"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"type": "hello", "token": "x" * 43}, 4401),
        ({"type": "hello", "token": "short"}, 4401),
        ({"type": "ping", "id": "1"}, 4400),
        ("nonsense", 4400),
    ],
)
def test_without_a_proper_hello_the_line_is_cut(server: Server, first: object, code: int) -> None:
    with server.sit(server.duel(), "red") as red:
        with dial(server.port) as socket:
            socket.send(json.dumps(first))
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
        assert red.ask("ping")["type"] == "pong"


def test_a_lost_line_loses_nothing(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "blue") as blue:
        seen = blue.n
    with server.sit(game, "red") as red:
        red.do(FIRE)
        red.do({"attack": {"unit": "r2", "target": "b1"}})
        red.do({"end_phase": {}})
        told = red.batches[1:]
    with server.sit(game, "blue", last_seen=seen) as blue:
        assert blue.welcome["batches"] == told
        assert blue.n == 3
    with server.sit(game, "blue", last_seen=3) as blue:
        assert blue.welcome["batches"] == []
    with server.sit(game, "blue") as blue:
        assert blue.ask("history", **{"from": 1, "to": 2})["history"]["batches"] == told[:2]
        assert blue.ask("history")["history"]["batches"] == blue.welcome["batches"]


def test_questions_are_answered(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red") as red:
        preview = red.ask("preview", attack={"unit": "r1", "target": "b1", "overheat": 1})
        found = preview["preview"]
        assert found["legal"]
        assert found["target_number"] == sum(part["value"] for part in found["modifiers"])
        assert 0 < found["hit_probability"] < 1
        assert found["outcomes"]["destroyed"] >= 0
        assert found["sight"]["status"] == "clear"
        assert found["sight"]["from"] == [18.0, 10.0]
        assert preview["rules"]["AS-COM-034"]["page"] == 42
        illegal = red.ask("preview", attack={"unit": "r1", "target": "r2"})["preview"]
        assert (illegal["legal"], illegal["reason"]["code"]) == (False, "not_a_target")
        move = red.ask("preview", move={"unit": "r1", "path": [[18, 13]]})["preview"]
        assert (move["legal"], move["cost"], move["allowance"]) == (True, 3.0, 8.0)
        measured = red.ask("measure", **{"from": "r1", "to": "b1"})["measure"]
        assert (measured["line_of_sight"], measured["in_arc"]) == ("clear", True)
        point = red.ask("measure", **{"from": "r1", "to": {"point": [18, 20]}})["measure"]
        assert point["distance"] < measured["distance"]
        through = red.ask("measure", **{"from": "r2", "to": {"point": [2, 22]}})["measure"]
        assert through["sight"]["crossings"][0]["feature"] == "wood1"
        reach = red.ask("reach", unit="r2", mode="jump")["reach"]
        assert reach["allowance"] == 12.0
        assert all(cost <= 12.0 for _, _, cost in reach["places"])
        assert len(reach["places"]) > 100
        way = red.ask("route", unit="r1", to=[20.3, 14.6], facing=90)["route"]
        assert way["move"]["path"][-1] == [20.3, 14.6]
        assert way["preview"]["legal"]
        assert red.ask("preview", move=way["move"])["preview"] == way["preview"]
        too_far = red.ask("route", unit="r1", to=[35, 35])["route"]
        assert too_far["move"] is None
        assert too_far["preview"]["reason"]["message"]
        targets = red.ask("targets", unit="r1", said={"overheat": 1})["targets"]
        assert [(choice["name"], choice["most"]) for choice in targets["general"]] == [("overheat", 1)]
        assert targets["attacks"][0]["attack"] == {"unit": "r1", "target": "b1", "overheat": 1}
        assert targets["attacks"][0]["target_number"] == found["target_number"]
        behind = red.ask("targets", unit="b1")["targets"]
        assert {attack["target"] for attack in behind["attacks"]} | set(behind["refusals"]) == {"r1", "r2"}


def test_questions_that_make_no_sense_are_refused(server: Server) -> None:
    with server.sit(server.duel(), "red") as red:
        nobody = red.ask("reach", unit="nobody")
        assert (nobody["code"], nobody["rule"]) == ("unknown_unit", None)
        for question in ({"type": "reach"}, {"type": "route", "to": [1, 1]}):
            warp = red.ask(question.pop("type"), unit="r1", mode="warp", **question)
            assert (warp["code"], warp["rule"]) == ("unknown_mode", "AS-MOV-049")
        far = red.ask("measure", **{"from": "r1", "to": {"point": [1e300, 0]}})
        assert far["message"].endswith("it must be 1,000,000,000 at most")
        assert red.ask("chat", text="")["message"] == "chat.text: a text here has at least 1 characters"
        assert "'preview'" in red.ask("nonsense")["message"]
        assert red.ask("measure", **{"from": "r1", "to": "nobody"})["code"] == "unknown_unit"
        assert red.ask("measure", **{"from": "r1", "to": {"point": ["a", 2]}})["code"] == "malformed"
        assert red.ask("preview")["code"] == "malformed"
        assert red.ask("preview", attack={"unit": "r1"})["code"] == "malformed"
        assert red.ask("position", n=1)["code"] == "no_such_position"


def test_looking_back_shows_the_table_as_it_was(server: Server) -> None:
    game = server.duel(mode="hotseat")
    with server.sit(game, "both") as players:
        views = {0: players.view}
        for _ in range(30):
            players.do(lazy(players.view, players.view["to_act"]))
            views[players.n] = players.view
        for n in (0, 1, 17, 25, 26, 30):
            past = players.ask("position", n=n)["position"]["view"]
            for key in ("turn", "phase", "to_act"):
                assert past[key] == views[n][key]
            assert {name: unit["at"] for name, unit in past["units"].items()} == {
                name: unit["at"] for name, unit in views[n]["units"].items()
            }


def test_chat_reaches_everybody_and_is_kept(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red", name="Ada") as red, server.sit(game, "spectator") as crowd:
        said = red.ask("chat", text="  Good luck! ☺ ")
        heard = crowd.wait("chat")
        assert heard["id"] is None
        assert heard["message"] == said["message"]
        assert (said["message"]["seat"], said["message"]["name"]) == ("red", "Ada")
        assert said["message"]["text"] == "Good luck! ☺"
        assert crowd.ask("chat", text="Cheers")["message"]["n"] == 2
    with server.sit(game, "blue") as blue:
        assert [remark["text"] for remark in blue.welcome["chat"]] == ["Good luck! ☺", "Cheers"]


def test_presence_says_who_is_there(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red", name="Ada") as red:
        with server.sit(game, "blue", name="Bo"):
            red.until(lambda: len(red.heard[-1].get("presence", ())) == 2)
        red.until(lambda: red.heard[-1].get("presence") == [{"seat": "red", "name": "Ada", "connected": 1}])


def test_a_draw_needs_both(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue:
        assert blue.ask("accept_draw")["code"] == "no_offer"
        assert red.ask("offer_draw")["why"] == "offered"
        assert blue.wait("draw")["side"] == "red"
        assert red.ask("accept_draw")["code"] == "no_offer"
        assert blue.ask("decline_draw")["why"] == "declined"
        assert blue.ask("offer_draw")["side"] == "blue"
        red.do(FIRE)
        assert red.wait("draw")["why"] in ("declined", "offered", "lapsed")
        assert blue.ask("offer_draw")["why"] == "offered"
        assert red.ask("accept_draw")["why"] == "agreed"
        red.until(lambda: red.view["outcome"] is not None)
        outcome = {"winner": None, "reason": "both sides have agreed to a draw", "rule": None}
        assert red.view["outcome"] == outcome
        assert red.view["guide"]["do"] == "over"
        assert red.command({"end_phase": {}})["code"] == "battle_over"
        assert red.ask("offer_draw")["code"] == "battle_over"
    summary = server.http.get(f"/api/games/{game['game']}").json()
    assert (summary["over"], summary["outcome"], summary["to_act"]) == (True, outcome, None)
    with server.sit(game, "blue") as blue:
        assert blue.view["outcome"] == outcome


def test_an_offer_lapses_when_the_other_side_plays_on(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue:
        blue.ask("offer_draw")
        red.do(FIRE)
        red.until(lambda: any(message.get("why") == "lapsed" for message in red.heard))
        assert red.ask("accept_draw")["code"] == "no_offer"


def test_resigning_ends_it(server: Server) -> None:
    game = server.duel()
    with server.sit(game, "blue") as blue:
        assert blue.ask("resign", n=0)["type"] == "accepted"
        blue.until(lambda: blue.view["outcome"] is not None)
        assert blue.view["outcome"]["winner"] == "red"
        assert blue.command({"end_phase": {}})["code"] == "battle_over"


def test_at_one_screen_one_seat_plays_both_sides(server: Server) -> None:
    game = server.duel(mode="hotseat")
    with server.sit(game, "both") as players:
        assert players.welcome["seat"] == {"seat": "both", "kind": "hotseat", "side": None}
        assert players.view["viewer"] == "red"
        assert players.view["guide"]["yours"]
        players.do({"end_phase": {}})
        assert players.view["viewer"] == "blue"
        assert players.view["guide"]["yours"]
        players.do({"attack": {"unit": "b1", "target": "r1"}})
        players.ask("resign", n=players.n, side="blue")
        players.until(lambda: players.view["outcome"] is not None)
        assert players.view["outcome"]["winner"] == "red"


def test_units_are_placed_where_the_view_says(server: Server) -> None:
    game = server.create(mode="hotseat", quick={"deploy": True, "map_seed": 1})
    with server.sit(game, "both") as players:
        assert players.view["phase"] == "deployment"
        assert players.view["guide"]["do"] == "deploy"
        x, y, width, depth = players.view["zones"][players.view["viewer"]]
        unit = players.view["ready"][0]
        assert players.view["units"][unit]["at"] is None
        outside = players.command({"deploy": {"unit": unit, "at": [24, 24]}})
        assert outside["code"] == "outside_zone"
        players.do({"deploy": {"unit": unit, "at": [x + width / 2, y + depth / 2]}})
        assert players.view["units"][unit]["at"] == [x + width / 2, y + depth / 2]
