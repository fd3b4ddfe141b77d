"""Helper processes: they think for bots and answer long questions, so that the server itself is never busy.

Every game has its helper, which keeps the battle and is told only what is new. Knows processes; must not know what a
job is about. Without helper processes one thread does the same work.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, Protocol
from zlib import crc32

from lancemate.kernel.errors import InputError, Refused
from lancemate.server import metrics
from lancemate.server.desk import Order, Reply, errand, work
from lancemate.server.leaving import die_with_parent

log = logging.getLogger("lancemate.server")

STARTING: Final = 120.0  # seconds: a busy machine takes its time to start a process, and that is nobody's job


class HelperLost(Exception):
    """The job was not done: the helper died, hung, or stumbled over it."""


class HelperSlow(HelperLost):
    """The job was not done in time: it is too much, or too much else is going on."""


class Known(Protocol):
    """What is needed of a game to have jobs done with it."""

    @property
    def id(self) -> str: ...

    @property
    def beginning(self) -> str: ...

    @property
    def commands(self) -> Sequence[str]: ...


class Helper:
    """One process (or thread) and what it knows."""

    def __init__(self, nice: int | None) -> None:
        self._nice = nice
        self._executor: Executor | None = None
        self.known: dict[str, int] = {}
        self.free = asyncio.Lock()  # one job at a time, so that patience begins when the job does

    @property
    def is_process(self) -> bool:
        return self._nice is not None

    @property
    def is_running(self) -> bool:
        return self._executor is not None

    def submit(self, job: Callable[..., Reply], *data: object) -> asyncio.Future[Reply]:
        if self._executor is None:
            self._executor = self._start()
        return asyncio.wrap_future(self._executor.submit(job, *data))

    def _start(self) -> Executor:
        if not self.is_process:
            return ThreadPoolExecutor(1, thread_name_prefix="helper")
        return ProcessPoolExecutor(
            1, mp_context=get_context("spawn"), initializer=die_with_parent, initargs=(self._nice or 0,)
        )

    def stop(self) -> None:
        """End the process, whatever it is at."""
        executor, self._executor = self._executor, None
        self.known.clear()
        if executor is None:
            return
        processes = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class Helpers:
    """A row of helpers; a game always goes to the same one."""

    def __init__(self, count: int, *, nice: int = 0, patience: float = 120.0) -> None:
        """``count`` 0 is one thread. ``patience`` is how long a job may take, in seconds."""
        self._row = [Helper(nice if count else None) for _ in range(max(1, count))]
        self._patience = patience

    def stop(self) -> None:
        for helper in self._row:
            helper.stop()

    async def prepare(self, job: Callable[[], object]) -> None:
        """Start every helper process and have it do this first, so that nobody waits for it later."""
        for helper in self._row:
            if helper.is_process:
                async with helper.free:
                    _value(await self._wait(helper, errand, job, whole=STARTING))

    async def run(self, game: Known, job: str, **data: object) -> tuple[int, object]:
        """Have a job done with a game as it stands when its turn comes: how many commands that was, and the answer.

        Raises Refused, InputError or HelperLost.
        """
        helper = self._row[crc32(game.id.encode()) % len(self._row)]
        async with helper.free:
            n, since = len(game.commands), helper.known.get(game.id)
            reply = Reply(missing=True)
            if since is not None and since <= n:
                news = tuple(game.commands[since:])
                reply = await self._wait(helper, work, Order(game.id, since, news, job, data))
            if reply.missing:
                whole = Order(game.id, 0, tuple(game.commands[:n]), job, data, beginning=game.beginning)
                reply = await self._wait(helper, work, whole)
            helper.known[game.id] = n
        return n, _value(reply)

    async def errand(self, job: Callable[..., object], *data: object) -> object:
        """Have a job done that needs no battle at hand."""
        helper = self._row[0]
        async with helper.free:
            return _value(await self._wait(helper, errand, job, *data))

    async def _wait(
        self, helper: Helper, job: Callable[..., Reply], *data: object, whole: float | None = None
    ) -> Reply:
        """What comes of a job; ``whole`` is how long it may take, if that is not what jobs usually may."""
        patience = STARTING
        try:
            if not helper.is_running:
                await asyncio.wait_for(helper.submit(errand, os.getpid), STARTING)
            patience = whole or self._patience
            with metrics.HELPER_SECONDS.time():
                return await asyncio.wait_for(helper.submit(job, *data), patience)
        except BrokenProcessPool:
            metrics.HELPERS_LOST.inc()
            log.warning("a helper process was lost; another takes its place")
            helper.stop()
            raise HelperLost from None
        except TimeoutError:
            metrics.HELPERS_LOST.inc()
            log.warning("a helper process has not answered in %s seconds and is replaced", patience)
            helper.stop()
            raise HelperSlow from None


def _value(reply: Reply) -> object:
    if reply.refusal is not None:
        raise Refused(reply.refusal)
    if reply.fault is not None:
        raise InputError(reply.fault[0], key=reply.fault[1])
    if reply.crash is not None or reply.missing:
        log.error("a helper stumbled:\n%s", reply.crash or "it has no such battle")
        raise HelperLost
    return reply.value
