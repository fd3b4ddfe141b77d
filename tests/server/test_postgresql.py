"""The same games in PostgreSQL. Starts a server of its own; `make test` installs the programs if need be."""

from __future__ import annotations

from server.postgres import url as url
from server.tables import Server, lazy
from server.test_lobby import agreed, guest, host


def test_a_game_is_played_kept_and_opened_again(url: str) -> None:
    server = Server(url)
    game = server.duel("hotseat")
    with server.sit(game, "both") as players:
        for number in range(8):
            answer = players.command(lazy(players.view, players.view["viewer"]), id=f"c{number}")
            players.until(lambda answer=answer: players.n == answer["n"])
        players.ask("chat", text="Well played ☺")
        before = players.view
    server.stop()
    server = Server(url)
    with server.sit(game, "both") as players:
        assert players.view == before
        assert players.welcome["chat"][0]["text"] == "Well played ☺"
        assert players.command({"end_phase": {}}, n=0, id="c3") == {"type": "accepted", "id": "c3", "n": 4}
    server.stop()


def test_two_servers_on_one_database_have_one_result(url: str) -> None:
    one, other = Server(url), Server(url)
    game = one.duel("hotseat")
    with one.sit(game, "both") as here, other.sit(game, "both") as there:
        fire = {"attack": {"unit": "r1", "target": "b1"}}
        assert here.command(fire, n=0)["type"] == "accepted"
        assert there.command(fire, n=0)["code"] == "stale"
    one.stop()
    other.stop()


def test_table_talk_and_a_clock(url: str) -> None:
    server = Server(url)
    ada, bob, game = agreed(server, watched=True, points=1000, clock={"kind": "side", "seconds": 500, "at_end": "lose"})
    waiting = host(server, "Cleo", listed=True)
    server.stop()
    server = Server(url)
    ada.server = bob.server = waiting.server = server
    lobby = server.http.get("/api/lobby").json()
    assert [table["game"] for table in lobby["watch"]] == [game]
    assert [table["host"] for table in lobby["open"]] == ["Cleo"]
    guest(waiting)
    held = [one.mine() for one in (ada, bob)]
    assert [one["yours"] for one in held].count(True) == 1
    with ada.sit() as player:
        assert 0 < min(player.welcome["clock"]["left"].values()) <= 500
    again = server.http.post(f"/api/games/{game}/rematch", json={}, headers=bob.key).json()
    assert server.http.post(f"/api/games/{game}/rematch", json={}, headers=ada.key).json()["talk"] == again["talk"]
    server.stop()
