"""What stands between the network and the game: headers, sizes, origins, and how many games an address may open.

Plain ASGI; knows HTTP and nothing of games.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lancemate.server.settings import Limits

# No inline script or style, nothing from elsewhere; the socket is on the same host.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
A_DAY: Final = 86_400.0
NETWORK: Final = 64  # bits of an IPv6 address that tell customers apart
MOST_ADDRESSES: Final = 10_000  # that are remembered
FILES: Final = ("/api/import", "/api/imports")  # what is sent there is a file, which may be larger


def trouble(status: int, code: str, message: str, key: str | None = None) -> JSONResponse:
    """A refusal in the one form all of them have."""
    return JSONResponse({"error": {"code": code, "message": message, "key": key}}, status)


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, limits: Limits, *, only_here: bool) -> None:
        """``only_here``: bound to this machine, so no other host name may be asked for (DNS can lie)."""
        self.app = app
        self.limits = limits
        self.only_here = only_here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        if not self._same_origin(headers) or (self.only_here and _host(headers.get("host", "")) not in LOOPBACK):
            if scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": 1008})
            answer = trouble(403, "wrong_origin", "this page may not talk to this server")
            return await answer(scope, receive, _with_headers(send))
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        await self._http(scope, headers, receive, send)

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        most = self.limits.file_bytes if scope["path"].rstrip("/") in FILES else self.limits.body_bytes
        announced = headers.get("content-length", "0")
        problem = f"the body may have {most} bytes"
        if not announced.isdecimal() or int(announced) > most:
            return await trouble(413, "too_large", problem)(scope, receive, _with_headers(send))
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            try:
                message = await asyncio.wait_for(receive(), self.limits.silence_seconds)
            except TimeoutError:
                raise HTTPException(408, "the rest of the request did not come in time") from None
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413, problem)
            return message

        await self.app(scope, counted, _with_headers(send))

    def _same_origin(self, headers: Headers) -> bool:
        """A browser says where a page comes from; programs say nothing and are welcome."""
        origin = headers.get("origin")
        try:
            return origin is None or urlsplit(origin).netloc == headers.get("host")
        except ValueError:  # it is no origin at all
            return False


def _host(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return dressed


def neighbourhood(host: str) -> str:
    """An address as limits count it: whoever has one of IPv6 has a whole network of them."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return host
    mapped = address.ipv4_mapped
    return str(mapped) if mapped is not None else str(ip_network((address, NETWORK), strict=False))


class Quota:
    """So many games a day for an address."""

    def __init__(self, most: int, tell: Callable[[str], None] = lambda address: None) -> None:
        """``tell`` hears of every address that has opened one here."""
        self.most = most
        self._tell = tell
        self._opened: dict[str, deque[float]] = {}

    def is_used_up(self, address: str) -> bool:
        now = time.monotonic()
        times = self._opened.get(address, deque())
        while times and times[0] < now - A_DAY:
            times.popleft()
        return len(times) >= self.most

    def count(self, address: str) -> None:
        """One more has been opened."""
        self._tell(address)
        self.count_elsewhere(address)

    def count_elsewhere(self, address: str) -> None:
        """One more has been opened, at whichever server."""
        now = time.monotonic()
        self._opened.setdefault(address, deque()).append(now)
        if len(self._opened) > MOST_ADDRESSES:  # forget addresses that have opened nothing for a day
            self._opened = {one: seen for one, seen in self._opened.items() if seen and seen[-1] >= now - A_DAY}


class Rate:
    """So many a second, with a burst; ``over`` counts those that were too many."""

    __slots__ = ("_allowance", "_at", "_burst", "_per_second", "over")

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second, self._burst = per_second, float(burst)
        self._allowance, self._at = float(burst), time.monotonic()
        self.over = 0

    def is_used_up(self) -> bool:
        now = time.monotonic()
        self._allowance = min(self._burst, self._allowance + (now - self._at) * self._per_second)
        self._at = now
        return self._allowance < 1.0

    def allows(self) -> bool:
        if self.is_used_up():
            self.over += 1
            return False
        self._allowance -= 1.0
        return True


class Rates:
    """A rate for every address."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second, self._burst = per_second, burst
        self._of: OrderedDict[str, Rate] = OrderedDict()

    def is_used_up(self, address: str) -> bool:
        rate = self._of.get(address)
        return rate is not None and rate.is_used_up()

    def allow(self, address: str) -> bool:
        rate = self._of.pop(address, None) or Rate(self._per_second, self._burst)
        self._of[address] = rate
        if len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)  # whoever has been quiet the longest
        return rate.allows()
