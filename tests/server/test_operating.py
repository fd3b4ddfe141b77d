"""What an operator has: numbers, a log for programs, limits of one's own, and an end that loses nobody."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.server.logs import AsJson
from lancemate.server.metrics import shown_at
from lancemate.server.settings import AT_HOME, Limits, limits_of
from server.tables import Client, database, running


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def numbers(port: int) -> dict[str, float]:
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False, timeout=60).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_what_happens_is_counted(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, metrics_port=port) as server:
        game = server.duel("hotseat")
        before = numbers(port)
        with server.sit(game, "both") as players:
            players.do({"end_phase": {}})
            assert players.command({"end_phase": {}}, n=0)["code"] == "stale"
            after = numbers(port)
        grown = {name: after[name] - before.get(name, 0.0) for name in after}
        assert grown['lancemate_commands_total{answer="accepted",by="people"}'] == 1
        assert grown['lancemate_commands_total{answer="stale",by="people"}'] == 1
        assert grown["lancemate_command_seconds_count"] == 2
        assert grown["lancemate_commit_seconds_count"] >= 1
        assert (after["lancemate_games"], after["lancemate_sockets"], after["lancemate_servers"]) == (1, 1, 1)
        everything = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        assert game["game"] not in everything
        assert server.http.get("/metrics").status_code == 404, "guests see none of it"
    with pytest.raises(httpx.ConnectError):
        numbers(port)


def test_a_port_for_numbers_that_is_taken_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with pytest.raises(LancemateError, match=f"Port {taken} for --metrics"), shown_at(taken, None):  # type: ignore[arg-type]
            pass


def test_a_line_of_the_log_is_json() -> None:
    record = logging.makeLogRecord({"name": "x", "levelname": "WARNING", "msg": "game %s is gone", "args": ("a\nb",)})
    text = AsJson().format(record)
    assert "\n" not in text
    told = json.loads(text)
    assert (told["event"], told["values"], told["level"]) == ("game %s is gone", ["a\nb"], "warning")
    assert told["message"] == "game a\nb is gone"


def test_limits_are_set_one_by_one() -> None:
    assert limits_of({"games_per_day": 7, "hello_seconds": 2.5}, AT_HOME).games_per_day == 7
    assert limits_of({}, AT_HOME) == AT_HOME
    for wrong, told in (
        ({"games_a_day": 7}, "did you mean games_per_day"),
        ({"games_per_day": 0}, "games_per_day"),
        ({"games_per_day": 1.5}, "games_per_day"),
        ([1], "no limits"),
    ):
        with pytest.raises(InputError, match=told) as refused:
            limits_of(wrong, Limits())  # type: ignore[arg-type]
        assert refused.value.key is None or refused.value.key in ("games_a_day", "games_per_day")


def test_limits_from_a_file_hold(tmp_path: Path) -> None:
    file = tmp_path / "limits.yaml"
    file.write_text("games_per_day: 1\n")
    words = ["play", "--no-browser", "--port", "0", "--thinkers", "0", "--database", database(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "lancemate.cli.main", *words, "--limits", str(file)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        opened = [
            httpx.post(f"{address}api/games", json={"mode": "hotseat", "quick": {}}, trust_env=False, timeout=120)
            for _ in range(2)
        ]
        process.terminate()
    assert [answer.status_code for answer in opened] == [201, 429]


def test_whoever_is_there_when_a_server_stops_is_told_to_connect_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game = server.duel("hotseat")
        players = server.sit(game, "both")
        players.do({"end_phase": {}})
        token = game["seats"][0]["token"]
    with pytest.raises(ConnectionClosed) as closed:
        players.wait("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    with running(tmp_path) as server, Client(server.port, token) as players:
        assert players.n == 1
