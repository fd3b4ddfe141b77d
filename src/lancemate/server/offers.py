"""What one player has proposed to the other: a draw, or to take something back. It outlasts the server that heard it.

An offer stands or has lapsed by the story of the game alone, so that every server comes to the same answer. Knows rows
and numbers of commands; must not know sockets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
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

    def draw_lapses(self, seat: str | None) -> bool:
        """A draw is off the table as soon as the other side has given a command."""
        return self.draw is not None and seat != self.draw

    def after(self, seat: str | None) -> Offers:
        """What still stands after a command from this seat. To take back is asked of the last thing done."""
        if self.draw is None and self.undo is None:
            return self
        return NONE if self.draw_lapses(seat) else Offers(self.draw, self.draw_n)

    def still(self, n: int, since: Iterable[tuple[int, str]]) -> Offers:
        """What still stands after n commands, some of which came from those seats."""
        left = self
        for number, seat in sorted(since):
            if left.draw_n is not None and number > left.draw_n and left.draw_lapses(seat):
                left = Offers(None, None, left.undo, left.undo_request, left.undo_n)
        return left if left.undo_n in (None, n) else Offers(left.draw, left.draw_n)


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
