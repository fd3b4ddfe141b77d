"""What an operator looks at, as Prometheus reads it: `/metrics` at a port of its own that only this machine reaches.

The numbers of this process that are counted where things happen; how things stand is read when somebody asks
(standing.py). Knows numbers; nothing of games.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import REGISTRY, Counter, Histogram, start_http_server
from prometheus_client.registry import Collector

from lancemate.kernel.errors import LancemateError

HERE: Final = "127.0.0.1"
LOOK: Final = 0.5  # seconds between two looks at the clock
_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_SLOW: Final = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)

COMMANDS: Final = Counter(
    "lancemate_commands", "Commands by whom they came from and what was answered", ["by", "answer"]
)
COMMAND_SECONDS: Final = Histogram(
    "lancemate_command_seconds", "From a person's command to its answer, which is when it is durable", buckets=_QUICK
)
COMMIT_SECONDS: Final = Histogram("lancemate_commit_seconds", "One transaction of the writer", buckets=_QUICK)
STORAGE_TROUBLES: Final = Counter("lancemate_storage_troubles", "Writes that the database did not take")
HELPER_SECONDS: Final = Histogram("lancemate_helper_seconds", "One job of a helper process", buckets=_SLOW)
HELPERS_LOST: Final = Counter("lancemate_helpers_lost", "Helper processes that died or did not answer in time")
CUTS: Final = Counter("lancemate_cuts", "Sockets that were cut, by the code they were told", ["code"])
LOOP_LAG_SECONDS: Final = Histogram(
    "lancemate_loop_lag_seconds",
    "How late the event loop comes to what is due: everybody waits so long",
    buckets=_QUICK,
)


async def watch_loop() -> None:
    """Again and again, see how late this process is."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(LOOK)
        LOOP_LAG_SECONDS.observe(max(0.0, time.perf_counter() - began - LOOK))


@contextmanager
def shown_at(port: int | None, standing: Collector) -> Iterator[None]:
    """All numbers at a port of this machine, as long as this lasts. Raises LancemateError."""
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, HERE)
    except OSError as error:
        raise LancemateError(f"Port {port} for --metrics cannot be used: {error.strerror}.") from None
    REGISTRY.register(standing)
    try:
        yield
    finally:
        REGISTRY.unregister(standing)
        server.shutdown()
        server.server_close()
        thread.join()
