"""What one player has proposed to the other: a draw, or to take something back. It outlasts the server that heard it.

An offer stands or has lapsed by the story of the game alone, so that every server comes to the same answer. Knows rows
and numbers of commands; must not know sockets.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Final

import sqlalchemy as sa

from lancemate.kernel.codec import JSON
from lancemate.server.rows import offers
from lancemate.server.storage import Store


@dataclass(frozen=True, slots=True)
class Offers:
    """Who offers a draw, and who asks to take something back by which request, each since how many commands."""

    draw: str | None = None
    draw_n: int | None = None
    undo: str | None = None
    undo_request: str | None = None
    undo_n: int | None = None

    @property
    def asked_back(self) -> tuple[str, str] | None:
        return (self.undo, self.undo_request) if self.undo is not None and self.undo_request is not None else None

    def draw_lapses(self, seat: str | None, deaf: Collection[str]) -> bool:
        """A draw is off the table as soon as the other side has given a command that whoever offers it hears of."""
        return self.draw is not None and seat != self.draw and self.draw not in deaf

    def after(self, seat: str | None, deaf: Collection[str]) -> Offers:
        """What still stands after a command from this seat, of which the ``deaf`` do not hear.

        To take back is asked of the last thing done that both know of.
        """
        left = self
        if left.draw_lapses(seat, deaf):
            left = replace(left, draw=None, draw_n=None)
        return left if deaf or left.undo is None else Offers(left.draw, left.draw_n)

    def still(self, n: int, seat: str | None, deaf: Collection[str]) -> Offers:
        """The same of command ``n``, if it came after what was proposed."""
        left = self.after(seat, deaf)
        draw = self if self.draw_n is None or n <= self.draw_n else left
        undo = self if self.undo_n is None or n <= self.undo_n else left
        return Offers(draw.draw, draw.draw_n, undo.undo, undo.undo_request, undo.undo_n)


NONE: Final = Offers()


class OfferStore:
    """Offers on disk."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def read(self, game: str) -> Offers:
        columns = [column for column in offers.c if column.name != "game"]
        row = await self.store.first(sa.select(*columns).where(offers.c.game == game))
        return Offers(**row) if row is not None else NONE

    async def write(self, game: str, made: Offers, told: dict[str, JSON]) -> None:
        """Write down what is proposed now. The other servers are told what has happened with it."""
        values = asdict(made)

        def work(connection: sa.Connection) -> None:
            if connection.execute(offers.update().where(offers.c.game == game).values(values)).rowcount == 0:
                connection.execute(offers.insert(), {"game": game, **values})
            self.store.announce(connection, "offer", game, told)

        await self.store.write(work)
