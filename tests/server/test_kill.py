"""The server is killed under load, again and again: nothing that was acknowledged is lost, nothing is corrupted."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from lancemate.kernel.dice import Generator
from lancemate.server.storage import entries
from lancemate.server.workers import Helper
from server.postgres import url as url
from server.tables import DUEL, Json, database, lazy

PATIENCE = 180.0
MODES = ("hotseat", "bot")  # of the games that go on at a time, by turns
GAMES = 4


class Stable:
    """Where servers come from (stable.py)."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("stable.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def server(self) -> Victim:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(self.database + "\n")
        self.process.stdin.flush()
        pid, port = map(int, self.process.stdout.readline().split())
        return Victim(pid, port)

    def close(self) -> None:
        self.process.communicate(timeout=PATIENCE)


@dataclass
class Victim:
    """A server in a process of its own."""

    pid: int
    port: int

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def dial(port: int) -> connect:
    return connect(f"ws://127.0.0.1:{port}/api/socket", max_size=None, proxy=None)


@dataclass
class Witness:
    """Plays both sides at one screen, or red against a bot, and remembers everything it was told."""

    name: str
    side: str
    token: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    sent: tuple[str, int, Json] | None = None  # not answered yet
    batches: list[Json] = field(default_factory=list)
    view: Json = None
    sendings: int = 0

    async def play(self, port: int) -> None:
        """Give commands until the line goes dead."""
        try:
            async with dial(port) as socket:
                await self.sit_down(socket)
                while self.view["outcome"] is None:
                    if self.side == "both" or self.view["guide"]["yours"]:
                        await self._command(socket)
                    else:
                        await self._receive(socket)
        except (ConnectionClosed, InvalidHandshake, OSError):
            return

    async def sit_down(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "token": self.token}))
        welcome = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        self.view = welcome["view"]
        mine = sum(self._is_mine(batch) for batch in welcome["batches"])
        flying = 1 if self.sent is not None else 0
        assert max(self.acknowledged.values(), default=0) <= welcome["n"]
        assert len(self.acknowledged) <= mine <= len(self.acknowledged) + flying, "all that was acknowledged, no more"
        assert [batch["n"] for batch in welcome["batches"]] == list(range(welcome["n"] + 1))
        assert welcome["batches"][: len(self.batches)] == self.batches, "what was told is what happened"
        self.batches = welcome["batches"]
        for request in list(self.acknowledged)[-2:]:
            answer = await self._send(socket, request, 0, {"end_phase": {}})
            assert (answer["type"], answer["n"]) == ("accepted", self.acknowledged[request])
        if self.sent is not None:
            request, n, command = self.sent
            answer = await self._send(socket, request, n, command)
            assert answer["type"] == "accepted", "a command of doubtful fate is sent again and is done once"
            assert answer["n"] == n + 1
            self.acknowledged[request], self.sent = answer["n"], None
        await self._catch_up(socket)

    def _is_mine(self, batch: Json) -> bool:
        return batch["n"] > 0 and self.side in ("both", batch["side"])

    async def _command(self, socket: ClientConnection) -> None:
        self.sendings += 1
        command = lazy(self.view, self.view["viewer"])
        self.sent = (f"{self.name}.{self.sendings}", self.view["n"], command)
        answer = await self._send(socket, *self.sent)
        assert answer["type"] == "accepted", answer
        self.acknowledged[self.sent[0]], self.sent = answer["n"], None
        await self._catch_up(socket)

    async def _send(self, socket: ClientConnection, request: str, n: int, command: Json) -> Json:
        await socket.send(json.dumps({"type": "command", "id": request, "n": n, "command": command}))
        while True:
            message = await self._receive(socket)
            if message.get("id") == request:
                return message

    async def _catch_up(self, socket: ClientConnection) -> None:
        while self.view["n"] < max(self.acknowledged.values(), default=0):
            await self._receive(socket)

    async def _receive(self, socket: ClientConnection) -> Json:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == "error":
            raise AssertionError(message)
        if message["type"] == "update" and message["n"] > self.view["n"]:
            self.view = message["view"]
            self.batches.append(message["batch"])
        return message


