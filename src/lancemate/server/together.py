"""What a server does with the news of others on the same database: people at one table may sit at different servers.

Each kind of news has its line here. Knows the hall, the sockets and the lobby; must not know how news travel.
"""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import Any, cast

from lancemate.kernel.codec import JSON
from lancemate.server.hall import Hall
from lancemate.server.lobby import Lobby
from lancemate.server.sockets import Switchboard
from lancemate.server.storage import StorageTrouble

log = logging.getLogger("lancemate.server")

Data = dict[str, JSON]


class Together:
    """One of several servers."""

    def __init__(self, hall: Hall, switchboard: Switchboard, lobby: Lobby) -> None:
        self.hall, self.switchboard, self.lobby = hall, switchboard, lobby
        hall.bulletin.hears = {
            "entry": self._entry,
            "settled": self._settled,
            "free": self._free,
            "offer": self._offer,
            "remark": lambda game, data: self._look_up(switchboard.tell_remarks(game)),
            "table": switchboard.tell,
            "presence": self._presence,
            "who": self._who,
            "agreed": lambda game, data: self._look_up(self._agreed(game)),
            "talk": lambda talk, data: lobby.tell_here(talk),
            "counted": lambda name, data: hall.quotas[name].count_elsewhere(str(data["address"])),
            "here": lambda talk, data: lobby.seen_elsewhere(talk, str(data["place"])),
        }
        hall.bulletin.on_gap = self._gap
        hall.leases.on_gone = self._gone

    # -- games ------------------------------------------------------------------------------------------------

    def _entry(self, game: str, data: Data) -> None:
        n, at, standing = data["n"], data.get("at"), data.get("standing")
        if game not in self.hall.live and game in self.hall.clocks.glasses:
            if at is not None and standing is not None:
                self.hall.clocks.heard_of(game, float(str(at)), str(standing))
            else:
                self._look_up(self._agreed(game))
        self.hall.heard_of(game, int(str(n)))

    def _settled(self, game: str, data: Data) -> None:
        async def look() -> None:
            result = await self.hall.store.result(game)
            live = self.hall.live.get(game)
            if live is not None:
                self.hall.settled(live, result)

        self.hall.clocks.glasses.pop(game, None)
        self._look_up(look())

    def _free(self, game: str, data: Data) -> None:
        live = self.hall.live.get(game)
        if live is not None:
            self.hall.drive(live)

    def _offer(self, game: str, data: Data) -> None:
        async def look() -> None:
            made = await self.hall.offers.read(game)
            live = self.hall.live.get(game)
            if live is not None:
                self.switchboard.proposed(live, made, str(data["about"]), str(data["why"]))

        self._look_up(look())

    async def _agreed(self, game: str) -> None:
        agreement = await self.hall.lobby.agreement(game)
        live = self.hall.live.get(game)
        if live is not None:
            live.agreement = agreement
        if agreement is not None and agreement.clock is not None and not (live is not None and live.over):
            await self.hall.clocks.wind(agreement)

    # -- who is there -----------------------------------------------------------------------------------------

    def _presence(self, game: str, data: Data) -> None:
        self.switchboard.connections.hear_of(game, str(data["server"]), cast(list[dict[str, JSON]], data["here"]))
        self.switchboard.show_presence(game)

    def _who(self, game: str, data: Data) -> None:
        if self.switchboard.connections.of(game):
            self.switchboard.post_presence(game)

    def _gone(self, server: str) -> None:
        log.warning("the server %s is gone; its games are taken over", server)
        for game in self.switchboard.connections.lose(server):
            self.switchboard.show_presence(game)

    # -- news that were missed --------------------------------------------------------------------------------

    def _gap(self) -> None:
        """Nobody knows what was posted meanwhile: look everything up."""
        self.hall.look_everything_up()
        for game in list(self.hall.live.values()):
            self._look_up(self.switchboard.tell_remarks(game.id))
            self._look_up(self._agreed(game.id))
            self._look_up(self._offers(game.id))
            if self.switchboard.connections.of(game.id):
                self.switchboard.post_presence(game.id)
                self.hall.bulletin.post("who", game.id)
        self.lobby.tell_everybody()
        self._look_up(self.hall.clocks.wind_all())

    async def _offers(self, game: str) -> None:
        made = await self.hall.offers.read(game)
        live = self.hall.live.get(game)
        if live is not None:
            before = live.offers
            live.stand(made)
            if live.offers.draw != before.draw:
                self.switchboard.proposed(live, live.offers, "draw", "offered" if live.draw else "lapsed")
            if live.offers.undo != before.undo:
                self.switchboard.proposed(live, live.offers, "undo", "asked" if live.offers.undo else "declined")

    def _look_up(self, work: Coroutine[Any, Any, None]) -> None:
        async def careful() -> None:
            try:
                await work
            except StorageTrouble as error:
                log.warning("what is new could not be looked up: %s", str(error).partition("\n")[0])

        self.hall.spawn(careful())
