"""The rows that a server keeps, table by table. Knows columns; must not know what is done with them.

A database of an earlier day has fewer tables: those that are missing are made when it is opened, so a table may be
added here, and a column only together with a new SCHEMA.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

SCHEMA: Final = 1

metadata = sa.MetaData()


def _named() -> sa.Column[str]:
    """What a row is called by: its random id."""
    return sa.Column("id", sa.String(24), primary_key=True)


def _numbered(owner: str, table: str) -> tuple[sa.Column[str], sa.Column[int]]:
    """A place in the list of something else."""
    whose = sa.ForeignKey(f"{table}.id")
    return sa.Column(owner, whose, primary_key=True), sa.Column("n", sa.Integer, primary_key=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _when(name: str, *, index: bool = False) -> sa.Column[float]:
    """Seconds since the epoch."""
    return sa.Column(name, sa.Float, nullable=False, index=index)


about = sa.Table("about", metadata, sa.Column("schema", sa.Integer, primary_key=True))

games = sa.Table(
    "games",
    metadata,
    _named(),
    sa.Column("mode", sa.String(16), nullable=False),
    _text("title"),
    _text("beginning"),
    sa.Column("by", sa.JSON, nullable=False),
    _when("created"),
    sa.Column("result", sa.Text),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False, index=True),
    _text("seat"),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("side", sa.Text),
)

entries = sa.Table(
    "entries",
    metadata,
    *_numbered("game", "games"),
    sa.Column("command", sa.Text),
    sa.Column("seat", sa.Text),
    sa.Column("request", sa.Text),
    _text("told"),
    _text("standing"),
    _when("at"),
    sa.UniqueConstraint("game", "seat", "request"),
)

remarks = sa.Table(
    "remarks",
    metadata,
    *_numbered("game", "games"),
    _text("seat"),
    _text("name"),
    _text("text"),
    _when("at"),
)

# What the players of a game agreed on before it began: their names, a clock, whether anybody may watch.
agreements = sa.Table(
    "agreements",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False, index=True),
    sa.Column("timed", sa.Boolean, nullable=False, index=True),
    sa.Column("running", sa.Boolean, nullable=False, index=True),
)

# Table talk before a battle: what is proposed, brought and said, and the game that came of it.
talks = sa.Table(
    "talks",
    metadata,
    _named(),
    sa.Column("n", sa.Integer, nullable=False),
    _text("state"),
    sa.Column("open", sa.Boolean, nullable=False, index=True),
    _when("created"),
    _when("updated", index=True),
)

talk_seats = sa.Table(
    "talk_seats",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("talk", sa.ForeignKey("talks.id"), nullable=False, index=True),
    sa.Column("place", sa.String(8), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
)

# Maps that players have drawn.
maps = sa.Table(
    "maps",
    metadata,
    _named(),
    _text("title"),
    sa.Column("data", sa.JSON, nullable=False),
    _when("created"),
)

# When this server was there: time in which nobody could move is on nobody's clock.
shifts = sa.Table(
    "shifts",
    metadata,
    _named(),
    _when("began"),
    _when("last"),
)

# The servers that are there, and until when the others believe so without another word (by the database's clock).
servers = sa.Table(
    "servers",
    metadata,
    _named(),
    _when("until"),
)

# Which server drives a game: lets its bots play and acts when a side's time is up.
drivers = sa.Table(
    "drivers",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("server", sa.String(24), nullable=False, index=True),
)

# What players have proposed to one another, each with the number of commands there were: see offers.py.
offers = sa.Table(
    "offers",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("draw", sa.Text),
    sa.Column("draw_n", sa.Integer),
    sa.Column("undo", sa.Text),
    sa.Column("undo_request", sa.Text),
    sa.Column("undo_n", sa.Integer),
)

# A battle at a real table that several companions share: what they know of the forces, and what was marked.
companions = sa.Table(
    "companions",
    metadata,
    _named(),
    sa.Column("key_hash", sa.String(64), nullable=False),
    _text("packet"),
    _when("updated", index=True),
)

companion_marks = sa.Table(
    "companion_marks",
    metadata,
    *_numbered("battle", "companions"),
    _text("mark"),
)
