"""The lobby over HTTP: tables to join and to watch, table talk, one's own games, rematches. Knows HTTP, no rows."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request

from lancemate.kernel.errors import Refused
from lancemate.server import lobby_models as models
from lancemate.server.lobby import Lobby, title_of
from lancemate.server.models import SideTold
from lancemate.server.records import GameRecord, TalkRecord, TalkSeat
from lancemate.server.refusals import NotOk, not_found, troubles
from lancemate.server.routes import Games, address_of
from lancemate.server.sockets import Switchboard
from lancemate.server.storage import Conflict
from lancemate.server.talks import PLACES, Talk
from lancemate.server.tokens import hashed, looks_like_token

PATIENCE: Final = 8.0  # seconds that a question for news waits for some
BELIEVED: Final = 2.0  # seconds that the list of tables is taken to be true


class LobbyRoutes:
    """The routes of the lobby."""

    def __init__(self, lobby: Lobby, games: Games, switchboard: Switchboard) -> None:
        self.lobby, self.games, self.switchboard = lobby, games, switchboard
        lobby.on_rematch = self._tell_rematch
        self._listed: tuple[float, models.LobbyTold] | None = None
        self.router = router = APIRouter(prefix="/api", tags=["lobby"], responses=troubles(422))
        router.get("/lobby", response_model=models.LobbyTold)(self.tables)
        router.post("/mine", response_model=models.MineTold, responses=troubles(429))(self.mine)
        making = troubles(400, 413, 429)
        router.post("/talks", status_code=201, response_model=models.TalkOpened, responses=making)(self.open)
        joining = troubles(404, 409, 429)
        router.post("/talks/{talk}/join", response_model=models.TalkOpened, responses=joining)(self.join)
        own = troubles(401, 404, 409, 429)
        router.get("/talks/{talk}", response_model=models.TalkTold, responses=own)(self.talk)
        router.post("/talks/{talk}/terms", response_model=models.TalkTold, responses=own)(self.propose)
        router.post("/talks/{talk}/force", response_model=models.TalkTold, responses=own)(self.bring)
        router.post("/talks/{talk}/ready", response_model=models.TalkTold, responses=own)(self.ready)
        router.post("/talks/{talk}/say", response_model=models.TalkTold, responses=own)(self.say)
        router.post("/games/{game}/rematch", response_model=models.RematchTold, responses=own)(self.rematch)

    # -- what there is ----------------------------------------------------------------------------------------

    async def tables(self) -> models.LobbyTold:
        """Tables at which somebody waits for an opponent, and battles that anybody may watch."""
        if self._listed is None or time.monotonic() - self._listed[0] > BELIEVED:
            store = self.lobby.store
            waiting = [self._open_table(record) for record in await store.open_talks()]
            waiting.sort(key=lambda one: not one.here)
            watched = [_to_watch(row) for row in await store.to_watch()]
            self._listed = time.monotonic(), models.LobbyTold(open=waiting, watch=watched)
        return self._listed[1]

    def _open_table(self, record: TalkRecord) -> models.OpenTable:
        talk = Talk.from_text(record.state)
        terms = models.TermsGiven.model_validate(talk.terms)
        if terms.quick is not None and terms.quick.board is not None:
            terms = terms.model_copy(update={"quick": terms.quick.model_copy(update={"board": None})})
        return models.OpenTable(
            talk=record.id,
            title=title_of(talk),
            host=talk.names.get(PLACES[0], ""),
            here=self.lobby.is_here(record.id, PLACES[0]),
            terms=terms,
            side=talk.side_of(PLACES[1]),
            updated=record.updated,
        )

    async def mine(self, request: Request, given: models.SeatsHeld) -> models.MineTold:
        """How the battles and talks stand that these tokens belong to, in their order; null for those of none."""
        self._not_too_fast(request)
        hashes = [hashed(token) for token in given.tokens if looks_like_token(token)]
        held: dict[str, models.HeldTold] = {}
        for row in await self.lobby.store.held_talks(hashes) if hashes else []:
            held[row["token_hash"]] = _held_talk(row)
        for row in (
            await self.lobby.store.held(hashes) if hashes else []
        ):  # the battle that came of a talk has its token
            held[row["token_hash"]] = self._held_game(row)
        return models.MineTold(held=[held.get(hashed(token)) for token in given.tokens])

    def _held_game(self, row: dict[str, Any]) -> models.HeldTold:
        where = json.loads(row["standing"])
        outcome = json.loads(row["result"]) if row["result"] is not None else where["outcome"]
        to_act = where["to_act"] if outcome is None else None
        glass = self.lobby.hall.clocks.glasses.get(row["id"])
        sides = [side for side, _ in row["by"]]
        return models.HeldTold(
            kind="game",
            id=row["id"],
            title=row["title"],
            mode=row["mode"],
            side=row["side"],
            sides=_sides(row, row["side"]),
            turn=where["turn"],
            phase=where["phase"],
            to_act=to_act,
            yours=to_act is not None and (to_act == row["side"] or row["kind"] == "hotseat"),
            over=outcome is not None,
            outcome=outcome,
            clock=glass.show(sides, self.lobby.hall.clocks.now()) if glass is not None else None,
            updated=row["at"],
        )

    # -- table talk -------------------------------------------------------------------------------------------

    async def open(self, request: Request, given: models.TalkGiven) -> models.TalkOpened:
        """Open a table for two people."""
        self._not_too_fast(request)
        self.games.check_quota(request)
        record, token, invitation = await self.lobby.open(given.terms, given.side, given.name, given.force)
        self.games.quota.count(address_of(request))
        return models.TalkOpened(
            talk=record.id, token=token, invitation=invitation, state=self._show(record, PLACES[0])
        )

    async def join(self, request: Request, talk: str, given: models.TalkJoined) -> models.TalkOpened:
        """Sit down at a table: by its invitation, or at one that is open to anybody. It works once."""
        self._not_too_fast(request)
        try:
            joined = await self.lobby.join(talk[:24], given.invitation, given.name)
        except Conflict:
            raise NotOk(409, "used", "somebody else sits there already") from None
        if joined is None:
            raise not_found("there is no such table")
        record, token = joined
        return models.TalkOpened(talk=record.id, token=token, invitation=None, state=self._show(record, PLACES[1]))

    async def talk(
        self, request: Request, talk: str, seen: Annotated[int | None, Query(ge=0, le=10_000_000)] = None
    ) -> models.TalkTold:
        """The talk as it stands. With `seen` the answer waits a while for something newer."""
        seat = await self._seat(request, talk)
        self.lobby.seen(seat)
        record = await self.lobby.news(seat.talk, seen or 0, 0.0 if seen is None else PATIENCE)
        if record is None:
            raise not_found("there is no such table any more")
        self.lobby.seen(seat)
        return await self._watched(record, seat.place)

    async def propose(self, request: Request, talk: str, given: models.TermsProposed) -> models.TalkTold:
        """Change what the battle is to be; nobody is ready for it then."""
        seat = await self._speaker(request, talk)
        return self._show(await _said(self.lobby.propose(seat, given.terms, given.side)), seat.place)

    async def bring(self, request: Request, talk: str, given: models.ForceBrought) -> models.TalkTold:
        """Bring a force."""
        seat = await self._speaker(request, talk)
        return self._show(await _said(self.lobby.bring(seat, given.force)), seat.place)

    async def ready(self, request: Request, talk: str, given: models.ReadySaid) -> models.TalkTold:
        """Say that one is ready for what has this stamp, or is not any more. When both are, the battle begins."""
        seat = await self._speaker(request, talk)
        return self._show(await _said(self.lobby.ready(seat, given.stamp, given.ready)), seat.place)

    async def say(self, request: Request, talk: str, given: models.Saying) -> models.TalkTold:
        """Say something to the other one."""
        seat = await self._speaker(request, talk)
        return self._show(await _said(self.lobby.say(seat, given.text)), seat.place)

    async def rematch(self, request: Request, game: str, given: models.RematchGiven) -> models.RematchTold:
        """Talk about another battle with the same opponent. Needs the token of a player of this one."""
        self._not_too_fast(request)
        token = bearer(request)
        seat = await self.lobby.hall.seat(token) if token is not None else None
        if seat is None or seat.game != game or seat.side is None:
            raise NotOk(401, "no_token", "this needs the token of a player")
        try:
            record, own = await _said(self.lobby.rematch(seat, given.swap))
        except Conflict:
            raise NotOk(409, "used", "you have your seat at that table already") from None
        place = PLACES[1] if Talk.from_text(record.state).taken else PLACES[0]
        return models.RematchTold(talk=record.id, token=own, state=self._show(record, place))

    # -- within -----------------------------------------------------------------------------------------------

    def _not_too_fast(self, request: Request) -> None:
        if not self.games.tries.allow(address_of(request)):
            raise NotOk(429, "too_fast", "too much from this address in so short a time; wait a minute")

    async def _seat(self, request: Request, talk: str) -> TalkSeat:
        token = bearer(request)
        seat = await self.lobby.seat(talk[:24], token) if token is not None else None
        if seat is None:
            raise NotOk(401, "no_token", "this link opens no place at this table; ask for a new one")
        return seat

    async def _speaker(self, request: Request, talk: str) -> TalkSeat:
        self._not_too_fast(request)
        seat = await self._seat(request, talk)
        self.lobby.seen(seat)
        return seat

    def _show(self, record: TalkRecord, place: str, watch: str | None = None) -> models.TalkTold:
        return models.TalkTold.model_validate({**self.lobby.show(record, place), "watch": watch})

    async def _watched(self, record: TalkRecord, place: str) -> models.TalkTold:
        """With the link to watch the battle, once there is one."""
        game = Talk.from_text(record.state).game
        agreement = await self.lobby.store.agreement(game) if game is not None else None
        link = f"/#/game/{game}/{agreement.watch}" if agreement is not None else None
        return self._show(record, place, link)

    def _tell_rematch(self, game: str, talk: str, side: str) -> None:
        self.switchboard.tell_all(game, {"type": "rematch", "talk": talk, "side": side})


def bearer(request: Request) -> str | None:
    """The token that a request comes with."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and looks_like_token(token) else None


