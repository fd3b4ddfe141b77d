"""Watches the clocks of battles that have one, and does what was agreed on when a side's time is up.

Knows when; what a side does then is a command like any other, written down before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from lancemate.kernel.codec import JSON
from lancemate.server.clocks import LOSE, Clock, Duty, Hourglass, Shifts
from lancemate.server.game import Accepted, Behind, GameLost, LiveGame, read_command
from lancemate.server.records import PLAYER, Agreement, Seat
from lancemate.server.storage import Conflict, StorageTrouble
from lancemate.server.telling import missed_by
from lancemate.server.tokens import new_game_id
from lancemate.server.workers import HelperLost

if TYPE_CHECKING:
    from lancemate.server.hall import Hall
    from lancemate.server.lobby_storage import LobbyStore

log = logging.getLogger("lancemate.server")

TICK: Final = 0.25  # seconds between two looks at the clocks
ON_DUTY: Final = 5.0  # seconds between two notes that the server is there
OLD: Final = 30 * 86_400.0  # seconds after which a talk without news is forgotten


class Timekeeper:
    """The clocks of all games that go on."""

    def __init__(self, hall: Hall, store: LobbyStore) -> None:
        self.hall = hall
        self.store = store
        self.glasses: dict[str, Hourglass] = {}
        self._duty = Duty()
        self.shifts = Shifts((), self._duty.time)
        self._left: list[tuple[str, float, float]] = []  # shifts that have ended and are still to be noted
        self._shift = new_game_id()
        self._busy: set[str] = set()

    def now(self) -> float:
        """The moment, as commands are stamped and clocks read. Whoever was away until just now begins another shift."""
        moment = self._duty.now()
        while self._duty.gaps:
            start, end = self._duty.gaps.pop()
            self._left.append((self._shift, self.shifts.began, start))
            self.shifts.away(start, end)
            self._shift = new_game_id()
        return moment

    async def keep(self) -> None:
        """Again and again, look who has run out of time."""
        noted = 0.0
        while True:
            try:
                if not noted:
                    await self._begin()
                if self.now() - noted > ON_DUTY or self._left:
                    noted = self.now()
                    await self._note(noted)
            except StorageTrouble as error:
                log.warning("the clocks wait for the database: %s", error)
                await asyncio.sleep(1.0)
            for game, glass in list(self.glasses.items()):
                if glass.is_out(self.now()) is not None and game not in self._busy:
                    self._busy.add(game)
                    self.hall.spawn(self._time_is_up(game))
            await asyncio.sleep(TICK)

    async def close(self) -> None:
        """Note until when the server was there."""
        with suppress(StorageTrouble):
            await self._note(self.now())

    async def _note(self, now: float) -> None:
        while self._left:
            await self.store.on_duty(*self._left[0])
            del self._left[0]
        await self.store.on_duty(self._shift, self.shifts.began, now)

    async def _begin(self) -> None:
        ended = await self.store.shifts()
        self._duty.not_before(max((last for _, last in ended), default=0.0))
        self._duty.gaps.clear()
        self.shifts = Shifts(ended, self._duty.time)
        await self.wind_all()
        await self.store.forget_talks(self.now() - OLD)

    async def wind(self, agreement: Agreement) -> None:
        """Set the clock of a game by its story."""
        if agreement.clock is None:
            return
        glass = Hourglass(Clock(**agreement.clock), self.shifts)  # type: ignore[arg-type]
        for row in await self.store.times(agreement.game):
            where = json.loads(row["standing"])
            if not row["missed"]:
                glass.passed(row["at"], where["turn"], None if where["outcome"] is not None else where["to_act"])
        self.glasses[agreement.game] = glass

    def heard(self, game: LiveGame, told: str, at: float | None = None) -> None:
        """A command was accepted, just now or at another server. What somebody is not to hear of sets no clock back."""
        glass = self.glasses.get(game.id)
        if glass is not None and not missed_by(told):
            glass.passed(self.now() if at is None else at, game.battle.state.turn, game.acting)
        if game.over:
            self.ended(game)

    def heard_of(self, game: str, at: float, standing: str) -> None:
        """Another server has accepted a command of a game that nobody looks at here."""
        glass = self.glasses.get(game)
        if glass is not None:
            where = json.loads(standing)
            over = where["outcome"] is not None
            glass.passed(at, where["turn"], None if over else where["to_act"])
            if over:
                del self.glasses[game]

    async def wind_all(self) -> None:
        """Set all clocks anew: something may have been missed. Raises StorageTrouble."""
        for agreement in await self.store.timed():
            await self.wind(agreement)

    def ended(self, game: LiveGame) -> None:
        """The battle is over, by a command or between the players."""
        self.glasses.pop(game.id, None)
        if game.agreement is not None:
            self.hall.spawn(self._end(game.id))

    async def _end(self, game: str) -> None:
        try:
            await self.store.ended(game)
        except StorageTrouble:
            log.warning("game %s is over, and stays on the list for now", game)

    def show(self, game: LiveGame) -> JSON:
        glass = self.glasses.get(game.id)
        return glass.show(game.battle.sides, self.now()) if glass is not None else None

    async def _time_is_up(self, name: str) -> None:
        try:
            if not await self.hall.leases.claim(name):
                await asyncio.sleep(1.0)  # another server does what is to be done
                return
            game = await self.hall.game(name)
            if game is None or game.agreement is None or game.over:
                self.glasses.pop(name, None)
                return
            self.shifts.learn(await self.store.shifts())  # somebody else may have been there
            await self.wind(game.agreement)
            glass = self.glasses[name]
            side = glass.is_out(self.now())
            if side is not None and game.acting != side:
                self.hall.read_on(game)  # what is in memory is not the newest
            if side is None or game.acting != side:
                return
            if glass.clock.at_end == LOSE:
                n, command = (
                    game.count(side),
                    read_command(game.game, {"resign": {"side": side}}, self.hall.settings.limits),
                )
            else:
                n, command = await self.hall.least(game, side)
            seat = Seat("", name, f"clock:{side}", PLAYER, side)
            answer = await game.command(self.hall.store, seat, str(n), n, command)
            if isinstance(answer, Accepted) and answer.news is not None:
                self.hall.on_time(game, side)
                self.hall.tell(game, answer.news)
        except Behind:
            found = self.hall.live.get(name)
            if found is not None:
                self.hall.doubt(found)
        except GameLost:
            self.glasses.pop(name, None)
        except (StorageTrouble, Conflict, HelperLost):
            await asyncio.sleep(1.0)
        finally:
            self._busy.discard(name)
