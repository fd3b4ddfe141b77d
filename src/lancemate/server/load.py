"""Puts the server under load and says how it bears it: `python -m lancemate.server.load --games 100`.

Starts a server of its own on this machine, opens so many games against bots with a player and a spectator each, lets
the players act at a human pace, and reports how long answers take and how much memory a live game costs. With
`--processes 4` there are so many servers on one PostgreSQL, and nobody at a table sits at the same one as another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from lancemate.kernel.dice import Generator
from lancemate.server.abuse import Abuser
from lancemate.server.app import create_app
from lancemate.server.running import serve
from lancemate.server.settings import Limits, Settings
from lancemate.server.trial_database import trial_database
from lancemate.server.warming import warm_up

Json = Any
OPENED_AT_ONCE: Final = 4
PATIENCE: Final = 120.0
# From one address come all the games there are.
UNLIMITED: Final = Limits(address_connections=100_000, games_per_day=1_000_000)


@dataclass(frozen=True, slots=True)
class Report:
    """What was found. Times in milliseconds, memory in megabytes."""

    processes: int
    games: int
    sockets: int
    commands: int  # of people
    by_bots: int
    seconds: float
    median: float
    p95: float
    p99: float
    slowest: float
    effort: float  # processor time of all servers for one command, whoever gave it
    thinking: float  # and of their helpers
    memory: float  # of a server process before the games were opened
    memory_per_game: float
    abused: dict[int, int]  # what somebody who asks for too much was answered, by status

    def __str__(self) -> str:
        return (
            f"{self.processes} servers, {self.games} games against bots, {self.sockets} sockets, "
            f"{self.seconds:.0f} seconds, load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n"
            f"{self.commands} commands of people, {self.by_bots} of bots\n"
            f"a person's command is answered after {self.median:.1f} ms (median), {self.p95:.1f} ms (95 of 100), "
            f"{self.p99:.1f} ms (99 of 100), {self.slowest:.1f} ms (slowest)\n"
            f"a command costs {self.effort:.1f} ms of processor time of servers, {self.thinking:.1f} ms of helpers\n"
            f"a server takes {self.memory:.0f} MB, each live game {self.memory_per_game:.2f} MB more"
            + (f"\nanswers to an abuser, by status: {self.abused}" if self.abused else "")
        )


class Player:
    """Somebody who plays red without much thought, at a human pace."""

    def __init__(self, port: int, token: str, seed: int, pace: float) -> None:
        self.port, self.token = port, token
        self.luck = Generator(seed)
        self.pace = pace
        self.view: Json = None
        self.times: list[float] = []
        self.by_bots = 0

    async def sit_down(self) -> ClientConnection:
        line = await dial(self.port, self.token)
        self.view = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))["view"]
        return line

    async def play(self, line: ClientConnection, end: float) -> None:
        number = 0
        while time.monotonic() < end and self.view["outcome"] is None:
            if not self.view["guide"]["yours"]:
                await self._hear(line)
                continue
            await asyncio.sleep(self.pace * (0.5 + self.luck.uniform()))
            number += 1
            sent = {"type": "command", "id": f"c{number}", "n": self.view["n"], "command": self._command()}
            began = time.perf_counter()
            await line.send(json.dumps(sent))
            while (answer := await self._hear(line)).get("id") != sent["id"]:
                pass
            self.times.append(time.perf_counter() - began)
            while answer["type"] == "accepted" and self.view["n"] < answer["n"]:
                await self._hear(line)

    async def _hear(self, line: ClientConnection) -> Json:
        text = await asyncio.wait_for(line.recv(), PATIENCE)
        message = json.loads(text)
        if message["type"] == "update":
            self.view = message["view"]
            self.by_bots += message["batch"]["side"] == "blue"
        return message

    def _command(self) -> Json:
        view, luck = self.view, self.luck
        if view["decision"] is not None:
            return {"decide": {"side": "red", "choice": luck.choice(view["decision"]["choices"])}}
        if not view["ready"]:
            return {"end_phase": {}}
        unit = luck.choice(view["ready"])
        if view["guide"]["do"] == "move":
            x, y = view["units"][unit]["at"]
            goal = [round(x + 4.0 * luck.uniform() - 2.0, 2), round(y + 3.0 * luck.uniform(), 2)]
            kinds: list[Json] = [{"move": {"unit": unit, "path": [goal], "facing": 0}}, {"pass": {"unit": unit}}]
            return luck.choice(kinds)
        enemies = [name for name, one in view["units"].items() if one["side"] == "blue" and one["place"] == "table"]
        return luck.choice([{"attack": {"unit": unit, "target": luck.choice(enemies)}}, {"end_phase": {}}])


async def dial(port: int, token: str) -> ClientConnection:
    address = f"ws://127.0.0.1:{port}/api/socket"
    line = await connect(
        address, max_size=None, proxy=None, compression=None, open_timeout=PATIENCE, ping_interval=None
    )
    await line.send(json.dumps({"type": "hello", "token": token}))
    return line


async def measure(
    servers: Sequence[tuple[int, int]], games: int, seconds: float, pace: float, *, watchers: int, abused: bool = False
) -> Report:
    """``servers`` are ports and processes. Each table's people sit at as many different ones as there are."""
    ports = [port for port, _ in servers]
    for port in ports:
        await _one_game(port)  # everything that is loaded once is loaded now
    before = [memory(pid) for _, pid in servers]
    made = await open_games(ports, games)
    players = [
        Player(ports[number % len(ports)], one["seats"][0]["token"], number, pace) for number, one in enumerate(made)
    ]
    lines = await _all_sit_down(players)
    crowd = [
        asyncio.create_task(_watch(ports[(number + 1 + other) % len(ports)], one["seats"][1]["token"]))
        for number, one in enumerate(made)
        for other in range(watchers)
    ]
    abuser = Abuser(ports[0])
    if abused:
        crowd.append(asyncio.create_task(abuser.go_on()))
    families = [family(pid)[1:] for _, pid in servers]
    effort, thinking = sum(effort_of(pid) for _, pid in servers), sum(map(effort_of, chain(*families)))
    end = time.monotonic() + seconds
    began = time.monotonic()
    await asyncio.gather(*(player.play(line, end) for player, line in zip(players, lines, strict=True)))
    passed = time.monotonic() - began
    effort = sum(effort_of(pid) for _, pid in servers) - effort
    thinking = sum(map(effort_of, chain(*families))) - thinking
    after = [memory(pid) for _, pid in servers]
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    for line in lines:
        await line.close()
    times = sorted(1000.0 * one for player in players for one in player.times)
    by_bots = sum(player.by_bots for player in players)
    return Report(
        processes=len(servers),
        games=games,
        sockets=(1 + watchers) * games,
        commands=len(times),
        by_bots=by_bots,
        seconds=passed,
        median=share(times, 0.5),
        p95=share(times, 0.95),
        p99=share(times, 0.99),
        slowest=times[-1],
        effort=1000.0 * effort / (len(times) + by_bots),
        thinking=1000.0 * thinking / (len(times) + by_bots),
        memory=sum(before) / len(servers),
        memory_per_game=(sum(after) - sum(before)) / games,
        abused=abuser.answers,
    )