def kill_again_and_again(database: str, kills: int) -> int:
    """Returns how many commands were acknowledged in all."""
    luck = Generator(kills)
    witnesses: list[Witness] = []
    stable = Stable(database)
    for _ in range(kills):
        server = stable.server()
        playing = [one for one in witnesses if one.view is None or one.view["outcome"] is None]
        for _ in range(GAMES - len(playing)):
            witnesses.append(new_witness(server.port, len(witnesses)))
        asyncio.run(play_and_kill(server, witnesses, luck))
        check_database(database)
    server = stable.server()
    asyncio.run(look(server, witnesses))
    server.kill()
    stable.close()
    return sum(len(one.acknowledged) for one in witnesses)


def new_witness(port: int, number: int) -> Witness:
    mode = MODES[number % len(MODES)]
    with httpx.Client(trust_env=False, timeout=PATIENCE) as http:
        script = {key: value for key, value in DUEL.items() if key not in ("seed", "start")}
        made = http.post(f"http://127.0.0.1:{port}/api/games", json={"mode": mode, "script": script}).json()
    seat = made["seats"][0]
    return Witness(f"game {number}", seat["seat"], seat["token"])


async def play_and_kill(server: Victim, witnesses: list[Witness], luck: Generator) -> None:
    """Everybody plays; the server dies in the middle of it, now and then before anybody has had an answer."""
    before = sum(len(one.acknowledged) for one in witnesses)
    players = [asyncio.create_task(one.play(server.port)) for one in witnesses]
    if luck.below(10):
        while sum(len(one.acknowledged) for one in witnesses) < before + GAMES:
            if all(task.done() for task in players):
                await asyncio.gather(*players)  # tells what went wrong
                raise AssertionError("everybody has stopped playing")
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.4 * luck.uniform())
    server.kill()
    for task in players:
        await asyncio.wait_for(task, PATIENCE)


async def look(server: Victim, witnesses: list[Witness]) -> None:
    """Everybody sits down once more and compares."""
    for one in witnesses:
        async with dial(server.port) as socket:
            await one.sit_down(socket)


def check_database(database: str) -> None:
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            assert connection.execute(sa.text("PRAGMA integrity_check")).scalar() == "ok"
        whole = sa.func.count() == sa.func.max(entries.c.n) + 1
        gaps = sa.select(entries.c.game).group_by(entries.c.game).having(~whole)
        assert connection.execute(gaps).all() == []
    engine.dispose()


def test_killed_a_few_times_it_loses_nothing(tmp_path: Path) -> None:
    assert kill_again_and_again(database(tmp_path), 4) > 0


def test_killed_a_few_times_over_postgresql_it_loses_nothing(url: str) -> None:
    assert kill_again_and_again(url, 3) > 0


@pytest.mark.slow
def test_killed_two_hundred_times_under_load_it_loses_nothing(tmp_path: Path) -> None:
    acknowledged = kill_again_and_again(database(tmp_path), 200)
    print(f"SQLite, 200 kills: {acknowledged} commands acknowledged, none lost")
    assert acknowledged > 2000


@pytest.mark.slow
def test_killed_two_hundred_times_over_postgresql_it_loses_nothing(url: str) -> None:
    acknowledged = kill_again_and_again(url, 200)
    print(f"PostgreSQL, 200 kills: {acknowledged} commands acknowledged, none lost")
    assert acknowledged > 2000


def test_a_helper_watches_its_server_before_it_has_loaded_the_game() -> None:
    """A server that is killed while its helpers start leaves none of them behind for the time that loading takes."""
    begins = pickle.dumps(Helper(0)._start()._initializer)  # type: ignore[attr-defined]
    code = (
        f"import pickle, sys\npickle.loads({begins!r})\n"
        "print(*(name for name in sys.modules if name.startswith('lancemate.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"lancemate.compiled", "lancemate.server", "lancemate.server.leaving"}
