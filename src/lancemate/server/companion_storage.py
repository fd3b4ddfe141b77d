"""Keeps battles that companions share: a packet and a growing list of marks. Knows rows, not what is marked."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from lancemate.server.rows import companion_marks, companions
from lancemate.server.storage import Store


class Shared(NamedTuple):
    key_hash: str
    packet: str


class Size(NamedTuple):
    marks: int
    letters: int


class CompanionStore:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def open(self, battle: str, key_hash: str, packet: str, marks: Sequence[str], now: float) -> None:
        def work(connection: sa.Connection) -> None:
            row = {"id": battle, "key_hash": key_hash, "packet": folded(packet), "updated": now}
            connection.execute(companions.insert(), row)
            if marks:
                connection.execute(companion_marks.insert(), _numbered(battle, 0, marks))

        await self.store.write(work)

    async def shared(self, battle: str) -> Shared | None:
        row = await self.store.first(
            sa.select(companions.c.key_hash, companions.c.packet).where(companions.c.id == battle)
        )
        return Shared(row["key_hash"], unfolded(row["packet"])) if row is not None else None

    async def marks(self, battle: str, first: int) -> list[str]:
        """The marks from a number on, in their order."""
        same = (companion_marks.c.battle == battle) & (companion_marks.c.n >= first)
        rows = await self.store.all(sa.select(companion_marks.c.mark).where(same).order_by(companion_marks.c.n))
        return [row["mark"] for row in rows]

    async def end(self, battle: str) -> int:
        """How many marks there are."""
        last = sa.select(sa.func.max(companion_marks.c.n).label("last")).where(companion_marks.c.battle == battle)
        row = await self.store.first(last)
        return 0 if row is None or row["last"] is None else int(row["last"]) + 1

    async def size(self, battle: str) -> Size:
        """How many marks there are, and how long they are together."""
        lengths = sa.func.coalesce(sa.func.sum(sa.func.length(companion_marks.c.mark)), 0)
        wanted = sa.select(sa.func.count().label("marks"), lengths.label("letters"))
        row = await self.store.first(wanted.where(companion_marks.c.battle == battle))
        return Size(**row) if row is not None else Size(0, 0)

    async def add(self, battle: str, n: int, marks: Sequence[str], now: float) -> None:
        """Add marks after the first n. Raises Conflict if somebody else has marked something there."""

        def work(connection: sa.Connection) -> None:
            connection.execute(companion_marks.insert(), _numbered(battle, n, marks))
            connection.execute(companions.update().where(companions.c.id == battle).values(updated=now))

        await self.store.write(work)

    async def forget(self, before: float) -> None:
        def work(connection: sa.Connection) -> None:
            old = sa.select(companions.c.id).where(companions.c.updated < before)
            connection.execute(companion_marks.delete().where(companion_marks.c.battle.in_(old)))
            connection.execute(companions.delete().where(companions.c.updated < before))

        await self.store.write(work)


def folded(packet: str) -> str:
    """Tables repeat themselves: they take a tenth of the room like this."""
    return b64encode(zlib.compress(packet.encode())).decode()


def unfolded(text: str) -> str:
    return text if text.startswith("{") else zlib.decompress(b64decode(text)).decode()


def _numbered(battle: str, first: int, marks: Sequence[str]) -> list[dict[str, object]]:
    return [{"battle": battle, "n": n, "mark": mark} for n, mark in enumerate(marks, start=first)]