async def _all_sit_down(players: Sequence[Player]) -> list[ClientConnection]:
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(player: Player) -> ClientConnection:
        async with gate:
            return await player.sit_down()

    return await asyncio.gather(*map(one, players))


async def _one_game(port: int) -> None:
    (made,) = await open_games([port], 1)
    player = Player(port, made["seats"][0]["token"], 1, 0.0)
    line = await player.sit_down()
    await player.play(line, time.monotonic() + 3.0)
    await line.close()


async def open_games(ports: Sequence[int], count: int) -> list[Json]:
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def one(number: int) -> Json:
        async with gate:
            return await asyncio.to_thread(
                _post, ports[number % len(ports)], {"mode": "bot", "quick": {"map_seed": number}}
            )

    return await asyncio.gather(*(one(number) for number in range(count)))


def _post(port: int, data: Json) -> Json:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/games", json.dumps(data).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE) as answer:
        return json.load(answer)


async def _watch(port: int, token: str) -> None:
    async with await dial(port, token) as line:
        async for _ in line:
            pass


def share(times: Sequence[float], part: float) -> float:
    """The time that this part of all is not longer than."""
    return times[min(len(times) - 1, int(part * len(times)))]


def memory(pid: int) -> float:
    """Megabytes of a process that are its own."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE") / 1e6


def effort_of(pid: int) -> float:
    """Seconds of processor time that a process has taken."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


def run(
    games: int = 100,
    seconds: float = 30.0,
    pace: float = 2.0,
    thinkers: int = 1,
    *,
    processes: int = 1,
    watchers: int = 1,
    abused: bool = False,
) -> Report:
    """Start servers, put them under load, stop them."""
    with ExitStack() as open_things:
        if processes > 1:
            database = open_things.enter_context(trial_database()).url
        else:
            folder = open_things.enter_context(tempfile.TemporaryDirectory())
            database = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        settings = Settings(database, thinkers=thinkers, limits=UNLIMITED)
        servers = [open_things.enter_context(serving(settings)) for _ in range(processes)]
        return asyncio.run(measure(servers, games, seconds, pace, watchers=watchers, abused=abused))


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its process."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(listening, settings))
    server.start()
    port = listening.getsockname()[1]
    assert server.pid is not None
    try:
        _wait_for(port)
        yield port, server.pid
    finally:
        server.terminate()
        server.join(PATIENCE)
        listening.close()


def _serve(listening: socket.socket, settings: Settings) -> None:
    warm_up()
    serve(create_app(settings), listening, settings)


def _wait_for(port: int) -> None:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
        f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE
    ) as answer:
        answer.read()


def check_system() -> None:
    """What a process takes is read where only Linux writes it down."""
    if not Path("/proc/self/statm").exists():
        raise SystemExit("The memory of a server is read from /proc, which this system does not have: use Linux.")


def main() -> None:
    check_system()
    parser = argparse.ArgumentParser(prog="python -m lancemate.server.load", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--processes", type=int, default=1, help="servers; more than one share a PostgreSQL")
    parser.add_argument("--games", type=int, default=None, help="100, or 500 of several servers")
    parser.add_argument("--watchers", type=int, default=None, help="sockets of a game besides its player's: 1, or 3")
    parser.add_argument("--seconds", type=float, default=None, help="how long the players play: 30, or 60")
    parser.add_argument("--pace", type=float, default=None, help="seconds a player thinks, on average: 2, or 20")
    parser.add_argument("--thinkers", type=int, default=1, help="processes of a server that think for bots")
    parser.add_argument("--abuser", action="store_true", help="somebody else asks for as much as the server will do")
    words = parser.parse_args()
    several = words.processes > 1
    report = run(
        words.games or (500 if several else 100),
        words.seconds or (60.0 if several else 30.0),
        words.pace or (20.0 if several else 2.0),
        words.thinkers,
        processes=words.processes,
        watchers=words.watchers if words.watchers is not None else 3 if several else 1,
        abused=words.abuser,
    )
    print(report)


if __name__ == "__main__":
    main()
