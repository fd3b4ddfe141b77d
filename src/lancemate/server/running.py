"""Runs the application under uvicorn on a socket that is already open. Knows uvicorn; nothing of games."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import socket

import uvicorn
from starlette.types import ASGIApp
from uvicorn.config import LOGGING_CONFIG

from lancemate.server.lines import Curt, patient, write_seldom
from lancemate.server.settings import Settings


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Being told to stop is a normal end: the process goes on to its last line and cleans up after itself."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def configured(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """No access log: there is nothing in it that anybody needs. Sockets are not compressed: that costs memory."""
    limits, trusted = settings.limits, settings.trusted_proxies
    return uvicorn.Config(
        app,
        http=patient(limits, frozenset(trusted)),
        log_config=None if settings.log == "json" else LOGGING_CONFIG,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=list(trusted),
        ws=Curt,
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=65_536,
    )


def _is_news(record: logging.LogRecord) -> bool:
    """Whoever stops the server knows that what it was doing is cut off."""
    kind = record.exc_info[0] if isinstance(record.exc_info, tuple) else None
    cut_off = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not cut_off and "timeout graceful shutdown exceeded" not in record.getMessage()


def serve(app: ASGIApp, listening: socket, settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop."""
    logging.getLogger("lancemate.server").setLevel(logging.INFO if settings.log == "json" else logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    write_seldom()
    _Server(configured(app, settings), ready).run(sockets=[listening])
