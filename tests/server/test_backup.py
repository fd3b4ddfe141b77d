"""Backups: whole, of one moment, while the server goes on; and back into either kind of database."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from lancemate.kernel.errors import LancemateError
from lancemate.server.backup import back_up, look_through, restore
from server.postgres import url as url
from server.tables import Client, Json, Server, database, lazy, running


def play(server: Server, game: Json, turns: int) -> Json:
    with server.sit(game, "both") as players:
        for _ in range(turns):
            players.do(lazy(players.view, players.view["viewer"]))
        players.ask("chat", text="Kept ☺")
        return players.view


@pytest.fixture
def other(url: str) -> str:
    """An empty database beside the first."""
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("DROP DATABASE IF EXISTS other WITH (FORCE)")
        line.execute("CREATE DATABASE other")
    return url.replace("/postgres", "/other")


def same_game(server: Server, game: Json, view: Json) -> None:
    with Client(server.port, game["seats"][0]["token"]) as players:
        assert players.view == view
        assert players.welcome["chat"][0]["text"] == "Kept ☺"
        players.do(lazy(players.view, players.view["viewer"]))


def test_from_sqlite_to_postgresql_and_back(tmp_path: Path, other: str) -> None:
    with running(tmp_path) as server:
        game = server.duel("hotseat")
        view = play(server, game, 5)
        copied = back_up(database(tmp_path), tmp_path / "copy.sqlite3")  # while it goes on
    assert copied.rows["games"] == 1
    assert copied.rows["entries"] == 6
    assert restore(tmp_path / "copy.sqlite3", other) == copied
    server = Server(other)
    same_game(server, game, view)
    view = play(server, game, 2)
    again = back_up(other, tmp_path / "second.sqlite3")
    server.stop()
    assert again.rows["entries"] == 9
    third = f"sqlite:///{tmp_path / 'third.sqlite3'}"
    restore(tmp_path / "second.sqlite3", third)
    server = Server(third)
    with Client(server.port, game["seats"][0]["token"]) as players:
        assert players.view == view
    server.stop()


def test_a_copy_is_of_one_moment_while_everybody_plays(tmp_path: Path, url: str) -> None:
    server = Server(url)
    games = [server.duel("hotseat") for _ in range(4)]
    stop = threading.Event()

    def on(game: Json) -> None:
        with server.sit(game, "both") as players:
            while not stop.is_set() and players.view["outcome"] is None:
                players.do(lazy(players.view, players.view["viewer"]))

    threads = [threading.Thread(target=on, args=(game,)) for game in games]
    for thread in threads:
        thread.start()
    copies = [back_up(url, tmp_path / f"{number}.sqlite3") for number in range(5)]
    stop.set()
    for thread in threads:
        thread.join()
    server.stop()
    counts = [copy.rows["entries"] for copy in copies]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1], "they went on meanwhile"
    for number, copy in enumerate(copies):
        assert look_through(tmp_path / f"{number}.sqlite3") == copy


def test_a_copy_goes_into_an_empty_database_only(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.duel("hotseat")
    back_up(database(tmp_path), tmp_path / "copy.sqlite3")
    with pytest.raises(LancemateError, match="empty one"):
        restore(tmp_path / "copy.sqlite3", database(tmp_path))
    with pytest.raises(LancemateError, match="already; nothing was written"):
        back_up(database(tmp_path), tmp_path / "copy.sqlite3")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("DELETE FROM entries WHERE n = 1", "commands of game .* are missing"),
        ("PRAGMA foreign_keys=OFF; DELETE FROM games", "damaged"),
        ("UPDATE about SET schema = 99", "of format 99"),
        ("DROP TABLE entries", "no copy of games"),
    ],
)
def test_a_copy_that_is_not_whole_is_refused(tmp_path: Path, harm: str, told: str) -> None:
    with running(tmp_path) as server:
        play(server, server.duel("hotseat"), 3)
    file = tmp_path / "copy.sqlite3"
    back_up(database(tmp_path), file)
    with closing(sqlite3.connect(file)) as line:
        line.executescript(harm)
    with pytest.raises(LancemateError, match=told):
        restore(file, f"sqlite:///{tmp_path / 'new.sqlite3'}")
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(LancemateError, match="no copy of games"):
        look_through(file)


def test_the_commands(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        play(server, server.duel("hotseat"), 3)
    file = tmp_path / "copy.sqlite3"

    def told(*words: str, status: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "lancemate.cli.main", *words], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == status, done.stderr
        return " ".join((done.stdout or done.stderr).split())

    assert told("backup", str(file), "--database", database(tmp_path)).startswith("1 games with 3 commands are in")
    new = f"sqlite:///{tmp_path / 'new' / 'games.sqlite3'}"
    assert told("restore", str(file), "--database", new) == "1 games with 3 commands are back."
    assert "goes into an empty one" in told("restore", str(file), "--database", new, status=2)
    assert "There are no games at" in told("backup", str(tmp_path / "x"), "--database", f"{new}x", status=2)
