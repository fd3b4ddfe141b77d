"""Four servers on one PostgreSQL, of which one is killed again and again: whoever sat there goes on elsewhere."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from lancemate.kernel.dice import Generator
from lancemate.server.trial_database import TrialDatabase, trial_database
from server.postgres import url as url
from server.tables import Json
from server.test_kill import Stable, Victim, Witness, check_database, dial, look, new_witness

SERVERS = 4
PLAYERS = 8
KILLS = int(os.environ.get("LANCEMATE_KILLS", "200"))
OUTAGES = int(os.environ.get("LANCEMATE_OUTAGES", "30"))


@dataclass
class Wanderer(Witness):
    """A witness who sits down at another server when a line goes dead, and notes how long a bot took."""

    waits: list[float] = field(default_factory=list)

    async def wander(self, servers: list[Victim], luck: Generator, stop: asyncio.Event) -> None:
        while not stop.is_set() and (self.view is None or self.view["outcome"] is None):
            await self.play_until(luck.choice(servers).port, stop)
            await asyncio.sleep(0.01)

    async def play_until(self, port: int, stop: asyncio.Event) -> None:
        try:
            async with dial(port) as socket:
                await self.sit_down(socket)
                while self.view["outcome"] is None and not stop.is_set():
                    await self.act(socket)
        except (ConnectionClosed, InvalidHandshake, OSError):
            return

    async def _send(self, socket: ClientConnection, request: str, n: int, command: Json) -> Json:
        """While the database is away it says so, and the same is sent again."""
        while (answer := await super()._send(socket, request, n, command)).get("code") == "busy":
            await asyncio.sleep(0.2)
        return answer

    async def act(self, socket: ClientConnection) -> None:
        if self.side == "both" or self.view["guide"]["yours"]:
            await self._command(socket)
            return
        began = time.monotonic()
        await self._receive(socket)
        self.waits.append(time.monotonic() - began)


@dataclass(frozen=True)
class Told:
    acknowledged: int
    harms: int
    longest_wait: float  # for the bot of somebody else's server


def kill_one_after_another(url: str, kills: int) -> Told:
    """A server dies, and another takes its place."""

    async def kill(servers: list[Victim], stable: Stable, luck: Generator) -> None:
        place = luck.below(SERVERS)
        servers[place].kill()
        servers[place] = await asyncio.to_thread(stable.server)

    return asyncio.run(_harm(url, kills, kill))


def take_the_database_away(database: TrialDatabase, times: int) -> Told:
    """It is stopped, or falls, and comes back after a while: a failover as servers see it."""

    async def stop(servers: list[Victim], stable: Stable, luck: Generator) -> None:
        await asyncio.to_thread(database.stop, at_once=bool(luck.below(2)))
        await asyncio.sleep(2.0 * luck.uniform())
        await asyncio.to_thread(database.start)

    return asyncio.run(_harm(database.url, times, stop))


async def _harm(url: str, times: int, harm: Callable[[list[Victim], Stable, Generator], Awaitable[None]]) -> Told:
    luck = Generator(times)
    stable = Stable(url)
    servers = [stable.server() for _ in range(SERVERS)]
    everybody: list[Wanderer] = []
    stop = asyncio.Event()
    playing: dict[asyncio.Task[None], Wanderer] = {}

    async def fill() -> None:
        for task in [one for one in playing if one.done()]:
            await task  # tells what went wrong
            del playing[task]
        while len(playing) < PLAYERS:
            bots = sum(one.side != "both" for one in playing.values())
            number = 2 * len(everybody) + (bots < PLAYERS // 2)  # odd ones are against a bot
            made = await asyncio.to_thread(new_witness, servers[len(everybody) % SERVERS].port, number)
            one = Wanderer(made.name, made.side, made.token)
            everybody.append(one)
            playing[asyncio.create_task(one.wander(servers, luck, stop))] = one

    for number in range(times):
        await fill()
        before = sum(len(one.acknowledged) for one in everybody)
        while sum(len(one.acknowledged) for one in everybody) < before + PLAYERS:
            await fill()
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5 * luck.uniform())
        await harm(servers, stable, luck)
        if number % 10 == 9:
            await asyncio.to_thread(check_database, url)
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 180.0)
    check_database(url)
    for server in servers:
        await look(server, everybody)
    for server in servers:
        server.kill()
    stable.close()
    waits = [wait for one in everybody for wait in one.waits]
    return Told(sum(len(one.acknowledged) for one in everybody), times, max(waits, default=0.0))


def test_killed_a_few_times_nobody_notices_more_than_a_pause(url: str) -> None:
    told = kill_one_after_another(url, 3)
    assert told.acknowledged >= 3 * PLAYERS


def test_a_database_that_falls_and_comes_back_is_played_on() -> None:
    with trial_database() as database:
        told = take_the_database_away(database, 2)
    assert told.acknowledged >= 2 * PLAYERS


@pytest.mark.slow
def test_a_database_that_falls_and_comes_back_again_and_again() -> None:
    with trial_database() as database:
        told = take_the_database_away(database, OUTAGES)
    print(f"PostgreSQL stopped or fallen, four servers, {told}: none lost, none done twice")
    assert told.acknowledged >= OUTAGES * PLAYERS


@pytest.mark.slow
def test_killed_again_and_again_over_four_servers(url: str) -> None:
    told = kill_one_after_another(url, KILLS)
    print(f"PostgreSQL, four servers, {told}: none lost, none done twice")
    assert told.acknowledged >= KILLS * PLAYERS
