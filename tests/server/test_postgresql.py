"""The same games in PostgreSQL. Starts a server of its own; `make test` installs the programs if need be."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.tables import Server, lazy, wait_until


def program(name: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)]))
    assert found is not None, "PostgreSQL is not installed: apt install postgresql"
    return found


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    initdb, postgres = program("initdb"), program("postgres")
    # PostgreSQL does not run as root: another user has to own its files.
    prefix = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="lancemate-pg-"))
    if prefix:
        shutil.chown(folder, "nobody")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"
    subprocess.run(
        [*prefix, initdb, "-D", data, "-U", "lancemate", "--auth=trust"], check=True, capture_output=True, cwd=folder
    )
    words = ["-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    with subprocess.Popen([*prefix, postgres, *words], stderr=subprocess.DEVNULL, cwd=folder) as process:
        try:
            wait_until(lambda: _listens(port))
            yield f"postgresql://lancemate@127.0.0.1:{port}/postgres"
        finally:
            process.terminate()
            process.wait()
            shutil.rmtree(folder)


def _listens(port: int) -> bool:
    import psycopg

    try:
        psycopg.connect(f"postgresql://lancemate@127.0.0.1:{port}/postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


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
