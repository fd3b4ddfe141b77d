"""Keeps games in a database: SQLite unless told otherwise, PostgreSQL by its URL.

One thread writes; what waits for it goes into one transaction together, and nobody is told before that is committed.
Knows rows and transactions; must not know what is in a command.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import LancemateError
from lancemate.server import metrics
from lancemate.server.records import INVITED, TAKEN, Entry, GameRecord, Remark, Seat
from lancemate.server.rows import SCHEMA, about, entries, games, metadata, remarks, seats
from lancemate.server.telling import MISSED

T = TypeVar("T")

READERS: Final = 4
LOCKED: Final = 0.5  # seconds that the writer waits for somebody else who writes to the same file or row
POSTGRESQL: Final = "postgresql"
PATIENCE: Final = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}  # with a line to it
SCHEMA_LOCK: Final = 0x1A9CE  # any number that nobody else locks
TOGETHER: Final = 64  # writes in one transaction

TOUCH: Final = about.update().values(schema=about.c.schema)


class Conflict(Exception):
    """Somebody else has written that row first."""


class StorageTrouble(Exception):
    """The database did not take it; whether it did after all is known when it is read again."""


Work = Callable[[sa.Connection], None]
Announce = Callable[[sa.Connection, str, str, dict[str, JSON]], None]  # a kind of news, what it is about, and data


class Store:
    """The games on disk. Every method that writes returns when it is durable."""

    def __init__(self, url: str) -> None:
        self.engine = open_database(url)
        self.announce: Announce = lambda connection, kind, about, data: None  # in the transaction that it tells of
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._queue: SimpleQueue[tuple[Work, Future[None]] | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    # -- writing ----------------------------------------------------------------------------------------------

    async def create(self, game: GameRecord, chairs: list[Seat], story: list[Entry]) -> None:
        await self.write(lambda connection: write_game(connection, game, chairs, story))

    async def append(self, entry: Entry) -> None:
        """Write one accepted command. Raises Conflict if its place or its request is taken, or the game settled."""
        row = asdict(entry)
        told: dict[str, JSON] = {"n": entry.n, "at": entry.at, "standing": entry.standing}

        def work(connection: sa.Connection) -> None:
            counted = connection.execute(_into_an_open_game(row), execution_options={"preserve_rowcount": True})
            if counted.rowcount != 1:
                raise Conflict
            self.announce(connection, "entry", entry.game, told)

        await self.write(work)

    async def settle(self, game: str, result: str) -> None:
        """Write down how the players ended a game between them, unless it is written already."""

        def work(connection: sa.Connection) -> None:
            open_game = (games.c.id == game) & games.c.result.is_(None)
            connection.execute(games.update().where(open_game).values(result=result))
            self.announce(connection, "settled", game, {})

        await self.write(work)

    async def exchange(self, invitation: Seat, seat: Seat) -> None:
        """Put a seat in the place of the invitation to it. Raises Conflict if somebody has done so before."""

        def work(connection: sa.Connection) -> None:
            waiting = (seats.c.token_hash == invitation.token_hash) & (seats.c.kind == INVITED)
            if connection.execute(seats.update().where(waiting).values(kind=TAKEN)).rowcount != 1:
                raise Conflict
            connection.execute(seats.insert(), asdict(seat))

        await self.write(work)

    async def remark(self, remark: Remark) -> None:
        """Write down what was said. Raises Conflict if somebody else said something first."""

        def work(connection: sa.Connection) -> None:
            connection.execute(remarks.insert(), asdict(remark))
            self.announce(connection, "remark", remark.game, {})

        await self.write(work)

    async def check(self) -> None:
        """Write something that changes nothing. Raises StorageTrouble where nothing can be written."""
        await self.write(lambda connection: connection.execute(TOUCH))

    async def write(self, work: Callable[[sa.Connection], object]) -> None:
        done: Future[None] = Future()
        self._queue.put((lambda connection: _no_answer(work(connection)), done))
        # Whoever stops waiting does not stop the writing.
        await asyncio.shield(asyncio.wrap_future(done))

    def _write_all(self) -> None:
        while (first := self._queue.get()) is not None:
            jobs = [first]
            while len(jobs) < TOGETHER and not self._queue.empty():
                job = self._queue.get()
                if job is None:
                    self._commit(jobs)
                    return
                jobs.append(job)
            self._commit(jobs)

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._queue.qsize()

    def _commit(self, jobs: list[tuple[Work, Future[None]]]) -> None:
        began = time.perf_counter()
        try:
            with self.engine.begin() as connection:
                for work, _ in jobs:
                    work(connection)
        except Exception as error:
            if len(jobs) > 1 and not _is_locked(error):  # one of them spoils it for all: each on its own, then
                for job in jobs:
                    self._commit([job])
                return
            trouble = _trouble(error)
            if isinstance(trouble, StorageTrouble):
                metrics.STORAGE_TROUBLES.inc()
            for _, done in jobs:
                _settle(done, trouble)
            return
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - began)
        for _, done in jobs:
            _settle(done, None)

    # -- reading ----------------------------------------------------------------------------------------------

    async def game(self, game: str) -> GameRecord | None:
        row = await self.first(sa.select(games).where(games.c.id == game))
        if row is None:
            return None
        return GameRecord(**{**row, "by": tuple((side, who) for side, who in row["by"])})

    async def seat(self, token_hash: str) -> Seat | None:
        row = await self.first(sa.select(seats).where(seats.c.token_hash == token_hash))
        return Seat(**row) if row is not None else None

    async def result(self, game: str) -> str | None:
        """How the players have settled a game between them."""
        row = await self.first(sa.select(games.c.result).where(games.c.id == game))
        result: str | None = row["result"] if row is not None else None
        return result

    async def story(self, game: str, first: int = 0, last: int | None = None) -> list[Entry]:
        """The entries of a game from one number to another, both included."""
        wanted = sa.select(entries).where(entries.c.game == game, entries.c.n >= first)
        if last is not None:
            wanted = wanted.where(entries.c.n <= last)
        return [Entry(**row) for row in await self.all(wanted.order_by(entries.c.n))]

    async def last_heard(self, game: str) -> tuple[int, Entry] | None:
        """The last entry that all have heard of, and how many of those came before it."""
        heard = (entries.c.game == game) & heard_by_all(entries)
        row = await self.first(sa.select(entries).where(heard).order_by(entries.c.n.desc()).limit(1))
        counted = await self.first(sa.select(sa.func.count().label("count")).select_from(entries).where(heard))
        return (counted["count"] - 1, Entry(**row)) if row is not None and counted is not None else None

    async def remarks(self, game: str, most: int, after: int = 0) -> list[Remark]:
        """The last things said after a certain one, oldest first."""
        wanted = sa.select(remarks).where(remarks.c.game == game, remarks.c.n > after)
        wanted = wanted.order_by(remarks.c.n.desc()).limit(most)
        return [Remark(**row) for row in await self.all(wanted)][::-1]

    async def first(self, wanted: sa.Select[Any]) -> dict[str, Any] | None:
        rows = await self.all(wanted)
        return rows[0] if rows else None

    async def all(self, wanted: sa.Select[Any]) -> list[dict[str, Any]]:
        def read() -> list[dict[str, Any]]:
            with self.engine.connect() as connection:
                return [dict(row) for row in connection.execute(wanted).mappings()]

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, read)
        except SQLAlchemyError as error:
            raise StorageTrouble(str(error)) from error


def write_game(connection: sa.Connection, game: GameRecord, chairs: list[Seat], story: list[Entry]) -> None:
    connection.execute(games.insert(), asdict(game))
    connection.execute(seats.insert(), [asdict(seat) for seat in chairs])
    connection.execute(entries.insert(), [asdict(entry) for entry in story])


def heard_by_all(told: sa.FromClause) -> sa.ColumnElement[bool]:
    """Of entries: nobody has missed it."""
    return sa.not_(told.c.told.startswith(MISSED, autoescape=True))


def _into_an_open_game(row: dict[str, Any]) -> sa.Insert:
    """A row of the story of a game that nobody settles meanwhile."""
    columns = list(entries.c)
    values = [sa.literal(row[column.name], column.type).label(column.name) for column in columns]
    still_open = (games.c.id == row["game"]) & games.c.result.is_(None)
    return entries.insert().from_select(columns, sa.select(*values).where(still_open).with_for_update(read=True))


def _settle(done: Future[None], error: Exception | None) -> None:
    """Tell whoever waits; nobody may be left who does."""
    if not done.set_running_or_notify_cancel():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(None)


def _no_answer(answer: object) -> None:
    return None


def _is_locked(error: Exception) -> bool:
    """Somebody else writes to the file: none of the jobs would fare better by itself."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _trouble(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict()
    if isinstance(error, SQLAlchemyError):
        return StorageTrouble(str(error))
    return error


