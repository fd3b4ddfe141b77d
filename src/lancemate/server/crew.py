"""Several servers on one machine and one port, each a process of its own: `lancemate play --workers N`.

The system hands each new line to one of them. Whoever dies is replaced, and the others take its games over meanwhile.
Knows processes; nothing of games. They meet in PostgreSQL and nowhere else.
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final

import sqlalchemy as sa

from lancemate.kernel.errors import LancemateError
from lancemate.server.leaving import die_with_parent
from lancemate.server.settings import Settings
from lancemate.server.storage import POSTGRESQL

log = logging.getLogger("lancemate.server")

BACKLOG: Final = 512
AGAIN: Final = 1.0  # seconds before one that has died is replaced; twice as long each time it dies young
LONGEST: Final = 30.0
YOUNG: Final = 60.0  # seconds
FAREWELL: Final = 20.0  # seconds in which they stop by themselves
ONE_IS_ENOUGH: Final = (
    "With SQLite one process serves all there is to serve: leave --workers out, or give a --database of PostgreSQL "
    "(postgresql://...), which several can share."
)
NOT_HERE: Final = (
    "This system does not let several processes share a port: start them one by one, on ports of their own."
)


def check_together(workers: int, database: str) -> None:
    """Raises LancemateError where so many servers cannot work together."""
    if workers > 1 and not database.startswith(POSTGRESQL):
        raise LancemateError(ONE_IS_ENOUGH)
    if workers > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise LancemateError(NOT_HERE)


def shared_socket(host: str, port: int, *, listening: bool) -> socket.socket:
    """A socket on a port that others of the same user may have, too. One that does not listen only keeps the port."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, _, _, address = found[0]
    one = socket.socket(family, kind)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    one.bind(address)
    if listening:
        one.listen(BACKLOG)
    return one


@dataclass(slots=True)
class Member:
    number: int
    process: SpawnProcess
    ready: Connection
    born: float
    deaths: int = 0  # young ones, one after the other
    is_ready: bool = False


class Crew:
    """The servers of a machine."""

    def __init__(self, settings: Settings, host: str, port: int, count: int, *, only_here: bool) -> None:
        self.settings, self.host, self.count, self.only_here = settings, host, count, only_here
        self._kept = shared_socket(host, port, listening=False)
        self.port: int = self._kept.getsockname()[1]
        self._members: dict[int, Member] = {}
        self._due: dict[int, tuple[float, int]] = {}  # who is to be replaced when, after how many early deaths
        self._stopping = False

    def serve(self, ready: Callable[[], None]) -> None:
        """Serve until told to stop. Raises LancemateError when none of them can start."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for number in range(self.count):
                self._begin(number, 0)
            told = False
            while not self._stopping:
                self._look()
                if not told and all(member.is_ready for member in self._members.values()) and not self._due:
                    told = True
                    ready()
                if not told and self._due:
                    raise LancemateError("The servers do not start; what they said of it stands above.")
        finally:
            self._end()
            for number, handler in before.items():
                signal.signal(number, handler)
            self._kept.close()

    def _begin(self, number: int, deaths: int) -> None:
        context = get_context("spawn")
        here, there = context.Pipe(duplex=False)
        metrics = self.settings.metrics_port
        settings = replace(self.settings, metrics_port=metrics + number if metrics else None)
        process = context.Process(
            target=serve_one, args=(settings, self.host, self.port, self.only_here, there), name=f"server {number + 1}"
        )
        process.start()
        there.close()
        self._members[number] = Member(number, process, here, time.monotonic(), deaths)

    def _look(self) -> None:
        """See who is ready, who has died and who is due."""
        waiting: list[Connection | int] = [one.ready for one in self._members.values() if not one.is_ready]
        wait([*waiting, *(one.process.sentinel for one in self._members.values())], timeout=0.2)
        for member in list(self._members.values()):
            if not member.is_ready and member.ready.poll():
                try:
                    member.is_ready = bool(member.ready.recv())
                except EOFError:
                    member.process.join(1.0)
            if not member.process.is_alive():
                self._mourn(member)
        for number, (moment, deaths) in list(self._due.items()):
            if time.monotonic() >= moment and not self._stopping:
                del self._due[number]
                self._begin(number, deaths)

    def _mourn(self, member: Member) -> None:
        if self._stopping:
            return
        del self._members[member.number]
        member.ready.close()
        deaths = member.deaths + 1 if time.monotonic() - member.born < YOUNG else 1
        pause = min(LONGEST, AGAIN * 2.0 ** (deaths - 1))
        print(f"lancemate: a server has died and is replaced in {pause:g} seconds", file=sys.stderr, flush=True)
        self._due[member.number] = time.monotonic() + pause, deaths

    def _stop(self, number: int, frame: object) -> None:
        self._stopping = True

    def _end(self) -> None:
        self._stopping = True
        for member in self._members.values():
            member.process.terminate()
        end = time.monotonic() + FAREWELL
        for member in self._members.values():
            member.process.join(max(0.1, end - time.monotonic()))
            if member.process.is_alive():
                member.process.kill()
                member.process.join()


def serve_one(settings: Settings, host: str, port: int, only_here: bool, ready: Connection) -> None:
    """One of them, in its own process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all; the first process tells the others what to do
    die_with_parent()
    from lancemate.server.app import create_app
    from lancemate.server.logs import write_logs
    from lancemate.server.running import serve

    write_logs(settings.log)
    try:
        app = create_app(settings, only_here=only_here)
        listening = shared_socket(host, port, listening=True)
    except (LancemateError, OSError, sa.exc.SQLAlchemyError) as error:
        print(f"lancemate: {error}", file=sys.stderr, flush=True)
        sys.exit(2)
    serve(app, listening, settings, lambda: ready.send(True))
