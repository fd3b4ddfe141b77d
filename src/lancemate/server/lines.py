"""Lines from clients before anything is asked over them: whoever holds one and says nothing loses it.

Knows uvicorn's HTTP protocol and logging; nothing of games.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from typing import Any, Final, cast

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lancemate.server.security import neighbourhood
from lancemate.server.settings import Limits

PARTING: Final = 0.25  # seconds in which a farewell goes out
LOGS: Final = ("asyncio", "uvicorn.error", "lancemate.server", "websockets.server")


def patient(limits: Limits, trusted: frozenset[str]) -> type[H11Protocol]:
    """HTTP as uvicorn speaks it, with a limit on silence, and on how many lines an address holds at once.

    Behind a ``trusted`` proxy everybody has its address: there the lines are the proxy's affair.
    """
    lines: defaultdict[str, int] = defaultdict(int)

    class Patient(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None
        _held: str | None = None
        _handed_over = False  # it speaks no HTTP any more, and sockets have limits of their own

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            host = self.client[0] if self.client is not None else ""
            if host not in trusted:
                address = neighbourhood(host)
                if lines[address] >= limits.address_lines:
                    transport.abort()
                    return
                lines[address] += 1
                self._held = address
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._let_go()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._let_go()
            self._handed_over = True
            super().handle_websocket_upgrade(event)

        def _watch(self) -> None:
            """While no request is being answered, the next one has to come, whole, before the time is up."""
            cycle = cast(Any, self.cycle)
            answering = cycle is not None and not cycle.response_complete
            if self._handed_over or answering or self.transport.is_closing():
                self._rest()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(limits.silence_seconds, self.transport.abort)

        def _rest(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _let_go(self) -> None:
            self._rest()
            if self._held is not None:
                lines[self._held] -= 1
                if not lines[self._held]:
                    del lines[self._held]
                self._held = None

    return Patient


class Curt(WebSocketsSansIOProtocol):
    """A socket as uvicorn speaks it. Once we have said why we hang up, nothing of what still comes is read."""

    async def send(self, message: ASGISendEvent) -> None:
        hangs_up = message["type"] == "websocket.close" and self.handshake_complete
        if hangs_up and not self.writable.is_set():
            self.transport.abort()  # whoever reads nothing does not read a farewell either
            return
        await super().send(message)
        if hangs_up and self.close_timer is not None:
            self.transport.pause_reading()
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(PARTING, self.transport.abort)


class Seldom(logging.Filter):
    """The same complaint is written down so often in a while and no more; the next one says how many were left out."""

    def __init__(self, most: int = 5, seconds: float = 60.0) -> None:
        super().__init__()
        self.most, self.seconds = most, seconds
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = time.monotonic()
        since, count = self._seen.get(str(record.msg), (now, 0))
        if now - since > self.seconds:
            if count > self.most:
                record.msg = f"{record.msg} ({count - self.most} more of these were left out)"
            since, count = now, 0
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[str(record.msg)] = (since, count + 1)
        return count < self.most


def write_seldom() -> None:
    """Let nobody fill the disk with our log."""
    for name in LOGS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, Seldom) for one in logger.filters):
            logger.addFilter(Seldom())
