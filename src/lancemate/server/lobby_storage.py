"""Keeps what is around games: agreements, table talks, and when the server was there.

Knows rows and transactions, as storage.py does; must not know what people agree on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, Final

import sqlalchemy as sa

from lancemate.server.records import INVITED, TAKEN, Agreement, Entry, GameRecord, Remark, Seat, TalkRecord, TalkSeat
from lancemate.server.rows import agreements, entries, games, remarks, seats, shifts, talk_seats, talks
from lancemate.server.storage import Conflict, Store, heard_by_all, write_game

MOST_LISTED: Final = 50


class LobbyStore:
    """The lobby on disk. Every method that writes returns when it is durable."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # -- agreements -------------------------------------------------------------------------------------------

    async def agreement(self, game: str) -> Agreement | None:
        row = await self.store.first(sa.select(agreements.c.data).where(agreements.c.game == game))
        return Agreement(**row["data"]) if row is not None else None

    async def agree(self, agreement: Agreement) -> None:
        """Write down what was agreed on."""
        await self.store.write(lambda connection: write_agreement(connection, agreement))

    async def call(self, game: str, side: str, name: str) -> Agreement:
        """From now on whoever plays this side goes by this name; all else that was agreed on stands."""
        called: list[Agreement] = []

        def work(connection: sa.Connection) -> None:
            same = agreements.c.game == game
            row = connection.execute(sa.select(agreements.c.data).where(same).with_for_update()).first()
            before = Agreement(**row.data) if row is not None else Agreement(game)
            after = replace(before, names={**before.names, side: name})
            if row is None:
                write_agreement(connection, after)
            else:
                connection.execute(agreements.update().where(same).values(data=asdict(after)))
            self.store.announce(connection, "agreed", game, {})
            called[:] = [after]

        await self.store.write(work)
        return called[0]

    async def ended(self, game: str) -> None:
        """The battle is over: nobody watches its clock any more, and it is not among those to be watched."""
        over = agreements.update().where(agreements.c.game == game).values(running=False)
        await self.store.write(lambda connection: connection.execute(over))

    async def timed(self) -> list[Agreement]:
        """The agreements of all battles that go on with a clock."""
        wanted = sa.select(agreements.c.data).where(agreements.c.timed, agreements.c.running)
        return [Agreement(**row["data"]) for row in await self.store.all(wanted)]

    async def times(self, game: str) -> list[dict[str, Any]]:
        """When each command came, where the battle stood after it, and whether somebody missed it."""
        missed = sa.not_(heard_by_all(entries)).label("missed")
        wanted = sa.select(entries.c.at, entries.c.standing, missed).where(entries.c.game == game)
        return await self.store.all(wanted.order_by(entries.c.n))

    async def to_watch(self) -> list[dict[str, Any]]:
        """Battles that anybody may watch, those with the last news first."""
        wanted = _standing().add_columns(agreements.c.data)
        wanted = wanted.join(agreements, agreements.c.game == games.c.id)
        wanted = wanted.where(agreements.c.listed, agreements.c.running, games.c.result.is_(None))
        return await self.store.all(wanted.order_by(entries.c.at.desc()).limit(MOST_LISTED))

    async def held(self, hashes: Sequence[str]) -> list[dict[str, Any]]:
        """How the battles stand that these tokens have seats at."""
        own = _standing().add_columns(seats.c.token_hash, seats.c.side, seats.c.kind, agreements.c.data)
        own = own.join(seats, seats.c.game == games.c.id)
        own = own.join(agreements, agreements.c.game == games.c.id, isouter=True)
        return await self.store.all(own.where(seats.c.token_hash.in_(hashes)))

    # -- table talks ------------------------------------------------------------------------------------------

    async def open_talk(self, talk: TalkRecord, chairs: list[TalkSeat], agreement: Agreement | None = None) -> None:
        """Begin a talk; with ``agreement`` it is about a rematch. Raises Conflict if another one is."""

        def work(connection: sa.Connection) -> None:
            if agreement is not None:
                same = agreements.c.game == agreement.game
                row = connection.execute(sa.select(agreements.c.data).where(same).with_for_update()).first()
                if row is None or row.data["rematch"] is not None:
                    raise Conflict
                connection.execute(agreements.update().where(same).values(data=asdict(agreement)))
                self.store.announce(connection, "agreed", agreement.game, {})
            connection.execute(talks.insert(), asdict(talk))
            connection.execute(talk_seats.insert(), [asdict(seat) for seat in chairs])

        await self.store.write(work)

    async def talk(self, talk: str) -> TalkRecord | None:
        row = await self.store.first(sa.select(talks).where(talks.c.id == talk))
        return TalkRecord(**row) if row is not None else None

    async def talk_seat(self, token_hash: str) -> TalkSeat | None:
        row = await self.store.first(sa.select(talk_seats).where(talk_seats.c.token_hash == token_hash))
        return TalkSeat(**row) if row is not None else None

    async def talk_seats(self, talk: str) -> list[TalkSeat]:
        return [TalkSeat(**row) for row in await self.store.all(sa.select(talk_seats).where(talk_seats.c.talk == talk))]

    async def held_talks(self, hashes: Sequence[str]) -> list[dict[str, Any]]:
        wanted = sa.select(talks, talk_seats.c.token_hash, talk_seats.c.place)
        wanted = wanted.join(talk_seats, talk_seats.c.talk == talks.c.id)
        return await self.store.all(wanted.where(talk_seats.c.token_hash.in_(hashes), talk_seats.c.kind != INVITED))

    async def open_talks(self) -> list[TalkRecord]:
        """Tables at which somebody waits for anybody, the newest first."""
        wanted = sa.select(talks).where(talks.c.open).order_by(talks.c.updated.desc()).limit(MOST_LISTED)
        return [TalkRecord(**row) for row in await self.store.all(wanted)]

    async def change_talk(self, talk: TalkRecord) -> None:
        """Write down what has changed. Raises Conflict if somebody changed something else before."""
        await self.store.write(lambda connection: self._change(connection, talk))

    async def sit_down(self, talk: TalkRecord, seat: TalkSeat) -> None:
        """Give the one free place to somebody. Raises Conflict if it is taken."""

        def work(connection: sa.Connection) -> None:
            free = (talk_seats.c.talk == talk.id) & (talk_seats.c.kind == INVITED)
            if connection.execute(talk_seats.update().where(free).values(kind=TAKEN)).rowcount != 1:
                raise Conflict
            connection.execute(talk_seats.insert(), asdict(seat))
            self._change(connection, talk)

        await self.store.write(work)

    async def begin(
        self,
        talk: TalkRecord,
        game: GameRecord,
        chairs: list[Seat],
        story: list[Entry],
        agreement: Agreement,
        said: list[Remark],
    ) -> None:
        """A talk becomes a battle, all at once. Raises Conflict if it has, or was changed meanwhile."""

        def work(connection: sa.Connection) -> None:
            self._change(connection, talk)
            write_game(connection, game, chairs, story)
            write_agreement(connection, agreement)
            self.store.announce(connection, "agreed", agreement.game, {})
            if said:
                connection.execute(remarks.insert(), [asdict(remark) for remark in said])

        await self.store.write(work)

    def _change(self, connection: sa.Connection, talk: TalkRecord) -> None:
        same = (talks.c.id == talk.id) & (talks.c.n == talk.n - 1)
        values = {"n": talk.n, "state": talk.state, "open": talk.open, "updated": talk.updated}
        if connection.execute(talks.update().where(same).values(values)).rowcount != 1:
            raise Conflict
        self.store.announce(connection, "talk", talk.id, {})

    async def forget_talks(self, before: float) -> None:
        """Drop talks in which nothing has happened for long."""

        def work(connection: sa.Connection) -> None:
            old = sa.select(talks.c.id).where(talks.c.updated < before)
            connection.execute(talk_seats.delete().where(talk_seats.c.talk.in_(old)))
            connection.execute(talks.delete().where(talks.c.updated < before))

        await self.store.write(work)

    # -- shifts -----------------------------------------------------------------------------------------------

    async def shifts(self) -> list[tuple[float, float]]:
        rows = await self.store.all(sa.select(shifts.c.began, shifts.c.last))
        return [(row["began"], row["last"]) for row in rows]

    async def on_duty(self, shift: str, began: float, now: float) -> None:
        """The server is there."""

        def work(connection: sa.Connection) -> None:
            if connection.execute(shifts.update().where(shifts.c.id == shift).values(last=now)).rowcount == 0:
                connection.execute(shifts.insert(), {"id": shift, "began": began, "last": now})

        await self.store.write(work)


def write_agreement(connection: sa.Connection, agreement: Agreement) -> None:
    timed = agreement.clock is not None
    row = {"game": agreement.game, "listed": agreement.listed, "timed": timed, "running": True}
    connection.execute(agreements.insert(), row | {"data": asdict(agreement)})


def _standing() -> sa.Select[Any]:
    """Every game with the last entry that all have heard of, without what was told of it."""
    later = entries.alias()
    last = sa.select(sa.func.max(later.c.n)).where(later.c.game == games.c.id, heard_by_all(later)).scalar_subquery()
    columns = games.c.id, games.c.title, games.c.mode, games.c.by, games.c.result, entries.c.standing
    joined = games.join(entries, (entries.c.game == games.c.id) & (entries.c.n == last))
    return sa.select(*columns, entries.c.at).select_from(joined)
