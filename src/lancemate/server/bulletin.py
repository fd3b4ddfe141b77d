"""The bulletin board of servers that share one database: news of one reach all others through PostgreSQL itself.

News of something that was written down belong to its transaction: they go out when it is durable, and only then. Who
was not there to hear them looks everything up again. Knows the board; must not know what the news mean. With SQLite
there is one server, and nobody to tell.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from lancemate.kernel.codec import JSON
from lancemate.server.storage import PATIENCE, POSTGRESQL, Conflict, StorageTrouble, Store
from lancemate.server.telling import dumps
from lancemate.server.tokens import new_game_id

log = logging.getLogger("lancemate.server")

CHANNEL: Final = "lancemate"
LONGEST: Final = 7_900  # bytes that PostgreSQL passes on at once
SILENCE: Final = 3.0  # seconds without any news, not even one's own, after which the line is thought to be dead
PAUSE: Final = 0.5  # seconds before another line is tried

Handler = Callable[[str, dict[str, JSON]], None]  # is told what the news are about, and their data


class Bulletin:
    """What this server tells the others, and hears of them."""

    def __init__(self, store: Store) -> None:
        self.id = new_game_id()
        self.store = store
        self.is_shared = store.engine.dialect.name == POSTGRESQL
        self.hears: dict[str, Handler] = {}
        self.on_gap: Callable[[], None] = lambda: None  # anything may have happened meanwhile
        self.gaps = 0
        self._posting: set[asyncio.Task[None]] = set()
        if self.is_shared:
            store.announce = self.announce

    def announce(self, connection: sa.Connection, kind: str, about: str, data: dict[str, JSON]) -> None:
        """Tell the others of something as soon as this transaction is durable."""
        news = dumps([self.id, kind, about, data])
        if len(news) > LONGEST:  # whoever misses a part of it looks it up
            news = dumps([self.id, kind, about, {"n": data.get("n")}])
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, news)))

    def post(self, kind: str, about: str, data: dict[str, JSON] | None = None) -> None:
        """Tell the others of something that is not written down."""
        if not self.is_shared:
            return
        task = asyncio.create_task(self._post(kind, about, data or {}))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def _post(self, kind: str, about: str, data: dict[str, JSON]) -> None:
        try:
            await self.store.write(lambda connection: self.announce(connection, kind, about, data))
        except (StorageTrouble, Conflict):
            log.warning("the other servers could not be told of %s", kind)

    async def listen(self) -> None:
        """Hear what the others post, for ever."""
        if not self.is_shared:
            return
        from psycopg import AsyncConnection, Error

        _, words = self.store.engine.dialect.create_connect_args(self.store.engine.url)
        while True:
            try:
                async with await AsyncConnection.connect(**{**words, **PATIENCE}, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    self.gaps += 1
                    self.on_gap()
                    heard = time.monotonic()
                    while time.monotonic() - heard < SILENCE:
                        async for note in line.notifies(timeout=SILENCE):
                            heard = time.monotonic()
                            self._hear(note.payload)
            except (Error, OSError) as error:
                log.warning("the line to the bulletin board is cut: %s", str(error).strip().partition("\n")[0])
            await asyncio.sleep(PAUSE)

    def _hear(self, news: str) -> None:
        try:
            sender, kind, about, data = json.loads(news)
            if sender != self.id and kind in self.hears:
                self.hears[kind](about, data)
        except Exception:
            log.exception("nothing can be made of the news %.200s", news)
