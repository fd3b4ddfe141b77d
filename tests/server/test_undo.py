"""Taking back: what nobody has learned anything from is undone, written down, and found again after a restart."""

from __future__ import annotations

from pathlib import Path

from lancemate.server.undoing import in_force, taken_back, text_of
from server.tables import DUEL, Client, Json, Server, running
from server.test_secrets import with_lurker

MOVING = {"turn": 1, "phase": "movement", "first": "red"}
WALK = {"move": {"unit": "r1", "path": [[18, 14]]}}
HOP = {"move": {"unit": "r2", "path": [[12, 12]]}}


def two_a_side(**more: Json) -> Json:
    """So that the sides move in turns."""
    red, blue = DUEL["sides"]
    second = {"id": "b2", "unit": "STG-3R Stinger", "at": [24, 26], "facing": 180}
    return {**DUEL, "sides": [red, {**blue, "units": [*blue["units"], second]}], **more}


def moving(server: Server, mode: str) -> Json:
    return server.create(mode=mode, script=two_a_side(start=MOVING))


def undo(client: Client) -> Json:
    answer = client.ask("undo", n=client.n)
    if answer["type"] == "accepted":
        client.until(lambda: client.n >= answer["n"])
    return answer


def place(client: Client, unit: str = "r1") -> Json:
    return client.view["units"][unit]["at"]


def test_commands_that_stand() -> None:
    commands = ["a", "b", text_of(1), "c", "d", text_of(2), "e"]
    assert [commands[at] for at in in_force(commands)] == ["a", "e"]
    assert [taken_back(text) for text in commands] == [0, 0, 1, 0, 0, 2, 0]


def test_at_one_screen_the_last_move_is_taken_back(server: Server) -> None:
    game = moving(server, "hotseat")
    with server.sit(game, "both") as players, server.sit(game, "spectator") as crowd:
        assert players.view["undo"] is None
        assert undo(players)["code"] == "nothing_to_undo"
        before = players.view
        players.do(WALK)
        assert place(players) == [18.0, 14.0]
        assert players.view["undo"] == {"unit": "r1", "count": 1, "ask": False}
        assert undo(players)["n"] == 2
        assert {**players.view, "n": 0} == before
        assert players.batches[-1]["takes_back"] == [1]
        assert players.batches[-1]["lines"][0]["text"] == "Red takes back its last order."
        crowd.until(lambda: crowd.n == 2)
        assert place(crowd) == [18.0, 10.0]
        assert crowd.view["undo"] is None
        assert crowd.ask("undo", n=2)["code"] == "watching"
        players.do(HOP)
        assert (players.n, place(players), place(players, "r2")) == (3, [18.0, 10.0], [12.0, 12.0])


def test_several_moves_are_taken_back_one_after_the_other(server: Server) -> None:
    with server.sit(moving(server, "hotseat"), "both") as players:
        players.do(WALK)
        players.do({"move": {"unit": "b1", "path": [[18, 22]]}})
        assert undo(players)["type"] == "accepted"
        assert (place(players), place(players, "b1")) == ([18.0, 14.0], [18.0, 24.0])
        assert undo(players)["type"] == "accepted"
        assert (place(players), players.view["to_act"]) == ([18.0, 10.0], "red")
        assert undo(players)["code"] == "nothing_to_undo"


def test_what_rolled_dice_stays(server: Server) -> None:
    with server.sit(server.duel("hotseat"), "both") as players:
        players.do({"attack": {"unit": "r1", "target": "b1"}})
        assert players.view["undo"] is None
        assert undo(players)["code"] == "nothing_to_undo"


def test_a_move_on_a_table_with_secrets_stays_whether_it_met_anybody_or_not(server: Server) -> None:
    """Else a way could be walked on trial to see whether anybody lies in it."""
    hidden = with_lurker()
    for script in (hidden, {**hidden, "sides": moving_sides()}):
        game = server.create(mode="hotseat", script={**script, "start": MOVING})
        with server.sit(game, "both") as players:
            players.do(WALK)
            assert players.view["undo"] is None
            assert undo(players)["code"] == "secrets"


def moving_sides() -> Json:
    return [
        {**side, "units": [one for one in side["units"] if one["id"] != "lurker"]} for side in with_lurker()["sides"]
    ]


