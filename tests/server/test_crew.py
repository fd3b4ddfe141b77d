"""`lancemate play --workers N`: several servers on one port, who replace one another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from lancemate.server.crew import ONE_IS_ENOUGH
from server.postgres import url as url
from server.tables import DUEL, Client, Json, database, lazy, wait_until

PLAY = [sys.executable, "-m", "lancemate.cli.main", "play", "--no-browser", "--port", "0", "--thinkers", "0"]


@contextmanager
def crew(url: str, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with subprocess.Popen(
        [*PLAY, "--database", url, "--workers", "2", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            assert told.startswith("Lancemate is ready at http://127.0.0.1:"), process.communicate(timeout=30)
            yield process, told.split()[4]
        finally:
            process.terminate()
            process.wait(60)


def servers_of(process: subprocess.Popen[str]) -> set[int]:
    """The processes that listen, without the one that only looks after them."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return {pid for pid in map(int, children) if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()}


def listeners(port: int) -> int:
    """How many sockets listen on a port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)


def made_at(address: str, mode: str) -> Json:
    answer = httpx.post(f"{address}api/games", json={"mode": mode, "script": DUEL}, trust_env=False, timeout=60)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_one_that_dies_is_replaced_and_the_game_goes_on(url: str) -> None:
    with crew(url) as (process, address):
        before = servers_of(process)
        assert len(before) == 2
        port = int(address.rstrip("/").rsplit(":", 1)[1])
        game = made_at(address, "hotseat")
        with Client(port, game["seats"][0]["token"]) as one:
            one.do({"end_phase": {}})
        for victim in before:  # one after the other, so that everybody was at the one that died once
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda victim=victim: victim not in servers_of(process) and listeners(port) == 2, 60)
            with Client(port, game["seats"][0]["token"]) as one:
                n = one.n
                one.do(lazy(one.view, one.view["viewer"]))
                assert one.n == n + 1
        assert len(servers_of(process) & before) == 0
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0
        assert errors.count("a server has died and is replaced") == 2
        assert "Traceback" not in errors


def test_with_sqlite_one_process_is_enough(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PLAY, "--database", database(tmp_path), "--workers", "2"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert " ".join(done.stderr.split()) == f"lancemate: {ONE_IS_ENOUGH}"


def test_servers_that_cannot_start_say_why(url: str) -> None:
    nowhere = url.replace("/postgres", "/nosuch")
    done = subprocess.run([*PLAY, "--database", nowhere, "--workers", "2"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [0, 1])
def test_each_has_its_numbers_at_a_port_of_its_own(url: str, number: int) -> None:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = probe.getsockname()[1]
    with crew(url, "--metrics", str(free), "--log", "json"):
        text = httpx.get(f"http://127.0.0.1:{free + number}/metrics", trust_env=False, timeout=30).text
    assert "lancemate_servers 2.0" in text or "lancemate_servers 1.0" in text
    assert 'lancemate_command_seconds_bucket{le="0.1"}' in text
    assert "process_resident_memory_bytes" in text
