"""A database that an older version has written: it is opened, its tables are completed, and its games go on.

`old/format-1.sql` was written by the version of 16 November 2026 (90c3b8f1), before there were agreements, talks,
clocks, maps, companions, or several servers: one game of two people at one screen, six commands old.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from lancemate.kernel.errors import LancemateError
from lancemate.server.backup import back_up, restore
from lancemate.server.rows import metadata
from lancemate.server.storage import Store
from server.postgres import url as url
from server.tables import Client, Server, database, lazy, running

OLD = Path(__file__).with_name("old") / "format-1.sql"
TOKEN = "rJrjnN1mkZCKe-AqfdVH9jb4xYsoz9ZFlQB5t6vIdYE"  # of its seat


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as line:
        line.executescript(OLD.read_text(encoding="utf-8"))
    return tmp_path


def goes_on(server: Server) -> None:
    with Client(server.port, TOKEN) as players:
        view = players.view
        assert (players.n, view["turn"], view["phase"], view["to_act"]) == (6, 2, "combat", "blue")
        assert {name: unit["armor"] for name, unit in view["units"].items()} == {"r1": 6, "r2": 2, "b1": 5}
        assert [batch["n"] for batch in players.batches] == list(range(7))
        assert players.welcome["chat"][0]["text"] == "Good luck ☺"
        assert players.command({"end_phase": {}}, n=5, id="c5") == {"type": "accepted", "id": "c5", "n": 6}
        for _ in range(3):
            players.do(lazy(players.view, players.view["viewer"]))


def test_its_games_go_on(folder: Path) -> None:
    with running(folder) as server:
        engine = sa.create_engine(database(folder))
        assert set(metadata.tables) <= set(sa.inspect(engine).get_table_names())
        engine.dispose()
        goes_on(server)


def test_it_goes_over_to_postgresql(folder: Path, url: str) -> None:
    back_up(database(folder), folder / "copy.sqlite3")
    restore(folder / "copy.sqlite3", url)
    server = Server(url)
    goes_on(server)
    server.stop()


def test_one_of_a_later_version_is_left_alone(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "games.sqlite3")) as line:
        line.execute("UPDATE about SET schema = 2")
        line.commit()
    with pytest.raises(LancemateError, match="is of format 2; this version reads format 1"):
        Store(database(folder))