def test_online_the_other_player_is_asked(server: Server) -> None:
    game = moving(server, "friend")
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue, server.sit(game, "spectator") as crowd:
        assert blue.ask("allow_undo")["code"] == "no_offer"
        red.do(WALK)
        blue.until(lambda: blue.n == 1)
        assert red.view["undo"] == {"unit": "r1", "count": 1, "ask": True}
        assert (blue.view["undo"], crowd.view["undo"]) == (None, None)
        assert undo(red)["why"] == "asked"
        assert blue.wait("undo")["side"] == "red"
        assert place(blue) == [18.0, 14.0]
        assert red.ask("allow_undo")["code"] == "no_offer"
        assert crowd.ask("allow_undo")["code"] == "no_offer"
        assert blue.ask("decline_undo")["why"] == "declined"
        assert blue.ask("allow_undo")["code"] == "no_offer"
        undo(red)
        assert blue.ask("allow_undo")["type"] == "accepted"
        red.until(lambda: red.n == 2)
        assert place(red) == [18.0, 10.0]


def test_a_wish_lapses_when_somebody_plays_on(server: Server) -> None:
    game = moving(server, "friend")
    with server.sit(game, "red") as red, server.sit(game, "blue") as blue:
        red.do(WALK)
        undo(red)
        blue.until(lambda: blue.n == 1)
        blue.do({"move": {"unit": "b1", "path": [[18, 22]]}})
        assert blue.ask("allow_undo")["code"] == "no_offer"
        red.until(lambda: red.n == 2)
        assert red.view["undo"] == {"unit": "r1", "count": 2, "ask": True}


def test_against_a_bot_its_answer_goes_with_the_move(server: Server) -> None:
    game = moving(server, "bot")
    with server.sit(game, "red") as red:
        red.do(WALK)
        red.until(lambda: red.n >= 2 and red.view["to_act"] == "red")
        assert red.view["undo"] == {"unit": "r1", "count": 2, "ask": False}
        red.batches.clear()
        undo(red)
        assert red.batches[-1]["takes_back"] == [1, 2]
        assert (place(red), place(red, "b1"), place(red, "b2")) == ([18.0, 10.0], [18.0, 24.0], [24.0, 26.0])
        red.do(HOP)
        red.until(lambda: red.n >= 5 and red.view["to_act"] == "red")


def test_it_is_kept_on_the_disk_and_out_of_saves(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game = moving(server, "hotseat")
        with server.sit(game, "both") as players:
            players.do(WALK)
            undo(players)
            players.do(HOP)
            spots = [players.ask("position", n=n)["position"]["view"]["units"]["r1"]["at"] for n in range(4)]
            assert spots == [[18.0, 10.0], [18.0, 14.0], [18.0, 10.0], [18.0, 10.0]]
            view = players.view
    with running(tmp_path) as server, server.sit(game, "both") as players:
        assert players.view == view
        assert [batch.get("takes_back") for batch in players.batches] == [None, None, [1], None]
        assert players.view["undo"] == {"unit": "r2", "count": 1, "ask": False}
        token = game["seats"][0]["token"]
        save = server.http.get(f"/api/games/{game['game']}/save", headers={"Authorization": f"Bearer {token}"}).json()
        assert [list(command) for command in save["commands"]] == [["move"]]
        undo(players)
        assert place(players, "r2") == [12.0, 8.0]
        before = players.n
        assert players.ask("undo", id="again", n=before)["code"] == "nothing_to_undo"


def test_going_back_behind_a_position_that_is_kept(server: Server) -> None:
    """Positions to look back from are kept every 25 commands; taking back goes behind one of them."""
    with server.sit(moving(server, "hotseat"), "both") as players:
        for _ in range(12):
            players.do(WALK)
            undo(players)
        players.do(WALK)
        players.do({"move": {"unit": "b1", "path": [[18, 22]]}})
        assert players.ask("position", n=players.n)["position"]["view"]["units"]["b1"]["at"] == [18.0, 22.0]
        undo(players)
        undo(players)
        assert players.ask("measure", **{"from": "r1", "to": "b1"})["measure"]["distance"] > 12.0
        assert players.ask("position", n=26)["position"]["view"]["units"]["b1"]["at"] == [18.0, 22.0]
