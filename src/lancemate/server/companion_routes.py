"""The companion over HTTP: the tables of two forces, and battles that several telephones share.

Knows HTTP; what is marked at a real table is the players' affair, and the tables come from the engine.
"""

from __future__ import annotations

import hmac
import time
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.server.alphastrike.companion.packet import (
    Prepared,
    blasts_of,
    packet_of,
    pairs_of,
    places_of,
    prepare,
    tables_of,
)
from lancemate.server.companion_storage import CompanionStore
from lancemate.server.lobby_routes import bearer
from lancemate.server.messages import check_plain
from lancemate.server.models import Document, ForceChosen, Given, Told
from lancemate.server.refusals import NotOk, not_found, troubles
from lancemate.server.routes import Games, address_of
from lancemate.server.security import Rates
from lancemate.server.storage import Conflict
from lancemate.server.telling import dumps
from lancemate.server.tokens import hashed, new_game_id, new_token

MOST_MARKS: Final = 5_000
MARKS_AT_ONCE: Final = 500
LONGEST_MARK: Final = 30_000  # characters: one shell may hurt everybody
MOST_LETTERS: Final = 2_000_000  # of all marks of a battle
PACKETS_PER_MINUTE: Final = 12
LOOKS_PER_SECOND: Final = 10.0  # of an address: a telephone looks every other second
LOOKS_AT_ONCE: Final = 60
OLD: Final = 90 * 86_400.0  # seconds


class ForcesGiven(Given):
    forces: Annotated[list[ForceChosen], Field(min_length=2, max_length=2)]


class SharedGiven(ForcesGiven):
    marks: Annotated[list[Document], Field(max_length=MOST_MARKS)] = Field(default_factory=list)


class MarksGiven(Given):
    n: Annotated[int, Field(ge=0, le=MOST_MARKS, description="How many marks there were")]
    marks: Annotated[list[Document], Field(min_length=1, max_length=MARKS_AT_ONCE)]


class SharedOpened(Told):
    battle: str
    key: str
    n: int


class SharedTold(Told):
    n: int
    marks: list[Document]
    packet: Document | None = None


class CompanionRoutes:
    def __init__(self, games: Games) -> None:
        self.games = games
        self.store = CompanionStore(games.hall.store)
        self.packets = Rates(PACKETS_PER_MINUTE / 60.0, PACKETS_PER_MINUTE)
        self.looks = Rates(LOOKS_PER_SECOND, LOOKS_AT_ONCE)
        self.router = router = APIRouter(prefix="/api/companion", tags=["companion"], responses=troubles(422))
        making = troubles(400, 413, 429)
        router.post("", response_model=None, responses=making)(self.packet)
        router.post("/battles", status_code=201, response_model=SharedOpened, responses=making)(self.share)
        own = troubles(401, 404, 409, 429)
        router.get("/battles/{battle}", response_model=SharedTold, responses=own)(self.look)
        router.post("/battles/{battle}/marks", response_model=SharedTold, responses=own)(self.mark)

    async def packet(self, request: Request, given: ForcesGiven) -> dict[str, Any]:
        """All that a companion needs to know of two forces; it keeps that and asks no more."""
        return await self._packet(request, given)

    async def share(self, request: Request, given: SharedGiven) -> SharedOpened:
        """Let others join a battle at a real table by a link."""
        self.games.check_quota(request)
        marks = [_written(mark, f"marks.{number}") for number, mark in enumerate(given.marks)]
        if sum(map(len, marks)) > MOST_LETTERS:
            raise NotOk(413, "too_large", f"the marks of a battle have {MOST_LETTERS} characters at most")
        packet = await self._packet(request, given)
        battle, key, now = new_game_id(), new_token(), time.time()
        await self.store.forget(now - OLD)
        await self.store.open(battle, hashed(key), dumps(packet), marks, now)
        self.games.quota.count(address_of(request))
        return SharedOpened(battle=battle, key=key, n=len(marks))

    async def look(
        self, request: Request, battle: str, seen: Annotated[int | None, Query(ge=0, le=MOST_MARKS)] = None
    ) -> Response:
        """The marks after the first `seen`; without it all of them, and the packet."""
        if not self.looks.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too many looks in so short a time; wait a minute")
        packet = await self._shared(request, battle)
        marks = await self.store.marks(battle[:24], seen or 0)
        n = (seen or 0) + len(marks) if marks else min(seen or 0, await self.store.end(battle[:24]))
        # Put together as it is written: what is large is not read again for each look.
        told = f'{{"n":{n},"marks":[{",".join(marks)}],"packet":{packet if seen is None else "null"}}}'
        return Response(told, media_type="application/json")

    async def mark(self, request: Request, battle: str, given: MarksGiven) -> SharedTold:
        """Add marks; refused where another telephone was quicker: look, and send them again."""
        if not self.games.tries.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too much from this address in so short a time; wait a minute")
        await self._shared(request, battle)
        marks = [_written(mark, f"marks.{number}") for number, mark in enumerate(given.marks)]
        if given.n + len(marks) > MOST_MARKS:
            raise NotOk(409, "too_long", f"a battle here has at most {MOST_MARKS} marks")
        here = await self.store.size(battle[:24])
        if given.n > here.marks:
            raise NotOk(409, "stale", f"there are {here.marks} marks, not {given.n}: look again")
        if here.letters + sum(map(len, marks)) > MOST_LETTERS:
            raise NotOk(409, "too_long", "so much has been marked here that nothing more is kept: begin a new battle")
        try:
            await self.store.add(battle[:24], given.n, marks, time.time())
        except Conflict:
            raise NotOk(409, "stale", "somebody else has marked something meanwhile: look again") from None
        return SharedTold(n=given.n + len(marks), marks=[])

    async def _packet(self, request: Request, given: ForcesGiven) -> dict[str, Any]:
        if not self.packets.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too many forces in so short a time; wait a minute")
        errand = self.games.hall.errand  # many short ones, so that others have their turn in between
        prepared = cast(Prepared, await errand(prepare, tuple(given.forces)))
        units: dict[str, JSON] = {}
        pairs: dict[str, JSON] = {}
        blasts: dict[str, JSON] = {}
        for name, fighter in prepared.fighters.items():
            units[name] = cast(JSON, await errand(tables_of, fighter))
            pairs |= cast(dict[str, JSON], await errand(places_of, name, fighter))
            for other, foe in prepared.fighters.items():
                two = {name: fighter, other: foe}
                pairs |= cast(dict[str, JSON], await errand(pairs_of, name, two))
                blasts |= cast(dict[str, JSON], await errand(blasts_of, name, two))
        return packet_of(prepared, units, pairs, blasts)

    async def _shared(self, request: Request, battle: str) -> str:
        """The packet of a battle, for whoever has its key."""
        found = await self.store.shared(battle[:24])
        if found is None:
            raise not_found("there is no such battle")
        key = bearer(request)
        if key is None or not hmac.compare_digest(hashed(key), found.key_hash):
            raise NotOk(401, "no_token", "this needs the key of that battle")
        return found.packet


def _written(mark: dict[str, JSON], where: str) -> str:
    check_plain(cast(Any, mark), where)
    text = dumps(mark)
    if len(text) > LONGEST_MARK:
        raise InputError(f"a mark has at most {LONGEST_MARK} characters", key=where)
    return text
