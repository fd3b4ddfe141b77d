"""A database that is gone for a while, slow, full, or whose answers get lost: all goes on by itself after that."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from lancemate.kernel.errors import LancemateError
from lancemate.server.rows import entries, games
from lancemate.server.storage import Store
from server.postgres import Line
from server.postgres import url as url
from server.tables import DUEL, Client, Server, database, dial, lazy, running, wait_until


@pytest.fixture
def line(url: str) -> Iterator[Line]:
    one = Line(int(url.rsplit(":", 1)[1].split("/")[0]))
    yield one
    one.close()


@pytest.fixture
def shop(line: Line) -> Iterator[Server]:
    server = Server(line.url())
    yield server
    line.mend()
    server.stop()


def rows(url: str, game: str) -> list[int]:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = connection.execute(sa.select(entries.c.n).where(entries.c.game == game).order_by(entries.c.n)).scalars()
        numbers = list(found)
    engine.dispose()
    return numbers


def test_a_commit_whose_answer_is_lost_reaches_the_table_once_and_the_bot_goes_on(
    url: str, line: Line, shop: Server
) -> None:
    game = shop.duel("bot")
    with shop.sit(game, "red") as red, shop.sit(game, "spectator") as watching:
        line.lose_next_commit = True
        answer = red.command({"attack": {"unit": "r1", "target": "b1"}}, id="once")
        assert answer == {"type": "accepted", "id": "once", "n": 1}
        assert line.lost == 1
        watching.until(lambda: watching.n >= 1)
        assert [batch["n"] for batch in watching.batches][:2] == [0, 1]
        red.until(lambda: red.n >= 1)
        while not any(batch["n"] > 1 and batch["side"] == "blue" for batch in watching.batches):
            if red.view["guide"]["yours"]:
                red.do(lazy(red.view, "red"))
            watching.waiting.append(watching.receive())
    numbers = rows(url, game["game"])
    assert numbers == list(range(len(numbers)))


def test_a_bot_whose_commit_is_lost_goes_on_without_anybody_connecting_again(line: Line, shop: Server) -> None:
    game = shop.duel("bot")
    with shop.sit(game, "red") as red:
        line.spared, line.lose_next_commit = 1, True  # the first commit is red's own
        red.do({"end_phase": {}})
        red.my_turn()
        numbers = [batch["n"] for batch in red.batches]
        assert numbers == list(range(len(numbers)))
        assert line.lost == 1


def test_a_bot_game_goes_on_by_itself_after_an_outage(line: Line, shop: Server) -> None:
    game = shop.duel("bot")
    with shop.sit(game, "red") as red:
        line.cut()
        red.send({"type": "command", "id": "late", "n": 0, "command": {"end_phase": {}}})
        time.sleep(1.0)
        line.mend()
        assert red.wait("accepted", "refused", id="late")["type"] == "accepted"
        red.until(lambda: red.n >= 1)
        red.my_turn()
        assert red.n >= 2


def test_a_slow_database_loses_nothing(line: Line, shop: Server) -> None:
    line.delay = 0.05
    game = shop.duel("bot")
    with shop.sit(game, "red") as red:
        red.do({"end_phase": {}})
        red.my_turn()
        numbers = [batch["n"] for batch in red.batches]
        assert numbers == list(range(len(numbers)))


def test_hello_during_an_outage_is_told_to_come_back(line: Line, shop: Server) -> None:
    game = shop.duel("bot")
    token = game["seats"][0]["token"]
    line.cut()
    with dial(shop.port) as socket:
        socket.send(f'{{"type": "hello", "token": "{token}"}}')
        with pytest.raises(Exception, match="1013"):
            socket.recv(timeout=60)
    assert shop.http.get("/api/health").status_code == 503
    line.mend()
    wait_until(lambda: shop.http.get("/api/health").status_code == 200, 60)
    Client(shop.port, token).close()


def test_a_full_disk_does_not_make_bots_spin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[float] = []
    full = False
    plain = Store.append

    async def append(store: Store, entry: Any) -> None:
        tries.append(time.monotonic())
        if full:
            await store.write(lambda connection: connection.execute(sa.text("insert into nowhere values (1)")))
        await plain(store, entry)

    monkeypatch.setattr(Store, "append", append)
    with running(tmp_path) as server:
        game = server.create(mode="bot", script=DUEL)
        with server.sit(game, "red") as red:
            assert red.command({"end_phase": {}})["type"] == "accepted"
            full = True
            tries.clear()
            time.sleep(2.0)
            assert len(tries) <= 8
            full = False
            red.my_turn()


def test_a_file_that_somebody_else_holds_is_told_and_all_goes_on_after_that(tmp_path: Path) -> None:
    """Nobody waits for minutes: not who gave the command, nor what waits behind it for the writer."""
    with running(tmp_path) as server, ExitStack() as seats:
        clients = [seats.enter_context(server.sit(server.duel("bot"), "red")) for _ in range(3)]
        other = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for client in clients:
            client.send({"type": "command", "id": "held", "n": 0, "command": {"end_phase": {}}})
        for client in clients:
            assert client.wait("accepted", "refused", id="held")["code"] == "busy"
            assert client.ask("ping")["type"] == "pong"
        other.execute("ROLLBACK")
        other.close()
        for client in clients:
            client.do({"end_phase": {}})


def test_a_row_that_somebody_else_holds_keeps_no_other_game_waiting(url: str) -> None:
    server = Server(url)
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    try:
        held, free = server.duel("bot"), server.duel("bot")
        with server.sit(held, "red") as waits, server.sit(free, "red") as goes_on, engine.connect() as other:
            other.execute(sa.select(games).where(games.c.id == held["game"]).with_for_update())
            waits.send({"type": "command", "id": "held", "n": 0, "command": {"end_phase": {}}})
            goes_on.do({"end_phase": {}})
            assert waits.wait("accepted", "refused", id="held")["code"] == "busy"
            other.rollback()
            waits.do({"end_phase": {}})
    finally:
        engine.dispose()
        server.stop()


def test_a_database_that_is_read_only_for_a_while(url: str) -> None:
    """As after a failover to a server that only follows: what is there is shown, nothing is lost, later it goes on."""
    server = Server(url)
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")

    def read_only(on: str) -> None:
        with engine.connect() as other:
            other.execute(sa.text(f"alter database postgres set default_transaction_read_only = {on}"))
            others = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
            other.execute(
                sa.text(f"set default_transaction_read_only = off; {others} and datname = current_database()")
            )

    try:
        game = server.duel("bot")
        with server.sit(game, "red") as red:
            read_only("on")
            assert red.command({"end_phase": {}}, id="first")["code"] == "busy"
            assert red.ask("chat", text="Hello?")["code"] == "busy"
            assert server.http.get("/api/health").status_code == 503
            assert server.http.post("/api/games", json={"mode": "bot", "script": DUEL}).status_code == 503
            assert server.http.get(f"/api/games/{game['game']}").json()["n"] == 0
            with server.sit(game, "spectator") as watching:
                assert watching.n == 0
            read_only("off")
            wait_until(lambda: server.http.get("/api/health").status_code == 200, 60)
            wait_until(lambda: red.command({"end_phase": {}})["type"] == "accepted", 60)
            red.my_turn()
            assert [batch["n"] for batch in red.batches] == list(range(len(red.batches)))
    finally:
        read_only("off")
        engine.dispose()
        server.stop()


def test_nothing_else_on_a_socket_waits_for_its_own_command(tmp_path: Path) -> None:
    """While the command waits for the file, what needs no writing is answered, and a remark is told it cannot be."""
    with running(tmp_path) as server, server.sit(server.duel("bot"), "red") as red:
        other = sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        red.send({"type": "command", "id": "held", "n": 0, "command": {"end_phase": {}}})
        red.send({"type": "command", "id": "behind", "n": 0, "command": {"end_phase": {}}})
        red.send({"type": "ping", "id": "alive"})
        red.send({"type": "history", "id": "past"})
        red.send({"type": "measure", "id": "far", "from": "r1", "to": "b1"})
        red.send({"type": "preview", "id": "shot", "attack": {"unit": "r1", "target": "b1"}})
        red.send({"type": "chat", "id": "said", "text": "Is anybody there?"})
        answers = []
        while len(answers) < 7:
            answer = red.receive()
            if answer.get("id") is not None:
                answers.append((answer["id"], answer["type"], answer.get("code")))
        assert set(answers[:4]) == {
            ("alive", "pong", None),
            ("past", "answer", None),
            ("far", "answer", None),
            ("shot", "answer", None),
        }
        assert set(answers[4:]) == {(name, "refused", "busy") for name in ("said", "held", "behind")}
        assert answers.index(("held", "refused", "busy")) < answers.index(("behind", "refused", "busy"))
        other.execute("ROLLBACK")
        other.close()
        red.do({"end_phase": {}})


def test_orders_keep_their_order_and_go_on_when_the_socket_is_gone(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game = server.duel("hotseat")
        with server.sit(game, "both") as players:
            for n in range(2):
                players.send({"type": "command", "id": f"c{n}", "n": n, "command": {"end_phase": {}}})
        wait_until(lambda: server.http.get(f"/api/games/{game['game']}").json()["n"] == 2, 60)


def test_a_disk_that_cannot_be_written_to_is_noticed_at_the_start(tmp_path: Path) -> None:
    Store(database(tmp_path)).close()
    url = f"sqlite:///file:{tmp_path / 'games.sqlite3'}?mode=ro&uri=true"
    with pytest.raises(LancemateError, match="cannot be opened"):
        Store(url)
    assert not Path("file:").exists()  # nor is a folder made of the first word of the address
