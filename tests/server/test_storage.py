"""Games on disk: written together, conflicts found out, read back as they were."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa

from lancemate.kernel.errors import LancemateError
from lancemate.server.records import Entry, GameRecord, Remark, Seat
from lancemate.server.rows import about
from lancemate.server.storage import Conflict, Store
from server.tables import Server, database, lazy, running, wait_until

GAME = GameRecord("g1", "friend", "A title ☺", "{}", (("red", "you"), ("blue", "friend")), 1.0)


def entry(n: int, request: str | None = None) -> Entry:
    return Entry("g1", n, '{"*": 1}', "{}", 2.0, f"command {n}" if n else None, "red" if n else None, request)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        seat = Seat("hash", "g1", "red", "player", "red")
        await store.create(GAME, [seat], [entry(0)])
        await asyncio.gather(*(store.append(entry(n, f"c{n}")) for n in range(1, 50)))
        assert await store.game("g1") == GAME
        assert await store.game("g2") is None
        assert await store.seat("hash") == seat
        assert await store.seat("other") is None
        assert await store.story("g1", 3, 5) == [entry(n, f"c{n}") for n in (3, 4, 5)]
        assert [one.n for one in await store.story("g1")] == list(range(50))
        assert await store.last_heard("g1") == (49, entry(49, "c49"))
        for n in (1, 2, 3):
            await store.remark(Remark("g1", n, "red", "Ada", f"said {n}", 3.0))
        assert [remark.text for remark in await store.remarks("g1", 2)] == ["said 2", "said 3"]
        await store.settle("g1", "first")
        await store.settle("g1", "second")
        settled = await store.game("g1")
        assert settled is not None
        assert settled.result == "first"

    store = Store(database(tmp_path))
    asyncio.run(scenario(store))
    store.close()


def test_of_two_entries_for_one_place_only_one_is_kept(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await store.create(GAME, [Seat("hash", "g1", "red", "player", "red")], [entry(0)])
        both = await asyncio.gather(
            store.append(entry(1, "mine")), store.append(entry(1, "yours")), return_exceptions=True
        )
        assert sorted(type(one).__name__ for one in both) == ["Conflict", "NoneType"]
        with pytest.raises(Conflict):
            await store.append(entry(2, "mine"))
        await store.append(entry(2, "other"))
        assert [one.n for one in await store.story("g1")] == [0, 1, 2]

    store = Store(database(tmp_path))
    asyncio.run(scenario(store))
    store.close()


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    store = Store(database(tmp_path))
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
    store.close()


@pytest.mark.parametrize("url", ["nonsense", "sqlite://", "sqlite:///:memory:", "oracle://me:secret@here/x"])
def test_a_database_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(LancemateError) as refused:
        Store(url)
    assert "secret" not in refused.value.message


def test_a_database_of_another_format_is_refused(tmp_path: Path) -> None:
    store = Store(database(tmp_path))
    with store.engine.begin() as connection:
        connection.execute(about.update().values(schema=99))
    store.close()
    with pytest.raises(LancemateError, match="format 99"):
        Store(database(tmp_path))


def test_a_game_nobody_looks_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    with running(tmp_path, idle_seconds=0.1) as server:
        game = server.duel("hotseat")
        with server.sit(game, "both") as players:
            for _ in range(10):
                players.do(lazy(players.view, players.view["viewer"]))
            before = players.view
            assert server.http.get("/api/health").json()["games"] == 1
        wait_until(lambda: server.http.get("/api/health").json()["games"] == 0)
        with server.sit(game, "both") as players:
            assert players.view == before
            assert players.command({"end_phase": {}}, n=0, id="old")["code"] == "stale"
            players.do(lazy(players.view, players.view["viewer"]))


def test_a_game_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game = server.duel("hotseat")
        with server.sit(game, "both") as players:
            for number in range(6):
                answer = players.command(lazy(players.view, players.view["viewer"]), id=f"c{number}")
                players.until(lambda answer=answer: players.n == answer["n"])
            before, batches = players.view, players.batches
    with running(tmp_path) as server, server.sit(game, "both") as players:
        assert players.view == before
        assert players.batches == batches
        assert players.command({"end_phase": {}}, n=3, id="c3") == {"type": "accepted", "id": "c3", "n": 4}


def test_two_servers_on_one_database_still_have_one_result(tmp_path: Path) -> None:
    with running(tmp_path) as one, running(tmp_path) as other:
        game = one.duel("hotseat")
        with one.sit(game, "both") as here, other.sit(game, "both") as there:
            fire = {"attack": {"unit": "r1", "target": "b1"}}
            assert here.command(fire, n=0)["type"] == "accepted"
            late = there.command(fire, n=0)
            assert (late["type"], late["code"], late["n"]) == ("refused", "stale", 1)


def test_a_game_that_cannot_be_played_again_is_not_opened(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game = server.duel("hotseat")
    connection = sqlite3.connect(tmp_path / "games.sqlite3")
    connection.execute("UPDATE games SET beginning = replace(beginning, 'Marauder', 'x')")
    connection.execute("UPDATE games SET beginning = '{}'")
    connection.commit()
    connection.close()
    with running(tmp_path) as server:
        _cannot_sit(server, game)
        token = game["seats"][0]["token"]
        answer = server.http.get(f"/api/games/{game['game']}/save", headers={"Authorization": f"Bearer {token}"})
        assert answer.json()["error"]["code"] == "unreadable"


def _cannot_sit(server: Server, game: dict[str, object]) -> None:
    from websockets.exceptions import ConnectionClosed

    with pytest.raises(ConnectionClosed) as closed:
        server.sit(game, "both")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4409