# -- opening --------------------------------------------------------------------------------------------------


def open_database(address: str, *, make: bool = True) -> sa.Engine:
    """The database at a URL, ready to be used; with ``make`` its tables are made. Raises LancemateError."""
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise LancemateError("This is not the URL of a database; one is sqlite:///games.sqlite3") from None
    shown = url.render_as_string(hide_password=True)
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    try:
        if not make and url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
            raise LancemateError(f"There are no games at {shown}.")
        engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _server(url)
        if make:
            _prepare(engine, shown)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        hint = " Install it with: pip install 'lancemate[postgresql]'" if "psycopg" in str(error) else ""
        raise LancemateError(f"There is no driver here for the database {shown}.{hint}") from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise LancemateError(f"The database {shown} cannot be opened: {reason}") from None
    return engine


def _server(url: sa.URL) -> sa.Engine:
    """A database over the network: lines that died are noticed, and nobody waits for ever."""
    own: dict[str, object] = {**PATIENCE} if url.get_backend_name() == POSTGRESQL else {}
    if own and "options" not in url.query:
        own["options"] = f"-c lock_timeout={LOCKED * 1000:.0f}"
    return sa.create_engine(url, pool_size=READERS + 1, pool_pre_ping=True, connect_args=own)


def _sqlite(url: sa.URL) -> sa.Engine:
    file = url.database
    if not file or file == ":memory:":
        raise LancemateError("Games need a file to be kept in, as in sqlite:///games.sqlite3")
    Path(file.removeprefix("file:")).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, pool_size=READERS + 1, connect_args={"timeout": LOCKED})

    @sa.event.listens_for(engine, "connect")
    def careful(connection: Any, record: object) -> None:
        """Write-ahead log, and every commit on the disk itself before it counts."""
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _prepare(engine: sa.Engine, shown: str) -> None:
    """Make the tables if they are not there; refuse those of another version."""
    with engine.begin() as connection:
        if engine.dialect.name == POSTGRESQL:  # of several servers that start at once one makes them
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(SCHEMA_LOCK)))
        metadata.create_all(connection)
        found = connection.execute(sa.select(about.c.schema)).scalar()
        if found is None:
            connection.execute(about.insert(), {"schema": SCHEMA})
        elif found != SCHEMA:
            raise LancemateError(f"The database {shown} is of format {found}; this version reads format {SCHEMA}")
        connection.execute(TOUCH)  # a disk that cannot be written to says so now
