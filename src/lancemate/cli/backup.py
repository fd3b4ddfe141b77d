"""`lancemate backup` and `lancemate restore`: all games in one file, and back. Asks and tells; copies nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

backup_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
restore_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Database = Annotated[
    str | None,
    typer.Option(help="Database URL, such as sqlite:///games.sqlite3 or postgresql://...", show_default=False),
]


@backup_app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; there must be none of that name.")],
    database: Database = None,
) -> None:
    """Copy all games into one file. The server may go on meanwhile; what is in the file is whole, and was so at one
    moment. It is looked through before it gets its name.
    """
    from lancemate.server.backup import back_up
    from lancemate.server.settings import default_database

    print(f"{back_up(database or default_database(), file)} are in {file}, which is whole.")


@restore_app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `lancemate backup` has written.")],
    database: Database = None,
) -> None:
    """Put all games of a copy into an empty database, of SQLite or PostgreSQL, whichever they came from."""
    from lancemate.server.backup import restore as put_back
    from lancemate.server.settings import default_database

    print(f"{put_back(file, database or default_database())} are back.")