async def _said(saying: Any) -> Any:
    """A refusal as HTTP says it."""
    try:
        return await saying
    except Refused as refused:
        raise NotOk(409, refused.refusal.code, refused.refusal.message) from None


def _sides(row: dict[str, Any], viewer: str | None) -> list[SideTold]:
    names = (row["data"] or {}).get("names", {})
    by = GameRecord(row["id"], row["mode"], row["title"], "", tuple((side, who) for side, who in row["by"]), 0.0)
    return [SideTold(name=side, by=who, player=names.get(side, "")) for side, who in by.played_by(viewer)]


def _to_watch(row: dict[str, Any]) -> models.WatchTable:
    where = json.loads(row["standing"])
    return models.WatchTable(
        game=row["id"],
        title=row["title"],
        sides=_sides(row, None),
        turn=where["turn"],
        phase=where["phase"],
        to_act=where["to_act"],
        updated=row["at"],
        link=f"/#/game/{row['id']}/{row['data']['watch']}",
    )


def _held_talk(row: dict[str, Any]) -> models.HeldTold:
    talk = Talk.from_text(row["state"])
    place = row["place"]
    sides = [
        SideTold(name=talk.side_of(one), by="you" if one == place else "friend", player=talk.names.get(one, ""))
        for one in PLACES
    ]
    return models.HeldTold(
        kind="talk",
        id=row["id"],
        title=title_of(talk),
        mode="friend",
        side=talk.side_of(place),
        sides=sides,
        turn=0,
        phase="talk",
        to_act=None,
        yours=talk.taken and place not in talk.ready,
        over=False,
        outcome=None,
        clock=None,
        updated=row["updated"],
    )
