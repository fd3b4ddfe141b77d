"""Connections to clients: one socket each, with an outbox, a rate and a seat; and who sits where.

Knows how messages wait and go out; must not know what they mean.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Iterator

from fastapi import WebSocket, WebSocketDisconnect

from lancemate.kernel.codec import JSON
from lancemate.server import metrics
from lancemate.server.messages import Asked
from lancemate.server.records import Seat
from lancemate.server.security import Rate
from lancemate.server.settings import Limits

NONSENSE, NO_TOKEN, NO_HELLO, NO_GAME, TOO_MUCH = 4400, 4401, 4408, 4409, 4429
GOING_DOWN, LATER = 1012, 1013
BLAMED = frozenset({NONSENSE, NO_TOKEN, NO_HELLO, TOO_MUCH})  # whoever is cut with one of these may not dial for ever

Waiting = tuple[Asked, float]  # a message, and since when it waits for those before it


class Connection:
    """One socket. What is sent waits in the outbox; a reader who is too slow is cut off and may come back."""

    def __init__(self, socket: WebSocket, seat: Seat, name: str, limits: Limits, address: str = "") -> None:
        self.socket = socket
        self.seat = seat
        self.name = name
        self.address = address
        self.rate = Rate(limits.messages_per_second, limits.burst)
        self.scene_shown: int | None = None  # the stamp of the scene that was sent last
        self.remarks_told = 0  # the last remark that was told
        self.asking = 0  # questions under way
        self.orders: deque[Waiting] = deque()  # each waits for the one before it
        self.remarks: deque[Waiting] = deque()
        self.cut_with: int | None = None
        self._outbox: asyncio.Queue[str] = asyncio.Queue(limits.outbox)
        self._closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        try:
            self._outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.cut(TOO_MUCH, "you read too slowly; connect again")

    def cut(self, code: int, reason: str) -> None:
        """Close the connection, without waiting for it."""
        if self._closing is None:
            self.cut_with = code
            metrics.CUTS.labels(str(code)).inc()
            self._closing = asyncio.create_task(self._close(code, reason))

    async def closed(self) -> None:
        """Wait until a connection that is being cut is closed."""
        if self._closing is not None:
            await self._closing

    async def _close(self, code: int, reason: str) -> None:
        try:
            await asyncio.wait_for(self.socket.close(code, reason), 5.0)
        except (RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            return

    async def write_all(self) -> None:
        """Send what is in the outbox, as long as the connection stands."""
        try:
            while True:
                await self.socket.send_text(await self._outbox.get())
        except (RuntimeError, OSError, WebSocketDisconnect):
            return


class Connections:
    """All connections, by game."""

    def __init__(self) -> None:
        self._by_game: dict[str, list[Connection]] = {}
        self.elsewhere: dict[str, dict[str, list[dict[str, JSON]]]] = {}  # who is there, by game and other server
        self.by_address: defaultdict[str, int] = defaultdict(int)
        self.asking: Counter[str] = Counter()  # questions under way, by address

    def __len__(self) -> int:
        return sum(map(len, self._by_game.values()))

    def __iter__(self) -> Iterator[Connection]:
        for connections in list(self._by_game.values()):
            yield from list(connections)

    def of(self, game: str) -> list[Connection]:
        return list(self._by_game.get(game, ()))

    def add(self, connection: Connection) -> None:
        self._by_game.setdefault(connection.seat.game, []).append(connection)

    def remove(self, connection: Connection) -> None:
        connections = self._by_game.get(connection.seat.game, [])
        if connection in connections:
            connections.remove(connection)
        if not connections:
            self._by_game.pop(connection.seat.game, None)

    def at_seat(self, seat: Seat) -> int:
        return sum(connection.seat.token_hash == seat.token_hash for connection in self.of(seat.game))

    def presence(self, game: str) -> list[JSON]:
        """Who is there, at whichever server: each seat once, with the last name given."""
        seats = {str(one["seat"]): one for one in self.here(game)}
        for others in self.elsewhere.get(game, {}).values():
            for one in others:
                mine = seats.setdefault(str(one["seat"]), {**one, "connected": 0})
                mine["name"] = mine["name"] or one["name"]
                mine["connected"] = int(str(mine["connected"])) + int(str(one["connected"]))
        return [*seats.values()]

    def here(self, game: str) -> list[dict[str, JSON]]:
        """Who is there at this server."""
        seats: dict[str, dict[str, JSON]] = {}
        for connection in self.of(game):
            entry = seats.setdefault(connection.seat.seat, {"seat": connection.seat.seat, "name": "", "connected": 0})
            entry["name"] = connection.name or entry["name"]
            entry["connected"] = sum(other.seat.seat == connection.seat.seat for other in self.of(game))
        return list(seats.values())

    def hear_of(self, game: str, server: str, there: list[dict[str, JSON]]) -> None:
        """Who sits at a table at another server."""
        others = self.elsewhere.setdefault(game, {})
        others.pop(server, None)
        if there:
            others[server] = there
        if not others:
            del self.elsewhere[game]

    def lose(self, server: str) -> list[str]:
        """Another server is gone, and all who sat there with it: at these tables."""
        games = [game for game, others in self.elsewhere.items() if server in others]
        for game in games:
            self.hear_of(game, server, [])
        return games
