"""Copies of all games: a file made while the server goes on, looked through before it counts, and put back from it.

The file is a database of SQLite, whichever database the games are kept in, so it is also the way from one to the other.
Knows tables and rows; must not know what is in them.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from lancemate.kernel.errors import LancemateError
from lancemate.server.rows import SCHEMA, about, drivers, entries, games, metadata, servers
from lancemate.server.storage import open_database

AT_ONCE: Final = 500  # rows
PASSING: Final = frozenset(
    {servers.name, drivers.name}
)  # what is true of the servers that are there now, and no copy needs
KEPT: Final = [table for table in metadata.sorted_tables if table.name not in PASSING]


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied: rows by table."""

    rows: dict[str, int]

    def __str__(self) -> str:
        return f"{self.rows['games']} games with {self.rows['entries'] - self.rows['games']} commands"


def back_up(database: str, file: Path) -> Copied:
    """Copy everything at one moment into a new file. Raises LancemateError."""
    if file.exists():
        raise LancemateError(f"There is a file {file} already; nothing was written.")
    partial = file.with_name(f"{file.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        engine = open_database(database, make=False)
        try:
            if engine.dialect.name == "sqlite":
                _copy_file(str(engine.url.database), partial)
            else:
                _copy_rows(engine, partial)
        finally:
            engine.dispose()
        copied = look_through(partial)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.rename(file)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise LancemateError(f"The games could not be copied: {_first_line(error)}") from None
    finally:
        partial.unlink(missing_ok=True)
    return copied


def restore(file: Path, database: str) -> Copied:
    """Put the games of a copy into a database without any, all or nothing. Raises LancemateError."""
    copied = look_through(file)
    engine = open_database(database)
    try:
        with _opened(file) as source, engine.begin() as target:
            if target.execute(sa.select(games.c.id).limit(1)).first() is not None:
                raise LancemateError("There are games in that database already; a copy goes into an empty one.")
            here = set(sa.inspect(source).get_table_names())
            for table in KEPT:
                if table is not about and table.name in here:
                    _pour(source, target, table)
            for table in KEPT:
                count = target.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
                if table is not about and count != copied.rows.get(table.name, 0):
                    raise LancemateError(f"Not all rows of {table.name} have arrived; nothing was changed.")
    except SQLAlchemyError as error:
        raise LancemateError(f"The games could not be put back: {_first_line(error)}") from None
    finally:
        engine.dispose()
    return copied


def look_through(file: Path) -> Copied:
    """Whether a copy is whole: readable, of this format, and no command of any game missing. Raises LancemateError."""
    if not file.is_file():
        raise LancemateError(f"There is no file {file}.")
    try:
        with _opened(file) as source:
            if source.execute(sa.text("PRAGMA integrity_check")).scalar() != "ok":
                raise LancemateError(f"{file} is damaged.")
            if source.execute(sa.text("PRAGMA foreign_key_check")).first() is not None:
                raise LancemateError(f"{file} is damaged: rows belong to nothing.")
            found = source.execute(sa.select(about.c.schema)).scalar()
            if found != SCHEMA:
                raise LancemateError(f"{file} is of format {found}; this version reads format {SCHEMA}.")
            whole = sa.func.count() == sa.func.max(entries.c.n) + 1
            gaps = sa.select(entries.c.game).group_by(entries.c.game).having(~whole)
            if (gap := source.execute(gaps).scalar()) is not None:
                raise LancemateError(f"{file} is not whole: commands of game {gap} are missing.")
            here = set(sa.inspect(source).get_table_names())
            counts = {
                table.name: source.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
                for table in KEPT
                if table.name in here
            }
    except SQLAlchemyError as error:
        raise LancemateError(f"{file} is no copy of games: {_first_line(error)}") from None
    return Copied(counts)


def _copy_file(database: str, file: Path) -> None:
    """SQLite copies its own file page by page, whoever writes meanwhile."""
    with (
        closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(file)) as copy,
    ):
        source.backup(copy, pages=1000)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        for name in PASSING:
            if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone() is not None:
                copy.execute(f"DELETE FROM {name}")
        copy.commit()


def _copy_rows(engine: sa.Engine, file: Path) -> None:
    """All rows as they stand at one moment."""
    with engine.connect().execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True) as source:
        here = set(sa.inspect(source).get_table_names())
        counts: dict[str, int] = {}
        target = sa.create_engine(f"sqlite:///{file}")
        try:
            metadata.create_all(target)
            with target.begin() as copy:
                for table in KEPT:
                    if table.name in here:
                        counts[table.name] = _pour(source, copy, table)
        finally:
            target.dispose()
        for name, poured in counts.items():
            there = source.execute(sa.select(sa.func.count()).select_from(metadata.tables[name])).scalar_one()
            if there != poured:
                raise LancemateError(f"Not all rows of {name} were copied.")


def _pour(source: sa.Connection, target: sa.Connection, table: sa.Table) -> int:
    """All rows of a table, some at a time."""
    poured = 0
    rows = source.execution_options(yield_per=AT_ONCE).execute(sa.select(table)).mappings()
    for part in rows.partitions(AT_ONCE):
        target.execute(table.insert(), [dict(row) for row in part])
        poured += len(part)
    return poured


@contextmanager
def _opened(file: Path) -> Iterator[sa.Connection]:
    """A copy, to be read only."""
    engine = sa.create_engine(f"sqlite:///file:{file}?mode=ro&uri=true")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _first_line(error: Any) -> str:
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
