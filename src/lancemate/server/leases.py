"""Who drives a game where several servers share a database: lets its bots play, and acts when a side's time is up.

A server says again and again that it is there. A game has one driver, who keeps it as long as it is there; what a
server that has gone was driving is taken over by the others. That two should drive for a moment does no harm: of two
commands with one number the database takes one. Knows rows; must not know games.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from lancemate.server.bulletin import Bulletin
from lancemate.server.rows import drivers, servers
from lancemate.server.storage import Conflict, StorageTrouble, Store

log = logging.getLogger("lancemate.server")

BEAT: Final = 0.75  # seconds between two signs of life
LAPSE: Final = 3.5  # seconds after the last one from which a server counts as gone
AT_ONCE: Final = 20  # games that a server takes over between two signs of life of its own
OLD: Final = 600.0  # seconds after which a server that has gone is forgotten

NOW: Final = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)  # nobody's clock but the database's


class Leases:
    """The games that this server drives. Where there is no other server, all of them."""

    def __init__(self, store: Store, bulletin: Bulletin) -> None:
        self.store, self.bulletin = store, bulletin
        self.held: set[str] = set()
        self.others: frozenset[str] = frozenset()
        self.taken_over = 0
        self.on_taken_over: Callable[[str], None] = lambda game: None
        self.on_gone: Callable[[str], None] = lambda server: None
        self._there = asyncio.Event()  # the others know of this server
        self._last_sign = 0.0

    async def claim(self, game: str) -> bool:
        """Drive a game from now on, unless another server does. Raises StorageTrouble."""
        if not self.bulletin.is_shared or game in self.held:
            return True
        await self._there.wait()
        won = False

        def work(connection: sa.Connection) -> None:
            nonlocal won
            here = sa.select(servers.c.id).where(servers.c.until >= NOW)
            mine = insert(drivers).values(game=game, server=self.bulletin.id)
            free = (drivers.c.server == self.bulletin.id) | drivers.c.server.not_in(here)
            mine = mine.on_conflict_do_update(
                index_elements=[drivers.c.game], set_={"server": self.bulletin.id}, where=free
            )
            won = connection.execute(mine.returning(drivers.c.game)).first() is not None

        await self.store.write(work)
        if won:
            self.held.add(game)
        return won

    async def release(self, game: str) -> None:
        """Drive a game no longer: the others hear that it is free. Raises StorageTrouble."""
        if game not in self.held:
            return
        self.held.discard(game)
        mine = (drivers.c.game == game) & (drivers.c.server == self.bulletin.id)

        def work(connection: sa.Connection) -> None:
            connection.execute(drivers.delete().where(mine))
            self.store.announce(connection, "free", game, {})

        await self.store.write(work)

    async def keep(self) -> None:
        """Again and again, say that this server is there, and take over what others have left behind."""
        while self.bulletin.is_shared:
            try:
                await self._give_a_sign()
            except (StorageTrouble, Conflict) as error:
                log.warning("no sign of life could be given: %s", str(error).partition("\n")[0])
            await asyncio.sleep(BEAT)

    async def leave(self) -> None:
        """Say that this server is going: the others take over at once."""
        if not self.bulletin.is_shared:
            return
        self.held.clear()
        gone = servers.delete().where(servers.c.id == self.bulletin.id)
        try:
            await self.store.write(lambda connection: connection.execute(gone))
        except (StorageTrouble, Conflict):
            log.warning("the other servers will notice by themselves that this one is gone")

    async def _give_a_sign(self) -> None:
        here: frozenset[str] = frozenset()
        left: list[str] = []
        own = self.bulletin.id

        def work(connection: sa.Connection) -> None:
            nonlocal here, left
            until = NOW + LAPSE
            if connection.execute(servers.update().where(servers.c.id == own).values(until=until)).rowcount == 0:
                connection.execute(servers.insert().values(id=own, until=until))
            connection.execute(servers.delete().where(servers.c.until < NOW - OLD))
            here = frozenset(connection.execute(sa.select(servers.c.id).where(servers.c.until >= NOW)).scalars())
            orphans = sa.select(drivers.c.game).where(drivers.c.server.not_in(here)).limit(AT_ONCE)
            left = list(connection.execute(orphans.with_for_update(skip_locked=True)).scalars())
            if left:
                connection.execute(drivers.update().where(drivers.c.game.in_(left)).values(server=own))
            self.store.announce(connection, "sign", own, {})

        began = time.monotonic()
        await self.store.write(work)
        if self._there.is_set() and began - self._last_sign > LAPSE:
            self.held.clear()  # the others thought that this one was gone
        self._last_sign = began
        self._there.set()
        gone, self.others = self.others - here, here - {own}
        for server in gone:
            self.on_gone(server)
        self.held.update(left)
        self.taken_over += len(left)
        for game in left:
            self.on_taken_over(game)
