"""Lines that are held and not used, proxies, and a log that does not repeat itself."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from pathlib import Path

import pytest

from lancemate.server.game import LiveGame
from lancemate.server.hall import Hall
from lancemate.server.lines import Seldom
from lancemate.server.messages import Question
from lancemate.server.settings import Limits
from server.tables import Server, running, wait_until


def silent(server: Server, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port))
    line.sendall(said)
    line.settimeout(30)
    return line


def is_cut(line: socket.socket) -> bool:
    try:
        return line.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("said", [b"", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_whoever_says_nothing_loses_the_line(tmp_path: Path, said: bytes) -> None:
    with running(tmp_path, limits=Limits(silence_seconds=0.3)) as server:
        began = time.monotonic()
        with silent(server, said) as line:
            assert is_cut(line)
        assert time.monotonic() - began < 10
        assert server.http.get("/api/health").status_code == 200


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    head = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"
    with running(tmp_path, limits=Limits(silence_seconds=0.3)) as server, silent(server, head) as line:
        assert b"408" in line.recv(1000)


def test_a_seat_may_be_silent_as_long_as_it_likes(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(silence_seconds=0.3)) as server, server.sit(server.duel(), "red") as red:
        time.sleep(1.0)
        assert red.ask("measure", **{"from": "r1", "to": "b1"})["measure"]["distance"] > 0


def test_an_address_holds_so_many_lines_and_gets_them_back(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(address_lines=3, silence_seconds=30)) as server:
        server.http.close()
        lines = [silent(server) for _ in range(3)]
        with silent(server) as one_more:
            assert is_cut(one_more)
        for line in lines:
            line.close()

        def answered() -> bool:
            line = silent(server, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            try:
                return b"200" in line.recv(1000)
            except ConnectionResetError:
                return False
            finally:
                line.close()

        wait_until(answered, 30)


def test_a_trusted_proxy_says_whom_it_speaks_for(tmp_path: Path) -> None:
    limits = Limits(games_per_day=1)
    script = {"mode": "hotseat", "quick": {"map_seed": 1}}
    with running(tmp_path, limits=limits, trusted_proxies=("127.0.0.1",)) as server:
        for address in ("203.0.113.1", "203.0.113.2"):
            made = server.http.post("/api/games", json=script, headers={"X-Forwarded-For": address})
            assert made.status_code == 201
        again = server.http.post("/api/games", json=script, headers={"X-Forwarded-For": "203.0.113.1"})
        assert again.status_code == 429
    with running(tmp_path, limits=limits) as server:
        made = [server.http.post("/api/games", json=script, headers={"X-Forwarded-For": str(n)}) for n in (1, 2)]
        assert [one.status_code for one in made] == [201, 429]


def test_the_log_does_not_repeat_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    seldom = Seldom(most=2, seconds=60.0)

    def said(text: str) -> logging.LogRecord:
        return logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), None)

    assert [bool(seldom.filter(said("out of lines"))) for _ in range(5)] == [True, True, False, False, False]
    assert seldom.filter(said("something else"))
    now += 61.0
    record = said("out of lines")
    assert seldom.filter(record)
    assert record.getMessage() == "out of lines (3 more of these were left out)"


def test_an_address_asks_so_many_questions_at_once_however_many_sockets_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    go_on = threading.Event()
    ask = Hall.ask

    async def thoughtful(hall: Hall, game: LiveGame, viewer: str | None, question: Question) -> object:
        taken.append(question.id)
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return await ask(hall, game, viewer, question)

    monkeypatch.setattr(Hall, "ask", thoughtful)
    with running(tmp_path, limits=Limits(questions=4, address_questions=5)) as server:
        game = server.duel("hotseat")
        with server.sit(game, "both") as one, server.sit(game, "both") as two:
            for number in range(4):
                one.send({"type": "reach", "id": f"one{number}", "unit": "r1"})
            wait_until(lambda: len(taken) == 4)
            for number in range(4):
                two.send({"type": "reach", "id": f"two{number}", "unit": "r1"})
            refused = [two.wait("refused") for _ in range(3)]
            assert [(answer["id"], answer["code"]) for answer in refused] == [(f"two{n}", "busy") for n in (1, 2, 3)]
            go_on.set()
            assert {one.wait("answer")["id"] for _ in range(4)} == {f"one{number}" for number in range(4)}
            assert two.wait("answer")["id"] == "two0"
            assert one.ask("reach", unit="r1")["type"] == "answer"  # they are counted down again
