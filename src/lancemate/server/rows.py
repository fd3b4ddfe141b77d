"""The rows that a server keeps, table by table. Knows columns; must not know what is done with them.

A database of an earlier day has fewer tables: those that are missing are made when it is opened, so a table may be
added here, and a column only together with a new SCHEMA.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

SCHEMA: Final = 1

metadata = sa.MetaData()

about = sa.Table("about", metadata, sa.Column("schema", sa.Integer, primary_key=True))

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("mode", sa.String(16), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("beginning", sa.Text, nullable=False),
    sa.Column("by", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("result", sa.Text),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("side", sa.Text),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("command", sa.Text),
    sa.Column("seat", sa.Text),
    sa.Column("request", sa.Text),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("standing", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("game", "seat", "request"),
)

remarks = sa.Table(
    "remarks",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
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
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False, index=True),
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
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

# When this server was there: time in which nobody could move is on nobody's clock.
shifts = sa.Table(
    "shifts",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("began", sa.Float, nullable=False),
    sa.Column("last", sa.Float, nullable=False),
)

# A battle at a real table that several companions share: what they know of the forces, and what was marked.
companions = sa.Table(
    "companions",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("key_hash", sa.String(64), nullable=False),
    sa.Column("packet", sa.Text, nullable=False),
    sa.Column("updated", sa.Float, nullable=False, index=True),
)

companion_marks = sa.Table(
    "companion_marks",
    metadata,
    sa.Column("battle", sa.ForeignKey("companions.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("mark", sa.Text, nullable=False),
)
